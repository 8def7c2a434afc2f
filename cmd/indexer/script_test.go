package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
	"seedgraph/testkit/longtest"
)

var update = flag.Bool("update", false, "rewrite what tests expect")

// TestMain makes the test binary act as the command indexer, for scripts and
// for tests that kill it.
func TestMain(m *testing.M) {
	testscript.Main(withCaches{m}, map[string]func(){
		"indexer": func() { os.Exit(program.Main(runHooked)) },
	})
}

// withCaches runs tests with a folder of their own for the caches of a user.
type withCaches struct{ *testing.M }

func (m withCaches) Run() int {
	folder, err := os.MkdirTemp("", "caches")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	os.Setenv("XDG_CACHE_HOME", folder)
	longtest.CollectRarely()
	return m.M.Run()
}

// runHooked is like run, with the hooks specified in the environment:
//
//	INDEXER_TEST_INTERRUPT=PHASE   send the process an interrupt when the phase begins
//	INDEXER_TEST_AT=PHASE          do these when the phase begins:
//	INDEXER_TEST_REMOVE=FILE         remove a file
//	INDEXER_TEST_REPLACE=FILE        put a folder in its place
func runHooked(ctx context.Context, args []string, s cli.Streams) error {
	g := &globals{streams: s}
	g.phase = func(name string) {
		if name == os.Getenv("INDEXER_TEST_INTERRUPT") {
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
			<-ctx.Done()
		}
		if name != os.Getenv("INDEXER_TEST_AT") {
			return
		}
		if f := os.Getenv("INDEXER_TEST_REMOVE"); f != "" {
			_ = os.Remove(f)
		}
		if f := os.Getenv("INDEXER_TEST_REPLACE"); f != "" {
			_ = os.Remove(f)
			_ = os.Mkdir(f, 0o777)
		}
	}
	return execute(ctx, args, g)
}

// TestScripts runs the scripts in testdata/script. In addition to testscript's commands
// they have:
//
//	exits CODE indexer ARGS   run a command and compare its exit code
//	same DIR DIR              compare all files below two folders
//	absent PATTERN            no file matches the glob pattern
//	encode FORM FILE          rewrite a UTF-8 file in another encoding or with other line ends
//	spans OUT SRC ENCODING    the bytes at the spans of definitions are their texts
//	ids OUT OUT               both have the same ids and texts
//	generate KIND FILE        write a hostile file, see generators
//	badname DIR               write Go files whose names hold a newline and invalid UTF-8
func TestScripts(t *testing.T) {
	scripts := testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":      scriptExits,
			"same":       scriptSame,
			"absent":     scriptAbsent,
			"encode":     scriptEncode,
			"spans":      scriptSpans,
			"ids":        scriptIDs,
			"generate":   scriptGenerate,
			"badname":    scriptBadName,
			"companions": scriptCompanions,
			"mkfifo": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o644))
			},
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", filepath.Join(t.TempDir(), "caches"))
			e.Setenv("SEEDGRAPH_MUTANT", os.Getenv("SEEDGRAPH_MUTANT")) // of testkit/mutants
			return nil
		},
	}
	if longtest.Raced() {
		scripts.Files, scripts.Dir = concurrent, ""
	}
	testscript.Run(t, scripts)
}

// concurrent are the scripts that run under the race detector: together they cover all
// concurrent code of a build.
var concurrent = []string{"testdata/script/build.txtar", "testdata/script/bundle.txtar",
	"testdata/script/changing.txtar", "testdata/script/history.txtar",
	"testdata/script/interrupt.txtar", "testdata/script/large.txtar",
	"testdata/script/settings.txtar", "testdata/script/templates.txtar"}

func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGS")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s: exit code %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

func scriptSame(ts *testscript.TestScript, neg bool, args []string) {
	a, b := folderContents(ts, args[0]), folderContents(ts, args[1])
	if len(a) == 0 {
		ts.Fatalf("%s holds no files", args[0])
	}
	diff := differences(a, b)
	switch {
	case len(diff) == 0 && neg:
		ts.Fatalf("%s and %s are the same", args[0], args[1])
	case len(diff) > 0 && !neg:
		ts.Fatalf("%s and %s differ: %s", args[0], args[1], strings.Join(diff, ", "))
	}
}

func folderContents(ts *testscript.TestScript, dir string) map[string]string {
	files, err := readFolder(ts.MkAbs(dir))
	ts.Check(err)
	return files
}

func scriptAbsent(ts *testscript.TestScript, _ bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) > 0 {
		ts.Fatalf("found %s", strings.Join(found, " "))
	}
}

func scriptGenerate(ts *testscript.TestScript, _ bool, args []string) {
	make := generators[args[0]]
	if make == nil {
		ts.Fatalf("no generator %s", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), make(), 0o644))
}

func scriptBadName(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range []string{"new\nline.go", "inv\xff\xfealid.go"} {
		ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), name),
			[]byte("package names\n\nfunc Odd() {}\n"), 0o644))
	}
}

// scriptCompanions implements the command: companions OUT NAME [NAME...]. The
// definitions that commits change together with the first must be the others.
func scriptCompanions(ts *testscript.TestScript, _ bool, args []string) {
	r, err := artifacts.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer r.Close()
	of, err := r.Resolve(args[1])
	ts.Check(err)
	if len(of.Nodes) != 1 {
		ts.Fatalf("%s is %d definitions", args[1], len(of.Nodes))
	}
	ties, err := r.Companions(of.Nodes[0])
	ts.Check(err)
	var got []string
	for _, t := range ties {
		n, err := r.Node(t.Node)
		ts.Check(err)
		got = append(got, n.Name)
	}
	if !slices.Equal(got, args[2:]) {
		ts.Fatalf("the companions of %s are %q, want %q", args[1], got, args[2:])
	}
}
