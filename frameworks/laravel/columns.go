package laravel

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A blueprint is a function that describes a table in a migration.
//
//	Schema::create('songs', function (Blueprint $table) { $table->string('title'); })
type blueprint struct {
	table string
	body  parse.Range
}

// columns returns the columns of tables by the migrations, in the order of their files. What a
// method down reverts is not read.
func (r *attributeReader) columns() data.Columns {
	tables := map[*resolve.File][]blueprint{}
	r.EachCall(family, func(x eval.Expr) {
		if x.Recv == nil || x.Recv.Text != "Schema" && x.Recv.Text != "schema" || len(x.Args) < 2 ||
			x.Expr.Text != "create" && x.Expr.Text != "table" || r.reverts(x) {
			return
		}
		body := x.Args[1].Value
		if table, ok := r.Text(x.Sub(&x.Args[0].Value)); ok && body.Kind == parse.ExprLambda {
			tables[x.In.File] = append(tables[x.In.File], blueprint{table, body.Body})
		}
	})
	out := data.Columns{}
	if len(tables) == 0 {
		return out
	}
	around := map[*resolve.File]parse.Nesting{}
	for f, list := range tables {
		ranges := make([]parse.Range, len(list))
		for i, b := range list {
			ranges[i] = b.body
		}
		around[f] = parse.NestingOf(ranges)
	}
	r.EachCall(family, func(x eval.Expr) {
		if list := tables[x.In.File]; len(list) > 0 && x.Recv != nil && x.Recv.Kind == parse.ExprName {
			for i := range around[x.In.File].Enclosing(x.At) {
				r.column(out, x, list[i].table)
				break
			}
		}
	})
	return out
}

// reverts reports whether an expression is in a method that reverts a migration.
func (r *attributeReader) reverts(x eval.Expr) bool {
	return x.Def > resolve.None && r.Table.Def(x.Def).Name == "down"
}

// notColumns are the methods of a blueprint whose arguments name no new column.
var notColumns = resolve.WordSet(`index unique primary fullText spatialIndex foreign dropIndex
	dropUnique dropForeign dropPrimary dropConstrainedForeignId dropTimestamps
	dropSoftDeletes rename comment engine charset collation temporary renameIndex after
	references on`)

// column reads a call on a blueprint.
func (r *attributeReader) column(out data.Columns, x eval.Expr, table string) {
	name := ""
	if len(x.Args) > 0 {
		name = data.TextOf(r.Tree, x.Sub(&x.Args[0].Value))
	}
	var added []string
	switch x.Expr.Text {
	case "id":
		added = []string{"id"}
	case "timestamps", "timestampsTz", "nullableTimestamps":
		added = []string{"created_at", "updated_at"}
	case "softDeletes", "softDeletesTz":
		added = []string{"deleted_at"}
	case "rememberToken":
		added = []string{"remember_token"}
	case "morphs", "nullableMorphs", "uuidMorphs", "nullableUuidMorphs":
		added = []string{name + "_type", name + "_id"}
	case "dropColumn":
		for i := range x.Args {
			r.Each(x.Sub(&x.Args[i].Value), func(_ eval.Expr, name string) { delete(out[table], name) })
		}
	case "renameColumn":
		delete(out[table], name)
		if len(x.Args) > 1 {
			added = []string{data.TextOf(r.Tree, x.Sub(&x.Args[1].Value))}
		}
	default:
		if !notColumns[x.Expr.Text] {
			added = []string{name}
		}
	}
	for _, c := range added {
		out.Add(data.Attribute{Name: c, File: x.In.File, Range: data.LineAt(x.In.File, x.At),
			Table: data.Table{Name: table}})
	}
}
