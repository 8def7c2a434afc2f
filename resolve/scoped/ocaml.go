package scoped

import (
	"path"
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// duneName matches the name of a library in a dune file.
var duneName = lazyregexp.New(`\(\s*library\s[^;]*?\(\s*name\s+(\w+)\s*\)`)

// ocaml: files are modules. Those of a library, whose folder has a dune file, are members
// of the module of the library: Shop.Order. Of an interface and its implementation, names
// refer to the latter; of several definitions in one file, to the last one before the
// name. Constructors are also names of the module of their type.
func ocaml() *dialect {
	modules := map[string]bool{} // by their last names
	return &dialect{
		arrange: func(files []*parse.Facts, p *resolve.Project) {
			for _, f := range files {
				text := p.Files[path.Join(path.Dir(f.Path), "dune")]
				found := duneName.FindAllStringSubmatchIndex(text, 2)
				if len(found) != 1 || strings.Contains(text, "(wrapped false)") {
					continue
				}
				lib := text[found[0][2]:found[0][3]]
				if lib = strings.ToUpper(lib[:1]) + lib[1:]; lib != f.Module {
					lib += "." + f.Module
				}
				f.Module = lib
			}
		},
		prepare: func(w *symbolTable) {
			for _, f := range w.ix.Files {
				if f.Family == w.family {
					w.addConstructors(f)
					for _, part := range segments(f.Module) {
						modules[part] = true
					}
				}
			}
		},
		first: func(e *eval, name string, from resolve.DefID, at uint32) (entity, bool) {
			later := false // a definition after the name is not visible
			for d := from; d != resolve.None; d = e.ix.Def(d).Outer {
				if x := e.ix.Def(d); x.Outer != resolve.None && !x.Kind.IsType() {
					continue
				}
				own := e.ix.Own(d, name)
				if id := e.before(own, at); id != resolve.None {
					return entity{defs: []resolve.DefID{id}, owner: resolve.Unknown}, true
				}
				later = later || len(own) > 0 && !e.ix.Def(own[0]).Kind.IsType()
			}
			if later {
				return e.starred(name, from, at, anything), true
			}
			if name[0] >= 'A' && name[0] <= 'Z' && !modules[name] && len(e.imports[name]) == 0 && !e.mayMean(name) {
				return entity{outside: true}, true // a module of a library
			}
			return entity{}, false
		},
		importPath: func(e *eval, im *parse.Import) (entity, bool) {
			parts := segments(im.Path)
			if len(parts) == 0 {
				return entity{}, true
			}
			for space := e.w.space(e.b.File.ID(im.Def)); ; space = parent(space) {
				if x := e.inSpace(space, parts[0], anything); x.found() || space == "" {
					return e.path(x, parts[1:], 0), true
				}
			}
		},
		called: valuesOf,
		visible: func(e *eval, ids []resolve.DefID) []resolve.DefID {
			made := e.ix.Filter(ids, func(d *resolve.Def) bool { return !strings.HasSuffix(d.File.Path, ".mli") })
			if len(made) == 0 {
				made = ids
			}
			if near := e.ix.Filter(made, func(d *resolve.Def) bool { return path.Dir(d.File.Path) == path.Dir(e.b.File.Path) }); len(near) > 0 {
				made = near
			}
			first := e.ix.Def(made[0]).File
			if one := e.ix.Filter(made, func(d *resolve.Def) bool { return d.File == first }); len(one) == len(made) {
				return made[len(made)-1:] // a later definition hides those before it
			}
			return made
		},
	}
}

// before returns the last value before a position, or one that is visible in its own
// definition.
func (e *eval) before(ids []resolve.DefID, at uint32) resolve.DefID {
	out := resolve.None
	for _, id := range ids {
		d := e.ix.Def(id)
		if isRec := resolve.HasModifier(d, "rec"); d.Kind.IsType() || d.File != e.b.File {
			return resolve.None
		} else if d.Range.End <= at || isRec && (d.Range.Contains(at) || out == resolve.None) {
			out = id
		}
	}
	return out
}

// addConstructors makes the members of the types of a file, such as their variants, names
// of the module.
func (w *symbolTable) addConstructors(f *resolve.File) {
	for i := 1; i < len(f.Definitions); i++ {
		d := w.ix.Def(f.ID(int32(i)))
		if d.Outer == resolve.None || d.Kind.IsType() || d.Kind.IsCallable() {
			continue
		}
		if t := w.ix.Def(d.Outer); t.Kind.IsType() && t.Outer != resolve.None {
			full := joined(parent(w.full(t.ID)), d.Name)
			w.names[full] = w.ix.Bounded(w.names[full], d)
		}
	}
}

// valuesOf keeps the values among the targets of a call: types have names of their own.
func valuesOf(e *eval, ids []resolve.DefID, _ int16) []resolve.DefID {
	if values := e.ix.Filter(ids, func(d *resolve.Def) bool { return !d.Kind.IsType() }); len(values) > 0 {
		return values
	}
	return ids
}
