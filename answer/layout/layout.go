package layout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/render"
)

// A Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// A Row is one result.
type Row struct {
	render.Item        // the definition that it is about
	Line        uint32 // of the evidence in its file; 0: that of the name
	Use         string // edge or operation; may be empty
	Text        string // the line, with its indentation
	Under       string // lines below it, which are left out first; may be empty
}

// Place returns the file and line of a row.
func (r *Row) Place() string { return render.PlaceAt(r.Item, cmp.Or(r.Line, r.Item.Line())) }

// A Group is rows under a heading.
type Group struct {
	Name string // empty: no heading
	Noun string // what the rows are, where they are counted; may be empty
	Rows []Row
}

// A Sheet is an answer as it is printed.
type Sheet struct {
	Head   []string // lines before the rows
	Groups []Group
	Left   int // rows that a limit has left out
}

// A Page is a part of a sheet.
type Page struct {
	Lines []string
	Rows  []uint32 // that it has, by number in the sheet
	// what is left, "… 12 more in 3 groups"; empty if nothing is
	More string
}

// Lines returns the sheet as text of at most budget tokens, 0 for any number.
func (s *Sheet) Lines(c Counter, budget int) []string {
	l := s.layout(c, budget, nil)
	if budget == 0 {
		return l.all(true)
	}
	p := l.page()
	if p.More == "" {
		return p.Lines
	}
	return append(p.Lines, p.More+howToGetAll)
}

// howToGetAll ends the last line of a sheet that is too long.
const howToGetAll = ": --all"

// Page returns the rows that were not given, by number, within a budget. A page that is not the
// last has at least one, however long those of one file are together, if one fits at all.
func (s *Sheet) Page(c Counter, budget int, given map[uint32]bool) Page {
	l := s.layout(c, budget, given)
	p := l.page()
	if len(p.Rows) == 0 && p.More != "" {
		if part, ok := l.part(); ok {
			return part
		}
	}
	return p
}

// A unit is the rows that a group has of one file.
type unit struct {
	group int
	rows  []uint32
	cost  int
	shown bool
}

// A layout fits what is left of a sheet into a budget.
type layout struct {
	*Sheet
	counter Counter
	budget  int
	rows    []*Row // all, by number
	given   map[uint32]bool
	units   []*unit
	total   int // rows that are not given
}

func (s *Sheet) layout(c Counter, budget int, given map[uint32]bool) *layout {
	l := &layout{Sheet: s, counter: c, budget: budget, given: given}
	for g := range s.Groups {
		byPath := map[string]*unit{}
		for i := range s.Groups[g].Rows {
			n := uint32(len(l.rows))
			row := &s.Groups[g].Rows[i]
			l.rows = append(l.rows, row)
			if given[n] {
				continue
			}
			u := byPath[row.Path]
			if u == nil {
				u = &unit{group: g}
				byPath[row.Path] = u
				l.units = append(l.units, u)
			}
			u.rows = append(u.rows, n)
			l.total++
		}
	}
	return l
}

func (l *layout) size(lines []string) int {
	return l.counter.Count(strings.Join(lines, "\n") + "\n")
}

// suffix is room for what follows [Page.More] on its line.
const suffix = 4

func (l *layout) fits(lines []string, more string) bool {
	if more != "" {
		return l.size(append(slices.Clone(lines), more+howToGetAll)) <= l.budget
	}
	return l.size(lines) <= l.budget
}

// page fits the rows into the budget.
func (l *layout) page() Page {
	for _, under := range []bool{true, false} {
		if l.total > l.budget { // a row has a token at least
			break
		}
		if lines := l.all(under); l.fits(lines, "") {
			return Page{Lines: lines, Rows: l.numbers(func(*unit) bool { return true })}
		}
	}
	return l.summary()
}

// numbers lists the rows of some units, ascending.
func (l *layout) numbers(of func(*unit) bool) []uint32 {
	var out []uint32
	for _, u := range l.units {
		if of(u) {
			out = append(out, u.rows...)
		}
	}
	slices.Sort(out)
	return out
}

// all writes every row that is not given.
func (l *layout) all(under bool) []string {
	lines := slices.Clone(l.Head)
	n := uint32(0)
	for _, g := range l.Groups {
		begun := g.Name == ""
		for i := range g.Rows {
			n++
			if l.given[n-1] {
				continue
			}
			if !begun {
				lines, begun = append(lines, g.Name), true
			}
			lines = append(lines, g.Rows[i].lines(under)...)
		}
	}
	if l.Left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more: --limit 0", l.Left))
	}
	return lines
}

func (r *Row) lines(under bool) []string {
	if under && r.Under != "" {
		return append([]string{r.Text}, strings.Split(r.Under, "\n")...)
	}
	return []string{r.Text}
}

func (l *layout) texts(rows []uint32) []string {
	lines := make([]string, len(rows))
	for i, n := range rows {
		lines[i] = l.rows[n].Text
	}
	return lines
}

// summary prints the units that fit, those of every group in its order, and counts the rest.
func (l *layout) summary() Page {
	// The counts come first. Each group gets an equal share of the remaining tokens and passes the
	// rest of its share on to the next group.
	lines, more := l.written()
	left := l.budget - l.size(append(lines, more)) - suffix
	at := 0
	for g := range l.Groups {
		share := left / (len(l.Groups) - g)
		for ; at < len(l.units) && l.units[at].group == g; at++ {
			u := l.units[at]
			if share <= 0 {
				continue
			}
			if u.cost = l.size(l.texts(u.rows)); u.cost <= share {
				u.shown = true
				share, left = share-u.cost, left-u.cost
			}
		}
	}
	return l.trimmed()
}

// trimmed leaves out shown units until the page fits: sums of sizes are near, not exact. A
// budget without room for any has the end of the page alone, or nothing.
func (l *layout) trimmed() Page {
	lines, more := l.written()
	for i := len(l.units) - 1; i >= 0 && !l.fits(lines, more); i-- {
		if l.units[i].shown {
			l.units[i].shown = false
			lines, more = l.written()
		}
	}
	if !l.fits(lines, more) {
		lines = slices.Clone(l.Head)
		more = moreIn(l.total+l.Left, len(l.Groups))
	}
	for len(lines) > 0 && !l.fits(lines, more) {
		lines = lines[:len(lines)-1]
	}
	if !l.fits(lines, more) {
		more = ""
	}
	return Page{Lines: lines, Rows: l.numbers(func(u *unit) bool { return u.shown }), More: more}
}

// written writes the units that are shown and counts the others by folder.
func (l *layout) written() (lines []string, more string) {
	lines = slices.Clone(l.Head)
	left, groups, at := l.Left, 0, 0
	for g, group := range l.Groups {
		begun := group.Name == ""
		var rest []uint32
		for ; at < len(l.units) && l.units[at].group == g; at++ {
			if !begun {
				lines, begun = append(lines, group.Name), true
			}
			if u := l.units[at]; u.shown {
				lines = append(lines, l.texts(u.rows)...)
			} else {
				rest = append(rest, u.rows...)
			}
		}
		folders := l.byFolder(rest, group.Noun)
		lines = append(lines, folders...)
		left, groups = left+len(rest), groups+len(folders)
	}
	return lines, moreIn(left, groups)
}

func moreIn(rows, groups int) string {
	return fmt.Sprintf("… %d more in %s", rows, render.Count(max(groups, 1), "group"))
}

// part is a page of rows of the first unit alone, which no page can have as a whole.
func (l *layout) part() (Page, bool) {
	if len(l.units) == 0 {
		return Page{}, false
	}
	u := l.units[0]
	var lines []string
	if name := l.Groups[u.group].Name; name != "" {
		lines = append(lines, name)
	}
	more := func(n int) string { return moreIn(l.total-n, len(l.units)) }
	n := 0
	for n < len(u.rows) && l.fits(append(slices.Clone(lines), l.texts(u.rows[:n+1])...), more(n+1)) {
		n++
	}
	p := Page{Lines: append(lines, l.texts(u.rows[:n])...), Rows: u.rows[:n], More: more(n)}
	return p, n > 0
}

// mostFolders is how many folders a summary names.
const mostFolders = 10

// byFolder counts rows by file, or by folder if the files are many: most rows first.
func (l *layout) byFolder(rows []uint32, noun string) []string {
	counts := l.countBy(rows, func(path string) string { return path })
	for depth := 5; len(counts) > mostFolders && depth > 0; depth-- {
		counts = l.countBy(rows, func(path string) string { return folder(path, depth) })
	}
	if noun != "" {
		noun = " " + noun
	}
	var lines []string
	for _, c := range counts[:min(len(counts), mostFolders)] {
		lines = append(lines, fmt.Sprintf("  … %d%s in %s", c.rows, noun, render.OneLine(c.name)))
	}
	if rest := counts[min(len(counts), mostFolders):]; len(rest) > 0 {
		sum := 0
		for _, c := range rest {
			sum += c.rows
		}
		lines = append(lines, fmt.Sprintf("  … %d%s in %s", sum, noun, render.Count(len(rest), "other folder")))
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

func (l *layout) countBy(rows []uint32, name func(path string) string) []folderCount {
	at := map[string]int{}
	var counts []folderCount
	for _, n := range rows {
		key := cmp.Or(name(l.rows[n].Path), "external symbols")
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
