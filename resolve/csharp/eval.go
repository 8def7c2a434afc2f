package csharp

import (
	"slices"
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A binder resolves the references of one C# file.
type binder struct {
	*resolve.Binder
	t *tree
	bindBuffers
	depth   int
	guess   int     // nesting of calls that are compared by the return types of their lambdas
	invalid bool    // set when a call is found that no candidate accepts
	tried   []int32 // references resolved while guessing; locals as -1-index
	values  []value // attribute values that may be plain text, by position
}

// A bindBuffers holds the memory of a binder that the binder of another file can reuse.
type bindBuffers struct {
	refs      []ref               // by index in Facts.References
	locals    []local             // by index in Facts.Locals
	trialRoom stack[trial]        // for calls that are being compared
	places    stack[resolve.Type] // the types in trialRoom
	types     map[typeKey]resolve.LookupResult
}

type typeKey struct {
	idle  bool          // the name is in inactive code
	from  resolve.DefID // the innermost enclosing type, None outside of types
	name  string
	arity int
}

// A ref is the resolution state of a reference.
type ref struct {
	state state
	tier  graph.Tier
	why   resolve.Outcome
	ext   bool // it is called as an extension method
	ids   []resolve.DefID
	typ   resolve.Type // of its value
	in    *instance    // of the callee; nil if nothing is generic
}

// An instance holds the arguments of the type parameters that a called member sees.
type instance struct {
	owner resolve.Type   // the declaring type of the member, as seen from the receiver
	targs []resolve.Type // type arguments of a called method
}

// owner returns the declaring type of a called member, or Unknown if its type parameters
// do not matter.
func (x *ref) owner() resolve.Type {
	if x.in == nil {
		return resolve.Unknown
	}
	return x.in.owner
}

// targs returns the type arguments of a called method.
func (x *ref) targs() []resolve.Type {
	if x.in == nil {
		return nil
	}
	return x.in.targs
}

// means binds a reference to the member id of owner. Large trees have hundreds of
// thousands of references, so only the few that need an instance have one.
func (c *binder) means(x *ref, id resolve.DefID, owner resolve.Type, targs []resolve.Type) {
	x.ids, x.why, x.in = []resolve.DefID{id}, resolve.Resolved, nil
	if len(owner.Args) > 0 || len(targs) > 0 || c.t.isDelegate(owner) {
		x.in = &instance{owner, targs}
	}
}

type local struct {
	state state
	typ   resolve.Type
}

type state uint8

const (
	csNew state = iota
	busy
	done
)

func newBinder(b *resolve.Binder, t *tree) *binder {
	// Files are bound after all bases are known: from now on, lineages are memoized.
	t.ready.Store(true)
	c := &binder{Binder: b, t: t}
	if idle, ok := t.idle.Get().(*bindBuffers); ok {
		c.bindBuffers = *idle
	}
	c.refs = cleared(c.refs, len(b.File.References))
	c.locals = cleared(c.locals, len(b.File.Locals))
	if c.types == nil {
		c.types = map[typeKey]resolve.LookupResult{}
	}
	return c
}

// release makes the memory of a binder available to those of other files.
func (c *binder) release() {
	clear(c.types)
	c.t.idle.Put(&c.bindBuffers)
}

// cleared returns a list of n zero values, in the memory of list if it is large enough.
func cleared[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// bindAll resolves all references of the file.
//
// They are bound in source order. Most have been resolved by then, because an earlier
// reference needed them; the order has no effect, since each is resolved once.
func (c *binder) bindAll() {
	c.bindTags()
	for i := range c.File.References {
		r := &c.File.References[i]
		if c.isText(r.At, i) {
			continue
		}
		switch r.Kind {
		case parse.RefCall, parse.RefCreate, parse.RefType, parse.RefMember:
			x := c.resolveAt(i)
			if r.Kind == parse.RefMember {
				c.chooseMethod(i, x)
			}
			c.settleAt(r, x)
			c.SetValueType(r.At, x.typ)
		}
	}
	c.meanLocals()
}

// meanLocals records the types of locals named in sites, which are not references.
func (c *binder) meanLocals() {
	for i := range c.File.Sites {
		if c.File.Sites[i].Kind == parse.SiteAttribute {
			continue
		}
		c.File.Sites[i].Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprName {
				return
			}
			if l := c.localAt(e.Text, e.At); l >= 0 {
				c.SetValueType(e.At, c.localValue(l))
			}
		})
	}
}

// settleAt emits a resolved reference and counts any other.
//
// A binding to the platform makes no edge: it only provides the type of the value.
// Ambiguous overloads of the platform are one external name.
func (c *binder) settleAt(r *parse.Reference, x *ref) {
	from := c.File.ID(r.Def)
	why := x.why
	if why == resolve.Resolved && len(x.ids) != 1 {
		why = resolve.Ambiguous
	}
	switch {
	case why == resolve.Ambiguous && len(x.ids) > 0 && slices.Max(x.ids) < resolve.None:
		// Ids of the platform are below None, so checking the greatest suffices.
		why = resolve.External
		if c.oneForeignName(x.ids) {
			x.ids, x.tier = x.ids[:1], resolve.WeakerTier(x.tier, graph.Unique)
			c.SetExternal(r.At, x.ids[0], x.tier)
		}
	case why == resolve.Resolved && x.ids[0] < resolve.None:
		why = resolve.External
		c.SetExternal(r.At, x.ids[0], x.tier)
	}
	if tier, ok := c.Account(r, from, x.tier, why, len(x.ids)); ok {
		c.write(r, from, x, tier)
	} else if why == resolve.External && c.KeepsForeign() {
		c.foreignUse(r, from, x)
	}
}

// oneForeignName reports whether all candidates of the platform have the same name.
func (c *binder) oneForeignName(ids []resolve.DefID) bool {
	name := c.t.foreignName(ids[0])
	return !slices.ContainsFunc(ids[1:], func(id resolve.DefID) bool {
		return c.t.foreignName(id) != name
	})
}

// write emits the edges of a resolved reference.
//
// A call through a delegate makes two edges: Calls to the delegate's type, which the
// compiler binds, and References to the field or property that holds it.
func (c *binder) write(r *parse.Reference, from resolve.DefID, x *ref, tier graph.Tier) {
	kind, to := graph.References, x.ids[0]
	d := c.Table.Def(to)
	shift := uint8(0)
	if x.ext && c.t.isClassicExtension(d) {
		shift = 1
	}
	emit := func(to resolve.DefID, kind graph.EdgeKind) {
		c.Bindings = append(c.Bindings, resolve.Binding{From: from, To: to, Kind: kind, Tier: tier,
			Shift: shift, At: r.At})
	}
	switch {
	case r.Kind == parse.RefCreate:
		kind = graph.Creates
		if t := c.Table.EnclosingType(to); t != resolve.None && r.Name == c.Table.Def(t).Name {
			emit(t, graph.References) // the source contains the name of the type
		}
	case r.Kind == parse.RefCall && (resolve.IsMethod(d) || d.Kind == graph.KindDelegate),
		c.isHandler(r, d):
		kind = graph.Calls
	case r.Kind == parse.RefCall && isValue(d):
		if t := c.t.signature(to).typ; t.Def > resolve.None &&
			c.Table.Def(t.Def).Kind == graph.KindDelegate {
			emit(t.Def, graph.Calls)
		}
	}
	emit(to, kind)
}

// resolveAt resolves reference i once. A recursive query during its resolution returns
// the partial result.
//
// References depend on others: a call on its arguments, a lambda's parameter on the call,
// a local on its initializer. The state busy ends cycles such as `var x = f(() => x)`;
// maxCsDepth ends machine-generated chains.
//
//	items.Select(x => x.Name)     // the call needs the lambda, the lambda needs x,
//	                              // and x needs the parameter of Select
func (c *binder) resolveAt(i int) *ref {
	x := &c.refs[i]
	if x.state != csNew {
		return x
	}
	x.state = busy
	x.typ, x.why = resolve.Unknown, resolve.UnknownReceiver
	if c.depth < maxCsDepth {
		c.depth++
		r := &c.File.References[i]
		from := c.File.ID(r.Def)
		switch r.Kind {
		case parse.RefCall:
			c.call(r, x, from)
		case parse.RefCreate:
			c.creation(r, x, from)
		case parse.RefType:
			c.typeName(r, x, from)
		default:
			c.member(r, x, from)
		}
		c.depth--
	}
	x.state = done
	if c.guess > 0 {
		c.tried = append(c.tried, int32(i))
	}
	return x
}

// guessing evaluates an expression under an assumption, and discards all results found on
// the way.
//
// Nested assumptions keep their results on one stack, tried; each removes its own part.
// Earlier results are not affected.
func (c *binder) guessing(eval func() resolve.Type) resolve.Type {
	c.guess++
	mark := len(c.tried)
	t := eval()
	for _, i := range c.tried[mark:] {
		if i >= 0 {
			c.refs[i] = ref{}
		} else {
			c.locals[-1-i] = local{}
		}
	}
	c.tried = c.tried[:mark]
	c.guess--
	return t
}

// maxCsDepth bounds the nesting of evaluations for one expression.
const maxCsDepth = 200

// refAt returns the index of the reference of a step, or -1.
//
// Several references may begin at one position: `new Order()` names a type and creates one.
func (c *binder) refAt(s *parse.Step) int {
	refs := c.File.References
	for i := c.firstAt(s.At); i < len(refs) && refs[i].At == s.At; i++ {
		if refs[i].Name == s.Name && (refs[i].Kind == parse.RefMember ||
			refs[i].Kind == parse.RefCall) {
			return i
		}
	}
	return -1
}

// firstAt returns the index of the first reference at or after a position.
func (c *binder) firstAt(at uint32) int {
	refs := c.File.References
	return sort.Search(len(refs), func(i int) bool { return refs[i].At >= at })
}

// written resolves a type written in this file; see tree.written.
func (c *binder) written(ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	if ref.IsZero() {
		return resolve.Unknown
	}
	return c.t.written(c.File, ref, from, at)
}

// value returns the type of an expression.
//
// The steps of a chain are evaluated from the end: the last one is an operation on the
// value of the preceding ones. Tiers only get worse along the chain.
//
//	a.B[0].C()    // a, its member B, an element of it, the return value of its method C
func (c *binder) value(steps []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	n := len(steps)
	if n == 0 {
		return resolve.Unknown
	}
	s := &steps[n-1]
	before := func() resolve.Type { return c.value(steps[:n-1], from, at) }
	switch s.Kind {
	case parse.StepThis:
		return c.this(from)
	case parse.StepBase:
		return c.base(from)
	case parse.StepType:
		x := c.typed(s.WrittenType(), from, at)
		x.Static = s.Args > 0
		return x
	case parse.StepNew:
		return c.written(s.WrittenType(), from, at).WithTier(graph.Typed)
	case parse.StepIndex, parse.StepIndexBy:
		return c.indexed(steps, from, at)
	case parse.StepSlice:
		x := before()
		return c.t.sliced(x).WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
	case parse.StepElement:
		x := before()
		return c.t.element(x).WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
	case parse.StepResult:
		if n < 2 || steps[n-2].Kind != parse.StepDeconstruct {
			// StepDeconstruct gives the number of parts of a deconstruction, StepResult the
			// index of this part.
			break
		}
		x := c.value(steps[:n-2], from, at)
		part, of := int(s.Args), int(steps[n-2].Args)
		out := c.t.item(x, part, of)
		if !out.Known() {
			out = c.extensionItem(x, part, of, from, at)
		}
		return out.WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
	case parse.StepFuncParam:
		x := before()
		if in, ok := c.t.delegateParams(x); ok && int(s.Args) < len(in) {
			return in[s.Args].WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
		}
	case parse.StepFuncResult:
		x := before()
		return c.t.invoked(x).WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
	case parse.StepLambda:
		return c.function(before(), s, from, at)
	case parse.StepAwait:
		x := before()
		return c.t.awaitedType(x).WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
	case parse.StepName, parse.StepMember, parse.StepCall:
		return c.named(steps, from, at)
	case parse.StepUnary, parse.StepBinary, parse.StepChoice, parse.StepTuple, parse.StepQuery:
		if s.Kind == parse.StepUnary && s.Name == "??" {
			return c.t.underlying(before()) // the other operand has no type
		}
		return c.combined(steps, from, at).WithTier(graph.Typed)
	}
	return resolve.Unknown
}

// function returns the type of a lambda without a target that returns an x.
func (c *binder) function(x resolve.Type, s *parse.Step, from resolve.DefID, at uint32) resolve.Type {
	params := s.WrittenType().Args
	if x.Known() && s.Name == "async" {
		x = c.t.known("System.Threading.Tasks.Task<>", x)
	}
	if x.Known() {
		var args []resolve.Type
		for _, p := range params {
			args = append(args, c.written(p, from, at))
		}
		if f := c.t.known("System.Func<"+strings.Repeat(",", len(args))+">", append(args, x)...); f.Known() {
			return f.WithTier(graph.Typed)
		}
	}
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormFunc}
}

// indexed returns the type of an expression that ends with an index.
//
// `list[^1]` has an index from the end, which is equivalent to an int when choosing an
// indexer; an index with several parts stays unknown, and matches all indexers.
func (c *binder) indexed(steps []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	x, index := c.indexedParts(steps, from, at)
	return c.element(c.t.underlying(x), index, from).WithTier(resolve.WeakerTier(x.Tier, graph.Typed))
}

// indexedParts returns the type of the value and the index of an index expression.
func (c *binder) indexedParts(steps []parse.Step, from resolve.DefID, at uint32) (resolve.Type, arg) {
	n := len(steps) - 1
	s := &steps[n]
	size := min(int(s.Args), n)
	index := arg{Type: c.value(steps[n-size:n], from, at), index: -1}
	if s.Name != "" {
		// The front end recorded a number.
		index.Type, index.constant = keyword("int"), true
	}
	return c.value(steps[:n-size], from, at), index
}

// typed returns the type of a literal or a cast.
//
// `typeof(Order)` and `default(Order)` both contain a type; the front end gives the first
// the name Type without a position.
func (c *binder) typed(ref parse.TypeRef, from resolve.DefID, at uint32) resolve.Type {
	if ref.Name == "Type" && ref.At == 0 {
		return c.t.known("System.Type") // typeof
	}
	return c.written(ref, from, at)
}

// named returns the type of a chain that ends with a name.
//
// A name that has its own reference is resolved by it; others, such as those of a
// property pattern, are looked up here.
func (c *binder) named(steps []parse.Step, from resolve.DefID, at uint32) resolve.Type {
	n := len(steps)
	s := &steps[n-1]
	if s.At != 0 {
		if i := c.refAt(s); i >= 0 {
			return c.instantiated(c.resolveAt(i).typ, s, from, at)
		}
	}
	switch {
	case s.Kind == parse.StepName:
		place := s.At
		if place == 0 {
			place = at
		}
		if l := c.localAt(s.Name, place); l >= 0 {
			return c.localValue(l)
		}
		return c.qualifiedValue(s, from, at)
	case s.Kind == parse.StepMember && n > 1:
		x := c.value(steps[:n-1], from, at)
		return c.t.memberType(c.t.underlying(x), s.Name).WithTier(x.Tier)
	}
	return resolve.Unknown
}

// instantiated applies explicit type arguments to a type named by an expression.
//
// In `Store<Order>.Open()`, the name Store refers to the type, and the arguments make the
// instance whose members follow.
func (c *binder) instantiated(x resolve.Type, s *parse.Step, from resolve.DefID,
	at uint32) resolve.Type {
	if !x.Static || x.Def == resolve.None || len(s.WrittenType().Args) == 0 {
		return x
	}
	x.Args = nil
	for _, a := range s.WrittenType().Args {
		x.Args = append(x.Args, c.written(a, from, at))
	}
	return x
}

// qualifiedValue resolves a plain name of a qualified type (global::A.B).
func (c *binder) qualifiedValue(s *parse.Step, from resolve.DefID, at uint32) resolve.Type {
	return c.typeValue(c.t.typeNamed(c.File, s.Name, len(s.WrittenType().Args), from, at), nil)
}

// typeValue returns the type or namespace that a name refers to, as an expression.
//
// Static marks that the following members are static: `Color.Red`, not the members of a
// value of type Color.
func (c *binder) typeValue(fd resolve.LookupResult, args []resolve.Type) resolve.Type {
	switch {
	case fd.IsModule:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Module: fd.Module,
			IsModule: true, Tier: fd.Tier}
	case len(fd.Defs) == 1:
		x := c.t.typeOfDef(fd.Defs[0], args, fd.Tier)
		x.Static = true
		return x
	}
	return resolve.Unknown
}

// localAt returns the index of the local that a name refers to at a position, or -1. C#
// does not let a local shadow another, but a lambda's parameter may.
//
//	foreach (var x in a) { list.ForEach(x2 => x.Go()); }    // the x of foreach
func (c *binder) localAt(name string, at uint32) int {
	for i := range c.Binder.LocalsAt(name, at) {
		return int(i)
	}
	return -1
}

// localValue returns the type of a local.
//
// A `var` has the type of its initializer (C# 13.6.2.2), which is inferred and thus of
// tier typed at best; an explicit type is as certain as its name.
//
//	var order = new Order();     // typed: inferred
//	Order order = Make();        // exact: written
func (c *binder) localValue(i int) resolve.Type {
	x := &c.locals[i]
	switch x.state {
	case done:
		return x.typ
	case busy:
		// var x = F(x): it is unknown inside its own initializer.
		return resolve.Unknown
	}
	x.state = busy
	x.typ = resolve.Unknown
	l := &c.File.Locals[i]
	from := c.File.ID(l.Def)
	whole := true
	switch {
	case l.Kind == parse.LocalTypeParam:
		// Its static members are those of its constraints (C# 12.8.7.1).
		x.typ, _ = c.t.typeParam(l.Name, from)
		x.typ.Static = x.typ.Known()
	case !l.Type.IsZero():
		x.typ = c.written(l.Type, from, l.Scope.Start)
	case l.Init != nil:
		at := l.Scope.Start
		if at > 0 {
			at-- // the initializer is outside the scope of its local
		}
		v := c.value(l.Init, from, at)
		if l.LastStep == parse.StepElement {
			v = c.t.element(v).WithTier(v.Tier)
		}
		x.typ = resolve.Bounded(naturalType(v)).WithTier(graph.Typed)
		x.typ.Static = false
	case l.Callee != 0:
		x.typ, whole = c.fromCall(l)
		x.typ = x.typ.WithTier(graph.Typed)
	}
	x.state = done
	if !whole {
		x.state = csNew // queried too early
	} else if c.guess > 0 {
		c.tried = append(c.tried, int32(-1-i))
	}
	return x.typ
}

// this returns the enclosing type of a definition, with its own parameters.
//
// In local functions and lambdas, `this` has the type of the enclosing type.
func (c *binder) this(from resolve.DefID) resolve.Type {
	e := c.Table.EnclosingTypeOf(from)
	if e == resolve.None {
		return resolve.Unknown
	}
	return c.t.lineage(e)[0]
}

// base returns the base class of the enclosing type of a definition.
//
// The parts of a partial type share one list of bases, so that `base` in a part without a
// base list refers to the base class in another part.
func (c *binder) base(from resolve.DefID) resolve.Type {
	e := c.Table.EnclosingTypeOf(from)
	if e == resolve.None {
		return resolve.Unknown
	}
	return c.t.baseClass(c.Table.Canon[e])
}

// baseClass returns the base class of a type: object unless another one is declared. An
// unknown base counts as an interface if it is named like one.
//
// Only one base of a class can be a class, and it comes first; the others are interfaces
// (C# 15.2.4).
func (t *tree) baseClass(id resolve.DefID) resolve.Type {
	for _, b := range t.basesOf(id) {
		if b.Def != resolve.None {
			if t.def(b.Def).Kind != graph.KindInterface {
				return b
			}
		} else if b.External && !isInterfaceName(b.Name) {
			return b
		}
	}
	return keyword("object")
}

// isInterfaceName reports whether a name follows the convention for interfaces: IOrder,
// but not IOException.
//
// For `class A : IThing` with an unknown IThing, only the name indicates whether A
// derives from a class. Treating IThing as an interface means that no member of A comes
// from it, which the naming rules of .NET make all but certain.
func isInterfaceName(name string) bool {
	isUpper := func(i int) bool { return i < len(name) && name[i] >= 'A' && name[i] <= 'Z' }
	return name[0] == 'I' && isUpper(1) && !isUpper(2)
}
