package impact

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/answer/openends"
	"seedgraph/render"
)

// shownEnds is how many ends of a sort the text lists first.
const shownEnds = 20

// Lines returns the impact as text: the ends first, then code, then tests, then what
// only messages lead to, each by depth and file.
func (a *Answer) Lines() []string {
	lines := []string{a.summary()}
	if a.Open > 0 {
		lines = append(lines, fmt.Sprintf("not known: %s may use it, too: %s", render.Count(a.Open, "call"),
			openends.Names(a.OpenEnds, a.Open)))
	}
	if a.walked > 0 && !slices.ContainsFunc(a.listed, func(it Item) bool { return it.Depth > 0 }) {
		return append(lines, a.nothing())
	}
	if a.o.Until == "" {
		lines = append(lines, a.ends("routes", EndRoute)...)
		lines = append(lines, a.ends("entry points and others that nothing uses", EndEntry)...)
		lines = append(lines, a.ends("tests to run", EndTest)...)
	}
	lines = append(lines, section("", a.Items, false)...)
	lines = append(lines, section("tests, ", a.Items, true)...)
	lines = append(lines, section("through messages, ", a.ByMessage, false)...)
	lines = append(lines, section("tests through messages, ", a.ByMessage, true)...)
	if left := a.Left(); left > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more; --limit prints more", left))
	}
	return lines
}

// nothing says that no affected definition is one that was asked for.
func (a *Answer) nothing() string {
	if a.o.Until == "" {
		return "the filters exclude all of them"
	}
	if a.Truncated {
		return fmt.Sprintf("none among the first %d affected definitions", a.walked)
	}
	return fmt.Sprintf("no %s among %s", a.o.Until, render.Count(a.walked, "affected definition"))
}

// summary is the first line.
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

// singular names one of the definitions that an impact is asked for.
func singular(until string) string {
	switch until {
	case UntilTests, UntilRoutes, UntilTables:
		return strings.TrimSuffix(until, "s")
	case UntilEntries:
		return "entry point"
	}
	return until
}

// limit says where the walk stopped before its end; empty if it did not.
func (a *Answer) limit() string {
	switch a.StoppedAt {
	case StoppedNodes:
		return fmt.Sprintf("; stopped at %d, --max-nodes goes further", a.o.MaxNodes)
	case StoppedDepth:
		return fmt.Sprintf("; stopped at depth %d: %s at depth %d, --max-depth goes further",
			a.o.MaxDepth, render.Count(a.Beyond, "more caller"), a.o.MaxDepth+1)
	}
	return ""
}

// ends lists the items that are ends of a sort, each with the way to what changed.
func (a *Answer) ends(title, end string) []string {
	var lines []string
	total := 0
	for i := range a.listed {
		it := &a.listed[i]
		if it.End != end {
			continue
		}
		if total++; total <= shownEnds {
			lines = append(lines, fmt.Sprintf("  %s  %s %s  %s%s", it.Handle, it.Kind, it.Name,
				render.Place(it.Item), a.way(it)))
		}
	}
	if total == 0 {
		return nil
	}
	if total > shownEnds {
		lines = append(lines, fmt.Sprintf("  … and %d more, below", total-shownEnds))
	}
	return append([]string{fmt.Sprintf("%s (%d)", title, total)}, lines...)
}

// way describes the definitions between an item and what changed.
func (a *Answer) way(it *Item) string {
	var names []string
	for _, at := range a.Way(it) {
		names = append(names, at.Name)
	}
	if names = slices.Compact(names); len(names) == 0 {
		return ""
	}
	return "  through " + strings.Join(names, ", ")
}

// Way lists the items between an item and what changed, nearest to the item first.
func (a *Answer) Way(it *Item) []*Item {
	var way []*Item
	for at := a.items[it.parent]; at != nil && at.Depth > 0; at = a.items[at.parent] {
		way = append(way, at)
	}
	return way
}

// section lists code or tests by depth and file.
func section(title string, items []Item, tests bool) []string {
	var lines []string
	depth, path := 0, ""
	for i := range items {
		it := &items[i]
		if it.Depth == 0 || it.Test != tests {
			continue
		}
		if it.Depth != depth {
			depth, path = it.Depth, ""
			lines = append(lines, fmt.Sprintf("%sdepth %d", title, depth))
		}
		if it.Path != path || path == "" {
			path = it.Path
			lines = append(lines, "  "+file(it))
		}
		lines = append(lines, "    "+it.line())
	}
	return lines
}

// file is the heading of the items of a file.
func file(it *Item) string {
	if it.Path == "" {
		return render.Place(it.Item)
	}
	return render.OneLine(it.Path)
}

// line describes an item and the edge that leads from it.
func (it *Item) line() string {
	text := fmt.Sprintf("%s  %s %s", it.Handle, it.Kind, it.Name)
	if it.StartLine > 0 {
		text += fmt.Sprintf(" :%d", it.StartLine)
	}
	return text + "  " + it.Via.Phrase(true)
}
