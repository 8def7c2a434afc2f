package impact

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
)

// Sheet returns the printable impact: the ends first, then code, then tests, then
// definitions reached only through messages, each by depth.
func (a *Answer) Sheet() *layout.Sheet {
	s := &layout.Sheet{Head: []string{a.summary()}, Left: a.Left()}
	if len(a.Repositories) > 0 {
		s.Head = append(s.Head, a.repositories())
	}
	if a.Open > 0 {
		s.Head = append(s.Head, openends.MayUse(a.OpenEnds, a.Open))
	}
	if a.walked > 0 && !slices.ContainsFunc(a.listed, func(it Item) bool { return it.Depth > 0 }) {
		s.Head = append(s.Head, a.nothing())
		return s
	}
	if a.o.Until == "" {
		s.Groups = a.allEnds()
	}
	s.Groups = append(s.Groups, section("", a.Items, false)...)
	s.Groups = append(s.Groups, section("tests, ", a.Items, true)...)
	s.Groups = append(s.Groups, section("through messages, ", a.ByMessage, false)...)
	s.Groups = append(s.Groups, section("tests through messages, ", a.ByMessage, true)...)
	return s
}

// nothing returns the message that no affected definition is of the requested kind.
func (a *Answer) nothing() string {
	if a.o.Until == "" {
		return "the filters exclude all of them"
	}
	if a.Truncated {
		return fmt.Sprintf("none among the first %d affected definitions", a.walked)
	}
	return fmt.Sprintf("no %s among %s", a.o.Until, render.Count(a.walked, "affected definition"))
}

// summary returns the first line.
func (a *Answer) summary() string {
	var changed []string
	members := 0
	for _, it := range a.listed {
		switch {
		case it.Depth > 0:
		case len(changed) < 3:
			changed = append(changed, it.Name)
		default:
			members++
		}
	}
	name := strings.Join(changed, ", ")
	if members > 0 {
		name += fmt.Sprintf(" and %d more", members)
	}
	what := "definition"
	if a.o.Until != "" {
		what = singular(a.o.Until)
	}
	text := fmt.Sprintf("%s: %s may be affected", name, render.Count(a.Affected, what))
	if a.Affected > 0 && a.o.Until == "" {
		text += fmt.Sprintf(", %s", render.Count(len(a.Tests), "test"))
	}
	return text + a.limit()
}

// singular returns the singular name of the requested kind of definitions.
func singular(until Until) string {
	switch until {
	case UntilTests, UntilRoutes, UntilTables:
		return strings.TrimSuffix(string(until), "s")
	case UntilEntries:
		return "entry point"
	}
	return string(until)
}

// limit describes where the walk was truncated, or returns "".
func (a *Answer) limit() string {
	switch a.StoppedAt {
	case StoppedNodes:
		return fmt.Sprintf("; stopped at %d; --max-nodes raises the limit", a.o.MaxNodes)
	case StoppedDepth:
		return fmt.Sprintf("; stopped at depth %d: %s at depth %d; --max-depth raises the limit",
			a.o.MaxDepth, render.Count(a.Beyond, "more caller"), a.o.MaxDepth+1)
	}
	return ""
}

// allEnds lists the ends, a group for each kind.
func (a *Answer) allEnds() []layout.Group {
	var groups []layout.Group
	for _, end := range []struct{ title, kind string }{
		{"routes", EndRoute},
		{"entry points and other definitions without users", EndEntry},
		{"tests to run", EndTest},
	} {
		groups = append(groups, a.group(end.title, func(it *Item) bool { return it.End == end.kind })...)
	}
	return groups
}

// group lists the items for which in is true, each with the path to the change.
func (a *Answer) group(title string, in func(*Item) bool) []layout.Group {
	var g layout.Group
	for i := range a.listed {
		if it := &a.listed[i]; in(it) {
			row := it.row()
			row.Rest = a.way(it)
			g.Rows = append(g.Rows, row)
		}
	}
	if len(g.Rows) == 0 {
		return nil
	}
	g.Name = fmt.Sprintf("%s (%d)", title, len(g.Rows))
	return []layout.Group{g}
}

// way formats the definitions between an item and the change.
func (a *Answer) way(it *Item) string {
	var names []string
	for _, at := range a.between(it) {
		names = append(names, render.OneLine(at.Label()))
	}
	if names = slices.Compact(names); len(names) == 0 {
		return ""
	}
	return "through " + layout.Names(names)
}

// between lists the items between an item and the changed definition, nearest to the item
// first.
func (a *Answer) between(it *Item) []*Item {
	var way []*Item
	for at := a.items[it.parent]; at != nil && at.Depth > 0; at = a.items[at.parent] {
		way = append(way, at)
	}
	return way
}

// section lists code or tests by depth.
func section(title string, items []Item, tests bool) []layout.Group {
	var groups []layout.Group
	depth := 0
	for i := range items {
		it := &items[i]
		if it.Depth == 0 || it.Test != tests {
			continue
		}
		if it.Depth != depth {
			depth = it.Depth
			groups = append(groups, layout.Group{Name: fmt.Sprintf("%sdepth %d", title, depth)})
		}
		row := it.row()
		row.Use = it.Via.Phrase(true)
		row.Rest = row.Use
		g := &groups[len(groups)-1]
		g.Rows = append(g.Rows, row)
	}
	return groups
}

// row formats an item without its edge.
func (it *Item) row() layout.Row {
	name := render.OneLine(it.Label())
	if it.Kind == string(graph.KindRoute) {
		name = render.OneLine(it.Name) // including the HTTP verb
	}
	return layout.Row{Item: it.Item, Name: name}
}
