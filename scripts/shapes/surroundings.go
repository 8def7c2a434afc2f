package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A surrounding is an unusual environment of a build. Its function gets a separate
// folder with a small tree in src, and returns the problem, or empty.
type surrounding struct {
	name string
	try  func(dir string) string
}

var surroundings = []surrounding{
	{"folders of the user beside the artifacts", func(dir string) string {
		mine := []string{"out.old/a", "out.tmp-mine/a", "out.tmp-0123456789ab/a",
			"b.zip.tmp-mine/a"}
		for _, name := range mine {
			if err := write(filepath.Join(dir, name), "mine"); err != nil {
				return err.Error()
			}
		}
		for range 2 {
			r := run(dir, "", "build", "src", "--out", "out", "--bundle", "b.zip", "--quiet", "--no-cache")
			if r.code != 0 {
				return r.String()
			}
		}
		for _, name := range mine {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				return "deleted " + name
			}
		}
		return ""
	}},
	{"a pipe in the place of an artifact", func(dir string) string {
		return replaced(dir, func(path string) error { return syscall.Mkfifo(path, 0o666) })
	}},
	{"an endless file in the place of an artifact", func(dir string) string {
		return replaced(dir, func(path string) error { return os.Symlink("/dev/zero", path) })
	}},
	{"a backslash in the name of a file", func(dir string) string {
		if err := write(filepath.Join(dir, "src", `a\b.cs`), "class Odd { }"); err != nil {
			return err.Error()
		}
		if r := run(dir, "", "build", "src", "--out", "out", "--quiet", "--no-cache"); r.code != 0 {
			return r.String()
		}
		if r := run(dir, "", "verify", "out"); r.code != 0 {
			return r.String()
		}
		r := run(dir, "", "export", "out", "--format", "nodes.jsonl")
		if !strings.Contains(r.stdout, `a\\b.cs`) {
			return "the file is not in the index"
		}
		return ""
	}},
	{"line ends", func(dir string) string {
		text := "class Ends {\n    int M(int a,\n        int b) { return 1; }\n}\n"
		var signatures [2]string
		for i, end := range []string{"\n", "\r\n"} {
			path := filepath.Join(dir, "src", "Ends.cs")
			if err := write(path, strings.ReplaceAll(text, "\n", end)); err != nil {
				return err.Error()
			}
			if r := run(dir, "", "build", "src", "--out", "out", "--quiet", "--no-cache"); r.code != 0 {
				return r.String()
			}
			signatures[i] = signature(run(dir, "", "export", "out", "--format",
				"nodes.jsonl").stdout)
		}
		if signatures[0] != signatures[1] || signatures[0] == "" {
			return fmt.Sprintf("signatures differ: %q", signatures)
		}
		return ""
	}},
	{"no file handles", func(dir string) string {
		return refused(dir, "ulimit -n 8")
	}},
	{"a disk that fills", func(dir string) string {
		return refused(dir, "ulimit -f 8")
	}},
	{"interrupts", func(dir string) string {
		for wait := time.Duration(0); wait < 400*time.Millisecond; wait += 20 * time.Millisecond {
			if problem := interrupted(dir, "src", wait); problem != "" {
				return problem
			}
		}
		return ""
	}},
}

// tryAround tries one surrounding. The problem is empty if it passes.
func tryAround(s surrounding) (problem string) {
	dir, err := os.MkdirTemp("", "around-")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	for i := range 50 {
		text := fmt.Sprintf("class A%d { void M() { } }\n", i)
		if err := write(filepath.Join(dir, "src", fmt.Sprintf("A%d.cs", i)), text); err != nil {
			return err.Error()
		}
	}
	return s.try(dir)
}

// A result is the outcome of a run of the indexer.
type result struct {
	code           int
	stdout, stderr string
}

func (r result) String() string { return fmt.Sprintf("exit %d: %s", r.code, firstLine(r.stderr)) }

// run runs the indexer in a folder, after a shell command; the code is -1 if it does
// not end within ten seconds.
func run(dir, before string, args ...string) result {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	program, err := filepath.Abs(*indexer)
	if err != nil {
		return result{code: -1, stderr: err.Error()}
	}
	if before == "" {
		before = ":"
	}
	c := exec.CommandContext(ctx, "bash",
		append([]string{"-c", before + ` && exec "$0" "$@"`, program},
			args...)...)
	c.Dir = dir
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	err = c.Run()
	if ctx.Err() != nil || c.ProcessState == nil {
		return result{code: -1, stderr: fmt.Sprint("does not end: ", err)}
	}
	return result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// replaced replaces an artifact, and checks that verify rejects the result.
func replaced(dir string, put func(path string) error) string {
	if r := run(dir, "", "build", "src", "--out", "out", "--quiet", "--no-cache"); r.code != 0 {
		return r.String()
	}
	path := filepath.Join(dir, "out", "regular_code_bundle", "chunks.json")
	if err := errors.Join(os.Remove(path), put(path)); err != nil {
		return err.Error()
	}
	if r := run(dir, "", "verify", "out"); r.code != 12 {
		return r.String()
	}
	return ""
}

// refused builds in an environment in which the system denies something: it must exit
// with code 1 and a message, and leave the folder unchanged.
func refused(dir, limit string) string {
	r := run(dir, limit, "build", "src", "--out", "out", "--quiet", "--no-cache")
	switch {
	case r.code != 1:
		return r.String()
	case strings.Count(r.stderr, "\n") > 5:
		return "a long message: " + firstLine(r.stderr)
	}
	return leftovers(dir)
}

// leftovers returns the files that a failed build has left in a folder.
func leftovers(dir string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	for _, e := range entries {
		if e.Name() != "src" {
			return "left " + e.Name()
		}
	}
	return ""
}

// interrupted interrupts a build after a while: it must end within two seconds and
// leave no files, unless it was done before.
func interrupted(dir, src string, wait time.Duration) string {
	program, err := filepath.Abs(*indexer)
	if err != nil {
		return err.Error()
	}
	c := exec.Command(program, "build", src, "--out", "out", "--quiet", "--no-cache")
	c.Dir = dir
	if err := c.Start(); err != nil {
		return err.Error()
	}
	time.Sleep(wait)
	if err := c.Process.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err.Error()
	}
	at := time.Now()
	_ = c.Wait() // the exit code is checked below
	took := time.Since(at)
	switch code := c.ProcessState.ExitCode(); {
	case took > 2*time.Second:
		return fmt.Sprintf("after %v: ends %v later", wait, took)
	case code == 0:
		return removed(filepath.Join(dir, "out"))
	case code != 130 && code != -1: // -1: before the program handled signals
		return fmt.Sprintf("after %v: exit %d", wait, code)
	}
	if left := leftovers(dir); left != "" {
		return fmt.Sprintf("after %v: %s", wait, left)
	}
	return ""
}

// removed removes a folder; the text is empty on success.
func removed(dir string) string {
	if err := os.RemoveAll(dir); err != nil {
		return err.Error()
	}
	return ""
}

// signature returns the signature of Ends.M.
func signature(nodes string) string {
	for line := range strings.Lines(nodes) {
		if strings.Contains(line, `"name":"Ends.M"`) {
			if _, rest, ok := strings.Cut(line, `"signature":`); ok {
				text, _, _ := strings.Cut(rest, `",`)
				return text
			}
		}
	}
	return ""
}
