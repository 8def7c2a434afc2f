package typescript

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A verdict answers a question that may lack evidence. Verdicts are ordered: the verdict
// of a conjunction is the least one.
type verdict uint8

const (
	no verdict = iota
	maybe
	yes
)

// assignable reports whether a value of type a may be assigned to type p (TypeScript
// specification 3.11.4).
//
// TypeScript compares by structure. Here, only declared bases, equal forms and literals
// give a yes; two types with the same members give a maybe, because the types of the
// members may differ. A no needs a missing member and bases that are all known, or forms
// that are never compatible. Unknown types give a maybe, which leaves an overload
// undecided instead of choosing it.
//
//	interface Named { name: string }
//	class Order { name = '' }
//
// An Order is assignable to a Named although it does not declare it; here that is a
// maybe, and chooses an overload only if no other one is left.
func (s *scope) assignable(a, p resolve.Type, depth int) verdict {
	// Nested comparisons share the allowance of the outermost one: a single deep pair
	// must not be able to use it once per level.
	if s.comparing == 0 {
		s.compared = 0
	}
	s.compared++
	if depth > deepestUnify || s.compared > mostCompared || !s.enter() {
		return maybe
	}
	s.comparing++
	defer func() { s.comparing--; s.budget.Leave() }()
	return s.compare(s.resolvedAlias(a), s.resolvedAlias(p), depth)
}

// mostCompared bounds the pairs of types visited by one comparison. Recursive types lead
// to an unbounded number.
const mostCompared = 200

// compare is assignable for types that are not aliases.
//
// Unions come before intersections, and these before forms and named types, because each
// may contain the following ones.
func (s *scope) compare(a, p resolve.Type, depth int) verdict {
	switch {
	case p.Name == "any" && p.Def == resolve.None:
		return yes
	case !a.Known() || !p.Known() || a.Owner != resolve.None || p.Owner != resolve.None:
		// A type parameter inside its own function may be any type that its constraint allows.
		return maybe
	case a.Name == "any":
		// This any replaces a type parameter without a constraint or a guard of any: the
		// actual type is unknown.
		return maybe
	case a.Form == parse.FormUnion && a.Def == resolve.None: // each alternative must be
		out := yes
		for _, x := range a.Args {
			out = min(out, s.assignable(x, p, depth+1))
		}
		return out
	case p.Form == parse.FormUnion && p.Def == resolve.None:
		return s.anyAssignable(a, p.Args, depth)
	case p.Form == parse.FormIntersection && p.Def == resolve.None: // to each part
		out := yes
		for _, x := range p.Args {
			out = min(out, s.assignable(a, x, depth+1))
		}
		return out
	// the parts together may be assignable though none is
	case a.Form == parse.FormIntersection && a.Def == resolve.None:
		return max(maybe, s.partAssignable(a.Args, p, depth))
	case a.Def == resolve.None && p.Def == resolve.None:
		// Neither type has a definition in the tree.
		if p.Module == global && s.basedOn(a, p.Name, 0) {
			// Declared bases are compared by name: their type arguments are read only
			// where an inference needs them.
			return yes
		}
		return s.formsAssignable(a, p, depth)
	}
	return s.namedAssignable(a, p, depth)
}

// anyAssignable reports whether a value is assignable to one of several types: one
// certain answer is enough.
//
//	find(key: string | number)    // accepts 'x' by the first alternative
func (s *scope) anyAssignable(a resolve.Type, all []resolve.Type, depth int) verdict {
	out := no
	for _, p := range all {
		out = max(out, s.assignable(a, p, depth+1))
	}
	return out
}

// partAssignable reports whether a part of an intersection is assignable.
//
//	Order & Timed    // assignable to Order, and to Timed
func (s *scope) partAssignable(all []resolve.Type, p resolve.Type, depth int) verdict {
	out := no
	for _, a := range all {
		out = max(out, s.assignable(a, p, depth+1))
	}
	return out
}

// formsAssignable compares types without a definition: primitives and their literals,
// functions, object types, arrays and the like. A literal belongs to its primitive type,
// but a value of that type need not be the literal.
//
//	let kind: 'order' = 'order'   // assignable to string
//	let text: string = ''         // not certain to be 'order'
func (s *scope) formsAssignable(a, p resolve.Type, depth int) verdict {
	// a primitive is never an object, and its members are those of its wrapper
	x, y := primitive(a), primitive(p)
	switch {
	case a.SameForm(p) && (x || len(a.Args) == 0):
		return yes
	case isTemplate(p) && x:
		return templateAssignable(a, p)
	case x && y:
		if primitiveOf(a.Name) == p.Name {
			return yes
		}
		return no
	case p.Name == "object" && !x:
		// The type object includes all values that are not primitive (since TypeScript
		// 2.2).
		return yes
	case y:
		// Boxing goes one way only: a Number is never assignable to number.
		if isPlatform(a) || a.Form == parse.FormFunc || a.Form == parse.FormObject {
			return no
		}
		return maybe
	case x && p.Form == parse.FormObject, p.Module == global && (x || a.Form == parse.FormObject):
		// A string is assignable to { length: number }: its apparent members are those of
		// String.
		return s.shapeAssignable(a, p)
	case x:
		if isPlatform(p) || p.Form == parse.FormFunc || p.Form == parse.FormConstructor || p.Name == "object" {
			return no
		}
		return maybe
	case a.Form == parse.FormObject && p.Form == parse.FormObject:
		return s.objectsAssignable(a, p, depth)
	case a.Form == parse.FormObject && (p.Form == parse.FormFunc || isPlatform(p)):
		// A literal has no call signature, and nobody writes out the members of a list or
		// a promise.
		return no
	case a.Form == parse.FormFunc && p.Form == parse.FormFunc:
		return s.guardAssignable(a, p)
	case isList(a) && isList(p):
		// A list passed for a tuple is an error in the program, so it is not
		// distinguished from a tuple passed for a list.
		return s.assignable(s.element(a, "*"), s.element(p, "*"), depth+1)
	case isPlatform(a) && isPlatform(p) && !a.SameForm(p):
		// A Map is not a Set, and neither is a Promise: each has members that the others
		// lack.
		return no
	case isPlatform(a) && a.SameForm(p) && len(a.Args) == len(p.Args):
		// Covariant, as in argsAssignable.
		out := yes
		for i := range a.Args {
			out = min(out, s.assignable(a.Args[i], p.Args[i], depth+1))
		}
		return out
	case (a.Form == parse.FormFunc) != (p.Form == parse.FormFunc) && (isPlatform(a) || isPlatform(p)):
		return no
	}
	return maybe
}

// objectsAssignable compares object types and literals member by member.
//
//	open({ deep: true })          // with open(options: { deep: boolean; name?: string })
//
// A missing member decides, unless it is optional.
func (s *scope) objectsAssignable(a, p resolve.Type, depth int) verdict {
	names, out := objectNames(a), yes
	for i, name := range objectNames(p) {
		want := p.Args[i]
		have := slices.Index(names, name)
		switch {
		case have >= 0:
			out = min(out, s.assignable(withoutOptional(a.Args[have]), withoutOptional(want), depth+1))
		case slices.Contains(names, "..."):
			// A spread may add the member, with any type.
			out = min(out, maybe)
		case want.Form != parse.FormOptional:
			return no
		}
	}
	return out
}

// withoutOptional returns the type of an optional member or parameter that is present.
//
//	interface Options { deep?: boolean }    // where deep is present, a boolean
func withoutOptional(t resolve.Type) resolve.Type {
	if t.Form == parse.FormOptional && t.Def == resolve.None && len(t.Args) == 1 {
		return t.Args[0]
	}
	return t
}

// guardAssignable compares functions by whether they are type guards: no other function
// is assignable to a type guard.
//
//	list.filter((x): x is Order => …)   // filter<S extends T>(test: (x: T) => x is S): S[]
func (s *scope) guardAssignable(fn, p resolve.Type) verdict {
	if !isTypeGuard(p) {
		return maybe
	}
	sigs := s.signatures(fn)
	switch {
	case len(sigs) == 0:
		// An external function without a declaration: it may be a guard.
		return maybe
	case sigs[len(sigs)-1].result.Form == parse.FormGuard:
		return yes
	}
	return no
}

// isList reports whether t is an array or a tuple, which is an array of known length.
func isList(t resolve.Type) bool { return t.Form == parse.FormList || t.Form == parse.FormTuple }

// namedAssignable compares types one of which is declared in the tree. A class and its
// value (typeof C) are different types. Members of enums are numbers or strings, and it
// is unknown here which.
//
//	register(Order)       // the class: typeof Order
//	register(new Order())  // an instance of it
func (s *scope) namedAssignable(a, p resolve.Type, depth int) verdict {
	switch {
	case a.Def == p.Def:
		// The same definition, as a class or as an instance of it; they are not
		// assignable to each other.
		if a.Static != p.Static {
			return no
		}
		return s.argsAssignable(a, p, depth)
	case primitive(a):
		if s.b.Table.Def(p.Def).Kind == graph.KindEnum {
			// A number is assignable to an enum of numbers, and not to an enum of
			// strings.
			return maybe
		}
		return no
	case primitive(p), s.isEnum(a) && (p.Def == resolve.None || s.isEnum(p)):
		return s.enumAssignable(a, p)
	case p.Name == "object" && a.Def != resolve.None:
		return yes
	case a.Static && p.Form == parse.FormFunc && p.Def == resolve.None && isTypeGuard(p):
		// A function of the tree, referred to by its name.
		return s.guardAssignable(a, p)
	case a.Def != resolve.None && p.External && p.Module == global && s.extends(a, p.Name, 0):
		return yes
	case a.Def != resolve.None && p.Def != resolve.None && !a.Static && !p.Static:
		if b := s.baseNamed(a, p.Def, 0); b.Known() {
			// A declared base decides without a comparison of members, with its type
			// arguments: Orders extends List<Order> is assignable to List<Order>.
			return s.argsAssignable(b, p, depth)
		}
	}
	return s.structural(a, p, depth)
}

// extends reports whether a type of the tree is based on a type of the platform.
//
//	class Failure extends Error {}    // assignable to Error
func (s *scope) extends(t resolve.Type, name string, depth int) bool {
	if t.Static || depth > deepestBases {
		return false
	}
	for _, base := range append(s.basesOf(t), s.implemented(t)...) {
		if base.Def != resolve.None && s.extends(base, name, depth+1) ||
			base.Module == global && (base.Name == name || s.basedOn(base, name, depth+1)) {
			// Through another class of the tree, or directly.
			return true
		}
	}
	return false
}

// isEnum reports whether a type is an enum or one of its members.
func (s *scope) isEnum(t resolve.Type) bool {
	if t.Def == resolve.None || t.Static {
		return false
	}
	k := s.b.Table.Def(t.Def).Kind
	return k == graph.KindEnum || k == graph.KindConstant
}

// argsAssignable compares the arguments of the same generic type. Parameters are treated
// as covariant, as nearly all are; the checker is stricter for others, so that a yes may
// be wrong, but never a no.
//
//	Map<string, Dog> for Map<string, Animal>
func (s *scope) argsAssignable(a, p resolve.Type, depth int) verdict {
	out := yes
	for i := 0; i < len(a.Args) && i < len(p.Args); i++ {
		// The argument of a method used as a value is its receiver, not a type argument.
		if s.b.Table.Def(a.Def).Kind == graph.KindFunction ||
			s.b.Table.Def(a.Def).Kind == graph.KindMethod {
			break
		}
		out = min(out, s.assignable(a.Args[i], p.Args[i], depth+1))
	}
	return out
}

// enumAssignable compares an enum or one of its members with a type that is not a member
// of the same enum. A member belongs to its enum, and each is a number or a string.
//
//	enum Kind { One, Two = 'two' }   // Kind.One is a number, Kind.Two a string
func (s *scope) enumAssignable(a, p resolve.Type) verdict {
	d := s.b.Table.Def(a.Def)
	member := d.Kind == graph.KindConstant
	switch {
	case !member && d.Kind != graph.KindEnum:
		return no
	case primitive(p):
		return s.enumIs(d, p.Name)
	case p.Def == resolve.None:
		return maybe
	case member && s.b.Table.Canon[d.Outer] == p.Def:
		// Kind.One assigned to Kind.
		return yes
	case !member && s.b.Table.Canon[s.b.Table.Def(p.Def).Outer] == a.Def:
		return maybe // it is unknown which member it is
	}
	return no
}

// enumIs reports whether an enum, or one of its members, is of a primitive type: a string
// if the value written for it is one, otherwise a number.
//
//	enum Level { Low }            // numbers
//	enum Color { Red = 'red' }    // strings
func (s *scope) enumIs(d *resolve.Def, name string) verdict {
	members := []*resolve.Def{d}
	if d.Kind == graph.KindEnum {
		members = s.membersOf(d.ID)
	}
	texts := 0
	for _, m := range members {
		// The facts have no initializers of enum members: parse the text after the name.
		if c := afterName(m, '='); c == '\'' || c == '"' || c == '`' {
			texts++
		}
	}
	switch {
	case texts == 0 && name == "number", texts == len(members) && name == "string":
		// All members agree. A computed initializer is a number (9.1).
		return yes
	case name != "number" && name != "string", texts == 0, texts == len(members):
		return no
	}
	return maybe
}

// afterName returns the first character after the name of a definition and the following
// sign; 0 if another character follows the name.
func afterName(d *resolve.Def, sign byte) byte {
	// Quotes and a bracket close names such as 'a-b' and ['a'].
	rest := strings.TrimLeft(d.File.Text[int(d.NameAt)+len(d.Name):], " \t\r\n\"']")
	if rest == "" || rest[0] != sign {
		return 0
	}
	if rest = strings.TrimLeft(rest[1:], " \t\r\n"); rest == "" {
		return 0
	}
	return rest[0]
}

// structural compares by members: whether a has all members that p requires. It never
// returns yes, because it does not compare the types of members.
//
//	interface Named { name: string; tag?: Tag }   // requires only name
func (s *scope) structural(a, p resolve.Type, depth int) verdict {
	if p.Def == resolve.None || p.Static {
		if a.Def != resolve.None && !a.Static && s.lacks(a, p) {
			return no
		}
		if a.Def != resolve.None && !a.Static && (p.Form == parse.FormFunc || isList(p)) &&
			s.closed(a) {
			// A class of the tree without an external base is neither a function nor a
			// list.
			return no
		}
		return maybe
	}
	// without all members of p, a missing one cannot be proven
	needs, ok := s.required(p)
	if !ok {
		return maybe
	}
	if a.Form == parse.FormObject && a.Def == resolve.None {
		// An object literal has its explicit members and those of its spreads.
		names := objectNames(a)
		for _, need := range needs {
			if !slices.Contains(names, need) && !slices.Contains(names, "...") {
				return no
			}
		}
		return maybe
	}
	if a.Module == global && len(s.declarations(a)) > 0 {
		if !s.whole(a, 0) {
			return maybe // an unknown base may have it
		}
		for _, need := range needs {
			if all, _ := s.platformMembers(a, need); len(all) == 0 {
				return no
			}
		}
		return maybe
	}
	if a.Def == resolve.None && (a.Form == parse.FormFunc || isPlatform(a)) {
		if len(needs) > 0 {
			// The platform's lists, maps and functions have none of the members that a
			// type of the tree requires.
			return no
		}
		return maybe
	}
	for _, need := range needs {
		if hits, outside := s.hits(a, need); len(hits) == 0 && !outside {
			return no
		}
	}
	return maybe
}

// needs are the members that a value of a declared type must have; known is false if a
// part of the type is external or not a plain list of members.
type needs struct {
	names []string
	known bool
}

// required lists the members that a value of the declared type t must have.
//
//	class Order { id = 1; ship() {} tag?: Tag }    // id and ship
func (s *scope) required(t resolve.Type) ([]string, bool) {
	n, ok := s.needs.GetClosed(&s.budget, t.Def, func() needs { return s.needsOf(t) })
	return n.names, ok && n.known
}

// needsOf is required without memoization. An external base may require more, so the list
// is known only if all bases are in the tree.
func (s *scope) needsOf(t resolve.Type) (out needs) {
	d := s.b.Table.Def(t.Def)
	if d.Kind != graph.KindClass && d.Kind != graph.KindInterface &&
		(d.Kind != graph.KindTypeAlias || d.Type.Form != parse.FormObject) {
		return needs{}
	}
	for _, part := range s.declarationsOf(d) {
		for _, m := range s.membersOf(part) {
			if m.Kind != graph.KindConstructor && !resolve.HasModifier(m, "static") &&
				!optionalMember(m) {
				// Constructors and static members belong to the class as a value, not to its
				// instances.
				out.names = append(out.names, m.Name)
			}
		}
	}
	for _, base := range s.basesOf(t) {
		if base.Def == resolve.None {
			// It is unknown which members an external base requires.
			return needs{}
		}
		more, ok := s.required(base)
		if !ok {
			return needs{}
		}
		out.names = append(out.names, more...)
	}
	out.known = true
	return out
}

// closed reports whether all bases of a declared type are in the tree.
func (s *scope) closed(t resolve.Type) bool {
	_, ok := s.required(t)
	return ok
}

// optionalMember reports whether a member is declared with a question mark.
func optionalMember(d *resolve.Def) bool { return afterName(d, '?') != 0 }

// primitiveOf returns the primitive type of a literal or of a primitive; empty
// for any other form.
//
// 'order' is a string, 1 a number, true a boolean.
func primitiveOf(form string) string {
	if form == "" {
		return ""
	}
	switch form {
	case "string", "number", "boolean", "null", "undefined", "void", "never", "symbol", "bigint":
		return form
	case "true", "false":
		return "boolean"
	}
	switch c := form[0]; {
	case c == '\'' || c == '"' || c == '`':
		return "string"
	case c == '-' || c >= '0' && c <= '9':
		return "number"
	}
	return ""
}

// primitive reports whether t is a primitive type or one of its literals.
func primitive(t resolve.Type) bool {
	return t.Def == resolve.None && t.Owner == resolve.None && primitiveOf(t.Name) != ""
}
