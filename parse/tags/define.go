package tags

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// define reads a definition and its contents.
func (w *Walk) define(n parse.Node, r *rule, l lead) {
	name := r.name.from(n)
	if name.IsZero() || name.IsMissing() || name.Start() == name.End() {
		w.Children(n)
		return
	}
	d := parse.Definition{Kind: r.Kind, Name: w.nameOf(name), NameAt: name.Start(), Parent: w.def,
		Range: parse.Range{Start: min(l.start, n.Start()), End: n.End()}, Partial: r.Part,
		Module: w.module}
	if !l.doc.IsEmpty() {
		d.Range.Start = min(d.Range.Start, l.doc.Start)
		d.Doc = docText(w.Text[l.doc.Start:l.doc.End])
	}
	d.Kind = w.memberKind(d.Kind)
	body := r.body.from(n)
	if !body.IsZero() {
		d.Body = body.Range()
		d.Breaks = w.breaks(body)
		d.Complexity = 1
	}
	d.Signature = w.signature(n, body)
	for _, a := range l.attributes {
		d.Decorators = append(d.Decorators, strings.Trim(a.Text(), "@#[]!()"))
	}
	w.addModifiers(n, &d)
	if typ := r.typ.from(n); !typ.IsZero() {
		d.Type = w.Type(typ)
	}
	r.bases.all(n, func(c parse.Node) {
		if ref := w.Type(c); !ref.IsZero() {
			d.Bases = append(d.Bases, ref)
		}
	})
	sortBases(&d)
	if recv := r.receiver.from(n); !recv.IsZero() {
		d.SetReceiver(w.Type(recv))
	}
	w.addTypeParams(r.typeParams.from(n), &d)
	w.addParams(r.params.from(n), &d)
	d.Symbol = d.Name
	if w.row.Finish != nil {
		w.row.Finish(w, n, &d)
	}
	if d.Name == "" {
		w.Children(n)
		return
	}
	inner := d.Symbol
	if recv := d.Receiver(); d.Partial && !recv.IsZero() {
		inner = lastPart(recv.Name)
	}
	w.enter(n, r, d, inner, name, body)
}

// sortBases sorts base types by position, after those named in the body.
func sortBases(d *parse.Definition) {
	rank := func(t parse.TypeRef) int {
		if d.Body.Contains(t.At) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(d.Bases, func(a, b parse.TypeRef) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.At, b.At))
	})
}

// DefineAs adds a definition built by a function of a row, and reads its children.
func (w *Walk) DefineAs(n parse.Node, d parse.Definition, body parse.Node) {
	w.defineAs(n, d, body, "")
}

// defineAs is like DefineAs; the symbols of nested definitions begin with inner,
// if it is not empty.
func (w *Walk) defineAs(n parse.Node, d parse.Definition, body parse.Node, inner string) {
	if d.Name == "" {
		w.Children(n)
		return
	}
	d.Parent, d.Module, d.Range = w.def, w.module, n.Range()
	if !body.IsZero() {
		d.Body, d.Breaks, d.Complexity = body.Range(), w.breaks(body), 1
	}
	if d.Signature == "" {
		d.Signature = w.signature(n, body)
	}
	if d.Symbol == "" {
		d.Symbol = d.Name
	}
	if inner == "" {
		inner = d.Symbol
	}
	w.enter(n, &noRule, d, inner, parse.Node{}, body)
}

// anonymous defines the anonymous class of an object. It is named after its first base, but no name
// refers to it.
func (w *Walk) anonymous(n, body parse.Node, bases route) {
	d := parse.Definition{Kind: graph.KindClass, Name: "$object", NameAt: n.Start(), Modifiers: []string{"anonymous"}}
	bases.all(n, func(c parse.Node) { d.Bases = append(d.Bases, w.Type(c)) })
	if len(d.Bases) > 0 {
		d.Name = "$" + lastPart(d.Bases[0].Name)
	}
	w.DefineAs(n, d, body)
}

// enter appends a definition and reads its contents.
func (w *Walk) enter(n parse.Node, r *rule, d parse.Definition, inner string, name, body parse.Node) {
	before := w.place
	if w.symbol != "" {
		d.Symbol, inner = w.symbol+"."+d.Symbol, w.symbol+"."+inner
	}
	w.Definitions = append(w.Definitions, d)
	def := int32(len(w.Definitions) - 1)
	w.place = place{def: def, symbol: inner, module: w.module, scope: n.Range(), quiet: w.quiet,
		last: w.returned}
	w.returned = 0
	value := r.value.from(n)
	results := w.results
	w.results = nil
	for c := range n.Named {
		switch {
		case has(w.comment, c), name.IsZero() && c.Start() == d.NameAt && c.First().IsZero():
		case has(w.modifier, c):
			w.Children(c)
		case !value.IsZero() && c.Index() == value.Index():
			w.addValue(c)
		case !name.IsZero() && c.Start() <= name.Start() && name.End() <= c.End() && c.Index() != body.Index():
			w.inName(c, name)
		case len(results) > 0 && results[0].Parent().Index() == c.Index():
			w.addValue(results[0])
		default:
			w.Visit(c)
		}
	}
	w.place = before
}

// addValue reads an initializer or return value of the innermost definition.
func (w *Walk) addValue(n parse.Node) {
	run := w.Chain(n)
	w.Values = append(w.Values, parse.DraftValue{Def: w.def, At: n.Start(), Is: run})
}

// inName reads the other parts of the node that contains the name of a definition.
func (w *Walk) inName(n, name parse.Node) {
	if n.Index() == name.Index() {
		return
	}
	for c := range n.Named {
		if c.Start() <= name.Start() && name.End() <= c.End() {
			w.inName(c, name)
		} else {
			w.Visit(c)
		}
	}
}

// nameOf returns the name that a node gives a definition: the last part of a
// qualified one.
func (w *Walk) nameOf(n parse.Node) string {
	if name, ok := unquoted(n.Text()); ok {
		return name
	}
	if ref := w.Type(n); !ref.IsZero() {
		return strings.TrimPrefix(lastPart(ref.Name), w.sigil())
	}
	return n.Text()
}

// unquoted returns a name in backquotes, which may contain spaces, and reports whether a
// text is one.
func unquoted(text string) (string, bool) {
	if len(text) > 2 && text[0] == '`' && strings.IndexByte(text[1:], '`') == len(text)-2 {
		return text[1 : len(text)-1], true
	}
	return text, false
}

// sigil returns the prefix of variable names.
func (w *Walk) sigil() string { return w.row.Sigil }

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// memberKind turns functions into methods, and variables into properties,
// depending on their scope.
func (w *Walk) memberKind(k graph.NodeKind) graph.NodeKind {
	inType := w.Definitions[w.def].Kind.IsType()
	switch {
	case inType && k == graph.KindFunction:
		return graph.KindMethod
	case inType && k == graph.KindVariable:
		return graph.KindField
	case !inType && k == graph.KindProperty:
		return graph.KindVariable
	}
	return k
}

// signature returns the text before the body, on one line.
func (w *Walk) signature(n, body parse.Node) string {
	end := n.End()
	if !body.IsZero() {
		end = body.Start()
		for c := range n.Named {
			if has(w.comment, c) {
				end = min(end, max(c.Start(), n.Start()+1))
			}
		}
	} else if i := strings.IndexByte(w.Text[n.Start():end], '\n'); i >= 0 && w.rule(n).params == nil {
		end = n.Start() + uint32(i)
	}
	text := strings.Join(strings.Fields(w.Text[n.Start():max(n.Start(), end)]), " ")
	return shortened(strings.TrimRight(text, " {=:;"), maxSignature)
}

// maxSignature bounds the bytes of a signature.
const maxSignature = 400

// shortened returns a text of at most limit bytes, or its beginning and an ellipsis.
func shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}

func (w *Walk) addModifiers(n parse.Node, d *parse.Definition) {
	for c := range n.Children {
		if !has(w.modifier, c) {
			continue
		}
		leaves := 0
		for m := range c.Named {
			leaves++
			if m.Is("annotation", "attribute") {
				d.Decorators = append(d.Decorators, strings.TrimLeft(m.Text(), "@"))
			} else {
				d.Modifiers = append(d.Modifiers, strings.Fields(m.Text())...)
			}
		}
		if leaves == 0 {
			d.Modifiers = append(d.Modifiers, strings.Fields(c.Text())...)
		}
	}
	for i, a := range d.Decorators {
		if cut := strings.IndexAny(a, "( \n"); cut >= 0 {
			d.Decorators[i] = a[:cut]
		}
	}
}

func (w *Walk) addTypeParams(list parse.Node, d *parse.Definition) {
	for c := range list.Named {
		name := c
		if f := w.rule(c).name; f != nil {
			name = f.from(c)
		}
		if s := strings.TrimSpace(name.Text()); s != "" && isName(s) {
			d.TypeParams = append(d.TypeParams, s)
			if bound := w.Type(w.rule(c).typ.from(c)); !bound.IsZero() {
				w.Locals = append(w.Locals, parse.DraftLocal{Local: parse.Local{Name: s, Type: bound,
					Kind: parse.LocalTypeParam, Def: w.def, Scope: d.Range}})
			}
		}
	}
}

func isName(s string) bool {
	return !strings.ContainsAny(s, " .,:<>()[]'\"")
}

// addParams lists the parameters of a callable.
func (w *Walk) addParams(list parse.Node, d *parse.Definition) {
	for c := range list.Named {
		r := w.rule(c)
		if r.Op != Declare {
			continue
		}
		p := parse.Param{Name: r.name.from(c).Text(), Optional: !r.value.from(c).IsZero(),
			Variadic: r.more != nil && hasKind(c, r.more)}
		if t := r.typ.from(c); !t.IsZero() {
			p.Type = w.Type(t)
		}
		d.Params = append(d.Params, p)
	}
}

func hasKind(n parse.Node, kinds map[string]bool) bool {
	for c := range n.Children {
		if kinds[c.Kind()] {
			return true
		}
	}
	return false
}

// breaks lists where the statements or members of a body begin.
func (w *Walk) breaks(body parse.Node) []uint32 {
	var out []uint32
	at := none
	for c := range body.Named {
		if has(w.comment, c) || has(w.attribute, c) {
			at = min(at, c.Start())
			continue
		}
		out = append(out, min(at, c.Start()))
		at = none
	}
	return out
}

// docText strips the marks from a comment.
func docText(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, mark := range []string{"/**", "/*!", "/*", "///", "//!", "//", "##", "#", "---", "--", ";;", "\"\"\"", "=begin"} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				line = rest
				break
			}
		}
		line = strings.TrimSuffix(strings.TrimSpace(line), "*/")
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "* "))
		if line == "*" {
			line = ""
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// startsUpper reports whether a name begins like names of types and constants.
func startsUpper(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }
