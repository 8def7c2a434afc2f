package csharp

import (
	"seedgraph/parse"
)

// declaredText notes the string that a local is declared with, or the builder of one, for
// what the code may append to it.
func (r *reader) declaredText(name, value parse.Node, typ parse.TypeRef) {
	switch value.Kind() {
	case "object_creation_expression":
		typ = r.silentType(value.Field("type"))
		fallthrough
	case "implicit_object_creation_expression":
		// A class of the tree that wraps a builder is given what it begins with.
		if first := r.firstText(value); !first.IsZero() || typ.Name == "StringBuilder" {
			r.growing.Begin(r.def, r.str(name), first)
		}
	default:
		if r.isText(value) {
			r.growing.Begin(r.def, r.str(name), value)
		}
	}
}

// grownText notes what the text of a command is set to, or what is added to it.
//
//	command.CommandText += " WHERE Id = @id";
func (r *reader) grownText(name string, adds bool, value parse.Node) {
	if adds || r.isText(value) {
		r.growing.Assign(r.def, name, adds, value)
		return
	}
	r.growing.Begin(r.def, name, value) // a name: what was there before is gone
}

// firstText is the string that a builder begins with; zero for none.
func (r *reader) firstText(creation parse.Node) parse.Node {
	args := creation.Field("arguments")
	if args.IsZero() {
		args = creation.Child("argument_list")
	}
	if a := argumentValue(args.Child("argument")); !a.IsZero() && r.isText(a) {
		return a
	}
	return parse.Node{}
}

// appended notes what a call adds to a builder.
//
//	builder.Append("SELECT id").AppendLine(" FROM orders").AppendFormat(" WHERE {0}", x)
func (r *reader) appended(method parse.Node, recv []parse.Step, args parse.Node) {
	if len(recv) == 0 || recv[0].Kind != parse.StepName {
		return
	}
	switch r.str(method) {
	case "Append":
		if a := args.Child("argument"); !a.IsZero() {
			r.growing.Extend(r.def, recv[0].Name, argumentValue(a), "")
		}
	case "AppendLine":
		if a := args.Child("argument"); !a.IsZero() {
			r.growing.Extend(r.def, recv[0].Name, argumentValue(a), "\n")
		}
	case "AppendFormat":
		r.growing.Extend(r.def, recv[0].Name, args, "")
	case "Clear":
		if len(recv) == 1 {
			r.growing.Begin(r.def, recv[0].Name, parse.Node{})
		}
	}
}

// grownParts is what a string that is appended is made of: an expression, or the arguments
// of AppendFormat.
func (r *reader) grownParts(n parse.Node) parse.TextParts {
	if n.Kind() != "argument_list" {
		return r.parts(nil, n, 0)
	}
	var args []parse.Node
	for c := range n.Named {
		if c.Kind() == "argument" {
			args = append(args, argumentValue(c))
		}
	}
	if len(args) == 0 {
		return nil
	}
	return r.formatted(nil, args, 0)
}
