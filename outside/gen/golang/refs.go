package golang

import (
	"go/types"
	"strconv"

	"seedgraph/outside"
)

// directions are the names of channel types: chan, chan<- and <-chan.
var directions = [...]string{types.SendRecv: "", types.SendOnly: "->", types.RecvOnly: "<-"}

// ref converts a type as it is used.
func (r *reader) ref(t types.Type) outside.TypeRef {
	switch t := t.(type) {
	case *types.Basic:
		return r.basic(t)
	case *types.Alias:
		return r.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		return r.named(t.Obj(), t.TypeArgs())
	case *types.TypeParam:
		name := t.Obj().Name()
		if declared := r.params[t]; declared != "" {
			name = declared
		}
		return outside.TypeRef{Form: outside.TypeVar, Name: name}
	case *types.Pointer:
		return r.of(outside.PointerTo, "", t.Elem())
	case *types.Slice:
		return r.of(outside.Slice, "", t.Elem())
	case *types.Array:
		return r.of(outside.Array, strconv.FormatInt(t.Len(), 10), t.Elem())
	case *types.Map:
		return r.of(outside.Map, "", t.Key(), t.Elem())
	case *types.Chan:
		return r.of(outside.Chan, directions[t.Dir()], t.Elem())
	case *types.Signature:
		var m outside.Member
		r.signature(&m, t)
		m.Kind = outside.Call
		return outside.TypeRef{Form: outside.Func, Members: []outside.Member{m}}
	case *types.Struct:
		_, members := r.fields(t)
		return outside.TypeRef{Form: outside.Object, Members: members}
	case *types.Interface:
		return r.literal(t)
	case *types.Union:
		return r.union(t)
	}
	return outside.TypeRef{} // there are no others
}

// of returns a type that is made of others.
func (r *reader) of(form outside.Form, name string, parts ...types.Type) outside.TypeRef {
	out := outside.TypeRef{Form: form, Name: name}
	for _, p := range parts {
		out.Args = append(out.Args, r.ref(p))
	}
	return out
}

func (r *reader) basic(t *types.Basic) outside.TypeRef {
	if t.Kind() == types.UnsafePointer {
		return outside.TypeRef{Form: outside.Named, Name: "unsafe.Pointer"}
	}
	return outside.TypeRef{Form: outside.Named, Name: t.Name()}
}

func (r *reader) named(obj *types.TypeName, args *types.TypeList) outside.TypeRef {
	r.need(obj)
	out := outside.TypeRef{Form: outside.Named, Name: fullName(obj)}
	for t := range args.Types() {
		out.Args = append(out.Args, r.ref(t))
	}
	return out
}

// literal converts an interface without a name. It has the form of a struct
// without one, but its members are methods, and Args are what it embeds. One that a constraint is
// written as, such as ~string, is its only embedded type.
func (r *reader) literal(t *types.Interface) outside.TypeRef {
	if t.IsImplicit() && t.NumEmbeddeds() == 1 {
		return r.ref(t.EmbeddedType(0))
	}
	bases, members := r.methods(t)
	return outside.TypeRef{Form: outside.Object, Args: bases, Members: members}
}

// union converts A | ~B. A term alone is that term.
func (r *reader) union(t *types.Union) outside.TypeRef {
	out := outside.TypeRef{Form: outside.Union}
	for term := range t.Terms() {
		arg := r.ref(term.Type())
		if term.Tilde() {
			arg = outside.TypeRef{Form: outside.Computed, Name: "~", Args: []outside.TypeRef{arg}}
		}
		out.Args = append(out.Args, arg)
	}
	if len(out.Args) == 1 {
		return out.Args[0]
	}
	return out
}
