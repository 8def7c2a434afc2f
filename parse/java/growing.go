package java

import (
	"strings"

	"seedgraph/parse"
)

// declaredText records the initial string of a local, or its string builder, for
// later appends.
//
//	String sql = "SELECT id FROM orders";
//	StringBuilder sql = new StringBuilder("SELECT id FROM orders");
func (w *walk) declaredText(name, value parse.Node) {
	if value.Is("object_creation_expression") {
		switch value.Field("type").Text() {
		case "StringBuilder", "StringBuffer":
			w.growing.Begin(w.def, name.Text(), firstText(value.Field("arguments")))
		}
	} else if isText(value) {
		w.growing.Begin(w.def, name.Text(), value)
	}
}

// firstText returns the initial string of a builder, or the zero Node.
func firstText(args parse.Node) parse.Node {
	if n := lastNamed(args); isText(n) {
		return n
	}
	return parse.Node{}
}

// isText reports whether an expression is evidently a string.
func isText(n parse.Node) bool {
	for n.Is("binary_expression") && n.Field("operator").Is("+") {
		if n.Field("right").Is("string_literal") {
			return true
		}
		n = n.Field("left")
	}
	return n.Is("string_literal")
}

// appended records the effect of a call on a builder.
//
//	sql.append("SELECT id").append(" FROM orders"); sql.setLength(0);
func (w *walk) appended(method string, recv parse.Run, args parse.Node) {
	if recv.N == 0 || w.Steps[recv.Off].Kind != parse.StepName {
		return
	}
	switch name := w.Steps[recv.Off].Name; method {
	case "append":
		w.growing.Extend(w.def, name, lastNamed(args), "")
	case "setLength", "delete": // delete(0, sql.length())
		if recv.N == 1 && strings.HasPrefix(args.Text(), "(0") {
			w.growing.Begin(w.def, name, parse.Node{})
		}
	}
}
