package parse

import (
	"slices"
	"strings"
)

// TextParts is what a string expression is made of, part by part.
type TextParts []TextPart

// Literal appends a literal, joined to one before it.
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

// Name appends the value of what n names.
func (p TextParts) Name(n Node) TextParts {
	return append(p, TextPart{Text: n.Text(), At: n.Start()})
}

// Hole appends a part of which nothing is known.
func (p TextParts) Hole() TextParts { return append(p, TextPart{}) }

// Text is the value of the parts, with "{}" for what is no literal.
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

// Named returns the parts if there is a name among them, else nil.
func (p TextParts) Named() []TextPart {
	for _, part := range p {
		if part.At != 0 {
			return p
		}
	}
	return nil
}

// Printf appends the parts of a printf format whose verbs are filled with args,
// one after the other; a verb without an argument is a hole.
func (p TextParts) Printf(format string, args []TextParts) TextParts {
	return p.Filled(TextParts{}.Literal(format), &TextFill{Style: FillsVerbs, Args: args})
}

// nextVerb finds the first verb of a printf format: %s, %-5d, %[1]v, %1$s, %(name)s, %%;
// at is -1 if there is none.
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

// A TextReader takes the string expressions of one language apart.
type TextReader struct {
	// Literal returns the value of a string literal without holes.
	Literal func(n Node) (value string, ok bool)
	// Name returns the last name of a name, or of a member of one; the zero Node
	// for any other expression.
	Name func(n Node) Node
	// Inner returns the expression in parentheses, the zero Node for others.
	Inner func(n Node) Node
	// Composed appends the parts of a string of the language's own making, such
	// as a template or the call of a format function; ok is false for others.
	Composed func(r *TextReader, p TextParts, n Node) (_ TextParts, ok bool)
	// Sum is the kind of binary expressions, with the fields left, operator and
	// right.
	Sum string
	// IsCode reports whether a text is code that is to be kept.
	IsCode func(text string) bool
	// MayBeCode is a quick check for texts that are not.
	MayBeCode func(text string) bool
	// IsName reports whether a text may name what code is about; what calls are given is
	// kept if it does.
	IsName func(text string) bool

	depth int // of the expressions around what is read
}

// maxTextDepth bounds string expressions inside one another.
const maxTextDepth = 20

// Parts returns what the string expression n is made of.
func (r *TextReader) Parts(n Node) TextParts { return r.parts(nil, n, r.depth) }

// within returns a reader of what is inside of an expression.
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
		for _, o := range r.Operands(n) {
			p = r.parts(p, o, depth+1)
		}
		return p
	}
	if composed, ok := r.Composed(r.within(depth), p, n); ok {
		return composed
	}
	return p.Hole()
}

// Operands lists what a chain of + adds up, from the left.
func (r *TextReader) Operands(n Node) []Node {
	var out []Node // the last one first
	for ; n.Is(r.Sum) && n.Field("operator").Is("+"); n = n.Field("left") {
		out = append(out, n.Field("right"))
	}
	out = append(out, n)
	slices.Reverse(out)
	return out
}

// Embedded returns the string expression n as code in a string: its text is code,
// or may turn out to be when the name that it begins with is put in. ok is false
// for any other expression. Of names that isLocal accepts the value is never put
// in; it may be nil.
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
// begins at name. ok is false where n is no string that can be read.
func (r *TextReader) Value(name uint32, n Node) (e Embedded, ok bool) {
	p := r.Parts(n)
	e = Embedded{Text: p.Text(), Parts: p.Named(), Range: n.Range(), For: name, IsValue: true}
	if !r.IsCode(e.Text) {
		e.Use = UseText
	}
	return e, len(p) > 1 || len(p) == 1 && (p[0].At != 0 || p[0].Text != "")
}

// isKept reports whether n is part of the string that f keeps last.
func isKept(f *Facts, n Node) bool {
	last := len(f.Embedded) - 1
	return last >= 0 && f.Embedded[last].Range.Contains(n.Start())
}

// KeepLiteral keeps the string literal n of definition def, an argument of sink, in
// f if it is code, unless an expression around it is kept. Of a printf format the
// verbs are holes.
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
// sink, in f as [TextReader.Embedded] finds it, unless an expression around it is
// kept. first is the leftmost part of a sum, or the format.
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

// KeepArgument keeps the string n in f, as says of which call it is which argument: what is
// called may run it, or name something by it. Only a name, or what may become one, is kept.
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

// KeepLocal keeps the string n in f as the value of a local, or of a member that a constructor
// sets, if it is code or may be, or may be a name; scope is where the scope of the local begins, or the name of the member.
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

// keepText keeps the string n in f, which is no code as it stands, unless an expression around
// it is kept.
func (r *TextReader) keepText(f *Facts, n Node, as Embedded) {
	if p := r.Parts(n); !isKept(f, n) {
		as.Text, as.Parts, as.Range, as.Use = p.Text(), p.Named(), n.Range(), UseText
		f.Embedded = append(f.Embedded, as)
	}
}

// maxNameLength bounds the expressions of names that are kept.
const maxNameLength = 200

// mayName reports whether the string n may be a name once the names in it are known.
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

// IsPlace reports whether a text looks like a place of a template that is to be replaced: it
// is set off by a mark.
//
//	sql.replace("{table}", name)
func IsPlace(text string) bool {
	return len(text) > 2 && strings.IndexByte("{<$@#%[:_~", text[0]) >= 0
}
