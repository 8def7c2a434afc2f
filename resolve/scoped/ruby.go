package scoped

import (
	"path"
	"slices"
	"strings"
	"sync"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// ruby: a class is the union of its reopenings; the class itself and its objects have
// separate methods. Modules are mixed into objects, into the class, or before its own
// methods. In a Rails application the name of a constant determines its file.
func ruby() *dialect {
	r := &rubyFiles{reached: map[*resolve.File]map[*resolve.File]bool{}}
	return &dialect{prepare: r.prepare, pick: rubyPick, before: rubyPrepended, after: rubyExtended,
		own: rubyOwn, late: true, class: "class",
		visible: r.visible, last: r.last, unsure: r.unsure, importPath: r.importPath, classIsReceiver: true,
		overridable: func(_ *symbolTable, base, d *resolve.Def) bool { return true }}
}

// rubyOwn returns the form of the receivers that are the class of the own object, or a new
// object of it: self.class and self.class.new.
func rubyOwn(recv []parse.Step) (graph.ReceiverForm, bool) {
	own := len(recv) >= 2 && len(recv) <= 3 && recv[0].Kind == parse.StepThis &&
		recv[1].Name == "class" && (len(recv) == 2 || recv[2].Name == "new")
	return graph.ReceiverOwn, own
}

// rubyPick keeps the methods of the class itself, or those of its objects.
func rubyPick(e *eval, of resolve.Type, ids []resolve.DefID) []resolve.DefID {
	out := e.ix.Filter(ids, func(d *resolve.Def) bool {
		return !d.Kind.IsCallable() || d.Kind == graph.KindProperty && !of.Static || isStatic(d) == of.Static ||
			of.Static && d.Outer != resolve.None && resolve.HasModifier(e.ix.Def(d.Outer), "extend self")
	})
	if len(out) > 1 { // a method replaces the accessor of its name
		if methods := e.ix.Filter(out, func(d *resolve.Def) bool { return d.Kind == graph.KindMethod }); len(methods) > 0 {
			return methods
		}
	}
	return out
}

// mixed finds the methods of a name in the modules that a class is extended by, or
// that are prepended to it, the last first.
func mixed(e *eval, of resolve.Type, how, name string) []resolve.DefID {
	for _, part := range append([]resolve.DefID{of.Def}, e.w.parts[of.Def]...) {
		d := e.ix.Def(part)
		for i := len(d.File.Imports) - 1; i >= 0; i-- {
			im := &d.File.Imports[i]
			if !im.Whole || im.Alias != how || d.File.ID(im.Def) != part {
				continue
			}
			if t := e.in(d.File).mixedIn(im, part); t > resolve.None && t != of.Def {
				if ids := rubyPick(e, resolve.Type{}, e.w.own(t, name)); len(ids) > 0 {
					return ids
				}
			}
		}
	}
	return nil
}

// mixedIn returns the module that a class is extended by or prepends. Mixed-in
// members are ignored while it is resolved.
func (e *eval) mixedIn(im *parse.Import, class resolve.DefID) resolve.DefID {
	if t, ok := e.mixins[im]; ok {
		return t
	}
	if e.mixins == nil {
		e.mixins = map[*parse.Import]resolve.DefID{}
	}
	e.mixins[im] = resolve.None
	e.mixins[im] = e.written(parse.TypeRef{Name: im.Path}, class, im.At).Def
	return e.mixins[im]
}

func rubyPrepended(e *eval, of resolve.Type, name string) []resolve.DefID {
	if of.Static || of.Form == superForm {
		return nil
	}
	return mixed(e, of, "prepend", name)
}

func rubyExtended(e *eval, of resolve.Type, name string) []resolve.DefID {
	if !of.Static {
		return nil
	}
	return mixed(e, of, "extend", name)
}

// last finds the target of a call in a module's method that the module does not
// define: super in a prepended module calls the method of the class, a plain name may
// be a method of the classes that include the module.
func (r *rubyFiles) last(e *eval, ref *parse.Reference, name string, from resolve.DefID) ([]resolve.DefID, graph.Tier) {
	this := e.receiver(from)
	how := "include"
	switch {
	case this.Def <= resolve.None:
		return nil, 0
	case this.Static && len(ref.Recv) == 0: // in a block that runs in an object of the class
		ids, _ := e.lookup(resolve.Type{Def: this.Def, Owner: resolve.None}, name)
		return ids, graph.Unique
	case this.Static:
		return nil, 0
	case len(ref.Recv) == 0 || len(ref.Recv) == 1 && ref.Recv[0].Kind == parse.StepThis:
	case ref.Recv[0].Kind == parse.StepBase:
		how = "prepend"
	default:
		return nil, 0
	}
	r.once.Do(func() { r.mixing = r.mixers(e) })
	var out []resolve.DefID
	for _, class := range r.mixing[mixing{this.Def, how}] {
		ids, _ := e.lookup(resolve.Type{Def: class, Owner: resolve.None}, name)
		if how == "prepend" {
			ids = rubyPick(e, resolve.Type{}, e.w.own(class, name))
		}
		out = append(out, ids...)
	}
	return out, graph.Unique
}

// A mixing is a module and the way in which classes mix it in.
type mixing struct {
	module resolve.DefID
	how    string
}

// mixers lists the classes that mix in modules.
func (r *rubyFiles) mixers(e *eval) map[mixing][]resolve.DefID {
	out := map[mixing][]resolve.DefID{}
	for _, f := range e.ix.Files {
		if f.Language != "ruby" {
			continue
		}
		for i := range f.Definitions {
			id := f.ID(int32(i))
			for _, b := range e.ix.Bases[id] {
				if b.Def > resolve.None && resolve.HasModifier(e.ix.Def(b.Def), "module") {
					k := mixing{b.Def, "include"}
					out[k] = append(out[k], e.w.typeOf(id))
				}
			}
		}
		for i := range f.Imports {
			im := &f.Imports[i]
			if !im.Whole || im.Alias != "prepend" {
				continue
			}
			class := f.ID(im.Def)
			if t := newEval(f.Rules.(*rules), resolve.NewBinder(e.ix, f)).written(parse.TypeRef{Name: im.Path},
				class, im.At); t.Def > resolve.None {
				k := mixing{t.Def, "prepend"}
				out[k] = append(out[k], e.w.typeOf(class))
			}
		}
	}
	return out
}

// unsure reports whether a function of a script is in a file that is not loaded.
func (r *rubyFiles) unsure(e *eval, id resolve.DefID) bool {
	d := e.ix.Def(id)
	return d.Kind == graph.KindFunction && !r.reached[e.b.File][d.File]
}

// rubyFiles holds the load graph of files.
type rubyFiles struct {
	w       *symbolTable
	rails   []string // folders of applications
	reached map[*resolve.File]map[*resolve.File]bool
	once    sync.Once
	mixing  map[mixing][]resolve.DefID
}

// prepare merges the reopenings of each class, except in files that an application
// loads by name, and finds the files that each file loads.
func (r *rubyFiles) prepare(w *symbolTable) {
	r.w = w
	for _, f := range w.ix.Files {
		if f.Path == "config/application.rb" || strings.HasSuffix(f.Path, "/config/application.rb") {
			r.rails = append(r.rails, strings.TrimSuffix(strings.TrimSuffix(f.Path, "config/application.rb"), "/"))
		}
	}
	for _, ids := range w.names {
		first := map[bool]resolve.DefID{}
		for _, id := range ids {
			d := w.ix.Def(id)
			if !d.Kind.IsType() {
				continue
			}
			group := r.autoloaded(d.File.Path)
			if h, ok := first[group]; ok {
				w.home[id] = h
				w.parts[h] = append(w.parts[h], id)
			} else {
				first[group] = id
			}
		}
	}
	for _, f := range w.ix.Files {
		if f.Family == w.family {
			r.reached[f] = r.reach(f)
		}
	}
}

// autoloaded reports whether a Rails application loads a file by the name of its
// constant.
func (r *rubyFiles) autoloaded(p string) bool {
	for _, dir := range r.rails {
		if strings.HasPrefix(p, path.Join(dir, "app")+"/") {
			return true
		}
	}
	return false
}

// reach returns the files that a file loads, transitively.
func (r *rubyFiles) reach(f *resolve.File) map[*resolve.File]bool {
	seen := map[*resolve.File]bool{f: true}
	for todo := []*resolve.File{f}; len(todo) > 0 && len(seen) < maxReach; todo = todo[1:] {
		x := todo[0]
		for i := range x.Imports {
			if t := r.required(x, &x.Imports[i]); t != nil && !seen[t] {
				seen[t] = true
				todo = append(todo, t)
			}
		}
	}
	return seen
}

// maxReach bounds the number of files loaded by one file.
const maxReach = 2000

// required returns the file that a require names; nil if it is not in the tree.
func (r *rubyFiles) required(f *resolve.File, im *parse.Import) *resolve.File {
	if im.Whole || im.Path == "" {
		return nil
	}
	name := strings.TrimSuffix(im.Path, ".rb") + ".rb"
	if im.Static {
		if t := r.w.ix.At(path.Join(path.Dir(f.Path), name)); t != nil {
			return t
		}
	}
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		for _, lib := range []string{"lib", "", "test", "spec"} {
			if t := r.w.ix.At(path.Join(dir, lib, name)); t != nil {
				return t
			}
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

func (r *rubyFiles) importPath(e *eval, im *parse.Import) (entity, bool) {
	if im.Whole {
		return entity{}, true
	}
	if t := r.required(e.b.File, im); t != nil {
		return entity{files: []*resolve.File{t}}, true
	}
	return entity{}, true
}

// visible keeps those of several definitions of one name that the file loads; in a
// Rails application, those in its folders with that name.
func (r *rubyFiles) visible(e *eval, ids []resolve.DefID) []resolve.DefID {
	if out := e.ix.Filter(ids, func(d *resolve.Def) bool { return r.reached[e.b.File][d.File] }); len(out) > 0 {
		return out
	}
	if r.autoloaded(e.b.File.Path) || slices.ContainsFunc(ids, func(id resolve.DefID) bool {
		return r.autoloaded(e.ix.Def(id).File.Path)
	}) {
		if out := e.ix.Filter(ids, func(d *resolve.Def) bool { return r.autoloaded(d.File.Path) }); len(out) > 0 {
			return out
		}
	}
	return ids
}
