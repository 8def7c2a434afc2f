package sqlalchemy

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readCalls records the reads and writes of calls.
func (r *reader) readCalls() {
	r.written = map[*parse.Expr]bool{}
	r.stored = map[resolve.DefID][]storedParam{}
	r.EachCall(family, func(x eval.Expr) {
		if isMigration(x.In.File) {
			return
		}
		full := r.outside(x)
		ops, writes := statements[full]
		switch {
		case r.written[x.Expr]: // its rows are written, not read
		case selects[full] || r.isFlaskSelect(x):
			r.mentioned(x, 0)
		case writes:
			r.given(x, ops)
		case loaders[full] || loaders[x.Expr.Text] && x.Recv != nil:
			r.relations(x)
		case x.Recv != nil:
			r.onMember(x)
		}
	})
}

// onMember reads a call with a receiver.
func (r *reader) onMember(x eval.Expr) {
	name := x.Expr.Text
	found := false
	for _, of := range r.values.Of(x.Sub(x.Recv)) {
		m := r.model(of)
		if m == nil {
			continue
		}
		switch of.Kind {
		case data.RowsValue:
			found = true
			r.onQuery(x, m, of)
		case data.ClassValue:
			if ops, ok := ofTables[name]; ok && (m.isTable || x.Recv.Text == "__table__") {
				r.use(x, m, m.mapped(), ops, of.Tier)
				found = true
			}
		case data.LibraryValue:
			if (name == "any" || name == "has") && of.Via != resolve.None {
				r.related(x, of)
			}
		}
	}
	switch {
	case found:
	case joins[name] && r.isSelected(x.Recv, x):
		r.mentioned(x, 0)
		r.relations(x)
	default:
		r.onSession(x)
	}
}

// isSelected reports whether a chain of calls begins with a query of something unknown.
func (r *reader) isSelected(e *parse.Expr, x eval.Expr) bool {
	for ; e != nil; e = e.Recv {
		if e.Kind == parse.ExprCall && (selects[r.outside(x.Sub(e))] || e.Text == "query") {
			return true
		}
	}
	return false
}

// onQuery reads a call on a query.
func (r *reader) onQuery(x eval.Expr, m *model, of data.Value) {
	if ops, ok := queryWrites[x.Expr.Text]; ok {
		r.use(x, m, m.tables, ops, of.Tier)
		for e := x.Recv; e != nil; e = e.Recv {
			r.written[e] = true
		}
		return
	}
	if x.Recv.Kind == parse.ExprMember && x.Recv.Text == "query" { // Order.query.filter()
		r.use(x, m, m.tables, 0, of.Tier)
	}
	if joins[x.Expr.Text] {
		r.mentioned(x, 0)
		r.relations(x)
	}
}

// onSession reads a call on a session, or a possible session.
func (r *reader) onSession(x eval.Expr) {
	name := x.Expr.Text
	if name == "query" {
		r.mentioned(x, 0)
		return
	}
	ops, stored := stores[name]
	ofClass, class := ofClasses[name]
	if !stored && !class || len(x.Args) == 0 {
		return
	}
	tier := r.isSession(x)
	if tier == 0 {
		return
	}
	arg := x.Sub(&x.Args[0].Value)
	list := []eval.Expr{arg}
	if arg.Kind == parse.ExprList {
		list = nil
		for i := range arg.Args {
			list = append(list, arg.Sub(&arg.Args[i].Value))
		}
	}
	for _, a := range list {
		if stored {
			r.keepStored(a, name, ops)
		}
		for _, v := range r.values.Of(a) {
			m := r.model(v)
			switch {
			case m == nil:
			case stored && (v.Kind == data.ObjectValue || v.Kind == data.RowsValue):
				if name == "add" && !r.isCreated(a) {
					ops |= graph.Update
				}
				r.use(x, m, m.tables, ops, resolve.WeakerTier(tier, v.Tier))
			case class && v.Kind == data.ClassValue:
				r.use(x, m, m.tables, ofClass, resolve.WeakerTier(tier, v.Tier))
			}
		}
	}
}

// isCreated reports whether an object was just created.
func (r *reader) isCreated(x eval.Expr) bool {
	for _, v := range r.Evaluate(x) {
		d := v.Callee()
		if v.Kind == parse.ExprCall && d != resolve.None && r.Table.Def(d).Kind.IsType() {
			return true
		}
	}
	return false
}

// mentioned records the tables of the classes and columns among the arguments of a
// call.
func (r *reader) mentioned(x eval.Expr, ops graph.Ops) {
	for i := range x.Args {
		r.in(x, x.Sub(&x.Args[i].Value), ops, 0)
	}
}

// maxNested bounds nested calls in arguments.
const maxNested = 10

// in records the tables of an expression: a class, a column, or a function of columns.
// A query in it is a separate call.
func (r *reader) in(at, x eval.Expr, ops graph.Ops, depth int) {
	if depth > maxNested {
		return
	}
	known := false
	for _, v := range r.values.Of(x) {
		m := r.model(v)
		if m == nil {
			continue
		}
		known = true
		if v.Kind == data.ClassValue || v.Kind == data.LibraryValue {
			if rel, ok := r.relationVia(v); ok && v.Kind == data.LibraryValue {
				r.enterRelation(at, rel, v.Tier)
				continue
			}
			r.use(at, m, m.tables, ops, v.Tier)
		}
	}
	if known || x.Kind == parse.ExprLambda {
		return
	}
	if x.Recv != nil && (x.Kind == parse.ExprCall || x.Kind == parse.ExprMember) {
		r.in(at, x.Sub(x.Recv), ops, depth+1)
	}
	if x.Kind == parse.ExprCall || x.Kind == parse.ExprList || x.Kind == parse.ExprConditional {
		for i := range x.Args {
			r.in(at, x.Sub(&x.Args[i].Value), ops, depth+1)
		}
	}
}

// given records a write of the first argument of a statement.
func (r *reader) given(x eval.Expr, ops graph.Ops) {
	if len(x.Args) == 0 {
		return
	}
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		if m := r.model(v); m != nil && v.Kind == data.ClassValue {
			r.use(x, m, m.mapped(), ops, v.Tier)
		}
	}
}

// relations records reads of the targets of the relationships among the arguments of a
// call.
func (r *reader) relations(x eval.Expr) {
	for i := range x.Args {
		for _, v := range r.values.Of(x.Sub(&x.Args[i].Value)) {
			if v.Kind == data.LibraryValue {
				r.related(x, v)
			}
		}
	}
}

// relationVia returns the relationship of a class member.
func (r *reader) relationVia(v data.Value) (relation, bool) {
	if v.Via == resolve.None {
		return relation{}, false
	}
	return r.relationOf(v.Via)
}

// related records a read of the target of a relationship.
func (r *reader) related(x eval.Expr, v data.Value) {
	if rel, ok := r.relationVia(v); ok {
		r.enterRelation(x, rel, v.Tier)
	}
}

func (r *reader) enterRelation(x eval.Expr, rel relation, tier graph.Tier) {
	r.out.Use(x, rel.to.tables, 0, tier)
	if rel.secondary != nil {
		r.out.Use(x, rel.secondary.tables, 0, tier)
	}
}
