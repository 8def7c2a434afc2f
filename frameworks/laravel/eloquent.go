package laravel

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/resolve"
)

// Mapper returns the rules of Eloquent.
func Mapper() data.Mapper { return mapper{&mapperHead} }

type mapper struct{ *interest.Head }

// words are the namespace of the library, and the beginnings of calls on models, queries and
// tables.
var words = []string{`Illuminate\Database`, "Schema::", "DB::", "->where", "->orderBy(",
	"->update([",
	"->create([", "->fill(", "factory(", "::where", "::find", "::create", "::first", "::query(",
	"::all(", "::with(", "::insert", "::update", "::upsert", "::destroy", "::truncate", "::select",
	"::count", "::pluck", "->save", "->delete", "->forceDelete", "->push", "->createMany",
	"->hasMany", "->hasOne", "->belongsTo", "->morph", "->increment(", "->decrement(", "->touch(", "->restore("}

// mapperHead requests the sites of files that may query models.
var mapperHead = interest.Head{Languages: []string{family},
	Words: words, Names: []string{"Illuminate"}}

// operations are the static methods of models, and those of the queries that they return.
var operations = data.NewOperations(map[graph.Ops]string{
	0: `query where whereIn whereNotIn whereNull whereNotNull whereHas whereDoesntHave
		whereBetween whereDate find findOrFail findMany first firstOrFail firstWhere all get
		with select count exists doesntExist pluck value sum avg min max orderBy orderByDesc
		latest oldest paginate simplePaginate cursor chunk chunkById each has doesntHave join
		withTrashed onlyTrashed sole take inRandomOrder withCount newQuery`,
	graph.Insert: `create insert insertGetId insertOrIgnore forceCreate firstOrCreate createMany
		createQuietly`,
	graph.Insert | graph.Update: "updateOrCreate upsert updateOrInsert",
	graph.Update:                "update increment decrement touch restore",
	graph.Delete:                "delete destroy forceDelete truncate",
})

// Read maps the models of the tree to their tables, and records the queries that begin with a
// model.
func (mapper) Read(t *eval.Tree, out *data.Model) {
	readAttributes(t, out, operations.ReadModels(t, out, family, tableOf))
	readQueries(t, out)
}

// stated matches the table that a model states.
var stated = regexp.MustCompile(`(?m)(?:^|[{};])[ \t]*(?:protected|public)\s+(?:\??string\s+)?` +
	`\$table\s*=\s*["']([\w.]+)["']`)

// tableOf returns the table of a model: the one that it or a class above it states, or the plural
// of its own name; of a pivot the name itself.
func tableOf(t *eval.Tree, d *resolve.Def) (data.Table, graph.Tier) {
	if len(d.Bases) == 0 || slices.Contains(d.Modifiers, "abstract") {
		return data.Table{}, 0
	}
	pivot, found := false, false
	for _, base := range t.ExternalBases(d.ID) {
		switch base = strings.ReplaceAll(base, `\`, "."); base {
		case "Illuminate.Database.Eloquent.Model", "Illuminate.Foundation.Auth.User":
			found = true
		case "Illuminate.Database.Eloquent.Relations.Pivot",
			"Illuminate.Database.Eloquent.Relations.MorphPivot":
			found, pivot = true, true
		}
	}
	if !found {
		return data.Table{}, 0
	}
	for _, c := range t.Lineage(d.ID) {
		class := t.Table.Def(c)
		if m := stated.FindStringSubmatch(class.File.Slice(class.Body)); m != nil {
			return data.TableNamed(m[1]), graph.Exact
		}
	}
	name := data.SnakeCase(d.Name)
	if !pivot {
		name = plural.Rails(name)
	}
	return data.Table{Name: name}, graph.Typed
}
