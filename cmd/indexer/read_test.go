package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/parse/all"
	"seedgraph/query/search"
	"seedgraph/testkit/longtest"
)

// TestReadScripts runs the scripts in testdata/read: commands that read artifacts.
// In addition to testscript's commands they have exits, absent, and
//
//	sample DIR [compressed]   write the sample of artifactstest
//	damage HOW FILE           truncate, flip, remove or replace a file
//	each-file HOW CODE DIR ARGS…
//	                          damage each file of DIR in turn, in that way, and run
//	                          indexer with ARGS; CODE is its exit code, or several
//	                          with "|"; stdout must be empty unless it is verify
func TestReadScripts(t *testing.T) {
	longtest.NotRaced(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/read",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":  scriptExits,
			"absent": scriptAbsent,
			"sample": scriptSample,
			"damage": func(ts *testscript.TestScript, _ bool,
				args []string) {
				damageFile(ts, args[0], ts.MkAbs(args[1]))
			},
			"each-file": scriptEachFile,
		},
	})
}

func scriptSample(ts *testscript.TestScript, _ bool, args []string) {
	opts := artifacts.Options{Compress: len(args) > 1 && args[1] == "compressed"}
	ts.Check(artifacts.Write(context.Background(), ts.MkAbs(args[0]), artifactstest.Sample(),
		graphstore.Create, opts))
}

// damageFile damages a file and returns its former content.
func damageFile(ts *testscript.TestScript, how, file string) []byte {
	raw, err := os.ReadFile(file)
	ts.Check(err)
	ts.Check(os.Remove(file))
	switch how {
	case "missing":
		return raw
	case "truncated":
		ts.Check(os.WriteFile(file, raw[:len(raw)/2], 0o644))
	case "flipped":
		damaged := append([]byte(nil), raw...)
		damaged[len(raw)/2] ^= 0x08
		ts.Check(os.WriteFile(file, damaged, 0o644))
	case "foreign":
		ts.Check(os.WriteFile(file, []byte("{\"made\": \"elsewhere\"}\n"), 0o644))
	default:
		ts.Fatalf("no way to damage called %s", how)
	}
	return raw
}

func scriptEachFile(ts *testscript.TestScript, _ bool, args []string) {
	how, codes, dir, command := args[0], strings.Split(args[1], "|"), args[2], args[3:]
	files := folderContents(ts, dir)
	for name := range files {
		file := filepath.Join(ts.MkAbs(dir), name)
		raw := damageFile(ts, how, file)
		code, out, stderr := runIndexer(ts, command)
		ts.Check(os.WriteFile(file, raw, 0o644))
		switch {
		case !slices.Contains(codes, code):
			ts.Fatalf("%s %s: exit code %s, want %s\n%s", name, how, code, args[1], stderr)
		case !strings.HasPrefix(stderr, "indexer: "):
			ts.Fatalf("%s %s: stderr is %q", name, how, stderr)
		case command[0] != "verify" && out != "":
			ts.Fatalf("%s %s: stdout is %q", name, how, out)
		case strings.Contains(stderr+out, "goroutine "):
			ts.Fatalf("%s %s: a panic\n%s", name, how, stderr)
		}
	}
}

// runIndexer runs the command in the script's folder.
func runIndexer(ts *testscript.TestScript, args []string) (code, stdout, stderr string) {
	var out, messages bytes.Buffer
	program, err := exec.LookPath("indexer") // installed by testscript
	ts.Check(err)
	c := exec.Command(program, args...)
	c.Dir, c.Stdout, c.Stderr = ts.MkAbs("."), &out, &messages
	err = c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Fatalf("%v", err)
	}
	return strconv.Itoa(c.ProcessState.ExitCode()), out.String(), messages.String()
}

// TestSearchKnowsEveryLanguage checks that a search can be limited to any language
// that a build can read.
func TestSearchKnowsEveryLanguage(t *testing.T) {
	var names []string
	for _, l := range all.Set().Languages() {
		names = append(names, l.Name())
	}
	slices.Sort(names)
	names = slices.Compact(names) // a language may have several front ends
	if !slices.Equal(names, search.Languages) {
		t.Errorf("a build reads %q, a search knows %q", names, search.Languages)
	}
}
