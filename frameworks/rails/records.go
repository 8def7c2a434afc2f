package rails

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Active Record.
func Mapper() data.Mapper { return mapper{&mapperHead} }

type mapper struct{ *interest.Head }

// mapperHead requests the sites of files that may query models.
var mapperHead = interest.Head{Languages: []string{family},
	Words: words, Names: []string{"ApplicationRecord", "ActiveRecord"}}

// words are the base class of models, and those of calls on models.
var words = []string{"ApplicationRecord", ".where", ".find", ".create", ".insert", ".upsert",
	".update", ".delete", ".destroy", ".pluck", ".all", ".joins", ".includes", ".order", ".exists?",
	".count", ".new", ".save", ".touch", ".toggle!", ".increment!", ".decrement!", "create(:", "build(:", "params.require", ".permit("}

// operations are the class methods of models, and those of the relations that they return.
var operations = data.NewOperations(map[graph.Ops]string{
	0: `where find find_by find_by! find_sole_by first last take all pluck pick ids joins
		left_joins left_outer_joins includes preload eager_load order limit offset group having
		distinct
		select exists? count sum average minimum maximum find_each find_in_batches
		in_batches rewhere references unscoped none or not merge any? empty? first! last! take! sole`,
	graph.Insert: `create create! insert insert! insert_all insert_all! create_or_find_by
		create_or_find_by! find_or_create_by find_or_create_by!`,
	graph.Insert | graph.Update: "upsert upsert_all",
	graph.Update: `update update! update_all update_counters touch_all increment_counter
		decrement_counter reset_counters`,
	graph.Delete: "delete delete_all delete_by destroy destroy_all destroy_by",
})

// Read maps the models of the tree to their tables, and records the queries that begin with a
// model.
func (mapper) Read(t *eval.Tree, out *data.Model) {
	readAttributes(t, out, operations.ReadModels(t, out, family, tableOf))
}

var (
	stated   = regexp.MustCompile(`(?m)^\s*self\.table_name\s*=\s*(?:["']([\w.]+)["']|:(\w+))`)
	abstract = regexp.MustCompile(`(?m)^\s*(?:self\.abstract_class\s*=\s*true|primary_abstract_class)\b`)
)

// tableOf returns the table of a model: the one that it states, or that of the first model above
// it, from which it differs in a column of types.
func tableOf(t *eval.Tree, d *resolve.Def) (data.Table, graph.Tier) {
	lineage := t.Lineage(d.ID)
	if !slices.ContainsFunc(lineage,
		func(c resolve.DefID) bool { return isRecord(t.Table.Def(c)) }) {
		return data.Table{}, 0
	}
	top := (*resolve.Def)(nil)
	for _, c := range lineage {
		class := t.Table.Def(c)
		text := class.File.Slice(class.Body)
		if slices.Contains(class.Modifiers, "module") || class.Name == "ApplicationRecord" ||
			abstract.MatchString(text) {
			if c == d.ID {
				return data.Table{}, 0
			}
			continue
		}
		if m := stated.FindStringSubmatch(text); m != nil {
			return data.TableNamed(m[1] + m[2]), graph.Exact
		}
		top = class
	}
	return data.Table{Name: plural.Rails(data.SnakeCase(top.Name))}, graph.Typed
}

// isRecord reports whether a class derives from the base class of models itself.
func isRecord(d *resolve.Def) bool {
	return slices.ContainsFunc(d.Bases, func(b parse.TypeRef) bool {
		name := strings.ReplaceAll(b.Name, "::", ".")
		return name == "ApplicationRecord" || strings.TrimPrefix(name, ".") == "ActiveRecord.Base"
	})
}
