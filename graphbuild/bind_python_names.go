package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A py evaluates Python names and expressions. It reads the index and keeps
// what it found out; it is not safe for concurrent use.
type py struct {
	ix       *index
	modules  *pyModules
	depth    int
	values   map[defID]pySet // of variables and fields, and under way: empty
	results  map[pyCall]pySet
	orders   map[defID][]defID
	typeArgs map[string]pySet // what type parameters stand for in the declaration that is read
	self     map[defID]pyVal  // what the first parameter of a method stands for, where a call has told
}

// A pyCall is a function with the class of the object that it is called on.
type pyCall struct{ function, class defID }

func newPy(ix *index, modules *pyModules) *py {
	return &py{
		ix: ix, modules: modules,
		values: map[defID]pySet{}, results: map[pyCall]pySet{}, orders: map[defID][]defID{}, self: map[defID]pyVal{},
	}
}

// A pyRef is what a name stands for.
type pyRef struct {
	defs     []defID // candidates, the first is meant
	locals   []*parse.Local
	file     *file // of locals
	vals     pySet // what is no definition: modules, members of built-in types
	self     *pyVal
	external bool
	tier     graph.Tier
}

func (r pyRef) ok() bool {
	return len(r.defs) > 0 || len(r.locals) > 0 || len(r.vals) > 0 || r.external
}

// name looks a plain name up from a position in a definition outwards.
func (p *py) name(name string, at uint32, from defID) pyRef {
	f := p.ix.def(from).file
	direct := true // no function's body has been left yet
	for d := from; d != none; d = p.ix.def(d).parent {
		e := p.ix.def(d)
		if e.parent == none {
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
	if ls := p.localsOf(f, f.base, name, at); len(ls) > 0 {
		return pyRef{locals: ls, file: f}
	}
	return p.global(f, name)
}

// inScope looks a name up in one definition.
func (p *py) inScope(f *file, e *defn, name string, at uint32) pyRef {
	if ls := p.localsOf(f, e.id, name, at); len(ls) > 0 {
		return pyRef{locals: ls, file: f}
	}
	for _, i := range p.modules.names[f][name] {
		im := &f.Imports[i]
		if f.def(im.Def) == e.id && im.Scope.Contains(at) {
			return p.importedName(f, im, 0)
		}
	}
	if ids := p.ix.own(e.id, name); len(ids) > 0 && p.visible(e, ids[0], at) {
		return pyRef{defs: ids}
	}
	return pyRef{}
}

// visible reports whether member id of e is a plain name at a position in e's
// body: a field set through the first parameter of a method is not, nor is a
// value where it is set for the first time: in `x = x` the other x is meant.
func (p *py) visible(e *defn, id defID, at uint32) bool {
	if !e.Kind.IsType() {
		return true
	}
	d := p.ix.def(id)
	return !p.isInstanceField(d) && !(isPyValue(d) && d.Range.Contains(at))
}

// isPyValue reports whether d is a variable, a constant or a field.
func isPyValue(d *defn) bool { return d.parent != none && !d.Kind.IsCallable() && !d.Kind.IsType() }

// isInstanceField reports whether a field is defined inside a method.
func (p *py) isInstanceField(d *defn) bool {
	return isPyValue(d) && d.NameAt > 0 && d.file.Text[d.NameAt-1] == '.'
}

// localsOf lists the locals of a definition that a name at a position may be:
// the last that was set, and those before it as long as it is not sure.
func (p *py) localsOf(f *file, owner defID, name string, at uint32) []*parse.Local {
	list := p.modules.locals[f][name]
	var out []*parse.Local
	start, sure := uint32(0), false
	for i := len(list) - 1; i >= 0; i-- {
		l := &f.Locals[list[i]]
		if f.def(l.Def) != owner || !l.Scope.Contains(at) {
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
func (p *py) global(f *file, name string) pyRef {
	if r := p.topLevel(f, name, 0); r.ok() {
		return r
	}
	return pyRef{external: true, vals: pySet{{kind: pyExternal, name: name, def: none}}}
}

// maxImports bounds how many files a name is followed through.
const maxImports = 12

// topLevel looks a name up among what a file defines and imports.
func (p *py) topLevel(f *file, name string, hops int) pyRef {
	if hops > maxImports {
		return pyRef{}
	}
	if ids := p.ix.own(f.base, name); len(ids) > 0 {
		return pyRef{defs: ids}
	}
	var last pyRef
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
	return pyRef{}
}

// exportsName reports whether `import *` gives a name that begins with an
// underscore: only __all__ can say so.
func exportsName(f *file, name string) bool {
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Parent == 0 && d.Name == name && d.Exported {
			return true
		}
	}
	return false
}

// importedName is what an import binds a name to.
func (p *py) importedName(f *file, im *parse.Import, hops int) pyRef {
	if im.Name == "" {
		name := im.Path
		if im.Whole {
			name, _, _ = strings.Cut(name, ".")
		}
		if m := p.modules.find(f, name); m != nil {
			return pyRef{vals: pySet{moduleValue(m)}}
		}
		return pyRef{external: true, vals: pySet{{kind: pyExternal, name: name, def: none}}}
	}
	m := p.modules.find(f, im.Path)
	if m == nil {
		if strings.HasPrefix(im.Path, ".") {
			return pyRef{}
		}
		return pyRef{external: true, vals: pySet{{kind: pyExternal, name: im.Path + "." + im.Name, def: none}}}
	}
	if m.file != nil && m.file != f {
		if r := p.topLevel(m.file, im.Name, hops+1); r.ok() {
			return r
		}
	}
	if sub := p.modules.child(m, im.Name); sub != nil {
		return pyRef{vals: pySet{moduleValue(sub)}}
	}
	return pyRef{}
}

func moduleValue(m *pyMod) pyVal { return pyVal{kind: pyModule, name: m.path, def: none} }

// moduleMember looks a name up in a module from outside.
func (p *py) moduleMember(m *pyMod, name string) pyRef {
	if m == nil {
		return pyRef{}
	}
	if m.file != nil {
		if r := p.topLevel(m.file, name, 0); r.ok() {
			return r
		}
	}
	if sub := p.modules.child(m, name); sub != nil {
		return pyRef{vals: pySet{moduleValue(sub)}}
	}
	return pyRef{}
}

// scopeAt returns the innermost definition with a body around a position.
func (p *py) scopeAt(f *file, at uint32) defID {
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
				return f.def(d)
			}
		}
		break
	}
	return f.base
}
