package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Type is the type of an expression: the type of its value, or the type or module that
// it names.
type Type struct {
	Def   DefID  // canonical definition of the type; otherwise None
	Owner DefID  // the definition whose type parameter it is; otherwise None
	Args  []Type // type arguments, or the parts of a Form, by position
	// Name is the name of a type without definition: an external type, a type parameter,
	// a literal type.
	Name     string
	Module   string         // the module that the expression names
	Param    int            // if Owner is set: the index of its type parameter
	Form     parse.TypeForm // of composite types; from parse.FormInferred on the resolver's own
	Func     parse.FuncForm // C#: for an argument that is a lambda, its syntactic form
	Tier     graph.Tier     // confidence in the type; zero means Exact
	IsModule bool           // the expression names a module
	Static   bool           // the expression names the type itself, not a value of it
	External bool           // the type is external
	Pointer  bool           // Go: it is a pointer to that type
}

// SameForm reports whether t and u have the same form and name.
func (t Type) SameForm(u Type) bool { return t.Form == u.Form && t.Name == u.Name }

// Unknown is the unknown type.
var Unknown = Type{Def: None, Owner: None}

// Known reports whether anything is known of t.
//
// A tier, or the fact that an expression names a type, does not count.
func (t Type) Known() bool {
	return t.Def != None || t.IsModule || t.External || t.Form != parse.FormNamed || t.Name != "" || t.Owner != None
}

// WeakerTier returns the less certain of two tiers; zero counts as Exact.
func WeakerTier(a, b graph.Tier) graph.Tier { return max(a, b, graph.Exact) }

// WithTier returns t with a tier no more certain than tier.
//
// A step of an expression passes on the tier of the steps before it, so that the last
// step has the tier of the weakest one.
func (t Type) WithTier(tier graph.Tier) Type {
	t.Tier = WeakerTier(t.Tier, tier)
	return t
}

// TypeOf resolves a written type as seen from the definition at a position.
func (b *Binder) TypeOf(ref parse.TypeRef, from DefID, at uint32) Type {
	if ref.IsZero() {
		return Unknown
	}
	return b.File.Rules.ResolveType(b, ref, from, at)
}

// TypeParam returns the type parameter of an enclosing definition with a name.
func (b *Binder) TypeParam(name string, from DefID) (Type, bool) {
	for d := from; d != None; d = b.Table.Defs[d].Outer {
		for i, p := range b.Table.Defs[d].TypeParams {
			if p == name {
				return Type{Def: None, Owner: b.Table.Canon[d], Param: i, Name: name}, true
			}
		}
	}
	return Unknown, false
}

// Bounded returns t, or Unknown if t consists of more than MaxTypeSize types. Stepwise
// inference may double the size of a type with each step. Such a type takes no memory,
// because arguments are shared, but traversing it takes the time.
func Bounded(t Type) Type {
	room := MaxTypeSize
	if !t.fits(&room) {
		return Unknown
	}
	return t
}

// fits reports whether t consists of at most room types.
func (t *Type) fits(room *int) bool {
	*room--
	for i := 0; i < len(t.Args) && *room >= 0; i++ {
		t.Args[i].fits(room)
	}
	return *room >= 0
}

// Declarations removes redeclarations from the list: parts of one type, and the same
// symbol declared again in its module.
//
// A reference to a part of a partial type, to a definition under #if and #else, or to a
// function that is declared again refers to the first one.
func (b *Binder) Declarations(ids []DefID) []DefID {
	if len(ids) < 2 {
		return ids
	}
	type entity struct {
		symbol, module string
		kind           graph.NodeKind
	}
	var out []DefID
	same := make(map[DefID]bool, len(ids))
	named := make(map[entity]bool, len(ids))
	for _, id := range ids {
		d, canon := b.Table.Def(id), b.Table.Canon[id]
		x := entity{d.Symbol, d.ModuleName, d.Kind}
		if same[canon] || named[x] {
			continue
		}
		same[canon], named[x] = true, true
		out = append(out, id)
	}
	return out
}

// Subst replaces the type parameters of owner's definition by its arguments.
func (b *Binder) Subst(t, owner Type) Type { return Substitute(t, owner.Def, owner.Args) }

// A TypeVar is a type parameter of a definition, by its index.
type TypeVar struct {
	Owner DefID
	Param int
}

// Substitute replaces the type parameters of owner in t by args.
//
//	T in Box<T> with Order for T      // Order
//	Map<K, List<V>> with Line for V   // Map<K, List<Line>>
//
// Parts without a parameter of owner are shared with t. The result is Unknown if it
// consists of more than MaxTypeSize types: a chain of generic classes and functions may
// double an argument at each step.
func Substitute(t Type, owner DefID, args []Type) Type {
	if len(args) > 0 && t.substitute(owner, args) {
		return Bounded(t)
	}
	return t
}

// substitute is Substitute in place, and reports whether t was changed. It does not
// modify t.Args, which other types share.
func (t *Type) substitute(owner DefID, args []Type) bool {
	if t.Owner != None {
		if t.Owner != owner || t.Param >= len(args) {
			return false
		}
		a := args[t.Param].WithTier(t.Tier)
		a.Pointer = a.Pointer || t.Pointer
		*t = a
		return true
	}
	var changed []Type
	for i := range t.Args {
		a := t.Args[i]
		if !a.substitute(owner, args) {
			continue
		}
		if changed == nil {
			changed = slices.Clone(t.Args)
		}
		changed[i] = a
	}
	if changed == nil {
		return false
	}
	t.Args = changed
	return true
}

// Mentions reports whether a type contains a type parameter of a definition.
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
