package scoped

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/tags"
	"seedgraph/resolve"
)

// bind emits the binding of a reference.
func (e *eval) bind(r *parse.Reference) {
	e.budget.Next(r.At)
	from := e.b.File.ID(r.Def)
	if r.Name == parse.ComputedName {
		e.look(r, from)
		return
	}
	end := int(r.At) + len(r.Name)
	e.unexpanded = end < len(e.b.File.Text) && e.b.File.Text[end] == ')' && r.At > 0 && e.b.File.Text[r.At-1] == '('
	ids, tier, why := e.meaning(r, from)
	if why == resolve.Resolved && len(ids) > 1 {
		if tier == graph.Hierarchy { // one of several types
			e.b.SettleEach(r, from, ids, tier)
			return
		}
		ids, tier = e.nearest(ids, tier)
	}
	if why == resolve.Resolved && len(ids) != 1 {
		why = resolve.Ambiguous
	}
	if why == resolve.External && e.d.owns != nil && e.isMissing(r, from) {
		why = resolve.NoModule
	}
	if why != resolve.Local && len(ids) != 1 && e.ofDerived(r, from, why) {
		return
	}
	if tier, ok := e.b.Account(r, from, tier, why, len(ids)); ok {
		e.emit(r, from, ids[0], tier)
	}
}

// isMissing reports whether the path of a name that the tree does not have begins in a program of
// the tree, so that it is not that of a library.
//
//	use crate::util::load;    // and there is no file of the module util
func (e *eval) isMissing(r *parse.Reference, from resolve.DefID) bool {
	var parts []string
	for i := range r.Recv {
		if s := &r.Recv[i]; s.Kind != parse.StepName && s.Kind != parse.StepMember {
			return false
		}
		parts = append(parts, segments(r.Recv[i].Name)...)
	}
	if parts = append(parts, segments(r.Name)...); len(parts) == 0 || e.b.LocalAt(parts[0], r.At) != nil {
		return false
	}
	if t := e.eval(r.Recv, from, r.At); len(r.Recv) > 0 && t.Def > resolve.None && e.isOpen(t) {
		return false // of an external base
	}
	for _, i := range e.imports[e.w.fold(parts[0])] {
		if im := &e.b.File.Imports[i]; e.holds(im, from, r.At) {
			return e.d.owns(e, append(segments(joined(im.Path, im.Name)), parts[1:]...), r, im)
		}
	}
	return (len(parts) > 1 || r.Kind == parse.RefType || r.Kind == parse.RefCreate) && e.d.owns(e, parts, r, nil)
}

// look records the lookup of a member by a computed name, with the class of the object if that is
// known.
func (e *eval) look(r *parse.Reference, from resolve.DefID) {
	of := resolve.Unknown
	if len(r.Recv) > 0 {
		of = e.eval(r.Recv, from, r.At)
	} else if e.row.Scoping.Implicit {
		of = e.this(from)
	}
	name := r.Name
	if of.Def > resolve.None && e.ix.Def(of.Def).Kind.IsType() {
		name = e.ix.Def(of.Def).Name + "." + name
	}
	e.b.Open(from, name, resolve.OpenLookup, r.At)
}

// operate binds the method that an operator runs on a value of a type of the tree, or an extension
// of its type.
func (e *eval) operate(x *parse.Implicit) {
	e.budget.Next(x.At)
	from := e.b.File.ID(x.Def)
	t := e.eval(x.Value, from, x.At)
	if !t.Known() || t.Static {
		return
	}
	ids, _, tier := e.memberOf(t, x.Op, 1, from, x.At)
	if ids, tier = e.nearest(e.byArity(ids, 1), tier); len(ids) == 1 && e.ix.Def(ids[0]).Kind.IsCallable() {
		e.b.Implied(from, ids[0], tier, 0, x.At)
	}
}

// nearest chooses among declarations of one entity: the one that others are declared
// for, one in the same file, or in the file that shares most of its path. If they
// tie, the first represents all of them, and the binding is not certain: it is a guess if
// programs, or versions of one, declare what a namespace cannot have twice.
func (e *eval) nearest(ids []resolve.DefID, tier graph.Tier) ([]resolve.DefID, graph.Tier) {
	if one := e.b.Declarations(ids); len(one) != 1 {
		return one, tier
	}
	best, length, ties, twice := ids[0], -1, 0, false
	for i, id := range ids {
		d := e.ix.Def(id)
		if i > 0 && e.row.Scoping.Applicable && d.File == e.ix.Def(ids[i-1]).File {
			return ids, tier // overloads that differ in function types
		}
		n := sharedFolders(d.File.Path, e.b.File.Path)
		switch {
		case resolve.HasModifier(d, "expect"):
			return []resolve.DefID{id}, tier
		case n > length:
			best, length, ties, twice = id, n, 0, false
		case n == length && (d.File != e.ix.Def(best).File || resolve.HasModifier(d, "macro")):
			ties++ // conditional compilation chooses between macros of a file
			twice = twice || e.row.Scoping.Modules == tags.Packages && !isSpace(d) && !e.perPlatform(d)
		}
	}
	if twice {
		return []resolve.DefID{best}, graph.Heuristic
	}
	if ties > 0 || e.ix.Def(best).File != e.b.File {
		tier = resolve.WeakerTier(tier, graph.Unique)
	}
	return []resolve.DefID{best}, tier
}

// perPlatform reports whether a definition is declared for each platform, or is a part of one.
func (e *eval) perPlatform(d *resolve.Def) bool {
	for ; ; d = e.ix.Def(d.Outer) {
		if d.Partial || resolve.HasModifier(d, "actual") {
			return true
		}
		if d.Outer == resolve.None {
			return false
		}
	}
}

// sharedFolders counts the leading folders that two paths share, plus one for the
// same file.
func sharedFolders(a, b string) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return n
		}
		if a[i] == '/' {
			n++
		}
	}
	return n + 1
}

// emit writes the binding of a reference. The bare name of a callable calls it in some languages;
// in the others it is a value that may be called later.
func (e *eval) emit(r *parse.Reference, from, to resolve.DefID, tier graph.Tier) {
	d := e.ix.Def(to)
	isValue := r.Kind == parse.RefMember && (d.Kind == graph.KindMethod || d.Kind == graph.KindFunction)
	if isValue && e.row.Scoping.BareCalls {
		e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: to, Kind: graph.Calls,
			Tier: tier, At: r.At})
		return
	}
	e.b.Emit(r, from, to, tier)
	if isValue {
		e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: to, Kind: graph.Passes,
			Tier: tier, At: r.At, Via: graph.ViaStored})
	}
}

// meaning finds the definitions that a reference refers to.
func (e *eval) meaning(r *parse.Reference, from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	as := anything
	switch r.Kind {
	case parse.RefType, parse.RefCreate:
		as = aType
	case parse.RefCall:
		as = aCallable
	}
	if as == aType {
		return e.typeNamed(r, from)
	}
	if len(r.Recv) == 0 {
		return e.plainMeaning(r, from, as)
	}
	return e.memberMeaning(r, from, as)
}

// typeNamed finds the type that a reference names.
func (e *eval) typeNamed(r *parse.Reference, from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	name := r.Name
	if len(r.Recv) > 0 {
		name = resolve.DottedName(r.Recv) + "." + name
	}
	t := e.written(parse.TypeRef{Name: name}, from, r.At)
	switch {
	case t.Def > resolve.None:
		if r.Kind == parse.RefCreate {
			return e.created(t.Def, r, from), t.Tier, resolve.Resolved
		}
		return []resolve.DefID{t.Def}, t.Tier, resolve.Resolved
	case t.Owner != resolve.None:
		return nil, 0, resolve.Local
	case t.External:
		return nil, 0, e.lost(r, resolve.Unknown, from)
	}
	return nil, 0, resolve.NotFound
}

// created returns the target of an object creation: the only constructor that fits
// the arguments, or the type.
func (e *eval) created(t resolve.DefID, r *parse.Reference, from resolve.DefID) []resolve.DefID {
	var ids []resolve.DefID
	d := e.ix.Def(t)
	for _, name := range []string{d.Name, "__construct", "initialize", "init", "this"} {
		for _, id := range e.w.own(t, name) {
			if e.ix.Def(id).Kind == graph.KindConstructor {
				ids = append(ids, id)
			}
		}
	}
	if ids = e.overloads(ids, r, from); len(ids) == 1 {
		return ids
	}
	return []resolve.DefID{t}
}

// plainMeaning resolves an unqualified name.
func (e *eval) plainMeaning(r *parse.Reference, from resolve.DefID, as kindFilter) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	x := e.plain(r.Name, from, r.At, as)
	if x.local != nil {
		return nil, 0, resolve.Local
	}
	if x.implied && as == aCallable && e.row.Scoping.Applicable && !e.applies(x.defs, r) {
		if y := e.outermost(r.Name, from, r.At, as); e.applies(y.defs, r) {
			x = y
		}
	}
	ids, tier := x.defs, x.tier
	if len(ids) == 0 && e.creators[r.Name] {
		if this := e.receiver(from); this.Static && this.Def > resolve.None {
			return e.created(this.Def, r, from), graph.Exact, resolve.Resolved
		}
	}
	if len(ids) == 0 && as == aCallable && len(e.w.extensions[r.Name]) > 0 {
		ids, tier = e.extensionOfReceiver(r, from)
	}
	if e.d.arguments != nil && as == aCallable && !x.implied {
		ids = e.d.arguments(e, ids, r, from)
	}
	if len(ids) == 0 && e.d.last != nil {
		ids, tier = e.d.last(e, r, r.Name, from)
	}
	if len(ids) == 0 {
		if x.isSpace {
			return nil, 0, resolve.Local // a namespace, as the first part of a name
		}
		return nil, 0, e.lost(r, resolve.Unknown, from)
	}
	if e.d.unsure != nil && e.d.unsure(e, ids[0]) {
		if e.ix.Def(ids[0]).File.Test { // of another test, which runs separately
			return nil, 0, e.lost(r, resolve.Unknown, from)
		}
		tier = resolve.WeakerTier(tier, graph.Unique)
	}
	return e.overload(ids, r, from), tier, resolve.Resolved
}

// applies reports whether one of several callables takes the arguments of a call.
func (e *eval) applies(ids []resolve.DefID, r *parse.Reference) bool {
	for _, id := range ids {
		d := e.ix.Def(id)
		if !isFunction(d) || r.Args < 0 || acceptsCount(d, r.Args) && (int(r.Args) == len(r.ArgSteps()) || fitsTrailing(d, r)) {
			return true
		}
	}
	return false
}

// lost returns the outcome of a name that is not found: external if the tree has no
// definition of it, and others may declare it.
func (e *eval) lost(r *parse.Reference, of resolve.Type, from resolve.DefID) resolve.Outcome {
	if e.mayMean(r.Name) || e.d.lost != nil && e.d.lost(e, r, of, from) {
		return resolve.NotFound
	}
	return resolve.External
}

// memberMeaning resolves a member of an expression.
func (e *eval) memberMeaning(r *parse.Reference, from resolve.DefID, as kindFilter) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	t := e.eval(r.Recv, from, r.At)
	if x := e.recvEntity(r.Recv, from, r.At); x.outside {
		return nil, 0, resolve.External
	} else if x.isSpace {
		if y := e.member(x, r.Name, as, 0); len(y.defs) > 0 {
			return e.overload(y.defs, r, from), y.tier, resolve.Resolved
		} else if y.isSpace {
			return nil, 0, resolve.Local
		} else if len(x.defs) == 0 {
			return nil, 0, e.lost(r, resolve.Unknown, from)
		}
	}
	if !t.Known() {
		if !e.mayMean(r.Name) {
			return nil, 0, resolve.External
		}
		if ids, tier := e.guess(r); len(ids) == 1 {
			return ids, tier, resolve.Resolved
		}
		return nil, 0, resolve.UnknownReceiver
	}
	if t.Form == parse.FormUnion {
		return e.ofUnion(t, r, from)
	}
	ids, _, tier := e.memberOf(t, r.Name, r.Args, from, r.At)
	if len(ids) == 0 && t.Static && t.Def > resolve.None && e.creators[r.Name] {
		return e.created(t.Def, r, from), tier, resolve.Resolved
	}
	if len(ids) == 0 && e.d.last != nil {
		if ids, tier := e.d.last(e, r, r.Name, from); len(ids) > 0 {
			return e.overload(ids, r, from), tier, resolve.Resolved
		}
	}
	if len(ids) == 0 {
		if t.Def > resolve.None && !e.isOpen(t) {
			return nil, 0, e.lost(r, t, from)
		}
		if t.Def <= resolve.None && t.External || !e.mayMean(r.Name) {
			return nil, 0, resolve.External
		}
		return nil, 0, resolve.NotFound
	}
	return e.overload(ids, r, from), tier, resolve.Resolved
}

// ofUnion resolves a member of a value that is of one of several types.
func (e *eval) ofUnion(t resolve.Type, r *parse.Reference,
	from resolve.DefID) ([]resolve.DefID, graph.Tier, resolve.Outcome) {
	var out []resolve.DefID
	outside := false
	for _, a := range t.Args {
		ids, _, _ := e.memberOf(a, r.Name, r.Args, from, r.At)
		if ids = e.overload(ids, r, from); len(ids) > 0 {
			ids, _ = e.nearest(ids, graph.Typed)
		}
		outside = outside || len(ids) == 0 && a.Def <= resolve.None
		for _, id := range ids {
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	switch {
	case len(out) > 1:
		return out, graph.Hierarchy, resolve.Resolved
	case len(out) == 1:
		return out, graph.Typed, resolve.Resolved
	case outside || !e.mayMean(r.Name):
		return nil, 0, resolve.External
	}
	return nil, 0, resolve.NotFound
}

// recvEntity returns the namespace that a receiver denotes, if it is a path of names.
func (e *eval) recvEntity(steps []parse.Step, from resolve.DefID, at uint32) entity {
	var x entity
	for i := range steps {
		s := &steps[i]
		switch {
		case s.Kind == parse.StepName && i == 0:
			x = e.plain(s.Name, from, at, anything)
			if x.local != nil {
				return entity{}
			}
		case s.Kind == parse.StepMember && x.isSpace:
			x = e.member(x, s.Name, anything, 0)
		default:
			return entity{}
		}
	}
	return x
}

// memberOf finds the members of a name in a value of a type, or in the named type
// itself.
func (e *eval) memberOf(t resolve.Type, name string, args int16, from resolve.DefID,
	at uint32) ([]resolve.DefID, resolve.Type, graph.Tier) {
	t = e.concrete(t)
	tier := graph.Typed
	if t.Static {
		tier = max(t.Tier, graph.Exact)
		if e.d.static != nil {
			if ids := e.d.static(e, t, name); len(ids) > 0 {
				return ids, t, tier
			}
		}
	}
	if t.Def > resolve.None && t.Def == e.this(from).Def {
		tier = max(t.Tier, graph.Exact)
	}
	tier = resolve.WeakerTier(tier, t.Tier)
	ids, owner := e.lookup(t, name)
	if len(ids) > 0 {
		return ids, owner, tier
	}
	if t.Static && t.Def > resolve.None && e.d.value != nil && len(e.w.extensions[name]) > 0 {
		for _, v := range e.d.value(e, t) {
			if ids, tier := e.extended(v, name, from, at); len(ids) > 0 {
				return ids, v, resolve.WeakerTier(tier, t.Tier)
			}
		}
	}
	if !t.Static {
		if ids, tier := e.extended(t, name, from, at); len(ids) > 0 {
			return ids, t, resolve.WeakerTier(tier, t.Tier)
		}
	}
	return nil, resolve.Unknown, tier
}

// overload keeps those definitions that a reference may refer to: callables that fit
// the arguments of a call, values otherwise.
func (e *eval) overload(ids []resolve.DefID, r *parse.Reference, from resolve.DefID) []resolve.DefID {
	if e.row.Scoping.Fold {
		ids = e.ix.Filter(ids, func(d *resolve.Def) bool {
			return d.Kind.IsCallable() || d.Kind.IsType() || d.Name == r.Name
		})
	}
	if r.Kind == parse.RefCall && e.d.called != nil {
		ids = e.d.called(e, ids, r.Args)
	}
	if len(ids) < 2 {
		return ids
	}
	if r.Kind != parse.RefCall {
		values := e.ix.Filter(ids, func(d *resolve.Def) bool { return !d.Kind.IsCallable() })
		if len(values) == 0 || e.row.Scoping.BareCalls {
			return ids
		}
		if plain := e.ix.Filter(values, func(d *resolve.Def) bool { return !d.Kind.IsType() }); r.Kind == parse.RefMember && len(plain) > 0 {
			return plain // not the type of that name
		}
		return values
	}
	if calls := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.Kind.IsCallable() }); len(calls) > 0 {
		ids = calls
	}
	return e.overloads(ids, r, from)
}

// byArity keeps the callables that accept a number of arguments; all, if no callable
// does.
func (e *eval) byArity(ids []resolve.DefID, args int16) []resolve.DefID {
	if args < 0 || len(ids) < 2 {
		return ids
	}
	out := e.ix.Filter(ids, func(d *resolve.Def) bool {
		if !d.Kind.IsCallable() {
			return true
		}
		return acceptsCount(d, args)
	})
	if len(out) == 0 {
		return ids
	}
	return out
}

// acceptsCount reports whether a callable accepts a number of arguments.
func acceptsCount(d *resolve.Def, args int16) bool {
	least, most := 0, 0
	for _, p := range d.Params {
		switch {
		case p.Name == "self":
			continue
		case p.Variadic:
			most = 1 << 14
			continue
		case !p.Optional:
			least++
		}
		most++
	}
	return int(args) >= least && int(args) <= most
}
