package keyfile

import "path"

// terraformJSON is terraform for a file in the syntax of JSON.
func terraformJSON(r *reader) {
	var j hclJSON
	for _, c := range r.json().children {
		j.block([]string{c.name}, c, labels[c.name])
	}
	b := &hcl{reader: r, tokens: j.tokens, module: path.Dir(r.path)}
	b.body(block{})
}

// tfvarsJSON is tfvars for a file in the syntax of JSON.
func tfvarsJSON(r *reader) {
	var j hclJSON
	j.attributes(r.json())
	b := &hcl{reader: r, tokens: j.tokens, module: path.Dir(r.path), values: true}
	b.body(block{})
}

// labels has how many labels the blocks of Terraform have; those that are not here have none.
var labels = map[string]int{"variable": 1, "module": 1, "provider": 1, "output": 1,
	"resource": 2, "data": 2}

// An hclJSON makes the tokens that a file would have in the native syntax.
type hclJSON struct{ tokens []token }

func (j *hclJSON) add(kind byte, text string, line int) {
	t := token{kind: kind, text: text, line: line}
	if kind == '"' {
		t.refs = variablesIn(text)
	}
	j.tokens = append(j.tokens, t)
}

// block writes a block, or several of one type: objects within objects up to the last label,
// each of which may be a list.
func (j *hclJSON) block(words []string, n node, labels int) {
	for _, c := range n.children {
		if isList(n) {
			j.block(words, c, labels)
		} else if labels > 0 {
			j.block(within(words, c.name), c, labels-1)
		}
	}
	if isList(n) || labels > 0 || !n.branch {
		return
	}
	for i, w := range words {
		kind := byte('"')
		if i == 0 {
			kind = 'a'
		}
		j.tokens = append(j.tokens, token{kind: kind, text: w, line: n.line})
	}
	j.add('{', "{", n.line)
	j.attributes(n)
	j.add('}', "}", n.line)
}

// isList reports whether a node is a list with elements.
func isList(n node) bool { return n.branch && len(n.children) > 0 && isIndex(n.children[0].name) }

// attributes writes the members of an object.
func (j *hclJSON) attributes(n node) {
	for _, c := range n.children {
		j.tokens = append(j.tokens, token{kind: '"', text: c.name, line: c.line})
		j.add('=', "=", c.line)
		j.value(c)
		j.add('\n', "\n", c.line)
	}
}

func (j *hclJSON) value(n node) {
	switch {
	case isList(n):
		j.add('[', "[", n.line)
		for _, c := range n.children {
			j.value(c)
			j.add(',', ",", c.line)
		}
		j.add(']', "]", n.line)
	case n.branch:
		j.add('{', "{", n.line)
		j.attributes(n)
		j.add('}', "}", n.line)
	case n.value.plain:
		j.add('a', n.value.text, n.line)
	default:
		j.add('"', n.value.text, n.line)
	}
}
