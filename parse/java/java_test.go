package java_test

import (
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/java"
	"seedgraph/testkit/parsetest"
)

func TestFacts(t *testing.T) {
	parsetest.Run(t, parse.NewSet(java.Languages()...), "testdata/*.txtar")
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	for _, seed := range []string{
		"class A { int x = 1; A() { super(x); } void m(int... a) { new B() { int g() { return A.this.x; } }.g(); } }",
		"enum E { A, B(1) { void f() {} }; E(int... x) {} }",
		"record R<T>(int a, T... b) implements I { R { c(a); } }",
		"interface I { default void f() { Outer.super.f(); int[] a[] = {}; } }",
		"class A { void m() { switch (x) { case B b when b.ok() -> f(b); case C: default: } try (var r = o()) { } catch (E | F e) { } } }",
		"class A { Object m() { return new B() { int x; }.new C() { }; } }",
		"class { ( ) new { . :: -> \"\"\" \\u12",
		"@A(b = @C({1, \"x\"})) package p.q; import static a.*; import b;",
	} {
		f.Add(seed)
	}
	p := parse.NewParser()
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := java.Languages()[0].Facts(p, parse.Source{Path: "src/A.java", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(facts); err != nil {
			t.Fatal(err)
		}
		parse.Dump(facts)
	})
}
