package agent

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"seedgraph/internal/hint"
)

// A cursor specifies where an answer continues. For rows it is the number of the next
// row; for definitions packed by relevance, the budgets into which the previous pages
// were packed, because these determine the nodes that the agent already has.
type cursor struct {
	row   int
	pages []int
	build string // build of the index: cursors of another build are invalid
}

// maxPages is the maximum number of pages of packed definitions. To continue after a
// page, all pages up to it are packed again.
const maxPages = 50

// errCursor reports a cursor that does not belong to this index.
var errCursor = errors.New("unknown cursor")

// readCursor parses a cursor of the index. The empty cursor denotes the beginning.
func readCursor(text, build string) (cursor, error) {
	c := cursor{build: build}
	if text == "" {
		return c, nil
	}
	unknown := hint.With(fmt.Errorf("%w %q", errCursor, text),
		"pass the cursor at the end of an answer unchanged")
	at, of, _ := strings.Cut(text, ".")
	list, packed := strings.CutPrefix(at, "p")
	for _, number := range strings.Split(list, "-") {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			return c, unknown
		}
		c.row, c.pages = n, append(c.pages, n)
	}
	switch {
	case !packed && len(c.pages) > 1, len(c.pages) > maxPages:
		return c, unknown
	case packed:
		c.row = 0
	default:
		c.pages = nil
	}
	if of != build {
		return c, hint.With(fmt.Errorf("%w %q: the index was rebuilt", errCursor, text),
			"repeat the call without a cursor")
	}
	return c, nil
}

// at returns the cursor of a row.
func (c cursor) at(row int) string { return fmt.Sprintf("%d.%s", row, c.build) }

// behind returns the cursor that follows a page packed into a budget.
func (c cursor) behind(budget int) string {
	var b strings.Builder
	for _, n := range c.pages {
		fmt.Fprintf(&b, "%d-", n)
	}
	return fmt.Sprintf("p%s%d.%s", b.String(), budget, c.build)
}

// A list is the rows of an answer and the cursor at which a page of them begins.
type list struct {
	head   string // a line before the rows; may be empty
	rows   []string
	units  []unit // runs of rows that belong together, in order; nil if each row is separate
	cursor cursor
}

// A unit is a run of rows that is not split across pages if it fits on one.
type unit struct {
	first int    // its first row
	name  string // heading of its continuation, on a page that begins within it
}

// page returns as many rows as fit in a budget, and a line with the cursor for the rest.
func (l *list) page(c counter, budget int) string {
	from := min(l.cursor.row, len(l.rows))
	rest := l.rows[from:]
	most := min(len(rest), budget) // every row has at least one token
	n := sort.Search(most, func(n int) bool { return !fits(c, l.text(from, n+1), budget) })
	for n = l.whole(from, n); n > 0; n-- {
		if text := l.text(from, n); fits(c, text, budget) {
			return text
		}
	}
	if len(rest) == 0 {
		return cut(c, l.text(from, 0), budget)
	}
	// Not even the first row fits: report this, with the cursor that skips it.
	return cut(c, fmt.Sprintf("the next row needs more than %d tokens; cursor %q skips it\n",
		budget, l.cursor.at(from+1)), budget)
}

// text returns a page of n rows.
func (l *list) text(from, n int) string {
	var b strings.Builder
	if l.head != "" {
		b.WriteString(l.head + "\n")
	}
	if u := l.unitAt(from); u != nil && u.first < from {
		fmt.Fprintf(&b, "… %s\n", u.name)
	}
	for _, row := range l.rows[from : from+n] {
		b.WriteString(row + "\n")
	}
	if left := len(l.rows) - from - n; left > 0 {
		fmt.Fprintf(&b, "… %d more: cursor %q\n", left, l.cursor.at(from+n))
	}
	return b.String()
}

// whole shortens a page that ends within a unit to the start of the unit, unless the unit
// starts the page.
func (l *list) whole(from, n int) int {
	if from+n >= len(l.rows) {
		return n
	}
	if u := l.unitAt(from + n); u != nil && u.first > from {
		return u.first - from
	}
	return n
}

// unitAt returns the unit that contains a row, or nil.
func (l *list) unitAt(row int) *unit {
	i := sort.Search(len(l.units), func(i int) bool { return l.units[i].first > row })
	if i == 0 {
		return nil
	}
	return &l.units[i-1]
}

// page answers with a page of rows.
func (r *request) page(head string, rows []string) result {
	l := list{head: head, rows: rows, cursor: r.cursor}
	return result{text: l.page(r.counter, r.budget)}
}

// packed is a page of definitions packed into a budget by relevance.
type packed struct {
	text  string
	nodes []uint32 // nodes on the page, or row numbers
	more  string   // note that others did not fit; empty if all did
	data  *data    // the same content as structured data; may be nil
}

// packed answers with the page that follows the pages of the cursor. pack packs the nodes
// that are not on earlier pages into a budget; because line breaks and quotes take more
// tokens in JSON, it is called with smaller budgets until the answer fits.
func (r *request) packed(pack func(budget int, given map[uint32]bool) (packed, error)) (result,
	error) {
	given := map[uint32]bool{}
	for _, budget := range r.cursor.pages {
		p, err := pack(budget, given)
		if err != nil {
			return result{}, err
		}
		for _, n := range p.nodes {
			given[n] = true
		}
	}
	for budget := r.budget; budget > 0; {
		p, err := pack(budget, given)
		if err != nil {
			return result{}, err
		}
		out := result{p.text, p.data}
		switch goesOn := len(p.nodes) > 0 && len(r.cursor.pages) < maxPages-1; {
		case p.more != "" && goesOn:
			cursor := r.cursor.behind(budget)
			out.text += fmt.Sprintf("%s: cursor %q\n", p.more, cursor)
			if out.data != nil {
				out.data.Cursor = cursor
			}
		case p.more != "" && out.data != nil:
			out.text += p.more + "\n"
		}
		over := out.size(r.counter)
		if over <= r.budget {
			return out, nil
		}
		budget = min(budget-1, budget*r.budget/over*49/50)
	}
	return result{}, nil
}
