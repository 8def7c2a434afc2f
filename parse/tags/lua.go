package tags

import (
	"strings"

	luaGrammar "github.com/smacker/go-tree-sitter/lua"

	"seedgraph/graph"
	"seedgraph/parse"
)

// lua has files as modules. The functions of the table that a file returns are
// functions of the module, whatever the name of the table; local ones have the
// modifier local.
//
//	local text = require("lib.text")    // an import of lib.text as text
var lua = Row{
	Name: "lua", Accepts: "Lua 5.4", Extensions: []string{".lua"}, Grammar: luaGrammar.GetLanguage,
	Prime: "x = ''",
	Nodes: map[string]Rule{
		"function_statement":      {Op: Do, Do: luaFunction},
		"variable_declaration":    {Op: Do, Do: luaVariable},
		"function_call":           {Op: Do, Do: luaCall},
		"module_return_statement": {Op: Do, Do: luaModule},
		"function":                {Op: Scope},
		"function_body":           {Op: Scope},
		"parameter_list":          {Op: Declare, Name: ":identifier"},
		"identifier":              {Op: Name},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:local )?function +(?:[\w.]+[.:])?(\w+)[^\n]*`, Close: "end"},
	Comments: "comment", Silent: "self",
	Branches: "if_statement for_statement while_statement repeat_statement",
	Scoping:  Scoping{},
}

// luaFunction reads function f(), local function f(), function M.f() and function M:f().
func luaFunction(w *Walk, n parse.Node) {
	name := n.Field("name")
	local := strings.TrimSpace(n.First().Text()) == "local"
	w.luaDefine(n, name, n, local)
}

// luaDefine adds a function under the last part of its name.
func (w *Walk) luaDefine(n, name, function parse.Node, local bool) {
	last := name
	for c := range name.Named {
		if c.Is("identifier") {
			last = c
		}
	}
	text := strings.TrimSpace(last.Text())
	if text == "" {
		w.Children(n)
		return
	}
	d := parse.Definition{Kind: graph.KindFunction, Name: text, NameAt: last.End() - uint32(len(text)), Exported: !local}
	for i := len(w.Locals) - 1; i >= 0; i-- { // local f; function f() … end
		l := &w.Locals[i]
		if l.Name == strings.TrimSpace(name.Text()) && l.Def == w.def && l.Kind == parse.LocalVar {
			l.Scope.End, local = l.Scope.Start, true
		}
	}
	if local {
		d.Modifiers = []string{"local"}
	}
	for c := range function.Child("parameter_list").Named {
		d.Params = append(d.Params, parse.Param{Name: c.Text(), Optional: true})
	}
	if doc := w.pendingDoc(n); !doc.IsEmpty() {
		d.Doc = docText(w.Text[doc.Start:doc.End])
	}
	body := function.Child("function_body")
	d.Parent, d.Range, d.Symbol = w.def, n.Range(), d.Name
	d.Range.Start += uint32(len(n.Text()) - len(strings.TrimLeft(n.Text(), "\n\r")))
	d.Body, d.Breaks, d.Complexity = body.Range(), w.breaks(body), 1
	d.Signature = strings.TrimSpace(w.signature(n, body))
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Name
	}
	before := w.place
	w.Definitions = append(w.Definitions, d)
	w.place = place{def: int32(len(w.Definitions) - 1), symbol: d.Symbol, scope: n.Range()}
	w.Visit(function.Child("parameter_list"))
	w.Children(body)
	w.place = before
}

// luaVariable reads a, b = c, d: each a function, an import, a table that is the module, or a
// local.
func luaVariable(w *Walk, n parse.Node) {
	local := strings.TrimSpace(n.First().Text()) == "local"
	var names, values []parse.Node
	for c := range n.Named {
		switch c.FieldName() {
		case "name":
			names = append(names, c)
		case "value":
			values = append(values, c)
		}
	}
	for i := range max(len(names), len(values)) {
		var name, value parse.Node
		if i < len(names) {
			name = names[i]
		}
		if i < len(values) {
			value = values[i]
		}
		w.luaAssign(n, name, value, local)
	}
}

// luaAssign reads one assignment of the statement n.
func (w *Walk) luaAssign(n, name, value parse.Node, local bool) {
	switch {
	case value.Is("function"):
		w.luaDefine(n, name, value, local)
		return
	case value.Is("function_call") && strings.TrimSpace(value.Field("prefix").Text()) == "require":
		var path parse.Node
		value.Descendants(func(c parse.Node) bool {
			if c.FieldName() == "content" {
				path = c
			}
			return true
		})
		w.F.Imports = append(w.F.Imports, parse.Import{Path: path.Text(), Alias: strings.TrimSpace(name.Text()),
			At: n.Start(), Def: w.def, Scope: w.useScope()})
		return
	case name.IsZero():
	case value.Is("tableconstructor") && w.def == 0: // names the module
		if w.luaReturns(strings.TrimSpace(name.Text())) {
			w.luaTable(value)
		} else {
			w.Children(value)
		}
		return
	case local:
		w.Local(strings.TrimSpace(name.Text()), n.End(), parse.LocalVar, parse.TypeRef{}, parse.Run{}, 0)
	}
	w.Visit(value)
}

// luaModule reads the value of a file. A local function in a table under its own name is one of the
// module.
//
//	return { slug = slug, trim = function(s) … end }
func luaModule(w *Walk, n parse.Node) {
	table := n.Child("tableconstructor")
	if table.IsZero() {
		w.Children(n)
		return
	}
	for c := range table.Child("fieldlist").Named {
		name, value := c.Field("name").Text(), c.Field("value")
		for i := range w.Definitions {
			d := &w.Definitions[i]
			if d.Parent == 0 && d.Name == name && value.Is("identifier") && value.Text() == name {
				d.Modifiers, d.Exported = nil, true
			}
		}
	}
	w.luaTable(table)
}

// luaReturns reports whether the value of the file is the variable of that name.
func (w *Walk) luaReturns(name string) bool {
	i := strings.LastIndex(w.Text, "return")
	return i >= 0 && strings.TrimSpace(w.Text[i+len("return"):]) == name
}

// luaTable reads a table that is the module: functions in it are those of the module.
func (w *Walk) luaTable(n parse.Node) {
	for c := range n.Child("fieldlist").Named {
		if name, value := c.Field("name"), c.Field("value"); value.Is("function") && !name.IsZero() {
			w.luaDefine(c, name, value, false)
		} else {
			w.Visit(value)
		}
	}
}

// luaArguments counts the arguments in a list, whose expressions have no nodes of their own: by the
// commas.
func luaArguments(n parse.Node) int16 {
	if strings.TrimSpace(n.Text()) == "" {
		return 0
	}
	count, at := 1, n.Start()
	for c := range n.Children {
		count += strings.Count(n.Text()[at-n.Start():c.Start()-n.Start()], ",")
		at = c.End()
	}
	return int16(count + strings.Count(n.Text()[at-n.Start():], ","))
}

// luaCall reads a.b(c) and a:b(c), whose parts are children of one node.
func luaCall(w *Walk, n parse.Node) {
	var names []parse.Node
	known := true
	args := int16(0)
	for c := range n.Children {
		switch {
		case c.FieldName() == "args" && c.Is("function_arguments"):
			args = luaArguments(c)
		case c.FieldName() == "args":
			args = 1
		case c.Is("identifier"):
			names = append(names, c)
		case c.IsNamed() && c.FieldName() == "prefix":
			known = false
		}
	}
	if len(names) > 0 {
		off := int32(len(w.Steps))
		if !known {
			w.opaque()
		}
		for i, c := range names[:len(names)-1] {
			text := strings.TrimSpace(c.Text())
			kind := nameKind(i)
			if !known {
				kind = parse.StepMember
			}
			w.Steps = append(w.Steps, parse.Step{Kind: kind, Name: text})
		}
		last := names[len(names)-1]
		text := strings.TrimSpace(last.Text())
		w.refer(text, last.End()-uint32(len(text)), parse.RefCall, args, off)
	}
	for c := range n.Named {
		if !c.Is("identifier") {
			w.Visit(c)
		}
	}
}
