package django

import (
	"maps"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findManagers finds the managers of models: classes of the tree, or managers made of
// query sets in the tree.
//
//	objects = OrderManager()
//	objects = OrderQuerySet.as_manager()
//	objects = Manager.from_queryset(OrderQuerySet)()
func (r *dataReader) findManagers() {
	for _, m := range r.order {
		for _, x := range append([]*model{m}, m.parents...) {
			for _, v := range r.members(x.class.Def) {
				name := r.Table.Def(v.Def).Name
				if classes := r.managersIn(v); classes != nil && m.managers[name] == nil {
					m.managers[name] = classes
				}
			}
		}
	}
	for _, m := range r.order {
		for _, list := range m.managers {
			for _, class := range list {
				for _, c := range r.Lineage(class) {
					r.manage(r.Table.Canon[c], m)
				}
			}
		}
	}
}

// manage records that a class is a manager of a model.
func (r *dataReader) manage(class resolve.DefID, m *model) {
	for _, known := range r.managed[class] {
		if known == m {
			return
		}
	}
	r.managed[class] = append(r.managed[class], m)
}

// managersIn lists the manager and query set classes from which an expression makes a
// manager; non-nil and empty for a manager of the framework, nil for other expressions.
func (r *dataReader) managersIn(x eval.Expr) []resolve.DefID {
	if x.Kind != parse.ExprCall {
		return nil
	}
	var out []resolve.DefID
	found := false
	x.Walk(func(e *parse.Expr) {
		if e.Kind == parse.ExprCall || e.Kind == parse.ExprName || e.Kind == parse.ExprMember {
			y := x.Sub(e)
			if d := y.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsType() {
				if r.isManager(d) {
					out, found = append(out, r.Table.Canon[d]), true
				}
			} else if managerBases[r.ExternalName(y)] {
				found = true
			}
		}
	})
	if found && out == nil {
		return []resolve.DefID{}
	}
	return out
}

// isManager reports whether a class of the tree derives from a manager or a query set.
func (r *dataReader) isManager(d resolve.DefID) bool {
	for _, name := range data.PythonBases(r.Table, d) {
		if managerBases[name] {
			return true
		}
	}
	def := r.Table.Def(r.Table.Canon[d])
	for _, b := range def.Bases { // Manager.from_queryset(OrderQuerySet) as a base
		if resolve.LastName(b.Name) == "from_queryset" {
			return true
		}
	}
	return false
}

// managerMethod returns the target, in the tree, of a call on rows of a model; None if
// it is a method of the framework.
func (r *dataReader) managerMethod(m *model, call eval.Expr) resolve.DefID {
	name := call.Expr.Text
	if isSuper(call.Recv) {
		return resolve.None
	}
	for _, x := range append([]*model{m}, m.parents...) {
		for _, manager := range sortedKeys(x.managers) {
			for _, class := range x.managers[manager] {
				for _, c := range r.Lineage(class) {
					for _, d := range r.Table.Own(c, name) {
						if r.Table.Def(d).Kind.IsCallable() {
							return d
						}
					}
				}
			}
		}
	}
	return resolve.None
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
