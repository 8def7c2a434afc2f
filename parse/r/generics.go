package r

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// makeGeneric reads setGeneric("area", function(s) standardGeneric("area")) and
// area <- new_generic("area", "s").
func (w *walker) makeGeneric(x made) bool {
	at := pick(x.args, 0, "name")
	name, ok := literal(at)
	if x.maker == "new_generic" && !x.at.IsZero() {
		at, name, ok = x.at, identifier(x.at), true
	}
	if !ok || name == "" {
		return false
	}
	i := w.define(w.named(x, graph.KindFunction, name, at), w.scope == nil)
	w.f.Definitions[i].Complexity = 1
	for j, a := range x.args {
		if a.value.Is("function_definition") {
			w.f.Definitions[i].Signature = w.head(x.stmt, a.value)
			w.body(i, a.value)
		} else if j > 0 && a.name == "useAsDefault" {
			w.inside(i, a.value)
		}
	}
	return true
}

// inside reads an expression as part of definition i.
func (w *walker) inside(i int32, n parse.Node) {
	outer := w.def
	w.def = i
	w.expr(n)
	w.def = outer
}

// makeMethod reads setMethod("area", "Disc", function(s) …), setValidity("Disc",
// function(object) …) and setAs("Disc", "Tile", function(from) …).
func (w *walker) makeMethod(x made) bool {
	generic, classes, at := "", []string(nil), x.args[0].value
	switch x.maker {
	case "setValidity":
		generic, classes = "validity", words(at)
	case "setAs":
		generic = "coerce"
		classes = append(words(at), words(pick(x.args, 1, "to"))...)
	default:
		at = pick(x.args, 0, "f")
		generic, classes = strings.Join(words(at), ""), signature(pick(x.args, 1, "signature"), x.args)
		if x.maker == "setReplaceMethod" {
			generic += "<-"
		}
	}
	var f parse.Node
	for _, a := range x.args {
		if a.value.Is("function_definition") {
			f = a.value
		}
	}
	if generic == "" || len(classes) == 0 {
		return false
	}
	w.method(x, generic, classes, at, f)
	if f.IsZero() { // setMethod("area", "Disc", area_of_disc)
		last := x.args[len(x.args)-1].value
		if last.Is("identifier") {
			i := int32(len(w.f.Definitions) - 1)
			w.f.References = append(w.f.References, parse.Reference{Kind: parse.RefCall, Def: i,
				Name: identifier(last), At: last.Start(), Args: -1})
		}
	}
	return true
}

// signature lists the classes that a method is dispatched on, in the order of the
// parameters of its function, with ANY for omitted ones.
//
//	signature(e2 = "Period")    # of function(e1, e2): ANY, Period
func signature(n parse.Node, of []argument) []string {
	if !n.Is("call") {
		if out := words(n); out != nil {
			return out
		}
		return classNames(n)
	}
	var params []parse.Node
	for _, a := range of {
		if a.value.Is("function_definition") {
			params = parameters(a.value)
		}
	}
	var out []string
	for _, a := range arguments(n) {
		class, ok := literal(a.value)
		if !ok {
			class = strings.Join(classNames(a.value), "|")
		}
		at := slices.IndexFunc(params, func(p parse.Node) bool {
			return a.name != "" && identifier(p.Field("name")) == a.name
		})
		for at >= len(out) && len(out) < maxSignatureClasses {
			out = append(out, "ANY")
		}
		if at < 0 {
			out = append(out, class)
		} else if at < len(out) {
			out[at] = class
		}
	}
	return out
}

// maxSignatureClasses bounds the parameters that a method is dispatched on.
const maxSignatureClasses = 20

// classNames lists the classes in an expression of S7: Dog, list(Dog, Cat).
func classNames(n parse.Node) []string {
	switch {
	case n.Is("identifier"):
		return []string{strings.TrimPrefix(identifier(n), "class_")}
	case n.Is("namespace_operator"):
		return []string{identifier(n.Field("rhs"))}
	case n.Is("call") && (calleeName(n) == "list" || calleeName(n) == "signature"):
		var out []string
		for _, a := range arguments(n) {
			out = append(out, classNames(a.value)...)
		}
		return out
	}
	return nil
}

// method defines a method of a generic for classes, whose function is f.
func (w *walker) method(x made, generic string, classes []string, at, f parse.Node) {
	d := w.named(x, graph.KindMethod, generic+","+strings.Join(classes, ",")+"-method", at)
	for _, c := range classes {
		d.Params = append(d.Params, parse.Param{Type: parse.TypeRef{Name: c, At: at.Start()}})
	}
	d.Complexity = 1
	i := w.define(d, w.scope == nil)
	if !f.IsZero() {
		w.f.Definitions[i].Signature = w.head(x.stmt, f)
		w.body(i, f)
	}
}

// assignMethod reads method(speak, Dog) <- function(x) …, the form of S7.
func (w *walker) assignMethod(stmt, left, value parse.Node, lead uint32) bool {
	if !left.Is("call") || calleeName(left) != "method" {
		return false
	}
	args := arguments(left)
	if len(args) < 2 {
		return false
	}
	generic := args[0].value
	if generic.Is("namespace_operator") {
		generic = generic.Field("rhs")
	}
	classes := classNames(args[1].value)
	if identifier(generic) == "" || len(classes) == 0 {
		return false
	}
	x := made{call: left, stmt: stmt, lead: lead, maker: "method", args: args}
	f := unwrapped(value)
	if !f.Is("function_definition") {
		f = parse.Node{}
	}
	w.method(x, identifier(generic), classes, generic, f)
	if f.IsZero() {
		w.inside(int32(len(w.f.Definitions)-1), value)
	}
	return true
}

// makeUnion reads setClassUnion("AorB", c("A", "B")) and setOldClass(c("a", "b")):
// classes whose members are defined elsewhere.
func (w *walker) makeUnion(x made) bool {
	names := words(pick(x.args, 0, "name", "Classes"))
	if len(names) == 0 {
		return false
	}
	if x.maker == "setOldClass" {
		w.created(names, x.args[0].value)
		return true
	}
	d := w.named(x, graph.KindClass, names[0], x.args[0].value)
	d.Type = parse.TypeRef{Form: parse.FormUnion}
	for _, m := range words(pick(x.args, 1, "members")) {
		d.Type.Args = append(d.Type.Args, parse.TypeRef{Name: m, At: x.call.Start()})
	}
	w.define(d, w.scope == nil)
	return true
}

// addsMethods reads Account$methods(pay = function(x) …) of reference classes, and
// Account$set("public", "pay", function(x) …) of R6.
func (w *walker) addsMethods(n parse.Node, lead uint32) bool {
	f := n.Field("function")
	verb := identifier(f.Field("rhs"))
	if !f.Is("extract_operator") || !f.Field("lhs").Is("identifier") || w.scope != nil {
		return false
	}
	owner := identifier(f.Field("lhs"))
	i, ok := w.top[owner]
	if !ok || !w.f.Definitions[i].Kind.IsType() {
		return false
	}
	c := &class{maker: w.f.Definitions[i].Decorators[0], def: i, methods: map[string]bool{},
		this: map[string]bool{"self": true, "private": true, ".self": true}}
	args := arguments(n)
	var list []member
	w.class = c
	switch {
	case verb == "methods" && c.maker == "setRefClass":
		if len(args) == 1 && args[0].name == "" {
			args = arguments(args[0].value)
		}
		for _, a := range args {
			if a.name != "" && a.value.Is("function_definition") {
				list = append(list, w.addMember(owner, a.name, a.node, a.value, lead))
			}
		}
	case verb == "set" && c.maker == "R6Class" && len(args) >= 3:
		if name, ok := literal(args[1].value); ok && args[2].value.Is("function_definition") {
			list = append(list, w.addMember(owner, name, args[1].node, args[2].value, lead))
		}
	}
	for _, m := range list {
		w.member(m)
	}
	w.class = nil
	return list != nil
}

// addMember defines a method of a class that is outside of the class.
func (w *walker) addMember(owner, name string, at, f parse.Node, lead uint32) member {
	d := parse.Definition{Kind: graph.KindMethod, Name: name, Symbol: owner + "$" + name,
		NameAt: at.Start(), Range: parse.Range{Start: at.Start(), End: f.End()}}
	if at.Field("value").Is("string") && at.Field("name").IsZero() {
		d.NameAt = nameAt(at.Field("value"))
	}
	d.SetReceiver(parse.TypeRef{Name: owner})
	w.class.methods[name] = true
	top := w.top[name]
	i := w.define(d, true)
	if top > 0 {
		w.top[name] = top
	} else {
		delete(w.top, name)
	}
	return member{i, f}
}
