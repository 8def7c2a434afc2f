package csharp_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/csharp"
)

// readWhole reads a file as a build does, and returns its definitions and its lost
// ones.
func readWhole(t *testing.T, src parse.Source) (f *parse.Facts, defines, lost string) {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	src.Path = "a.cs"
	f, err := parse.Read(csharp.Languages()[0], p, src)
	if err != nil {
		t.Fatal(err)
	}
	var symbols, names []string
	for _, d := range f.Definitions[1:] {
		symbols = append(symbols, d.Symbol)
	}
	for _, l := range f.Lost {
		names = append(names, l.Name)
	}
	return f, strings.Join(symbols, " "), strings.Join(names, " ")
}

// TestBrokenArms checks that a syntax error in an #if branch costs only the member
// that has it, and that the loss is reported, whether the branch is compiled or
// not.
func TestBrokenArms(t *testing.T) {
	for _, c := range []struct{ name, text, want, lost string }{
		{"a brace in the arm that is not compiled", `
class C {
#if OLD
    void A() { if (x { } }
    void B() { }
#else
    void D() { }
#endif
    void E() { }
}`, "C C.A() C.B() C.D() C.E()", ""},
		{"a brace in the arm that is compiled", `
class C {
#if OLD
    void A() { }
#else
    void B() {
    void D() { }
#endif
    void E() { }
}`, "C C.A() C.B() C.D() C.E()", ""},
		{"one brace too many", `
class C {
#if OLD
    void A() { } }
    void B() { }
#endif
    void E() { }
}`, "C C.A() C.B() C.E()", ""},
		{"a header", `
class C {
#if OLD
    void A( = ) { }
    void B() { }
    int x = 1
#else
    void D() { }
#endif
    void E() { }
}`, "C C.A() C.B() C.x C.D() C.E()", ""},
		{"an arm that cuts across members", `
class C {
#if OLD
    int A = ;
    void B() { }
    void D(int x)
#else
    void D(long x)
#endif
    { }
}`, "C C.A C.B() C.D(long)", ""},
		{"a member of an arm that cuts across members", `
class C {
#if OLD
    void A() { }
    void if B() { }
    void D(int x)
#else
    void D(long x)
#endif
    { }
}`, "C C.A() C.if() C.D(long)", "B"},
		{"what is before the arms", `
class C {
    int x = 1
#if OLD
    void A() { }
#else
    void B() { }
#endif
    void E() { }
}`, "C C.x C.A() C.B() C.E()", ""},
		{"what no build compiles is no error", `
class C {
#if false
    This isn't code: (see below
#endif
    void E() { }
}`, "C C.E()", ""},
		{"an arm of what no build compiles", `
class C {
#if false
    void A() { }
    void B(int x)
#else
    void B()
#endif
    { }
}`, "C C.A() C.B()", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, defines, lost := readWhole(t, parse.Source{Text: c.text[1:]})
			if defines != c.want || lost != c.lost {
				t.Errorf("defines %s, lost %q; want %s, lost %q", defines, lost, c.want, c.lost)
			}
			if want := !strings.Contains(c.text, "#if false"); f.HasError != want {
				t.Errorf("a syntax error is told: %v, want %v", f.HasError, want)
			}
		})
	}
}

// TestListedArms checks that the elements of a list in a branch are added to those
// of the others if a comma ends each; otherwise only those of the compiled branch
// are kept.
func TestListedArms(t *testing.T) {
	for text, want := range map[string]string{
		"A(),\n#if X\nB(),\n#else\nD(),\n#endif\nE()": "A B D E",
		"A(),\n#if X\nB()\n#else\nD()\n#endif\n":      "A D",
		"A(),\n#if X\nB()\n#else\nD(), E()\n#endif\n": "A D E",
		"A()\n#if X\n, B()\n#endif\n":                 "A",
	} {
		f, _, _ := readWhole(t, parse.Source{Text: "class C { T[] M() => new[] { " + text + " }; }"})
		var names []string
		for _, r := range f.References {
			if r.Kind == parse.RefCall {
				names = append(names, r.Name)
			}
		}
		if got := strings.Join(names, " "); got != want || f.HasError {
			t.Errorf("%q: calls %s (error %v), want %s", text, got, f.HasError, want)
		}
	}
}

// TestArmsBySymbols checks that the branches selected by symbols are the text, and
// that the others are added to it.
func TestArmsBySymbols(t *testing.T) {
	text := `class C {
#if A && !B
    void One() { }
    void Last(int x)
#elif C
    void Two() { }
    void Last(long x)
#else
    void Three() { }
    void Last()
#endif
    { }
}`
	for symbols, last := range map[string]string{"A": "int", "C": "long", "A B": "", "A B C": "long"} {
		defined := map[string]bool{}
		for _, s := range strings.Fields(symbols) {
			defined[s] = true
		}
		f, defines, lost := readWhole(t, parse.Source{Text: text, Symbols: defined})
		got := strings.Fields(defines)
		slices.Sort(got)
		want := []string{"C", "C.Last(" + last + ")", "C.One()", "C.Three()", "C.Two()"}
		if !slices.Equal(got, want) || lost != "" || f.HasError {
			t.Errorf("with %s: defines %s, lost %q", symbols, got, lost)
		}
		if len(f.Inactive) != 2 {
			t.Errorf("with %s: %d parts are not compiled", symbols, len(f.Inactive))
		}
	}
}

// TestDefinesOfArms checks that a #define counts only if it is compiled.
func TestDefinesOfArms(t *testing.T) {
	text := "#if OLD\n#define SPANS\n#endif\nclass C\n#if SPANS\n: Spans {\n#else\n: Arrays {\n" +
		"#endif\n}"
	f, _, _ := readWhole(t, parse.Source{Text: text})
	if got := f.Definitions[1].Signature; got != "class C : Arrays" {
		t.Errorf("the class is %q", got)
	}
}

// TestManyReadings checks that the number of configurations a file is read for is
// bounded, and that hitting the bound is reported.
func TestManyReadings(t *testing.T) {
	for n, want := range map[int]int{8: 0, 12: 4} {
		var b strings.Builder
		b.WriteString("class C {\n")
		for i := range n {
			name := string(rune('A' + i))
			b.WriteString("#if OLD" + name + "\nvoid " + name + "() { }\nvoid Last(int x)\n#else\n" +
				"void Last()\n#endif\n{ }\n")
		}
		f, _, _ := readWhole(t, parse.Source{Text: b.String() + "}"})
		count := 0
		for _, l := range f.Limits {
			count += l.Count
		}
		if got := len(f.Definitions) - 2; got != 2*n-want || count != want {
			t.Errorf("%d arms: %d definitions, %d over the limit", n, got, count)
		}
	}
}
