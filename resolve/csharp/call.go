package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// call resolves an invocation (C# 12.8.10).
//
// The members of the receiver's type come before extension methods, and the first scope
// that has an applicable method decides, even if one further out fits better. If no
// candidate is certain, the only visible method is taken although its arguments are not
// known well enough; otherwise the call is not bound. A call on a value of unknown type
// is never bound to a method merely because the name is equal.
//
//	order.Ship()      // a member of Order, else an extension
//	Ship()            // see plainCall
//	handlers[0](x)    // an Invoke on the value
func (c *binder) call(r *parse.Reference, x *ref, from resolve.DefID) {
	call := &call{r: r, x: x, from: from, recv: resolve.Unknown}
	if r.Recv == nil {
		c.plainCall(call)
		return
	}
	t := c.receiverOf(r, c.value(r.Recv, from, r.At))
	call.recv, x.tier = t, t.Tier
	switch {
	case t.IsModule, isDynamic(t):
		x.why = resolve.External
		return
	case !t.Known():
		x.why = resolve.UnknownReceiver
		return
	}
	if e := elementNamed(t, r.Name); e.Known() && c.mayBeCalled(e) {
		// An element of a tuple does not hide any method of ValueTuple that is used in
		// practice.
		c.calledElement(e, call)
		return
	}
	if r.Name == "Invoke" && c.t.isDelegate(t) {
		c.invoke(t, call)
		return
	}
	if c.membersOf(t, call) || x.why == resolve.Ambiguous {
		return
	}
	if c.extension(t, call) || x.why == resolve.Ambiguous {
		return
	}
	if c.settlePerhaps(call) {
		// There is no certain candidate, in the type or among extensions.
		return
	}
	c.notFound(t, call)
}

// receiverOf returns the receiver of a member: after `?.`, the underlying value of a
// nullable value.
//
// The front end keeps no step for `?.`: the member that follows is the same for all types
// but Nullable, which has its own members.
func (c *binder) receiverOf(r *parse.Reference, x resolve.Type) resolve.Type {
	if strings.HasSuffix(strings.TrimRight(c.File.Text[:r.At], " \t\r\n"), "?.") {
		return c.t.underlying(x)
	}
	return x
}

// calledElement resolves the call of an element of a tuple or anonymous object.
//
// For a tuple `(Func<Order> make, int n) t`, the call t.make() runs the delegate in its
// element; the element is not a definition, so there is no reference to it.
func (c *binder) calledElement(e resolve.Type, call *call) {
	if c.t.isDelegate(e) {
		c.invoke(e.WithTier(call.x.tier), call)
		return
	}
	call.x.why = resolve.External
}

// invoke resolves the call of a delegate.
//
// A delegate has one signature, so there is no overload to choose; but in a lambda whose
// body is evaluated tentatively, arguments that do not fit rule the candidate out.
func (c *binder) invoke(t resolve.Type, call *call) {
	x := call.x
	d, _ := c.t.delegateOf(t)
	in, _ := c.t.delegateParams(d)
	for i, a := range c.arguments(call) {
		if i < len(in) && c.fits(a, in[i]) == no {
			c.invalid = true
		}
	}
	c.means(x, d.Def, d, nil)
	x.typ = c.t.invoked(d).WithTier(resolve.WeakerTier(t.Tier, graph.Typed))
}

// notFound sets the reason why a call on a value of type t is not bound.
//
// The difference matters to the report: not_found means that the tree should have the
// method, external that an unknown declaration may have it: a base type, or an extension
// method of a namespace that is not declared here.
func (c *binder) notFound(t resolve.Type, call *call) {
	x := call.x
	x.ids, x.why = nil, resolve.External
	c.invalid = c.invalid || call.refused && !call.unbounded
	if c.t.hasUnknownBase(t) {
		return
	}
	if t.Def < resolve.None || t.Def == resolve.None && t.Owner == resolve.None {
		// The declarations of the platform are complete enough to choose between
		// candidate overloads for a lambda, but not to conclude that a program is wrong.
		c.invalid = c.invalid || c.lacks(t)
		return
	}
	if t.Static || !c.t.usesUnknown(c.File) {
		x.why = resolve.NotFound
		c.invalid = c.invalid || !c.t.isPartial(t)
	}
}

// lacks reports whether a type without the member is the only one that could have had it:
// all used namespaces are known, so that no extension can be unknown.
func (c *binder) lacks(t resolve.Type) bool {
	return c.t.decl(t) != resolve.None && !c.t.hasUnknownBase(t) && !c.t.isPartial(t) &&
		!c.t.usesUnknown(c.File)
}

// isPartial reports whether t or a base of it is a partial type, of which the compiler
// may see more parts than the tree has: source generators write them.
func (t *tree) isPartial(x resolve.Type) bool {
	return !t.eachBase(&x, func(a, _ *resolve.Type) bool {
		return a.Def <= resolve.None || !t.table.Def(a.Def).Partial
	})
}

// membersOf resolves a call to a method that t declares or inherits, or to a member whose
// value is called.
//
// A class is searched level by level, because a method of a derived class hides those
// of its bases as soon as it is applicable, even if they fit better (C# 12.8.10.2).
// Interfaces have no such order: the methods of all of them are compared at once, and
// binder.mostDerived drops those that are hidden.
//
//	class Base { public void Add(string s) { } }
//	class Derived : Base { public void Add(object o) { } }
//
// new Derived().Add("x") calls Derived.Add, though the argument fits Base.Add better.
func (c *binder) membersOf(t resolve.Type, call *call) (done bool) {
	isInterface := t.Owner != resolve.None ||
		t.Def != resolve.None && c.t.def(t.Def).Kind == graph.KindInterface
	var pool, overrides []candidate
	for i, a := range c.t.declaring(t, call.r.Name) {
		owner := c.t.decl(a)
		if owner == resolve.None {
			if c.isUnseenBase(t, a, i) {
				call.unbounded = true
			}
			continue
		}
		if !isInterface && i > 0 && c.t.def(owner).Kind == graph.KindInterface {
			// A class does not inherit the members of its interfaces, default ones included.
			continue
		}
		level, done := c.level(declared(a, owner), owner, &overrides, call)
		if done {
			return true
		}
		if isInterface && i > 0 {
			// They are compared together below, once all are known.
			pool = append(pool, level...)
			continue
		}
		if c.settle(level, call) || call.x.why == resolve.Ambiguous {
			return call.x.why == resolve.Resolved
		}
	}
	if call.unbounded {
		// Possibly overrides of an unknown declaration.
		pool = append(pool, overrides...)
	}
	return c.settle(pool, call)
}

// isUnseenBase reports whether a, at index i of the ancestry of t, is an unknown type
// that members of t may come from.
//
// A class may implement an unknown interface without inheriting from it: a base that is
// named like an interface leaves the members of a class certain. For an interface, every
// unknown base may declare more members.
func (c *binder) isUnseenBase(t, a resolve.Type, i int) bool {
	isClass := t.Def != resolve.None && c.t.def(t.Def).Kind != graph.KindInterface
	return isUnknownExternal(a) && !(isClass && i > 0 && isInterfaceName(a.Name))
}

// level lists the methods of one type that a call may refer to. An override takes the
// position of the member that it overrides; overrides collects them on the way there.
//
// An override is not a candidate in its own type: in C#, the overridden declaration takes
// part in overload resolution, so an override in a derived class does not hide a better
// overload of the base. The call is finally bound to the nearest override.
//
//	class Base { public virtual void Put(int n) { } }
//	class Derived : Base { public override void Put(int n) { } public void Put(object o) { } }
//
// d.Put(1) calls Put(object): the override does not count in Derived.
func (c *binder) level(a resolve.Type, owner resolve.DefID, overrides *[]candidate,
	call *call) (out []candidate, done bool) {
	ids := c.t.own(owner, call.r.Name)
	for _, id := range ids {
		d := c.t.def(id)
		k := candidate{id: id, owner: a}
		switch {
		case d.Kind == graph.KindMethod && !c.t.explicitly(d):
			if c.wrongSide(d, call) {
				continue
			}
			if slices.Contains(d.Modifiers, "override") && id > resolve.None {
				// Platform declarations also have the override modifier, but the
				// overridden member is listed in the base, too.
				*overrides = append(*overrides, k)
				continue
			}
			call.named = call.named || c.mayUse(id, call.from)
			if out == nil {
				out = make([]candidate, 0, len(ids))
			}
			out = append(out, c.overriddenBy(*overrides, k))
		case isValue(d) && c.mayBeCalled(c.valueOf(id, a)) && c.mayUse(id, call.from):
			c.calledValue(id, a, call.x)
			return nil, true
		}
	}
	return out, false
}

// wrongSide reports whether a method is static and called on a value, or not static and
// called on a type.
//
// In `Color.Parse()` where Color is both a property and its type, both are possible
// (C# 12.8.7.2), so a plain name keeps the methods of both.
func (c *binder) wrongSide(d *resolve.Def, call *call) bool {
	if call.r.Recv == nil || !call.recv.Known() {
		return false
	}
	static := slices.Contains(d.Modifiers, "static") || c.t.isClassicExtension(d)
	last := call.r.Recv[len(call.r.Recv)-1].Kind
	return static != call.recv.Static && (call.recv.Static ||
		last != parse.StepName && last != parse.StepMember)
}

// overriddenBy returns the nearest override of a method, or the method itself.
func (c *binder) overriddenBy(overrides []candidate, k candidate) candidate {
	for _, o := range overrides {
		if len(c.t.def(o.id).TypeParams) == len(c.t.def(k.id).TypeParams) && c.t.sameParams(o, k) {
			return o
		}
	}
	return k
}

// explicitly reports whether a member is an explicit interface implementation, which can
// only be named through the interface: its symbol has the interface before the name.
//
//	void IShape.Draw() { }   // symbol Circle.IShape.Draw, name Draw
//
// Such a member is called only through the interface: circle.Draw() does not refer to it
// (C# 18.6.2).
func (t *tree) explicitly(d *resolve.Def) bool {
	if d.Outer == resolve.None || d.ID < resolve.None {
		return false
	}
	rest := strings.TrimPrefix(d.Symbol, t.table.Defs[d.Outer].Symbol+".")
	after, ok := strings.CutPrefix(rest, d.Name)
	return !ok || after != "" && after[0] == '.'
}

func isValue(d *resolve.Def) bool {
	switch d.Kind {
	case graph.KindProperty, graph.KindField, graph.KindEvent, graph.KindConstant:
		return true
	}
	return false
}

// mayBeCalled reports whether a value may be a delegate.
//
// A property of unknown type may hold a delegate; then the call refers to it, not to a
// method further out. A property known to be a string cannot be called, and does not hide
// a method of the same name in a base (C# 12.5.1).
func (c *binder) mayBeCalled(t resolve.Type) bool {
	return !t.Known() || isUnknownExternal(t) || t.Name == "dynamic" || c.t.isDelegate(t)
}

// calledValue resolves a call to the member whose value, a delegate, is called.
//
// For `Notify Changed`, the call Changed(e) has the return type of Notify. The edge to
// the delegate type is added when the reference is written.
func (c *binder) calledValue(id resolve.DefID, owner resolve.Type, x *ref) {
	v := c.valueOf(id, owner)
	c.means(x, id, owner, nil)
	x.typ = c.t.invoked(v).WithTier(resolve.WeakerTier(x.tier, graph.Typed))
}

// settle resolves a call among the candidates of one scope. Candidates that are only
// possible are kept, because the following scopes may decide.
//
// They are carried on to the next scope in call.maybe: an argument of unknown type must
// not hide an overload that a base class declares. If two remain, there is no edge.
func (c *binder) settle(cands []candidate, call *call) bool {
	if len(cands) == 0 {
		return false
	}
	v := c.decide(cands, call)
	x := call.x
	if v.tier > graph.Exact {
		x.tier = resolve.WeakerTier(x.tier, v.tier)
	}
	if len(v.sure) == 1 && len(v.maybe) == 0 && len(call.maybe) == 0 {
		c.mean(v.sure[0], call)
		return true
	}
	left := append(append(slices.Clone(call.maybe), v.sure...), v.maybe...)
	if len(v.sure) > 0 || len(left) > 1 {
		c.undecided(left, call)
		return false
	}
	call.refused = call.refused || len(left) == 0
	call.maybe = left
	return false
}

// settlePerhaps takes the only visible method although its known argument types do not
// prove that it applies: otherwise, the program would not compile. An unknown declaration
// may still be nearer.
func (c *binder) settlePerhaps(call *call) bool {
	x := call.x
	if len(call.maybe) != 1 {
		return false
	}
	if call.unbounded {
		x.tier = graph.Unique
	}
	c.mean(call.maybe[0], call)
	return true
}

// mean binds a call to a candidate.
//
// The type arguments are inferred again for the chosen method: while candidates were
// compared, lambdas could not take their parameter types from the bound call. The binding
// is set first, so that the body of a lambda can use it.
func (c *binder) mean(k candidate, call *call) {
	x := call.x
	c.means(x, k.id, k.owner, nil)
	x.ext = k.extension
	if len(c.t.def(k.id).TypeParams) > 0 {
		params, types := c.params(k)
		places := make([]resolve.Type, len(c.arguments(call)))
		for i, a := range call.args {
			_, p := slot(params, types, call.r, i, a.Type)
			places[i] = subst(p, k.owner)
		}
		owner, _ := c.inferred(k, places, call.args, call)
		c.means(x, k.id, k.owner, owner.Args)
	}
	// Substitute first the arguments of the type, then those of the method, not both at
	// once: the former may mention the parameters of the calling method.
	out := subst(c.t.signature(k.id).typ, k.owner)
	x.typ = subst(out, resolve.Type{Def: k.id, Owner: resolve.None,
		Args: x.targs()}).WithTier(resolve.WeakerTier(x.tier, graph.Typed))
}

// undecided records a call with several candidates. If all have the same return type, the
// type of the call is known.
func (c *binder) undecided(cands []candidate, call *call) {
	x := call.x
	x.ids, x.why = nil, resolve.Ambiguous
	for _, k := range cands {
		x.ids = append(x.ids, k.id)
	}
	first := subst(c.t.signature(cands[0].id).typ, cands[0].owner)
	for _, k := range cands {
		if t := subst(c.t.signature(k.id).typ, k.owner); !sameType(first, t) ||
			resolve.Mentions(t, k.id) {
			return
		}
	}
	x.typ = first.WithTier(graph.Typed)
}

// plainCall resolves a call without receiver: local functions and methods of the
// enclosing types, innermost first, then imports by `using static`. The first type that
// has the name decides (C# 12.8.4).
//
// Static methods from `using static` are considered only if no enclosing type has a
// usable method with the name. A type with an unknown base may inherit the method; a
// method found further out is then a guess, of tier unique.
//
//	class Outer { void Log(string s) { } class Inner { void Log(int n) { } void Go() => Log("x"); } }
//
// does not compile: Inner has methods with the name, so Outer is not searched.
func (c *binder) plainCall(call *call) {
	r, x := call.r, call.x
	obscure := false
	for d := call.from; d != resolve.None; d = c.Table.Defs[d].Outer {
		e := c.Table.Def(d)
		if e.Outer == resolve.None {
			// The file: its top-level local functions are searched later.
			break
		}
		if !e.Kind.IsType() {
			if c.settleFunctions(c.Table.Own(d, r.Name), call) || x.why == resolve.Ambiguous {
				return
			}
			continue
		}
		call.recv = c.t.lineage(d)[0]
		if c.membersOf(call.recv, call) {
			if obscure && x.ids[0] > resolve.None {
				x.tier = graph.Unique // a base of a type further in may have it
			}
			return
		}
		if x.why == resolve.Ambiguous || call.named {
			// This type has methods with the name, which hide those further out whatever
			// their parameters.
			break
		}
		obscure = obscure || call.unbounded
	}
	if x.why == resolve.Ambiguous || c.settlePerhaps(call) {
		return
	}
	if call.named {
		x.why = resolve.NotFound
		if obscure || call.unbounded {
			x.why = resolve.External
		}
		return
	}
	if c.settleFunctions(c.fileMember(r.Name), call) || x.why == resolve.Ambiguous {
		return
	}
	cands, unsure := c.staticMembers(r.Name, r.At,
		func(d *resolve.Def) bool { return d.Kind == graph.KindMethod })
	obscure = obscure || unsure
	call.recv = resolve.Unknown
	if c.settle(cands, call) || x.why == resolve.Ambiguous || c.settlePerhaps(call) {
		if obscure && x.why == resolve.Resolved {
			x.tier = graph.Unique
		}
		return
	}
	x.why = resolve.NotFound
	if obscure {
		x.why = resolve.External
	}
}

// settleFunctions resolves a call to one of the local functions ids.
//
// Local functions are not overloaded: a block that declares one hides all others with the
// name (C# 13.6.4), even if it is uncertain that the function takes the arguments.
func (c *binder) settleFunctions(ids []resolve.DefID, call *call) bool {
	var cands []candidate
	for _, id := range ids {
		if c.Table.Def(id).Kind == graph.KindFunction {
			cands = append(cands, candidate{id: id, owner: resolve.Unknown})
		}
	}
	return c.settle(cands, call) || call.x.why != resolve.Ambiguous && len(cands) > 0 &&
		c.settlePerhaps(call)
}

// extension resolves a call to an extension method for t that is in scope: first in the
// enclosing namespaces, then in imported ones (C# 12.8.10.3).
//
// Namespaces are searched innermost first, and the first that has an applicable method
// decides, even if one further out fits better.
//
//	namespace Shop.App { using Shop.Ext; order.Show(); }    // App, Shop.Ext, Shop, the file's usings
func (c *binder) extension(t resolve.Type, call *call) bool {
	x := call.x
	reached := c.reached(call.r, call.from, func(d *resolve.Def) bool {
		return d.Kind == graph.KindMethod && c.t.isStaticExtension(d) == t.Static
	})
	if len(reached) == 0 {
		return false
	}
	t.Static = false // the type itself is extended
	obscure := c.t.hasUnknownBase(t)
	var cands []candidate
	// They are sorted by level: each round takes one level off the front.
	for len(reached) > 0 {
		level := reached[0].level
		cands = slices.Grow(cands[:0], len(reached))
		for len(reached) > 0 && reached[0].level == level {
			cands = append(cands, candidate{id: reached[0].id, owner: resolve.Unknown,
				extension: true})
			reached = reached[1:]
		}
		call.recv = t
		if c.settle(cands, call) {
			c.extensionTier(level, obscure, x)
			return true
		}
		if x.why == resolve.Ambiguous {
			return false
		}
	}
	if len(call.maybe) == 1 && call.maybe[0].extension {
		x.tier = graph.Unique
	}
	return false
}

// extensionValue resolves a name after a value or type to an extension property in scope
// (C# 14), as extension does for a call.
//
//	extension(Point p) { public int Half => p.X / 2; public static int Max => 9; }
//	p.Half + Point.Max
func (c *binder) extensionValue(t resolve.Type, r *parse.Reference, x *ref, from resolve.DefID) bool {
	reached := c.reached(r, from, func(d *resolve.Def) bool {
		return isValue(d) && c.t.isStaticExtension(d) == t.Static
	})
	obscure := c.t.hasUnknownBase(t)
	t.Static = false
	for len(reached) > 0 {
		level := reached[0].level
		var fits []resolve.DefID
		var is resolve.Type
		for len(reached) > 0 && reached[0].level == level {
			if v, ok := c.extendedValue(reached[0].id, t); ok {
				fits, is = append(fits, reached[0].id), v
			}
			reached = reached[1:]
		}
		if len(fits) > 1 {
			x.why = resolve.Ambiguous
			return true
		}
		if len(fits) == 1 {
			x.ids, x.why, x.typ = fits, resolve.Resolved, is.WithTier(x.tier)
			c.extensionTier(level, obscure, x)
			return true
		}
	}
	return false
}

// extendedValue returns the type of an extension property for a value of type t, and
// whether it applies to that type.
func (c *binder) extendedValue(id resolve.DefID, t resolve.Type) (resolve.Type, bool) {
	k := candidate{id: id, owner: resolve.Unknown, extension: true}
	call := &call{r: &parse.Reference{}, recv: t}
	if !c.mayExtend(k, call) {
		return resolve.Unknown, false
	}
	owner, fit := c.inferred(k, nil, nil, call)
	if fit == no || c.fitsReceiver(t, subst(c.t.receiver(id), owner)) == no {
		return resolve.Unknown, false
	}
	return subst(c.t.signature(id).typ, owner), true
}

// A reachedMember is an extension member in scope.
type reachedMember struct {
	id    resolve.DefID
	level int // see binder.reach
}

// reached lists the extension members in scope, selected by is, that have the name of a
// reference, by (level, position of the declaration), those of the tree before those of
// the platform.
//
// The order within a level matters only for reports: all members of one level are
// compared with each other. If the tree is the source of a library, its classes replace
// those of the library's last release.
func (c *binder) reached(r *parse.Reference, from resolve.DefID,
	is func(d *resolve.Def) bool) []reachedMember {
	var out []reachedMember
	for _, list := range [][]resolve.DefID{c.t.extensions[r.Name],
		c.t.platform.extensions(r.Name)} {
		for _, id := range list {
			if !is(c.t.def(id)) {
				continue
			}
			if id < resolve.None && c.t.inTree(c.File, c.t.def(id).Outer) {
				// The tree contains the source of this class.
				continue
			}
			if level := c.reach(id, from, r.At); level >= 0 {
				out = append(out, reachedMember{id, level})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b reachedMember) int { return a.level - b.level })
	return out
}

// extensionTier lowers the tier of an extension if an unknown declaration may be the
// target: a method of the type itself, or the directive that imports it.
//
// This also applies to a method that extends exactly this type: vendor.Go("x") refers to
// Go(this Vendor v, object o) only if Vendor has no Go(string).
func (c *binder) extensionTier(level int, obscure bool, x *ref) {
	if level == maxReach || obscure {
		x.tier = resolve.WeakerTier(x.tier, graph.Unique)
		x.typ = x.typ.WithTier(x.tier)
	}
}

// maxReach is the level of members that no visible directive imports.
const maxReach = 40

// reach returns how far out the class of an extension method is in scope: twice the
// number of namespaces outwards, plus one if it is imported there; -1 if it is not in
// scope.
//
// Methods of a project that the file's project does not reference are not in scope.
// Methods that no visible directive imports are kept as the last choice if all imports
// are known: the directive must be in a build file above the tree.
func (c *binder) reach(id resolve.DefID, from resolve.DefID, at uint32) int {
	d := c.t.def(id)
	if !isValue(d) && d.Kind != graph.KindMethod ||
		c.t.typeNearness(c.File, c.t.def(d.Outer)) >= unreferred {
		return -1
	}
	level, last := 0, -1
	for ns := c.t.namespaceOf(c.File, from, at); ; ns = outerNamespace(ns) {
		if d.ModuleName == ns {
			// The enclosing namespace declares it, which comes before imports.
			return level
		}
		if used, idle := c.uses(ns, d, at); used {
			return level + 1
		} else if idle {
			last = maxReach - 1
		}
		if ns == "" || level > maxReach-4 {
			break
		}
		level += 2
	}
	if last >= 0 {
		return last
	}
	hidden := c.t.files[c.File].project.hidden
	if slices.ContainsFunc(hidden, func(u using) bool { return u.path == d.ModuleName }) ||
		id > resolve.None && !c.t.usesUnknown(c.File) {
		return maxReach
	}
	return -1
}

// uses reports whether a using directive in a declaration of ns imports the extension
// methods of d's class. idle reports that only a directive in inactive code does, while
// the use is in active code.
//
// A `using static` of a class also imports its extension methods, and only its; an alias
// imports none (C# 14.5.3, 14.5.4).
func (c *binder) uses(ns string, d *resolve.Def, at uint32) (used, idle bool) {
	cf, idleAt := c.t.files[c.File], inactive(c.File, at)
	brings := func(u *using) bool {
		if u.within != ns || !u.scope.IsEmpty() && !u.scope.Contains(at) || u.alias != "" {
			// A directive of another declaration of the namespace, or one whose scope has
			// ended.
			return false
		}
		if u.static {
			q := c.t.absolute(c.File, u)
			return len(q.Defs) > 0 && q.Defs[0] == c.t.canonical(d.Outer)
		}
		return u.space == d.ModuleName
	}
	for _, list := range [][]using{cf.usings, cf.project.usings} {
		for i := range list {
			switch u := &list[i]; {
			case !brings(u):
			case u.inactive && !idleAt:
				idle = true
			default:
				return true, false
			}
		}
	}
	return false, idle
}
