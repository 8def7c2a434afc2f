package layout

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// A Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// A Row is one result. Consecutive rows of one file are printed under its path, each with
// only its lines; the part of such a row that equals the row above is omitted. Consecutive
// rows of different files are printed under the path of a folder that they share, if that
// is shorter: a row states its file if the row above is not of the same file.
type Row struct {
	render.Item        // the definition that it describes
	Line        uint32 // of the evidence in its file; 0: the line of the name
	More        string // further lines, like ",8,11"; may be empty
	Use         string // edge or operation; may be empty
	Name        string // of the definition, without its kind
	Rest        string // columns after the location, with two spaces between them; may be empty
	Verbatim    bool   // Rest ends with source text
	Depth       int    // nesting level in the group, for a tree
	Under       string // lines below it, which are dropped first; may be empty
}

// Place returns the file and line of a row.
func (r *Row) Place() string { return render.PlaceAt(r.Item, cmp.Or(r.Line, r.Item.Line())) }

// likewise replaces the text after the location of a row if the row above has the same
// text.
const likewise = "likewise"

// leastRepeated is the minimum length in bytes of a text that likewise replaces.
const leastRepeated = 24

// text formats a row of a group that follows the row above of the same block, or nil for the
// first. The path of its place does not repeat the given folder, or the file of the block or of
// the row above.
func (l *layout) text(r, above *Row, given string, group int) string {
	rest := r.restBelow(above)
	if r.Rest == l.shared[group] {
		rest = ""
	}
	place := strings.TrimPrefix(r.Place()+r.More, render.OneLine(given))
	if above != nil && above.Path == r.Path {
		place = strings.TrimPrefix(r.Place()+r.More, render.OneLine(r.Path))
	}
	if l.trees[group] || l.Groups[group].Flat || above != nil && above.Path != r.Path {
		above = nil
	}
	columns := []string{l.handle(r), r.Kind + " " + r.nameBelow(above), place}
	switch {
	case above != nil && above.ID == r.ID && above.Name == r.Name:
		columns = []string{" " + place}
	case r.Kind == string(graph.KindRoute): // the verb in its name shows the kind
		columns[1] = Short(r.Name)
	case r.Kind == string(graph.KindFile) && path.Base(r.Path) == r.Name:
		columns[1] = r.Kind
	}
	if r.Kind == string(graph.KindExternal) { // the kind shows that there is no location
		columns = columns[:2]
	}
	if rest != "" {
		columns = append(columns, rest)
	}
	return strings.Join(columns, " ")
}

// restBelow returns the columns after the location of a row printed after the row above:
// likewise in place of a long one that is the same above.
func (r *Row) restBelow(above *Row) string {
	if r.Verbatim {
		return r.Rest
	}
	columns := strings.Split(r.Rest, columnGap)
	if above != nil {
		before := strings.Split(above.Rest, columnGap)
		for i := range columns[:min(len(columns), len(before))] {
			switch {
			case columns[i] == before[i] && len(columns[i]) >= leastRepeated:
				columns[i] = likewise
			case r.Kind == string(graph.KindRoute): // of another kind, it has a type of its own
				columns[i] = phraseAfter(columns[i], before[i])
			}
		}
	}
	return strings.Join(columns, " ")
}

// columnGap separates the columns of [Row.Rest].
const columnGap = "  "

// phraseAfter abbreviates the first qualified name in a phrase that follows another with the
// same first word, such as "handled by .Close" after "handled by Orders.Open".
func phraseAfter(phrase, before string) string {
	words, others := strings.Split(phrase, " "), strings.Split(before, " ")
	if words[0] != others[0] || strings.Contains(phrase, ":") {
		return phrase
	}
	last := "" // qualified name of the other phrase
	for _, w := range others {
		if w = strings.TrimSuffix(w, ","); w != shortOf(w) {
			last = w
		}
	}
	for i, w := range words[1:] {
		name := strings.TrimSuffix(w, ",")
		if name != shortOf(name) {
			words[i+1] = after(name, last) + w[len(name):]
			return strings.Join(words, " ")
		}
	}
	return phrase
}

// shortOf returns the last of qualified names.
func shortOf(name string) string {
	_, last := split(name)
	return last
}

// handle returns the handle of a row as printed.
func (l *layout) handle(r *Row) string {
	if l.Handles == nil {
		return r.Handle
	}
	return l.Handles.Abbreviate(r.Handle)
}

// shownLines is the maximum number of lines of a use listed in text.
const shownLines = 8

// MoreLines formats the lines of a use after the first, for [Row.More].
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

// nameBelow returns the name of a row printed after the row above of its file, if any;
// without the type if the file has its name.
func (r *Row) nameBelow(above *Row) string {
	switch owner, member := split(r.Name); {
	case r.DataType == string(graph.Database): // the schema distinguishes tables
		return r.Name
	case above != nil:
		return after(r.Name, above.Name)
	case owner != "" && sameLetters(owner, strings.TrimSuffix(path.Base(r.Path), path.Ext(r.Path))):
		return "." + member
	}
	return r.Name
}

// sameLetters reports whether two names differ only in case and punctuation, such as
// OrderService and order.service.
func sameLetters(a, b string) bool {
	letters := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, s)
	}
	return letters(a) == letters(b)
}

// after abbreviates a name that follows another: .Save after Store.Load.
func after(name, before string) string {
	owner, member := split(name)
	if other, _ := split(before); owner == "" || other != owner {
		return name
	}
	return "." + member
}

// NameFrom returns the last names of a member of a type, as they are written in source: only
// that of the type if the member has the name of the other one.
func NameFrom(member, other string) string {
	owner, last := split(render.OneLine(member))
	if owner == "" {
		return last
	}
	_, outer := split(owner)
	if _, own := split(other); own == last {
		return outer
	}
	return outer + "." + last
}

// leastNames is the minimum number of names that Short keeps.
const leastNames = 2

// Short returns the last names of a qualified name: those of a type and its member, or more if
// one of the others has the same.
func Short(name string, others ...string) string {
	name = render.OneLine(name)
	short := lastNames(name, leastNames)
	for n := leastNames; short != name && slices.ContainsFunc(others, func(other string) bool {
		other = render.OneLine(other)
		return other != name && lastNames(other, n) == short
	}); {
		n++
		short = lastNames(name, n)
	}
	return short
}

// lastNames returns the last n names of a qualified name, which may follow a verb.
func lastNames(name string, n int) string {
	if verb, named, ok := strings.Cut(name, " "); ok && strings.ToUpper(verb) == verb {
		return verb + " " + lastNames(named, n)
	}
	owner, _ := split(name)
	for ; n > 1 && owner != ""; n-- {
		owner, _ = split(owner)
	}
	return strings.TrimPrefix(name, owner+".")
}

// Names joins names on a line, each without the type that it shares with the previous
// one.
func Names(names []string) string {
	out := slices.Clone(names)
	for i := len(out) - 1; i > 0; i-- {
		out[i] = after(names[i], names[i-1])
	}
	return strings.Join(out, ", ")
}

// split splits a name into its owner and the member; names of other forms have no owner.
func split(name string) (owner, member string) {
	i := strings.LastIndexByte(name, '.')
	if i <= 0 || i == len(name)-1 || strings.ContainsAny(name, " /(<") {
		return "", name
	}
	return name[:i], name[i+1:]
}

// A Group is a list of rows with a heading.
type Group struct {
	Name string // empty: no heading
	Noun string // noun for counting the rows; may be empty
	Flat bool   // the rows are a list of definitions: not indented, each with its full name
	// Folded is printed in place of the rows unless all rows are requested. Silent prints
	// nothing; the empty string prints the rows.
	Folded string
	Rows   []Row
}

// titled reports whether the first line is the heading of the first group: the others, if any,
// are folded and have their own.
func (s *Sheet) titled() bool {
	return len(s.Head) > 0 && len(s.Groups) > 0 && s.Groups[0].Name == "" &&
		!slices.ContainsFunc(s.Groups[1:], func(g Group) bool { return g.Folded == "" || g.Name == "" })
}

// sharedRest returns the text after the location that all rows have, or "". It is printed
// once, in the heading.
func (s *Sheet) sharedRest(group int) string {
	g := &s.Groups[group]
	if g.Name == "" && (group > 0 || !s.titled()) || len(g.Rows) < 2 || g.Flat || g.Rows[0].Verbatim {
		return ""
	}
	first := g.Rows[0].Rest
	for i := range g.Rows {
		if g.Rows[i].Rest != first {
			return ""
		}
	}
	return first
}

// heading returns the line above the rows of a group.
func (l *layout) heading(group int) string {
	return l.withShared(l.Groups[group].Name, group) + ":"
}

// withShared adds to a heading the text that all rows of a group have.
func (l *layout) withShared(heading string, group int) string {
	if text := l.shared[group]; text != "" {
		return heading + ", " + strings.ReplaceAll(text, columnGap, " ")
	}
	return heading
}

// Silent folds a group without printing a line.
const Silent = "-"

// A Sheet is a printable answer.
type Sheet struct {
	Handles render.Handles // abbreviates the handles of rows; nil: they are printed whole
	Head    []string       // lines before the rows
	Groups  []Group
	Left    int // number of rows left out by a limit
}

// A Page is a part of a sheet.
type Page struct {
	Lines []string
	Rows  []uint32 // its rows, by number in the sheet
	// summary of the remaining rows, such as "… 12 more in 3 groups"; empty if there are
	// none
	More string
}

// Lines returns the sheet as text of at most budget tokens; 0 means no limit.
func (s *Sheet) Lines(c Counter, budget int) []string {
	l := s.layout(c, budget, nil)
	if budget == 0 {
		return l.all(true)
	}
	l.howToUnfold = howToGetAll
	p := l.page()
	if len(p.Rows) == 0 && p.More != "" {
		if part, ok := l.part(l.Head); ok {
			p = part
		}
	}
	if p.More == "" {
		return p.Lines
	}
	return append(p.Lines, p.More+howToGetAll)
}

// howToGetAll is the suffix of the last line of a truncated sheet.
const howToGetAll = ": --all"

// Page returns the rows that are not in given, by number, within a budget. A page other
// than the last has at least one row, even if the rows of its file do not fit together,
// provided that one row fits at all.
func (s *Sheet) Page(c Counter, budget int, given map[uint32]bool) Page {
	l := s.layout(c, budget, given)
	p := l.page()
	if len(p.Rows) == 0 && p.More != "" {
		if part, ok := l.part(nil); ok {
			return part
		}
	}
	return p
}

// A unit is the rows of one file in a group.
type unit struct {
	group int
	rows  []uint32
	cost  int
	shown bool
}

// A layout fits the remaining rows of a sheet into a budget.
type layout struct {
	*Sheet
	counter     Counter
	budget      int
	rows        []*Row // all rows, by number
	given       map[uint32]bool
	units       []*unit
	trees       []bool   // for each group: its rows are ordered as a tree
	shared      []string // for each group: the text after the location, if all rows have the same
	total       int      // number of rows not in given
	base        string   // folder of all rows, printed before the groups; may be empty
	howToUnfold string   // suffix of lines that replace the rows of a group
}

func (s *Sheet) layout(c Counter, budget int, given map[uint32]bool) *layout {
	copied := *s
	l := &layout{Sheet: &copied, counter: c, budget: budget, given: given}
	for g := range s.Groups {
		l.shared = append(l.shared, s.sharedRest(g))
		byPath := map[string]*unit{}
		l.trees = append(l.trees, slices.ContainsFunc(s.Groups[g].Rows, func(r Row) bool { return r.Depth > 0 }))
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
	if s.titled() {
		l.Head = slices.Clone(s.Head)
		l.Head[0] = l.withShared(l.Head[0], 0)
	}
	l.setBase()
	return l
}

// folds reports whether a group is summarized instead of printing its rows.
func (l *layout) folds(group int) bool { return l.budget > 0 && l.Groups[group].Folded != "" }

// folded returns the summary of a folded group on the first page; nil on other pages and
// for other groups.
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

// suffix is the number of tokens reserved for the text after [Page.More] on its line.
const suffix = 4

// leastTokens is the least number of tokens of a row, in any encoding. Counting takes
// longer than formatting, so rows that cannot fit are not counted.
const leastTokens = 2

// batch is the number of lines that exceeds counts at once.
const batch = 32

// exceeds reports whether the first lines alone exceed the budget: it does not count the
// others. Counting lines in batches yields at most one token more than together for each.
func (l *layout) exceeds(lines []string) bool {
	sum := 0
	for part := range slices.Chunk(lines, batch) {
		if sum += l.size(part) - 1; sum > l.budget {
			return true
		}
	}
	return false
}

func (l *layout) fits(lines []string, more string) bool {
	if more != "" {
		return l.size(append(slices.Clone(lines), more+howToGetAll)) <= l.budget
	}
	return l.size(lines) <= l.budget
}

// page fits the rows into the budget.
func (l *layout) page() Page {
	for _, under := range []bool{true, false} {
		if leastTokens*l.total > l.budget {
			break
		}
		if lines := l.all(under); !l.exceeds(lines) && l.fits(lines, "") {
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

// all formats every row that is not in given.
func (l *layout) all(under bool) []string {
	lines := slices.Clone(l.Head)
	n := uint32(0)
	for g := range l.Groups {
		group := &l.Groups[g]
		if l.folds(g) {
			lines, n = append(lines, l.folded(g)...), n+uint32(len(group.Rows))
			continue
		}
		var rows []*Row
		for i := range group.Rows {
			if n++; !l.given[n-1] {
				rows = append(rows, &group.Rows[i])
			}
		}
		if len(rows) > 0 && group.Name != "" {
			lines = append(lines, l.heading(g))
		}
		lines = append(lines, l.printed(g, rows, under, lines)...)
	}
	if l.Left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more: --limit 0", l.Left))
	}
	return lines
}

// summary prints the units that fit, in order within each group, and counts the rest.
func (l *layout) summary() Page {
	// First reserve tokens for the counts. Each group gets an equal share of the
	// remaining tokens and passes the rest of its share on to the next group.
	lines, more := l.written()
	left := l.budget - l.size(append(lines, more)) - suffix
	at := 0
	for g := range l.Groups {
		share := left / (len(l.Groups) - g)
		for ; at < len(l.units) && l.units[at].group == g; at++ {
			u := l.units[at]
			if leastTokens*len(u.rows) > share {
				continue
			}
			if u.cost = l.size(l.printed(u.group, l.numbered(u.rows), false, nil)); u.cost <= share {
				u.shown = true
				share, left = share-u.cost, left-u.cost
			}
		}
	}
	return l.trimmed()
}

// trimmed drops shown units until the page fits, because sums of sizes are only
// approximate. If no unit fits, only the end of the page is printed, or nothing.
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

// written formats the shown units and counts the others by folder.
func (l *layout) written() (lines []string, more string) {
	lines = slices.Clone(l.Head)
	left, groups, at := l.Left, 0, 0
	for g, group := range l.Groups {
		lines = append(lines, l.folded(g)...)
		begun := group.Name == ""
		var shown, rest []uint32
		for ; at < len(l.units) && l.units[at].group == g; at++ {
			if !begun {
				lines, begun = append(lines, l.heading(g)), true
			}
			if u := l.units[at]; u.shown {
				shown = append(shown, u.rows...)
			} else {
				rest = append(rest, u.rows...)
			}
		}
		lines = append(lines, l.printed(g, l.numbered(shown), false, lines)...)
		folders := l.byFolder(rest, group.Noun)
		lines = append(lines, folders...)
		left, groups = left+len(rest), groups+len(folders)
	}
	return lines, moreIn(left, groups)
}

func moreIn(rows, groups int) string {
	return fmt.Sprintf("… %d more in %s", rows, render.Count(max(groups, 1), "group"))
}

// part returns a page with a head and only rows of the first unit, which does not fit on
// any page as a whole.
func (l *layout) part(head []string) (Page, bool) {
	if len(l.units) == 0 {
		return Page{}, false
	}
	u := l.units[0]
	lines := slices.Clone(head)
	switch {
	case l.Groups[u.group].Name != "":
		lines = append(lines, l.heading(u.group))
	case len(lines) == 0:
		l.shared[u.group] = "" // there is no heading that states it
	}
	if len(head) == 0 {
		l.base = ""
	}
	first := func(n int) []string {
		return append(slices.Clone(lines), l.printed(u.group, l.numbered(u.rows[:n]), false, lines)...)
	}
	more := func(n int) string { return moreIn(l.total-n, len(l.units)) }
	n := 0
	for n < len(u.rows) && l.fits(first(n+1), more(n+1)) {
		n++
	}
	return Page{Lines: first(n), Rows: u.rows[:n], More: more(n)}, n > 0
}

// mostFolders is the maximum number of folders named in a summary.
const mostFolders = 10

// byFolder counts rows by file, or by folder if there are many files, in descending
// order.
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
		lines = append(lines, fmt.Sprintf(" … %d%s in %s", c.rows, noun, render.OneLine(c.name)))
	}
	if rest := counts[min(len(counts), mostFolders):]; len(rest) > 0 {
		sum := 0
		for _, c := range rest {
			sum += c.rows
		}
		lines = append(lines, fmt.Sprintf(" … %d%s in %s", sum, noun, render.Count(len(rest), "other folder")))
	}
	return lines
}

// folder returns the first folders of a path.
func folder(path string, depth int) string {
	end := 0
	for range depth {
		i := strings.IndexByte(path[end:], '/')
		if i < 0 {
			return path
		}
		end += i + 1
	}
	return path[:end]
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
