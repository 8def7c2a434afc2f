package fluentmigrator

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// verbs are the members of a migration that chains begin with.
var verbs = resolve.WordSet("Create Alter Delete Rename Insert Update")

// A chain is the parsed content of one chain of calls.
//
//	Create.ForeignKey("fk").FromTable("lines").ForeignColumn("order_id").ToTable("orders").PrimaryColumn("id")
type chain struct {
	verb, what string
	name       string     // argument of the first call
	table, to  data.Table // the table, and the target of its foreign key or its new name
	last       *data.Table
	renamed    string // new name of a column
	columns    []column
	keys       []data.Table // tables referenced by columns
	by         []data.Table // tables that reference columns
	unknown    bool         // one of the names is unknown
}

// A column is a column that a chain adds, drops or changes.
type column struct {
	op   graph.SchemaOp
	name string
}

// called reads the chain that ends with a call.
func (r *reader) called(x eval.Expr) {
	if r.inner[x.Expr] {
		return
	}
	steps := r.steps(x)
	at := slices.IndexFunc(steps, func(e *parse.Expr) bool {
		return verbs[e.Text] && (e.Kind == parse.ExprName || e.Kind == parse.ExprMember)
	})
	if at < 0 || at+1 >= len(steps) || steps[at+1].Kind != parse.ExprCall ||
		x.Sub(steps[at]).Referent().Def != resolve.None {
		return
	}
	m := r.migration(x.Def)
	if m == nil {
		return
	}
	c := &chain{verb: steps[at].Text, what: steps[at+1].Text}
	c.last = &c.table
	c.begin(r, x.Sub(steps[at+1]))
	for _, e := range steps[at+2:] {
		c.step(r, x.Sub(e))
	}
	if !c.unknown && c.table.Name != "" {
		r.enter(m, x.Sub(steps[at+1]), c)
	}
}

// steps lists the expressions of a chain, from its first one on.
func (r *reader) steps(x eval.Expr) []*parse.Expr {
	var out []*parse.Expr
	for e := x.Expr; e != nil; e = e.Recv {
		if e != x.Expr {
			r.inner[e] = true
		}
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}

// text returns a string argument.
func (c *chain) text(r *reader, x eval.Expr, at int) string {
	if at >= len(x.Args) {
		c.unknown = true
		return ""
	}
	text, ok := r.Text(x.Sub(&x.Args[at].Value))
	c.unknown = c.unknown || !ok
	return text
}

// begin reads the first call: the kind of object and its name.
func (c *chain) begin(r *reader, x eval.Expr) {
	if at, ok := r.tableArg(x); ok {
		c.what, c.table.Name = "Table", c.text(r, x, at)
		return
	}
	switch c.what {
	case "Table", "FromTable", "IntoTable":
		c.table.Name = c.text(r, x, 0)
	case "Column":
		c.name = c.text(r, x, 0)
		c.columns = []column{{c.columnOp(), c.name}}
	case "ForeignKey", "Index", "PrimaryKey", "UniqueConstraint", "DefaultConstraint":
		if len(x.Args) > 0 {
			c.name = c.text(r, x, 0)
		}
	default: // schemas, sequences, data
		c.unknown = true
	}
}

// columnOp returns the operation of a verb on a column.
func (c *chain) columnOp() graph.SchemaOp {
	switch c.verb {
	case "Create":
		return graph.AddsColumn
	case "Delete":
		return graph.DropsColumn
	case "Rename":
		return graph.RenamesColumn
	}
	return graph.Alters
}

// step reads one of the following calls.
func (c *chain) step(r *reader, x eval.Expr) {
	switch x.Expr.Text {
	case "OnTable", "FromTable":
		c.table.Name, c.last = c.text(r, x, 0), &c.table
	case "ToTable":
		c.to.Name, c.last = c.text(r, x, 0), &c.to
	case "InSchema", "WithSchema":
		c.last.Schema = c.text(r, x, 0)
	case "ToSchema":
		c.to = data.Table{Schema: c.text(r, x, 0), Name: c.table.Name}
	case "To":
		if c.renamed = c.text(r, x, 0); c.what == "Table" {
			c.to = data.Table{Schema: c.table.Schema, Name: c.renamed}
		}
	case "AddColumn":
		c.columns = append(c.columns, column{graph.AddsColumn, c.text(r, x, 0)})
	case "AlterColumn":
		c.columns = append(c.columns, column{graph.Alters, c.text(r, x, 0)})
	case "Column":
		c.columns = append(c.columns, column{c.columnOp(), c.text(r, x, 0)})
	case "ForeignKey":
		c.keys = c.key(r, x, c.keys)
	case "ReferencedBy":
		c.by = c.key(r, x, c.by)
	}
}

// key appends the table that a column references, or that references it: the last but
// one argument, preceded by its schema if there are four.
//
//	ForeignKey("orders", "id"), ForeignKey("fk", "orders", "id"), ForeignKey("fk", "dbo", "orders", "id")
//	ReferencedBy("lines", "order_id")
func (c *chain) key(r *reader, x eval.Expr, list []data.Table) []data.Table {
	n := len(x.Args)
	if n < 2 || n > 4 {
		return list
	}
	to := data.Table{Name: c.text(r, x, n-2)}
	if n == 4 {
		to.Schema = c.text(r, x, 1)
	}
	return append(list, to)
}

// tableArg returns the position of the argument that an extension method of the tree
// passes on as a table name. The receiver is of a library type with unknown members, so
// the extension is found by its name.
//
//	static … TableForModel(this ICreateExpressionRoot root, string name) { return root.Table(name)…; }
func (r *reader) tableArg(x eval.Expr) (at int, ok bool) {
	if r.tables == nil {
		r.tables = map[string]int{}
		r.EachCall(language, r.extension)
	}
	at, ok = r.tables[x.Expr.Text]
	return at, ok
}

// extension records the extension method around a call of Table.
func (r *reader) extension(x eval.Expr) {
	def := r.Table.Def(x.Def)
	if x.Expr.Text != "Table" || x.Recv == nil || len(x.Args) == 0 || len(def.Params) < 2 ||
		x.Recv.Text != def.Params[0].Name ||
		!strings.HasSuffix(def.Params[0].Type.Name, "ExpressionRoot") {
		return
	}
	name := x.Args[0].Value.Text
	i := slices.IndexFunc(def.Params, func(p parse.Param) bool { return p.Name == name })
	if i > 0 {
		r.tables[def.Name] = i - 1
	}
}

// rowVerbs are the chains that change rows.
var rowVerbs = map[[2]string]graph.Ops{{"Insert", "IntoTable"}: graph.Insert,
	{"Update", "Table"}: graph.Update, {"Delete", "FromTable"}: graph.Delete}

// enter records the changes made by a chain.
func (r *reader) enter(m *data.Migration, x eval.Expr, c *chain) {
	add := func(t data.Table, op graph.SchemaOp, part, to string) {
		m.Changes = append(m.Changes, data.Change{Op: op, Part: part, To: to,
			Undo: r.isUndone(x.Def), Use: data.Use{By: m.Class, File: x.In.File, At: x.At, Table: t,
				Ops: rowVerbs[[2]string{c.verb, c.what}], Tier: graph.Exact}})
	}
	switch {
	case rowVerbs[[2]string{c.verb, c.what}] != 0:
		add(c.table, 0, "", "")
	case c.what == "Table" && c.verb == "Create":
		add(c.table, graph.CreatesObject, "", "")
	case c.what == "Table" && c.verb == "Delete":
		add(c.table, graph.DropsObject, "", "")
	case c.what == "Table" && c.verb == "Rename":
		add(c.table, graph.RenamesObject, c.renamed, "")
		add(c.to, graph.Alters, "", "")
	case c.what == "ForeignKey" && c.verb == "Create":
		add(c.table, graph.AddsForeignKey, c.name, "")
		c.keys = append(c.keys, c.to)
	case c.what == "ForeignKey":
		add(c.table, graph.DropsForeignKey, c.name, "")
	case len(c.columns) == 0: // an index, a constraint, or the table itself; they have no name here
		add(c.table, graph.Alters, c.name, "")
		if c.verb == "Alter" && c.to.Name != "" { // moves to another schema
			add(c.to, graph.Alters, "", "")
		}
	}
	for _, col := range c.columns {
		add(c.table, col.op, col.name, c.renamed)
	}
	key := func(from, to data.Table) {
		if from.Name != "" && to.Name != "" && !r.isUndone(x.Def) {
			r.out.Keys = append(r.out.Keys, data.Key{From: from, To: to, Tier: graph.Exact,
				Via: graph.ViaMigration})
		}
	}
	for _, to := range c.keys {
		key(c.table, to)
	}
	for _, from := range c.by {
		key(from, c.table)
	}
}
