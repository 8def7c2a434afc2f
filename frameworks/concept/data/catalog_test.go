package data

import (
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestJoinedMigrations checks that the changes two libraries read from one file are
// merged into one migration.
func TestJoinedMigrations(t *testing.T) {
	drop := Change{Op: graph.DropsObject}
	m := &Model{Migrations: []Migration{
		{Class: 7, Run: "m", Key: "2.js", Changes: []Change{{}}}, {Class: 3, Run: "m", Key: "1.js"},
		{Class: 7, Run: "m", Key: "2.js", Changes: []Change{drop}},
		{Class: 7, Run: "n", Key: "2.js"}}}
	m.sort()
	if len(m.Migrations) != 3 {
		t.Fatalf("got %d migrations, want 3", len(m.Migrations))
	}
	if x := m.Migrations[1]; x.Class != 7 || x.Order != 2 || x.After != 3 ||
		!slices.Equal(x.Changes, []Change{{}, drop}) {
		t.Errorf("got %+v", x)
	}
}

func TestTableNamed(t *testing.T) {
	for in, want := range map[string]Table{"orders": {Name: "orders"},
		"orders as o": {Name: "orders"}, " shop.orders o": {Schema: "shop", Name: "orders"},
		`"shop"."orders"`: {Schema: "shop", Name: "orders"}, "`a`": {Name: "a"}} {
		if got := TableNamed(in); got != want {
			t.Errorf("TableNamed(%q) = %v, want %v", in, got, want)
		}
	}
}

// TestCatalog checks that entities are found by class and by unique name, and that the
// first of two additions of a class wins.
func TestCatalog(t *testing.T) {
	var c Catalog
	a := c.Add(ClassOf(1), 1, "a")
	b := c.Add(Class{Def: 2, Name: "b"}, 2, "b")
	if c.Add(ClassOf(1), 1, "other") != a || len(c.Order) != 2 {
		t.Error("an entity was entered twice")
	}
	c.Alias(a, "first")
	c.Alias(b, "b")
	c.MapClass(9, b)
	if c.Of(1) != a || c.Of(9) != b || c.Of(2) != nil || c.Only("first") != a ||
		c.Only("b") != b || c.Only("no") != nil {
		t.Error("an entity was not found by its class or name")
	}
	c.Alias(b, "a")
	if c.Only("a") != nil {
		t.Error("a name of two entities told one")
	}
	if c.Entity(b.Value(ObjectValue, graph.Exact)) != b || !c.Knows(b.Class) ||
		c.Knows(ClassOf(5)) ||
		c.Entity(Value{Kind: LibraryValue, Of: Class{Def: 1, Name: "repository"}}) != a {
		t.Error("an entity was not found by a value")
	}
}

// TestRelations checks that relations with known targets are listed once, and that keys
// follow the side with the column.
func TestRelations(t *testing.T) {
	var c Catalog
	stored := func(name string) []TableMapping { return []TableMapping{{Table: Table{Name: name}}} }
	a, b := c.Add(ClassOf(1), 1, "a"), c.Add(ClassOf(2), 2, "b")
	a.Tables, b.Tables = stored("a"), stored("b")
	a.Relate("owns", &Relation{Target: "b", Owns: true, Keyed: true})
	a.Relate("owns", &Relation{Target: "a", Owns: true, Keyed: true})
	a.Relate("owned", &Relation{To: b, Keyed: true})
	a.Relate("free", &Relation{To: b})
	a.Relate("lost", &Relation{Target: "nothing"})
	a.Relate("many", &Relation{To: b, Keyed: true, Joined: true, Join: stored("a_b")})
	c.ResolveRelations()
	if !slices.Equal(a.Fields, []string{"owns", "owned", "free", "many"}) ||
		a.Relations["lost"] != nil {
		t.Errorf("got the relations %v", a.Fields)
	}
	m := &Model{}
	m.Implied(a)
	var got []string
	for _, k := range m.Keys {
		got = append(got, k.From.String()+" "+k.To.String())
	}
	if want := []string{"a b", "b a", "a_b a", "a_b b"}; !slices.Equal(got, want) {
		t.Errorf("got the keys %v, want %v", got, want)
	}
}

// TestWritten checks the values of a type against its component types.
func TestWritten(t *testing.T) {
	named := func(w TypeExpr) []Value {
		if w.Name != "Order" {
			return nil
		}
		return []Value{{Kind: ObjectValue, Of: Class{Name: "Order"}}}
	}
	order := parse.TypeRef{Name: "Order"}
	of := func(name string, args ...parse.TypeRef) parse.TypeRef {
		return parse.TypeRef{Name: name, Args: args}
	}
	form := func(form parse.TypeForm, args ...parse.TypeRef) parse.TypeRef {
		return parse.TypeRef{Form: form, Args: args}
	}
	for _, c := range []struct {
		ref  parse.TypeRef
		want ValueKind
	}{{order, ObjectValue}, {of("Promise", order), ObjectValue}, {form(parse.FormList, order), RowsValue},
		{form(parse.FormUnion, of("null"), order), ObjectValue}, {of("Promise", of("Array", order)), RowsValue},
		{of("Map", order), 0}, {of("Promise"), 0}, {parse.TypeRef{}, 0}} {
		got := ValueKind(0)
		if out := (TypeExpr{TypeRef: c.ref, In: &resolve.Binder{}}).Values(named); len(out) > 0 {
			got = out[0].Kind
		}
		if got != c.want {
			t.Errorf("%v is %d, want %d", c.ref, got, c.want)
		}
	}
	if out := (TypeExpr{TypeRef: order}).Values(named); out != nil {
		t.Errorf("a type of no file is %v", out)
	}
	if IsWrapper("Map") || !IsWrapper("Promise") {
		t.Error("the wrappers are others")
	}
}

// TestAliases checks the relation at the end of a path from an alias of the callable.
func TestAliases(t *testing.T) {
	var c Catalog
	a, b := c.Add(ClassOf(1), 1, "a"), c.Add(ClassOf(2), 2, "b")
	a.Relate("lines", &Relation{To: b})
	aliases := Aliases{}
	aliases.Set(7, "o", a)
	aliases.Set(7, "l", b)
	if rel := aliases.Relation(7, "o.lines"); rel == nil || rel.To != b {
		t.Errorf("o.lines leads along %v", rel)
	}
	for _, path := range []string{"o.tags", "l.lines", "x.lines", "o", ""} {
		if rel := aliases.Relation(7, path); rel != nil {
			t.Errorf("%s leads along %v", path, rel)
		}
	}
	if aliases.Relation(8, "o.lines") != nil {
		t.Error("a name counts outside of its callable")
	}
}
