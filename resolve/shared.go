package resolve

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// Mentions reports whether a type holds a type parameter of a definition.
func Mentions(t Type, owner DefID) bool {
	if t.Owner == owner && owner != None {
		return true
	}
	for _, a := range t.Args {
		if Mentions(a, owner) {
			return true
		}
	}
	return false
}

func WordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

func IsVirtual(d *Def) bool {
	return (d.Kind == graph.KindMethod || d.Kind == graph.KindProperty) && !HasModifier(d, "static") && !HasModifier(d, "private")
}

type TypeVar struct {
	Owner DefID
	Param int
}

// Substitute puts args for the type parameters of owner in t.
func Substitute(t Type, owner DefID, args []Type) Type {
	if t.Owner != None {
		if t.Owner == owner && t.Param < len(args) {
			return args[t.Param].WithTier(t.Tier)
		}
		return t
	}
	if len(t.Args) == 0 {
		return t
	}
	out := make([]Type, len(t.Args))
	for i, a := range t.Args {
		out[i] = Substitute(a, owner, args)
	}
	t.Args = out
	return t
}

// DottedName joins steps that are plain names; empty if others are among them.
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

// LastName returns what stands after the last dot.
func LastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func HasModifier(d *Def, name string) bool {
	for _, m := range d.Modifiers {
		if m == name {
			return true
		}
	}
	return false
}
