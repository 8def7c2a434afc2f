// Package refresh keeps the artifacts of a tree up to date while a server answers from them: it runs
// `indexer watch` as a child process. The program is the indexer next to this one, otherwise that on
// PATH, and must have the same version; nothing in the tree can choose it.
package refresh

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"seedgraph/internal/hint"
)

// Options specifies a watcher.
type Options struct {
	Source  string    // the tree
	Out     string    // the artifacts; empty for the default of indexer
	Version string    // of this program
	Stderr  io.Writer // receives warnings of the watcher

	// Program is the path of the indexer; empty to find it.
	Program string
}

// stopTime is the time that the watcher has to end after an interrupt.
const stopTime = 5 * time.Second

// Start starts the watcher. It runs until ctx is done; wait then returns once it has ended. ended is
// closed when it ends, for whatever reason.
func Start(ctx context.Context, o Options) (ended <-chan struct{}, wait func() error, err error) {
	program := o.Program
	if program == "" {
		if program, err = find(); err != nil {
			return nil, nil, err
		}
	}
	if err := checkVersion(ctx, program, o.Version); err != nil {
		return nil, nil, err
	}
	args := []string{"watch", o.Source, "--quiet"}
	if o.Out != "" {
		args = append(args, "--out", o.Out)
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Stderr = o.Stderr
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = stopTime
	endWithParent(c)
	started, done := make(chan error), make(chan struct{})
	var result error
	go func() {
		defer close(done)
		// The kernel signals a child when the thread that started it ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := c.Start(); err != nil {
			started <- fmt.Errorf("start %s: %w", program, err)
			return
		}
		close(started)
		if err := c.Wait(); err != nil && ctx.Err() == nil {
			result = fmt.Errorf("%s watch %s: %w", program, o.Source, err)
		}
	}()
	if err := <-started; err != nil {
		return nil, nil, err
	}
	return done, func() error { <-done; return result }, nil
}

// find returns the path of the indexer.
func find() (string, error) {
	if own, err := os.Executable(); err == nil {
		sibling := filepath.Join(filepath.Dir(own), "indexer")
		if info, err := os.Stat(sibling); err == nil && info.Mode().IsRegular() {
			return sibling, nil
		}
	}
	found, err := exec.LookPath("indexer")
	if err != nil {
		return "", hint.With(fmt.Errorf("--refresh needs the program indexer: %w", err),
			"put indexer next to query, or on PATH")
	}
	return found, nil
}

// checkVersion reports an error if the indexer is not of this version: it may write a format that this
// program does not read.
func checkVersion(ctx context.Context, program, want string) error {
	out, err := exec.CommandContext(ctx, program, "version", "--json").Output()
	var v struct {
		Version string `json:"version"`
	}
	if err == nil {
		err = json.Unmarshal(out, &v)
	}
	if err != nil {
		return fmt.Errorf("%s version: %w", program, err)
	}
	if v.Version != want {
		return hint.With(fmt.Errorf("%s has version %s, but query has %s", program, v.Version, want),
			"install both programs from one build")
	}
	return nil
}
