package tags

import (
	"strings"

	elmGrammar "github.com/smacker/go-tree-sitter/elm"

	"seedgraph/graph"
	"seedgraph/parse"
)

// elm has files as modules. A value is a function, unless its annotation is not a
// function type; in a let expression, one without parameters is a local. The
// variants of a type are constants of it.
//
//   - A qualifier is one name, see elmQualifier, which an import of a module has as its alias.
//   - An operand that a pipe or an application operator applies is a call. Operators, and fields of
//     records, are not references.
var elm = Row{
	Name: "elm", Accepts: "Elm 0.19", Extensions: []string{".elm"}, Grammar: elmGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"module_declaration":     {Op: Skip},
		"import_clause":          {Op: Do, Do: elmImport},
		"type_annotation":        {Op: Skip}, // see elmValue
		"port_annotation":        {Op: Do, Do: elmPort},
		"infix_declaration":      {Op: Skip},
		"value_declaration":      {Op: Do, Do: elmValue},
		"type_declaration":       {Op: Define, Kind: graph.KindEnum, Name: "name"},
		"type_alias_declaration": {Op: Define, Kind: graph.KindTypeAlias, Name: "name"},
		"union_variant":          {Op: Define, Kind: graph.KindConstant, Name: "name"},

		"let_in_expr":             {Op: Scope},
		"anonymous_function_expr": {Op: Scope},
		"case_of_branch":          {Op: Scope},
		"lower_pattern":           {Op: Do, Do: func(w *Walk, n parse.Node) { w.elmLocal(n, parse.Run{}) }},
		"union_pattern": {Op: Do, Do: func(w *Walk, n parse.Node) {
			w.elmRefer(n.Field("constructor"), parse.RefMember, -1)
			w.Children(n)
		}},

		"bin_op_expr":        {Op: Do, Do: elmOperators},
		"function_call_expr": {Op: Do, Do: func(w *Walk, n parse.Node) { w.elmCall(n, 0) }},
		"value_expr":         {Op: Do, Do: func(w *Walk, n parse.Node) { w.elmRefer(n.Child("value_qid", "upper_case_qid"), parse.RefMember, -1) }},
		"type_ref": {Op: Do, Do: func(w *Walk, n parse.Node) {
			w.elmRefer(n.Child("upper_case_qid"), parse.RefType, -1)
			w.Children(n)
		}},
	},
	Mend:     &parse.LineMend{Head: `type(?: alias)? ([A-Z]\w*)[^\n=:]*(?:=|$)|([a-z]\w*)[^\n=:]*=`, Body: "(0", Close: ")"},
	Comments: "line_comment block_comment",
	Branches: "case_of_branch if_else_expr",
	Module: func(w *Walk, root parse.Node) string {
		return root.Child("module_declaration").Field("name").Text()
	},
	Finish: func(w *Walk, n parse.Node, d *parse.Definition) {
		d.Exported, d.Doc = elmExposes(n, d.Name), w.elmDoc(n)
	},
	TestFile: func(p string) bool {
		return strings.HasPrefix(p, "tests/") || strings.Contains(p, "/tests/")
	},
	Scoping: Scoping{ImportsFirst: true},
}

// elmExposes reports whether the module of a node exposes a name.
func elmExposes(n parse.Node, name string) bool {
	for !n.Parent().IsZero() {
		n = n.Parent()
	}
	list := n.Child("module_declaration").Field("exposing")
	if !list.Child("double_dot").IsZero() {
		return true
	}
	for c := range list.Named {
		if c.Text() == name || firstNamed(c).Text() == name {
			return true
		}
	}
	return false
}

// elmQualifier returns a qualifier as one name, which no type and no variant has:
// Html/Events/.
func elmQualifier(module string) string { return strings.ReplaceAll(module, ".", "/") + "/" }

// elmImport reads an import: of the module, of each exposed name, and of the
// variants of each type that is exposed with them.
func elmImport(w *Walk, n parse.Node) {
	path := n.Field("moduleName").Text()
	add := func(at parse.Node, im parse.Import) {
		im.At = at.Start()
		w.F.Imports = append(w.F.Imports, im)
	}
	alias := n.Field("asClause").Field("name").Text()
	if alias == "" {
		alias = path
	}
	add(n, parse.Import{Path: path, Alias: elmQualifier(alias)})
	exposed := n.Field("exposing")
	if !exposed.Child("double_dot").IsZero() {
		add(exposed, parse.Import{Path: path, All: true})
	}
	for c := range exposed.Named {
		name := c.Text()
		if c.Is("exposed_type") {
			name = firstNamed(c).Text()
		}
		if !c.Is("exposed_type", "exposed_value") {
			continue
		}
		add(c, parse.Import{Path: path, Name: name, Alias: name})
		if variants := c.Child("exposed_union_constructors"); !variants.IsZero() {
			add(variants, parse.Import{Path: path + "." + name, All: true})
		}
	}
}

// elmPort reads a port, which is a function without a body.
func elmPort(w *Walk, n parse.Node) {
	name := n.Field("name")
	w.DefineAs(n, parse.Definition{Kind: graph.KindFunction, Name: name.Text(), NameAt: name.Start(), Doc: w.elmDoc(n),
		Exported: elmExposes(n, name.Text())}, parse.Node{})
}

// elmDoc returns the documentation right before a node.
func (w *Walk) elmDoc(n parse.Node) string {
	doc := w.pendingDoc(n)
	text := strings.TrimSuffix(strings.TrimPrefix(w.Text[doc.Start:doc.End], "{-|"), "-}")
	return docText(strings.TrimPrefix(text, "{-"))
}

// elmValue reads a value with its type annotation: a function, a value, or, in a
// let expression, a local.
func elmValue(w *Walk, n parse.Node) {
	left, body := n.Field("functionDeclarationLeft"), n.Field("body")
	name := left.Child("lower_case_identifier")
	annotation := n.Prev()
	if !annotation.Is("type_annotation") || annotation.Field("name").Text() != name.Text() {
		annotation = parse.Node{}
	}
	params := left.Field("pattern")
	switch {
	case left.IsZero():
		w.Visit(n.Field("pattern"))
		w.Visit(body)
		return
	case w.def != 0 && params.IsZero():
		w.Visit(annotation.Field("typeExpression"))
		w.elmLocal(left, parse.Run{})
		w.Visit(body)
		return
	}
	d := parse.Definition{Kind: graph.KindFunction, Name: name.Text(), NameAt: name.Start(), Exported: w.def == 0 && elmExposes(n, name.Text()),
		Doc: w.elmDoc(n)}
	typ := annotation.Field("typeExpression")
	if !annotation.IsZero() {
		d.Signature, d.Doc = strings.Join(strings.Fields(annotation.Text()), " "), w.elmDoc(annotation)
	}
	if params.IsZero() && !typ.IsZero() && typ.Child("arrow").IsZero() {
		d.Kind = graph.KindVariable
	}
	for c := range left.Named {
		if c.FieldName() == "pattern" {
			d.Params = append(d.Params, parse.Param{Name: c.Text()})
		}
	}
	w.elmDefine(n, d, annotation, body)
}

// elmDefine adds a value that begins at its annotation, if it has one.
func (w *Walk) elmDefine(n parse.Node, d parse.Definition, annotation, body parse.Node) {
	before := w.place
	d.Parent, d.Range, d.Symbol = w.def, n.Range(), d.Name
	if !annotation.IsZero() {
		d.Range.Start = annotation.Start()
	}
	if d.Signature == "" {
		d.Signature = w.signature(n, body)
	}
	d.Body, d.Breaks, d.Complexity = body.Range(), w.breaks(body), 1
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Name
	}
	w.Definitions = append(w.Definitions, d)
	w.place = place{def: int32(len(w.Definitions) - 1), symbol: d.Symbol, scope: n.Range()}
	w.Visit(annotation.Field("typeExpression"))
	w.Children(n)
	w.place = before
}

// elmLocal declares a name in the innermost scope, all of which it is visible in.
func (w *Walk) elmLocal(n parse.Node, init parse.Run) {
	w.Local(n.Text(), w.scope.Start, parse.LocalVar, parse.TypeRef{}, init, 0)
}

// elmRefer adds a reference to a name, which may have a qualifier.
func (w *Walk) elmRefer(n parse.Node, kind parse.RefKind, args int16) {
	text := n.Text()
	off := int32(len(w.Steps))
	dot := strings.LastIndexByte(text, '.')
	if dot > 0 {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: elmQualifier(text[:dot])})
	}
	w.refer(text[dot+1:], n.Start()+uint32(dot+1), kind, args, off)
}

// elmCall reads an application; piped is the number of arguments that operators
// add.
func (w *Walk) elmCall(n parse.Node, piped int16) {
	target := n
	if n.Is("function_call_expr") {
		target = n.Field("target")
		for c := range n.Named {
			if c.FieldName() == "arg" {
				piped++
			}
		}
	}
	if !target.Is("value_expr") {
		w.Children(n)
		return
	}
	w.elmRefer(target.Child("value_qid", "upper_case_qid"), parse.RefCall, piped)
	if n.Is("function_call_expr") {
		for c := range n.Named {
			if c.FieldName() != "target" {
				w.Visit(c)
			}
		}
	}
}

// elmOperators reads operands: x |> f and f <| x call f.
func elmOperators(w *Walk, n parse.Node) {
	operator := ""
	for c := range n.Named {
		if c.Is("operator") {
			operator = c.Text()
			continue
		}
		next := c.Next()
		for has(w.comment, next) {
			next = next.Next()
		}
		if c.Is("value_expr", "function_call_expr") && (operator == "|>" || next.Text() == "<|") {
			w.elmCall(c, 1)
		} else {
			w.Visit(c)
		}
	}
}
