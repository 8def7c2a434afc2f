package eval

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Hole marks the unknown parts of a text.
const Hole = "\x00"

// maxTextDepth bounds chains of names that refer to one another.
const maxTextDepth = 20

// Text returns the string value of an expression; ok is false if a part of it is
// unknown.
func (t *Tree) Text(x Expr) (text string, ok bool) {
	t.left = maxReduced
	text = t.text(x, 0)
	return text, !strings.Contains(text, Hole)
}

// TextWithHoles returns the string that an expression is, with [Hole] for each part that is not known.
func (t *Tree) TextWithHoles(x Expr) string {
	t.left = maxReduced
	return t.text(x, 0)
}

// TextWithSources is Text with the definitions whose values or results contribute to the text,
// deduplicated, in the order visited. Readers who may not see all of them must not
// learn the text.
func (t *Tree) TextWithSources(x Expr) (text string, by []resolve.DefID, ok bool) {
	t.sources, t.sourced = nil, true
	text, ok = t.Text(x)
	by, t.sources, t.sourced = t.sources, nil, false
	return text, by, ok
}

// source records the definitions that contribute to a text, if requested.
func (t *Tree) source(by ...resolve.DefID) {
	for _, d := range by {
		if t.sourced && !slices.Contains(t.sources, d) {
			t.sources = append(t.sources, d)
		}
	}
}

// KnownText returns the known parts of a string. The tier is heuristic if a part is only
// known at run time, and omitted.
func (t *Tree) KnownText(x Expr) (text string, tier graph.Tier) {
	t.left = maxReduced
	text = t.text(x, 0)
	if strings.Contains(text, Hole) {
		return strings.ReplaceAll(text, Hole, ""), graph.Heuristic
	}
	return text, graph.Exact
}

func (t *Tree) text(x Expr, depth int) string {
	if t.left--; depth > maxTextDepth || t.left < 0 {
		return Hole
	}
	switch x.Kind {
	case parse.ExprString:
		return t.parts(x, depth)
	case parse.ExprLiteral:
		return x.Expr.Text
	case parse.ExprName:
		return t.named(x, x.Expr.Text, x.At, depth)
	case parse.ExprMember:
		if x.Recv != nil && x.Recv.Kind == parse.ExprName {
			// Of a known object, such as a row of a table in a loop: other objects do not count.
			if _, given := x.Env.Get(x.Recv.Text); given {
				if values := t.reduce(x, depth+1); len(values) == 1 && values[0].Expr != x.Expr {
					return t.reducedText(x, depth)
				}
			}
		}
		if text := t.member(x, x.At, depth); text != Hole {
			return text
		}
		if x.Expr.Text == "value" && x.Recv != nil && t.isEnumMember(x.Sub(x.Recv)) {
			return t.text(x.Sub(x.Recv), depth+1)
		}
		return t.reducedText(x, depth)
	case parse.ExprCall:
		return t.reducedText(x, depth)
	}
	return Hole
}

// reducedText returns the string if x evaluates to a single expression.
func (t *Tree) reducedText(x Expr, depth int) string {
	values := t.reduce(x, depth+1)
	if len(values) != 1 || values[0].Expr == x.Expr {
		return Hole
	}
	if d := x.Callee(); d > resolve.None {
		t.source(d)
	}
	t.source(values[0].Def)
	return t.text(values[0], depth+1)
}

func (t *Tree) parts(x Expr, depth int) string {
	if x.Parts == nil {
		return x.Expr.Text
	}
	var b strings.Builder
	for _, p := range x.Parts {
		switch {
		case p.At != 0:
			b.WriteString(t.named(x, p.Text, p.At, depth))
		case p.Text != "":
			b.WriteString(p.Text)
		default:
			b.WriteString(Hole)
		}
	}
	return b.String()
}

// named returns the string value of the name at a position of x.
func (t *Tree) named(x Expr, name string, at uint32, depth int) string {
	if x.In.Referent(at).Def != resolve.None {
		return t.member(x, at, depth)
	}
	if of, ok := memberAt(x, at); ok {
		return t.reducedText(of, depth)
	}
	if value, given := x.Env.Get(name); given {
		return t.text(value, depth+1)
	}
	l := x.In.LocalAt(name, at)
	if l == nil || l.Set || l.Kind == parse.LocalParam {
		return Hole
	}
	if values := t.LocalValues(x, l); len(values) == 1 {
		return t.text(values[0], depth+1)
	}
	return Hole
}

// isEnumMember reports whether a name is that of a member of an enumeration of Python, whose
// value is that of the member.
//
//	class Version(str, Enum): ONE = "/v1"    // Version.ONE.value
func (t *Tree) isEnumMember(x Expr) bool {
	d := x.Referent().Def
	if x.In.File.Family != "python" || d <= resolve.None {
		return false
	}
	class := t.Table.EnclosingType(d)
	return class != resolve.None && slices.ContainsFunc(t.ExternalBases(class), func(base string) bool {
		return base == "enum.Enum" || base == "enum.StrEnum"
	})
}

// memberAt returns the member whose name begins at a position, in languages with constant
// objects, if names precede it; ok is false for a name without an object.
//
//	`${config.api.prefix}/orders`    // at prefix
func memberAt(x Expr, at uint32) (of Expr, ok bool) {
	text := x.In.File.Text
	if x.In.File.Family != "typescript" || at == 0 || text[at-1] != '.' {
		return Expr{}, false
	}
	start := at
	for start > 0 && (text[start-1] == '.' || nameLen(text[start-1:]) > 0) {
		start--
	}
	var e *parse.Expr
	for from := start; ; {
		n := uint32(nameLen(text[from:]))
		if n == 0 {
			return Expr{}, false // a?.b, a().b
		}
		next := &parse.Expr{Kind: parse.ExprMember, At: from, Text: text[from : from+n], Recv: e}
		if e == nil {
			next.Kind = parse.ExprName
		}
		if e = next; from == at {
			return x.Sub(e), true
		}
		if from += n; text[from] != '.' {
			return Expr{}, false
		}
		from++
	}
}

// member returns the string held by the definition that the name at a position refers
// to.
func (t *Tree) member(x Expr, at uint32, depth int) string {
	d := x.In.Referent(at).Def
	if d == resolve.None {
		return Hole
	}
	if kind := t.Table.Def(d).Kind; kind.IsCallable() && kind != graph.KindProperty {
		return Hole // a function is not a string, though it may return one
	}
	if text, ok := t.Constant(d); ok && !strings.Contains(text, resolve.Hole) {
		if t.sourced {
			t.source(t.Sources(d)...)
		}
		return text
	}
	if values := t.values[d]; len(values) == 1 {
		t.source(d, values[0].Def)
		v := values[0]
		v.Env = x.Env
		return t.text(v, depth+1)
	}
	return Hole
}

// ArgText returns the string that an argument of a call or an attribute is, by position or name,
// and "" for a missing argument; ok is false if the string is unknown.
func (t *Tree) ArgText(x Expr, at int, name string) (text string, ok bool) {
	arg := x.Arg(at, name)
	if arg == nil {
		return "", true
	}
	return t.Text(x.Sub(arg))
}

// Texts returns the strings of a list; ok is false if x is not a list, or if one of its
// elements is unknown.
func (t *Tree) Texts(x Expr) (texts []string, ok bool) {
	if x.Kind != parse.ExprList {
		text, ok := t.Text(x)
		return []string{text}, ok
	}
	for i := range x.Args {
		text, ok := t.Text(x.Sub(&x.Args[i].Value))
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// EachText lists the possible strings of an expression, without duplicates; open
// reports whether it may also have a value with unknown parts.
func (t *Tree) EachText(x Expr) (texts []string, open bool) {
	for _, v := range t.Evaluate(x) {
		text, ok := t.Text(v)
		if !ok {
			open = true
		} else if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts, open
}
