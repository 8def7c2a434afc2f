package questions

import (
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer/impact"
)

// Writers answers which code and database objects write rows of tables, and which entry
// points can reach such a statement.
func Writers(x Index, tables []uint32) (*Answer, error) {
	return tableUses(x, "writers", tables, graph.WritesTo)
}

// Readers answers which code and database objects read rows of tables, and which entry points
// can reach such a statement.
func Readers(x Index, tables []uint32) (*Answer, error) {
	return tableUses(x, "readers", tables, graph.ReadsFrom)
}

func tableUses(x Index, question string, nodes []uint32, kind graph.EdgeKind) (*Answer, error) {
	tables, err := mappedTables(x, nodes)
	if err != nil {
		return nil, err
	}
	a, err := newAnswer(x, question, tables)
	if err != nil {
		return nil, err
	}
	own, general, err := separated(x, tables, kind)
	if err != nil {
		return nil, err
	}
	direct, users, err := incoming(x, tables, own)
	if err != nil {
		return nil, err
	}
	current, replaced, err := inForce(x, direct)
	if err != nil {
		return nil, err
	}
	a.add("direct uses", current)
	entries, err := entryPoints(x, users)
	if err != nil {
		return nil, err
	}
	a.add("entry points", entries)
	a.add("in definitions that others replace", replaced)
	return a, a.addGeneral(x, tables, general, entries)
}

// The groups of uses that are of other tables, too.
const (
	generalUses    = "uses of any table"
	generalEntries = "entry points of uses of any table"
)

// separated tells the uses of some tables alone from those that code for any table has, such as the
// methods of a generic repository, of which not more is known than what may run. These count where
// no others are known.
//
//	class Repository<T> { save(row: T) { this.table.insert(row) } }
func separated(x Index, tables []uint32, kind graph.EdgeKind) (own, general func(graph.Edge) bool, err error) {
	any, precise := map[uint32]bool{}, false
	for _, n := range tables {
		edges, err := x.In(n)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range edges {
			if e.Kind != kind {
				continue
			}
			if any[e.From], err = ofAnyTable(x, e); err != nil {
				return nil, nil, err
			}
			precise = precise || !any[e.From]
		}
	}
	own = func(e graph.Edge) bool { return e.Kind == kind && !(precise && any[e.From]) }
	return own, func(e graph.Edge) bool { return e.Kind == kind && !own(e) }, nil
}

// ofAnyTable reports whether the origin of an edge uses several tables in the same way, by nothing but
// what may run there.
func ofAnyTable(x Index, e graph.Edge) (bool, error) {
	if e.Tier != graph.Hierarchy {
		return false, nil
	}
	out, err := x.Out(e.From)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(out, func(o graph.Edge) bool {
		return o.Kind == e.Kind && o.Tier == e.Tier && o.To != e.To
	}), nil
}

// addGeneral adds uses that code for any table has, and the entry points that nothing else leads to.
// As text they are summed up.
func (a *Answer) addGeneral(x Index, tables []uint32, follow func(graph.Edge) bool, known []Row) error {
	uses, users, err := incoming(x, tables, follow)
	if err != nil || len(uses) == 0 {
		return err
	}
	all, err := entryPoints(x, users)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, r := range known {
		listed[r.ID] = true
	}
	entries := slices.DeleteFunc(all, func(r Row) bool { return listed[r.ID] })
	a.add(generalUses, uses)
	a.add(generalEntries, entries)
	return nil
}

// inForce separates rows from those of definitions that a later script replaces.
func inForce(x Index, rows []Row) (current, replaced []Row, err error) {
	for _, r := range rows {
		node, err := x.Node(r.node)
		if err != nil {
			return nil, nil, err
		}
		if node.Flags.Has(graph.Replaced) {
			replaced = append(replaced, r)
		} else {
			current = append(current, r)
		}
	}
	return current, replaced, nil
}

// mappedTables replaces entity classes and sets of a mapper by the tables they map to.
func mappedTables(x Index, nodes []uint32) ([]uint32, error) {
	var out []uint32
	for _, n := range nodes {
		edges, err := x.Out(n)
		if err != nil {
			return nil, err
		}
		mapped := false
		for _, e := range edges {
			if e.Kind == graph.MapsTo {
				out, mapped = append(out, e.To), true
			}
		}
		if !mapped {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// incoming lists the edges to nodes that follow admits, as sorted rows, and the nodes that
// they leave, by number.
func incoming(x Index, nodes []uint32, follow func(graph.Edge) bool) ([]Row, []uint32, error) {
	var rows []Row
	var from []uint32
	for _, n := range nodes {
		edges, err := x.In(n)
		if err != nil {
			return nil, nil, err
		}
		for _, e := range edges {
			if !follow(e) {
				continue
			}
			row, err := edgeRow(x, e)
			if err != nil {
				return nil, nil, err
			}
			rows, from = append(rows, row), append(from, e.From)
		}
	}
	slices.Sort(from)
	return merged(sortRows(rows)), slices.Compact(from), nil
}

// everything bounds a walk by nothing but the index.
var everything = impact.Options{MaxDepth: math.MaxInt32, MaxNodes: math.MaxInt32, Exactly: true}

// entryPoints lists the routes, jobs, commands and other entry points from which execution can
// reach one of some nodes, tests excluded, each with the definitions on the way.
func entryPoints(x Index, nodes []uint32) ([]Row, error) {
	if len(nodes) == 0 {
		return nil, nil
	}
	found, err := impact.Find(x, nodes, everything)
	if err != nil {
		return nil, err
	}
	reaching, err := x.Reaching()
	if err != nil {
		return nil, err
	}
	routed := map[string]bool{} // handlers whose route is a row
	for _, it := range found.All() {
		if it.Kind == string(graph.KindRoute) && it.ParentID != nil {
			routed[*it.ParentID] = true
		}
	}
	var rows []Row
	for _, it := range found.All() {
		if it.Test || routed[it.ID] {
			continue
		}
		row, node, err := newRow(x, it.Node)
		if err != nil {
			return nil, err
		}
		role := reaching.At(it.Node).Role
		switch {
		case it.Kind == string(graph.KindRoute):
		case role == graph.NoRole || role == graph.RoleTest || !node.Kind.IsCallable() &&
			node.Kind != graph.KindFile:
			continue
		default:
			row.Note = role.String()
		}
		row.Steps, row.Through = it.Depth, wayOf(found, &it)
		rows = append(rows, row)
	}
	return sortRows(rows), nil
}

// shownWay is how many definitions on the way a row names.
const shownWay = 3

// wayOf names the definitions between an item and what was asked about: of many the last, which
// are nearest to that.
func wayOf(a *impact.Answer, it *impact.Item) []string {
	var names []string
	for _, at := range a.Way(it) {
		names = append(names, at.Label())
	}
	if names = slices.Compact(names); len(names) <= shownWay {
		return names
	}
	return append([]string{"…"}, names[len(names)-shownWay:]...)
}
