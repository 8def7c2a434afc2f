package tags

import (
	"path"
	"strings"

	sitter "github.com/smacker/go-tree-sitter"
	zigGrammar "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"seedgraph/graph"
	"seedgraph/parse"
)

// zig has files as modules, by their paths. A container is named by the constant that it
// is assigned to.
//
//   - @import of a file is an import of its module, with the constant as the alias; that of a
//     package has its name as the Path.
//   - A constant that is a member of another name is a type alias if it is spelled like a type.
//     So is @This().
var zig = Row{
	Name: "zig", Accepts: "Zig 0.13", Extensions: []string{".zig"},
	Grammar: func() *sitter.Language { return sitter.NewLanguage(zigGrammar.Language()) },
	Nodes: map[string]Rule{
		"function_declaration": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body", Params: ":parameters", Type: "type"},
		"variable_declaration": {Op: Do, Do: zigVariable},
		"container_field":      {Op: Do, Do: zigField},
		"test_declaration":     {Op: Do, Do: zigTest},

		"parameter":       {Op: Declare, Name: "name", Type: "type"},
		"payload":         {Op: Declare, Name: ":identifier"},
		"block":           {Op: Scope},
		"if_statement":    {Op: Scope},
		"while_statement": {Op: Scope},
		"for_statement":   {Op: Declare, Name: ":payload", Value: "#0", Each: true},
		"switch_case":     {Op: Scope},

		"identifier":             {Op: Name, Unless: zigError},
		"field_expression":       {Op: Member, Operand: "object", Name: "member"},
		"call_expression":        {Op: Call, Operand: "function"},
		"struct_initializer":     {Op: Create, Type: "#0", Args: ":initializer_list"},
		"try_expression":         {Op: Wrap, Operand: "#0"},
		"catch_expression":       {Op: Wrap, Operand: "#0"},
		"unary_expression":       {Op: Wrap, Operand: "argument"},
		"dereference_expression": {Op: Wrap, Operand: "#0"},
		"index_expression":       {Op: Item, Operand: "object"},
		"pointer_type":           {Op: TypeWrap, Operand: "#-1"},
		"nullable_type":          {Op: TypeWrap, Operand: "#-1"},
		"error_union_type":       {Op: TypeWrap, Operand: "ok"},
		"slice_type":             {Op: TypeList, Operand: "#-1"},
		"array_type":             {Op: TypeList, Operand: "#-1"},
	},
	Mend:     &parse.LineMend{Head: zigHead, Close: "}"},
	Comments: "comment",
	Branches: "if_statement if_expression while_statement for_statement switch_case",
	Module:   func(w *Walk, _ parse.Node) string { return zigModule(w.F.Path) },
	Finish:   func(_ *Walk, n parse.Node, d *parse.Definition) { d.Exported = hasToken(n, "pub") },
	Scoping:  Scoping{Implicit: true, ImportsFirst: true},
}

const zigHead = `[ \t]*(?:pub +)?(?:export +|extern +|inline +)*(?:fn +(\w+)|const +(\w+) *= *` +
	`(?:packed +|extern +)?(?:struct|enum|union)\b)[^\n{]*\{?`

// zigModule returns the module of a file: its path with dots.
func zigModule(file string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(file, ".zig"), ".", "_"), "/", ".")
}

// zigVariable reads a constant or variable: a container, an import, an alias, or a value.
func zigVariable(w *Walk, n parse.Node) {
	name, value, typ := n.Child("identifier"), newRoute(">=").from(n), n.Field("type")
	if name.Text() == "" || !hasToken(n, "const") && !hasToken(n, "var") { // an assignment
		w.Children(n)
		return
	}
	d := zigNamed(graph.KindVariable, name)
	if d.Exported, d.Type = hasToken(n, "pub"), w.Type(typ); hasToken(n, "const") {
		d.Kind = graph.KindConstant
	}
	switch {
	case value.Is("struct_declaration", "opaque_declaration", "union_declaration"):
		d.Kind = graph.KindStruct
		w.DefineAs(n, d, value)
		return
	case value.Is("enum_declaration", "error_set_declaration"):
		d.Kind = graph.KindEnum
		w.DefineAs(n, d, value)
		return
	case w.zigImport(value, use{Alias: d.Name, At: n.Start(), Def: w.def, Scope: w.useScope(), Export: d.Exported}):
		return
	case value.Is("builtin_function") && value.First().Text() == "@This" && w.Definitions[w.def].Kind.IsType():
		d.Kind, d.Type = graph.KindTypeAlias, parse.TypeRef{Name: w.Definitions[w.def].Name, At: value.Start()}
	case value.Is("field_expression") && d.Kind == graph.KindConstant && startsUpper(d.Name) && typ.IsZero():
		d.Kind, d.Type = graph.KindTypeAlias, w.Type(value)
	case w.inCallable():
		w.declare(n, &rule{Rule: Rule{Op: Declare}, name: newRoute(":identifier"), typ: newRoute("type"), value: newRoute(">=")})
		return
	}
	before := w.place
	w.def = w.Field(n, d)
	w.addValue(value)
	w.TypeRefs(typ)
	w.place = before
}

// zigImport reads @import("a.zig") and @import("a.zig").b; it reports whether a value is one.
func (w *Walk) zigImport(value parse.Node, im use) bool {
	of := value
	if value.Is("field_expression") {
		of, im.Name = value.Field("object"), value.Field("member").Text()
	}
	if !of.Is("builtin_function") || of.First().Text() != "@import" {
		return false
	}
	file := newRoute(":arguments/:string/:string_content").from(of).Text()
	if im.Path = file; strings.HasSuffix(file, ".zig") {
		im.Path = zigModule(path.Join(path.Dir(w.F.Path), file))
	}
	w.F.Imports = append(w.F.Imports, parse.Import(im))
	return true
}

// zigField reads a field of a container, or the name of an enumeration.
func zigField(w *Walk, n parse.Node) {
	name, typ, kind := n.Field("name"), n.Field("type"), graph.KindField
	if name.IsZero() || w.Definitions[w.def].Kind == graph.KindEnum {
		kind = graph.KindConstant
	}
	if w.inCallable() { // of a type that a function returns
		w.TypeRefs(typ)
		return
	}
	d := zigNamed(kind, name)
	d.Type = w.Type(typ)
	w.Field(n, d)
	w.TypeRefs(typ)
}

func zigNamed(kind graph.NodeKind, n parse.Node) parse.Definition {
	return parse.Definition{Kind: kind, Name: n.Text(), NameAt: n.Start(), Exported: true}
}

// zigError reads the name of an error in a set of them.
func zigError(w *Walk, n parse.Node) bool {
	if !n.Parent().Is("error_set_declaration") {
		return false
	}
	w.Field(n, zigNamed(graph.KindConstant, n))
	return true
}

// zigTest reads a test, whose title is a text or a name.
func zigTest(w *Walk, n parse.Node) {
	d := parse.Definition{Kind: graph.KindFunction, Name: "test", NameAt: n.Start(), Test: true}
	if title := n.Child("string", "identifier"); !title.IsZero() {
		d.Name, d.NameAt = "test "+strings.Trim(title.Text(), `"`), title.Start()
	}
	w.DefineAs(n, d, n.Child("block"))
}
