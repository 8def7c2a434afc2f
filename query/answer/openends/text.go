package openends

import (
	"fmt"
	"path"
	"strings"

	"seedgraph/query/render"
)

// shown is the maximum number of open ends listed on a line.
const shown = 3

// Text formats open ends as the end of a line; it begins with a semicolon, and is empty
// for an empty list.
func Text(list []End, total int) string {
	if total == 0 {
		return ""
	}
	return fmt.Sprintf("; %s on the way: %s", render.Count(total, "open end"), Names(list, total))
}

// Names lists the first of some open ends, each with its location and reason.
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

// MayUse formats open ends that may be uses of a definition as a line.
func MayUse(list []End, total int) string {
	calls := render.Count(total, "call")
	return fmt.Sprintf("not known: %s may also use it: %s", calls, Names(list, total))
}
