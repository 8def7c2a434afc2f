package csharp

import (
	"strings"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A lambda describes the syntactic form of a lambda.
type lambda struct {
	async, block bool
	returns      bool // it returns a value
	throws       bool // its end is unreachable, so it is compatible with any return type
	statement    bool // it is an expression that is valid as a statement
}

// lambdaOf returns the syntactic form of an argument that is a lambda.
func lambdaOf(a resolve.Type) lambda {
	return lambda{async: a.Func.Has(parse.FuncAsync), block: a.Func.Has(parse.FuncBlock),
		returns: a.Static, throws: a.Func.Has(parse.FuncThrows),
		statement: a.Func.Has(parse.FuncStatement)}
}

// lambdaArg returns the type of a lambda as an argument: its form, the explicit types of
// its parameters, and whether it returns a value.
func (c *binder) lambdaArg(a parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	// The position of the type is set if the lambda returns a value: a lambda has no
	// other use for it.
	t := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormFunc, Func: a.Func,
		Static: a.At != 0}
	for _, p := range a.Args {
		t.Args = append(t.Args, c.written(p, from, at))
	}
	return t
}

// varianceOf returns the declared variance of type parameter i of the type that x
// instantiates.
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

// writtenVariance parses the variance of type parameter i from a declaration.
//
// The signature is parsed because few types have any variance, which is not worth a
// separate fact: `interface ISource<out T>`.
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
