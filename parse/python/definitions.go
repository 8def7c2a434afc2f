package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// decorated reads a definition with its decorators. lead is where the comments
// above it begin.
func (w *walker) decorated(n parse.Node, lead uint32) {
	var decorators []parse.Node
	for c := range n.Named {
		switch c.Kind() {
		case "decorator":
			decorators = append(decorators, c)
		case "class_definition":
			w.class(c, decorators, lead)
		case "function_definition":
			w.function(c, decorators, lead)
		case "comment":
		default:
			w.stmt(c, lead)
		}
	}
}

// decoratorNames lists the decorators as written, without arguments.
func decoratorNames(decorators []parse.Node) []string {
	var out []string
	for _, d := range decorators {
		for c := range d.Named {
			if c.Kind() == "call" {
				c = c.Field("function")
			}
			if c.Kind() != "comment" {
				out = append(out, squeeze(c.Text()))
			}
			break
		}
	}
	return out
}

// decorate emits the references of the decorators of definition i.
func (w *walker) decorate(i int32, decorators []parse.Node) {
	var applied []parse.Value
	for _, d := range decorators {
		w.runs(d.Start())
		for c := range d.Named {
			if c.Kind() == "comment" {
				continue
			}
			v := parse.Value{Steps: w.expr(c), At: c.Start()}
			if v.Steps == nil {
				v.Steps = opaqueSteps
			}
			applied = append(applied, v)
		}
	}
	if applied != nil {
		w.f.Definitions[i].AddRare().Applied = applied
	}
}

// headStart returns where a definition begins, without the comments above.
func headStart(n parse.Node, decorators []parse.Node) uint32 {
	if len(decorators) > 0 {
		return decorators[0].Start()
	}
	return n.Start()
}

// class reads a class.
func (w *walker) class(n parse.Node, decorators []parse.Node, lead uint32) {
	name, body := n.Field("name"), n.Field("body")
	if name.Text() == "" {
		w.children(n)
		return
	}
	d := parse.Definition{
		Kind: graph.KindClass, Name: name.Text(), Range: parse.Range{Start: lead, End: n.End()},
		NameAt: name.Start(), Body: body.Range(),
		Signature: w.signature(n, body), Decorators: decoratorNames(decorators),
	}
	d.Doc = docOf(body, w.text[lead:headStart(n, decorators)])
	i := w.define(d)
	outer, code := w.def, w.code
	w.def, w.code = i, -1
	w.decorate(i, decorators)
	w.typeParams(n.Field("type_parameters"), i)
	bases, meta := w.bases(n.Field("superclasses"))
	w.f.Definitions[i].Bases, w.f.Definitions[i].Type = bases, meta
	w.f.Definitions[i].Kind = classKind(bases)
	w.f.Definitions[i].Test = w.isTest && (strings.HasPrefix(d.Name, "Test") || isTestCase(bases))
	w.bindDefinition(i, body.Start())
	w.push(classScope, body.Range())
	w.block(body, n.Field("name").End())
	w.f.Definitions[i].Breaks = w.breaks(body)
	w.pop()
	w.def, w.code = outer, code
}

// bases reads the base classes and the metaclass; other arguments are read as
// expressions.
func (w *walker) bases(list parse.Node) (out []parse.TypeRef, meta parse.TypeRef) {
	for c := range list.Named {
		switch c.Kind() {
		case "keyword_argument":
			if v := c.Field("value"); c.Field("name").Text() == "metaclass" && isDotted(v) {
				meta = parse.TypeRef{Name: dotted(v), At: v.Start()}
			}
			w.expr(c)
		case "identifier", "attribute", "subscript", "string":
			if t := w.typeRef(c); t.Name != "" {
				out = append(out, simplify(t))
			}
		case "comment":
		default:
			w.expr(c)
		}
	}
	return out, meta
}

// lastPart returns the part after the last dot.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func classKind(bases []parse.TypeRef) graph.NodeKind {
	for _, b := range bases {
		switch lastPart(b.Name) {
		case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag":
			return graph.KindEnum
		case "Protocol":
			return graph.KindInterface
		case "NamedTuple", "TypedDict":
			return graph.KindRecord
		}
	}
	return graph.KindClass
}

func isTestCase(bases []parse.TypeRef) bool {
	for _, b := range bases {
		if strings.HasSuffix(b.Name, "TestCase") {
			return true
		}
	}
	return false
}

// typeParams reads [T: bound = default, *Ts] and makes the names locals of definition i. The
// type of such a local is TypeVar, with the bound, or the union of the constraints, and the
// default as its arguments.
func (w *walker) typeParams(n parse.Node, i int32) {
	if n.IsZero() {
		return
	}
	outer := w.def
	w.def = i
	for c := range n.Named {
		name := firstName(c)
		if name.IsZero() {
			continue
		}
		d := &w.f.Definitions[i]
		d.TypeParams = append(d.TypeParams, name.Text())
		scope := parse.Range{Start: name.Start(), End: d.Range.End}
		l := parse.Local{Name: name.Text(), Scope: scope, Def: i, Kind: parse.LocalTypeParam}
		if c = c.First(); c.Kind() == "constrained_type" {
			l.Type = w.typeParam(c)
		}
		w.f.Locals = append(w.f.Locals, l)
	}
	w.def = outer
}

// typeParam reads the bound and the default of T: bound = default. The grammar knows no default;
// see adapt.
func (w *walker) typeParam(n parse.Node) parse.TypeRef {
	out := parse.TypeRef{Name: "TypeVar", At: n.Start(), Args: make([]parse.TypeRef, 2)}
	var written parse.Node
	for c := range n.Named {
		written = c
	}
	sign := w.text[n.First().End():written.Start()]
	t := w.annotation(written)
	if strings.Contains(sign, "=") {
		out.Args[1] = t
		return out
	}
	at := written.End()
	for c := range written.Descendants {
		if c.Kind() == "|" && c.Text() == "=" {
			at = c.Start()
		}
	}
	if t.Form == parse.FormTuple && written.First().Kind() == "tuple" {
		t.Form = parse.FormUnion // constraints: one of them
	}
	out.Args[0] = t
	if at < written.End() {
		out.Args[0], out.Args[1] = splitUnion(t, at)
	}
	return out
}

// splitUnion returns the alternatives of a union before and after a position.
func splitUnion(t parse.TypeRef, at uint32) (before, after parse.TypeRef) {
	of := func(list []parse.TypeRef) parse.TypeRef {
		if len(list) == 1 {
			return list[0]
		}
		return parse.TypeRef{Form: parse.FormUnion, Args: list, At: t.At}
	}
	i := 0
	for i < len(t.Args) && t.Args[i].At < at {
		i++
	}
	return of(t.Args[:i:i]), of(t.Args[i:])
}

// function reads a function or method.
func (w *walker) function(n parse.Node, decorators []parse.Node, lead uint32) {
	name, body := n.Field("name"), n.Field("body")
	if name.Text() == "" {
		w.children(n)
		return
	}
	d := parse.Definition{
		Name: name.Text(), Range: parse.Range{Start: lead, End: n.End()}, NameAt: name.Start(),
		Body:      body.Range(),
		Signature: w.signature(n, body), Decorators: decoratorNames(decorators), Complexity: 1,
	}
	if n.First().Kind() == "async" {
		d.Modifiers = []string{"async"}
	}
	inClass := w.scope.kind == classScope
	d.Kind = functionKind(d.Name, d.Decorators, inClass)
	d.Test = w.isTest && strings.HasPrefix(d.Name, "test") &&
		(w.scope.kind == moduleScope || inClass && w.f.Definitions[w.def].Test)
	d.Doc = docOf(body, w.text[lead:headStart(n, decorators)])
	i := w.define(d)
	outer, code := w.def, w.code
	w.def, w.code = i, i
	w.decorate(i, decorators)
	w.typeParams(n.Field("type_parameters"), i)
	params := w.params(n.Field("parameters"), inClass && !isStatic(&d))
	if r := n.Field("return_type"); !r.IsZero() {
		w.f.Definitions[i].Type = w.annotation(r)
	}
	w.bindDefinition(i, body.Start())
	w.enter(functionScope, body.Range(), i, params)
	w.block(body, n.Field("parameters").End())
	w.f.Definitions[i].Breaks = w.breaks(body)
	w.pop()
	w.def, w.code = outer, code
}

func functionKind(name string, decorators []string, inClass bool) graph.NodeKind {
	if !inClass {
		return graph.KindFunction
	}
	if name == "__init__" {
		return graph.KindConstructor
	}
	for _, d := range decorators {
		switch last := lastPart(d); last {
		case "setter", "getter", "deleter":
			if strings.Contains(d, ".") {
				return graph.KindProperty
			}
		default:
			if strings.HasSuffix(last, "property") {
				return graph.KindProperty
			}
		}
	}
	return graph.KindMethod
}

func isStatic(d *parse.Definition) bool {
	for _, x := range d.Decorators {
		if x == "staticmethod" {
			return true
		}
	}
	return false
}

// A param is a parameter with the information needed in its body.
type param struct {
	parse.Param
	isSelf  bool        // the first parameter of a method
	keyword bool        // takes keyword arguments of any name
	value   parse.Value // its default
}

// local returns the parameter as a local of the body.
func (p *param) local(body parse.Range) parse.Local {
	l := parse.Local{Name: p.Name, Kind: parse.LocalParam, Type: p.Type}
	switch {
	case p.isSelf:
		l.Init, l.At = selfSteps, body.Start
	case p.keyword && !p.Type.IsZero():
		l.Type = parse.TypeRef{Name: "dict", Args: []parse.TypeRef{{Name: "str"}, p.Type}}
	case p.Variadic && !p.Type.IsZero():
		l.Type = parse.TypeRef{Name: "tuple", Args: []parse.TypeRef{p.Type}}
	case p.Type.IsZero() && p.value.Steps != nil:
		l.Init, l.At = p.value.Steps, p.value.At
	}
	return l
}

// enter opens the scope of a function, or of a lambda, with its parameters. They
// are added to the parameters of definition def, if that is not 0.
func (w *walker) enter(kind scopeKind, body parse.Range, def int32, params []param) {
	s := w.push(kind, body)
	for i := range params {
		p := &params[i]
		w.local(s, p.local(body))
		if kind == functionScope {
			w.bindFlow(s, p.Name, parse.FlowBinding{Kind: parse.FlowParam}, body.Start)
		}
		if p.isSelf {
			s.self = p.Name
		} else if def > 0 {
			w.f.Definitions[def].Params = append(w.f.Definitions[def].Params, p.Param)
		}
	}
}

// params reads a parameter list. Default values and annotations are read in place:
// outside the function's scope.
func (w *walker) params(list parse.Node, method bool) []param {
	var out []param
	named := false
	for c := range list.Named {
		switch c.Kind() {
		case "keyword_separator":
			named = true
			continue
		case "comment", "positional_separator":
			continue
		case "tuple_pattern": // Python 2
			for d := range c.Descendants {
				if d.Kind() == "identifier" {
					out = append(out, param{Param: parse.Param{Name: d.Text()}})
				}
			}
			continue
		}
		p := w.param(c)
		if p.Name == "" {
			continue
		}
		p.isSelf = method && len(out) == 0 && !p.Variadic
		p.Named = named || p.keyword
		named = named || p.Variadic
		out = append(out, p)
	}
	return out
}

func (w *walker) param(n parse.Node) param {
	var p param
	if n.Kind() == "identifier" {
		p.Name = n.Text()
		return p
	}
	for c := n; ; {
		switch c.Kind() {
		case "list_splat_pattern":
			p.Variadic = true
		case "dictionary_splat_pattern":
			p.Variadic, p.keyword = true, true
		case "identifier":
			p.Name = c.Text()
		}
		next := parse.Node{}
		for d := range c.Named {
			next = d
			break
		}
		if next.IsZero() || p.Name != "" {
			break
		}
		c = next
	}
	if t := n.Field("type"); !t.IsZero() {
		p.Type = w.annotation(t)
	}
	if v := n.Field("value"); !v.IsZero() {
		p.Optional = true
		if vals := w.values(v); len(vals) > 0 {
			p.value = vals[0]
		}
	}
	return p
}

// lambdaDefinition reads `name = lambda …`, which defines a function.
func (w *walker) lambdaDefinition(name, lambda, stmt parse.Node, lead uint32) {
	body := lambda.Field("body")
	inClass := w.scope.kind == classScope
	d := parse.Definition{
		Kind: graph.KindFunction, Name: name.Text(),
		Range: parse.Range{Start: lead, End: stmt.End()}, NameAt: name.Start(),
		Body: body.Range(), Signature: w.signature(stmt, body), Complexity: 1,
	}
	d.Doc = commentText(w.text[lead:stmt.Start()])
	if inClass {
		d.Kind = graph.KindMethod
	}
	i := w.define(d)
	outer, code := w.def, w.code
	w.def, w.code = i, i
	w.enter(functionScope, body.Range(), i, w.params(lambda.Field("parameters"), inClass))
	w.f.Definitions[i].Init = w.values(body)
	w.pop()
	w.def, w.code = outer, code
	w.bindDefinition(i, stmt.End())
}

// variableKind returns the kind of the definition that an assignment in scope s
// makes.
func variableKind(s *scope, name string) graph.NodeKind {
	switch {
	case isConstantName(name):
		return graph.KindConstant
	case s.kind == classScope:
		return graph.KindField
	}
	return graph.KindVariable
}

func isConstantName(name string) bool {
	letters := false
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case 'A' <= c && c <= 'Z':
			letters = true
		case c != '_' && (c < '0' || c > '9'):
			return false
		}
	}
	return letters
}

// variable returns the definition of a name that is assigned to in scope s, and
// adds it if it does not exist yet.
func (w *walker) variable(s *scope, name, stmt parse.Node, lead uint32) int32 {
	if i, ok := s.defs[name.Text()]; ok {
		return i
	}
	d := parse.Definition{
		Kind: variableKind(s, name.Text()), Name: name.Text(), Parent: s.def,
		Range: parse.Range{Start: lead, End: stmt.End()}, NameAt: name.Start(),
		Signature: w.valueSignature(stmt),
	}
	if isEnum(&w.f.Definitions[s.def]) && !strings.HasPrefix(d.Name, "_") {
		d.Kind = graph.KindConstant
	}
	d.Doc = w.valueDoc(stmt, lead)
	return w.defineIn(s, d)
}

func isEnum(d *parse.Definition) bool { return d.Kind == graph.KindEnum }

// isValue reports whether definition i can take further values.
func (w *walker) isValue(i int32) bool {
	switch w.f.Definitions[i].Kind {
	case graph.KindVariable, graph.KindConstant, graph.KindField:
		return true
	}
	return false
}
