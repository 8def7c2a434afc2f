package python

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A meaning is what became of a reference.
type meaning struct {
	defs  []resolve.DefID // in the order of look-up
	share int             // the number of alternatives, where there are several
	tier  graph.Tier
	why   resolve.Outcome

	values  []*ref // alternatives that are what a name is set to
	others  int    // alternatives outside the tree
	unknown bool   // it may mean anything else

	foreign  string // the last of the names outside the tree, in full
	foreigns int    // how many others there are

	// The tests that were looked behind. In a loop a test can be among what the name
	// meant before it.
	guards []*parse.FlowBinding
}

// resolve finds the definitions that a reference means. Where one alternative is
// known and others are not, that one is the only candidate in reach.
//
// A name may mean several things, since Python decides when it runs:
//
//	load = fast if ready else slow
//	load()    # both, each of tier hierarchy
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
	// A name that is bound to definitions refers to those, whatever else it is set to; the
	// values of others are followed to the functions and classes that they are.
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
		m.why = resolve.Ambiguous // too many to say anything, or any other
	case n == 1 && (m.unknown || m.others > 0 && len(r.Recv) == 0):
		m.tier, m.why = resolve.Worse(m.tier, graph.Unique), resolve.Resolved
	case n+m.others > 1:
		m.tier, m.why, m.share = resolve.Worse(m.tier,
			graph.Hierarchy), resolve.Resolved, n+m.others
	default:
		m.why = resolve.Resolved
	}
	return m
}

// add joins what a name, or a member of one of the receivers, may mean.
//
//	x = A() if flag else B()
//	x.go()    # A.go and B.go
func (m *meaning) add(p *evaluator, r *parse.Reference, refs []ref) {
	for i := range refs {
		ref := &refs[i]
		switch {
		case ref.kind == refUnsure: // an unknown type, or too many imports in a row
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

// addGuarded joins what a tested name meant before the test.
//
//	if isinstance(x, Order):
//	    x.ship()    # x is still the parameter that it was: the name refers to that
func (m *meaning) addGuarded(p *evaluator, r *parse.Reference, ref *ref) {
	if slices.Contains(m.guards, ref.value) {
		// A loop leads a test back to itself: it has been looked behind.
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

// addValue joins what a name that is no variable of its own is set to: that of a
// function, by a later assignment, or a local.
//
//	run = start
//	run()    # start
func (m *meaning) addValue(p *evaluator, r *parse.Reference, ref *ref) {
	if ref.def == resolve.None && lastDot(ref.flow.Name) < 0 {
		// A local that is set to a value: the name refers to nothing in the tree.
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

func (m *meaning) addDef(p *evaluator, r *parse.Reference, id resolve.DefID, tier graph.Tier) {
	if r.Kind == parse.RefCall && p.table.Def(id).Kind.IsType() {
		// A call of a class creates an object.
		id = p.constructorOf(id)
	}
	m.tier = resolve.Worse(m.tier, tier)
	known := func(o resolve.DefID) bool {
		return o == id ||
			r.Kind != parse.RefCall && p.areTwins(o, id)
	}
	if !slices.ContainsFunc(m.defs, known) {
		m.defs = append(m.defs, id)
	}
}

// areTwins reports whether two definitions are alternatives of one name in one
// scope. A call runs one of them; the first stands for what is only named.
//
//	if sys.platform == "win32":
//	    def path(): ...
//	else:
//	    def path(): ...
func (p *evaluator) areTwins(a, b resolve.DefID) bool {
	d, e := p.table.Def(a), p.table.Def(b)
	return d.Outer == e.Outer && d.Name == e.Name
}

// constructorOf is what creating an object of a class calls: its own __init__,
// or else the class stands for it.
//
// An inherited __init__ is bound to where it is inherited from; __new__ counts if the class
// declares no __init__ of its own.
func (p *evaluator) constructorOf(class resolve.DefID) resolve.DefID {
	for _, id := range p.table.Own(class, "__init__") {
		if p.table.Def(id).Kind == graph.KindConstructor {
			return id
		}
	}
	return class
}

// emit writes the bindings of a reference to the definitions that it means.
//
//	class Shop: pass
//	Shop()    # Creates Shop, and names it
func (p *evaluator) emit(
	b *resolve.Binder, r *parse.Reference, from resolve.DefID, m *meaning, tier graph.Tier,
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
			class := x // a creation names the class too
			if !d.Kind.IsType() {
				// The constructor's class.
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
		p.emit(b, r, class, m, tier)
	}
}

// classBody returns the class that a reference in the value or type of a field
// is in: running a class body is what sets its fields, so that what they
// name is named by the class as well.
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
