package resolve_test

import (
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
)

// assign sets the value of a name in a definition: to the string e, or, if e is nil, to a
// value that is not a string.
func (p *program) assign(def int32, name string, e *parse.Embedded) {
	a := parse.Assignment{At: p.place()}
	p.refer(parse.RefMember, def, name, a.At)
	p.write(a.At, name)
	if e != nil { // after its name
		at := p.place()
		e.Range = parse.Range{Start: at, End: at + 1}
		a.Value = e.Range
	}
	p.Assignments = append(p.Assignments, a)
}

// write puts a name into the text of the file.
func (p *program) write(at uint32, name string) {
	text := []byte(p.Text + strings.Repeat(" ", int(at)+len(name)+1))
	copy(text[at:], name+" ")
	p.Text = string(text)
}

// use adds a function that names a value.
func (p *program) use(by, name string) {
	p.refer(parse.RefMember, p.define(graph.KindFunction, by), name, p.place())
}

// declare adds a variable with a statement.
func (p *program) declare(name, text string) int32 {
	v := p.define(graph.KindVariable, name)
	p.text(v, parse.UseCode, text)
	return v
}

// A variable that is set once holds the assigned value for its users; the function that
// sets it runs nothing.
func TestAssignedStatements(t *testing.T) {
	p := newProgram("a.toy")
	p.define(graph.KindVariable, "find")
	set := p.define(graph.KindFunction, "set")
	p.assign(set, "find", p.text(set, parse.UseCode, "SELECT a FROM orders"))
	p.use("run", "find")
	wantStatements(t, statements(t, p), "find: orders", "run: orders")
}

// A function that both sets and runs a variable counts among its users.
func TestAFunctionMayRunWhatItSets(t *testing.T) {
	p := newProgram("a.toy")
	p.define(graph.KindVariable, "find")
	set := p.define(graph.KindFunction, "set")
	p.assign(set, "find", p.text(set, parse.UseCode, "SELECT a FROM orders"))
	p.refer(parse.RefMember, set, "find", p.place())
	wantStatements(t, statements(t, p), "find: orders", "set: orders")
}

// A variable that is declared with a statement and set again holds neither for certain,
// whatever the second value is.
func TestAVariableThatIsSetAgainHoldsNothing(t *testing.T) {
	p := newProgram("a.toy")
	p.declare("find", "SELECT a FROM orders")
	p.declare("close", "SELECT b FROM lines")
	p.declare("kept", "SELECT c FROM parts")
	set := p.define(graph.KindFunction, "set")
	p.assign(set, "find", p.text(set, parse.UseCode, "SELECT a FROM archive"))
	p.assign(set, "close", nil)
	for _, name := range []string{"find", "close", "kept"} {
		p.use("use_"+name, name)
	}
	wantStatements(t, statements(t, p), "find: orders", "close: lines", "kept: parts",
		"find: archive", "use_kept: parts")
}

// An initializer that is not a string is unknown; a statement within it, as in a function
// literal, belongs to the variable.
func TestDeclaredWithoutAString(t *testing.T) {
	p := newProgram("a.toy")
	for _, name := range []string{"loaded", "cleanup"} {
		v := p.define(graph.KindVariable, name)
		p.write(p.Definitions[v].NameAt, name)
		p.Assignments = append(p.Assignments,
			parse.Assignment{At: p.Definitions[v].NameAt})
		if name == "cleanup" {
			p.text(v, parse.UseCode, "SELECT a FROM carts")
		}
	}
	set := p.define(graph.KindFunction, "set")
	p.assign(set, "loaded", p.text(set, parse.UseCode, "SELECT a FROM orders"))
	p.use("run", "loaded")
	p.use("clean", "cleanup")
	for i := range p.Definitions[1:] {
		d := &p.Definitions[1+i]
		d.Range = parse.Range{Start: d.NameAt, End: d.NameAt + 5}
	}
	wantStatements(t, statements(t, p), "cleanup: carts", "loaded: orders", "clean: carts")
}

// The value that a constructor or a method assigns to an instance field stays with that
// constructor or method. The field still counts as set again.
func TestAssignedFields(t *testing.T) {
	p := newProgram("a.toy")
	for _, name := range []string{"own", "shared"} {
		f := p.define(graph.KindField, name)
		p.text(f, parse.UseCode, "SELECT a FROM "+name)
		if name == "shared" {
			p.Definitions[f].Modifiers = []string{"static"}
		}
	}
	set := p.define(graph.KindMethod, "set")
	for _, name := range []string{"own", "shared"} {
		p.assign(set, name, p.text(set, parse.UseCode, "SELECT a FROM other_"+name))
		p.use("use_"+name, name)
	}
	wantStatements(t, statements(t, p), "own: own", "shared: shared", "set: other_own",
		"shared: other_shared")
}

// A name put into strings has its declared value as long as nothing assigns to it.
func TestAssignedNames(t *testing.T) {
	p, q := newProgram("a.toy"), newProgram("b.toy")
	q.value(graph.KindConstant, "table", "orders")
	q.value(graph.KindConstant, "fixed", "lines")
	set := p.define(graph.KindFunction, "set")
	p.assign(set, "table", nil)
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT a FROM {table}")
	p.text(f, parse.UseCode, "SELECT a FROM {fixed}")
	wantStatements(t, statements(t, p, q), "f: {}", "f: lines")
}

// A variable of another file has the statement that a function assigns to it; the edge
// belongs to the file of that function.
func TestAssignedElsewhere(t *testing.T) {
	p, q := newProgram("a.toy"), newProgram("b.toy")
	q.define(graph.KindVariable, "find")
	set := p.define(graph.KindFunction, "set")
	p.assign(set, "find", p.text(set, parse.UseCode, "SELECT a FROM orders"))
	r := resolveStatements(t, sqlToy{}, p, q)
	b := r.Files[0]
	for i, x := range b.Bindings {
		if x.Ext == nil {
			continue
		}
		if by, ok := b.StatedBy[i]; !ok || r.Table.Def(by).Name != "set" ||
			r.Table.Def(x.From).Name != "find" {
			t.Errorf("%s has %s, stated by %d", r.Table.Def(x.From).Name, x.Ext.Name, by)
		}
		return
	}
	t.Error("nothing has the statement")
}

// Values put into an assigned statement do not belong to the callers of the function that
// assigns it.
func TestAssignedTemplates(t *testing.T) {
	p := newProgram("a.toy")
	p.define(graph.KindVariable, "find")
	set := p.define(graph.KindFunction, "set", "table")
	p.assign(set, "find", p.text(set, parse.UseCode, "SELECT a FROM {table}"))
	caller := p.define(graph.KindFunction, "caller")
	p.call(caller, "set", "orders")
	wantStatements(t, statements(t, p), "find: {}")
}
