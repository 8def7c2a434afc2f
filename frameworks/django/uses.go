package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readCalls records the reads and writes of calls. It visits the outermost call of a
// chain first, because the final query set determines the use.
func (r *dataReader) readCalls() {
	r.done, r.saves = map[*parse.Expr]bool{}, map[resolve.DefID]eval.Expr{}
	for x := range r.Family(family) {
		x.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprCall {
				return
			}
			r.method(x.Sub(e))
			if x.In.File.Test {
				r.namesInTest(x.Sub(e))
			} else {
				r.call(x.Sub(e))
			}
		})
	}
}

// namesInTest records the fields that a call in a test names. What tests read and write is not
// recorded.
func (r *dataReader) namesInTest(x eval.Expr) {
	r.constructed(x)
	name := plain(x.Expr.Text)
	if x.Recv == nil || len(x.Args) == 0 || !filters[name] && !setting[name] && !listing[name] {
		return
	}
	for _, of := range r.values.Of(x.Sub(x.Recv)) {
		if m := r.model(of.Of); m != nil && of.Kind == data.RowsValue {
			r.mentionsOf(x, m, of.Tier)
		}
	}
}

// method records the method of the tree that a call runs on an object or the rows of a
// model, if the receiver has no other known type.
//
//	Order.objects.filter(open=True).first().close()
func (r *dataReader) method(x eval.Expr) {
	if x.Recv == nil || x.Referent().Def != resolve.None || isSuper(x.Recv) {
		return
	}
	for _, of := range r.values.Of(x.Sub(x.Recv)) {
		m := r.model(of.Of)
		if m == nil {
			continue
		}
		d := resolve.None
		switch of.Kind {
		case data.RowsValue:
			d = r.managerMethod(m, x)
		case data.ObjectValue:
			d = r.objectMethod(m, x.Expr.Text)
		}
		if d != resolve.None {
			r.out.Calls = append(r.out.Calls, data.Call{By: x.Def, File: x.In.File,
				At: x.At, Method: d, Tier: resolve.WeakerTier(of.Tier, graph.Typed)})
		}
	}
}

// objectMethod returns the method that the class of a model, or a base class of it in the
// tree, declares; None if it is a method of the framework.
func (r *dataReader) objectMethod(m *model, name string) resolve.DefID {
	if m.class.Def <= resolve.None {
		return resolve.None
	}
	for _, c := range r.Lineage(m.class.Def) {
		for _, d := range r.Table.Own(c, name) {
			if r.Table.Def(d).Kind.IsCallable() {
				return d
			}
		}
	}
	return resolve.None
}

// call reads one call.
func (r *dataReader) call(x eval.Expr) {
	if _, saves := r.saves[x.Def]; !saves && saving[x.Expr.Text] {
		r.saves[x.Def] = x
	}
	r.constructed(x)
	if x.Recv == nil {
		r.shortcut(x)
		return
	}
	for _, of := range r.values.Of(x.Sub(x.Recv)) {
		m := r.model(of.Of)
		if m == nil {
			continue
		}
		switch of.Kind {
		case data.RowsValue:
			r.onRows(x, m, of)
		case data.ObjectValue:
			r.onObject(x, m, of)
		}
	}
	if full := r.ExternalName(x); shortcuts[full] {
		r.shortcut(x)
	}
}

// use records an operation of a call on the tables of a model.
func (r *dataReader) use(x eval.Expr, m *model, ops graph.Ops, tier graph.Tier) {
	r.out.Use(x, m.tables, ops, tier)
	if name := plain(x.Expr.Text); ops != 0 && !silent[name] {
		r.sent.add(message.Publish{Message: m.class.Def, By: x.Def, Tier: resolve.WeakerTier(tier, graph.Typed),
			At: eval.Place{File: x.In.File, At: x.At}})
	}
}

// silent are the writes of query sets that send no signals of the model.
//
// Source: the documentation of QuerySet.
var silent = resolve.WordSet("bulk_create bulk_update update abulk_create abulk_update aupdate _raw_delete")

// onRows reads a call on a query set or manager.
func (r *dataReader) onRows(x eval.Expr, m *model, of data.Value) {
	name := plain(x.Expr.Text)
	if ops, ok := linking[name]; ok && of.Via != resolve.None {
		r.link(x, of, ops)
		r.done[x.Recv] = true
		return
	}
	d := r.managerMethod(m, x)
	ops, writes := changes[name]
	switch {
	case d != resolve.None:
		if data.Elements(r.values.Of(x)) == nil {
			return // the manager method records its own reads
		}
	case writes:
		if !r.done[x.Expr] {
			r.use(x, m, ops, of.Tier)
		}
		if strings.HasSuffix(name, "or_create") {
			r.use(x, m, 0, of.Tier)
		}
		r.mentionsOf(x, m, of.Tier)
		r.finish(x)
		return
	case !chains[name] && !fetches[name] && !asks[name]:
		return
	}
	if !r.done[x.Expr] {
		r.use(x, m, 0, of.Tier)
		r.throughTable(x, of)
	}
	r.lookups(x, m, of.Tier)
	r.finish(x)
}

// finish marks the inner calls of a chain as recorded, and records their lookups.
func (r *dataReader) finish(x eval.Expr) {
	if x.Recv.Kind == parse.ExprCall {
		r.done[x.Recv] = true
	}
}

// throughTable records a read of a join table.
func (r *dataReader) throughTable(x eval.Expr, of data.Value) {
	if f := r.byField[of.Via]; f != nil && f.kind == toMany && f.through.Name != "" {
		r.out.Use(x, []data.TableMapping{f.through}, 0, of.Tier)
	}
}

// link records that objects are linked or unlinked, by the join table or by the foreign
// key in the other table.
func (r *dataReader) link(x eval.Expr, of data.Value, ops graph.Ops) {
	f := r.byField[of.Via]
	switch {
	case f == nil:
	case f.kind == toMany && f.through.Name != "":
		r.out.Use(x, []data.TableMapping{f.through}, ops, of.Tier)
	case f.kind == toOne:
		r.use(x, f.of, graph.Update, of.Tier)
	}
}

// onObject reads a call on an object of a model, unless the tree declares the method.
func (r *dataReader) onObject(x eval.Expr, m *model, of data.Value) {
	if d := x.Referent().Def; d != resolve.None && !isSuper(x.Recv) {
		return
	}
	switch plain(x.Expr.Text) {
	case "save", "save_base":
		r.use(x, m, graph.Insert|graph.Update, of.Tier)
	case "delete", "adelete":
		r.use(x, m, graph.Delete, of.Tier)
	case "refresh_from_db":
		r.use(x, m, 0, of.Tier)
	}
}

// isSuper reports whether an expression is super().
func isSuper(e *parse.Expr) bool {
	return e.Kind == parse.ExprCall && e.Recv == nil && e.Text == "super"
}

// shortcut reads a call of a function that queries its argument.
func (r *dataReader) shortcut(x eval.Expr) {
	if !shortcuts[r.ExternalName(x)] {
		return
	}
	arg := x.Arg(0, "klass")
	if arg == nil {
		return
	}
	for _, v := range r.rowsOf(x.Sub(arg)) {
		if m := r.model(v.Of); m != nil && v.Kind == data.RowsValue {
			if arg.Kind != parse.ExprCall { // otherwise the argument is itself a use
				r.use(x, m, 0, v.Tier)
			}
			r.lookups(x, m, v.Tier)
		}
	}
}
