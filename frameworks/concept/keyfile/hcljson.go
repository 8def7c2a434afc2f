package keyfile

import (
	"path"

	"seedgraph/internal/limited"
)

// terraformJSON is terraform for JSON syntax.
func terraformJSON(r *reader) {
	var j hclJSON
	root := r.json()
	for c := range root.children {
		j.block([]string{c.Name}, c, labels[c.Name])
	}
	b := &hcl{reader: r, tokens: j.tokens, module: path.Dir(r.path)}
	b.body(block{})
}

// tfvarsJSON is tfvars for JSON syntax.
func tfvarsJSON(r *reader) {
	var j hclJSON
	j.attributes(r.json())
	b := &hcl{reader: r, tokens: j.tokens, module: path.Dir(r.path), values: true}
	b.body(block{})
}

// labels maps Terraform block types to their number of labels; others have none.
var labels = map[string]int{"variable": 1, "module": 1, "provider": 1, "output": 1,
	"resource": 2, "data": 2}

// An hclJSON produces the tokens of the equivalent file in native syntax.
type hclJSON struct{ tokens []token }

func (j *hclJSON) add(kind byte, text string, line int) {
	t := token{kind: kind, text: text, line: line}
	if kind == '"' {
		t.refs = variablesIn(text)
	}
	j.tokens = append(j.tokens, t)
}

// block writes a block, or several of one type: objects nested up to the last label,
// each of which may be a list.
func (j *hclJSON) block(words []string, n node, labels int) {
	for c := range n.children {
		if isList(n) {
			j.block(words, c, labels)
		} else if labels > 0 {
			j.block(within(words, c.Name), c, labels-1)
		}
	}
	if isList(n) || labels > 0 || !n.branch() {
		return
	}
	for i, w := range words {
		kind := byte('"')
		if i == 0 {
			kind = 'a'
		}
		j.tokens = append(j.tokens, token{kind: kind, text: w, line: n.Line})
	}
	j.add('{', "{", n.Line)
	j.attributes(n)
	j.add('}', "}", n.Line)
}

// isList reports whether a node is a list with elements.
func isList(n node) bool { return n.Kind == limited.List && len(n.Children) > 0 }

// attributes writes the members of an object.
func (j *hclJSON) attributes(n node) {
	for c := range n.children {
		j.tokens = append(j.tokens, token{kind: '"', text: c.Name, line: c.Line})
		j.add('=', "=", c.Line)
		j.value(c)
		j.add('\n', "\n", c.Line)
	}
}

func (j *hclJSON) value(n node) {
	switch {
	case isList(n):
		j.add('[', "[", n.Line)
		for c := range n.children {
			j.value(c)
			j.add(',', ",", c.Line)
		}
		j.add(']', "]", n.Line)
	case n.branch():
		j.add('{', "{", n.Line)
		j.attributes(n)
		j.add('}', "}", n.Line)
	case n.value().plain:
		j.add('a', n.Text, n.Line)
	default:
		j.add('"', n.Text, n.Line)
	}
}
