package data

import (
	"strings"

	"seedgraph/resolve"
)

// KnownName returns the full name of what is declared outside the tree under a name that a file
// of Java has, if it is a known one; empty if not. Where several packages are imported whole, the
// one that is known to have it counts.
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
