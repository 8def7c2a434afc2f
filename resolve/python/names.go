package python

import (
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A ref is one of the meanings of a name.
type ref struct {
	def    resolve.DefID   // the definition, or none
	bases  []resolve.DefID // for a member: those of the same name further along the bases
	locals []*parse.Local
	vals   set // for meanings without a definition: modules, members of built-in types
	flow   *flow
	value  *parse.FlowBinding // in flow: the assigned value of the name, instead of all values of def
	file   *resolve.File      // of locals, and of the position of value
	self   *val
	tier   graph.Tier
	kind   refKind
}

// A refKind distinguishes the meanings of names that are not definitions of the tree.
type refKind uint8

const (
	refFound   refKind = iota
	refOutside         // an external symbol
	refUnsure          // it may be anything
	refMissing         // in a module that the tree should have and lacks
)

// A flow is the flow of a name, or of a member of one, in a file.
type flow struct {
	*parse.LiveBindings
	file *resolve.File
}

// anywhere is a position after the end of any file: the final state of a module or a
// class body.
const anywhere = math.MaxUint32

// name lists the possible meanings of a plain name, from a position in a definition
// outwards.
//
// Function scopes nest, class bodies do not: a method does not see the names of its
// class (execution model 4.2.2).
func (p *evaluator) name(name string, at uint32, from resolve.DefID) []ref {
	f := p.table.Def(from).File
	var out []ref
	inner := false // the lookup has left a function's body: it may run at any later time
	for d := from; d != resolve.None; d = p.table.Def(d).Outer {
		e := p.table.Def(d)
		if e.Outer == resolve.None {
			break
		}
		// Decorators, default values and annotations are outside the body; a class body is
		// not a scope of its methods.
		inBody := e.Body.Contains(at)
		if inBody && !(e.Kind.IsType() && inner) {
			refs, outwards := p.inScope(f, e, name, at, inner)
			if out = append(out, refs...); !outwards {
				return out
			}
		}
		if l := p.typeParam(f, e, name, at); l != nil {
			return append(out, ref{def: resolve.None, locals: []*parse.Local{l}, file: f})
		}
		if inBody && !e.Kind.IsType() {
			// Seen from further out, the body of the function runs as a whole, at any
			// time.
			inner, at = true, e.Body.Start
		}
	}
	return append(out, p.global(f, name, at, inner)...)
}

// global looks a name up at the top level of a file, and then among the built-in
// names. A star import of a library may bind any name, so its names may replace
// built-in ones.
func (p *evaluator) global(f *resolve.File, name string, at uint32, inner bool) []ref {
	refs, outwards := p.topLevel(f, name, at, inner, 0)
	if outwards && len(refs) == 0 && p.isBuiltin(f, name) {
		refs = append(refs, outsideRef("builtins."+name))
	}
	return refs
}

// ofModules are names that every module has, and built-in ones of Python 2.
var ofModules = map[string]bool{"__name__": true, "__file__": true, "__doc__": true, "__package__": true, "__spec__": true,
	"__loader__": true, "__path__": true, "__builtins__": true, "__annotations__": true, "__dict__": true, "__class__": true,
	"__module__": true, "__qualname__": true, "__debug__": true, "reveal_type": true, "unicode": true, "basestring": true,
	"xrange": true, "raw_input": true, "long": true, "unichr": true, "reduce": true, "cmp": true, "execfile": true,
	"file": true, "reload": true, "intern": true, "apply": true, "buffer": true, "coerce": true, "WindowsError": true,
	"StandardError": true}

// isBuiltin reports whether a name that a file does not bind is a built-in one. A
// star import of an unknown module may bind any name.
func (p *evaluator) isBuiltin(f *resolve.File, name string) bool {
	if ofModules[name] || p.entity("builtins."+name) != nil {
		return true
	}
	for _, i := range p.modules.stars[f] {
		if m := p.modules.find(f, f.Imports[i].Path); m == nil || m.file == nil {
			return true
		}
	}
	return false
}

// inScope lists the meanings of a name in one definition, and reports whether it may
// also have those of the enclosing scopes.
//
//	x = 1
//	def f():
//	    if ready: x = 2
//	    print(x)    # the local x, whether it is bound or not
//	class C:
//	    if ready: x = 2
//	    print(x)    # the x of C, or the global one
func (p *evaluator) inScope(
	f *resolve.File, e *resolve.Def, name string, at uint32, inner bool,
) ([]ref, bool) {
	if ls := p.comprehended(f, e, name, at); ls != nil {
		return []ref{{def: resolve.None, locals: ls, file: f}}, false
	}
	if x := p.modules.flow(e.ID, name); x != nil {
		refs, outwards := p.flowAt(x, at, inner, 0)
		if len(refs) == 0 && !outwards {
			refs, outwards = p.flowAt(x, 0, true, 0) // it is used before it is bound
		}
		if !e.Kind.IsType() { // assigned by a nested function with nonlocal
			refs = append(refs, p.outerBindings(x)...)
		}
		return refs, outwards
	}
	if ls := p.localsOf(f, e.ID, name); ls != nil {
		return []ref{{def: resolve.None, locals: ls, file: f}}, false
	}
	if im := p.modules.importOf(f, e.ID, name); im != nil {
		return p.importedName(f, im, 0), false
	}
	ids := p.table.Own(e.ID, name)
	if len(ids) > 0 && (inner || p.isBound(ids[0], at)) && !p.isInstanceField(p.table.Def(ids[0])) {
		return []ref{{def: ids[0]}}, false
	}
	return nil, true
}

// isBound reports whether the only definition of a name in a class body is bound at a
// position: in `x = x` the right side refers to the other x.
//
//	class Shop:
//	    size = size    # the size of the module
func (p *evaluator) isBound(id resolve.DefID, at uint32) bool {
	d := p.table.Def(id)
	if !p.table.Def(d.Outer).Kind.IsType() {
		return true
	}
	if isValue(d) {
		// A field is bound after its statement; a function or class from its name on.
		return at >= d.Range.End
	}
	return at >= d.NameAt
}

// isValue reports whether d is a variable, a constant or a field.
func isValue(d *resolve.Def) bool {
	return d.Outer != resolve.None && !d.Kind.IsCallable() && !d.Kind.IsType()
}

// isInstanceField reports whether a field is defined inside a method, as self.name =
// …: it is an attribute of objects of the class, and not a name in the class body.
func (p *evaluator) isInstanceField(d *resolve.Def) bool {
	return isValue(d) && d.NameAt > 0 && d.File.Text[d.NameAt-1] == '.'
}

// typeParam returns the type parameter of a name that e declares, as seen from a position,
// or nil. It is known from the name to the end of e, also in the signature, and, unlike the names
// of a class body, in the methods of a class (PEP 695).
func (p *evaluator) typeParam(f *resolve.File, e *resolve.Def, name string, at uint32) *parse.Local {
	if at < e.NameAt || at > e.Range.End || !slices.Contains(e.TypeParams, name) {
		return nil
	}
	for _, i := range p.modules.localsOf(f, e.ID, name) {
		if l := &f.Locals[i]; l.Kind == parse.LocalTypeParam {
			return l
		}
	}
	return nil
}

// localsOf lists the locals of a name in a whole definition, or nil. A name that is
// bound anywhere in a function is local in all of it (execution model 4.2.1).
func (p *evaluator) localsOf(f *resolve.File, owner resolve.DefID, name string) []*parse.Local {
	body := p.table.Def(owner).Body
	var out []*parse.Local
	for _, i := range p.modules.localsOf(f, owner, name) {
		if l := &f.Locals[i]; l.Scope == body && l.Kind != parse.LocalTypeParam {
			out = append(out, l)
		}
	}
	return out
}

// comprehended lists the locals of the innermost comprehension or lambda enclosing a
// position that binds the name, or nil.
//
// A comprehension has a separate scope, but its first iterable is evaluated outside
// it (reference 6.2.4).
func (p *evaluator) comprehended(
	f *resolve.File, e *resolve.Def, name string, at uint32,
) []*parse.Local {
	var out []*parse.Local
	for _, i := range slices.Backward(p.modules.localsOf(f, e.ID, name)) {
		l := &f.Locals[i]
		if !l.Scope.Contains(at) || l.Scope == e.Body || l.Kind == parse.LocalTypeParam {
			continue
		}
		if len(out) > 0 && out[0].Scope.Start != l.Scope.Start {
			break
		}
		out = append(out, l)
	}
	return out
}

// flowAt lists the meanings of a name with several bindings at a position, or, from
// inside a function defined there, from that position on.
//
//	def run(): return handler()    # called later: any binding of handler that follows
//	handler = start
//	handler()                      # start
func (p *evaluator) flowAt(x *flow, at uint32, inner bool, hops int) ([]ref, bool) {
	// From inside a function the state at its definition does not count, unless other
	// code may run there: the later bindings do, where code runs, and the final ones.
	i := max(0, sortPoints(x.Points, at)-1)
	var set []uint16
	if !inner || i+1 == len(x.Points) || x.Points[i].Runs {
		set = slices.Clone(x.Points[i].Set)
	}
	for i++; inner && i < len(x.Points); i++ {
		if i+1 == len(x.Points) || x.Points[i].Runs {
			set = append(set, x.Points[i].Set...)
		}
	}
	// Bindings are numbered in source order, which makes the result independent of
	// points.
	slices.Sort(set)
	return p.boundToAny(x, slices.Compact(set), hops)
}

// outerBindings lists the bindings of a flow's name in other scopes.
//
//	def setup():
//	    global app
//	    app = App()
func (p *evaluator) outerBindings(x *flow) []ref {
	refs, _ := p.boundToAny(x, x.Late, 0)
	return refs
}

// boundToAny lists the meanings that bindings of a flow give to its name, and reports
// whether one of them refers to the enclosing scopes.
//
//	try: import fast as json
//	except ImportError: import json    # either, at a later call
func (p *evaluator) boundToAny(x *flow, set []uint16, hops int) ([]ref, bool) {
	var out []ref
	outwards := false
	for _, i := range set {
		b := &x.Bindings[i]
		switch b.Kind {
		case parse.FlowOuter:
			outwards = true
		case parse.FlowUnset:
		case parse.FlowImport:
			out = append(out, p.importedName(x.file, &x.file.Imports[b.Index], hops)...)
		default:
			out = append(out, p.boundTo(x, b))
		}
	}
	return out, outwards
}

// sortPoints returns the number of points that are not after at.
func sortPoints(points []parse.FlowPoint, at uint32) int {
	n := 0
	for n < len(points) && points[n].At <= at {
		n++
	}
	return n
}

// boundTo returns the meaning that one binding of a flow gives to a name.
//
//	import a.b       # the module a
//	for x in y       # an element of y
//	def f(): ...     # the function, by its decorators
func (p *evaluator) boundTo(x *flow, b *parse.FlowBinding) ref {
	r := ref{def: resolve.None, file: x.file}
	if b.Index > 0 {
		r.def = x.file.ID(b.Index)
	}
	switch b.Kind {
	case parse.FlowParam:
		r.locals = p.localsOf(x.file, x.file.ID(x.Def), x.Name)
	case parse.FlowValue, parse.FlowGuard:
		r.flow, r.value = x, b
	}
	return r
}

// maxImports bounds the number of files through which a name is followed.
const maxImports = 12

// topLevel lists the meanings of a name among the definitions and imports of a file,
// at a position or from it on. The second result reports that it may also be a
// built-in.
func (p *evaluator) topLevel(
	f *resolve.File, name string, at uint32, inner bool, hops int,
) ([]ref, bool) {
	if hops > maxImports {
		return []ref{{def: resolve.None, kind: refUnsure}}, false
	}
	refs, outwards := p.inModule(f, name, at, inner, hops)
	after := uint32(0)
	if !outwards {
		after = p.lastBound(f, name)
	}
	stars, sure := p.starred(f, name, after, at, inner, hops)
	if len(stars) > 0 {
		if !sure {
			stars = unsureRefs(stars)
		}
		return stars, false
	}
	if !sure && len(refs) > 0 {
		refs = unsureRefs(refs)
	}
	return refs, outwards
}

// unsureRefs lowers the tier of refs: another library may also bind the name.
func unsureRefs(refs []ref) []ref {
	out := slices.Clone(refs)
	for i := range out {
		out[i].tier = resolve.WeakerTier(out[i].tier, graph.Unique)
	}
	return out
}

// inModule is topLevel without star imports.
func (p *evaluator) inModule(
	f *resolve.File, name string, at uint32, inner bool, hops int,
) ([]ref, bool) {
	module := p.table.Def(f.First)
	if ls := p.comprehended(f, module, name, at); ls != nil {
		return []ref{{def: resolve.None, locals: ls, file: f}}, false
	}
	if x := p.modules.flow(f.First, name); x != nil {
		refs, outwards := p.flowAt(x, at, inner, hops)
		if len(refs) == 0 { // a name in an annotation may be bound later
			refs, outwards = p.flowAt(x, anywhere, false, hops)
		}
		return append(refs, p.outerBindings(x)...), outwards
	}
	if ids := p.table.Own(f.First, name); len(ids) > 0 {
		return []ref{{def: ids[0]}}, false
	}
	if im := p.modules.importOf(f, f.First, name); im != nil {
		return p.importedName(f, im, hops), false
	}
	if ls := p.localsOf(f, f.First, name); ls != nil {
		return []ref{{def: resolve.None, locals: ls, file: f}}, false
	}
	return nil, true
}

// lastBound returns the position where the top level of a file binds a name last: a
// star import after it may rebind the name.
func (p *evaluator) lastBound(f *resolve.File, name string) uint32 {
	if x := p.modules.flow(f.First, name); x != nil {
		return x.Points[len(x.Points)-1].At
	}
	if ids := p.table.Own(f.First, name); len(ids) > 0 {
		return p.table.Def(ids[0]).NameAt
	}
	if im := p.modules.importOf(f, f.First, name); im != nil {
		return im.At
	}
	return anywhere
}

// starred lists the meanings of a name in the last star import after a position that
// has it. They are unsure if a library imported later may also have the name.
//
//	from a import *
//	from b import *    # the last that has the name wins
func (p *evaluator) starred(
	f *resolve.File, name string, after, at uint32, inner bool, hops int,
) (refs []ref, sure bool) {
	list := p.modules.stars[f]
	sure = true
	for i := len(list) - 1; i >= 0; i-- {
		im := &f.Imports[list[i]]
		if im.Def != 0 || im.At < after || im.At > at && !inner {
			continue
		}
		m := p.modules.find(f, im.Path)
		if m == nil {
			sure = sure && strings.HasPrefix(im.Path, ".")
			continue
		}
		if m.file == nil || m.file == f || !p.exports(m.file, name) {
			continue
		}
		if refs, _ := p.topLevel(m.file, name, anywhere, false, hops+1); len(refs) > 0 {
			return refs, sure
		}
	}
	return nil, sure
}

// exports reports whether `import *` from a file binds a name of that file: by its
// __all__, or, without one, if the name has no leading underscore (reference 7.11). A
// computed __all__ may have any name.
func (p *evaluator) exports(f *resolve.File, name string) bool {
	all := p.table.Own(f.First, "__all__")
	if len(all) == 0 {
		return !strings.HasPrefix(name, "_")
	}
	for _, id := range p.table.Own(f.First, name) {
		if p.table.Def(id).Exported {
			return true
		}
	}
	for _, i := range p.modules.names[f][name] {
		if f.Imports[i].Export {
			return true
		}
	}
	return len(p.modules.stars[f]) > 0 || len(p.table.Def(all[0]).Init) != 1
}

// importedName lists the meanings of a name bound by an import.
//
//	import a.b        # binds a, which has the member b from now on
//	import a.b as c   # binds c to a.b
//	from a import b   # the member b of a, or else the module a.b
func (p *evaluator) importedName(f *resolve.File, im *parse.Import, hops int) []ref {
	if im.Name == "" {
		name := im.Path
		if im.Whole {
			name, _, _ = strings.Cut(name, ".")
		}
		if m := p.modules.find(f, name); m != nil {
			return []ref{moduleRef(m)}
		}
		if p.modules.isMissing(f, name) {
			return []ref{{def: resolve.None, kind: refMissing}}
		}
		return []ref{outsideRef(name)}
	}
	m := p.modules.find(f, im.Path)
	if m == nil {
		if strings.HasPrefix(im.Path, ".") {
			return []ref{{def: resolve.None, kind: refMissing}}
		}
		if sub := p.modules.member(f, im.Path, nil, im.Name); sub != nil {
			return []ref{moduleRef(sub)}
		}
		if p.modules.isMissing(f, im.Path) {
			return []ref{{def: resolve.None, kind: refMissing}}
		}
		return []ref{outsideRef(im.Path + "." + im.Name)}
	}
	sub := p.modules.member(f, im.Path, m, im.Name)
	if m.file != nil && m.file != f {
		refs, _ := p.topLevel(m.file, im.Name, anywhere, false, hops+1)
		// A package that gets the name from this very import, by a star import of the
		// file, contributes only its module.
		circle := len(refs) == 1 && refs[0].kind == refUnsure && hops+1 > maxImports
		if len(refs) > 0 && (sub == nil || !circle) {
			return refs
		}
	}
	if sub != nil {
		return []ref{moduleRef(sub)}
	}
	return nil // the import fails, or the name is set at run time
}

// moduleRef returns a meaning that is a module of the tree.
func moduleRef(m *mod) ref {
	return ref{def: resolve.None, vals: set{{kind: kindModule, name: m.path, def: resolve.None}}}
}

// outsideRef returns an external meaning by its full name. Whether it is a module, a
// class or a value is looked up in the platform when it is used.
func outsideRef(name string) ref {
	v := val{kind: kindExternal, name: name, def: resolve.None}
	return ref{def: resolve.None, kind: refOutside, vals: set{v}}
}

// moduleMember looks a name up in a module from outside.
//
//	import shop
//	shop.Order    # the last binding in shop, or its module Order
//
// Submodules are attributes of their package once something imports them (reference
// 5.4.2), which is assumed here.
func (p *evaluator) moduleMember(m *mod, name string) []ref {
	if m == nil {
		return nil
	}
	if m.file != nil {
		if refs, _ := p.topLevel(m.file, name, anywhere, false, 0); len(refs) > 0 {
			return refs
		}
	}
	if sub := p.modules.child(m, name); sub != nil {
		return []ref{moduleRef(sub)}
	}
	return nil
}

// scopeAt returns the innermost definition with a body enclosing a position.
// Definitions are sorted by start, so the last one that starts before the position
// encloses it or is nested in one that does.
func (p *evaluator) scopeAt(f *resolve.File, at uint32) resolve.DefID {
	lo, hi := 0, len(f.Definitions)
	for lo < hi {
		mid := (lo + hi) / 2
		if f.Definitions[mid].Range.Start <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for i := lo - 1; i > 0; i-- {
		if f.Definitions[i].Body.IsEmpty() {
			continue
		}
		for d := int32(i); d > 0; d = f.Definitions[d].Parent {
			if f.Definitions[d].Body.Contains(at) {
				return f.ID(d)
			}
		}
		break
	}
	return f.First
}
