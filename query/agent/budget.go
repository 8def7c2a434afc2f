package agent

import (
	"encoding/json"
	"sort"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
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
