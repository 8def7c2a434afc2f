package tags

import (
	"strings"

	"seedgraph/parse"
)

// dotted replaces the separators of a written name by dots.
var dotted = strings.NewReplacer("::", ".", "\\", ".", " ", "", "\n", "", "\t", "")

// Type reads a written type; the zero value means an unknown one.
func (w *Walk) Type(n parse.Node) parse.TypeRef {
	r := w.rule(n)
	switch r.Op {
	case TypeName, Name:
		ref := parse.TypeRef{Name: w.typeName(n), At: w.lastName(n)}
		args := r.args.from(n)
		if r.Op == Name {
			args = innerArgs(n)
		}
		for c := range args.Named {
			ref.Args = append(ref.Args, w.Type(c))
		}
		return ref
	case Member:
		return parse.TypeRef{Name: w.typeName(n), At: r.name.from(n).Start()}
	case TypeArgs:
		ref := w.Type(r.name.from(n))
		for c := range r.args.from(n).Named {
			ref.Args = append(ref.Args, w.Type(c))
		}
		return ref
	case TypeList:
		return parse.TypeRef{Form: parse.FormList, Args: []parse.TypeRef{w.Type(r.of.from(n))}, At: n.Start()}
	case TypeFunc:
		return w.funcType(n, r)
	case Define:
		return w.Type(r.name.from(n))
	case TypeWrap, Wrap:
		if r.Single && !secondRoute.from(n).IsZero() {
			return parse.TypeRef{}
		}
		if r.Form == parse.FormUnion {
			return w.union(n)
		}
		t := w.Type(r.of.from(n))
		if r.Class {
			for c := range n.Named {
				if of := w.Type(c); w.silent[t.Name] && !of.IsZero() {
					t = of
				}
			}
		}
		if r.Form != parse.FormNamed && !t.IsZero() {
			return parse.TypeRef{Form: r.Form, Args: []parse.TypeRef{t}, At: t.At}
		}
		return t
	}
	return parse.TypeRef{}
}

// union reads a type that is one of several: A|B|null.
func (w *Walk) union(n parse.Node) parse.TypeRef {
	out := parse.TypeRef{Form: parse.FormUnion, At: n.Start()}
	for c := range n.Named {
		switch t := w.Type(c); {
		case t.IsZero() || t.Name == "null":
		case t.Form == parse.FormUnion:
			out.Args = append(out.Args, t.Args...)
		default:
			out.Args = append(out.Args, t)
		}
	}
	switch len(out.Args) {
	case 0:
		return parse.TypeRef{}
	case 1:
		return out.Args[0]
	}
	return out
}

// innerArgs returns the type arguments within a qualified name:
// std::vector<Order>.
func innerArgs(n parse.Node) (args parse.Node) {
	n.Descendants(func(c parse.Node) bool {
		if c.Is("template_argument_list") {
			args = c
		}
		return args.IsZero()
	})
	return args
}

// typeName returns a written name with its parts joined by dots, without type
// arguments.
func (w *Walk) typeName(n parse.Node) string {
	text := n.Text()
	if r := w.rule(n); r.args != nil {
		var parts []string
		for c := range n.Named {
			if w.rule(c).Op == TypeName || w.rule(c).Op == Name || c.First().IsZero() {
				parts = append(parts, c.Text())
			}
		}
		if len(parts) > 0 {
			text = strings.Join(parts, ".")
		}
	} else if i := strings.IndexByte(text, '<'); i > 0 {
		text = stripArgs(text)
	}
	return dotted.Replace(text)
}

// stripArgs removes angle brackets and their contents from a text.
func stripArgs(text string) string {
	var b strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '<':
			depth++
		case c == '>':
			depth--
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return strings.ReplaceAll(b.String(), "::::", "::")
}

// lastName returns where the last part of a type name begins.
func (w *Walk) lastName(n parse.Node) uint32 {
	for {
		args := w.rule(n).args.from(n)
		var last parse.Node
		for c := range n.Named {
			if args.IsZero() || c.Index() != args.Index() {
				last = c
			}
		}
		if last.IsZero() {
			text := n.Text()
			return n.Start() + uint32(strings.LastIndexAny(text, ".:\\\\")+1)
		}
		n = last
	}
}

// TypeRefs adds references for the names in a written type.
func (w *Walk) TypeRefs(n parse.Node) {
	r := w.rule(n)
	switch r.Op {
	case TypeName, Name, Member:
		w.typeReference(n)
		if r.args != nil {
			for c := range r.args.from(n).Named {
				w.TypeRefs(c)
			}
		}
	case TypeArgs:
		w.TypeRefs(r.name.from(n))
		for c := range r.args.from(n).Named {
			w.TypeRefs(c)
		}
	default:
		if recv := r.receiver.from(n); r.Op == TypeFunc && recv.First().IsZero() && !recv.IsZero() && !w.quiet {
			w.addNamed(recv.Text(), recv.Start(), parse.RefType)
		}
		for c := range n.Named {
			if o := w.rule(c).Op; isType(o) {
				w.TypeRefs(c)
			} else {
				w.visitInType(c)
			}
		}
	}
}

// visitInType reads the parts of a written type other than types.
func (w *Walk) visitInType(n parse.Node) {
	for c := range n.Named {
		if o := w.rule(c).Op; isType(o) {
			w.TypeRefs(c)
		} else {
			w.visitInType(c)
		}
	}
}

// typeReference adds a reference for a type name.
func (w *Walk) typeReference(n parse.Node) {
	ref := w.Type(n)
	if n.Is("primitive_type", "sized_type_specifier") {
		return
	}
	if ref.Name == "" || w.quiet || w.silent[ref.Name] {
		return
	}
	w.addNamed(ref.Name, ref.At, parse.RefType)
}

// addNamed adds a reference to a dotted name.
func (w *Walk) addNamed(name string, at uint32, kind parse.RefKind) {
	parts := strings.Split(strings.Trim(name, "."), ".")
	last := parts[len(parts)-1]
	if last == "" {
		return
	}
	off := int32(len(w.Steps)) // of a complete expression
	for i, p := range parts[:len(parts)-1] {
		k := parse.StepMember
		if i == 0 {
			k = parse.StepName
		}
		w.Steps = append(w.Steps, parse.Step{Kind: k, Name: p})
	}
	w.References = append(w.References, parse.DraftReference{
		Reference: parse.Reference{Name: last, Def: w.def, At: at, Args: -1, Kind: kind},
		Recv:      parse.Run{Off: off, N: int32(len(w.Steps)) - off}})
}

// isType reports whether an operation is that of a written type.
func isType(o Op) bool { return o == TypeName || o >= TypeArgs && o <= TypeFunc }

// receiverName is the name of a function type whose first parameter is its receiver, and of
// the local that a lambda has for its receiver.
const receiverName = "this"

// funcType reads a function type: its receiver, if it has one, its parameters and its result.
func (w *Walk) funcType(n parse.Node, r *rule) parse.TypeRef {
	out := parse.TypeRef{Form: parse.FormFunc, At: n.Start()}
	if recv := r.receiver.from(n); !recv.IsZero() {
		t := w.Type(recv)
		if recv.First().IsZero() {
			t = parse.TypeRef{Name: recv.Text(), At: recv.Start()}
			for c := range r.args.from(n).Named {
				t.Args = append(t.Args, w.Type(c))
			}
		}
		out.Name, out.Args = receiverName, append(out.Args, t)
	}
	list := r.params.from(n)
	if isType(w.rule(list).Op) && w.rule(list).Op != TypeWrap {
		out.Args = append(out.Args, w.Type(list))
	}
	for c := range list.Named {
		if typ := w.rule(c).typ.from(c); w.rule(c).Op == Declare {
			c = typ
		}
		if o := w.rule(c).Op; isType(o) {
			out.Args = append(out.Args, w.Type(c))
		}
	}
	out.Args = append(out.Args, w.Type(r.typ.from(n)))
	return out
}
