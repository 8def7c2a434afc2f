package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/parse"
)

// A binding is a reference resolved to one definition.
type binding struct {
	from, to defID
	kind     graph.EdgeKind
	tier     graph.Tier
	share    uint16 // number of candidates it stands among; 0 means it alone
	at       uint32 // in the file of from
	ops      graph.Ops
	via      graph.Via     // of data edges; zero means a script
	ext      *externalName // what is meant, where to is none
}

// An externalName is a database object that the tree only refers to. It becomes
// a node without place or text.
type externalName struct {
	schema, name string // as written; a database name stands before the schema, with a dot
	kind         graph.NodeKind
}

// An outcome says what became of a reference.
type outcome uint8

const (
	resolved   outcome = iota
	local              // it means a local variable or parameter
	external           // it means something outside the tree
	unfound            // nothing of that name is in reach
	ambiguous          // several candidates and no evidence
	untyped            // a member of a value whose type is not known
	noOutcomes = iota
)

// outcomeNames are the reasons as diagnostics write them.
var outcomeNames = [noOutcomes]string{"resolved", "local", "external", "not_found", "ambiguous", "unknown_receiver"}

// A binder resolves the references of one file. It only reads the index, so
// that files can be bound in parallel; it is not itself safe for concurrent use.
type binder struct {
	ix     *index
	f      *file
	locals map[string][]int32 // indices of Facts.Locals by name, ascending
	depth  *int               // of what is being followed, across files

	bindings []binding
	counts   map[countKey]int
	reports  []unresolvedRef
	others   map[*file]*binder // binders of files that expressions lead into
	py       *py               // of Python files, once asked for
}

type countKey struct {
	kind    parse.RefKind
	outcome outcome
	tier    graph.Tier
}

// An unresolvedRef is a reference that made no edge although it may mean
// something in the tree.
type unresolvedRef struct {
	from       defID
	name       string
	at         uint32
	why        outcome
	candidates int
}

func newBinder(ix *index, f *file) *binder {
	b := &binder{ix: ix, f: f, locals: map[string][]int32{}, counts: map[countKey]int{}, others: map[*file]*binder{}, depth: new(int)}
	b.others[f] = b
	for i := range f.Locals {
		name := f.Locals[i].Name
		b.locals[name] = append(b.locals[name], int32(i))
	}
	return b
}

// in returns a binder for names as seen from another file. It shares b's depth
// limit, and emits nothing.
func (b *binder) in(f *file) *binder {
	if o := b.others[f]; o != nil {
		return o
	}
	o := newBinder(b.ix, f)
	o.others, o.depth = b.others, b.depth
	b.others[f] = o
	return o
}

// bindAll resolves every reference of the file.
func (b *binder) bindAll() {
	if fb, ok := b.f.rules.(fileBinder); ok {
		fb.bindFile(b)
		return
	}
	for i := range b.f.References {
		b.resolve(&b.f.References[i])
	}
}

// resolve binds one reference or counts why it cannot be.
func (b *binder) resolve(r *parse.Reference) {
	from := b.f.def(r.Def)
	var ids []defID
	var tier graph.Tier
	var why outcome
	switch r.Kind {
	case parse.RefCall:
		ids, tier, why = b.callees(r, from)
	case parse.RefCreate:
		ids, tier, why = b.created(r, from)
	case parse.RefType:
		ids, tier, why = b.types(r, from)
	case parse.RefMember:
		ids, tier, why = b.values(r, from)
	default:
		return
	}
	b.settle(r, from, ids, tier, why)
}

// settle emits the binding of a reference that was resolved to one definition,
// and counts what became of it.
func (b *binder) settle(r *parse.Reference, from defID, ids []defID, tier graph.Tier, why outcome) {
	if why == resolved && len(ids) != 1 {
		why = ambiguous
	}
	tier = worse(tier, graph.Exact)
	if why == resolved {
		b.emit(r, from, ids[0], tier)
	} else {
		tier = 0
		if why != local && why != external {
			b.reports = append(b.reports, unresolvedRef{from, r.Name, r.At, why, len(ids)})
		}
	}
	b.counts[countKey{r.Kind, why, tier}]++
}

// emit writes the binding of a reference to a definition.
func (b *binder) emit(r *parse.Reference, from, to defID, tier graph.Tier) {
	d := b.ix.def(to)
	kind := graph.References
	switch {
	case r.Kind == parse.RefCreate || r.Kind == parse.RefCall && (d.Kind.IsType() || d.Kind == graph.KindConstructor):
		kind = graph.Creates
	case r.Kind == parse.RefCall && d.Kind.IsCallable():
		kind = graph.Calls
	}
	b.bindings = append(b.bindings, binding{from: from, to: to, kind: kind, tier: tier, at: r.At})
}

// want says which definitions a reference can mean.
func (b *binder) want(kind parse.RefKind) func(*defn) bool {
	if !b.f.rules.separate() {
		return func(d *defn) bool { return true }
	}
	switch kind {
	case parse.RefCall:
		return func(d *defn) bool { return d.Kind.IsCallable() && d.Kind != graph.KindConstructor }
	case parse.RefCreate, parse.RefType:
		return isType
	}
	return func(d *defn) bool { return d.Kind != graph.KindConstructor }
}

// bare looks a plain name up: the locals and members of each enclosing
// definition from the inside out, then what the language says. A local is
// returned apart.
func (b *binder) bare(name string, at uint32, from defID, ok func(*defn) bool) (found, *parse.Local) {
	for d := from; d != none; d = b.ix.defs[d].parent {
		if l := b.localOf(name, at, d); l != nil {
			return found{}, l
		}
		e := b.ix.def(d)
		if e.parent == none {
			break
		}
		if ids := b.inside(e, from, name, ok); len(ids) > 0 {
			return found{defs: ids}, nil
		}
	}
	f := b.f.rules.outer(b, name, at, from)
	if len(f.defs) > 0 {
		if f.defs = b.ix.filter(f.defs, ok); len(f.defs) == 0 && !f.isModule {
			return found{external: f.external}, nil
		}
	}
	return f, nil
}

// inside lists what an enclosing definition e declares under a name, as far as
// code in from may use it without a receiver.
func (b *binder) inside(e *defn, from defID, name string, ok func(*defn) bool) []defID {
	if !e.Kind.IsType() {
		return b.ix.filter(b.ix.own(e.id, name), ok)
	}
	if b.f.rules.bareMembers() {
		ids, _ := b.memberDefs(typ{def: b.ix.canon[e.id], owner: none}, name, ok)
		return ids
	}
	if e.id == from {
		return b.ix.filter(b.ix.own(e.id, name), ok)
	}
	return nil
}

// localOf finds the innermost local of definition d with the name and in scope.
func (b *binder) localOf(name string, at uint32, d defID) *parse.Local {
	var best *parse.Local
	for _, i := range b.locals[name] {
		l := &b.f.Locals[i]
		if b.f.def(l.Def) == d && l.Scope.Contains(at) && (best == nil || l.Scope.Start >= best.Scope.Start) {
			best = l
		}
	}
	return best
}

// callees finds what a call means.
func (b *binder) callees(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	if r.Recv == nil {
		return b.bareCallees(r, from)
	}
	t := b.eval(r.Recv, r.At, from)
	if t.isModule {
		f := b.f.rules.inModule(b, t.module, r.Name)
		return b.decide(f, r, t.tier)
	}
	ids, tier, why := b.memberOverload(t, r)
	if why == resolved {
		return ids, tier, why
	}
	if ext := b.overload(b.f.rules.extension(b, t, r.Name, r.At, from), r, true); len(ext) == 1 {
		return ext, t.tier, resolved
	}
	return ids, tier, why
}

// memberOverload finds the member of t that a call means, looking through its
// bases until the arguments fit.
func (b *binder) memberOverload(t typ, r *parse.Reference) ([]defID, graph.Tier, outcome) {
	if !t.known() {
		return nil, 0, untyped
	}
	t = b.single(t)
	var first []defID
	outside := t.external
	for _, level := range b.levels(t, r.Name, b.want(r.Kind)) {
		if level.external {
			outside = true
			continue
		}
		if first == nil {
			first = level.ids
		}
		if fit := b.overload(level.ids, r, false); len(fit) > 0 {
			return fit, t.tier, resolved
		}
	}
	switch {
	case outside || t.def == none:
		return nil, 0, external
	case first == nil:
		return nil, 0, unfound
	}
	return first, t.tier, unfound
}

// single reduces a union to its only type with a definition.
func (b *binder) single(t typ) typ {
	if t.form != "|" {
		return t
	}
	out := unknown
	for _, a := range t.args {
		if a.def == none {
			continue
		}
		if out.def != none && out.def != a.def {
			return typ{def: none, owner: none, form: "|"}
		}
		out = a.withTier(t.tier)
	}
	return out
}

// A level is what one type of a hierarchy declares under a name.
type level struct {
	ids      []defID
	external bool // the type lies outside the tree
}

// levels lists, nearest first, what t and its bases declare under a name.
func (b *binder) levels(t typ, name string, ok func(*defn) bool) []level {
	var out []level
	queue, seen := []typ{t}, map[defID]bool{}
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		if t.def == none {
			if t.external {
				out = append(out, level{external: true})
			}
			continue
		}
		if seen[t.def] {
			continue
		}
		seen[t.def] = true
		if ids := b.ix.filter(b.ix.own(t.def, name), ok); len(ids) > 0 {
			out = append(out, level{ids: ids})
		}
		if d := b.ix.def(t.def); d.Kind == graph.KindTypeAlias && !d.Type.IsZero() {
			queue = append(queue, b.subst(b.in(d.file).typeOf(d.Type, t.def, d.NameAt), t))
		}
		queue = append(queue, b.basesOf(t)...)
	}
	return out
}

// bareCallees finds what a call without receiver means.
func (b *binder) bareCallees(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	if b.f.rules.bareMembers() {
		for e := b.ix.enclosingType(from); e != none; e = b.ix.enclosingType(b.ix.defs[e].parent) {
			ids, tier, why := b.memberOverload(typ{def: e, owner: none}, r)
			if why == resolved {
				return ids, tier, why
			}
		}
	}
	f, l := b.bare(r.Name, r.At, from, b.want(r.Kind))
	if l != nil {
		return nil, 0, local
	}
	return b.decide(f, r, 0)
}

// decide chooses among the candidates of a name.
func (b *binder) decide(f found, r *parse.Reference, tier graph.Tier) ([]defID, graph.Tier, outcome) {
	fit := b.overload(f.defs, r, false)
	switch {
	case len(fit) > 0:
		return fit, worse(tier, f.tier), resolved
	case f.external:
		return nil, 0, external
	case len(f.defs) > 0 || !f.isModule:
		return f.defs, 0, unfound
	}
	return nil, 0, external
}

// overload keeps the candidates that the arguments of r fit best. In an
// extension call the value it is called on is an argument too.
func (b *binder) overload(ids []defID, r *parse.Reference, extension bool) []defID {
	if r.Kind == parse.RefType || r.Kind == parse.RefMember || r.Args < 0 {
		return b.declarations(ids)
	}
	if !b.f.rules.overloads() {
		return b.declarations(ids)
	}
	args := int(r.Args)
	skip := 0
	if extension {
		args, skip = args+1, 1
	}
	var exact, loose []defID
	for _, id := range ids {
		switch d := b.ix.def(id); {
		case !d.Kind.IsCallable() || d.Kind == graph.KindProperty || d.Kind == graph.KindEvent:
			loose = append(loose, id)
		case takesExactly(d.Params, args):
			exact = append(exact, id)
		case takes(d.Params, args):
			loose = append(loose, id)
		}
	}
	fit := exact
	if len(fit) == 0 {
		fit = loose
	}
	if fit = b.declarations(fit); len(fit) > 1 && r.ArgTypes() != nil {
		fit = b.byArgTypes(fit, r.ArgTypes(), skip)
	}
	return fit
}

func takesExactly(params []parse.Param, args int) bool {
	return len(params) == args && (args == 0 || !params[args-1].Variadic)
}

// takes reports whether args arguments may be given for params.
func takes(params []parse.Param, args int) bool {
	required, variadic := 0, false
	for _, p := range params {
		if p.Variadic {
			variadic = true
		} else if !p.Optional {
			required++
		}
	}
	return args >= required && (variadic || args <= len(params))
}

// byArgTypes keeps the candidates with the most parameters whose written type
// is that of the argument.
func (b *binder) byArgTypes(ids []defID, args []parse.TypeRef, skip int) []defID {
	best, out := 0, ids
	for _, id := range ids {
		params := b.ix.def(id).Params
		same := 0
		for i, a := range args {
			if i+skip < len(params) && !a.IsZero() && params[i+skip].Type.Name == a.Name {
				same++
			}
		}
		switch {
		case same > best:
			best, out = same, []defID{id}
		case same == best && best > 0:
			out = append(out, id)
		}
	}
	return out
}

// created finds the constructor, or the type, that a creation means.
func (b *binder) created(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	t := unknown
	if n := len(r.Recv); n > 0 && (r.Recv[n-1].Kind == parse.StepThis || r.Recv[n-1].Kind == parse.StepBase) {
		t = b.eval(r.Recv, r.At, from)
	} else {
		ids, tier, why := b.types(r, from)
		if why != resolved || len(ids) != 1 {
			return ids, tier, why
		}
		t = typ{def: b.ix.canon[ids[0]], owner: none, tier: tier}
	}
	if t.def == none {
		if t.external {
			return nil, 0, external
		}
		return nil, 0, untyped
	}
	ctors := b.ix.filter(b.ix.own(t.def, b.f.rules.constructor(b.ix.def(t.def).Name)), func(d *defn) bool { return d.Kind == graph.KindConstructor })
	if fit := b.overload(ctors, r, false); len(fit) > 0 {
		return fit, t.tier, resolved
	}
	return []defID{t.def}, t.tier, resolved
}

// types finds what a written type name means.
func (b *binder) types(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	name := r.Name
	if len(r.Recv) > 0 {
		t := b.eval(r.Recv, r.At, from)
		switch {
		case t.isModule:
			f := b.f.rules.inModule(b, t.module, name)
			return b.typeOutcome(f, int(r.TypeArgs))
		case t.def != none:
			ids, outside := b.nested(t.def, name)
			return b.typeOutcome(found{defs: ids, external: outside, tier: t.tier}, int(r.TypeArgs))
		case t.external:
			return nil, 0, external
		}
		return nil, 0, unfound
	}
	if _, ok := b.typeParam(name, from); ok {
		return nil, 0, local
	}
	f, l := b.bare(name, r.At, from, isType)
	if l != nil {
		return nil, 0, local
	}
	return b.typeOutcome(f, int(r.TypeArgs))
}

func (b *binder) typeOutcome(f found, args int) ([]defID, graph.Tier, outcome) {
	ids := b.declarations(b.arity(b.ix.filter(f.defs, isType), args))
	switch {
	case len(ids) > 0:
		for i, id := range ids {
			ids[i] = b.ix.canon[id]
		}
		return ids, f.tier, resolved
	case f.external || f.isModule:
		return nil, 0, external
	}
	return nil, 0, unfound
}

// values finds what a member, constant or variable used means.
func (b *binder) values(r *parse.Reference, from defID) ([]defID, graph.Tier, outcome) {
	if r.Recv == nil {
		f, l := b.bare(r.Name, r.At, from, b.want(r.Kind))
		if l != nil {
			return nil, 0, local
		}
		return b.valueOutcome(f, 0)
	}
	t := b.eval(r.Recv, r.At, from)
	switch {
	case t.isModule:
		return b.valueOutcome(b.f.rules.inModule(b, t.module, r.Name), t.tier)
	case !t.known():
		return nil, 0, untyped
	}
	t = b.single(t)
	ids, outside := b.memberDefs(t, r.Name, b.want(r.Kind))
	if len(ids) > 0 {
		return b.declarations(ids), t.tier, resolved
	}
	if outside || t.def == none {
		return nil, 0, external
	}
	return nil, 0, unfound
}

func (b *binder) valueOutcome(f found, tier graph.Tier) ([]defID, graph.Tier, outcome) {
	switch ids := b.declarations(f.defs); {
	case len(ids) > 0:
		return ids, worse(tier, f.tier), resolved
	case f.external || f.isModule:
		return nil, 0, external
	}
	return nil, 0, unfound
}
