package r

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// makers are the functions that make definitions from strings.
var makers = set(`setClass setRefClass R6Class new_class setGeneric new_generic setMethod setReplaceMethod
	setValidity setClassUnion setAs setOldClass test_that describe it tar_target tar_plan tar_target_raw`)

// A class is a class whose methods are being read.
type class struct {
	maker   string          // the function that creates it
	def     int32           // its definition
	this    map[string]bool // the names for the object in its methods
	methods map[string]bool
}

// definedBy reads a call that makes a definition; at is the name that it is
// assigned to, or zero. It returns false for any other call.
func (w *walker) definedBy(n, at parse.Node, lead uint32) bool {
	name := calleeName(n)
	if !makers[name] {
		return w.addsMethods(n, lead)
	}
	args := arguments(n)
	if len(args) == 0 || w.masked > 0 {
		return false
	}
	stmt := n
	if !at.IsZero() {
		stmt = n.Parent()
		for stmt.Is("parenthesized_expression") {
			stmt = stmt.Parent()
		}
	}
	x := made{call: n, stmt: stmt, at: at, lead: lead, maker: name, args: args}
	switch name {
	case "setClass", "setRefClass", "R6Class", "new_class":
		return w.makeClass(x)
	case "setGeneric", "new_generic":
		return w.makeGeneric(x)
	case "setMethod", "setReplaceMethod", "setValidity", "setAs":
		return w.makeMethod(x)
	case "setClassUnion", "setOldClass":
		return w.makeUnion(x)
	case "tar_target", "tar_plan", "tar_target_raw":
		return at.IsZero() && w.makeTargets(x)
	}
	return at.IsZero() && w.makeTest(x)
}

// A made is a call that makes a definition.
type made struct {
	call, stmt parse.Node
	at         parse.Node // the name that it is assigned to
	lead       uint32
	maker      string
	args       []argument
}

// named returns a definition of a kind whose name is a string, or the variable
// that the call is assigned to.
func (w *walker) named(x made, kind graph.NodeKind, name string, at parse.Node) parse.Definition {
	d := parse.Definition{Kind: kind, Name: name, NameAt: nameAt(at),
		Range: parse.Range{Start: x.lead, End: x.stmt.End()}, Signature: w.line(x.stmt.Range())}
	w.document(&d, x.lead, x.stmt.Start())
	d.Decorators = append([]string{x.maker}, d.Decorators...)
	return d
}

// makeClass reads the definition of a class. Its name is the variable that holds
// it, which code refers to, but the name of an S4 class is the string.
func (w *walker) makeClass(x made) bool {
	at := pick(x.args, 0, "Class", "classname", "name")
	name, ok := literal(at)
	if !x.at.IsZero() && x.maker != "setClass" {
		at, name, ok = x.at, identifier(x.at), true
	}
	if !ok || name == "" {
		return false
	}
	d := w.named(x, graph.KindClass, name, at)
	if x.maker == "setClass" && !x.at.IsZero() {
		d.NameAt = nameAt(at)
	}
	d.Body = x.call.Field("arguments").Range()
	d.Bases = w.bases(x)
	i := w.define(d, w.scope == nil)
	if x.maker == "setClass" && !x.at.IsZero() && identifier(x.at) != name {
		w.generator(x, name)
	}
	c := &class{maker: x.maker, def: i, this: map[string]bool{}, methods: map[string]bool{}}
	switch x.maker {
	case "R6Class":
		c.this["self"], c.this["private"] = true, true
	case "setRefClass":
		c.this[".self"] = true
	}
	outer, code, around := w.def, w.code, w.class
	w.def, w.code, w.class = i, -1, c
	w.members(x)
	w.def, w.code, w.class = outer, code, around
	return true
}

// generator defines the variable that holds the generator of an S4 class, if its
// name differs from that of the class.
func (w *walker) generator(x made, class string) {
	i := w.variable(identifier(x.at), x.at, x.stmt, x.lead)
	if w.scope != nil || i == 0 {
		return
	}
	w.f.Definitions[i].Type = parse.TypeRef{Name: class}
	w.f.Definitions[i].Decorators = []string{"setClass"}
}

// bases reads the base classes.
func (w *walker) bases(x made) []parse.TypeRef {
	var out []parse.TypeRef
	add := func(n parse.Node) {
		if name := n.Text(); n.Is("identifier", "namespace_operator") {
			out = append(out, parse.TypeRef{Name: name, At: n.Start()})
		} else {
			for _, s := range words(n) {
				out = append(out, parse.TypeRef{Name: s, At: n.Start()})
			}
		}
	}
	for i, a := range x.args {
		switch {
		case a.name == "contains" || a.name == "inherit" || a.name == "parent":
			add(a.value)
		case a.name == "representation" || i == 1 && a.name == "" && calleeName(a.value) == "representation":
			for _, s := range arguments(a.value) { // unnamed ones are bases
				if s.name == "" {
					add(s.value)
				}
			}
		case x.maker == "new_class" && i == 1 && a.name == "":
			add(a.value)
		}
	}
	return out
}

// A member is a member of a class, found before the methods are read, since these
// refer to each other.
type member struct {
	def  int32
	node parse.Node
}

// members reads the members of a class.
func (w *walker) members(x made) {
	var list []member
	for i, a := range x.args {
		switch a.name {
		case "public", "private", "methods":
			list = append(list, w.memberList(a.value, graph.KindMethod)...)
		case "active":
			list = append(list, w.memberList(a.value, graph.KindProperty)...)
		case "fields", "slots", "representation", "properties":
			list = append(list, w.memberList(a.value, graph.KindField)...)
		case "prototype", "abstract", "package", "constructor":
			w.expr(a.value)
		case "validity", "validator":
			list = append(list, w.validity(a)...)
		case "":
			if i == 1 && x.maker != "new_class" {
				list = append(list, w.memberList(a.value, graph.KindField)...)
			}
		}
	}
	for _, m := range list {
		w.member(m)
	}
}

// memberList defines the members in a list.
//
//	list(n = 0, pay = function(x) x)    c(n = "numeric")
func (w *walker) memberList(n parse.Node, kind graph.NodeKind) []member {
	var list []member
	if !n.Is("call") {
		for _, s := range words(n) {
			list = append(list, w.defineMember(n, s, parse.Node{}, kind, n.Start()))
		}
		return list
	}
	end := n.Field("arguments").Start()
	for _, a := range arguments(n) {
		lead := w.lead(a.node.Start(), end)
		end = a.node.End()
		switch {
		case a.name != "":
			list = append(list, w.defineMember(a.node, a.name, a.value, kind, lead))
		case kind == graph.KindField && calleeName(n) != "representation":
			if s, ok := literal(a.value); ok {
				list = append(list, w.defineMember(a.node, s, parse.Node{}, kind, lead))
			}
		}
	}
	return list
}

// defineMember defines a member of the enclosing class. Where methods are
// expected, anything other than a function is a field.
func (w *walker) defineMember(n parse.Node, name string, value parse.Node, kind graph.NodeKind,
	lead uint32) member {
	isFunction := value.Is("function_definition")
	switch {
	case kind == graph.KindMethod && !isFunction:
		kind = graph.KindField
	case kind == graph.KindMethod && name == "initialize":
		kind = graph.KindConstructor
	}
	at := n
	if c := n.Field("name"); !c.IsZero() {
		at = c
	}
	d := parse.Definition{Kind: kind, Name: name, NameAt: nameAt(at),
		Range: parse.Range{Start: lead, End: n.End()}}
	if !isFunction {
		d.Signature = w.line(n.Range())
		if s, ok := literal(value); ok {
			d.Type = parse.TypeRef{Name: s, At: value.Start()}
		} else if value.Is("identifier") && w.class.maker == "new_class" {
			d.Type = parse.TypeRef{Name: identifier(value), At: value.Start()}
		}
	} else {
		w.class.methods[name] = true
	}
	w.document(&d, lead, n.Start())
	return member{w.define(d, false), value}
}

// member reads the code of a member.
func (w *walker) member(m member) {
	switch {
	case m.node.IsZero():
	case m.node.Is("function_definition"):
		w.body(m.def, m.node)
	default:
		outer := w.def
		w.def = m.def
		steps := w.expr(m.node)
		w.def = outer
		if d := &w.f.Definitions[m.def]; !isNull(steps) && d.Type.IsZero() {
			d.Init = append(d.Init, parse.Value{Steps: steps, At: m.node.Start()})
		}
	}
}

// validity defines the function that checks objects of the enclosing class, or
// refers to it.
func (w *walker) validity(a argument) []member {
	if !a.value.Is("function_definition") {
		if a.value.Is("identifier") {
			w.refer(parse.Reference{Kind: parse.RefCall, Name: identifier(a.value), Args: 1,
				At: a.value.Start()})
		}
		return nil
	}
	return []member{w.defineMember(a.node, a.name, a.value, graph.KindMethod, a.node.Start())}
}

// setMember reads an assignment to x$name. The value is a possible value of the
// field, if it is a field of the enclosing class.
func (w *walker) setMember(n parse.Node, value []parse.Step) {
	member := n.Field("rhs")
	recv, name := w.quiet(n.Field("lhs")), identifier(member)
	if recv == nil || name == "" {
		return
	}
	w.refer(parse.Reference{Kind: parse.RefMember, Name: name, Recv: recv, Args: -1, At: nameAt(member)})
	if w.class == nil || recv[0].Kind != parse.StepThis || isNull(value) {
		return
	}
	for i := int(w.class.def) + 1; i < len(w.f.Definitions); i++ {
		d := &w.f.Definitions[i]
		if d.Parent == w.class.def && d.Name == name && d.Kind == graph.KindField && len(d.Init) < maxResults {
			d.Init = append(d.Init, parse.Value{Steps: value, At: n.Start()})
			return
		}
	}
}
