package callers

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
)

// A heading precedes the items of a node.
type heading struct {
	id    string
	name  string
	total int // including items not listed
}

// AddSource adds the source lines of every use, for the text.
func (a *Answer) AddSource(x answer.Sources, nodes []uint32) error {
	byID := map[string]uint32{}
	for i, h := range a.heads {
		byID[h.id] = nodes[i]
	}
	for i := range a.Items {
		it := &a.Items[i]
		user := it.node
		if a.callees {
			user = byID[it.Of]
		}
		for _, line := range it.Use.Lines {
			text, err := answer.SourceLine(x, user, line)
			if err != nil {
				return err
			}
			it.source = append(it.source, fmt.Sprintf("%d: %s", line, text))
		}
	}
	return nil
}

// AddOpenEnds adds the calls that may or may not be of a node.
func (a *Answer) AddOpenEnds(x openends.Index, nodes []uint32) error {
	found, err := openends.Users(x, nodes)
	if err == nil {
		a.OpenEnds, a.Open = found.List, found.Total
	}
	return err
}

// Sheet returns the printable answer: callers grouped by the member they refer to, the
// queried node before the interface and base members and implementations; callees in one
// group.
func (a *Answer) Sheet() *layout.Sheet {
	s := &layout.Sheet{Left: a.Total - len(a.Items)}
	what := "callers"
	if a.callees {
		what = "callees"
	}
	edges, named := a.edges(), a.queried()
	for _, h := range a.heads {
		if h.total == 0 {
			continue
		}
		title := fmt.Sprintf("%s of %s (%d)", what, layout.Short(h.name, named...), h.total)
		groups := a.groups(h, edges)
		if len(a.heads) == 1 {
			s.Head = []string{title}
		} else {
			for i := range groups {
				groups[i].Name = strings.TrimSuffix(title+", "+groups[i].Name, ", ")
			}
		}
		s.Groups = append(s.Groups, groups...)
	}
	if a.Open > 0 {
		s.Head = append(s.Head, openends.MayUse(a.OpenEnds, a.Open))
	}
	return s
}

// through returns the name of a member that callers of another refer to, without its last name
// if both have the same.
func through(member, other string) string {
	name := layout.Short(member, other)
	last := name[strings.LastIndexByte(name, '.')+1:]
	if owner, ok := strings.CutSuffix(name, "."+last); ok && strings.HasSuffix(other, "."+last) &&
		!strings.Contains(name, " ") {
		return owner
	}
	return name
}

// queried returns the names in headings: of the queried nodes and of those that callers name.
func (a *Answer) queried() []string {
	var names []string
	for _, h := range a.heads {
		names = append(names, h.name)
	}
	if !a.callees {
		for i := range a.Items {
			names = append(names, a.Items[i].Use.Named)
		}
	}
	return names
}

// groups lists the items of a node by the member they refer to: those that refer to the node
// itself come first, without a heading.
func (a *Answer) groups(h heading, edges map[edgeOf]string) []layout.Group {
	own := layout.Group{}
	var others []layout.Group
	at := map[string]int{}
	for i := range a.Items {
		it := &a.Items[i]
		switch {
		case it.Of != h.id:
			continue
		case a.callees:
			row := it.row(true)
			if it.Use.Dispatched && edges[edgeOf{it.Of, it.Use.Named}] == it.edge() {
				row.Rest = it.through(row.Name) // the edge is in that row
			}
			own.Rows = append(own.Rows, row)
			continue
		case it.within || it.Use.To == h.id || it.Use.Named == h.name,
			strings.HasPrefix(it.Use.Named, h.name+"."): // a constructor of the type
			own.Rows = append(own.Rows, it.row(false))
			continue
		}
		j, ok := at[it.Use.Named]
		if !ok {
			j = len(others)
			at[it.Use.Named] = j
			others = append(others, layout.Group{Name: "through " + through(it.Use.Named, h.name)})
		}
		others[j].Rows = append(others[j].Rows, it.row(false))
	}
	if a.callees {
		return foldExternal(own)
	}
	if len(own.Rows) == 0 {
		return others
	}
	return append([]layout.Group{own}, others...)
}

// An edgeOf identifies the edges of a queried node to the members with a name.
type edgeOf struct{ of, named string }

// edges describes the edges to callees that do not run in place of others.
func (a *Answer) edges() map[edgeOf]string {
	edges := map[edgeOf]string{}
	for i := range a.Items {
		if it := &a.Items[i]; a.callees && !it.Use.Dispatched {
			edges[edgeOf{it.Of, it.Use.Named}] = it.edge()
		}
	}
	return edges
}

// foldExternal splits callees into those of the tree and external symbols, which are
// named on one line unless there are only a few or nothing else.
func foldExternal(own layout.Group) []layout.Group {
	external := layout.Group{}
	var names []string
	for _, r := range own.Rows {
		if r.Kind == string(graph.KindExternal) {
			external.Rows = append(external.Rows, r)
			names = append(names, r.Name)
		}
	}
	if n := len(own.Rows) - len(external.Rows); n == 0 || len(external.Rows) < leastFolded {
		return []layout.Group{own}
	}
	own.Rows = slices.DeleteFunc(own.Rows, func(r layout.Row) bool { return r.Kind == string(graph.KindExternal) })
	names = slices.Compact(names)
	more := ""
	if left := len(names) - shownExternal; left > 0 {
		names, more = names[:shownExternal], fmt.Sprintf(" and %d more", left)
	}
	external.Folded = fmt.Sprintf("and %s: %s%s", render.Count(len(external.Rows), "external symbol"),
		layout.Names(names), more)
	return []layout.Group{own, external}
}

const (
	leastFolded   = 3  // minimum number of external symbols that are folded
	shownExternal = 20 // maximum number of external symbols that are named
)

// row formats an item: a caller with the lines of its uses, a callee with its location.
func (it *Item) row(callee bool) layout.Row {
	out := layout.Row{Item: it.Item, Use: it.Use.Type, Name: render.OneLine(it.Label()),
		Under: strings.Join(it.source, "\n")}
	if it.Kind == string(graph.KindExternal) && !strings.Contains(out.Name, ".") {
		out.Name = render.OneLine(it.Title()) // with the package of a function
	}
	if callee {
		out.Use = it.Use.Phrase(it.Use.Dispatched)
		out.Rest = it.edge()
		if it.Use.Dispatched {
			out.Rest = strings.TrimSpace(out.Rest + " " + it.through(out.Name))
		}
	} else {
		out.Line, out.More = it.Use.Line, layout.MoreLines(it.Use.Lines)
		out.Rest = it.about()
	}
	return out
}

// edge describes the edge to a callee, without its kind if that is Calls.
func (it *Item) edge() string {
	return strings.TrimPrefix(strings.TrimPrefix(it.Use.Phrase(false), graph.Calls.String()), ", ")
}

// through names the member in place of which a callee runs.
func (it *Item) through(name string) string {
	return "through " + layout.NameFrom(it.Use.Named, name)
}

// about describes the edge of a caller, unless it is an exact call of the queried node.
func (it *Item) about() string {
	var words []string
	switch {
	case it.within:
		words = append(words, it.Use.Type+" "+layout.Short(it.Use.Named))
	case it.Use.Type != graph.Calls.String():
		words = append(words, it.Use.Type)
	}
	if it.Use.Tier != graph.Exact.String() {
		words = append(words, it.Use.Tier)
	}
	words = append(words, it.Use.Ops...)
	if it.Test {
		words = append(words, "test")
	}
	return strings.Join(words, ", ")
}
