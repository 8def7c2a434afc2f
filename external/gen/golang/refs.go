package golang

import (
	"go/types"
	"strconv"

	"seedgraph/external"
)

// directions are the names of channel types: chan, chan<- and <-chan.
var directions = [...]string{types.SendRecv: "", types.SendOnly: "->", types.RecvOnly: "<-"}

// ref converts a use of a type.
func (r *reader) ref(t types.Type) external.TypeRef {
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
		return external.TypeRef{Form: external.TypeVar, Name: name}
	case *types.Pointer:
		return r.of(external.PointerTo, "", t.Elem())
	case *types.Slice:
		return r.of(external.Slice, "", t.Elem())
	case *types.Array:
		return r.of(external.Array, strconv.FormatInt(t.Len(), 10), t.Elem())
	case *types.Map:
		return r.of(external.Map, "", t.Key(), t.Elem())
	case *types.Chan:
		return r.of(external.Chan, directions[t.Dir()], t.Elem())
	case *types.Signature:
		var m external.Member
		r.signature(&m, t)
		m.Kind = external.Call
		return external.TypeRef{Form: external.Func, Members: []external.Member{m}}
	case *types.Struct:
		_, members := r.fields(t)
		return external.TypeRef{Form: external.Object, Members: members}
	case *types.Interface:
		return r.literal(t)
	case *types.Union:
		return r.union(t)
	}
	return external.TypeRef{} // there are no others
}

// of returns a type composed of others.
func (r *reader) of(form external.Form, name string, parts ...types.Type) external.TypeRef {
	out := external.TypeRef{Form: form, Name: name}
	for _, p := range parts {
		out.Args = append(out.Args, r.ref(p))
	}
	return out
}

func (r *reader) basic(t *types.Basic) external.TypeRef {
	if t.Kind() == types.UnsafePointer {
		return external.TypeRef{Form: external.Named, Name: "unsafe.Pointer"}
	}
	return external.TypeRef{Form: external.Named, Name: t.Name()}
}

func (r *reader) named(obj *types.TypeName, args *types.TypeList) external.TypeRef {
	r.need(obj)
	out := external.TypeRef{Form: external.Named, Name: fullName(obj)}
	for t := range args.Types() {
		out.Args = append(out.Args, r.ref(t))
	}
	return out
}

// literal converts an interface literal. It has the form of a struct literal, but its
// members are methods, and Args are its embedded types. A constraint written as a
// type set, such as ~string, is its only embedded type.
func (r *reader) literal(t *types.Interface) external.TypeRef {
	if t.IsImplicit() && t.NumEmbeddeds() == 1 {
		return r.ref(t.EmbeddedType(0))
	}
	bases, members := r.methods(t)
	return external.TypeRef{Form: external.Object, Args: bases, Members: members}
}

// union converts A | ~B. A single term is converted to that term.
func (r *reader) union(t *types.Union) external.TypeRef {
	out := external.TypeRef{Form: external.Union}
	for term := range t.Terms() {
		arg := r.ref(term.Type())
		if term.Tilde() {
			arg = external.TypeRef{Form: external.Computed, Name: "~", Args: []external.TypeRef{arg}}
		}
		out.Args = append(out.Args, arg)
	}
	if len(out.Args) == 1 {
		return out.Args[0]
	}
	return out
}
