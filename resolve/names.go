package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// DottedName joins steps that are plain names with dots; it returns "" if there are other
// steps.
func DottedName(steps []parse.Step) string {
	var b strings.Builder
	for i, s := range steps {
		if s.Kind != parse.StepName && s.Kind != parse.StepMember {
			return ""
		}
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.Name)
	}
	return b.String()
}

// LastName returns the part of a dotted name after its last dot.
func LastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// WordSet returns the set of the words in s.
func WordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// HasModifier reports whether d is declared with a modifier.
func HasModifier(d *Def, name string) bool { return slices.Contains(d.Modifiers, name) }

// IsVirtual reports whether d may be overridden, in languages where members are
// virtual unless they are static or private.
func IsVirtual(d *Def) bool {
	return (d.Kind == graph.KindMethod || d.Kind == graph.KindProperty) &&
		!HasModifier(d, "static") && !HasModifier(d, "private")
}
