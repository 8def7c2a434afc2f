package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// member visits a statement of a block or a member of a type. prev is the
// definition made by the previous one, or -1: overloads are merged into it.
func (e *extractor) member(n parse.Node, l *lead, prev int32) {
	switch n.Kind() {
	case "export_statement":
		e.export(n, l, prev)
	case "ambient_declaration":
		e.ambient(n, l, prev)
	case "class_declaration", "abstract_class_declaration":
		e.class(n, n, l, n.Field("name"), "")
	case "function_declaration", "generator_function_declaration", "function_signature":
		e.function(n, l, prev)
	case "method_definition", "method_signature", "abstract_method_signature":
		e.methodMember(n, l, prev)
	case "public_field_definition", "property_signature":
		e.fieldMember(n, l)
	case "interface_declaration":
		e.interfaceType(n, l)
	case "type_alias_declaration":
		e.alias(n, l)
	case "enum_declaration":
		e.enum(n, l)
	case "module", "internal_module":
		e.namespace(n, l)
	case "lexical_declaration", "variable_declaration":
		e.variables(n, l)
	case "import_statement":
		e.importStatement(n)
	case "import_alias":
		e.importAlias(n, l)
	case "expression_statement":
		e.expressionStatement(n, l)
	case "construct_signature", "call_signature", "index_signature":
		e.signature(n)
	case "statement_block", "class_static_block":
		e.scoped(n, func(n parse.Node) { e.statements(n, -1) })
	case "ERROR":
		e.statements(n, -1)
	case "function_expression", "generator_function", "class":
		e.stray(n, l)
	default:
		e.visit(n)
	}
}

// stray visits a function or class in statement position: after an error the
// grammar parses declarations as expressions.
func (e *extractor) stray(n parse.Node, l *lead) {
	switch name := n.Field("name"); {
	case name.IsZero():
		e.visit(n)
	case n.Is("class"):
		e.class(n, n, l, name, "")
	default:
		e.function(n, l, -1)
	}
}

// readable replaces an unreadable name by "?".
func readable(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// define adds a definition inside the owner.
func (e *extractor) define(d parse.Definition) int32 {
	d.Name = readable(d.Name)
	if d.Symbol == "" {
		d.Symbol = e.symbol(d.Parent, d.Name)
	}
	d.Test = e.f.Test
	if e.global {
		d.Module = GlobalModule
	}
	e.f.Definitions = append(e.f.Definitions, d)
	e.made = int32(len(e.f.Definitions) - 1)
	return e.made
}

// symbol joins a name to the symbol of its parent.
func (e *extractor) symbol(parent int32, name string) string {
	name = readable(name)
	if parent <= 0 {
		return name
	}
	return e.f.Definitions[parent].Symbol + "." + name
}

// definition returns a definition with the common properties: position, name,
// documentation.
func (e *extractor) definition(kind graph.NodeKind, name string, n, at parse.Node,
	l *lead) parse.Definition {
	d := parse.Definition{Kind: kind, Name: name, Parent: e.owner,
		Range: parse.Range{Start: l.begin(n), End: n.End()}, NameAt: n.Start()}
	if !at.IsZero() {
		d.NameAt = at.Start()
	}
	if !l.doc.IsEmpty() {
		d.Doc = docText(e.f.Slice(l.doc))
	}
	d.Modifiers = l.modifiers
	for _, dec := range l.decorators {
		if name := decoratorName(dec); name != "" {
			d.Decorators = append(d.Decorators, name)
		}
	}
	d.Exported = l.exported
	return d
}

// signed sets the signature of d: the text from n, or from the export before
// it, to the given end.
func (e *extractor) signed(d *parse.Definition, n parse.Node, l *lead, end uint32) {
	from := n.Start()
	if l.fromOK && l.from < from {
		from = l.from
	}
	for c := range n.Children {
		if !c.Is("decorator", "comment") {
			if !l.fromOK {
				from = c.Start()
			}
			break
		}
	}
	d.Signature = oneLine(e.text[min(from, end):end])
}

// propertyName returns the name of a property name node, unquoted.
func propertyName(n parse.Node) string {
	switch n.Kind() {
	case "string":
		return unquote(n.Text())
	case "computed_property_name":
		if inner := namedChild(n); inner.Is("string") {
			return unquote(inner.Text())
		}
		return strings.Join(strings.Fields(n.Text()), "")
	}
	return n.Text()
}

// namedChild returns the first named child that is not a comment.
func namedChild(n parse.Node) parse.Node {
	for c := range n.Named {
		if c.Kind() != "comment" {
			return c
		}
	}
	return parse.Node{}
}

// isModifier reports whether a token before a name is recorded as a modifier.
func isModifier(kind string) bool {
	switch kind {
	case "accessibility_modifier", "override_modifier", "static", "readonly", "abstract", "async",
		"declare", "get", "set", "accessor", "const", "let", "var", "default", "export":
		return true
	}
	return false
}

// modifiers lists the modifiers directly in n before its name.
func modifiers(before []string, n parse.Node) []string {
	out := before
	for c := range n.Children {
		if c.FieldName() == "name" || c.FieldName() == "body" || c.FieldName() == "pattern" ||
			c.FieldName() == "value" {
			break
		}
		if isModifier(c.Kind()) {
			out = append(out[:len(out):len(out)], c.Text())
		}
	}
	return out
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// export visits an export statement: a declaration, a list, a default value.
func (e *extractor) export(n parse.Node, l *lead, prev int32) {
	if !n.Field("source").IsZero() || !n.Child("export_clause").IsZero() {
		e.exportList(n)
		return
	}
	inner := *l
	inner.exported = true
	var rest parse.Node
	assigned, isDefault := false, false
	for c := range n.Children {
		switch c.Kind() {
		case "decorator":
			if !inner.ok {
				inner.start, inner.ok = c.Start(), true
			}
			inner.decorators = append(inner.decorators, c)
		case "export":
			if !inner.fromOK {
				inner.from, inner.fromOK = c.Start(), true
			}
			inner.modifiers = append(inner.modifiers, "export")
		case "default":
			isDefault = true
			inner.modifiers = append(inner.modifiers, "default")
		case "=":
			assigned = true
		case ";", "comment":
		default:
			if c.IsNamed() && rest.IsZero() {
				rest = c
			}
		}
	}
	switch {
	case assigned:
		e.exportValue(rest, &inner, ExportEquals)
	case isDefault:
		e.exportDefault(rest, &inner, prev)
	default:
		e.member(rest, &inner, prev)
	}
}

// exportDefault visits the operand of `export default`.
func (e *extractor) exportDefault(n parse.Node, l *lead, prev int32) {
	name := n.Field("name")
	switch {
	case n.Is("function_declaration", "generator_function_declaration", "function_signature",
		"class_declaration", "abstract_class_declaration", "interface_declaration"):
		e.member(n, l, prev)
		e.exportName(name, "default")
	case n.Is("class"):
		e.class(n, n, l, name, "default")
		e.exportName(name, "default")
	default:
		e.exportValue(n, l, "default")
	}
}

// exportValue visits a value that the file exports under the given name.
func (e *extractor) exportValue(n parse.Node, l *lead, as string) {
	if n.Is("identifier") {
		e.exportName(n, as)
		e.visit(n)
		return
	}
	e.value("default", graph.KindConstant, parse.Node{}, n, n, parse.Node{}, l)
}

// exportName records that a name of the file is exported under another.
func (e *extractor) exportName(name parse.Node, as string) {
	if name.IsZero() {
		return
	}
	e.f.Imports = append(e.f.Imports, parse.Import{Name: name.Text(), Alias: as, Export: true,
		Def: e.owner, At: name.Start()})
	e.markExported(name.Text())
}

func (e *extractor) markExported(name string) {
	if e.exported == nil {
		e.exported = map[string]bool{}
	}
	e.exported[name] = true
}

// ambient visits the declaration after `declare`.
func (e *extractor) ambient(n parse.Node, l *lead, prev int32) {
	inner := *l
	if !inner.fromOK {
		inner.from, inner.fromOK = n.Start(), true
	}
	inner.modifiers = append(inner.modifiers[:len(inner.modifiers):len(inner.modifiers)], "declare")
	for c := range n.Named {
		if c.Is("statement_block") { // declare global
			top, global := e.top, e.global
			e.top, e.global = true, true
			e.statements(c, -1)
			e.top, e.global = top, global
		} else if c.Kind() != "comment" {
			e.member(c, &inner, prev)
			break
		}
	}
}

// class visits a class declaration or expression. whole is the statement whose
// value it is, or n itself; fallback is its name if it has none.
func (e *extractor) class(n, whole parse.Node, l *lead, name parse.Node, fallback string) int32 {
	text := fallback
	if !name.IsZero() {
		text = name.Text()
	}
	unnamed := text == ""
	if unnamed {
		text = "class"
	}
	l.takeDecorators(n)
	d := e.definition(graph.KindClass, text, whole, name, l)
	d.Modifiers = modifiers(d.Modifiers, n)
	if unnamed {
		d.Modifiers = append(d.Modifiers, "anonymous")
	}
	body := n.Field("body")
	d.Body = body.Range()
	e.signed(&d, whole, l, sigEnd(n, body))
	def := e.define(d)
	keep := e.scope
	e.scope = e.scope.inside(def, n.Range())
	e.decorators(l)
	e.angularParts(def, l)
	e.typeParams(def, n)
	e.heritage(def, n.Child("class_heritage"))
	e.statements(body, def)
	e.scope = keep
	e.made = def
	return def
}

// takeDecorators adds the decorators that are children of a class node.
func (l *lead) takeDecorators(n parse.Node) {
	for c := range n.Children {
		if c.Kind() != "decorator" {
			if c.Kind() == "comment" {
				continue
			}
			return
		}
		l.decorators = append(l.decorators[:len(l.decorators):len(l.decorators)], c)
	}
}

// sigEnd returns where the signature of n ends: before its body.
func sigEnd(n, body parse.Node) uint32 {
	if body.IsZero() {
		return n.End()
	}
	return body.Start()
}

// heritage reads extends and implements.
func (e *extractor) heritage(def int32, n parse.Node) {
	for c := range n.Named {
		switch c.Kind() {
		case "extends_clause":
			e.extendsClause(def, c)
		case "implements_clause":
			for t := range c.Named {
				e.base(def, e.baseType(t), true)
			}
		default:
			e.extendsValue(def, c, parse.Node{})
		}
	}
}

func (e *extractor) extendsClause(def int32, n parse.Node) {
	var value parse.Node
	for c := range n.Named {
		switch {
		case c.Is("type_arguments"):
			e.extendsValue(def, value, c)
			value = parse.Node{}
		case !c.Is("comment"):
			if !value.IsZero() {
				e.extendsValue(def, value, parse.Node{})
			}
			value = c
		}
	}
	if !value.IsZero() {
		e.extendsValue(def, value, parse.Node{})
	}
}

// extendsValue adds the base class that an expression names. A class returned by a
// call is named by the text of the call, whose steps are the initializer of the class.
func (e *extractor) extendsValue(def int32, n, args parse.Node) {
	t := parse.TypeRef{Args: e.typeArgs(args)}
	if t.Name = dotted(n); t.Name != "" {
		t.At = n.Start()
	} else {
		t.Name = oneLine(n.Text())
		if chain := e.chain(n); len(chain) > 0 {
			e.f.Definitions[def].Init = []parse.Value{{Steps: chain[:len(chain):len(chain)], At: n.Start()}}
		}
	}
	e.base(def, t, false)
}

func (e *extractor) base(def int32, t parse.TypeRef, isInterface bool) {
	if t.IsZero() {
		return
	}
	d := &e.f.Definitions[def]
	d.Bases = append(d.Bases, t)
	d.AddRare().BaseKind = append(d.AddRare().BaseKind, isInterface)
}

// interfaceType visits an interface.
func (e *extractor) interfaceType(n parse.Node, l *lead) {
	name, body := n.Field("name"), n.Field("body")
	d := e.definition(graph.KindInterface, name.Text(), n, name, l)
	d.Body = body.Range()
	e.signed(&d, n, l, sigEnd(n, body))
	def := e.define(d)
	keep := e.scope
	e.scope = e.scope.inside(def, n.Range())
	e.typeParams(def, n)
	for c := range n.Named {
		if c.Is("extends_type_clause", "extends_clause") {
			for t := range c.Named {
				e.base(def, e.baseType(t), false)
			}
		}
	}
	if t := e.indexed(body); t.Form != parse.FormObject {
		e.f.Definitions[def].Type = t
	}
	e.statements(body, def)
	e.scope = keep
	e.made = def
}

// alias visits a type alias. The members of object types in it are its own.
func (e *extractor) alias(n parse.Node, l *lead) {
	name, value := n.Field("name"), n.Field("value")
	d := e.definition(graph.KindTypeAlias, name.Text(), n, name, l)
	end := n.End()
	if body := value; body.Is("object_type") {
		d.Body, end = body.Range(), body.Start()
	}
	e.signed(&d, n, l, end)
	def := e.define(d)
	keep := e.scope
	e.scope = e.scope.inside(def, n.Range())
	e.typeParams(def, n)
	e.members = def
	t := e.typ(value)
	e.f.Definitions[def].Type = t
	e.scope = keep
	e.made = def
}

// enum visits an enum and its members.
func (e *extractor) enum(n parse.Node, l *lead) {
	name, body := n.Field("name"), n.Field("body")
	d := e.definition(graph.KindEnum, name.Text(), n, name, l)
	d.Modifiers = modifiers(d.Modifiers, n)
	d.Body = body.Range()
	e.signed(&d, n, l, sigEnd(n, body))
	def := e.define(d)
	keep := e.scope
	e.scope = e.scope.inside(def, n.Range())
	var ml lead
	prevEnd := body.Start()
	for c := range body.Children {
		switch {
		case c.Is("comment"):
			e.comment(c, &ml, prevEnd)
		case c.IsNamed():
			e.breakAt(def, &ml, c)
			e.enumMember(c, &ml)
			ml = lead{}
		case c.Is(","):
			ml = lead{}
		}
		prevEnd = c.End()
	}
	e.scope = keep
	e.made = def
}

func (e *extractor) enumMember(n parse.Node, l *lead) {
	name := n
	if n.Is("enum_assignment") {
		name = n.Field("name")
	}
	d := e.definition(graph.KindConstant, propertyName(name), n, name, l)
	d.Exported = true
	d.Type = parse.TypeRef{Name: e.f.Definitions[e.owner].Name}
	e.signed(&d, n, l, n.End())
	def := e.define(d)
	if n.Is("enum_assignment") {
		e.embedValue(def, unwrapped(n.Field("value")))
		e.visit(n.Field("value"))
	}
}

// namespace visits a namespace or an ambient module.
func (e *extractor) namespace(n parse.Node, l *lead) {
	name, body := n.Field("name"), n.Field("body")
	text := name.Text()
	if name.Is("string") {
		text = unquote(text)
	}
	text = strings.Join(strings.Fields(text), "")
	short := text
	if !name.Is("string") {
		short = text[strings.LastIndexByte(text, '.')+1:]
	}
	d := e.definition(graph.KindNamespace, short, n, name, l)
	d.Symbol = e.symbol(e.owner, text)
	d.Body = body.Range()
	e.signed(&d, n, l, sigEnd(n, body))
	def := e.define(d)
	keep := e.scope
	e.scope = e.scope.inside(def, n.Range())
	e.top = true
	e.statements(body, def)
	e.scope = keep
	e.made = def
}

// signature visits a call, construct or index signature, for its types only.
func (e *extractor) signature(n parse.Node) {
	keep := e.scope
	e.members = -1
	e.typeParams(-1, n)
	e.params(n.Field("parameters"), -1, n.Range(), hint{})
	for c := range n.Named {
		if !c.Is("formal_parameters", "type_parameters", "identifier", "comment") {
			e.typ(c)
		}
	}
	e.scope = keep
}
