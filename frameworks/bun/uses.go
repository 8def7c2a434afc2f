package bun

import (
	"regexp"
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// query returns the value of a query with an operation on the rows of a model.
func query(of resolve.DefID, ops graph.Ops, tier graph.Tier) data.Value {
	return data.NewConnection(of, strconv.Itoa(int(ops)), tier)
}

// opsOf returns the operations of a query; ok is false for a connection, and for a
// query that changes no rows.
func opsOf(v data.Value) (ops graph.Ops, ok bool) {
	n, err := strconv.Atoi(data.ConnectionTable(v))
	return graph.Ops(n), err == nil && data.IsConnection(v)
}

// Name implements [data.ValueReader]: the type of a query determines its operation.
func (r *reader) Name(x eval.Expr) []data.Value {
	out := r.Structs.Name(x)
	ops, ok := queries[x.In.ValueType(x.At).Name]
	if ok && len(out) == 1 && data.IsConnection(out[0]) && data.ConnectionTable(out[0]) == "" {
		return []data.Value{query(out[0].Of.Def, ops, out[0].Tier)}
	}
	return out
}

// Call implements [data.ValueReader]: query methods return the query.
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	switch {
	case of.Kind == 0 && r.ExternalName(x) == library+".NewDB":
		return []data.Value{data.NewConnection(resolve.None, "", graph.Exact)}
	case of.Kind == 0:
		return r.Returned(x)
	case !data.IsConnection(of) || x.Callee() != resolve.None:
		return nil
	case definitions[x.Expr.Text]:
		return []data.Value{data.NewConnection(resolve.None, data.NoTable, of.Tier)}
	case x.Expr.Text == "Model" && len(x.Args) == 1:
		for _, v := range r.Objects(x.Sub(&x.Args[0].Value)) {
			of.Of.Def, of.Tier = v.Of.Def, resolve.WeakerTier(of.Tier, v.Tier)
		}
		return []data.Value{of}
	}
	if ops, ok := queries[x.Expr.Text]; ok {
		return []data.Value{query(resolve.None, ops, of.Tier)}
	}
	return []data.Value{of}
}

// chain records the table uses of a chain of calls. A table expression for the model
// overrides the model's table.
//
//	db.NewSelect().Model(&orders).Relation("Lines").Where("…").Scan(ctx)
func (r *reader) chain(c data.Chain) {
	_, named := c.Call("ModelTableExpr")
	for _, x := range c.Calls {
		if x.Recv == nil || x.Callee() != resolve.None || len(x.Args) == 0 {
			continue
		}
		for _, of := range r.Values.Of(x.Sub(x.Recv)) {
			if data.IsConnection(of) {
				r.step(x, of, named)
			}
		}
	}
}

// step records the uses of one call.
func (r *reader) step(x eval.Expr, of data.Value, named bool) {
	ops, ok := opsOf(of)
	switch x.Expr.Text {
	case "Model":
		for _, v := range r.Objects(x.Sub(&x.Args[0].Value)) {
			if m := r.model(v.Of.Def); m != nil && ok && !named {
				r.out.Use(x, m.tables, ops, resolve.WeakerTier(of.Tier, v.Tier))
			}
		}
	case "Table", "TableExpr", "ModelTableExpr":
		if ok {
			r.named(x, ops, of.Tier)
		}
	case "Join":
		text, _ := r.Text(x.Sub(&x.Args[0].Value)) // unknown parts are not words
		for _, found := range joined.FindAllStringSubmatch(text, -1) {
			if !strings.EqualFold(found[1], "lateral") {
				r.use(x, found[1], 0, of.Tier)
			}
		}
	case "Relation":
		path, _ := r.Text(x.Sub(&x.Args[0].Value))
		r.related(x, r.model(of.Of.Def), path, of.Tier)
	}
}

var joined = regexp.MustCompile("(?i)\\bjoin\\s+([\\w.`\"]+)")

// named records the tables that the arguments of a call name. A subquery and a
// parameter have no name.
//
//	Table("orders", "lines")    TableExpr("orders AS o")
func (r *reader) named(x eval.Expr, ops graph.Ops, tier graph.Tier) {
	n := 1
	if x.Expr.Text == "Table" {
		n = len(x.Args)
	}
	for i := range x.Args[:n] {
		if name, ok := r.Text(x.Sub(&x.Args[i].Value)); ok {
			r.use(x, name, ops, tier)
		}
	}
}

// use records an operation on a table by its name.
func (r *reader) use(x eval.Expr, name string, ops graph.Ops, tier graph.Tier) {
	table := data.TableNamed(name)
	if table.Name != "" && !strings.ContainsAny(name, "(?{") && !r.queries.Has(x, table.Name) {
		r.out.Use(x, []data.TableMapping{{Table: table, Tier: graph.Exact}}, ops, tier)
	}
}

// related records reads of the models that are loaded along.
//
//	Relation("Lines.Product")
func (r *reader) related(x eval.Expr, m *model, path string, tier graph.Tier) {
	for name := range strings.SplitSeq(path, ".") {
		var next *model
		for i := range m.known() {
			if rel := &m.relations[i]; rel.name == name {
				if found := relationOf.FindStringSubmatch(rel.tag); found[2] != "" {
					r.out.Use(x, joining(found[2]), 0, tier)
				}
				next = r.model(rel.to)
			}
		}
		if next == nil {
			return
		}
		r.out.Use(x, next.tables, 0, resolve.WeakerTier(tier, graph.Typed))
		m = next
	}
}

// known lists the relations of a model; m may be nil.
func (m *model) known() []relation {
	if m == nil {
		return nil
	}
	return m.relations
}
