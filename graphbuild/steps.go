package graphbuild

import (
	"cmp"
	"context"
	"slices"

	"seedgraph/frameworks/concept"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A builder holds the graph while it grows.
type builder struct {
	*resolve.Resolution
	opts   Options
	inputs []Input
	facts  *concept.Facts
	res    *Result

	nodes      *collector
	edges      []graph.Edge // between nodes of the tree
	external   *externals   // external symbols, and the edges to them
	externals  map[string]uint32
	migrations []graph.Migration
	asked      []Unresolved // references of frameworks that made no edge
	openEnds   map[graph.NodeID][]graph.OpenEnd
}

// A step adds the nodes and edges of one kind of fact.
type step struct {
	name string
	add  func(*builder)
}

// steps are taken in this order: nodes of one step are ends of the edges of later ones.
var steps = []step{
	{"function literals", (*builder).addLiterals},
	{"routes", (*builder).addRoutes},
	{"rendered templates", (*builder).addRenders},
	{"requests", (*builder).addRequests},
	{"settings", (*builder).addSettings},
	{"columns", (*builder).addColumns},
	{"tables", (*builder).addTables},
	{"open ends", (*builder).addOpenEnds},
	{"messages", (*builder).addMessages},
	{"dependency injection", (*builder).addBindings},
	{"endpoints", (*builder).addEndpoints},
	{"references", (*builder).addReferences},
	{"references that compilers found", (*builder).addFound},
}

// prepare reads the facts of frameworks and makes the nodes of all definitions.
func (b *builder) prepare(ctx context.Context) error {
	ix, binders := b.Table, b.Files
	namespaces := namespacesOf(ix)
	b.external = newForeigners(namespaces.end(ix), binders)
	receivers := new(graph.Receivers)
	b.edges = structure(ix, namespaces, b.external, receivers)
	for _, binder := range binders {
		b.external.take(binder)
	}
	below := overriders(binders, b.edges)
	b.edges = dispatches(ix, below, b.edges)
	b.facts = b.opts.Frameworks.Find(ctx, b.Resolution, b.opts.KeyFiles)
	if err := ctx.Err(); err != nil {
		return err
	}
	b.Callbacks(func(d resolve.DefID) []resolve.DefID { return overriding(below, d) })
	b.Release() // before the nodes are made, which need as much memory
	if b.opts.Released != nil {
		b.opts.Released()
	}
	more := countBindings(binders)
	b.edges = slices.Grow(b.edges, more+more/4)
	known := int(b.external.end()) + len(b.facts.Endpoints)
	b.nodes = newCollector(known + known/32) // and settings, and external database objects
	b.nodes.receivers = receivers
	b.nodes.definitions(ix, b.inputs, b.opts.Hidden)
	b.nodes.layouts(ix, b.inputs)
	b.nodes.namespaces(ix, namespaces)
	b.nodes.foreign(b.external)
	b.externals = map[string]uint32{}
	b.res.References = countAll(binders)
	return nil
}

func (b *builder) addLiterals() {
	b.edges = b.nodes.literals(b.Table, b.inputs, literalsOf(b.facts), b.opts.Count, b.edges)
	b.external.leave(b.nodes)
}

func (b *builder) addRoutes() {
	b.edges = b.nodes.routes(b.Table, b.inputs, b.facts.Endpoints, b.edges)
	b.nodes.registered = registrations(b.facts.Endpoints)
}

func (b *builder) addRenders() {
	b.edges = used(b.facts.Uses, b.nodes.rendered(b.Table, b.facts.Renders, b.edges))
}

func (b *builder) addRequests() {
	b.edges, b.asked = b.nodes.requested(b.Table, b.facts.Requests, b.facts.Endpoints, b.edges)
	b.asked = append(b.asked, b.nodes.open(b.Table, b.facts.Open)...)
	b.asked = append(b.asked, b.nodes.unbound(b.facts.Bindings)...)
	if b.opts.Externals {
		b.external.edges = b.nodes.hosts(b.Table, b.facts.Requests, b.external.edges)
	}
}

func (b *builder) addSettings() {
	b.edges = b.nodes.settings(b.Table, b.facts.Settings, b.edges)
}

func (b *builder) addColumns() {
	b.edges = b.nodes.columns(b.Resolution, b.inputs, b.edges, &b.res.Elsewhere)
}

func (b *builder) addTables() {
	b.edges, b.migrations = b.nodes.stored(b.Resolution, b.inputs, b.facts.Model,
		b.externalObject, b.edges)
}

// externalObject returns the node of a database object outside the tree.
func (b *builder) externalObject(x *resolve.ExternalName) uint32 {
	return b.nodes.external(x, b.externals)
}

// addOpenEnds lists the references that made no edge.
func (b *builder) addOpenEnds() {
	b.openEnds = b.nodes.openEnds(b.Table, b.Files, b.asked, b.facts)
	b.res.Unresolved = unresolvedAll(b.Table, b.nodes, b.Files,
		func(b *resolve.Binder) []resolve.Unresolved { return b.Reports }, b.asked...)
	if b.opts.ListExternal {
		b.res.External = unresolvedAll(b.Table, b.nodes, b.Files,
			func(b *resolve.Binder) []resolve.Unresolved { return b.Externals })
	}
}

func (b *builder) addMessages() {
	b.edges = b.nodes.handled(b.Table, b.facts.Handlings, b.external, b.edges)
	b.edges = b.nodes.topics(b.Table, b.facts.Ends, b.edges)
	b.edges = b.nodes.sent(b.Table, b.facts.Sendings, b.edges)
	b.edges = b.nodes.lookedUp(b.Table, b.facts.Lookups, b.edges)
}

func (b *builder) addBindings() {
	b.edges = bound(b.Table, b.facts.Bindings, &b.res.Elsewhere, b.edges)
	b.edges = b.nodes.chosen(b.Table, b.facts.Choices, b.edges)
}

func (b *builder) addReferences() {
	for _, binder := range b.Files {
		binder.Bindings = append(binder.Bindings, binder.Implicit...)
		b.edges = b.nodes.referenced(b.edges, &b.res.Elsewhere, b.Table, binder, b.externalObject)
		binder.Bindings, binder.Implicit, binder.StatedBy = nil, nil, nil
	}
}

// addFound adds the references that only the index of a compiler has, unless an edge of another
// origin represents them.
func (b *builder) addFound() {
	covered := coveredBy(b.Files, b.nodes, b.edges)
	for _, binder := range b.Files {
		binder.Bindings = slices.DeleteFunc(binder.Found, func(x resolve.Binding) bool {
			return covered.represents(b.Table, binder, &x)
		})
		b.edges = b.nodes.referenced(b.edges, &b.res.Elsewhere, b.Table, binder, b.externalObject)
		binder.Bindings, binder.Found = nil, nil
	}
	b.res.Disputes = disputes(b.Table, b.Files)
}

// finish sorts the graph and the account of it.
func (b *builder) finish() *Result {
	inline := b.nodes.inline(b.Files)
	b.res.Limits, b.res.Failures = troubles(b.Table.Files)
	b.res.Unread = slices.SortedFunc(slices.Values(b.Table.Notes), func(a, b resolve.ProjectNote) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.What, b.What))
	})
	b.res.Graph = assemble(b.Table, b.nodes, b.edges, b.external.edges, b.res.Elsewhere, b.migrations,
		entries(b.facts.Entries))
	b.res.Graph.Inline = inline
	b.res.Graph.OpenEnds = placedEnds(b.res.Graph, b.openEnds)
	return b.res
}

func countBindings(binders []*resolve.Binder) int {
	n := 0
	for _, b := range binders {
		n += len(b.Bindings) + len(b.Implicit)
	}
	return n
}
