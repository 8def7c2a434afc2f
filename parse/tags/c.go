package tags

import (
	"slices"
	"strings"

	cGrammar "github.com/smacker/go-tree-sitter/c"
	cppGrammar "github.com/smacker/go-tree-sitter/cpp"

	"seedgraph/graph"
	"seedgraph/parse"
)

// c and cpp share their resolution rules.
//
//   - Declarations without definition are in Facts.Declarations: prototypes, members of
//     classes without a body. The resolver merges into a definition the path of the header that
//     declares it as its module, and properties of the declaration: virtual, static, default values.
//   - A method defined outside of its class has the class as its Receiver.
//   - A macro with parameters is a function with the modifier macro, any other one a constant.
//   - An include is an import, Whole; Static if its path is in quotes.
var c = Row{
	Name: "c", Family: "c", Accepts: "C11", Extensions: []string{".c", ".h"}, Grammar: cGrammar.GetLanguage,
	Takes: func(src parse.Source) bool { return !isHeaderOfCpp(src) }, Fallback: &Fallback{".h", &cpp},
	Adapt: cAdapt,
	Nodes: cNodes(nil), Comments: "comment", Branches: cBranches, Finish: cFinish, Arguments: true,
	Scoping: Scoping{Implicit: true, Outward: true, Paths: true, Modules: Included, Outside: true,
		ProjectFiles: []string{"compile_commands.json"},
		Wrappers:     "unique_ptr shared_ptr weak_ptr optional reference_wrapper",
		Elements:     "front back at begin end top value get find"},
}

var cpp = Row{
	Name: "cpp", Family: "c", With: "c", Accepts: "C++17", Grammar: cppGrammar.GetLanguage,
	Extensions: []string{".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".h"},
	Takes:      func(src parse.Source) bool { return !strings.HasSuffix(src.Path, ".h") || isHeaderOfCpp(src) },
	Adapt:      cAdapt,
	Nodes: cNodes(map[string]Rule{
		"template_declaration":       {Op: Do, Do: cTemplate},
		"namespace_definition":       {Op: Do, Do: cNamespace},
		"using_declaration":          {Op: Do, Do: cUsing},
		"namespace_alias_definition": {Op: Do, Do: cAlias},
		"alias_declaration":          {Op: Define, Kind: graph.KindTypeAlias, Name: "name", Type: "type"},
		"class_specifier": {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body", Unless: cNamed,
			Bases: cBases},
		"struct_specifier": {Op: Define, Kind: graph.KindStruct, Name: "name", Body: "body", Unless: cNamed,
			Bases: cBases},
		"base_class_clause":              {Op: Skip},
		"friend_declaration":             {Op: Skip},
		"for_range_loop":                 {Op: Declare, Name: "declarator", Type: "type", Value: "right", Each: true},
		"lambda_expression":              {Op: Scope},
		"catch_clause":                   {Op: Scope},
		"optional_parameter_declaration": {Op: Declare, Name: "declarator", Type: "type", Value: "default_value"},
		"variadic_parameter_declaration": {Op: Declare, Name: "declarator", Type: "type"},
		"qualified_identifier":           {Op: Name},
		"template_function":              {Op: Name, Args: "arguments"},
		"template_method":                {Op: Name, Args: "arguments"},
		"namespace_identifier":           {Op: Name},
		"operator_name":                  {Op: Name},
		"destructor_name":                {Op: Name},
		"this":                           {Op: Self},
		"new_expression":                 {Op: Create, Type: "type", Args: "arguments"},
		"binary_expression":              {Op: Operator, Operand: "#0", Operators: cppOperators},
		"template_type":                  {Op: TypeArgs, Name: "name", Args: "arguments"},
		"field_initializer":              {Op: Do, Do: func(w *Walk, n parse.Node) { w.Visit(n.Child("argument_list", "initializer_list")) }},
		"access_specifier":               {Op: Skip},
		"reference_declarator":           {Op: Descend},
	}),
	Comments: "comment", Branches: cBranches + " for_range_loop catch_clause", Finish: cFinish, Arguments: true,
}

// cppOperators are the member functions that operators run.
var cppOperators = map[string]string{"+": "operator+", "-": "operator-", "*": "operator*", "/": "operator/",
	"%": "operator%", "==": "operator==", "!=": "operator!=", "<": "operator<", ">": "operator>", "<=": "operator<=",
	">=": "operator>=", "<<": "operator<<", ">>": "operator>>", "&": "operator&", "|": "operator|", "^": "operator^"}

const cBases = ":base_class_clause/:type_identifier|:base_class_clause/:qualified_identifier|:base_class_clause/:template_type"

const cBranches = "if_statement while_statement for_statement do_statement case_statement conditional_expression"

// cNodes returns the rules of the nodes that both languages share, and more.
func cNodes(more map[string]Rule) map[string]Rule {
	nodes := map[string]Rule{
		"preproc_include":       {Op: Do, Do: cInclude},
		"preproc_function_def":  {Op: Do, Do: cMacro},
		"preproc_def":           {Op: Do, Do: cMacro},
		"preproc_call":          {Op: Skip},
		"function_definition":   {Op: Do, Do: cFunction},
		"declaration":           {Op: Do, Do: cDeclaration},
		"field_declaration":     {Op: Do, Do: cDeclaration},
		"type_definition":       {Op: Do, Do: cTypedef},
		"struct_specifier":      {Op: Define, Kind: graph.KindStruct, Name: "name", Body: "body", Unless: cNamed},
		"union_specifier":       {Op: Define, Kind: graph.KindStruct, Name: "name", Body: "body", Unless: cNamed},
		"enum_specifier":        {Op: Define, Kind: graph.KindEnum, Name: "name", Body: "body", Unless: cNamed},
		"enumerator":            {Op: Define, Kind: graph.KindConstant, Name: "name", Value: "value"},
		"parameter_declaration": {Op: Declare, Name: "declarator", Type: "type"},
		"compound_statement":    {Op: Scope},
		"for_statement":         {Op: Scope},

		"identifier":               {Op: Name},
		"field_identifier":         {Op: Name},
		"field_expression":         {Op: Member, Operand: "argument", Name: "field"},
		"call_expression":          {Op: Call, Operand: "function", Args: "arguments"},
		"subscript_expression":     {Op: Item, Operand: "argument"},
		"pointer_expression":       {Op: Wrap, Operand: "argument"},
		"parenthesized_expression": {Op: Wrap, Operand: "#0"},
		"cast_expression":          {Op: Typed, Type: "type"},
		"string_literal":           {Op: Typed, Is: "char"},
		"number_literal":           {Op: Typed, Is: "int"},
		"field_designator":         {Op: Skip},
		"labeled_statement":        {Op: Descend},
		"statement_identifier":     {Op: Skip},

		"type_identifier":      {Op: TypeName},
		"primitive_type":       {Op: TypeName},
		"sized_type_specifier": {Op: TypeName},
		"type_descriptor":      {Op: TypeWrap, Operand: "type"},
	}
	for kind, r := range more {
		nodes[kind] = r
	}
	return nodes
}

// isHeaderOfCpp reports whether a header contains C++ keywords.
func isHeaderOfCpp(src parse.Source) bool {
	if !strings.HasSuffix(src.Path, ".h") {
		return false
	}
	for line := range strings.Lines(src.Text) {
		line = strings.TrimSpace(line)
		for _, word := range []string{"class ", "namespace ", "template ", "template<", "public:", "private:", "protected:",
			"using ", "virtual ", "constexpr "} {
			if strings.HasPrefix(line, word) && !strings.HasPrefix(line, "class *") {
				return true
			}
		}
		if strings.Contains(line, "std::") && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "*") {
			return true
		}
	}
	return false
}

func cFinish(w *Walk, n parse.Node, d *parse.Definition) {
	d.Exported = true
	if len(w.typeParams) > 0 && n.Is("class_specifier", "struct_specifier") {
		d.TypeParams, w.typeParams = w.typeParams, nil
	}
}

// cNamed reads the name of a type that is declared elsewhere: struct store *s.
func cNamed(w *Walk, n parse.Node) bool {
	if !n.Field("body").IsZero() {
		return false
	}
	if name := n.Field("name"); !name.IsZero() {
		w.TypeRefs(name)
	}
	return true
}

func cInclude(w *Walk, n parse.Node) {
	path := n.Field("path")
	im := parse.Import{Path: strings.Trim(path.Text(), "\"<>"), Whole: true, Static: path.Is("string_literal"), At: n.Start()}
	if im.Path != "" {
		w.F.Imports = append(w.F.Imports, im)
	}
}

// cMacro reads a macro. The calls in its text belong to its users.
func cMacro(w *Walk, n parse.Node) {
	name, value := n.Field("name"), n.Field("value")
	d := parse.Definition{Kind: graph.KindConstant, Name: name.Text(), NameAt: name.Start(), Modifiers: []string{"macro"},
		Exported: true, Parent: 0, Range: n.Range(), Symbol: name.Text()}
	if n.Is("preproc_function_def") {
		d.Kind, d.Complexity = graph.KindFunction, 1
		for c := range n.Field("parameters").Named {
			d.Params = append(d.Params, parse.Param{Name: c.Text()})
		}
	}
	if d.Name == "" {
		return
	}
	d.Signature = w.signature(n, value)
	d.Range.End = uint32(len(strings.TrimRight(w.Text[:n.End()], "\r\n")))
	w.Definitions = append(w.Definitions, d)
	before := w.place
	w.def = int32(len(w.Definitions) - 1)
	w.cTokens(value)
	w.place = before
}

// cTokens finds the calls in the text of a macro.
func (w *Walk) cTokens(n parse.Node) {
	text, at := n.Text(), n.Start()
	for i := 0; i < len(text); {
		if !isWord(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && isWord(text[end]) {
			end++
		}
		next := end
		for next < len(text) && (text[next] == ' ' || text[next] == '\t') {
			next++
		}
		name := text[i:end]
		member := i > 0 && (text[i-1] == '.' || text[i-1] == '>' || text[i-1] == '#')
		if next < len(text) && text[next] == '(' && !cWords[name] && !member && (name[0] < '0' || name[0] > '9') {
			w.refer(name, at+uint32(i), parse.RefCall, -1, int32(len(w.Steps)))
		}
		i = end
	}
}

func isWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z'
}

var cWords = wordSet("if while for switch return sizeof do else case defined typeof __typeof__ alignof")

// A declarator is the part of a declaration after the type.
type declarator struct {
	name     parse.Node
	function parse.Node // the innermost function declarator, if it declares a function
	value    parse.Node
}

// readDeclarator follows a declarator to its name.
func readDeclarator(n parse.Node) declarator {
	var d declarator
	pointer := false
	for !n.IsZero() {
		switch n.Kind() {
		case "init_declarator":
			d.value = n.Field("value")
			n = n.Field("declarator")
		case "function_declarator":
			d.function, pointer = n, false
			n = n.Field("declarator")
		case "pointer_declarator", "array_declarator", "attributed_declarator":
			pointer = true
			next := n.Field("declarator")
			if next.IsZero() {
				next = newRoute("#-1").from(n)
			}
			n = next
		case "reference_declarator", "parenthesized_declarator":
			if n.Is("parenthesized_declarator") && !d.function.IsZero() {
				inner := newRoute("#0").from(n)
				pointer = inner.Is("pointer_declarator", "reference_declarator")
			}
			n = newRoute("#-1").from(n)
		default:
			d.name = n
			if pointer && !d.function.IsZero() && hasPointerInside(d.function) {
				d.function = parse.Node{} // a pointer to a function
			}
			return d
		}
	}
	return d
}

// hasPointerInside reports whether a function declarator declares a function
// pointer: (*run)(int).
func hasPointerInside(n parse.Node) bool {
	inner := n.Field("declarator")
	return inner.Is("parenthesized_declarator") && !newRoute("#0").from(inner).Is("identifier", "field_identifier")
}

// cFunction reads the definition of a function or method.
func cFunction(w *Walk, n parse.Node) {
	x := readDeclarator(n.Field("declarator"))
	body := n.Field("body")
	if x.name.IsZero() || x.function.IsZero() {
		if !x.name.IsZero() && w.Definitions[w.def].Kind.IsType() { // int n = 0;
			w.cVariable(n, x)
			return
		}
		w.Children(n)
		return
	}
	name := n.Field("declarator") // the arguments of the macro are no types
	d, ok := cTest(n, x)
	if !ok {
		d, name = w.cCallable(n, x), x.name
	}
	if !n.Child("pure_virtual_clause").IsZero() {
		d.Modifiers = append(d.Modifiers, "abstract")
		body = parse.Node{}
	}
	if d.Name == "" {
		w.Children(n)
		return
	}
	inner := d.Symbol
	lead := w.pendingDoc(n)
	d.Parent, d.Module, d.Range = w.def, w.module, n.Range()
	if !lead.IsEmpty() {
		d.Range.Start, d.Doc = min(lead.Start, n.Start()), docText(w.Text[lead.Start:lead.End])
	}
	if !body.IsZero() {
		d.Body, d.Breaks = body.Range(), w.breaks(body)
	}
	if !body.IsZero() || !n.Child("default_method_clause").IsZero() {
		d.Complexity = 1
	}
	d.Signature = w.signature(n, body)
	w.enter(n, &noRule, d, inner, name, body)
}

// cTests are the macros of GoogleTest that define a test; those in cFixtures make it a member
// of a class derived from the named one.
var (
	cTests    = wordSet("TEST TEST_F TEST_P TYPED_TEST TYPED_TEST_P")
	cFixtures = wordSet("TEST_F TEST_P TYPED_TEST TYPED_TEST_P")
)

// cTest returns the definition of a test, and reports whether a function is one.
//
//	TEST_F(QueueTest, IsEmpty) { … }
func cTest(n parse.Node, x declarator) (parse.Definition, bool) {
	list := x.function.Field("parameters")
	suite, name := newRoute("#0").from(list), newRoute("#1").from(list)
	if !cTests[x.name.Text()] || !n.Field("type").IsZero() || name.IsZero() ||
		!newRoute("#2").from(list).IsZero() {
		return parse.Definition{}, false
	}
	d := parse.Definition{Kind: graph.KindFunction, Name: name.Text(), NameAt: name.Start(),
		Test: true, Symbol: suite.Text() + "." + name.Text()}
	if cFixtures[x.name.Text()] {
		d.Kind = graph.KindMethod
		d.SetReceiver(parse.TypeRef{Name: suite.Text(), At: suite.Start()})
	}
	return d, true
}

// cCallable returns the definition of a function from its declarator.
func (w *Walk) cCallable(n parse.Node, x declarator) parse.Definition {
	full := strings.Trim(dotted.Replace(stripArgs(x.name.Text())), ".")
	d := parse.Definition{Kind: graph.KindFunction, Name: lastPart(full), NameAt: x.name.End() - uint32(len(lastPart(x.name.Text()))),
		Exported: true}
	if i := strings.LastIndexAny(x.name.Text(), ":~"); i >= 0 {
		d.NameAt = x.name.Start() + uint32(i+1)
	}
	owner := parse.TypeRef{}
	if w.Definitions[w.def].Kind.IsType() {
		d.Kind = graph.KindMethod
		owner.Name = w.Definitions[w.def].Name
	} else if i := strings.LastIndexByte(full, '.'); i >= 0 && x.name.Is("qualified_identifier") {
		d.Kind = graph.KindMethod
		owner = parse.TypeRef{Name: full[:i], At: x.name.Start()}
		d.SetReceiver(owner)
		d.Symbol = full
	}
	switch {
	case strings.HasPrefix(d.Name, "operator"):
		d.Kind = graph.KindOperator
	case owner.Name != "" && d.Name == lastPart(owner.Name):
		d.Kind = graph.KindConstructor
	}
	if typ := n.Field("type"); !typ.IsZero() {
		d.Type = w.Type(typ)
	}
	for c := range n.Children {
		switch c.Kind() {
		case "storage_class_specifier", "virtual", "explicit_function_specifier", "type_qualifier", "virtual_function_specifier":
			d.Modifiers = append(d.Modifiers, c.Text())
		}
	}
	for c := range x.function.Named {
		if c.Is("virtual_specifier") {
			d.Modifiers = append(d.Modifiers, c.Text())
		}
	}
	if w.static {
		d.Modifiers = append(d.Modifiers, "static")
	}
	if len(w.typeParams) > 0 {
		d.TypeParams, w.typeParams = w.typeParams, nil
	}
	for c := range x.function.Field("parameters").Named {
		p := parse.Param{Optional: c.Is("optional_parameter_declaration"), Variadic: c.Is("variadic_parameter"),
			Type: w.Type(c.Field("type"))}
		if c.Text() == "void" || has(w.comment, c) {
			continue
		}
		p.Name = readDeclarator(c.Field("declarator")).name.Text()
		d.Params = append(d.Params, p)
	}
	if hasToken(x.function.Field("parameters"), "...") {
		d.Params = append(d.Params, parse.Param{Variadic: true})
	}
	if d.Symbol == "" {
		d.Symbol = d.Name
	}
	if w.row.Name == "cpp" {
		d.Symbol += signatureOf(d.Params)
	}
	return d
}

// pendingDoc returns the comment right before a node.
func (w *Walk) pendingDoc(n parse.Node) parse.Range {
	at := n
	if n.Parent().Is("template_declaration") {
		at = n.Parent()
	}
	doc := parse.Range{}
	for c := at.Parent().First(); !c.IsZero() && c.Start() < at.Start(); c = c.Next() {
		switch {
		case !has(w.comment, c):
			doc = parse.Range{}
		case doc.IsEmpty() || strings.Count(w.Text[doc.End:c.Start()], "\n") > 1:
			doc = c.Range()
		default:
			doc.End = c.End()
		}
	}
	if !doc.IsEmpty() && strings.Count(w.Text[doc.End:at.Start()], "\n") > 1 {
		return parse.Range{}
	}
	return doc
}

// cDeclaration reads a declaration: of functions, variables, fields, locals.
func cDeclaration(w *Walk, n parse.Node) {
	inBody := w.inCallable()
	typ := n.Field("type")
	for c := range n.Named {
		switch {
		case c.FieldName() == "declarator":
			x := readDeclarator(c)
			switch {
			case x.name.IsZero():
				w.Visit(c)
			case !x.function.IsZero() && !inBody && x.value.IsZero():
				w.cPrototype(n, x)
			case inBody:
				w.cLocal(n, typ, c, x)
			default:
				w.cVariable(n, x)
			}
		case c.FieldName() == "default_value", c.Is("bitfield_clause"):
			w.Visit(c)
		default:
			w.Visit(c)
		}
	}
	w.typeParams = nil
}

// cPrototype adds the declaration of a function that is defined elsewhere. A pure
// virtual one is a member itself.
func (w *Walk) cPrototype(n parse.Node, x declarator) {
	d := w.cCallable(n, x)
	d.Parent, d.Range = w.def, n.Range()
	if doc := w.pendingDoc(n); !doc.IsEmpty() {
		d.Doc = docText(w.Text[doc.Start:doc.End])
	}
	if d.Name == "" {
		return
	}
	for c := range x.function.Field("parameters").Named {
		if t := c.Field("type"); !t.IsZero() {
			w.TypeRefs(t)
		}
	}
	if hasToken(n, "=") && strings.HasSuffix(strings.TrimRight(n.Text(), "; "), "0") && d.Kind == graph.KindMethod {
		d.Modifiers = append(d.Modifiers, "abstract")
		d.Signature = w.signature(n, parse.Node{})
		if w.symbol != "" {
			d.Symbol = w.symbol + "." + d.Symbol
		}
		w.Definitions = append(w.Definitions, d)
		return
	}
	w.F.Declarations = append(w.F.Declarations, d)
}

// cVariable reads a variable of the file or a field.
func (w *Walk) cVariable(n parse.Node, x declarator) {
	kind := graph.KindVariable
	if w.Definitions[w.def].Kind.IsType() {
		kind = graph.KindField
	}
	d := parse.Definition{Kind: kind, Name: lastPart(dotted.Replace(x.name.Text())), NameAt: x.name.Start(), Type: w.Type(n.Field("type")),
		Exported: true}
	for c := range n.Children {
		if c.Is("storage_class_specifier", "type_qualifier") {
			d.Modifiers = append(d.Modifiers, c.Text())
		}
	}
	if slices.Contains(d.Modifiers, "extern") && x.value.IsZero() || d.Name == "" || strings.ContainsAny(d.Name, " ()*") {
		if !x.value.IsZero() {
			w.Visit(x.value)
		}
		return
	}
	d.Parent, d.Module, d.Range, d.Symbol = w.def, w.module, n.Range(), d.Name
	d.Signature = w.signature(n, x.value)
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Name
	}
	w.Definitions = append(w.Definitions, d)
	if !x.value.IsZero() {
		before := w.place
		w.def = int32(len(w.Definitions) - 1)
		w.addValue(x.value)
		w.place = before
	}
}

// cLocal reads a local variable. Arguments after it are constructor arguments.
func (w *Walk) cLocal(n, typ, at parse.Node, x declarator) {
	ref := w.Type(typ)
	init := parse.Run{}
	switch {
	case x.value.Is("argument_list", "initializer_list"):
		if !ref.IsZero() && x.value.Parent().Is("init_declarator") && hasObject(typ) {
			count := int16(0)
			for range x.value.Named {
				count++
			}
			w.addNamed(ref.Name, ref.At, parse.RefCreate)
			w.References[len(w.References)-1].Args = count
		}
		w.Children(x.value)
	case !x.value.IsZero():
		init = w.Chain(x.value)
	}
	if !x.name.Is("identifier") || x.name.Text() == "" {
		w.Visit(at)
		return
	}
	start := max(at.End(), x.name.End())
	w.Local(x.name.Text(), start, parse.LocalVar, ref, init, 0)
	if !x.value.IsZero() {
		w.Locals[len(w.Locals)-1].At = x.value.Start()
	}
}

// hasObject reports whether a type has objects.
func hasObject(typ parse.Node) bool {
	return typ.Is("type_identifier", "qualified_identifier", "template_type")
}

// cTypedef reads a typedef: it names an anonymous struct.
func cTypedef(w *Walk, n parse.Node) {
	typ := n.Field("type")
	x := readDeclarator(n.Field("declarator"))
	name := x.name
	if name.IsZero() {
		w.Children(n)
		return
	}
	if body := typ.Field("body"); !body.IsZero() && typ.Field("name").IsZero() {
		kind := graph.KindStruct
		if typ.Is("enum_specifier") {
			kind = graph.KindEnum
		}
		w.DefineAs(n, parse.Definition{Kind: kind, Name: name.Text(), NameAt: name.Start(), Exported: true,
			Signature: "typedef " + w.signature(typ, body) + " " + name.Text()}, body)
		return
	}
	w.Visit(typ)
	if typ.Field("name").Text() == name.Text() {
		return // typedef struct a {…} a
	}
	d := parse.Definition{Kind: graph.KindTypeAlias, Name: name.Text(), NameAt: name.Start(), Exported: true, Type: w.Type(typ)}
	d.Parent, d.Range, d.Symbol, d.Signature = w.def, n.Range(), d.Name, w.signature(n, parse.Node{})
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Name
	}
	w.Definitions = append(w.Definitions, d)
}

// cTemplate records the type parameters for the following declaration.
func cTemplate(w *Walk, n parse.Node) {
	var params []string
	for c := range n.Field("parameters").Named {
		if c.Is("type_parameter_declaration", "optional_type_parameter_declaration") {
			params = append(params, c.Child("type_identifier").Text())
		}
	}
	w.typeParams = params
	for c := range n.Named {
		if !c.Is("template_parameter_list") {
			w.Visit(c)
		}
	}
	w.typeParams = nil
}

// cNamespace reads a namespace; the members of an anonymous one are visible only
// in its file.
func cNamespace(w *Walk, n parse.Node) {
	name, body := n.Field("name"), n.Field("body")
	if name.IsZero() {
		before := w.static
		w.static = true
		w.Children(body)
		w.static = before
		return
	}
	d := parse.Definition{Kind: graph.KindNamespace, Name: dotted.Replace(name.Text()), NameAt: name.Start()}
	if d.Name = strings.Trim(d.Name, "."); d.Name == "" {
		w.Children(body)
		return
	}
	before := w.place
	d.Symbol = d.Name
	d.Parent, d.Range, d.Body, d.Breaks = w.def, n.Range(), body.Range(), w.breaks(body)
	d.Signature = w.signature(n, body)
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Name
	}
	w.Definitions = append(w.Definitions, d)
	w.place = place{def: int32(len(w.Definitions) - 1), symbol: d.Symbol, scope: n.Range(), static: before.static}
	w.Children(body)
	w.place = before
}

// cUsing reads using a::b and using namespace a.
func cUsing(w *Walk, n parse.Node) {
	im := use{At: n.Start(), Def: w.def, Scope: w.useScope()}
	path := strings.Trim(dotted.Replace(newRoute("#-1").from(n).Text()), ".")
	if hasToken(n, "namespace") {
		im.Path, im.All = path, true
	} else {
		im.setPath(path)
		im.Alias = im.Name
	}
	if path != "" {
		w.F.Imports = append(w.F.Imports, parse.Import(im))
	}
}

// cAlias reads namespace a = b::c.
func cAlias(w *Walk, n parse.Node) {
	im := use{At: n.Start(), Def: w.def, Scope: w.useScope(), Alias: n.Field("name").Text()}
	im.setPath(strings.Trim(dotted.Replace(newRoute("#-1").from(n).Text()), "."))
	w.F.Imports = append(w.F.Imports, parse.Import(im))
}
