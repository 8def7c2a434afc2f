package graphbuild

import (
	"sort"
	"strconv"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A goEval follows the expressions of one file.
type goEval struct {
	g      *goTree
	b      *binder
	gf     *goFile
	locals map[*parse.Local]typ // inferred
	vars   map[defID]typ        // inferred, of variables and constants of any file
	depth  int
}

func newGoEval(b *binder, g *goTree) *goEval {
	return &goEval{g: g, b: b, gf: g.files[b.f], locals: map[*parse.Local]typ{}, vars: map[defID]typ{}}
}

// A goMeaning is what a name means.
type goMeaning struct {
	def   defID
	owner typ // the type that a member belongs to
	tier  graph.Tier
	why   outcome
	value typ // of a value its type, of a function what calling it gives
	call  bool
}

func goOutcome(why outcome) goMeaning {
	return goMeaning{def: none, owner: unknown, why: why, value: unknown}
}

// bind emits what a reference means.
func (e *goEval) bind(r *parse.Reference) {
	from := e.b.f.def(r.Def)
	m := e.resolve(r, from)
	tier, ok := e.b.account(r, from, m.tier, m.why, 0)
	if !ok {
		return
	}
	kind := graph.References
	d := e.g.ix.def(m.def)
	switch {
	case r.Kind == parse.RefCall && (d.Kind == graph.KindFunction || d.Kind == graph.KindMethod):
		kind = graph.Calls
	case r.Kind == parse.RefCreate && d.Kind.IsType():
		// A composite literal names the type as well.
		e.b.bindings = append(e.b.bindings, binding{from: from, to: m.def, kind: kind, tier: tier, at: r.At})
		kind = graph.Creates
	}
	e.b.bindings = append(e.b.bindings, binding{from: from, to: m.def, kind: kind, tier: tier, at: r.At})
}

// baseArguments emits the type arguments of embedded types.
func (e *goEval) baseArguments(d defID, refs []parse.TypeRef) {
	for _, ref := range refs {
		if t := e.g.resolve(e.gf, d, ref); t.def != none && ref.At != 0 {
			e.b.bindings = append(e.b.bindings, binding{from: d, to: t.def, kind: graph.References, tier: graph.Exact, at: ref.At})
		}
		e.baseArguments(d, ref.Args)
	}
}

func (e *goEval) resolve(r *parse.Reference, from defID) goMeaning {
	if len(r.Recv) == 0 {
		m := e.name(e.gf, r.Name, r.At, from)
		if (r.Kind == parse.RefType || r.Kind == parse.RefCreate) && m.why == resolved && !e.g.ix.def(m.def).Kind.IsType() {
			return goOutcome(unfound)
		}
		return m
	}
	t := e.eval(e.gf, r.Recv, r.At, from)
	if !t.known() {
		return goOutcome(untyped)
	}
	m := e.member(e.gf, t, r.Name)
	if m.why != resolved && r.Kind == parse.RefMember && r.Recv[0].Kind == parse.StepNew {
		// A key of a composite literal is a field, or of a map or slice a value.
		if u := e.g.under(t); u.form == "map" || u.form == "[]" {
			return e.name(e.gf, r.Name, r.At, from)
		}
	}
	return m
}

// name finds what a plain name means: a local, what the package declares, an
// import.
func (e *goEval) name(gf *goFile, name string, at uint32, from defID) goMeaning {
	if gf == e.gf {
		if l := e.localAt(name, at, from); l != nil {
			m := goOutcome(local)
			if l.Kind == parse.LocalTypeParam {
				m.value, _ = e.g.typeParam(gf, from, name)
				m.value.static = true
			} else {
				m.value = e.localType(l)
			}
			return m
		}
	}
	for d := from; d != none && e.g.ix.defs[d].parent != none; d = e.g.ix.defs[d].parent {
		if e.g.ix.defs[d].Kind.IsCallable() {
			for _, id := range e.g.ix.own(d, name) {
				if e.g.ix.def(id).Kind.IsType() {
					return e.declaration(id)
				}
			}
		}
	}
	if id := e.g.pick(gf, gf.pkg.scope[name]); id != none {
		return e.declaration(id)
	}
	if im, ok := gf.imports[name]; ok {
		m := goOutcome(external)
		if im.pkg != nil {
			m.value = typ{def: none, owner: none, isModule: true, module: name}
		} else {
			m.value = typ{def: none, owner: none, external: true, form: name}
		}
		return m
	}
	for _, p := range gf.dots {
		if id := e.g.pick(gf, p.scope[name]); id != none {
			return e.declaration(id)
		}
	}
	if goPredeclared[name] {
		m := goOutcome(external)
		m.value = typ{def: none, owner: none, external: true, form: name, static: true}
		return m
	}
	if goBuiltin[name] {
		m := goOutcome(external)
		m.value = typ{def: none, owner: none, external: true, form: "int"}
		return m
	}
	return goOutcome(unfound)
}

var goBuiltin = wordSet("append cap clear close complex copy delete imag len make max min new panic print println real recover true false nil iota")

// declaration is the meaning of a name that a package declares.
func (e *goEval) declaration(id defID) goMeaning {
	d := e.g.ix.def(id)
	m := goMeaning{def: id, owner: unknown, value: unknown}
	switch {
	case d.Kind.IsType():
		m.value = e.g.aliased(id, d.Name, nil)
		m.value.static = true
	case d.Kind.IsCallable():
		m.value, m.call = e.g.declared[id], true
	default:
		m.value = e.variable(id)
	}
	return m
}

// variable is the type of a variable or constant of a package: written, or that
// of what it is set to.
func (e *goEval) variable(id defID) typ {
	if t := e.g.declared[id]; t.known() {
		return t
	}
	if t, ok := e.vars[id]; ok {
		return t
	}
	e.vars[id] = unknown // while it is being inferred
	d := e.g.ix.def(id)
	if len(d.Init) == 0 {
		return unknown
	}
	t := e.eval(e.g.files[d.file], d.Init[0].Steps, d.Init[0].At, id).withTier(graph.Typed)
	t.static = false
	e.vars[id] = t
	return t
}

// localAt finds the innermost local of a name in scope.
func (e *goEval) localAt(name string, at uint32, from defID) *parse.Local {
	list := e.b.locals[name]
	if len(list) == 0 {
		return nil
	}
	top := from
	for e.g.ix.defs[top].parent != none && e.g.ix.defs[e.g.ix.defs[top].parent].parent != none {
		top = e.g.ix.defs[top].parent
	}
	start := e.g.ix.defs[top].Range.Start
	i := sort.Search(len(list), func(i int) bool { return e.b.f.Locals[list[i]].Scope.Start > at })
	for i--; i >= 0; i-- {
		l := &e.b.f.Locals[list[i]]
		if l.Scope.Start < start {
			return nil
		}
		if l.Scope.Contains(at) {
			return l
		}
	}
	return nil
}

func (e *goEval) localType(l *parse.Local) typ {
	if !l.Type.IsZero() {
		return e.g.resolve(e.gf, e.b.f.def(l.Def), l.Type)
	}
	if t, ok := e.locals[l]; ok {
		return t
	}
	e.locals[l] = unknown // while it is being inferred
	if l.Init == nil || e.depth > 100 {
		return unknown
	}
	e.depth++
	t := e.eval(e.gf, l.Init, l.At, e.b.f.def(l.Def)).withTier(graph.Typed)
	e.depth--
	t.static = false
	if l.Iter {
		t = e.rangeValue(t)
	}
	e.locals[l] = t
	return t
}

// eval follows an expression, written in the definition from of a file, to what
// is known of its value.
func (e *goEval) eval(gf *goFile, steps []parse.Step, at uint32, from defID) typ {
	if e.depth > 100 {
		return unknown
	}
	e.depth++
	defer func() { e.depth-- }()
	t := unknown
	for i := range steps {
		if t = e.step(gf, t, &steps[i], i == 0, at, from); !t.known() {
			return unknown
		}
	}
	return t
}

func (e *goEval) step(gf *goFile, t typ, s *parse.Step, first bool, at uint32, from defID) typ {
	switch s.Kind {
	case parse.StepName:
		m := e.name(gf, s.Name, at, from)
		return e.used(m)
	case parse.StepMember:
		return e.used(e.member(gf, t, s.Name))
	case parse.StepCall:
		var m goMeaning
		if first {
			m = e.name(gf, s.Name, at, from)
		} else {
			m = e.member(gf, t, s.Name)
		}
		return e.called(gf, m, s, from)
	case parse.StepNew, parse.StepType:
		return e.g.resolve(gf, from, s.Written())
	case parse.StepIndex:
		return e.indexed(t, s.Name)
	}
	return unknown
}

// used is the type of a name that is no call; of a function that of a function.
func (e *goEval) used(m goMeaning) typ {
	if !m.call {
		return m.value
	}
	t := typ{def: none, owner: none, form: "func", args: []typ{{def: none, owner: none, form: "()", args: e.g.params[m.def]}}, tier: m.tier}
	if m.value.known() {
		t.args = append(t.args, m.value)
	}
	return t
}

// called is the type of what a call gives.
func (e *goEval) called(gf *goFile, m goMeaning, s *parse.Step, from defID) typ {
	v := m.value
	switch {
	case !v.known():
		if m.why == external {
			return typ{def: none, owner: none, external: true, form: "?"}
		}
		return unknown
	case v.static: // a conversion
		v.static = false
		if len(s.Written().Args) > 0 && len(v.args) == 0 {
			for _, a := range s.Written().Args {
				v.args = append(v.args, e.g.resolve(gf, from, a))
			}
		}
		return v
	case m.call:
		if n := len(s.Written().Args); n > 0 && m.def != none {
			args := make([]typ, n)
			for i, a := range s.Written().Args {
				args[i] = e.g.resolve(gf, from, a)
			}
			v = substitute(v, m.def, args)
		}
		return v.withTier(worse(m.tier, graph.Typed))
	}
	// A value that is a function is called, or an element of one of several.
	u := e.g.under(v)
	if len(s.Written().Args) > 0 && u.form != "func" {
		u = e.g.under(e.indexed(u, ""))
	}
	if u.form == "func" && len(u.args) > 1 {
		return u.args[1].withTier(worse(v.tier, graph.Typed))
	}
	if v.external {
		return typ{def: none, owner: none, external: true, form: "?"}
	}
	return unknown
}

// member finds what a name means behind a dot.
func (e *goEval) member(gf *goFile, t typ, name string) goMeaning {
	switch {
	case t.isModule:
		im := gf.imports[t.module]
		if im.pkg == nil {
			return goOutcome(external)
		}
		if id := e.g.pick(gf, im.pkg.scope[name]); id != none {
			return e.declaration(id)
		}
		return goOutcome(unfound)
	case t.external && t.def == none:
		m := goOutcome(external)
		m.value = typ{def: none, owner: none, external: true, form: "?"}
		return m
	case t.form == "func" || t.form == "[]" || t.form == "map":
		return goOutcome(untyped)
	}
	f, outside := e.g.member(gf, t, name)
	if f.def == none && f.owner.known() {
		m := goOutcome(local)
		m.value = f.owner.withTier(t.tier)
		return m
	}
	if f.def == none {
		if outside {
			m := goOutcome(external)
			m.value = typ{def: none, owner: none, external: true, form: "?"}
			return m
		}
		return goOutcome(unfound)
	}
	return goMeaning{
		def: f.def, owner: f.owner, tier: t.tier, value: e.g.valueOf(f).withTier(t.tier), call: e.g.ix.def(f.def).Kind == graph.KindMethod,
	}
}

// indexed is what an index gives: a result of a call, an element, or the first
// variable of a range.
func (e *goEval) indexed(t typ, index string) typ {
	if t.form == "()" {
		if k, err := strconv.Atoi(index); err == nil && k < len(t.args) {
			return t.args[k].withTier(t.tier)
		}
		return unknown
	}
	u := e.g.under(t)
	if u.external && u.form == "?" {
		return u
	}
	switch {
	case index == "key":
		return e.rangeKey(u)
	case (u.form == "[]" || u.form == "chan") && len(u.args) == 1:
		return u.args[0].withTier(t.tier)
	case u.form == "map" && len(u.args) == 2:
		return u.args[1].withTier(t.tier)
	case u.form == "string":
		return typ{def: none, owner: none, external: true, form: "byte"}
	case u.form == "func":
		return t // a function with type arguments
	case u.external && u.def == none:
		return typ{def: none, owner: none, external: true, form: "?"}
	}
	return unknown
}

// rangeKey is the type of the first variable of a range over u.
func (e *goEval) rangeKey(u typ) typ {
	switch {
	case u.form == "map" && len(u.args) == 2, u.form == "chan" && len(u.args) == 1:
		return u.args[0].withTier(u.tier)
	case u.form == "func":
		return yielded(u, 0)
	}
	return typ{def: none, owner: none, external: true, form: "int"}
}

// rangeValue is the type of the second variable of a range over t.
func (e *goEval) rangeValue(t typ) typ {
	u := e.g.under(t)
	switch {
	case u.form == "func":
		return yielded(u, 1)
	case u.form == "string":
		return typ{def: none, owner: none, external: true, form: "rune"}
	}
	return e.indexed(t, "")
}

// yielded is what an iterator function passes to its argument as parameter k.
func yielded(u typ, k int) typ {
	if len(u.args) == 0 || len(u.args[0].args) != 1 {
		return unknown
	}
	yield := u.args[0].args[0]
	if yield.form != "func" || len(yield.args) == 0 || k >= len(yield.args[0].args) {
		return unknown
	}
	return yield.args[0].args[k].withTier(u.tier)
}
