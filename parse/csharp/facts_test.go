package csharp_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/parse"
	"seedgraph/parse/csharp"
)

func TestLanguagesAreNamedAsTheirFactsAre(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	for path, want := range map[string]string{
		"a.cs": "csharp", "a.razor": "razor", "a.cshtml": "razor", "a.xaml": "xaml", "a.axaml": "xaml",
	} {
		src := parse.Source{Path: path}
		l := set.For(src)
		if l == nil {
			t.Errorf("%s: no language", path)
			continue
		}
		if f, err := l.Facts(p, src); err != nil || l.Name() != want || f.Language != want {
			t.Errorf("%s: language %s (%v), want %s", path, l.Name(), err, want)
		}
	}
}

func TestTestFilesHaveTheNamesOfTests(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	for path, want := range map[string]bool{
		"test/A.cs": true, "Shop.Tests/A.cs": true, "Shop.UnitTests.Core/A.cs": true,
		"src/ShopTests/A.cs": true, "src/OrderTest.cs": true, "src/Order_Specs.cs": true,
		"src/OrderSpecs.cs": true,
		"src/Latest.cs":     false, "src/Tests.cs": false, "Contests/A.cs": false, "src/TestData.cs": false,
	} {
		f, err := csharp.Languages()[0].Facts(p, parse.Source{Path: path, Text: "class A { }"})
		if err != nil || f.Test != want {
			t.Errorf("%s: test code %v (%v), want %v", path, f.Test, err, want)
		}
	}
}

// TestBreaks checks that long definitions are split at their members and
// statements.
func TestBreaks(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	f := read(t, p, `
record A(int X) // X stands before what is split
{
    int a, b;
    /// <summary>Two statements.</summary>
    void M() { One(); if (a) { Two(); } }
    class Inner { void N() { } }
    int P { get; set; }
}`)
	got := map[string][]string{}
	for _, d := range f.Definitions {
		for _, at := range d.Breaks {
			line, _, _ := strings.Cut(f.Text[at:], "\n")
			got[d.Symbol] = append(got[d.Symbol], line[:min(len(line), 10)])
		}
	}
	want := map[string][]string{
		"A":       {"int a, b;", "b;", "/// <summa", "class Inne", "int P { ge"},
		"A.M()":   {"One(); if ", "if (a) { T"},
		"A.Inner": {"void N() {"},
		"A.P":     {"get; set; ", "set; }"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the definitions are split before (-want +got):\n%s", diff)
	}
}

// extrasOf reads a method body and returns its references with extras, by name.
func extrasOf(t *testing.T, body string) map[string]parse.Reference {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	f := read(t, p, "class A { void M(Action local, string text, Till till) { "+body+" } }")
	out := map[string]parse.Reference{}
	for _, r := range f.References {
		out[r.Name] = r
	}
	return out
}

// TestTargets checks that the name of a method has the target type of its context.
func TestTargets(t *testing.T) {
	const theMember = parse.TargetMember
	for body, want := range map[string]string{
		"Action<Order> a = Close;":             "Action<Order>",
		"Action<Order>? a = Close;":            "Action<Order>",
		"Action<Order> a = Close<int>;":        "Action<Order>",
		"Action a = till.Close;":               "Action",
		"local = Close;":                       "Action",
		"local += till.Close;":                 "Action",
		"till.Closed += Close;":                theMember,
		"this.closed = till.Close;":            theMember,
		"closed = Close;":                      theMember,
		"text = Close;":                        "",
		"object a = Close;":                    "",
		"string[] a = Close;":                  "",
		"var a = Close;":                       "",
		"(Action, int) a = (Close, 1);":        "Action",
		"(Action done, int n) a = (Close, 1);": "Action",
	} {
		r := extrasOf(t, body)["Close"]
		got := ""
		if r.Extra != nil {
			got = r.Extra.Target.String()
		}
		if r.Kind != parse.RefMember || got != want {
			t.Errorf("%s: %s Close is converted to %q, want %q", body, r.Kind, got, want)
		}
	}
}

// TestTypeArguments checks that calls and creations keep their type arguments, and
// names their number.
func TestTypeArguments(t *testing.T) {
	for body, want := range map[string]string{
		"till.Find<int, Order>(1);":         "int,Order",
		"Find<Order>(1);":                   "Order",
		"new Find<List<int>>();":            "List<int>",
		"Find<int> a = new();":              "int",
		"Outer<Order>.Find<int> a = new();": "int",
		"till.Find(1);":                     "",
	} {
		r := extrasOf(t, body)["Find"]
		var got []string
		if r.Extra != nil {
			for _, a := range r.Extra.TypeArgs {
				got = append(got, a.String())
			}
		}
		if strings.Join(got, ",") != want || int(r.TypeArgs) != len(got) {
			t.Errorf("%s: type arguments %s, %d in number, want %s", body, got, r.TypeArgs, want)
		}
	}
	for body, want := range map[string]int8{
		"typeof(Find<,>);": 2, "typeof(Find<>);": 1, "typeof(Find);": 0, "Find<int>.Go();": 1,
	} {
		if got := extrasOf(t, body)["Find"].TypeArgs; got != want {
			t.Errorf("%s: %d type arguments, want %d", body, got, want)
		}
	}
}

// TestCreatedTypesKeepTheirQualifiers checks that new() creates the written type,
// including its qualifier.
func TestCreatedTypesKeepTheirQualifiers(t *testing.T) {
	for body, want := range map[string]string{
		"Find a = new();": "", "Shop.Find a = new();": "Shop", "Shop.Tills.Find? a = new();": "Shop.Tills",
		"Outer<Order>.Find a = new();": "Outer", "Shop.Outer<Order>.Find a = new();": "Shop.Outer",
	} {
		p := parse.NewParser()
		f := read(t, p, "class A { void M() { "+body+" } }")
		p.Close()
		last := f.References[len(f.References)-1]
		if got := parse.Expression(last.Recv); last.Kind != parse.RefCreate || got != want {
			t.Errorf("%s: creates %s of %q, want %q", body, last.Name, got, want)
		}
	}
}

// TestStaticMembersAreTakenOfTypes checks that a chain distinguishes a type from a
// value of it.
func TestStaticMembersAreTakenOfTypes(t *testing.T) {
	for body, want := range map[string]int16{"int.Parse(text);": 1, "((int)till).Parse(text);": 0} {
		recv := extrasOf(t, body)["Parse"].Recv
		if len(recv) != 1 || recv[0].Kind != parse.StepType || recv[0].Args != want {
			t.Errorf("%s: the receiver is %+v", body, recv)
		}
	}
}

// TestSitesOfParametersAndStrings checks that attributes of parameters are
// creations, and that a string with holes has its parts.
func TestSitesOfParametersAndStrings(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	src := parse.Source{Path: "a.cs", Sites: parse.AllSites, Text: `class A {
    void M([Named("a")] Order o) { Log($"{o.Id} of {{x}} {Name,-3:N}"); Log($"no hole"); }
}`}
	f, err := csharp.Languages()[0].Facts(p, src)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range f.Sites {
		line := s.Kind.String() + " " + s.Expr.Text
		for _, a := range s.Expr.Args {
			line += " (" + a.Value.Text
			for _, part := range a.Value.Args {
				line += "|" + part.Value.Text
			}
			line += ")"
		}
		got = append(got, line)
	}
	want := []string{"call Named (a)", "call Log ({} of {x} {}||Id| of {x} |Name|)",
		"call Log (no hole)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sites (-want +got):\n%s", diff)
	}
}

// TestExtensionsBehindMissingSemicolons checks that an extension block begins
// after a value whose semicolon is missing, and that a call of that name does not
// begin one.
func TestExtensionsBehindMissingSemicolons(t *testing.T) {
	const block = "    extension(B c)\n    {\n        public void M() { }\n    }\n}"
	for before, want := range map[string]string{
		"static B b = new(1)\n": "A A.b A.M(B)", "const int i = 1\n": "A A.i A.M(B)",
		"const string s = \"\"\n": "A A.s A.M(B)", "static B b = new(1);\n": "A A.b A.M(B)",
	} {
		_, defines, lost := readWhole(t, parse.Source{Text: "static class A {\n    " + before + block})
		if defines != want || lost != "" {
			t.Errorf("%q: defines %s, lost %q; want %s", before, defines, lost, want)
		}
	}
	f, _, _ := readWhole(t, parse.Source{Text: "class A { void M() { x = extension(1); } }"})
	if last := f.References[len(f.References)-1]; last.Kind != parse.RefCall || f.HasError {
		t.Errorf("a call is read as %+v (error %v)", last, f.HasError)
	}
}

// TestSyntaxIsOfTheTextThatIsCompiled checks that directives, and the code they
// exclude, produce no tokens.
func TestSyntaxIsOfTheTextThatIsCompiled(t *testing.T) {
	const text = "class A {\n#if OLD\n    int B(\n#else\n    int C(\n#endif\n    int d) => d; }"
	l := csharp.Languages()[0].(parse.Conditional)
	for _, c := range []struct {
		symbols map[string]bool
		want    string
	}{{nil, "C"}, {map[string]bool{"OLD": true}, "B"}} {
		s := l.SyntaxWith(c.symbols)
		if c.symbols == nil {
			s = l.(parse.Mendable).Syntax()
		}
		prepared := s.Prepare(text)
		var words []string
		for _, token := range s.Lex(prepared) {
			words = append(words, prepared[token.Start:token.End])
		}
		want := "class A { int " + c.want + " ( int d ) = > d ; }"
		if got := strings.Join(words, " "); got != want || len(prepared) != len(text) {
			t.Errorf("with %v: %s", c.symbols, got)
		}
	}
}
