package routes

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Mounts records the routers of a tree and where they are mounted on each other.
type Mounts struct {
	routers map[eval.Variable]*router
}

// A router is the information about one router.
type router struct {
	root   bool   // an application: serves without being mounted
	prefix string // its own prefix, without those of its mounts
	said   Attributes
	at     []mount
}

// A mount is a mount point of a router on another one.
type mount struct {
	parent eval.Variable
	prefix string
	own    bool // the router's own prefix follows
	tier   graph.Tier
	said   Attributes
}

// NewMounts returns an empty Mounts.
func NewMounts() *Mounts { return &Mounts{map[eval.Variable]*router{}} }

func (m *Mounts) router(v eval.Variable) *router {
	r := m.routers[v]
	if r == nil {
		r = &router{}
		m.routers[v] = r
	}
	return r
}

// Declare adds a router; an application is a root.
func (m *Mounts) Declare(v eval.Variable, prefix string, root bool) {
	r := m.router(v)
	r.prefix, r.root = prefix, root
}

// Has reports whether v has been declared.
func (m *Mounts) Has(v eval.Variable) bool { return m.routers[v] != nil }

// AddAttributes adds attributes that apply to all routes of a router.
func (m *Mounts) AddAttributes(v eval.Variable, said Attributes) {
	r := m.router(v)
	r.said = r.said.And(said)
}

// Mount mounts a router on another one under a prefix. If own is set, the router's own
// prefix follows it.
func (m *Mounts) Mount(child, parent eval.Variable, under Prefix, own bool) {
	r := m.router(child)
	x := mount{parent, under.Text, own, under.Tier, under.Attributes}
	if child != parent && !slices.Contains(r.at, x) {
		r.at = append(r.at, x)
	}
}

// A Prefix precedes the templates of a router.
type Prefix struct {
	Text       string
	Tier       graph.Tier
	Attributes Attributes // of all routes under it
}

// And returns the prefix p followed by q.
func (p Prefix) And(q Prefix) Prefix {
	return Prefix{Join(p.Text, q.Text), resolve.WeakerTier(p.Tier, q.Tier), p.Attributes.And(q.Attributes)}
}

// Loose reports whether a router is mounted nowhere, serves no requests by itself and has
// no prefix of its own.
func (m *Mounts) Loose(v eval.Variable) bool {
	r := m.routers[v]
	return r != nil && !r.root && len(r.at) == 0 && r.prefix == ""
}

// maxPrefixes bounds the mount points of one router.
const maxPrefixes = 100

// Prefixes lists the prefixes of a router, one for each mount point. A router that is
// not mounted has its own prefix, but may not be served at all.
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
				out = append(out, Prefix{text, resolve.WeakerTier(p.Tier, at.tier),
					p.Attributes.And(at.said).And(r.said)})
			}
		}
	}
	return out
}
