package golang_test

import (
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/golang"
	"seedgraph/testkit/parsetest"
)

func TestFacts(t *testing.T) {
	parsetest.Run(t, parse.NewSet(golang.Languages()...), "testdata/*.txtar")
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	for _, seed := range []string{
		"package p\ntype T[K any] struct { *a.B; x, y int; in struct{ z int } }\nfunc (t *T[K]) m(a, b int, c ...string) (n int, err error) { return t.x.y(a)[0].(U), nil }",
		"package p_test\nimport ( . \"a\"; b \"c/v2\" )\nconst ( A = iota; B )\nvar x, y = f()\nvar _ I = (*T)(nil)",
		"package p\nfunc f() { switch x := y.(type) { case A, B: case nil: default: }; for k, v := range m { }; select { case v, ok := <-c: }; go func() {}() }",
		"package p\nvar v = map[string][]T{\"a\": {{X: 1}}, b: c[int](d), e: (*F)(g)(h)[i:j]}",
		"package p\ntype I interface { B; m(x int) (a, b T); ~int | string }\nfunc g[T ~[]E, E any](t T) E { a, b := t[0], <-c; a += b; return a }",
		"package ( func [ ] { := . <- `",
	} {
		f.Add(seed)
	}
	p := parse.NewParser()
	f.Fuzz(func(t *testing.T, text string) {
		facts, err := golang.Languages()[0].Facts(p, parse.Source{Path: "a/b_test.go", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(facts); err != nil {
			t.Fatal(err)
		}
		parse.Dump(facts)
	})
}
