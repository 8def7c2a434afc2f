package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"seedgraph/internal/hint"
	"seedgraph/tokens"
)

// A counter counts the tokens of a text.
type counter interface{ Count(text string) int }

// content is the content of an answer: one text, or nothing.
func content(text string) []mcp.Content {
	if text == "" {
		return []mcp.Content{}
	}
	return []mcp.Content{&mcp.TextContent{Text: text}}
}

// cost is the number of tokens of content as it is sent. Nothing costs nothing.
func cost(c counter, list []mcp.Content) int {
	if len(list) == 0 {
		return 0
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return 1 << 30
	}
	return c.Count(string(raw))
}

// fits reports whether a text as an answer is within a budget.
func fits(c counter, text string, budget int) bool { return cost(c, content(text)) <= budget }

// cut shortens a text to what fits in a budget, at the end of a line where it can.
func cut(c counter, text string, budget int) string {
	if fits(c, text, budget) {
		return text
	}
	const mark = "…"
	runes := []rune(text)
	n := sort.Search(len(runes), func(n int) bool {
		return !fits(c, string(runes[:n+1])+mark, budget)
	})
	for ; n > 0; n-- {
		short := string(runes[:n])
		if i := strings.LastIndexByte(short, '\n'); i > len(short)*3/4 {
			short = short[:i+1]
		}
		if fits(c, short+mark, budget) {
			return short + mark
		}
	}
	return ""
}

// A list is the rows of an answer and where a page of them begins.
type list struct {
	head   string // a line before the rows; may be empty
	rows   []string
	from   int    // the first row of the page
	cursor string // of the build; see index.build
}

// page returns as many rows as fit in a budget, and a line that says how to get the rest.
func (l *list) page(c counter, budget int) string {
	rest := l.rows[min(l.from, len(l.rows)):]
	text := func(n int) string {
		var b strings.Builder
		if l.head != "" {
			b.WriteString(l.head + "\n")
		}
		for _, row := range rest[:n] {
			b.WriteString(row + "\n")
		}
		if left := len(rest) - n; left > 0 {
			fmt.Fprintf(&b, "… %d more: cursor %q\n", left, l.at(l.from+n))
		}
		return b.String()
	}
	most := min(len(rest), budget) // a row has a token at least
	n := sort.Search(most, func(n int) bool { return !fits(c, text(n+1), budget) })
	for ; n > 0; n-- {
		if fits(c, text(n), budget) {
			return text(n)
		}
	}
	if len(rest) == 0 {
		return cut(c, text(0), budget)
	}
	// Not even the first row fits: say so, and how to pass over it.
	return cut(c, fmt.Sprintf("the next row needs more than %d tokens; cursor %q passes over it\n",
		budget, l.at(l.from+1)), budget)
}

// at is the cursor of a row.
func (l *list) at(row int) string { return fmt.Sprintf("%d.%s", row, l.cursor) }

// errCursor says that a cursor is none of this index.
var errCursor = errors.New("unknown cursor")

// readCursor returns the row that a cursor names; an empty one names the first.
func readCursor(cursor, build string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	row, of, _ := strings.Cut(cursor, ".")
	n, err := strconv.Atoi(row)
	switch {
	case err != nil || n < 0:
		return 0, hint.With(fmt.Errorf("%w %q", errCursor, cursor),
			"pass the cursor at the end of an answer as it is")
	case of != build:
		return 0, hint.With(fmt.Errorf("%w %q: the index was rebuilt", errCursor, cursor),
			"call again without a cursor")
	}
	return n, nil
}

// shrinking asks for a text of ever smaller budgets until it fits in JSON, where line
// breaks and quotes take more tokens.
func shrinking(c *tokens.Counter, budget int,
	text func(budget int) (string, error)) (string, error) {
	for inner := budget; inner > 0; {
		s, err := text(inner)
		if err != nil {
			return "", err
		}
		over := cost(c, content(s))
		if over <= budget {
			return s, nil
		}
		inner = min(inner-1, inner*budget/over*49/50)
	}
	return "", nil
}
