package template

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// isThymeleaf reports whether a text has an attribute of Thymeleaf.
func isThymeleaf(text string) bool {
	if strings.Contains(text, "http://www.thymeleaf.org") {
		return true
	}
	return hasAttribute(text, "th:") || hasAttribute(text, "data-th-")
}

// hasAttribute reports whether a text contains an attribute with a value and a
// name that begins with a prefix.
func hasAttribute(text, prefix string) bool {
	for at := 0; ; at++ {
		next := strings.Index(text[at:], prefix)
		if next < 0 {
			return false
		}
		at += next
		name := tagName(text, at+len(prefix))
		rest := text[at+len(prefix)+len(name):]
		if at > 0 && isBlank(text[at-1]) && name != "" &&
			(strings.HasPrefix(rest, "=\"") || strings.HasPrefix(rest, "='")) {
			return true
		}
	}
}

// A thymeleaf reads one template.
type thymeleaf struct{ *reader }

// dialect are the attribute prefixes.
var dialect = []string{"th:", "data-th-"}

// readThymeleaf reads a template of Thymeleaf.
func readThymeleaf(r *reader) {
	r.scan(func(at int) int { return at })
	t := thymeleaf{r}
	for i := range r.elements {
		e := &r.elements[i]
		for j := range e.attrs {
			t.attribute(e, &e.attrs[j])
		}
		t.linksOf(e)
	}
	t.inlined()
}

// attribute reads the names, definitions and references in an attribute of
// Thymeleaf.
func (t thymeleaf) attribute(e *element, a *attr) {
	name := strings.ToLower(a.name)
	short := strings.TrimPrefix(strings.TrimPrefix(name, dialect[0]), dialect[1])
	layout, isLayout := strings.CutPrefix(name, "layout:")
	if short == name && !isLayout {
		return
	}
	if isLayout && layout != "decorate" && layout != "replace" && layout != "insert" {
		return
	}
	switch short {
	case "fragment":
		t.fragment(e, a)
		return
	case "each":
		t.each(e, a)
		return
	case "object":
		t.set(parse.Selected, e.at, e.end, t.pathIn(a.start, a.end), false)
	case "with":
		t.with(e, a)
		return
	case "replace", "insert", "include", "substituteby", "layout:decorate", "layout:replace",
		"layout:insert":
		t.named(a.start, a.end)
		return
	case "ref", "assert", "remove", "inline":
		return
	}
	t.values(a.start, a.end)
}

// fragment defines a fragment.
//
//	<li th:fragment="line(order)">
func (t thymeleaf) fragment(e *element, a *attr) {
	start, end := trim(t.text, a.start, a.end)
	text := t.text[start:end]
	name, rest, _ := strings.Cut(text, "(")
	var params []string
	for _, p := range strings.Split(strings.TrimSuffix(strings.TrimSpace(rest), ")"), ",") {
		if p = strings.TrimSpace(p); p != "" {
			params = append(params, p)
		}
	}
	if name = strings.TrimSpace(name); strings.ContainsAny(name, "${}'\"") {
		return // computed at run time
	}
	t.define(graph.KindTemplate, name, start, e.at, e.end, "fragment "+text, params)
}

// each sets the variables of a loop: order, state : ${orders}.
func (t thymeleaf) each(e *element, a *attr) {
	name, over, ok := strings.Cut(t.value(a), ":")
	if !ok {
		return
	}
	name, _, _ = strings.Cut(name, ",")
	start := a.end - len(over)
	t.set(strings.TrimSpace(name), e.at+1, e.end, t.pathIn(start, a.end), true)
	t.values(start, a.end)
}

// with sets variables: total=${order.total}, x=1.
func (t thymeleaf) with(e *element, a *attr) {
	at := a.start
	for _, part := range strings.Split(t.value(a), ",") {
		if name, value, ok := strings.Cut(part, "="); ok {
			start := at + len(part) - len(value)
			t.set(strings.TrimSpace(name), e.at+1, e.end, t.pathIn(start, at+len(part)), false)
		}
		at += len(part) + 1
	}
	t.values(a.start, a.end)
}

// named marks the template or fragment of an expression, and its arguments.
//
//	~{fragments/order :: line(${order})}   fragments/order, line
//	~{:: line}                             of this template
func (t thymeleaf) named(start, end int) {
	from, to := trim(t.text, start, end)
	text := t.text[from:to]
	t.values(start, end)
	if strings.HasPrefix(text, "~{") {
		if close := strings.LastIndexByte(text, '}'); close > 0 {
			text = text[:close]
		}
		text, from = text[2:], from+2
	}
	name, fragment, _ := strings.Cut(text, "::")
	fragment, _, _ = strings.Cut(fragment, "(")
	name, _, _ = strings.Cut(name, "(")
	name, fragment = strings.Trim(name, " '\t\r\n"), strings.Trim(fragment, " '\t\r\n")
	if strings.ContainsAny(name, "${}?+") || name == "" && fragment == "" || name == "this" {
		return // chosen at run time
	}
	if strings.ContainsAny(fragment, "${}?+.#[") {
		fragment = "" // chosen at run time, or by a markup selector
		if name == "" {
			return
		}
	}
	t.mark(parse.TemplateRef{Kind: parse.MarkTemplate, Name: name, Part: fragment, At: uint32(from)})
}

// values marks the values in the expressions between two positions.
func (t thymeleaf) values(start, end int) {
	for at := start; at+1 < end; at++ {
		if c := t.text[at]; (c == '$' || c == '*') && t.text[at+1] == '{' {
			stop := min(after(t.text, at, "}"), end)
			t.paths(at+2, max(at+2, stop-1), c == '*')
			at = stop - 1
		}
	}
}

// inlined marks the values inlined in the text: [[${order.total}]].
func (t thymeleaf) inlined() {
	for at := 0; ; {
		next := strings.Index(t.text[at:], "${")
		if next < 0 {
			return
		}
		at += next
		if strings.HasSuffix(t.text[:at], "[[") || strings.HasSuffix(t.text[:at], "[(") {
			t.values(at, after(t.text, at, "}"))
		}
		at += 2
	}
}

// pathIn returns the path between two positions, if there is nothing else.
func (t thymeleaf) pathIn(start, end int) []parse.TextPart {
	start, end = trim(t.text, start, end)
	if end-start < 3 || t.text[start+1] != '{' || t.text[end-1] != '}' {
		return nil
	}
	words := wordsOf(t.text, start+2, end-1)
	if len(words) != 1 || words[0].isString {
		return nil
	}
	return pathOf(words[0], t.text[start] == '*')
}

// operators are words of expressions that are not names.
var operators = []string{"and", "or", "not", "eq", "ne", "gt", "lt", "ge", "le", "div", "mod",
	"new",
	"true", "false", "null", "instanceof", "matches", "empty", "T"}

// paths marks the names with members in an expression.
func (t thymeleaf) paths(start, end int, selected bool) {
	words := wordsOf(t.text, start, end)
	for i, w := range words {
		if w.isString || !isName(w.text[0]) || w.text[0] <= '9' ||
			slices.Contains(operators, w.text) {
			continue
		}
		if i > 0 {
			if before := words[i-1].text; before == "#" || before == "@" || before == "." ||
				before == "T" || before == "new" {
				continue // a helper, a bean, a member of a result, a type
			}
		}
		if i+1 < len(words) && words[i+1].text == ":" && i > 0 && words[i-1].text != "?" {
			continue // a key of a map
		}
		t.mark(parse.TemplateRef{Kind: parse.MarkValue, At: uint32(w.at), Path: pathOf(w, selected)})
	}
}

// pathOf returns the path of a dotted name.
func pathOf(w word, selected bool) []parse.TextPart {
	var out []parse.TextPart
	if selected {
		out = append(out, parse.TextPart{Text: parse.Selected, At: uint32(w.at)})
	}
	at := w.at
	for _, name := range strings.Split(w.text, ".") {
		if name == "" {
			break
		}
		out = append(out, parse.TextPart{Text: name, At: uint32(at)})
		at += len(name) + 1
	}
	return out
}

// linksOf marks the addresses of an element. An attribute without the prefix is
// meant for viewing the file without a server, if there is one with it.
func (t thymeleaf) linksOf(e *element) {
	links := t.links(e, dialect...)
	for _, l := range links {
		at := strings.IndexAny(l.attr.name, ":")
		isCode := at > 0 || strings.HasPrefix(l.attr.name, dialect[1])
		if !isCode {
			if e.attr(dialect[0]+l.attr.name) == nil && e.attr(dialect[1]+l.attr.name) == nil {
				t.linked(l, l.attr.start, t.value(l.attr), "")
			}
			continue
		}
		t.addressed(l)
	}
}

// addressed marks the links in an expression: each @{…} in it.
func (t thymeleaf) addressed(l link) {
	for at := l.attr.start; at < l.attr.end; {
		next := strings.Index(t.text[at:l.attr.end], "@{")
		if next < 0 {
			return
		}
		at += next
		end := closing(t.text, at+1, l.attr.end)
		address := addressOf(t.text[at+2 : max(at+2, end-1)])
		lead := ""
		if strings.HasPrefix(address, parse.Unknown) {
			lead = t.text[at:end]
		}
		t.linked(l, at, address, lead)
		at = end
	}
}

// closing returns the position after the brace that closes the one at a position.
func closing(text string, at, end int) int {
	depth := 0
	for ; at < end; at++ {
		switch text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return at + 1
			}
		}
	}
	return end
}

// addressOf returns the address of a link expression, with holes for inserted
// values.
//
//	/orders/{id}(id=${o.id},page=1)   /orders/{}
//	'/orders/' + ${o.id}              /orders/{}
//	|/orders/${o.id}|                 /orders/{}
//	/orders/__${o.id}__/edit          /orders/{}/edit
func addressOf(code string) string {
	code = strings.TrimSpace(code)
	quoted := strings.HasPrefix(code, "'") || strings.HasPrefix(code, "|") ||
		strings.HasPrefix(code, "${") && strings.Contains(code, "+")
	code = strings.ReplaceAll(code, "__", "")
	var b strings.Builder
	for at := 0; at < len(code); {
		switch c := code[at]; {
		case strings.HasPrefix(code[at:], "${"), strings.HasPrefix(code[at:], "*{"):
			b.WriteString(parse.Unknown)
			at = closing(code, at+1, len(code))
		case c == '{':
			b.WriteString(parse.Unknown)
			at = closing(code, at, len(code))
		case c == '(' && !quoted, c == '(' && strings.HasSuffix(code, ")"):
			return strings.TrimPrefix(b.String(), "~")
		case quoted && (c == '\'' || c == '|' || c == '+' || c == ' '):
			at++
		default:
			b.WriteByte(c)
			at++
		}
	}
	return strings.TrimPrefix(b.String(), "~")
}
