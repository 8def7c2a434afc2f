package csharp

import (
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A lambda is how a lambda is written.
type lambda struct {
	async, block bool
	returns      bool // a value
	throws       bool // its end cannot be reached, so that it may stand for any result
	statement    bool // it is an expression that may stand as a statement
}

// lambdaOf tells how an argument is written that is a lambda.
func lambdaOf(a resolve.Type) lambda {
	return lambda{async: a.Func.Has(parse.FuncAsync), block: a.Func.Has(parse.FuncBlock),
		returns: a.Static, throws: a.Func.Has(parse.FuncThrows),
		statement: a.Func.Has(parse.FuncStatement)}
}

// lambdaArg is a lambda as an argument: its form, the type of each parameter as
// far as it is written, and whether it returns a value.
func (c *binder) lambdaArg(a parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	// The position of the type says that the lambda returns a value: a lambda has no other use
	// for it.
	t := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: lambdaForm, Func: a.Func,
		Static: a.At != 0}
	for _, p := range a.Args {
		t.Args = append(t.Args, c.written(p, from, at))
	}
	return t
}

// varianceOf says whether type parameter i of the type that x instantiates is
// declared in or out.
func (t *tree) varianceOf(x resolve.Type, i int) external.Rules {
	switch {
	case x.Def < resolve.None:
		if params := t.platform.foreign(x.Def).typ.TypeParams; i < len(params) {
			return params[i].Rules
		}
	case x.Def > resolve.None:
		return writtenVariance(t.table.Def(x.Def).Signature, i)
	}
	return 0
}

// writtenVariance reads the variance of type parameter i from a declaration.
//
// The signature is read instead of a fact of its own, since few types have any: `interface
// ISource<out T>`.
func writtenVariance(signature string, i int) external.Rules {
	_, list, _ := strings.Cut(signature, "<")
	list, _, _ = strings.Cut(list, ">")
	for ; i > 0; i-- {
		_, list, _ = strings.Cut(list, ",")
	}
	switch list = strings.TrimSpace(list); {
	case strings.HasPrefix(list, "out "):
		return external.Covariant
	case strings.HasPrefix(list, "in "):
		return external.Contravariant
	}
	return 0
}
