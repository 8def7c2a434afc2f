package golang

import (
	"sort"
	"strconv"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A eval follows the expressions of one file.
type eval struct {
	g      *tree
	b      *resolve.Binder
	gf     *file
	locals map[*parse.Local]resolve.Type  // inferred
	vars   map[resolve.DefID]resolve.Type // inferred, of variables and constants of any file
	depth  int
}

func newEval(b *resolve.Binder, g *tree) *eval {
	return &eval{g: g, b: b, gf: g.files[b.File], locals: map[*parse.Local]resolve.Type{}, vars: map[resolve.DefID]resolve.Type{}}
}

// A meaning is what a name means.
type meaning struct {
	def   resolve.DefID
	owner resolve.Type // the type that a member belongs to
	tier  graph.Tier
	why   resolve.Outcome
	value resolve.Type // of a value its type, of a function what calling it gives
	call  bool
}

func outcome(why resolve.Outcome) meaning {
	return meaning{def: resolve.None, owner: resolve.Unknown, why: why, value: resolve.Unknown}
}

// bind emits what a reference means.
func (e *eval) bind(r *parse.Reference) {
	from := e.b.File.ID(r.Def)
	m := e.resolve(r, from)
	tier, ok := e.b.Account(r, from, m.tier, m.why, 0)
	if !ok {
		return
	}
	kind := graph.References
	d := e.g.table.Def(m.def)
	switch {
	case r.Kind == parse.RefCall && (d.Kind == graph.KindFunction || d.Kind == graph.KindMethod):
		kind = graph.Calls
	case r.Kind == parse.RefCreate && d.Kind.IsType():
		// A composite literal names the type as well.
		e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: m.def, Kind: kind, Tier: tier, At: r.At})
		kind = graph.Creates
	}
	e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: m.def, Kind: kind, Tier: tier, At: r.At})
}

// baseArguments emits the type arguments of embedded types.
func (e *eval) baseArguments(d resolve.DefID, refs []parse.TypeRef) {
	for _, ref := range refs {
		if t := e.g.resolve(e.gf, d, ref); t.Def != resolve.None && ref.At != 0 {
			e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: d, To: t.Def, Kind: graph.References, Tier: graph.Exact, At: ref.At})
		}
		e.baseArguments(d, ref.Args)
	}
}

func (e *eval) resolve(r *parse.Reference, from resolve.DefID) meaning {
	if len(r.Recv) == 0 {
		m := e.name(e.gf, r.Name, r.At, from)
		if (r.Kind == parse.RefType || r.Kind == parse.RefCreate) && m.why == resolve.Resolved && !e.g.table.Def(m.def).Kind.IsType() {
			return outcome(resolve.NotFound)
		}
		return m
	}
	t := e.eval(e.gf, r.Recv, r.At, from)
	if !t.Known() {
		return outcome(resolve.UnknownReceiver)
	}
	m := e.member(e.gf, t, r.Name)
	if m.why != resolve.Resolved && r.Kind == parse.RefMember && r.Recv[0].Kind == parse.StepNew {
		// A key of a composite literal is a field, or of a map or slice a value.
		if u := e.g.under(t); u.Form == "map" || u.Form == "[]" {
			return e.name(e.gf, r.Name, r.At, from)
		}
	}
	return m
}

// name finds what a plain name means: a local, what the package declares, an
// import.
func (e *eval) name(gf *file, name string, at uint32, from resolve.DefID) meaning {
	if gf == e.gf {
		if l := e.localAt(name, at, from); l != nil {
			m := outcome(resolve.Local)
			if l.Kind == parse.LocalTypeParam {
				m.value, _ = e.g.typeParam(gf, from, name)
				m.value.Static = true
			} else {
				m.value = e.localType(l)
			}
			return m
		}
	}
	for d := from; d != resolve.None && e.g.table.Defs[d].Outer != resolve.None; d = e.g.table.Defs[d].Outer {
		if e.g.table.Defs[d].Kind.IsCallable() {
			for _, id := range e.g.table.Own(d, name) {
				if e.g.table.Def(id).Kind.IsType() {
					return e.declaration(id)
				}
			}
		}
	}
	if id := e.g.pick(gf, gf.pkg.scope[name]); id != resolve.None {
		return e.declaration(id)
	}
	if im, ok := gf.imports[name]; ok {
		m := outcome(resolve.External)
		if im.pkg != nil {
			m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: name}
		} else {
			m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: name}
		}
		return m
	}
	for _, p := range gf.dots {
		if id := e.g.pick(gf, p.scope[name]); id != resolve.None {
			return e.declaration(id)
		}
	}
	if predeclared[name] {
		m := outcome(resolve.External)
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: name, Static: true}
		return m
	}
	if builtin[name] {
		m := outcome(resolve.External)
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "int"}
		return m
	}
	return outcome(resolve.NotFound)
}

var builtin = resolve.WordSet("append cap clear close complex copy delete imag len make max min new panic print println real recover true false nil iota")

// declaration is the meaning of a name that a package declares.
func (e *eval) declaration(id resolve.DefID) meaning {
	d := e.g.table.Def(id)
	m := meaning{def: id, owner: resolve.Unknown, value: resolve.Unknown}
	switch {
	case d.Kind.IsType():
		m.value = e.g.aliased(id, d.Name, nil)
		m.value.Static = true
	case d.Kind.IsCallable():
		m.value, m.call = e.g.declared[id], true
	default:
		m.value = e.variable(id)
	}
	return m
}

// variable is the type of a variable or constant of a package: written, or that
// of what it is set to.
func (e *eval) variable(id resolve.DefID) resolve.Type {
	if t := e.g.declared[id]; t.Known() {
		return t
	}
	if t, ok := e.vars[id]; ok {
		return t
	}
	e.vars[id] = resolve.Unknown // while it is being inferred
	d := e.g.table.Def(id)
	if len(d.Init) == 0 {
		return resolve.Unknown
	}
	t := e.eval(e.g.files[d.File], d.Init[0].Steps, d.Init[0].At, id).WithTier(graph.Typed)
	t.Static = false
	e.vars[id] = t
	return t
}

// localAt finds the innermost local of a name in scope.
func (e *eval) localAt(name string, at uint32, from resolve.DefID) *parse.Local {
	list := e.b.Locals[name]
	if len(list) == 0 {
		return nil
	}
	top := from
	for e.g.table.Defs[top].Outer != resolve.None && e.g.table.Defs[e.g.table.Defs[top].Outer].Outer != resolve.None {
		top = e.g.table.Defs[top].Outer
	}
	start := e.g.table.Defs[top].Range.Start
	i := sort.Search(len(list), func(i int) bool { return e.b.File.Locals[list[i]].Scope.Start > at })
	for i--; i >= 0; i-- {
		l := &e.b.File.Locals[list[i]]
		if l.Scope.Start < start {
			return nil
		}
		if l.Scope.Contains(at) {
			return l
		}
	}
	return nil
}

func (e *eval) localType(l *parse.Local) resolve.Type {
	if !l.Type.IsZero() {
		return e.g.resolve(e.gf, e.b.File.ID(l.Def), l.Type)
	}
	if t, ok := e.locals[l]; ok {
		return t
	}
	e.locals[l] = resolve.Unknown // while it is being inferred
	if l.Init == nil || e.depth > 100 {
		return resolve.Unknown
	}
	e.depth++
	t := e.eval(e.gf, l.Init, l.At, e.b.File.ID(l.Def)).WithTier(graph.Typed)
	e.depth--
	t.Static = false
	if l.Iter {
		t = e.rangeValue(t)
	}
	e.locals[l] = t
	return t
}

// eval follows an expression, written in the definition from of a file, to what
// is known of its value.
func (e *eval) eval(gf *file, steps []parse.Step, at uint32, from resolve.DefID) resolve.Type {
	if e.depth > 100 {
		return resolve.Unknown
	}
	e.depth++
	defer func() { e.depth-- }()
	t := resolve.Unknown
	for i := range steps {
		if t = e.step(gf, t, &steps[i], i == 0, at, from); !t.Known() {
			return resolve.Unknown
		}
	}
	return t
}

func (e *eval) step(gf *file, t resolve.Type, s *parse.Step, first bool, at uint32, from resolve.DefID) resolve.Type {
	switch s.Kind {
	case parse.StepName:
		m := e.name(gf, s.Name, at, from)
		return e.used(m)
	case parse.StepMember:
		return e.used(e.member(gf, t, s.Name))
	case parse.StepCall:
		var m meaning
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
	return resolve.Unknown
}

// used is the type of a name that is no call; of a function that of a function.
func (e *eval) used(m meaning) resolve.Type {
	if !m.call {
		return m.value
	}
	t := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: "func", Args: []resolve.Type{{Def: resolve.None, Owner: resolve.None, Form: "()", Args: e.g.params[m.def]}}, Tier: m.tier}
	if m.value.Known() {
		t.Args = append(t.Args, m.value)
	}
	return t
}

// called is the type of what a call gives.
func (e *eval) called(gf *file, m meaning, s *parse.Step, from resolve.DefID) resolve.Type {
	v := m.value
	switch {
	case !v.Known():
		if m.why == resolve.External {
			return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
		}
		return resolve.Unknown
	case v.Static: // a conversion
		v.Static = false
		if len(s.Written().Args) > 0 && len(v.Args) == 0 {
			for _, a := range s.Written().Args {
				v.Args = append(v.Args, e.g.resolve(gf, from, a))
			}
		}
		return v
	case m.call:
		if n := len(s.Written().Args); n > 0 && m.def != resolve.None {
			args := make([]resolve.Type, n)
			for i, a := range s.Written().Args {
				args[i] = e.g.resolve(gf, from, a)
			}
			v = resolve.Substitute(v, m.def, args)
		}
		return v.WithTier(resolve.Worse(m.tier, graph.Typed))
	}
	// A value that is a function is called, or an element of one of several.
	u := e.g.under(v)
	if len(s.Written().Args) > 0 && u.Form != "func" {
		u = e.g.under(e.indexed(u, ""))
	}
	if u.Form == "func" && len(u.Args) > 1 {
		return u.Args[1].WithTier(resolve.Worse(v.Tier, graph.Typed))
	}
	if v.External {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
	}
	return resolve.Unknown
}

// member finds what a name means behind a dot.
func (e *eval) member(gf *file, t resolve.Type, name string) meaning {
	switch {
	case t.IsModule:
		im := gf.imports[t.Module]
		if im.pkg == nil {
			return outcome(resolve.External)
		}
		if id := e.g.pick(gf, im.pkg.scope[name]); id != resolve.None {
			return e.declaration(id)
		}
		return outcome(resolve.NotFound)
	case t.External && t.Def == resolve.None:
		m := outcome(resolve.External)
		m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
		return m
	case t.Form == "func" || t.Form == "[]" || t.Form == "map":
		return outcome(resolve.UnknownReceiver)
	}
	f, outside := e.g.member(gf, t, name)
	if f.def == resolve.None && f.owner.Known() {
		m := outcome(resolve.Local)
		m.value = f.owner.WithTier(t.Tier)
		return m
	}
	if f.def == resolve.None {
		if outside {
			m := outcome(resolve.External)
			m.value = resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
			return m
		}
		return outcome(resolve.NotFound)
	}
	return meaning{
		def: f.def, owner: f.owner, tier: t.Tier, value: e.g.valueOf(f).WithTier(t.Tier), call: e.g.table.Def(f.def).Kind == graph.KindMethod,
	}
}

// indexed is what an index gives: a result of a call, an element, or the first
// variable of a range.
func (e *eval) indexed(t resolve.Type, index string) resolve.Type {
	if t.Form == "()" {
		if k, err := strconv.Atoi(index); err == nil && k < len(t.Args) {
			return t.Args[k].WithTier(t.Tier)
		}
		return resolve.Unknown
	}
	u := e.g.under(t)
	if u.External && u.Form == "?" {
		return u
	}
	switch {
	case index == "key":
		return e.rangeKey(u)
	case (u.Form == "[]" || u.Form == "chan") && len(u.Args) == 1:
		return u.Args[0].WithTier(t.Tier)
	case u.Form == "map" && len(u.Args) == 2:
		return u.Args[1].WithTier(t.Tier)
	case u.Form == "string":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "byte"}
	case u.Form == "func":
		return t // a function with type arguments
	case u.External && u.Def == resolve.None:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "?"}
	}
	return resolve.Unknown
}

// rangeKey is the type of the first variable of a range over u.
func (e *eval) rangeKey(u resolve.Type) resolve.Type {
	switch {
	case u.Form == "map" && len(u.Args) == 2, u.Form == "chan" && len(u.Args) == 1:
		return u.Args[0].WithTier(u.Tier)
	case u.Form == "func":
		return yielded(u, 0)
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "int"}
}

// rangeValue is the type of the second variable of a range over t.
func (e *eval) rangeValue(t resolve.Type) resolve.Type {
	u := e.g.under(t)
	switch {
	case u.Form == "func":
		return yielded(u, 1)
	case u.Form == "string":
		return resolve.Type{Def: resolve.None, Owner: resolve.None, External: true, Form: "rune"}
	}
	return e.indexed(t, "")
}

// yielded is what an iterator function passes to its argument as parameter k.
func yielded(u resolve.Type, k int) resolve.Type {
	if len(u.Args) == 0 || len(u.Args[0].Args) != 1 {
		return resolve.Unknown
	}
	yield := u.Args[0].Args[0]
	if yield.Form != "func" || len(yield.Args) == 0 || k >= len(yield.Args[0].Args) {
		return resolve.Unknown
	}
	return yield.Args[0].Args[k].WithTier(u.Tier)
}
