package resolve_test

import (
	"context"
	"path"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// described returns a set of three languages: one with symbols, one with projects, one
// with neither.
func described() *resolve.Set {
	return resolve.NewSet(
		resolve.Language{
			Family: "hash", Names: []string{"hash", "page"}, ProjectFiles: []string{"*.proj"},
			Rules: func() resolve.Rules { return toy{} },
			Symbols: func(p *resolve.Project) func(string) map[string]bool {
				return func(file string) map[string]bool {
					text := p.Files[path.Join(path.Dir(file), "a.proj")]
					return map[string]bool{text: true}
				}
			},
		},
		resolve.Language{
			Family: "toy", Names: []string{"toy"}, ProjectFiles: []string{"toy.mod"}, Requires: true,
			Rules: func() resolve.Rules { return toy{} },
			Projects: func(p *resolve.Project) resolve.ProjectNamer {
				return p.Nearest(func(file, text string) string { return strings.TrimSpace(text) })
			},
		},
		resolve.Language{Family: "plain", Names: []string{"plain"},
			Rules: func() resolve.Rules { return resolve.PlainRules{} }})
}

// TestSymbols: conditional compilation sees the symbols that the project of a file
// defines, in all languages of the family and in no other.
func TestSymbols(t *testing.T) {
	set := described()
	symbols := set.Symbols(&resolve.Project{Files: map[string]string{"x/a.proj": "DEBUG"}})
	if !symbols("hash", "x/a.hash")["DEBUG"] || !symbols("page", "x/b.page")["DEBUG"] {
		t.Error("the project defines nothing")
	}
	if symbols("hash", "y/a.hash")["DEBUG"] || symbols("toy", "x/a.toy") != nil ||
		symbols("unknown", "x/a.any") != nil {
		t.Error("others see the symbols of the project")
	}
	for file, want := range map[string]bool{
		"x/a.proj": true, "x/a.toy": false, "toy.mod": true, "a.proj.txt": false, "plain.mod": false,
	} {
		if got := set.ReadFirst(file); got != want {
			t.Errorf("%s must be read first: %v", file, got)
		}
	}
}

// TestRequired: a requirement of any project of a language applies to the files of its
// other projects; nothing is known for files outside of all projects, or for other
// languages.
func TestRequired(t *testing.T) {
	required := described().Required(&resolve.Project{Files: map[string]string{
		"b/toy.mod": "second", "a/toy.mod": "first", "a.proj": "x"}})
	for _, c := range []struct{ lang, file, want string }{
		{"toy", "a/x.toy", "first second"},
		{"toy", "b/deep/x.toy", "first second"},
		{"toy", "x.toy", ""},
		{"hash", "a/x.hash", ""},
		{"plain", "a/x.plain", ""},
		{"unknown", "a/x.any", ""},
	} {
		if got := strings.Join(required(c.lang, c.file), " "); got != c.want {
			t.Errorf("%s: required %q, want %q", c.file, got, c.want)
		}
	}
}

// TestProjects: a file belongs to the nearest enclosing project of its language.
func TestProjects(t *testing.T) {
	names := described().Projects(&resolve.Project{Files: map[string]string{
		"toy.mod": "root", "lib/toy.mod": "lib"}})
	for _, c := range []struct{ lang, file, want string }{
		{"toy", "a.toy", "root"},
		{"toy", "lib/deep/a.toy", "lib"},
		{"toy", "library/a.toy", "root"}, // begins alike
		{"plain", "lib/a.plain", ""},
		{"unknown", "lib/a.any", ""},
	} {
		got := ""
		if of := names(c.lang); of != nil {
			got = of(c.file, nil).Name
		}
		if got != c.want {
			t.Errorf("%s is of %q, want %q", c.file, got, c.want)
		}
	}
}

// placing puts pages into the module of their folder, and treats the parts of a type in
// one folder as parts of one type.
type placing struct {
	parted
	certain bool
}

func (placing) Place(files []*parse.Facts, _ *resolve.Project) {
	for _, f := range files {
		for i := range f.Definitions {
			if f.Page == nil {
				continue
			}
			f.Definitions[i].Module = path.Dir(f.Path)
		}
	}
}

func (p placing) PartScopes(_ *resolve.Project, files []string) []string {
	if !p.certain {
		return nil
	}
	out := make([]string, len(files))
	for i, file := range files {
		out[i] = path.Dir(file)
	}
	return out
}

func resolvePlacing(t *testing.T, certain bool, files ...*parse.Facts) *resolve.Table {
	t.Helper()
	r, err := resolve.Resolve(context.Background(), files, resolve.Options{
		Languages: resolve.NewSet(resolve.Language{Family: "toy", Names: []string{"toy"},
			Rules: func() resolve.Rules { return placing{certain: certain} }})})
	if err != nil {
		t.Fatal(err)
	}
	return r.Table
}

// TestPages: rules complete the modules of pages, and of no other files.
func TestPages(t *testing.T) {
	page := toyFile("shop/cart.toy", "m", "Cart", "")
	page.Page = &parse.Page{}
	ix := resolvePlacing(t, true, page, toyFile("shop/code.toy", "m", "Code", ""))
	if len(ix.Top("toy", "shop", "Cart")) != 1 || len(ix.Top("toy", "m", "Cart")) != 0 {
		t.Error("the page is not in the module of its folder")
	}
	if len(ix.Top("toy", "m", "Code")) != 1 {
		t.Error("a file that is no page was moved")
	}
}

// TestPartsOfSeveralUnits: parts that are never compiled together belong to different
// types. If that is not known of all parts, they are one type.
func TestPartsOfSeveralUnits(t *testing.T) {
	files := func() []*parse.Facts {
		return []*parse.Facts{partOf("a/x.toy", "one"), partOf("a/y.toy", "two"),
			partOf("b/x.toy", "three")}
	}
	for _, certain := range []bool{true, false} {
		ix := resolvePlacing(t, certain, files()...)
		a, same, other := ix.Files[0].ID(1), ix.Files[1].ID(1), ix.Files[2].ID(1)
		if ix.Canon[same] != a {
			t.Errorf("certain %v: the parts of one unit are %d and %d", certain, a, ix.Canon[same])
		}
		if got := ix.Canon[other] == a; got == certain {
			t.Errorf("certain %v: the parts of two units are one type: %v", certain, got)
		}
	}
}

// relations finds a single table by its name.
type relations struct{ resolve.PlainRules }

func (relations) FindRelation(schema, name string) (resolve.DefID, string, graph.Tier) {
	if name == "orders" && (schema == "" || schema == "shop") {
		return 1, "shop", graph.Unique
	}
	return resolve.None, "shop", 0
}

// TestRelation: the table of a program is a definition of the scripts, or else an
// external name, in the default schema if the program names none.
func TestRelation(t *testing.T) {
	r, err := resolve.Resolve(t.Context(), []*parse.Facts{toyFile("a.tables", "m", "orders", "")},
		resolve.Options{Languages: resolve.NewSet(resolve.Language{Family: "tables",
			Names: []string{"toy"}, Rules: func() resolve.Rules { return relations{} }})})
	if err != nil {
		t.Fatal(err)
	}
	if id, ext, tier := r.Relation("", "orders", graph.KindTable); id != 1 || ext != nil ||
		tier != graph.Unique {
		t.Errorf("orders is %d, %+v, %s", id, ext, tier)
	}
	for _, c := range []struct{ schema, want string }{{"", "shop"}, {"other", "other"}} {
		id, ext, tier := r.Relation(c.schema, "lines", graph.KindView)
		if id != resolve.None || tier != graph.Exact || ext == nil ||
			*ext != (resolve.ExternalName{Schema: c.want, Name: "lines", Kind: graph.KindView}) {
			t.Errorf("lines in %q is %d, %+v, %s", c.schema, id, ext, tier)
		}
	}
}
