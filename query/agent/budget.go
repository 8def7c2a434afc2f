package agent

import (
	"encoding/json"
	"sort"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A counter counts the tokens of a text.
type counter interface{ Count(text string) int }

// content returns the content of an answer: one text, or no content if it is empty.
func content(text string) []mcp.Content {
	if text == "" {
		return []mcp.Content{}
	}
	return []mcp.Content{&mcp.TextContent{Text: text}}
}

// cost returns the number of tokens of content as sent, 0 for no content.
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

// fits reports whether a text, sent as an answer, is within a budget.
func fits(c counter, text string, budget int) bool { return cost(c, content(text)) <= budget }

// cut shortens a text to fit a budget, at the end of a line if possible.
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
