package eval

import (
	"seedgraph/parse"
	"seedgraph/resolve"
)

// WrittenType resolves an expression that names a type, typeof(T) or a type argument,
// and substitutes type parameters; Unknown for other expressions.
func (t *Tree) WrittenType(x Expr) resolve.Type {
	switch x.Kind {
	case parse.ExprType, parse.ExprName, parse.ExprMember:
	default:
		return resolve.Unknown
	}
	if given, ok := x.Env.Get(x.Expr.Text); ok && x.Recv == nil && len(x.TypeArgs) == 0 {
		given.Env = Env{}
		return t.WrittenType(given)
	}
	out := x.In.TypeOf(typeRef(x.Expr), x.Def, x.At)
	open := x.Kind == parse.ExprType && len(x.TypeArgs) == 0 // as in typeof(Repository<>)
	if d := x.Referent().Def; (out.Def == resolve.None || open) && d > resolve.None &&
		t.Table.Def(d).Kind.IsType() {
		return resolve.Type{Def: t.Table.Canon[d], Owner: resolve.None}
	}
	for i := range out.Args {
		if i < len(x.TypeArgs) {
			out.Args[i] = t.WrittenType(x.Sub(&x.TypeArgs[i]))
		}
	}
	return out
}

// typeRef converts an expression to a type reference in the form that front ends
// produce.
func typeRef(e *parse.Expr) parse.TypeRef {
	ref := parse.TypeRef{Name: e.Text, At: e.At}
	if e.Recv != nil {
		ref.Name = typeRef(e.Recv).Name + "." + e.Text
	}
	for i := range e.TypeArgs {
		ref.Args = append(ref.Args, typeRef(&e.TypeArgs[i]))
	}
	return ref
}
