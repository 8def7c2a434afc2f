package data

import (
	"strings"

	"seedgraph/resolve"
)

// KnownName returns the full name of an external symbol from its name in a Java file,
// if it is a known one, or "". Among packages imported on demand, the one that is known
// to declare it is chosen.
func KnownName(f *resolve.File, name string, known func(string) bool) string {
	if known(name) {
		return name
	}
	short, inAll := strings.CutPrefix(name, "*.")
	if !inAll && strings.Contains(name, ".") {
		return ""
	}
	for i := range f.Imports {
		if im := &f.Imports[i]; im.All && !im.Static && known(im.Path+"."+short) {
			return im.Path + "." + short
		}
	}
	return ""
}
