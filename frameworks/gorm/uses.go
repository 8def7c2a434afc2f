package gorm

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/internal/plural"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readCalls records the reads and writes of calls.
func (r *reader) readCalls() {
	r.ends = map[*parse.Expr]*model{}
	r.EachCall(family, func(x eval.Expr) {
		if x.Recv == nil || x.Callee() != resolve.None {
			return
		}
		if migrations[x.Expr.Text] {
			r.migrated(x)
			return
		}
		if !r.isOfConnection(x.Expr) {
			return
		}
		for _, of := range r.Values.Of(x.Sub(x.Recv)) {
			if data.IsConnection(of) {
				r.on(x, of)
			}
		}
	})
}

// isOfConnection reports whether a call has the name of a method that reads or writes.
func (r *reader) isOfConnection(e *parse.Expr) bool {
	_, finishes := finishers[e.Text]
	_, asks := inquiries[e.Text]
	return finishes || asks || e.Text == "Preload" || e.Text == "Joins" || e.Text == "InnerJoins" ||
		e.Text == "Where" || e.Text == "Or" || e.Text == "Not" || e.Text == "Having"
}

// readJoins finds the models specified for join tables. Their columns and names are
// those of the struct, regardless of the association's tag.
//
//	db.SetupJoinTable(&Person{}, "Addresses", &PersonAddress{})
func (r *reader) readJoins() {
	r.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text != "SetupJoinTable" || x.Recv == nil || len(x.Args) != 3 ||
			!slices.ContainsFunc(r.Values.Of(x.Sub(x.Recv)), data.IsConnection) {
			return
		}
		name, _ := r.Text(x.Sub(&x.Args[1].Value))
		m, by := r.modelAt(x, 0), r.modelAt(x, 2)
		if m == nil || by == nil {
			return
		}
		if a := m.association(name); a != nil {
			a.by = by
		}
	})
}

// modelAt returns the model of an argument, or nil.
func (r *reader) modelAt(x eval.Expr, at int) *model {
	for _, v := range r.Objects(x.Sub(&x.Args[at].Value)) {
		if m := r.model(v.Of.Def); m != nil {
			return m
		}
	}
	return nil
}

// migrated records the models among the arguments of a migration.
func (r *reader) migrated(x eval.Expr) {
	known := x.Recv.Text == "Migrator"
	for _, of := range r.Values.Of(x.Sub(x.Recv)) {
		known = known || data.IsConnection(of)
	}
	for i := range x.Args {
		for _, v := range r.Objects(x.Sub(&x.Args[i].Value)) {
			if known {
				r.model(v.Of.Def)
			}
		}
	}
}

// on records the reads and writes of a call on a connection.
func (r *reader) on(x eval.Expr, of data.Value) {
	ops, finishes := finishers[x.Expr.Text]
	switch {
	case x.Recv.Kind == parse.ExprCall && x.Recv.Text == "Association":
		r.associated(x, of)
	case finishes:
		r.finished(x, of, ops)
	case x.Expr.Text == "Preload":
		r.preloaded(x, of)
	case x.Expr.Text == "Joins", x.Expr.Text == "InnerJoins":
		r.joined(x, of)
	default:
		r.nested(x)
	}
}

// given returns the model that a connection is bound to, or nil.
func (r *reader) given(of data.Value) *model { return r.model(of.Of.Def) }

// finished records the operation of a statement: on the table that the connection is
// bound to, that of its model, or else that of the argument.
func (r *reader) finished(x eval.Expr, of data.Value, ops graph.Ops) {
	table := data.ConnectionTable(of)
	switch {
	case table == data.NoTable:
		return
	case table != "":
		if strings.ContainsAny(table, "(?{") {
			return // a subquery
		}
		r.out.Use(x, []data.TableMapping{{Table: tableNamed(table), Tier: graph.Exact}}, ops, of.Tier)
		return
	}
	if ops != 0 && overwrites(x.Expr) {
		ops |= graph.Update
	}
	enter := func(m *model, tier graph.Tier) {
		r.out.Use(x, m.tables, ops, tier)
		if x.Expr.Text == "FirstOrCreate" { // it reads first
			r.out.Use(x, m.tables, 0, tier)
		}
	}
	if m := r.given(of); m != nil {
		first := len(r.out.Uses)
		enter(m, of.Tier)
		r.out.Restrict(first, of.Where)
		return
	}
	if byModel[x.Expr.Text] || len(x.Args) == 0 {
		return
	}
	for _, v := range r.Objects(x.Sub(&x.Args[0].Value)) {
		if m := r.model(v.Of.Def); m != nil {
			first := len(r.out.Uses)
			enter(m, resolve.WeakerTier(of.Tier, v.Tier))
			r.out.Restrict(first, v.Where)
			for e := x.Recv; e != nil; e = e.Recv {
				r.ends[e] = m
			}
		}
	}
}

// overwrites reports whether the chain before an insert updates rows on conflict.
//
//	db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&users)
//	gorm.G[User](db, clause.OnConflict{UpdateAll: true}).Create(ctx, &user)
func overwrites(e *parse.Expr) bool {
	for c := e.Recv; c != nil && strings.HasPrefix(e.Text, "Create"); c = c.Recv {
		if c.Kind != parse.ExprCall || c.Text != "Clauses" && c.Text != "G" {
			continue
		}
		for i := range c.Args {
			v := &c.Args[i].Value
			all := v.Arg(-1, "UpdateAll")
			if v.Arg(-1, "DoUpdates") != nil || all != nil && all.Text == "true" {
				return true
			}
		}
	}
	return false
}

// modelAround returns the model of a connection, or else that of the calls that follow
// in the chain and run the statement.
func (r *reader) modelAround(x eval.Expr, of data.Value) *model {
	if m := r.given(of); m != nil {
		return m
	}
	return r.ends[x.Expr]
}

// preloaded records reads of the models that are loaded along.
//
//	db.Preload("Orders.Lines").Find(&users)
func (r *reader) preloaded(x eval.Expr, of data.Value) {
	m := r.modelAround(x, of)
	if m == nil || len(x.Args) == 0 {
		return
	}
	path, ok := r.Text(x.Sub(&x.Args[0].Value))
	if !ok {
		if x.Args[0].Value.Text == "Associations" {
			for i := range m.associations {
				r.follow(x, m, &m.associations[i], of.Tier)
			}
		}
		return
	}
	for name := range strings.SplitSeq(path, ".") {
		a := m.association(name)
		if a == nil {
			return
		}
		if m = r.follow(x, m, a, of.Tier); m == nil {
			return
		}
	}
}

// follow records a read of the target of a model's association, and returns the target
// model.
func (r *reader) follow(x eval.Expr, m *model, a *association, tier graph.Tier) *model {
	if !r.leads(m, a) {
		return nil
	}
	to := r.model(a.to)
	if to == nil {
		return nil
	}
	r.out.Use(x, to.tables, 0, resolve.WeakerTier(tier, graph.Typed))
	r.out.Use(x, r.joinOf(a), 0, resolve.WeakerTier(tier, graph.Typed))
	return to
}

// joinOf returns the join table of an association; nil if it has none.
func (r *reader) joinOf(a *association) []data.TableMapping {
	switch {
	case a.by != nil:
		return a.by.tables
	case a.join == "":
		return nil
	}
	name := a.join
	if strings.ToLower(name) != name { // the library converts it like a model name
		if name = snakeCase(name); !r.singular {
			name = plural.Jinzhu(name)
		}
	}
	return []data.TableMapping{{Table: tableNamed(r.prefix + name), Tier: graph.Typed}}
}

var joinedTable = regexp.MustCompile("(?i)\\bjoin\\s+([\\w.`\"]+)")

// joined records the reads of a join: an association by its name, or the tables in a
// text.
func (r *reader) joined(x eval.Expr, of data.Value) {
	if len(x.Args) == 0 {
		return
	}
	text, _ := r.KnownText(x.Sub(&x.Args[0].Value))
	for _, found := range joinedTable.FindAllStringSubmatch(text, -1) {
		r.out.Use(x, []data.TableMapping{{Table: tableNamed(found[1]), Tier: graph.Exact}}, 0, of.Tier)
	}
	if m := r.modelAround(x, of); m != nil {
		if a := m.association(text); a != nil {
			r.follow(x, m, a, of.Tier)
		}
	}
	r.nested(x)
}

// nested records the subqueries among the arguments of a condition.
//
//	db.Where("id IN (?)", db.Model(&Line{}).Select("order_id"))
func (r *reader) nested(x eval.Expr) {
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind != parse.ExprCall && arg.Kind != parse.ExprName {
			continue
		}
		if _, finishes := finishers[arg.Expr.Text]; finishes && arg.Kind == parse.ExprCall {
			continue // it runs separately
		}
		for _, v := range r.Values.Of(arg) {
			if m := r.model(v.Of.Def); m != nil && data.IsConnection(v) {
				r.out.Use(x, m.tables, 0, resolve.WeakerTier(v.Tier, graph.Typed))
			}
		}
	}
}

// associated records the operation of a call on an association: on the join table, if
// it has one, or else on the target rows.
func (r *reader) associated(x eval.Expr, of data.Value) {
	ops, ok := inquiries[x.Expr.Text]
	m := r.given(of)
	if !ok || m == nil || len(x.Recv.Args) == 0 {
		return
	}
	name, _ := r.Text(x.Sub(&x.Recv.Args[0].Value))
	a := m.association(name)
	if a == nil || !r.leads(m, a) {
		return
	}
	to := r.model(a.to)
	if to == nil {
		return
	}
	tier := resolve.WeakerTier(of.Tier, graph.Typed)
	if ops == 0 || !a.isBetween() {
		if ops != 0 {
			ops = graph.Update // of the foreign keys in the rows
		}
		r.out.Use(x, to.tables, ops, tier)
	}
	r.out.Use(x, r.joinOf(a), ops, tier)
}
