package tags

import (
	"slices"
	"strings"

	scalaGrammar "github.com/smacker/go-tree-sitter/scala"

	"seedgraph/graph"
	"seedgraph/parse"
)

// scala shares the symbol table of Java.
//
//   - An object is a class with the modifier object, whose symbol ends with $: a class of that
//     name is a separate definition.
//   - All parameters of a class are properties.
//   - The plain name of a method is a call of it.
var scala = Row{
	Name: "scala", Family: "java", Accepts: "Scala 2.13 and most of 3", Extensions: []string{".scala", ".sc"},
	Grammar: scalaGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"package_clause":     {Op: Do, Do: scalaPackage},
		"import_declaration": {Op: Do, Do: scalaImport},
		"class_definition": {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body",
			Bases: "extend/type", TypeParams: "type_parameters"},
		"object_definition": {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body", Bases: "extend/type"},
		"trait_definition": {Op: Define, Kind: graph.KindInterface, Name: "name", Body: "body",
			Bases: "extend/type", TypeParams: "type_parameters"},
		"enum_definition":  {Op: Define, Kind: graph.KindEnum, Name: "name", Body: "body", Bases: "extend/type"},
		"simple_enum_case": {Op: Define, Kind: graph.KindConstant, Name: "name"},
		"full_enum_case":   {Op: Define, Kind: graph.KindConstant, Name: "name"},
		"type_definition":  {Op: Define, Kind: graph.KindTypeAlias, Name: "name", Type: "type"},
		"function_definition": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body",
			Params: "parameters", Type: "return_type", TypeParams: "type_parameters"},
		"function_declaration": {Op: Define, Kind: graph.KindFunction, Name: "name",
			Params: "parameters", Type: "return_type", TypeParams: "type_parameters"},
		"val_definition":   {Op: Define, Kind: graph.KindProperty, Name: "pattern", Type: "type", Value: "value", Local: true},
		"var_definition":   {Op: Define, Kind: graph.KindProperty, Name: "pattern", Type: "type", Value: "value", Local: true},
		"val_declaration":  {Op: Define, Kind: graph.KindProperty, Name: "name", Type: "type"},
		"var_declaration":  {Op: Define, Kind: graph.KindProperty, Name: "name", Type: "type"},
		"given_definition": {Op: Define, Kind: graph.KindProperty, Name: "name", Type: "return_type", Value: "body"},
		"class_parameter":  {Op: Define, Kind: graph.KindProperty, Name: "name", Type: "type", Value: "default_value"},
		"extends_clause":   {Op: Do, Do: scalaExtends},
		"type_parameters":  {Op: Do, Do: scalaTypeParams},

		"covariant_type_parameter":     {Op: Do, Name: "name", Do: scalaTypeParams},
		"contravariant_type_parameter": {Op: Do, Name: "name", Do: scalaTypeParams},

		"parameter":            {Op: Declare, Name: "name", Type: "type", Value: "default_value"},
		"binding":              {Op: Declare, Name: "name", Type: "type"},
		"lambda_expression":    {Op: Do, Do: scalaLambda},
		"extension_definition": {Op: Scope},
		"case_clause":          {Op: Scope},
		"typed_pattern":        {Op: Declare, Name: "pattern", Type: "type"},
		"case_class_pattern":   {Op: Declare, Name: "pattern"},
		"capture_pattern":      {Op: Declare, Name: "name"},
		"for_expression":       {Op: Scope},
		"enumerator":           {Op: Declare, Name: "#0", Value: "#1", Element: true},
		"block":                {Op: Scope},

		"identifier":          {Op: Name},
		"operator_identifier": {Op: Skip},
		"field_expression":    {Op: Member, Operand: "value", Name: "field"},
		"call_expression":     {Op: Call, Operand: "function", Args: "arguments"},
		"generic_function":    {Op: Wrap, Operand: "function"},
		"instance_expression": {Op: Create, Type: ":type_identifier|:generic_type|:stable_type_identifier", Args: ":arguments",
			Unless: scalaAnonymous},
		"infix_expression":               {Op: Call, Operand: "left", Name: "operator", More: oneMore, Unless: scalaOperator},
		"parenthesized_expression":       {Op: Wrap, Operand: "#0"},
		"ascription_expression":          {Op: Typed, Type: "#1"},
		"string":                         {Op: Typed, Is: "String"},
		"interpolated_string_expression": {Op: Do, Do: scalaInterpolated},
		"integer_literal":                {Op: Typed, Is: "Int"},
		"boolean_literal":                {Op: Typed, Is: "Boolean"},

		"type_identifier":         {Op: TypeName},
		"stable_type_identifier":  {Op: TypeName},
		"generic_type":            {Op: TypeArgs, Name: "type", Args: "type_arguments"},
		"lazy_parameter_type":     {Op: TypeWrap, Operand: "type"},
		"repeated_parameter_type": {Op: TypeList, Operand: "type"},
		"annotated_type":          {Op: TypeWrap, Operand: "#0"},
		"compound_type":           {Op: TypeWrap, Operand: "#0"},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:(?:override|final|private|protected|implicit|lazy|sealed|abstract|case|inline|open|transparent)(?:\[\w+\])? )*(?:def|class|object|trait|enum) +(\w+)[^\n{=]*[{=]?`, Close: "}"},
	Comments: "comment block_comment", Modifiers: "modifiers annotation", This: "this", Base: "super",
	Branches: "if_expression while_expression for_expression case_clause catch_clause",
	Binds: func(n parse.Node) bool {
		return n.FieldName() != "type" && !startsUpper(n.Text())
	},
	Module: func(w *Walk, root parse.Node) string { return scalaModule(root) },
	Finish: scalaFinish,
	TestFile: func(p string) bool {
		return parse.IsJVMTest(p) || strings.HasSuffix(p, "Spec.scala")
	},
	Scoping: Scoping{BareCalls: true, Implicit: true, ImportsFirst: true, LastFirst: true, Objects: true,
		Outward: true, Prelude: []string{"scala", "scala.Predef", "java.lang"}},
}

// scalaTypeParams reads the bounds of type parameters. Their names, and the parameters of
// those that are type constructors, are not references.
//
//	[F[_]: Monad, +A >: Item]
func scalaTypeParams(w *Walk, n parse.Node) {
	for c := range n.Named {
		if c.FieldName() != "name" && !c.Is("type_parameters") {
			w.Visit(c)
		}
	}
}

// scalaModule joins the package clauses at the start of a file.
func scalaModule(root parse.Node) string {
	module := ""
	for c := range root.Named {
		if c.Is("package_clause") && c.Field("body").IsZero() {
			module = strings.Trim(module+"."+c.Field("name").Text(), ".")
		}
	}
	return module
}

// scalaPackage reads a package with a body.
func scalaPackage(w *Walk, n parse.Node) {
	body := n.Field("body")
	if body.IsZero() {
		return
	}
	before := w.module
	outer := before
	if outer == "" {
		outer = w.F.Module
	}
	w.module = strings.Trim(outer+"."+n.Field("name").Text(), ".")
	w.Children(body)
	w.module = before
}

// scalaImport reads import a.b.C, import a.b._, import a.{B, C => D}.
func scalaImport(w *Walk, n parse.Node) {
	var parts []string
	for c := range n.Children {
		if c.FieldName() == "path" && c.IsNamed() {
			parts = append(parts, c.Text())
		}
	}
	path := strings.Join(parts, ".")
	add := func(im use) {
		im.At, im.Def, im.Scope = n.Start(), w.def, w.useScope()
		w.F.Imports = append(w.F.Imports, parse.Import(im))
	}
	if list := n.Child("namespace_selectors"); !list.IsZero() {
		for c := range list.Named {
			im := use{Path: path, Name: c.Text()}
			if c.Is("arrow_renamed_identifier", "as_renamed_identifier") {
				im.Name, im.Alias = c.Field("name").Text(), c.Field("alias").Text()
			} else if c.Is("namespace_wildcard") {
				im.Name, im.All = "", true
			} else {
				im.Alias = im.Name
			}
			add(im)
		}
		return
	}
	if !n.Child("namespace_wildcard").IsZero() {
		add(use{Path: path, All: true})
		return
	}
	im := use{}
	im.setPath(path)
	im.Alias = im.Name
	add(im)
}

func scalaFinish(w *Walk, n parse.Node, d *parse.Definition) {
	switch n.Kind() {
	case "object_definition":
		d.Modifiers = append(d.Modifiers, "object")
		d.Symbol += "$"
	case "class_definition":
		if hasToken(n, "case") {
			d.Modifiers = append(d.Modifiers, "case")
		}
	case "function_definition", "function_declaration":
		if d.Name == "this" {
			d.Kind, d.Name = graph.KindConstructor, w.Definitions[w.def].Name
		}
		d.Symbol = d.Name + signatureOf(d.Params)
		if t := scalaExtended(n); !t.IsZero() {
			d.SetReceiver(w.Type(t))
		}
		if body := n.Field("body"); d.Type.IsZero() && !body.IsZero() && !body.Is("block") {
			w.results = append(w.results, body)
		}
	}
	d.Exported = !slices.Contains(d.Modifiers, "private") && !slices.Contains(d.Modifiers, "protected")
	d.Test = slices.Contains(d.Decorators, "Test")
}

// scalaExtended returns the type that an extension method extends, or the zero node.
//
//	extension (o: Order) def ship: Unit = …
func scalaExtended(n parse.Node) parse.Node {
	for p := n.Parent(); p.Is("extension_definition", "template_body", "block"); p = p.Parent() {
		if p.Is("extension_definition") {
			return p.Field("parameters").Child("parameter").Field("type")
		}
	}
	return parse.Node{}
}

// scalaExtends reads the arguments that a class passes to its base class; the
// types are bases.
func scalaExtends(w *Walk, n parse.Node) {
	for c := range n.Named {
		if c.Is("arguments") {
			w.Children(c)
		}
	}
}

func scalaLambda(w *Walk, n parse.Node) {
	w.Within(n.Range(), func() {
		if p := n.Field("parameters"); p.Is("identifier") {
			w.Local(p.Text(), p.Start(), parse.LocalParam, parse.TypeRef{}, parse.Run{}, 0)
			for c := range n.Named {
				if c.Index() != p.Index() {
					w.Visit(c)
				}
			}
			return
		}
		w.Children(n)
	})
}

// scalaOperator reads a symbolic operator, which is rarely defined in the tree.
func scalaOperator(w *Walk, n parse.Node) bool {
	if !n.Field("operator").Is("operator_identifier") {
		return false
	}
	w.Children(n)
	return true
}

func scalaInterpolated(w *Walk, n parse.Node) {
	for c := range n.Named {
		if c.FieldName() != "interpolator" {
			w.Visit(c)
		}
	}
}

// scalaAnonymous reads the creation of an object with a body, which is of an anonymous class.
func scalaAnonymous(w *Walk, n parse.Node) bool {
	body := n.Child("template_body")
	if body.IsZero() {
		return false
	}
	w.created(n, w.rule(n))
	w.Visit(n.Child("arguments"))
	w.anonymous(n, body, scalaBases)
	return true
}

// scalaBases lead to the bases of an anonymous class.
var scalaBases = newRoute(":type_identifier|:generic_type|:stable_type_identifier|:compound_type/:type_identifier|" +
	":compound_type/:generic_type")
