package golang

import (
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// maxPartTypes bounds the types of the parts of one argument.
const maxPartTypes = 200

// bindImplicit emits the calls of methods of the tree by functions of the standard library that
// are given values, and those of functions that loops range over. They are no references: a
// value of another type runs no code of the tree.
//
//	fmt.Println(order)            // Order.String
//	sort.Sort(byPrice(orders))    // byPrice.Len, Less and Swap
//	for o := range list.Each { }  // Each
func (e *eval) bindImplicit() {
	var of callTarget
	for i := range e.b.File.Implicit {
		x := &e.b.File.Implicit[i]
		e.budget.Next(x.At)
		if x.Op == "range" {
			e.bindRange(x)
			continue
		}
		if of.at != x.At || i == 0 {
			of = e.target(x)
		}
		if of.outside {
			e.bindArgument(x, &of)
		}
	}
}

// bindRange emits the call of a function by a loop over it.
func (e *eval) bindRange(x *parse.Implicit) {
	from := e.b.File.ID(x.Def)
	r := e.gf.referenceAt(x.At)
	if r == nil || r.Kind == parse.RefCall {
		return
	}
	if m := e.resolve(r, from); m.why == resolve.Resolved && m.isFunc {
		e.b.Implied(from, m.def, m.tier, 0, x.At)
	}
}

// A callTarget is the function that a call calls, if that is external.
type callTarget struct {
	at      uint32
	outside bool
	runs    *external.Run  // nil if it is not described
	params  []resolve.Type // empty if they are unknown
}

// target returns the function that the call at the position of x calls.
func (e *eval) target(x *parse.Implicit) callTarget {
	out := callTarget{at: x.At}
	r := e.gf.referenceAt(x.At)
	if r == nil || r.Kind != parse.RefCall {
		return out
	}
	m := e.resolve(r, e.b.File.ID(x.Def))
	if m.why != resolve.External || m.def != resolve.None {
		return out
	}
	var name string
	switch owner := m.owner; {
	case owner.IsModule:
		im, ok := e.gf.imports[owner.Module]
		if !ok {
			return out
		}
		name = im.path + "." + r.Name
		m.value = e.g.inStandard(im.path, r.Name).value
	case owner.External && owner.Module != "":
		name = owner.Module + "." + owner.Name + "." + r.Name
	default:
		return out
	}
	out.outside, out.runs = true, external.RunsOf("go", name)
	if f := m.value; f.Form == parse.FormFunc && len(f.Args) > 0 {
		out.params = f.Args[0].Args
	}
	return out
}

// param returns the type of the parameter of argument i; the last one may be variadic.
func (t *callTarget) param(i int) resolve.Type {
	last := len(t.params) - 1
	switch {
	case last < 0:
		return resolve.Unknown
	case i < last:
		return t.params[i]
	case t.params[last].Form == parse.FormList && len(t.params[last].Args) > 0 && i > last:
		return t.params[last].Args[0]
	case i == last:
		return t.params[last]
	}
	return resolve.Unknown
}

// An argument is a value that is given to a library.
type argument struct {
	x       *parse.Implicit
	from    resolve.DefID
	pointer bool // it is a pointer, or can be addressed
	certain bool // pointer is known
}

// bindArgument emits the calls of methods of one argument.
func (e *eval) bindArgument(x *parse.Implicit, of *callTarget) {
	digits := len(x.Op) - len(strings.TrimLeft(x.Op, "0123456789"))
	number := 0
	for _, c := range x.Op[:digits] {
		number = min(number*10+int(c-'0'), 1000)
	}
	verb := x.Op[digits:]
	described := of.runs != nil && of.runs.Applies(number)
	methods, _ := e.g.standardMethods(nil, of.param(number))
	if !described && len(methods) == 0 {
		return
	}
	a := argument{x: x, from: e.b.File.ID(x.Def)}
	t := e.eval(e.gf, x.Value, x.At, a.from)
	if !t.Known() || t.Static || t.IsModule || t.External && t.Name == unseen {
		return
	}
	a.pointer, a.certain = e.isPointer(x, t, verb)
	t.Pointer = a.pointer
	if !described {
		for _, m := range methods {
			e.runs(&a, t.WithTier(graph.Unique), m.name)
		}
		return
	}
	verb = strings.TrimLeft(verb, "&*")
	for _, names := range of.runs.Methods {
		if of.runs.Format {
			names = printing(verb, names)
		}
		if len(names) > 0 {
			e.runsParts(&a, t, names, of.runs)
		}
	}
}

// printing returns the methods that the verb of a format string runs. Format is asked for
// every verb, GoString for %#v, and Error and String for those that print text.
func printing(verb string, names []string) []string {
	switch verb {
	case "", "v", "s", "x", "X", "q", "w", "+v":
		return names
	case "#v":
		return []string{"Format", "GoString"}
	case "T", "p", "*":
		return nil
	}
	return []string{"Format"}
}

// isPointer reports whether an argument is a pointer. That of a local whose type is that of its
// initializer is not known, because addresses have the type of their operand.
func (e *eval) isPointer(x *parse.Implicit, t resolve.Type, sign string) (pointer, certain bool) {
	switch {
	case strings.HasPrefix(sign, "&"):
		return true, true
	case strings.HasPrefix(sign, "*"):
		return false, true
	case t.Pointer || len(x.Value) != 1 || x.Value[0].Kind != parse.StepName:
		return t.Pointer, true
	}
	l := e.b.LocalAt(x.Value[0].Name, x.At)
	return false, l != nil && !l.Type.IsZero()
}

// runsParts emits the calls of the first of some methods that a value has. Printing and encoding
// also run those of its elements and, if it has none itself, of its exported fields.
func (e *eval) runsParts(a *argument, t resolve.Type, names []string, of *external.Run) {
	todo, seen := []resolve.Type{t}, map[resolve.DefID]bool{}
	for i := 0; i < len(todo) && i < maxPartTypes; i++ {
		t := todo[i]
		if e.runsFirst(a, t, names) {
			continue
		}
		if i == 0 && t.Def == resolve.None && t.External {
			return
		}
		u := e.g.under(t)
		switch {
		case u.Form == parse.FormList && len(u.Args) > 0:
			todo = append(todo, u.Args[0].WithTier(t.Tier))
		case u.Form == parse.FormMap && len(u.Args) == 2:
			todo = append(todo, u.Args[0].WithTier(t.Tier), u.Args[1].WithTier(t.Tier))
		case of.Parts && u.Def != resolve.None && !seen[u.Def]:
			seen[u.Def] = true
			todo = append(todo, e.fields(u)...)
		}
	}
}

// fields lists the types of the exported fields of a struct, and the embedded ones.
func (e *eval) fields(t resolve.Type) []resolve.Type {
	d := e.g.table.Def(t.Def)
	if d.Kind == graph.KindInterface {
		return nil
	}
	out := append([]resolve.Type{}, e.g.embedded(t)...)
	for id := range e.g.table.Within(d) {
		f := e.g.table.Def(id)
		if f.Kind != graph.KindField || f.Outer != t.Def || !isExportedName(f.Name) {
			continue
		}
		if ft := resolve.Substitute(e.g.declared.of(id), t.Def, t.Args); ft.Known() {
			out = append(out, ft.WithTier(t.Tier))
		}
	}
	return out
}

// runsFirst emits the call of the first of some methods that a value has, and reports whether
// there is one.
func (e *eval) runsFirst(a *argument, t resolve.Type, names []string) bool {
	for _, name := range names {
		if e.runs(a, t, name) {
			return true
		}
	}
	return false
}

// runs emits the call of a method of a value, and reports whether the value has it. A value that
// is no pointer lacks those with a pointer receiver (Method sets). Of an interface of a
// library, the method that runs is not known.
func (e *eval) runs(a *argument, t resolve.Type, name string) bool {
	if isError(t) || e.isOutsideInterface(t) {
		has := isError(t) && name == "Error" || len(e.declaredMethods(t, name)) > 0
		if has {
			e.b.Open(a.from, name, resolve.OpenReceiver, a.x.At)
		}
		return has
	}
	if t.Def == resolve.None && t.Owner == resolve.None {
		return false
	}
	f := e.g.member(e.gf, t, name)
	if f.def == resolve.None || f.ambiguous || e.g.table.Def(f.def).Kind != graph.KindMethod {
		return false
	}
	tier := resolve.WeakerTier(resolve.WeakerTier(t.Tier, f.owner.Tier), graph.Typed)
	if !t.Pointer && !a.pointer && e.g.hasPointerReceiver(f.def) {
		if a.certain {
			return false
		}
		tier = resolve.WeakerTier(tier, graph.Unique)
	}
	e.b.Implied(a.from, f.def, tier, 0, a.x.At)
	return true
}

// isOutsideInterface reports whether t is an interface of a library.
func (e *eval) isOutsideInterface(t resolve.Type) bool {
	decl := e.g.std(t)
	return decl != nil && decl.Kind == external.Interface
}

// declaredMethods lists the methods of a name that an interface of a library has.
func (e *eval) declaredMethods(t resolve.Type, name string) []selection {
	all, _ := e.g.standardMethods(nil, t)
	var out []selection
	for _, m := range all {
		if m.name == name {
			out = append(out, m)
		}
	}
	return out
}

// hasPointerReceiver reports whether only pointers have a method.
func (g *tree) hasPointerReceiver(method resolve.DefID) bool {
	d := g.table.Def(method)
	if d.Receiver().IsZero() {
		return false // of an interface
	}
	receiver, _, _ := strings.Cut(d.Signature, ")")
	return strings.Contains(receiver, "*")
}
