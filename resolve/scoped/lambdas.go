package scoped

import (
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// receiverName is the name of a function type whose first parameter is its receiver, and of
// the local that a lambda has for its receiver.
const receiverName = "this"

// narrowed is the prefix of a local that states the type of the value of a name.
const narrowed = "is "

// narrowing returns the local that states the type of a name's value at a position; nil if no
// check does.
func (e *eval) narrowing(name string, at uint32) *parse.Local {
	if !e.row.Scoping.Narrows {
		return nil
	}
	return e.b.LocalAt(narrowed+name, at)
}

// receivers yields the receivers of the lambdas of a definition around a position, innermost
// first.
func (e *eval) receivers(d resolve.DefID, at uint32, yield func(resolve.Type) bool) {
	for _, l := range e.b.LocalsAt(receiverName, at) {
		if e.b.File.ID(l.Def) != d {
			continue
		}
		if t := e.localType(l); t.Known() && !yield(t) {
			return
		}
	}
}

// received finds a member of the receiver of a lambda.
func (e *eval) received(d resolve.DefID, name string, at uint32, as kindFilter) (out entity) {
	if len(e.receiving) == 0 {
		return entity{}
	}
	e.receivers(d, at, func(t resolve.Type) bool {
		out = e.ofReceiver(t, name, as)
		return !out.found()
	})
	return out
}

// ofReceiver finds a member of an implicit receiver.
func (e *eval) ofReceiver(t resolve.Type, name string, as kindFilter) entity {
	t = e.concrete(t)
	ids, owner := e.lookup(t, name)
	if ids = e.w.fits(ids, as); len(ids) == 0 {
		return entity{}
	}
	return entity{defs: ids, owner: owner, implied: true, tier: max(t.Tier, graph.Typed)}
}

// extensionOfReceiver finds an extension that a plain name calls on an implicit receiver: of
// a lambda, of the enclosing extension, or of an enclosing class.
func (e *eval) extensionOfReceiver(r *parse.Reference, from resolve.DefID) (ids []resolve.DefID, tier graph.Tier) {
	for d := from; d != resolve.None && len(ids) == 0; d = e.ix.Def(d).Outer {
		x := e.ix.Def(d)
		if len(e.receiving) > 0 {
			e.receivers(d, r.At, func(t resolve.Type) bool {
				ids, tier = e.extended(e.concrete(t), r.Name, from, r.At)
				return len(ids) == 0
			})
		}
		if recv := x.Receiver(); len(ids) == 0 && !recv.IsZero() && !x.Kind.IsType() && !e.row.Scoping.Outside {
			ids, tier = e.extended(e.in(x.File).written(recv, x.Outer, x.NameAt), r.Name, from, r.At)
		} else if len(ids) == 0 && x.Kind.IsType() {
			ids, tier = e.extended(resolve.Type{Def: e.w.typeOf(d), Owner: resolve.None}, r.Name, from, r.At)
		}
	}
	return ids, tier
}

// current returns the value of this at a position: the receiver of the innermost lambda that has
// one, or the object that the enclosing function belongs to.
func (e *eval) current(from resolve.DefID, at uint32) resolve.Type {
	out := resolve.Unknown
	if len(e.receiving) > 0 {
		e.receivers(from, at, func(t resolve.Type) bool {
			out = t
			return false
		})
	}
	if out.Known() {
		return out
	}
	return e.receiver(from)
}

// callAt returns the call whose name begins at a position.
func (e *eval) callAt(at uint32) *parse.Reference {
	refs := e.b.File.References
	i := sort.Search(len(refs), func(i int) bool { return refs[i].At >= at })
	for ; i < len(refs) && refs[i].At == at; i++ {
		if refs[i].Kind == parse.RefCall || refs[i].Kind == parse.RefCreate {
			return &refs[i]
		}
	}
	return nil
}

// callees returns the targets of a call, which its lambdas and its implicit members depend on.
func (e *eval) callees(r *parse.Reference, from resolve.DefID) []resolve.DefID {
	a := e.calls.Get(e.budget, r, func() callees {
		ids, _, why := e.meaning(r, from)
		if why != resolve.Resolved || len(ids) > maxOverloads {
			return callees{}
		}
		return callees{e.b.Declarations(ids)}
	})
	return a.ids
}

// callees are the targets of a call.
type callees struct{ ids []resolve.DefID }

// passed returns the type of a lambda's parameter, or of its receiver, by the call that the
// lambda is an argument of.
func (e *eval) passed(l *parse.Local) resolve.Type {
	r := e.callAt(l.Callee)
	if r == nil || !e.budget.Enter() {
		return resolve.Unknown
	}
	defer e.budget.Leave()
	from := e.b.File.ID(r.Def)
	ids := e.callees(r, from)
	if len(ids) == 0 {
		return e.passedOutside(l, r, from)
	}
	return agreed(ids, func(id resolve.DefID) resolve.Type {
		return e.lambdaPart(e.parameter(id, r, from, int(l.Arg), ""), int(l.Param))
	})
}

// agreed returns the type that all of some callables state; Unknown if they differ.
func agreed(ids []resolve.DefID, stated func(resolve.DefID) resolve.Type) resolve.Type {
	var out resolve.Type
	for i, id := range ids {
		t := stated(id)
		if i > 0 && t.Def != out.Def {
			return resolve.Unknown
		}
		out = t
	}
	return out
}

// lambdaPart returns a parameter of a function type, or its receiver for -1.
func (e *eval) lambdaPart(f resolve.Type, param int) resolve.Type {
	f = e.concrete(f)
	if f.Form != parse.FormFunc {
		return resolve.Unknown
	}
	if f.Name == receiverName {
		param++
	}
	if param < 0 || param >= len(f.Args)-1 {
		return resolve.Unknown
	}
	return f.Args[param]
}

// parameter returns the type of the parameter that takes an argument of a call: by its name, or
// its position, -1 for the last one.
func (e *eval) parameter(id resolve.DefID, r *parse.Reference, from resolve.DefID, arg int, name string) resolve.Type {
	d := e.ix.Def(id)
	if d.Kind.IsType() {
		return e.fieldFor(d, r, arg)
	}
	return e.substituted(e.declaredParameter(d, r, arg, name), d, r, from)
}

// declaredParameter is like parameter, and leaves type parameters in the type.
func (e *eval) declaredParameter(d *resolve.Def, r *parse.Reference, arg int, name string) resolve.Type {
	params := d.Params
	if len(params) > 0 && params[0].Name == "self" {
		params = params[1:]
	}
	if name == "" && arg >= 0 && r.Extra != nil && arg < len(r.Extra.ArgNames) {
		name = r.Extra.ArgNames[arg]
	}
	switch i := labelled(d, params, name); {
	case i >= 0:
		arg = i
	case arg < 0:
		arg = len(params) - 1
	case arg >= len(params) && len(params) > 0 && params[len(params)-1].Variadic:
		arg = len(params) - 1
	}
	if arg < 0 || arg >= len(params) || params[arg].Type.IsZero() {
		return resolve.Unknown
	}
	if _, ok := d.File.Rules.(*rules); !ok {
		return resolve.Unknown
	}
	return e.concrete(e.in(d.File).written(params[arg].Type, d.ID, d.NameAt))
}

// fieldFor returns the type of the field that a creation without a constructor sets by an argument.
func (e *eval) fieldFor(d *resolve.Def, r *parse.Reference, arg int) resolve.Type {
	if r.Extra == nil || arg < 0 || arg >= len(r.Extra.ArgNames) {
		return resolve.Unknown
	}
	ids, _ := e.lookup(resolve.Type{Def: e.w.typeOf(d.ID), Owner: resolve.None}, r.Extra.ArgNames[arg])
	if len(ids) != 1 {
		return resolve.Unknown
	}
	return e.defType(e.ix.Def(ids[0]))
}

// labelled returns the index of the parameter with a name, or a label, or -1.
func labelled(d *resolve.Def, params []parse.Param, name string) int {
	if name == "" {
		return -1
	}
	for i, l := range labels(d) {
		if l == name && i < len(params) {
			return i
		}
	}
	for i := range params {
		if params[i].Name == name {
			return i
		}
	}
	return -1
}

// substituted replaces the type parameters of a callable and of its class by what a call states
// of them: the type of the receiver, and those of the arguments. Only what a type parameter
// depends on is evaluated.
func (e *eval) substituted(t resolve.Type, d *resolve.Def, r *parse.Reference, from resolve.DefID) resolve.Type {
	if !mentions(t, anyOwner) {
		return t
	}
	if len(r.Recv) > 0 && d.Outer != resolve.None {
		recv := e.concrete(e.eval(r.Recv, from, r.At))
		if recv.Def > resolve.None {
			line, _ := e.w.lineage(recv)
			for _, s := range line {
				t = resolve.Substitute(t, s.Def, s.Args)
			}
		}
		if len(d.TypeParams) > 0 && !d.Receiver().IsZero() && !e.row.Scoping.Outside {
			t = e.unified(t, d, d.Receiver(), recv)
		}
	}
	for i, steps := range r.ArgSteps() {
		if i >= len(d.Params) || !mentions(t, d.ID) {
			break
		}
		if len(steps) > 0 && steps[0].Kind != parse.StepLambda && determines(d.Params[i].Type, d.TypeParams) {
			t = e.unified(t, d, d.Params[i].Type, e.eval(steps, from, r.At))
		}
	}
	return t
}

// anyOwner is the owner of no type parameter.
const anyOwner = resolve.None

// mentions reports whether a type parameter of owner, or of [anyOwner], is a part of a type.
func mentions(t resolve.Type, owner resolve.DefID) bool {
	if t.Owner != resolve.None {
		return owner == anyOwner || t.Owner == owner
	}
	return slices.ContainsFunc(t.Args, func(a resolve.Type) bool { return mentions(a, owner) })
}

// determines reports whether a value of a declared type tells what type parameters are.
func determines(declared parse.TypeRef, params []string) bool {
	if declared.Form == parse.FormNamed && slices.Contains(params, declared.Name) {
		return true
	}
	return slices.ContainsFunc(declared.Args, func(a parse.TypeRef) bool { return slices.Contains(params, a.Name) })
}

// unified replaces the type parameters of a callable in t by the parts of a value's type that
// are at their places in the declared type of that value.
func (e *eval) unified(t resolve.Type, d *resolve.Def, declared parse.TypeRef, value resolve.Type) resolve.Type {
	if !value.Known() {
		return t
	}
	for i, p := range d.TypeParams {
		part, found := value, declared.Name == p && declared.Form == parse.FormNamed
		if !found {
			for k, a := range declared.Args {
				if a.Name == p && k < len(value.Args) {
					part, found = value.Args[k], true
				}
			}
		}
		if !found || !mentions(t, d.ID) {
			continue
		}
		args := make([]resolve.Type, len(d.TypeParams))
		for k := range args {
			args[k] = resolve.Type{Def: resolve.None, Owner: d.ID, Param: k, Name: d.TypeParams[k]}
		}
		args[i] = part
		t = resolve.Substitute(t, d.ID, args)
	}
	return t
}

// passedOutside returns the type of a parameter of a lambda that is passed to a function of a
// library.
func (e *eval) passedOutside(l *parse.Local, r *parse.Reference, from resolve.DefID) resolve.Type {
	object := func() resolve.Type {
		switch args := r.ArgSteps(); {
		case len(r.Recv) > 0:
			return e.eval(r.Recv, from, r.At)
		case len(args) > 0 && l.Arg != 0 && r.Args == 2:
			return e.eval(args[0], from, r.At)
		case r.Args == 1:
			return e.current(from, r.At)
		}
		return resolve.Unknown
	}
	switch {
	case l.Param < 0 && e.receiving[r.Name], l.Param == 0 && e.taking[r.Name]:
		t := object()
		t.Static = false
		return t
	case l.Param == 0 && e.iterating[r.Name]:
		return e.element(e.concrete(object()))
	}
	return resolve.Unknown
}

// expected returns the type that a call expects of an argument.
func (e *eval) expected(s *parse.Step) resolve.Type {
	r := e.callAt(s.At)
	if r == nil || !e.budget.Enter() {
		return resolve.Unknown
	}
	defer e.budget.Leave()
	from := e.b.File.ID(r.Def)
	return agreed(e.callees(r, from), func(id resolve.DefID) resolve.Type {
		return e.parameter(id, r, from, int(s.Args), s.Name)
	})
}
