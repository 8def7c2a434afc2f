package java

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

var typeKinds = map[string]graph.NodeKind{
	"class_declaration":           graph.KindClass,
	"interface_declaration":       graph.KindInterface,
	"enum_declaration":            graph.KindEnum,
	"record_declaration":          graph.KindRecord,
	"annotation_type_declaration": graph.KindInterface,
}

// define adds a definition inside the innermost one and returns its index.
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

// enclosing returns the innermost definition, including anonymous classes: a type,
// a member, or a member that contains a type.
func (w *walk) enclosing() int32 { return max(w.def, w.typ) }

func (w *walk) typeDeclaration(n parse.Node, doc parse.Range) {
	name := n.Field("name")
	if name.Text() == "" {
		w.children(n)
		return
	}
	body := n.Field("body")
	mods := n.Child("modifiers")
	d := parse.Definition{Kind: typeKinds[n.Kind()], Name: name.Text(), NameAt: name.Start(),
		Parent: w.enclosing(), Body: body.Range(), Breaks: breaks(w.text, body)}
	d.Modifiers, d.Decorators = w.modifiers(mods)
	d.Exported = w.exported(d.Modifiers, d.Parent)
	d.Signature = signature(w.text, n, mods, body)
	i := w.define(d, n, doc)
	outer := w.scope
	w.def, w.typ = i, i
	w.blockEnd, w.flow, w.sink, w.target = n.End(), flow{patternEnd: n.End()}, "", parse.TypeRef{}
	w.annotations(mods)
	for c := range n.Named {
		switch c.Kind() {
		case "type_parameters":
			w.typeParameters(c, n, i)
		case "formal_parameters":
			w.header = parameterTypes(c)
			w.components(c, i)
		case "superclass":
			w.bases(c, i, w.Definitions[i].Kind == graph.KindInterface)
		case "super_interfaces", "extends_interfaces":
			w.bases(c, i, true)
		case "permits":
			w.typesIn(c)
		case "ERROR":
			w.children(c)
		}
	}
	w.children(body)
	w.scope = outer
}

// compact reads a compact source file (JLS 7.3): its declarations are in a class
// without a header, named after the file.
func (w *walk) compact(root parse.Node) {
	name := strings.TrimSuffix(w.Definitions[0].Name, ".java")
	whole := root.Range()
	d := parse.Definition{Kind: graph.KindClass, Name: name, NameAt: whole.Start, Body: whole,
		Modifiers: []string{"final"}, Signature: "final class " + name}
	i := w.define(d, root, parse.Range{})
	w.f.Imports = append(w.f.Imports, parse.Import{Path: "java.base", Whole: true, All: true})
	w.def, w.typ, w.isCompact = i, i, true
	w.children(root)
}

// isCompact reports whether a file declares members outside of all classes. The
// grammar accepts that after a surplus brace, too.
func isCompact(root parse.Node) bool {
	members := false
	for c := range root.Named {
		switch c.Kind() {
		case "package_declaration", "module_declaration", "ERROR":
			return false
		case "method_declaration":
			members = true
		}
	}
	return members
}

// bases records the supertypes in the extends and implements clauses of a type.
func (w *walk) bases(n parse.Node, i int32, iface bool) {
	for c := range n.Named {
		if c.Is("type_list") {
			w.bases(c, i, iface)
			continue
		}
		if c.Is("block_comment", "line_comment") {
			continue
		}
		typ := w.quietType(c)
		d := &w.Definitions[i]
		d.Bases = append(d.Bases, typ)
		d.AddRare().BaseKind = append(d.AddRare().BaseKind, iface)
	}
}

// components turns the header of a record into its parameters and properties.
func (w *walk) components(n parse.Node, record int32) {
	for c := range n.Named {
		if !c.Is("formal_parameter", "spread_parameter") {
			continue
		}
		p := readParameter(c)
		if p.name.Text() == "" {
			continue
		}
		d := parse.Definition{Kind: graph.KindProperty, Name: p.name.Text(), NameAt: p.name.Start(),
			Parent: record}
		_, d.Decorators = w.modifiers(p.mods)
		d.Exported = w.Definitions[record].Exported
		d.Signature = collapse(w.text[p.typ.Start():c.End()])
		i := w.define(d, c, parse.Range{})
		w.def = i
		w.annotations(p.mods)
		t := wrap(w.typeRef(p.typ), p.dims)
		w.def = record
		w.Definitions[i].Type = t
		w.Definitions[record].Params = append(w.Definitions[record].Params,
			parse.Param{Name: d.Name, Type: t, Variadic: p.variadic})
	}
}

func (w *walk) callable(n parse.Node, doc parse.Range) {
	name := n.Field("name")
	if name.Text() == "" {
		w.children(n)
		return
	}
	body, mods, params := n.Field("body"), n.Child("modifiers"), n.Field("parameters")
	d := parse.Definition{Kind: graph.KindMethod, Name: name.Text(), NameAt: name.Start(),
		Parent: w.enclosing(), Body: body.Range(), Breaks: breaks(w.text, body)}
	compact := n.Is("compact_constructor_declaration")
	if compact || n.Is("constructor_declaration") {
		d.Kind = graph.KindConstructor
	}
	d.Modifiers, d.Decorators = w.modifiers(mods)
	d.Exported = w.exported(d.Modifiers, d.Parent)
	d.Signature = signature(w.text, n, mods, body)
	if compact {
		d.Params = w.Definitions[d.Parent].Params
		d.Symbol = d.Name + w.header
	} else {
		d.Symbol = d.Name + parameterTypes(params)
	}
	if !body.IsZero() {
		d.Complexity = 1
	}
	d.Test = w.isTest(&d)
	i := w.define(d, n, doc)
	outer := w.scope
	w.def = i
	w.blockEnd, w.flow = n.End(), flow{patternEnd: n.End()}
	w.sink, w.subject, w.target = "", parse.Run{}, parse.TypeRef{}
	w.inLambda = false
	w.annotations(mods)
	if compact {
		for _, p := range d.Params {
			t := p.Type
			if p.Variadic {
				t = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}, At: t.At}
			}
			w.names = append(w.names, p.Name)
			w.Locals = append(w.Locals, parse.DraftLocal{Local: parse.Local{Name: p.Name,
				Scope: body.Range(), Type: t, Def: i, Kind: parse.LocalParam}})
		}
	}
	for c := range n.Named {
		switch {
		case c.Is("type_parameters"):
			w.typeParameters(c, n, i)
		case c.FieldName() == "type":
			w.Definitions[i].Type = wrap(w.typeRef(c), n.Field("dimensions"))
		case c.Is("formal_parameters"):
			w.parameters(c, i, n.End())
		case c.Is("marker_annotation", "annotation"): // after type parameters
			w.annotation(c)
		case c.Is("throws"):
			w.typesIn(c)
		case c.FieldName() == "value", c.FieldName() == "body", c.IsError():
			w.node(c, parse.Range{})
		}
	}
	w.scope = outer
}

// parameters records the parameters of callable i, in scope up to end.
func (w *walk) parameters(n parse.Node, i int32, end uint32) {
	for c := range n.Named {
		switch {
		case c.Is("receiver_parameter") || c.Field("name").Text() == "this": // with modifiers
			w.typesIn(c)
		case c.Is("formal_parameter", "spread_parameter"):
			t, _ := w.parameter(c, parse.Range{Start: n.Start(), End: end})
			p := parse.Param{Name: readParameter(c).name.Text(), Type: t,
				Variadic: c.Is("spread_parameter")}
			if p.Variadic {
				p.Type = t.Args[0]
			}
			if i >= 0 {
				w.Definitions[i].Params = append(w.Definitions[i].Params, p)
			}
		}
	}
}

// parameter declares a parameter in a scope and returns its type and the index of the local, -1 for
// an unnamed one.
func (w *walk) parameter(n parse.Node, scope parse.Range) (parse.TypeRef, int) {
	p := readParameter(n)
	w.annotations(p.mods)
	w.dotsAnnotation(n, p)
	t := wrap(w.typeRef(p.typ), p.dims)
	if p.variadic {
		t = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}, At: t.At}
	}
	return t, w.declare(p.name, parse.Local{Type: t, Kind: parse.LocalParam}, scope.Start, scope.End)
}

// dotsAnnotation adds references for the annotations before the dots of a
// parameter, which are not in the tree; see adapt.
func (w *walk) dotsAnnotation(n parse.Node, p parameter) {
	if !p.variadic {
		return
	}
	at, end := p.typ.End(), n.Child("...").Start()
	for ; at < end; at++ {
		if w.text[at] != '@' {
			continue
		}
		name := w.text[at+1 : end]
		if i := strings.IndexAny(name, " \t\r\n(@"); i >= 0 {
			name = name[:i]
		}
		last := shortName(name)
		w.ref(parse.Reference{Kind: parse.RefType, Name: last, Args: -1,
			At: at + 1 + uint32(len(name)-len(last))}, parse.Run{})
	}
}

// A parameter holds the parts of a formal or spread parameter.
type parameter struct {
	mods, typ, name, dims parse.Node
	variadic              bool
}

func readParameter(n parse.Node) parameter {
	p := parameter{variadic: n.Is("spread_parameter")}
	for c := range n.Named {
		switch {
		case c.Is("modifiers"):
			p.mods = c
		case c.Is("variable_declarator"):
			p.name, p.dims = c.Field("name"), c.Field("dimensions")
		case c.FieldName() == "name":
			p.name = c
		case c.FieldName() == "dimensions":
			p.dims = c
		case p.typ.IsZero() && !c.Is("block_comment", "line_comment"):
			p.typ = c
		}
	}
	return p
}

func (w *walk) fields(n parse.Node, doc parse.Range) {
	mods := n.Child("modifiers")
	modifiers, decorators := w.modifiers(mods)
	kind := graph.KindField
	if n.Is("constant_declaration") || contains(modifiers, "static") &&
		contains(modifiers, "final") {
		kind = graph.KindConstant
	}
	parent := w.enclosing()
	typ := n.Field("type")
	first := int32(len(w.Definitions))
	for c := range n.Named {
		name := c.Field("name")
		if !c.Is("variable_declarator") || name.Text() == "" {
			continue
		}
		d := parse.Definition{Kind: kind, Name: name.Text(), NameAt: name.Start(), Parent: parent,
			Modifiers: modifiers, Decorators: decorators}
		d.Exported = w.exported(modifiers, parent)
		d.Signature = strings.TrimSpace(strings.Join(modifiers,
			" ") + " " + collapse(typ.Text()) + " " + name.Text() +
			squeeze(c.Field("dimensions").Text()))
		w.define(d, n, doc)
	}
	outer := w.def
	at := first
	for c := range n.Named {
		name := c.Field("name")
		if !c.Is("variable_declarator") || name.Text() == "" {
			continue
		}
		w.def = at
		if at == first {
			w.annotations(mods)
		}
		w.Definitions[at].Type = wrap(w.typeRef(typ), c.Field("dimensions"))
		if v := c.Field("value"); !v.IsZero() {
			w.target = w.Definitions[at].Type
			if kind == graph.KindField && contains(modifiers, "static") && !isText(v) &&
				!v.Is("null_literal") {
				w.f.Assign(name, parse.Node{})
			}
			w.embedValue(at, v)
			w.expr(v)
			w.target = parse.TypeRef{}
		}
		at++
	}
	w.def = outer
	if e := n.Child("ERROR"); !e.IsZero() {
		w.children(e)
	}
}

func (w *walk) enumConstant(n parse.Node, doc parse.Range) {
	name := n.Field("name")
	if name.Text() == "" {
		w.children(n)
		return
	}
	parent := w.enclosing()
	body, mods := n.Field("body"), n.Child("modifiers")
	d := parse.Definition{Kind: graph.KindConstant, Name: name.Text(), NameAt: name.Start(),
		Parent: parent, Exported: w.Definitions[parent].Exported}
	d.Type.Name = w.Definitions[parent].Name
	_, d.Decorators = w.modifiers(mods)
	end := n.End()
	if !body.IsZero() {
		end = body.Start()
	}
	d.Signature = collapse(w.text[name.Start():end])
	i := w.define(d, n, doc)
	outer := w.def
	w.def = i
	w.annotations(mods)
	if args := n.Field("arguments"); !args.IsZero() {
		w.children(args)
	}
	if !body.IsZero() {
		base := parse.TypeRef{Name: w.Definitions[parent].Name}
		w.anonymousBody(w.defineAnonymous(body, body, base), body)
	}
	w.def = outer
}

// defineAnonymous adds the anonymous class created by the expression n.
func (w *walk) defineAnonymous(n, body parse.Node, base parse.TypeRef) int32 {
	parent := w.enclosing()
	short := base.Name[strings.LastIndexByte(base.Name, '.')+1:] + "$"
	count := 1
	for i := len(w.Definitions) - 1; i > int(parent); i-- {
		if w.Definitions[i].Parent == parent && strings.HasPrefix(w.Definitions[i].Name, short) {
			count++
		}
	}
	at := n.Start()
	if base.At != 0 {
		at = base.At
	}
	// In outer.new Inner() { … } the class begins after outer, which may contain
	// another.
	start := n.Start()
	if word := n.Child("new"); !word.IsZero() {
		start = word.Start()
	}
	head := collapse(w.text[start:body.Start()])
	if head == "" {
		head = base.Name
	}
	i := w.define(parse.Definition{
		Kind: graph.KindClass, Name: short + strconv.Itoa(count), NameAt: at, Parent: parent,
		Body: body.Range(), Breaks: breaks(w.text, body),
		Bases: []parse.TypeRef{base}, Signature: head,
	}, n, parse.Range{})
	w.Definitions[i].Range.Start = start
	return i
}

func (w *walk) anonymousBody(i int32, body parse.Node) {
	outer := w.scope
	w.typ = i
	w.blockEnd, w.flow = body.End(), flow{patternEnd: body.End()}
	w.sink, w.subject, w.target = "", parse.Run{}, parse.TypeRef{}
	w.children(body)
	w.scope = outer
}

// typeParameters records the type parameters of definition i, declared by n.
func (w *walk) typeParameters(list, n parse.Node, i int32) {
	for c := range list.Named {
		if !c.Is("type_parameter") {
			continue
		}
		name := c.Child("type_identifier", "identifier").Text()
		w.Definitions[i].TypeParams = append(w.Definitions[i].TypeParams, name)
		w.tparam = append(w.tparam, name)
		w.Locals = append(w.Locals, parse.DraftLocal{Local: parse.Local{Name: name,
			Scope: n.Range(), Def: i, Kind: parse.LocalTypeParam}})
	}
	at := len(w.Locals) - len(w.Definitions[i].TypeParams)
	for c := range list.Named {
		if !c.Is("type_parameter") {
			continue
		}
		for b := range c.Named {
			switch b.Kind() {
			case "type_bound":
				w.Locals[at].Type = w.intersection(b)
			case "annotation", "marker_annotation":
				w.annotation(b)
			}
		}
		at++
	}
}

// intersection reads an intersection type: T extends A & B.
func (w *walk) intersection(n parse.Node) parse.TypeRef {
	var all []parse.TypeRef
	for t := range n.Named {
		if !isComment(t) {
			all = append(all, w.typeRef(t))
		}
	}
	switch len(all) {
	case 0:
		return parse.TypeRef{}
	case 1:
		return all[0]
	}
	return parse.TypeRef{Form: parse.FormIntersection, Args: all, At: all[0].At}
}

// exported reports whether a member with these modifiers is visible outside
// its package.
func (w *walk) exported(modifiers []string, parent int32) bool {
	p := &w.Definitions[parent]
	if parent > 0 && (!p.Exported || !p.Kind.IsType()) {
		return false
	}
	return contains(modifiers, "public") || contains(modifiers, "protected") ||
		p.Kind == graph.KindInterface && !contains(modifiers, "private")
}

var testAnnotations = map[string]bool{
	"Test": true, "ParameterizedTest": true, "RepeatedTest": true, "TestFactory": true,
	"TestTemplate": true, "Theory": true, "Property": true,
}

// isTest reports whether d is a test: of JUnit 3 by name and base class, of JUnit
// 4, 5, TestNG and jqwik by annotation.
func (w *walk) isTest(d *parse.Definition) bool {
	for _, a := range d.Decorators {
		if short := a[strings.LastIndexByte(a, '.')+1:]; testAnnotations[short] &&
			(short != "Property" || w.f.Test) {
			return true
		}
	}
	if d.Kind != graph.KindMethod || !strings.HasPrefix(d.Name, "test") {
		return false
	}
	for _, b := range w.Definitions[d.Parent].Bases {
		if strings.HasSuffix(b.Name, "TestCase") && contains(d.Modifiers, "public") {
			return true
		}
	}
	return false
}

// modifiers returns the keywords and the names of the annotations.
func (w *walk) modifiers(n parse.Node) (words, annotations []string) {
	if n.IsZero() {
		return nil, nil
	}
	key := ""
	for c := range n.Children {
		switch c.Kind() {
		case "marker_annotation", "annotation":
			annotations = append(annotations, squeeze(c.Field("name").Text()))
		case "block_comment", "line_comment", "ERROR":
		default:
			words = append(words, c.Kind())
			key += " " + c.Kind()
		}
	}
	if words == nil {
		return nil, annotations
	}
	// A few sets of modifiers cover nearly all definitions: each is kept once.
	kept, ok := w.keep[key]
	if !ok {
		kept = words
		w.keep[key] = kept
	}
	return kept, annotations
}

// annotations adds references for the annotations among modifiers.
func (w *walk) annotations(mods parse.Node) {
	for c := range mods.Named {
		if c.Is("marker_annotation", "annotation") {
			w.annotation(c)
		}
	}
}

func (w *walk) annotation(n parse.Node) {
	w.nameAsType(n.Field("name"))
	args := n.Field("arguments")
	for c := range args.Named {
		if c.Is("element_value_pair") {
			c = c.Field("value")
		}
		w.statement(c)
	}
}

func contains(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}
