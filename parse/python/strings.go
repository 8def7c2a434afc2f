package python

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// stringLiteral reads a string: the expressions in it, and SQL.
func (w *walker) stringLiteral(n parse.Node) {
	w.embedded(n)
	for c := range n.Named {
		switch c.Kind() {
		case "string":
			w.interpolations(c)
		case "interpolation":
			w.interpolation(c)
		}
	}
}

func (w *walker) interpolations(n parse.Node) {
	for c := range n.Named {
		if c.Kind() == "interpolation" {
			w.interpolation(c)
		}
	}
}

// binary reads a + b and the like. A concatenation of strings is one string.
func (w *walker) binary(n parse.Node) []parse.Step {
	op := n.Field("operator").Kind()
	if op == "+" || op == "%" {
		w.embedded(n)
	}
	left, right := w.expr(n.Field("left")), w.expr(n.Field("right"))
	w.implied(op, n, left, right)
	if op == "%" {
		w.interpolated(n.Field("left"), n.Field("right"), right)
	}
	if len(left) == 1 && left[0].Kind == parse.StepType && left[0].Name == "str" {
		return left
	}
	if method := operators[op]; method != "" && left != nil {
		return w.extend(left, parse.Step{Kind: parse.StepCall, Name: method, Args: 1})
	}
	return nil
}

// operators maps an operator to the method of its left operand.
var operators = map[string]string{
	"+": "__add__", "-": "__sub__", "*": "__mul__", "@": "__matmul__", "/": "__truediv__",
	"//": "__floordiv__", "%": "__mod__",
	"**": "__pow__", "<<": "__lshift__", ">>": "__rshift__", "&": "__and__", "^": "__xor__",
	"|": "__or__",
}

// minSQL is the length of the shortest string that is examined.
const minSQL = 12

// embedded keeps the value of a string expression that is SQL. It is called for
// the outermost expression first; parts of that are skipped later.
func (w *walker) embedded(n parse.Node) {
	if n.Start() < w.folded || n.End()-n.Start() < minSQL && !n.Is("binary_operator") {
		return
	}
	w.folded = n.End()
	e, ok := texts.Embedded(n, w.isLocal)
	if !ok {
		return
	}
	e.Def, e.Sink = w.def, w.sink
	w.f.Embedded = append(w.f.Embedded, e)
}

// embedValue keeps the string n as the value of constant d. Names of constants are
// in capitals (PEP 8).
func (w *walker) embedValue(d int32, n parse.Node) {
	x := &w.f.Definitions[d]
	if x.Kind == graph.KindConstant && n.Is("dictionary") {
		w.embedMembers(d, n)
	}
	if x.Kind != graph.KindConstant || n.Start() < w.folded || !isText(n) {
		return
	}
	if e, ok := texts.Value(x.NameAt, n); ok {
		e.Def = d
		w.f.Embedded = append(w.f.Embedded, e)
		w.folded = n.End()
	}
}

// maxMembers bounds the members of a dictionary that are kept.
const maxMembers = 200

// maxMemberText bounds the bytes of the text of such a member, which is part of a name.
const maxMemberText = 64

// embedMembers keeps the strings in a dictionary, the value of a constant.
//
//	TABLES = {"orders": "shop.orders"}
func (w *walker) embedMembers(d int32, n parse.Node) {
	left := maxMembers
	for pair := range n.Named {
		key, value := pair.Field("key"), pair.Field("value")
		if !pair.Is("pair") || !key.Is("string") || !value.Is("string") ||
			value.End()-value.Start() > maxMemberText {
			continue
		}
		if left--; left < 0 {
			return
		}
		if x, ok := texts.Value(key.Start(), value); ok && x.Use == parse.UseText {
			x.Def, x.Member = d, stringParts(nil, key).Text()
			w.f.Embedded = append(w.f.Embedded, x)
		}
	}
}

// setAgain records that an assignment sets a variable after its declaration, or a
// module variable in a function; whole means that value replaces the previous one
// entirely.
func (w *walker) setAgain(target, value parse.Node, whole bool) {
	if isPattern(target) || target.Is("list_splat_pattern", "parenthesized_expression") {
		for c := range target.Named {
			w.setAgain(c, parse.Node{}, false)
		}
		return
	}
	for inner := value; !inner.IsZero(); inner = inParentheses(inner) {
		value = inner
	}
	if !whole {
		value = parse.Node{}
	}
	switch name := nameOf(target); target.Kind() {
	case "attribute":
		w.f.Assign(name, value)
	case "identifier":
		s := w.scope.binding(name.Text())
		d := s.defs[name.Text()]
		if d == 0 || s.kind == functionScope {
			return
		}
		if s == w.scope && w.f.Definitions[d].NameAt == name.Start() { // declares it
			if value.IsZero() || isText(value) || value.Kind() == "none" {
				return
			}
			value = parse.Node{}
		}
		w.f.Assign(name, value)
		w.f.Assignments[len(w.f.Assignments)-1].Def = d
	}
}

// isLocal reports whether a name is a local of the enclosing function.
func (w *walker) isLocal(name string) bool {
	for s := w.scope; s != nil && s.kind != moduleScope && s.kind != classScope; s = s.parent {
		if s.names[name] {
			return true
		}
	}
	return false
}

// isText reports whether an expression is evidently a string.
func isText(n parse.Node) bool {
	for n.Kind() == "binary_operator" {
		if n.Field("right").Kind() == "string" {
			return true
		}
		n = n.Field("left")
	}
	return n.Kind() == "string" || n.Kind() == "concatenated_string"
}

// texts reads string expressions: literals, f-strings, names of constants, sums
// and the operator %.
var texts = parse.TextReader{
	Literal: func(parse.Node) (string, bool) { return "", false }, Name: valueName,
	Inner: inParentheses, Composed: composed,
	Sum: "binary_operator", IsCode: sqltext.Is,
}

// nameOf returns the last name of a name or an attribute.
func nameOf(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "attribute":
		return n.Field("attribute")
	}
	return parse.Node{}
}

// valueName returns the name of a value: the last name of a name or an attribute, the constant key
// of a dictionary, or the member of an enumeration whose value is read.
//
//	TABLE    names.TABLE    TABLES["orders"]    Tables.ORDERS.value
func valueName(n parse.Node) parse.Node {
	object := n.Field("object")
	switch of := nameOf(n.Field("value")).Text(); {
	case n.Is("subscript") && of != "" && of == strings.ToUpper(of):
		if key := n.Field("subscript"); key.Is("string") {
			return key.Child("string_content")
		}
	case n.Is("attribute") && n.Field("attribute").Text() == "value" && object.Is("attribute"):
		if name := nameOf(object); name.Text() == strings.ToUpper(name.Text()) {
			return name
		}
	}
	return nameOf(n)
}

func inParentheses(n parse.Node) parse.Node {
	if n.Kind() != "parenthesized_expression" {
		return parse.Node{}
	}
	for c := range n.Named {
		if c.Kind() != "comment" {
			return c
		}
	}
	return parse.Node{}
}

// composed appends the parts of a string, of several adjacent ones, and of a
// format whose placeholders are filled by the operator %.
func composed(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	switch n.Kind() {
	case "string":
		return stringParts(p, n), true
	case "concatenated_string":
		for c := range n.Named {
			if c.Kind() == "string" {
				p = stringParts(p, c)
			}
		}
		return p, true
	case "call":
		return called(r, p, n)
	case "binary_operator":
		if n.Field("operator").Kind() == "%" {
			return filled(r, p, n.Field("left"), n.Field("right")), true
		}
	}
	return p, false
}

// embedTemplate keeps the result of a call of format or replace, if it is SQL or
// may turn out to be.
func (w *walker) embedTemplate(n parse.Node) {
	if n.Start() < w.folded || !fillsTemplate(n) {
		return
	}
	if e, ok := texts.Embedded(n, w.isLocal); ok {
		e.Def, e.Sink = w.def, w.sink
		w.f.Embedded = append(w.f.Embedded, e)
		w.folded = n.End()
	}
}

// fillsTemplate reports whether a call fills a template: "…".format(…), of a
// string or a name, or "…".replace("{table}", …).
func fillsTemplate(n parse.Node) bool {
	function := n.Field("function")
	if object := function.Field("object"); nameOf(object).IsZero() && !isText(object) &&
		!object.Is("parenthesized_expression", "call") {
		return false
	}
	switch function.Field("attribute").Text() {
	case "format":
		return true
	case "join":
		return len(joinedBy(n)) > 0
	case "replace":
		first := items(n.Field("arguments"))
		return len(first) == 2 && first[0].Is("string") &&
			parse.IsPlaceholder(stringParts(nil, first[0]).Text())
	}
	return false
}

// listed lists the elements of a list.
func listed(n parse.Node) (elements []parse.Node, ok bool) {
	if !n.Is("list") {
		return nil, false
	}
	return items(n), true
}

// growList records the effect of a call on a list of strings.
//
//	parts.append("WHERE id = 1")    " ".join(parts)
func (w *walker) growList(object parse.Node, method string, args parse.Node) {
	list := items(args)
	if len(list) != 1 {
		return
	}
	switch method {
	case "append":
		w.growing.ExtendList(w.def, object.Text(), list)
	case "extend":
		if elements, ok := listed(list[0]); ok {
			w.growing.ExtendList(w.def, object.Text(), elements)
		}
	case "join":
		if list[0].Is("identifier") {
			w.growing.Joins(w.def, list[0].Text())
		}
	}
}

// joinedBy lists the strings in the list that a call joins, one of which at least is a literal.
//
//	" ".join(["SELECT id", "FROM orders"])
func joinedBy(n parse.Node) []parse.Node {
	args := items(n.Field("arguments"))
	if len(args) != 1 || !args[0].Is("list", "tuple") {
		return nil
	}
	if list := items(args[0]); slices.ContainsFunc(list, isText) {
		return list
	}
	return nil
}

// called appends the parts of a string that a call joins, or of a template that it fills.
//
//	"SELECT * FROM {} WHERE {by} = 1".format(TABLE, by=KEY)
func called(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	function := n.Field("function")
	if !function.Is("attribute") || !fillsTemplate(n) {
		return p, false
	}
	if function.Field("attribute").Text() == "join" {
		return r.Joined(p, joinedBy(n), r.Parts(function.Field("object")).Text()), true
	}
	fill := &parse.TemplateArgs{Style: parse.BracePlaceholders}
	for _, a := range items(n.Field("arguments")) {
		if !a.Is("keyword_argument") {
			fill.Args = append(fill.Args, r.Parts(a))
			continue
		}
		fill.Names = append(fill.Names, a.Field("name").Text())
		fill.Args = append(fill.Args, r.Parts(a.Field("value")))
	}
	if function.Field("attribute").Text() == "replace" {
		fill.Style, fill.Names = parse.TextPlaceholders, []string{fill.Args[0].Text()}
		fill.Args = fill.Args[1:]
	}
	return p.AppendFilled(templateParts(r, function.Field("object")), fill), true
}

// filled appends the parts of format % values.
func filled(r *parse.TextReader, p parse.TextParts, format, values parse.Node) parse.TextParts {
	fill := &parse.TemplateArgs{}
	switch values.Kind() {
	case "tuple":
		for c := range values.Named {
			if c.Kind() != "comment" {
				fill.Args = append(fill.Args, r.Parts(c))
			}
		}
	case "dictionary":
		for c := range values.Named {
			if c.Is("pair") {
				fill.Names = append(fill.Names, stringParts(nil, c.Field("key")).Text())
				fill.Args = append(fill.Args, r.Parts(c.Field("value")))
			}
		}
	default:
		fill.Args = []parse.TextParts{r.Parts(values)}
	}
	return p.AppendFilled(templateParts(r, format), fill)
}

// templateParts returns the parts of a template. Only names of constants, which
// are in capitals, denote one: i % n is not a string.
func templateParts(r *parse.TextReader, n parse.Node) parse.TextParts {
	p := r.Parts(n)
	if len(p) == 1 && p[0].At != 0 && (p[0].Text[0] < 'A' || p[0].Text[0] > 'Z') {
		return parse.TextParts{}.Hole()
	}
	return p
}

// stringParts appends the parts of one string.
func stringParts(p parse.TextParts, n parse.Node) parse.TextParts {
	start := strings.ToLower(n.First().Text())
	raw := strings.ContainsRune(start, 'r')
	for c := range n.Named {
		switch c.Kind() {
		case "string_content":
			s := c.Text()
			if !raw && strings.IndexByte(s, '\\') >= 0 {
				s = unescape(s)
			}
			if strings.ContainsRune(start, 'f') {
				s = strings.NewReplacer("{{", "{", "}}", "}").Replace(s)
			}
			p = p.Literal(s)
		case "interpolation":
			if name := valueName(c.Field("expression")); !name.IsZero() {
				p = p.Name(name)
			} else {
				p = p.Hole()
			}
		}
	}
	return p
}

// unescape removes the escapes that occur in SQL strings.
func unescape(s string) string {
	return strings.NewReplacer("\\\\", "\\", "\\\r\n", "", "\\\n", "", "\\n", "\n", "\\t", "\t",
		"\\r", "\r", "\\'", "'", "\\\"", "\"").Replace(s)
}
