package mybatis

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// clauses are the builder methods that take tables, with the operation on their rows.
var clauses = map[string]graph.Ops{"FROM": 0, "JOIN": 0, "INNER_JOIN": 0, "OUTER_JOIN": 0,
	"LEFT_OUTER_JOIN": 0, "RIGHT_OUTER_JOIN": 0, "INSERT_INTO": graph.Insert,
	"UPDATE": graph.Update, "DELETE_FROM": graph.Delete}

// builds records the tables that a clause names, for the enclosing method.
//
//	new SQL().SELECT("*").FROM("orders o").JOIN("lines l on l.id = o.id")
//	new SQL() {{ UPDATE("orders"); SET("a = 1"); }}
func (r *reader) builds(x eval.Expr) {
	ops, ok := clauses[x.Expr.Text]
	if !ok || x.Callee() != resolve.None || !usesBuilder(x.In.File) {
		return
	}
	for i := range x.Args {
		text, ok := r.Text(x.Sub(&x.Args[i].Value))
		if !ok {
			continue
		}
		for name := range strings.SplitSeq(text, ",") {
			if t := data.TableNamed(name); isName(t.Name) {
				u := data.Use{By: x.Def, File: x.In.File, At: x.At, Table: t, Ops: ops,
					Tier: graph.Exact}
				r.out.Uses = append(r.out.Uses, u)
				r.file(u)
			}
		}
	}
}

// isName reports whether a text is the name of a table rather than a subquery.
func isName(s string) bool { return s != "" && !strings.ContainsAny(s, "()?#${} \t\n") }

// file records a use for all callables that enclose it.
func (r *reader) file(u data.Use) {
	for d := u.By; d != resolve.None; d = r.Table.Def(d).Outer {
		if r.Table.Def(d).Kind.IsCallable() {
			r.does[d] = append(r.does[d], u)
		}
	}
}

// usesBuilder reports whether a file imports the builder.
func usesBuilder(f *resolve.File) bool {
	for i := range f.Imports {
		im := &f.Imports[i]
		if isLibrary(im.Path) && (im.All || im.Name == "SQL" || im.Static) {
			return true
		}
	}
	return false
}
