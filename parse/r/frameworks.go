package r

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// makeTest reads test_that("…", { … }) and it("…", { … }), which are tests, and
// describe("…", …).
func (w *walker) makeTest(x made) bool {
	at := pick(x.args, 0, "desc", "description")
	name, ok := literal(at)
	block := pick(x.args, 1, "code")
	if !ok || block.IsZero() {
		return false
	}
	d := parse.Definition{Kind: graph.KindFunction, Name: name, NameAt: nameAt(at), Complexity: 1,
		Range: parse.Range{Start: x.lead, End: x.stmt.End()}, Body: block.Range(), Test: true}
	if d.Name == "" {
		d.Name = x.maker
	}
	d.Signature = w.line(parse.Range{Start: x.call.Start(), End: block.Start()})
	w.document(&d, x.lead, x.stmt.Start())
	i := w.define(d, w.scope == nil)
	outer, code := w.def, w.code
	w.def, w.code = i, i
	w.block(block)
	w.f.Definitions[i].Breaks = w.breaks(block)
	w.def, w.code = outer, code
	return true
}

// reactives are the functions of Shiny whose value is called to get the result of
// their code argument.
var reactives = set("reactive eventReactive reactivePoll reactiveFileReader")

// reactive defines a reactive expression of Shiny.
//
//	rows <- reactive({ load(input$file) })
//	rows()
func (w *walker) reactive(stmt parse.Node, t target, call parse.Node, lead uint32) bool {
	if !reactives[calleeName(call)] || t.outer || w.scope == nil {
		return false
	}
	args := arguments(call)
	name := identifier(t.node)
	d := parse.Definition{Kind: graph.KindFunction, Name: name, NameAt: nameAt(t.node), Complexity: 1,
		Range: parse.Range{Start: lead, End: stmt.End()}, Body: call.Field("arguments").Range()}
	d.Signature = w.line(parse.Range{Start: t.node.Start(), End: d.Body.Start})
	w.document(&d, lead, stmt.Start())
	w.local(name, 0, nil, parse.LocalType, d.NameAt)
	i := w.define(d, false)
	outer, code := w.def, w.code
	w.def, w.code = i, i
	f := call.Field("function")
	w.refer(parse.Reference{Kind: parse.RefCall, Name: calleeName(call), Args: int16(len(args)), At: f.Start()})
	for _, a := range args {
		w.block(a.value)
	}
	w.def, w.code = outer, code
	return true
}

// makeTargets reads tar_target(name, command): a value that a pipeline computes by
// a command, which refers to other targets.
func (w *walker) makeTargets(x made) bool {
	if w.scope != nil {
		return false
	}
	if x.maker == "tar_plan" {
		for _, a := range x.args {
			if a.name == "" {
				w.expr(a.value)
			} else {
				w.target(x, a.node, a.name, a.node.Field("name"), []argument{a})
			}
		}
		return true
	}
	at := pick(x.args, 0, "name")
	name := identifier(at)
	if name == "" {
		return false
	}
	rest := x.args[:0:0]
	for _, a := range x.args {
		if a.value != at && (a.name == "" || a.name == "command" || a.name == "pattern") {
			rest = append(rest, a)
		}
	}
	w.target(x, x.call, name, at, rest)
	return true
}

// target defines a target with its commands.
func (w *walker) target(x made, n parse.Node, name string, at parse.Node, commands []argument) {
	d := parse.Definition{Kind: graph.KindVariable, Name: name, NameAt: nameAt(at), Complexity: 1,
		Range: parse.Range{Start: n.Start(), End: n.End()}, Signature: w.line(n.Range()),
		Decorators: []string{x.maker}}
	i := w.define(d, true)
	outer, code := w.def, w.code
	w.def, w.code = i, i
	for _, a := range commands {
		w.block(a.value)
	}
	w.def, w.code = outer, code
}

// annotate records the plumber annotations above an anonymous function, which
// becomes a definition by them.
//
//	#* @get /orders
//	function(id) { find_order(id) }
func (w *walker) annotate(lead uint32, n parse.Node) {
	if !n.Is("function_definition") || lead >= n.Start() {
		return
	}
	for l := range strings.Lines(w.text[lead:n.Start()]) {
		verb, path := annotation(l)
		if verb == "" {
			continue
		}
		name := strings.ToUpper(verb) + " " + path
		d := parse.Definition{Kind: graph.KindFunction, Name: name, NameAt: lead,
			Range: parse.Range{Start: lead, End: n.End()}}
		w.document(&d, lead, n.Start())
		d.Signature = w.line(parse.Range{Start: n.Start(), End: n.Field("body").Start()})
		w.body(w.define(d, true), n)
		return
	}
}

// annotation returns the verb and the path of a plumber annotation, empty for
// other lines.
func annotation(line string) (verb, path string) {
	line = strings.TrimSpace(line)
	rest, ok := strings.CutPrefix(line, "#*")
	if !ok {
		if rest, ok = strings.CutPrefix(line, "#'"); !ok {
			return "", ""
		}
	}
	words := strings.Fields(rest)
	if len(words) < 2 {
		return "", ""
	}
	switch words[0] {
	case "@get", "@post", "@put", "@delete", "@patch", "@head", "@options", "@use":
		return words[0][1:], words[1]
	}
	return "", ""
}
