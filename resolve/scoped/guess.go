package scoped

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// guess finds the member of a value of unknown type by names alone: in the class that the value
// is named after, or as the only one in the tree, if its name is no common one.
func (e *eval) guess(r *parse.Reference) ([]resolve.DefID, graph.Tier) {
	if e.common[r.Name] || len(r.Recv) == 0 {
		return nil, 0
	}
	if e.row.Scoping.Conventional {
		if ids := e.conventional(r); len(ids) == 1 {
			return ids, graph.Heuristic
		}
	}
	return e.onlyMember(r), graph.Unique
}

// onlyMember finds the only member of the tree that a call may mean by its name, if that consists
// of several words, and by the number of its arguments.
func (e *eval) onlyMember(r *parse.Reference) []resolve.DefID {
	if r.Kind != parse.RefCall || !isDistinctive(r.Name) {
		return nil
	}
	named := e.ix.Named(e.w.family, r.Name)
	if len(named) > maxOverloads {
		return nil
	}
	ids := e.b.Declarations(e.ix.Filter(named, func(d *resolve.Def) bool {
		return d.File.Language == e.b.File.Language && !isLocalTo(d, e.ix) && (!d.File.Test || d.File == e.b.File)
	}))
	if len(ids) != 1 || !e.accepts(ids[0], r.Args) {
		return nil
	}
	if d := e.ix.Def(ids[0]); d.Kind != graph.KindMethod && (d.Kind != graph.KindFunction || d.Receiver().IsZero()) {
		return nil
	}
	return ids
}

// isLocalTo reports whether a definition is in the body of a function.
func isLocalTo(d *resolve.Def, ix *resolve.Table) bool {
	return d.Outer != resolve.None && ix.Def(d.Outer).Kind.IsCallable()
}

// conventional finds a member in the only class that a value is named after.
//
//	order.total, @order.total, line.order.total    // class Order
func (e *eval) conventional(r *parse.Reference) []resolve.DefID {
	last := r.Recv[len(r.Recv)-1]
	switch last.Kind {
	case parse.StepName, parse.StepMember, parse.StepCall:
	default:
		return nil
	}
	var classes []resolve.DefID
	for _, id := range e.ix.Named(e.w.family, camelCase(strings.TrimLeft(last.Name, "@"))) {
		d := e.ix.Def(id)
		if id = e.w.typeOf(id); d.Kind.IsType() && !d.File.Test && !slices.Contains(classes, id) {
			classes = append(classes, id)
		}
	}
	if len(classes) != 1 {
		return nil
	}
	ids, _ := e.lookup(resolve.Type{Def: classes[0], Owner: resolve.None}, r.Name)
	if len(ids) != 1 || !e.accepts(ids[0], r.Args) {
		return nil
	}
	return ids
}

// accepts reports whether a callable accepts a number of arguments; -1 is unknown.
func (e *eval) accepts(id resolve.DefID, args int16) bool {
	d := e.ix.Def(id)
	return args < 0 || !d.Kind.IsCallable() || d.Kind == graph.KindProperty || acceptsCount(d, args)
}

// isDistinctive reports whether a name consists of several words.
func isDistinctive(name string) bool {
	if len(name) < minDistinctive {
		return false
	}
	for i := 2; i < len(name); i++ {
		if name[i] == '_' && i+2 < len(name) || isUpper(name[i]) && !isUpper(name[i-1]) {
			return true
		}
	}
	return false
}

// minDistinctive is the least length of a name by which alone a member is found.
const minDistinctive = 8

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// camelCase returns the name of a class for the name of a value: OrderLine for order_line.
func camelCase(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "_") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]))
			b.WriteString(part[1:])
		}
	}
	return b.String()
}
