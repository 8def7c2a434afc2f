package resolve_test

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// siteToy binds names as toy does, and gives the meanings of external names.
type siteToy struct{ toy }

func (siteToy) ExternalName(id resolve.DefID) string {
	return map[resolve.DefID]string{-2: "vendor.Route"}[id]
}

func (siteToy) BindFile(b *resolve.Binder) {
	for i := range b.File.References {
		if r := &b.File.References[i]; r.Name == "route" {
			b.SetExternal(r.At, -2, graph.Typed)
		}
	}
	toy{}.BindFile(b)
	b.SetValueType(10, resolve.Type{Def: 2, Owner: resolve.None})
	b.SetValueType(11, resolve.Type{Def: 2, Owner: resolve.None})
	b.SetValueType(20, resolve.Unknown)
}

func TestMeaningsOfSites(t *testing.T) {
	f := toyFile("a.toy", "m", "f Shop g", "")
	f.References = []parse.Reference{
		{Kind: parse.RefCall, Name: "g", Def: 1, At: 10},
		{Kind: parse.RefCall, Name: "g", Def: 1, At: 11}, // in no site
		{Kind: parse.RefCall, Name: "route", Def: 1, At: 20},
		{Kind: parse.RefCreate, Name: "Shop", Def: 1, At: 30},
		{Kind: parse.RefMember, Name: "f", Def: 1, At: 40},
		{Kind: parse.RefMember, Name: "g", Def: 1, At: 50},
	}
	name := func(kind parse.ExprKind, at uint32) parse.Expr { return parse.Expr{Kind: kind, At: at} }
	call := name(parse.ExprCall, 20)
	call.Args = []parse.ExprArg{{Value: name(parse.ExprName, 10)}, {Value: name(parse.ExprNew, 30)},
		{Value: parse.Expr{Kind: parse.ExprString, Parts: []parse.TextPart{{Text: "f", At: 40}}}},
		{Value: parse.Expr{Kind: parse.ExprLiteral, At: 60}}}
	f.Sites = []parse.Site{{Kind: parse.SiteCall, Def: 1, Expr: call},
		{Kind: parse.SiteValue, Def: 1, For: 50, Expr: name(parse.ExprName, 10)}}
	r, err := resolve.Resolve(t.Context(), []*parse.Facts{f}, resolve.Options{
		Languages: resolve.NewSet(resolve.Language{Family: "toy", Names: []string{"toy"},
			Rules: func() resolve.Rules { return siteToy{} }})})
	if err != nil {
		t.Fatal(err)
	}
	b := r.Files[0]
	for at, want := range map[uint32]resolve.Referent{
		10: {Def: 3, Tier: graph.Unique},
		20: {Def: resolve.None, External: "vendor.Route", Tier: graph.Typed},
		30: {Def: 2, Tier: graph.Unique},
		40: {Def: 1, Tier: graph.Unique}, // a name in a string
		50: {Def: 3, Tier: graph.Unique}, // the target that is set to the value
		11: {Def: resolve.None},
		60: {Def: resolve.None},
		99: {Def: resolve.None},
	} {
		if got := b.Referent(at); got != want {
			t.Errorf("the name at %d means %+v, want %+v", at, got, want)
		}
	}
	if got := b.ValueType(10); got.Def != 2 {
		t.Errorf("the value at 10 is of type %+v", got)
	}
	for _, at := range []uint32{11, 20, 30} {
		if got := b.ValueType(at); got.Known() {
			t.Errorf("the value at %d is of type %+v", at, got)
		}
	}
	file := r.Table.Files[0]
	if file.ExternalName(-2) != "vendor.Route" || file.ExternalName(1) != "" {
		t.Errorf("names outside: %q, %q", file.ExternalName(-2), file.ExternalName(1))
	}
	r.Release()
	if got := b.Referent(10); got.Def != resolve.None {
		t.Errorf("a released meaning is %+v", got)
	}
}

func TestFilesWithoutSitesKeepNoMeanings(t *testing.T) {
	b := resolveToys(t, toyFile("a.toy", "m", "f", "f")).Files[0]
	if got := b.Referent(0); got.Def != resolve.None {
		t.Errorf("the call means %+v", got)
	}
	if b.ValueType(0).Known() {
		t.Error("its value has a type")
	}
}

// localToy only knows the types of locals.
type localToy struct{ siteToy }

func (localToy) BindFile(b *resolve.Binder) {
	b.SetValueType(50, resolve.Type{Def: 3, Owner: resolve.None})
	b.SetLocalTypes(func(l *parse.Local) resolve.Type {
		if l.Name == "vague" {
			return resolve.Unknown
		}
		return resolve.Type{Def: 2, Owner: resolve.None}
	})
}

// TestLocalsOfSites: a local in a site has a type although it is not a reference: the
// type of the local in scope, unless rules have set another. Members with that name are
// not the local, and attributes are outside of the scopes of locals.
func TestLocalsOfSites(t *testing.T) {
	f := toyFile("a.toy", "m", "f Shop g", "")
	scope := parse.Range{Start: 5, End: 100}
	for _, name := range []string{"shop", "vague"} {
		f.Locals = append(f.Locals, parse.Local{Name: name, Def: 1, Scope: scope})
	}
	name := func(kind parse.ExprKind, text string, at uint32) parse.Expr {
		return parse.Expr{Kind: kind, Text: text, At: at}
	}
	call := name(parse.ExprCall, "go", 20)
	for _, x := range []parse.Expr{name(parse.ExprName, "shop", 30), name(parse.ExprName, "vague", 31),
		name(parse.ExprMember, "shop", 32), name(parse.ExprName, "shop", 50)} {
		call.Args = append(call.Args, parse.ExprArg{Value: x})
	}
	f.Sites = []parse.Site{
		{Kind: parse.SiteAttribute, Def: 1, Expr: name(parse.ExprName, "shop", 10)},
		{Kind: parse.SiteCall, Def: 1, Expr: call},
		{Kind: parse.SiteValue, Def: 1, Expr: name(parse.ExprName, "shop", 200)}, // out of scope
	}
	r, err := resolve.Resolve(t.Context(), []*parse.Facts{f}, resolve.Options{
		Languages: resolve.NewSet(resolve.Language{Family: "toy", Names: []string{"toy"},
			Rules: func() resolve.Rules { return localToy{} }})})
	if err != nil {
		t.Fatal(err)
	}
	want := map[uint32]resolve.DefID{30: 2, 50: 3}
	for _, at := range []uint32{10, 20, 30, 31, 32, 50, 200} {
		got := r.Files[0].ValueType(at)
		if def, ok := want[at]; got.Known() != ok || ok && got.Def != def {
			t.Errorf("the value at %d is of type %+v", at, got)
		}
	}
}
