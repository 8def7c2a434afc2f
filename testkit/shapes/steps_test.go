package shapes_test

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"seedgraph/testkit/shapes"
)

// passes are the parts of a build whose steps are counted, by the folders of their
// packages.
var passes = []struct{ name, folder string }{
	{"sql", "parse/sql/"}, {"sql", "resolve/sql/"}, {"sql", "source/sqltext/"},
	{"parse", "parse/"}, {"parse", "source/secrets/"},
	{"resolve", "resolve/"}, {"resolve", "graphbuild/"},
	{"frameworks", "frameworks/"}, {"frameworks", "eval/"}, {"frameworks", "source/migration/"},
	{"write", "artifacts/"}, {"write", "pagerank/"}, {"write", "tokens/"},
}

// maxGrowth is the maximum growth of the steps of a pass, relative to the bytes of the
// program: sorting and lookups add a logarithm, and limits stop faster growth.
const maxGrowth = 1.5

// beyond are the sizes at which shapes have reached the limits that stop quadratic
// growth.
var beyond = map[string]int{
	"overloads by type, cs":       1000, // resolve.MaxCandidates
	"overloads by type, java":     1000,
	"overloads, kt":               1000,
	"overloads, swift":            1000,
	"assignments to one name, ts": 1500, // typescript.maxGuards
	"branches on one name, py":    1000, // python.maxBindings
	"strings that double, java":   40,   // the limit of a folded string
	"strings that double, ts":     40,
	"nested blocks, py":           300, // parse.MaxNesting, and the levels of the grammar
	"nested classes, py":          300, // parse.MaxDefinitions
	"nested functions, py":        300,
}

// leastSteps is the number of steps below which fixed costs dominate.
const leastSteps = 200_000

// TestStepsGrowLikeThePrograms builds each shape in two sizes, one twice the other, and
// counts the executed statements: in no pass may they grow faster than the program.
// They are counted by an instrumented indexer, as for coverage; times are not measured.
func TestStepsGrowLikeThePrograms(t *testing.T) {
	dir, tool := counting(t)
	for _, s := range shapes.All() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel() // steps are counted, so that other builds do not interfere
			n := base(s)
			before, after := count(t, dir, tool, s.Make(n)), count(t, dir, tool, s.Make(2*n))
			for _, pass := range slices.Sorted(maps.Keys(after.steps)) {
				steps := after.steps[pass]
				growth := float64(steps) / float64(max(before.steps[pass], 1))
				bytes := float64(after.bytes) / float64(before.bytes)
				if limit := bytes * maxGrowth; steps >= leastSteps && growth > limit {
					t.Errorf("%s: %d steps for size %d, %d for size %d: %.2f times as many, want %.2f",
						pass, before.steps[pass], n, steps, 2*n, growth, limit)
				}
			}
		})
	}
}

// maxExponent is the maximum power of its bytes with which the steps of a build may
// grow.
const maxExponent = 1.2

// TestExponents builds the shapes of things that are matched with each other in 1, 2, 4
// and 8 times a size and compares the steps of whole builds, minus those of an empty
// tree.
func TestExponents(t *testing.T) {
	dir, tool := counting(t)
	empty := count(t, dir, tool, map[string]string{"empty.py": ""}).sum()
	list := shapes.Matched()
	if len(list) < 30 {
		t.Errorf("%d shapes, want 30", len(list))
	}
	for _, s := range list {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			n := max(s.Small, s.Full/8)
			var x, y []float64 // logarithms of bytes and of steps
			for _, times := range []int{1, 2, 4, 8} {
				c := count(t, dir, tool, s.Make(times*n))
				x = append(x, math.Log(float64(c.bytes)))
				y = append(y, math.Log(float64(max(1, c.sum()-empty))))
			}
			exponent := slope(x, y)
			t.Logf("exponent %.2f, %.0f steps a byte", exponent, math.Exp(y[3]-x[3]))
			if exponent > maxExponent {
				t.Errorf("the steps grow with the power %.2f of the bytes, want %.1f", exponent, maxExponent)
			}
		})
	}
}

// slope returns the slope of the least-squares line through the points.
func slope(x, y []float64) float64 {
	var mx, my, xy, xx float64
	for i := range x {
		mx += x[i] / float64(len(x))
		my += y[i] / float64(len(y))
	}
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	return xy / xx
}

// TestSlope checks the computation of the exponents.
func TestSlope(t *testing.T) {
	if got := slope([]float64{0, 1, 2}, []float64{1, 3, 5}); math.Abs(got-2) > 1e-9 {
		t.Error(got)
	}
}

// TestPassesExist checks that the folders of the passes exist: steps elsewhere are not counted.
func TestPassesExist(t *testing.T) {
	for _, p := range passes {
		if info, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(p.folder))); err != nil || !info.IsDir() {
			t.Errorf("%s: there is no folder %s", p.name, p.folder)
		}
	}
}

// counting builds an indexer that counts its statements, and the tool that reads
// the counts.
func counting(t *testing.T) (dir, tool string) {
	t.Helper()
	if os.Getenv("SHAPES_STEPS") == "" {
		t.Skip("builds hundreds of programs: make steps")
	}
	dir = t.TempDir()
	indexer := filepath.Join(dir, "indexer")
	// Running the tool through go takes longer than the tool itself.
	tool = filepath.Join(dir, "covdata")
	if out, err := exec.Command("go", "build", "-o", tool, "cmd/covdata").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	build := exec.Command("go", "build", "-cover", "-covermode=count", "-coverpkg=seedgraph/...",
		"-o", indexer, "seedgraph/cmd/indexer")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir, tool
}

// base returns the smaller size in which a shape is built. Shapes that double with each
// line are built at sizes beyond their limits.
func base(s shapes.Shape) int {
	if n := beyond[s.Name]; n > 0 {
		return n
	}
	if s.Full <= 50 {
		return s.Full
	}
	return min(s.Full, max(s.Small, min(s.Full/10, 1000)))
}

// A tally has the cost of one build.
type tally struct {
	bytes int
	steps map[string]int // by pass
}

// sum returns the steps of all passes.
func (c tally) sum() int {
	n := 0
	for _, steps := range c.steps {
		n += steps
	}
	return n
}

// count builds a program with the indexer in a folder, and counts its steps with the
// tool that reads coverage counters.
func count(t *testing.T, top, tool string, files map[string]string) tally {
	t.Helper()
	// The folders of subtests have commas in their names, which the tool would
	// parse as lists.
	dir, err := os.MkdirTemp(top, "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	out := tally{steps: map[string]int{}}
	for name, text := range files {
		path := filepath.Join(dir, "src", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out.bytes += len(text)
	}
	data := filepath.Join(dir, "counters")
	if err := os.Mkdir(data, 0o777); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(filepath.Join(top, "indexer"), "build", filepath.Join(dir, "src"), "--out", filepath.Join(dir, "out"),
		"--jobs", "1", "--quiet")
	run.Env = append(os.Environ(), "GOCOVERDIR="+data)
	if text, err := run.CombinedOutput(); err != nil && run.ProcessState.ExitCode() != 3 {
		t.Fatalf("%v\n%s", err, text)
	}
	profile := filepath.Join(dir, "profile")
	convert := exec.Command(tool, "textfmt", "-i="+data, "-o="+profile)
	if text, err := convert.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := out.read(profile); err != nil {
		t.Fatal(err)
	}
	return out
}

// read sums up a profile, whose lines are
//
//	seedgraph/parse/tree.go:61.24,63.2 2 17
//
// for 2 statements executed 17 times.
func (c *tally) read(profile string) error {
	f, err := os.Open(profile)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != 3 {
			continue
		}
		statements, err := strconv.Atoi(fields[1])
		if err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		times, err := strconv.Atoi(fields[2])
		if err != nil {
			return fmt.Errorf("%s: %w", lines.Text(), err)
		}
		path := strings.TrimPrefix(fields[0], "seedgraph/")
		for _, p := range passes {
			if strings.HasPrefix(path, p.folder) {
				c.steps[p.name] += statements * times
				break
			}
		}
	}
	return lines.Err()
}
