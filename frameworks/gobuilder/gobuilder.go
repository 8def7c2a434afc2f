// Package gobuilder reads the statements of Go's SQL builders: squirrel, goqu,
// go-sqlbuilder and dbr. The reads and writes of a statement are edges of the
// definition that builds it.
//
//	gobuilder.go  the mapper; from calls to tables
//	facts.go      declarations of the libraries
package gobuilder

import (
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of these libraries.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// words are those of files that may build statements.
var words = []string{"squirrel", "sqrl", "goqu", "sqlbuilder", "dbr", ".From(", ".Into(", ".Join("}

// Sites requests the sites of files that may build statements.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == data.Golang && src.ContainsAny(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names one of the libraries.
func (mapper) Named(_ string, src parse.Source) bool { return src.ContainsAny(words[:5]) }

// Modules implements [interest.Library].
func (mapper) Modules() []string { return libraries }

// Read records the reads and writes of statements.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	if !t.ImportsAny(data.Golang, isLibrary) {
		return
	}
	r := &reader{Tree: t, out: m, queries: data.QueryNamesOf(t, data.Golang, naming)}
	r.values = data.NewValues(t, r)
	data.EachChain(t, data.Golang, func(c data.Chain) {
		for i, x := range c.Calls {
			r.call(x, c.Calls[i+1:])
		}
	})
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out     *data.Model
	values  *data.Values
	queries data.QueryNames
}

// statement begins the name of a [data.LibraryValue] that is a statement or a factory of
// statements; the operations on rows follow.
const statement = "sql:"

func stated(ops graph.Ops) []data.Value {
	return []data.Value{data.NewLibraryValue(statement+strconv.Itoa(int(ops)), resolve.None, graph.Exact)}
}

// opsOf returns the operations of a statement; ok is false for other values.
func opsOf(v data.Value) (ops graph.Ops, ok bool) {
	text, ok := strings.CutPrefix(v.Of.Name, statement)
	n, _ := strconv.Atoi(text)
	return graph.Ops(n), ok && v.Kind == data.LibraryValue
}

// ofType returns a statement of a declared or inferred type.
func (r *reader) ofType(t resolve.Type) []data.Value {
	if t.Form == parse.FormTuple && len(t.Args) > 0 {
		t = t.Args[0]
	}
	if ops, ok := types[t.Name]; ok && t.Def <= resolve.None && isLibrary(t.Module) {
		return stated(ops)
	}
	return nil
}

// declared returns the values by the type of a variable, a field or a result, or by the
// value of the variable.
func (r *reader) declared(d resolve.DefID) []data.Value {
	def := r.Table.Def(d)
	if def.Kind.IsType() {
		return nil
	}
	if out := r.ofType(r.Binder(def.File).TypeOf(def.Type, d, def.NameAt)); out != nil {
		return out
	}
	for _, v := range r.Values(d) {
		if out := r.values.Of(v); out != nil {
			return out
		}
	}
	return nil
}

// Name implements [data.ValueReader].
func (r *reader) Name(x eval.Expr) []data.Value {
	if d := x.Referent().Def; d != resolve.None {
		return r.declared(d)
	}
	for _, v := range r.ReachingValues(x) {
		if out := r.values.Of(v); out != nil {
			return out
		}
	}
	return r.ofType(x.In.ValueType(x.At))
}

// Member implements [data.ValueReader]: squirrel.StatementBuilder is a variable of the library.
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	if d := x.Referent().Def; d != resolve.None && of.Kind == 0 {
		return r.declared(d)
	}
	if r.isOpening(x) {
		return stated(0)
	}
	return nil
}

// isOpening reports whether an expression is a library symbol that statements begin
// with.
func (r *reader) isOpening(x eval.Expr) bool {
	pkg, ok := strings.CutSuffix(r.ExternalName(x), "."+x.Expr.Text)
	_, begins := steps[x.Expr.Text]
	return ok && isLibrary(pkg) && (begins || opens[x.Expr.Text])
}

// Call implements [data.ValueReader].
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	before, goesOn := opsOf(of)
	d := x.Callee()
	switch {
	case d != resolve.None && of.Kind == 0:
		return r.declared(d)
	case d != resolve.None, !goesOn && !r.isOpening(x):
		return nil
	}
	s, ok := steps[x.Expr.Text]
	if !ok || s.keeps {
		return stated(before)
	}
	return stated(s.ops)
}

// Knows implements [data.ValueReader].
func (r *reader) Knows(data.Class) bool { return false }

// call records the tables that a step names.
//
//	squirrel.Select("id").From("orders")
func (r *reader) call(x eval.Expr, behind []eval.Expr) {
	s, ok := steps[x.Expr.Text]
	if !ok || !s.named && !s.joins || x.Recv == nil || len(x.Args) == 0 || x.Callee() != resolve.None {
		return
	}
	for _, of := range r.values.Of(x) {
		ops, _ := opsOf(of)
		if s.joins {
			ops = 0
		} else if ops == 0 {
			ops = saidBehind(behind)
		}
		if name := r.table(x.Sub(&x.Args[0].Value)); name != "" {
			r.out.Use(x, []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Exact}}, ops, of.Tier)
		}
	}
}

// saidBehind returns the operation of a statement whose table comes first, as allowed
// in goqu.
//
//	db.From("orders").Where(closed).Delete()
func saidBehind(calls []eval.Expr) graph.Ops {
	for _, x := range calls {
		if s := steps[x.Expr.Text]; s.ops != 0 {
			return s.ops
		}
	}
	return 0
}

// table returns the table name in an argument, or "" if it is unknown.
func (r *reader) table(x eval.Expr) string {
	if x.Kind == parse.ExprCall && tableFunctions[x.Expr.Text] && len(x.Args) == 1 {
		x = x.Sub(&x.Args[0].Value)
	}
	text, ok := r.Text(x)
	if name := firstName(text); ok && name != "" && !r.queries.Has(x, name) {
		return name
	}
	return ""
}
