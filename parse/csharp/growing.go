package csharp

import (
	"seedgraph/parse"
)

// declaredText records the initial string of a local, or a string builder, for
// later appends.
func (r *reader) declaredText(name, value parse.Node, typ parse.TypeRef) {
	switch value.Kind() {
	case "object_creation_expression":
		typ = r.silentType(value.Field("type"))
		fallthrough
	case "implicit_object_creation_expression":
		// A class of the tree that wraps a builder takes the initial text as an
		// argument.
		if first := r.firstText(value); !first.IsZero() || typ.Name == "StringBuilder" {
			r.growing.Begin(r.def, r.str(name), first)
		}
	default:
		if r.isText(value) {
			r.growing.Begin(r.def, r.str(name), value)
		}
	}
}

// grownText records an assignment or an append to the text of a command.
//
//	command.CommandText += " WHERE Id = @id";
func (r *reader) grownText(name string, adds bool, value parse.Node) {
	if adds || r.isText(value) {
		r.growing.Assign(r.def, name, adds, value)
		return
	}
	r.growing.Begin(r.def, name, value) // a name: the previous value is replaced
}

// firstText returns the initial string of a builder, or the zero Node.
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

// appended records the appends of a call on a builder.
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

// grownParts returns the parts of an appended string: of an expression, or of the
// arguments of AppendFormat.
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
