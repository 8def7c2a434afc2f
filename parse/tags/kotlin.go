package tags

import (
	"regexp"
	"slices"
	"strings"

	kotlinGrammar "github.com/smacker/go-tree-sitter/kotlin"

	"seedgraph/graph"
	"seedgraph/parse"
)

// kotlin shares the symbol table of Java: each sees the classes of the other.
//
//   - A companion object is a class with the modifier companion, Companion if it has no name.
//   - An extension is a function whose Receiver is the type that it extends.
//   - A val or var of the primary constructor is a property, any other parameter a local.
var kotlin = Row{
	Name: "kotlin", Family: "java", Accepts: "Kotlin 1.9", Extensions: []string{".kt", ".kts"},
	Grammar: kotlinGrammar.GetLanguage, Adapt: kotlinAdapt, Components: true,
	Nodes: map[string]Rule{
		"package_header": {Op: Skip},
		"import_header":  {Op: Do, Do: kotlinImport},

		"class_declaration": {Op: Define, Kind: graph.KindClass, Name: ":type_identifier",
			Body: ":class_body|:enum_class_body", TypeParams: ":type_parameters",
			Bases: ":delegation_specifier/:user_type|:delegation_specifier/:constructor_invocation/:user_type|" +
				":delegation_specifier/:explicit_delegation/:user_type"},
		"object_declaration": {Op: Define, Kind: graph.KindClass, Name: ":type_identifier", Body: ":class_body",
			Bases: ":delegation_specifier/:user_type|:delegation_specifier/:constructor_invocation/:user_type"},
		"companion_object": {Op: Do, Do: kotlinCompanion},
		"object_literal":   {Op: Do, Do: kotlinObject},
		"type_alias":       {Op: Define, Kind: graph.KindTypeAlias, Name: ":type_identifier", Type: ">="},
		"enum_entry":       {Op: Define, Kind: graph.KindConstant, Name: ":simple_identifier", Body: ":class_body"},
		"function_declaration": {Op: Define, Kind: graph.KindFunction, Name: ":simple_identifier",
			Body: ":function_body", Params: ":function_value_parameters", Type: ">:",
			TypeParams: ":type_parameters"},
		"secondary_constructor": {Op: Do, Do: kotlinConstructor},
		"property_declaration": {Op: Define, Kind: graph.KindProperty, Local: true,
			Name: ":variable_declaration/:simple_identifier|:multi_variable_declaration",
			Type: ":variable_declaration/>:", Value: ">=", Body: ":getter"},
		"class_parameter": {Op: Do, Do: kotlinParameter},

		"parameter":            {Op: Declare, Name: ":simple_identifier", Type: ">:"},
		"getter":               {Op: Do, Do: kotlinAccessor},
		"setter":               {Op: Do, Do: kotlinAccessor},
		"variable_declaration": {Op: Declare, Name: ":simple_identifier", Type: ">:"},
		"for_statement": {Op: Declare, Name: ":variable_declaration|:multi_variable_declaration",
			Value: ">in", Each: true},
		"catch_block":        {Op: Do, Do: kotlinCatch},
		"lambda_literal":     {Op: Lambda, Params: ":lambda_parameters", Is: "it", Extends: true},
		"anonymous_function": {Op: Scope},
		"statements":         {Op: Scope},

		"simple_identifier":       {Op: Name},
		"interpolated_identifier": {Op: Name},
		"navigation_expression":   {Op: Member, Operand: "#0", Name: ":navigation_suffix/:simple_identifier"},
		"call_expression": {Op: Call, Operand: "#0", Args: ":call_suffix/:value_arguments",
			More: "annotated_lambda"},
		"constructor_invocation":         {Op: Create, Type: ":user_type", Args: ":value_arguments"},
		"infix_expression":               {Op: Call, Operand: "#0", Name: "#1", More: "#"},
		"this_expression":                {Op: Self},
		"super_expression":               {Op: Super},
		"indexing_expression":            {Op: Item, Operand: "#0"},
		"postfix_expression":             {Op: Wrap, Operand: "#0"},
		"parenthesized_expression":       {Op: Wrap, Operand: "#0"},
		"directly_assignable_expression": {Op: Do, Do: kotlinAssigned},
		"as_expression":                  {Op: Typed, Type: "#1"},
		"string_literal":                 {Op: Typed, Is: "String"},
		"integer_literal":                {Op: Typed, Is: "Int"},
		"long_literal":                   {Op: Typed, Is: "Long"},
		"real_literal":                   {Op: Typed, Is: "Double"},
		"boolean_literal":                {Op: Typed, Is: "Boolean"},
		"character_literal":              {Op: Typed, Is: "Char"},
		"value_argument":                 {Op: Argument, Operand: "#-1", Name: "#0"},
		"additive_expression":            {Op: Operator, Operand: "#0", Operators: kotlinOperators},
		"multiplicative_expression":      {Op: Operator, Operand: "#0", Operators: kotlinOperators},
		"range_expression":               {Op: Operator, Operand: "#0", Operators: kotlinOperators},
		"elvis_expression":               {Op: Wrap, Operand: "#0"},
		"if_expression":                  {Op: Do, Do: kotlinIf},
		"when_expression":                {Op: Do, Do: kotlinWhen},
		"conjunction_expression":         {Op: Do, Do: kotlinAnd},

		"function_type": {Op: TypeFunc, Receiver: ":receiver_type|:type_identifier", Args: ":type_arguments", Params: ":function_type_parameters", Type: ">->"},

		"user_type":          {Op: TypeName, Args: ":type_arguments"},
		"nullable_type":      {Op: TypeWrap, Operand: "#0"},
		"parenthesized_type": {Op: TypeWrap, Operand: "#0"},
		"type_projection":    {Op: TypeWrap, Operand: "#-1"},
		"type_parameter":     {Name: ":type_identifier", Type: ">:"},
		"label":              {Op: Skip},
	},
	Mend:      &parse.LineMend{Head: `[ \t]*(?:@\w+ |(?:public|private|protected|internal|open|override|abstract|final|sealed|data|enum|annotation|inner|inline|suspend|operator|infix|tailrec|external|companion|value|fun) )*(?:fun +(?:<[^>\n]*> +)?(?:[\w.<>?]+\.)?|class +|interface +|object +)(\w+)[^\n{=]*[{=]?`, Close: "}"},
	Arguments: true,
	Comments:  "line_comment multiline_comment shebang_line", Modifiers: "modifiers",
	Branches: "if_expression for_statement while_statement do_while_statement when_entry catch_block elvis_expression conjunction_expression disjunction_expression",
	Module: func(w *Walk, root parse.Node) string {
		return strings.Join(strings.Fields(root.Child("package_header").Child("identifier").Text()), "")
	},
	Finish: kotlinFinish, Sites: kotlinSites{},
	TestFile: parse.IsJVMTest,
	Scoping: Scoping{Implicit: true, ImportsFirst: true, Index: "get", Narrows: true, Applicable: true,
		Returning: "apply also takeIf takeUnless",
		Receiving: "apply run with buildString buildList buildMap buildSet", Taking: "let also use takeIf takeUnless useLines runCatching",
		Iterating: "forEach map filter filterNot flatMap any all none first last find firstOrNull lastOrNull singleOrNull single " +
			"mapNotNull associateBy associateWith associate groupBy sortedBy sortedByDescending sumOf maxBy minBy maxByOrNull minByOrNull onEach " +
			"partition count takeWhile dropWhile indexOfFirst indexOfLast distinctBy removeIf removeAll retainAll forEachIndexed mapTo joinToString",
		Same: "filter filterNot sorted sortedBy sortedByDescending reversed distinct distinctBy " +
			"take drop takeWhile dropWhile toList toSet values toMutableList toMutableSet asSequence " +
			"orEmpty ifEmpty sortedWith takeLast dropLast onEach shuffled asReversed filterNotNull " +
			"iterator asIterable",
		Elements: "first last single get getValue firstOrNull lastOrNull singleOrNull getOrNull find findLast next random removeFirst removeLast " +
			"max min maxBy minBy maxByOrNull minByOrNull elementAt",
		Prelude: []string{"kotlin", "kotlin.collections", "kotlin.io", "kotlin.text", "java.lang"}},
}

// Forms that the grammar does not know: line ends before a constructor or a cast,
// functional interfaces, strings with longer marks of interpolation, assignments to members
// of results, which are read as comparisons, and members before a closing brace on the same line.
var (
	kotlinNewLine = regexp.MustCompile(`(\r?\n)[ \t]*(?:as\??[ \t]|` +
		`(?:@\w+(?:\([^()\n]*\))?[ \t]+)*` +
		`(?:(?:private|internal|protected|public)[ \t]+)?constructor[ \t]*\()`)
	kotlinClass  = regexp.MustCompile(`\b(?:class|interface)[ \t]+[\w\x60][^\n{}()]*$`)
	kotlinFun    = regexp.MustCompile(`\b(fun)[ \t]+interface\b`)
	kotlinAssign = regexp.MustCompile(`(?m)^[ \t]*[\w.!?]+(?:<[^<>=\n]*>)?\([^\n]*\)` +
		`[\w.!?\[\]]*\.\w+[ \t]*(=)[ \t]*[^=\s]`)
	kotlinBody    = regexp.MustCompile(`\b(?:class|interface|object)\b[^\n{}"]*(\{)[ \t]*[^\s}]`)
	kotlinDollars = regexp.MustCompile(`(\$\$+)"`)
)

// kotlinOperators are the methods that operators run.
var kotlinOperators = map[string]string{"+": "plus", "-": "minus", "*": "times", "/": "div",
	"%": "rem", "..": "rangeTo", "..<": "rangeUntil"}

// kotlinAdapt rewrites them.
func kotlinAdapt(a *parse.Adaptation, broken bool) {
	if !broken {
		return
	}
	text := a.Source
	for _, m := range kotlinNewLine.FindAllStringSubmatchIndex(text, -1) {
		line := text[strings.LastIndexByte(text[:m[0]], '\n')+1 : m[0]]
		if !strings.HasSuffix(text[:m[1]], "(") || kotlinClass.MatchString(line) {
			a.Put(uint32(m[2]), strings.Repeat(" ", m[3]-m[2]))
		}
	}
	for _, m := range kotlinAssign.FindAllStringSubmatchIndex(text, -1) {
		a.Insert(uint32(m[2]), "=")
	}
	for _, m := range kotlinBody.FindAllStringSubmatchIndex(text, -1) {
		if end := closedInLine(text, m[2]); end > 0 {
			a.Insert(uint32(end), ";")
		}
	}
	for _, re := range []*regexp.Regexp{kotlinFun, kotlinDollars} {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			a.Blank(uint32(m[2]), uint32(m[3]))
		}
	}
}

// maxOneLine is the length of the longest body on one line, in bytes.
const maxOneLine = 2000

// closedInLine returns the position of the brace that closes the one at a position, or -1 if that is
// on another line or in doubt. Strings are skipped.
func closedInLine(text string, open int) int {
	text = text[:min(len(text), open+maxOneLine)]
	for depth, i := 0, open; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '"':
			length := strings.IndexAny(text[i+1:], "\"\n\\$")
			if length < 0 || text[i+1+length] != '"' {
				return -1 // it has escapes or interpolations
			}
			i += 1 + length
		}
	}
	return -1
}

// kotlinImport reads import a.b.C, import a.b.*, import a.b.c as d.
func kotlinImport(w *Walk, n parse.Node) {
	path := strings.Join(strings.Fields(n.Child("identifier").Text()), "")
	im := parse.Import{Path: path, At: n.Start()}
	if n.Child("wildcard_import").IsZero() {
		dot := strings.LastIndexByte(path, '.')
		im.Path, im.Name = path[:max(dot, 0)], path[dot+1:]
		im.Alias = im.Name
		if alias := n.Child("import_alias"); !alias.IsZero() {
			im.Alias = alias.Child("type_identifier", "simple_identifier").Text()
		}
	} else {
		im.All = true
	}
	w.F.Imports = append(w.F.Imports, im)
}

// kotlinFinish distinguishes interfaces and enumerations from classes, finds the
// receiver of extensions, and sets Exported.
func kotlinFinish(w *Walk, n parse.Node, d *parse.Definition) {
	switch {
	case hasToken(n, "interface"):
		d.Kind = graph.KindInterface
	case hasToken(n, "enum"):
		d.Kind = graph.KindEnum
	case n.Is("object_declaration"):
		d.Modifiers = append(d.Modifiers, "object")
	}
	if n.Is("function_declaration", "property_declaration") {
		for c := range n.Children {
			if c.Kind() == "." {
				break
			}
			if t := w.Type(c); !t.IsZero() && w.rule(c).Op != Name {
				d.SetReceiver(t)
			}
			if !d.Receiver().IsZero() && c.Start() > d.NameAt {
				d.SetReceiver(parse.TypeRef{})
			}
		}
		if !hasToken(n, ".") {
			d.SetReceiver(parse.TypeRef{})
		}
	}
	if n.Is("function_declaration") {
		kotlinParams(n.Child("function_value_parameters"), d)
		d.Symbol += signatureOf(d.Params)
		if r := d.Receiver(); !r.IsZero() {
			d.Symbol = lastPart(r.Name) + "." + d.Symbol
		}
		if d.Kind == graph.KindMethod && !d.Receiver().IsZero() {
			d.Modifiers = append(d.Modifiers, "extension")
		}
		if body := n.Child("function_body"); d.Type.IsZero() && hasToken(body, "=") {
			w.results = append(w.results, body.First().Next())
		}
	}
	d.Exported = !slices.Contains(d.Modifiers, "private") && !slices.Contains(d.Modifiers, "internal")
	d.Test = slices.Contains(d.Decorators, "Test") || slices.Contains(d.Decorators, "ParameterizedTest")
}

// kotlinAccessor reads a getter or setter. It belongs to its property, also if it follows on a
// line of its own, where the grammar takes it for another member of the class.
//
//	val total: Int
//	    get() = lines.sum()
func kotlinAccessor(w *Walk, n parse.Node) {
	before := w.place
	for p := n.Prev(); !p.IsZero(); p = p.Prev() {
		if p.Is("property_declaration") {
			for i := len(w.Definitions) - 1; i > 0; i-- {
				if d := &w.Definitions[i]; d.Parent == w.def && p.Range().Contains(d.NameAt) {
					d.Range.End = n.End()
					w.place.def, w.place.symbol = int32(i), d.Symbol
					break
				}
			}
		}
		if p.IsNamed() && !p.Is("getter", "setter", "line_comment", "multiline_comment") {
			break
		}
	}
	w.scope = n.Range()
	d := &w.Definitions[w.def]
	w.Local("field", n.Start(), parse.LocalVar, d.Type, parse.Run{}, 0)
	if p := n.Child("parameter_with_optional_type", "parameter"); !p.IsZero() {
		w.Local(firstRoute.from(p).Text(), n.Start(), parse.LocalParam, d.Type, parse.Run{}, 0)
	}
	for c := range n.Named {
		switch {
		case c.Is("function_body") && n.Is("getter") && hasToken(c, "=") &&
			w.Definitions[w.def].Type.IsZero():
			w.addValue(c.First().Next())
		case !c.Is("parameter_with_optional_type", "parameter"):
			w.Visit(c)
		}
	}
	w.place = before
}

// kotlinParams sets which parameters have default values or are variadic: both are
// written next to the parameter.
func kotlinParams(list parse.Node, d *parse.Definition) {
	i, variadic := -1, false
	for c := range list.Children {
		switch c.Kind() {
		case "parameter_modifiers":
			variadic = strings.Contains(c.Text(), "vararg")
		case "parameter":
			i++
			if i < len(d.Params) {
				d.Params[i].Variadic = variadic
			}
			variadic = false
		case "=":
			if i >= 0 && i < len(d.Params) {
				d.Params[i].Optional = true
			}
		}
	}
}

// kotlinIf reads a condition: a value that is of a type has it in the branch, and after an if
// whose branch ends with a jump if it is not.
//
//	if (item is Book) item.read()
//	if (item !is Book) return
func kotlinIf(w *Walk, n parse.Node) {
	var branches []parse.Node
	for c := range n.Named {
		if c.Is("control_structure_body") {
			branches = append(branches, c)
		}
	}
	if cond := firstRoute.from(n); len(branches) > 0 {
		kotlinChecks(cond, func(name, typ parse.Node, is bool) {
			switch {
			case is && branches[0].Start() > cond.End():
				w.narrow(name, typ, branches[0].Range())
			case !is && len(branches) == 1 && kotlinJumps(branches[0]) && !cond.Is("conjunction_expression"):
				w.narrow(name, typ, parse.Range{Start: n.End(), End: w.scope.End})
			case !is && len(branches) > 1 && !cond.Is("conjunction_expression"):
				w.narrow(name, typ, branches[1].Range())
			}
		})
	}
	w.Children(n)
}

// kotlinJumps reports whether a branch ends with a jump.
func kotlinJumps(body parse.Node) bool {
	last := body
	for range 3 {
		var c parse.Node
		for x := range last.Named {
			c = x
		}
		if c.Is("jump_expression") {
			return true
		}
		last = c
	}
	return false
}

// kotlinChecks yields the names in a condition that are compared with types.
func kotlinChecks(cond parse.Node, yield func(name, typ parse.Node, is bool)) {
	for range maxWrapped {
		if cond.Is("check_expression") {
			if name := firstRoute.from(cond); name.Is("simple_identifier") && (hasToken(cond, "is") || hasToken(cond, "!is")) {
				yield(name, secondRoute.from(cond), hasToken(cond, "is"))
			}
			return
		}
		if !cond.Is("conjunction_expression", "disjunction_expression", "parenthesized_expression") {
			return
		}
		if right := secondRoute.from(cond); !right.IsZero() {
			is := cond.Is("conjunction_expression")
			kotlinChecks(right, func(name, typ parse.Node, positive bool) {
				if positive == is {
					yield(name, typ, positive)
				}
			})
		}
		cond = firstRoute.from(cond)
	}
}

// kotlinAnd reads a && b, where b sees the types that a has compared with.
func kotlinAnd(w *Walk, n parse.Node) {
	left := firstRoute.from(n)
	if right := secondRoute.from(n); !right.IsZero() {
		kotlinChecks(left, func(name, typ parse.Node, is bool) {
			if is {
				w.narrow(name, typ, right.Range())
			}
		})
	}
	w.Children(n)
}

// kotlinWhen reads when (item) { is Book -> … }.
func kotlinWhen(w *Walk, n parse.Node) {
	w.Within(n.Range(), func() {
		subject := n.Child("when_subject")
		name := firstRoute.from(subject.Child("variable_declaration"))
		if name.IsZero() {
			name = firstRoute.from(subject)
		}
		for c := range n.Named {
			test := firstRoute.from(firstRoute.from(c))
			if c.Is("when_entry") && test.Is("type_test") && hasToken(test, "is") &&
				!secondRoute.from(c).Is("when_condition") && name.Is("simple_identifier") {
				w.narrow(name, firstRoute.from(test), c.Range())
			}
			if c.Is("when_entry") && subject.IsZero() && test.Is("check_expression") {
				kotlinChecks(test, func(name, typ parse.Node, is bool) {
					if is {
						w.narrow(name, typ, c.Range())
					}
				})
			}
		}
		w.Children(n)
	})
}

// narrow records that the value of a name has a type in a part of the text.
func (w *Walk) narrow(name, typ parse.Node, scope parse.Range) {
	if scope.IsEmpty() {
		return
	}
	w.Locals = append(w.Locals, parse.DraftLocal{Local: parse.Local{Name: narrowed + name.Text(), Type: w.Type(typ),
		Def: w.def, Kind: parse.LocalVar, Scope: scope}})
}

// firstRoute and secondRoute lead to the first named children.
var firstRoute, secondRoute = newRoute("#0"), newRoute("#1")

// narrowed is the prefix of a local that states the type of the value of a name.
const narrowed = "is "

// kotlinCompanion reads a companion object, with or without a name.
func kotlinCompanion(w *Walk, n parse.Node) {
	name := n.Child("type_identifier")
	d := parse.Definition{Kind: graph.KindClass, Name: "Companion", NameAt: n.Start(), Modifiers: []string{"companion"},
		Exported: !strings.Contains(n.Child("modifiers").Text(), "private")}
	if !name.IsZero() {
		d.Name, d.NameAt = name.Text(), name.Start()
	}
	w.DefineAs(n, d, n.Child("class_body"))
}

// kotlinObject reads an anonymous object.
func kotlinObject(w *Walk, n parse.Node) {
	w.anonymous(n, n.Child("class_body"),
		newRoute(":delegation_specifier/:user_type|:delegation_specifier/:constructor_invocation/:user_type"))
}

func kotlinConstructor(w *Walk, n parse.Node) {
	d := parse.Definition{Kind: graph.KindConstructor, Name: w.Definitions[w.def].Name, NameAt: n.Start()}
	list := n.Child("function_value_parameters")
	w.addParams(list, &d)
	kotlinParams(list, &d)
	d.Symbol = d.Name + signatureOf(d.Params)
	w.DefineAs(n, d, n.Child("statements"))
}

// kotlinParameter reads a parameter of a primary constructor.
func kotlinParameter(w *Walk, n parse.Node) {
	name, typ := n.Child("simple_identifier"), newRoute(">:").from(n)
	if n.Child("binding_pattern_kind").IsZero() {
		if name.Text() != "" {
			w.Local(name.Text(), name.Start(), parse.LocalParam, w.Type(typ), parse.Run{}, 0)
			w.scopeLast(w.Definitions[w.def].Range)
		}
		w.Children(n)
		return
	}
	d := parse.Definition{Kind: graph.KindProperty, Name: name.Text(), NameAt: name.Start(), Type: w.Type(typ)}
	w.addModifiers(n, &d)
	d.Exported = !slices.Contains(d.Modifiers, "private")
	w.DefineAs(n, d, parse.Node{})
}

// kotlinCatch reads a catch block, whose name is local to it.
func kotlinCatch(w *Walk, n parse.Node) {
	w.Within(n.Range(), func() {
		name, typ := n.Child("simple_identifier"), n.Child("user_type")
		w.Local(name.Text(), name.Start(), parse.LocalVar, w.Type(typ), parse.Run{}, 0)
		w.Children(n)
	})
}

// kotlinAssigned reads an assignment target: a name and suffixes in one node.
func kotlinAssigned(w *Walk, n parse.Node) { w.Children(n) }

// signatureOf returns the suffix that distinguishes overloads: the types of the
// parameters as written.
func signatureOf(params []parse.Param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = typeText(p.Type)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func typeText(t parse.TypeRef) string {
	if t = short(t); t.IsZero() {
		return "_"
	}
	return t.String()
}

// short returns a type with the last parts of its dotted names, and without function types.
func short(t parse.TypeRef) parse.TypeRef {
	if t.Form == parse.FormFunc {
		return parse.TypeRef{}
	}
	t.Name, t.Args = lastPart(t.Name), slices.Clone(t.Args)
	for i := range t.Args {
		t.Args[i] = short(t.Args[i])
	}
	return t
}

// hasToken reports whether a node has an unnamed child of a kind.
func hasToken(n parse.Node, token string) bool {
	for c := range n.Children {
		if !c.IsNamed() && c.Kind() == token {
			return true
		}
	}
	return false
}
