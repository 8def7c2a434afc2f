package tags

import (
	"slices"
	"strings"

	swiftGrammar "github.com/smacker/go-tree-sitter/swift"

	"seedgraph/graph"
	"seedgraph/parse"
)

// swift has the package module as the module of a file: the folder below Sources
// or Tests.
//
//   - An extension is a part of its type.
//   - The symbol of a function has the labels of its arguments: total(of:).
//   - The grammar parses a suffix of an operand as a suffix of the whole expression: such nodes
//     continue with their right side.
var swift = Row{
	Name: "swift", Accepts: "Swift 5.5", Extensions: []string{".swift"}, Grammar: swiftGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"import_declaration": {Op: Do, Do: func(w *Walk, n parse.Node) {
			w.F.Imports = append(w.F.Imports, parse.Import{Path: n.Child("identifier").Text(), All: true, At: n.Start()})
		}},
		"class_declaration": {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body",
			Bases: ":inheritance_specifier/inherits_from", TypeParams: ":type_parameters"},
		"protocol_declaration": {Op: Define, Kind: graph.KindInterface, Name: "name", Body: "body",
			Bases: ":inheritance_specifier/inherits_from"},
		"inheritance_specifier":         {Op: Skip},
		"enum_entry":                    {Op: Do, Do: swiftCases},
		"typealias_declaration":         {Op: Define, Kind: graph.KindTypeAlias, Name: "name", Type: "#-1"},
		"associatedtype_declaration":    {Op: Define, Kind: graph.KindTypeAlias, Name: "name"},
		"function_declaration":          {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body", TypeParams: ":type_parameters"},
		"protocol_function_declaration": {Op: Define, Kind: graph.KindFunction, Name: "name"},
		"init_declaration":              {Op: Define, Kind: graph.KindConstructor, Name: "name", Body: "body"},
		"property_declaration": {Op: Define, Kind: graph.KindProperty, Name: "name",
			Type: ":type_annotation/name", Value: "value", Body: "computed_value", Local: true},
		"protocol_property_declaration": {Op: Define, Kind: graph.KindProperty, Name: "name/bound_identifier",
			Type: ":type_annotation/name"},

		"parameter":        {Op: Declare, Name: "name", Type: "#-1"},
		"lambda_parameter": {Op: Declare, Name: "name", Type: ">:"},
		"lambda_literal": {Op: Lambda, Params: ":lambda_function_type/:lambda_function_type_parameters",
			Is: "$0 $1 $2 $3"},
		"for_statement":   {Op: Declare, Name: "item", Value: "collection", Each: true},
		"if_statement":    {Op: Do, Do: swiftIf},
		"while_statement": {Op: Do, Do: swiftIf},
		"guard_statement": {Op: Do, Do: swiftConditions},
		"switch_entry":    {Op: Scope},
		"switch_pattern":  {Op: Do, Do: swiftPattern},
		"catch_block":     {Op: Scope},
		"do_statement":    {Op: Scope},

		"simple_identifier":              {Op: Name},
		"self_expression":                {Op: Self},
		"super_expression":               {Op: Super},
		"navigation_expression":          {Op: Member, Operand: "target", Name: "suffix/suffix"},
		"call_expression":                {Op: Call, Operand: "#0", Args: ":call_suffix/:value_arguments", More: "lambda_literal"},
		"constructor_expression":         {Op: Create, Type: "constructed_type", Args: ":constructor_suffix/:value_arguments"},
		"value_argument":                 {Op: Argument, Operand: "value", Name: "name"},
		"prefix_expression":              {Op: Implied, Name: "target"},
		"value_argument_label":           {Op: Skip},
		"postfix_expression":             {Op: Wrap, Operand: "target"},
		"try_expression":                 {Op: Wrap, Operand: "expr", Tail: true},
		"await_expression":               {Op: Wrap, Operand: "expr", Tail: true},
		"additive_expression":            {Op: Wrap, Operand: "rhs", Tail: true},
		"multiplicative_expression":      {Op: Wrap, Operand: "rhs", Tail: true},
		"comparison_expression":          {Op: Wrap, Operand: "rhs", Tail: true},
		"equality_expression":            {Op: Wrap, Operand: "rhs", Tail: true},
		"conjunction_expression":         {Op: Wrap, Operand: "rhs", Tail: true},
		"disjunction_expression":         {Op: Wrap, Operand: "rhs", Tail: true},
		"nil_coalescing_expression":      {Op: Wrap, Operand: "if_nil", Tail: true},
		"directly_assignable_expression": {Op: Wrap, Operand: "#0"},
		"tuple_expression":               {Op: Wrap, Operand: "value"},
		"as_expression":                  {Op: Typed, Type: "name"},
		"line_string_literal":            {Op: Typed, Is: "String"},
		"integer_literal":                {Op: Typed, Is: "Int"},
		"boolean_literal":                {Op: Typed, Is: "Bool"},
		"attribute":                      {Op: Skip},

		"user_type":                 {Op: TypeName, Args: ":type_arguments"},
		"optional_type":             {Op: TypeWrap, Operand: "wrapped"},
		"array_type":                {Op: TypeList, Operand: "name"},
		"type_annotation":           {Op: TypeWrap, Operand: "name"},
		"opaque_type":               {Op: TypeWrap, Operand: "#0"},
		"existential_type":          {Op: TypeWrap, Operand: "#0"},
		"protocol_composition_type": {Op: TypeWrap, Operand: "#0"},
		"tuple_type":                {Op: TypeWrap, Operand: ":tuple_type_item", Single: true},
		"tuple_type_item":           {Op: TypeWrap, Operand: "#-1"},
		"function_type":             {Op: TypeFunc, Params: "params", Type: ">->"},
		"type_parameter":            {Name: ":type_identifier", Type: ">:"},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:@\w+ |(?:public|private|fileprivate|internal|open|static|final|override|mutating|convenience|required|class|indirect|nonisolated)(?:\(set\))? )*(?:func|class|struct|enum|protocol|actor) +(\w+)[^\n{]*\{?`, Close: "}"},
	Comments: "comment multiline_comment", Modifiers: "modifiers", Silent: "Self",
	Branches:  "if_statement guard_statement for_statement while_statement switch_entry catch_block ternary_expression nil_coalescing_expression",
	Module:    func(w *Walk, root parse.Node) string { return swiftModule(w.F.Path) },
	Finish:    swiftFinish,
	TestFile:  func(p string) bool { return strings.Contains("/"+p, "/Tests/") || strings.HasSuffix(p, "Tests.swift") },
	Arguments: true, Expected: swiftExpected,
	Scoping: Scoping{Implicit: true, Labels: true, Creators: "init",
		Iterating: "forEach map filter flatMap compactMap contains first last allSatisfy firstIndex lastIndex drop prefix removeAll " +
			"sorted sort min max reduce partition",
		Same:     "filter sorted reversed shuffled dropFirst dropLast prefix suffix lazy",
		Elements: "first last min max randomElement popLast popFirst removeFirst removeLast remove next",
		Modules:  Folders, ProjectFiles: []string{"Package.swift"}},
}

// swiftModule returns the folder below Sources or Tests; a file elsewhere is in
// the only module of its tree.
func swiftModule(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts[:len(parts)-1] {
		if (p == "Sources" || p == "Tests") && i+1 < len(parts)-1 {
			return parts[i+1]
		}
	}
	return ""
}

func swiftFinish(w *Walk, n parse.Node, d *parse.Definition) {
	switch n.Kind() {
	case "class_declaration":
		switch n.Field("declaration_kind").Text() {
		case "struct":
			d.Kind = graph.KindStruct
		case "enum":
			d.Kind = graph.KindEnum
		case "extension":
			d.Partial = true
			d.SetReceiver(w.Type(n.Field("name")))
			d.Symbol = d.Name + ".extension"
			for _, b := range d.Bases {
				d.Symbol = d.Name + "." + lastPart(b.Name)
			}
		}
	case "function_declaration", "protocol_function_declaration", "init_declaration":
		d.Symbol = d.Name + "(" + swiftParams(w, n, d) + ")"
		swiftResult(w, n, d)
		d.Test = w.F.Test && strings.HasPrefix(d.Name, "test")
	}
	if slices.Contains(d.Modifiers, "class") && d.Kind != graph.KindClass {
		d.Modifiers = append(d.Modifiers, "static")
	}
	d.Exported = slices.Contains(d.Modifiers, "public") || slices.Contains(d.Modifiers, "open")
}

// swiftParams adds the parameters, which are children of the function itself, and
// returns the argument labels.
func swiftParams(w *Walk, n parse.Node, d *parse.Definition) string {
	labels := ""
	for c := range n.Children {
		switch {
		case c.Is("parameter"):
			p := parse.Param{Name: c.Field("name").Text(), Type: w.Type(newRoute("#-1").from(c)),
				Variadic: hasToken(c, "...")}
			d.Params = append(d.Params, p)
			label := c.Field("external_name").Text()
			if label == "" {
				label = p.Name
			}
			labels += label + ":"
		case c.FieldName() == "default_value" && len(d.Params) > 0:
			d.Params[len(d.Params)-1].Optional = true
		}
	}
	return labels
}

// swiftResult finds the result type: a second child in the name field.
func swiftResult(w *Walk, n parse.Node, d *parse.Definition) {
	for c := range n.Named {
		if c.FieldName() == "name" && c.Start() > d.NameAt {
			d.Type = w.Type(c)
		}
	}
}

// swiftCases reads case a, b: one constant each.
func swiftCases(w *Walk, n parse.Node) {
	for c := range n.Named {
		if c.FieldName() == "name" {
			w.Field(n, parse.Definition{Kind: graph.KindConstant, Name: c.Text(), NameAt: c.Start(), Exported: true})
		} else {
			w.Visit(c)
		}
	}
}

func swiftIf(w *Walk, n parse.Node) {
	w.Within(n.Range(), func() { swiftConditions(w, n) })
}

// swiftConditions reads let x = y, which is not a node of its own in a condition.
func swiftConditions(w *Walk, n parse.Node) {
	var name parse.Node
	for c := range n.Named {
		switch {
		case c.FieldName() == "bound_identifier":
			name = c
		case c.Is("value_binding_pattern"):
		case !name.IsZero() && c.FieldName() == "condition":
			run := w.Chain(c)
			w.Local(name.Text(), c.End(), parse.LocalVar, parse.TypeRef{}, run, 0)
			name = parse.Node{}
		default:
			w.Visit(c)
		}
	}
}

// swiftPattern reads the pattern of a case, whose names follow let or var.
func swiftPattern(w *Walk, n parse.Node) {
	binds := false
	n.Descendants(func(c parse.Node) bool {
		binds = binds || c.Is("value_binding_pattern")
		if c.Is("simple_identifier") && binds && c.Parent().Is("pattern") && c.Parent().Parent().Is("pattern") {
			w.Local(c.Text(), c.Start(), parse.LocalVar, parse.TypeRef{}, parse.Run{}, 0)
		}
		return true
	})
}

// swiftExpected finds the type that an implicit member belongs to: of the parameter that it is an
// argument for, of the variable or the result, of the other side of an assignment or a comparison.
func swiftExpected(w *Walk, n parse.Node) bool {
	off := len(w.Steps)
	elements := 0
	for c, p := swiftValue(n), (parse.Node{}); ; c = p {
		if p = c.Parent(); p.IsZero() {
			return false
		}
		switch p.Kind() {
		case "ternary_expression", "try_expression", "await_expression", "tuple_expression", "nil_coalescing_expression":
			if c.FieldName() == "condition" {
				return false
			}
			continue
		case "array_literal":
			elements++
			continue
		case "value_argument":
			l := parse.Local{}
			if !w.passedTo(p, &l) {
				return false
			}
			w.Steps = append(w.Steps, parse.Step{Kind: parse.StepArgument, At: l.Callee, Args: l.Arg})
		case "control_transfer_statement":
			if !w.swiftResult(p) {
				return false
			}
		case "statements":
			if !p.First().Next().IsZero() || !p.Parent().Is("function_body", "computed_property", "computed_getter") || !w.swiftResult(p) {
				return false
			}
		case "property_declaration":
			if !w.typed(newRoute(":type_annotation/name").from(p)) {
				return false
			}
		case "assignment":
			w.quietly(p.Field("target"))
		case "equality_expression":
			w.quietly(p.Field("lhs"))
		case "function_declaration", "init_declaration":
			var param parse.Node
			for x := range p.Named {
				if x.Is("parameter") && x.Start() < c.Start() {
					param = x
				}
			}
			if !w.typed(newRoute("#-1").from(param)) {
				return false
			}
		default:
			return false
		}
		for range elements {
			w.Steps = append(w.Steps, parse.Step{Kind: parse.StepElement})
		}
		return len(w.Steps) > off
	}
}

// swiftValue returns the whole call of an implicit member: .new(1) for .new.
func swiftValue(n parse.Node) parse.Node {
	for p := n.Parent(); p.Is("call_expression", "navigation_expression"); p = p.Parent() {
		n = p
	}
	return n
}

// swiftResult adds the result type of the function around a node, if no closure is between them.
func (w *Walk) swiftResult(n parse.Node) bool {
	for p := n; ; p = p.Parent() {
		if p.IsZero() || p.Is("lambda_literal") {
			return false
		}
		if p.Is("function_body", "computed_property", "class_body") {
			break
		}
	}
	ref := w.Definitions[w.def].Type
	if ref.IsZero() {
		return false
	}
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepType, Name: ref.Name, Type: &ref})
	return true
}

// typed adds a written type as the start of a chain.
func (w *Walk) typed(n parse.Node) bool {
	ref := w.Type(n)
	if ref.IsZero() {
		return false
	}
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepType, Name: ref.Name, Type: &ref})
	return true
}

// quietly adds the steps of an expression that is read elsewhere.
func (w *Walk) quietly(n parse.Node) {
	if n.IsZero() || w.quiet {
		return
	}
	locals := len(w.Locals)
	w.quiet = true
	w.Chain(n)
	w.quiet = false
	w.Locals = w.Locals[:locals]
}
