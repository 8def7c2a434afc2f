// Mutants measures how much of a package its tests verify. It replaces the body
// of one function at a time by "return the zero value" and runs the tests: a
// mutant survives if they still pass.
//
//	go run ./internal/mutants [flags] DIR...
//
// All mutants of a package are compiled into one test binary and selected by an
// environment variable, so that each costs one run of the tests. Functions that
// return zero values anyway are skipped. A test run that takes longer than
// -timeout counts as a failure.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

type options struct {
	tests   string        // packages whose tests must fail; empty means the mutated one and those below
	max     float64       // accepted share of survivors, in percent
	since   string        // revision: only functions changed since then
	timeout time.Duration // of one run of the tests
	jobs    int           // runs at the same time
	short   bool          // run tests with -short
	run     string        // pattern of tests to run; empty means all
	verbose bool
}

func main() {
	var o options
	flag.StringVar(&o.tests, "tests", "",
		"packages whose tests must fail, separated by commas (default: the mutated package and "+
			"those below it)")
	flag.Float64Var(&o.max, "max", 5, "share of surviving mutants to accept, in percent")
	flag.StringVar(&o.since, "since", "", "mutate only functions that changed since this revision")
	flag.DurationVar(&o.timeout, "timeout", 20*time.Second, "time for one run of the tests")
	flag.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "runs at the same time")
	flag.BoolVar(&o.short, "short", false, "run the tests with -short")
	flag.StringVar(&o.run, "run", "", "run only the tests whose names match, as go test -run does")
	flag.BoolVar(&o.verbose, "v", false, "print killed mutants, too")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// run tests the mutants of each folder, prints the survivors, and fails if
// there are too many.
func run(ctx context.Context, o options, dirs []string) error {
	if len(dirs) == 0 {
		return fmt.Errorf("no folder of a package given")
	}
	total, alive := 0, 0
	for _, dir := range dirs {
		mutants, survivors, err := testPackage(ctx, o, filepath.Clean(dir))
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		for _, m := range survivors {
			fmt.Printf("survives: %s:%d %s\n", m.file, m.line, m.name)
		}
		fmt.Printf("%s: %d of %d mutants survive\n", dir, len(survivors), len(mutants))
		total, alive = total+len(mutants), alive+len(survivors)
	}
	if share := 100 * float64(alive) / float64(max(total, 1)); share > o.max {
		return fmt.Errorf("%.1f %% of the mutants survive; at most %.1f %% may", share, o.max)
	}
	return nil
}

// testPackage returns the mutants of a package, by file and line, and the
// survivors.
func testPackage(ctx context.Context, o options,
	dir string) (mutants, survivors []mutant, err error) {
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(work)
	changed, err := changedLines(ctx, o.since, dir)
	if err != nil {
		return nil, nil, err
	}
	mutants, overlay, err := mutate(dir, work, changed)
	if err != nil || len(mutants) == 0 {
		return nil, nil, err
	}
	tests := []string{"./" + filepath.ToSlash(dir) + "/..."}
	if o.tests != "" {
		tests = strings.Split(o.tests, ",")
	}
	binaries, err := compile(ctx, overlay, work, tests)
	if err != nil {
		return nil, nil, err
	}
	if !passes(ctx, binaries, 0, &o) {
		return nil, nil, fmt.Errorf("the tests fail without any mutant")
	}
	survivors = testAll(ctx, o, binaries, mutants)
	return mutants, survivors, ctx.Err()
}

// A binary is a compiled test, and the folder to run it in.
type binary struct{ path, dir string }

// compile builds the tests of the packages with the overlay in place.
func compile(ctx context.Context, overlay, work string, packages []string) ([]binary, error) {
	list := exec.CommandContext(ctx, "go",
		append([]string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}"},
			packages...)...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, err
	}
	var binaries []binary
	for i, dir := range strings.Fields(string(out)) {
		b := binary{filepath.Join(work, fmt.Sprintf("test%d", i)), dir}
		build := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", b.path,
			dir)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return nil, fmt.Errorf("compiling the tests of %s: %w", dir, err)
		}
		binaries = append(binaries, b)
	}
	return binaries, nil
}

// testAll returns the mutants that no test detects, in the given order.
func testAll(ctx context.Context, o options, binaries []binary, mutants []mutant) []mutant {
	alive := make([]bool, len(mutants))
	next := make(chan int)
	done := make(chan struct{})
	for range max(o.jobs, 1) {
		go func() {
			for i := range next {
				alive[i] = passes(ctx, binaries, mutants[i].number, &o)
			}
			done <- struct{}{}
		}()
	}
	for i := range mutants {
		next <- i
	}
	close(next)
	for range max(o.jobs, 1) {
		<-done
	}
	var survivors []mutant
	for i, m := range mutants {
		if alive[i] {
			survivors = append(survivors, m)
		} else if o.verbose {
			fmt.Printf("killed: %s:%d %s\n", m.file, m.line, m.name)
		}
	}
	return survivors
}

// passes reports whether all tests pass with one mutant switched on.
func passes(ctx context.Context, binaries []binary, number int, o *options) bool {
	for _, b := range binaries {
		ctx, cancel := context.WithTimeout(ctx, o.timeout)
		test := exec.CommandContext(ctx, b.path, "-test.failfast", "-test.run", o.run,
			fmt.Sprintf("-test.short=%v", o.short))
		test.Dir = b.dir
		test.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, number))
		err := test.Run()
		cancel()
		if err != nil {
			return false
		}
	}
	return true
}
