package django

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// migrationBases are the base classes of migrations.
var migrationBases = resolve.WordSet(`django.db.migrations.Migration
	django.db.migrations.migration.Migration`)

const operations = "django.db.migrations."

// ofModel maps the operations on an existing model to the argument that names it.
var ofModel = map[string]string{
	"AddField": "model_name", "RemoveField": "model_name", "AlterField": "model_name",
	"RenameField": "model_name", "AddIndex": "model_name", "RemoveIndex": "model_name",
	"RenameIndex": "model_name", "AddConstraint": "model_name", "RemoveConstraint": "model_name",
	"AlterConstraint": "model_name", "CreateModel": "name", "DeleteModel": "name",
	"AlterModelTable": "name", "AlterUniqueTogether": "name", "AlterIndexTogether": "name",
	"AlterOrderWithRespectTo": "name", "RenameModel": "old_name",
}

// A history tracks the tables of the models across migrations, by application and
// lower-case name.
type history struct {
	*dataReader
	steps  *data.Steps // reads SQL
	tables map[string]data.TableMapping
}

// readMigrations records the changes of the migrations in file name order, which is the
// order of their creation.
func (r *dataReader) readMigrations() {
	h := history{r, data.NewSteps(r.Tree, r.out), map[string]data.TableMapping{}}
	labels := r.labels()
	for _, f := range r.Table.Files {
		if f.Family != family || path.Base(path.Dir(f.Path)) != "migrations" {
			continue
		}
		app := appOf(path.Dir(f.Path), labels)
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind.IsType() && slices.ContainsFunc(data.PythonBases(r.Table, d.ID),
				func(name string) bool { return migrationBases[name] }) {
				h.migration(d, app)
			}
		}
	}
}

// migration reads the operations of one migration.
func (h *history) migration(d *resolve.Def, app string) {
	m := data.Migration{Class: d.ID}
	m.Run, m.Key = path.Split(d.File.Path)
	for _, def := range h.Table.Own(d.ID, "operations") {
		for _, list := range h.Tree.Values(def) {
			for i := range list.Args {
				h.operation(list.Sub(&list.Args[i].Value), app, &m)
			}
		}
	}
	if len(m.Changes) > 0 {
		h.out.Migrations = append(h.out.Migrations, m)
	}
}

// operation reads an operation, or the operations nested in it. State operations
// determine which tables exist, but change nothing.
func (h *history) operation(x eval.Expr, app string, m *data.Migration) {
	if x.Kind != parse.ExprCall {
		return
	}
	name, ok := strings.CutPrefix(h.ExternalName(x), operations)
	if !ok {
		return
	}
	if name == "SeparateDatabaseAndState" {
		for _, part := range []string{"database_operations", "state_operations"} {
			into, state := m, *m
			if part == "state_operations" {
				into = &state
			}
			if list := x.Arg(-1, part); list != nil {
				for i := range list.Args {
					h.operation(x.Sub(&list.Args[i].Value), app, into)
				}
			}
		}
		return
	}
	if name == "RunPython" {
		h.runs(x, app, m)
		return
	}
	if name == "RunSQL" {
		h.runsSQL(x, m)
		return
	}
	arg := ofModel[name]
	if arg == "" || x.Arg(0, arg) == nil {
		return
	}
	model, ok := h.Text(x.Sub(x.Arg(0, arg)))
	if !ok {
		return
	}
	h.change(x, name, strings.ToLower(app+"."+model), app, m)
}

// runsSQL records the changes made by statements: a string, or a list of strings and of
// pairs with parameters. The reverse statements are in another argument.
//
//	RunSQL("UPDATE a …", reverse_sql="…")    RunSQL(["CREATE TABLE b …", ("INSERT INTO b VALUES (%s)", [1])])
func (h *history) runsSQL(x eval.Expr, m *data.Migration) {
	arg := x.Arg(0, "sql")
	if arg == nil {
		return
	}
	for _, v := range h.Evaluate(x.Sub(arg)) {
		if v.Kind != parse.ExprList {
			h.steps.SQL(m, v)
			continue
		}
		for i := range v.Args {
			statement := v.Sub(&v.Args[i].Value)
			if statement.Kind == parse.ExprList && len(statement.Args) > 0 {
				statement = statement.Sub(&statement.Args[0].Value)
			}
			h.steps.SQL(m, statement)
		}
	}
}

// change records the table that an operation changes.
func (h *history) change(x eval.Expr, op, key, app string, m *data.Migration) {
	t, known := h.tables[key]
	if !known {
		t = data.TableMapping{Table: data.Table{Name: strings.ReplaceAll(key, ".", "_")}, Tier: graph.Typed}
	}
	switch op {
	case "CreateModel":
		if stated, ok := h.option(x, "db_table"); ok {
			t = stated
		}
		if h.isUnmanaged(x) {
			return
		}
		h.between(x, t, m)
		h.keys(x, t, app)
	case "AlterModelTable":
		h.enter(x, t, m)
		if to := x.Arg(1, "table"); to != nil {
			if name, ok := h.Text(x.Sub(to)); ok {
				t = stated(name)
			}
		}
	case "RenameModel":
		h.enter(x, t, m)
		to, ok := h.argText(x, 1, "new_name")
		if !ok {
			return
		}
		key = strings.ToLower(app + "." + to)
		if t.Tier == graph.Typed {
			t.Name = app + "_" + strings.ToLower(to)
		}
	case "AddField":
		h.addField(x, t, app, m)
	}
	h.tables[key] = t
	at := len(m.Changes)
	h.enter(x, t, m)
	if at < len(m.Changes) {
		c := &m.Changes[at]
		c.Op = doesOf[op]
		switch c.Op {
		case graph.AddsColumn, graph.DropsColumn:
			c.Part, _ = h.argText(x, 1, "name")
		case graph.RenamesColumn:
			c.Part, _ = h.argText(x, 1, "old_name")
			c.To, _ = h.argText(x, 2, "new_name")
		case graph.RenamesObject:
			c.Part = t.Name
		}
	}
}

// doesOf maps operations to their effect on the table of the model.
var doesOf = map[string]graph.SchemaOp{"CreateModel": graph.CreatesObject,
	"DeleteModel": graph.DropsObject, "RenameModel": graph.RenamesObject,
	"AlterModelTable": graph.RenamesObject, "AddField": graph.AddsColumn,
	"RemoveField": graph.DropsColumn, "RenameField": graph.RenamesColumn}

func (h *history) argText(x eval.Expr, at int, name string) (string, bool) {
	arg := x.Arg(at, name)
	if arg == nil {
		return "", false
	}
	return h.Text(x.Sub(arg))
}

// option returns the table that the options of a model specify.
func (h *history) option(x eval.Expr, name string) (t data.TableMapping, ok bool) {
	options := x.Arg(-1, "options")
	if options == nil || options.Kind != parse.ExprMap {
		return t, false
	}
	value := options.Arg(-1, name)
	if value == nil {
		return t, false
	}
	text, ok := h.Text(x.Sub(value))
	return stated(text), ok
}

// isUnmanaged reports whether Django does not manage the table of a model.
func (h *history) isUnmanaged(x eval.Expr) bool {
	options := x.Arg(-1, "options")
	if options == nil {
		return false
	}
	for _, name := range []string{"managed", "proxy"} {
		if v := options.Arg(-1, name); v != nil && v.Text == map[string]string{"managed": "False",
			"proxy": "True"}[name] {
			return true
		}
	}
	return false
}

// enter records that a migration changes a table.
func (h *history) enter(x eval.Expr, t data.TableMapping, m *data.Migration) {
	if t.Name == "" {
		return
	}
	m.Changes = append(m.Changes, data.Change{Use: data.Use{By: m.Class, File: x.In.File, At: x.At,
		Table: t.Table, Tier: t.Tier}})
}

// between records the join tables that the fields of a new model need.
func (h *history) between(x eval.Expr, t data.TableMapping, m *data.Migration) {
	h.eachField(x, func(name string, field eval.Expr) {
		if through, ok := h.manyTable(field, t, name); ok {
			h.enter(field, through, m)
		}
	})
}

// eachField calls visit for the named fields of CreateModel.
func (h *history) eachField(x eval.Expr, visit func(name string, field eval.Expr)) {
	fields := x.Arg(1, "fields")
	if fields == nil {
		return
	}
	for i := range fields.Args {
		pair := &fields.Args[i].Value
		if len(pair.Args) != 2 {
			continue
		}
		if name, ok := h.Text(x.Sub(&pair.Args[0].Value)); ok {
			visit(name, x.Sub(&pair.Args[1].Value))
		}
	}
}

// manyTable returns the join table that a field needs; ok is false for other fields,
// and if the join table is that of a model.
func (h *history) manyTable(field eval.Expr, t data.TableMapping, name string) (data.TableMapping, bool) {
	if field.Kind != parse.ExprCall || relations[h.ExternalName(field)] != toMany ||
		field.Arg(-1, "through") != nil {
		return data.TableMapping{}, false
	}
	if text, ok := h.argText(field, -1, "db_table"); ok {
		return stated(text), true
	}
	return data.TableMapping{Table: data.Table{Schema: t.Schema, Name: t.Name + "_" + name},
		Tier: graph.Typed}, true
}

// addField records the join table or the foreign key that a new field needs.
func (h *history) addField(x eval.Expr, t data.TableMapping, app string, m *data.Migration) {
	name, ok := h.argText(x, 1, "name")
	field := x.Arg(2, "field")
	if !ok || field == nil {
		return
	}
	f := x.Sub(field)
	if through, ok := h.manyTable(f, t, name); ok {
		h.enter(f, through, m)
		return
	}
	h.key(f, t, app)
}

// keys adds the foreign keys of the fields of a new model.
func (h *history) keys(x eval.Expr, t data.TableMapping, app string) {
	h.eachField(x, func(_ string, field eval.Expr) { h.key(field, t, app) })
}

// key adds the foreign key of a field.
func (h *history) key(field eval.Expr, t data.TableMapping, app string) {
	kind := ""
	if field.Kind == parse.ExprCall {
		kind = relations[h.ExternalName(field)]
	}
	if kind != toOne && kind != oneOne {
		return
	}
	to, ok := h.argText(field, -1, "to")
	if !ok {
		return
	}
	if !strings.Contains(to, ".") {
		to = app + "." + to
	}
	label := strings.ToLower(to)
	target, known := h.tables[label]
	if !known && foreignLabels[label] != "" {
		target, known = data.TableMapping{Table: data.Table{Name: foreignModels[foreignLabels[label]]},
			Tier: graph.Exact}, true
	}
	if known {
		h.out.Keys = append(h.out.Keys, data.Key{From: t.Table, To: target.Table,
			Tier: resolve.WeakerTier(t.Tier, target.Tier), Via: graph.ViaMigration})
	}
}

// runs records the rows that the function of an operation changes: those of the models
// that it gets from the application registry.
func (h *history) runs(x eval.Expr, app string, m *data.Migration) {
	arg := x.Arg(0, "code")
	if arg == nil {
		return
	}
	fn := x.Sub(arg).Referent().Def
	if fn == resolve.None {
		return
	}
	def := h.Table.Def(fn)
	for y := range h.Family(family) {
		if y.In.File != def.File || !def.Range.Contains(y.At) {
			continue
		}
		y.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprCall || e.Text != "get_model" || e.Recv == nil {
				return
			}
			label, ok := h.argText(y.Sub(e), 0, "app_label")
			name, named := h.argText(y.Sub(e), 1, "model_name")
			if !ok {
				return
			}
			if named {
				label += "." + name
			}
			if t, known := h.tables[strings.ToLower(label)]; known {
				m.Changes = append(m.Changes, data.Change{Use: data.Use{By: m.Class, File: y.In.File,
					At: e.At, Table: t.Table, Ops: graph.Update, Tier: graph.Heuristic}})
			}
		})
	}
}
