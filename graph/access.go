package graph

import (
	"fmt"
	"slices"
	"strings"
)

// Access specifies who may see a node. The zero value is public.
type Access struct {
	Allow          []string // groups, any of which may see it; empty: everybody
	Labels         []string // classification labels, all of which the reader must hold
	Level          int      // clearance that the reader must reach; 0: none
	Owner          string   // owner_id
	SourceSystemID string   // empty: DefaultSource
}

// DefaultSource is the source system of nodes that name none.
const DefaultSource = "code"

func (a Access) source() string {
	if a.SourceSystemID == "" {
		return DefaultSource
	}
	return a.SourceSystemID
}

// IsZero reports whether a restricts nobody and names neither owner nor source
// system.
func (a Access) IsZero() bool {
	return a.IsPublic() && a.Owner == "" && a.SourceSystemID == ""
}

// IsPublic reports whether a restricts nobody.
func (a Access) IsPublic() bool { return len(a.Allow)+len(a.Labels) == 0 && a.Level == 0 }

// Key returns a canonical key: two accesses are equal exactly if their keys are.
func (a Access) Key() string {
	return fmt.Sprintf("%q %q %d %q %q", a.Allow, a.Labels, a.Level, a.Owner, a.SourceSystemID)
}

// A Visitor is a reader, with the rights to check and the filters of the query.
// The zero value sees everything.
type Visitor struct {
	// Checked specifies that the three rights are checked. An empty right is then
	// one that the visitor lacks: without groups the visitor sees only nodes open
	// to everybody, without labels only nodes without labels, and so on.
	Checked bool
	Groups  []string // of which the node must allow one
	Labels  []string // which must include all labels of the node
	Level   int      // which the level of the node must not exceed

	Owner, SourceSystem string // filters on the node; empty: any
}

// SeesAll reports whether no access can hide a node from v.
func (v Visitor) SeesAll() bool { return !v.Checked && v.Owner == "" && v.SourceSystem == "" }

// Admits reports whether v may see a node with this access, and its filters match.
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

// Within reports whether b admits every reader that a admits. Owner and source system
// are ignored: they are filters, not rights.
func (a Access) Within(b Access) bool {
	groups := len(b.Allow) == 0 || len(a.Allow) > 0 && !slices.ContainsFunc(a.Allow,
		func(g string) bool { return !slices.Contains(b.Allow, g) })
	labels := !slices.ContainsFunc(b.Labels,
		func(l string) bool { return !slices.Contains(a.Labels, l) })
	return groups && labels && b.Level <= a.Level
}

// Union returns the access of a name that is referenced by nodes with the given
// accesses, for checks of the name without its references: every reader it admits
// is admitted by at least one of them. It is exact if all are equal, differ only
// in their groups, or one is public; otherwise it requires all labels and the
// highest level.
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

// Names normalizes names of groups or labels for storage: trimmed, without
// blank names and duplicates, sorted. Case is significant.
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
