package typeorm

import (
	"path"
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A migrator reads the migrations of a tree.
type migrator struct {
	*reader
	steps *data.Steps
	done  map[resolve.DefID]bool // callables that a migration runs in addition to up
	known map[resolve.DefID]bool // memoized results of isMigration
}

// readMigrations records the changes by the library's migration classes.
//
//	class AddCity1700000000000 implements MigrationInterface {
//	  async up(queryRunner: QueryRunner) { await queryRunner.query('ALTER TABLE …') }
//	}
func (r *reader) readMigrations() {
	m := &migrator{r, data.NewSteps(r.Tree, r.out), map[resolve.DefID]bool{},
		map[resolve.DefID]bool{}}
	m.findSteps()
	r.EachCall(family, func(x eval.Expr) {
		if class := m.classAt(x.Def); class != resolve.None && x.Recv != nil &&
			x.Callee() == resolve.None {
			m.call(class, x)
		}
	})
	m.steps.Close()
}

// maxCalls bounds call chains between methods of a migration.
const maxCalls = 4

// findSteps finds the callables in a migration's file that its method up runs.
func (m *migrator) findSteps() {
	for range maxCalls {
		before := len(m.done)
		m.EachCall(family, func(x eval.Expr) {
			d := x.Callee()
			if d > resolve.None && m.Table.Def(d).File == x.In.File &&
				m.Table.Def(d).Kind.IsCallable() && m.classAt(x.Def) != resolve.None {
				m.done[d] = true
			}
		})
		if len(m.done) == before {
			return
		}
	}
}

// classAt returns the migration that a definition is a step of, or None. The code that
// reverts it is not a step.
func (m *migrator) classAt(d resolve.DefID) resolve.DefID {
	if !m.steps.InUp(d) && !m.isDone(d) || m.steps.InDown(d) {
		return resolve.None
	}
	class := m.Table.EnclosingType(d)
	if class == resolve.None {
		return m.only(m.Table.Def(d).File)
	}
	if class = m.Table.Canon[class]; m.isMigration(class) {
		return class
	}
	return resolve.None
}

func (m *migrator) isDone(d resolve.DefID) bool {
	for ; d != resolve.None; d = m.Table.Def(d).Outer {
		if m.done[d] {
			return true
		}
	}
	return false
}

// only returns the migration of a file that has exactly one, or None.
func (m *migrator) only(f *resolve.File) resolve.DefID {
	found := resolve.None
	for i := range f.Definitions {
		if d := f.ID(int32(i)); f.Definitions[i].Kind == graph.KindClass && m.isMigration(d) {
			if found != resolve.None {
				return resolve.None
			}
			found = d
		}
	}
	return found
}

// isMigration reports whether the library runs a class: by its interface, or by methods
// up and down where up takes a query runner.
func (m *migrator) isMigration(class resolve.DefID) bool {
	is, known := m.known[class]
	if !known {
		is = m.implements(class) || len(m.Table.Own(class, "down")) > 0 && m.isGiven(class)
		m.known[class] = is
	}
	return is
}

func (m *migrator) implements(class resolve.DefID) bool {
	for _, base := range m.ExternalBases(class) {
		if i := strings.LastIndexByte(base, '.'); i > 0 && isLibrary(base[:i]) &&
			base[i+1:] == "MigrationInterface" {
			return true
		}
	}
	return false
}

// isGiven reports whether the method up of a class has a query runner parameter.
func (m *migrator) isGiven(class resolve.DefID) bool {
	for _, d := range m.Table.Own(class, "up") {
		if p := m.Table.Def(d).Params; len(p) > 0 && strings.EqualFold(p[0].Name, "queryRunner") {
			return true
		}
	}
	return false
}

// stamp matches the timestamp at the end of a migration's name, by which the library
// orders migrations; first matches one at the beginning of a file name.
var stamp, first = regexp.MustCompile(`\d{13}$`), regexp.MustCompile(`^\d{13}`)

// of returns the migration of a class. Its position is given by the timestamp in its
// declared name, or else in the class name, or else in the file name.
func (m *migrator) of(class resolve.DefID) *data.Migration {
	out := m.steps.Of(class)
	name := m.Table.Def(class).Name
	for _, d := range m.Table.Own(class, "name") {
		for _, x := range m.Values(d) {
			if text, ok := m.Text(x); ok {
				name = text
			}
		}
	}
	at := stamp.FindString(name)
	if at == "" {
		at = first.FindString(path.Base(m.Table.Def(class).File.Path))
	}
	if at != "" {
		out.Key = at + " " + name
	}
	return out
}

// call records the changes by a call on a query runner.
func (m *migrator) call(class resolve.DefID, x eval.Expr) {
	o, known := operations[x.Expr.Text]
	if !known && x.Expr.Text != "query" || len(x.Args) == 0 || !m.isRunner(x.Sub(x.Recv)) {
		return
	}
	if !known {
		m.steps.SQL(m.of(class), x.Sub(&x.Args[0].Value))
		return
	}
	t, ok := m.tableAt(x, 0)
	if !ok {
		return
	}
	t.View = strings.HasSuffix(x.Expr.Text, "View")
	m.changes(class, x, t, o)
	if to, ok := m.tableAt(x, 1); ok && o.Op == graph.RenamesObject {
		to.Schema = t.Schema
		m.steps.Change(m.of(class), x, to, data.Operation{})
	}
	for i := range x.Args {
		m.keys(t, x.Sub(&x.Args[i].Value))
	}
}

// changes records the effect of an operation: one change per part if it names several.
//
//	addColumns('orders', [new TableColumn({ name: 'a' }), new TableColumn({ name: 'b' })])
func (m *migrator) changes(class resolve.DefID, x eval.Expr, t data.Table, o data.Operation) {
	if o.Part == 0 || o.Part >= len(x.Args) || x.Args[o.Part].Value.Kind != parse.ExprList {
		m.steps.Change(m.of(class), x, t, o)
		return
	}
	list := &x.Args[o.Part].Value
	for i := range list.Args {
		one := *x.Expr
		one.Args = []parse.ExprArg{x.Args[0], list.Args[i]}
		m.steps.Change(m.of(class), x.Sub(&one), t, data.Operation{Op: o.Op, Part: 1})
	}
}

// isRunner reports whether an expression is a query runner, or a member of one that
// runs SQL: queryRunner.manager, queryRunner.connection.
func (m *migrator) isRunner(x eval.Expr) bool {
	if x.Kind == parse.ExprMember && x.Recv != nil && (x.Expr.Text == "manager" ||
		x.Expr.Text == "connection") {
		return m.isRunner(x.Sub(x.Recv))
	}
	if x.Kind != parse.ExprName {
		return false
	}
	for d := x.Def; d != resolve.None; d = m.Table.Def(d).Outer {
		for _, p := range m.Table.Def(d).Params {
			if p.Name == x.Expr.Text {
				return strings.EqualFold(p.Name, "queryRunner") ||
					resolve.LastName(p.Type.Name) == "QueryRunner" || m.Table.Def(d).Name == "up"
			}
		}
	}
	return false
}

// tableAt returns the table that an argument names: by its name, by an object that
// describes it, or by the runner's lookup of the name.
//
//	'orders'    new Table({ name: 'orders' })    await queryRunner.getTable('orders')
func (m *migrator) tableAt(x eval.Expr, at int) (t data.Table, ok bool) {
	if at >= len(x.Args) {
		return t, false
	}
	for _, v := range m.Evaluate(x.Sub(&x.Args[at].Value)) {
		if v.Kind == parse.ExprCall && (v.Expr.Text == "getTable" || v.Expr.Text == "getView") {
			return m.tableAt(v, 0)
		}
		if v.Kind == parse.ExprNew && len(v.Args) > 0 {
			t.Schema = data.TextWithin(m.Tree, v.Sub(&v.Args[0].Value), "schema")
		}
	}
	name := m.steps.NameAt(x, at)
	if name == "" {
		return t, false
	}
	named := data.TableNamed(name)
	if named.Schema == "" {
		named.Schema = t.Schema
	}
	return named, true
}

// keys adds the foreign keys that an argument describes.
//
//	new TableForeignKey({ columnNames: ['buyer'], referencedTableName: 'people' })
func (m *migrator) keys(t data.Table, x eval.Expr) {
	for _, v := range m.Evaluate(x) {
		v.Walk(func(e *parse.Expr) {
			if name := data.TextWithin(m.Tree, v.Sub(e), "referencedTableName"); name != "" {
				m.steps.Key(t, data.TableNamed(name))
			}
		})
	}
}
