// Command faults makes system calls of the programs fail, one after the other, while
// they write artifacts, a bundle and a file of feedback over older ones, and checks
// that afterwards the old or the new ones are complete, that the error message is
// clear, and that no temporary file is left. The traces of runs without faults must
// show that every file, and every folder with new entries, is flushed to disk before it
// replaces an old one.
//
// It needs strace, whose -e inject makes a call fail. Calls are counted per thread, so
// that a run may have one fault in each of several threads.
//
//	main.go      the calls that fail, and the report
//	scenario.go  the commands, and the checks afterwards
//	trace.go     reads the output of strace
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

var (
	indexer = flag.String("indexer", "bin/indexer", "the program that builds")
	query   = flag.String("query", "bin/query", "the program that notes feedback")
	only    = flag.String("only", "", "try only scenarios whose name contains this")
	small   = flag.Bool("small", false, "try a few calls of each kind, in one tree")
	jobs    = flag.Int("jobs", 2, "runs at the same time")
	verbose = flag.Bool("v", false, "print every run")
)

// A fault is a system call that fails, with its error.
type fault struct{ call, err string }

// faults are the faults that a disk, a quota or another program can cause.
var faults = []fault{
	{"openat", "EIO"}, {"read", "EIO"}, {"write", "ENOSPC"}, {"fsync", "EIO"},
	{"renameat", "EIO"}, {"renameat2", "EIO"}, {"mkdirat", "ENOSPC"},
}

// fewCalls is the number of calls of a kind that are tried with -small.
const fewCalls = 5

func main() {
	flag.Parse()
	failed, err := run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		fmt.Fprintln(os.Stderr, "faults: strace is missing: apt-get install strace (Debian, Ubuntu), "+
			"dnf install strace (Fedora)")
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	case failed > 0:
		fmt.Printf("%d runs fail\n", failed)
		os.Exit(1)
	}
}

// run tries all scenarios and returns the number of failed runs.
func run() (failed int, err error) {
	if _, err := exec.LookPath("strace"); err != nil {
		return 0, err
	}
	for _, program := range []*string{indexer, query} {
		if *program, err = filepath.Abs(*program); err != nil {
			return 0, err
		}
	}
	top, err := os.MkdirTemp("", "faults")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(top)
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return 0, err
	}
	for _, s := range scenarios(*small) {
		if !strings.Contains(s.name, *only) {
			continue
		}
		wrong, runs, err := s.try(filepath.Join(top, strings.ReplaceAll(s.name, " ", "-")))
		if err != nil {
			return failed, fmt.Errorf("%s: %w", s.name, err)
		}
		for _, w := range wrong {
			fmt.Printf("FAILS  %s: %s\n", s.name, w)
		}
		fmt.Printf("%-28s %d runs, %d fail\n", s.name, runs, len(wrong))
		failed += len(wrong)
	}
	return failed, nil
}

// try prepares a scenario in a folder and makes each of its calls fail.
func (s *scenario) try(dir string) (wrong []string, runs int, err error) {
	if err := s.prepare(dir); err != nil {
		return nil, 0, err
	}
	calls := map[string]int{}
	for _, f := range faults {
		t, _, err := s.traced(filepath.Join(dir, "plain-"+f.call), f.call, "")
		if err != nil {
			return nil, 0, err
		}
		calls[f.call] = t.most()
	}
	order, err := s.order(filepath.Join(dir, "order"))
	if err != nil {
		return nil, 0, err
	}
	wrong = append(wrong, order...)
	var mu sync.Mutex
	var group sync.WaitGroup
	slots := make(chan struct{}, max(1, *jobs))
	for _, f := range faults {
		for _, n := range chosen(calls[f.call], *small) {
			slots <- struct{}{}
			group.Go(func() {
				problem := s.fails(filepath.Join(dir, fmt.Sprintf("%s-%d", f.call, n)), f, n)
				mu.Lock()
				runs++
				if problem != "" {
					wrong = append(wrong, problem)
				}
				mu.Unlock()
				<-slots
			})
		}
	}
	group.Wait()
	slices.Sort(wrong)
	return wrong, runs, os.RemoveAll(dir)
}

// chosen returns the numbers of the calls to fail, given the number of calls in a run:
// a few more than that, since runs differ slightly.
func chosen(calls int, few bool) []int {
	var out []int
	if calls == 0 {
		return nil
	}
	step := 1
	if few {
		step = max(1, calls/fewCalls)
	}
	for n := 1; n <= calls+1; n += step {
		out = append(out, n)
	}
	return out
}
