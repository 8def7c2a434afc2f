package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A scenario is a command that writes over older files.
type scenario struct {
	name    string
	tree    map[string]string
	command []string // indexer or query, and arguments; {} is the folder of a run
	outputs []string // names in the folder that the command writes

	template string            // a folder with the tree and the older outputs
	old, new map[string]string // texts of outputs by path
}

// scenarios returns the builds, bundles and feedback commands for three small
// trees; with few only those for one.
func scenarios(few bool) []*scenario {
	var out []*scenario
	for i, name := range slices.Sorted(maps.Keys(trees)) {
		if few && i > 0 {
			break
		}
		out = append(out,
			&scenario{name: "build, " + name, tree: trees[name], outputs: []string{"out"},
				command: []string{"indexer", "build", "{}/src", "--no-cache", "--out", "{}/out", "--jobs", "1", "--quiet"}},
			&scenario{name: "bundle, " + name, tree: trees[name], outputs: []string{"out", "b.zip"},
				command: []string{"indexer", "build", "{}/src", "--no-cache", "--out", "{}/out", "--bundle", "{}/b.zip",
					"--compress", "--jobs", "1", "--quiet"}},
			&scenario{name: "feedback, " + name, tree: trees[name], outputs: []string{"notes.jsonl"},
				command: []string{"query", "feedback", "what is first", "--file", "{}/notes.jsonl", "--useful",
					"first", "--at", "2024-05-01T12:00:00Z", "-a", "{}/index"}},
		)
	}
	return out
}

// trees are small trees; in each, one definition is called first.
var trees = map[string]map[string]string{
	"python": {"a.py": "def first():\n    return second()\n", "b.py": "def second():\n    return 1\n"},
	"sql and settings": {"db/t.sql": "CREATE TABLE dbo.T (Id int);\n",
		"app.cs":           "class A { void first() { } string S = \"SELECT Id FROM dbo.T\"; }\n",
		"appsettings.json": "{\"Size\": 20}\n", "a.csproj": "<Project Sdk=\"Microsoft.NET.Sdk\"/>\n",
		"db/migrations/V1__a.sql": "CREATE TABLE dbo.U (Id int);\n"},
	"go in folders": {"go.mod": "module m\n", "a/a.go": "package a\n\nfunc first() { second() }\n",
		"a/b.go": "package a\n\nfunc second() {}\n", "c/d/e.go": "package d\n\nfunc Third() {}\n",
		"ui/x.ts": "export function fourth() { return 1 }\n", "package.json": "{\"name\": \"m\"}\n"},
}

// runTime is the maximum time of a run: a fault must not make a program hang.
const runTime = 2 * time.Minute

// prepare writes the tree and the older outputs, which are built from a smaller
// tree.
func (s *scenario) prepare(dir string) error {
	s.template = filepath.Join(dir, "template")
	if err := writeTree(filepath.Join(s.template, "src"), s.tree); err != nil {
		return err
	}
	notes := "{\"time\":\"2024-04-01T12:00:00Z\",\"query\":\"older\",\"useful\":[\"x\"]}\n"
	if err := os.WriteFile(filepath.Join(s.template, "notes.jsonl"), []byte(notes), 0o644); err != nil {
		return err
	}
	index := []string{"indexer", "build", "{}/src", "--no-cache", "--out", "{}/index", "--quiet"}
	for _, command := range [][]string{index, s.command} {
		if command[0] == "query" {
			continue
		}
		if out, err := program(s.template, command).CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w\n%s", command, err, out)
		}
	}
	more := filepath.Join(s.template, "src", "added.py")
	if err := os.WriteFile(more, []byte("def added():\n    return 2\n"), 0o644); err != nil {
		return err
	}
	var err error
	if s.old, err = s.texts(s.template); err != nil {
		return err
	}
	done := filepath.Join(dir, "done")
	if err := os.CopyFS(done, os.DirFS(s.template)); err != nil {
		return err
	}
	if out, err := program(done, s.command).CombinedOutput(); err != nil {
		return fmt.Errorf("%v: %w\n%s", s.command, err, out)
	}
	if s.new, err = s.texts(done); err != nil {
		return err
	}
	if maps.Equal(s.old, s.new) {
		return errors.New("the command changes nothing: the scenario says nothing")
	}
	return nil
}

func writeTree(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// program returns the command with a folder substituted for {}. It runs one thread at a
// time, so that runs differ as little as possible.
func program(dir string, command []string) *exec.Cmd {
	return around(context.Background(), nil, dir, command)
}

func around(ctx context.Context, tracer []string, dir string, command []string) *exec.Cmd {
	path := *indexer
	if command[0] == "query" {
		path = *query
	}
	line := append(slices.Clone(tracer), path)
	for _, arg := range command[1:] {
		line = append(line, strings.ReplaceAll(arg, "{}", dir))
	}
	c := exec.CommandContext(ctx, line[0], line[1:]...)
	// Processes started by strace are killed with it, and do not keep a pipe open.
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	return c
}

// texts reads the outputs in a folder, by path.
func (s *scenario) texts(dir string) (map[string]string, error) {
	out := map[string]string{}
	for _, name := range s.outputs {
		err := filepath.WalkDir(filepath.Join(dir, name), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(p)
			rel, _ := filepath.Rel(dir, p)
			out[rel] = string(text)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A result is the outcome of a run.
type result struct {
	code    int
	message string
}

// traced runs the command in a copy of the template under strace, which injects the
// given faults, and returns the trace of the given calls.
func (s *scenario) traced(dir, calls, inject string) (trace, result, error) {
	if err := os.CopyFS(dir, os.DirFS(s.template)); err != nil {
		return nil, result{}, err
	}
	file := dir + ".trace"
	defer os.Remove(file)
	tracer := []string{"strace", "-f", "-qq", "-y", "--seccomp-bpf", "-o", file, "-e", "trace=" + calls}
	if inject != "" {
		tracer = append(tracer, "-e", "inject="+inject)
	}
	ctx, cancel := context.WithTimeout(context.Background(), runTime)
	defer cancel()
	c := around(ctx, tracer, dir, s.command)
	var message bytes.Buffer
	c.Stdout, c.Stderr = &message, &message
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, result{}, err
	}
	if ctx.Err() != nil {
		return nil, result{}, fmt.Errorf("%s: takes more than %s", inject, runTime)
	}
	t, err := readTrace(file)
	return t, result{c.ProcessState.ExitCode(), message.String()}, err
}

// order returns the files that a run without faults does not flush before it
// renames them.
func (s *scenario) order(dir string) ([]string, error) {
	defer os.RemoveAll(dir)
	t, r, err := s.traced(dir, "openat,mkdirat,mkdir,write,pwrite64,ftruncate,fallocate,"+
		"copy_file_range,mmap,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat", "")
	if err != nil {
		return nil, err
	}
	if r.code != 0 {
		return nil, fmt.Errorf("exit code %d: %s", r.code, r.message)
	}
	flushes := 0
	for _, c := range t {
		if c.name == "fsync" || c.name == "fdatasync" {
			flushes++
		}
	}
	if flushes == 0 {
		return []string{"nothing is flushed"}, nil
	}
	var outputs []string
	for _, name := range s.outputs {
		outputs = append(outputs, filepath.Join(dir, name))
	}
	return t.unflushed(outputs), nil
}

// skipped is the exit code of a build that could not read some files.
const skipped = 3

// fails makes the nth call fail and returns the problems afterwards, or empty.
func (s *scenario) fails(dir string, f fault, n int) string {
	defer os.RemoveAll(dir)
	t, r, err := s.traced(dir, f.call, fmt.Sprintf("%s:error=%s:when=%d", f.call, f.err, n))
	if err != nil {
		return err.Error()
	}
	hit := slices.ContainsFunc(t, func(c call) bool { return c.injected })
	if *verbose {
		fmt.Printf("%s: %s %d (%v): exit code %d %s\n", s.name, f.call, n, hit, r.code, r.message)
	}
	var wrong []string
	skips := r.code == skipped || slices.ContainsFunc(t, func(c call) bool {
		return c.injected && c.reads(filepath.Join(dir, "src"))
	})
	if w := s.torn(dir, r.code, skips); w != "" {
		wrong = append(wrong, w)
	}
	if w := s.left(dir); w != "" {
		if endedByLibrary(t, r) {
			w = s.leftAgain(dir)
		}
		if w != "" {
			wrong = append(wrong, w)
		}
	}
	if w := unclear(t, r); w != "" {
		wrong = append(wrong, w)
	}
	if len(wrong) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d fails with %s (%s): %s", f.call, n, f.err, where(t),
		strings.Join(wrong, "; "))
}

// where returns the calls that failed.
func where(t trace) string {
	var out []string
	for _, c := range t {
		if c.injected {
			out = append(out, fmt.Sprintf("%.120s", c.args))
		}
	}
	return strings.Join(out, " and ")
}

// torn returns an output that is neither the old nor the new one. A build that could
// not read some files writes valid artifacts without them, whatever fails after that.
func (s *scenario) torn(dir string, code int, skips bool) string {
	got, err := s.texts(dir)
	if err != nil {
		return err.Error()
	}
	for _, name := range s.outputs {
		isOld, isNew := same(got, s.old, name), same(got, s.new, name)
		switch {
		case code == 0 && !isNew:
			return name + " is not the new one after exit code 0"
		case !skips && !isOld && !isNew:
			return name + " is neither the old nor the new one"
		case !isOld && !isNew:
			if w := sound(filepath.Join(dir, name)); w != "" {
				return w
			}
		}
	}
	return ""
}

// same reports whether the files of an output are equal.
func same(a, b map[string]string, output string) bool {
	of := func(all map[string]string) map[string]string {
		out := map[string]string{}
		for path, text := range all {
			if within(path, output) {
				out[path] = text
			}
		}
		return out
	}
	return maps.Equal(of(a), of(b))
}

// sound returns the problem of artifacts or of a bundle, or empty.
func sound(path string) string {
	if filepath.Ext(path) == ".zip" {
		z, err := zip.OpenReader(path)
		if err != nil {
			return err.Error()
		}
		defer z.Close()
		return ""
	}
	if out, err := exec.Command(*indexer, "verify", path).CombinedOutput(); err != nil {
		return fmt.Sprintf("verify: %v: %s", err, out)
	}
	return ""
}

// left returns the files that a run leaves next to the outputs.
func (s *scenario) left(dir string) string {
	var strange []string
	known := []string{"src", "index", "notes.jsonl", "out", "b.zip"}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	for _, e := range entries {
		if !slices.Contains(known, e.Name()) {
			strange = append(strange, e.Name())
		}
	}
	if len(strange) == 0 {
		return ""
	}
	return "leaves " + strings.Join(strange, ", ")
}

// fatal matches the beginning of a log.Fatal message. The programs do not use it;
// Badger does if it cannot open or flush its folder and the statistics of its value
// log.
var fatal = regexp.MustCompile(`(?m)^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d `)

// endedByLibrary reports whether a library or the runtime terminated the program, which
// then could not clean up.
func endedByLibrary(t trace, r result) bool {
	return r.code != 0 && fatal.MatchString(r.message) ||
		slices.ContainsFunc(t, func(c call) bool { return c.injected && c.inRuntime() })
}

// leftAgain returns the files left after the command has run once more, without a
// fault: a build removes the temporary folders of builds that were killed.
func (s *scenario) leftAgain(dir string) string {
	if out, err := program(dir, s.command).CombinedOutput(); err != nil {
		return fmt.Sprintf("the next run fails: %v: %s", err, out)
	}
	if w := s.left(dir); w != "" {
		return "the next run " + w
	}
	return ""
}

// unclear returns the problem of the message of a run that failed, or empty. There
// cannot be a message if the fault was in the message itself, before the program began,
// or in a pipe of Go's scheduler.
func unclear(t trace, r result) string {
	for _, c := range t {
		if c.injected && (c.file() == "" && c.name != "openat" && !strings.HasPrefix(c.name, "rename") &&
			c.name != "mkdirat" || c.inRuntime() || strings.HasPrefix(c.args, "2<")) {
			return ""
		}
	}
	switch text := r.message; {
	case strings.Contains(text, "goroutine ") || strings.Contains(text, "panic:"):
		return fmt.Sprintf("a stack trace: %.300s", text)
	case r.code < 0:
		return fmt.Sprintf("ended by a signal: %.300s", text)
	case r.code != 0 && r.code != skipped && !strings.Contains(text, ": "):
		return fmt.Sprintf("exit code %d without a message: %q", r.code, text)
	}
	return ""
}
