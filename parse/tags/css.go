package tags

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// css has the custom properties, @property rules and keyframes of a style sheet as
// variables. A use of var() and the name of an animation are references to them.
//
//   - Custom properties and keyframes are global: a file sees those of all files. Which of
//     several declarations of one property applies depends on the cascade.
//   - Rules are not definitions: their declarations belong to the file.
var css = Row{
	Name: "css", Accepts: "CSS Syntax Level 3 with nesting", Extensions: []string{".css"},
	Read: func(w *Walk) {
		c := &cssReader{Walk: w}
		for c.block(); c.at < len(c.Text); c.block() { // a closing brace too many
			c.at++
			c.F.HasError = true
		}
	},
	Scoping: Scoping{Paths: true},
}

// A cssReader reads one file, by the algorithms of CSS Syntax Level 3, section 5: every
// text has a reading.
type cssReader struct {
	*Walk
	at int
}

// block reads rules and declarations up to the closing brace or the end of the text.
func (c *cssReader) block() {
	for {
		doc := c.space()
		start := c.at
		end := c.prelude()
		switch {
		case c.at < len(c.Text) && c.Text[c.at] == '{':
			c.rule(start, end, doc)
			continue
		case end > start:
			c.declaration(start, end, doc)
		}
		if c.at >= len(c.Text) || c.Text[c.at] == '}' {
			return
		}
		c.at++ // the semicolon
	}
}

// space skips white space and comments, and returns the last comment if it is on the
// lines right above.
func (c *cssReader) space() (doc parse.Range) {
	for c.at < len(c.Text) {
		switch b := c.Text[c.at]; {
		case b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f':
			c.at++
		case strings.HasPrefix(c.Text[c.at:], "/*"):
			start := c.at
			c.comment()
			doc = parse.Range{}
			if !trails(c.Text, uint32(start)) {
				doc = parse.Range{Start: uint32(start), End: uint32(c.at)}
			}
		default:
			if strings.Count(c.Text[min(int(doc.End), c.at):c.at], "\n") > 1 {
				doc = parse.Range{}
			}
			return doc
		}
	}
	return parse.Range{}
}

// comment skips the comment at the current position.
func (c *cssReader) comment() {
	if i := strings.Index(c.Text[c.at+2:], "*/"); i >= 0 {
		c.at += i + 4
		return
	}
	c.at, c.F.HasError = len(c.Text), true
}

// prelude skips to the brace or semicolon that ends a prelude or declaration, and returns
// the end of its text. Brackets hide both, as do braces in the value of a custom property.
func (c *cssReader) prelude() (end int) {
	end = c.at
	custom := strings.HasPrefix(c.Text[c.at:], "--")
	depth := 0
	for c.at < len(c.Text) {
		switch b := c.Text[c.at]; {
		case b == '"' || b == '\'':
			c.skipString(b)
		case b == '\\':
			c.at += min(2, len(c.Text)-c.at)
		case strings.HasPrefix(c.Text[c.at:], "/*"):
			c.comment()
			continue
		case depth == 0 && (b == ';' || b == '}' || b == '{' && !custom):
			return end
		default:
			switch b {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth = max(depth-1, 0)
			}
			c.at++
			if b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' {
				continue
			}
		}
		end = c.at
	}
	c.F.HasError = c.F.HasError || depth > 0
	return end
}

// skipString skips a string, which ends at the quote or at the end of the line.
func (c *cssReader) skipString(quote byte) {
	for c.at++; c.at < len(c.Text) && c.Text[c.at] != '\n'; c.at++ {
		switch c.Text[c.at] {
		case '\\':
			c.at = min(c.at+1, len(c.Text)-1)
		case quote:
			c.at++
			return
		}
	}
}

// rule reads a rule, whose block begins at the current position.
func (c *cssReader) rule(start, end int, doc parse.Range) {
	before, body := c.place, c.at
	keyword, name, _ := strings.Cut(cssText(c.Text[start:end]), " ")
	defines := strings.HasPrefix(keyword, "@") && (keyword == "@property" || strings.HasSuffix(keyword, "keyframes"))
	if name = strings.Trim(name, `"'`); defines && name != "" {
		at := start + max(strings.Index(c.Text[start:end], name), 0)
		c.define(name, at, start, end, doc)
	}
	c.at++
	c.block()
	if c.at < len(c.Text) {
		c.at++
	} else {
		c.F.HasError = true
	}
	if c.def != before.def {
		d := &c.Definitions[c.def]
		d.Range.End = uint32(c.at)
		d.Body = parse.Range{Start: uint32(body), End: uint32(c.at)}
	}
	c.place = before
}

// define adds a variable with the prelude or declaration from start to end; what follows
// is in it.
func (c *cssReader) define(name string, at, start, end int, doc parse.Range) {
	d := parse.Definition{Kind: graph.KindVariable, Name: name, Symbol: name, NameAt: uint32(at), Parent: c.def,
		Exported: true, Signature: shortened(cssText(c.Text[start:end]), maxSignature),
		Range: parse.Range{Start: uint32(start), End: uint32(end)}}
	if !doc.IsEmpty() {
		d.Doc, d.Range.Start = docText(c.Text[doc.Start:doc.End]), doc.Start
	}
	c.Definitions = append(c.Definitions, d)
	c.def = int32(len(c.Definitions) - 1)
}

// declaration reads a declaration, or a rule without a block.
func (c *cssReader) declaration(start, end int, doc parse.Range) {
	text := c.Text[start:end]
	if strings.HasPrefix(text, "@") {
		if strings.HasPrefix(text, "@import") {
			c.imports(start, end)
		}
		return
	}
	property, value, ok := strings.Cut(text, ":")
	if !ok {
		return
	}
	before := c.place
	property = cssText(property)
	if strings.HasPrefix(property, "--") {
		c.define(property, start, start, end, doc)
	}
	value = cssBlank(value)
	c.uses(value, end-len(value))
	switch property[max(strings.LastIndex(property, "animation"), 0):] {
	case "animation", "animation-name":
		c.animations(value, end-len(value))
	}
	c.place = before
}

// imports adds the import of a file: @import "a.css" or @import url(a.css).
func (c *cssReader) imports(start, end int) {
	rest := strings.TrimSpace(cssText(strings.TrimPrefix(c.Text[start:end], "@import")))
	if inner, ok := strings.CutPrefix(rest, "url("); ok {
		rest, _, _ = strings.Cut(strings.TrimSpace(inner), ")")
	}
	if rest == "" {
		return
	}
	if quote := rest[:1]; quote == `"` || quote == "'" {
		rest, _, _ = strings.Cut(rest[1:], quote)
	}
	rest, _, _ = strings.Cut(strings.TrimSpace(rest), " ")
	if rest != "" {
		c.F.Imports = append(c.F.Imports, parse.Import{Path: rest, Whole: true, Static: strings.HasPrefix(rest, "."),
			At: uint32(start), Def: c.def})
	}
}

// uses adds references to the custom properties that a value uses.
func (c *cssReader) uses(value string, at int) {
	for i := 0; i < len(value); {
		k := strings.Index(value[i:], "var(")
		if k < 0 {
			return
		}
		k += i
		i = k + len("var(")
		if k > 0 && isCSSName(value[k-1]) {
			continue
		}
		for i < len(value) && (value[i] == ' ' || value[i] == '\n' || value[i] == '\t') {
			i++
		}
		name := cssName(value[i:])
		if strings.HasPrefix(name, "--") {
			c.refer(name, uint32(at+i), parse.RefMember, -1, int32(len(c.Steps)))
		}
		i += len(name)
	}
}

// animations adds references to the keyframes that a value names.
func (c *cssReader) animations(value string, at int) {
	depth := 0
	for i := 0; i < len(value); {
		name := cssName(value[i:])
		switch {
		case name == "":
			switch value[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			i++
			continue
		case depth > 0 || strings.HasPrefix(value[i+len(name):], "(") || name[0] >= '0' && name[0] <= '9' ||
			name[0] == '-' && len(name) > 1 && name[1] >= '0' && name[1] <= '9' || animationWords[strings.ToLower(name)]:
		default:
			c.refer(name, uint32(at+i), parse.RefMember, -1, int32(len(c.Steps)))
		}
		i += len(name)
	}
}

// animationWords are the keywords of the animation property, from CSS Animations Level 2
// and CSS Values Level 4.
var animationWords = newWords(`alternate alternate-reverse auto backwards both ease ease-in ease-in-out ease-out forwards
	important infinite inherit initial linear none normal paused reverse revert revert-layer running step-end step-start unset`)

// cssName returns the name that a text begins with; words of digits count as names.
func cssName(text string) string {
	n := 0
	for n < len(text) && isCSSName(text[n]) {
		n++
	}
	return text[:n]
}

func isCSSName(b byte) bool {
	return b == '-' || b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// cssText returns a prelude without comments, on one line.
func cssText(text string) string { return strings.Join(strings.Fields(cssBlank(text)), " ") }

// cssBlank replaces the comments in a value by spaces.
func cssBlank(text string) string {
	for {
		start := strings.Index(text, "/*")
		if start < 0 {
			return text
		}
		length := len(text) - start
		if i := strings.Index(text[start+2:], "*/"); i >= 0 {
			length = i + 4
		}
		text = text[:start] + strings.Repeat(" ", length) + text[start+length:]
	}
}
