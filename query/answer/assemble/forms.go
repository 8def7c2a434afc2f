package assemble

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

// The sections of a context, in order: nodes that match the request, nodes reached by
// edges, and constraints on both: base types, interfaces, overridden members, the tables
// of foreign keys.
const (
	core        = "core"
	supporting  = "supporting"
	constraints = "constraints"
)

var sectionNames = []string{core, supporting, constraints}

// constraintEdges lists the kinds of edges to constraints of a node.
var constraintEdges = []string{graph.Inherits.String(), graph.Implements.String(),
	graph.Overrides.String(), graph.ForeignKey.String()}

func sectionOf(f expand.Found) string {
	switch {
	case f.Seed:
		return core
	case slices.Contains(constraintEdges, f.Via.Kind) && f.Via.To == f.Node:
		return constraints
	}
	return supporting
}

// heading sets the section of the item, if the context has sections.
func (a *assembly) heading(item *Item) render.Item {
	it := item.Item
	if a.walk.Sections {
		it.Section = 1 + slices.Index(sectionNames, item.Section)
		it.SectionName = item.Section
	}
	return it
}

const (
	maxCompressed = 20 // maximum number of nodes shown compressed because they did not fit
	maxLinks      = 6  // maximum number of names after calls and called by
)

// addCompressed adds, within the remaining budget, the signatures, callees and callers of
// the best nodes whose texts did not fit.
func (a *assembly) addCompressed() error {
	added := 0
	for _, f := range slices.Clone(a.skipped) {
		if added == maxCompressed || len(a.answer.Items) == a.walk.most {
			return nil
		}
		item, err := a.item(f)
		if err != nil {
			return err
		}
		text, err := a.compressed(f.Node)
		if err != nil {
			return err
		}
		var ok bool
		if item.Tokens, ok = a.pack.Add(a.heading(&item), text); !ok {
			continue
		}
		item.Form = formCompressed
		a.answer.Nodes = append(a.answer.Nodes, item.ID)
		a.answer.Items = append(a.answer.Items, item)
		a.answer.Scores[item.ID] = item.Score
		a.answer.Skipped = slices.DeleteFunc(a.answer.Skipped,
			func(s Skipped) bool { return s.ID == item.ID || s.Handle == item.Handle })
		a.skipped = slices.DeleteFunc(a.skipped,
			func(g expand.Found) bool { return g.Node == f.Node })
		added++
	}
	return nil
}

// compressed returns the compressed form of a node.
func (a *assembly) compressed(n uint32) (string, error) {
	node, err := a.index.Node(n)
	if err != nil {
		return "", err
	}
	doc, err := a.index.Doc(n)
	if err != nil {
		return "", err
	}
	out, err := a.index.Out(n)
	if err != nil {
		return "", err
	}
	in, err := a.index.In(n)
	if err != nil {
		return "", err
	}
	calls, err := a.names(out, func(e graph.Edge) uint32 { return e.To })
	if err != nil {
		return "", err
	}
	callers, err := a.names(in, func(e graph.Edge) uint32 { return e.From })
	if err != nil {
		return "", err
	}
	return "[fetch " + node.ID.Handle() + "] " + render.Abstract(node, doc) + "\n" + links("calls",
		calls) +
		links("called by", callers), nil
}

// names lists the short names of the other ends of edges that call, create, read or
// write.
func (a *assembly) names(edges []graph.Edge, other func(graph.Edge) uint32) ([]string, error) {
	var out []string
	for _, e := range edges {
		switch e.Kind {
		case graph.Calls, graph.Creates, graph.ReadsFrom, graph.WritesTo, graph.Executes:
		default:
			continue
		}
		n, err := a.index.Node(other(e))
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(n.Class+"."+n.Short, ".")
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out, nil
}

// links formats a line of names, or returns "" if the list is empty.
func links(title string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	more := ""
	if len(names) > maxLinks {
		more = fmt.Sprintf(" and %d more", len(names)-maxLinks)
		names = names[:maxLinks]
	}
	return title + ": " + render.OneLine(strings.Join(names, ", ")) + more + "\n"
}

// outdent removes the white space common to all lines of a text: it takes a tenth of the
// characters of a method, and carries no information out of context.
func outdent(text string) string {
	common, first := "", true
	for line := range strings.Lines(text) {
		bare := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(bare) == "" || line == gap {
			continue
		}
		if indent := line[:len(line)-len(bare)]; first {
			common, first = indent, false
		} else {
			common = common[:sharedPrefix(common, indent)]
		}
	}
	if common == "" {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(line[sharedPrefix(common, line):])
	}
	return b.String()
}

// sharedPrefix returns the length of the common prefix of two strings in bytes.
func sharedPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
