package csharp

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A candidate is a callable that may be the target of a call.
type candidate struct {
	id        resolve.DefID
	owner     resolve.Type // the declaring type, as seen by the receiver
	extension bool         // the receiver is an argument
}

// A call is a call or creation whose candidates are compared.
type call struct {
	r    *parse.Reference
	x    *ref
	from resolve.DefID
	recv resolve.Type
	args []arg // by position; computed on first use
	// maybe are candidates of the scopes searched so far that may be applicable.
	maybe []candidate
	// unbounded reports that an unknown type, enclosing or below the receiver, may also
	// declare the method.
	unbounded bool
	refused   bool // candidates were tried, and none accepts the arguments
	named     bool // a type with a method of the name has been found
}

// A verdict is the result of comparing candidates for the arguments of a call.
type verdict struct {
	sure  []candidate // applicable, and none is known to be better
	maybe []candidate // possibly applicable
	tier  graph.Tier  // of the arguments that decided
}

// A trial is a candidate with the types of its parameters in a call.
type trial struct {
	candidate
	places   []resolve.Type // by argument, type arguments substituted
	open     []resolve.Type // the same as declared
	targs    []resolve.Type // type arguments
	fit      fit
	expanded bool // its last parameter takes any number of arguments
	defaults bool // a parameter has no argument
}

// decide compares the candidates of one scope: which of them are applicable, and which of
// those is better than all others (C# 12.6.4).
//
// If some candidates are certainly applicable and others only if there is an unknown
// declaration, the latter are dropped, at the price of the tier.
//
//	v.sure has one          // the called method
//	v.sure has several      // ambiguous
//	v.maybe has some        // because of an argument of unknown type
func (c *binder) decide(cands []candidate, call *call) verdict {
	v := verdict{tier: graph.Exact}
	shaped := c.shaped(cands, call)
	if len(shaped) == 1 && call.r.Args <= 0 && !shaped[0].extension &&
		len(c.t.def(shaped[0].id).TypeParams) == 0 {
		v.sure = shaped // there is no argument to check
		return v
	}
	// The trials of a call are released when it is decided; those of calls in lambdas are
	// above them.
	defer c.trialRoom.free(c.trialRoom.used)
	defer c.places.free(c.places.used)
	trials := make([]*trial, 0, len(shaped))
	for _, k := range shaped {
		trials = c.trials(trials, k, call)
	}
	if len(shaped) > 1 {
		v.tier = c.decisiveTier(shaped, call)
	}
	before := len(trials)
	trials = slices.DeleteFunc(trials, func(t *trial) bool { return t.fit == no })
	isLikely := func(t *trial) bool { return t.fit != unlikely }
	if n := len(trials); slices.ContainsFunc(trials, isLikely) {
		// Drop candidates that only a library that knows the tree could make applicable.
		trials = slices.DeleteFunc(trials, func(t *trial) bool { return !isLikely(t) })
		if len(trials) < n {
			v.tier = graph.Unique
		}
	}
	if len(trials) == 0 && before == 0 {
		return v
	}
	trials = c.mostDerived(trials)
	for _, t := range trials {
		beaten := slices.ContainsFunc(trials, func(o *trial) bool {
			return o != t && o.fit >= yes && c.betterMember(o, t, call)
		})
		switch {
		case beaten:
		case t.fit >= yes:
			v.sure = append(v.sure, t.candidate)
		default:
			v.maybe = append(v.maybe, t.candidate)
		}
	}
	v.sure, v.maybe = onceEach(v.sure), onceEach(v.maybe)
	return v
}

// mostDerived drops the methods of a type if one of a derived type is applicable
// (C# 12.8.10.2). It is for interfaces and for the constraints of a type parameter: the
// candidates of a class are those of one of its bases, in which an override represents
// the overridden member, and hides no other method.
func (c *binder) mostDerived(trials []*trial) []*trial {
	hides := func(o, t *trial) bool {
		return o.fit >= yes && o.owner.Def != t.owner.Def && o.owner.Def != resolve.None &&
			t.owner.Def != resolve.None &&
			!slices.Contains(c.t.def(o.id).Modifiers, "override") &&
			slices.ContainsFunc(c.t.lineage(o.owner.Def),
				func(a resolve.Type) bool { return a.Def == t.owner.Def })
	}
	var out []*trial
	for _, t := range trials {
		if !slices.ContainsFunc(trials, func(o *trial) bool { return hides(o, t) }) {
			out = append(out, t)
		}
	}
	return out
}

// onceEach drops repeated candidates: a method with a parameter array is tried in two
// forms.
func onceEach(cands []candidate) []candidate {
	return slices.CompactFunc(cands, func(a, b candidate) bool { return a.id == b.id })
}

// shaped keeps the accessible candidates that accept the number and names of the
// arguments. The list is reordered and shortened in place.
//
// Candidates excluded by count, names or access are never compared, and the arguments of
// a call with one remaining candidate are not evaluated. Active code refers to an active
// declaration, if there is one.
func (c *binder) shaped(cands []candidate, call *call) []candidate {
	out := slices.DeleteFunc(cands, func(k candidate) bool {
		return !(c.takesCount(k, call.r) && c.takesTypeArgs(k, call.r))
	})
	out = slices.DeleteFunc(c.distinctCandidates(c.nearestFirst(out, call.r.At)),
		func(k candidate) bool { return !c.mayUse(k.id, call.from) })
	idle := func(k candidate) bool { d := c.t.def(k.id); return inactive(d.File, d.NameAt) }
	if n := len(out); n > 1 && !inactive(c.File, call.r.At) {
		if i := slices.IndexFunc(out, idle); i >= 0 && !idle(out[0]) {
			out = slices.DeleteFunc(out, idle)
		}
	}
	return out
}

// decisiveTier returns the worst tier of the arguments whose parameters differ among
// candidates. An unknown argument decides nothing.
//
// An argument whose parameter has the same type in all candidates does not affect the
// choice, however well it is known. Without this rule, one unknown argument would make
// every call with it a guess; without the tier of the others, a wrong inference would be
// reported as certain.
func (c *binder) decisiveTier(cands []candidate, call *call) graph.Tier {
	tier := graph.Exact
	for i, a := range c.arguments(call) {
		first := resolve.Unknown
		for n, k := range cands {
			params, types := c.params(k)
			_, p := slot(params, types, call.r, i, resolve.Unknown)
			p = subst(p, k.owner)
			if n > 0 && !sameType(first, p) {
				if a.Form == parse.FormFunc && a.Def == resolve.None {
					tier = resolve.WeakerTier(tier, graph.Typed) // by its return type
				} else {
					tier = resolve.WeakerTier(tier, a.Tier)
				}
				break
			}
			first = p
		}
	}
	return tier
}

// arguments returns the arguments of a call, evaluating them on first use.
func (c *binder) arguments(call *call) []arg {
	if call.args == nil {
		call.args = make([]arg, max(int(call.r.Args), 0))
		for i := range call.args {
			call.args[i] = c.argument(call.r, i, call.from)
		}
	}
	return call.args
}

// argument returns argument i of a call.
//
// The front end records a type if the text contains one (literals, casts, new T()), and
// the expression otherwise. Either way, it is determined whether the value is constant:
// `const` values convert to smaller numbers, others do not (C# 10.2.11).
//
//	Take(5)            // int, constant, which also fits a byte
//	Take(0)            // also fits an enumeration
//	Take(out var n)    // by reference
func (c *binder) argument(r *parse.Reference, i int, from resolve.DefID) arg {
	a := arg{Type: resolve.Unknown, index: i}
	var ref parse.TypeRef
	if i < len(r.ArgTypes()) {
		ref = r.ArgTypes()[i]
	}
	if ref.Form == parse.FormByReference {
		a.mode, ref = ref.Name, ref.Args[0]
	}
	if !ref.IsZero() {
		if ref.Func != 0 {
			a.Type = c.lambdaArg(ref, from, r.At)
			return a
		}
		a.Type = c.typed(ref, from, r.At)
		a.Static = false
		a.constant = isLiteral(c.File.Text, ref.At)
		a.zero = a.constant && isZeroLiteral(c.File.Text[ref.At:])
		return a
	}
	if i < len(r.ArgSteps()) && r.ArgSteps()[i] != nil {
		steps := r.ArgSteps()[i]
		a.Type = c.value(steps, from, r.At)
		if a.Static || a.IsModule {
			// The name of a type or namespace is not a value: something was misread.
			a.Type = resolve.Unknown
		}
		a.constant = mayBeConstant(steps)
	}
	return a
}

// isLiteral reports whether there is a number at a position.
func isLiteral(text string, at uint32) bool {
	return int(at) < len(text) && at > 0 && text[at] >= '0' && text[at] <= '9'
}

func isZeroLiteral(text string) bool {
	return text != "" && text[0] == '0' && (len(text) == 1 ||
		!(text[1] >= '0' && text[1] <= '9' || text[1] == '.' || text[1]|0x20 == 'x' ||
			text[1]|0x20 == 'b'))
}

// mayBeConstant reports whether an expression contains no call, so that its value may be
// constant.
func mayBeConstant(steps []parse.Step) bool {
	for i := range steps {
		switch steps[i].Kind {
		case parse.StepCall, parse.StepNew, parse.StepIndex, parse.StepSlice, parse.StepAwait,
			parse.StepThis, parse.StepBase:
			return false
		}
	}
	return true
}

// trials appends the trials of a candidate: in its normal form and, if its last parameter
// takes any number of arguments and the normal form does not fit, in the expanded one
// (C# 12.6.4.2).
//
// The normal form is preferred if it is applicable: passing an array to a params
// parameter passes the array. If that is unknown, both forms are kept.
func (c *binder) trials(out []*trial, k candidate, call *call) []*trial {
	params := c.declaredParams(k)
	n := len(params)
	args := c.arguments(call)
	if n == 0 || !params[n-1].Variadic {
		return append(out, c.trial(k, call, false))
	}
	if len(args) == n {
		normal := c.trial(k, call, false)
		if normal.fit >= yes {
			return append(out, normal)
		}
		if normal.fit != no {
			out = append(out, normal)
		}
	}
	return append(out, c.trial(k, call, true))
}

// trial tries a candidate in one form.
//
// The fit of a trial is the worst of all its parts: modes, inference, each argument, the
// receiver of an extension, and the constraints of type parameters, which exclude a
// candidate since C# 7.3 instead of making the call an error.
//
//	static void Each<T>(this IEnumerable<T> list, Action<T> a) where T : class
func (c *binder) trial(k candidate, call *call, expanded bool) *trial {
	params, types := c.params(k)
	args := c.arguments(call)
	t := &c.trialRoom.alloc(1)[0]
	*t = trial{candidate: k, fit: identical, expanded: expanded}
	if k.extension && !c.mayExtend(k, call) {
		t.fit = no // the common case for candidates with a common name
		return t
	}
	t.places, t.open = c.places.alloc(len(args)), c.places.alloc(len(args))
	given := 0
	for i := range args {
		at, p := place(params, types, call.r, i, expanded)
		if at >= 0 && !params[at].Variadic {
			given++
		}
		// open keeps the parameters of the method for inference, places has them
		// substituted.
		t.open[i] = c.familiar(subst(p, k.owner), k, call)
		if !c.takesMode(k, at, args[i]) {
			t.fit = no
		}
	}
	if t.fit == no {
		return t
	}
	for _, p := range params {
		if !p.Variadic {
			// A negative rest counts parameters without an argument.
			given--
		}
	}
	t.defaults = given < 0
	owner, fit := c.inferred(k, t.open, args, call)
	t.fit, t.targs = min(t.fit, fit), owner.Args
	for i, a := range args {
		t.places[i] = subst(t.open[i], owner)
		if t.fit != no {
			t.fit = min(t.fit, c.fitsPlace(a, t.places[i], k, owner.Args, call))
		}
	}
	if k.extension && t.fit != no {
		t.fit = min(t.fit, c.fitsReceiver(call.recv, subst(c.t.receiver(k.id), owner)))
	}
	if t.fit != no && !c.meetsLimits(k, owner) {
		t.fit = no
	}
	return t
}

// mayExtend reports whether an extension method whose receiver has no type parameters can
// be called on the receiver of a call.
//
// Nearly all candidates with a common name such as Add or Select extend another type.
// They are rejected by the receiver before their parameters are examined.
func (c *binder) mayExtend(k candidate, call *call) bool {
	p := c.t.receiver(k.id)
	return resolve.Mentions(p, k.id) || c.fitsReceiver(call.recv, p) != no
}

// familiar returns a type without the type parameters of the types enclosing a
// candidate's declaring type: their arguments are given outside the call.
//
// Type parameters are distinguished by their owner. Outer<T>.Inner does not carry the
// argument of Outer, so T is unknown to code outside Outer, and must not be treated as a
// separate type that nothing converts to.
func (c *binder) familiar(p resolve.Type, k candidate, call *call) resolve.Type {
	if p.Owner > resolve.None && p.Owner != k.id && c.t.def(p.Owner).Kind.IsType() &&
		c.isStranger(p.Owner, call) {
		return resolve.Unknown
	}
	for i, a := range p.Args {
		x := c.familiar(a, k, call)
		// A changed argument has a new list: comparing addresses avoids comparing types.
		if !x.Known() && a.Known() || len(x.Args) > 0 && &x.Args[0] != &a.Args[0] {
			p.Args = slices.Clone(p.Args)
			p.Args[i] = x
		}
	}
	return p
}

// isStranger reports whether a call is outside of a generic type, or names it with
// explicit type arguments.
func (c *binder) isStranger(owner resolve.DefID, call *call) bool {
	if call.r.Kind == parse.RefCreate && slices.ContainsFunc(call.r.Recv,
		func(s parse.Step) bool { return len(s.WrittenType().Args) > 0 }) {
		return true
	}
	for e := range c.t.around(call.from) {
		if c.Table.Canon[e] == owner || slices.ContainsFunc(c.t.lineage(e),
			func(a resolve.Type) bool { return a.Def == owner }) {
			return false
		}
	}
	return true
}

// isMode reports whether a word is a modifier of by-reference arguments.
func isMode(word string) bool { return word == "out" || word == "ref" || word == "in" }

// modeOf returns the modifier of a parameter that is passed by reference.
//
// The front end does not record it: it is parsed from the text before the parameter's
// type, after attributes and brackets.
func (t *tree) modeOf(d *resolve.Def, i int) string {
	if d.ID < resolve.None {
		return t.platform.modeOf(d.ID, i)
	}
	at := d.Params[i].Type.At
	if at == 0 || int(at) > len(d.File.Text) {
		return ""
	}
	last := func(text string) (word, before string) {
		text = strings.TrimRight(text, " \t\r\n")
		i := strings.LastIndexAny(text, " \t\r\n(,]") + 1
		return text[i:], text[:i]
	}
	word, before := last(unqualified(d.File.Text[:at]))
	if word == "readonly" {
		if word, _ = last(before); word == "ref" {
			return "ref readonly"
		}
	}
	if isMode(word) {
		return word
	}
	return ""
}

// unqualified returns the text before a name, without the qualifier of the name.
//
//	void M(ref global::Shop.Box<int>.Lid    // ends before global
func unqualified(before string) string {
	for {
		rest := strings.TrimRight(before, " \t\r\n")
		name, ok := strings.CutSuffix(rest, ".")
		if !ok {
			if name, ok = strings.CutSuffix(rest, "::"); !ok {
				return before
			}
		}
		name = strings.TrimRight(name, " \t\r\n")
		for depth := 0; strings.HasSuffix(name, ">") || depth > 0 && name != ""; {
			switch name[len(name)-1] {
			case '>':
				depth++
			case '<':
				depth--
			}
			name = name[:len(name)-1]
		}
		before = strings.TrimRightFunc(name, func(r rune) bool {
			return r == '_' || r == '@' || unicode.IsLetter(r) || unicode.IsDigit(r)
		})
	}
}

// takesMode reports whether an argument has the mode of a parameter. `in` may be omitted, and a
// `ref readonly` parameter takes all but `out` (C# 12).
//
// Overloads may differ only in the mode: M(int) and M(ref int).
func (c *binder) takesMode(k candidate, at int, a arg) bool {
	if at < 0 {
		return true
	}
	d := c.t.def(k.id)
	if k.extension && c.t.isClassicExtension(d) {
		at++
	}
	mode := c.t.modeOf(d, at)
	switch mode {
	case "ref readonly":
		return a.mode != "out"
	case "in":
		return a.mode != "out"
	}
	return mode == a.mode
}

// fitsPlace is fits; for a lambda it also compares the type of its return value.
//
// A lambda is applicable only if its body compiles with the parameter types of the
// candidate (C# 12.19.2). This is how Where(x => x.Open) chooses between delegates of
// different element types.
//
//	void Kind(Func<Dog, int> f)
//	void Kind(Func<Dog, string> f)
//	Kind(d => d.Name())           // the second: Name() is a string
func (c *binder) fitsPlace(a arg, p resolve.Type, k candidate, targs []resolve.Type,
	call *call) fit {
	fit := c.fits(a, p)
	if fit == no || a.Def != resolve.None || a.Form != parse.FormFunc {
		return fit
	}
	v := c.bodyType(k, targs, a, call)
	if isInvalid(v) {
		return no
	}
	result := c.t.invoked(p)
	if !result.Known() || isVoid(result) {
		return fit
	}
	if lambdaOf(a.Type).async {
		if len(result.Args) != 1 {
			// A Task without a result accepts any body.
			return fit
		}
		result = result.Args[0]
	}
	if !v.Known() {
		if l := lambdaOf(a.Type); l.returns && !l.throws {
			return min(fit, maybe)
		}
		return fit
	}
	return min(fit, c.fits(arg{Type: v, index: -1, constant: v.Name == "int"}, result))
}

// fitsReceiver reports whether a method for p may extend a value of type a: only
// conversions to a base or interface count (C# 12.8.10.3).
//
// Numeric and user-defined conversions do not count: a method for long does not extend an
// int.
//
//	static void Cents(this long n)
//	1.Cents()                     // does not compile: no numeric conversion of a receiver
func (c *binder) fitsReceiver(a, p resolve.Type) fit {
	if !a.Known() || !p.Known() {
		return maybe
	}
	if sameType(a, p) && !c.isVague(a) && !c.isVague(p) {
		return identical
	}
	if p.Name == "object" && p.Def == resolve.None && p.Owner == resolve.None {
		return yes
	}
	if isArray(a) && isArray(p) || a.Form == parse.FormTuple && p.Form == parse.FormTuple {
		return c.converts(a, p)
	}
	if numbers[a.Name] > 0 && numbers[p.Name] > 0 {
		return no
	}
	f := max(c.convertsToBase(a, p), c.spanReceiver(a, p))
	if f == unlikely || f == maybe && isUnknownExternal(a) {
		return no // there is no evidence for it
	}
	return f
}

// spanReceiver reports whether an array or string may be extended as a span.
//
// C# 14 extends arrays as spans: `array.IndexOf(x)` may refer to a method for
// ReadOnlySpan<T>. The conversion is the one declared by the platform.
func (c *binder) spanReceiver(a, p resolve.Type) fit {
	if (isArray(a) || a.Name == "string" && a.Def == resolve.None) &&
		c.t.isSpan(p) {
		return c.convertsByOperator(a, p)
	}
	return no
}

// meetsLimits reports whether type arguments satisfy the constraints of a method, as far
// as they are known.
//
// A type argument that is itself a type parameter is not checked against classes and
// interfaces: its own constraints may have a form that is not followed here.
//
//	void Five<T>(T t) where T : class
//	void Five<T>(T? t) where T : struct    // the only candidate for an int?
//	void Six<T>(T t)                       // no candidate for a Span<int>
func (c *binder) meetsLimits(k candidate, owner resolve.Type) bool {
	for i, a := range owner.Args {
		if !a.Known() {
			continue
		}
		limits := c.t.limitsOf(resolve.Type{Def: resolve.None, Owner: c.t.canonical(k.id),
			Param: i})
		if !limits.stack && c.t.isRefStruct(a) || limits.class && c.t.isValueType(a) ||
			limits.value && (c.t.isReferenceType(a) ||
				a.Form == parse.FormOptional && a.Def == resolve.None) {
			return false
		}
		for _, b := range limits.types {
			// A constraint may mention the parameters of the method and of its type:
			// where U : IList<T>.
			b = subst(subst(b, owner), k.owner)
			if a.Owner == resolve.None && c.converts(a, b) == no {
				return false
			}
		}
	}
	return true
}
