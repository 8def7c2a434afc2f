// Package notation prints declarations as text and parses hand-written ones:
// additions to the published declarations of a platform, and libraries.
//
//	# a comment
//	namespace Moq
//	source github.com/devlooped/moq: src/Moq/Mock`1.cs
//	using System.Linq.Expressions
//
//	class Mock<T: class> : Mock
//	    new(params args: object[])
//	    property Object: T
//	    method Setup<R>(expression: Expression<Func<T, R>>): ISetup<T, R>
//	extend System.Index
//	    static implicit(value: int): System.Index
//
// A declaration begins at the margin, its members are indented. Its namespace must
// state a source. Modifiers come first, by name as in package outside; a member of an
// interface is abstract unless it is static or virtual. A parameter is [ref|out|in]
// [params] name[?]: type, where ? marks an optional one. The constraints of a type
// parameter follow a colon, joined by &. Names are fully qualified, or resolved in
// the namespace, in a using, or among the keywords of the language. An undeclared
// name is an error; unknown denotes an unknown type, such as C#'s dynamic. Extend
// adds members to a type that is declared elsewhere.
//
// Hand-written declarations are partial: a type may have more members, and a
// namespace more types. But if a name is present, all its overloads must be.
package notation

import (
	"strings"

	"seedgraph/external"
)

// Type returns the declaration of t, one member per line.
func Type(t *external.Type) string {
	var b strings.Builder
	b.WriteString(modifiers(t.Visible, t.Flags) + t.Kind.String() + " ")
	b.WriteString(bare(t.Name) + typeParams(t.TypeParams))
	for i := range t.Bases {
		if i == 0 {
			b.WriteString(" : ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(Ref(&t.Bases[i]))
	}
	if !t.Target.IsZero() {
		b.WriteString(" = " + Ref(&t.Target))
	}
	b.WriteString("\n")
	for i := range t.Members {
		b.WriteString("    " + Member(&t.Members[i]) + "\n")
	}
	return b.String()
}

// bare removes the arity at the end of a .NET name, which is redundant with the
// following type parameters or arguments.
func bare(name string) string {
	i := strings.LastIndexByte(name, '<')
	if i <= 0 || !strings.HasSuffix(name, ">") || strings.Contains(name[i:], ".") {
		return name
	}
	return name[:i]
}

// Member returns the declaration of m on one line.
func Member(m *external.Member) string {
	var b strings.Builder
	b.WriteString(modifiers(m.Visible, m.Flags))
	switch m.Kind {
	case external.Constructor, external.Indexer, external.Conversion: // implied by the name
	default:
		b.WriteString(m.Kind.String() + " ")
	}
	b.WriteString(m.Name + typeParams(m.TypeParams))
	if callable(m) {
		b.WriteString("(")
		for i := range m.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(param(&m.Params[i]))
		}
		b.WriteString(")")
	}
	if !m.Type.IsZero() {
		b.WriteString(": " + Ref(&m.Type))
	}
	if !m.Of.IsZero() {
		b.WriteString(" of " + Ref(&m.Of))
	}
	return b.String()
}

// callable reports whether m is written with parentheses.
func callable(m *external.Member) bool {
	switch m.Kind {
	case external.Property, external.Field, external.Event, external.Constant, external.Value,
		external.Embedded:
		return len(m.Params) > 0
	}
	return true
}

// modifiers returns the modifiers before a declaration, each followed by a space.
func modifiers(v external.Visibility, f external.Flags) string {
	var b strings.Builder
	if v != external.Public {
		b.WriteString(v.String() + " ")
	}
	for _, w := range f.Words() {
		b.WriteString(w + " ")
	}
	return b.String()
}

func param(p *external.Param) string {
	s := p.Name
	if p.Variadic {
		s = "params " + s
	}
	if mode := p.Mode.String(); mode != "" {
		s = mode + " " + s
	}
	if p.Optional {
		s += "?"
	}
	return s + ": " + Ref(&p.Type)
}

func typeParams(all []external.TypeParam) string {
	if len(all) == 0 {
		return ""
	}
	var names []string
	for i := range all {
		p := &all[i]
		bounds := p.Rules.Words()
		for j := range p.Bounds {
			bounds = append(bounds, Ref(&p.Bounds[j]))
		}
		s := p.Name
		if len(bounds) > 0 {
			s += ": " + strings.Join(bounds, " & ")
		}
		if !p.Default.IsZero() {
			s += " = " + Ref(&p.Default)
		}
		names = append(names, s)
	}
	return "<" + strings.Join(names, ", ") + ">"
}

// Ref returns a type.
func Ref(t *external.TypeRef) string {
	s := form(t)
	if t.Null {
		s += "?"
	}
	return s
}

func form(t *external.TypeRef) string {
	switch t.Form {
	case external.Named:
		return named(t)
	case external.Unknown:
		return t.Form.String()
	case external.TypeVar, external.Literal:
		return t.Name
	case external.Array:
		if len(t.Args) == 1 {
			return Ref(&t.Args[0]) + t.Name
		}
	case external.Union:
		return "(" + join(t.Args, " | ") + ")"
	case external.Intersection:
		return "(" + join(t.Args, " & ") + ")"
	case external.Tuple:
		return "(" + join(t.Args, ", ") + ")"
	case external.Wildcard:
		return strings.TrimSuffix("? "+t.Name+" "+join(t.Args, ""), "  ")
	case external.Func, external.Object:
		var members []string
		for i := range t.Members {
			members = append(members, Member(&t.Members[i]))
		}
		return "{" + strings.Join(members, "; ") + "}"
	}
	return t.Form.String() + " " + t.Name + "(" + join(t.Args, ", ") + ")"
}

// named writes the arguments of a generic .NET type in place of its arity; those of a
// nested type all come at the end.
func named(t *external.TypeRef) string {
	if len(t.Args) == 0 {
		return t.Name
	}
	return bare(t.Name) + "<" + join(t.Args, ", ") + ">"
}

func join(types []external.TypeRef, sep string) string {
	var all []string
	for i := range types {
		all = append(all, Ref(&types[i]))
	}
	return strings.Join(all, sep)
}
