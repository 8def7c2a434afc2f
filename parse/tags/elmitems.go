package tags

import (
	"strings"

	"seedgraph/parse"
)

// elmMend leaves the broken items out of a file: an item is what begins at the start of
// a line and ends before the next one. A value keeps its name and its parameters, with
// (0) from its beginning to its end as its body.
func elmMend(text string, sound func(string) bool) (string, []parse.LostDefinition) {
	var out strings.Builder
	var lost []parse.LostDefinition
	for i, item := range elmItems(text) {
		whole := text[item.start:item.end]
		if i == 0 || sound(whole) {
			out.WriteString(whole)
			continue
		}
		code := text[item.start:item.codeEnd]
		blank := elmBlank(whole)
		if head := strings.IndexByte(code, '=') + 1; head > 0 && head+len("(0)") <= len(code) {
			if value := code[:head] + "(0" + blank[head+len("(0"):len(code)-1] + ")" + blank[len(code):]; sound(value) {
				blank = value
			} else {
				lost = append(lost, elmLost(code[:head-1], uint32(item.start))...)
			}
		}
		out.WriteString(blank)
	}
	return out.String(), lost
}

// An elmItem is a part of a text, as offsets. Comments after its code belong to it.
type elmItem struct{ start, codeEnd, end int }

// elmItems splits a text into items; the first one is the text before all of them.
func elmItems(text string) []elmItem {
	out := []elmItem{{}}
	depth, inString := 0, false // of comments, which nest
	for i := 0; i < len(text); i++ {
		rest, skip := text[i:], 0
		switch {
		case inString:
			if inString = !strings.HasPrefix(rest, `"""`); !inString {
				skip = 2
			}
		case strings.HasPrefix(rest, "{-"):
			depth++
			i++
			continue
		case depth > 0:
			if strings.HasPrefix(rest, "-}") {
				depth--
				i++
			}
			continue
		case strings.HasPrefix(rest, "--"):
			i += strings.IndexByte(rest+"\n", '\n') - 1
			continue
		case strings.HasPrefix(rest, `"""`):
			inString, skip = true, 2
		case (i == 0 || text[i-1] == '\n') && rest[0] >= 'a' && rest[0] <= 'z':
			out[len(out)-1].end = i
			out = append(out, elmItem{start: i})
		}
		i += skip
		if text[i] > ' ' {
			out[len(out)-1].codeEnd = i + 1
		}
	}
	out[len(out)-1].end = len(text)
	return out
}

// elmBlank returns the white space of a text, and spaces for everything else.
func elmBlank(text string) string {
	out := []byte(text)
	for i, b := range out {
		if b != '\n' && b != '\r' {
			out[i] = ' '
		}
	}
	return string(out)
}

// elmLost returns the definition with a head that is left out.
func elmLost(head string, at uint32) []parse.LostDefinition {
	for _, w := range strings.Fields(head) {
		if w != "type" && w != "alias" {
			return []parse.LostDefinition{{Name: w, At: at + uint32(strings.Index(head, w))}}
		}
	}
	return nil
}
