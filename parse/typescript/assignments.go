package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// expressionStatement visits an expression statement. At the top of a file,
// assignments to module.exports and of functions to members define and export.
func (e *extractor) expressionStatement(n parse.Node, l *lead) {
	inner := namedChild(n)
	if t, ok := e.testCall(inner); ok {
		e.test(t, n, l)
		return
	}
	switch {
	case inner.Is("internal_module"):
		e.namespace(inner, l)
	case inner.Is("call_expression") && e.outside() && e.amdModule(inner):
	case inner.Is("call_expression") && e.prototypeCall(inner):
	case inner.Is("assignment_expression") && (e.outside() || e.ofPrototype(inner)):
		e.topAssignment(inner, n, l)
	default:
		e.each(n)
		e.asserted(inner)
	}
}

// ofPrototype reports whether an assignment sets the prototype, or its members, of
// a function that is declared in the same function.
//
//	(function () { function Dog() {} Dog.prototype.bark = function () {}; })();
func (e *extractor) ofPrototype(n parse.Node) bool {
	if e.f.Language != "javascript" {
		return false
	}
	name, _, ok := strings.Cut(dotted(n.Field("left")), ".prototype")
	return ok && e.memberOwner([]string{name}) >= 0
}

// memberOwner returns the definition next to the current statement that a path of
// names refers to, or -1.
func (e *extractor) memberOwner(path []string) int32 {
	for i := range e.f.Definitions {
		if o := &e.f.Definitions[i]; o.Parent == e.owner && len(path) == 1 && o.Name == path[0] {
			return int32(i)
		}
	}
	return -1
}

// topAssignment reads module.exports = …, exports.name = …, X.name = function
// and X.prototype.name = function.
func (e *extractor) topAssignment(n, whole parse.Node, l *lead) {
	left, right := n.Field("left"), n.Field("right")
	path := strings.Split(strings.Join(strings.Fields(dotted(left)), ""), ".")
	switch {
	case len(path) == 2 && path[0] == "module" && path[1] == "exports":
		e.exportsValue(right, whole, l)
	case len(path) == 2 && path[0] == "exports",
		len(path) == 3 && path[0] == "module" && path[1] == "exports":
		e.exportsMember(path[len(path)-1], left, right, whole, l)
	case len(path) >= 2 && path[0] != "this" && path[0] != "" && isFunction(unwrapped(right)):
		e.memberFunction(path, left, right, whole, l)
	case len(path) == 2 && path[1] == "prototype" && right.Is("object") && e.memberOwner(path[:1]) >= 0:
		e.prototype(e.memberOwner(path[:1]), right)
	case len(path) == 2 && path[1] == "prototype", len(path) == 3 && path[1] == "prototype" && path[2] == "__proto__":
		e.inherit(path[0], prototypeOf(right))
		e.visit(n)
	case len(path) >= 2 && e.f.Language == "javascript" && path[0] != "this" && path[0] != "" && right.Is("object") && (e.holdsFunctions(right) || e.emptied(right)):
		e.memberObject(path, left, right, whole, l)
	default:
		e.visit(n)
	}
}

// inheritCalls are the functions that make the first of two constructor functions
// inherit from the second: of Node, of packages, and of compilers of classes.
var inheritCalls = words("inherits util.inherits goog.inherits _inherits __extends _inheritsLoose extendClass")

// assignCalls are the functions that copy the members of objects to their first
// argument.
var assignCalls = words("Object.assign _.extend _.assign $.extend jQuery.extend angular.extend extend assign")

// prototypeCall reads a call that adds members or a base to a constructor function,
// and reports whether it did.
//
//	util.inherits(Dog, Animal);
//	Object.setPrototypeOf(Dog.prototype, Animal.prototype);
//	Object.assign(Dog.prototype, { bark() {} });
func (e *extractor) prototypeCall(call parse.Node) bool {
	if e.f.Language != "javascript" {
		return false
	}
	var args []parse.Node
	for a := range call.Field("arguments").Named {
		if !a.Is("comment") {
			args = append(args, a)
		}
	}
	if len(args) < 2 {
		return false
	}
	owner, isPrototype := strings.CutSuffix(dotted(args[0]), ".prototype")
	switch name := dotted(call.Field("function")); {
	case inheritCalls[name] && !isPrototype:
		e.inherit(owner, args[1])
	case name == "Object.setPrototypeOf" && isPrototype:
		e.inherit(owner, prototypeOf(args[1]))
	case assignCalls[name] && isPrototype:
		of := e.memberOwner([]string{owner})
		if of < 0 || !args[1].Is("object") {
			return false
		}
		e.visit(call.Field("function"))
		for _, a := range args {
			if a.Is("object") {
				e.prototype(of, a)
			} else {
				e.visit(a)
			}
		}
		return true
	}
	return false
}

// prototypeOf returns the function whose prototype, or instance, a value is or
// delegates to.
//
//	Object.create(Animal.prototype)    new Animal()    Animal.prototype
func prototypeOf(value parse.Node) parse.Node {
	switch {
	case value.Is("new_expression"):
		return value.Field("constructor")
	case value.Is("call_expression") && dotted(value.Field("function")) == "Object.create":
		for a := range value.Field("arguments").Named {
			return prototypeOf(a)
		}
	case value.Is("member_expression") && value.Field("property").Text() == "prototype":
		return value.Field("object")
	}
	return parse.Node{}
}

// inherit adds a base to the function with a name.
func (e *extractor) inherit(name string, base parse.Node) {
	of := e.memberOwner([]string{name})
	written := dotted(base)
	if of < 0 || written == "" || written == name {
		return
	}
	if d := &e.f.Definitions[of]; d.Kind == graph.KindFunction || d.Kind == graph.KindConstant || d.Kind == graph.KindVariable {
		d.Bases = append(d.Bases, parse.TypeRef{Name: written, At: base.Start()})
	}
}

// prototype reads the members of X.prototype = { … } as those of the function X.
func (e *extractor) prototype(owner int32, object parse.Node) {
	keep := e.scope
	e.literal = owner
	e.objectChain(object)
	e.scope = keep
	e.made = -1
}

// exportsValue reads module.exports = value.
func (e *extractor) exportsValue(value, whole parse.Node, l *lead) {
	switch {
	case value.Is("identifier"):
		e.exportName(value, ExportEquals)
		e.visit(value)
	case value.Is("object"):
		for c := range value.Named {
			if c.Is("shorthand_property_identifier") {
				e.exportName(c, c.Text())
			} else if v := c.Field("value"); c.Is("pair") && v.Is("identifier") {
				e.f.Imports = append(e.f.Imports,
					parse.Import{Name: v.Text(), Alias: propertyName(c.Field("key")), Export: true,
						Def: e.owner, At: v.Start()})
				e.markExported(v.Text())
			}
		}
		// An object without members may have lost them where the text was condensed.
		if !isEmpty(value) && !e.holdsFunctions(value) {
			e.visit(value)
			return
		}
		fallthrough
	default:
		inner := *l
		inner.exported = true
		e.value("default", graph.KindConstant, parse.Node{}, whole, value, parse.Node{}, &inner)
	}
}

// exportsMember reads exports.name = value.
func (e *extractor) exportsMember(name string, left, value, whole parse.Node, l *lead) {
	if value.Is("identifier") {
		e.f.Imports = append(e.f.Imports, parse.Import{Name: value.Text(), Alias: name,
			Export: true, Def: e.owner, At: value.Start()})
		e.markExported(value.Text())
		e.visit(value)
		return
	}
	inner := *l
	inner.exported = true
	e.value(name, graph.KindConstant, left.Field("property"), whole, value, parse.Node{}, &inner)
}

// memberFunction reads Order.prototype.place = function and Order.place =
// function: a method of the definition with that name in the file.
func (e *extractor) memberFunction(path []string, left, value, whole parse.Node, l *lead) {
	name := path[len(path)-1]
	owner, static := path[:len(path)-1], true
	if len(owner) > 1 && owner[len(owner)-1] == "prototype" {
		owner, static = owner[:len(owner)-1], false
	}
	fn := unwrapped(value)
	d := e.definition(graph.KindMethod, name, whole, left.Field("property"), l)
	d.Modifiers = modifiers(d.Modifiers, fn)
	d.Exported = true
	d.Symbol = e.symbol(e.owner, strings.Join(owner, ".")+"."+name)
	if o := e.memberOwner(owner); o >= 0 {
		d.Parent = o
		k := e.f.Definitions[o].Kind
		if static && (k == graph.KindFunction && e.f.Language == "javascript" || k == graph.KindClass) {
			d.Modifiers = append(slices.Clone(d.Modifiers), "static")
		}
	}
	e.signed(&d, whole, l, sigEnd(whole, fn.Field("body")))
	e.callable(d, fn, l, -1)
	e.made = -1
}

// memberObject reads Shop.view = { show() {} }: an object of a namespace.
func (e *extractor) memberObject(path []string, left, value, whole parse.Node, l *lead) {
	def := e.value(strings.Join(path, "."), graph.KindConstant, left.Field("property"), whole, value, parse.Node{}, l)
	e.f.Definitions[def].Name = path[len(path)-1]
}

// augmented reads a ??= b, which is a choice of both, and a += b.
func (e *extractor) augmented(n parse.Node) []parse.Step {
	left, right := n.Field("left"), n.Field("right")
	switch n.Field("operator").Text() {
	case "??=", "||=":
		chain := e.choice(left, e.chain(left), right, e.chain(right))
		e.assigned(left, chain, n)
		e.setAgain(left, parse.Node{})
		return chain
	}
	e.visit(left)
	e.visit(right)
	if left.Is("identifier") {
		e.growing.Assign(e.def, left.Text(), n.Field("operator").Is("+="), right)
	}
	e.setAgain(left, parse.Node{})
	return unknownStep
}

// isEmpty reports whether a node has no named children.
func isEmpty(n parse.Node) bool {
	for range n.Named {
		return false
	}
	return true
}

// assignment visits an assignment. In JavaScript, a field is declared by the
// first assignment to this.name.
func (e *extractor) assignment(n parse.Node) []parse.Step {
	left, right := n.Field("left"), n.Field("right")
	if name := left.Field("property"); e.f.Language == "javascript" && left.Is("member_expression") &&
		!name.IsZero() {
		switch of := left.Field("object"); {
		case of.Is("this") && e.ctor >= 0:
			return e.assignedMember(n, name, right, parse.Step{Kind: parse.StepThis})
		case of.Is("identifier") && e.self.name != "" && of.Text() == e.self.name:
			keep := e.ctor
			e.ctor = e.self.of
			chain := e.assignedMember(n, name, right, parse.Step{Kind: parse.StepName, Name: e.self.name})
			e.ctor = keep
			return chain
		}
	}
	if !takesHint(right) {
		e.visit(left)
	} else if target := e.chain(left); !opaque(target) {
		e.hint = hint{target, left.Start()}
	}
	chain := e.chain(right)
	e.assigned(left, chain, n)
	if left.Is("identifier") {
		e.growing.Assign(e.def, left.Text(), false, right)
	}
	e.setAgain(left, unwrapped(right))
	return chain
}

// assignedMember reads an assignment to a member of the object under construction,
// which object denotes. A function assigned by a constructor function is a method
// of its instances.
func (e *extractor) assignedMember(n, name, value parse.Node, object parse.Step) []parse.Step {
	fn := unwrapped(value)
	if e.f.Definitions[e.ctor].Kind != graph.KindFunction || !isFunction(fn) {
		return e.assignedField(n, name, value, object)
	}
	d := e.definition(graph.KindMethod, name.Text(), n, name, &lead{})
	d.Modifiers = modifiers(d.Modifiers, fn)
	d.Parent, d.Exported = e.ctor, true
	e.signed(&d, n, &lead{}, sigEnd(n, fn.Field("body")))
	made := e.made
	e.callable(d, fn, &lead{}, -1)
	e.made = made
	return unknownStep
}

func (e *extractor) assignedField(n, name, value parse.Node, object parse.Step) []parse.Step {
	symbol := e.symbol(e.ctor, name.Text())
	def, known := e.fields[symbol]
	if !known {
		if e.fields == nil {
			e.fields = map[string]int32{}
		}
		d := e.definition(graph.KindField, name.Text(), n, name, &lead{})
		d.Parent, d.Exported = e.ctor, true
		e.signed(&d, n, &lead{}, valueSigEnd(n, value))
		made := e.made
		def = e.define(d)
		e.made = made
		e.fields[symbol] = def
	} else {
		e.ref(parse.RefMember, name.Text(), []parse.Step{object}, -1, name.Start())
	}
	chain := e.chain(value)
	if d := &e.f.Definitions[def]; d.Type.IsZero() && len(d.Init) < mostValues {
		d.Init = append(d.Init, parse.Value{Steps: chain[:len(chain):len(chain)],
			At: value.Start()})
	}
	return chain
}
