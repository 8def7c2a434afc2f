package efcore

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

var (
	programs = flag.String("programs", "", "folder of small programs, NN_name.cs")
	answers  = flag.String("answers", "", "folder for what the models of them are, NN_name.json")
)

// An answered is the model of a program, in the format of the framework's own answers.
type answered struct {
	Context  string       `json:"context"`
	Entities []storedIn   `json:"entities"`
	Keys     []keyBetween `json:"foreign_keys"`
	Joins    []placed     `json:"join_tables"`
}

type placed struct {
	Kind   string `json:"kind"`
	Schema string `json:"schema"`
	Name   string `json:"name"`
}

type storedIn struct {
	Entity     string `json:"entity"`
	Navigation string `json:"navigation,omitempty"`
	MapsTo     placed `json:"maps_to"`
}

type keyBetween struct {
	Table     placed `json:"table"`
	Principal placed `json:"principal_table"`
}

// TestAnswers writes the models of all programs in a folder:
//
//	go test ./data/efcore -run TestAnswers -programs DIR -answers DIR
func TestAnswers(t *testing.T) {
	if *programs == "" || *answers == "" {
		t.Skip("no folders are given")
	}
	files, err := filepath.Glob(filepath.Join(*programs, "*.cs"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs (%v)", err)
	}
	if err := os.MkdirAll(*answers, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.MarshalIndent(map[string]any{"contexts": modelsOf(t, string(text))}, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".cs") + ".json"
		if err := os.WriteFile(filepath.Join(*answers, name), out, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestModelAnswers checks the parts of an answer beyond class mappings: separate
// contexts, type arguments, tables without a class.
func TestModelAnswers(t *testing.T) {
	got := modelsOf(t, `
using Microsoft.EntityFrameworkCore;
using System.Collections.Generic;
namespace Shop;
public class Setting<T> { public int Id { get; set; } }
public class Post { public int Id { get; set; } public List<Tag> Tags { get; set; } }
public class Tag { public int Id { get; set; } public List<Post> Posts { get; set; } }
public class A : DbContext { public DbSet<Setting<int>> Ints { get; set; } }
public class B : DbContext {
    public DbSet<Post> Posts { get; set; }
    public DbSet<Setting<Tag>> Marks { get; set; }
}
`)
	out, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"context":"Shop.A","entities":[{"entity":"Shop.Setting\u003cint\u003e",`,
		`"entity":"Shop.Setting\u003cShop.Tag\u003e"`, `"name":"Marks"`, `"join_tables":[{"kind":"table","schema":"","name":"PostTag"}]`} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%s lacks %s", out, want)
		}
	}
}

// modelsOf lists the models of the contexts of a program.
func modelsOf(t *testing.T, text string) []answered {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	facts, err := set.Of("a.cs").Facts(p, parse.Source{Path: "a.cs", Text: text,
		Sites: parse.AllSites})
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := resolve.Resolve(context.Background(), []*parse.Facts{facts},
		resolve.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql")})
	if err != nil {
		t.Fatal(err)
	}
	r := newReader(resolved)
	r.findNamings()
	var out []answered
	for _, m := range r.build(r.contexts()) {
		out = append(out, m.answer())
	}
	return out
}

func (m *model) answer() answered {
	a := answered{Context: m.written(m.contextType)}
	for _, x := range m.order {
		t, ok := m.tableOf(x)
		switch {
		case !ok:
		case x.join != nil:
			a.Joins = append(a.Joins, inJSON(t.Table))
		case x.typ.Def > resolve.None:
			a.Entities = append(a.Entities, storedIn{m.written(x.typ), x.ownedBy, inJSON(t.Table)})
		default:
			a.Entities = append(a.Entities, storedIn{x.name, x.ownedBy, inJSON(t.Table)})
		}
	}
	for _, k := range m.foreignKeys() {
		a.Keys = append(a.Keys, keyBetween{inJSON(k.From), inJSON(k.To)})
	}
	return a
}

func inJSON(t data.Table) placed {
	kind := "table"
	if t.View {
		kind = "view"
	}
	return placed{kind, t.Schema, t.Name}
}

// written returns the full name of a type with its arguments, in C# notation.
func (m *model) written(t resolve.Type) string {
	if t.Def <= resolve.None {
		return m.shortName(t)
	}
	name := m.fullName(t)
	if len(t.Args) == 0 {
		return name
	}
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = m.written(a)
	}
	return name + "<" + strings.Join(args, ", ") + ">"
}
