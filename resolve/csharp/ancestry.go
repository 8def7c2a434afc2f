package csharp

import (
	"iter"
	"slices"
	"sync/atomic"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A signature is the resolved type of a definition.
type signature struct {
	typ    resolve.Type   // the type of a value, or the return type of a callable
	params []resolve.Type //
}

// receiver returns the type that an extension member extends.
//
// For `static void Show(this Item i)` it is Item. A member of an extension block (C# 14)
// extends the type that the block names: `extension(Item i) { void Show() { } }`.
func (t *tree) receiver(id resolve.DefID) resolve.Type {
	d := t.def(id)
	if t.isClassicExtension(d) {
		// The receiver is the first parameter.
		return t.signature(id).params[0]
	}
	return t.written(d.File, d.Receiver(), id, d.NameAt)
}

// isStaticExtension reports whether d extends a type instead of its values (C# 14).
func (t *tree) isStaticExtension(d *resolve.Def) bool {
	return d.ID > resolve.None && slices.Contains(d.Modifiers, "static") && !t.isClassicExtension(d)
}

// isClassicExtension reports whether the first parameter of d is its receiver, as in all
// extension methods but the static ones of an extension block.
//
// The front end gives the receiver the position of the parameter's type, so that equal
// positions mean the same text.
func (t *tree) isClassicExtension(d *resolve.Def) bool {
	if d.ID < resolve.None {
		return t.platform.foreign(d.ID).isExtension()
	}
	return len(d.Params) > 0 && d.Params[0].Type.At == d.Receiver().At && !d.Receiver().IsZero()
}

// lineage lists a type and its bases, nearest first, with the type's own parameters as
// its arguments, and object last. It includes external types.
//
// It is breadth first, so that a class comes before the interfaces of its base. Results
// are memoized only once all bases are resolved: before that, a query made to resolve a
// nested base may be incomplete.
//
//	class Base<T> : IList<T> {}
//	class Orders : Base<Order>, IShop {}    // Orders, Base<Order>, IShop, IList<Order>, …, object
func (t *tree) lineage(id resolve.DefID) []resolve.Type {
	id = t.canonical(id)
	if l := t.lineageOf(id).Load(); l != nil {
		return *l
	}
	// out is also the queue: the bases of each type are appended once, in source order.
	out := []resolve.Type{t.selfOf(t.def(id))}
	for i := 0; i < len(out) && len(out) < resolve.MaxLineage; i++ {
		if out[i].Def == resolve.None {
			// Its bases are unknown.
			continue
		}
		for _, base := range t.basesOf(out[i].Def) {
			base = subst(base, out[i])
			if base.Name != "object" && !t.holds(out, base) {
				out = append(out, base)
			}
		}
	}
	out = append(out, keyword("object"))
	if t.ready.Load() {
		t.lineageOf(id).Store(&out)
	}
	return out
}

// selfOf returns the type that a canonical definition declares, with its own parameters.
//
// Inside `class Box<T>`, the type of `this` is Box<T>, not Box<> without arguments:
// members inherited from `Base<T>` must be expressed in the T of Box.
func (t *tree) selfOf(d *resolve.Def) resolve.Type {
	self := resolve.Type{Def: d.ID, Owner: resolve.None}
	for i, p := range d.TypeParams {
		self.Args = append(self.Args, resolve.Type{Def: resolve.None, Owner: d.ID, Param: i,
			Name: p})
	}
	if d.ID > resolve.None {
		t.enclose(&self)
	}
	return self
}

// lineageOf returns the cache for the lineage of a definition of the tree or the
// platform.
func (t *tree) lineageOf(id resolve.DefID) *atomic.Pointer[[]resolve.Type] {
	if id < resolve.None {
		return &t.platform.foreign(id).lineage
	}
	return &t.lineages[id]
}

// basesOf lists the bases of a type: those in the source, the implicit base class of an
// enumeration, structure or delegate, and the interface that a record implicitly
// implements (C# 16.3).
//
//	record Pair(int A);      // IEquatable<Pair>
//	enum Level { Low }       // System.Enum
//	struct Size {}           // System.ValueType
func (t *tree) basesOf(id resolve.DefID) []resolve.Type {
	if id < resolve.None {
		return t.foreignBases(id)
	}
	bases := t.table.Bases[id]
	implied := ""
	d := t.table.Def(id)
	if d.Kind == graph.KindRecord {
		if x := t.known("System.IEquatable<>", t.selfOf(d)); x.Def != resolve.None {
			// The list of the table is shared by all files: copy it before it grows.
			bases = append(bases[:len(bases):len(bases)], x)
		}
	}
	switch {
	case d.Kind == graph.KindEnum:
		implied = "System.Enum"
	case d.Kind == graph.KindDelegate:
		implied = "System.MulticastDelegate"
	case t.isValueDef(id):
		implied = "System.ValueType"
	}
	if x := t.known(implied); implied != "" && x.Def != resolve.None {
		return append(bases[:len(bases):len(bases)], x)
	}
	return bases
}

// holds reports whether a lineage already contains a base: a class once, an interface
// once for each list of type arguments.
//
// Two interfaces IHandler<A> and IHandler<B> are different bases; an interface that is
// reached on two paths is listed once, at the nearer position.
func (t *tree) holds(line []resolve.Type, base resolve.Type) bool {
	if base.Def == resolve.None {
		return false
	}
	for _, o := range line {
		if o.Def == base.Def && (t.def(o.Def).Kind != graph.KindInterface || sameType(o, base)) {
			return true
		}
	}
	return false
}

// subst replaces the type parameters of owner's definition by its arguments.
//
// The name of a tuple's element belongs to the tuple type that declares it, and is kept
// when a type argument replaces a parameter: `(T first, int n)` has first for any T.
// Types that mention no parameter of the owner are returned unchanged, because most do
// not.
func subst(t, owner resolve.Type) resolve.Type {
	if t.Owner != resolve.None {
		if t.Owner == owner.Def && t.Param < len(owner.Args) {
			out := owner.Args[t.Param]
			if t.Module != "" {
				out.Module = t.Module
			}
			return out
		}
		if outer := outerOf(&owner); outer != nil {
			// A parameter of the enclosing type: Outer<A>.Inner has members of type A.
			return subst(t, *outer)
		}
		return t
	}
	if len(t.Args) == 0 || len(owner.Args) == 0 || owner.Def == resolve.None {
		return t
	}
	if !mentionsParams(t, &owner) {
		// Nothing to replace: the arguments need no copy.
		return t
	}
	args := make([]resolve.Type, len(t.Args))
	for i, a := range t.Args {
		args[i] = subst(a, owner)
	}
	t.Args = args
	return t
}

// mentionsParams reports whether t contains a type parameter of owner's definition or of
// an enclosing type.
func mentionsParams(t resolve.Type, owner *resolve.Type) bool {
	for ; owner != nil; owner = outerOf(owner) {
		if resolve.Mentions(t, owner.Def) {
			return true
		}
	}
	return false
}

// ancestry iterates over x and its bases with its type arguments substituted, numbered
// from 0; for a type parameter, over its constraints.
//
// The numbers distinguish the type itself, which is 0, from its bases: a class may use
// its own private members, and members of an unknown base hide none of the type itself.
func (t *tree) ancestry(x resolve.Type) iter.Seq2[int, resolve.Type] {
	return func(yield func(int, resolve.Type) bool) {
		n := 0
		t.eachBase(&x, func(a, in *resolve.Type) bool {
			n++
			return yield(n-1, subst(*a, *in))
		})
	}
}

// related is ancestry without the types that pass rejects. pass is called before type
// arguments are substituted, which is the expensive part: few bases of a type have a
// member with a given name, or are an instance of a given interface.
func (t *tree) related(x resolve.Type, pass func(*resolve.Type) bool) iter.Seq2[int, resolve.Type] {
	return func(yield func(int, resolve.Type) bool) {
		n := 0
		t.eachBase(&x, func(a, in *resolve.Type) bool {
			n++
			return !pass(a) || yield(n-1, subst(*a, *in))
		})
	}
}

// declaring iterates over the types of the ancestry of x that declare members with a
// name, and those that are unknown.
//
// Unknown types are included because they may declare the name: a member that is found
// after one of them is no longer certain.
func (t *tree) declaring(x resolve.Type, name string) iter.Seq2[int, resolve.Type] {
	return t.related(x, func(a *resolve.Type) bool {
		owner := t.decl(*a)
		return owner == resolve.None || len(t.own(owner, name)) > 0
	})
}

// eachBase calls visit for x and its bases until it returns false, and reports whether it
// never did. A base is passed as its type declares it, with the instance of that type
// that has the type arguments.
//
// The members of an array are those of System.Array and of the lists that it implements
// (C# 17.2.1); those of a type parameter come from its constraints and from object (C# 8.2.2).
func (t *tree) eachBase(x *resolve.Type, visit func(a, in *resolve.Type) bool) bool {
	none := &resolve.Unknown
	switch {
	case !visit(x, none):
		return false
	case x.Def != resolve.None:
		return eachOf(t.lineage(x.Def)[1:], x, visit)
	case x.Owner != resolve.None:
		// A constraint that is itself a type parameter is visited without its bases: those
		// follow in the list of bounds.
		types := t.bounds(*x)
		for i := range types {
			if b := &types[i]; b.Owner == resolve.None && !t.eachBase(b, visit) ||
				b.Owner != resolve.None && !visit(b, none) {
				return false
			}
		}
		object := keyword("object")
		return visit(&object, none)
	case x.Form == parse.FormList && !t.eachList(x, visit):
		return false
	}
	if id := t.decl(*x); id != resolve.None {
		return eachOf(t.lineage(id)[1:], none, visit)
	}
	return true
}

// bounds lists the constraints of a type parameter, and, for T : U, the constraints of U
// after U.
//
//	void Pay<T, U>(T t) where T : U where U : Invoice    // t has the members of Invoice
func (t *tree) bounds(x resolve.Type) []resolve.Type {
	types := t.limitsOf(x).types
	out := types[:len(types):len(types)]
	for i := 0; i < len(out) && len(out) < maxBounds; i++ {
		if out[i].Owner != resolve.None {
			out = append(out, t.limitsOf(out[i]).types...)
		}
	}
	return out
}

// maxBounds ends cycles of type parameters that constrain each other, which do not
// compile.
const maxBounds = 16

// eachOf visits the bases of the definition of x.
func eachOf(bases []resolve.Type, x *resolve.Type, visit func(a, in *resolve.Type) bool) bool {
	for i := range bases {
		if !visit(&bases[i], x) {
			return false
		}
	}
	return true
}

// eachList visits the list interfaces of a one-dimensional array, and their bases.
//
// A one-dimensional array T[] implements IList<T> and IReadOnlyList<T> (C# 17.2.2), which
// is missing from metadata. Arrays with more dimensions implement neither.
func (t *tree) eachList(x *resolve.Type, visit func(a, in *resolve.Type) bool) bool {
	for _, name := range []string{"IList<>", "IReadOnlyList<>"} {
		if list := t.known(collections+name, x.Args...); list.Def != resolve.None &&
			!t.eachBase(&list, visit) {
			return false
		}
	}
	return true
}

// limits are the constraints of a type parameter.
type limits struct {
	types        []resolve.Type
	class, value bool // constrained by the keyword class or struct
	stack        bool // the type argument may be a ref struct
}

// limitsOf returns the constraints of the type parameter x.
//
// Constraints are resolved on first use: types in them may be nested in the type that is
// being resolved.
//
//	void Add<T, U>(T t) where T : class, IOrder where U : struct
func (t *tree) limitsOf(x resolve.Type) limits {
	if x.Owner < resolve.None {
		return t.foreignLimits(x)
	}
	var out limits
	limit := t.limits[param{x.Owner, x.Param}]
	if limit == nil {
		return out
	}
	if is := limit.is.Load(); is != nil {
		return *is
	}
	refs := []parse.TypeRef{limit.ref}
	if limit.ref.Form == parse.FormIntersection {
		refs = limit.ref.Args
	}
	for _, ref := range refs {
		switch ref.Name {
		case "class":
			out.class = true
		case "struct":
			out.value = true
		case "allows":
			out.stack = true
		default:
			out.types = append(out.types, t.written(limit.file, ref, limit.from,
				t.table.Def(limit.from).NameAt))
		}
	}
	if t.ready.Load() {
		limit.is.Store(&out)
	}
	return out
}

// foreignLimits is limitsOf for the platform.
func (t *tree) foreignLimits(x resolve.Type) limits {
	f := t.platform.foreign(x.Owner)
	// An owner is a type or a generic method.
	params := f.typ.TypeParams
	if f.member != nil {
		params = f.member.TypeParams
	}
	out := limits{stack: true} // the declarations do not record it
	if x.Param < len(params) {
		p := &params[x.Param]
		out.class, out.value = p.Rules&external.IsClass != 0, p.Rules&external.IsStruct != 0
		out.types = t.refs(p.Bounds, f)
	}
	return out
}
