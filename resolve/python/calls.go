package python

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A referents is the result of resolving a reference.
type referents struct {
	defs  []resolve.DefID // in lookup order
	share int             // the number of alternatives, if there are several
	tier  graph.Tier
	why   resolve.Outcome

	values  []*ref // alternatives given by assigned values
	others  int    // the number of external alternatives
	unknown bool   // there may be unknown alternatives

	foreign  string // the last of the external names, in full
	foreigns int    // the number of different ones

	// The tests whose preceding meanings were added. In a loop, a test can be among
	// the meanings of the name before it.
	guards []*parse.FlowBinding
}

// resolve finds the definitions that a reference refers to. If one alternative is
// known and others are not, it is the only visible candidate.
//
// A name may have several meanings, since Python resolves names at run time:
//
//	load = fast if ready else slow
//	load()    # both, each of tier hierarchy
func (p *evaluator) resolve(r *parse.Reference, from resolve.DefID) referents {
	m := referents{why: resolve.NotFound}
	if len(r.Recv) == 0 {
		m.add(p, r, p.name(r.Name, r.At, from))
	} else {
		recv := p.receiverOf(r, from)
		if len(recv) == 0 {
			return referents{why: resolve.UnknownReceiver}
		}
		for _, v := range recv {
			m.add(p, r, p.attr(v, r.Name))
		}
	}
	p.settle(&m, r)
	return m
}

// settle decides the outcome of the meanings that were added.
func (p *evaluator) settle(m *referents, r *parse.Reference) {
	// A name that is bound to definitions refers to those, even if it is also
	// assigned other values; the values of other names are resolved to functions and
	// classes.
	if len(m.defs) == 0 {
		for _, v := range m.values {
			m.addValue(p, r, v)
		}
	} else {
		m.others += len(m.values) // the name refers to the definitions
	}
	switch n := len(m.defs); {
	case n == 0:
	case n > maxAlternatives || n > 1 && m.unknown:
		m.why = resolve.Ambiguous // too many alternatives, or unknown ones
	case n == 1 && (m.unknown || m.others > 0 && len(r.Recv) == 0):
		m.tier, m.why = resolve.WeakerTier(m.tier, graph.Unique), resolve.Resolved
	case n+m.others > 1:
		m.tier, m.why, m.share = resolve.WeakerTier(m.tier,
			graph.Hierarchy), resolve.Resolved, n+m.others
	default:
		m.why = resolve.Resolved
	}
}

// add adds the possible meanings of a name, or of a member of one of the receivers.
//
//	x = A() if flag else B()
//	x.go()    # A.go and B.go
func (m *referents) add(p *evaluator, r *parse.Reference, refs []ref) {
	for i := range refs {
		ref := &refs[i]
		switch {
		case ref.kind == refUnsure: // an unknown type, or too many imports in a chain
			m.unknown = true
			m.why = resolve.UnknownReceiver
		case ref.kind == refMissing:
			m.unknown = true
			m.why = resolve.NoModule
		case ref.value != nil && ref.value.Kind == parse.FlowGuard:
			m.addGuarded(p, r, ref)
		case ref.value != nil && !p.isVariable(ref.def):
			m.values = append(m.values, ref)
		case ref.def != resolve.None:
			m.addDef(p, r, ref.def, ref.tier)
		case len(ref.locals) > 0:
			m.why, m.unknown = resolve.Local, true
		case ref.kind == refOutside || len(ref.vals) > 0:
			m.others++
			m.why = resolve.External
			m.addForeign(ref.vals)
		}
	}
}

// addGuarded adds the meanings of a tested name before the test.
//
//	if isinstance(x, Order):
//	    x.ship()    # x still refers to the parameter
func (m *referents) addGuarded(p *evaluator, r *parse.Reference, ref *ref) {
	if slices.Contains(m.guards, ref.value) {
		// In a loop the test reaches itself again: it is already handled.
		return
	}
	if !p.enter() {
		m.unknown = true
		return
	}
	defer p.budget.Leave()
	m.guards = append(m.guards, ref.value)
	m.add(p, r, p.unguarded(ref))
}

// isVariable reports whether id is a variable or field of the tree.
func (p *evaluator) isVariable(id resolve.DefID) bool {
	return id != resolve.None && isValue(p.table.Def(id))
}

// addValue adds the assigned value of a name that has no variable definition: a
// function name assigned later, or a local.
//
//	run = start
//	run()    # start
func (m *referents) addValue(p *evaluator, r *parse.Reference, ref *ref) {
	if ref.def == resolve.None && lastDot(ref.flow.Name) < 0 {
		// A local with an unresolved value: the name refers to nothing in the tree.
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
			m.addDef(p, r, v.def, resolve.WeakerTier(ref.tier, v.tier))
		case kindExternal, kindModule, kindObject, kindTuple, kindMethod, kindCallable:
			m.others++
			m.why = resolve.External
			m.addForeign(set{v})
		case kindNothing:
		default:
			m.unknown = true
		}
	}
}

func (m *referents) addDef(p *evaluator, r *parse.Reference, id resolve.DefID, tier graph.Tier) {
	if r.Kind == parse.RefCall && p.table.Def(id).Kind.IsType() {
		// Calling a class creates an object.
		id = p.constructorOf(id)
	}
	m.tier = resolve.WeakerTier(m.tier, tier)
	known := func(o resolve.DefID) bool {
		return o == id ||
			r.Kind != parse.RefCall && p.areTwins(o, id)
	}
	if !slices.ContainsFunc(m.defs, known) {
		m.defs = append(m.defs, id)
	}
}

// areTwins reports whether two definitions are alternatives of one name in one scope.
// A call runs one of them; other references refer to the first.
//
//	if sys.platform == "win32":
//	    def path(): ...
//	else:
//	    def path(): ...
func (p *evaluator) areTwins(a, b resolve.DefID) bool {
	d, e := p.table.Def(a), p.table.Def(b)
	return d.Outer == e.Outer && d.Name == e.Name
}

// constructorOf returns the call target of creating an object of a class: its own
// __init__, or otherwise the class.
//
// An inherited __init__ is bound to the class that declares it; __new__ counts if the
// class itself declares no __init__.
func (p *evaluator) constructorOf(class resolve.DefID) resolve.DefID {
	if p.isEnumeration(class) {
		return class // a lookup of a member: members are created by the class body
	}
	for _, id := range p.table.Own(class, "__init__") {
		if p.table.Def(id).Kind == graph.KindConstructor {
			return id
		}
	}
	return class
}

// emit adds the bindings of a reference to its definitions.
//
//	class Shop: pass
//	Shop()    # creates Shop, and refers to it
func (p *evaluator) emit(
	b *resolve.Binder, r *parse.Reference, from resolve.DefID, m *referents, tier graph.Tier,
) {
	for _, to := range m.defs {
		x := resolve.Binding{
			From: from, To: to, Kind: graph.References, Tier: tier, Share: uint16(m.share),
			At: r.At,
		}
		d := p.table.Def(to)
		creates := d.Kind.IsType() || d.Kind == graph.KindConstructor && r.Name != "__init__"
		switch {
		case r.Kind == parse.RefCall && creates:
			class := x // a creation also refers to the class
			if !d.Kind.IsType() {
				// The constructor's class.
				class.To = d.Outer
			}
			b.Bindings = append(b.Bindings, class)
			p.allocates(b, r, from, class.To, tier)
			x.Kind = graph.Creates
		case r.Kind == parse.RefCall && d.Kind.IsCallable():
			x.Kind = graph.Calls
		}
		b.Bindings = append(b.Bindings, x)
	}
	if class := p.classBody(from); class != resolve.None {
		p.emit(b, r, class, m, tier)
	}
}

// classBody returns the class that contains a reference in the value or type of a
// field: running the class body sets its fields, so the class also makes these
// references.
//
//	class Shop:
//	    orders = load()    # Shop and orders both call load
func (p *evaluator) classBody(from resolve.DefID) resolve.DefID {
	d := p.table.Def(from)
	if !isValue(d) || !p.table.Def(d.Outer).Kind.IsType() || p.isInstanceField(d) {
		return resolve.None
	}
	return d.Outer
}
