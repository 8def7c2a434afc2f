package python

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// lastDot returns the index of the last dot, -1 if not found.
func lastDot(name string) int { return strings.LastIndexByte(name, '.') }

// typeRef returns a value of a written type.
//
//	Order | None         # an Order: None has no members of the tree
//	"Order"              # a name that is looked up at the end of the module
//	Annotated[Order, x]  # an Order
//
// A string in an annotation is a forward reference (PEP 484): it was parsed as a type and
// is looked up like one.
func (p *evaluator) typeRef(t parse.TypeRef, at uint32, from resolve.DefID) set {
	if t.IsZero() || !p.enter() {
		return nil
	}
	defer p.budget.Leave()
	switch {
	case t.Form == parse.FormUnion:
		var u union
		for _, a := range t.Args {
			u.add(p.typeRef(a, at, from))
		}
		return u.done()
	case t.Form == parse.FormTuple:
		return set{{kind: kindTuple, def: resolve.None, args: p.typeRefs(t.Args, at, from)}}
	case t.Form != parse.FormNamed:
		return nil
	case t.Name == "None":
		return nothing
	}
	// A literal's type was created by the parser and has no position: it cannot be
	// shadowed.
	if t.At == 0 && len(t.Args) == 0 && builtinTypes[t.Name] != nil {
		return builtinTypes[t.Name] // of a literal
	}
	return p.namedType(t, at, from)
}

// builtinTypes are the types of literals. A written type has a position, which
// literals lack: only written types are looked up, since a module may define its own
// `list`.
var builtinTypes = map[string]set{
	"str": object("builtins.str"), "int": object("builtins.int"), "bool": object("builtins.bool"),
	"float": object("builtins.float"), "bytes": object("builtins.bytes"),
	"list": object("builtins.list"), "tuple": object("builtins.tuple"),
}

func (p *evaluator) typeRefs(list []parse.TypeRef, at uint32, from resolve.DefID) []set {
	if len(list) == 0 {
		return nil
	}
	out := make([]set, len(list))
	for i, t := range list {
		out[i] = p.typeRef(t, at, from)
	}
	return out
}

// namedType returns a value of the class that a name denotes. Type parameters known
// from the receiver come first: within Box[Order] the name T is an Order.
func (p *evaluator) namedType(t parse.TypeRef, at uint32, from resolve.DefID) set {
	name, rest, dotted := strings.Cut(t.Name, ".")
	if !dotted {
		if s, ok := p.typeArgs[name]; ok {
			return s
		}
	}
	refs := p.name(name, at, from)
	for dotted {
		name, rest, dotted = strings.Cut(rest, ".")
		var next []ref
		for _, v := range p.value(refs) {
			next = append(next, p.attr(v, name)...)
		}
		refs = next
	}
	// The usual case: one certain meaning.
	if len(refs) == 1 && refs[0].tier == 0 {
		return p.objectOf(&refs[0], t, at, from)
	}
	var u union
	for i := range refs {
		u.add(p.objectOf(&refs[i], t, at, from).withTier(refs[i].tier))
	}
	return u.done()
}

// objectOf returns a value of the type t, whose name refers to r: a class, a type
// variable, an alias, or a variable that holds a class.
//
//	Shop = make_class()
//	def open(s: Shop): ...    # an object of the class that the variable holds
func (p *evaluator) objectOf(r *ref, t parse.TypeRef, at uint32, from resolve.DefID) set {
	if r.def == resolve.None || r.value != nil {
		if r.kind == refOutside && len(r.vals) == 1 && r.vals[0].kind == kindExternal {
			return p.outsideType(r.vals[0].name, t, at, from)
		}
		if len(r.locals) == 1 && r.locals[0].Kind == parse.LocalTypeParam {
			l := r.locals[0]
			return set{{kind: kindTypeVar, def: r.file.ID(l.Def), name: l.Name}}
		}
		return p.each(p.refValue(r), func(v val) set { return p.instanceOf(v, t, at, from) })
	}
	d := p.table.Def(r.def)
	switch {
	case d.Type.Name == "TypeVar" && isValue(d):
		return set{{kind: kindTypeVar, def: d.ID, name: d.Name}}
	case d.Kind == graph.KindTypeAlias:
		return p.aliasWith(d, p.aliasOf(d), p.typeRefs(t.Args, at, from))
	case d.Kind.IsType():
		args := p.withDefaults(d, p.typeRefs(t.Args, at, from))
		return set{{kind: kindInstance, def: d.ID, args: args}}
	}
	// a variable that a class was assigned to
	return p.each(p.refValue(r), func(v val) set { return p.instanceOf(v, t, at, from) })
}

// aliasOf returns a value of the type that an alias denotes. Recursive uses of the
// alias in its type are unknown.
//
//	JSON = Union[str, list["JSON"]]
func (p *evaluator) aliasOf(d *resolve.Def) set {
	k := key{def: d.ID, kind: askAlias}
	if p.isUnderWay(k) {
		return nil
	}
	return p.memo(k, p.isPlain(), func() set { return p.typeRef(d.Type, d.NameAt, d.ID) })
}

// aliasWith returns the type s of an alias with type arguments.
//
//	type Pair[A] = tuple[A, A]
//	Maybe = Optional[T]           # Maybe[Order]: its variables, in the order of the text
func (p *evaluator) aliasWith(d *resolve.Def, s set, args []set) set {
	args = p.withDefaults(d, args)
	if len(args) == 0 || !hasTypeVar(s) {
		return s
	}
	by := solution{}
	for i, v := range p.aliasParams(d, s) {
		if i < len(args) {
			by[v] = args[i]
		}
	}
	return p.substitute(s, by)
}

// aliasParams lists the type parameters of an alias of the type s: the declared ones, or the
// variables that occur in it.
func (p *evaluator) aliasParams(d *resolve.Def, s set) []variable {
	var out []variable
	for _, name := range d.TypeParams {
		out = append(out, variable{d.ID, name})
	}
	if len(out) > 0 {
		return out
	}
	var find func(s set)
	find = func(s set) {
		for _, v := range s {
			if k := (variable{v.def, v.name}); v.kind == kindTypeVar && !slices.Contains(out, k) {
				out = append(out, k)
			}
			for _, a := range v.args {
				find(a)
			}
		}
	}
	find(s)
	return out
}

// withDefaults appends the defaults of the type parameters of d for which there are no arguments
// (PEP 696).
//
//	class Box[T = Order]: ...    # Box is Box[Order]
func (p *evaluator) withDefaults(d *resolve.Def, args []set) []set {
	for i := len(args); i < len(d.TypeParams); i++ {
		l := p.typeParam(d.File, d, d.TypeParams[i], d.NameAt)
		if l == nil || len(l.Type.Args) < 2 || l.Type.Args[1].IsZero() {
			break
		}
		args = append(args, p.typeRef(l.Type.Args[1], d.NameAt, d.ID))
	}
	return args
}

// instanceOf returns an object of the class v.
//
//	Box[Order]    # a Box whose T is Order
func (p *evaluator) instanceOf(v val, t parse.TypeRef, at uint32, from resolve.DefID) set {
	switch v.kind {
	case kindExternal:
		return p.outsideType(v.name, t, at, from)
	case kindClass:
		v.kind = kindInstance
		return set{v}
	case kindTypeVar:
		return set{v}
	}
	return nil
}

// outsideType returns a value of the type t, whose name is external.
//
//	list[Order], Optional[Order], Callable[[Order], Line]
func (p *evaluator) outsideType(name string, t parse.TypeRef, at uint32, from resolve.DefID) set {
	if e := p.entity(name); e != nil {
		name = e.name
	}
	switch name {
	// The special forms of the typing specification, which are not classes. Any, and
	// object, of which everything is an instance, give no information on the value.
	case "typing.Any", "builtins.object", "typing_extensions.Any":
		return nil
	case "typing.NoReturn", "typing.Never", "typing_extensions.Never":
		return nothing
	case "typing.Self", "typing_extensions.Self":
		return p.this(from)
	case "typing.LiteralString":
		return builtinTypes["str"]
	case "typing.TypeGuard", "typing.TypeIs":
		return builtinTypes["bool"]
	case "typing.Callable":
		if n := len(t.Args); n > 0 {
			var params []set
			if t.Args[0].Form == parse.FormTuple {
				params = p.typeRefs(t.Args[0].Args, at, from)
			}
			return callable(p.typeRef(t.Args[n-1], at, from), params...)
		}
	case "builtins.tuple":
		if len(t.Args) > 1 { // the second is an ellipsis
			t.Args = t.Args[:1]
		}
	}
	return p.instance(name, p.typeRefs(t.Args, at, from))
}

// typeArgsOf returns the values in v of the type parameters of owner, a base of v's
// class; nil if they are unknown.
//
//	class Orders(Repo[Order]): ...
//	Orders().get()    # declared in Repo[T], where T is Order for an Orders
//
// A base without type arguments gives no information on its parameters; the other
// bases are searched.
func (p *evaluator) typeArgsOf(v val, owner resolve.DefID, depth int) map[string]set {
	d := p.table.Def(v.def)
	args := map[string]set{}
	for i, name := range p.typeParams(d) {
		if i < len(v.args) {
			args[name] = v.args[i]
		}
	}
	if v.def == owner {
		return args
	}
	if depth > maxUnify {
		return nil
	}
	for _, ref := range d.Bases {
		if len(ref.Args) == 0 && len(args) > 0 {
			continue
		}
		in := context{typeArgs: args}
		s := p.within(in, func() set { return p.typeRef(ref, d.NameAt, d.ID) })
		for _, base := range s {
			if base.kind == kindInstance && base.def != v.def && p.isSubclass(base, owner) {
				return p.typeArgsOf(base, owner, depth+1)
			}
		}
	}
	return nil
}

// typeParams lists the names of a class's type parameters: the declared ones,
// those of Generic or Protocol, or the variables in its bases.
//
//	class Box(Generic[T]): ...     # T
//	class Box[T]: ...              # T
//	class Boxes(list[Box[T]]): ... # T
func (p *evaluator) typeParams(d *resolve.Def) []string {
	if len(d.TypeParams) > 0 {
		return d.TypeParams
	}
	var out []string
	for _, ref := range d.Bases {
		explicit := resolve.LastName(ref.Name) == "Generic" ||
			resolve.LastName(ref.Name) == "Protocol"
		if explicit && len(ref.Args) > 0 {
			out = nil
		}
		for _, a := range ref.Args {
			if explicit || p.isTypeVar(a.Name, d) {
				out = append(out, a.Name)
			}
		}
		if explicit && len(ref.Args) > 0 {
			break
		}
	}
	return out
}

// isTypeVar reports whether a name in the bases of d is a type variable of the module:
// T = TypeVar("T").
func (p *evaluator) isTypeVar(name string, d *resolve.Def) bool {
	if name == "" || strings.ContainsAny(name, ".|(") {
		return false
	}
	refs := p.name(name, d.NameAt, d.Outer)
	return len(refs) == 1 && refs[0].def != resolve.None &&
		p.table.Def(refs[0].def).Type.Name == "TypeVar"
}
