// Package yesql links the named queries of SQL scripts to the Go code that runs them,
// for libraries that read such scripts like Yesql: goyesql and dotsql.
//
//	-- name: list-orders
//	SELECT * FROM orders;
//
//	yesql.go  the mapper; the queries, and the code that runs them
//	facts.go  declarations of the libraries
package yesql

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

// Mapper returns the rules of these libraries.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that may use the libraries.
var head = interest.Head{Languages: []string{data.Golang}, Words: []string{"goyesql", "dotsql",
	`["`, ".Exec", ".Query", ".Prepare", ".Raw(", ".Select(", ".Get("},
	Names: []string{"goyesql", "dotsql"}}

// Modules implements [interest.Library].
func (mapper) Modules() []string { return stores }

// Read records the reads and writes of queries as those of the code that runs them.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	if !t.ImportsAny(data.Golang, isLibrary) {
		return
	}
	r := &reader{out: m, queries: queriesOf(t), fields: map[resolve.DefID]string{}}
	r.Structs = data.Structs{Tree: t, Values: data.NewValues(t, r), Connects: connects}
	t.EachCall(data.Golang, r.call)
	t.EachExpr(data.Golang, func(k parse.ExprKind) bool { return k == parse.ExprIndex }, r.element)
	r.readFields()
}

// A reader holds the state for one tree.
type reader struct {
	data.Structs
	out     *data.Model
	queries map[string][]data.Use
	fields  map[resolve.DefID]string // name of the query that a field holds
}

var named = regexp.MustCompile(`(?m)^[ \t]*--[ \t]*name:[ \t]*(\S+)`)

// queriesOf lists the reads and writes of the queries in scripts, by query name. If
// several have the same name, as in an application for several database systems, they
// are merged.
func queriesOf(t *eval.Tree) map[string][]data.Use {
	out := map[string][]data.Use{}
	for _, b := range t.Files {
		if b.File.Language != "sql" || b.File.Test {
			continue
		}
		for _, q := range data.NamedQueries(b, named) {
			uses := q.Uses(t)
			if before, ok := out[q.Name]; ok {
				uses = slices.DeleteFunc(uses, func(u data.Use) bool { return !slices.Contains(before, u) })
			}
			out[q.Name] = uses
		}
	}
	return out
}

// connects reports whether a type holds queries.
func connects(t resolve.Type) bool {
	return t.Def <= resolve.None && holders[t.Name] && isLibrary(t.Module)
}

// Call implements [data.ValueReader]: functions that read queries return a holder of
// queries, and so do its methods.
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	if of.Kind != 0 {
		if data.IsConnection(of) && x.Callee() == resolve.None {
			return []data.Value{of}
		}
		return nil
	}
	if out := r.Returned(x); out != nil {
		return out
	}
	pkg, ok := strings.CutSuffix(r.ExternalName(x), "."+x.Expr.Text)
	if ok && isLibrary(pkg) && opens[x.Expr.Text] {
		return []data.Value{data.NewConnection(resolve.None, "", graph.Exact)}
	}
	return nil
}

// holds reports whether an expression holds queries.
func (r *reader) holds(x eval.Expr) bool {
	return slices.ContainsFunc(r.Values.Of(x), data.IsConnection)
}

// run records the uses of the query of that name.
func (r *reader) run(by resolve.DefID, f *resolve.File, at uint32, name string, tier graph.Tier) {
	for _, u := range r.queries[name] {
		u.By, u.File, u.At, u.Tier = by, f, at, resolve.WeakerTier(u.Tier, tier)
		r.out.Uses = append(r.out.Uses, u)
	}
}

// call records the query whose name is an argument of a method, and the struct whose
// fields are filled with queries.
//
//	dot.Exec(db, "create-order", id)    goyesql.ScanToStruct(&q, queries, db)
func (r *reader) call(x eval.Expr) {
	if x.Expr.Text == "ScanToStruct" && len(x.Args) > 1 {
		pkg, _ := strings.CutSuffix(r.ExternalName(x), ".ScanToStruct")
		if slices.Contains(scanners, plain(pkg)) {
			for _, v := range r.Objects(x.Sub(&x.Args[0].Value)) {
				r.filled(v.Of.Def)
			}
		}
		return
	}
	if x.Recv == nil || x.Callee() != resolve.None || !r.holds(x.Sub(x.Recv)) {
		return
	}
	for i := range x.Args { // the name follows the connection, a context and a destination
		if name, ok := r.Text(x.Sub(&x.Args[i].Value)); ok {
			r.run(x.Def, x.In.File, x.At, name, graph.Typed)
			return
		}
	}
}

// element records a query that is taken from a map.
//
//	queries["list-orders"]
func (r *reader) element(x eval.Expr) {
	if x.In.File.Test || len(x.Args) != 1 || !r.holds(x.Sub(x.Recv)) {
		return
	}
	if name, ok := r.Text(x.Sub(&x.Args[0].Value)); ok {
		r.run(x.Def, x.In.File, x.Args[0].Value.At, name, graph.Typed)
	}
}

var tag = regexp.MustCompile("query:\"([^\"]*)\"")

// filled indexes the fields of a struct that is filled with queries.
//
//	ListOrders *sqlx.Stmt `query:"list-orders"`
func (r *reader) filled(of resolve.DefID) {
	for d := range data.Members(r.Table, of) {
		if name, _, _ := strings.Cut(data.TagOn(d, tag), ","); name != "" {
			r.fields[d.ID] = name
		}
	}
}

// readFields records the uses of the queries in fields for the code that refers to the
// field.
func (r *reader) readFields() {
	if len(r.fields) == 0 {
		return
	}
	for _, b := range r.Files {
		if b.File.Family != data.Golang || b.File.Test {
			continue
		}
		for i := range b.Bindings {
			x := &b.Bindings[i]
			if name, ok := r.fields[x.To]; ok && x.Kind == graph.References {
				r.run(x.From, b.File, x.At, name, resolve.WeakerTier(x.Tier, graph.Typed))
			}
		}
	}
}
