package csharp

import (
	"slices"

	"seedgraph/external"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A fit grades whether an argument may be passed for a parameter.
type fit int8

const (
	no        fit = iota // not applicable
	unlikely             // not applicable, unless an unknown declaration provides a conversion
	maybe                // unknown
	yes                  // by an implicit conversion
	identical            // it has the type of the parameter
)

// An arg is an argument: its type and the other properties that its conversions depend
// on.
type arg struct {
	resolve.Type
	index    int
	mode     string // out, ref or in
	constant bool   // it is, or may be, a constant
	zero     bool   // the literal 0
}

// fits reports whether an argument converts to a parameter's type (C# 10.2). p contains
// no type parameters of the called method.
//
// Expressions without a type, such as lambdas, null and collection expressions, have
// conversions that depend on the target type.
//
//	Run(() => 1)        // by the parameter's delegate type
//	Take(null)          // any reference or nullable type
//	Take([1, 2])        // an array, a span, a collection
//	Take((1, "x"))      // element by element
//	Take(Parse)         // by one of the methods of the group
func (c *binder) fits(a arg, p resolve.Type) fit {
	switch {
	case !a.Known() || !p.Known() || a.IsModule || p.IsModule:
		return maybe
	case a.Def != resolve.None || a.Owner != resolve.None:
		// It has a type: the forms below do not apply.
	case a.Form == parse.FormFunc:
		return c.fitsLambda(a.Type, p)
	case a.Form == groupForm:
		return c.fitsMethods(a.Type, p)
	case a.Form == parse.FormCollection:
		return c.fitsCollection(p)
	case a.Name == "null":
		return c.fitsNull(p)
	case a.Form == parse.FormTuple:
		return c.fitsTuple(a.Type, p)
	}
	if fit := c.converts(a.Type, p); fit != no {
		return fit
	}
	return c.fitsConstant(a, p)
}

// fitsConstant checks a constant that is passed for a smaller number or an enumeration
// (C# 10.2.11, 10.2.4).
//
// 0 converts to every enumeration, and the int 5 to a byte if it is constant. The value
// is not compared with the range: an overload whose range is exceeded would not compile.
//
//	void Small(byte b)
//	Small(5)            // fits; Small(n) with an int n does not
func (c *binder) fitsConstant(a arg, p resolve.Type) fit {
	p = underlyingValue(p)
	switch {
	case a.Name != "int" && a.Name != "long" || a.Def != resolve.None || !a.constant:
	case c.t.isEnum(p):
		if a.zero {
			return yes
		}
	case a.Name == "int" && p.Def == resolve.None && numbers[p.Name] > 0 &&
		numbers[p.Name] <= numbers["ulong"] && p.Name != "char":
		// A constant int fits every integral type except char, if its value does.
		return yes
	case a.Name == "long" && p.Def == resolve.None && p.Name == "ulong":
		return yes
	}
	return no
}

// fitsNull checks the literal null. A type parameter accepts it only if it is constrained
// to be a class.
//
// `string s = null` and `int? n = null` are conversions of the literal (C# 10.2.7); `int
// n = null` is not. A type known only by name may be either.
func (c *binder) fitsNull(p resolve.Type) fit {
	switch {
	case p.Form == parse.FormOptional && p.Def == resolve.None, c.t.isReferenceType(p),
		p.Name == "dynamic":
		return yes
	case c.t.isValueType(p), p.Owner != resolve.None:
		return no
	}
	return maybe
}

// fitsTuple checks a tuple by its elements.
//
// Each element of a tuple expression converts separately (C# 10.2.13), so that (1, null)
// fits (long, string) although it has no type itself.
func (c *binder) fitsTuple(a, p resolve.Type) fit {
	p = underlyingValue(p)
	if p.Form != parse.FormTuple || p.Def != resolve.None {
		return c.converts(a, p)
	}
	if len(a.Args) != len(p.Args) {
		return no
	}
	fit := identical
	for i, x := range a.Args {
		fit = min(fit, c.fits(arg{Type: x}, p.Args[i]))
	}
	return fit
}

// fitsMethods checks a method group: one of its methods must accept the delegate's
// parameters, and have a compatible return type (C# 10.8).
//
//	static int Size(Dog d)
//	Func<Dog, object> f = Size;   // no: int becomes an object by boxing
func (c *binder) fitsMethods(a, p resolve.Type) fit {
	in, ok := c.t.delegateParams(p)
	if !ok {
		return c.fitsDelegateOnly(p)
	}
	best := no
	for _, m := range a.Args {
		best = max(best, c.fitsMethod(m, in, c.t.invoked(p)))
	}
	return best
}

// fitsMethod checks one method of a group against the parameters and the return type of a
// delegate.
//
// Parameters are contravariant and the return type covariant, by reference conversions
// only: a method that returns int is not a Func<object> (C# 10.8, 21.4).
func (c *binder) fitsMethod(m resolve.Type, in []resolve.Type, result resolve.Type) fit {
	id, params, typ := c.t.groupMethod(m)
	if len(params) != len(in) {
		return no
	}
	f := yes
	for i := range in {
		if !resolve.Mentions(params[i], id) { // otherwise it is inferred
			f = min(f, c.standard(in[i], params[i]))
		}
	}
	switch {
	case isVoid(result) || resolve.Mentions(typ, id):
		return f
	case isVoid(typ):
		return no
	}
	return min(f, c.standard(typ, result))
}

// fitsDelegateOnly checks an expression that converts only to delegates against a type
// that is not known to be one.
func (c *binder) fitsDelegateOnly(p resolve.Type) fit {
	switch {
	case isUnknownExternal(p):
		return maybe
	case p.Name == "object" && p.Def == resolve.None, c.t.is(p, "System.Delegate"),
		c.t.is(p, "System.MulticastDelegate"):
		return yes // by its natural type
	}
	return no
}

// fitsCollection checks a collection expression (C# 12.8.23): it converts to an array, a
// span, or an iterable type.
func (c *binder) fitsCollection(p resolve.Type) fit {
	switch {
	case p.Name == "string" && p.Def == resolve.None:
		return no // although it is iterable
	case isArray(p), c.t.isSpan(p), c.t.element(p).Known(), c.t.isEnumerable(p):
		return yes
	case isUnknownExternal(p) || p.Def > resolve.None:
		return maybe
	}
	return no
}

// fitsLambda checks a lambda by the number of its parameters, and by whether it returns a
// value. The type of its return value is compared once its parameters have types.
//
// An explicitly typed parameter must have exactly the type of the delegate's parameter.
//
//	void Own(Action<Dog> f)
//	void Own(Action<int, int> f)
//	Own((a, b) => { })            // the second
func (c *binder) fitsLambda(a, p resolve.Type) fit {
	in, ok := c.t.delegateParams(p)
	switch {
	case !ok:
		return c.fitsDelegateOnly(p)
	case len(in) != len(a.Args):
		return no
	}
	fit := yes
	for i, x := range a.Args { // parameters with an explicit type
		if x.Known() {
			if same := c.converts(x, in[i]); same == maybe {
				fit = maybe
			} else if same != identical {
				return no
			}
		}
	}
	return min(fit, c.fitsResult(a, c.t.invoked(p)))
}

// fitsResult checks whether a lambda returns a value against the return type of a
// delegate.
//
// A lambda whose body is a call may become a delegate with or without a return value; one
// with a body such as `x => x.Name` only one with a return value. A block must return a
// value on all paths or on none.
func (c *binder) fitsResult(a, result resolve.Type) fit {
	void := isVoid(result)
	l := lambdaOf(a)
	if l.async {
		switch {
		case void:
			return yes
		case c.t.isTask(result):
			if valued := len(result.Args) == 1; l.block && valued != l.returns {
				return no
			}
			return yes
		case isUnknownExternal(result), result.Owner != resolve.None:
			// A task-like type may have its own builder (C# 15.15.1).
			return maybe
		}
		return no
	}
	switch {
	case l.block && l.returns == void && !l.throws:
		return no
	case !l.block && void && !l.statement:
		return no
	}
	return yes
}

// converts reports whether a value of type a implicitly converts to type p.
//
// The built-in conversions come before user-defined ones, which are not chained: one
// operator at most, between two standard conversions (C# 10.5.3).
func (c *binder) converts(a, p resolve.Type) fit {
	switch {
	case !a.Known() || !p.Known():
		return maybe
	case sameType(a, p):
		if c.isVague(a) || c.isVague(p) {
			return maybe
		}
		return identical
	case c.t.isRefStruct(a):
		return c.convertsByOperator(a, p) // it is never boxed (C# 16.2.3)
	case p.Name == "object" && p.Def == resolve.None && p.Owner == resolve.None,
		p.Name == "dynamic" && p.Def == resolve.None:
		return yes
	case a.Name == "dynamic" && a.Def == resolve.None:
		// The overload is chosen at run time.
		return maybe
	}
	if f, ok := c.convertsForm(a, p, c.converts); ok {
		return f
	}
	f := c.convertsToBase(a, p)
	if f == yes || f == maybe {
		return f
	}
	return max(f, c.convertsByOperator(a, p))
}

// isVague reports whether a part of a type is unknown.
func (c *binder) isVague(x resolve.Type) bool {
	for _, a := range x.Args {
		if !a.Known() || c.isVague(a) {
			return true
		}
	}
	return false
}

// convertsForm is converts for numbers, nullable values, tuples and arrays; ok is false
// if bases decide. Their elements are compared by converts.
//
//	int to long, int to int?, (int, Dog) to (long, Animal), Dog[] to Animal[]
func (c *binder) convertsForm(a, p resolve.Type,
	converts func(a, p resolve.Type) fit) (f fit, ok bool) {
	if p.Form == parse.FormOptional && p.Def == resolve.None {
		// T to T?, and S? to T? where S converts to T (C# 10.2.6).
		return min(converts(underlyingValue(a), p.Args[0]), yes), true
	}
	if a.Def != resolve.None || p.Def != resolve.None || a.Owner != resolve.None ||
		p.Owner != resolve.None {
		return no, false
	}
	switch {
	case numbers[a.Name] > 0 && numbers[p.Name] > 0:
		return widens(a.Name, p.Name), true
	case a.Form == parse.FormTuple && p.Form == parse.FormTuple:
		if len(a.Args) != len(p.Args) {
			return no, true
		}
		f = yes
		for i, x := range a.Args {
			f = min(f, converts(x, p.Args[i]))
		}
		return f, true
	case isArray(a) && a.SameForm(p) && len(a.Args) == 1 && len(p.Args) == 1:
		if c.t.isValueType(a.Args[0]) || c.t.isValueType(p.Args[0]) {
			// int[] is not an object[]: only references are covariant (C# 17.6).
			return no, true
		}
		return min(c.convertsToBase(a.Args[0], p.Args[0]), yes), true
	}
	return no, false
}

// widens reports whether one numeric type implicitly converts to another (C# 10.2.3).
func widens(a, p string) fit {
	na, np := numbers[a], numbers[p]
	unsigned := a == "byte" || a == "ushort" || a == "uint" || a == "ulong" || a == "nuint" ||
		a == "char"
	switch {
	case a == "char" && p == "ushort":
		// The only conversion between types of equal rank.
		return yes
	case np <= na || p == "char", a == "float" && p == "decimal", a == "double" && p == "decimal":
		return no
	case np <= numbers["ulong"] && !unsigned &&
		(p == "ushort" || p == "uint" || p == "nuint" || p == "ulong" || p == "byte"):
		return no
	}
	return yes
}

// convertsToBase checks the bases and interfaces of a, or the constraints of a type
// parameter (C# 10.2.8, 10.2.9).
//
// An unknown base may derive from p. That is possible for external types too, but very
// unlikely for a type of the tree, which a library cannot know.
func (c *binder) convertsToBase(a, p resolve.Type) fit {
	best, obscure := no, false
	toClass := p.Def != resolve.None && isClass(c.t.def(p.Def))
	mayBe := func(x *resolve.Type) bool { return x.Def == p.Def || isUnknownExternal(*x) || isUnknownExternal(p) }
	for _, x := range c.t.related(a, mayBe) {
		switch {
		case sameType(x, p) && !c.isVague(x) && !c.isVague(p):
			return yes
		case x.Def != resolve.None && x.Def == p.Def,
			isUnknownExternal(x) && isUnknownExternal(p) && x.SameForm(p):
			best = max(best, c.argsFit(x, p))
		case isUnknownExternal(p) && x.Def != resolve.None && c.t.def(x.Def).Name == p.Name:
			best = max(best, maybe) // its name was not found in the scope that refers to it
		}
		// An unknown interface derives from no class.
		obscure = obscure || isUnknownExternal(x) && !(toClass && isInterfaceName(x.Name))
	}
	switch {
	case best != no:
	case isUnknownExternal(p) && (obscure || a.Def <= resolve.None),
		obscure && p.Def <= resolve.None && (isUnknownExternal(a) || !c.t.isValueType(p)):
		return maybe
	case obscure:
		return unlikely // an external declaration can hardly know the tree
	case isUnknownExternal(p) && slices.ContainsFunc(p.Args, func(t resolve.Type) bool { return sameType(a, t) }):
		return unlikely // but a generic type may convert its type arguments: OneOf<Key, int> from a Key
	}
	return best
}

// argsFit compares the type arguments of two instances of one type: they are the same, or
// convert as the variance of the parameter allows (C# 19.2.3.3).
//
// One differing invariant argument is enough: a List<Dog> is not a List<Animal>.
func (c *binder) argsFit(x, p resolve.Type) fit {
	if len(x.Args) != len(p.Args) {
		return maybe
	}
	fit := yes
	for i := range x.Args {
		s, t := x.Args[i], p.Args[i]
		switch {
		case !s.Known() || !t.Known() || c.isVague(s) || c.isVague(t):
			fit = min(fit, maybe)
		case sameType(s, t):
		default:
			fit = min(fit, c.variantFit(c.t.varianceOf(p, i), s, t))
		}
	}
	return fit
}

// variantFit reports whether a type argument s converts to t as the variance v allows.
//
// IEnumerable<Dog> converts to IEnumerable<Animal>, since T is declared `out`;
// IComparer<Animal> to IComparer<Dog>, since it is declared `in`. Value types never vary:
// IEnumerable<int> is not an IEnumerable<object> (C# 19.2.3.3).
func (c *binder) variantFit(v external.Rules, s, t resolve.Type) fit {
	if v&external.Contravariant != 0 {
		s, t = t, s
	} else if v&external.Covariant == 0 {
		return no
	}
	if c.t.isValueType(s) || c.t.isValueType(t) {
		return no
	}
	if t.Name == "object" && t.Def == resolve.None {
		return yes
	}
	return c.convertsToBase(s, t)
}

// convertsByOperator checks the implicit conversions that the types of a value
// and of a parameter declare (C# 10.5.4).
//
// Both types are searched, with their bases: `implicit operator Money(int n)` may be
// declared by Money or by a base of it. It is not checked that exactly one operator is
// the most specific; otherwise, the program would not compile.
func (c *binder) convertsByOperator(a, p resolve.Type) fit {
	fit := no
	for _, side := range []resolve.Type{a, p} {
		converts := func(x *resolve.Type) bool {
			owner := c.t.decl(*x)
			return owner != resolve.None && len(c.t.conversionsOf(owner)) > 0
		}
		for _, x := range c.t.related(side, converts) {
			owner := c.t.decl(x)
			for _, id := range c.t.conversionsOf(owner) {
				s := c.t.signature(id)
				if len(s.params) != 1 {
					continue
				}
				from, to := subst(s.params[0], declared(x, owner)), subst(s.typ, declared(x, owner))
				fit = max(fit, min(c.standard(a, from), c.standard(to, p), yes))
			}
		}
	}
	return fit
}

// standard is converts without operators.
//
// A user-defined conversion is enclosed by two standard ones and never follows another,
// and neither method groups nor receivers use them.
func (c *binder) standard(a, p resolve.Type) fit {
	switch {
	case !a.Known() || !p.Known():
		return maybe
	case sameType(a, p):
		return identical
	case c.t.isRefStruct(a):
		return no
	}
	if f, ok := c.convertsForm(a, p, c.standard); ok {
		return f
	}
	return c.convertsToBase(a, p)
}

// conversionsOf lists the implicit conversion operators that a type declares.
func (t *tree) conversionsOf(owner resolve.DefID) []resolve.DefID {
	if owner < resolve.None {
		return t.platform.members(owner, external.ImplicitName)
	}
	return t.conversions[t.table.Canon[owner]]
}
