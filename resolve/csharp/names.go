package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// typeName resolves a type name.
//
// An attribute may be written without its suffix (C# 22.3): [Route] is looked up as
// RouteAttribute first, as the suffix is the convention.
func (c *binder) typeName(r *parse.Reference, x *ref, from resolve.DefID) {
	d := c.Table.Def(from)
	header := r.At < d.NameAt || d.Kind.Domain() == graph.FrontEnd // the name of a front-end definition is not in the source
	if header && slices.Contains(d.Decorators, attributeName(r)) {
		if fd := c.typeFound(r, from, r.Name+"Attribute"); len(fd.Defs) > 0 {
			c.finishType(fd, x)
			return
		}
	}
	c.finishType(c.typeFound(r, from, r.Name), x)
	if x.why == resolve.NotFound {
		x.why = c.outsideType(resolve.LookupResult{Missing: true}, from)
	}
}

// outsideType returns the outcome for the name of a type that the tree does not have: it is lost
// if neither a namespace in scope nor a base outside the tree may declare it.
func (c *binder) outsideType(fd resolve.LookupResult, from resolve.DefID) resolve.Outcome {
	if fd.Missing && !c.inOutsideClass(from) {
		return resolve.NotFound
	}
	return resolve.External
}

// inOutsideClass reports whether a type around a definition has a base outside the tree, which may
// declare types.
func (c *binder) inOutsideClass(from resolve.DefID) bool {
	for e := range c.t.around(from) {
		if c.t.hasUnknownBase(c.t.lineage(e)[0]) {
			return true
		}
	}
	return false
}

// attributeName returns the name of a type as decorators list it.
func attributeName(r *parse.Reference) string {
	name := ""
	for _, s := range r.Recv {
		name += s.Name + "."
	}
	return name + r.Name
}

func (c *binder) typeFound(r *parse.Reference, from resolve.DefID, name string) resolve.LookupResult {
	if len(r.Recv) > 0 {
		q := c.qualifier(r.Recv, from, r.At)
		return c.t.inside(c.File, q, name, int(r.TypeArgs))
	}
	if _, ok := c.t.typeParam(name, from); ok {
		return resolve.LookupResult{}
	}
	return c.lookup(name, int(r.TypeArgs), from, r.At)
}

// lookup is tree.lookup, memoized by the enclosing type.
//
// Except for using directives inside namespaces, the meaning of a name depends only on
// the enclosing type, so each is looked up once per type and not for every mention.
func (c *binder) lookup(name string, arity int, from resolve.DefID, at uint32) resolve.LookupResult {
	from = c.t.inner(c.File, from, at)
	e := c.Table.EnclosingTypeOf(from)
	if e == resolve.None {
		return c.t.lookup(c.File, name, arity, from, at)
	}
	// A name in inactive code may refer to an inactive declaration.
	k := typeKey{inactive(c.File, at), e, name, arity}
	fd, ok := c.types[k]
	if !ok {
		fd = c.t.lookup(c.File, name, arity, from, at)
		c.types[k] = fd
	}
	return fd
}

// qualifier resolves the steps before a type name to a type or namespace.
//
// `A.B<int>.C` looks up A in scope, then B with one type parameter in A; A may be a
// namespace or a type.
func (c *binder) qualifier(steps []parse.Step, from resolve.DefID, at uint32) resolve.LookupResult {
	fd := c.lookup(steps[0].Name, len(steps[0].WrittenType().Args), from, at)
	for _, s := range steps[1:] {
		if !fd.Ok() {
			return fd
		}
		fd = c.t.inside(c.File, fd, s.Name, len(s.WrittenType().Args))
	}
	return fd
}

// finishType binds a reference to the result of a type name's lookup. The name of a
// namespace, or of a type parameter, is settled without an edge.
func (c *binder) finishType(fd resolve.LookupResult, x *ref) {
	switch {
	case len(fd.Defs) > 0:
		x.ids, x.tier, x.why = fd.Defs, fd.Tier, resolve.Resolved
		x.typ = c.typeValue(fd, nil)
	case fd.IsModule:
		x.why = resolve.Local // a namespace is not a definition
		x.typ = c.typeValue(fd, nil)
	case fd.External && fd.Missing:
		x.why = resolve.NotFound
	case fd.External:
		x.why = resolve.External
	default:
		x.why = resolve.Local // a type parameter
	}
}

// member resolves the use of a member or of a plain name.
func (c *binder) member(r *parse.Reference, x *ref, from resolve.DefID) {
	if r.Recv == nil {
		c.plainName(r, x, from)
		return
	}
	t := c.value(r.Recv, from, r.At)
	x.tier = t.Tier
	switch {
	case t.IsModule:
		fd := c.t.inNamespace(c.File, t.Module, r.Name, int(r.TypeArgs))
		if !fd.Ok() {
			fd.External = true
		}
		c.finishType(fd, x)
		return
	case !t.Known():
		x.why = resolve.UnknownReceiver
		return
	}
	c.memberOf(t, r, x)
}

// memberOf resolves the member of a value or type.
//
// The nearest type that has a member with the name hides all others (C# 12.5.1). An
// unknown base nearer than that may have one too, so the tier is unique.
//
//	class Derived : VendorBase { }    // derived.Name may be a member of VendorBase
func (c *binder) memberOf(t resolve.Type, r *parse.Reference, x *ref) {
	t = c.receiverOf(r, t)
	if e := elementNamed(t, r.Name); e.Known() {
		x.why, x.typ = resolve.External, e.WithTier(x.tier)
		return
	}
	unbounded := false
	for i, a := range c.t.declaring(t, r.Name) {
		owner := c.t.decl(a)
		if owner == resolve.None {
			unbounded = unbounded || c.isUnseenBase(t, a, i)
			continue
		}
		ids := c.usable(c.t.own(owner, r.Name), r)
		if len(ids) == 0 {
			continue
		}
		if unbounded && i > 0 {
			x.tier = resolve.WeakerTier(x.tier, graph.Unique) // a nearer base may have it
		}
		c.take(ids, declared(a, owner), r, x)
		return
	}
	if t.Static && t.Def < resolve.None {
		if ids := c.t.nested(t.Def, r.Name, int(r.TypeArgs)); len(ids) > 0 {
			c.finishType(resolve.LookupResult{Defs: ids, Tier: t.Tier}, x)
			return
		}
	}
	if c.extensionValue(t, r, x, c.File.ID(r.Def)) {
		return
	}
	x.why = resolve.External
	if t.Def > resolve.None && !c.t.hasUnknownBase(t) {
		x.why = resolve.NotFound
	}
	c.invalid = c.invalid || c.lacks(t) && !c.isExtensionName(r.Name)
}

// isExtensionName reports whether there are extensions with a name, which are used like
// the members of a value.
func (c *binder) isExtensionName(name string) bool {
	return len(c.t.extensions[name]) > 0 || len(c.t.platform.extensions(name)) > 0
}

// usable keeps the members that a name may refer to here.
//
// Inaccessible members are ignored (C# 12.5.1): a private field of a base does not hide a
// public property of the base's base.
func (c *binder) usable(ids []resolve.DefID, r *parse.Reference) []resolve.DefID {
	var out []resolve.DefID
	for _, id := range ids {
		if c.isMember(c.t.def(id)) && c.mayUse(id, c.File.ID(r.Def)) {
			out = append(out, id)
		}
	}
	return out
}

// isMember reports whether a definition can be named as a member.
func (c *binder) isMember(d *resolve.Def) bool {
	return d.Kind != graph.KindConstructor && d.Kind != graph.KindOperator && d.Name != "this[]" &&
		!c.t.explicitly(d)
}

// take binds a name to the members ids of type a.
//
// Without type arguments, the name matches methods of any arity; with type arguments,
// only members with as many type parameters. A name of several methods is a method group,
// and the context of its use chooses one.
//
//	Func<int> f = Parse;      // a group of all methods with the name
//	Parse<int>                // of those with one type parameter
func (c *binder) take(ids []resolve.DefID, a resolve.Type, r *parse.Reference, x *ref) {
	if len(ids) > 1 {
		// Types with one name differ in arity, and so do methods: Box, Box<T>.
		isFit := func(id resolve.DefID) bool {
			d := c.t.def(id)
			return r.TypeArgs == 0 && !d.Kind.IsType() || len(d.TypeParams) == int(r.TypeArgs)
		}
		if slices.ContainsFunc(ids, isFit) {
			ids = slices.DeleteFunc(slices.Clone(ids),
				func(id resolve.DefID) bool { return !isFit(id) })
		}
	}
	ids = c.t.distinctCanon(ids)
	x.ids, x.why = ids, resolve.Resolved
	if len(ids) == 1 {
		x.typ = c.valueOf(ids[0], a).WithTier(x.tier)
		if r.Recv == nil && c.meansType(r, x.typ) {
			x.ids, x.typ.Static = []resolve.DefID{x.typ.Def}, true
		}
	} else if resolve.IsMethod(c.t.def(ids[0])) {
		x.typ = methodGroup(ids, a)
	} else {
		x.typ = c.sharedValue(ids, a).WithTier(x.tier)
	}
}

// sharedValue returns the type of members that are declared more than once, as under #if,
// if the declarations agree.
func (c *binder) sharedValue(ids []resolve.DefID, a resolve.Type) resolve.Type {
	first := c.valueOf(ids[0], a)
	for _, id := range ids[1:] {
		if !sameType(first, c.valueOf(id, a)) {
			return resolve.Unknown
		}
	}
	return first
}

// meansType reports whether a name that denotes both a member and the member's type
// (Color Color) refers to the type here, because a static member of the type follows.
//
// This is the Color Color rule (C# 12.8.7.2): `Color.Red` in a class with a property
// `Color Color` reads the enumeration, `Color.ToString()` the property.
func (c *binder) meansType(r *parse.Reference, t resolve.Type) bool {
	if t.Def <= resolve.None || t.Static || c.Table.Def(t.Def).Name != r.Name {
		return false
	}
	// The following member is the next reference in the text, if its receiver is this
	// name.
	next := c.firstAt(r.At + uint32(len(r.Name)))
	if next >= len(c.File.References) {
		return false
	}
	m := &c.File.References[next]
	if len(m.Recv) != 1 || m.Recv[0].At != r.At {
		return false
	}
	for _, a := range c.t.lineage(t.Def) {
		if a.Def <= resolve.None {
			continue
		}
		for _, id := range c.Table.Own(a.Def, m.Name) {
			d := c.Table.Def(id)
			return d.Kind == graph.KindConstant || d.Kind.IsType() ||
				slices.Contains(d.Modifiers, "static")
		}
	}
	return false
}

// methodGroup returns the type of a method name as a value: each method is an argument
// whose Param is its id, and whose own argument is the declaring type, as seen by the
// receiver: the parameter of names.Add is a string for a List<string>.
func methodGroup(ids []resolve.DefID, owner resolve.Type) resolve.Type {
	t := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: groupForm}
	for _, id := range ids {
		t.Args = append(t.Args, resolve.Type{Def: resolve.None, Owner: resolve.None,
			Param: int(id), Args: []resolve.Type{owner}})
	}
	return t
}

// groupMethod returns the signature of a method of a group.
func (t *tree) groupMethod(m resolve.Type) (id resolve.DefID, params []resolve.Type,
	result resolve.Type) {
	id = resolve.DefID(m.Param)
	s := t.signature(id)
	for _, p := range s.params {
		params = append(params, subst(p, m.Args[0]))
	}
	return id, params, subst(s.typ, m.Args[0])
}

// distinctCanon replaces parts of types by their canonical declarations.
func (t *tree) distinctCanon(ids []resolve.DefID) []resolve.DefID {
	out := make([]resolve.DefID, len(ids))
	for i, id := range ids {
		out[i] = id
		if t.def(id).Kind.IsType() {
			out[i] = t.canonical(id)
		}
	}
	return t.distinct(out)
}

// valueOf returns the type of a member that owner declares.
func (c *binder) valueOf(id resolve.DefID, owner resolve.Type) resolve.Type {
	d := c.t.def(id)
	switch {
	case d.Kind.IsType():
		x := subst(c.t.typeOfDef(id, nil, 0), owner)
		x.Static = true
		return x
	case resolve.IsMethod(d):
		return methodGroup([]resolve.DefID{id}, owner)
	}
	return subst(c.t.signature(id).typ, owner)
}

// plainName resolves a name without receiver: members of the enclosing types, innermost
// first, then types and namespaces, then imported static members.
//
// The order is that of C# 12.8.4: locals, which the front end resolves, then type by type
// outwards, then namespace by namespace, then static usings.
func (c *binder) plainName(r *parse.Reference, x *ref, from resolve.DefID) {
	outside := false
	for d := from; d != resolve.None; d = c.Table.Defs[d].Outer {
		e := c.Table.Def(d)
		if e.Outer == resolve.None {
			break
		}
		if !e.Kind.IsType() {
			if ids := c.Table.Filter(c.Table.Own(d, r.Name), c.isMember); len(ids) > 0 {
				c.take(ids, resolve.Unknown, r, x)
				return
			}
			continue
		}
		if c.inheritedName(d, r, x, &outside) {
			return
		}
	}
	if c.importedMember(r, x) {
		return
	}
	if d := c.fileMember(r.Name); d != nil {
		c.take(d, resolve.Unknown, r, x)
		return
	}
	c.plainType(r, x, from)
	if x.why == resolve.Resolved || x.typ.IsModule {
		return
	}
	if found, unsure := c.staticMembers(r.Name, r.At, c.isMember); len(found) > 0 {
		c.takeStatic(found, unsure || outside, r, x)
		return
	}
	if !outside && x.why != resolve.External {
		x.why = resolve.NotFound
	}
}

// inheritedName resolves a plain name to a member of the type d or of its bases. It sets
// outside if one of these is unknown: members further away, in a base or an enclosing
// type, may then be hidden.
func (c *binder) inheritedName(d resolve.DefID, r *parse.Reference, x *ref, outside *bool) bool {
	self, inner := c.t.lineage(d)[0], *outside
	for i, a := range c.t.lineage(d) {
		owner := c.t.decl(a)
		if owner == resolve.None {
			*outside = *outside || c.isUnseenBase(self, a, i)
			continue
		}
		if ids := c.usable(c.t.own(owner, r.Name), r); len(ids) > 0 {
			if inner || *outside && i > 0 {
				x.tier = resolve.WeakerTier(x.tier, graph.Unique)
			}
			c.take(ids, declared(a, owner), r, x)
			return true
		}
	}
	return false
}

// fileMember lists local functions of top-level statements.
//
// Top-level statements are the body of an implicit method (C# 7.1.3); their local
// functions are in scope in all statements of the file.
func (c *binder) fileMember(name string) []resolve.DefID {
	return c.Table.Filter(c.Table.Own(c.File.First, name),
		func(d *resolve.Def) bool { return d.Kind == graph.KindFunction })
}

// plainType resolves a plain name that is not a member to a type or namespace.
//
// A name in the position of a value may be the type that a static member follows, as in
// `Console.WriteLine`: the name is kept, even if it has no known declaration.
func (c *binder) plainType(r *parse.Reference, x *ref, from resolve.DefID) {
	fd := c.lookup(r.Name, int(r.TypeArgs), from, r.At)
	if len(fd.Defs) == 0 && !fd.IsModule {
		if x.why = c.outsideType(fd, from); r.At < c.Table.Def(from).NameAt {
			x.why = resolve.External // a property of an attribute: [Json(Policy = …)]
		}
		x.typ = resolve.Type{Def: resolve.None, Owner: resolve.None, Name: r.Name, External: true,
			Static: true}
		return
	}
	c.finishType(fd, x)
}

// creation resolves `new T(…)`, `new(…)`, `: base(…)` and `: this(…)`.
//
// `new(…)` creates its target type: that of a declaration, of an assigned variable, or of
// the parameter that receives it (C# 12.8.17.2).
//
//	new Order(1)                   // a constructor of Order
//	Order o = new(1);              // of the type of o
//	list.Add(new(1))               // of the parameter of Add
//	public Order() : this(1) { }   // of the same class
//	public Order(int n) : base(n)  // of the base class
func (c *binder) creation(r *parse.Reference, x *ref, from resolve.DefID) {
	var t resolve.Type
	n := len(r.Recv)
	switch {
	case n > 0 && r.Name == "base" && r.Recv[n-1].Kind == parse.StepBase:
		t = c.base(from)
	case n > 0 && r.Name == "this" && r.Recv[n-1].Kind == parse.StepThis:
		t = c.this(from)
	case n > 0 && r.Name == "new" && r.Recv[0].Kind == parse.StepArgument:
		// new() as an argument: the call that receives it decides.
		t = c.argumentTarget(&r.Recv[0], n > 1)
	case n > 0 && r.Name == "new":
		t = c.value(r.Recv, from, r.At)
	default:
		if _, ok := c.t.typeParam(r.Name, from); ok && n == 0 {
			x.why = resolve.Local
			return
		}
		fd := c.typeFound(r, from, r.Name)
		switch {
		case len(fd.Defs) == 1:
			t = c.createdType(fd, r, from)
		case len(fd.Defs) > 1:
			x.ids, x.why = fd.Defs, resolve.Ambiguous
			return
		default:
			x.why = c.outsideType(fd, from)
			return
		}
	}
	c.construct(t, r, x, from)
}

// argumentTarget returns the type that an argument is converted to, or, for a lambda that
// returns the value in question, the type of its return value.
func (c *binder) argumentTarget(place *parse.Step, returned bool) resolve.Type {
	l := parse.Local{Callee: place.At, Arg: place.Args, Param: -1}
	t, _ := c.fromCall(&l)
	if returned {
		t = c.t.invoked(t)
		if e := c.t.awaitedType(t); e.Known() {
			t = e
		}
	}
	return t.WithTier(graph.Typed)
}

// createdType returns the type that a creation names: for `new Outer<A>.Inner()`, the one
// nested in that instance.
func (c *binder) createdType(fd resolve.LookupResult, r *parse.Reference,
	from resolve.DefID) resolve.Type {
	args := c.createdArgs(r, from)
	x := c.t.typeOfDef(fd.Defs[0], args, fd.Tier)
	switch {
	case outerOf(&x) == nil:
		return x
	case len(r.Recv) == 0:
		return c.t.seenFrom(x, from)
	}

	if in := c.t.nestedIn(c.qualifierType(r.Recv, from, r.At), r.Name, args); in.Def == x.Def {
		return in
	}
	return x
}

// qualifierType returns the type denoted by the steps before a nested type, with the
// explicit type arguments.
func (c *binder) qualifierType(steps []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	x := resolve.Unknown
	for i := range steps {
		args := c.writtenArgs(steps[i].WrittenType().Args, from, at)
		if x.Def != resolve.None {
			x = c.t.nestedIn(x, steps[i].Name, args)
			continue
		}
		if fd := c.qualifier(steps[:i+1], from, at); len(fd.Defs) == 1 {
			x = c.t.seenFrom(c.t.typeOfDef(fd.Defs[0], args, fd.Tier), from)
		}
	}
	return x
}

func (c *binder) writtenArgs(refs []parse.TypeRef, from resolve.DefID, at uint32) []resolve.Type {
	var out []resolve.Type
	for _, ref := range refs {
		out = append(out, c.written(ref, from, at))
	}
	return out
}

// createdArgs returns the explicit type arguments of a creation.
func (c *binder) createdArgs(r *parse.Reference, from resolve.DefID) []resolve.Type {
	if r.Extra == nil {
		return nil
	}
	return c.writtenArgs(r.Extra.TypeArgs, from, r.At)
}

// construct binds a creation to the constructor of t that it calls, or to t itself if t
// declares none.
//
// A class without a declared constructor has a default one, and its creation is bound to
// the class. Private constructors of other types are not candidates; in `: this(…)`,
// neither is the constructor itself.
func (c *binder) construct(t resolve.Type, r *parse.Reference, x *ref, from resolve.DefID) {
	owner := c.t.decl(underlyingValue(t))
	if owner == resolve.None {
		x.why = resolve.UnknownReceiver
		if t.External || t.Owner != resolve.None {
			x.why = resolve.External
		}
		return
	}
	t = underlyingValue(t)
	x.typ, x.tier = t, resolve.WeakerTier(x.tier, t.Tier)
	x.typ.Static = false
	d := c.t.def(owner)
	call := &call{r: r, x: x, from: from, recv: resolve.Unknown}
	var cands []candidate
	for _, id := range c.t.own(owner, d.Name) {
		k := c.t.def(id)
		if k.Kind == graph.KindConstructor && id != from &&
			!slices.Contains(k.Modifiers, "static") {
			cands = append(cands, candidate{id: id, owner: t})
		}
	}
	if hasPrimary(d) || d.Kind == graph.KindRecord && len(cands) == 0 {
		cands = append(cands, candidate{id: owner, owner: t}) // the primary constructor
	}
	c.means(x, owner, t, nil)
	if len(cands) == 0 {
		return
	}
	created := x.typ
	switch v := c.decide(cands, call); {
	case len(v.sure) == 1 && len(v.maybe) == 0, len(v.sure) == 0 && len(v.maybe) == 1:
		x.ids = []resolve.DefID{append(v.sure, v.maybe...)[0].id}
		x.tier = resolve.WeakerTier(x.tier, v.tier)
	case len(v.sure)+len(v.maybe) > 1:
		c.undecided(append(v.sure, v.maybe...), call)
	case !c.isDefaultCreation(d, r):
		x.ids, x.why = nil, resolve.NotFound
	}
	x.typ = created
}

// hasPrimary reports whether the header of a record, class or struct (C# 12) declares its primary
// constructor, which may have no parameters.
//
//	record Pair(int A);    record Empty();
func hasPrimary(d *resolve.Def) bool {
	if len(d.Params) > 0 {
		return d.Kind != graph.KindDelegate
	}
	header := d.File.Text[d.NameAt:min(d.Range.End, uint32(len(d.File.Text)))]
	return d.Kind == graph.KindRecord &&
		strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(header, d.Name), " \t\r\n"), "(")
}

// isDefaultCreation reports whether a creation calls the implicit constructor without
// parameters of a value type, or of a class that declares none.
func (c *binder) isDefaultCreation(d *resolve.Def, r *parse.Reference) bool {
	return r.Args <= 0 && (c.t.isValueDef(d.ID) || d.ID < resolve.None)
}
