package scoped

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// receiverType returns the type of the receiver of a reference, for [resolve.Binder.Receivers].
func (e *eval) receiverType(r *parse.Reference, from resolve.DefID) resolve.Type {
	e.budget.Next(r.At)
	if len(r.Recv) == 0 {
		return e.eachPart(e.concrete(e.current(from, r.At)))
	}
	t := e.concrete(e.eval(r.Recv, from, r.At))
	if t.Def > resolve.None && e.d.forwards != nil {
		line, _ := e.w.lineage(t)
		for _, s := range line {
			if e.d.forwards(e.ix.Def(s.Def)) {
				return resolve.Unknown
			}
		}
	}
	return e.eachPart(t)
}

// eachPart returns the parts of a type that have bases, as the alternatives of a union: nodes of
// parts are separate classes.
func (e *eval) eachPart(t resolve.Type) resolve.Type {
	if t.Def <= resolve.None || len(e.w.parts[t.Def]) == 0 {
		return t
	}
	union := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormUnion}
	for _, p := range append([]resolve.DefID{t.Def}, e.w.parts[t.Def]...) {
		if part := t; len(e.ix.Bases[p]) > 0 {
			part.Def = p
			union.Args = append(union.Args, part)
		}
	}
	return union
}

// isScattered reports whether another part of a class than the one with the base overrides a member
// of the class, or of a class that it derives from: this part does not derive from them.
func (r *rules) isScattered(class resolve.DefID) bool {
	r.scatter.Do(r.findScattered)
	return r.scattered[class]
}

func (r *rules) findScattered() {
	r.scattered = map[resolve.DefID]bool{}
	w := r.world
	if r.dialect.apart {
		return
	}
	for home, more := range w.parts {
		parts := append([]resolve.DefID{home}, more...)
		line, _ := w.lineage(resolve.Type{Def: home, Owner: resolve.None})
		for _, p := range parts {
			for id := range w.ix.Within(w.ix.Def(p)) {
				d := w.ix.Def(id)
				if d.Outer != p || !d.Kind.IsCallable() {
					continue
				}
				for _, t := range line[1:] {
					if len(w.own(t.Def, d.Name)) > 0 && !w.ix.Derives(p, t.Def) {
						r.scattered[t.Def] = true
					}
				}
			}
		}
	}
}

// isOwn reports whether and how a reference is to a member of the own object, of a type whose
// bases are those of its only part.
func (e *eval) isOwn(r *parse.Reference, from resolve.DefID) (graph.ReceiverForm, bool) {
	form, own := e.ownForm(r, from)
	if own && form == graph.ReceiverOwn && len(e.w.parts[e.this(from).Def]) > 0 {
		return graph.ReceiverOf, false
	}
	return form, own
}

// ownForm reports whether a reference is to a member of the own object, and not of the receiver
// of the lambda around it, and how:
//
//	run()                  with(b) { run() }
//	static::run()          in PHP
func (e *eval) ownForm(r *parse.Reference, from resolve.DefID) (graph.ReceiverForm, bool) {
	form, own := resolve.OwnForm(r)
	switch {
	case !own && e.d.own != nil:
		return e.d.own(r.Recv)
	case own && len(e.receiving) > 0:
		e.receivers(from, r.At, func(resolve.Type) bool {
			own = false
			return false
		})
	}
	return form, own
}

// creates reports whether the receiver of a reference is an object that is created in place:
//
//	B().run()    B.new.run
//
// or the class itself: B.run.
func (e *eval) creates(r *parse.Reference, from resolve.DefID) bool {
	if len(r.Recv) == 0 {
		return false
	}
	last := r.Recv[len(r.Recv)-1]
	if len(r.Recv) == 2 && last.Kind == parse.StepCall && e.creators[last.Name] {
		return e.eval(r.Recv[:1], from, r.At).Static
	}
	if len(r.Recv) != 1 || last.Kind != parse.StepCall && last.Kind != parse.StepName {
		return false
	}
	as := aCallable
	if last.Kind == parse.StepName {
		as = anything
	}
	x := e.plain(last.Name, from, r.At, as)
	return x.local == nil && len(x.defs) > 0 && e.ix.Def(x.defs[0]).Kind.IsType()
}

// ofDerived binds a call on the own object that the class has no member for; see
// [resolve.Binder.BindDerived].
func (e *eval) ofDerived(r *parse.Reference, from resolve.DefID, why resolve.Outcome) bool {
	if !e.d.late || r.Kind != parse.RefCall && (r.Kind != parse.RefMember || !e.row.Scoping.BareCalls) ||
		len(r.Recv) == 0 && !e.row.Scoping.Implicit {
		return false
	}
	if form, own := e.ownForm(r, from); !own || form != graph.ReceiverOwn {
		return false
	}
	this := e.receiver(from)
	static := this.Static
	if n := len(r.Recv); n > 0 && r.Recv[n-1].Kind != parse.StepThis { // self.class, static
		static = r.Recv[n-1].Name != "new"
	}
	return e.b.BindDerived(r, from, this.Def, why,
		func(d *resolve.Def) bool { return isStatic(d) == static })
}
