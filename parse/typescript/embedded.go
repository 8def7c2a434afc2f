package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// embedded keeps a string literal, template or concatenation that is SQL. It
// reports whether n is a string expression at all.
func (e *extractor) embedded(n parse.Node) bool {
	if n.Start() < e.textEnd {
		return false // a part of a concatenation that was handled
	}
	if n.Is("string") && n.End()-n.Start() < 12 {
		return false
	}
	if n.Is("binary_expression") {
		if e.sumAt == n.Start()+1 {
			return false // a part of a sum that was handled
		}
		if !concatenates(n) {
			e.sumAt = n.Start() + 1
			return false
		}
	}
	e.textEnd = n.End()
	e.addEmbedded(n, "")
	return true
}

// embeddedTag keeps the text of a tagged template: sql`…`.
func (e *extractor) embeddedTag(n, tag parse.Node) {
	e.textEnd = n.End()
	e.addEmbedded(n, tag.Text())
}

func (e *extractor) addEmbedded(n parse.Node, sink string) {
	x, ok := texts.Embedded(n, nil)
	if !ok {
		return
	}
	if sink == "" {
		sink = e.sink
	}
	x.Def, x.Sink = e.def, sink
	e.f.Embedded = append(e.f.Embedded, x)
}

// embedValue keeps the string n, the value of a constant or readonly field.
func (e *extractor) embedValue(def int32, n parse.Node) {
	if d := &e.f.Definitions[def]; d.Kind != graph.KindConstant && !has(d.Modifiers, "readonly") {
		return
	}
	if !isText(n) {
		e.embedMembers(def, n)
		return
	}
	if x, ok := texts.Value(e.f.Definitions[def].NameAt, n); ok {
		x.Def = def
		e.f.Embedded = append(e.f.Embedded, x)
		e.textEnd = n.End()
	}
}

// maxMembers bounds the members of an object literal that are kept.
const maxMembers = 200

// maxMemberText bounds the bytes of the text of such a member, which is part of a name.
const maxMemberText = 64

// embedMembers keeps the strings in an object literal, the value of a constant.
//
//	const Tables = { orders: 'shop.orders' } as const
//	const Tables = Object.freeze({ orders: 'shop.orders' })
func (e *extractor) embedMembers(def int32, n parse.Node) {
	if n.Is("call_expression") && n.Field("function").Text() == "Object.freeze" {
		n = unwrapped(namedChild(n.Field("arguments")))
	}
	if !n.Is("object") {
		return
	}
	left := maxMembers
	for pair := range n.Named {
		key, value := pair.Field("key"), unwrapped(pair.Field("value"))
		if !pair.Is("pair") || !value.Is("string") || value.End()-value.Start() > maxMemberText {
			continue
		}
		if left--; left < 0 {
			return
		}
		if x, ok := texts.Value(key.Start(), value); ok && x.Use == parse.UseText {
			x.Def, x.Member = def, propertyName(key)
			e.f.Embedded = append(e.f.Embedded, x)
		}
	}
}

// isText reports whether an expression is evidently a string.
func isText(n parse.Node) bool {
	return n.Is("string", "template_string") || n.Is("binary_expression") && concatenates(n) ||
		n.Is("call_expression") && len(joinedBy(n)) > 0
}

// setAgain records that the variable n is set to value after its declaration;
// value is zero if the assignment combines it with the old one.
func (e *extractor) setAgain(n, value parse.Node) {
	if name := lastName(n); !name.IsZero() {
		e.f.Assign(name, value)
	}
}

// concatenates reports whether a + b has a string literal among its operands.
func concatenates(n parse.Node) bool {
	for n.Is("binary_expression") && n.Field("operator").Is("+") {
		if n.Field("right").Is("string", "template_string") {
			return true
		}
		n = n.Field("left")
	}
	return n.Is("string", "template_string")
}

// texts reads string expressions: literals, templates, names of constants and
// sums.
var texts = parse.TextReader{
	Literal: literal, Name: valueName, Inner: inParentheses, Composed: template,
	Sum: "binary_expression", IsCode: sqltext.Is,
}

// literal returns the value of a string.
func literal(n parse.Node) (value string, ok bool) {
	if !n.Is("string") {
		return "", false
	}
	var b strings.Builder
	for c := range n.Children {
		b.WriteString(fragment(c))
	}
	return b.String(), true
}

// fragment returns the value of a part of a string or template.
func fragment(n parse.Node) string {
	switch n.Kind() {
	case "string_fragment":
		return n.Text()
	case "escape_sequence":
		return unescape(n.Text())
	}
	return ""
}

func lastName(n parse.Node) parse.Node {
	switch n.Kind() {
	case "identifier":
		return n
	case "member_expression":
		return n.Field("property")
	}
	return parse.Node{}
}

// valueName returns the name of a value: the last name of a name or a member access, or the
// constant key of an object.
//
//	orders    Tables.orders    Tables["orders"]
func valueName(n parse.Node) parse.Node {
	if n.Is("subscript_expression") && n.Field("object").Is("identifier", "member_expression") {
		if key := n.Field("index"); key.Is("string") {
			return key.Child("string_fragment")
		}
	}
	return lastName(n)
}

func inParentheses(n parse.Node) parse.Node {
	if !n.Is("parenthesized_expression", "as_expression", "satisfies_expression") {
		return parse.Node{}
	}
	return namedChild(n)
}

// fillOf returns the template that a call fills, and its arguments; nil for other
// calls.
//
//	util.format("… %s", name)
//	"… {table}".replace("{table}", name)
func fillOf(n parse.Node) (template parse.Node, fill *parse.TemplateArgs) {
	if !n.Is("call_expression") {
		return parse.Node{}, nil
	}
	callee, args := n.Field("function"), arguments(n)
	object := callee.Field("object")
	switch callee.Field("property").Text() {
	case "format":
		if len(args) > 0 && object.Text() == "util" {
			return args[0], &parse.TemplateArgs{}
		}
	case "replace", "replaceAll":
		if len(args) != 2 || !object.Is("identifier", "member_expression", "string",
			"template_string", "call_expression") {
			break
		}
		if text, ok := literal(args[0]); ok && parse.IsPlaceholder(text) {
			return object, &parse.TemplateArgs{Style: parse.TextPlaceholders}
		}
	}
	return parse.Node{}, nil
}

// joinedBy lists the strings that a call joins, one of which at least is a literal; nil for other
// calls.
//
//	["SELECT id", "FROM orders"].join(" ")    "SELECT id".concat(" FROM orders")
func joinedBy(n parse.Node) []parse.Node {
	callee := n.Field("function")
	object, args := callee.Field("object"), n.Field("arguments")
	switch callee.Field("property").Text() {
	case "join":
		list, ok := elementsOf(object)
		if !ok || args.IsZero() {
			return nil
		}
		if args := arguments(n); len(args) > 1 || len(args) == 1 && !args[0].Is("string") {
			return nil
		}
		if slices.ContainsFunc(list, isText) {
			return list
		}
	case "concat":
		if object.Is("string", "template_string") {
			return append([]parse.Node{object}, arguments(n)...)
		}
	}
	return nil
}

// elementsOf lists the elements of an array.
func elementsOf(n parse.Node) (elements []parse.Node, ok bool) {
	if !n.Is("array") {
		return nil, false
	}
	for c := range n.Named {
		if !c.Is("comment") {
			elements = append(elements, c)
		}
	}
	return elements, true
}

// growList records the effect of a call on an array of strings.
//
//	parts.push("WHERE id = 1")    parts.join(" ")
func (e *extractor) growList(n parse.Node) {
	callee := n.Field("function")
	object := callee.Field("object")
	if !object.Is("identifier") {
		return
	}
	switch callee.Field("property").Text() {
	case "push":
		e.growing.ExtendList(e.def, object.Text(), arguments(n))
	case "join":
		e.growing.Joins(e.def, object.Text())
	}
}

// arguments lists the arguments of a call.
func arguments(n parse.Node) []parse.Node {
	var out []parse.Node
	for c := range n.Field("arguments").Named {
		if !c.Is("comment") {
			out = append(out, c)
		}
	}
	return out
}

// embeddedCall keeps the result of a call that fills a template, if it is SQL or
// may turn out to be.
func (e *extractor) embeddedCall(n parse.Node) {
	if n.Start() < e.textEnd {
		return
	}
	if _, fill := fillOf(n); fill == nil && len(joinedBy(n)) == 0 {
		return
	}
	if x, ok := texts.Embedded(n, nil); ok {
		x.Def, x.Sink = e.def, e.sink
		e.f.Embedded = append(e.f.Embedded, x)
		e.textEnd = n.End()
	}
}

// template appends the parts of a template, or of a template filled by a call.
func template(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	if template, fill := fillOf(n); fill != nil {
		for _, a := range arguments(n) {
			if a.Start() != template.Start() {
				fill.Args = append(fill.Args, r.Parts(a))
			}
		}
		if fill.Style == parse.TextPlaceholders {
			fill.Names, fill.Args = []string{fill.Args[0].Text()}, fill.Args[1:]
		}
		return p.AppendFilled(r.Parts(template), fill), true
	}
	if list := joinedBy(n); len(list) > 0 {
		separator := ""
		if name := n.Field("function").Field("property").Text(); name == "join" {
			separator = ","
			for _, a := range arguments(n) {
				separator, _ = literal(a)
			}
		}
		return r.Joined(p, list, separator), true
	}
	if !n.Is("template_string") {
		return p, false
	}
	var text strings.Builder // between substitutions: a fragment for each escape sequence
	for c := range n.Children {
		if !c.Is("template_substitution") {
			text.WriteString(fragment(c))
			continue
		}
		p = p.Literal(text.String())
		text.Reset()
		if name := valueName(namedChild(c)); !name.IsZero() {
			p = p.Name(name)
		} else {
			p = p.Hole()
		}
	}
	return p.Literal(text.String()), true
}

// unescape returns the value of an escape sequence.
func unescape(s string) string {
	switch s {
	case `\n`, `\r`:
		return "\n"
	case `\t`:
		return "\t"
	}
	if len(s) == 2 {
		return strings.TrimLeft(s[1:], "\r\n")
	}
	return " "
}
