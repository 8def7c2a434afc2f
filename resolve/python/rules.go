package python

import (
	"math"
	"path"
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/outside"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules resolve Python. Names of values and types are one space, types
// are mostly inferred, and what a name stands for may be several things at
// once, so that files are bound by an evaluator of their own: see [py].
type rules struct {
	resolve.PlainRules
	modules *modules
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{
		Family: "python", Names: []string{"python"}, Rules: func() resolve.Rules { return &rules{} },
		ProjectFiles: []string{"pyproject.toml", "setup.py", "setup.cfg"},
	}
}

// Overridable: every method overrides those of its name. Names with two leading
// underscores are private to their class, or special: what those do is asked of
// an object by the language, and every class has them from object.
func (*rules) Overridable(d *resolve.Def) bool {
	return d.Kind.IsCallable() && !strings.HasPrefix(d.Name, "__") && d.File.Definitions[d.Parent].Kind.IsType()
}

// Overridden finds the member of the next class in the order of look-up.
func (r *rules) Overridden(b *resolve.Binder, d *resolve.Def) []resolve.DefID {
	p := r.python(b)
	for _, c := range p.mro(d.Outer)[1:] {
		if c.def == resolve.None {
			return nil // it may have the member that is overridden
		}
		for _, id := range b.Table.Own(c.def, d.Name) {
			if b.Table.Def(id).Kind.IsCallable() {
				return []resolve.DefID{id}
			}
		}
	}
	return nil
}

// ResolveType finds the class that a written type means.
func (r *rules) ResolveType(b *resolve.Binder, ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	for _, v := range r.python(b).typeRef(ref, at, from) {
		if v.kind == kindInstance && v.def != resolve.None {
			return resolve.Type{Def: b.Table.Canon[v.def], Owner: resolve.None, Tier: v.tier}
		}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: ref.Name, External: true}
}

func (r *rules) Prepare(ix *resolve.Table) { r.modules = newModules(ix) }

// python returns the evaluator of b's file.
func (r *rules) python(b *resolve.Binder) *evaluator {
	if b.State == nil {
		b.State = newEvaluator(b.Table, r.modules)
	}
	return b.State.(*evaluator)
}

func (r *rules) BindFile(b *resolve.Binder) {
	p := r.python(b)
	for i := range b.File.References {
		p.bind(b, &b.File.References[i])
	}
	p.bindOverloads(b)
	p.bindFixtures(b)
}

// bindOverloads joins the first of several @overload declarations, which calls
// are bound to, to the function that implements them.
func (p *evaluator) bindOverloads(b *resolve.Binder) {
	for i := range b.File.Definitions {
		d := p.table.Def(b.File.ID(int32(i)))
		if !d.Kind.IsCallable() || !hasDecorator(d, "overload") {
			continue
		}
		same := p.table.Own(d.Outer, d.Name)
		if same[0] != d.ID {
			continue
		}
		for _, id := range same {
			if o := p.table.Def(id); o.File == d.File && o.Kind == d.Kind && !hasDecorator(o, "overload") {
				b.Bindings = append(b.Bindings, resolve.Binding{From: d.ID, To: id, Kind: graph.Calls, Tier: graph.Hierarchy, At: d.NameAt})
				break
			}
		}
	}
}

func (r *rules) Imported(b *resolve.Binder, im *parse.Import) resolve.Target {
	p := r.python(b)
	m := p.modules.find(b.File, im.Path)
	switch {
	case m == nil:
		return resolve.Target{External: !strings.HasPrefix(im.Path, ".")}
	case im.Name != "":
		if sub := p.modules.child(m, im.Name); sub != nil && (m.file == nil || len(b.Table.Own(m.file.First, im.Name)) == 0) {
			m = sub
		}
	}
	if m.file == nil || m.file == b.File {
		return resolve.Target{}
	}
	return resolve.Target{Files: []*resolve.File{m.file}}
}

// A mod is a module: a file, or a folder of modules. A package that has an
// __init__ file is both.
type mod struct {
	path string        // of the folder, or of the file without extension
	file *resolve.File // nil for a folder without __init__
	dir  bool
}

// modules finds modules by the names that imports use. It does not change
// once built.
type modules struct {
	byPath map[string]*mod
	byName map[string][]*mod // by dotted name as seen from a root, in the order of paths
	locals map[*resolve.File]map[string][]int32
	flows  map[flowKey]*flow
	writes map[string][]*flow                   // by the last name: x.name = value, by (path, position)
	names  map[*resolve.File]map[string][]int32 // indices of Imports by the name that they bind
	stars  map[*resolve.File][]int32
}

// A flowKey is a name in a scope.
type flowKey struct {
	def  resolve.DefID
	name string
}

func newModules(ix *resolve.Table) *modules {
	m := &modules{
		byPath: map[string]*mod{}, byName: map[string][]*mod{},
		flows: map[flowKey]*flow{}, writes: map[string][]*flow{},
		locals: map[*resolve.File]map[string][]int32{}, names: map[*resolve.File]map[string][]int32{}, stars: map[*resolve.File][]int32{},
	}
	for _, f := range ix.Files {
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

func (m *modules) addFile(f *resolve.File) {
	p := strings.TrimSuffix(f.Path, path.Ext(f.Path))
	isInit := path.Base(p) == "__init__"
	if isInit {
		p = path.Dir(p)
	}
	if old := m.byPath[p]; old == nil || old.file == nil || strings.HasSuffix(old.file.Path, ".pyi") || isInit && !old.dir {
		m.byPath[p] = &mod{path: p, file: f, dir: isInit}
	}
	for d := path.Dir(p); d != "." && d != "/"; d = path.Dir(d) {
		if m.byPath[d] == nil {
			m.byPath[d] = &mod{path: d, dir: true}
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
	m.addFlows(f)
}

func (m *modules) addFlows(f *resolve.File) {
	for i := range f.Flows {
		x := &flow{&f.Flows[i], f}
		m.flows[flowKey{f.ID(x.Def), x.Name}] = x
		if dot := lastDot(x.Name); dot > 0 && !f.Test && !strings.HasPrefix(x.Name, "this.") {
			m.writes[x.Name[dot+1:]] = append(m.writes[x.Name[dot+1:]], x)
		}
	}
}

// flow returns the flow of a name in the scope of a definition, nil if it has
// none: it has one binding at most then.
func (m *modules) flow(scope resolve.DefID, name string) *flow { return m.flows[flowKey{scope, name}] }

// addNames enters a module under the dotted names by which it may be imported:
// from the folder above its outermost package, and from the usual roots.
func (m *modules) addNames(mod *mod) {
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

func (m *modules) at(p string) *mod { return m.byPath[p] }

// child returns the module of the name inside a package.
func (m *modules) child(mod *mod, name string) *mod {
	if mod == nil || !mod.dir {
		return nil
	}
	return m.byPath[path.Join(mod.path, name)]
}

// find returns the module that an import in f names, nil if it is not in the tree.
func (m *modules) find(f *resolve.File, name string) *mod {
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
	var best *mod
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
func visibleRoot(mod *mod, name string, f *resolve.File) bool {
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
func (m *modules) relative(f *resolve.File, name string) *mod {
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
func (p *evaluator) bind(b *resolve.Binder, r *parse.Reference) {
	from := b.File.ID(r.Def)
	p.pending = math.MaxInt
	p.budget.Reset()
	m := p.resolve(r, from)
	if tier, ok := b.Account(r, from, m.tier, m.why, len(m.defs)); ok {
		p.emit(b, r, from, m.defs, m.share, tier)
	}
}

func (p *evaluator) emit(b *resolve.Binder, r *parse.Reference, from resolve.DefID, ids []resolve.DefID, share int, tier graph.Tier) {
	for _, to := range ids {
		x := resolve.Binding{From: from, To: to, Kind: graph.References, Tier: tier, Share: uint16(share), At: r.At}
		d := p.table.Def(to)
		creates := d.Kind.IsType() || d.Kind == graph.KindConstructor && r.Name != "__init__"
		switch {
		case r.Kind == parse.RefCall && creates:
			class := x // a creation names the class too
			if !d.Kind.IsType() {
				class.To = d.Outer
			}
			b.Bindings = append(b.Bindings, class)
			x.Kind = graph.Creates
		case r.Kind == parse.RefCall && d.Kind.IsCallable():
			x.Kind = graph.Calls
		}
		b.Bindings = append(b.Bindings, x)
	}
	if class := p.classBody(from); class != resolve.None {
		p.emit(b, r, class, ids, share, tier)
	}
}

// classBody returns the class that a reference in the value or type of a field
// stands in: running a class body is what sets its fields, so that what they
// name is named by the class as well.
func (p *evaluator) classBody(from resolve.DefID) resolve.DefID {
	d := p.table.Def(from)
	if !isValue(d) || !p.table.Def(d.Outer).Kind.IsType() || p.isInstanceField(d) {
		return resolve.None
	}
	return d.Outer
}

// A meaning is what became of a reference.
type meaning struct {
	defs  []resolve.DefID // in the order of look-up
	share int             // the number of alternatives, where there are several
	tier  graph.Tier
	why   resolve.Outcome

	values  []*ref // alternatives that are what a name is set to
	others  int    // alternatives outside the tree
	unknown bool   // it may mean anything else
}

// resolve finds the definitions that a reference means. Where one alternative is
// known and others are not, that one is the only candidate in reach.
func (p *evaluator) resolve(r *parse.Reference, from resolve.DefID) meaning {
	m := meaning{why: resolve.NotFound}
	if len(r.Recv) == 0 {
		m.add(p, r, p.name(r.Name, r.At, from))
	} else {
		recv := p.eval(r.Recv, r.At, from)
		if len(recv) == 0 {
			return meaning{why: resolve.UnknownReceiver}
		}
		for _, v := range recv {
			m.add(p, r, p.attr(v, r.Name))
		}
	}
	if len(m.defs) == 0 {
		for _, v := range m.values {
			m.addValue(p, r, v)
		}
	} else {
		m.others += len(m.values) // the name is that of the definitions
	}
	switch n := len(m.defs); {
	case n == 0:
		return m
	case n > maxAlternatives || n > 1 && m.unknown:
		m.why = resolve.Ambiguous
	case n == 1 && (m.unknown || m.others > 0 && len(r.Recv) == 0):
		m.tier, m.why = resolve.Worse(m.tier, graph.Unique), resolve.Resolved
	case n+m.others > 1:
		m.tier, m.why, m.share = resolve.Worse(m.tier, graph.Hierarchy), resolve.Resolved, n+m.others
	default:
		m.why = resolve.Resolved
	}
	return m
}

// add joins what a name, or a member of one of the receivers, may mean.
func (m *meaning) add(p *evaluator, r *parse.Reference, refs []ref) {
	for i := range refs {
		ref := &refs[i]
		switch {
		case ref.kind == refUnsure:
			m.unknown = true
			m.why = resolve.UnknownReceiver
		case ref.value != nil && ref.value.Kind == parse.FlowGuard:
			m.add(p, r, p.unguarded(ref))
		case ref.value != nil && !p.isVariable(ref.def):
			m.values = append(m.values, ref)
		case ref.def != resolve.None:
			m.addDef(p, r, ref.def, ref.tier)
		case len(ref.locals) > 0:
			m.why, m.unknown = resolve.Local, true
		case ref.kind == refOutside || len(ref.vals) > 0:
			m.others++
			m.why = resolve.External
		}
	}
}

// isVariable reports whether id is a variable or field of the tree.
func (p *evaluator) isVariable(id resolve.DefID) bool {
	return id != resolve.None && isValue(p.table.Def(id))
}

// addValue joins what a name that is no variable of its own is set to: that of a
// function, by a later assignment, or a local.
func (m *meaning) addValue(p *evaluator, r *parse.Reference, ref *ref) {
	if ref.def == resolve.None && lastDot(ref.flow.Name) < 0 {
		m.why, m.unknown = resolve.Local, true
		return
	}
	s := p.refValue(ref)
	if len(s) == 0 {
		m.unknown = true
	}
	for _, v := range s {
		switch v.kind {
		case kindFunction, kindClass:
			m.addDef(p, r, v.def, resolve.Worse(ref.tier, v.tier))
		case kindExternal, kindModule, kindContainer:
			m.others++
			m.why = resolve.External
		case kindNothing:
		default:
			m.unknown = true
		}
	}
}

func (m *meaning) addDef(p *evaluator, r *parse.Reference, id resolve.DefID, tier graph.Tier) {
	if r.Kind == parse.RefCall && p.table.Def(id).Kind.IsType() {
		id = p.constructorOf(id)
	}
	m.tier = resolve.Worse(m.tier, tier)
	if !slices.ContainsFunc(m.defs, func(o resolve.DefID) bool { return o == id || r.Kind != parse.RefCall && p.areTwins(o, id) }) {
		m.defs = append(m.defs, id)
	}
}

// areTwins reports whether two definitions are alternatives of one name in one
// scope. A call runs one of them; the first stands for what is only named.
func (p *evaluator) areTwins(a, b resolve.DefID) bool {
	d, e := p.table.Def(a), p.table.Def(b)
	return d.Outer == e.Outer && d.Name == e.Name
}

// constructorOf is what creating an object of a class calls: its own __init__,
// or else the class stands for it.
func (p *evaluator) constructorOf(class resolve.DefID) resolve.DefID {
	for _, id := range p.table.Own(class, "__init__") {
		if p.table.Def(id).Kind == graph.KindConstructor {
			return id
		}
	}
	return class
}

// An evaluator evaluates Python names and expressions. It reads the index and keeps
// what it found out; it is not safe for concurrent use.
type evaluator struct {
	context
	table   *resolve.Table
	modules *modules
	orders  map[resolve.DefID][]classID
	targets map[*flow]set
	answers map[key]memo
	level   int // of questions under way
	pending int // the lowest level of those that were asked again
	budget  resolve.Budget

	platform *outside.Platform
	entered  []string // classes of the standard library whose bases are being followed
}

func newEvaluator(ix *resolve.Table, modules *modules) *evaluator {
	return &evaluator{
		table: ix, modules: modules, pending: math.MaxInt, platform: outside.Open("python"),
		orders: map[resolve.DefID][]classID{}, targets: map[*flow]set{}, answers: map[key]memo{},
	}
}
