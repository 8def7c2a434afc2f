package fleet

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// tablesOf joins uses of tables to the members that declare them.
type tablesOf struct {
	*linker
	declared  map[string][]uint32 // by node key, in lower case
	databases map[*member][]string
}

// joinTables joins the uses of tables that a member does not declare to the declarations of others.
//
// Time grows with the tables and the edges to them.
func (l *linker) joinTables() {
	t := &tablesOf{linker: l, declared: map[string][]uint32{}, databases: map[*member][]string{}}
	for _, m := range l.members {
		for _, e := range m.Endpoints {
			if name := strings.ToLower(e.Database); name != "" && !slices.Contains(t.databases[m], name) {
				t.databases[m] = append(t.databases[m], name)
			}
		}
	}
	for i := range l.g.Nodes {
		if n := &l.g.Nodes[i]; isShared(n.Kind) && t.declares(uint32(i)) {
			key := tableKey(n.ID)
			t.declared[key] = append(t.declared[key], uint32(i))
		}
	}
	for i := range l.g.Nodes {
		if n := &l.g.Nodes[i]; isShared(n.Kind) && !t.declares(uint32(i)) {
			t.join(uint32(i))
		}
	}
}

// declares reports whether the member of an object declares it, in a script, a migration or a
// mapped class.
func (t *tablesOf) declares(n uint32) bool {
	found := t.g.Nodes[n].Path != ""
	t.edgesIn(n, func(e graph.Edge) {
		found = found || e.Kind == graph.MapsTo || e.Kind == graph.SchemaChange
	})
	return found
}

// isShared reports whether objects of a kind may be used by several programs.
func isShared(k graph.NodeKind) bool {
	switch k {
	case graph.KindTable, graph.KindView, graph.KindProc, graph.KindFunc, graph.KindSequence, graph.KindUnknown:
		return true
	}
	return false
}

// tableKey is the name of an object of a database in all members, whatever kind it is taken for.
func tableKey(id graph.NodeID) string {
	_, own := id.Split()
	name, _, _ := strings.Cut(strings.ToLower(string(own)), "|")
	return name
}

// join joins the uses of an object that its member does not declare. Where the settings of both
// name databases and none of one is one of the other, they are different objects of one name.
func (t *tablesOf) join(n uint32) {
	m := t.memberOf(n)
	key := tableKey(t.g.Nodes[n].ID)
	declared, unqualified := t.elsewhere(key, m), false
	if len(declared) == 0 {
		declared, unqualified = t.elsewhere(otherDefault(key), m), true
	}
	var same, unknown []uint32
	for _, to := range declared {
		switch t.common(m, t.memberOf(to)) {
		case common:
			same = append(same, to)
		case notKnown:
			unknown = append(unknown, to)
		}
	}
	j := join{by: byTable, evidence: t.g.Nodes[n].Name + " is declared there, in a database of the same name"}
	j.Tier = graph.Unique
	if len(same) == 0 {
		same = unknown
		j.Tier, j.evidence = graph.Heuristic, t.g.Nodes[n].Name+" is declared there; whether in the same database is not known"
	}
	if len(same) == 0 {
		return
	}
	if unqualified {
		j.Tier, j.evidence = graph.Heuristic, t.g.Nodes[n].Short+" is declared there as "+t.g.Nodes[same[0]].Name
	}
	t.edgesIn(n, func(e graph.Edge) {
		if e.Kind == graph.Contains || unqualified && e.Tier < graph.Heuristic { // the schema is known
			return
		}
		use := j
		use.Edge, use.Tier, use.Recv = e, max(e.Tier, j.Tier), 0
		t.addAll(use, same)
	})
}

// elsewhere lists the declarations of an object outside a member.
func (t *tablesOf) elsewhere(key string, m *member) []uint32 {
	return slices.DeleteFunc(slices.Clone(t.declared[key]), func(to uint32) bool {
		return t.memberOf(to) == m || t.g.Nodes[to].Flags.Has(graph.Replaced)
	})
}

// otherDefault returns the key of an object in the default schema of the other kind of database; empty
// for other schemas. The schema of a name without one is a guess if no script of its repository shows
// the kind of database.
func otherDefault(key string) string {
	if name, ok := strings.CutPrefix(key, "dbo."); ok {
		return "public." + name
	}
	if name, ok := strings.CutPrefix(key, "public."); ok {
		return "dbo." + name
	}
	return ""
}

// How databases of two members compare.
const (
	notKnown = iota
	common
	different
)

// common compares the databases of two members.
func (t *tablesOf) common(a, b *member) int {
	x, y := t.databases[a], t.databases[b]
	switch {
	case slices.ContainsFunc(x, func(name string) bool { return slices.Contains(y, name) }):
		return common
	case len(x) == 0 || len(y) == 0:
		return notKnown
	}
	return different
}
