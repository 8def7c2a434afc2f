package graphbuild

import (
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A csBinder resolves the references of one C# file.
type csBinder struct {
	*binder
	t      *csTree
	refs   []csRef // by index in Facts.References
	locals []csLocal
	types  map[csTypeKey]found
	depth  int
	guess  int     // how many calls are being compared with their lambdas' results
	tried  []int32 // references resolved while guessing; locals as -1-index
	around []defID // the definitions around the call whose candidates are compared
}

type csTypeKey struct {
	from  defID // the innermost type around, none outside types
	name  string
	arity int
}

// A csRef is a reference and what is known of it.
type csRef struct {
	state csState
	ids   []defID
	tier  graph.Tier
	why   outcome
	typ   typ           // of the value that it gives
	owner typ           // the type that declares a called method, as the receiver sees it
	targs []typ         // type arguments of the called method
	recv  typ           // what the call was made on
	ext   bool          // it is called as an extension
	loose []csCandidate // each the only one of its place, but for what the arguments seem to be
}

type csLocal struct {
	state csState
	typ   typ
}

type csState uint8

const (
	csNew csState = iota
	csBusy
	csDone
)

func newCsBinder(b *binder, t *csTree) *csBinder {
	t.ready.Store(true)
	return &csBinder{
		binder: b, t: t, refs: make([]csRef, len(b.f.References)), locals: make([]csLocal, len(b.f.Locals)), types: map[csTypeKey]found{},
	}
}

func (c *csBinder) bindAll() {
	for i := range c.f.References {
		r := &c.f.References[i]
		switch r.Kind {
		case parse.RefCall, parse.RefCreate, parse.RefType, parse.RefMember:
			c.settleAt(r, c.resolveAt(i))
		}
	}
}

// settleAt emits a resolved reference and accounts for any other.
func (c *csBinder) settleAt(r *parse.Reference, x *csRef) {
	from := c.f.def(r.Def)
	why := x.why
	if why == resolved && len(x.ids) != 1 {
		why = ambiguous
	}
	if tier, ok := c.account(r, from, x.tier, why, len(x.ids)); ok {
		c.write(r, from, x.ids[0], tier)
	}
}

func (c *csBinder) write(r *parse.Reference, from, to defID, tier graph.Tier) {
	kind := graph.References
	emit := func(to defID, kind graph.EdgeKind) {
		c.bindings = append(c.bindings, binding{from: from, to: to, kind: kind, tier: tier, at: r.At})
	}
	d := c.ix.def(to)
	switch {
	case r.Kind == parse.RefCreate:
		kind = graph.Creates
		if t := c.ix.enclosingType(to); t != none && r.Name == c.ix.def(t).Name {
			emit(t, graph.References) // the name of the type is written
		}
	case r.Kind == parse.RefCall && (isMethod(d) || d.Kind == graph.KindDelegate):
		kind = graph.Calls
	case r.Kind == parse.RefCall && isValue(d):
		if t := c.t.signature(to).typ; t.def != none && c.ix.def(t.def).Kind == graph.KindDelegate {
			emit(t.def, graph.Calls)
		}
	}
	emit(to, kind)
}

// resolveAt resolves reference i once. Asked for again while it is being
// resolved, it answers with what is known so far.
func (c *csBinder) resolveAt(i int) *csRef {
	x := &c.refs[i]
	if x.state != csNew {
		return x
	}
	x.state = csBusy
	x.typ, x.owner, x.recv, x.why = unknown, unknown, unknown, untyped
	if c.depth < maxCsDepth {
		c.depth++
		r := &c.f.References[i]
		from := c.f.def(r.Def)
		switch r.Kind {
		case parse.RefCall:
			c.call(r, x, from)
			c.lastResort(r, x, from)
		case parse.RefCreate:
			c.creation(r, x, from)
		case parse.RefType:
			c.typeName(r, x, from)
		default:
			c.member(r, x, from)
		}
		c.depth--
	}
	x.state = csDone
	if c.guess > 0 {
		c.tried = append(c.tried, int32(i))
	}
	return x
}

// guessing evaluates an expression under an assumption, and forgets all that it
// found out on the way.
func (c *csBinder) guessing(eval func() typ) typ {
	c.guess++
	mark := len(c.tried)
	t := eval()
	for _, i := range c.tried[mark:] {
		if i >= 0 {
			c.refs[i] = csRef{}
		} else {
			c.locals[-1-i] = csLocal{}
		}
	}
	c.tried = c.tried[:mark]
	c.guess--
	return t
}

// maxCsDepth bounds how far one expression leads to others.
const maxCsDepth = 200

// refAt finds the reference of a step.
func (c *csBinder) refAt(s *parse.Step) int {
	refs := c.f.References
	for i := c.firstAt(s.At); i < len(refs) && refs[i].At == s.At; i++ {
		if refs[i].Name == s.Name && (refs[i].Kind == parse.RefMember || refs[i].Kind == parse.RefCall) {
			return i
		}
	}
	return -1
}

// firstAt is the index of the first reference at or after a position.
func (c *csBinder) firstAt(at uint32) int {
	refs := c.f.References
	return sort.Search(len(refs), func(i int) bool { return refs[i].At >= at })
}

// written is csTree.written with the names of this file kept.
func (c *csBinder) written(ref parse.TypeRef, from defID, at uint32) typ {
	if ref.IsZero() {
		return unknown
	}
	return c.t.written(c.f, ref, from, at)
}

// value is the type of an expression.
func (c *csBinder) value(steps []parse.Step, from defID, at uint32) typ {
	n := len(steps)
	if n == 0 {
		return unknown
	}
	s := &steps[n-1]
	switch s.Kind {
	case parse.StepThis:
		return c.this(from)
	case parse.StepBase:
		return c.base(from)
	case parse.StepType:
		return c.typed(s.Written(), from, at)
	case parse.StepNew:
		return c.written(s.Written(), from, at).withTier(graph.Typed)
	case parse.StepIndex:
		return c.t.indexed(c.value(steps[:n-1], from, at)).withTier(graph.Typed)
	case parse.StepOpaque:
		if s.Name == "each" {
			return c.t.element(c.value(steps[:n-1], from, at)).withTier(graph.Typed)
		}
	case parse.StepAwait:
		return c.t.awaitedType(c.value(steps[:n-1], from, at)).withTier(graph.Typed)
	case parse.StepName, parse.StepMember, parse.StepCall:
		return c.named(steps, from, at)
	}
	return unknown
}

// typed is the type of a literal or a cast.
func (c *csBinder) typed(ref parse.TypeRef, from defID, at uint32) typ {
	if ref.At == 0 && len(ref.Args) == 0 || ref.Name == "null" {
		return typ{def: none, owner: none, form: frameworkName(ref.Name), external: true}
	}
	return c.written(ref, from, at)
}

// named is the value of a chain that ends with a name.
func (c *csBinder) named(steps []parse.Step, from defID, at uint32) typ {
	n := len(steps)
	s := &steps[n-1]
	if s.At != 0 {
		if i := c.refAt(s); i >= 0 {
			return c.resolveAt(i).typ
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
	case s.Kind == parse.StepMember && n > 1 && strings.HasPrefix(s.Name, "Item"):
		return c.t.item(c.value(steps[:n-1], from, at), s.Name).withTier(graph.Typed)
	case s.Kind == parse.StepCall && s.Name == "Invoke" && n > 1:
		return c.t.invoked(c.value(steps[:n-1], from, at)).withTier(graph.Typed)
	}
	return unknown
}

// qualifiedValue is what a plain name of a qualified type means (global::A.B).
func (c *csBinder) qualifiedValue(s *parse.Step, from defID, at uint32) typ {
	return c.typeValue(c.t.typeNamed(c.f, s.Name, len(s.Written().Args), from, at), nil)
}

// typeValue is the type or namespace that a name means, as an expression.
func (c *csBinder) typeValue(fd found, args []typ) typ {
	switch {
	case fd.isModule:
		return typ{def: none, owner: none, module: fd.module, isModule: true, tier: fd.tier}
	case len(fd.defs) == 1:
		x := c.t.typeOfDef(fd.defs[0], args, fd.tier)
		x.static = true
		return x
	}
	return unknown
}

// localAt finds the local that a name means at a position; -1 if none.
func (c *csBinder) localAt(name string, at uint32) int {
	list := c.binder.locals[name]
	n := sort.Search(len(list), func(i int) bool { return c.f.Locals[list[i]].Scope.Start > at })
	for n--; n >= 0; n-- {
		if c.f.Locals[list[n]].Scope.Contains(at) {
			return int(list[n])
		}
	}
	return -1
}

// localValue is the type of a local.
func (c *csBinder) localValue(i int) typ {
	x := &c.locals[i]
	switch x.state {
	case csDone:
		return x.typ
	case csBusy:
		return unknown
	}
	x.state = csBusy
	x.typ = unknown
	l := &c.f.Locals[i]
	from := c.f.def(l.Def)
	whole := true
	switch {
	case l.Kind == parse.LocalTypeParam:
	case !l.Type.IsZero():
		x.typ = c.written(l.Type, from, l.Scope.Start)
	case l.Init != nil:
		at := l.Scope.Start
		if at > 0 {
			at-- // the initialiser is outside the scope of what it initialises
		}
		x.typ = c.value(l.Init, from, at).withTier(graph.Typed)
		x.typ.static = false
		if l.Iter {
			x.typ = c.t.element(x.typ).withTier(graph.Typed)
		}
	case l.Callee != 0:
		x.typ, whole = c.fromCall(l)
		x.typ = x.typ.withTier(graph.Typed)
	}
	x.state = csDone
	if !whole {
		x.state = csNew // asked for too early
	} else if c.guess > 0 {
		c.tried = append(c.tried, int32(-1-i))
	}
	return x.typ
}

// this is the type around a definition, with its own parameters.
func (c *csBinder) this(from defID) typ {
	e := c.ix.enclosingTypeOf(from)
	if e == none {
		return unknown
	}
	return c.t.lineage(e)[0]
}

// base is the base class of the type around a definition.
func (c *csBinder) base(from defID) typ {
	e := c.ix.enclosingTypeOf(from)
	if e == none {
		return unknown
	}
	for _, b := range c.ix.bases[c.ix.canon[e]] {
		if b.def != none {
			if c.ix.def(b.def).Kind != graph.KindInterface {
				return b
			}
		} else if b.external && !isInterfaceName(b.form) {
			return b
		}
	}
	return typ{def: none, owner: none, external: true, form: "object"}
}

// isInterfaceName reports whether a name is written as those of interfaces are.
func isInterfaceName(name string) bool {
	return len(name) > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z'
}
