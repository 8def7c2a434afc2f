package pipeline

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilled: a program that is killed, while it indexes, before it links and while it links, and then started again
// with the files it left, writes the same bytes as an uninterrupted one, and no others.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "fleet")
	c := exec.Command("go", "build", "-o", program, ".")
	c.Dir = ".."
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	sources := repositories(t, dir)
	command := func(to string) *exec.Cmd {
		args := []string{"--work", filepath.Join(dir, to+".work"), "--out", filepath.Join(dir, to+".sg")}
		return exec.Command(program, append(args, sources...)...)
	}
	if out, err := command("whole").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := hashes(t, filepath.Join(dir, "whole.sg"))

	entries := func(pattern string) int {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		return len(found)
	}
	done := func() int {
		return entries("killed.work/indexes/*/manifest.json") - entries("killed.work/indexes/*.tmp-*/manifest.json")
	}
	for _, at := range []struct {
		name string
		is   func() bool
	}{
		{"the first index", func() bool { return entries("killed.work/indexes/*.tmp-*") > 0 }},
		{"some indexes", func() bool { return done() >= len(sources)/2 }},
		{"all indexes", func() bool { return done() == len(sources) }},
		{"the linked index", func() bool { return entries("killed.sg.tmp-*") > 0 }},
	} {
		killed := command("killed")
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		for limit := time.Now().Add(time.Minute); !at.is(); time.Sleep(time.Millisecond) {
			if time.Now().After(limit) {
				t.Errorf("%s is not reached", at.name)
				break
			}
		}
		_ = killed.Process.Kill()
		if err := killed.Wait(); err == nil {
			t.Errorf("%s: it ended before it was killed", at.name)
		}
	}
	if out, err := command("killed").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	same(t, "after four kills", hashes(t, filepath.Join(dir, "killed.sg")), want)
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), "killed.sg.") {
			t.Errorf("%s is left", e.Name())
		}
	}
}
