package r

import (
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// receivers records the objects on which the members of R6 and of reference classes are
// used.
//
//	a <- Account$new()
//	a$audit()             # on an Account: its self$rate() is not that of Gold
func (e *evaluator) receivers() {
	b := e.b
	b.Receivers(resolve.ReceiverRules{
		Type: e.receiverType,
		Exact: func(r *parse.Reference, from resolve.DefID) bool {
			for _, v := range e.objects(r, from) {
				if v.kind == kindObject && !v.exact {
					return false
				}
			}
			return true
		},
		Enclosing: func(r *parse.Reference, from resolve.DefID) resolve.DefID {
			if r.Kind == parse.RefCreate {
				return b.File.First // new("Account") is another object than that of the method around it
			}
			return from
		},
	})
	e.nextReceivers()
}

// nextReceivers records that callSuper() runs the method of the base on the own object,
// whatever the class of the object overrides.
func (e *evaluator) nextReceivers() {
	super := map[uint32]bool{}
	for i := range e.b.File.References {
		if r := &e.b.File.References[i]; r.Name == "callSuper" {
			super[r.At] = true
		}
	}
	for i := range e.b.Bindings {
		if x := &e.b.Bindings[i]; super[x.At] && x.Recv != 0 {
			x.Recv = e.b.AddReceivers([]resolve.Receiver{{Form: graph.ReceiverBase}})
		}
	}
}

// objects lists the possible receivers of a reference. The receiver of new is the object
// that it creates: Account$new() runs the initializer on it.
func (e *evaluator) objects(r *parse.Reference, from resolve.DefID) []val {
	e.budget.Next(r.At)
	vals := e.eval(r.Recv, r.At, from)
	if r.Name != "new" {
		return vals
	}
	out := make([]val, len(vals))
	for i, v := range vals {
		if out[i] = v; v.kind == kindClass {
			out[i] = created(v)
		}
	}
	return out
}

// receiverType returns the classes of the possible receivers of a reference.
func (e *evaluator) receiverType(r *parse.Reference, from resolve.DefID) resolve.Type {
	union := resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormUnion}
	for _, v := range e.objects(r, from) {
		t := resolve.Unknown
		if v.kind == kindObject {
			t = resolve.Type{Def: v.def, Owner: resolve.None, Tier: v.tier}
		}
		union.Args = append(union.Args, t)
	}
	return union
}
