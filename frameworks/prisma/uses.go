package prisma

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An action is a method of a model of the client.
type action struct {
	ops graph.Ops
	own bool // rare in other libraries
}

var actions = map[string]action{
	"findMany": {0, true}, "findUnique": {0, true}, "findFirst": {0, true},
	"findUniqueOrThrow": {0, true}, "findFirstOrThrow": {0, true}, "count": {},
	"aggregate": {}, "groupBy": {0, true},
	"create": {ops: graph.Insert}, "createMany": {graph.Insert, true},
	"createManyAndReturn": {graph.Insert, true}, "update": {ops: graph.Update},
	"updateMany": {graph.Update, true}, "updateManyAndReturn": {graph.Update, true},
	"upsert": {graph.Insert | graph.Update, true}, "delete": {ops: graph.Delete},
	"deleteMany": {graph.Delete, true}, "findRaw": {0, true}, "aggregateRaw": {0, true},
}

// A step is a nested write on related objects.
type step struct {
	ops graph.Ops // on the rows of the other model

	// key are the operations on rows of the other model if it has the key, between
	// those on rows of the join table.
	key, between graph.Ops
}

var nested = map[string]step{
	"create":          {ops: graph.Insert, between: graph.Insert},
	"createMany":      {ops: graph.Insert, between: graph.Insert},
	"connectOrCreate": {ops: graph.Insert, key: graph.Update, between: graph.Insert},
	"connect":         {key: graph.Update, between: graph.Insert},
	"disconnect":      {key: graph.Update, between: graph.Delete},
	"set":             {key: graph.Update, between: graph.Insert | graph.Delete},
	"upsert":          {ops: graph.Insert | graph.Update, between: graph.Insert},
	"update":          {ops: graph.Update},
	"updateMany":      {ops: graph.Update},
	"delete":          {ops: graph.Delete, between: graph.Delete},
	"deleteMany":      {ops: graph.Delete, between: graph.Delete},
}

// readCalls records the reads and writes of client calls.
func (r *reader) readCalls() {
	r.EachCall(family, func(x eval.Expr) {
		if m, tier := r.called(x); m != nil {
			a := actions[x.Expr.Text]
			r.use(x, m.table, a.ops, tier)
			r.argument(x, m, tier)
		} else if m, f, tier := r.fluent(x); m != nil {
			r.follow(x, m, f, tier)
			r.argument(x, f.end(m), tier)
		}
	})
}

// called returns the model on which a method is called; nil for other calls.
func (r *reader) called(x eval.Expr) (*model, graph.Tier) {
	a, ok := actions[x.Expr.Text]
	if !ok || x.Recv == nil || !isOutside(x) {
		return nil, 0
	}
	on, ok := r.delegate(x.Sub(x.Recv))
	if !ok {
		return r.typedDelegate(x.Sub(x.Recv))
	}
	client := on.Sub(on.Recv)
	m := r.byProperty(client, on.Expr.Text)
	if m == nil || !isOutside(on) {
		return nil, 0
	}
	tier := r.clientTier(client, a)
	if tier == 0 {
		return nil, 0
	}
	return m, tier
}

// delegate returns the member of a client with the methods of a model: x itself, or the
// only value of the variable, the field or the getter x.
//
//	const users = prisma.user
//	const { user } = prisma
//	this.users = prisma.user
func (r *reader) delegate(x eval.Expr) (on eval.Expr, ok bool) {
	if x.Kind == parse.ExprName || !isOutside(x) {
		values := r.Evaluate(x)
		if len(values) != 1 {
			return x, false
		}
		x = values[0]
	}
	return x, x.Kind == parse.ExprMember && x.Recv != nil && isOutside(x)
}

// typedDelegate returns the model whose methods an expression has by its declared type.
//
//	constructor(private users: Prisma.UserDelegate)    users: Prisma.UserDelegate
func (r *reader) typedDelegate(x eval.Expr) (*model, graph.Tier) {
	var w data.TypeExpr
	if d := x.Referent().Def; d != resolve.None {
		w = data.DeclaredType(r.Tree, d)
	} else if l := x.Local(); l != nil {
		w = data.TypeExprAt(x, l.Type)
	}
	name, ok := strings.CutSuffix(resolve.LastName(w.Name), "Delegate")
	if !ok || name == "" {
		return nil, 0
	}
	return r.byProperty(x, strings.ToLower(name[:1])+name[1:]), graph.Typed
}

// fluent returns the field by which a call continues from one object to related ones.
//
//	prisma.user.findUnique({ where: { id } }).posts()
func (r *reader) fluent(x eval.Expr) (*model, *field, graph.Tier) {
	if x.Recv == nil || x.Recv.Kind != parse.ExprCall || !isOutside(x) {
		return nil, nil, 0
	}
	on := x.Sub(x.Recv)
	m, tier := r.called(on)
	if m == nil {
		from, f, t := r.fluent(on)
		if from == nil || f.isList {
			return nil, nil, 0
		}
		m, tier = f.end(from), t
	} else if !isOne[x.Recv.Text] {
		return nil, nil, 0
	}
	if f := m.field(x.Expr.Text); f != nil {
		return m, f, tier
	}
	return nil, nil, 0
}

// isOne holds the methods that return one object, on which fluent calls are possible.
var isOne = resolve.WordSet(`findUnique findUniqueOrThrow findFirst findFirstOrThrow create update
	upsert delete`)

// clientTier returns the confidence that an expression is the client: by its type, by
// its assigned value, by its name, or by a method that is rare in other libraries; 0 if
// it is not.
func (r *reader) clientTier(x eval.Expr, a action) graph.Tier {
	if r.isClient(x) || r.isMade(x) {
		return graph.Exact
	}
	name := strings.ToLower(x.Expr.Text)
	switch {
	case strings.Contains(name, "prisma"):
		return graph.Typed
	case a.own, name == "tx", name == "db", strings.HasSuffix(name, "client"):
		return graph.Unique
	}
	return 0
}

// isMade reports whether an expression holds a new client or an extension of one, or is
// the client passed to the function of a transaction.
//
//	const db = new PrismaClient().$extends(audit)
//	db.$transaction(async (t) => t.order.create({ data }))
func (r *reader) isMade(x eval.Expr) bool {
	if f, param, ok := r.CallersOf(family).Lambda(x); ok {
		return param == 0 && f.Call.Expr.Text == "$transaction" && f.Call.Recv != nil &&
			f.At == 0 && r.clientTier(f.Call.Sub(f.Call.Recv), action{}) == graph.Exact
	}
	if r.depth >= maxDepth {
		return false
	}
	r.depth++
	defer func() { r.depth-- }()
	for _, v := range r.Evaluate(x) {
		for v.Kind == parse.ExprCall && v.Recv != nil && v.Expr.Text == "$extends" {
			v = v.Sub(v.Recv)
		}
		switch {
		case v.Kind == parse.ExprNew && v.Expr.Text == "PrismaClient":
			return true
		case v.Expr != x.Expr && (r.isClient(v) || r.isMade(v)):
			return true
		}
	}
	return false
}

// clients are the library types with model members.
var clients = resolve.WordSet("PrismaClient TransactionClient")

// isClient reports whether the declared type of a member, parameter or local is the
// client, or a subclass of it; for this, the enclosing class is used.
func (r *reader) isClient(x eval.Expr) bool {
	if x.Kind == parse.ExprName && x.Expr.Text == "this" {
		return r.derives(r.Table.EnclosingType(x.Def))
	}
	d := x.Referent().Def
	if d == resolve.None {
		l := x.Local()
		return l != nil && r.isClientType(data.TypeExprAt(x, l.Type))
	}
	return r.isClientType(data.DeclaredType(r.Tree, d))
}

func (r *reader) isClientType(w data.TypeExpr) bool {
	return clients[resolve.LastName(w.Name)] || w.In != nil && r.derives(w.Class(r.Table))
}

// derives reports whether a class derives from the client.
func (r *reader) derives(class resolve.DefID) bool {
	if class <= resolve.None {
		return false
	}
	for _, c := range r.Lineage(r.Table.Canon[class]) {
		for _, b := range r.Table.Def(c).Bases {
			if resolve.LastName(b.Name) == "PrismaClient" {
				return true
			}
		}
	}
	return false
}

func (r *reader) use(x eval.Expr, t data.Table, ops graph.Ops, tier graph.Tier) {
	r.out.Use(x, []data.TableMapping{{Table: t, Tier: graph.Exact}}, ops, tier)
}

func (r *reader) argument(x eval.Expr, m *model, tier graph.Tier) {
	if len(x.Args) > 0 {
		r.arguments(x, x.Sub(&x.Args[0].Value), m, tier)
	}
}

// maxDepth bounds recursion through constants.
const maxDepth = 40

// each calls f for the properties of an object literal or a constant that holds one;
// for list elements, without a name.
func (r *reader) each(x eval.Expr, f func(name string, value eval.Expr)) {
	if r.depth >= maxDepth {
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	values := []eval.Expr{x}
	if x.Kind == parse.ExprName || x.Kind == parse.ExprMember {
		values = r.Evaluate(x)
	}
	for _, v := range values {
		if v.Kind != parse.ExprMap && v.Kind != parse.ExprList {
			continue
		}
		for i := range v.Args {
			f(v.Args[i].Name, v.Sub(&v.Args[i].Value))
		}
	}
}

// arguments records the related models in the argument of a call: those that are
// included, those in conditions, and those written with it.
func (r *reader) arguments(at, x eval.Expr, m *model, tier graph.Tier) {
	r.each(x, func(name string, value eval.Expr) {
		switch name {
		case "include", "select":
			r.included(at, value, m, tier)
		case "where", "orderBy":
			r.asked(at, value, m, tier)
		case "data", "create", "update":
			r.written(at, value, m, tier)
		}
	})
}

// included records the models whose objects are loaded along.
func (r *reader) included(at, x eval.Expr, m *model, tier graph.Tier) {
	r.each(x, func(name string, value eval.Expr) {
		f := m.field(name)
		switch {
		case name == "": // a spread constant
			r.included(at, value, m, tier)
		case name == "_count":
			r.arguments(at, value, m, tier)
		case f == nil || value.Kind == parse.ExprLiteral && value.Expr.Text == "false":
		default:
			r.follow(at, m, f, tier)
			r.arguments(at, value, f.end(m), tier)
		}
	})
}

// follow records a read of related objects, through the join table if there is one.
func (r *reader) follow(at eval.Expr, m *model, f *field, tier graph.Tier) {
	r.use(at, f.end(m).table, 0, tier)
	if m.isJoined(f) {
		r.use(at, m.between(f), 0, tier)
	}
}

// asked records the models used by a condition or an order.
func (r *reader) asked(at, x eval.Expr, m *model, tier graph.Tier) {
	r.each(x, func(name string, value eval.Expr) {
		f := m.field(name)
		switch {
		case name == "", isConnective[name]:
			r.asked(at, value, m, tier)
		case f != nil:
			r.follow(at, m, f, tier)
			r.asked(at, value, f.end(m), tier)
		}
	})
}

// isConnective holds the keywords of conditions that do not refer to another model.
var isConnective = resolve.WordSet("AND OR NOT some every none is isNot")

// written records nested writes of related objects.
func (r *reader) written(at, x eval.Expr, m *model, tier graph.Tier) {
	r.each(x, func(name string, value eval.Expr) {
		f := m.field(name)
		switch {
		case name == "", f == nil && (name == "data" || name == "create" || name == "update"):
			r.written(at, value, m, tier) // of a createMany, a connectOrCreate, an upsert
		case f == nil && name == "where":
			r.asked(at, value, m, tier)
		case f != nil:
			r.each(value, func(name string, value eval.Expr) {
				if s, ok := nested[name]; ok {
					r.step(at, m, f, s, tier)
					r.written(at, value, f.end(m), tier)
				}
			})
		}
	})
}

// step records the writes of a nested operation: of related rows, and of the rows with
// the keys. For a field with the key the latter are the object's own row.
func (r *reader) step(at eval.Expr, m *model, f *field, s step, tier graph.Tier) {
	ops := s.ops
	joined := m.isJoined(f)
	if !joined && !f.owns {
		ops |= s.key
	}
	if ops != 0 {
		r.use(at, f.end(m).table, ops, tier)
	}
	if joined && s.between != 0 {
		r.use(at, m.between(f), s.between, tier)
	}
}
