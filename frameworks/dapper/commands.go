package dapper

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// methods are the connection methods whose first argument is the text to run.
var methods = resolve.WordSet(`Execute ExecuteScalar ExecuteReader Query QueryFirst
	QueryFirstOrDefault QuerySingle QuerySingleOrDefault QueryMultiple QueryUnbuffered`)

// reserved are the words that the library treats as statements.
var reserved = resolve.WordSet("vacuum commit rollback revert")

// isProcedure reports whether the library treats a text as a procedure name when no
// command type is given: one word without statement punctuation.
func isProcedure(text string) bool {
	return text != "" && !strings.ContainsAny(text, " \t\r\n;/-+*") &&
		!reserved[strings.ToLower(text)]
}

// command records the procedure that a call names, or the clause of a builder.
func (r *reader) command(x eval.Expr) {
	if x.Callee() != resolve.None || x.Recv == nil {
		return
	}
	if by, ok := clauses[x.Expr.Text]; ok {
		r.clause(x, by)
		return
	}
	if methods[strings.TrimSuffix(x.Expr.Text, "Async")] && r.runs(x) &&
		x.Arg(-1, "commandType") == nil && len(x.Args) <= 4 {
		r.procedure(x, x.Arg(0, "sql"))
	}
}

// runs reports whether a connection method belongs to the library.
func (r *reader) runs(x eval.Expr) bool {
	if full := x.Referent().External; full != "" {
		return strings.HasPrefix(full, library+".SqlMapper.")
	}
	return r.imports(x.In.File, library)
}

// findCreated records the procedures named in created commands.
//
//	new CommandDefinition("dbo.Refresh", new { id })
func (r *reader) findCreated() {
	isNew := func(k parse.ExprKind) bool { return k == parse.ExprNew }
	r.EachExpr(data.CSharp, isNew, func(x eval.Expr) {
		if x.Expr.Text == "CommandDefinition" && x.Referent().Def == resolve.None &&
			r.imports(x.In.File, library) && x.Arg(4, "commandType") == nil {
			r.procedure(x, x.Arg(0, "commandText"))
		}
	})
}

// procedure records that an argument is run, if it is the name of a procedure.
func (r *reader) procedure(x eval.Expr, arg *parse.Expr) {
	if arg == nil {
		return
	}
	if name, by, ok := r.TextWithSources(x.Sub(arg)); ok && isProcedure(name) {
		r.BindStatement(x.In, x.Def, arg.At, "EXEC "+name, by)
	}
}

// clauses are the builder methods whose text names tables, with the statement text that
// precedes it.
var clauses = map[string]string{"InnerJoin": "SELECT 1 FROM (SELECT 1 AS n) AS x INNER JOIN ",
	"LeftJoin":  "SELECT 1 FROM (SELECT 1 AS n) AS x LEFT JOIN ",
	"RightJoin": "SELECT 1 FROM (SELECT 1 AS n) AS x RIGHT JOIN ",
	"Join":      "SELECT 1 FROM (SELECT 1 AS n) AS x JOIN ",
	"Where":     "SELECT 1 WHERE ", "OrWhere": "SELECT 1 WHERE ", "Select": "SELECT ",
	"Having": "SELECT 1 HAVING ", "Set": "SELECT "}

// clause records the tables in a clause of a builder.
//
//	builder.LeftJoin("dbo.Lines l ON l.OrderId = o.Id").Where("o.Id IN (SELECT Id FROM Open)")
func (r *reader) clause(x eval.Expr, statement string) {
	arg := x.Arg(0, "sql")
	if arg == nil || !r.isBuilder(x.Sub(x.Recv)) {
		return
	}
	text, by, _ := r.TextWithSources(x.Sub(arg))
	r.BindStatement(x.In, x.Def, arg.At, statement+strings.ReplaceAll(text, "\x00", resolve.Hole), by)
}

// isBuilder reports whether an expression is a builder of the library: by its type, or
// as the return value of a builder method.
func (r *reader) isBuilder(x eval.Expr) bool {
	for x.Kind == parse.ExprCall && x.Recv != nil && x.Callee() == resolve.None {
		x = x.Sub(x.Recv)
	}
	const builder = "SqlBuilder"
	t := x.In.ValueType(x.At)
	if name := resolve.LastName(data.OutsideType(x.In.File, t)); name != "" || t.Def > resolve.None {
		return name == builder
	}
	if l := x.Local(); l != nil {
		if values := r.LocalValues(x, l); len(values) == 1 {
			x = values[0]
		}
	}
	return x.Kind == parse.ExprNew && x.Expr.Text == builder
}
