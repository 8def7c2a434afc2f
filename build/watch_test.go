package build

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"seedgraph/external/libs"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
	"seedgraph/tokens"
)

// A watched is a watcher of a folder, and its reports.
type watched struct {
	t      *testing.T
	dir    string
	builds chan *Report
	failed chan error
	ended  chan error
	stop   context.CancelFunc
}

// watch starts a watcher of a folder with one file.
func watch(t *testing.T, poll time.Duration) *watched {
	ctx, stop := context.WithCancel(t.Context())
	w := &watched{t: t, dir: t.TempDir(), builds: make(chan *Report, 100), failed: make(chan error, 100),
		ended: make(chan error, 1), stop: stop}
	w.write("a.py", "def f():\n    return 1\n")
	x := Watcher{Poll: poll, Options: Options{Src: w.dir, Out: filepath.Join(t.TempDir(), "out"), Jobs: 2,
		Tokens: tokens.O200k, Libs: libs.Off}, Host: &Host{Progress: progress.New(nil, nil, true), Tool: "v1"},
		Warn: func(err error) { w.failed <- err }}
	x.Built = func(report *Report, _ time.Duration, err error) {
		if err != nil {
			w.failed <- err
			return
		}
		w.builds <- report
	}
	go func() { w.ended <- x.Run(ctx) }()
	return w
}

func (w *watched) write(name, text string) {
	w.t.Helper()
	file := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

// next returns the report of the next build.
func (w *watched) next() *Report {
	w.t.Helper()
	select {
	case r := <-w.builds:
		return r
	case err := <-w.failed:
		w.t.Fatal(err)
	case err := <-w.ended:
		w.t.Fatalf("ended: %v", err)
	case <-time.After(time.Minute):
		w.t.Fatal("no build in a minute")
	}
	return nil
}

// TestWatch changes a tree in several ways: each is one build with the files of the tree; an ignored file
// and a file that is only touched build nothing.
func TestWatch(t *testing.T) {
	for name, poll := range map[string]time.Duration{"events": 0, "polling": 20 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := watch(t, poll)
			if n := w.next().Files; n != 1 {
				t.Errorf("the first build has %d files", n)
			}
			w.write("b.py", "def g():\n    return 2\n")
			if n := w.next().Files; n != 2 {
				t.Errorf("with a new file: %d", n)
			}
			w.write("sub/deep/c.py", "x = 1\n") // in folders that nobody watches yet
			if n := w.next().Files; n != 3 {
				t.Errorf("with a new folder: %d", n)
			}
			w.write("sub/deep/d.py", "y = 1\n")
			if n := w.next().Files; n != 4 {
				t.Errorf("with a file in the new folder: %d", n)
			}
			if err := os.Remove(filepath.Join(w.dir, "a.py")); err != nil {
				t.Fatal(err)
			}
			if n := w.next().Files; n != 3 {
				t.Errorf("without a file: %d", n)
			}
			now := time.Now().Add(time.Hour)
			if err := os.Chtimes(filepath.Join(w.dir, "b.py"), now, now); err != nil {
				t.Fatal(err)
			}
			w.write(".gitignore", "*.tmp\n")
			if n := w.next().Files; n != 3 { // the walk ignores other files now
				t.Errorf("with a rule: %d", n)
			}
			w.write("z.tmp", "1")
			w.write("e.py", "z = 1\n")
			if n := w.next().Files; n != 4 {
				t.Errorf("with an ignored file and another: %d", n)
			}
			w.stop()
			if err := <-w.ended; err != nil {
				t.Errorf("ended with %v", err)
			}
			if len(w.builds) > 0 {
				t.Errorf("%d builds too many", len(w.builds))
			}
		})
	}
}

// TestWatchFails checks that the error of a first build ends the watcher.
func TestWatchFails(t *testing.T) {
	x := Watcher{Options: Options{Src: filepath.Join(t.TempDir(), "nowhere"), Out: t.TempDir()}, Host: &Host{}}
	if err := x.Run(t.Context()); err == nil {
		t.Error("a folder that does not exist is watched")
	}
}

func TestWatchErrorNamesTheSetting(t *testing.T) {
	if err := watchError(syscall.ENOSPC); hint.Of(err) == "" || !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
	if err := watchError(syscall.EPERM); hint.Of(err) != "" {
		t.Errorf("a hint on another error: %v", err)
	}
}
