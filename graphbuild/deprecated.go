package graphbuild

import (
	"slices"
	"strings"

	"seedgraph/resolve"
)

// deprecated reports whether d or a definition that encloses it is marked as deprecated.
func deprecated(ix *resolve.Table, d *resolve.Def) bool {
	for {
		if slices.ContainsFunc(d.Decorators, deprecates) || saysDeprecated(d.Doc) {
			return true
		}
		if d.Outer == resolve.None {
			return false
		}
		d = ix.Def(d.Outer)
	}
}

// deprecates reports whether an attribute, annotation or decorator marks a definition as
// deprecated: @Deprecated, @warnings.deprecated, [Obsolete], [System.ObsoleteAttribute],
// #[\Deprecated].
func deprecates(decorator string) bool {
	name := strings.ToLower(decorator[strings.LastIndexAny(decorator, `.:\`)+1:])
	return name == "deprecated" || strings.TrimSuffix(name, "attribute") == "obsolete"
}

// deprecationMarks begin a line of a doc comment that marks a definition as deprecated: a
// tag of JSDoc, Javadoc, PHPDoc or Doxygen, a paragraph of Go, a directive of Sphinx.
var deprecationMarks = []string{"@deprecated", `\deprecated`, "Deprecated:", ".. deprecated::"}

// saysDeprecated reports whether a doc comment marks a definition as deprecated.
func saysDeprecated(doc string) bool {
	if !strings.Contains(doc, "eprecated") {
		return false
	}
	for line := range strings.Lines(doc) {
		line = strings.TrimSpace(line)
		if slices.ContainsFunc(deprecationMarks, func(mark string) bool { return strings.HasPrefix(line, mark) }) {
			return true
		}
	}
	return false
}
