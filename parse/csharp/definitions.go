package csharp

import (
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A header holds the parts of a declaration before its body.
type header struct {
	node       parse.Node
	first      uint32 // where the declaration begins without attributes
	attributes []parse.Node
	modifiers  []string
	name       parse.Node
	typ        parse.Node
	explicit   parse.Node // explicit_interface_specifier
	typeParams parse.Node
	params     parse.Node
	bases      parse.Node
	where      []parse.Node
	initial    parse.Node // constructor_initializer
	accessors  parse.Node
	body       parse.Node
	value      parse.Node // initializer or arrow of a property
}

// header reads the children of a declaration once.
func (r *reader) header(n parse.Node) header {
	h := header{node: n}
	begun := false
	for c := range n.Children {
		if c.Kind() == "attribute_list" {
			h.attributes = append(h.attributes, c)
			continue
		}
		if !begun && c.Kind() != "comment" {
			begun, h.first = true, c.Start()
		}
		h.child(r, c)
	}
	return h
}

func (h *header) child(r *reader, c parse.Node) {
	switch c.FieldName() {
	case "name":
		h.name = c
		return
	case "type", "returns":
		h.typ = c
		return
	case "body":
		h.body = c
		return
	case "value":
		h.value = c
		return
	}
	switch c.Kind() {
	case "modifier":
		h.modifiers = append(h.modifiers, r.str(c))
	case "explicit_interface_specifier":
		h.explicit = c
	case "type_parameter_list":
		h.typeParams = c
	case "parameter_list", "bracketed_parameter_list":
		h.params = c
	case "base_list":
		h.bases = c
	case "type_parameter_constraints_clause":
		h.where = append(h.where, c)
	case "constructor_initializer":
		h.initial = c
	case "accessor_list":
		h.accessors = c
	case "block", "arrow_expression_clause", "declaration_list", "enum_member_declaration_list":
		h.body = c
	}
}

func (h *header) has(modifier string) bool {
	for _, m := range h.modifiers {
		if m == modifier {
			return true
		}
	}
	return false
}

// definition starts a definition from a header; start is where its leading
// comment begins.
func (r *reader) definition(kind graph.NodeKind, h *header, name string,
	start uint32) parse.Definition {
	d := parse.Definition{
		Kind: kind, Name: name, Symbol: name,
		Range:     parse.Range{Start: start, End: r.end(h.node)},
		NameAt:    h.name.Start(),
		Modifiers: h.modifiers,
		Exported:  r.exported(h),
	}
	if h.name.IsZero() {
		d.NameAt = h.first
	}
	d.Doc = r.doc()
	body := h.body
	if body.IsZero() {
		body = h.accessors
	}
	end := d.Range.End
	if !body.IsZero() {
		end = body.Start()
		if int(end) < len(r.text) && r.text[end] != ';' {
			d.Body = r.rangeOf(body) // otherwise only the mended text has it
		}
	} else if !h.value.IsZero() {
		end = h.value.Start()
		if h.value.Kind() == "arrow_expression_clause" {
			d.Body = r.rangeOf(h.value)
		}
	}
	d.Signature = signature(r.compiled(min(h.first, end), end))
	return d
}

// compiled returns a part of the source without the #if branches that were not
// parsed.
func (r *reader) compiled(start, end uint32) string {
	var b strings.Builder
	i := sort.Search(len(r.dropped), func(i int) bool { return r.dropped[i].Start >= start })
	for ; i < len(r.dropped) && r.dropped[i].End <= end; i++ {
		b.WriteString(r.text[start:r.dropped[i].Start])
		start = r.dropped[i].End
	}
	if b.Len() == 0 {
		return r.text[start:end]
	}
	b.WriteString(r.text[start:end])
	return b.String()
}

// exported reports whether a declaration is visible outside its assembly as far as
// its own modifiers and those of its enclosing types determine.
func (r *reader) exported(h *header) bool {
	outer := r.current()
	if r.def != 0 && !outer.Exported {
		return false
	}
	if h.has("public") || h.has("protected") && !h.has("private") {
		return true
	}
	member := outer.Kind == graph.KindInterface || outer.Kind == graph.KindEnum
	return member && !h.has("private") && !h.has("internal")
}

// signature collapses the text of a declaration before its body into one line.
func signature(s string) string {
	if strings.Contains(s, "//") || strings.Contains(s, "/*") || strings.Contains(s, "#") {
		s = withoutComments(s)
	}
	s = strings.Join(strings.Fields(s), " ")
	s = strings.TrimRight(s, " ;=,")
	s = strings.ReplaceAll(s, "( ", "(")
	return strings.ReplaceAll(s, " )", ")")
}

// withoutComments drops comments and directives.
func withoutComments(s string) string {
	var b strings.Builder
	last := uint32(0)
	for _, t := range lex(s) {
		if t.kind == tokDirective {
			continue
		}
		if t.start > last {
			b.WriteByte(' ')
		}
		b.WriteString(s[t.start:t.end])
		last = t.end
	}
	return b.String()
}

// members reads the declarations, statements and comments below n.
func (r *reader) members(n parse.Node) {
	outer := r.lead
	r.lead = nil
	for c := range n.Children {
		switch {
		case c.Kind() == "comment":
			r.lead = append(r.lead, c)
			continue
		case !c.IsNamed():
		case c.Kind() == "file_scoped_namespace_declaration":
			r.fileNamespace(c)
		default:
			r.member(c)
		}
		r.lead = r.lead[:0]
	}
	r.lead = outer
}

// member reads one child of a compilation unit, namespace or type.
func (r *reader) member(n parse.Node) {
	switch n.Kind() {
	case "namespace_declaration":
		r.namespaceBlock(n)
	case "using_directive":
		r.using(n)
	case "global_statement":
		if r.def == 0 && r.f.Definitions[0].Complexity == 0 {
			r.f.Definitions[0].Complexity = 1
		}
		r.children(n)
	case "declaration_list", "ERROR":
		r.members(n)
	default:
		if !r.declaration(n) {
			r.statement(n)
		}
	}
}

// declaration reads n if it is a declaration of a type or a member.
func (r *reader) declaration(n parse.Node) bool {
	switch n.Kind() {
	case "class_declaration":
		r.typeDeclaration(n, graph.KindClass)
	case "struct_declaration":
		r.typeDeclaration(n, graph.KindStruct)
	case "interface_declaration":
		r.typeDeclaration(n, graph.KindInterface)
	case "record_declaration", "record_struct_declaration":
		r.typeDeclaration(n, graph.KindRecord)
	case "enum_declaration":
		r.typeDeclaration(n, graph.KindEnum)
	case "delegate_declaration":
		r.callable(n, graph.KindDelegate)
	case "method_declaration":
		r.callable(n, graph.KindMethod)
	case "constructor_declaration":
		r.callable(n, graph.KindConstructor)
	case "destructor_declaration":
		r.callable(n, graph.KindMethod)
	case "operator_declaration", "conversion_operator_declaration":
		r.callable(n, graph.KindOperator)
	case "local_function_statement":
		r.callable(n, graph.KindFunction)
	case "property_declaration", "indexer_declaration":
		r.property(n, graph.KindProperty)
	case "event_declaration":
		r.property(n, graph.KindEvent)
	case "field_declaration":
		r.fields(n, graph.KindField)
	case "event_field_declaration":
		r.fields(n, graph.KindEvent)
	case "enum_member_declaration":
		r.enumMember(n)
	default:
		return false
	}
	return true
}

// namespaceName returns the full name of a namespace declared here.
func (r *reader) namespaceName(n parse.Node) string {
	name := compact(r.str(n))
	if r.namespace == "" {
		return name
	}
	return r.namespace + "." + name
}

// fileNamespace reads `namespace X;`, which applies to the rest of the file.
func (r *reader) fileNamespace(n parse.Node) {
	name := n.Field("name")
	r.namespace = r.namespaceName(name)
	for c := range n.Named {
		if c != name {
			r.member(c)
		}
	}
}

func (r *reader) namespaceBlock(n parse.Node) {
	outer := r.namespace
	r.namespace = r.namespaceName(n.Field("name"))
	r.members(n.Field("body"))
	r.namespace = outer
}

// using reads a using directive. One inside a namespace applies only there.
func (r *reader) using(n parse.Node) {
	m := parse.Import{At: n.Start()}
	alias := n.Field("name")
	var target parse.Node
	for c := range n.Children {
		switch c.Kind() {
		case "global":
			m.Global = true
		case "static":
			m.Static = true
		}
		if c.IsNamed() && c != alias && c.Kind() != "comment" {
			target = c
		}
	}
	if target.IsZero() {
		return
	}
	t := r.typeRef(target, false)
	m.Path = flat(t).Name
	if alias.IsZero() {
		m.All = true
	} else {
		m.Alias = r.str(alias)
		if t.Form != parse.FormNamed || len(t.Args) > 0 {
			m.Target = &t
		}
		r.typeArguments(target)
	}
	if r.namespace != "" {
		m.Scope = parse.Range{Start: n.Start(), End: uint32(len(r.text))}
		if p := n.Parent(); p.Kind() == "declaration_list" {
			m.Scope.End = r.end(p)
		}
	}
	r.f.Imports = append(r.f.Imports, m)
}

// typeArguments emits references for the type arguments in a type, but not for the
// type itself.
func (r *reader) typeArguments(n parse.Node) {
	for c := range n.Named {
		if c.Kind() == "type_argument_list" {
			r.types(c)
		} else {
			r.typeArguments(c)
		}
	}
}

// typeDeclaration reads a class, struct, interface, record or enum.
func (r *reader) typeDeclaration(n parse.Node, kind graph.NodeKind) {
	h := r.header(n)
	if kind == graph.KindClass && r.isExtension(h.name) {
		r.extensionBlock(&h)
		return
	}
	d := r.definition(kind, &h, r.str(h.name), r.leadStart(n))
	d.TypeParams = r.typeParamNames(h.typeParams)
	d.Symbol += genericArity(len(d.TypeParams))
	d.Partial = h.has("partial")
	if d.Name == "" {
		r.children(n)
		return
	}
	outer := r.open(d)
	at := r.def
	r.push(d.Range.End)
	r.attributes(h.attributes)
	r.typeParams(h.typeParams)
	r.primaryConstructor(h.params, kind, at)
	r.bases(h.bases, r.headerParams(&h, kind), at)
	r.constraints(h.where)
	r.members(h.body)
	r.breaks(at, h.body)
	r.pop()
	r.close(outer)
}

// primaryConstructor reads the parameters that follow a type's name.
func (r *reader) primaryConstructor(list parse.Node, kind graph.NodeKind, at int32) {
	if list.IsZero() {
		return
	}
	var params []parse.Param
	for c := range list.Named {
		if c.Kind() != "parameter" {
			continue
		}
		if kind == graph.KindRecord {
			r.typ(c.Field("type")) // the record's own header has its references, too
			params = append(params, r.positionalProperty(c))
		} else {
			params = append(params, r.parameter(c))
		}
	}
	r.f.Definitions[at].Params = params
}

// positionalProperty reads a parameter of a record as the property it declares.
func (r *reader) positionalProperty(n parse.Node) parse.Param {
	name := n.Field("name")
	d := parse.Definition{
		Kind: graph.KindProperty, Name: r.str(name), Symbol: r.str(name),
		Range: r.rangeOf(n), NameAt: name.Start(), Exported: r.current().Exported,
		Signature: signature(r.str(n)),
	}
	if d.Name == "" {
		return parse.Param{}
	}
	outer := r.open(d)
	property := r.def
	r.push(d.Range.End)
	p := r.parameter(n)
	r.pop()
	r.f.Definitions[property].Type = p.Type
	r.close(outer)
	return p
}

// headerParams lists the parameters of a record. They hide the properties of their
// names only in the arguments of its base.
func (r *reader) headerParams(h *header, kind graph.NodeKind) []parse.Node {
	var out []parse.Node
	if kind == graph.KindRecord {
		for c := range h.params.Named {
			if c.Kind() == "parameter" {
				out = append(out, c)
			}
		}
	}
	return out
}

// bases reads a base list, in which params are in scope; the arguments of a
// base type call its constructor.
func (r *reader) bases(list parse.Node, params []parse.Node, at int32) {
	if list.IsZero() {
		return
	}
	r.push(r.end(list))
	defer r.pop()
	for _, p := range params {
		name := p.Field("name")
		r.declare(list.Start(), parse.Local{Name: r.str(name),
			Type: r.typeRef(p.Field("type"), false), Kind: parse.LocalParam})
	}
	var bases []parse.TypeRef
	for c := range list.Named {
		switch c.Kind() {
		case "comment":
		case "argument_list":
			r.baseCall(c, bases)
		case "primary_constructor_base_type":
			bases = append(bases, r.baseType(c.Field("type")))
			r.baseCall(c.Child("argument_list"), bases)
		default:
			bases = append(bases, r.baseType(c))
		}
	}
	if r.f.Definitions[at].Kind != graph.KindEnum {
		r.f.Definitions[at].Bases = bases
	}
}

// baseType reads a base type; only its type arguments get references of their own
// here.
func (r *reader) baseType(n parse.Node) parse.TypeRef {
	r.typeArguments(n)
	return r.typeRef(n, false)
}

func (r *reader) baseCall(args parse.Node, bases []parse.TypeRef) {
	if args.IsZero() || len(bases) == 0 {
		return
	}
	at := bases[len(bases)-1].At
	r.invoke(parse.Reference{
		Kind: parse.RefCreate, Name: "base", At: at,
		Recv: r.chain(parse.Step{Kind: parse.StepBase}),
	}, args)
}

// isExtension reports whether a class of the mended text is an extension block
// in the source.
func (r *reader) isExtension(name parse.Node) bool {
	const word = "extension"
	end := int(name.End())
	return end >= len(word) && r.text[end-len(word):min(end, len(r.text))] == word
}

// extensionBlock reads the members of an extension block as members of the
// enclosing class that extend the type of the block's parameter. Like the members
// that the compiler generates, instance members have that parameter before their
// own, and all have the type parameters of the block.
func (r *reader) extensionBlock(h *header) {
	outer := r.extends
	r.push(r.end(h.node))
	r.typeParams(h.typeParams)
	r.extends = extended{typeParams: r.typeParamNames(h.typeParams)}
	for c := range h.params.Named {
		if c.Kind() == "parameter" {
			p := r.parameter(c)
			r.extends.typ, r.extends.param = p.Type, p
			r.extends.text = parse.Balanced(r.typeText(c.Field("type")))
		}
	}
	for c := range h.bases.Named { // of an unnamed parameter
		r.extends.typ = r.typ(c)
	}
	r.constraints(h.where)
	r.members(h.body)
	r.pop()
	r.extends = outer
}

// genericArity formats a number of type parameters in the unbound form.
func genericArity(n int) string {
	if n == 0 {
		return ""
	}
	return "<" + strings.Repeat(",", n-1) + ">"
}

func (r *reader) typeParamNames(list parse.Node) []string {
	var names []string
	for c := range list.Named {
		if c.Kind() == "type_parameter" {
			names = append(names, r.str(typeParamName(c)))
		}
	}
	return names
}

func typeParamName(n parse.Node) parse.Node {
	if name := n.Field("name"); !name.IsZero() {
		return name
	}
	return n.Child("identifier")
}

// typeParams declares type parameters as locals.
func (r *reader) typeParams(list parse.Node) {
	for c := range list.Named {
		if c.Kind() == "type_parameter" {
			name := typeParamName(c)
			r.declare(name.Start(), parse.Local{Name: r.str(name), Kind: parse.LocalTypeParam})
		}
	}
}

// constraints reads where clauses: type names, except for the parameter names. A
// type parameter has the type of its constraint, or of several joined by &; class,
// struct and allows (ref struct) are such types.
func (r *reader) constraints(clauses []parse.Node) {
	for _, clause := range clauses {
		param := r.local(r.str(clause.Child("identifier")))
		for c := range clause.Named {
			if c.Kind() != "type_parameter_constraint" {
				continue
			}
			if r.isAllows(c) {
				if param != nil && param.Kind == parse.LocalTypeParam {
					param.Type = both(param.Type, parse.TypeRef{Name: "allows", At: c.Start()})
				}
				continue
			}
			t := r.typ(c.Field("type"))
			if word := r.str(c); strings.HasPrefix(word, "class") && t.IsZero() ||
				word == "struct" {
				t = parse.TypeRef{Name: strings.TrimSuffix(word, "?"), At: c.Start()}
			}
			if param != nil && param.Kind == parse.LocalTypeParam && !t.IsZero() {
				param.Type = both(param.Type, t)
			}
		}
	}
}

// isAllows reports whether a constraint is the mended form of `allows ref struct`.
func (r *reader) isAllows(n parse.Node) bool {
	rest, found := strings.CutPrefix(r.text[n.Start():], "allows")
	rest = rest[:min(len(rest), 20)]
	return found && rest != "" && isSpace(rest[0]) &&
		strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "ref")
}

// both returns the type of a parameter with constraint b in addition to a.
func both(a, b parse.TypeRef) parse.TypeRef {
	switch {
	case a.IsZero():
		return b
	case a.Form == parse.FormIntersection:
		a.Args = append(a.Args, b)
		return a
	}
	return parse.TypeRef{Form: parse.FormIntersection, Args: []parse.TypeRef{a, b}}
}

// attributes emits the attributes of the innermost definition and marks tests.
func (r *reader) attributes(lists []parse.Node) {
	for _, list := range lists {
		for c := range list.Named {
			if c.Kind() == "attribute" {
				r.attribute(c)
			}
		}
	}
}

func (r *reader) attribute(n parse.Node) {
	t := flat(r.typ(n.Field("name")))
	if r.def != 0 && t.Name != "" {
		d := r.current()
		d.Decorators = append(d.Decorators, t.Name)
		d.Test = d.Test || isTestAttribute(lastName(t.Name))
		if r.sites != parse.NoSites {
			r.attributeSite(n, r.def)
		}
	}
	for a := range n.Child("attribute_argument_list").Named {
		r.children(a)
	}
}

func isTestAttribute(name string) bool {
	switch strings.TrimSuffix(name, "Attribute") {
	case "Fact", "Theory", "Test", "TestCase", "TestCaseSource", "TestMethod", "DataTestMethod",
		"TestFixture", "TestClass":
		return true
	}
	return false
}

// breaks sets where the text of a definition may be split: at the statements of
// a block, at the members of a type.
func (r *reader) breaks(at int32, body parse.Node) {
	var out []uint32
	if r.f.Definitions[at].Kind.IsType() {
		for i := int(at) + 1; i < len(r.f.Definitions); i++ {
			if d := &r.f.Definitions[i]; d.Parent == at && d.Range.Start >= body.Start() {
				out = appendBreak(out, d.Range.Start)
			}
		}
	} else {
		for c := range body.Named {
			out = appendBreak(out, c.Start())
		}
	}
	r.f.Definitions[at].Breaks = out
}

func appendBreak(out []uint32, at uint32) []uint32 {
	if n := len(out); n > 0 && out[n-1] >= at {
		return out
	}
	return append(out, at)
}
