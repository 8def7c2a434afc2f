package java

import (
	"slices"

	"seedgraph/parse"
)

// This file reads strings that a chain of calls composes.
//
//	new StringBuilder("SELECT id FROM ").append(TABLE).toString()
//	"SELECT id FROM ".concat(TABLE)
//	String.join(" ", "SELECT id", "FROM orders")

// chained appends the parts of a string that a chain of calls composes.
func chained(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	if isBuilder(n) {
		if first := firstText(n.Field("arguments")); !first.IsZero() {
			p = p.Join(r.Parts(first))
		}
		return p, true
	}
	if !n.Is("method_invocation") {
		return p, false
	}
	object, args := n.Field("object"), n.Field("arguments")
	switch n.Field("name").Text() {
	case "join":
		if object.Text() == "String" {
			return joined(r, p, args)
		}
	case "toString":
		if isChain(object) {
			return p.Join(r.Parts(object)), true
		}
	case "append":
		if isChain(object) {
			return p.Join(r.Parts(object)).Join(r.Parts(lastNamed(args))), true
		}
	case "concat":
		return p.Join(r.Parts(object)).Join(r.Parts(lastNamed(args))), true
	}
	return p, false
}

// isBuilder reports whether an expression creates a string builder.
func isBuilder(n parse.Node) bool {
	return n.Is("object_creation_expression") &&
		slices.Contains(builders, n.Field("type").Text())
}

var builders = []string{"StringBuilder", "StringBuffer"}

// isChain reports whether an expression creates a builder and appends to it.
func isChain(n parse.Node) bool {
	for depth := 0; n.Is("method_invocation") && depth < maxChain; depth++ {
		if n.Field("name").Text() != "append" {
			return false
		}
		n = n.Field("object")
	}
	return isBuilder(n)
}

// maxChain bounds the calls of a chain that composes a string.
const maxChain = 100

// joined appends the result of String.join.
func joined(r *parse.TextReader, p parse.TextParts, args parse.Node) (parse.TextParts, bool) {
	list := arguments(args)
	if len(list) < 2 {
		return p, false
	}
	between, ok := literal(list[0])
	list = listed(list[1:])
	if !ok || len(list) < 2 {
		return p, false
	}
	return r.Joined(p, list, between), true
}

// listed lists the elements of the only argument, if that is a list, or the arguments.
//
//	List.of("SELECT id", "FROM orders")    new String[] {"SELECT id", "FROM orders"}
func listed(args []parse.Node) []parse.Node {
	if len(args) != 1 {
		return args
	}
	switch only := args[0]; {
	case only.Is("method_invocation"):
		switch only.Field("object").Text() + "." + only.Field("name").Text() {
		case "List.of", "Arrays.asList", "Stream.of":
			return arguments(only.Field("arguments"))
		}
	case only.Is("array_creation_expression"):
		return arguments(only.Field("value"))
	}
	return args
}

// arguments lists the arguments of a call.
func arguments(args parse.Node) []parse.Node {
	var out []parse.Node
	for c := range args.Named {
		if !isComment(c) {
			out = append(out, c)
		}
	}
	return out
}

// embedChain keeps the string composed by the chain of calls n.
func (w *walk) embedChain(n parse.Node) {
	switch n.Field("name").Text() {
	case "toString", "append":
		if !isChain(n.Field("object")) {
			return
		}
	case "concat", "join":
	default:
		return
	}
	if first := chainFirst(n); isText(first) {
		w.embedExpression(n, first)
	}
}

// chainFirst returns the first part of the string composed by a chain.
func chainFirst(n parse.Node) parse.Node {
	for depth := 0; depth <= maxChain; depth++ {
		object := n.Field("object")
		switch {
		case isBuilder(n):
			return firstText(n.Field("arguments"))
		case !n.Is("method_invocation"):
			return n
		case n.Field("name").Text() == "join":
			if list := arguments(n.Field("arguments")); len(list) > 1 {
				if list = listed(list[1:]); len(list) > 0 {
					return list[0]
				}
			}
			return parse.Node{}
		case isBuilder(object) && firstText(object.Field("arguments")).IsZero():
			return lastNamed(n.Field("arguments"))
		}
		n = object
	}
	return parse.Node{}
}
