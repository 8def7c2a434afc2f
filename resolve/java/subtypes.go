package java

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// subtype reports whether a value of type a is one of type p without boxing (JLS
// 4.10, 5.3: strict invocation).
func (j *tree) subtype(a, p resolve.Type) ternary { return j.subtypeIn(a, p, resolve.MaxAliases) }

// subtypeIn is subtype at a depth of type arguments (JLS 4.10).
//
// The order matters: primitives before null, which is not an int; unions before
// Object, since an alternative may be unknown, and before type parameters, since each
// alternative must fit; and an intersection on the left fits if one part does.
func (j *tree) subtypeIn(a, p resolve.Type, depth int) ternary {
	a, p = upper(a), lower(p)
	switch {
	case depth == 0 || isUnknown(a) || isUnknown(p): // it may also be a primitive type
		return maybe
	case isPrimitive(a) || isPrimitive(p):
		return widens(a, p)
	case a.Form == parse.FormUnion:
		return weakest(a.Args, func(x resolve.Type) ternary { return j.subtypeIn(x, p, depth-1) })
	case isNull(a) || j.isObject(p): // but not a primitive type, handled above
		return yes
	case a.Owner != resolve.None && a.Owner == p.Owner && a.Param == p.Param:
		return yes
	case p.Form == parse.FormIntersection:
		// An argument for A & B must be both.
		return weakest(p.Args, func(x resolve.Type) ternary { return j.subtypeIn(a, x, depth-1) })
	case a.Form == parse.FormIntersection:
		return strongest(a.Args, func(x resolve.Type) ternary { return j.subtypeIn(x, p, depth-1) })
	case a.Owner != resolve.None:
		return j.subtypeIn(j.boundOf(a), p, depth-1)
	case p.Owner != resolve.None: // only null and the variable itself have that type
		return no
	case isArray(p):
		return j.subarray(a, p, depth)
	case isArray(a):
		// p is not an array: it may be one of the three supertypes of all arrays.
		return arraySuper(p)
	}
	return j.subclass(a, p, depth)
}

// weakest returns the worst of the answers for ts.
func weakest(ts []resolve.Type, ask func(resolve.Type) ternary) ternary {
	out := yes
	for _, t := range ts {
		out = min(out, ask(t))
	}
	return out
}

// strongest returns the best of the answers for ts.
func strongest(ts []resolve.Type, ask func(resolve.Type) ternary) ternary {
	out := no
	for _, t := range ts {
		out = max(out, ask(t))
	}
	return out
}

// widens reports whether a is a primitive type that is or widens to p (JLS 5.1.2).
func widens(a, p resolve.Type) ternary {
	if !isPrimitive(a) || !isPrimitive(p) {
		return no
	}
	if a.SameForm(p) {
		return yes
	}
	x, y := widths[a.Name], widths[p.Name]
	if x == 0 || y == 0 || x >= y || p.Name == "char" || a.Name == "char" && p.Name == "short" {
		return no
	}
	return yes
}

// subarray reports whether an array is a subtype of p (JLS 4.10.3): arrays of references
// are covariant, and every array is Cloneable and Serializable.
//
//	Dog[] to Animal[]    // yes
//	int[] to long[]      // no
//	int[] to Object      // yes
func (j *tree) subarray(a, p resolve.Type, depth int) ternary {
	if !isArray(a) {
		return no
	}
	x, y := a.Args[0], p.Args[0]
	// Primitive elements do not widen: the array would have another layout.
	if isPrimitive(x) && isPrimitive(y) {
		if x.SameForm(y) {
			return yes
		}
		return no
	}
	return j.subtypeIn(x, y, depth-1)
}

// arraySuper reports whether the class p is a supertype of all arrays (JLS 4.10.3).
func arraySuper(p resolve.Type) ternary {
	switch {
	case p.Def != resolve.None:
		return no
	case p.Name == "java.lang.Cloneable" || p.Name == "java.io.Serializable":
		return yes
	}
	return no
}

// subclass compares two classes or interfaces.
func (j *tree) subclass(a, p resolve.Type, depth int) ternary {
	// If the hierarchy of a is not fully known, p may be in the unknown part, unless
	// p cannot be extended, or p is a class and only interfaces are unknown.
	s, found, open := j.asSuper(a, p)
	switch {
	case found:
		return j.contains(s, p, depth)
	case open == 0 || j.isFinal(p):
		return no
	case open&openClass == 0 && j.declares(p) && !j.isInterface(p):
		// All superclasses are known, and p is not among them.
		return no
	}
	return maybe
}

// contains reports whether the type arguments of p contain those of s, both of one
// class (JLS 4.5.1). Only arguments that are certainly different classes are
// distinguished.
//
//	List<String>        // is certainly not a List<Integer>
//	List<? extends A>   // may be a List<B>: wildcards are not compared
func (j *tree) contains(s, p resolve.Type, depth int) ternary {
	for i := range min(len(s.Args), len(p.Args)) {
		x, y := s.Args[i], p.Args[i]
		if isWildcard(x) || isWildcard(y) || x.Owner != resolve.None || y.Owner != resolve.None {
			// Inference may make them equal: they distinguish nothing.
			continue
		}
		if j.isClass(x) && j.isClass(y) && !sameClass(x, y) && j.declares(x) && j.declares(y) {
			return no
		}
	}
	return yes
}

// loose reports whether a value of type a converts to type p, including boxing (JLS
// 5.3: loose invocation).
//
//	Integer to long      // unboxed, then widened
//	int to Object        // boxed, then widened
//	int to Long          // no: never widened, then boxed
func (j *tree) loose(a, p resolve.Type) ternary {
	switch {
	case j.isObject(p) && !isVoid(a):
		// Every value is an Object, a primitive one after boxing.
		return yes
	case isPrimitive(a) == isPrimitive(p) || !a.Known() || !p.Known():
		if isVoid(a) && !isVoid(p) {
			return no
		}
		return j.subtype(a, p)
	case isPrimitive(a):
		return j.subtype(boxed(a), p)
	}
	return j.unboxes(a, p)
}

// unboxes reports whether a reference of type a converts to the primitive type p.
func (j *tree) unboxes(a, p resolve.Type) ternary {
	for range resolve.MaxAliases {
		if a.Owner == resolve.None {
			break
		}
		a = j.boundOf(a)
	}
	switch {
	case isUnknown(a):
		return maybe
	case a.Form == parse.FormUnion && len(a.Args) > 0:
		return weakest(a.Args, func(x resolve.Type) ternary { return j.loose(x, p) })
	}
	if u, ok := unboxed(a); ok {
		return widens(u, p)
	}
	return no
}

// join returns the least upper bound of several types (JLS 4.10.4); unknown if the
// hierarchy of one is.
//
//	Arrays.asList(dog, cat)    // List<Animal>
//	Arrays.asList(1, 2.0)      // List<Number & Comparable<…>>
func (j *tree) join(ts []resolve.Type) resolve.Type {
	var refs []resolve.Type
	for _, t := range ts {
		if !t.Known() {
			return resolve.Unknown
		}
		same := func(o resolve.Type) bool { return j.sameType(o, boxed(t)) }
		if !isNull(t) && !slices.ContainsFunc(refs, same) {
			refs = append(refs, boxed(t))
		}
	}
	switch len(refs) {
	case 0:
		return resolve.Unknown
	case 1:
		return refs[0]
	}
	// One of them that is a supertype of all others is the answer.
	for _, c := range refs {
		if weakest(refs, func(x resolve.Type) ternary { return j.subtype(x, c) }) == yes {
			return c.WithTier(graph.Typed)
		}
	}
	return j.commonSuper(refs)
}

// commonSuper returns the least type that all of ts extend, an intersection if there
// are several.
func (j *tree) commonSuper(ts []resolve.Type) resolve.Type {
	var least []resolve.Type
	open := j.supers(ts[0], func(s resolve.Type) bool {
		for _, t := range ts[1:] {
			if j.subtype(t, s) != yes {
				return true
			}
		}
		// Supertypes are visited from the nearest: one that a found type extends adds
		// nothing.
		if !slices.ContainsFunc(least,
			func(l resolve.Type) bool { return j.subtype(l, s) == yes }) {
			least = append(least, s)
		}
		return true
	})
	switch {
	case open != 0 || len(least) == 0:
		return resolve.Unknown
	case len(least) == 1:
		return least[0].WithTier(graph.Typed)
	}
	return compound(parse.FormIntersection, least...).WithTier(graph.Typed)
}

// sameType reports whether two types are the same, including arguments.
func (j *tree) sameType(a, b resolve.Type) bool {
	switch {
	case len(a.Args) != len(b.Args) || a.Def != b.Def || a.Owner != b.Owner:
		return false
	case a.Owner != resolve.None:
		return a.Param == b.Param
	case a.Def == resolve.None && (!a.SameForm(b) || a.Name == unknownExternal.Name):
		return false
	}
	for i := range a.Args {
		if !j.sameType(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// sameErasure compares types without their arguments, as overriding does (JLS 8.4.2).
func (j *tree) sameErasure(x, y resolve.Type) bool {
	x, y = j.erased(x), j.erased(y)
	if x.Owner != resolve.None && y.Owner != resolve.None {
		return x.Owner == y.Owner && x.Param == y.Param
	}
	x, y = j.classOf(x), j.classOf(y)
	switch {
	case !x.Known() || !y.Known():
		// An unresolved type does not make an override disappear.
		return true
	case x.Def != resolve.None || y.Def != resolve.None:
		return x.Def == y.Def
	case isArray(x) && isArray(y):
		return j.sameErasure(x.Args[0], y.Args[0])
	case x.SameForm(y):
		return true
	}
	// A name with an unknown package may denote the same class as a full name:
	// overrides should not be lost because of a missing import.
	unsure := x.External && y.External && (x.Name[0] == '*' || y.Name[0] == '*')
	return unsure && resolve.LastName(x.Name) == resolve.LastName(y.Name)
}

// erased returns the erasure of a method's type parameter; those of types are kept.
func (j *tree) erased(t resolve.Type) resolve.Type {
	t = lower(t)
	for range resolve.MaxAliases {
		switch {
		case t.Form == parse.FormIntersection && len(t.Args) > 0:
			t = t.Args[0]
		case t.Owner == libraryMethodVar || t.Owner == libraryTypeVar:
			return object
		case t.Owner == resolve.None || j.table.Def(t.Owner).Kind.IsType():
			return t
		default:
			t = j.boundOf(t)
		}
	}
	return object
}

// classOf returns the first class or interface that bounds a type parameter, or any
// other type unchanged.
func (j *tree) classOf(t resolve.Type) resolve.Type {
	for range resolve.MaxAliases {
		switch {
		case t.Form == parse.FormIntersection && len(t.Args) > 0:
			t = t.Args[0]
		case t.Owner == resolve.None:
			return t
		case t.Owner < 0:
			return object
		default:
			t = j.boundOf(t)
		}
	}
	return object
}
