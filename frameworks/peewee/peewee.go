// Package peewee finds the tables of the models of peewee. The rows of package libraries read
// their queries.
package peewee

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of peewee.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that declare models, or their base classes.
var head = interest.Head{Languages: []string{"python"},
	Words: []string{"peewee", "table_name", "class Meta"}, Names: []string{"peewee"}}

// modules are those with the class Model: of the library, and of its extensions.
var modules = []string{"peewee.Model", "flask_peewee.", "playhouse.", "peewee_async.AioModel"}

// isLibrary reports whether a module is that of the library or of an extension.
func isLibrary(module string) bool {
	top, _, _ := strings.Cut(module, ".")
	return slices.ContainsFunc(modules, func(m string) bool { return strings.HasPrefix(m, top+".") })
}

// Read maps the models of the tree to their tables.
func (mapper) Read(t *eval.Tree, out *data.Model) {
	if !t.ImportsAny("python", isLibrary) {
		return
	}
	for d := range t.Definitions("python") {
		if d.Kind != graph.KindClass || len(d.Bases) == 0 || !isModel(t, d.ID) {
			continue
		}
		if table, tier, ok := tableOf(t, d); ok {
			out.Map(d.ID, []data.TableMapping{{Table: table, Tier: tier}})
		}
	}
}

func isModel(t *eval.Tree, class resolve.DefID) bool {
	return slices.ContainsFunc(data.PythonBases(t.Table, class), func(base string) bool {
		return slices.ContainsFunc(modules, func(m string) bool {
			return base == m || strings.HasSuffix(m, ".") && strings.HasPrefix(base, m) &&
				strings.HasSuffix(base, "Model")
		})
	})
}

// tableOf returns the table of a model: the one that its Meta names, or one named after the class.
// The name is of the class alone, schema and naming are inherited.
func tableOf(t *eval.Tree, d *resolve.Def) (data.Table, graph.Tier, bool) {
	lineage := t.Lineage(d.ID)
	schema, _, _ := meta(t, lineage, "schema")
	for _, key := range []string{"table_name", "db_table"} {
		if name, known, stated := meta(t, lineage[:1], key); stated && name != "" {
			return data.Table{Schema: schema, Name: name}, graph.Exact, known
		}
	}
	if _, _, stated := meta(t, lineage, "table_function"); stated {
		return data.Table{}, 0, false
	}
	if legacy, _, _ := meta(t, lineage, "legacy_table_names"); legacy == "False" {
		return data.Table{Schema: schema, Name: snake(d.Name)}, graph.Exact, true
	}
	return data.Table{Schema: schema, Name: strings.ToLower(d.Name)}, graph.Exact, true
}

// meta returns the value of a name in the Meta of the first class that has one.
func meta(t *eval.Tree, classes []resolve.DefID, name string) (text string, known, stated bool) {
	for _, class := range classes {
		for _, m := range t.Table.Own(class, "Meta") {
			for _, d := range t.Table.Own(m, name) {
				values := t.Values(d)
				if len(values) == 0 {
					continue
				}
				v, one := values[0], len(values) == 1
				if v.Kind == parse.ExprLiteral {
					return strings.TrimPrefix(v.Expr.Text, "None"), one, true
				}
				text, known := t.Text(v)
				return text, known && one, true
			}
		}
	}
	return "", false, false
}

// The steps of make_snake_case: a word begins before a capital with small letters after it, and
// before a capital after a small letter or a digit.
var (
	beforeWord    = regexp.MustCompile(`(.)_*([A-Z][a-z]+)`)
	beforeCapital = regexp.MustCompile(`([a-z0-9])_*([A-Z])`)
)

func snake(name string) string {
	name = beforeWord.ReplaceAllString(name, "${1}_$2")
	return strings.ToLower(beforeCapital.ReplaceAllString(name, "${1}_$2"))
}
