package graphbuild

import (
	"path"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// pythonRules resolve Python. Names of values and types are one space, types
// are mostly inferred, and what a name stands for may be several things at
// once, so that files are bound by an evaluator of their own: see [py].
type pythonRules struct {
	plainRules
	modules *pyModules
}

// pythonLanguage returns the language with its rules.
func pythonLanguage() language {
	return language{
		family: "python", names: []string{"python"}, rules: func() rules { return &pythonRules{} },
		projectFiles: []string{"pyproject.toml", "setup.py", "setup.cfg"},
	}
}

// overridable: every method overrides those of its name. Names with two leading
// underscores are private to their class, or special: what those do is asked of
// an object by the language, and every class has them from object.
func (*pythonRules) overridable(d *defn) bool {
	return d.Kind.IsCallable() && !strings.HasPrefix(d.Name, "__") && d.file.Definitions[d.Parent].Kind.IsType()
}

// overridden finds the member of the next class in the order of look-up.
func (r *pythonRules) overridden(b *binder, d *defn) []defID {
	p := r.python(b)
	for _, c := range p.mro(d.parent)[1:] {
		if c == none {
			continue
		}
		for _, id := range b.ix.own(c, d.Name) {
			if b.ix.def(id).Kind.IsCallable() {
				return []defID{id}
			}
		}
	}
	return nil
}

// resolveType finds the class that a written type means.
func (r *pythonRules) resolveType(b *binder, ref parse.TypeRef, from defID, at uint32) typ {
	for _, v := range r.python(b).typeRef(ref, at, from) {
		if v.kind == pyInstance && v.def != none {
			return typ{def: b.ix.canon[v.def], owner: none, tier: v.tier}
		}
	}
	return typ{def: none, owner: none, form: ref.Name, external: true}
}

func (r *pythonRules) prepare(ix *index) { r.modules = newPyModules(ix) }

// python returns the evaluator of b's file.
func (r *pythonRules) python(b *binder) *py {
	if b.state == nil {
		b.state = newPy(b.ix, r.modules)
	}
	return b.state.(*py)
}

func (r *pythonRules) bindFile(b *binder) {
	p := r.python(b)
	for i := range b.f.References {
		p.bind(b, &b.f.References[i])
	}
	p.bindOverloads(b)
}

// bindOverloads joins the first of several @overload declarations, which calls
// are bound to, to the function that implements them.
func (p *py) bindOverloads(b *binder) {
	for i := range b.f.Definitions {
		d := p.ix.def(b.f.def(int32(i)))
		if !d.Kind.IsCallable() || !hasDecorator(d, "overload") {
			continue
		}
		same := p.ix.own(d.parent, d.Name)
		if same[0] != d.id {
			continue
		}
		for _, id := range same {
			if o := p.ix.def(id); o.file == d.file && o.Kind == d.Kind && !hasDecorator(o, "overload") {
				b.bindings = append(b.bindings, binding{from: d.id, to: id, kind: graph.Calls, tier: graph.Hierarchy, at: d.NameAt})
				break
			}
		}
	}
}

func (r *pythonRules) imported(b *binder, im *parse.Import) target {
	p := r.python(b)
	m := p.modules.find(b.f, im.Path)
	switch {
	case m == nil:
		return target{external: !strings.HasPrefix(im.Path, ".")}
	case im.Name != "":
		if sub := p.modules.child(m, im.Name); sub != nil && (m.file == nil || len(b.ix.own(m.file.base, im.Name)) == 0) {
			m = sub
		}
	}
	if m.file == nil || m.file == b.f {
		return target{}
	}
	return target{files: []*file{m.file}}
}

// A pyMod is a module: a file, or a folder of modules. A package that has an
// __init__ file is both.
type pyMod struct {
	path string // of the folder, or of the file without extension
	file *file  // nil for a folder without __init__
	dir  bool
}

// pyModules finds modules by the names that imports use. It does not change
// once built.
type pyModules struct {
	byPath map[string]*pyMod
	byName map[string][]*pyMod // by dotted name as seen from a root, in the order of paths
	locals map[*file]map[string][]int32
	names  map[*file]map[string][]int32 // indices of Imports by the name that they bind
	stars  map[*file][]int32
}

func newPyModules(ix *index) *pyModules {
	m := &pyModules{
		byPath: map[string]*pyMod{}, byName: map[string][]*pyMod{},
		locals: map[*file]map[string][]int32{}, names: map[*file]map[string][]int32{}, stars: map[*file][]int32{},
	}
	for _, f := range ix.files {
		if f.Language == "python" {
			m.addFile(f)
		}
	}
	paths := make([]string, 0, len(m.byPath))
	for p := range m.byPath {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	for _, p := range paths {
		m.addNames(m.byPath[p])
	}
	return m
}

func (m *pyModules) addFile(f *file) {
	p := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	isInit := path.Base(p) == "__init__"
	if isInit {
		p = path.Dir(p)
	}
	if old := m.byPath[p]; old == nil || old.file == nil || strings.HasSuffix(old.file.Path, ".pyi") || isInit && !old.dir {
		m.byPath[p] = &pyMod{path: p, file: f, dir: isInit}
	}
	for d := path.Dir(p); d != "." && d != "/"; d = path.Dir(d) {
		if m.byPath[d] == nil {
			m.byPath[d] = &pyMod{path: d, dir: true}
		}
	}
	locals := map[string][]int32{}
	for i := range f.Locals {
		locals[f.Locals[i].Name] = append(locals[f.Locals[i].Name], int32(i))
	}
	names := map[string][]int32{}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.All {
			m.stars[f] = append(m.stars[f], int32(i))
		} else {
			names[im.Alias] = append(names[im.Alias], int32(i))
		}
	}
	m.locals[f], m.names[f] = locals, names
}

// addNames enters a module under the dotted names by which it may be imported:
// from the folder above its outermost package, and from the usual roots.
func (m *pyModules) addNames(mod *pyMod) {
	seen := map[string]bool{}
	add := func(root string) {
		name := strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(mod.path, root), "/"), "/", ".")
		if name != "" && !seen[name] {
			seen[name] = true
			m.byName[name] = append(m.byName[name], mod)
		}
	}
	root := path.Dir(mod.path)
	for root != "." && m.byPath[root] != nil && m.byPath[root].file != nil {
		root = path.Dir(root)
	}
	if root == "." {
		root = ""
	}
	add(root)
	add("")
	for _, r := range []string{"src", "lib", "python"} {
		if strings.HasPrefix(mod.path, r+"/") {
			add(r)
		}
	}
}

func (m *pyModules) at(p string) *pyMod { return m.byPath[p] }

// child returns the module of the name inside a package.
func (m *pyModules) child(mod *pyMod, name string) *pyMod {
	if mod == nil || !mod.dir {
		return nil
	}
	return m.byPath[path.Join(mod.path, name)]
}

// find returns the module that an import in f names, nil if it is not in the tree.
func (m *pyModules) find(f *file, name string) *pyMod {
	if strings.HasPrefix(name, ".") {
		return m.relative(f, name)
	}
	list := m.byName[name]
	if len(list) < 2 {
		if len(list) == 1 && visibleRoot(list[0], name, f) {
			return list[0]
		}
		return nil
	}
	var best *pyMod
	length, tied := -1, false
	for _, c := range list {
		if !visibleRoot(c, name, f) {
			continue
		}
		n := commonDir(c.path, f.Path)
		switch {
		case n > length:
			best, length, tied = c, n, false
		case n == length && (best.file == nil) == (c.file == nil):
			tied = true
		case n == length && best.file == nil:
			best = c
		}
	}
	if tied {
		return nil
	}
	return best
}

// visibleRoot reports whether code in f can import mod under the name. A
// module of one part below a folder that is no package is a script, which only
// its neighbours import.
func visibleRoot(mod *pyMod, name string, f *file) bool {
	root := strings.TrimSuffix(strings.TrimSuffix(mod.path, strings.ReplaceAll(name, ".", "/")), "/")
	switch root {
	case "", "src", "lib", "python":
		return true
	}
	if mod.file != nil && mod.dir || strings.Contains(name, ".") {
		return true
	}
	return path.Dir(f.Path) == root
}

// commonDir counts the folders that two paths begin with.
func commonDir(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n++
		}
	}
	return n
}

// relative resolves a name with leading dots from the package that f is in.
func (m *pyModules) relative(f *file, name string) *pyMod {
	dir := path.Dir(f.Path)
	rest := strings.TrimPrefix(name, ".")
	for strings.HasPrefix(rest, ".") {
		dir, rest = path.Dir(dir), rest[1:]
	}
	if dir == "." && rest == "" {
		return nil
	}
	return m.byPath[path.Join(dir, strings.ReplaceAll(rest, ".", "/"))]
}

// bind resolves one reference of b's file.
func (p *py) bind(b *binder, r *parse.Reference) {
	from := b.f.def(r.Def)
	ids, tier, why := p.resolve(r, from)
	if tier, ok := b.account(r, from, tier, why, len(ids)); ok {
		p.emit(b, r, from, ids, tier)
	}
}

func (p *py) emit(b *binder, r *parse.Reference, from defID, ids []defID, tier graph.Tier) {
	share := 0
	if len(ids) > 1 {
		share, tier = len(ids), graph.Hierarchy
	}
	for _, to := range ids {
		x := binding{from: from, to: to, kind: graph.References, tier: tier, share: uint16(share), at: r.At}
		d := p.ix.def(to)
		creates := d.Kind.IsType() || d.Kind == graph.KindConstructor && r.Name != "__init__"
		switch {
		case r.Kind == parse.RefCall && creates:
			class := x // a creation names the class too
			if !d.Kind.IsType() {
				class.to = d.parent
			}
			b.bindings = append(b.bindings, class)
			x.kind = graph.Creates
		case r.Kind == parse.RefCall && d.Kind.IsCallable():
			x.kind = graph.Calls
		}
		b.bindings = append(b.bindings, x)
	}
	if class := p.classBody(from); class != none {
		p.emit(b, r, class, ids, tier)
	}
}

// classBody returns the class that a reference in the value or type of a field
// stands in: running a class body is what sets its fields, so that what they
// name is named by the class as well.
func (p *py) classBody(from defID) defID {
	d := p.ix.def(from)
	if !isPyValue(d) || !p.ix.def(d.parent).Kind.IsType() || p.isInstanceField(d) {
		return none
	}
	return d.parent
}

// resolve finds the definitions that a reference means.
func (p *py) resolve(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	var refs []pyRef
	if len(r.Recv) == 0 {
		refs = []pyRef{p.name(r.Name, r.At, from)}
	} else {
		recv := p.eval(r.Recv, r.At, from)
		if len(recv) == 0 {
			return nil, 0, untyped
		}
		for _, v := range recv {
			refs = append(refs, p.attr(v, r.Name))
		}
	}
	var out []defID
	tier, why := graph.Tier(0), unfound
	for _, ref := range refs {
		switch {
		case len(ref.locals) > 0:
			why = local
		case len(ref.defs) > 0:
			tier = worse(tier, ref.tier)
			id := ref.defs[0]
			if r.Kind == parse.RefCall && p.ix.def(id).Kind.IsType() {
				id = p.constructorOf(id)
			}
			if !containsID(out, id) {
				out = append(out, id)
			}
		case ref.external || len(ref.vals) > 0:
			why = external
		}
	}
	if len(out) > maxAlternatives {
		return out, 0, ambiguous
	}
	if len(out) > 0 {
		return out, tier, resolved
	}
	return nil, 0, why
}

func containsID(ids []defID, id defID) bool {
	for _, x := range ids {
		if x == id {
			return true
		}
	}
	return false
}

// constructorOf is what creating an object of a class calls: its own __init__,
// or else the class stands for it.
func (p *py) constructorOf(class defID) defID {
	for _, id := range p.ix.own(class, "__init__") {
		if p.ix.def(id).Kind == graph.KindConstructor {
			return id
		}
	}
	return class
}
