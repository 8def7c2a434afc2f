package knex

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// connection returns the confidence that an expression is a connection, from which
// queries are built: by its declared type, its assigned value, or its name; 0 if it is
// not.
func (r *reader) connection(x eval.Expr) graph.Tier {
	switch x.Kind {
	case parse.ExprName, parse.ExprMember:
	default:
		return 0
	}
	if d := x.Referent().Def; d != resolve.None {
		def := r.Table.Def(d)
		if def.Kind.IsType() || def.Kind.IsCallable() {
			return 0
		}
		if r.isConnection(def.Type, r.Binder(def.File), d, def.NameAt, 0) {
			return graph.Exact
		}
	} else if l := x.Local(); l != nil &&
		r.isConnection(l.Type, x.In, x.Def, x.At, 0) {
		return graph.Exact
	}
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall && r.makes(v) {
			return graph.Exact
		}
	}
	// db.transaction(async (t) => { await t('orders').del() })
	if f, param, ok := r.CallersOf(data.Script).Lambda(x); ok && param == 0 && f.Call.Recv != nil &&
		f.Call.Expr.Text == "transaction" {
		if tier := r.connection(f.Call.Sub(f.Call.Recv)); tier != 0 {
			return tier
		}
	}
	if connections[strings.ToLower(x.Expr.Text)] {
		return graph.Typed
	}
	return 0
}

// makes reports whether a call makes a connection: knex({ client: 'pg' }).
func (r *reader) makes(x eval.Expr) bool {
	full := r.ExternalName(x)
	if full == "" && x.Recv != nil {
		full = r.ExternalName(x.Sub(x.Recv))
	}
	module, _, _ := strings.Cut(full, ".")
	return isLibrary(module)
}

// maxAliases bounds chains of type aliases.
const maxAliases = 5

// isConnection reports whether a declared type is the library's, or an alias of it.
func (r *reader) isConnection(ref parse.TypeRef, b *resolve.Binder, from resolve.DefID, at uint32,
	depth int) bool {
	if ref.IsZero() || b == nil || depth > maxAliases {
		return false
	}
	if ref.Form == parse.FormUnion || ref.Form == parse.FormIntersection {
		for _, a := range ref.Args {
			if r.isConnection(a, b, from, at, depth+1) {
				return true
			}
		}
		return false
	}
	first, _, _ := strings.Cut(ref.Name, ".")
	for i := range b.File.Imports {
		im := &b.File.Imports[i]
		if (im.Name == first || im.Alias == first) && isLibrary(im.Path) {
			return connectionTypes[resolve.LastName(ref.Name)]
		}
	}
	t := b.TypeOf(ref, from, at)
	if t.Def <= resolve.None {
		return false
	}
	def := r.Table.Def(t.Def)
	return def.Kind == graph.KindTypeAlias &&
		r.isConnection(def.Type, r.Binder(def.File), def.ID, def.NameAt, depth+1)
}
