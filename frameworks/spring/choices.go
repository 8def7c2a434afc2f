package spring

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// The annotations that mark an injection point, and that select a bean.
var (
	qualifiers = []string{"org.springframework.beans.factory.annotation.Qualifier",
		"jakarta.inject.Named", "javax.inject.Named"}
	// marks make an annotation of the tree a qualifier.
	marks = []string{"org.springframework.beans.factory.annotation.Qualifier",
		"jakarta.inject.Qualifier", "javax.inject.Qualifier"}
	resources = []string{"jakarta.annotation.Resource", "javax.annotation.Resource"}
	wires     = append([]string{"org.springframework.beans.factory.annotation.Autowired",
		"jakarta.inject.Inject", "javax.inject.Inject"}, resources...)
)

// A bean is a candidate for injection.
type bean struct {
	of      resolve.DefID // the annotated class, or @Bean method
	class   resolve.DefID // of the object; None if it is unknown
	types   []resolve.DefID
	names   []string
	primary bool
	tier    graph.Tier
}

// Choices lists the calls on fields and parameters for which a qualifier, @Primary or,
// without these, the name of the injection point determines which of several beans is
// injected.
func (rules) Choices(t *eval.Tree) []inject.Choice {
	r := newReader(t)
	if len(r.beans) < 2 {
		return nil
	}
	for d := range t.DefinitionsWithSites(family) {
		switch d.Kind {
		case graph.KindClass:
			r.ofLombok(d.ID)
		case graph.KindField:
			r.ofField(d)
		case graph.KindConstructor, graph.KindMethod:
			r.ofParams(d)
		}
	}
	if len(r.held) == 0 {
		return nil
	}
	var out []inject.Choice
	t.EachCall(family, func(x eval.Expr) {
		member := x.Referent().Def
		if x.Recv == nil || member <= resolve.None {
			return
		}
		for _, g := range r.held[r.placeOf(x.Sub(x.Recv))] {
			if g.class != resolve.None {
				out = append(out, inject.Choice{Member: member, Implementation: g.class, By: x.Def,
					At: eval.Place{File: x.In.File, At: x.At}, Tier: resolve.WeakerTier(g.tier, graph.Typed)})
			}
		}
	})
	return out
}

// has returns the first annotation in a list with one of the full names.
func (r *injectReader) has(list []eval.Expr, names []string) (eval.Expr, bool) {
	for _, a := range list {
		if a.Referent().Def == resolve.None && slices.ContainsFunc(names, func(name string) bool { return isNamed(r.Tree, a, name) }) {
			return a, true
		}
	}
	return eval.Expr{}, false
}

// qualified reports whether one of the annotations selects a bean.
func (r *injectReader) qualified(list []eval.Expr) bool {
	if _, ok := r.has(list, qualifiers); ok {
		return true
	}
	return slices.ContainsFunc(list, r.isOwn)
}

// isOwn reports whether an annotation is a qualifier declared in the tree.
func (r *injectReader) isOwn(a eval.Expr) bool {
	d := a.Referent().Def
	if d <= resolve.None {
		return false
	}
	_, ok := r.has(r.Attributes(r.Table.Canon[d]), marks)
	return ok
}

// choose returns the bean injected at a point with a type and annotations; nil if there
// are no alternatives, or if it is unknown.
func (r *injectReader) choose(of resolve.Type, list []eval.Expr, name string) *bean {
	if of.Def <= resolve.None {
		return nil
	}
	var all []*bean
	for i := range r.beans {
		if slices.Contains(r.beans[i].types, r.Table.Canon[of.Def]) {
			all = append(all, &r.beans[i])
		}
	}
	if len(all) < 2 {
		return nil
	}
	if a, ok := r.has(list, resources); ok && !r.qualified(list) && a.Arg(-1, "name") != nil {
		text, known := r.Text(a.Sub(a.Arg(-1, "name")))
		return only(all, func(b *bean) bool { return known && slices.Contains(b.names, text) })
	}
	if r.qualified(list) {
		return only(all, func(b *bean) bool { return r.meets(b, list) })
	}
	if slices.ContainsFunc(all, func(b *bean) bool { return b.primary }) {
		return only(all, func(b *bean) bool { return b.primary })
	}
	return only(all, func(b *bean) bool { return slices.Contains(b.names, name) })
}

// only returns the bean that fits, if exactly one does.
func only(all []*bean, fits func(*bean) bool) *bean {
	all = slices.DeleteFunc(all, func(b *bean) bool { return !fits(b) })
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

// meets reports whether a bean has all the qualifiers of an injection point: the name,
// or an equal annotation.
func (r *injectReader) meets(b *bean, list []eval.Expr) bool {
	own := r.Attributes(b.of)
	for _, a := range list {
		if r.isOwn(a) {
			if !slices.ContainsFunc(own, func(x eval.Expr) bool { return r.isSame(a, x) }) {
				return false
			}
		} else if _, ok := r.has([]eval.Expr{a}, qualifiers); ok {
			text, known := r.argument(a)
			if !known || !slices.Contains(b.names, text) {
				return false
			}
		}
	}
	return true
}

// isSame reports whether two annotations of the tree are equal.
func (r *injectReader) isSame(a, b eval.Expr) bool {
	if a.Referent().Def != b.Referent().Def || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		x, y := &a.Args[i], &b.Args[i]
		if x.Name != y.Name || x.Value.Kind != y.Value.Kind || x.Value.Text != y.Value.Text {
			return false
		}
		s, known := r.Text(a.Sub(&x.Value))
		t, too := r.Text(b.Sub(&y.Value))
		if known != too || s != t || x.Value.Kind == parse.ExprOpaque {
			return false
		}
	}
	return true
}

// argument returns the string argument of an annotation.
func (r *injectReader) argument(a eval.Expr) (string, bool) {
	arg := a.Arg(0, "value")
	if arg == nil {
		return "", false
	}
	return r.Text(a.Sub(arg))
}

// bean adds a class or method as a bean.
func (r *injectReader) bean(of, class, as resolve.DefID, at eval.Expr) {
	b := bean{of: of, class: class, types: r.Lineage(as), tier: r.tier(of)}
	_, b.primary = r.named(of, "Primary")
	b.names = r.beanNames(of, at)
	for _, q := range r.Attributes(of) {
		if _, ok := r.has([]eval.Expr{q}, qualifiers); ok {
			if text, known := r.argument(q); known {
				b.names = append(b.names, text)
			}
		}
	}
	r.beans = append(r.beans, b)
}

// beanNames returns the names in an annotation, or else that of the method, or of the
// class with a lower-case first letter.
func (r *injectReader) beanNames(of resolve.DefID, at eval.Expr) []string {
	for _, key := range []string{"value", "name"} {
		first := -1
		if key == "value" {
			first = 0
		}
		if arg := at.Arg(first, key); arg != nil {
			names, known := r.Texts(at.Sub(arg))
			if !known {
				return nil
			}
			if len(names) > 0 && names[0] != "" {
				return names
			}
		}
	}
	d := r.Table.Def(of)
	if !d.Kind.IsType() {
		return []string{d.Name}
	}
	first, n := utf8.DecodeRuneInString(d.Name)
	second, _ := utf8.DecodeRuneInString(d.Name[n:])
	if unicode.IsUpper(first) && unicode.IsUpper(second) {
		return []string{d.Name} // URLReader is unchanged, as in JavaBeans property names
	}
	return []string{string(unicode.ToLower(first)) + d.Name[n:]}
}

// paramAnnotations lists the annotations of a parameter of a callable.
func (r *injectReader) paramAnnotations(d *resolve.Def, param string) []eval.Expr {
	var out []eval.Expr
	for _, x := range r.inHeads[d.ID] {
		if paramAfter(d.File.Text[x.At:d.Body.Start]) == param {
			out = append(out, x)
		}
	}
	return out
}

// heads indexes the annotations of parameters by callable.
func (r *injectReader) heads() {
	r.inHeads = map[resolve.DefID][]eval.Expr{}
	for x := range r.Family(family) {
		d := r.Table.Def(x.Def)
		if x.Kind == parse.ExprNew && d.Kind.IsCallable() && d.NameAt < x.At &&
			x.At < d.Body.Start {
			r.inHeads[x.Def] = append(r.inHeads[x.Def], x)
		}
	}
}

// paramAfter returns the name of the parameter whose annotation begins a text: the last
// word before the comma or parenthesis after it.
//
//	Qualifier("x") Map<String, Mail> mails, int n)
func paramAfter(text string) string {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted:
			if c == '\\' {
				i++
			}
			quoted = c != '"'
		case c == '"':
			quoted = true
		case depth == 0 && (c == ',' || c == ')'):
			words := strings.Fields(text[:i])
			return words[len(words)-1]
		case c == '(' || c == '<' || c == '{':
			depth++
		case c == ')' || c == '>' || c == '}':
			depth--
		}
	}
	return ""
}
