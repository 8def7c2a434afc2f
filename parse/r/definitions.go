package r

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// statements reads the expressions of a file or a block, and returns the value of
// the last one.
func (w *walker) statements(n parse.Node) []parse.Step {
	var last []parse.Step
	end, above := n.Start(), uint32(0)
	if n.Is("program") {
		end = 0
	}
	for c := range n.Named {
		if c.Is("comment") {
			if above == 0 {
				above = c.Start()
			}
			continue
		}
		last = w.statement(c, w.lead(c.Start(), end))
		end = c.End()
	}
	return last
}

// statement reads an expression statement. The comments above it begin at lead.
func (w *walker) statement(n parse.Node, lead uint32) []parse.Step {
	if w.scope == nil {
		w.annotate(lead, n)
	}
	if n.Is("binary_operator") {
		if list, value := assignment(n); len(list) > 0 {
			return w.assign(n, list, value, lead)
		}
	}
	if n.Is("call") {
		if w.definedBy(n, parse.Node{}, lead) {
			return nil
		}
	}
	return w.expr(n)
}

// assign reads an assignment.
func (w *walker) assign(n parse.Node, list []target, value parse.Node, lead uint32) []parse.Step {
	if value.IsZero() {
		return w.expr(n)
	}
	first := list[0]
	if f := unwrapped(value); w.isName(first.node) {
		switch {
		case f.Is("function_definition"):
			for i, t := range list {
				if w.isName(t.node) {
					w.function(n, t, f, lead, i == len(list)-1)
				}
			}
			return functionSteps
		case f.Is("call") && w.definedBy(f, first.node, lead):
			return nil
		case f.Is("call") && w.reactive(n, first, f, lead):
			return functionSteps
		}
	}
	if w.assignMethod(n, first.node, value, lead) {
		return nil
	}
	steps := w.expr(value)
	for _, t := range list {
		w.set(t, n, value, steps, lead)
	}
	return steps
}

// isName reports whether an assignment to a node sets a variable.
func (*walker) isName(n parse.Node) bool { return n.Is("identifier", "string") }

// set records the assignment of a value to a target.
func (w *walker) set(t target, stmt, value parse.Node, steps []parse.Step, lead uint32) {
	name := identifier(t.node)
	switch {
	case !w.isName(t.node):
		w.replace(t.node, steps, stmt.End())
	case w.isTop(t, name):
		i := w.variable(name, t.node, stmt, lead)
		if i > 0 {
			w.f.Definitions[i].Init = append(w.f.Definitions[i].Init, valueOf(steps, value))
			w.embedValue(i, value)
		}
	default:
		w.local(name, stmt.End(), opaqueIf(steps), parse.LocalVar, value.Start())
	}
}

// valueOf returns a value with the position where the names in it are looked up.
func valueOf(steps []parse.Step, at parse.Node) parse.Value {
	return parse.Value{Steps: opaqueIf(steps), At: at.Start()}
}

// isTop reports whether an assignment defines a name of the file: at its top
// level, or in a function if no enclosing function has a variable of that name.
func (w *walker) isTop(t target, name string) bool {
	if !t.outer || w.scope == nil {
		return w.scope == nil
	}
	for s := w.scope.parent; s != nil; s = s.parent {
		if s.names[name] {
			return false
		}
	}
	return w.class == nil // otherwise it is a field
}

// define adds a definition within the innermost one, or at the top of the file.
func (w *walker) define(d parse.Definition, top bool) int32 {
	d.Parent = w.def
	if top {
		d.Parent = 0
	}
	if d.Symbol == "" {
		d.Symbol = d.Name
		if d.Parent > 0 {
			d.Symbol = w.f.Definitions[d.Parent].Symbol + "$" + d.Name
		}
	}
	d.Partial = w.branch > 0
	d.Exported = d.Parent == 0 || w.f.Definitions[d.Parent].Kind.IsType()
	w.f.Definitions = append(w.f.Definitions, d)
	i := int32(len(w.f.Definitions) - 1)
	if d.Parent == 0 {
		w.top[d.Name] = i
	}
	return i
}

// variable returns the definition of a variable assigned to at the top of the
// file, and adds it if it does not exist yet.
func (w *walker) variable(name string, at, stmt parse.Node, lead uint32) int32 {
	if name == "" {
		return 0
	}
	if i, ok := w.top[name]; ok {
		if w.f.Definitions[i].Kind.IsCallable() {
			return 0
		}
		return i
	}
	d := parse.Definition{Kind: graph.KindVariable, Name: name, NameAt: nameAt(at),
		Range: parse.Range{Start: lead, End: stmt.End()}, Signature: w.line(stmt.Range())}
	if isConstantName(name) {
		d.Kind = graph.KindConstant
	}
	w.document(&d, lead, stmt.Start())
	return w.define(d, true)
}

// isConstantName reports whether a name is in capitals.
func isConstantName(name string) bool {
	return len(name) > 1 && strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// function defines the function f, which a statement assigns to a name. Of several
// names in one statement the last one has the code: the others return it.
func (w *walker) function(stmt parse.Node, t target, f parse.Node, lead uint32, code bool) {
	name := identifier(t.node)
	if name == "" {
		w.expr(f)
		return
	}
	top := w.isTop(t, name)
	d := parse.Definition{Kind: graph.KindFunction, Name: name, NameAt: nameAt(t.node),
		Range: parse.Range{Start: lead, End: stmt.End()}}
	w.document(&d, lead, stmt.Start())
	if !top {
		w.local(name, 0, nil, parse.LocalType, d.NameAt)
	}
	switch {
	case !code:
		d.Signature = w.line(stmt.Range())
	case stmt.Is("call"):
		d.Signature = w.head(stmt, f)
	}
	i := w.define(d, top)
	if !code {
		w.alias(i, stmt)
		return
	}
	w.body(i, f)
}

// alias makes definition i an alias of the last name in a statement, by a call of
// it.
//
//	cost = price <- function(x) x    # cost is the same function
func (w *walker) alias(i int32, stmt parse.Node) {
	list, _ := assignment(stmt)
	last := list[len(list)-1].node
	w.f.References = append(w.f.References, parse.Reference{Kind: parse.RefCall,
		Name: identifier(last), Def: i, At: nameAt(last)})
	w.f.Definitions[i].Complexity = 1
}

// body reads the parameters and the code of definition i, the function f.
func (w *walker) body(i int32, f parse.Node) {
	body := f.Field("body")
	d := &w.f.Definitions[i]
	d.Body, d.Complexity = body.Range(), 1
	if d.Signature == "" {
		d.Signature = w.line(parse.Range{Start: min(d.NameAt, f.Start()), End: body.Start()})
		if at := int(d.NameAt); at > 0 && d.NameAt < f.Start() && (w.text[at-1] == '`' || w.text[at-1] == '"') {
			d.Signature = w.line(parse.Range{Start: d.NameAt - 1, End: body.Start()})
		}
	}
	known := d.Params
	d.Params = nil
	for k, p := range parameters(f) {
		param := parse.Param{Name: identifier(p.Field("name")), Optional: !p.Field("default").IsZero()}
		param.Variadic = param.Name == "..."
		if k < len(known) {
			param.Type = known[k].Type
		}
		d.Params = append(d.Params, param)
	}
	outer, code := w.def, w.code
	w.def, w.code = i, i
	s := functionScope(f)
	s.named = true
	w.within(s, func() {
		w.scope.def = i
		w.parameters(f, w.f.Definitions[i].Params)
		if steps := w.expr(body); steps != nil {
			w.result(steps, lastOf(body))
		}
	})
	w.f.Definitions[i].Breaks = w.breaks(body)
	w.def, w.code = outer, code
}

// lastOf returns the expression that gives a block its value.
func lastOf(body parse.Node) parse.Node {
	for body.Is("braced_expression") {
		last := body
		for c := range body.Named {
			if !c.Is("comment") {
				last = c
			}
		}
		if last == body {
			break
		}
		body = last
	}
	return body
}

// parameters adds the parameters of a function as locals, and reads their default
// values.
func (w *walker) parameters(f parse.Node, types []parse.Param) {
	for k, p := range parameters(f) {
		l := parse.Local{Name: identifier(p.Field("name")), Kind: parse.LocalParam, Scope: f.Range(),
			Def: w.scope.def}
		if k < len(types) {
			l.Type = types[k].Type
		}
		if v := p.Field("default"); !v.IsZero() {
			l.Init, l.At = w.expr(v), v.Start()
		}
		w.f.Locals = append(w.f.Locals, l)
	}
}

// maxResults bounds the recorded return values of a function.
const maxResults = 16

// result records a return value of the innermost function, if that has a name.
func (w *walker) result(steps []parse.Step, at parse.Node) {
	if w.scope == nil || !w.scope.named || steps == nil {
		return
	}
	d := &w.f.Definitions[w.scope.def]
	if len(d.Init) < maxResults {
		d.Init = append(d.Init, parse.Value{Steps: steps, At: at.Start()})
	}
}

// anonymous reads an anonymous function.
func (w *walker) anonymous(f parse.Node) {
	w.within(functionScope(f), func() {
		w.parameters(f, nil)
		w.expr(f.Field("body"))
	})
}

// breaks returns the positions at which the text of a block may be split.
func (w *walker) breaks(block parse.Node) []uint32 {
	if !block.Is("braced_expression", "program") {
		return nil
	}
	var out []uint32
	end := block.Start()
	for c := range block.Named {
		if !c.Is("comment") {
			out = append(out, w.lead(c.Start(), end))
			end = c.End()
		}
	}
	slices.Sort(out)
	return out
}
