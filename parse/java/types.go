package java

import (
	"strings"

	"seedgraph/parse"
)

// typeRef reads a written type and adds a reference for every name in it.
func (w *walk) typeRef(n parse.Node) parse.TypeRef { return w.readType(n, true) }

// quietType reads a written type without adding references: a base type.
func (w *walk) quietType(n parse.Node) parse.TypeRef { return w.readType(n, false) }

func (w *walk) readType(n parse.Node, emit bool) parse.TypeRef {
	switch n.Kind() {
	case "type_identifier", "identifier":
		name := n.Text()
		if name == "var" || name == "" {
			return parse.TypeRef{}
		}
		if emit && strings.Contains(name, ".") {
			return w.writtenType(n)
		}
		if emit && !in(w.tparam, name) {
			w.ref(parse.Reference{Kind: parse.RefType, Name: name, Args: -1, At: n.Start()},
				parse.Run{})
		}
		if w.isInferred(name) {
			return parse.TypeRef{}
		}
		return parse.TypeRef{Name: name, At: n.Start()}
	case "scoped_type_identifier", "scoped_identifier":
		if emit {
			w.scopedType(n)
		}
		return parse.TypeRef{Name: scopedName(n), At: n.Start()}
	case "generic_type":
		return w.genericType(n, emit)
	case "array_type":
		if emit {
			w.annotations(n.Field("dimensions"))
		}
		return wrap(w.readType(n.Field("element"), emit), n.Field("dimensions"))
	case "integral_type", "floating_point_type", "boolean_type", "void_type":
		return parse.TypeRef{Name: n.Text(), At: n.Start()}
	case "wildcard":
		return w.wildcard(n, emit)
	case "catch_type":
		return w.unionType(n, emit)
	}
	return w.lastType(n, emit)
}

// isInferred reports whether a type name is Lombok's keyword for the inferred type
// of a local.
//
//	import lombok.val;
//	val order = new Order();
func (w *walk) isInferred(name string) bool {
	if name != "val" && name != "var" {
		return false
	}
	for i := range w.f.Imports {
		im := &w.f.Imports[i]
		if im.Path == "lombok" && !im.Static && (im.All || im.Name == name) {
			return true
		}
	}
	return false
}

// wildcard reads ? or ? with a bound.
func (w *walk) wildcard(n parse.Node, emit bool) parse.TypeRef {
	bound := w.lastType(n, emit)
	switch {
	case bound.IsZero():
		return parse.TypeRef{Form: parse.FormWildcard, At: n.Start()}
	case n.Child("super").IsZero():
		return parse.TypeRef{Form: parse.FormExtends, Args: []parse.TypeRef{bound}, At: n.Start()}
	}
	return parse.TypeRef{Form: parse.FormSuper, Args: []parse.TypeRef{bound}, At: n.Start()}
}

// lastType reads the types inside an annotated type, a wildcard or an unknown
// node, and returns the last one.
func (w *walk) lastType(n parse.Node, emit bool) parse.TypeRef {
	var t parse.TypeRef
	for c := range n.Named {
		switch {
		case isComment(c):
		case c.Is("annotation", "marker_annotation"):
			if emit {
				w.annotation(c)
			}
		case c.IsError():
			w.children(c)
		case c.Is("super"):
		default:
			t = w.readType(c, emit)
		}
	}
	return t
}

func (w *walk) genericType(n parse.Node, emit bool) parse.TypeRef {
	var t parse.TypeRef
	for c := range n.Named {
		if !c.Is("type_arguments") {
			if !isComment(c) {
				t = w.readType(c, emit)
			}
			continue
		}
		for a := range c.Named {
			if !isComment(a) {
				t.Args = append(t.Args, w.readType(a, emit))
			}
		}
		if len(t.Args) == 0 {
			t.Args = []parse.TypeRef{{Form: parse.FormDiamond}}
		}
	}
	return t
}

func (w *walk) unionType(n parse.Node, emit bool) parse.TypeRef {
	t := parse.TypeRef{Form: parse.FormUnion, At: n.Start()}
	for c := range n.Named {
		if !isComment(c) {
			t.Args = append(t.Args, w.readType(c, emit))
		}
	}
	if len(t.Args) == 1 {
		return t.Args[0]
	}
	return t
}

// scopedName returns a dotted type name without the type arguments of its parts.
func scopedName(n parse.Node) string {
	if n.Is("generic_type") {
		n = n.First()
	}
	if !n.Is("scoped_type_identifier") {
		return squeeze(n.Text())
	}
	name := ""
	for c := range n.Named {
		if c.Is("type_identifier", "identifier", "scoped_type_identifier", "scoped_identifier",
			"generic_type") {
			name += "." + scopedName(c)
		}
	}
	return strings.TrimPrefix(name, ".")
}

// scopedType adds references for a dotted type name: to the type, and to the
// qualifiers that are types as well, judging by their capital.
func (w *walk) scopedType(n parse.Node) {
	base := len(w.spine)
	for n.Is("scoped_type_identifier", "scoped_identifier") {
		var last, inner parse.Node
		for c := range n.Named {
			switch c.Kind() {
			case "type_identifier", "identifier":
				if last.IsZero() && inner.IsZero() {
					inner = c
				} else {
					last = c
				}
			case "scoped_type_identifier", "scoped_identifier", "generic_type":
				inner = c
			case "annotation", "marker_annotation":
				w.annotation(c)
			}
		}
		w.spine = append(w.spine, last)
		n = inner
		if n.Is("generic_type") {
			w.genericArgs(n)
			n = n.First()
		}
	}
	w.spine = append(w.spine, n)
	off := int32(len(w.Steps))
	k := int32(0)
	for i := len(w.spine) - 1; i >= base; i-- {
		part := w.spine[i]
		name := part.Text()
		if name == "" {
			continue
		}
		if i == base || name[0] >= 'A' && name[0] <= 'Z' {
			w.ref(parse.Reference{Kind: parse.RefType, Name: name, Args: -1, At: part.Start()},
				parse.Run{Off: off, N: k})
		}
		w.Steps = append(w.Steps, nameStep(name, k))
		k++
	}
	w.spine = w.spine[:base]
}

// writtenType reads a name that is one word in the tree and may have dots in the
// source; see adapt.
func (w *walk) writtenType(n parse.Node) parse.TypeRef {
	off, k, at := int32(len(w.Steps)), int32(0), n.Start()
	parts := strings.Split(n.Text(), ".")
	for i, part := range parts {
		name := strings.TrimSpace(part)
		if i == len(parts)-1 || name != "" && name[0] >= 'A' && name[0] <= 'Z' {
			w.ref(parse.Reference{Kind: parse.RefType, Name: name, Args: -1,
				At: at + uint32(strings.Index(part, name))}, parse.Run{Off: off, N: k})
		}
		w.Steps = append(w.Steps, nameStep(name, k))
		k++
		at += uint32(len(part)) + 1
	}
	return parse.TypeRef{Name: squeeze(n.Text()), At: n.Start()}
}

// genericArgs adds references for the arguments of a qualifying type.
func (w *walk) genericArgs(n parse.Node) {
	for a := range n.Child("type_arguments").Named {
		if !isComment(a) {
			w.typeRef(a)
		}
	}
}

// nameStep returns step k of a dotted name.
func nameStep(name string, k int32) parse.Step {
	if k == 0 {
		return parse.Step{Kind: parse.StepName, Name: name}
	}
	return parse.Step{Kind: parse.StepMember, Name: name}
}

// typesIn adds references for all types below n, which is not a type itself.
func (w *walk) typesIn(n parse.Node) {
	for c := range n.Named {
		switch c.Kind() {
		case "type_list", "type_arguments", "type_bound":
			w.typesIn(c)
		case "this", "identifier", "block_comment", "line_comment":
		default:
			w.typeRef(c)
		}
	}
}

// nameAsType adds references for a name that can only be a type.
func (w *walk) nameAsType(n parse.Node) parse.TypeRef {
	if n.IsZero() {
		return parse.TypeRef{}
	}
	return w.typeRef(n)
}

// wrap wraps t in one array type for each pair of brackets.
func wrap(t parse.TypeRef, dims parse.Node) parse.TypeRef {
	for c := range dims.Children {
		if c.Is("[") {
			t = parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{t}, At: t.At}
		}
	}
	return t
}

// parameterTypes returns the suffix that distinguishes the overloads of a symbol.
func parameterTypes(params parse.Node) string {
	one := "()"
	var b strings.Builder
	for c := range params.Named {
		if !c.Is("formal_parameter", "spread_parameter") || c.Field("name").Text() == "this" {
			continue
		}
		p := readParameter(c)
		if b.Len() == 0 {
			b.WriteByte('(')
		} else {
			b.WriteByte(',')
		}
		b.WriteString(parse.Balanced(squeeze(p.typ.Text()) + squeeze(p.dims.Text())))
		if p.variadic {
			b.WriteString("...")
		}
	}
	if b.Len() == 0 {
		return one
	}
	b.WriteByte(')')
	return b.String()
}

// in reports whether names contains name.
func in(names []string, name string) bool {
	for i := len(names) - 1; i >= 0; i-- {
		if names[i] == name {
			return true
		}
	}
	return false
}
