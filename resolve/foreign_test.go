package resolve_test

import (
	"fmt"
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestForeignNames: the symbol of an external name within its package, and its owners up
// to the package.
func TestForeignNames(t *testing.T) {
	type name = resolve.ForeignName
	for _, c := range []struct {
		of     name
		symbol string
		owner  name
	}{
		{name{"java.util", "Map.Entry", "getKey"}, "Map.Entry.getKey", name{"java.util", "Map.Entry", ""}},
		{name{"java.util", "Map.Entry", ""}, "Map.Entry", name{"java.util", "Map", ""}},
		{name{"java.util", "Map", ""}, "Map", name{"java.util", "", ""}},
		{name{"fmt", "", "Println"}, "Println", name{"fmt", "", ""}},
		{name{"fmt", "", ""}, "", name{"fmt", "", ""}},
		{name{"", "Order", "ship"}, "Order.ship", name{"", "Order", ""}}, // of an unknown package
	} {
		if got := c.of.Symbol(); got != c.symbol {
			t.Errorf("%+v is called %q", c.of, got)
		}
		if got := c.of.Owner(); got != c.owner {
			t.Errorf("%+v belongs to %+v", c.of, got)
		}
	}
}

// foreignToy binds every name that the module lacks to a library, except names of the
// language itself.
type foreignToy struct{ toy }

func (foreignToy) BindFile(b *resolve.Binder) {
	for i := range b.File.References {
		r := &b.File.References[i]
		name := resolve.ForeignName{Package: "lib", Member: r.Name}
		if r.Name == "own" {
			name = resolve.ForeignName{}
		}
		b.Foreign(r, b.File.ID(r.Def), name, graph.Typed)
	}
	b.UseForeign(b.File.ID(1), resolve.ForeignName{Package: "lib", Type: "Page"}, graph.Renders, 0, 90)
}

// TestForeignUses: the kind of a reference decides the kind of the edge, names are
// deduplicated, and nothing is kept unless requested.
func TestForeignUses(t *testing.T) {
	uses := func(asked bool) (*resolve.Binder, []string) {
		f := toyFile("a.toy", "m", "f", "")
		for i, kind := range []parse.RefKind{parse.RefCall, parse.RefCreate, parse.RefRender,
			parse.RefType, parse.RefMember} {
			f.References = append(f.References, parse.Reference{Kind: kind, Name: "x", Def: 1,
				At: uint32(i)})
		}
		f.References = append(f.References,
			parse.Reference{Kind: parse.RefCall, Name: "own", Def: 1, At: 10},
			parse.Reference{Kind: parse.RefCall, Name: "y", Def: 1, At: 11})
		r, err := resolve.Resolve(t.Context(), []*parse.Facts{f}, resolve.Options{Foreign: asked,
			Languages: resolve.NewSet(resolve.Language{Family: "toy", Names: []string{"toy"},
				Rules: func() resolve.Rules { return foreignToy{} }})})
		if err != nil {
			t.Fatal(err)
		}
		b := r.Files[0]
		var out []string
		for _, u := range b.ForeignUses {
			out = append(out, fmt.Sprintf("%d %s %s %s", u.At, u.Kind,
				b.ForeignNames[u.Name].Symbol(), u.Tier))
		}
		return b, out
	}
	b, got := uses(true)
	want := []string{"0 Calls x typed", "1 Creates x typed", "2 Renders x typed",
		"3 References x typed", "4 References x typed", "11 Calls y typed", "90 Renders Page exact"}
	if !slices.Equal(got, want) {
		t.Errorf("uses %q, want %q", got, want)
	}
	if len(b.ForeignNames) != 3 || !b.KeepsForeign() {
		t.Errorf("names %+v", b.ForeignNames)
	}
	if b, got := uses(false); len(got) != 0 || b.KeepsForeign() {
		t.Errorf("nobody asked for %q", got)
	}
}
