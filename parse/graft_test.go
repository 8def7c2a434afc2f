package parse_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
)

// TestGrafts checks that parts of one tree are inserted into another where they
// begin, each once.
func TestGrafts(t *testing.T) {
	g := all.Set().Of("a.cs").(parse.Mendable).Grammar()
	p := parse.NewParser()
	defer p.Close()
	tree := func(text string) *parse.Tree {
		tree, err := p.Parse(g, text)
		if err != nil {
			t.Fatal(err)
		}
		return tree.Clone()
	}
	to := tree("class A { int a;        int c; } class D { int d; }")
	from := tree("class A { int a; int b;        } class D { int d; }").Root()
	class := from.First()
	part := class.Field("body").First().Next().Next()
	under := to.Root().First().Field("body")
	open := func(n parse.Node) bool { return n.Kind() == "declaration_list" }
	for _, c := range []struct {
		grafts []parse.Graft
		want   string
	}{
		{nil, "A[a c] D[d]"},
		{[]parse.Graft{{Under: under, Part: part, End: 30}}, "A[a b c] D[d]"},
		{[]parse.Graft{{Under: under, Part: part, End: 30}, {Under: under, Part: part, End: 30}},
			"A[a b c] D[d]"},
		{[]parse.Graft{{Under: to.Root().First().Next().Field("body"), Part: part, End: 30}},
			"A[a c] D[b d]"},
		{[]parse.Graft{{Under: under, Part: class, End: 23, Open: open}}, "A[A[a b] a c] D[d]"},
		{[]parse.Graft{{Under: under, Part: class, End: 23}}, "A[A a c] D[d]"},
		{[]parse.Graft{{Under: to.Root(), Part: class, End: 16, Open: open}}, "A[a] A[a c] D[d]"},
	} {
		got := to.With(c.grafts)
		if s := strings.Join(names(got.Root()), " "); s != c.want {
			t.Errorf("got %s, want %s", s, c.want)
		}
		for i := range got.Len() {
			n := got.At(i)
			for x := range n.Children {
				if x.Parent() != n {
					t.Errorf("%s: the parent of a child is another node", c.want)
				}
			}
		}
	}
}

// names lists the classes and fields below a node, each with its own members.
func names(n parse.Node) (out []string) {
	for c := range n.Named {
		inner := names(c)
		switch c.Kind() {
		case "class_declaration":
			name := c.Field("name").Text()
			if len(inner) > 0 {
				name += "[" + strings.Join(inner, " ") + "]"
			}
			out = append(out, name)
		case "variable_declarator":
			out = append(out, c.First().Text())
		default:
			out = append(out, inner...)
		}
	}
	return out
}
