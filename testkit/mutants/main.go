// Mutants measures how much of a package its tests verify. It replaces the body
// of one function at a time by "return the zero value" and runs the tests: a
// mutant survives if they still pass.
//
//	go run ./testkit/mutants [flags] DIR...
//
// All mutants of a package are compiled into one test binary and selected by an
// environment variable, so that each costs one run of the tests. Functions that
// return zero values anyway are skipped. A test run that takes longer than
// -timeout counts as a failure.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

type options struct {
	tests   string        // packages whose tests must fail; empty means the mutated one and those below
	max     float64       // accepted share of survivors, in percent
	limit   int           // mutants to test of each package; 0 for all
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
		"packages whose tests must fail, separated by commas (default: the mutated package, "+
			"those below it, and their suites)")
	flag.Float64Var(&o.max, "max", 5, "share of surviving mutants to accept, in percent")
	flag.StringVar(&o.since, "since", "", "mutate only functions that changed since this revision")
	flag.IntVar(&o.limit, "limit", 0,
		"test at most this many mutants of each package, drawn by the hashes of their names (default all)")
	flag.DurationVar(&o.timeout, "timeout", time.Minute, "time for one run of the tests")
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
	mutants = draw(mutants, o.limit)
	binaries, err := compile(ctx, overlay, work, testsOf(o, filepath.ToSlash(dir)))
	if err != nil {
		return nil, nil, err
	}
	if !passes(ctx, binaries, 0, &o) {
		return nil, nil, fmt.Errorf("the tests fail without any mutant")
	}
	survivors = testAll(ctx, o, binaries, mutants)
	return mutants, survivors, ctx.Err()
}

// draw returns at most limit of the mutants, by file and line: those with the smallest hashes, so that
// the draw does not depend on the order or on other functions.
func draw(mutants []mutant, limit int) []mutant {
	if limit == 0 || len(mutants) <= limit {
		return mutants
	}
	hash := func(m mutant) uint64 {
		h := fnv.New64a()
		io.WriteString(h, filepath.ToSlash(m.file)+" "+m.name)
		return h.Sum64()
	}
	drawn := slices.Clone(mutants)
	slices.SortFunc(drawn, func(a, b mutant) int { return cmp.Compare(hash(a), hash(b)) })
	drawn = drawn[:limit]
	slices.SortFunc(drawn, func(a, b mutant) int { return cmp.Compare(a.number, b.number) })
	return drawn
}

// archives is the package that runs the archives of all packages.
const archives = "./testkit/archives"

// A suite is the tests of some packages that are run against a mutant.
type suite struct{ packages, run string }

var (
	allArchives = []suite{{archives, "TestArchives"}}
	ofRows      = []suite{{archives, "TestArchives/frameworks/(libraries|golang|java|csharp)$"},
		{"./build", "TestRowsInFiles|TestReadModels|TestOwnLibraries"}}
)

// suites are the tests of packages whose functions other packages exercise, besides those in or below
// the package.
var suites = map[string][]suite{
	// no language and no framework is known there: all archives exercise them
	"eval": allArchives, "frameworks/concept/request": allArchives, "parse": allArchives, "resolve": allArchives,

	"frameworks/concept/model": ofRows, "frameworks/rows": ofRows,
	"build/cache":           {{"./build", "Incremental|WatcherRemembers|DamagedCache|ForgedEntries|KeptFacts|Cache"}},
	"build/fleet":           {{"./cmd/indexer", "TestScripts/link"}},
	"query/answer/dispatch": {{"./query/answer/paths", "Receivers|PartialClasses"}},
	"query/check":           {{"./cmd/indexer", "TestScripts/check$"}},
	"query/view":            {{"./cmd/indexer", "TestScripts/view$"}},
	"source/scip":           {{"./build", "SCIP"}},
}

// testsOf returns the tests for the mutants of a package: those given, or those in and below it, and
// those of suites, by default its archives.
func testsOf(o options, dir string) []suite {
	if o.tests != "" {
		var out []suite
		for _, packages := range strings.Split(o.tests, ",") {
			out = append(out, suite{packages, o.run})
		}
		return out
	}
	out := []suite{{"./" + dir + "/...", o.run}}
	if _, err := os.Stat(archives); err != nil { // another module
		return out
	}
	if more, ok := suites[dir]; ok {
		return append(out, more...)
	}
	return append(out, suite{archives, "TestArchives/" + dir + "/"})
}

// A binary is a compiled test, the folder to run it in, and the tests to run, as go test -run does.
type binary struct{ path, dir, run string }

// compile builds the tests of the suites with the overlay in place.
func compile(ctx context.Context, overlay, work string, suites []suite) ([]binary, error) {
	var binaries []binary
	for _, s := range suites {
		list := exec.CommandContext(ctx, "go", "list", "-f",
			"{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}", s.packages)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, err
		}
		for _, dir := range strings.Fields(string(out)) {
			b := binary{filepath.Join(work, fmt.Sprintf("test%d", len(binaries))), dir, s.run}
			build := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", b.path, dir)
			build.Stderr = os.Stderr
			if err := build.Run(); err != nil {
				return nil, fmt.Errorf("compiling the tests of %s: %w", dir, err)
			}
			binaries = append(binaries, b)
		}
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
		test := exec.CommandContext(ctx, b.path, "-test.failfast", "-test.run", b.run,
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
