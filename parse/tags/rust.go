package tags

import (
	"slices"
	"strings"

	rustGrammar "github.com/smacker/go-tree-sitter/rust"

	"seedgraph/graph"
	"seedgraph/parse"
)

// rust has ids by crate and module path: the resolver finds the module of a file by the
// declarations of modules.
//
//   - A module with a body is a namespace; one without is an import of its file, Whole, whose
//     Name is the path of its attribute, if it has one.
//   - An impl block is a part of its type, with the trait as its base. The symbols of its members
//     begin with the names of both: Order.Display.fmt.
//   - The first parameter of a method is self, of the type Self, &Self or a written one.
var rust = Row{
	Name: "rust", Accepts: "Rust 2021, 1.75", Extensions: []string{".rs"}, Grammar: rustGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"use_declaration":          {Op: Do, Do: rustUse},
		"extern_crate_declaration": {Op: Do, Do: rustExtern},
		"mod_item":                 {Op: Do, Do: rustModule},
		"impl_item":                {Op: Do, Do: rustImpl},
		"struct_item":              {Op: Define, Kind: graph.KindStruct, Name: "name", Body: "body", TypeParams: "type_parameters"},
		"union_item":               {Op: Define, Kind: graph.KindStruct, Name: "name", Body: "body", TypeParams: "type_parameters"},
		"enum_item":                {Op: Define, Kind: graph.KindEnum, Name: "name", Body: "body", TypeParams: "type_parameters"},
		"trait_item": {Op: Define, Kind: graph.KindInterface, Name: "name", Body: "body",
			TypeParams: "type_parameters", Bases: "bounds/:type_identifier|bounds/:scoped_type_identifier|bounds/:generic_type"},
		"enum_variant":      {Op: Define, Kind: graph.KindConstant, Name: "name", Body: "body"},
		"field_declaration": {Op: Define, Kind: graph.KindField, Name: "name", Type: "type"},
		"function_item": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body", Params: "parameters",
			Type: "return_type", TypeParams: "type_parameters"},
		"function_signature_item": {Op: Define, Kind: graph.KindFunction, Name: "name", Params: "parameters",
			Type: "return_type", TypeParams: "type_parameters"},
		"const_item":       {Op: Define, Kind: graph.KindConstant, Name: "name", Type: "type", Value: "value", Local: false},
		"static_item":      {Op: Define, Kind: graph.KindVariable, Name: "name", Type: "type", Value: "value"},
		"type_item":        {Op: Define, Kind: graph.KindTypeAlias, Name: "name", Type: "type"},
		"associated_type":  {Op: Define, Kind: graph.KindTypeAlias, Name: "name"},
		"macro_definition": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: ":macro_rule"},

		"parameter":                   {Op: Declare, Name: "pattern", Type: "type"},
		"self_parameter":              {Op: Declare, Name: ":self"},
		"let_declaration":             {Op: Declare, Name: "pattern", Type: "type", Value: "value"},
		"let_condition":               {Op: Declare, Name: "pattern", Value: "value"},
		"for_expression":              {Op: Declare, Name: "pattern", Value: "value", Each: true},
		"match_arm":                   {Op: Scope},
		"match_pattern":               {Op: Do, Do: rustMatch},
		"closure_expression":          {Op: Do, Do: rustClosure},
		"block":                       {Op: Scope},
		"if_expression":               {Op: Scope},
		"while_expression":            {Op: Scope},
		"field_initializer":           {Op: Argument, Operand: "value"},
		"shorthand_field_initializer": {Op: Descend},

		"identifier":               {Op: Name},
		"metavariable":             {Op: Skip},
		"self":                     {Op: Self},
		"crate":                    {Op: Name},
		"super":                    {Op: Name},
		"scoped_identifier":        {Op: Member, Operand: "path", Name: "name"},
		"field_expression":         {Op: Member, Operand: "value", Name: "field"},
		"generic_function":         {Op: Wrap, Operand: "function"},
		"call_expression":          {Op: Call, Operand: "function", Args: "arguments"},
		"struct_expression":        {Op: Create, Type: "name", Args: "body"},
		"parenthesized_expression": {Op: Wrap, Operand: "#0"},
		"try_expression":           {Op: Item, Operand: "#0"},
		"await_expression":         {Op: Waiting, Operand: "#0"},
		"reference_expression":     {Op: Wrap, Operand: "value"},
		"unary_expression":         {Op: Wrap, Operand: "#0"},
		"index_expression":         {Op: Item, Operand: "#0"},
		"binary_expression":        {Op: Operator, Operand: "#0", Operators: rustOperators},
		"compound_assignment_expr": {Op: Operator, Operand: "#0", Operators: rustOperators},
		"type_cast_expression":     {Op: Typed, Type: "type"},
		"string_literal":           {Op: Typed, Is: "str"},
		"integer_literal":          {Op: Typed, Is: "i32"},
		"macro_invocation":         {Op: Do, Do: rustMacro},
		"token_tree":               {Op: Do, Do: rustTokens},
		"bracketed_type":           {Op: TypeWrap, Operand: "#0"},
		"qualified_type":           {Op: TypeWrap, Operand: "type"},

		"type_identifier":             {Op: TypeName},
		"primitive_type":              {Op: TypeName},
		"scoped_type_identifier":      {Op: Member, Operand: "path", Name: "name"},
		"generic_type":                {Op: TypeArgs, Name: "type", Args: "type_arguments"},
		"generic_type_with_turbofish": {Op: TypeArgs, Name: "type", Args: "type_arguments"},
		"reference_type":              {Op: TypeWrap, Operand: "type", Form: parse.FormReference},
		"pointer_type":                {Op: TypeWrap, Operand: "type"},
		"dynamic_type":                {Op: TypeWrap, Operand: "trait"},
		"abstract_type":               {Op: TypeWrap, Operand: "trait"},
		"array_type":                  {Op: TypeList, Operand: "element"},
		"constrained_type_parameter":  {Name: "left"},
		"optional_type_parameter":     {Name: "name"},
		"type_parameters":             {Op: Do, Do: rustBounds},
		"lifetime":                    {Op: Skip},
		"attribute_item":              {Op: Skip},
		"inner_attribute_item":        {Op: Skip},
		"visibility_modifier":         {Op: Skip},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:(?:async|const|unsafe|default|extern "C") )*(?:fn|struct|enum|trait|mod|union) +(\w+)[^\n{]*\{?`, Close: "}"},
	Comments: "line_comment block_comment", Attributes: "attribute_item",
	Modifiers: "visibility_modifier function_modifiers",
	Branches:  "if_expression while_expression for_expression loop_expression match_arm try_expression",
	Silent:    "crate super self Self",
	Binds: func(n parse.Node) bool {
		return n.FieldName() != "type" && !startsUpper(n.Text())
	},
	Pattern: func(w *Walk, n parse.Node, init parse.Run) bool {
		if !n.Is("tuple_struct_pattern", "struct_pattern", "ref_pattern", "mut_pattern",
			"reference_pattern", "or_pattern", "captured_pattern") {
			return false
		}
		w.rustPattern(n, init)
		return true
	},
	Finish: rustFinish, Sites: rustSites{},
	TestFile: func(path string) bool { return strings.Contains("/"+path, "/tests/") },
	Scoping: Scoping{ImportsFirst: true, ProjectFiles: []string{"Cargo.toml"},
		Prelude:   []string{"std"},
		Wrappers:  "Box Rc Arc Cow Pin Ref RefMut MutexGuard",
		Elements:  "unwrap expect unwrap_or_default unwrap_or unwrap_or_else borrow borrow_mut lock read write",
		Optionals: "first last get get_mut pop next peek",
		Same: "iter iter_mut into_iter clone as_ref as_mut as_deref ok rev skip take filter " +
			"cloned copied ok_or ok_or_else " +
			"values values_mut into_values drain step_by inspect take_while skip_while",
		Iterating: "map for_each filter filter_map flat_map any all find find_map position inspect " +
			"take_while skip_while and_then map_or map_or_else is_some_and is_ok_and is_none_or " +
			"max_by_key min_by_key sort_by_key sort_by retain partition try_for_each sort_unstable_by_key"},
}

func rustFinish(w *Walk, n parse.Node, d *parse.Definition) {
	d.Exported = len(d.Modifiers) > 0 && strings.HasPrefix(d.Modifiers[0], "pub")
	d.Name = strings.TrimPrefix(d.Name, "r#")
	d.Symbol = d.Name
	for i, a := range d.Decorators {
		a, _, _ = strings.Cut(a, "(")
		d.Decorators[i] = strings.TrimSpace(a)
		d.Test = d.Test || a == "test" || strings.HasSuffix(a, "::test") || a == "rstest"
	}
	switch n.Kind() {
	case "struct_item", "enum_variant":
		if n.Field("body").Is("ordered_field_declaration_list") {
			w.rustFields(n, d)
		}
	case "macro_definition":
		d.Modifiers = append(d.Modifiers, "macro")
		d.Symbol += "!"
	case "function_item", "function_signature_item":
		w.rustSelf(n, d)
	}
}

// rustSelf marks the receiver of a method: self by value, & by reference.
func (w *Walk) rustSelf(n parse.Node, d *parse.Definition) {
	p := n.Field("parameters").Child("self_parameter")
	if p.IsZero() {
		if d.Kind == graph.KindMethod {
			d.Modifiers = append(d.Modifiers, "static")
		}
		return
	}
	d.Params[0].Name, d.Params[0].Type = "self", parse.TypeRef{Name: "Self"}
	if strings.HasPrefix(p.Text(), "&") {
		d.Modifiers = append(d.Modifiers, "&self")
	}
}

// rustModule reads mod a { … } and mod a;.
func rustModule(w *Walk, n parse.Node) {
	name := n.Field("name")
	body := n.Field("body")
	d := parse.Definition{Kind: graph.KindNamespace, Name: name.Text(), NameAt: name.Start()}
	if !body.IsZero() {
		w.addModifiers(n, &d)
		w.DefineAs(n, d, body)
		return
	}
	im := parse.Import{Path: name.Text(), Whole: true, Def: w.def, At: n.Start()}
	if a := n.Prev(); a.Is("attribute_item") && a.Child("attribute").Child("identifier").Text() == "path" {
		im.Name = a.Child("attribute").Field("value").Child("string_content").Text()
	}
	w.F.Imports = append(w.F.Imports, im)
}

// rustImpl reads an impl block: a part of its type.
func rustImpl(w *Walk, n parse.Node) {
	typ, trait := w.Type(n.Field("type")), w.Type(n.Field("trait"))
	name := lastPart(typ.Name)
	if name == "" {
		name = "impl"
		typ = parse.TypeRef{}
	}
	d := parse.Definition{Kind: graph.KindStruct, Name: name, NameAt: n.Field("type").Start(), Partial: true,
		Symbol: name + ".impl"}
	inner := name
	if !trait.IsZero() {
		d.Bases = []parse.TypeRef{trait}
		d.Symbol = name + "." + typeText(trait)
		inner = d.Symbol
	}
	d.SetReceiver(typ)
	w.addTypeParams(n.Field("type_parameters"), &d)
	w.defineAs(n, d, n.Field("body"), inner)
}

// rustUse reads a use declaration, whose trees may be nested.
func rustUse(w *Walk, n parse.Node) {
	export := !n.Child("visibility_modifier").IsZero()
	rustUseTree(w, n.Field("argument"), "", use{At: n.Start(), Def: w.def, Export: export, Scope: w.useScope()})
}

// useScope returns the scope of an import here: the enclosing body or module.
func (w *Walk) useScope() parse.Range {
	if w.def == 0 {
		return parse.Range{}
	}
	return w.scope
}

// A use is an import being read.
type use parse.Import

// setPath splits a path into the module and the imported name.
func (u *use) setPath(path string) {
	dot := strings.LastIndexByte(path, '.')
	u.Path, u.Name = path[:max(dot, 0)], path[dot+1:]
	if u.Name == "self" && u.Path != "" {
		u.setPath(u.Path)
	}
}

func rustUseTree(w *Walk, n parse.Node, prefix string, im use) {
	join := func(path string) string {
		path = dotted.Replace(strings.ReplaceAll(path, "r#", ""))
		return strings.Trim(prefix+"."+strings.Trim(path, "."), ".")
	}
	switch n.Kind() {
	case "use_list":
		for c := range n.Named {
			rustUseTree(w, c, prefix, im)
		}
		return
	case "scoped_use_list":
		rustUseTree(w, n.Field("list"), join(n.Field("path").Text()), im)
		return
	case "use_wildcard":
		im.Path, im.All = join(n.First().Text()), true
		if !n.First().IsNamed() {
			im.Path = prefix
		}
	case "use_as_clause":
		im.setPath(join(n.Field("path").Text()))
		im.Alias = n.Field("alias").Text()
	default:
		im.setPath(join(n.Text()))
		im.Alias = im.Name
	}
	if im.Path == "" && im.Name == "" {
		return
	}
	w.F.Imports = append(w.F.Imports, parse.Import(im))
}

func rustExtern(w *Walk, n parse.Node) {
	im := parse.Import{Name: n.Field("name").Text(), At: n.Start(), Def: w.def}
	im.Alias = im.Name
	if a := n.Field("alias"); !a.IsZero() {
		im.Alias = a.Text()
	}
	w.F.Imports = append(w.F.Imports, im)
}

// rustBounds reads the bounds of type parameters.
func rustBounds(w *Walk, n parse.Node) {
	for c := range n.Named {
		name := c
		if f := w.rule(c).name; f != nil {
			name = f.from(c)
		}
		bound := parse.TypeRef{}
		for b := range c.Field("bounds").Named {
			if t := w.Type(b); !t.IsZero() && bound.IsZero() {
				bound = t
			}
			w.TypeRefs(b)
		}
		if name.Is("type_identifier") && name.Text() != "" {
			w.Local(name.Text(), name.Start(), parse.LocalTypeParam, bound, parse.Run{}, 0)
			w.scopeLast(w.scope)
		}
	}
}

// rustMacro reads a macro call, whose arguments are tokens.
func rustMacro(w *Walk, n parse.Node) {
	name := n.Field("macro")
	text := name.Text()
	if name.Is("scoped_identifier") {
		name = name.Field("name")
	}
	off := int32(len(w.Steps))
	if parts := strings.Split(dotted.Replace(text), "."); len(parts) > 1 {
		for i, p := range parts[:len(parts)-1] {
			w.Steps = append(w.Steps, parse.Step{Kind: nameKind(i), Name: p})
		}
	}
	if t := name.Text(); t != "" {
		w.refer(t+"!", name.Start(), parse.RefCall, 0, off)
	}
	if tree := n.Child("token_tree"); !tree.IsZero() {
		rustTokens(w, tree)
	}
}

// rustTokens finds the calls among the tokens of a macro: names joined by :: and
// dots before a list in parentheses.
func rustTokens(w *Walk, n parse.Node) {
	off, joined := int32(-1), false
	reset := func() { off, joined = -1, false }
	for c := n.First(); !c.IsZero(); c = c.Next() {
		switch c.Kind() {
		case "identifier", "self", "crate", "super", "type_identifier", "primitive_type":
			if off < 0 || !joined {
				off = int32(len(w.Steps))
			}
			next := c.Next()
			k := nameKind(int(int32(len(w.Steps)) - off))
			switch {
			case c.Is("self"):
				w.Steps = append(w.Steps, parse.Step{Kind: parse.StepThis})
			case next.Is("token_tree") && strings.HasPrefix(next.Text(), "("):
				args := tokenArgs(next)
				w.refer(c.Text(), c.Start(), parse.RefCall, args, off)
				w.Steps = append(w.Steps, parse.Step{Kind: parse.StepCall, Name: c.Text(), Args: args, At: c.Start()})
			default:
				if !w.silent[c.Text()] {
					w.refer(c.Text(), c.Start(), parse.RefMember, -1, off)
				}
				w.Steps = append(w.Steps, parse.Step{Kind: k, Name: c.Text()})
			}
			joined = false
		case "::", ".":
			joined = off >= 0
		case "token_tree":
			steps := slices.Clone(w.Steps[max(off, 0):])
			keep := off >= 0 && strings.HasPrefix(c.Text(), "(")
			rustTokens(w, c)
			if next := c.Next(); keep && next.Kind() == "." {
				off = int32(len(w.Steps))
				w.Steps = append(w.Steps, steps...)
			} else {
				reset()
			}
		case "?":
			if off >= 0 {
				w.Steps = append(w.Steps, parse.Step{Kind: parse.StepElement})
			}
		default:
			reset()
		}
	}
}

// tokenArgs counts the arguments in a token list.
func tokenArgs(n parse.Node) int16 {
	count, any := int16(0), false
	for c := range n.Children {
		switch c.Kind() {
		case "(", ")":
		case ",":
			count++
			any = false
		default:
			any = true
		}
	}
	if any {
		count++
	}
	return count
}

// rustOperators are the methods that operators run (std::ops, std::cmp).
var rustOperators = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "bitand",
	"|": "bitor", "^": "bitxor", "<<": "shl", ">>": "shr", "==": "eq", "!=": "eq", "+=": "add_assign",
	"-=": "sub_assign", "*=": "mul_assign", "/=": "div_assign", "%=": "rem_assign"}
