package openends

import (
	"fmt"
	"path"
	"strings"

	"seedgraph/query/render"
)

// shown is how many open ends a line names.
const shown = 3

// Text names open ends for a line of text; it begins with a semicolon, and is empty where there
// are none.
func Text(list []End, total int) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("; %s on the way: %s", render.Count(total, "open end"), Names(list, total))
}

// Names names the first of some open ends, each with its place and reason.
func Names(list []End, total int) string {
	var names []string
	for _, e := range list[:min(len(list), shown)] {
		names = append(names, fmt.Sprintf("%s at %s:%d (%s)", render.OneLine(e.What), path.Base(e.Path),
			e.Line, strings.ReplaceAll(e.Reason, "_", " ")))
	}
	text := strings.Join(names, ", ")
	if more := total - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
