package jpa

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readCalls records the reads and writes of calls.
func (r *reader) readCalls() {
	r.EachCall(language, func(x eval.Expr) {
		switch of := r.receiver(x); {
		case r.onManager(x, of):
		case r.onRepository(x, of):
		case r.onCriteria(x, of):
		default:
			r.onRecord(x, of)
		}
	})
}

// receiver returns the type of the receiver of a call: the enclosing class, if it is
// implicit.
func (r *reader) receiver(x eval.Expr) resolve.Type {
	if x.Recv == nil || x.Recv.Kind == parse.ExprName && x.Recv.Text == "super" {
		return r.self(x.Def)
	}
	return r.typeOf(x.Sub(x.Recv))
}

// isOne reports whether a type is a listed external type.
func isOne(x eval.Expr, t resolve.Type, known map[string]bool) bool {
	return t.Def <= resolve.None && t.Name != "" && full(x.In.File, t.Name, known) != ""
}

// onManager reads a call on a type that stores objects of any class.
func (r *reader) onManager(x eval.Expr, of resolve.Type) bool {
	if !isOne(x, of, managers) && !r.isOpened(x) {
		return false
	}
	arg := x.Arg(0, "")
	if arg == nil {
		return true
	}
	switch ops, ok := stores[x.Expr.Text]; {
	case ok:
		r.use(x, r.typeOf(x.Sub(arg)), ops)
	case loads[x.Expr.Text]:
		r.use(x, r.represented(x, r.typeOf(x.Sub(arg))), reads)
	case queried[x.Expr.Text]:
		if text, ok := r.stringOf(x.Sub(arg)); ok {
			r.run(x, r.query(text), nil, graph.Exact)
		}
	case x.Expr.Text == "createNamedQuery" || x.Expr.Text == "getNamedQuery":
		name, _ := r.Text(x.Sub(arg))
		if q, ok := r.named[name]; ok {
			r.run(x, q, nil, graph.Exact)
		}
	}
	return true
}

// represented returns the class that a value of type Class represents, and other types unchanged.
//
//	abstract class Rows<T> { Class<T> type; T one(long id) { return em.find(type, id); } }
func (r *reader) represented(x eval.Expr, t resolve.Type) resolve.Type {
	if len(t.Args) == 1 && t.Def <= resolve.None && resolve.LastName(data.OutsideType(x.In.File, t)) == "Class" {
		return t.Args[0].WithTier(t.Tier)
	}
	return t
}

// isOpened reports whether the receiver of a call is a manager returned by a library
// factory.
//
//	sessionFactory.getCurrentSession().persist(order)
func (r *reader) isOpened(x eval.Expr) bool {
	if x.Recv == nil {
		return false
	}
	for _, v := range r.Evaluate(x.Sub(x.Recv)) {
		if v.Kind != parse.ExprCall || v.Recv == nil || !opens[v.Expr.Text] || v.Callee() > resolve.None {
			continue
		}
		if of := r.typeOf(v.Sub(v.Recv)); isOne(v, of, factories) || isOne(v, of, managers) {
			return true
		}
	}
	return false
}

// stringOf returns the only string that an expression may evaluate to.
func (r *reader) stringOf(x eval.Expr) (text eval.Expr, ok bool) {
	values := r.Evaluate(x)
	if len(values) != 1 || values[0].Kind != parse.ExprString {
		return x, x.Kind == parse.ExprString
	}
	return values[0], true
}

// onRepository reads a call of an inherited repository method. Declared methods are
// read separately.
func (r *reader) onRepository(x eval.Expr, of resolve.Type) bool {
	ops, ok := repositoryCalls[x.Expr.Text]
	if !ok || x.Referent().Def != resolve.None {
		return false
	}
	stored := r.repositoryOf(of)
	r.sorted(x, stored)
	r.use(x, stored.WithTier(of.Tier), ops)
	return stored.Known()
}

// sorted records the attributes by which the arguments of a call sort.
//
//	repository.findAll(PageRequest.of(0, 10, Sort.by("customer.name").descending()))
func (r *reader) sorted(x eval.Expr, stored resolve.Type) {
	if stored.Def <= resolve.None {
		return
	}
	for i := range x.Args {
		x.Args[i].Value.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprCall || e.Text != "by" || e.Recv == nil ||
				e.Recv.Text != "Sort" {
				return
			}
			for j := range e.Args {
				r.pathIn(x.Sub(&e.Args[j].Value), r.Table.Canon[stored.Def])
			}
		})
	}
}

// pathIn records the attributes of a path in a string.
func (r *reader) pathIn(x eval.Expr, class resolve.DefID) {
	text, ok := r.Text(x)
	if !ok {
		return
	}
	for _, name := range strings.Split(text, ".") {
		a, ok := r.find(class, name)
		if !ok {
			return
		}
		r.mention(x, a, graph.Typed)
		to := r.target(a)
		switch {
		case to != nil:
			class = to.class
		case r.embedded(a) != resolve.None:
			class = r.embedded(a)
		default:
			return
		}
	}
}

// onRecord reads a call of a persistence method of an entity.
func (r *reader) onRecord(x eval.Expr, of resolve.Type) {
	ops, ok := repositoryCalls[x.Expr.Text]
	if !ok || x.Referent().Def != resolve.None {
		return
	}
	if x.Recv != nil && of.Def <= resolve.None {
		if d := x.Sub(x.Recv).Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsType() {
			of = resolve.Type{Def: r.Table.Canon[d], Owner: resolve.None} // a static method
		}
	}
	e := r.entityOf(of)
	if e == nil {
		return
	}
	for _, s := range data.Supertypes(r.Table, of) {
		if r.isOneOf(s, activeRecords) {
			r.use(x, of, ops)
			return
		}
	}
}

// onCriteria reads a call on a criteria query.
func (r *reader) onCriteria(x eval.Expr, of resolve.Type) bool {
	arg := x.Arg(0, "")
	if arg == nil {
		return false
	}
	switch {
	case x.Expr.Text == "from" && isOne(x, of, criteriaNames):
		r.use(x, r.typeOf(x.Sub(arg)), criteria[full(x.In.File, of.Name, criteriaNames)])
		return true
	case (x.Expr.Text == "join" || x.Expr.Text == "fetch") && isOne(x, of, joinable) &&
		len(of.Args) > 0:
		name, _ := r.Text(x.Sub(arg))
		e := r.entityOf(of.Args[len(of.Args)-1])
		if e == nil {
			return true
		}
		if a, ok := r.find(e.class, strings.TrimSpace(name)); ok {
			if to := r.target(a); to != nil {
				r.out.Use(x, r.tables[to.class], reads, graph.Typed)
			}
		}
		return true
	}
	return false
}
