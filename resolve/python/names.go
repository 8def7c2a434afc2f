package python

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A py evaluates Python names and expressions. It reads the index and keeps
// what it found out; it is not safe for concurrent use.
type evaluator struct {
	table    *resolve.Table
	modules  *modules
	depth    int
	values   map[resolve.DefID]set // of variables and fields, and under way: empty
	results  map[call]set
	orders   map[resolve.DefID][]resolve.DefID
	typeArgs map[string]set        // what type parameters stand for in the declaration that is read
	self     map[resolve.DefID]val // what the first parameter of a method stands for, where a call has told
}

// A call is a function with the class of the object that it is called on.
type call struct{ function, class resolve.DefID }

func newPy(ix *resolve.Table, modules *modules) *evaluator {
	return &evaluator{
		table: ix, modules: modules,
		values: map[resolve.DefID]set{}, results: map[call]set{}, orders: map[resolve.DefID][]resolve.DefID{}, self: map[resolve.DefID]val{},
	}
}

// A ref is what a name stands for.
type ref struct {
	defs     []resolve.DefID // candidates, the first is meant
	locals   []*parse.Local
	file     *resolve.File // of locals
	vals     set           // what is no definition: modules, members of built-in types
	self     *val
	external bool
	tier     graph.Tier
}

func (r ref) ok() bool {
	return len(r.defs) > 0 || len(r.locals) > 0 || len(r.vals) > 0 || r.external
}

// name looks a plain name up from a position in a definition outwards.
func (p *evaluator) name(name string, at uint32, from resolve.DefID) ref {
	f := p.table.Def(from).File
	direct := true // no function's body has been left yet
	for d := from; d != resolve.None; d = p.table.Def(d).Outer {
		e := p.table.Def(d)
		if e.Outer == resolve.None {
			break
		}
		if !e.Body.Contains(at) {
			continue // a decorator, a default value, an annotation
		}
		if e.Kind.IsType() && !direct {
			continue
		}
		if r := p.inScope(f, e, name, at); r.ok() {
			return r
		}
		direct = direct && e.Kind.IsType()
	}
	if ls := p.localsOf(f, f.First, name, at); len(ls) > 0 {
		return ref{locals: ls, file: f}
	}
	return p.global(f, name)
}

// inScope looks a name up in one definition.
func (p *evaluator) inScope(f *resolve.File, e *resolve.Def, name string, at uint32) ref {
	if ls := p.localsOf(f, e.ID, name, at); len(ls) > 0 {
		return ref{locals: ls, file: f}
	}
	for _, i := range p.modules.names[f][name] {
		im := &f.Imports[i]
		if f.ID(im.Def) == e.ID && im.Scope.Contains(at) {
			return p.importedName(f, im, 0)
		}
	}
	if ids := p.table.Own(e.ID, name); len(ids) > 0 && p.visible(e, ids[0], at) {
		return ref{defs: ids}
	}
	return ref{}
}

// visible reports whether member id of e is a plain name at a position in e's
// body: a field set through the first parameter of a method is not, nor is a
// value where it is set for the first time: in `x = x` the other x is meant.
func (p *evaluator) visible(e *resolve.Def, id resolve.DefID, at uint32) bool {
	if !e.Kind.IsType() {
		return true
	}
	d := p.table.Def(id)
	return !p.isInstanceField(d) && !(isPyValue(d) && d.Range.Contains(at))
}

// isPyValue reports whether d is a variable, a constant or a field.
func isPyValue(d *resolve.Def) bool {
	return d.Outer != resolve.None && !d.Kind.IsCallable() && !d.Kind.IsType()
}

// isInstanceField reports whether a field is defined inside a method.
func (p *evaluator) isInstanceField(d *resolve.Def) bool {
	return isPyValue(d) && d.NameAt > 0 && d.File.Text[d.NameAt-1] == '.'
}

// localsOf lists the locals of a definition that a name at a position may be:
// the last that was set, and those before it as long as it is not sure.
func (p *evaluator) localsOf(f *resolve.File, owner resolve.DefID, name string, at uint32) []*parse.Local {
	list := p.modules.locals[f][name]
	var out []*parse.Local
	start, sure := uint32(0), false
	for i := len(list) - 1; i >= 0; i-- {
		l := &f.Locals[list[i]]
		if f.ID(l.Def) != owner || !l.Scope.Contains(at) {
			continue
		}
		if sure && l.Scope.Start != start {
			break
		}
		start, sure = l.Scope.Start, sure || !l.Maybe
		out = append(out, l)
	}
	return out
}

// global looks a name up at the top level of a file, beyond which are only the
// built-in names.
func (p *evaluator) global(f *resolve.File, name string) ref {
	if r := p.topLevel(f, name, 0); r.ok() {
		return r
	}
	return ref{external: true, vals: set{{kind: external, name: name, def: resolve.None}}}
}

// maxImports bounds how many files a name is followed through.
const maxImports = 12

// topLevel looks a name up among what a file defines and imports.
func (p *evaluator) topLevel(f *resolve.File, name string, hops int) ref {
	if hops > maxImports {
		return ref{}
	}
	if ids := p.table.Own(f.First, name); len(ids) > 0 {
		return ref{defs: ids}
	}
	var last ref
	for _, i := range p.modules.names[f][name] {
		im := &f.Imports[i]
		if im.Def != 0 {
			continue
		}
		if r := p.importedName(f, im, hops); r.ok() {
			if len(r.defs) > 0 {
				return r
			}
			if !last.ok() || last.external {
				last = r
			}
		}
	}
	if last.ok() {
		return last
	}
	for _, i := range p.modules.stars[f] {
		im := &f.Imports[i]
		m := p.modules.find(f, im.Path)
		if m == nil || m.file == nil || im.Def != 0 || strings.HasPrefix(name, "_") && !exportsName(m.file, name) {
			continue
		}
		if r := p.topLevel(m.file, name, hops+1); r.ok() {
			return r
		}
	}
	return ref{}
}

// exportsName reports whether `import *` gives a name that begins with an
// underscore: only __all__ can say so.
func exportsName(f *resolve.File, name string) bool {
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Parent == 0 && d.Name == name && d.Exported {
			return true
		}
	}
	return false
}

// importedName is what an import binds a name to.
func (p *evaluator) importedName(f *resolve.File, im *parse.Import, hops int) ref {
	if im.Name == "" {
		name := im.Path
		if im.Whole {
			name, _, _ = strings.Cut(name, ".")
		}
		if m := p.modules.find(f, name); m != nil {
			return ref{vals: set{moduleValue(m)}}
		}
		return ref{external: true, vals: set{{kind: external, name: name, def: resolve.None}}}
	}
	m := p.modules.find(f, im.Path)
	if m == nil {
		if strings.HasPrefix(im.Path, ".") {
			return ref{}
		}
		return ref{external: true, vals: set{{kind: external, name: im.Path + "." + im.Name, def: resolve.None}}}
	}
	if m.file != nil && m.file != f {
		if r := p.topLevel(m.file, im.Name, hops+1); r.ok() {
			return r
		}
	}
	if sub := p.modules.child(m, im.Name); sub != nil {
		return ref{vals: set{moduleValue(sub)}}
	}
	return ref{}
}

func moduleValue(m *mod) val { return val{kind: module, name: m.path, def: resolve.None} }

// moduleMember looks a name up in a module from outside.
func (p *evaluator) moduleMember(m *mod, name string) ref {
	if m == nil {
		return ref{}
	}
	if m.file != nil {
		if r := p.topLevel(m.file, name, 0); r.ok() {
			return r
		}
	}
	if sub := p.modules.child(m, name); sub != nil {
		return ref{vals: set{moduleValue(sub)}}
	}
	return ref{}
}

// scopeAt returns the innermost definition with a body around a position.
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
