package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"seedgraph/artifacts"
	"seedgraph/testkit/longtest"
)

// TestKilledBuildLeavesTheOldArtifactsWhole kills the building process at random
// moments. Afterwards the output folder must always have the complete artifacts
// of one of the two trees that are built in turn, or nothing if there never were
// any; the next build must remove the remains of killed ones.
func TestKilledBuildLeavesTheOldArtifactsWhole(t *testing.T) {
	longtest.NotRaced(t)
	rounds := longtest.Cases(12, 25, 50)
	top := t.TempDir()
	out := filepath.Join(top, "out")
	trees, want := killTrees(t, top)
	build := func(i int) *exec.Cmd {
		c := exec.Command("indexer", "build", trees[i%2], "--out", out, "--quiet")
		c.Stderr = new(bytes.Buffer)
		return c
	}
	began := time.Now()
	if err := exec.Command("indexer", "build", trees[0], "--out", filepath.Join(top, "timed"),
		"--quiet").Run(); err != nil {
		t.Fatal(err)
	}
	whole := time.Since(began) // only used to choose moments: nothing depends on it
	moments := rand.New(rand.NewPCG(1, 2))
	killed, there := 0, false
	for i := range rounds {
		c := build(i)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(moments.Int64N(int64(whole))))
		_ = c.Process.Kill() // it may have ended by itself
		if err := c.Wait(); err != nil {
			killed++
		}
		if _, err := os.Stat(out); err != nil && !there {
			continue
		}
		there = true
		checkWhole(t, out, want, fmt.Sprintf("after round %d", i))
	}
	t.Logf("%d of %d builds were killed", killed, rounds)
	if killed == 0 {
		t.Error("no build was killed")
	}
	if c := build(0); c.Run() != nil {
		t.Fatalf("the build after all: %s", c.Stderr)
	}
	checkWhole(t, out, want, "at the end")
	if left, _ := filepath.Glob(out + artifacts.TempMark + "*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// killTrees writes two trees and returns them and the artifacts of each.
func killTrees(t *testing.T, top string) (trees [2]string, want [2]map[string]string) {
	t.Helper()
	for i := range trees {
		tr := tree{}
		tr.add(t, "", filepath.Join("..", "..", "testdata", "polyglot"))
		for n := range 40 {
			tr[fmt.Sprintf("more%d/file%d.py", i,
				n)] = fmt.Sprintf("def f%d():\n    return f%d()\n", n, n+1)
		}
		trees[i] = filepath.Join(top, fmt.Sprintf("src%d", i))
		if err := writeFolder(trees[i], tr); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(top, fmt.Sprintf("want%d", i))
		runHere(t, globals{}, "build", trees[i], "--out", out, "--quiet")
		files, err := readFolder(out)
		if err != nil {
			t.Fatal(err)
		}
		want[i] = files
	}
	return trees, want
}

// checkWhole checks that dir is valid and equal to one of want.
func checkWhole(t *testing.T, dir string, want [2]map[string]string, when string) {
	t.Helper()
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatalf("%s: %v", when, err)
	}
	r.Close()
	got, err := readFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	// A killed build may leave its lock file in artifacts that have just been put
	// in place.
	delete(got, ".lock")
	if len(differences(got, want[0])) > 0 && len(differences(got, want[1])) > 0 {
		t.Fatalf("%s: the artifacts are those of neither tree: %v", when, differences(got, want[0]))
	}
}
