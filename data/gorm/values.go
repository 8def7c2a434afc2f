package gorm

import (
	"slices"
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// connection is the name of a [data.OtherValue] that is a connection, of the struct that it
// was given as a model; what follows the name is the table that it was given.
const connection = "db:"

func connected(of resolve.DefID, table string, tier graph.Tier) data.Value {
	return data.Value{Kind: data.OtherValue, Of: data.Class{Def: of, Name: connection + table},
		Via: resolve.None, Tier: tier}
}

func isConnection(v data.Value) bool {
	return v.Kind == data.OtherValue && strings.HasPrefix(v.Of.Name, connection)
}

// ofType is what values of a type are: a connection, structs.
func (r *reader) ofType(t resolve.Type) []data.Value {
	if t.Form == resolve.List && len(t.Args) > 0 {
		t = t.Args[0]
	}
	switch {
	case t.Def <= resolve.None:
		if t.Name == "DB" && isLibrary(t.Module) {
			return []data.Value{connected(resolve.None, "", graph.Exact)}
		}
	case r.Table.Def(t.Def).Kind == graph.KindStruct:
		if embedsConnection(r, t.Def) {
			return []data.Value{connected(resolve.None, "", graph.Exact)}
		}
		return []data.Value{{Kind: data.ObjectValue, Of: data.ClassOf(r.Table.Canon[t.Def]),
			Via: resolve.None, Tier: graph.Exact}}
	}
	return nil
}

// embedsConnection reports whether a struct embeds a connection, and so has its methods.
func embedsConnection(r *reader, def resolve.DefID) bool {
	for _, b := range r.Table.Bases[r.Table.Canon[def]] {
		if b.Def <= resolve.None && b.Name == "DB" && isLibrary(b.Module) {
			return true
		}
	}
	return false
}

// declared is what the type that is written for a member, variable or result says.
func (r *reader) declared(d resolve.DefID) []data.Value {
	def := r.Table.Def(d)
	if def.Kind.IsType() {
		return nil
	}
	t := r.Binder(def.File).TypeOf(def.Type, d, def.NameAt)
	if t.Form == resolve.Tuple && len(t.Args) > 0 {
		t = t.Args[0]
	}
	return r.ofType(t)
}

// Name implements [data.ValueReader].
func (r *reader) Name(x web.Term) []data.Value {
	t := x.In.ValueType(x.At)
	if out := r.ofType(t); out != nil && !isConnection(out[0]) {
		return out
	}
	// What a connection was given is known by what the local is set to.
	if d := x.Meaning().Def; d != resolve.None {
		return r.declared(d)
	}
	var out []data.Value
	for _, v := range r.Held(x) {
		for _, of := range r.values.Of(v) {
			if isConnection(of) {
				out = append(out, of)
			}
		}
	}
	if out == nil {
		out = r.ofType(t)
	}
	return out
}

// Member implements [data.ValueReader].
func (r *reader) Member(x web.Term, of data.Value) []data.Value {
	if of.Kind != 0 {
		return nil
	}
	if d := x.Meaning().Def; d != resolve.None {
		return r.declared(d)
	}
	return nil
}

// Call implements [data.ValueReader]: the methods of a connection return one; those that give
// it a model or a table are kept.
func (r *reader) Call(x web.Term, of data.Value) []data.Value {
	switch {
	case of.Kind == 0:
		if d := x.Callee(); d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
			return r.handedOn(x, r.declared(d))
		}
		if x.Expr.Text == "G" && r.Outside(x) == "gorm.io/gorm.G" {
			return r.typed(x)
		}
		if x.Recv == nil && x.Expr.Text == "new" && len(x.Args) == 1 {
			return r.literal(x.Sub(&x.Args[0].Value))
		}
		return nil
	case !isConnection(of) || x.Callee() != resolve.None:
		return nil
	case len(x.Args) > 0 && x.Expr.Text == "Table":
		if name, ok := r.Text(x.Sub(&x.Args[0].Value)); ok {
			return []data.Value{connected(of.Of.Def, name, of.Tier)}
		}
		return []data.Value{connected(resolve.None, "{}", of.Tier)}
	case len(x.Args) > 0 && x.Expr.Text == "Model":
		for _, v := range r.objects(x.Sub(&x.Args[0].Value)) {
			of.Of.Def, of.Tier = v.Of.Def, resolve.Worse(of.Tier, v.Tier)
		}
	case x.Expr.Text == "Raw": // what it reads is in the text
		return []data.Value{connected(resolve.None, "{}", of.Tier)}
	}
	return []data.Value{of}
}

// typed is a connection of the generic interface, which is for the struct of its type argument.
//
//	gorm.G[Order](db)
func (r *reader) typed(x web.Term) []data.Value {
	if len(x.TypeArgs) > 0 {
		for _, v := range r.ofType(r.WrittenType(x.Sub(&x.TypeArgs[0]))) {
			if v.Kind == data.ObjectValue {
				return []data.Value{connected(v.Of.Def, "", graph.Typed)}
			}
		}
	}
	return []data.Value{connected(resolve.None, "{}", graph.Typed)}
}

// handedOn is what a function of the tree returns: of a connection that it is given, with a table
// or a model, one that has these, too.
//
//	q := paged(db.Table("orders"), 10); q.Find(&rows)    // orders, whatever rows are
func (r *reader) handedOn(x web.Term, returned []data.Value) []data.Value {
	if !slices.ContainsFunc(returned, isConnection) {
		return returned
	}
	for i := range x.Args {
		var given []data.Value
		for _, v := range r.values.Of(x.Sub(&x.Args[i].Value)) {
			if isConnection(v) && (v.Of.Def != resolve.None || v.Of.Name != connection) {
				given = append(given, v)
			}
		}
		if len(given) > 0 {
			return given
		}
	}
	return returned
}

// objects lists the structs that an expression is a value, or a list of values, of.
func (r *reader) objects(x web.Term) []data.Value {
	if x.Kind == parse.ExprMap || x.Kind == parse.ExprList || x.Kind == parse.ExprOpaque {
		return r.literal(x)
	}
	var out []data.Value
	for _, v := range r.values.Of(x) {
		if v.Kind == data.ObjectValue {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		for _, v := range r.Held(x) {
			if v.Kind == parse.ExprMap || v.Kind == parse.ExprList {
				out = append(out, r.literal(v)...)
			}
		}
	}
	return out
}

// literal is what a composite literal is of, by the type that it begins with.
//
//	model.User{ID: 1}    []model.User{}    new(User)
func (r *reader) literal(x web.Term) []data.Value {
	text := x.In.File.Text[x.At:]
	text = strings.TrimLeft(text, "[]*&")
	at := uint32(len(x.In.File.Text) - len(text))
	n := strings.IndexFunc(text, func(c rune) bool {
		return c != '.' && c != '_' && !(c|0x20 >= 'a' && c|0x20 <= 'z') && !(c >= '0' && c <= '9')
	})
	if n <= 0 {
		return nil
	}
	return r.ofType(x.In.TypeOf(parse.TypeRef{Name: text[:n], At: at}, x.Def, at))
}

// Knows implements [data.ValueReader].
func (r *reader) Knows(c data.Class) bool { return r.models[c.Def] != nil }
