package java

import (
	"slices"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A member is a member as seen from a type: owner is its declaring type, with its
// type arguments in that context.
type member struct {
	def     resolve.DefID  // none for an external member; for a generated one, the target of its uses
	library *libraryMember // of an external type, or generated
	owner   resolve.Type
}

// found reports whether m is a member at all.
func (m member) found() bool { return m.def != resolve.None || m.library != nil }

// inTree reports whether uses of m have a target in the tree: those of its
// declarations and of most generated members do.
func (m member) inTree() bool { return m.def != resolve.None }

// same reports whether two members have the same declaration, whatever type they are
// seen from.
func (m member) same(o member) bool { return m.def == o.def && m.library == o.library }

var noMember = member{def: resolve.None, owner: resolve.Unknown}

// field finds the field, constant or record component of a type. open reports that it
// may be declared in an unknown supertype.
//
// A private field of a supertype is not inherited (JLS 8.2), so the name refers to
// one of an outer class, or is unresolved.
func (j *tree) field(t resolve.Type, name string) (m member, open bool) {
	m = noMember
	more := false
	unknownPart := j.supers(t, func(s resolve.Type) bool {
		if s.Def == resolve.None {
			if f := j.libraryClass(s).field(name); f != nil {
				m = member{f.def, f, s}
			}
			more = more || j.isPartial(s)
			// A library class of which only the common members are known.
			return !m.found()
		}
		for _, id := range j.table.Own(s.Def, name) {
			d := j.table.Def(id)
			if isValue(d) && (s.Def == t.Def || !resolve.HasModifier(d, "private")) {
				m = member{id, nil, s}
				return false
			}
		}
		if s.Def == t.Def { // loggers, which are private
			for _, f := range j.generated(s, external.Field, name) {
				m = f
				return false
			}
		}
		return true
	})
	return m, (unknownPart != 0 || more) && !m.found()
}

// isValue reports whether a definition is a field, a constant or a record component.
func isValue(d *resolve.Def) bool {
	return d.Kind == graph.KindField || d.Kind == graph.KindConstant || d.Kind == graph.KindProperty
}

// methods lists the methods of a type and its supertypes with the given name, one for
// each list of parameters. open reports that unknown supertypes may have more.
//
// Methods of a supertype with the same parameters are overridden or hidden and are
// not candidates (JLS 15.12.1); static methods of interfaces are not inherited (JLS
// 8.4.8).
func (j *tree) methods(t resolve.Type, name string) (out []member, open bool) {
	return j.methodsBy(t, name, j.ownMethods)
}

// methodsBy is [tree.methods] with a function that lists those of one class.
func (j *tree) methodsBy(
	t resolve.Type, name string, list func(resolve.Type, string) []member,
) (out []member, open bool) {
	more := false
	unknownPart := j.supers(t, func(s resolve.Type) bool {
		inherited, own := !sameClass(s, t), list(s, name)
		// If a partial class declares a name, all its overloads are known.
		more = more || len(own) == 0 && j.isPartial(s)
		for _, m := range own {
			// Private methods and static methods of interfaces are not inherited.
			hidden := j.hasFlag(m, "private") || j.isInterface(s) && j.hasFlag(m, "static")
			if !inherited || !hidden {
				out = j.inherit(out, m)
			}
		}
		return true
	})
	return out, unknownPart != 0 || more
}

// inherit adds m to the methods of nearer supertypes. Among methods with the same
// parameters, the one that overrides the others is kept, otherwise a class method
// over a default or abstract one, and one of the tree over an external one (JLS
// 8.4.8, 15.12.2.5). It may modify nearer.
//
//	interface Named { default String text() {…} }
//	abstract class Base { public String text() {…} }
//	class Leaf extends Base implements Named {}    // Base.text: classes win
//
// If two defaults do not override each other, the class must declare its own.
func (j *tree) inherit(nearer []member, m member) []member {
	i := slices.IndexFunc(nearer, func(o member) bool {
		return o.same(m) || !sameClass(o.owner, m.owner) && j.sameSignature(o, m)
	})
	if i < 0 {
		return append(nearer, m)
	}
	o := nearer[i]
	_, overridden, _ := j.asSuper(o.owner, m.owner)
	_, overrides, _ := j.asSuper(m.owner, o.owner)
	if overridden || !overrides && j.precedence(o) >= j.precedence(m) {
		return nearer
	}
	nearer[i] = m
	return nearer
}

// precedence orders inherited methods with the same parameters.
func (j *tree) precedence(m member) int {
	n := 0
	switch abstract := j.hasFlag(m, "abstract"); {
	case !j.isInterface(m.owner) && !abstract:
		n = 6
	case !j.isInterface(m.owner):
		n = 4
	case !abstract:
		n = 2
	}
	if m.def != resolve.None {
		n++
	}
	return n
}

// ownMethods lists the methods of the class s itself with a given name: its declared
// ones, and those that are generated or forwarded.
func (j *tree) ownMethods(s resolve.Type, name string) []member {
	return j.delegated(s, name, j.writtenMethods(s, name))
}

// writtenMethods lists the methods that the class s itself declares with a given
// name, and those generated for its fields. The accessor of a record component is
// represented by the component, unless it is declared.
//
//	record Pair(int first) {}   // pair.first() is the component
func (j *tree) writtenMethods(s resolve.Type, name string) []member {
	var out []member
	if s.Def == resolve.None {
		for _, m := range j.libraryClass(s).methods(name) {
			out = append(out, member{m.def, m, s})
		}
		return out
	}
	component := noMember
	accessor := false
	for _, id := range j.table.Own(s.Def, name) {
		switch d := j.table.Def(id); d.Kind {
		case graph.KindMethod:
			out = append(out, member{id, nil, s})
			// A method of the name with parameters is an overload of the accessor.
			accessor = accessor || len(d.Params) == 0
		case graph.KindProperty:
			component = member{id, nil, s}
		}
	}
	if component.found() && !accessor {
		out = append(out, component)
	}
	out = append(out, j.generated(s, external.Method, name)...)
	if out == nil {
		out = j.companions(s, name)
	}
	return out
}

// isOverridden reports whether one of the methods of nearer types has the parameters
// of m.
func (j *tree) isOverridden(m member, nearer []member) bool {
	return slices.ContainsFunc(nearer, func(o member) bool {
		return !sameClass(o.owner, m.owner) && j.sameSignature(o, m)
	})
}

// sameSignature reports whether two methods have the same parameters, as seen from
// their owners.
//
// Erasures are compared, since void put(T t) in Base<T> is overridden by void
// put(Order o) in a class that extends Base<Order>, where T is an Order.
func (j *tree) sameSignature(a, b member) bool {
	pa, pb := j.params(a), j.params(b)
	if len(pa) != len(pb) {
		return false
	}
	for i := range pa {
		if !j.sameErasure(pa[i], pb[i]) {
			return false
		}
	}
	return true
}

// params returns the parameter types of m, with its owner's arguments substituted;
// that of a variable arity parameter is an array. The caller must not modify the
// slice.
func (j *tree) params(m member) []resolve.Type {
	declared := j.declaredParams(m)
	variadic := j.isVarargs(m)
	if !variadic && !slices.ContainsFunc(declared, depends) {
		return declared // the common case: as declared
	}
	out := make([]resolve.Type, len(declared))
	for i, p := range declared {
		out[i] = lower(j.put(p, m.owner))
	}
	if n := len(out); n > 0 && variadic {
		out[n-1] = arrayOf(out[n-1])
	}
	return out
}

// depends reports whether the type of a parameter may differ as seen from a type: it
// contains type parameters, or is a wildcard.
func depends(t resolve.Type) bool {
	return t.Owner != resolve.None || len(t.Args) > 0 || isWildcard(t)
}

// declaredParams returns the parameter types of m as declared.
func (j *tree) declaredParams(m member) []resolve.Type {
	if m.library != nil {
		return m.library.params
	}
	return j.parameters[m.def]
}

// value returns the type of a field, or the declared return type of a method.
func (j *tree) value(m member) resolve.Type {
	t := resolve.Unknown
	if m.library != nil {
		t = m.library.result
	} else if m.def != resolve.None {
		t = j.declared[m.def]
	}
	return upper(j.put(t, m.owner))
}

// isVarargs reports whether the last parameter of m takes any number of arguments (JLS
// 8.4.1).
func (j *tree) isVarargs(m member) bool {
	if m.library != nil {
		return m.library.variadic
	}
	ps := j.table.Def(m.def).Params
	return len(ps) > 0 && ps[len(ps)-1].Variadic && j.table.Def(m.def).Kind != graph.KindProperty
}

// vars returns the owner of the type parameters of the method m and their bounds, or
// an empty slice if it is not generic.
//
//	<T extends Order, U> void put(T t, U u)    // T extends Order, U extends Object
func (j *tree) vars(m member) (resolve.DefID, []resolve.Type) {
	if m.library != nil {
		if len(m.library.bounds) == 0 {
			return resolve.None, nil
		}
		return libraryMethodVar, m.library.bounds
	}
	n := len(j.table.Def(m.def).TypeParams)
	if n == 0 {
		return resolve.None, nil
	}
	out := make([]resolve.Type, n)
	for i := range out {
		out[i] = j.boundOf(resolve.Type{Def: resolve.None, Owner: m.def, Param: i})
	}
	return m.def, out
}

// hasFlag reports whether a member has a modifier, possibly implied: a method of an
// interface is abstract unless it is static, default or private.
//
//	interface Act { void on(); default void off() {} }    // on is abstract, off is not
func (j *tree) hasFlag(m member, flag string) bool {
	if m.library != nil {
		return slices.Contains(m.library.flags, flag)
	}
	d := j.table.Def(m.def)
	if resolve.HasModifier(d, flag) || flag == "static" && j.made.utilities[d.Outer] {
		return true
	}
	if flag == "abstract" && d.Kind == graph.KindMethod && j.isInterface(m.owner) {
		return !slices.ContainsFunc(d.Modifiers, func(m string) bool {
			return m == "static" || m == "default" || m == "private"
		})
	}
	return false
}

// constructors lists the constructors of a class.
func (j *tree) constructors(t resolve.Type) []member {
	var out []member
	for _, id := range j.table.Own(t.Def, j.table.Def(t.Def).Name) {
		if j.table.Def(id).Kind == graph.KindConstructor {
			out = append(out, member{id, nil, t})
		}
	}
	return append(out, j.generated(t, external.Constructor, external.ConstructorName)...)
}

// accessible drops the members that are not accessible in ctx (JLS 6.6): private ones
// of another top-level class and package-private ones of another package.
//
// protected members count as accessible everywhere: their access depends on whether
// the receiver's type derives from the enclosing class (JLS 6.6.2), and a program
// that violates it does not compile.
func (e *eval) accessible(cands []member, ctx resolve.DefID) []member {
	hidden := func(c member) bool {
		if c.def == resolve.None {
			return false
		}
		d := e.j.table.Def(c.def)
		switch {
		case e.j.hasFlag(c, "private"):
			return e.topLevel(c.def) != e.topLevel(ctx)
		case e.j.hasFlag(c, "public") || e.j.hasFlag(c, "protected"):
			return false
		case c.library != nil: // a generated one with package access
			return d.ModuleName != e.b.File.Module
		case d.Kind == graph.KindProperty || d.ModuleName == e.b.File.Module ||
			d.File.Language != "java": // whose members are public by default
			return false
		}
		parent := e.j.table.Def(d.Outer).Kind
		return parent != graph.KindInterface
	}
	return without(cands, hidden)
}

// without lists the members for which drop returns false: ms itself if there are no
// others, as is nearly always the case, or a new slice.
func without(ms []member, drop func(member) bool) []member {
	if !slices.ContainsFunc(ms, drop) {
		return ms
	}
	return slices.DeleteFunc(slices.Clone(ms), drop)
}

// topLevel returns the outermost definition enclosing d.
//
//	class Outer { private void hidden() {} class Inner { void go() { hidden(); } } }
//
// A private member is accessible throughout its top-level class (JLS 6.6.1).
func (e *eval) topLevel(d resolve.DefID) resolve.DefID {
	for {
		p := e.j.table.Defs[d].Outer
		if p == resolve.None || e.j.table.Defs[p].Outer == resolve.None {
			return d
		}
		d = p
	}
}

// methodsOf lists the methods of a value of type t, or of the type t itself. open
// reports that an external part of the type may have more.
//
// A type parameter has the members of its bounds, an array those of Object, and a
// union those of its alternatives' common supertype.
func (e *eval) methodsOf(t resolve.Type, name string) (ms []member, open bool) {
	switch {
	case t.Owner != resolve.None:
		return e.methodsOf(e.j.boundOf(t), name)
	case t.Form == parse.FormUnion:
		return e.methodsOf(e.j.join(t.Args), name)
	case t.Form == parse.FormIntersection:
		for _, a := range t.Args {
			more, o := e.methodsOf(a, name)
			open = open || o
			for _, m := range more { // into a new slice
				ms = e.j.inherit(ms, m)
			}
		}
		return ms, open
	case isArray(t):
		return e.methodsOf(object, name)
	case !e.j.isClass(t):
		// A primitive or unknown value.
		return nil, true
	case t.Def == resolve.None && t.Static:
		if ms := e.j.fileFunctions(t, name); len(ms) > 0 {
			return ms, false
		}
	}
	return e.methods(t, name)
}

// A methodsKey is a class without type arguments and the name of methods.
type methodsKey struct {
	def         resolve.DefID
	class, name string
	tier        graph.Tier
	static      bool
}

// A methodList is a result of [tree.methods].
type methodList struct {
	all  []member
	open bool
}

// methods is [tree.methods], memoized for classes without type arguments, since a
// file looks up most of them repeatedly. The caller must not modify the slice.
func (e *eval) methods(t resolve.Type, name string) (ms []member, open bool) {
	if len(t.Args) > 0 {
		return e.j.methods(t, name)
	}
	key := methodsKey{t.Def, t.Name, name, t.Tier, t.Static}
	list, ok := e.methodLists[key]
	if !ok {
		list.all, list.open = e.j.methods(t, name)
		list.all = slices.Clip(list.all)
		e.methodLists[key] = list
	}
	return list.all, list.open
}
