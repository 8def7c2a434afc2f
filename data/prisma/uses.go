package prisma

import (
	"strings"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// An action is a method of a model of the client.
type action struct {
	ops graph.Ops
	own bool // that few other things have
}

var actions = map[string]action{
	"findMany": {0, true}, "findUnique": {0, true}, "findFirst": {0, true},
	"findUniqueOrThrow": {0, true}, "findFirstOrThrow": {0, true}, "count": {},
	"aggregate": {}, "groupBy": {0, true},
	"create": {ops: graph.Insert}, "createMany": {graph.Insert, true},
	"createManyAndReturn": {graph.Insert, true}, "update": {ops: graph.Update},
	"updateMany": {graph.Update, true}, "updateManyAndReturn": {graph.Update, true},
	"upsert": {graph.Insert | graph.Update, true}, "delete": {ops: graph.Delete},
	"deleteMany": {graph.Delete, true},
}

// nested are the operations on related objects in the data of a write.
var nested = map[string]graph.Ops{
	"create": graph.Insert, "createMany": graph.Insert, "connectOrCreate": graph.Insert,
	"upsert": graph.Insert | graph.Update, "update": graph.Update, "updateMany": graph.Update,
	"delete": graph.Delete, "deleteMany": graph.Delete,
}

// readCalls enters what calls of the client read and write.
func (r *reader) readCalls() {
	r.EachCall(family, func(x web.Term) {
		a, ok := actions[x.Expr.Text]
		if !ok || x.Recv == nil || x.Recv.Kind != parse.ExprMember || x.Recv.Recv == nil {
			return
		}
		m := r.byProperty(x.Recv.Text)
		if m == nil || !isOutside(x) || !isOutside(x.Sub(x.Recv)) {
			return
		}
		tier := r.clientTier(x.Sub(x.Recv.Recv), a)
		if tier == 0 {
			return
		}
		r.use(x, m.table, a.ops, tier)
		if len(x.Args) > 0 {
			r.arguments(x, x.Sub(&x.Args[0].Value), m, tier)
		}
	})
}

// clientTier says how sure it is that an expression is the client: by its type, by its name, or
// by a method that few other things have; 0 if it is not.
func (r *reader) clientTier(x web.Term, a action) graph.Tier {
	if r.isClient(x) {
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

// isClient reports whether the type that is written for a member or local is the client, or a
// class that derives from it.
func (r *reader) isClient(x web.Term) bool {
	d := x.Meaning().Def
	if d == resolve.None {
		return false
	}
	def := r.Table.Def(d)
	if def.Type.Name == "PrismaClient" {
		return true
	}
	t := r.Binder(def.File).TypeOf(def.Type, d, def.NameAt)
	if t.Def <= resolve.None {
		return false
	}
	for _, c := range r.Lineage(r.Table.Canon[t.Def]) {
		for _, b := range r.Table.Def(c).Bases {
			if b.Name == "PrismaClient" {
				return true
			}
		}
	}
	return false
}

func (r *reader) use(x web.Term, t data.Table, ops graph.Ops, tier graph.Tier) {
	r.out.Use(x, []data.Stored{{Table: t, Tier: graph.Exact}}, ops, tier)
}

// arguments enters what the argument of a call says of related models: those that are read
// along, those that conditions ask, those that are written with it.
func (r *reader) arguments(at, x web.Term, m *model, tier graph.Tier) {
	if x.Kind != parse.ExprMap {
		return
	}
	for i := range x.Args {
		value := x.Sub(&x.Args[i].Value)
		switch x.Args[i].Name {
		case "include", "select":
			r.included(at, value, m, tier)
		case "where", "orderBy":
			r.asked(at, value, m, tier)
		case "data", "create", "update":
			r.written(at, value, m, tier)
		}
	}
}

// included enters the models whose objects are read along.
func (r *reader) included(at, x web.Term, m *model, tier graph.Tier) {
	if x.Kind != parse.ExprMap {
		return
	}
	for i := range x.Args {
		f := m.field(x.Args[i].Name)
		value := x.Sub(&x.Args[i].Value)
		if x.Args[i].Name == "_count" && value.Kind == parse.ExprMap {
			r.arguments(at, value, m, tier)
			continue
		}
		if f == nil || value.Kind == parse.ExprLiteral && value.Expr.Text == "false" {
			continue
		}
		r.follow(at, m, f, tier)
		r.arguments(at, value, r.models[f.of], tier)
	}
}

// follow enters that related objects are read, by way of the table between if there is one.
func (r *reader) follow(at web.Term, m *model, f *field, tier graph.Tier) {
	r.use(at, r.models[f.of].table, 0, tier)
	if f.isList && r.isJoined(m, f) {
		r.use(at, r.between(m, f), 0, tier)
	}
}

// asked enters the models that a condition or an order asks something of.
func (r *reader) asked(at, x web.Term, m *model, tier graph.Tier) {
	if x.Kind != parse.ExprMap && x.Kind != parse.ExprList {
		return
	}
	for i := range x.Args {
		value := x.Sub(&x.Args[i].Value)
		switch name := x.Args[i].Name; {
		case x.Kind == parse.ExprList, isConnective[name]:
			r.asked(at, value, m, tier)
		default:
			if f := m.field(name); f != nil && value.Kind == parse.ExprMap {
				r.follow(at, m, f, tier)
				r.asked(at, value, r.models[f.of], tier)
			}
		}
	}
}

// isConnective has the words of conditions that lead to no other model.
var isConnective = resolve.WordSet("AND OR NOT some every none is isNot")

// written enters the related objects that are written with others.
func (r *reader) written(at, x web.Term, m *model, tier graph.Tier) {
	if x.Kind != parse.ExprMap && x.Kind != parse.ExprList {
		return
	}
	for i := range x.Args {
		value := x.Sub(&x.Args[i].Value)
		if x.Kind == parse.ExprList {
			r.written(at, value, m, tier)
			continue
		}
		f := m.field(x.Args[i].Name)
		if f == nil || value.Kind != parse.ExprMap {
			continue
		}
		for j := range value.Args {
			name := value.Args[j].Name
			if ops, ok := nested[name]; ok {
				r.use(at, r.models[f.of].table, ops, tier)
				r.written(at, value.Sub(&value.Args[j].Value), r.models[f.of], tier)
			}
			if f.isList && r.isJoined(m, f) {
				r.use(at, r.between(m, f), graph.Insert|graph.Delete, tier)
			} else if name == "connect" && f.isList {
				r.use(at, r.models[f.of].table, graph.Update, tier)
			}
		}
	}
}
