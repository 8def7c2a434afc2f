package scoped

import (
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/tags"
	"seedgraph/resolve"
)

// An eval evaluates the types of expressions in one file.
type eval struct {
	w   *symbolTable
	ix  *resolve.Table
	b   *resolve.Binder
	d   *dialect
	row *tags.Row

	unexpanded bool // the name being looked up is in parentheses: not a macro

	imports   map[string][]int // by the singly imported name
	stars     []int
	targets   map[*parse.Import]entity
	following map[*parse.Import]bool
	search    *exportSearch // of the file being bound

	mixins map[*parse.Import]resolve.DefID // Ruby: by extend or prepend

	wrappers, elements, optionals, same, creators map[string]bool
	returning, receiving, taking, iterating       map[string]bool
	common                                        map[string]bool

	budget *resolve.Budget // of the file being bound
	locals *resolve.Memo[*parse.Local, answer]
	values *resolve.Memo[resolve.DefID, answer]
	calls  *resolve.Memo[*parse.Reference, callees]
}

// An answer is a memoized type.
type answer struct {
	resolve.Type
	done bool
}

func newEval(r *rules, b *resolve.Binder) *eval {
	s := &r.row.Scoping
	e := &eval{w: r.world, ix: b.Table, b: b, d: r.dialect, row: r.row, imports: map[string][]int{},
		targets: map[*parse.Import]entity{}, following: map[*parse.Import]bool{},
		search:   &exportSearch{found: map[exportKey]entity{}},
		wrappers: resolve.WordSet(s.Wrappers), elements: resolve.WordSet(s.Elements), same: resolve.WordSet(s.Same),
		optionals: resolve.WordSet(s.Optionals), creators: resolve.WordSet(s.Creators),
		returning: resolve.WordSet(s.Returning), receiving: resolve.WordSet(s.Receiving),
		taking: resolve.WordSet(s.Taking), common: resolve.WordSet(s.Common), iterating: resolve.WordSet(s.Iterating),
		budget: &resolve.Budget{}, locals: &resolve.Memo[*parse.Local, answer]{},
		values: &resolve.Memo[resolve.DefID, answer]{}, calls: &resolve.Memo[*parse.Reference, callees]{}}
	for i := range b.File.Imports {
		im := &b.File.Imports[i]
		if im.All {
			e.stars = append(e.stars, i)
		} else if im.Alias != "" {
			name := e.w.fold(im.Alias)
			e.imports[name] = append(e.imports[name], i)
		}
	}
	return e
}

// in returns the evaluator for names in another file of the language.
func (e *eval) in(f *resolve.File) *eval {
	b := e.b.In(f)
	if o, ok := b.State.(*eval); ok {
		return o
	}
	r, ok := f.Rules.(*rules)
	if !ok {
		return e
	}
	o := newEval(r, b)
	o.budget, o.search, o.locals, o.values, o.calls = e.budget, e.search, e.locals, e.values, e.calls
	b.State = o
	return o
}

// this returns the type enclosing a definition.
func (e *eval) this(from resolve.DefID) resolve.Type {
	for d := from; d != resolve.None; d = e.ix.Def(d).Outer {
		x := e.ix.Def(d)
		if x.Kind.IsType() {
			return resolve.Type{Def: e.w.typeOf(d), Owner: resolve.None}
		}
		if t := e.ix.EnclosingType(d); x.Kind.IsCallable() && t != resolve.None && e.row.Scoping.Outside {
			return resolve.Type{Def: e.w.typeOf(t), Owner: resolve.None}
		}
		if r := x.Receiver(); !r.IsZero() && !x.Kind.IsType() && !e.row.Scoping.Outside {
			return e.in(x.File).written(r, x.Outer, x.NameAt)
		}
	}
	return resolve.Unknown
}

// eval returns the type of an expression at a position in a definition.
func (e *eval) eval(steps []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	t, space := resolve.Unknown, entity{}
	for i := range steps {
		s := &steps[i]
		if !e.budget.Charge(1) {
			return resolve.Unknown
		}
		t, space = e.step(s, i == 0, t, space, from, at)
		if !t.Known() && !space.found() && i < len(steps)-1 && !restarts(&steps[i+1]) {
			return resolve.Unknown
		}
	}
	if len(space.defs) == 0 && space.isSpace && !t.Known() {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true, Module: space.space}
	}
	return t
}

// restarts reports whether a step starts a new chain.
func restarts(s *parse.Step) bool {
	return s.Kind == parse.StepType || s.Kind == parse.StepNew || s.Kind == parse.StepCapture
}

// step applies one step.
func (e *eval) step(s *parse.Step, first bool, t resolve.Type, space entity, from resolve.DefID,
	at uint32) (resolve.Type, entity) {
	switch s.Kind {
	case parse.StepThis:
		return e.current(from, at), entity{}
	case parse.StepBase:
		t := e.receiver(from)
		t.Form = superForm
		return t, entity{}
	case parse.StepType, parse.StepNew:
		return e.written(s.WrittenType(), from, at), entity{}
	case parse.StepArgument:
		return e.expected(s), entity{}
	case parse.StepCapture:
		if s.Type == nil {
			return e.component(e.concrete(t), int(s.Args)), entity{}
		}
		return e.captured(s, from, at), entity{}
	case parse.StepCase:
		t.Static = true
		return t.WithTier(graph.Typed), entity{}
	case parse.StepName:
		if l := e.narrowing(s.Name, at); l != nil {
			return e.localType(l).WithTier(graph.Typed), entity{}
		}
		x := e.plain(s.Name, from, at, anything)
		if !e.row.Scoping.BareCalls && len(x.defs) > 1 {
			if out := e.ix.Filter(x.defs, func(d *resolve.Def) bool { return !isFunction(d) }); len(out) > 0 {
				x.defs = out
			}
		}
		return e.nameType(x, s, from)
	case parse.StepMember:
		return e.memberType(t, space, s, from, at, false)
	case parse.StepCall:
		if first {
			x := e.plain(s.Name, from, at, aCallable)
			if x.local != nil { // it holds a function
				t := e.concrete(e.localType(x.local))
				if t.Form == parse.FormFunc && t.Def == resolve.None && len(t.Args) > 0 {
					return t.Args[len(t.Args)-1].WithTier(graph.Typed), entity{}
				}
			}
			return e.nameType(x, s, from)
		}
		if s.Name == "" {
			return t, entity{}
		}
		return e.memberType(t, space, s, from, at, true)
	case parse.StepIndex:
		if m := e.row.Scoping.Index; m != "" && t.Def > resolve.None {
			call := parse.Step{Kind: parse.StepCall, Name: m, Args: -1}
			return e.memberType(t, entity{}, &call, from, at, true)
		}
		return e.element(t), entity{}
	case parse.StepElement:
		return e.element(t), entity{}
	case parse.StepAwait:
		if t.Def <= resolve.None && len(t.Args) > 0 {
			return t.Args[0], entity{}
		}
		return t, entity{}
	}
	return resolve.Unknown, entity{}
}

// receiver returns the object that the enclosing function belongs to.
func (e *eval) receiver(from resolve.DefID) resolve.Type {
	t := e.this(from)
	for d := from; d != resolve.None; d = e.ix.Def(d).Outer {
		x := e.ix.Def(d)
		if x.Kind.IsType() {
			t.Static = t.Static || d == from && e.d.classIsReceiver
			break
		}
		if x.Kind.IsCallable() {
			t.Pointer = resolve.HasModifier(x, "&self")
			t.Static = isStatic(x)
		}
	}
	return t
}

// nameType returns the type of a name's referent, and the namespace that it may
// denote instead.
func (e *eval) nameType(x entity, s *parse.Step, from resolve.DefID) (resolve.Type, entity) {
	if x.local != nil {
		return e.localType(x.local), entity{}
	}
	if !x.found() {
		if this := e.receiver(from); e.creators[s.Name] && this.Static {
			this.Static = false
			return this, entity{}
		}
		if e.mayMean(s.Name) {
			return resolve.Unknown, entity{}
		}
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: s.Name, External: true}, entity{}
	}
	return e.valueOf(x.defs, x.owner, s).WithTier(x.tier), entity{space: x.space, isSpace: x.isSpace, defs: x.defs}
}

// memberType returns the type of a member of the preceding value.
func (e *eval) memberType(t resolve.Type, space entity, s *parse.Step, from resolve.DefID, at uint32,
	call bool) (resolve.Type, entity) {
	if space.isSpace {
		as := anything
		if call {
			as = aCallable
		}
		if x := e.member(space, s.Name, as, 0); x.found() {
			return e.valueOf(x.defs, x.owner, s), x
		}
	}
	if t.Form == parse.FormUnion {
		union := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormUnion}
		for _, a := range t.Args {
			if m, _ := e.memberType(a, entity{}, s, from, at, call); m.Known() {
				union.Args = append(union.Args, m)
			}
		}
		switch len(union.Args) {
		case 0:
			return resolve.Unknown, entity{}
		case 1:
			return union.Args[0], entity{}
		}
		return resolve.Bounded(union), entity{}
	}
	ids, owner, tier := e.memberOf(t, s.Name, s.Args, from, at)
	if len(ids) > 0 {
		return e.valueOf(ids, owner, s).WithTier(tier), entity{defs: ids}
	}
	if t.Def > resolve.None && s.Name != "" && s.Name[0] >= '0' && s.Name[0] <= '9' {
		if i, err := strconv.Atoi(s.Name); err == nil {
			return e.positional(e.ix.Def(t.Def), i), entity{}
		}
	}
	last := resolve.LastName(s.Name)
	switch {
	case s.Name == e.d.class && s.Name != "" && t.Def > resolve.None && !t.Static:
		t.Static = true
		return t, entity{}
	case t.Static && t.Def > resolve.None && e.creators[s.Name]:
		t.Static = false
		return t, entity{}
	case e.returning[last] && !t.Static:
		return t.WithTier(graph.Typed), entity{}
	case t.Def > resolve.None || !t.Known():
		return resolve.Unknown, entity{}
	case e.same[last]:
		return t.WithTier(graph.Typed), entity{}
	case e.optionals[last] && len(t.Args) > 0:
		of := e.element(t)
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: "Option",
			Args: []resolve.Type{of}, External: true, Tier: graph.Typed}, entity{}
	case e.elements[last] && len(t.Args) > 0:
		return e.element(t), entity{}
	}
	return resolve.Unknown, entity{}
}

// component returns the type of component i of a value: of a data class the properties that its
// header declares, of an external generic class its type arguments.
func (e *eval) component(t resolve.Type, i int) resolve.Type {
	if t.Def <= resolve.None {
		if i < len(t.Args) && pairs[resolve.LastName(t.Name)] {
			return t.Args[i].WithTier(graph.Typed)
		}
		return resolve.Unknown
	}
	d := e.ix.Def(t.Def)
	for id := d.ID + 1; int(id) < len(e.ix.Defs) && e.ix.Defs[id].Outer == d.ID; id++ {
		p := e.ix.Def(id)
		if p.Kind != graph.KindProperty || d.Body.Contains(p.NameAt) ||
			!resolve.HasModifier(d, "data") {
			break
		}
		if i == 0 {
			return e.concrete(e.in(p.File).written(p.Type, p.ID, p.NameAt)).WithTier(graph.Typed)
		}
		i--
	}
	return resolve.Unknown
}

// pairs are the external classes whose components have the types of their type arguments.
var pairs = map[string]bool{"Pair": true, "Triple": true, "Entry": true}

// captured returns the type of a field of the structure or variant that a pattern names.
func (e *eval) captured(s *parse.Step, from resolve.DefID, at uint32) resolve.Type {
	first, rest, more := strings.Cut(s.WrittenType().Name, ".")
	x := e.plain(first, from, at, anything)
	t, space := e.nameType(x, &parse.Step{Kind: parse.StepName, Name: first}, from)
	for more {
		first, rest, more = strings.Cut(rest, ".")
		member := parse.Step{Kind: parse.StepMember, Name: first}
		t, space = e.memberType(t, space, &member, from, at, false)
		x = space
	}
	if len(x.defs) != 1 {
		return resolve.Unknown
	}
	d := e.ix.Def(x.defs[0])
	if s.Name == "" {
		return e.positional(d, int(s.Args))
	}
	for _, id := range e.ix.Own(d.ID, s.Name) {
		if f := e.ix.Def(id); f.Kind == graph.KindField {
			return e.concrete(e.in(f.File).written(f.Type, f.ID, f.NameAt)).WithTier(graph.Typed)
		}
	}
	return resolve.Unknown
}

// positional returns the type of field i of a structure or variant whose fields have no names.
func (e *eval) positional(d *resolve.Def, i int) resolve.Type {
	if d.Kind.IsCallable() || i < 0 || i >= len(d.Params) {
		return resolve.Unknown
	}
	return e.concrete(e.in(d.File).written(d.Params[i].Type, d.ID, d.NameAt)).WithTier(graph.Typed)
}

// localType returns the type of a local.
func (e *eval) localType(l *parse.Local) resolve.Type {
	a := e.locals.Get(e.budget, l, func() answer {
		from := e.b.File.ID(l.Def)
		switch {
		case !l.Type.IsZero():
			return answer{e.written(l.Type, from, l.Scope.Start), true}
		case l.Callee > 0:
			return answer{e.passed(l).WithTier(graph.Typed), true}
		case l.Init != nil:
			t := e.eval(l.Init, from, max(l.At, 0))
			if l.LastStep == parse.StepElement {
				t = e.element(e.concreteList(t))
			}
			return answer{t.WithTier(graph.Typed), true}
		}
		return answer{resolve.Unknown, true}
	})
	if !a.done {
		return resolve.Unknown
	}
	return a.Type
}

// concreteList resolves aliases of lists.
func (e *eval) concreteList(t resolve.Type) resolve.Type {
	if t.Def > resolve.None {
		return e.concrete(t)
	}
	return t
}

// valueOf returns the type of the value of definitions with one name: a type itself,
// a newly created object, or the return value of a callable.
func (e *eval) valueOf(ids []resolve.DefID, owner resolve.Type, s *parse.Step) resolve.Type {
	if s.Kind == parse.StepCall && e.d.called != nil {
		ids = e.d.called(e, ids, s.Args)
	}
	all := ids
	ids = e.b.Declarations(ids)
	if s.Kind == parse.StepCall && len(ids) > 1 {
		ids = e.byArity(ids, s.Args)
	}
	if len(ids) == 0 {
		return resolve.Unknown
	}
	if len(ids) > 1 && !e.oneType(ids) {
		return resolve.Unknown
	}
	d := e.ix.Def(ids[0])
	if d.Kind.IsType() {
		id, tier := e.oneDeclared(all)
		d = e.ix.Def(id)
		t := resolve.Type{Def: e.w.typeOf(id), Owner: resolve.None, Static: s.Kind != parse.StepCall, Tier: tier}
		if s.Type != nil {
			for _, a := range s.Type.Args {
				t.Args = append(t.Args, e.written(a, e.b.File.First, s.Type.At))
			}
		}
		if resolve.HasModifier(d, "object") {
			t.Static = false
		}
		return t
	}
	t := e.defType(d)
	if owner.Def > resolve.None {
		t = resolve.Substitute(t, owner.Def, owner.Args)
		if d.Outer != resolve.None {
			t = resolve.Substitute(t, d.Outer, owner.Args)
		}
	}
	return t
}

// oneDeclared chooses among the declarations of a type, where a namespace has one type of a name.
// If two of them are as near, what is found in the one is a guess.
func (e *eval) oneDeclared(ids []resolve.DefID) (resolve.DefID, graph.Tier) {
	if len(ids) < 2 || e.row.Scoping.Modules != tags.Packages {
		return ids[0], 0
	}
	one, tier := e.nearest(ids, 0)
	return one[0], tier
}

// isFunction reports whether a definition is called by parentheses.
func isFunction(d *resolve.Def) bool {
	return d.Kind == graph.KindFunction || d.Kind == graph.KindMethod || d.Kind == graph.KindConstructor
}

// oneType reports whether several callables are declared with the same return type.
func (e *eval) oneType(ids []resolve.DefID) bool {
	first := e.defType(e.ix.Def(ids[0]))
	for _, id := range ids[1:] {
		if t := e.defType(e.ix.Def(id)); t.Def != first.Def || t.Def == resolve.None {
			return false
		}
	}
	return true
}

// defType returns the type of a value, or the return type of a callable.
func (e *eval) defType(d *resolve.Def) resolve.Type {
	if !d.Type.IsZero() {
		t := e.b.In(d.File).TypeOf(d.Type, d.ID, d.NameAt)
		return t
	}
	if d.Kind == graph.KindConstant && d.Outer != resolve.None && e.ix.Def(d.Outer).Kind == graph.KindEnum {
		return resolve.Type{Def: e.w.typeOf(d.Outer), Owner: resolve.None}
	}
	if d.Kind == graph.KindConstructor && d.Outer != resolve.None {
		return resolve.Type{Def: e.w.typeOf(d.Outer), Owner: resolve.None}
	}
	if len(d.Init) == 0 {
		return resolve.Unknown
	}
	if _, ok := d.File.Rules.(*rules); !ok {
		return resolve.Unknown
	}
	a := e.values.Get(e.budget, d.ID, func() answer {
		o, t := e.in(d.File), resolve.Unknown
		for i := 0; i < len(d.Init) && !t.Known(); i++ {
			t = o.eval(d.Init[i].Steps, d.ID, d.Init[i].At)
		}
		return answer{t.WithTier(graph.Typed), true}
	})
	if !a.done {
		return resolve.Unknown
	}
	return a.Type
}
