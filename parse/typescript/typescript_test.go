package typescript

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/testkit/parsetest"
)

func TestFacts(t *testing.T) {
	parsetest.Run(t, parse.NewSet(Languages()...), "testdata/*.txtar")
}

func TestOpaqueTypesOfFlowAreAliases(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	text := "opaque type A = string;\nexport opaque type B<T>: Array<T> = Array<T>;\n" +
		"opaque type C: {a: string} = {a: string};\ndeclare opaque type D: string;\n" +
		"function opaque(opaque) { return opaque }\n"
	set := parse.NewSet(Languages()...)
	f, err := parse.Read(set.Of("a.js"), p, parse.Source{Path: "a.js", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range f.Definitions[1:] {
		if d.Parent == 0 {
			names = append(names, d.Name)
		}
	}
	if got := strings.Join(names, " "); f.HasError || got != "A B C D opaque" {
		t.Errorf("error %v, definitions %s", f.HasError, got)
	}
	if f.Text != text {
		t.Error("the text of the file was changed")
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	f.Add("class A<T> extends B { #x = () => this.y; constructor(private a: A, { b, ...c }: D = {}) { super(a?.b!.c`x${1}`); } }")
	f.Add("export default { a() {}, b: { c: function () {} } }; export * as x from 'y'; const { p = 1 } = require('q')")
	f.Add("type A<in out T> = { [K in keyof T]: T[K] } & (B | typeof c['d'])[]; enum E { X } namespace N.M { using x = y }")
	f.Add("for await (const [a, b] of c) { if (a && b) return <A.B x={y => z}>{q}</A.B>; } @d() class {")
	p := parse.NewParser()
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range Languages() {
			facts, err := l.Facts(p, parse.Source{Path: "a/b" + l.Extensions()[0], Text: text})
			if err != nil {
				t.Fatal(err)
			}
			if err := parsetest.Check(facts); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A deep text must neither exhaust the stack nor take quadratic time.
func TestDeepNesting(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	l := Languages()[0]
	for _, unit := range [][2]string{{"(", ")"}, {"[", "]"}, {"f(", ")"}, {"!", ""}, {"a.b().", ""},
		{"{", "}"}, {"a + ", ""}, {"a && ", ""}, {"{[k: string]: ", "}"}} {
		const n = 20000
		text := strings.Repeat(unit[0], n) + "x" + strings.Repeat(unit[1], n)
		if strings.HasPrefix(unit[0], "{[") {
			text = "type A = " + text
		}
		facts, err := l.Facts(p, parse.Source{Path: "a.ts", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(facts); err != nil {
			t.Fatalf("%s: %v", unit[0], err)
		}
	}
}

// TestAngularTakes checks that HTML is recognized as an Angular template by its
// name or by Angular-specific syntax.
func TestAngularTakes(t *testing.T) {
	set := parse.NewSet(Languages()...)
	for _, c := range []struct {
		path, text string
		want       bool
	}{
		{"a.component.html", "<p></p>", true},
		{"a.html", `<b (click)="go()">`, true},
		{"a.html", "<b\n\t[class.on-a]=\"x\">", true},
		{"a.html", `<b *ngIf="x">`, true},
		{"a.html", "@if (x) {", true},
		{"a.html", `<p onclick="f(a)=b" title="[x]="y">`, false},
		{"a.html", `(a b)="x" []="y" x[i]="z"`, false},
		{"a.html", "<p>{{ x }}</p>", false},
	} {
		l := set.For(parse.Source{Path: c.path, Text: c.text})
		if got := l != nil && l.Name() == "angular"; got != c.want {
			t.Errorf("%s %q: %v", c.path, c.text, got)
		}
	}
}

// TestAngularStrays checks that the templates of a tree count only if a class has
// an Angular decorator.
func TestAngularStrays(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	set := parse.NewSet(Languages()...)
	read := func(path, text string) *parse.Facts {
		f, err := parse.Read(set.Of(path), p, parse.Source{Path: path, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	template := read("a.html", "<p><b></b></p>")
	if got := template.Definitions[1].Breaks; len(got) != 2 || got[0] != 0 || got[1] != 3 {
		t.Errorf("the text may be split at %v, want its two tags", got)
	}
	part := "import { Component } from '@angular/core';\n@Component({}) class A {}"
	for text, want := range map[string]int{"class A {}": 1, part: 0,
		strings.Replace(part, "core", "other", 1): 1} {
		if got := set.Unhosted([]*parse.Facts{nil, template, read("a.ts", text)}); len(got) != want {
			t.Errorf("%s: %v are dropped", text, got)
		}
	}
}
