package efcore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/efcore"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// TestSites checks that sites are requested only for files that build or use a model.
func TestSites(t *testing.T) {
	for text, want := range map[string]parse.SiteScope{
		"using Microsoft.EntityFrameworkCore;":                      parse.AllSites,
		"class C(ShopContext c) { int N() => c.Orders.Count(); }":   parse.AllSites,
		"class C : Base { void M() => _context.Orders\n .Add(x); }": parse.AllSites,
		"class C : Base { object M() => db.Orders.ToList(); }":      parse.AllSites,
		"class C(ShopContext c) { }":                                parse.AttributeSites,
		"class C { void M() => context.Orders; }":                   parse.AttributeSites,
		"class C { void M() => context.Send(x); }":                  parse.AttributeSites,
		"class C { void M() => context.Orders.Render(); }":          parse.AttributeSites,
		"[Table] class C { }":                                       parse.AttributeSites,
	} {
		if got := efcore.Mapper().Sites("csharp", parse.Source{Text: text}); got != want {
			t.Errorf("sites %d of %q, want %d", got, text, want)
		}
		if got := efcore.Mapper().Sites("java", parse.Source{Text: text}); got != parse.NoSites {
			t.Errorf("sites %d of another language", got)
		}
	}
}

// TestBaseTypes checks that classes are mapped by their base types: to the table of an
// attribute, or to a script table of the same name, unless a model maps the class.
func TestBaseTypes(t *testing.T) {
	const code = `
using Microsoft.EntityFrameworkCore;
using System.ComponentModel.DataAnnotations.Schema;
namespace Shop;
public abstract class Base { }
public abstract class Middle : Base { }
public class Order : Middle { }
public class Lines : Base { }
[Table("people", Schema = "crm")] public class Customer : Base { }
public class Ghost : Base { }
public class Item : Base { }
public class Plain { }
public class Ctx : DbContext { public DbSet<Item> Items { get; set; } }
`
	const script = `CREATE TABLE dbo.Orders (Id int);
GO
CREATE TABLE dbo.Line (Id int);
GO
CREATE TABLE dbo.Plain (Id int);
GO
CREATE TABLE dbo.Item (Id int);
`
	all := []string{"Customer crm.people exact", "Item Items exact", "Lines Line heuristic",
		"Order Orders heuristic"}
	for base, want := range map[string][]string{
		"Base":      all,
		"Shop.Base": all,
		"Other":     {"Item Items exact"},
		"Far.Base":  {"Item Items exact"},
		"Middle":    {"Item Items exact", "Order Orders heuristic"},
	} {
		var got []string
		r := resolved(t, map[string]string{"a.cs": code, "b.sql": script})
		for _, m := range (data.Set{efcore.Mapper(base)}).Read(eval.NewTree(r)).Mappings {
			got = append(got, fmt.Sprint(r.Table.Def(m.Class).Name, " ", m.Table, " ", m.Tier))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s, want %s", base, strings.Join(got, ", "), strings.Join(want, ", "))
		}
	}
}

// resolved resolves the given files, by name, with all sites.
func resolved(t *testing.T, files map[string]string) *resolve.Resolution {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	var list []*parse.Facts
	for _, name := range []string{"a.cs", "b.sql"} {
		facts, err := set.Of(name).Facts(p, parse.Source{Path: name, Text: files[name],
			Sites: parse.AllSites})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, facts)
	}
	r, err := resolve.Resolve(context.Background(), list, resolve.Options{
		Languages: resolvers.Languages(), SQL: set.Embedded("sql")})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
