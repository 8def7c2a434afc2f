package r

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// bind binds one reference of the file. The cost of each reference is bounded by its
// own budget.
func (e *evaluator) bind(r *parse.Reference) {
	from := e.b.File.ID(r.Def)
	switch {
	case r.Kind == parse.RefCreate:
		e.bindCreate(r, from)
	case r.Kind == parse.RefMember:
		e.bindName(r, from)
	case len(r.Recv) == 0 && isOperator(r.Name):
		e.bindOperator(r, from)
	case e.bindNext(r, from):
	case r.Name == "()":
		e.bindResult(r, from)
	default:
		e.bindCall(r, from)
	}
}

// settle emits the binding of a reference, or accounts for an unresolved one. A
// function name that is not called is passed. The target of a name in a string is a
// guess.
func (e *evaluator) settle(r *parse.Reference, from resolve.DefID, x lookupResult, kind graph.EdgeKind) {
	b := e.b
	switch {
	case len(x.defs) > 0:
		tier := x.tier
		if len(x.defs) > 1 {
			tier = resolve.WeakerTier(tier, graph.Hierarchy)
		}
		if r.Dynamic {
			tier = resolve.WeakerTier(tier, graph.Heuristic)
		}
		tier, _ = b.Account(r, from, tier, resolve.Resolved, len(x.defs))
		share := uint16(0)
		if len(x.defs) > 1 {
			share = uint16(len(x.defs))
		}
		for _, id := range x.defs {
			b.Bindings = append(b.Bindings, resolve.Binding{From: from, To: id, Kind: e.edgeKind(r, id, kind),
				Tier: tier, Share: share, At: r.At})
		}
	case x.out:
		b.Account(r, from, 0, resolve.External, 0)
		if x.pkg != "" {
			b.Foreign(r, from, resolve.ForeignName{Package: x.pkg, Member: r.Name}, graph.Exact)
		}
	case len(x.local) > 0:
		b.Account(r, from, 0, resolve.Local, 0)
	default:
		b.Account(r, from, 0, resolve.NotFound, 0)
	}
}

// edgeKind returns the kind of the edge to the target of a reference.
func (e *evaluator) edgeKind(r *parse.Reference, to resolve.DefID, kind graph.EdgeKind) graph.EdgeKind {
	d := e.rules.table.Def(to)
	switch {
	case d.Kind.IsType() && r.Kind == parse.RefCall:
		return graph.Creates
	case kind == graph.Calls && !d.Kind.IsCallable() || kind == graph.Passes && !d.Kind.IsCallable():
		return graph.References
	}
	return kind
}

// bindCall binds a call, with its arguments.
//
//	do.call(paste0("fmt_", kind), list(x))    # an open name
func (e *evaluator) bindCall(r *parse.Reference, from resolve.DefID) {
	if len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepOpaque && r.Dynamic {
		e.openCall(r, from)
		return
	}
	x, done := e.callee(r, from)
	if done {
		e.given(r, from, x)
		return
	}
	e.settle(r, from, x, graph.Calls)
	for _, id := range x.defs {
		if d := e.rules.table.Def(id); d.Kind.IsType() {
			e.created(r, from, id, x.tier)
		}
	}
	if x.out {
		e.dispatched(r, from)
	}
	e.given(r, from, x)
}

// hole represents a part of a name that is computed at run time.
const hole = "{}"

// maxOpen bounds the candidate functions of a name with an open part, and minKnown is
// the minimum length of its known part.
const (
	maxOpen  = 20
	minKnown = 3
)

// openCall binds a call by a partly computed name to its candidates: the visible
// functions that match the rest of the name. It is still listed as open.
//
//	do.call(paste0("fmt_", kind), list(x))    # fmt_csv, fmt_json
func (e *evaluator) openCall(r *parse.Reference, from resolve.DefID) {
	e.b.Account(r, from, 0, resolve.OpenName, 0)
	begin, end, ok := strings.Cut(r.Name, hole)
	if !ok || strings.Contains(end, hole) || len(begin)+len(end) < minKnown {
		return
	}
	var ids []resolve.DefID
	collect := func(names map[string][]resolve.DefID) {
		for name, list := range names {
			if len(name) > len(begin)+len(end) && strings.HasPrefix(name, begin) &&
				strings.HasSuffix(name, end) && e.isFunction(lookupResult{defs: list}) {
				ids = append(ids, list...)
			}
		}
	}
	if p := e.rules.pkgOf[e.b.File]; p != nil {
		collect(p.names)
	} else {
		env := e.rules.envs[e.b.File]
		collect(env.names)
		for _, l := range env.layers {
			collect(l.names)
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) > maxOpen {
		return
	}
	for _, id := range ids {
		e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: id, Kind: graph.Calls,
			Tier: graph.Heuristic, Share: uint16(len(ids)), At: r.At})
	}
}

// callee finds the target of a call; done reports that the call is accounted for. If
// a receiver has several possible values, each may have the member.
func (e *evaluator) callee(r *parse.Reference, from resolve.DefID) (x lookupResult, done bool) {
	if len(r.Recv) == 0 {
		x = e.lookup(r.Name, r.At, from, true)
		if len(x.local) > 0 {
			return e.heldBy(r, from, x)
		}
		return e.through(x), false
	}
	recv := e.eval(r.Recv, r.At, from)
	var out lookupResult
	unsure := false
	for _, v := range recv {
		switch {
		case v.kind == kindClass && r.Name == "new":
			e.creates(r, from, v.def, v.tier)
			return x, true
		case v.kind == kindUnknown:
			unsure = true
		}
		m := e.memberOf(v, r.Name, from)
		out.defs = append(out.defs, m.defs...)
		out.tier = resolve.WeakerTier(out.tier, m.tier)
		out.out, out.pkg, out.member = out.out || m.out, m.pkg, m.member
	}
	slices.Sort(out.defs)
	out.defs = slices.Compact(out.defs)
	switch {
	case len(out.defs) > 0:
		if !isPackage(recv) {
			out.tier = resolve.WeakerTier(out.tier, e.receiverTier(r))
		}
		if unsure {
			out.tier = resolve.WeakerTier(out.tier, graph.Unique)
		}
		return e.through(out), false
	case out.out:
		return out, false
	case isPackage(recv):
		e.b.Account(r, from, 0, resolve.NotFound, 0)
		return x, true
	}
	e.b.Account(r, from, 0, resolve.UnknownReceiver, 0)
	return x, true
}

func isPackage(vals []val) bool { return len(vals) == 1 && vals[0].kind == kindPackage }

// receiverTier returns the tier of a receiver's type: that of the object of a method
// is declared.
//
//	self$pay()    # exact
//	a$pay()       # typed: the value of a is inferred
func (e *evaluator) receiverTier(r *parse.Reference) graph.Tier {
	if len(r.Recv) == 1 && (r.Recv[0].Kind == parse.StepThis || r.Recv[0].Kind == parse.StepBase) {
		return graph.Exact
	}
	return graph.Typed
}

// through resolves variables of the tree to the functions that they hold.
//
//	run <- start
//	run()    # start
func (e *evaluator) through(x lookupResult) lookupResult {
	for i, id := range x.defs {
		d := e.rules.table.Def(id)
		if d.Kind.IsCallable() || d.Kind.IsType() {
			continue
		}
		vals := e.variable(id)
		if len(vals) == 1 && (vals[0].kind == kindFunction || vals[0].kind == kindClass) && vals[0].def != resolve.None {
			x.defs = slices.Clone(x.defs)
			x.defs[i] = vals[0].def
			x.tier = resolve.WeakerTier(x.tier, graph.Typed)
		}
	}
	return x
}

// heldBy binds the call of a local variable to the functions that it may hold.
//
//	g <- if (wide) size else area
//	g(x)                            # either
func (e *evaluator) heldBy(r *parse.Reference, from resolve.DefID, x lookupResult) (lookupResult, bool) {
	var out lookupResult
	for _, l := range x.local {
		for _, v := range e.localValue(l, from) {
			if (v.kind == kindFunction || v.kind == kindClass) && v.def != resolve.None {
				out.defs = append(out.defs, v.def)
				out.tier = resolve.WeakerTier(resolve.WeakerTier(out.tier, v.tier), graph.Typed)
			}
		}
	}
	if len(out.defs) == 0 {
		e.b.Account(r, from, 0, resolve.Local, 0)
		return x, true
	}
	slices.Sort(out.defs)
	out.defs = slices.Compact(out.defs)
	return out, false
}

// bindResult binds the call of an expression's return value.
//
//	handler_of()(2)    # the function that handler_of returns
func (e *evaluator) bindResult(r *parse.Reference, from resolve.DefID) {
	var x lookupResult
	for _, v := range e.eval(r.Recv, r.At, from) {
		if v.kind == kindFunction && v.def != resolve.None {
			x.defs = append(x.defs, v.def)
			x.tier = resolve.WeakerTier(resolve.WeakerTier(x.tier, v.tier), graph.Typed)
		}
	}
	if len(x.defs) == 0 {
		e.b.Account(r, from, 0, resolve.Local, 0)
		return
	}
	e.settle(r, from, x, graph.Calls)
}

// creates binds Account$new(…).
//
//	Account$new(1)    # creates Account, and calls its initialize
func (e *evaluator) creates(r *parse.Reference, from, class resolve.DefID, tier graph.Tier) {
	tier, _ = e.b.Account(r, from, tier, resolve.Resolved, 1)
	e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: class, Kind: graph.Creates, Tier: tier, At: r.At})
	e.created(r, from, class, tier)
}

// bindCreate binds new("Class"). A class attribute is not a definition.
func (e *evaluator) bindCreate(r *parse.Reference, from resolve.DefID) {
	if len(r.Recv) == 1 && r.Recv[0].Kind == parse.StepType {
		return
	}
	id, tier := e.rules.class(e.b.File, r.Name)
	if id == resolve.None {
		e.b.Account(r, from, 0, resolve.External, 0)
		return
	}
	e.creates(r, from, id, tier)
}

// created binds the functions that run when an object of a class is created: the
// nearest initializer, and all validity functions.
//
//	setClass("Gold", contains = "Acc")
//	setValidity("Gold", check_gold)
//	new("Gold")    # the validity functions of Acc and of Gold
func (e *evaluator) created(r *parse.Reference, from, class resolve.DefID, tier graph.Tier) {
	line := e.rules.lineage(class)
	emit := func(id resolve.DefID) {
		e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: id, Kind: graph.Calls,
			Tier: resolve.WeakerTier(tier, graph.Exact), At: r.At})
	}
	if id, _ := e.rules.member(line, "initialize"); id != resolve.None {
		emit(id)
	}
	initialized := false
	for _, c := range line {
		d := e.rules.table.Def(c)
		for _, id := range e.rules.ownMembers(c, "validity") {
			emit(id)
		}
		for _, generic := range []string{"validity", "initialize"} {
			if generic == "initialize" && initialized {
				continue
			}
			for _, m := range e.rules.methodsFor(e.b.File, generic) {
				if m.classes[0] == d.Name {
					emit(m.def)
					initialized = initialized || generic == "initialize"
				}
			}
		}
	}
}

// bindName binds a name that is not called.
//
//	g <- price      # passes price
//	price * 2       # not a function: a column, or an unknown variable
func (e *evaluator) bindName(r *parse.Reference, from resolve.DefID) {
	if len(r.Recv) > 0 {
		e.bindMember(r, from)
		return
	}
	x := e.lookup(r.Name, r.At, from, false)
	if wantsValue(r) && e.isFunction(x) {
		e.b.Account(r, from, 0, resolve.Local, 0) // a column of that name
		return
	}
	e.settle(r, from, x, graph.Passes)
}

// wantsValue reports whether a name is in a position where it cannot refer to a
// function.
//
//	price * 2    x[price]    if (price) 1
func wantsValue(r *parse.Reference) bool { return r.Extra != nil && r.Extra.Target.Name == "value" }

// isFunction reports whether a name refers to functions of the tree.
func (e *evaluator) isFunction(x lookupResult) bool {
	return len(x.defs) > 0 && !slices.ContainsFunc(x.defs, func(id resolve.DefID) bool {
		return !e.rules.table.Def(id).Kind.IsCallable()
	})
}

// bindMember binds x$name. Most are elements of lists, which are unknown: only
// members of objects of the tree are references.
//
//	self$total      # a field, a passed method, or a called active binding
func (e *evaluator) bindMember(r *parse.Reference, from resolve.DefID) {
	var x lookupResult
	for _, v := range e.eval(r.Recv, r.At, from) {
		m := e.memberOf(v, r.Name, from)
		x.defs = append(x.defs, m.defs...)
		x.out, x.pkg = x.out || m.out, m.pkg
		x.tier = resolve.WeakerTier(x.tier, m.tier)
	}
	if len(x.defs) == 0 && !x.out {
		e.b.Account(r, from, 0, resolve.Local, 0)
		return
	}
	slices.Sort(x.defs)
	if x.defs = slices.Compact(x.defs); len(x.defs) > 0 {
		x.tier = resolve.WeakerTier(x.tier, e.receiverTier(r))
	}
	kind := graph.Passes
	if len(x.defs) > 0 && e.rules.table.Def(x.defs[0]).Kind == graph.KindProperty {
		kind = graph.Calls // an active binding
	}
	e.settle(r, from, x, kind)
}

// bindOperator binds an operator that the tree defines for values of its classes, or
// redefines. Only operators defined in the tree are accounted for: the others belong
// to the language.
func (e *evaluator) bindOperator(r *parse.Reference, from resolve.DefID) {
	if len(e.rules.table.Named("r", r.Name)) > 0 {
		if x := e.lookup(r.Name, r.At, from, true); len(x.defs) > 0 {
			e.settle(r, from, x, graph.Calls)
			return
		}
	}
	e.dispatched(r, from)
}

// dispatched binds a call of an external generic, or of an operator, to the method
// selected by the class of an argument.
//
//	money(1) + 2           # Ops.money, or `+.money`
//	length(new("Ring"))    # the method of length for Ring
func (e *evaluator) dispatched(r *parse.Reference, from resolve.DefID) {
	generics := []string{r.Name}
	if groups[r.Name] != "" {
		generics = append(append(generics, s4Groups(r.Name)...), groups[r.Name])
	}
	known := slices.ContainsFunc(generics, func(g string) bool { return len(e.rules.s3.methods[g]) > 0 })
	if !known {
		return
	}
	var args [][]val
	for _, a := range r.ArgSteps() {
		args = append(args, e.eval(a, r.At, from))
	}
	for _, g := range generics {
		if id, tier := e.methodOf(g, args, e.b.File); id != resolve.None {
			e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: from, To: id, Kind: graph.Calls,
				Tier: resolve.WeakerTier(tier, graph.Typed), At: r.At})
			return
		}
	}
}

// bindNext binds a call of the next method; it returns false for all other calls.
//
//	NextMethod()    callNextMethod()    callSuper(x)
func (e *evaluator) bindNext(r *parse.Reference, from resolve.DefID) bool {
	switch r.Name {
	case "UseMethod", "standardGeneric", "S7_dispatch":
		e.b.Account(r, from, 0, resolve.External, 0)
	case "NextMethod":
		e.next(r, from, e.nextMethods(e.methodAround(from)))
	case "callNextMethod":
		e.next(r, from, e.nextS4(e.methodAround(from)))
	case "callSuper":
		e.next(r, from, e.superOf(e.methodAround(from)))
	default:
		return false
	}
	return true
}

// next emits the calls of the possible next methods; of several, one is run.
//
//	describe.eur <- function(x) NextMethod()    # one of describe.money and describe.default is run
func (e *evaluator) next(r *parse.Reference, from resolve.DefID, ids []resolve.DefID) {
	if len(ids) == 0 {
		e.b.Account(r, from, 0, resolve.External, 0)
		return
	}
	e.settle(r, from, lookupResult{defs: ids, tier: graph.Typed}, graph.Calls)
}

// methodAround returns the outermost function enclosing code: a method, if the code
// is in one.
//
//	print.eur <- function(x) lapply(x, function(i) NextMethod())    # print.eur
func (e *evaluator) methodAround(from resolve.DefID) *resolve.Def {
	d := e.rules.table.Def(from)
	for d.Outer != resolve.None {
		outer := e.rules.table.Def(d.Outer)
		if outer.Outer == resolve.None || outer.Kind.IsType() {
			break
		}
		d = outer
	}
	return d
}

// nextMethods lists the successors of an S3 method: the methods for the next class of
// the objects that have its class, or the default if there is no such method.
//
//	structure(1, class = c("eur", "money"))
//	describe.eur <- function(x) NextMethod()    # describe.money
func (e *evaluator) nextMethods(d *resolve.Def) []resolve.DefID {
	var out []resolve.DefID
	for generic, class := range splits(d.Name) {
		list := e.rules.methodsFor(d.File, generic)
		if !slices.ContainsFunc(list, func(m method) bool { return m.def == d.ID }) {
			continue
		}
		vectors := e.rules.s3.vectors[class]
		for _, v := range vectors {
			if id := after(list, v.classes, class); id != resolve.None && e.rules.sees(d.File, v.file) {
				out = append(out, id)
			}
		}
		if len(vectors) == 0 {
			if id := after(list, nil, class); id != resolve.None {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// after returns the method for the first class after another one in a class
// attribute, or the default.
//
//	class(x) is c("eur", "money", "list")    # after eur: money, list, the default
func after(list []method, classes []string, class string) resolve.DefID {
	i := slices.Index(classes, class)
	for _, c := range append(slices.Clone(classes[i+1:]), "default") {
		for _, m := range list {
			if m.classes[0] == c {
				return m.def
			}
		}
	}
	return resolve.None
}

// nextS4 lists the successors of an S4 method: that for the nearest base class of its
// first argument.
//
//	setMethod("area", "Ring", function(s) callNextMethod())    # the method for the base of Ring
func (e *evaluator) nextS4(d *resolve.Def) []resolve.DefID {
	generic, rest, ok := strings.Cut(d.Name, ",")
	if !ok {
		return nil
	}
	class, _, _ := strings.Cut(strings.TrimSuffix(rest, "-method"), ",")
	id, _ := e.rules.class(d.File, class)
	if id == resolve.None {
		return nil
	}
	list := e.rules.methodsFor(d.File, generic)
	for _, c := range e.rules.lineage(id)[1:] {
		for _, m := range list { // the first one for the class
			if m.classes[0] == e.rules.table.Def(c).Name {
				return []resolve.DefID{m.def}
			}
		}
	}
	for _, m := range list {
		if m.classes[0] == "ANY" && m.def != d.ID {
			return []resolve.DefID{m.def}
		}
	}
	return nil
}

// superOf lists the method of a base class that a method of a reference class overrides.
//
//	pay = function(x) callSuper(x)    # pay of the nearest base that has one
func (e *evaluator) superOf(d *resolve.Def) []resolve.DefID {
	return e.rules.Overridden(e.b, d)
}

// given binds the plain names among the arguments of a call. A function is passed; an
// argument that the called function quotes is not a reference.
//
//	sapply(xs, price)     # passes price
//	keep(df, price)       # nothing, if keep quotes its second parameter
func (e *evaluator) given(r *parse.Reference, from resolve.DefID, callee lookupResult) {
	for i, a := range r.ArgSteps() {
		if len(a) != 1 || a[0].Kind != parse.StepName || lastColons(a[0].Name) > 0 {
			continue
		}
		name := parse.Reference{Kind: parse.RefMember, Name: a[0].Name, Args: -1, At: a[0].At, Def: r.Def}
		if e.quotesArgument(r, callee, i) {
			continue
		}
		x := e.lookup(name.Name, name.At, from, false)
		if len(x.local) > 0 {
			continue
		}
		e.settle(&name, from, x, graph.Passes)
		if e.isFunction(x) {
			e.applied(r, from, callee, i, x)
		}
	}
}

// quotesArgument reports whether a call quotes an argument.
//
//	pick <- function(df, col) substitute(col)
//	pick(orders, price)                         # price is not a function here
func (e *evaluator) quotesArgument(r *parse.Reference, callee lookupResult, i int) bool {
	for _, id := range callee.defs {
		if p := e.param(r, id, i); p != "" && e.rules.s3.quotes[id][p] {
			return true
		}
	}
	return false
}

// param returns the name of the function parameter that receives an argument of a
// call.
//
//	f <- function(x, by, ...)
//	f(by = 1, 2)                # by, then x
func (e *evaluator) param(r *parse.Reference, id resolve.DefID, i int) string {
	params := e.rules.table.Def(id).Params
	names := []string(nil)
	if r.Extra != nil {
		names = r.Extra.ArgNames
	}
	if i < len(names) && names[i] != "" {
		return names[i]
	}
	k := 0 // among the positional arguments
	for j := range i {
		if j >= len(names) || names[j] == "" {
			k++
		}
	}
	for _, p := range params {
		if slices.Contains(names, p.Name) {
			continue
		}
		if p.Variadic {
			return ""
		}
		if k == 0 {
			return p.Name
		}
		k--
	}
	return ""
}

// applied records that a function of the tree calls a function passed to it.
//
//	each <- function(xs, f) for (x in xs) f(x)
//	each(orders, ship)    # each calls ship
func (e *evaluator) applied(r *parse.Reference, from resolve.DefID, callee lookupResult, i int, x lookupResult) {
	for _, id := range callee.defs {
		if p := e.param(r, id, i); p == "" || !e.rules.s3.calls[id][p] {
			continue
		}
		for _, to := range x.defs {
			e.b.StatedBy[len(e.b.Bindings)] = from
			e.b.Bindings = append(e.b.Bindings, resolve.Binding{From: id, To: to, Kind: graph.Calls,
				Tier: graph.Hierarchy, At: r.At})
		}
	}
}
