package keyfile

import (
	"path"
	"strings"
)

// terraform reads the variables that a Terraform module declares, those that it passes
// to child modules, the environment variables that it sets for programs, and its
// references to its own variables.
func terraform(r *reader) {
	b := &hcl{reader: r, tokens: r.hclTokens(), module: path.Dir(r.path)}
	b.body(block{})
}

// tfvars reads the values of the variables of a module.
func tfvars(r *reader) {
	b := &hcl{reader: r, tokens: r.hclTokens(), module: path.Dir(r.path), values: true}
	b.body(block{})
}

// An hcl parses the tokens of one file.
type hcl struct {
	*reader
	tokens []token
	at     int
	module string
	values bool // the file sets values and declares nothing
}

// A block is a block of a body: its words, and its attributes.
type block struct {
	words      []string
	line       int
	attributes []attribute // in source order
	inside     []string    // the first words of the enclosing blocks and attributes
}

// An attribute is a name with an expression.
type attribute struct {
	name string
	line int
	value
	literal bool // a single string, number or word
}

// attribute returns the attribute of that name.
func (b *block) attribute(name string) (attribute, bool) {
	for _, a := range b.attributes {
		if a.name == name {
			return a, true
		}
	}
	return attribute{}, false
}

func (h *hcl) peek() byte {
	if h.at < len(h.tokens) {
		return h.tokens[h.at].kind
	}
	return 0
}

// maxBlocks bounds nested blocks.
const maxBlocks = 60

// body reads the content of a file, a block or an object, up to its end.
func (h *hcl) body(b block) {
	for h.at < len(h.tokens) && h.peek() != '}' {
		begin := h.at
		var words []string
		for h.peek() == 'a' || h.peek() == '"' {
			h.asked(&h.tokens[h.at])
			words = append(words, h.tokens[h.at].text)
			h.at++
		}
		switch {
		case len(words) > 0 && h.peek() == '{' && len(b.inside) < maxBlocks:
			h.at++
			h.body(block{words: words, line: h.tokens[begin].line,
				inside: within(b.inside, words[0])})
		case len(words) == 1 && (h.peek() == '=' || h.peek() == ':'):
			h.at++
			a := attribute{name: words[0], line: h.tokens[begin].line}
			h.expression(&a, within(b.inside, words[0]))
			b.attributes = append(b.attributes, a)
		case len(words) == 0:
			h.at++
		}
	}
	h.at++
	h.end(&b)
}

// within appends a word to a path.
func within(inside []string, word string) []string {
	return append(inside[:len(inside):len(inside)], word)
}

// expression reads the value of an attribute, up to the end of its line, or of the
// enclosing object.
func (h *hcl) expression(a *attribute, inside []string) {
	depth, count := 0, 0
	for ; h.at < len(h.tokens); h.at++ {
		t := &h.tokens[h.at]
		switch t.kind {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			if len(inside) < maxBlocks {
				h.at++
				h.body(block{inside: inside, line: t.line})
				h.at--
			}
		case '}', '\n', ',':
			if depth <= 0 || t.kind == '}' {
				a.literal = count == 1
				a.plain = a.literal && a.plain
				return
			}
			continue
		case '"', 'a':
			a.from = append(a.from, h.asked(t)...)
			a.text, a.plain = t.text, t.kind == 'a' && isPlain(t.text)
		}
		count++
	}
}

// asked records the variables that a token refers to, and returns them.
func (h *hcl) asked(t *token) []Ref {
	names := t.refs
	if name, ok := strings.CutPrefix(t.text, "var."); t.kind == 'a' && ok {
		name, _, _ = strings.Cut(name, ".")
		names = []string{name}
	}
	var out []Ref
	for _, name := range names {
		ref := Ref{Terraform, h.module, name}
		h.file.Asks = append(h.file.Asks, Ask{ref, uint32(t.line)})
		out = append(out, ref)
	}
	return out
}

// end records the facts of a block after reading it.
func (h *hcl) end(b *block) {
	switch {
	case len(b.words) == 0 && len(b.inside) == 0 && h.values:
		for _, a := range b.attributes {
			h.variable(h.module, a, false)
		}
	case len(b.words) == 2 && b.words[0] == "variable" && len(b.inside) == 1:
		sensitive, _ := b.attribute("sensitive")
		a, ok := b.attribute("default")
		a.name, a.line = b.words[1], b.line
		before := len(h.file.Keys)
		h.variable(h.module, a, sensitive.text == "true")
		if len(h.file.Keys) > before { // it has a name
			h.file.Keys[before].Unset = !ok
		}
	case len(b.words) == 2 && b.words[0] == "module" && len(b.inside) == 1:
		h.called(b)
	case len(b.inside) > 1 && b.inside[len(b.inside)-1] == "variables" &&
		b.inside[len(b.inside)-2] == "environment":
		for _, a := range b.attributes {
			h.environment(a.name, a)
		}
	case len(b.inside) > 0 && environments[b.inside[len(b.inside)-1]]:
		name, _ := b.attribute("name")
		if a, ok := b.attribute("value"); ok && name.literal {
			a.line = name.line
			h.environment(name.text, a)
		}
	}
}

// environments are the blocks and lists whose entries are variables with a name and a
// value.
var environments = map[string]bool{"env": true, "environment": true}

// metaArguments are the arguments of a module call that are not variables of the
// module.
var metaArguments = map[string]bool{"source": true, "version": true, "count": true,
	"for_each": true, "providers": true, "depends_on": true}

// called records the variables that a call passes to a module of the tree.
func (h *hcl) called(b *block) {
	source, ok := b.attribute("source")
	if !ok || !source.literal || !strings.HasPrefix(source.text, ".") {
		return
	}
	for _, a := range b.attributes {
		if !metaArguments[a.name] {
			h.variable(path.Join(h.module, source.text), a, false)
		}
	}
}

// variable records a variable of a module.
func (h *hcl) variable(module string, a attribute, sensitive bool) {
	h.space, h.scope = Terraform, module
	h.enter(a.name, a.line, a.value, sensitive)
	h.space, h.scope = Variables, ""
}

// environment records an environment variable.
func (h *hcl) environment(name string, a attribute) {
	if isVariable(name) {
		h.enter(name, a.line, a.value, false)
	}
}
