package questions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/render"
)

// A Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// Lines returns the answer as text of at most budget tokens, 0 for any number. An answer that
// does not fit loses its lines of source first. If that is not enough, the rows of as many
// files as fit are printed, and of the others their number by folder; the last line counts
// what is left out.
func (a *Answer) Lines(c Counter, budget int) []string {
	if a.Total == 0 {
		return nil
	}
	l := layout{Answer: a, counter: c, budget: budget, source: true}
	if lines := l.all(); budget == 0 || l.fits(lines) {
		return lines
	}
	l.source = false
	if lines := l.all(); l.fits(lines) {
		return lines
	}
	return l.summary()
}

// A layout fits an answer into a budget.
type layout struct {
	*Answer
	counter Counter
	budget  int
	source  bool // rows have their lines of source
}

func (l *layout) fits(lines []string) bool { return l.size(lines) <= l.budget }

func (l *layout) size(lines []string) int {
	return l.counter.Count(strings.Join(lines, "\n") + "\n")
}

// title is the first line.
func (a *Answer) title() string {
	var counts []string
	for _, g := range a.Groups {
		counts = append(counts, fmt.Sprintf("%s (%d)", g.Name, g.Total))
	}
	return fmt.Sprintf("%s of %s: %s", a.Question, render.OneLine(a.Of), strings.Join(counts, ", "))
}

// all writes every row.
func (l *layout) all() []string {
	lines := []string{l.title()}
	for _, g := range l.Groups {
		rows := l.rows(g.Name)
		if len(rows) > 0 && len(l.Groups) > 1 {
			lines = append(lines, g.Name)
		}
		lines = append(lines, l.texts(rows)...)
	}
	if left := l.Total - len(l.Items); left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more: --limit 0", left))
	}
	return lines
}

func (l *layout) texts(rows []Row) []string {
	var lines []string
	for i := range rows {
		lines = append(lines, rows[i].text(l.source))
	}
	return lines
}

// summary writes the rows of as many files as the budget admits, those of every group in its
// order, and counts the rest.
func (l *layout) summary() []string {
	shown := map[unit]bool{}
	units := l.units()
	// Each group gets an equal share of what the summaries leave, and what one does not use
	// goes to the next.
	left := l.budget - l.size(l.written(units, shown))
	for i, g := range l.Groups {
		share := left / (len(l.Groups) - i)
		for _, u := range units {
			if u.group != g.Name {
				continue
			}
			cost := l.size(l.texts(l.of(u)))
			if cost > share {
				continue
			}
			shown[u] = true
			share, left = share-cost, left-cost
		}
	}
	for i := len(units) - 1; i >= 0; i-- { // sums of sizes are near, not exact
		if lines := l.written(units, shown); l.fits(lines) {
			return lines
		}
		delete(shown, units[i])
	}
	lines := []string{l.title(), more(l.Total, len(l.Groups))}
	for len(lines) > 0 && !l.fits(lines) {
		lines = lines[1:]
	}
	return lines
}

// A unit is the rows of a file in a group: printed whole, or counted.
type unit struct{ group, path string }

// units lists the units in the order of the answer.
func (l *layout) units() []unit {
	var units []unit
	for i := range l.Items {
		u := unit{l.Items[i].Group, l.Items[i].Path}
		if !slices.Contains(units, u) {
			units = append(units, u)
		}
	}
	return units
}

// of lists the rows of a unit.
func (l *layout) of(u unit) []Row {
	var rows []Row
	for _, r := range l.rows(u.group) {
		if r.Path == u.path {
			rows = append(rows, r)
		}
	}
	return rows
}

// written writes the units that are shown and counts the others by folder.
func (l *layout) written(units []unit, shown map[unit]bool) []string {
	lines := []string{l.title()}
	left, groups := l.Total-len(l.Items), 0
	for _, g := range l.Groups {
		if len(l.Groups) > 1 {
			lines = append(lines, g.Name)
		}
		var rest []Row
		for _, u := range units {
			switch {
			case u.group != g.Name:
			case shown[u]:
				lines = append(lines, l.texts(l.of(u))...)
			default:
				rest = append(rest, l.of(u)...)
			}
		}
		folders := byFolder(rest)
		lines = append(lines, folders...)
		left, groups = left+len(rest), groups+len(folders)
	}
	return append(lines, more(left, groups))
}

func more(rows, groups int) string {
	return fmt.Sprintf("… %d more in %s: --all", rows, render.Count(groups, "group"))
}

// rows lists the rows of a group.
func (a *Answer) rows(group string) []Row {
	from := slices.IndexFunc(a.Items, func(r Row) bool { return r.Group == group })
	if from < 0 {
		return nil
	}
	to := from
	for to < len(a.Items) && a.Items[to].Group == group {
		to++
	}
	return a.Items[from:to]
}

// mostFolders is how many folders a summary names.
const mostFolders = 10

// byFolder counts rows by file, or by folder if the files are many: most rows first.
func byFolder(rows []Row) []string {
	counts := countBy(rows, func(path string) string { return path })
	for depth := 5; len(counts) > mostFolders && depth > 0; depth-- {
		counts = countBy(rows, func(path string) string { return folder(path, depth) })
	}
	var lines []string
	for _, c := range counts[:min(len(counts), mostFolders)] {
		lines = append(lines, fmt.Sprintf("  … %d in %s", c.rows, render.OneLine(c.name)))
	}
	if rest := counts[min(len(counts), mostFolders):]; len(rest) > 0 {
		sum := 0
		for _, c := range rest {
			sum += c.rows
		}
		lines = append(lines, fmt.Sprintf("  … %d in %s", sum, render.Count(len(rest), "other folder")))
	}
	return lines
}

// folder returns the first folders of a path.
func folder(path string, depth int) string {
	parts := strings.Split(path, "/")
	if len(parts) <= depth {
		return path
	}
	return strings.Join(parts[:depth], "/") + "/"
}

type folderCount struct {
	name string
	rows int
}

func countBy(rows []Row, name func(path string) string) []folderCount {
	at := map[string]int{}
	var counts []folderCount
	for i := range rows {
		key := cmp.Or(name(rows[i].Path), "external symbols")
		j, ok := at[key]
		if !ok {
			j = len(counts)
			at[key], counts = j, append(counts, folderCount{name: key})
		}
		counts[j].rows++
	}
	slices.SortStableFunc(counts, func(a, b folderCount) int { return cmp.Compare(b.rows, a.rows) })
	return counts
}
