package csharp

import (
	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// register records the registration by a call, for all callers of the method around it:
//
//	AddScoped<IStock, SqlStock>()               AddScoped(typeof(IStock), typeof(SqlStock))
//	AddScoped<IStock>(sp => new SqlStock())     AddSingleton(typeof(IStock), new SqlStock())
//	AddKeyedScoped<IStock, SqlStock>("key")     AddSingleton(Factories.CreateStock)
func (r *reader) register(x eval.Expr, lifetime graph.Via, keyed bool) {
	types, values := r.split(x, keyed)
	if len(types) == 0 && len(values) == 0 {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		service := resolve.Unknown
		if len(types) > 0 {
			service = r.WrittenType(x.Sub(types[0]))
		}
		if len(types) > 1 {
			r.enterAs(x, types[0], r.WrittenType(x.Sub(types[1])), lifetime, f.Tier)
			continue
		}
		if len(values) == 0 {
			continue
		}
		value := x.Sub(values[0])
		if len(types) == 0 {
			service = r.declared(value)
		}
		for _, g := range r.given(value, service, 0) {
			if tier := resolve.WeakerTier(f.Tier, g.tier); len(types) > 0 {
				r.enterAs(x, types[0], g.typ, lifetime, tier)
			} else {
				r.enter(x, service, g.typ, lifetime, tier)
			}
		}
	}
}

// split separates the types in a registration from factories and instances. The key of
// a keyed registration is the first argument that is not a type.
func (r *reader) split(x eval.Expr, keyed bool) (types, values []*parse.Expr) {
	for i := range x.TypeArgs {
		types = append(types, &x.TypeArgs[i])
	}
	for i := range x.Args {
		v := &x.Args[i].Value
		switch {
		case v.Kind == parse.ExprType:
			types = append(types, v)
		case keyed:
			keyed = false
		case v.Kind == parse.ExprMember && v.Recv != nil && v.Recv.Text == "ServiceLifetime":
		default:
			values = append(values, v)
		}
	}
	return types, values
}

// declared returns the service type implied by an instance or factory: the return type
// of a method, the declared type of a variable, or the class of the object.
func (r *reader) declared(x eval.Expr) resolve.Type {
	if d := x.Referent().Def; d > resolve.None && !r.Table.Def(d).Kind.IsType() &&
		x.Kind != parse.ExprNew {
		def := r.Table.Def(d)
		if t := r.Binder(def.File).TypeOf(def.Type, d, def.NameAt); t.Known() {
			return t
		}
	}
	if x.Kind == parse.ExprName || x.Kind == parse.ExprMember {
		if t := x.In.ValueType(x.At); t.Def > resolve.None {
			return t
		}
	}
	for _, g := range r.given(x, resolve.Unknown, 0) {
		return g.typ
	}
	return resolve.Unknown
}
