package scoped

import (
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// cFamily: a file sees the files that it includes, transitively. A declaration in a
// header and the definition in one source file that includes it are one entity, with
// the path of the header as its module.
func cFamily() *dialect {
	c := &includes{of: map[string][]*parse.Facts{}, headers: map[*parse.Definition][]*parse.Facts{},
		seen: map[*parse.Facts]map[*parse.Facts]bool{}}
	return &dialect{arrange: c.arrange, visible: c.visible, strict: true, importPath: c.importPath,
		arguments: cArguments, last: c.last, prepare: c.prepare,
		overridable: cOverridable, pick: cPick}
}

// includes holds the include graph.
type includes struct {
	w       *symbolTable
	files   map[string]*parse.Facts
	byBase  map[string][]string       // paths by the last part
	folders []string                  // of compile_commands.json, where headers are searched
	of      map[string][]*parse.Facts // by path
	open    map[*parse.Facts]bool     // files with a quoted include that the tree lacks
	declare map[string][]*parse.Facts // headers by the names that they declare
	headers map[*parse.Definition][]*parse.Facts
	seen    map[*parse.Facts]map[*parse.Facts]bool // the transitive includes of each file
}

// prepare makes the constants of enumerations without scope names of the namespace or class around
// them.
func (c *includes) prepare(w *symbolTable) {
	c.w = w
	w.outside = map[resolve.DefID][]resolve.DefID{}
	for _, f := range w.ix.Files {
		if f.Family != w.family {
			continue
		}
		for i := 1; i < len(f.Definitions); i++ {
			d := w.ix.Def(f.ID(int32(i)))
			if d.Kind != graph.KindConstant || d.Outer == resolve.None {
				continue
			}
			enum := w.ix.Def(d.Outer)
			if enum.Kind != graph.KindEnum || enum.Outer == resolve.None || w.isLocal(enum) ||
				strings.HasPrefix(enum.Signature, "enum class") ||
				strings.HasPrefix(enum.Signature, "enum struct") {
				continue
			}
			if w.ix.Def(enum.Outer).Kind.IsType() {
				w.outside[enum.Outer] = append(w.outside[enum.Outer], d.ID)
				continue
			}
			full := joined(parent(w.full(enum.ID)), d.Name)
			w.names[full] = w.ix.Bounded(w.names[full], d)
		}
	}
}

// arrange resolves the includes, sets the language of headers, and assigns
// definitions to the headers that declare them.
func (c *includes) arrange(files []*parse.Facts, p *resolve.Project) {
	c.files, c.byBase = map[string]*parse.Facts{}, map[string][]string{}
	c.open, c.declare = map[*parse.Facts]bool{}, map[string][]*parse.Facts{}
	for _, f := range files {
		c.files[f.Path] = f
		c.byBase[path.Base(f.Path)] = append(c.byBase[path.Base(f.Path)], f.Path)
	}
	c.folders = includeFolders(p)
	for _, f := range files {
		for i := range f.Imports {
			if im := &f.Imports[i]; im.Whole {
				if t := c.find(f.Path, im); t != nil {
					c.of[f.Path] = append(c.of[f.Path], t)
				} else if im.Static {
					c.open[f] = true
				}
			}
		}
		for i := range f.Declarations {
			name := f.Declarations[i].Name
			c.declare[name] = append(c.declare[name], f)
		}
	}
	for _, f := range files {
		c.seen[f] = c.reach(f)
	}
	c.setLanguages(files)
	for _, f := range files {
		for i := 1; i < len(f.Definitions); i++ {
			c.setHeader(f, &f.Definitions[i])
		}
	}
}

// includeFolders returns the folders of the tree in which the compile commands search
// headers.
func includeFolders(p *resolve.Project) []string {
	var out []string
	for file, text := range p.Files {
		if path.Base(file) != "compile_commands.json" {
			continue
		}
		var list []struct {
			Directory, Command string
			Arguments          []string
		}
		if limited.UnmarshalJSON([]byte(text), &list) != nil {
			continue
		}
		for _, x := range list {
			args := append(strings.Fields(x.Command), x.Arguments...)
			for i, a := range args {
				dir, ok := strings.CutPrefix(a, "-I")
				if ok && dir == "" && i+1 < len(args) {
					dir = args[i+1]
				}
				if ok && dir != "" && !path.IsAbs(dir) {
					out = append(out, path.Join(path.Dir(file), dir))
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// find returns the file that an include refers to: next to the including file, in an
// include folder, or the one with that path suffix that shares most folders with the
// including file.
func (c *includes) find(from string, im *parse.Import) *parse.Facts {
	if im.Static {
		if t := c.files[path.Join(path.Dir(from), im.Path)]; t != nil {
			return t
		}
	}
	for _, dir := range c.folders {
		if t := c.files[path.Join(dir, im.Path)]; t != nil {
			return t
		}
	}
	var best *parse.Facts
	far := -1
	for _, p := range c.byBase[path.Base(im.Path)] {
		if p != im.Path && !strings.HasSuffix(p, "/"+im.Path) || p == from {
			continue
		}
		if n := sharedFolders(p, from); n > far {
			best, far = c.files[p], n
		}
	}
	return best
}

// reach returns the transitive includes of a file, and itself.
func (c *includes) reach(f *parse.Facts) map[*parse.Facts]bool {
	seen := map[*parse.Facts]bool{f: true}
	for todo := []*parse.Facts{f}; len(todo) > 0 && len(seen) < maxReach; todo = todo[1:] {
		for _, t := range c.of[todo[0].Path] {
			if !seen[t] {
				seen[t] = true
				todo = append(todo, t)
			}
		}
	}
	return seen
}

// setLanguages makes a header that only C++ sources include a C++ file.
func (c *includes) setLanguages(files []*parse.Facts) {
	byC, byCpp := map[*parse.Facts]bool{}, map[*parse.Facts]bool{}
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".h") {
			continue
		}
		for h := range c.seen[f] {
			if f.Language == "c" {
				byC[h] = true
			} else {
				byCpp[h] = true
			}
		}
	}
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".h") && f.Language == "c" && byCpp[f] && !byC[f] {
			f.Language = "cpp"
		}
	}
}

// setHeader finds the headers that declare a definition of a file, and copies the
// attributes of the declaration.
func (c *includes) setHeader(f *parse.Facts, d *parse.Definition) {
	if !d.Kind.IsCallable() || slices.Contains(d.Modifiers, "static") || slices.Contains(d.Modifiers, "macro") {
		return
	}
	owner := d.Receiver().Name
	for _, h := range c.declare[d.Name] {
		if !c.seen[f][h] {
			continue
		}
		for i := range h.Declarations {
			x := &h.Declarations[i]
			if x.Name != d.Name || !sameOwner(h.Definitions[x.Parent].Name, h.Definitions[x.Parent].Kind, owner) ||
				len(x.Params) != len(d.Params) && f.Language == "cpp" {
				continue
			}
			if h != f {
				c.headers[d] = append(c.headers[d], h)
			}
			d.Modifiers = append(d.Modifiers, x.Modifiers...)
			for k := range x.Params {
				if k < len(d.Params) {
					d.Params[k].Optional = d.Params[k].Optional || x.Params[k].Optional
				}
			}
			if d.Doc == "" {
				d.Doc = x.Doc
			}
			break
		}
	}
	if list := c.headers[d]; len(list) > 0 {
		d.Module = list[0].Module
		for _, h := range list { // of several the one named like the source file
			if h.Module == f.Module {
				d.Module = h.Module
			}
		}
	}
}

// sameOwner reports whether a declaration within a definition is a member of the same
// class as the other, or both are members of none.
func sameOwner(name string, kind graph.NodeKind, owner string) bool {
	if !kind.IsType() {
		return owner == ""
	}
	return owner != "" && resolve.LastName(owner) == name
}

func (c *includes) importPath(e *eval, im *parse.Import) (entity, bool) {
	if !im.Whole {
		return entity{}, false
	}
	if t := c.find(e.b.File.Path, im); t != nil {
		return entity{files: []*resolve.File{e.ix.ByPath[t.Path]}}, true
	}
	return entity{}, true
}

// visible keeps the definitions visible in a file: its own, those it includes, and
// those declared by a header that it includes, or by itself. If a macro and a
// function share a name, the macro is called, unless the name is in parentheses.
func (c *includes) visible(e *eval, ids []resolve.DefID) []resolve.DefID {
	f := e.b.File.Facts
	seen := c.seen[f]
	own := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.File.Facts == f })
	if len(own) > 0 && e.ix.Def(own[0]).Kind.IsCallable() {
		return c.macros(e, append(own, e.ix.Filter(ids, func(d *resolve.Def) bool {
			return d.File.Facts != f && seen[d.File.Facts]
		})...))
	}
	out := e.ix.Filter(ids, func(d *resolve.Def) bool {
		if seen[d.File.Facts] {
			return true
		}
		if resolve.HasModifier(d, "static") && d.Receiver().IsZero() {
			return false
		}
		for _, h := range c.headers[d.Definition] {
			if seen[h] {
				return true
			}
		}
		return c.declares(f, d)
	})
	return c.macros(e, out)
}

// declares reports whether a file itself declares a definition of another file.
func (c *includes) declares(f *parse.Facts, d *resolve.Def) bool {
	for i := range f.Declarations {
		if x := &f.Declarations[i]; x.Name == d.Name && !slices.Contains(x.Modifiers, "static") &&
			sameOwner(f.Definitions[x.Parent].Name, f.Definitions[x.Parent].Kind, d.Receiver().Name) {
			return true
		}
	}
	return false
}

// macros keeps the macros among definitions of one name, if there are any.
func (c *includes) macros(e *eval, ids []resolve.DefID) []resolve.DefID {
	macro := func(d *resolve.Def) bool { return resolve.HasModifier(d, "macro") }
	if out := e.ix.Filter(ids, macro); len(out) > 0 && len(out) < len(ids) {
		if e.unexpanded {
			return e.ix.Filter(ids, func(d *resolve.Def) bool { return !macro(d) })
		}
		return out
	}
	return ids
}

// last finds the only definition of a name with external linkage, if a header that
// may declare it is missing.
func (c *includes) last(e *eval, r *parse.Reference, name string, _ resolve.DefID) ([]resolve.DefID, graph.Tier) {
	if r.Kind != parse.RefCall || len(r.Recv) > 0 {
		return nil, 0
	}
	if !c.open[e.b.File.Facts] && e.b.File.Language != "c" {
		return nil, 0
	}
	ids := e.ix.Filter(e.w.names[name], func(d *resolve.Def) bool {
		return d.Kind == graph.KindFunction && !resolve.HasModifier(d, "static")
	})
	for f := range c.seen[e.b.File.Facts] {
		if !c.open[f] && len(c.declare[name]) > 0 {
			ids = nil // it is declared elsewhere, in a header that this file could include
		}
	}
	if len(ids) != 1 {
		return nil, 0
	}
	return ids, graph.Unique
}

// cOverridable reports whether a member may be overridden: it is virtual, or
// overrides one that is.
func cOverridable(w *symbolTable, base, _ *resolve.Def) bool {
	return slices.ContainsFunc(base.Modifiers, func(m string) bool {
		return m == "virtual" || m == "override" || m == "final" || m == "abstract"
	})
}

// cPick keeps all members. With a pick function, those in parts of a type with bases
// are not hidden by the others.
func cPick(e *eval, _ resolve.Type, ids []resolve.DefID) []resolve.DefID { return ids }

// cArguments adds the functions of the namespaces of the arguments, and keeps those
// whose parameter types match the argument types, if both are known.
func cArguments(e *eval, ids []resolve.DefID, r *parse.Reference, from resolve.DefID) []resolve.DefID {
	steps := r.ArgSteps()
	if steps == nil || e.b.File.Language != "cpp" {
		return ids
	}
	types := make([]resolve.Type, len(steps))
	for i, s := range steps {
		types[i] = resolve.Unknown
		if s != nil {
			types[i] = e.eval(s, from, r.At)
		}
		if d := types[i].Def; d > resolve.None {
			if space := e.w.space(d); space != "" {
				for _, id := range e.seen(e.w.names[joined(space, r.Name)]) {
					if !slices.Contains(ids, id) {
						ids = append(ids[:len(ids):len(ids)], id)
					}
				}
			}
		}
	}
	if len(ids) < 2 {
		return ids
	}
	out := e.ix.Filter(ids, func(d *resolve.Def) bool {
		for i, t := range types {
			if i >= len(d.Params) || t.Def <= resolve.None {
				continue
			}
			p := e.b.In(d.File).TypeOf(d.Params[i].Type, d.ID, d.NameAt)
			if d.Params[i].Type.IsZero() || p.External || p.Def > resolve.None && !e.converts(t, p) {
				return false
			}
		}
		return true
	})
	if len(out) == 0 {
		return ids
	}
	return out
}
