package agent

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"seedgraph/internal/hint"
)

// A cursor says where an answer goes on. Of rows it is the number of the next one; of
// what is packed by relevance, the budgets into which the pages before were packed, for
// these say what the agent has.
type cursor struct {
	row   int
	pages []int
	build string // of the index: cursors of another one mean nothing
}

// maxPages is how many pages of packed definitions an answer has. To go on behind one, all
// before it are packed again.
const maxPages = 50

// errCursor says that a cursor does not belong to this index.
var errCursor = errors.New("unknown cursor")

// readCursor reads a cursor of the index. An empty one is the beginning.
func readCursor(text, build string) (cursor, error) {
	c := cursor{build: build}
	if text == "" {
		return c, nil
	}
	unknown := hint.With(fmt.Errorf("%w %q", errCursor, text),
		"pass the cursor at the end of an answer as it is")
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
			"call again without a cursor")
	}
	return c, nil
}

// at is the cursor of a row.
func (c cursor) at(row int) string { return fmt.Sprintf("%d.%s", row, c.build) }

// behind is the cursor behind a page that was packed into a budget.
func (c cursor) behind(budget int) string {
	var b strings.Builder
	for _, n := range c.pages {
		fmt.Fprintf(&b, "%d-", n)
	}
	return fmt.Sprintf("p%s%d.%s", b.String(), budget, c.build)
}

// A list is the rows of an answer and where a page of them begins.
type list struct {
	head   string // a line before the rows; may be empty
	rows   []string
	units  []unit // runs of rows that belong together, in order; nil: each row is one
	cursor cursor
}

// A unit is a run of rows that a page has as a whole, if one page can have it.
type unit struct {
	first int    // its first row
	name  string // of what goes on, on a page that begins within it
}

// page returns as many rows as fit in a budget, and a line that says how to get the rest.
func (l *list) page(c counter, budget int) string {
	from := min(l.cursor.row, len(l.rows))
	rest := l.rows[from:]
	most := min(len(rest), budget) // a row has a token at least
	n := sort.Search(most, func(n int) bool { return !fits(c, l.text(from, n+1), budget) })
	for n = l.whole(from, n); n > 0; n-- {
		if text := l.text(from, n); fits(c, text, budget) {
			return text
		}
	}
	if len(rest) == 0 {
		return cut(c, l.text(from, 0), budget)
	}
	// Not even the first row fits: say so, and how to pass over it.
	return cut(c, fmt.Sprintf("the next row needs more than %d tokens; cursor %q passes over it\n",
		budget, l.cursor.at(from+1)), budget)
}

// text is a page of n rows.
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

// whole shortens a page that ends within a unit, unless that is all it has.
func (l *list) whole(from, n int) int {
	if from+n >= len(l.rows) {
		return n
	}
	if u := l.unitAt(from + n); u != nil && u.first > from {
		return u.first - from
	}
	return n
}

// unitAt is the unit that a row belongs to, if rows form any.
func (l *list) unitAt(row int) *unit {
	i := sort.Search(len(l.units), func(i int) bool { return l.units[i].first > row })
	if i == 0 {
		return nil
	}
	return &l.units[i-1]
}

// page answers with rows.
func (r *request) page(head string, rows []string) result {
	l := list{head: head, rows: rows, cursor: r.cursor}
	return result{text: l.page(r.counter, r.budget)}
}

// A packed page is definitions that are packed into a budget by their relevance.
type packed struct {
	text  string
	nodes []uint32 // that it has, or rows by number
	more  string   // says that others did not fit; empty if all did
	data  *data    // the same as data; may be nil
}

// packed answers with the page behind those of the cursor. pack packs into a budget what is
// not on other pages; in JSON, line breaks and quotes take more tokens, so that it is asked
// for less and less until the answer fits.
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
