package questions

import (
	"fmt"
	"path"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
)

// edges maps questions to the edge kind common to all their rows, which rows omit.
var edges = map[string]graph.EdgeKind{"readers": graph.ReadsFrom, "handlers": graph.Handles,
	"senders": graph.Requests, "requests": graph.Requests, "changes": graph.SchemaChange,
	"hierarchy": graph.Inherits}

// Sheet returns the printable answer: the listed rows, under the names of their groups if
// several are not folded, with their lines of source below them if these are read.
func (a *Answer) Sheet() *layout.Sheet {
	known := ""
	if kind, ok := edges[a.Question]; ok {
		known = kind.String()
	}
	s := &layout.Sheet{Head: []string{a.title()}, Left: a.Total - len(a.Items)}
	if a.Total == 0 && a.Open > 0 {
		s.Head = []string{openends.MayUse(a.OpenEnds, a.Open)}
	}
	unfolded := 0
	for _, g := range a.Groups {
		if a.folded(g.Name) == "" {
			unfolded++
		}
	}
	for i := range a.Items {
		r := &a.Items[i]
		if i == 0 || a.Items[i-1].Group != r.Group {
			s.Groups = append(s.Groups, layout.Group{})
			g := &s.Groups[len(s.Groups)-1]
			if g.Folded = a.folded(r.Group); unfolded > 1 || g.Folded != "" {
				g.Name = a.counted(r.Group)
			}
		}
		g := &s.Groups[len(s.Groups)-1]
		g.Rows = append(g.Rows, r.laidOut(a.sources, known)...)
	}
	return s
}

// folded returns the line that summarizes a group whose rows are rarely needed, or "".
func (a *Answer) folded(group string) string {
	var names []string
	for _, r := range a.Items {
		if r.Group == generalUses {
			names = append(names, render.OneLine(r.Label()))
		}
	}
	switch group {
	case generalUses:
		return "also through generic code for any table: " + layout.Names(shortened(slices.Compact(names)))
	case generalEntries:
		return layout.Silent
	case generalTests:
		for _, r := range a.Items {
			if r.Group == group && !slices.Contains(names, r.by) {
				names = append(names, r.by)
			}
		}
		return fmt.Sprintf("also %s through code with many targets: %s", render.Count(a.in(group), "test"),
			layout.Names(shortened(names)))
	case mockedTests, queuedTests:
		if a.Groups[0].Name == runTests {
			return fmt.Sprintf("also %s: %s", group, a.filesOf(group))
		}
	case creations:
		if len(a.Groups) > 1 {
			return fmt.Sprintf("also created, and not sent, by %s: %s",
				render.Count(a.in(group), "definition"), a.filesOf(group))
		}
	case schemaSnapshots:
		return "also in snapshots of the schema: " + a.filesOf(group)
	case otherDefinitions:
		if len(a.Groups) > 1 {
			return fmt.Sprintf("also defined in other scripts: %s", render.Count(a.in(group), "definition"))
		}
	}
	return ""
}

// filesOf returns the names of the files of a group, with the numbers of their rows.
func (a *Answer) filesOf(group string) string {
	var names []string
	rows := map[string]int{}
	for i := range a.Items {
		if r := &a.Items[i]; r.Group == group {
			name := path.Base(r.Path)
			if rows[name]++; rows[name] == 1 {
				names = append(names, name)
			}
		}
	}
	for i, name := range names {
		if n := rows[name]; n > 1 {
			names[i] = fmt.Sprintf("%s (%d)", name, n)
		}
	}
	return layout.Names(shortened(names))
}

// in returns the number of listed rows of a group.
func (a *Answer) in(group string) int {
	n := 0
	for i := range a.Items {
		if a.Items[i].Group == group {
			n++
		}
	}
	return n
}

// shownNames is the maximum number of names on a line.
const shownNames = 2

func shortened(names []string) []string {
	if more := len(names) - shownNames; more > 0 {
		return append(slices.Clone(names[:shownNames]), fmt.Sprintf("%d more", more))
	}
	return names
}

// title returns the first line. If only one group is not folded, its rows have no heading.
func (a *Answer) title() string {
	of := render.OneLine(a.Of)
	if len(a.of) > 0 {
		of = a.named(shortName)
	}
	title := a.Question + " of " + of
	var shown []Group
	for _, g := range a.Groups {
		if a.folded(g.Name) == "" {
			shown = append(shown, g)
		}
	}
	switch {
	case len(shown) != 1:
		return title
	case shown[0].Name == a.Question:
		return fmt.Sprintf("%s (%d)", title, shown[0].Total)
	}
	return title + ": " + a.counted(shown[0].Name)
}

// shortName returns the name of a queried definition in the title. External symbols have no
// place in the tree, so their whole names are printed.
func shortName(it render.Item) string {
	if it.Kind == string(graph.KindExternal) {
		return render.OneLine(it.Title())
	}
	return layout.Short(it.Title())
}

// counted returns the name of a group with the number of its rows.
func (a *Answer) counted(group string) string {
	for _, g := range a.Groups {
		if g.Name == group {
			return fmt.Sprintf("%s (%d)", group, g.Total)
		}
	}
	return group
}
