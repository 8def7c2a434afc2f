package parse

import (
	"slices"
	"strings"
)

// TextParts are the parts of a string expression.
type TextParts []TextPart

// Literal appends a literal, merged with a preceding one.
func (p TextParts) Literal(text string) TextParts {
	if text == "" {
		return p
	}
	if last := len(p) - 1; last >= 0 && p[last].At == 0 && p[last].Text != "" {
		p[last].Text += text
		return p
	}
	return append(p, TextPart{Text: text})
}

// Name appends the value of the name n.
func (p TextParts) Name(n Node) TextParts {
	return append(p, TextPart{Text: n.Text(), At: n.Start()})
}

// Hole appends an unknown part.
func (p TextParts) Hole() TextParts { return append(p, TextPart{}) }

// Text returns the value of the parts, with "{}" for parts that are not literals.
func (p TextParts) Text() string {
	if len(p) == 1 && p[0].At == 0 && p[0].Text != "" {
		return p[0].Text
	}
	var b strings.Builder
	for _, part := range p {
		if part.At == 0 && part.Text != "" {
			b.WriteString(part.Text)
		} else {
			b.WriteString("{}")
		}
	}
	return b.String()
}

// Named returns the parts if they include a name, or nil.
func (p TextParts) Named() []TextPart {
	for _, part := range p {
		if part.At != 0 {
			return p
		}
	}
	return nil
}

// Printf appends the parts of a printf format whose verbs are filled with args in
// order; a verb without an argument is a hole.
func (p TextParts) Printf(format string, args []TextParts) TextParts {
	return p.AppendFilled(TextParts{}.Literal(format), &TemplateArgs{Style: PrintfPlaceholders, Args: args})
}

// nextVerb finds the first verb of a printf format: %s, %-5d, %[1]v, %1$s,
// %(name)s, %%; at is -1 if it has no verb.
func nextVerb(format string) (at, end int) {
	for i := 0; i+1 < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		j := i + 1
		if n := nameLen(format[min(j+1, len(format)):]); n > 0 && format[j] == '(' &&
			strings.HasPrefix(format[j+1+n:], ")") {
			j += n + 2
		}
		for j < len(format) && strings.IndexByte("+-# 0123456789.*[]$,(<", format[j]) >= 0 {
			j++
		}
		if j < len(format) && (format[j] == '%' && j == i+1 ||
			format[j]|0x20 >= 'a' && format[j]|0x20 <= 'z') {
			return i, j + 1
		}
	}
	return -1, -1
}

// Joined appends the strings of a list with a separator between them.
func (r *TextReader) Joined(p TextParts, list []Node, separator string) TextParts {
	for i, n := range list {
		if i > 0 {
			p = p.Literal(separator)
		}
		p = p.Join(r.Parts(n))
	}
	return p
}

// A TextReader decomposes the string expressions of one language.
type TextReader struct {
	// Literal returns the value of a string literal without holes.
	Literal func(n Node) (value string, ok bool)
	// Name returns the last name of a name or member access; the zero Node for any
	// other expression.
	Name func(n Node) Node
	// Inner returns the expression in parentheses, or the zero Node for other
	// expressions.
	Inner func(n Node) Node
	// Composed appends the parts of a string expression specific to the language, such
	// as a template or a call of a format function; ok is false for others.
	Composed func(r *TextReader, p TextParts, n Node) (_ TextParts, ok bool)
	// Sum is the kind of binary expressions, with the fields left, operator and
	// right.
	Sum string
	// IsCode reports whether a text is code to be kept.
	IsCode func(text string) bool
	// MayBeCode is a quick pre-check for IsCode.
	MayBeCode func(text string) bool
	// IsName reports whether a text may be the name of an object of the code, such as
	// a table; call arguments are kept if it does.
	IsName func(text string) bool

	depth int // of the enclosing expressions
}

// maxTextDepth bounds the nesting of string expressions.
const maxTextDepth = 20

// Parts returns the parts of the string expression n.
func (r *TextReader) Parts(n Node) TextParts { return r.parts(nil, n, r.depth) }

// within returns a reader for subexpressions.
func (r *TextReader) within(depth int) *TextReader {
	inner := *r
	inner.depth = depth + 1
	return &inner
}

func (r *TextReader) parts(p TextParts, n Node, depth int) TextParts {
	if depth > maxTextDepth {
		return p.Hole()
	}
	if value, ok := r.Literal(n); ok {
		return p.Literal(value)
	}
	if name := r.Name(n); !name.IsZero() {
		if name.Text() == "" { // missing in a broken file
			return p.Hole()
		}
		return p.Name(name)
	}
	if inner := r.Inner(n); !inner.IsZero() {
		return r.parts(p, inner, depth+1)
	}
	if n.Is(r.Sum) && n.Field("operator").Is("+") {
		var literals []string // joined at once: a chain may have thousands
		for _, o := range r.Operands(n) {
			if value, ok := r.Literal(o); ok && depth < maxTextDepth {
				literals = append(literals, value)
				continue
			}
			p = r.parts(p.Literal(strings.Join(literals, "")), o, depth+1)
			literals = literals[:0]
		}
		return p.Literal(strings.Join(literals, ""))
	}
	if composed, ok := r.Composed(r.within(depth), p, n); ok {
		return composed
	}
	return p.Hole()
}

// Operands lists the operands of a chain of +, from the left.
func (r *TextReader) Operands(n Node) []Node {
	var out []Node // the last one first
	for ; n.Is(r.Sum) && n.Field("operator").Is("+"); n = n.Field("left") {
		out = append(out, n.Field("right"))
	}
	out = append(out, n)
	slices.Reverse(out)
	return out
}

// Embedded returns the string expression n as embedded code: its text is code, or
// may be once its leading name is replaced by its value. ok is false for any other
// expression. Names that isLocal accepts are never replaced by their values; it
// may be nil.
func (r *TextReader) Embedded(n Node, isLocal func(string) bool) (e Embedded, ok bool) {
	p := r.Parts(n)
	e = Embedded{Text: p.Text(), Parts: p.Named(), Range: n.Range()}
	switch {
	case r.IsCode(e.Text):
		return e, true
	case len(p) > 1 && p[0].At != 0 && strings.Contains(e.Text, " ") &&
		(isLocal == nil || !isLocal(p[0].Text)), p.IsFilled():
		e.Use = UseText
		return e, true
	}
	return e, false
}

// Value returns the string expression n as the value of the constant whose name
// begins at name. ok is false if n is not a readable string.
func (r *TextReader) Value(name uint32, n Node) (e Embedded, ok bool) {
	p := r.Parts(n)
	e = Embedded{Text: p.Text(), Parts: p.Named(), Range: n.Range(), For: name, IsValue: true}
	if !r.IsCode(e.Text) {
		e.Use = UseText
	}
	return e, len(p) > 1 || len(p) == 1 && (p[0].At != 0 || p[0].Text != "")
}

// isKept reports whether n is part of the last string kept in f.
func isKept(f *Facts, n Node) bool {
	last := len(f.Embedded) - 1
	return last >= 0 && f.Embedded[last].Range.Contains(n.Start())
}

// KeepLiteral keeps the string literal n of definition def, an argument of sink,
// in f if it is code, unless an enclosing expression is kept. The verbs of a
// printf format are holes.
func (r *TextReader) KeepLiteral(f *Facts, n Node, def int32, sink string, format bool) {
	if isKept(f, n) {
		return
	}
	text, _ := r.Literal(n)
	if !r.MayBeCode(text) {
		return
	}
	if format {
		text = TextParts{}.Printf(text, nil).Text()
	}
	if r.IsCode(text) {
		f.Embedded = append(f.Embedded,
			Embedded{Text: text, Range: n.Range(), Def: def, Sink: sink})
	}
}

// KeepExpression keeps the composed string n of definition def, an argument of
// sink, in f as [TextReader.Embedded] returns it, unless an enclosing expression
// is kept. first is the leftmost operand of a sum, or the format.
func (r *TextReader) KeepExpression(f *Facts, n, first Node, def int32, sink string,
	isLocal func(string) bool) {
	last := len(f.Embedded) - 1
	own := last >= 0 && f.Embedded[last].Range == first.Range() // "… %s".formatted(x)
	if isKept(f, n) && !own {
		return
	}
	if text, ok := r.Literal(first); ok {
		if !r.MayBeCode(text) {
			return
		}
	} else if r.Name(first).IsZero() {
		return
	}
	if e, ok := r.Embedded(n, isLocal); ok {
		e.Def, e.Sink = def, sink
		if own {
			f.Embedded = f.Embedded[:last]
		}
		f.Embedded = append(f.Embedded, e)
	}
}

// KeepArgument keeps the string n in f; as specifies the call and the argument
// position: the callee may run it, or use it as a name. Only names and strings
// that may become names are kept.
//
//	truncate("orders"); truncate(prefix + "_lines")
func (r *TextReader) KeepArgument(f *Facts, n Node, as Embedded) {
	if !r.mayName(n) {
		return
	}
	if last := len(f.Embedded) - 1; last >= 0 && f.Embedded[last].Range == n.Range() {
		x := &f.Embedded[last]
		x.Callee, x.Sink, x.Arg = as.Callee, as.Sink, as.Arg
		return
	}
	r.keepText(f, n, as)
}

// KeepLocal keeps the string n in f as the value of a local, or of a member set by
// a constructor, if it is or may be code or a name; scope is where the scope of
// the local begins, or the name of the member.
func (r *TextReader) KeepLocal(f *Facts, n Node, def int32, scope uint32) {
	if last := len(f.Embedded) - 1; last >= 0 && f.Embedded[last].Range == n.Range() {
		x := &f.Embedded[last]
		x.IsValue, x.For = true, scope
		return
	}
	if value, ok := r.Literal(n); r.mayName(n) || ok && r.MayBeCode(value) { // a template
		r.keepText(f, n, Embedded{Def: def, IsValue: true, For: scope})
	}
}

// keepText keeps the string n in f, which is not code by itself, unless an
// enclosing expression is kept.
func (r *TextReader) keepText(f *Facts, n Node, as Embedded) {
	if p := r.Parts(n); !isKept(f, n) {
		as.Text, as.Parts, as.Range, as.Use = p.Text(), p.Named(), n.Range(), UseText
		f.Embedded = append(f.Embedded, as)
	}
}

// maxNameLength bounds the length of name expressions that are kept.
const maxNameLength = 200

// mayName reports whether the string n may be a name once the names in it are
// resolved.
func (r *TextReader) mayName(n Node) bool {
	if value, ok := r.Literal(n); ok {
		return r.IsName(value)
	}
	if n.End()-n.Start() >= maxNameLength {
		return false
	}
	if !r.Name(n).IsZero() {
		return true
	}
	p := r.Parts(n)
	return len(p) > 1 && (r.IsName(p.Text()) || p.Named() != nil && r.IsName("x"+p.Text()))
}

// IsPlaceholder reports whether a text looks like a placeholder of a template: it is
// delimited by marks.
//
//	sql.replace("{table}", name)
func IsPlaceholder(text string) bool {
	return len(text) > 2 && strings.IndexByte("{<$@#%[:_~", text[0]) >= 0
}
