package golang

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/parse"
)

// define adds a definition declared by n and returns its index.
func (w *walk) define(d parse.Definition, n parse.Node, doc parse.Range) int32 {
	d.Range = n.Range()
	if !doc.IsEmpty() {
		d.Range.Start, d.Doc = doc.Start, docText(w.text[doc.Start:doc.End])
	}
	if d.Symbol == "" {
		d.Symbol = d.Name
	}
	if d.Parent > 0 {
		d.Symbol = w.Definitions[d.Parent].Symbol + "." + d.Symbol
	}
	w.Definitions = append(w.Definitions, d)
	return int32(len(w.Definitions) - 1)
}

// exported reports whether name is visible outside the package.
func exported(name string) bool {
	r, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(r)
}

// grouped reads the specifications of a type or var declaration. A single one
// without parentheses is the whole declaration with its comment; in parentheses
// each has its own.
func (w *walk) grouped(n parse.Node, doc parse.Range,
	read func(spec, whole parse.Node, doc parse.Range)) {
	list := n
	if l := n.Child("var_spec_list"); !l.IsZero() {
		list = l
	} else if n.Child("(").IsZero() {
		for c := range n.Named {
			if !c.Is("comment") {
				read(c, n, doc)
			}
		}
		return
	}
	w.specs(list, func(c parse.Node, doc parse.Range) { read(c, c, doc) })
}

// specs calls read for each specification in parentheses and its comment.
func (w *walk) specs(list parse.Node, read func(parse.Node, parse.Range)) {
	var doc parse.Range
	prev := list.Start()
	for c := range list.Named {
		switch {
		case !c.Is("comment"):
			if !doc.IsEmpty() && lines(w.text, doc.End, c.Start()) > 1 {
				doc = parse.Range{}
			}
			read(c, doc)
			doc = parse.Range{}
		case !doc.IsEmpty() && lines(w.text, doc.End, c.Start()) <= 1:
			doc.End = c.End()
		case lines(w.text, prev, c.Start()) > 0:
			doc = c.Range()
		}
		prev = c.End()
	}
}

func (w *walk) typeSpec(n, whole parse.Node, doc parse.Range) {
	id := n.Field("name")
	if id.Text() == "" || !n.Is("type_spec", "type_alias") {
		w.statement(n)
		return
	}
	typ := n.Field("type")
	d := parse.Definition{Kind: graph.KindTypeAlias, Name: id.Text(), NameAt: id.Start(),
		Parent: w.def}
	if n.Is("type_spec") && !w.isGenericAlias(n, typ) {
		switch typ.Kind() {
		case "struct_type":
			d.Kind = graph.KindStruct
		case "interface_type":
			d.Kind = graph.KindInterface
		case "function_type":
			d.Kind = graph.KindDelegate
		}
	}
	d.Exported = w.def == 0 && exported(d.Name)
	if w.def != 0 {
		w.declareAt(parse.Local{Name: d.Name, Kind: parse.LocalType, At: id.Start()}, id.Start(),
			w.blockEnd)
	}
	head := "type " + collapse(w.text[n.Start():n.End()])
	if body := memberList(typ); d.Kind == graph.KindStruct || d.Kind == graph.KindInterface {
		d.Body, d.Breaks = body, memberBreaks(w.text, typ)
		head = "type " + collapse(w.text[n.Start():body.Start])
	}
	d.Signature = strings.TrimSpace(head)
	i := w.define(d, whole, doc)
	outer := w.scope
	w.def = i
	w.open(n)
	w.typeParameters(n.Field("type_parameters"), i, whole.Range())
	t := w.typeRef(typ)
	if d.Kind == graph.KindTypeAlias || d.Kind == graph.KindDelegate {
		w.Definitions[i].Type = t
	}
	w.scope = outer
}

// isGenericAlias reports whether a type declaration has the sign of an alias in
// the source; see adapt.
func (w *walk) isGenericAlias(n, typ parse.Node) bool {
	params := n.Field("type_parameters")
	return !params.IsZero() && params.End() <= typ.Start() &&
		strings.Contains(w.text[params.End():typ.Start()], "=")
}

// memberList returns the range of the braces of a struct or interface.
func memberList(typ parse.Node) parse.Range {
	if l := typ.Child("field_declaration_list"); !l.IsZero() {
		return l.Range()
	}
	if open := typ.Child("{"); !open.IsZero() {
		return parse.Range{Start: open.Start(), End: typ.End()}
	}
	return parse.Range{Start: typ.End(), End: typ.End()}
}

func memberBreaks(text string, typ parse.Node) []uint32 {
	if l := typ.Child("field_declaration_list"); !l.IsZero() {
		return breaks(text, l)
	}
	return breaks(text, typ)
}

// structType defines the fields of a struct, except in a function.
func (w *walk) structType(n parse.Node) {
	owner := w.def
	inside := !w.Definitions[owner].Kind.IsCallable() && owner > 0 && !w.limits
	w.specs(n.Child("field_declaration_list"), func(c parse.Node, doc parse.Range) {
		switch {
		case !c.Is("field_declaration"):
			w.statement(c)
		case !inside:
			w.typeRef(c.Field("type"))
		default:
			w.field(c, owner, doc)
		}
	})
}

func (w *walk) field(n parse.Node, owner int32, doc parse.Range) {
	typ := n.Field("type")
	d := parse.Definition{Kind: graph.KindField, Parent: owner}
	first := int32(len(w.Definitions))
	if id := n.Field("name"); id.IsZero() {
		t := w.quietType(typ)
		if t.Name == "" {
			return
		}
		t = withoutStars(t)
		d.Name, d.NameAt, d.Type = lastName(t.Name), t.At, t
		d.NameAt += uint32(len(t.Name) - len(d.Name))
		d.Exported = w.Definitions[owner].Exported && exported(d.Name)
		d.Signature = collapse(w.text[n.Start():typ.End()])
		w.define(d, n, doc)
		if w.Definitions[owner].Kind == graph.KindStruct {
			w.Definitions[owner].Bases = append(w.Definitions[owner].Bases, t)
		}
		w.genericArgs(typ)
		return
	}
	typeText := collapse(typ.Text())
	if open := memberList(typ); typ.Is("struct_type") {
		typeText = collapse(w.text[typ.Start():open.Start])
	}
	for id := range n.Named {
		if id.FieldName() != "name" || blank(id) {
			continue
		}
		d.Name, d.NameAt = id.Text(), id.Start()
		d.Exported = w.Definitions[owner].Exported && exported(d.Name)
		d.Signature = d.Name + " " + typeText
		w.define(d, n, doc)
	}
	if int(first) == len(w.Definitions) {
		w.typeRef(typ)
		return
	}
	outer := w.def
	w.def = first
	t := w.typeRef(typ)
	for i := first; int(i) < len(w.Definitions); i++ {
		if w.Definitions[i].Parent == owner {
			w.Definitions[i].Type = t
		}
	}
	w.def = outer
}

// interfaceType defines the methods of an interface, except in a function;
// embedded interfaces are bases.
func (w *walk) interfaceType(n parse.Node) {
	owner := w.def
	inside := !w.Definitions[owner].Kind.IsCallable() && owner > 0 && !w.limits
	w.specs(n, func(c parse.Node, doc parse.Range) {
		switch c.Kind() {
		case "method_elem":
			i := int32(-1)
			id := c.Field("name")
			if inside && id.Text() != "" {
				i = w.define(parse.Definition{
					Kind: graph.KindMethod, Name: id.Text(), NameAt: id.Start(), Parent: owner,
					Signature: collapse(c.Text()),
					Exported:  w.Definitions[owner].Exported && exported(id.Text()),
				}, c, doc)
			}
			outer := w.scope
			if i >= 0 {
				w.def = i
			}
			w.bodiless = true
			w.signature(c, i)
			w.scope = outer
		case "type_elem":
			if !inside || w.Definitions[owner].Kind != graph.KindInterface {
				w.typesIn(c)
			} else if !w.isEmbedded(c) {
				w.Definitions[owner].Bases = append(w.Definitions[owner].Bases, w.union(c))
				w.typesIn(c)
			} else {
				only := lastNamed(c)
				w.Definitions[owner].Bases = append(w.Definitions[owner].Bases, w.quietType(only))
				w.genericArgs(only)
			}
		default:
			w.statement(c)
		}
	})
}

func (w *walk) function(n parse.Node, doc parse.Range) {
	id := n.Field("name")
	if id.Text() == "" {
		w.statement(n)
		return
	}
	body, recv := n.Field("body"), n.Field("receiver")
	d := parse.Definition{Kind: graph.KindFunction, Name: id.Text(), NameAt: id.Start(),
		Body: body.Range(), Breaks: breaks(w.text, body)}
	d.Exported = exported(d.Name)
	end := n.End()
	if !body.IsZero() {
		end, d.Complexity = body.Start(), 1
	}
	d.Signature = collapse(w.text[n.Start():end])
	if !recv.IsZero() {
		d.Kind = graph.KindMethod
		typ := withoutStars(w.quietType(recv.Child("parameter_declaration").Field("type")))
		if d.SetReceiver(typ); typ.Name != "" {
			d.Symbol = typ.Name + "." + d.Name
			d.Exported = d.Exported && exported(typ.Name)
		}
	} else {
		d.Test = w.f.Test && isTest(d.Name, n.Field("parameters"))
	}
	i := w.define(d, n, doc)
	outer := w.scope
	w.def = i
	w.open(n)
	w.receiver(recv, n)
	w.typeParameters(n.Field("type_parameters"), i, n.Range())
	w.signature(n, i)
	if !body.IsZero() {
		w.children(body)
	}
	w.scope = outer
}

// receiver declares the receiver of a method and the type parameters it lists, and
// adds a reference to its type.
func (w *walk) receiver(recv, method parse.Node) {
	p := recv.Child("parameter_declaration")
	if p.IsZero() {
		return
	}
	for _, a := range w.Definitions[w.def].Receiver().Args {
		w.declareAt(parse.Local{Name: a.Name, Kind: parse.LocalTypeParam}, method.Start(),
			method.End())
	}
	if id := p.Field("name"); !id.IsZero() {
		w.declareAt(parse.Local{Name: id.Text(), Kind: parse.LocalParam,
			Type: w.Definitions[w.def].Receiver()}, method.Field("body").Start(), method.End())
	}
	typ := p.Field("type")
	for typ.Is("pointer_type", "parenthesized_type", "generic_type") {
		if typ.Is("generic_type") {
			typ = typ.Field("type")
		} else {
			typ = lastNamed(typ)
		}
	}
	w.typeRef(typ)
}

// testParams are the parameter types of the functions that the go command runs, by
// name prefix: *testing.T, under any package name.
var testParams = []struct{ prefix, param string }{
	{"Test", "*T"}, {"Benchmark", "*B"}, {"Fuzz", "*F"}, {"Example", ""},
}

// isTest reports whether the go command runs a function of that name with these
// parameters.
func isTest(name string, params parse.Node) bool {
	for _, test := range testParams {
		rest, ok := strings.CutPrefix(name, test.prefix)
		if !ok {
			continue
		}
		r, _ := utf8.DecodeRuneInString(rest)
		var types []string
		for p := range params.Named {
			if p.Is("parameter_declaration") {
				t := p.Field("type").Text()
				types = append(types, t[:min(1, len(t))]+lastName(t))
			}
		}
		return (rest == "" || !unicode.IsLower(r)) && strings.Join(types, ",") == test.param
	}
	return false
}

// constants reads the specifications of a const declaration: one without type
// and value repeats the one before it.
func (w *walk) constants(n parse.Node, doc parse.Range) {
	var typ parse.TypeRef
	var init setting
	read := func(c, whole parse.Node, doc parse.Range) {
		switch {
		case !c.Is("const_spec"):
			w.statement(c)
		case !c.Field("type").IsZero() || !c.Field("value").IsZero():
			typ, init = w.valueSpec(c, whole, doc, graph.KindConstant)
			typ.At = 0
		case w.def != 0:
			for _, id := range names(c) {
				w.set(w.declareAt(parse.Local{Name: id.Text(), Type: typ}, c.End(), w.blockEnd),
					init)
			}
		default:
			w.values(c, whole, doc, graph.KindConstant, func(i int32) { w.setValue(i, typ, init) })
		}
	}
	if !n.Child("(").IsZero() {
		w.specs(n, func(c parse.Node, doc parse.Range) { read(c, c, doc) })
		return
	}
	for c := range n.Named {
		if !c.Is("comment") {
			read(c, n, doc)
		}
	}
}

func (w *walk) varSpec(n, whole parse.Node, doc parse.Range) {
	if !n.Is("var_spec") {
		w.statement(n)
		return
	}
	w.valueSpec(n, whole, doc, graph.KindVariable)
}

// values defines the names of a specification and calls set for each.
func (w *walk) values(n, whole parse.Node, doc parse.Range, kind graph.NodeKind, set func(int32)) {
	word := "var "
	if kind == graph.KindConstant {
		word = "const "
	}
	typ := n.Field("type").Text()
	for id := range n.Named {
		if id.FieldName() != "name" || blank(id) {
			continue
		}
		sig := word + id.Text()
		if typ != "" {
			sig += " " + collapse(typ)
		}
		set(w.define(parse.Definition{Kind: kind, Name: id.Text(), NameAt: id.Start(),
			Exported: exported(id.Text()), Signature: sig}, whole, doc))
	}
}

// setValue sets the type of a package variable or constant, or its value.
func (w *walk) setValue(i int32, t parse.TypeRef, s setting) {
	w.Definitions[i].Type = t
	if t.IsZero() && s.is.N > 0 && !w.isOpaque(s.is) {
		w.Values = append(w.Values, parse.DraftValue{Def: i, At: s.at, Is: w.result(s)})
	}
}

// valueSpec reads a const or var specification: definitions in the file, locals in
// a function. It returns the type, and the value of the first name.
func (w *walk) valueSpec(n, whole parse.Node, doc parse.Range,
	kind graph.NodeKind) (t parse.TypeRef, init setting) {
	if w.def != 0 {
		return w.localSpec(n)
	}
	first := int32(len(w.Definitions))
	w.values(n, whole, doc, kind, func(int32) {})
	var defs []int32 // of each name; 0 for a blank one
	for next := first; len(defs) < len(names(n)); {
		if blank(names(n)[len(defs)]) {
			defs = append(defs, 0)
		} else {
			defs = append(defs, next)
			next++
		}
	}
	if len(defs) > 0 {
		w.def = defs[0]
	}
	if kind == graph.KindVariable && len(defs) == 1 && defs[0] > 0 {
		w.embedFile(defs[0], doc)
	}
	t = w.typeRef(n.Field("type"))
	for _, d := range defs {
		if d > 0 {
			w.Definitions[d].Type = t
		}
	}
	vals := named(n.Field("value"))
	into := func(k int) {
		w.def = defs[k]
		if w.def > 0 && len(vals) == len(defs) {
			w.embedValue(w.def, vals[k])
			if kind == graph.KindVariable && !isText(vals[k]) {
				w.f.Assign(names(n)[k], parse.Node{})
			}
		}
	}
	w.assign(len(defs), vals, into, func(k int, s setting) {
		if k == 0 {
			init = s
		}
		if defs[k] > 0 {
			w.setValue(defs[k], t, s)
		}
	})
	w.def = 0
	return t, init
}

// names lists the names that a specification declares.
func names(n parse.Node) []parse.Node {
	var out []parse.Node
	for id := range n.Named {
		if id.FieldName() == "name" {
			out = append(out, id)
		}
	}
	return out
}

func blank(id parse.Node) bool { return id.Text() == "_" || id.Text() == "" }

// assign reads the values assigned to n names, or the one call that returns all of
// them; it calls into before a value is read, and set with its setting.
func (w *walk) assign(n int, vals []parse.Node, into func(k int), set func(k int, s setting)) {
	if len(vals) == 1 && n > 1 {
		into(0)
		s := w.expr(vals[0])
		for k := range n {
			set(k, w.several(s, k, vals[0]))
		}
		return
	}
	for k, v := range vals {
		if k < n {
			into(k)
		}
		s := w.expr(v)
		if k < n {
			set(k, setting{is: s, at: v.Start()})
		}
	}
}

// several returns the value of variable k of those assigned from one expression: a
// result of a call, or an expression followed by an ok.
func (w *walk) several(s parse.Run, k int, value parse.Node) setting {
	switch {
	case s.N == 0 || w.isOpaque(s):
		return setting{}
	case value.Is("call_expression", "type_conversion_expression"):
		return setting{is: s, take: parse.StepResult, result: int16(k), at: value.Start()}
	case k == 0:
		return setting{is: s, at: value.Start()}
	}
	w.Steps = append(w.Steps, typeStep("bool"))
	return setting{is: parse.Run{Off: int32(len(w.Steps) - 1), N: 1}, at: value.Start()}
}

// result returns the steps of a setting; a result of a call is selected by an
// index step.
func (w *walk) result(s setting) parse.Run {
	if s.take == 0 {
		return s.is
	}
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, w.Steps[s.is.Off:s.is.Off+s.is.N]...)
	w.Steps = append(w.Steps, parse.Step{Kind: s.take, Args: s.result})
	return parse.Run{Off: off, N: s.is.N + 1}
}
