package web

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// Mounts knows the routers of a tree and how they are mounted on each other.
type Mounts struct {
	routers map[Variable]*router
}

// A router is what is known of one.
type router struct {
	root   bool   // an application: it serves what is not mounted anywhere
	prefix string // of its own
	said   Attributes
	at     []mount
}

// A mount is a place of a router on another.
type mount struct {
	parent Variable
	prefix string
	own    bool // its own prefix follows
	tier   graph.Tier
	said   Attributes
}

// NewMounts returns no routers.
func NewMounts() *Mounts { return &Mounts{map[Variable]*router{}} }

func (m *Mounts) router(v Variable) *router {
	r := m.routers[v]
	if r == nil {
		r = &router{}
		m.routers[v] = r
	}
	return r
}

// Declare enters a router; an application is a root.
func (m *Mounts) Declare(v Variable, prefix string, root bool) {
	r := m.router(v)
	r.prefix, r.root = prefix, root
}

// Has reports whether v has been declared.
func (m *Mounts) Has(v Variable) bool { return m.routers[v] != nil }

// Say adds attributes of all routes of a router.
func (m *Mounts) Say(v Variable, said Attributes) {
	r := m.router(v)
	r.said = r.said.And(said)
}

// Mount mounts a router on another under a prefix, which its own follows if own is
// set.
func (m *Mounts) Mount(child, parent Variable, under Prefix, own bool) {
	r := m.router(child)
	x := mount{parent, under.Text, own, under.Tier, under.Said}
	if child != parent && !slices.Contains(r.at, x) {
		r.at = append(r.at, x)
	}
}

// A Prefix is what is before the templates of a router.
type Prefix struct {
	Text string
	Tier graph.Tier
	Said Attributes // of all routes behind it
}

// And is what is before the templates of a router on another.
func (p Prefix) And(q Prefix) Prefix {
	return Prefix{Join(p.Text, q.Text), resolve.Worse(p.Tier, q.Tier), p.Said.And(q.Said)}
}

// maxPrefixes bounds the places of one router.
const maxPrefixes = 100

// Prefixes lists the prefixes of a router, one for each place where it is mounted. One
// that is mounted nowhere has its own, but may not be served at all.
func (m *Mounts) Prefixes(v Variable) []Prefix { return m.prefixes(v, nil) }

func (m *Mounts) prefixes(v Variable, below []Variable) []Prefix {
	r := m.routers[v]
	if r == nil || slices.Contains(below, v) || len(below) > maxBases {
		return nil
	}
	if len(r.at) == 0 {
		tier := graph.Heuristic
		if r.root {
			tier = graph.Exact
		}
		return []Prefix{{r.prefix, tier, r.said}}
	}
	var out []Prefix
	for _, at := range r.at {
		for _, p := range m.prefixes(at.parent, append(below, v)) {
			text := Join(p.Text, at.prefix)
			if at.own {
				text = Join(text, r.prefix)
			}
			if len(out) < maxPrefixes {
				out = append(out, Prefix{text, resolve.Worse(p.Tier, at.tier),
					p.Said.And(at.said).And(r.said)})
			}
		}
	}
	return out
}

// Routers lists the variables that an expression may stand for: a variable, an
// attribute, what a function returns, or what a loop sets a local to.
func (t *Tree) Routers(x Term) []Variable { return t.routersOf(x, 0, map[Variable]bool{}) }

// routersOf is Routers; a name that a loop sets is followed once.
func (t *Tree) routersOf(x Term, depth int, seen map[Variable]bool) []Variable {
	if depth > maxBases {
		return nil
	}
	if d := x.Meaning().Def; d != resolve.None {
		if !t.Table.Def(d).Kind.IsCallable() || t.Table.Def(d).Kind == graph.KindProperty {
			return []Variable{{Def: d}}
		}
		return t.routersOfAll(t.Values(d), depth, seen)
	}
	if x.Recv != nil || x.Expr.Text == "" {
		return nil
	}
	if given, ok := x.Env[x.Expr.Text]; ok {
		return t.routersOf(given, depth+1, seen)
	}
	// A name that the innermost definition does not set is one of those around it.
	for ; x.Def != resolve.None; x.Def = t.Table.Def(x.Def).Outer {
		name := Variable{Def: x.Def, Name: x.Expr.Text}
		if t.each[name] != nil {
			if seen[name] {
				return nil
			}
			seen[name] = true
			return t.routersOfAll(t.Assigned(x), depth, seen)
		}
		if t.assigned[name] != nil {
			return []Variable{name}
		}
	}
	return nil
}

func (t *Tree) routersOfAll(values []Term, depth int, seen map[Variable]bool) []Variable {
	var out []Variable
	for _, v := range values {
		for _, r := range t.routersOf(v, depth+1, seen) {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// Declared calls f for every variable and what it is set to, by (path, position).
func (t *Tree) Declared(f func(v Variable, value Term)) {
	for _, x := range t.sets {
		f(x.to, x.value)
	}
}

// A set is a variable that gets a value.
type set struct {
	to    Variable
	value Term
}
