package routes

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Mounts knows the routers of a tree and how they are mounted on each other.
type Mounts struct {
	routers map[eval.Variable]*router
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
	parent eval.Variable
	prefix string
	own    bool // its own prefix follows
	tier   graph.Tier
	said   Attributes
}

// NewMounts returns no routers.
func NewMounts() *Mounts { return &Mounts{map[eval.Variable]*router{}} }

func (m *Mounts) router(v eval.Variable) *router {
	r := m.routers[v]
	if r == nil {
		r = &router{}
		m.routers[v] = r
	}
	return r
}

// Declare enters a router; an application is a root.
func (m *Mounts) Declare(v eval.Variable, prefix string, root bool) {
	r := m.router(v)
	r.prefix, r.root = prefix, root
}

// Has reports whether v has been declared.
func (m *Mounts) Has(v eval.Variable) bool { return m.routers[v] != nil }

// Say adds attributes of all routes of a router.
func (m *Mounts) Say(v eval.Variable, said Attributes) {
	r := m.router(v)
	r.said = r.said.And(said)
}

// Mount mounts a router on another under a prefix, which its own follows if own is
// set.
func (m *Mounts) Mount(child, parent eval.Variable, under Prefix, own bool) {
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
func (m *Mounts) Prefixes(v eval.Variable) []Prefix { return m.prefixes(v, nil) }

func (m *Mounts) prefixes(v eval.Variable, below []eval.Variable) []Prefix {
	r := m.routers[v]
	if r == nil || slices.Contains(below, v) || len(below) > maxDepth {
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
