package csharp

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// betterMember reports whether candidate a is known to be better than b (C# 12.6.4.3): no
// argument converts worse, and one converts better or, if the parameters are the same, a
// is the more specific declaration.
//
// If the conversion of any argument is not known well enough (ok is false), neither
// candidate is better.
//
//	void Base(Animal a) { }
//	void Base(Dog d) { }     // better for a Dog and for a Puppy
//	void Base(object o) { }
func (c *binder) betterMember(a, b *trial, call *call) bool {
	better, same := false, true
	for i, arg := range call.args {
		n, ok := c.betterConversion(arg, a, b, i, call)
		if !ok || n < 0 {
			// One argument that converts worse is enough.
			return false
		}
		better = better || n > 0
		same = same && sameType(a.places[i], b.places[i])
	}
	if a.extension && b.extension {
		n := c.betterTarget(c.extended(a, call), c.extended(b, call))
		if n < 0 {
			return false
		}
		better = better || n > 0
		same = same && n == 0
	}
	if better {
		return true
	}
	return same && c.moreSpecial(a, b, call)
}

// extended returns the type that a trial's method extends, as far as the receiver
// determines it.
//
// The receiver is the first argument of an extension method (C# 12.8.10.3), but its
// conversions are compared only if the methods extend different types.
//
//	static void Extend(this object o)
//	static void Extend(this Animal a)    // better for any Animal
func (c *binder) extended(t *trial, call *call) resolve.Type {
	p := c.t.receiver(t.id)
	if !resolve.Mentions(p, t.id) {
		return p
	}
	for _, x := range c.t.ancestry(call.recv) {
		if p.Owner == t.id || x.Def != resolve.None && x.Def == p.Def {
			return x
		}
	}
	return p
}

// moreSpecial decides between two candidates with the same parameter types (C# 12.6.4.3).
// It prefers candidates that are not generic, not expanded, use no defaults, or have more
// specific types.
//
// Types are compared as declared, before type arguments are substituted, including those
// of the class: of Put(T) and Put(int) in a Box<int>, the second is more specific.
//
//	void One(Dog d)           // before One<T>(T t)
//	void Many(string s)       // before Many(string s, params object[] rest)
//	void Left(int n)          // before Left(int n, int m = 0)
//	void Two<T>(T[] t)        // before Two<T>(T t)
func (c *binder) moreSpecial(a, b *trial, call *call) bool {
	if ga, gb := len(c.t.def(a.id).TypeParams) > 0, len(c.t.def(b.id).TypeParams) > 0; ga != gb {
		return gb
	}
	// The normal form comes before the expanded one, and the longer parameter list before
	// the shorter one.
	if a.expanded != b.expanded {
		return b.expanded
	}
	pa, pb := c.declaredParams(a.candidate), c.declaredParams(b.candidate)
	if a.expanded {
		if len(pa) != len(pb) {
			return len(pa) > len(pb)
		}
		if n := c.betterCollection(c.lastParam(a), c.lastParam(b)); n != 0 {
			return n > 0
		}
	}
	if a.defaults != b.defaults {
		return b.defaults
	}
	special := false
	for i := range call.args {
		switch n := moreSpecific(c.declaredPlace(a, i, call), c.declaredPlace(b, i, call)); {
		case n < 0:
			// If any position is less specific, neither is better.
			return false
		case n > 0:
			special = true
		}
	}
	return special
}

// declaredPlace returns the declared type of the parameter that receives argument i.
func (c *binder) declaredPlace(t *trial, i int, call *call) resolve.Type {
	params, types := c.params(t.candidate)
	_, p := place(params, types, call.r, i, t.expanded)
	return p
}

// lastParam returns the type of the parameter that takes any number of arguments: an
// array or, since C# 13, another collection.
//
// `params int[] list` takes ints, `params IEnumerable<T> list` the elements of the
// collection. The type arguments of the method and of its class are substituted.
func (c *binder) lastParam(t *trial) resolve.Type {
	_, types := c.params(t.candidate)
	return subst(subst(types[len(types)-1], t.owner), resolve.Type{Def: t.id,
		Owner: resolve.None, Args: t.targs})
}

// moreSpecific compares declared types: a type parameter is less specific than any other
// type, and types are compared argument by argument.
//
// If positions point in different directions, neither type is more specific.
//
//	List<int>         // more specific than List<T>
//	(T, int)          // neither, compared with (int, T)
func moreSpecific(x, y resolve.Type) int {
	switch px, py := x.Owner != resolve.None, y.Owner != resolve.None; {
	case px && py:
		return 0
	case px:
		return -1
	case py:
		return 1
	}
	if len(x.Args) != len(y.Args) {
		return 0
	}
	sum := 0
	for i := range x.Args {
		n := moreSpecific(x.Args[i], y.Args[i])
		if n*sum < 0 {
			return 0
		}
		if n != 0 {
			sum = n
		}
	}
	return sum
}

// betterConversion compares the conversions of argument i to the parameters of two
// candidates (C# 12.6.4.5): n is positive if a is better. ok is false if unknown parts of
// the argument may decide.
//
// The exact type of the argument is better than any conversion, and a conversion to the
// more specific type better than one to the more general: string before object, int
// before long. Delegates and collection expressions have separate rules.
//
//	void Put(long n)
//	void Put(object o)    // for an int: long, since long converts to object
func (c *binder) betterConversion(arg arg, a, b *trial, i int, call *call) (n int, ok bool) {
	p, q := a.places[i], b.places[i]
	switch {
	case !p.Known() || !q.Known() || c.isVague(p) || c.isVague(q):
		return 0, false
	case sameType(p, q):
		return 0, true
	case arg.Def == resolve.None && arg.Owner == resolve.None &&
		(arg.Form == parse.FormFunc || arg.Form == groupForm):
		return c.betterDelegate(arg, a, b, i, call)
	case !arg.Known():
		return 0, false
	}
	// An identity conversion is better than any other (C# 12.6.4.5).
	x, y := sameType(arg.Type, p), sameType(arg.Type, q)
	switch {
	case x && !y:
		return 1, true
	case y && !x:
		return -1, true
	case arg.Def == resolve.None && arg.Form == parse.FormCollection:
		return c.betterCollection(p, q), true
	}
	return c.betterTarget(p, q), true
}

// betterCollection prefers spans to arrays and interfaces for a collection
// expression (C# 12.6.4.5).
func (c *binder) betterCollection(p, q resolve.Type) int {
	span := func(x resolve.Type) int {
		switch {
		case c.t.is(x, "System.ReadOnlySpan<>"):
			return 2
		case c.t.is(x, "System.Span<>"):
			return 1
		}
		return 0
	}
	if n := span(p) - span(q); n != 0 {
		return n
	}
	return c.betterTarget(p, q)
}

// betterTarget is positive if x converts to y but not y to x (C# 12.6.4.7).
func (c *binder) betterTarget(x, y resolve.Type) int {
	xy, yx := c.converts(x, y) >= yes, c.converts(y, x) >= yes
	switch {
	case xy && !yx:
		return 1
	case yx && !xy:
		return -1
	case xy && yx:
		// The types convert to each other by declared operators.
		return 0
	}
	return betterNumber(x, y) - betterNumber(y, x)
}

// betterNumber returns 1 if x is a signed type and y an unsigned type that is not
// smaller.
//
// Neither int nor uint converts to the other implicitly; the specification lists the
// pairs in which the signed type wins.
func betterNumber(x, y resolve.Type) int {
	if x.Def != resolve.None || y.Def != resolve.None {
		return 0
	}
	better := map[string]string{
		"sbyte": "byte ushort uint ulong", "short": "ushort uint ulong", "int": "uint ulong",
		"long": "ulong",
	}
	for _, name := range strings.Fields(better[x.Name]) {
		if name == y.Name {
			return 1
		}
	}
	return 0
}

// betterDelegate compares two delegates that a lambda or method group converts to, by
// their return types, if their parameters are the same.
//
// The order of the tests follows C# 12.6.4.5: delegates with different parameters are not
// compared, one that returns nothing is worse than one that returns a value, and
// otherwise the better return type decides. Of Func<Task<A>> and Func<Task<B>> for an
// async lambda, A and B are compared.
func (c *binder) betterDelegate(arg arg, a, b *trial, i int, call *call) (n int, ok bool) {
	p, q := a.places[i], b.places[i]
	in, okp := c.t.delegateParams(p)
	other, okq := c.t.delegateParams(q)
	switch {
	case !okp && !okq:
		// Delegate and object are equally good here: the receiver or another argument
		// must decide.
		return 0, true
	case !okp:
		return -1, true // its natural type is worse
	case !okq:
		return 1, true
	case len(in) != len(other):
		return 0, true
	}
	for j := range in {
		if !sameType(in[j], other[j]) {
			return 0, true
		}
	}
	x, y := c.t.invoked(p), c.t.invoked(q)
	voidX, voidY := isVoid(x), isVoid(y)
	switch {
	case voidX && voidY:
		return 0, true
	case voidX:
		return -1, true
	case voidY:
		return 1, true
	}
	if lambdaOf(arg.Type).async && len(x.Args) == 1 && len(y.Args) == 1 && c.t.isTask(x) &&
		c.t.isTask(y) {
		x, y = x.Args[0], y.Args[0]
	}
	return c.betterResult(arg, a, b, x, y, call)
}

// betterResult compares the return types of two delegates for the return value of a
// lambda.
//
// A lambda whose return type is exactly that of one of the delegates prefers that one;
// otherwise the return types are compared like the types of arguments.
//
//	void Base(Func<Animal> f)
//	void Base(Func<Dog> f)    // better for () => new Dog()
func (c *binder) betterResult(arg arg, a, b *trial, x, y resolve.Type,
	call *call) (n int, ok bool) {
	if sameType(x, y) {
		return 0, true
	}
	if arg.Form != groupForm {
		v := c.bodyType(a.candidate, a.targs, arg, call)
		if !v.Known() {
			// The body may have a known type only with the parameter types of the other
			// candidate.
			v = c.bodyType(b.candidate, b.targs, arg, call)
		}
		switch {
		case !v.Known() && lambdaOf(arg.Type).returns && !lambdaOf(arg.Type).throws:
			return 0, false
		case sameType(v, x):
			return 1, true
		case sameType(v, y):
			return -1, true
		}
	}
	return c.betterTarget(x, y), true
}
