package csharp_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/csharp"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(csharp.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

func read(t testing.TB, p *parse.Parser, text string) *parse.Facts {
	t.Helper()
	f, err := csharp.Languages()[0].Facts(p, parse.Source{Path: "a.cs", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDeepNestingIsRead(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	const depth = parse.MaxNesting - 20
	text := "class A { void M() { X(" + strings.Repeat("(", depth) + "y" + strings.Repeat(")",
		depth) + "); } }"
	f := read(t, p, text)
	if err := parsetest.Check(f); err != nil {
		t.Fatal(err)
	}
	if last := f.References[len(f.References)-1]; last.Name != "y" {
		t.Errorf("the innermost name was not reached: %q", last.Name)
	}
}

func TestLongCallChainsShareTheirSteps(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	const calls = 2_000
	f := read(t, p, "class A { void M() { x"+strings.Repeat(".F(1)", calls)+"; } }")
	if n := len(f.References); n != calls+1 {
		t.Fatalf("%d references", n)
	}
	if last := f.References[calls]; len(last.Recv) != calls {
		t.Errorf("the last receiver has %d steps", len(last.Recv))
	}
}

func TestDefinitionsOfCodeThatTakesTooMuchAreRead(t *testing.T) {
	deep := strings.Repeat("M(", 300_000) + "1" + strings.Repeat(")", 300_000)
	broken := strings.Repeat("def f(x): return g(x)\n", 30_000)
	for what, body := range map[string]string{
		"bytes of memory to parse":      deep,
		"bytes copied at syntax errors": broken,
	} {
		text := "class A {\n    int M(int a) { return " + body + "; }\n    int N() { return 1; }\n}\n"
		p := parse.NewParser()
		f, err := parse.Read(csharp.Languages()[0], p, parse.Source{Path: "a.cs", Text: text})
		p.Close()
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		var names []string
		for _, d := range f.Definitions[1:] {
			names = append(names, d.Name)
		}
		if want := []string{"A", "M", "N"}; !slices.Equal(names, want) {
			t.Errorf("%s: definitions %q, want %q", what, names, want)
		}
		i := slices.IndexFunc(f.Limits, func(l parse.Limit) bool { return l.Quantity == what })
		if i < 0 || f.Line(f.Limits[i].At) != 2 {
			t.Errorf("%s: limits %+v", what, f.Limits)
		}
		if f.Text != text {
			t.Errorf("%s: the text of the file was changed", what)
		}
	}
}

func TestEscapesInNestedStringsAreRead(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	for _, s := range []string{`$"{W($"\"{V()}\"")}"`, `$"{W($"{V()}\n")} {W($"{V()}\\")}"`,
		`$"{W($"{V()}\"{W($"{V()}\t")}")}"`, `$"{W(@$"\{V()}\")}"`, `$"{W($"{V()}\"{V()?.L}")}"`} {
		text := "class A { string M() => " + s + "; void N() { } }"
		f := read(t, p, text)
		if f.HasError || len(f.Definitions) != 4 {
			t.Errorf("%s: error %v, %d definitions", s, f.HasError, len(f.Definitions))
		}
		names := 0
		for _, r := range f.References {
			if r.Name == "V" {
				names++
			}
		}
		if want := strings.Count(s, "{V"); names != want {
			t.Errorf("%s: V is called %d times, want %d", s, names, want)
		}
	}
}

func TestLambdasThatReturnLambdasAreBounded(t *testing.T) {
	for _, n := range []int{10, 4000} {
		text := "class A { F m = " + strings.Repeat("x => ", n) + "1; }"
		p := parse.NewParser()
		f, err := parse.Read(csharp.Languages()[0], p, parse.Source{Path: "a.cs", Text: text})
		p.Close()
		if err != nil {
			t.Fatal(err)
		}
		typed, longest := 0, 0
		for _, l := range f.Locals {
			if l.Init != nil {
				typed++
			}
			longest = max(longest, len(l.Init))
		}
		if typed != min(n, 51) || longest > 52 {
			t.Errorf("%d lambdas: %d parameters have a target, of %d steps at most", n, typed,
				longest)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	for _, seed := range []string{
		"", "class", "class A(int x) : B(x);", "namespace N { class A { int this[int i] => 1; } }",
		"#if X\nclass A {\n#else\nclass B {\n#endif\n}", "var s = $\"{(a ? \"x\" : $\"{b}\")}\";",
		"class A { void M() { x?.y(out var z)[0] = new() { A = { B = 1 } }; } }",
		"extension(string s) { }", "record R(int A) : S(A) { }",
		"class C { public static C operator +(C a) => a; }", "/// <x", "\"\"\"", "$@\"\"\"",
		"x is { A.B: [1, .. var c] } y", "[]", "#", "@", "$",
	} {
		f.Add(seed)
	}
	p := parse.NewParser()
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := csharp.Languages()[0].Facts(p, parse.Source{Path: "a.cs", Text: text})
		if err != nil {
			return // rejected as a whole, like a file that is too large
		}
		if err := parsetest.Check(facts); err != nil {
			t.Error(err)
		}
	})
}

func FuzzRazor(f *testing.F) {
	parsetest.Seeds(f, "testdata/razor.txtar")
	for _, seed := range []string{
		"@", "@{", "@(", "@if", "@if(", "@if(a){", "@code", "@code{", "<", "<a", "<a b", "<a b=",
		"<A b=\"",
		"@inject A b", "@typeparam", "@{@<", "<a @b=\"@", "@section", "@section a{", "<!--",
		"<script>",
		"@{ void F() { } F(); }", "@functions { int a; }\n@{ int F() => 1; }", "@inherits ,A=0A",
	} {
		f.Add(seed)
	}
	p := parse.NewParser()
	razor := csharp.Languages()[1]
	f.Fuzz(func(t *testing.T, text string) {
		for _, path := range []string{"a.razor", "a.cshtml"} {
			src := parse.Source{Path: path, Text: text, Sites: parse.AllSites}
			facts, err := razor.Facts(p, src)
			if err != nil {
				continue
			}
			if err := parsetest.Check(facts); err != nil {
				t.Error(err)
			}
		}
	})
}
