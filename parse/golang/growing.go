package golang

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// This file reads strings that are built step by step.
//
//	var b strings.Builder
//	b.WriteString("SELECT id FROM orders")
//	fmt.Fprintf(&b, " WHERE total > %d", 3)

// declaredText records the initial string of a local, or its string builder.
func (w *walk) declaredText(name string, value parse.Node) {
	first, ok := builder(value)
	if ok {
		w.growing.Begin(w.def, name, first)
	} else {
		w.growing.Assign(w.def, name, false, value)
	}
}

// listed lists the elements of a slice literal.
func listed(n parse.Node) (list []parse.Node, ok bool) {
	if !n.Is("composite_literal") || n.Field("type").Text() != "[]string" {
		return nil, false
	}
	return elements(n), true
}

// growList records that an assignment appends to a list of strings.
//
//	parts = append(parts, "WHERE id = 1")
func (w *walk) growList(name string, value parse.Node) (ok bool) {
	args := named(value.Field("arguments"))
	if !value.Is("call_expression") || value.Field("function").Text() != "append" ||
		len(args) < 2 || args[0].Text() != name {
		return false
	}
	w.growing.ExtendList(w.def, name, args[1:])
	return true
}

// isBuilder reports whether a type is a string builder.
func isBuilder(typ string) bool { return typ == "strings.Builder" || typ == "bytes.Buffer" }

// builder reports whether an expression creates a string builder, and returns its
// initial string; zero for an empty one.
func builder(n parse.Node) (first parse.Node, ok bool) {
	if n.Is("unary_expression") && n.Field("operator").Is("&") {
		n = n.Field("operand")
	}
	switch n.Kind() {
	case "composite_literal":
		return parse.Node{}, isBuilder(n.Field("type").Text())
	case "call_expression":
		args := named(n.Field("arguments"))
		switch fn := n.Field("function").Text(); {
		case fn == "new" && len(args) == 1:
			return parse.Node{}, isBuilder(args[0].Text())
		case fn == "bytes.NewBufferString" && len(args) == 1 && isText(args[0]):
			return args[0], true
		case fn == "bytes.NewBuffer":
			return parse.Node{}, len(args) == 1 && args[0].Is("nil")
		}
	}
	return parse.Node{}, false
}

// written records a write to a builder by a call: of a method of the builder, or
// of a function of fmt with the builder as an argument.
func (w *walk) written(method string, recv parse.Run, args parse.Node) {
	if recv.N != 1 || w.Steps[recv.Off].Kind != parse.StepName {
		return
	}
	on := w.Steps[recv.Off].Name
	switch list := named(args); method {
	case "WriteString", "WriteByte", "WriteRune":
		if len(list) == 1 {
			w.growing.Extend(w.def, on, list[0], "")
		}
	case "Fprintf", "Fprint", "Fprintln":
		if len(list) < 2 || on != "fmt" {
			return
		}
		to, behind := list[0], ""
		if to.Is("unary_expression") {
			to = to.Field("operand")
		}
		if method == "Fprintln" {
			behind = "\n"
		}
		w.growing.Extend(w.def, to.Text(), args, behind)
	case "Reset":
		w.growing.Begin(w.def, on, parse.Node{})
	}
}

// grown returns the parts written to a builder: of an expression, a character, or
// the arguments of a function of fmt after the builder.
func grown(n parse.Node) parse.TextParts {
	switch n.Kind() {
	case "rune_literal":
		r, _, _, err := strconv.UnquoteChar(strings.Trim(n.Text(), "'"), '\'')
		if err != nil {
			return parse.TextParts{}.Hole()
		}
		return parse.TextParts{}.Literal(string(r))
	case "argument_list":
		args := named(n)[1:]
		if strings.HasSuffix(n.Parent().Field("function").Text(), "f") {
			p, _ := filled(&texts, nil, args)
			return p
		}
		var p parse.TextParts
		for _, a := range args {
			p = p.Join(texts.Parts(a))
		}
		return p
	}
	return texts.Parts(n)
}
