package refresh

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fake writes a program that prints a version, and as a watcher its arguments to a file until it is
// interrupted.
func fake(t *testing.T, end string) (program, log string) {
	dir := t.TempDir()
	program, log = filepath.Join(dir, "indexer"), filepath.Join(dir, "log")
	script := `#!/bin/sh
if [ "$1" = version ]; then echo '{"version": "v1"}'; exit; fi
trap 'echo interrupted >> ` + log + `; exit 130' INT
echo "$@" > ` + log + `
` + end + "\n"
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return program, log
}

func logged(t *testing.T, log, want string) {
	t.Helper()
	for range 600 {
		if text, _ := os.ReadFile(log); strings.Contains(string(text), want) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	text, err := os.ReadFile(log)
	t.Fatalf("logged %q (%v), want %q", text, err, want)
}

// TestStart checks the arguments of the watcher, and that it is interrupted with the server.
func TestStart(t *testing.T) {
	program, log := fake(t, "while :; do sleep 0.05; done")
	ctx, stop := context.WithCancel(t.Context())
	ended, wait, err := Start(ctx, Options{Source: "src", Out: "out", Version: "v1", Stderr: os.Stderr, Program: program})
	if err != nil {
		t.Fatal(err)
	}
	logged(t, log, "watch src --quiet --out out")
	select {
	case <-ended:
		t.Fatal("it ended by itself")
	default:
	}
	stop()
	if err := wait(); err != nil {
		t.Error(err)
	}
	logged(t, log, "interrupted")
}

// TestEnds checks that the end of a watcher is noticed, with its error.
func TestEnds(t *testing.T) {
	program, _ := fake(t, "exit 1")
	ended, wait, err := Start(t.Context(), Options{Source: "src", Version: "v1", Stderr: os.Stderr, Program: program})
	if err != nil {
		t.Fatal(err)
	}
	<-ended
	if err := wait(); err == nil || !strings.Contains(err.Error(), "watch src") {
		t.Errorf("got %v", err)
	}
}

// TestOtherVersion checks that an indexer of another version, and a missing one, are errors.
func TestOtherVersion(t *testing.T) {
	program, log := fake(t, "exit 0")
	_, _, err := Start(t.Context(), Options{Source: "src", Version: "v2", Program: program})
	if err == nil || !strings.Contains(err.Error(), "has version v1, but query has v2") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(log); err == nil {
		t.Error("it was started all the same")
	}
	t.Setenv("PATH", t.TempDir())
	if _, _, err := Start(t.Context(), Options{Source: "src", Version: "v1"}); err == nil {
		t.Error("a missing program is no error")
	}
}
