package r

import (
	"strconv"
	"strings"

	"seedgraph/parse"
)

// identifier returns the name denoted by an identifier or a string, without
// quotes.
func identifier(n parse.Node) string {
	switch n.Kind() {
	case "identifier", "dots", "dot_dot_i":
		return strings.Trim(n.Text(), "`")
	case "string":
		s, _ := literal(n)
		return s
	}
	return ""
}

// nameAt returns where the name denoted by an identifier or a string begins.
func nameAt(n parse.Node) uint32 {
	if n.Is("string") || strings.HasPrefix(n.Text(), "`") {
		if c := n.Child("string_content"); !c.IsZero() {
			return c.Start()
		}
		return n.Start() + 1
	}
	return n.Start()
}

// inner returns the first expression in a node that is not a comment.
func inner(n parse.Node) parse.Node {
	for c := range n.Named {
		if !c.Is("comment") {
			return c
		}
	}
	return parse.Node{}
}

// unwrapped returns the expression in parentheses.
func unwrapped(n parse.Node) parse.Node {
	for n.Is("parenthesized_expression") {
		n = inner(n)
	}
	return n
}

// An argument is an argument of a call. An omitted one has no value: x[1, ].
type argument struct {
	name  string
	node  parse.Node
	value parse.Node
}

// arguments lists the arguments of a call or subset in source order.
func arguments(n parse.Node) []argument {
	var out []argument
	for c := range n.Field("arguments").Named {
		if c.Is("argument") {
			out = append(out, argument{name: identifier(c.Field("name")), node: c, value: c.Field("value")})
		}
	}
	return out
}

// argumentAt returns the value of the i-th argument, the zero Node if there are fewer.
func argumentAt(n parse.Node, i int) parse.Node {
	for c := range n.Field("arguments").Named {
		if !c.Is("argument") {
			continue
		}
		if i == 0 {
			return c.Field("value")
		}
		i--
	}
	return parse.Node{}
}

// pick returns the value of the argument with the name, or else the i-th unnamed
// one; the zero Node if there is neither.
func pick(args []argument, i int, names ...string) parse.Node {
	for _, name := range names {
		for _, a := range args {
			if a.name == name {
				return a.value
			}
		}
	}
	for _, a := range args {
		if a.name != "" {
			continue
		}
		if i == 0 {
			return a.value
		}
		i--
	}
	return parse.Node{}
}

// calleeName returns the name of the callee, without package; empty for a member
// or an expression.
func calleeName(n parse.Node) string {
	f := n.Field("function")
	if f.Is("namespace_operator") {
		f = f.Field("rhs")
	}
	return identifier(f)
}

// parameters lists the parameters of a function.
func parameters(n parse.Node) []parse.Node {
	var out []parse.Node
	for c := range n.Field("parameters").Named {
		if c.Is("parameter") {
			out = append(out, c)
		}
	}
	return out
}

// literal returns the value of a string.
func literal(n parse.Node) (string, bool) {
	if !n.Is("string") {
		return "", false
	}
	s := n.Text()
	if s != "" && (s[0] == 'r' || s[0] == 'R') {
		return rawString(s), true
	}
	if len(s) < 2 {
		return "", true
	}
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\\') < 0 {
		return s, true
	}
	return unescape(s), true
}

// rawString returns the text between the delimiters of r"---(text)---".
func rawString(s string) string {
	open := strings.IndexAny(s, "([{")
	if open < 2 || len(s) < 2*open {
		return ""
	}
	return s[open+1 : max(open+1, len(s)-open)]
}

// unescape removes the escapes that occur in names and SQL in strings.
func unescape(s string) string {
	if u, err := strconv.Unquote(`"` + strings.NewReplacer("\n", `\n`, "\r", `\r`, `"`, `\"`,
		`\"`, `\"`, `\\`, `\\`, `\'`, `'`, "\\`", "`").Replace(s) + `"`); err == nil {
		return u
	}
	return s
}

// words returns the strings of a vector: c("a", "b"), "a".
func words(n parse.Node) []string {
	if s, ok := literal(n); ok {
		return []string{s}
	}
	if !n.Is("call") {
		return nil
	}
	switch calleeName(n) {
	case "c", "list", "union", "append", "character", "signature", "unique":
	default:
		return nil
	}
	var out []string
	for _, a := range arguments(n) {
		out = append(out, words(a.value)...)
	}
	return out
}
