package graph

import (
	"fmt"
	"slices"
	"strings"
)

// Access says who may see a node. The zero value is public.
type Access struct {
	Allow          []string // groups, any of which may see it; empty: everybody
	Labels         []string // classification labels, all of which the reader must hold
	Level          int      // clearance that the reader must reach; 0: none
	Owner          string   // owner_id
	SourceSystemID string   // empty: DefaultSource
}

// DefaultSource is the source system of what names none.
const DefaultSource = "code"

func (a Access) source() string {
	if a.SourceSystemID == "" {
		return DefaultSource
	}
	return a.SourceSystemID
}

// IsZero reports whether a restricts nothing and names nobody.
func (a Access) IsZero() bool {
	return a.IsPublic() && a.Owner == "" && a.SourceSystemID == ""
}

// IsPublic reports whether every reader may see what has this access.
func (a Access) IsPublic() bool { return len(a.Allow)+len(a.Labels) == 0 && a.Level == 0 }

// Key names the access: two are equal exactly if their keys are.
func (a Access) Key() string {
	return fmt.Sprintf("%q %q %d %q %q", a.Allow, a.Labels, a.Level, a.Owner, a.SourceSystemID)
}

// A Visitor is somebody who asks, and what is asked for. The zero value sees
// everything.
type Visitor struct {
	// Checked says that the three rights count. Then a right that is empty is one
	// that the visitor does not have: without groups only what is open to
	// everybody can be seen, without labels only what has none, and so on.
	Checked bool
	Groups  []string // of which the node must allow one
	Labels  []string // among which those of the node must be
	Level   int      // which that of the node must not exceed

	Owner, SourceSystem string // of nodes that are asked for; empty: any
}

// SeesAll reports whether no access whatever hides a node from v.
func (v Visitor) SeesAll() bool { return !v.Checked && v.Owner == "" && v.SourceSystem == "" }

// Admits reports whether v may see a node with this access, and asks for it.
func (a Access) Admits(v Visitor) bool {
	return a.admitsRights(v) && (v.Owner == "" || a.Owner == v.Owner) &&
		(v.SourceSystem == "" || a.source() == v.SourceSystem)
}

func (a Access) admitsRights(v Visitor) bool {
	if !v.Checked {
		return true
	}
	allowed := len(a.Allow) == 0 || slices.ContainsFunc(a.Allow,
		func(g string) bool { return slices.Contains(v.Groups, g) })
	cleared := !slices.ContainsFunc(a.Labels,
		func(l string) bool { return !slices.Contains(v.Labels, l) })
	return allowed && cleared && a.Level <= v.Level
}

// Within reports whether b admits everybody whom a admits. What is asked for (owner, source
// system) makes no difference.
func (a Access) Within(b Access) bool {
	groups := len(b.Allow) == 0 || len(a.Allow) > 0 && !slices.ContainsFunc(a.Allow,
		func(g string) bool { return !slices.Contains(b.Allow, g) })
	labels := !slices.ContainsFunc(b.Labels,
		func(l string) bool { return !slices.Contains(a.Labels, l) })
	return groups && labels && b.Level <= a.Level
}

// Union is the access of a name that things with the given accesses refer to, for
// readers who judge it alone: whoever it admits is admitted by one of them at
// least. It is exact where they are alike, differ in their groups alone, or one is
// public; else it asks for all labels and the highest level.
func Union(all []Access) Access {
	var u Access
	open := false
	for _, a := range all {
		if a.IsPublic() {
			return Access{}
		}
		open = open || len(a.Allow) == 0
		u.Allow = append(u.Allow, a.Allow...)
		u.Labels = append(u.Labels, a.Labels...)
		u.Level = max(u.Level, a.Level)
	}
	if open {
		u.Allow = nil
	}
	u.Allow, u.Labels = Names(u.Allow), Names(u.Labels)
	return u
}

// Names brings names of groups or labels into the form in which they are
// stored: trimmed, without blank ones and duplicates, sorted. Case counts.
func Names(list []string) []string {
	var out []string
	for _, s := range list {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
