package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const program = `package sums

type pair struct{ a, b int }

func (p *pair) total() int { return add(p.a, p.b) }

func add(a, b int) int { return a + b }

func untested(names []string) (n int, err error) {
	for range names {
		n++
	}
	return n, nil
}

func nothing() bool { return false }

func empty() {}
`

const programTest = `package sums

import "testing"

func TestTotal(t *testing.T) {
	if p := (pair{1, 2}); p.total() != 3 {
		t.Fatal("wrong total")
	}
}
`

// inModule creates a module with one package and changes to its folder.
func inModule(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.26\n", "sums/sums.go": program,
		"sums/sums_test.go": programTest,
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func names(list []mutant) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.name)
	}
	return out
}

func TestUntestedFunctionsSurvive(t *testing.T) {
	inModule(t)
	mutants, survivors, err := testPackage(t.Context(), options{timeout: time.Minute, jobs: 2},
		"sums")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := names(mutants), []string{"(*pair).total", "add", "untested"}; !slices.Equal(got,
		want) {
		t.Errorf("mutants %v, want %v", got, want)
	}
	if got, want := names(survivors), []string{"untested"}; !slices.Equal(got, want) {
		t.Errorf("survivors %v, want %v", got, want)
	}
}

func TestTooManySurvivorsAreAnError(t *testing.T) {
	inModule(t)
	o := options{timeout: time.Minute, jobs: 2, max: 30}
	if err := run(t.Context(), o, []string{"sums"}); err == nil {
		t.Error("a third of the mutants survives, and that is no error")
	}
	o.max = 40
	if err := run(t.Context(), o, []string{"sums"}); err != nil {
		t.Error(err)
	}
}

func TestParseDiff(t *testing.T) {
	set := parseDiff("--- a/x/y.go\n+++ b/x/y.go\n@@ -1,2 +3,2 @@ func f() {\n-old\n+new\n@@ -9 +12 @@\n@@ -20,3 +25,0 @@\n")
	file := filepath.Join("x", "y.go")
	for _, c := range []struct {
		first, last int
		want        bool
	}{{1, 2, false}, {1, 3, true}, {4, 9, true}, {5, 11, false}, {12, 12, true}, {25, 30,
		true}, {26, 30, false}} {
		if set.meets(file, c.first, c.last) != c.want {
			t.Errorf("lines %d to %d: changed is not %v", c.first, c.last, c.want)
		}
	}
	if set.meets("other.go", 1, 100) {
		t.Error("another file did not change")
	}
}

// TestDraw checks that a draw has the given size, keeps the order of files, and does not depend on the order of
// its input.
func TestDraw(t *testing.T) {
	all := []mutant{{1, "a.go", 1, "f"}, {2, "a.go", 2, "g"}, {3, "b.go", 1, "f"}, {4, "b.go", 9, "h"}}
	two := draw(all, 2)
	if len(two) != 2 || two[0].number >= two[1].number {
		t.Errorf("drawn: %v", two)
	}
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	if again := draw(append(reversed[:0:0], reversed...), 2); !slices.Equal(again, two) {
		t.Errorf("in another order: %v, want %v", again, two)
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(m mutant) bool { return m == two[1] })
	if again := draw(kept, 2); !slices.Contains(again, two[0]) {
		t.Errorf("without one of them: %v", again)
	}
	if len(draw(all, 0)) != 4 || len(draw(all, 9)) != 4 {
		t.Error("a draw without a limit is all")
	}
}

// TestSuites: the tests of suites exist, and are those of packages in the list of the Makefile.
func TestSuites(t *testing.T) {
	t.Chdir("../..")
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for dir, list := range suites {
		if dir != "parse" && !regexp.MustCompile(" \\./"+dir+"[ \n]").Match(makefile) {
			t.Errorf("make mutants does not mutate %s", dir)
		}
		if got := testsOf(options{}, dir); len(got) != len(list)+1 || got[0].packages != "./"+dir+"/..." {
			t.Errorf("tests of %s: %v", dir, got)
		}
		for _, s := range list {
			var text strings.Builder
			files, _ := filepath.Glob(s.packages + "/*_test.go")
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				text.Write(data)
			}
			tests, _, _ := strings.Cut(s.run, "/")
			for _, name := range strings.Split(tests, "|") {
				if !regexp.MustCompile(`func Test\w*` + strings.TrimPrefix(name, "Test")).MatchString(text.String()) {
					t.Errorf("%s has no test %s", s.packages, name)
				}
			}
		}
	}
	if got := testsOf(options{}, "resolve/go"); got[1].run != "TestArchives/resolve/go/" {
		t.Errorf("tests of a package with archives: %v", got)
	}
	if got := testsOf(options{tests: "./a,./b", run: "X"}, "eval"); len(got) != 2 || got[1] != (suite{"./b", "X"}) {
		t.Errorf("given tests: %v", got)
	}
}
