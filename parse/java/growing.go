package java

import "seedgraph/parse"

// declaredText notes the string that a local is declared with, or the builder of one, for
// what the code may append to it.
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

// firstText is the string that a builder begins with; zero for none.
func firstText(args parse.Node) parse.Node {
	if n := lastNamed(args); isText(n) {
		return n
	}
	return parse.Node{}
}

// isText reports whether an expression can be seen to be a string.
func isText(n parse.Node) bool {
	for n.Is("binary_expression") && n.Field("operator").Is("+") {
		if n.Field("right").Is("string_literal") {
			return true
		}
		n = n.Field("left")
	}
	return n.Is("string_literal")
}
