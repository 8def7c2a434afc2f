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
	u, err := usageOf(x, tables, kind)
	if err != nil {
		return nil, err
	}
	through, err := u.boundUsers(x, tables)
	if err != nil {
		return nil, err
	}
	u.precise = u.precise || len(through) > 0
	direct, err := incoming(x, tables, u.own)
	if err != nil {
		return nil, err
	}
	direct = merged(sortRows(append(direct, through...)))
	if err := noteTables(x, tables, direct, kind); err != nil {
		return nil, err
	}
	current, replaced, err := inForce(x, direct)
	if err != nil {
		return nil, err
	}
	a.add("direct uses", current)
	entries, err := entryPoints(x, tables, u.reached, kind)
	if err != nil {
		return nil, err
	}
	a.add("entry points", entries)
	a.add("in replaced definitions", replaced)
	return a, a.addGeneral(x, tables, u, entries)
}

// noteTables notes in the direct uses of several tables which of them they use.
func noteTables(x Index, tables []uint32, rows []Row, kind graph.EdgeKind) error {
	if len(tables) < 2 {
		return nil
	}
	for i := range rows {
		edges, err := x.Out(rows[i].node)
		if err != nil {
			return err
		}
		var names []string
		for _, e := range edges {
			if e.Kind != kind || !slices.Contains(tables, e.To) {
				continue
			}
			node, err := x.Node(e.To)
			if err != nil {
				return err
			}
			names = append(names, node.Name)
		}
		slices.Sort(names)
		rows[i].Note = strings.Join(slices.Compact(names), ", ")
	}
	return nil
}

// The groups of uses that also apply to other tables.
const (
	generalUses    = "uses by generic code for any table"
	generalEntries = "entry points of generic uses"
)

// A usage distinguishes uses specific to some tables from uses in code for any table, such
// as the methods of a generic repository, of which only the possible dispatch is known. The
// latter count as own uses if there are no others.
//
//	class Repository<T> { save(row: T) { this.table.insert(row) } }
type usage struct {
	kind    graph.EdgeKind
	any     map[uint32]bool // by source: it is code for any table
	bound   map[uint32]bool // by source: the type arguments that use these tables are known
	precise bool            // some uses are specific
}

// own reports whether an edge is an own use.
func (u *usage) own(e graph.Edge) bool { return e.Kind == u.kind && !(u.precise && u.any[e.From]) }

// general reports whether an edge is a use in code for any table.
func (u *usage) general(e graph.Edge) bool { return e.Kind == u.kind && !u.own(e) }

// reached reports whether what executes a use is known to use these tables.
func (u *usage) reached(e graph.Edge) bool {
	return u.own(e) || u.general(e) && u.bound[e.From]
}

// unbound reports whether what executes a use may use other tables.
func (u *usage) unbound(e graph.Edge) bool { return u.general(e) && !u.bound[e.From] }

func usageOf(x Index, tables []uint32, kind graph.EdgeKind) (*usage, error) {
	u := &usage{kind: kind, any: map[uint32]bool{}, bound: map[uint32]bool{}}
	for _, n := range tables {
		edges, err := x.In(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Kind != kind {
				continue
			}
			if u.any[e.From], err = ofAnyTable(x, e); err != nil {
				return nil, err
			}
			on, err := x.Receivers(e)
			if err != nil {
				return nil, err
			}
			u.bound[e.From] = slices.ContainsFunc(on, func(r graph.Receiver) bool { return r.Form == graph.ReceiverWhere })
			u.precise = u.precise || !u.any[e.From]
		}
	}
	return u, nil
}

// boundUsers lists the code that uses the tables through generic code with known type
// arguments: the callers of a generic repository of the row type, but not those that are
// generic themselves. Callers with a use of their own are not included.
//
//	class Orders { IRepository<Order> rows; void place(Order o) { rows.add(o); } }
func (u *usage) boundUsers(x Index, tables []uint32) ([]Row, error) {
	w := dispatch.NewWalker(x)
	var rows []Row
	for _, table := range tables {
		moves, err := w.StatesUsing(dispatch.State{Node: table}, false, func(e graph.Edge) bool {
			return e.Kind == u.kind && u.any[e.From] && u.bound[e.From]
		})
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			found, err := u.callersOf(x, w, m)
			if err != nil {
				return nil, err
			}
			rows = append(rows, found...)
		}
	}
	return rows, nil
}

// callersOf lists the callers through which a use in generic code applies to its table.
func (u *usage) callersOf(x Index, w *dispatch.Walker, use dispatch.Move) ([]Row, error) {
	var rows []Row
	states := []dispatch.State{{Node: use.User, On: use.On}}
	for i := 0; i < len(states); i++ {
		if states[i].On == 0 { // on any object: the type arguments do not matter
			continue
		}
		moves, err := w.StatesUsing(states[i], false, dispatch.Runs)
		if err != nil {
			return nil, err
		}
		for _, m := range moves {
			if any, direct := u.any[m.User]; direct && !any || m.User == states[i].Node {
				continue
			}
			if m.On != 0 {
				if s := (dispatch.State{Node: m.User, On: m.On}); !slices.Contains(states, s) {
					states = append(states, s)
				}
				continue
			}
			row, err := edgeRow(x, m.Edge)
			if err != nil {
				return nil, err
			}
			e := use.Edge
			e.Tier, e.Line = max(m.Tier, graph.Typed), m.Line
			row.setEdge(e)
			rows = append(rows, row)
		}
	}
	return rows, nil
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
func (a *Answer) addGeneral(x Index, tables []uint32, u *usage, known []Row) error {
	uses, err := incoming(x, tables, u.general)
	if err != nil || len(uses) == 0 {
		return err
	}
	a.add(generalUses, uses)
	listed := map[string]bool{}
	for _, r := range known {
		listed[r.ID] = true
	}
	a.rest = func() error {
		all, err := entryPoints(x, tables, u.unbound, u.kind)
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

// incoming lists the edges to nodes that follow accepts, as sorted rows.
func incoming(x Index, nodes []uint32, follow func(graph.Edge) bool) ([]Row, error) {
	var rows []Row
	for _, n := range nodes {
		edges, err := x.In(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if !follow(e) {
				continue
			}
			row, err := edgeRow(x, e)
			if err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return merged(sortRows(rows)), nil
}

// everything is an impact on running code without limits.
var everything = impact.Options{MaxDepth: math.MaxInt32, MaxNodes: math.MaxInt32, Exactly: true, Executed: true}

// entryPoints lists the routes, jobs, commands and other entry points from which
// execution can reach a use of one of the tables that follow accepts, tests excluded, each
// with the definitions on the way. kind is that of the uses.
func entryPoints(x Index, tables []uint32, follow func(graph.Edge) bool, kind graph.EdgeKind) ([]Row, error) {
	reaching, err := x.Reachability()
	if err != nil {
		return nil, err
	}
	o := everything
	o.Skip = func(e graph.Edge) bool { return onlyTested(reaching, e) }
	found, err := impact.FollowUses(x, tables, follow, o)
	if err != nil {
		return nil, err
	}
	routed, err := routeHandlers(x, found)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, n := range found.Nodes() {
		if routed[n] {
			continue
		}
		role := reaching.At(n).Role
		if role == graph.RoleRoute {
			if other, err := handlesForOthers(x, n); err != nil {
				return nil, err
			} else if other {
				continue
			}
		}
		row, ok, err := entryRow(x, found, n, role, kind)
		if err != nil {
			return nil, err
		}
		if ok {
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

// handlesForOthers reports whether a route handler runs only on objects of known classes:
// if a walk does not reach its routes, none of these is the object of the walk.
//
//	class Crud<T> { [HttpPost] void Make(T row) { rows.Add(row); } }
//	class Tags : Crud<Tag> { }   // the route of which does not write orders
func handlesForOthers(x Index, handler uint32) (bool, error) {
	edges, err := x.In(handler)
	if err != nil {
		return false, err
	}
	for _, e := range edges {
		if e.Kind != graph.Routes {
			continue
		}
		if on, err := x.Receivers(e); err != nil || len(on) == 0 {
			return false, err
		}
	}
	return true, nil
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
	if row.inHandler, err = declaredIn(x, node, found.Way(n)); err != nil {
		return row, false, err
	}
	row.Through, err = wayOf(x, found, n)
	return row, true, err
}

// declaredIn reports whether a route is declared within the first definition on a way, its
// handler, such as by an attribute.
func declaredIn(x Index, route *graph.Node, way []uint32) (bool, error) {
	if route.Kind != graph.KindRoute || len(way) == 0 {
		return false, nil
	}
	handler, err := x.Node(way[0])
	if err != nil {
		return false, err
	}
	at := route.Span.StartLine
	return handler.Path == route.Path && handler.Span.StartLine <= at && at <= handler.Span.EndLine, nil
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
const shownWay = 2

// elided replaces the first names on a long way.
const elided = "…"

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
	return append([]string{elided}, names[len(names)-shownWay:]...), nil
}

// labelOf returns the short name of a node.
func labelOf(x Index, n uint32) (string, error) {
	node, err := x.Node(n)
	if err != nil {
		return "", err
	}
	return render.NewItem(node, 0).Label(), nil
}
