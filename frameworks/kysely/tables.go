package kysely

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findTables finds the interfaces that declare the tables of a database, and maps the
// types of their members.
//
//	interface DB { orders: Orders }    const db: Kysely<DB>
func (r *reader) findTables() {
	seen := map[resolve.DefID]bool{}
	for _, b := range r.Files {
		if b.File.Family != data.Script || b.File.Test {
			continue
		}
		for i := range b.File.Definitions {
			d := r.Table.Def(b.File.ID(int32(i)))
			r.database(data.DeclaredType(r.Tree, d.ID), seen)
			for j := range d.Params {
				r.database(data.DeclaredType(r.Tree, d.ID).Part(d.Params[j].Type), seen)
			}
		}
	}
}

// database maps the member types of the interface that is the type argument of a
// library type.
func (r *reader) database(w data.TypeExpr, seen map[resolve.DefID]bool) {
	if w.IsZero() || w.In == nil || len(w.Args) != 1 || !databases[resolve.LastName(w.Name)] {
		return
	}
	class := w.Part(w.Args[0]).Class(r.Table)
	if class == resolve.None {
		return
	}
	for _, c := range r.Lineage(class) {
		if seen[c] {
			continue
		}
		seen[c] = true
		for d := range data.Members(r.Table, c) {
			row := data.DeclaredType(r.Tree, d.ID).Class(r.Table)
			if name := strings.Trim(d.Name, `"'`); row != resolve.None && d.Kind != graph.KindMethod {
				r.out.Map(row, []data.TableMapping{{Table: r.table(name), Tier: graph.Exact}})
			}
		}
	}
}

// table returns the table for a name in a query, in the naming of the database.
func (r *reader) table(name string) data.Table {
	t := data.TableNamed(name)
	t.Name = r.camel.Name(t.Name)
	return t
}

// tablesAt lists the tables that an argument names: a string, or a list of strings.
func (r *reader) tablesAt(x eval.Expr, at int) []data.Table {
	if at >= len(x.Args) {
		return nil
	}
	list := []eval.Expr{x.Sub(&x.Args[at].Value)}
	if first := list[0]; first.Kind == parse.ExprList {
		list = nil
		for i := range first.Args {
			list = append(list, first.Sub(&first.Args[i].Value))
		}
	}
	var out []data.Table
	for _, of := range list {
		switch of.Kind {
		case parse.ExprString, parse.ExprName, parse.ExprMember:
			if text, ok := r.Text(of); ok && text != "" && !strings.ContainsAny(text, "(*?{") {
				out = append(out, r.table(text))
			}
		}
	}
	return out
}
