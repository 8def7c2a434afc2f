package questions

import (
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer/impact"
)

// Writers lists the code and database objects that write rows of tables, and the entry
// points from which such a statement is reachable.
func Writers(x Index, tables []uint32) (*Answer, error) {
	return tableUses(x, "writers", tables, graph.WritesTo)
}

// Readers lists the code and database objects that read rows of tables, and the entry
// points from which such a statement is reachable.
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
	entries, err := entryPoints(x, users, kind)
	if err != nil {
		return nil, err
	}
	a.add("entry points", entries)
	a.add("in replaced definitions", replaced)
	return a, a.addGeneral(x, tables, kind, general, entries)
}

// The groups of uses that also apply to other tables.
const (
	generalUses    = "uses by generic code for any table"
	generalEntries = "entry points of generic uses"
)

// separated distinguishes uses specific to some tables from uses in code for any table,
// such as the methods of a generic repository, of which only the possible dispatch is
// known. The latter count as own uses if there are no others.
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

// ofAnyTable reports whether the source of an edge uses several tables in the same way,
// only because of possible dispatch.
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

// addGeneral adds uses in code for any table; [Answer.Complete] adds the entry points
// reachable only through these. As text both are summarized.
func (a *Answer) addGeneral(x Index, tables []uint32, kind graph.EdgeKind, follow func(graph.Edge) bool,
	known []Row) error {
	uses, users, err := incoming(x, tables, follow)
	if err != nil || len(uses) == 0 {
		return err
	}
	a.add(generalUses, uses)
	listed := map[string]bool{}
	for _, r := range known {
		listed[r.ID] = true
	}
	a.rest = func() error {
		all, err := entryPoints(x, users, kind)
		if err != nil {
			return err
		}
		a.add(generalEntries, slices.DeleteFunc(all, func(r Row) bool { return listed[r.ID] }))
		return nil
	}
	return nil
}

// inForce separates rows of current definitions from rows of replaced ones.
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

// mappedTables replaces entity classes and ORM sets by the tables to which they are
// mapped.
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

// incoming lists the edges to nodes that follow accepts, as sorted rows, and their source
// nodes, by number.
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

// everything is an impact on running code without limits.
var everything = impact.Options{MaxDepth: math.MaxInt32, MaxNodes: math.MaxInt32, Exactly: true, Executed: true}

// entryPoints lists the routes, jobs, commands and other entry points from which
// execution can reach one of the nodes, tests excluded, each with the definitions on the
// way. kind is that of the uses of the table.
func entryPoints(x Index, nodes []uint32, kind graph.EdgeKind) ([]Row, error) {
	if len(nodes) == 0 {
		return nil, nil
	}
	found, err := impact.Find(x, nodes, everything)
	if err != nil {
		return nil, err
	}
	reaching, err := x.Reachability()
	if err != nil {
		return nil, err
	}
	routed := map[string]bool{} // handlers whose route has a row
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
		if kind == graph.WritesTo {
			if reads, err := readsOnly(x, &it); err != nil || reads {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		row, node, err := newRow(x, it.Node)
		if err != nil {
			return nil, err
		}
		step := it.Step().Kind
		if node.Flags.Has(graph.Generated) && (step == graph.References || step == graph.Passes) {
			continue // a table of symbols, which runs none of them
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

// readsOnly reports whether an item is a GET route of a class, rather than of a method: a
// generic view of a library, which writes only in the actions of other verbs.
func readsOnly(x Index, it *impact.Item) (bool, error) {
	verb, _, _ := strings.Cut(it.Name, " ")
	if it.Kind != string(graph.KindRoute) || verb != "GET" && verb != "HEAD" || it.Step().Kind != graph.Routes {
		return false, nil
	}
	handler, err := x.Node(it.Step().To)
	return err == nil && handler.Kind.IsType(), err
}

// shownWay is the maximum number of definitions on the way named in a row.
const shownWay = 3

// wayOf returns the names of the definitions between an item and the queried definition:
// if there are many, those nearest to the latter.
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
