package python

import (
	"maps"
	"math"
	"slices"
	"strings"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules resolve Python. Values and types share one namespace, types are mostly
// inferred, and a name may have several meanings at once, so files are bound by a
// dedicated evaluator: see [evaluator].
type rules struct {
	resolve.PlainRules
	platform *external.Platform
	modules  *modules
}

// Language returns the language with its rules.
func Language(platform *external.Platform) resolve.Language {
	return resolve.Language{
		Family: "python", Names: []string{"python"},
		Rules: func() resolve.Rules { return &rules{platform: platform} },
		ProjectFiles: []string{"pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "mypy.ini",
			"pyrightconfig.json", "requirements*.txt"},
		Projects: projectNames,
	}
}

// overridable reports whether a member overrides those of its name: every method
// does. Names with two leading underscores are private to their class, or special:
// those are called by the language, and every class has them from object.
func overridable(d *resolve.Def) bool {
	return d.Kind.IsCallable() && !strings.HasPrefix(d.Name, "__") &&
		d.File.Definitions[d.Parent].Kind.IsType()
}

// Overridden finds the member of the next class in the method resolution order.
//
// In an object of C(A, B) the next class after A is B, although A does not derive
// from it: the order of the class that declares the member is used here, since only
// that is explicit.
func (r *rules) Overridden(b *resolve.Binder, d *resolve.Def) []resolve.DefID {
	if !overridable(d) {
		return nil
	}
	p := r.python(b)
	for _, c := range p.mro(d.Outer)[1:] {
		if c.def == resolve.None {
			return nil // it may declare the overridden member
		}
		for _, id := range b.Table.Own(c.def, d.Name) {
			if b.Table.Def(id).Kind.IsCallable() {
				return []resolve.DefID{id}
			}
		}
	}
	return nil
}

// linkMixins records the members of mixins that run instead of those of the bases after them: a
// mixin does not derive from these, so only the class with both bases says so.
//
//	class Form(Checks, Base): …    # a call of Base.run may run Checks.run
func (p *evaluator) linkMixins(b *resolve.Binder, class resolve.DefID) {
	if len(b.Table.Bases[class]) < 2 {
		return
	}
	first := map[string]resolve.DefID{} // by name: the callable that an object of the class has
	for _, c := range p.mro(class) {
		if c.def == resolve.None {
			continue // those of the tree may run nevertheless
		}
		for _, id := range b.Table.Members(c.def) {
			m := b.Table.Def(id)
			if !overridable(m) {
				continue
			}
			before, found := first[m.Name]
			if !found {
				first[m.Name] = id
			} else if !p.derives(b.Table.Def(before).Outer, c.def) {
				b.Dispatches = append(b.Dispatches, resolve.Dispatch{Base: id, Impl: before, Alone: true})
			}
		}
	}
}

// derives reports whether a class of the tree derives from another.
func (p *evaluator) derives(class, base resolve.DefID) bool {
	return slices.ContainsFunc(p.mro(class), func(c classID) bool { return c.def == base })
}

// ResolveType finds the class that a written type denotes.
func (r *rules) ResolveType(
	b *resolve.Binder, ref parse.TypeRef, from resolve.DefID, at uint32,
) resolve.Type {
	p := r.python(b)
	for _, v := range p.bounded(p.typeRef(ref, at, from)) {
		if v.kind == kindInstance && v.def != resolve.None {
			return resolve.Type{Def: b.Table.Canon[v.def], Owner: resolve.None, Tier: v.tier}
		}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, External: true}
}

// Prepare finds the modules, and the members that statements anywhere assign: every
// file needs them.
func (r *rules) Prepare(ix *resolve.Table) {
	r.modules = newModules(ix)
	p := newEvaluator(ix, r.modules, r.platform)
	for _, name := range slices.Sorted(maps.Keys(r.modules.writes)) {
		for _, x := range r.modules.writes[name] {
			p.budget.Next(0)
			p.pending = math.MaxInt
			p.target(x)
		}
	}
	r.modules.targets = p.targets
}

// python returns the evaluator of b's file.
func (r *rules) python(b *resolve.Binder) *evaluator {
	if b.State == nil {
		b.State = newEvaluator(b.Table, r.modules, r.platform)
	}
	return b.State.(*evaluator)
}

// BindFile binds the references of a file, and additionally overloads to their
// implementation, and tests to their fixtures.
func (r *rules) BindFile(b *resolve.Binder) {
	p := r.python(b)
	for i := range b.File.References {
		p.bind(b, &b.File.References[i])
	}
	b.Receivers(resolve.ReceiverRules{Type: p.receiverType, Exact: p.namesClass})
	p.bindImplicit(b)
	for i := range b.File.Definitions {
		if id := b.File.ID(int32(i)); b.File.Definitions[i].Kind.IsType() {
			p.linkMixins(b, id)
		}
	}
	p.bindOverloads(b)
	p.bindFixtures(b)
	p.bindDependencies(b)
	p.bindSites(b)
	b.File.Limit(p.budget.Limits()...)
}

// Abstract reports whether d has no body to run.
//
//	@abstractmethod
//	def load(self): ...
func (r *rules) Abstract(d *resolve.Def) bool {
	return hasDecorator(d, "abstractmethod") || hasDecorator(d, "overload")
}

// bindOverloads links the first of several @overload declarations, to which calls are
// bound, to the function that implements them: only that one runs, and without the
// edge it would have no callers.
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
			if o := p.table.Def(id); o.File == d.File && o.Kind == d.Kind &&
				!hasDecorator(o, "overload") {
				b.Bindings = append(b.Bindings, resolve.Binding{
					From: d.ID, To: id, Kind: graph.Calls, Tier: graph.Hierarchy, At: d.NameAt,
				})
				break
			}
		}
	}
}

// Imported returns the file that an import statement runs. `from shop import order`
// refers to the attribute order of the package if its __init__ binds that name, and
// otherwise to the submodule (reference 5.4.2).
func (r *rules) Imported(b *resolve.Binder, i int) resolve.Target {
	im := &b.File.Imports[i]
	p := r.python(b)
	m := p.modules.find(b.File, im.Path)
	if m == nil && im.Name != "" {
		m = p.modules.member(b.File, im.Path, nil, im.Name)
	}
	switch {
	case m == nil:
		return resolve.Target{External: !p.modules.isMissing(b.File, im.Path),
			Package: foreignPackage(im.Path)}
	case im.Name != "":
		sub := p.modules.member(b.File, im.Path, m, im.Name)
		if sub != nil && (m.file == nil || len(b.Table.Own(m.file.First, im.Name)) == 0) {
			m = sub
		}
	}
	if m.file == nil || m.file == b.File {
		return resolve.Target{}
	}
	return resolve.Target{Files: []*resolve.File{m.file}}
}

// bind resolves one reference of b's file.
func (p *evaluator) bind(b *resolve.Binder, r *parse.Reference) {
	from := b.File.ID(r.Def)
	p.pending = math.MaxInt
	p.budget.Next(r.At)
	m := p.resolve(r, from)
	if len(m.defs) == 0 && r.Kind == parse.RefCall && len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepThis &&
		b.BindDerived(r, from, b.Table.EnclosingType(from), m.why, func(*resolve.Def) bool { return true }) {
		return
	}
	if tier, ok := b.Account(r, from, m.tier, m.why, len(m.defs)); ok {
		p.emit(b, r, from, &m, tier)
	} else if m.why == resolve.External && b.KeepsForeign() {
		p.useForeign(b, r, from, &m)
	}
}

// An evaluator evaluates Python names and expressions. It reads the index and
// memoizes its results; it is not safe for concurrent use.
type evaluator struct {
	context
	table   *resolve.Table
	modules *modules
	orders  map[resolve.DefID][]classID
	targets map[*flow]set
	answers map[key]memo
	// the values of the receivers of references
	receivers map[receiverKey]set
	level     int // depth of pending questions
	pending   int // the lowest level of the pending questions that were asked again
	budget    resolve.Budget

	platform      *external.Platform
	entities      map[string]*entity
	outsideOrders map[string][]classID
	declaredDepth int // nesting of external types being resolved
}

func newEvaluator(
	ix *resolve.Table, modules *modules, platform *external.Platform,
) *evaluator {
	return &evaluator{
		table: ix, modules: modules, pending: math.MaxInt, platform: platform,
		orders: map[resolve.DefID][]classID{}, targets: map[*flow]set{}, answers: map[key]memo{},
		receivers: map[receiverKey]set{},
		entities:  map[string]*entity{}, outsideOrders: map[string][]classID{},
	}
}

// receiverType returns the class whose objects a reference accesses a member of, or
// the class whose member it accesses directly.
func (p *evaluator) receiverType(r *parse.Reference, from resolve.DefID) resolve.Type {
	var out []resolve.Type
	for _, v := range p.receiverOf(r, from) {
		switch v.kind {
		case kindNothing:
		case kindInstance, kindClass:
			out = append(out, resolve.Type{Def: v.def, Owner: resolve.None, Args: p.classArgs(v)})
		case kindObject, kindModule, kindExternal:
			out = append(out, resolve.Type{Def: resolve.None, Owner: resolve.None, External: true})
		default:
			return resolve.Unknown
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormUnion, Args: out}
}

// namesClass reports whether a reference accesses a member of an explicitly named
// class, or of a new object of it.
//
//	Special.make(), Special().run()    # not of classes derived from Special
func (p *evaluator) namesClass(r *parse.Reference, from resolve.DefID) bool {
	if len(r.Recv) != 1 || r.Recv[0].Kind != parse.StepName && r.Recv[0].Kind != parse.StepCall {
		return false
	}
	refs := p.name(r.Recv[0].Name, r.At, from)
	return len(refs) == 1 && refs[0].def > resolve.None && p.table.Def(refs[0].def).Kind.IsType()
}

// classArgs lists the classes of the tree that are the type arguments of a value.
func (p *evaluator) classArgs(v val) []resolve.Type {
	var out []resolve.Type
	for _, s := range v.args {
		arg := resolve.Unknown
		if len(s) == 1 && s[0].kind == kindInstance {
			arg.Def = s[0].def
		}
		out = append(out, arg)
	}
	return out
}
