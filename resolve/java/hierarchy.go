package java

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An unknownBases is the set of unknown parts of a type's hierarchy.
type unknownBases uint8

const (
	openClass unknownBases = 1 << iota // a superclass
	openInterface
)

// A base is a direct supertype and whether it can be a class or an interface.
type base struct {
	resolve.Type
	as      unknownBases
	unknown bool // neither the tree nor the platform declares it
}

// supers visits t and its supertypes, the nearest first, superclasses before
// interfaces and Object last, until visit returns false. It returns the unknown parts
// of the visited hierarchy.
//
//	class A extends B implements I, J    // A, B, the supertypes of B, I, J, Object
//
// An unknown supertype does not end the search: a method that I declares is found
// after an unknown superclass, but the result reports that a nearer one may exist.
func (j *tree) supers(t resolve.Type, visit func(resolve.Type) bool) (open unknownBases) {
	each := func(b base) bool {
		if b.unknown {
			// It is not visited: its members are unknown.
			open |= b.as
			return true
		}
		return visit(b.Type)
	}
	if kept := j.lineage(t); kept != nil {
		if !visit(t) {
			return open
		}
		for _, b := range kept[1:] {
			if !each(b) {
				return open
			}
		}
	} else if !j.climb(t, each) {
		return open
	}
	// Object comes last even after interfaces, which implicitly have its methods (JLS
	// 9.2).
	if !j.isObject(t) && j.declares(object) {
		visit(object)
	}
	return open
}

// climb visits t and its supertypes except Object, until each returns false. Beyond
// the first MaxLineage supertypes the hierarchy is unknown. Runs in time quadratic in
// their number.
func (j *tree) climb(t resolve.Type, each func(base) bool) bool {
	queue := make([]base, 1, 8)
	queue[0] = base{Type: t, as: openClass | openInterface}
	for i := 0; i < len(queue); i++ {
		b := queue[i]
		if i >= resolve.MaxLineage {
			return each(base{as: openClass | openInterface, unknown: true})
		}
		// A class may be reached by several paths, but only with the same type
		// arguments (JLS 8.1.5).
		visited := func(o base) bool { return sameClass(o.Type, b.Type) }
		if j.isObject(b.Type) && i > 0 || slices.ContainsFunc(queue[:i], visited) {
			continue
		}
		b.unknown = !j.declares(b.Type)
		if !each(b) {
			return false
		}
		if !b.unknown {
			queue = j.appendBases(queue, b.Type)
		}
	}
	return true
}

// lineage lists the supertypes that climb visits from a class of the tree without
// type arguments, which do not depend on the path to it; nil for all other types. It
// is computed once for all files: most member lookups begin with it.
func (j *tree) lineage(t resolve.Type) []base {
	if t.Def == resolve.None || len(t.Args) > 0 || j.lineages == nil {
		return nil
	}
	cell := &j.lineages[t.Def]
	if kept := cell.Load(); kept != nil {
		return *kept
	}
	var line []base
	j.climb(resolve.Type{Def: t.Def, Owner: resolve.None}, func(b base) bool {
		line = append(line, b)
		return true
	})
	// Files are bound in parallel: two may compute it at once, with the same result.
	cell.Store(&line)
	return line
}

// isObject reports whether t is java.lang.Object.
func (j *tree) isObject(t resolve.Type) bool {
	return t.Def == resolve.None && t.Name == object.Name
}

// declares reports whether the members and bases of t are known.
func (j *tree) declares(t resolve.Type) bool {
	return t.Def != resolve.None || j.libraryClass(t) != nil
}

// appendBases appends the direct supertypes of t with its type arguments substituted.
//
// `extends` of a class names a class and `implements` names interfaces, whether they
// are known or not: an unknown interface may add methods, but no fields other than
// constants.
func (j *tree) appendBases(queue []base, t resolve.Type) []base {
	var kinds []bool // as the clauses of a type of the tree declare
	if t.Def != resolve.None {
		kinds = j.table.Def(t.Def).RareFields().BaseKind
	}
	for i, b := range j.baseTypes(t) {
		as := openClass | openInterface
		switch {
		case i >= len(kinds):
		case kinds[i]:
			as = openInterface
		default:
			as = openClass
		}
		queue = append(queue, base{Type: b, as: as})
	}
	return queue
}

// baseTypes lists the direct supertypes of t, the superclass first, with its type
// arguments substituted. Object is omitted.
//
// For `class Leaf extends Mid<Bill>` with `class Mid<A> extends Base<List<A>>`, Base
// is seen from Leaf as Base<List<Bill>>.
func (j *tree) baseTypes(t resolve.Type) []resolve.Type {
	var bases []resolve.Type
	if t.Def != resolve.None {
		bases = j.basesOf(t.Def)
	} else if c := j.libraryClass(t); c != nil {
		bases = c.bases
	}
	generic := func(b resolve.Type) bool { return len(b.Args) > 0 }
	if !slices.ContainsFunc(bases, generic) {
		return bases
	}
	out := make([]resolve.Type, len(bases))
	for i, b := range bases {
		out[i] = j.put(b, t)
	}
	return out
}

// implicitBase returns the class that every enum, record or annotation type extends.
//
//	enum Level { LOW }     // extends Enum<Level>, which has name() and compareTo(Level)
//	record Pair(int a) {}  // extends Record
func (j *tree) implicitBase(d *resolve.Def) (resolve.Type, bool) {
	switch {
	case d.Kind == graph.KindEnum:
		return outsideType("java.lang.Enum", resolve.Type{Def: d.ID, Owner: resolve.None}), true
	case d.Kind == graph.KindRecord:
		return outsideType("java.lang.Record"), true
	case d.Kind == graph.KindInterface && isAnnotationType(d):
		return outsideType("java.lang.annotation.Annotation"), true
	}
	return resolve.Unknown, false
}

// isAnnotationType reports whether an interface is an annotation interface.
func isAnnotationType(d *resolve.Def) bool { return strings.Contains(d.Signature, "@interface ") }

// thisType returns the type d with its own type parameters as arguments.
func (j *tree) thisType(d resolve.DefID) resolve.Type {
	t := resolve.Type{Def: d, Owner: resolve.None}
	for i, p := range j.table.Def(d).TypeParams {
		t.Args = append(t.Args, resolve.Type{Def: resolve.None, Owner: d, Param: i, Name: p})
	}
	return t
}

// typeVars returns the number of type parameters of the class t.
func (j *tree) typeVars(t resolve.Type) int {
	if t.Def != resolve.None {
		return len(j.table.Def(t.Def).TypeParams)
	}
	if c := j.libraryClass(t); c != nil {
		return len(c.bounds)
	}
	return 0
}

// put replaces the type parameters of the class owner in x by owner's arguments, or
// by their bounds if owner is a raw type (JLS 4.8).
//
//	class Box<T extends Shape> { T value; }
//
// The value of a Box<Circle> is a Circle, and the value of a raw Box is a Shape.
func (j *tree) put(x, owner resolve.Type) resolve.Type {
	if x.Owner == resolve.None && len(x.Args) == 0 {
		return x
	}
	id, args := owner.Def, owner.Args
	if id == resolve.None {
		id = libraryTypeVar
	}
	if n := j.typeVars(owner); len(args) < n {
		// A raw type.
		args = make([]resolve.Type, n)
		for i := range args {
			args[i] = j.eraseVar(resolve.Type{Def: resolve.None, Owner: id, Param: i}, owner)
		}
	}
	return resolve.Substitute(x, id, j.bounded(args, owner))
}

// bounded replaces the wildcards ? among the type arguments of a class by the
// declared bounds of the type parameters (JLS 5.1.10).
//
//	class Box<T extends Shape> { T value; }    // the value of a Box<?> is a Shape
func (j *tree) bounded(args []resolve.Type, owner resolve.Type) []resolve.Type {
	var out []resolve.Type
	for i, a := range args {
		if !a.External || a.Name != wildAny {
			continue
		}
		if out == nil {
			// The arguments are shared: they are copied before the first change.
			out = slices.Clone(args)
		}
		if b := j.declaredBound(owner, i); !j.isObject(b) {
			out[i] = compound(parse.FormExtends, b)
		}
	}
	if out == nil {
		return args
	}
	return out
}

// declaredBound returns the bound of a type parameter of the class owner, without
// type arguments, in which the parameter may itself occur.
func (j *tree) declaredBound(owner resolve.Type, i int) resolve.Type {
	b := object
	if owner.Def != resolve.None {
		b = j.boundOf(resolve.Type{Def: resolve.None, Owner: owner.Def, Param: i})
	} else if c := j.libraryClass(owner); c != nil && i < len(c.bounds) {
		b = c.bounds[i]
	}
	if b.Owner != resolve.None {
		// <T, U extends T>: the bound is another parameter.
		b = j.classOf(b)
	}
	return withoutArguments(b)
}

// withoutArguments drops the type arguments of a class, or of each in an intersection.
func withoutArguments(t resolve.Type) resolve.Type {
	if t.Form != parse.FormIntersection {
		t.Args = nil
		return t
	}
	t.Args = slices.Clone(t.Args)
	for i := range t.Args {
		t.Args[i].Args = nil
	}
	return t
}

// eraseVar returns the erasure of a type parameter of the class owner.
func (j *tree) eraseVar(v, owner resolve.Type) resolve.Type {
	if v.Owner == libraryTypeVar {
		v = j.libraryClass(owner).bounds[v.Param]
	}
	b := j.classOf(v)
	b.Args = nil
	return b
}

// boundOf returns the declared bound of a type parameter, or Object.
//
//	<T extends Comparable<T> & Runnable>    // an intersection of both
func (j *tree) boundOf(v resolve.Type) resolve.Type {
	b, ok := j.bounds[resolve.TypeVar{Owner: v.Owner, Param: v.Param}]
	if ok && (b.Owner != v.Owner || b.Param != v.Param) {
		return b.WithTier(v.Tier)
	}
	return object
}

// asSuper finds the supertype of a that is of the class of p.
//
//	class Names extends ArrayList<String>   // as an Iterable: Iterable<String>
func (j *tree) asSuper(a, p resolve.Type) (s resolve.Type, found bool, open unknownBases) {
	if sameClass(a, p) {
		return a, true, 0
	}
	open = j.supers(a, func(t resolve.Type) bool {
		if found = sameClass(t, p); found {
			s = t
			return false
		}
		for _, b := range j.baseTypes(t) { // unknown ones are not visited
			if !found && sameClass(b, p) {
				s, found = b, true
			}
		}
		return !found
	})
	return s, found, open
}

// isFinal reports whether no class can extend t (JLS 8.1.1.2).
//
// No unknown subclass of a final class can implement an interface: a String is never
// a Runnable.
func (j *tree) isFinal(t resolve.Type) bool {
	if t.Def != resolve.None {
		d := j.table.Def(t.Def)
		return resolve.HasModifier(d, "final") || d.Kind == graph.KindEnum ||
			d.Kind == graph.KindRecord
	}
	c := j.libraryClass(t)
	return c != nil && c.final
}

// isInterface reports whether t is known to be an interface.
func (j *tree) isInterface(t resolve.Type) bool {
	if t.Def != resolve.None {
		return j.table.Def(t.Def).Kind == graph.KindInterface
	}
	c := j.libraryClass(t)
	return c != nil && c.iface
}
