package questions

import (
	"math"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/impact"
	"seedgraph/query/render"
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
	reaching, err := x.Reachability()
	if err != nil {
		return nil, err
	}
	o := everything
	o.Skip = func(e graph.Edge) bool { return onlyTested(reaching, e) }
	found, err := impact.Follow(x, nodes, o)
	if err != nil {
		return nil, err
	}
	routed, err := routeHandlers(x, found)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, n := range found.Nodes() {
		row, ok, err := entryRow(x, found, n, reaching.At(n).Role, kind)
		if err != nil {
			return nil, err
		}
		if ok && !routed[n] {
			rows = append(rows, row)
		}
	}
	return sortRows(rows), nil
}

// onlyTested reports whether only tests execute the source of an edge: it leads to no
// other entry point. A message also leads to the code that creates it, and a route is an
// entry point itself.
func onlyTested(reaching *artifacts.Reaching, e graph.Edge) bool {
	return e.Kind != graph.Handles && e.Kind != graph.Routes && reaching.At(e.From).Tests
}

// routeHandlers returns the handlers of the routes of a walk: the row of a route represents
// its handler.
func routeHandlers(x Index, found *impact.Walk) (map[uint32]bool, error) {
	routed := map[uint32]bool{}
	for _, n := range found.Nodes() {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		if node.Kind == graph.KindRoute && found.Depth(n) > 0 {
			routed[found.Step(n).Used] = true
		}
	}
	return routed, nil
}

// entryRow describes a node of a walk; ok is false if it is not an entry point with a use
// of the kind.
func entryRow(x Index, found *impact.Walk, n uint32, role graph.Role, kind graph.EdgeKind) (row Row, ok bool, err error) {
	node, err := x.Node(n)
	if err != nil || node.Flags.Has(graph.Test) {
		return row, false, err
	}
	step := found.Step(n)
	isRoute := node.Kind == graph.KindRoute
	switch {
	case node.Flags.Has(graph.Generated) && (step.Kind == graph.References || step.Kind == graph.Passes):
		return row, false, nil // a table of symbols, which runs none of them
	case isRoute && kind == graph.WritesTo:
		if reads, err := readsOnly(x, node, step); err != nil || reads {
			return row, false, err
		}
	case isRoute:
	case role == graph.NoRole || role == graph.RoleTest || !node.Kind.IsCallable() && node.Kind != graph.KindFile:
		return row, false, nil
	}
	if row, _, err = newRow(x, n); err != nil {
		return row, false, err
	}
	if !isRoute {
		row.Note = role.String()
	}
	row.Steps = found.Depth(n)
	row.Through, err = wayOf(x, found, n)
	return row, true, err
}

// readsOnly reports whether a route is a GET route of a class, rather than of a method: a
// generic view of a library, which writes only in the actions of other verbs. step is that
// from the route.
func readsOnly(x Index, route *graph.Node, step dispatch.Step) (bool, error) {
	verb, _, _ := strings.Cut(route.Name, " ")
	if verb != "GET" && verb != "HEAD" || step.Kind != graph.Routes {
		return false, nil
	}
	handler, err := x.Node(step.To)
	return err == nil && handler.Kind.IsType(), err
}

// shownWay is the maximum number of definitions on the way named in a row.
const shownWay = 3

// wayOf returns the names of the definitions between a node of a walk and the queried
// definition: if there are many, those nearest to the latter.
func wayOf(x Index, found *impact.Walk, n uint32) ([]string, error) {
	var names []string
	for _, at := range found.Way(n) {
		name, err := labelOf(x, at)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	if names = slices.Compact(names); len(names) <= shownWay {
		return names, nil
	}
	return append([]string{"…"}, names[len(names)-shownWay:]...), nil
}

// labelOf returns the short name of a node.
func labelOf(x Index, n uint32) (string, error) {
	node, err := x.Node(n)
	if err != nil {
		return "", err
	}
	return render.NewItem(node, 0).Label(), nil
}
