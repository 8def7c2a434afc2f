package layout

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// A Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// A Row is one result. Rows of one file that follow each other are below its path, each with its
// lines alone; what such a row shares with the one above it is left out.
type Row struct {
	render.Item        // the definition that it is about
	Line        uint32 // of the evidence in its file; 0: that of the name
	More        string // further lines, as ",8,11"; may be empty
	Use         string // edge or operation; may be empty
	Name        string // of the definition, without its kind
	Rest        string // columns behind the place; may be empty
	Verbatim    bool   // Rest ends with source
	Depth       int    // levels below the group, of a tree
	Under       string // lines below it, which are left out first; may be empty
}

// Place returns the file and line of a row.
func (r *Row) Place() string { return render.PlaceAt(r.Item, cmp.Or(r.Line, r.Item.Line())) }

// likewise replaces the text after the place of a row if the row above has the same text.
const likewise = "likewise"

// leastRepeated is how many bytes a row must share with the one above it to say so.
const leastRepeated = 24

// text writes a row that follows another of the same file, nil for the first; full rows have
// their whole place.
func (r *Row) text(above *Row, full bool) string {
	place := r.Place() + r.More
	if !full {
		place = strings.TrimPrefix(place, render.OneLine(r.Path))
	}
	columns := []string{r.Handle, r.Kind + " " + r.nameBelow(above), place}
	switch {
	case above != nil && above.ID == r.ID && above.Name == r.Name:
		columns = []string{"  " + place}
	case r.Kind == string(graph.KindRoute): // its verb says so
		columns[1] = r.Name
	case r.Kind == string(graph.KindFile) && path.Base(r.Path) == r.Name:
		columns[1] = r.Kind
	}
	switch {
	case r.Rest == "":
	case above != nil && above.Rest == r.Rest && !r.Verbatim && len(r.Rest) >= leastRepeated:
		columns = append(columns, likewise)
	default:
		columns = append(columns, r.Rest)
	}
	return strings.Join(columns, "  ")
}

// shownLines is how many lines of a use the text lists.
const shownLines = 8

// MoreLines lists the lines of a use behind the first, as [Row.More].
func MoreLines(lines []uint32) string {
	var b strings.Builder
	for i, l := range lines {
		switch {
		case i == 0:
		case i == shownLines:
			return fmt.Sprintf("%s and %d more", b.String(), len(lines)-i)
		default:
			b.WriteString("," + strconv.Itoa(int(l)))
		}
	}
	return b.String()
}

// nameBelow is the name of a row below another.
func (r *Row) nameBelow(above *Row) string {
	if above == nil || r.DataType == string(graph.Database) { // dbo. tells a table from other names
		return r.Name
	}
	return after(r.Name, above.Name)
}

// after is a name behind another: .Save behind Store.Load.
func after(name, before string) string {
	owner, member := split(name)
	if other, _ := split(before); owner == "" || other != owner {
		return name
	}
	return "." + member
}

// Names writes names in a line, each without the type that it shares with the one before it.
func Names(names []string) string {
	out := slices.Clone(names)
	for i := len(out) - 1; i > 0; i-- {
		out[i] = after(names[i], names[i-1])
	}
	return strings.Join(out, ", ")
}

// split separates a name from that of what has it; what is no such name has no owner.
func split(name string) (owner, member string) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || i == len(name)-1 || strings.ContainsAny(name, " /(<") {
		return "", name
	}
	return name[:i], name[i+1:]
}

// A Group is rows under a heading.
type Group struct {
	Name string // empty: no heading
	Noun string // what the rows are, where they are counted; may be empty
	Flat bool   // the rows are a list of definitions: not indented, each with its whole name
	// Folded is printed in place of the rows unless all rows are requested; Silent prints nothing, and
	// the empty string prints the rows.
	Folded string
	Rows   []Row
}

// Silent folds a group without a line.
const Silent = "-"

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
	l.howToUnfold = howToGetAll
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
	counter     Counter
	budget      int
	rows        []*Row // all, by number
	given       map[uint32]bool
	units       []*unit
	total       int    // rows that are not given
	howToUnfold string // ends lines that stand for the rows of a group
}

func (s *Sheet) layout(c Counter, budget int, given map[uint32]bool) *layout {
	l := &layout{Sheet: s, counter: c, budget: budget, given: given}
	for g := range s.Groups {
		byPath := map[string]*unit{}
		for i := range s.Groups[g].Rows {
			n := uint32(len(l.rows))
			row := &s.Groups[g].Rows[i]
			l.rows = append(l.rows, row)
			if given[n] || l.folds(g) {
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

// folds reports whether a group is summarised instead of printing its rows.
func (l *layout) folds(group int) bool { return l.budget > 0 && l.Groups[group].Folded != "" }

// folded returns the summary of a folded group, which only the first page has; nil for other groups.
func (l *layout) folded(group int) []string {
	text := l.Groups[group].Folded
	if !l.folds(group) || text == Silent || len(l.given) > 0 {
		return nil
	}
	return []string{text + l.howToUnfold}
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
	for g := range l.Groups {
		group := &l.Groups[g]
		if l.folds(g) {
			lines, n = append(lines, l.folded(g)...), n+uint32(len(group.Rows))
			continue
		}
		var run []*Row
		begun := group.Name == ""
		for i := range group.Rows {
			n++
			if l.given[n-1] {
				continue
			}
			if !begun {
				lines, begun = append(lines, group.Name), true
			}
			row := &group.Rows[i]
			if len(run) > 0 && run[0].Path != row.Path {
				lines, run = append(lines, group.block(run, under)...), nil
			}
			run = append(run, row)
		}
		lines = append(lines, group.block(run, under)...)
	}
	if l.Left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more: --limit 0", l.Left))
	}
	return lines
}

// block writes rows of one file that follow each other: several below its path.
func (g *Group) block(rows []*Row, under bool) []string {
	indent := "  "
	if g.Flat {
		indent = ""
	}
	var lines []string
	full := len(rows) < 2 || rows[0].Path == "" || g.isTree()
	if !full {
		lines = append(lines, indent+render.OneLine(rows[0].Path))
		indent += "  "
	}
	var above *Row
	for _, r := range rows {
		at := indent + strings.Repeat("  ", r.Depth)
		lines = append(lines, at+r.text(above, full))
		if under && r.Under != "" {
			for line := range strings.SplitSeq(r.Under, "\n") {
				lines = append(lines, at+"    "+line)
			}
		}
		if !full && !g.Flat {
			above = r
		}
	}
	return lines
}

// isTree reports whether the order of the rows is that of a tree.
func (g *Group) isTree() bool {
	return slices.ContainsFunc(g.Rows, func(r Row) bool { return r.Depth > 0 })
}

// texts writes rows of a unit without what is below them.
func (l *layout) texts(u *unit, rows []uint32) []string {
	list := make([]*Row, len(rows))
	for i, n := range rows {
		list[i] = l.rows[n]
	}
	return l.Groups[u.group].block(list, false)
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
			if u.cost = l.size(l.texts(u, u.rows)); u.cost <= share {
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
		lines = append(lines, l.folded(g)...)
		begun := group.Name == ""
		var rest []uint32
		for ; at < len(l.units) && l.units[at].group == g; at++ {
			if !begun {
				lines, begun = append(lines, group.Name), true
			}
			if u := l.units[at]; u.shown {
				lines = append(lines, l.texts(u, u.rows)...)
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
	for n < len(u.rows) && l.fits(append(slices.Clone(lines), l.texts(u, u.rows[:n+1])...), more(n+1)) {
		n++
	}
	p := Page{Lines: append(lines, l.texts(u, u.rows[:n])...), Rows: u.rows[:n], More: more(n)}
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
