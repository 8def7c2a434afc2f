package resolve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// words reads every word of a statement after EXEC or FROM as the name of an object.
type words struct{}

func (words) ReadEmbedded(text string) []parse.Reference {
	var out []parse.Reference
	fields := strings.Fields(text)
	for i := 1; i < len(fields); i++ {
		if fields[i-1] == "EXEC" || fields[i-1] == "FROM" {
			out = append(out, parse.Reference{Kind: parse.RefType, Name: fields[i]})
		}
	}
	return out
}

// objects binds the names that words reads to external objects.
type objects struct{ resolve.PlainRules }

func (objects) BindEmbedded(b *resolve.Binder, from resolve.DefID, at uint32, r *parse.Reference) {
	b.Bindings = append(b.Bindings, resolve.Binding{From: from, To: resolve.None, At: at,
		Ext: &resolve.ExternalName{Name: r.Name}})
}

// sqlToy also binds names to values of the module, and calls to methods.
type sqlToy struct{ toy }

func (sqlToy) BindFile(b *resolve.Binder) {
	for i := range b.File.References {
		r := &b.File.References[i]
		if ids := b.Table.Top("toy", b.File.Module, r.Name); len(ids) == 1 {
			b.Settle(r, b.File.ID(r.Def), ids, graph.Exact, resolve.Resolved)
		}
	}
}

// A program builds the facts of a file with strings; each item has its own line.
type program struct {
	*parse.Facts
	at uint32
}

func newProgram(path string) *program {
	return &program{toyFile(path, "m", "", ""), 0}
}

func (p *program) place() uint32 { p.at += 10; return p.at }

// define adds a definition and returns its index.
func (p *program) define(kind graph.NodeKind, name string, params ...string) int32 {
	d := parse.Definition{Kind: kind, Name: name, Symbol: name, NameAt: p.place()}
	for _, x := range params {
		d.Params = append(d.Params, parse.Param{Name: x})
	}
	p.Definitions = append(p.Definitions, d)
	def := int32(len(p.Definitions) - 1)
	for _, x := range params {
		p.Locals = append(p.Locals, parse.Local{Name: x, Def: def, Kind: parse.LocalParam,
			Scope: parse.Range{Start: d.NameAt, End: d.NameAt + 1000}})
	}
	return def
}

// parts splits a string with names in braces: "EXEC {name}".
func (p *program) parts(def int32, text string) (parts []parse.TextPart, flat string) {
	for text != "" {
		before, rest, more := strings.Cut(text, "{")
		if before != "" {
			parts = append(parts, parse.TextPart{Text: before})
		}
		flat += before
		if !more {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		part := parse.TextPart{Text: name}
		if name != "" {
			part.At = p.place()
			p.refer(parse.RefMember, def, name, part.At)
		}
		parts, text = append(parts, part), after
		flat += resolve.Hole
	}
	return parts, flat
}

func (p *program) refer(kind parse.RefKind, def int32, name string, at uint32) {
	p.References = append(p.References, parse.Reference{Kind: kind, Def: def, Name: name, At: at})
}

// text adds a string with a use.
func (p *program) text(def int32, use parse.TextUse, text string) *parse.Embedded {
	e := parse.Embedded{Def: def, Use: use}
	if parts, flat := p.parts(def, text); strings.Contains(text, "{") {
		e.Parts, e.Text = parts, flat
	} else {
		e.Text = text
	}
	at := p.place()
	e.Range = parse.Range{Start: at, End: at + 1}
	p.Embedded = append(p.Embedded, e)
	return &p.Embedded[len(p.Embedded)-1]
}

// value adds a definition that holds a string.
func (p *program) value(kind graph.NodeKind, name, text string) {
	def := p.define(kind, name)
	e := p.text(def, parse.UseText, text)
	e.IsValue, e.For = true, p.Definitions[def].NameAt
}

// call adds a call with strings as arguments.
func (p *program) call(def int32, callee string, args ...string) {
	at := p.place()
	r := parse.Reference{Kind: parse.RefCall, Def: def, Name: callee, At: at,
		Args: int16(len(args))}
	for i, a := range args {
		e := p.text(def, parse.UseText, a)
		e.Sink, e.Callee, e.Arg = callee, at, int16(i)
	}
	p.References = append(p.References, r)
}

// statements lists the references in the strings of files, as "definition: name".
func statements(t *testing.T, programs ...*program) []string {
	t.Helper()
	return statementsWith(t, sqlToy{}, programs...)
}

// statementsWith is statements with other rules.
func statementsWith(t *testing.T, rules resolve.Rules, programs ...*program) []string {
	t.Helper()
	r := resolveStatements(t, rules, programs...)
	var out []string
	for _, b := range r.Files {
		if len(b.File.Failures) > 0 {
			t.Fatal(b.File.Failures)
		}
		for _, x := range b.Bindings {
			if x.Ext != nil {
				out = append(out, fmt.Sprintf("%s: %s", r.Table.Def(x.From).Name, x.Ext.Name))
			}
		}
	}
	return out
}

func resolveStatements(t *testing.T, rules resolve.Rules, programs ...*program) *resolve.Resolution {
	t.Helper()
	var files []*parse.Facts
	for _, p := range programs {
		slices.SortStableFunc(p.References, func(a, b parse.Reference) int {
			return int(a.At) - int(b.At)
		})
		files = append(files, p.Facts)
	}
	r, err := resolve.Resolve(t.Context(), files, resolve.Options{SQL: words{}, Jobs: 2,
		Languages: resolve.NewSet(
			resolve.Language{Family: "toy", Names: []string{"toy"},
				Rules: func() resolve.Rules { return rules }},
			resolve.Language{Family: "words", Names: []string{"words"}, Embedded: true,
				Rules: func() resolve.Rules { return objects{} }})})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func wantStatements(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("statements %q, want %q", got, want)
	}
}

func TestStatements(t *testing.T) {
	p := newProgram("a.toy")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT a FROM orders")
	p.text(f, parse.UseText, "no statement FROM here")
	p.text(f, parse.UseProcedure, "refresh")
	p.text(f, parse.UseProcedure, "no name at all!")
	wantStatements(t, statements(t, p), "f: orders", "f: refresh")
}

// The value of a constant of another file is inserted, through any number of constants.
func TestConstantsArePutIn(t *testing.T) {
	p, q := newProgram("a.toy"), newProgram("b.toy")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT a FROM {table}")
	p.text(f, parse.UseCode, "SELECT a FROM {schema}.orders")
	p.text(f, parse.UseCode, "SELECT a FROM {unknown}")
	q.value(graph.KindConstant, "table", "{schema}.{name}")
	q.value(graph.KindConstant, "schema", "sales")
	q.value(graph.KindConstant, "name", "lines")
	wantStatements(t, statements(t, p, q), "f: sales.lines", "f: sales.orders", "f: {}")
}

func TestConstantsThatHoldEachOtherEnd(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "one", "a{two}")
	p.value(graph.KindConstant, "two", "b{one}")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM {one}")
	got := statements(t, p)
	if len(got) != 1 || !strings.HasPrefix(got[0], "f: abab") || !strings.HasSuffix(got[0], "{}") {
		t.Errorf("a circle of constants makes %q", got)
	}
}

func TestAValueThatIsSetTwiceIsUnknown(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "table", "orders")
	second := p.text(1, parse.UseText, "lines")
	second.IsValue, second.For = true, p.Definitions[1].NameAt
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM {table}")
	wantStatements(t, statements(t, p), "f: {}")
}

// A field may be set to another value later, unless it is declared read-only.
func TestFields(t *testing.T) {
	p := newProgram("a.toy")
	for _, name := range []string{"fixed", "loose"} {
		p.define(graph.KindField, name)
	}
	p.Definitions[1].Modifiers = []string{"readonly"}
	ctor := p.define(graph.KindConstructor, "C")
	for _, name := range []string{"fixed", "loose"} {
		at := p.place()
		p.refer(parse.RefMember, ctor, name, at)
		e := p.text(ctor, parse.UseText, name+"_table")
		e.IsValue, e.For = true, at
	}
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM {fixed}")
	p.text(f, parse.UseCode, "SELECT x FROM {loose}")
	wantStatements(t, statements(t, p), "f: fixed_table", "f: {}")
}

// A method that runs its argument makes its callers run it, in any file, through any
// number of methods.
func TestExecutors(t *testing.T) {
	p, q := newProgram("a.toy"), newProgram("b.toy")
	run := p.define(graph.KindMethod, "run", "name")
	p.text(run, parse.UseProcedure, "{name}")
	twice := p.define(graph.KindMethod, "twice", "other", "name")
	p.call(twice, "run", "{name}")
	prefixed := p.define(graph.KindMethod, "prefixed", "name")
	p.call(prefixed, "run", "app.{name}")
	f := q.define(graph.KindFunction, "f")
	q.call(f, "run", "direct")
	q.call(f, "twice", "ignored", "indirect")
	q.call(f, "prefixed", "behind")
	q.call(f, "other", "elsewhere")
	wantStatements(t, statements(t, p, q), "f: direct", "f: indirect", "f: app.behind")
}

func TestExecutorsByNamedArguments(t *testing.T) {
	p := newProgram("a.toy")
	run := p.define(graph.KindMethod, "run", "connection", "name")
	p.text(run, parse.UseProcedure, "{name}")
	f := p.define(graph.KindFunction, "f")
	p.call(f, "run", "swapped", "main")
	p.References[len(p.References)-1].Extra = &parse.CallExtra{
		ArgNames: []string{"name", "connection"}}
	wantStatements(t, statements(t, p), "f: swapped")
}

// Two methods that call each other pass on a name that grows without bound.
func TestExecutorsThatCallEachOtherEnd(t *testing.T) {
	p := newProgram("a.toy")
	one := p.define(graph.KindMethod, "one", "name")
	p.text(one, parse.UseProcedure, "{name}")
	p.call(one, "two", "x{name}")
	two := p.define(graph.KindMethod, "two", "name")
	p.call(two, "one", "y{name}")
	f := p.define(graph.KindFunction, "f")
	p.call(f, "one", "start")
	got := statements(t, p)
	if len(got) == 0 || got[0] != "f: start" || len(got) > 40 {
		t.Errorf("a circle of methods makes %d statements: %q", len(got), got)
	}
}

// A local has the string that it is initialized with, unless it is set again; the value
// of a lambda parameter is unknown.
func TestLocalsInStrings(t *testing.T) {
	p := newProgram("a.toy")
	f := p.define(graph.KindFunction, "f")
	for _, name := range []string{"once", "again", "alias", "lambda"} {
		start := p.place()
		l := parse.Local{Name: name, Def: f, Scope: parse.Range{Start: start, End: start + 5000},
			Set: name == "again"}
		switch name {
		case "alias":
			l.Init = []parse.Step{{Kind: parse.StepName, Name: "once", At: start + 1}}
		case "lambda":
			l.Kind = parse.LocalParam
		default:
			e := p.text(f, parse.UseText, name+"_table")
			e.IsValue, e.For = true, start
		}
		p.Locals = append(p.Locals, l)
	}
	for _, name := range []string{"once", "again", "alias", "lambda"} {
		p.text(f, parse.UseCode, "SELECT x FROM {"+name+"}")
	}
	wantStatements(t, statements(t, p), "f: once_table", "f: {}", "f: once_table", "f: {}")
}

// A string that doubles with each constant stays bounded.
func TestStringsThatDoubleAreBounded(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "c0", strings.Repeat("a", 64))
	for i := range 18 {
		p.value(graph.KindConstant, fmt.Sprintf("c%d", i+1), fmt.Sprintf("{c%d}{c%d}", i, i))
	}
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM {c18}")
	got := statements(t, p)
	if len(got) != 1 || len(got[0]) > resolve.MaxFolded+100 || !strings.HasSuffix(got[0], "{}") {
		t.Errorf("%d statements of %d bytes", len(got), len(strings.Join(got, "")))
	}
}

func TestConstantOfAResolution(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "base", "/api")
	p.value(graph.KindConstant, "path", "{base}/orders")
	p.value(graph.KindConstant, "open", "{}")
	f := p.define(graph.KindFunction, "f")
	r, err := resolve.Resolve(t.Context(), []*parse.Facts{p.Facts}, resolve.Options{SQL: words{},
		Languages: resolve.NewSet(
			resolve.Language{Family: "toy", Names: []string{"toy"},
				Rules: func() resolve.Rules { return sqlToy{} }},
			resolve.Language{Family: "words", Names: []string{"words"}, Embedded: true,
				Rules: func() resolve.Rules { return objects{} }})})
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[resolve.DefID]string{1: "/api", 2: "/api/orders", 3: "",
		resolve.DefID(f): ""} {
		text, ok := r.Constant(id)
		if ok != (want != "") || ok && text != want {
			t.Errorf("definition %d holds %q, %v; want %q", id, text, ok, want)
		}
	}
}

// implementing declares that the second of two methods with the same name implements the
// first, to which calls are bound.
type implementing struct {
	toy
	of map[resolve.DefID][]resolve.DefID
}

func (i *implementing) Prepare(ix *resolve.Table) {
	i.of = map[resolve.DefID][]resolve.DefID{}
	for _, d := range ix.Defs {
		if ids := ix.Top("toy", "m", d.Name); len(ids) == 2 && ids[1] == d.ID {
			i.of[d.ID] = ids[:1]
		}
	}
}

func (i *implementing) ImplementedBy(id resolve.DefID) []resolve.DefID { return i.of[id] }

func (i *implementing) BindFile(b *resolve.Binder) {
	for n := range b.File.References {
		r := &b.File.References[n]
		if ids := b.Table.Top("toy", b.File.Module, r.Name); len(ids) > 0 {
			b.Settle(r, b.File.ID(r.Def), ids[:1], graph.Exact, resolve.Resolved)
		}
	}
}

// A call of an interface method also runs the statements of its implementations.
func TestExecutorsBehindInterfaces(t *testing.T) {
	build := func() *program {
		p := newProgram("a.toy")
		p.define(graph.KindMethod, "run", "name")
		impl := p.define(graph.KindMethod, "run", "other")
		p.text(impl, parse.UseProcedure, "app.{other}")
		f := p.define(graph.KindFunction, "f")
		p.call(f, "run", "refresh")
		return p
	}
	wantStatements(t, statementsWith(t, &implementing{}, build()), "f: app.refresh")
	// No rule declares the implementation here.
	wantStatements(t, statements(t, build()))
}

// An argument that is a name has the value of that name.
func TestNamesAsArguments(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "refresh", "dbo.Refresh")
	run := p.define(graph.KindMethod, "run", "name")
	p.text(run, parse.UseProcedure, "{name}")
	f := p.define(graph.KindFunction, "f", "given")
	p.callNames(f, "run", "refresh")
	p.callNames(f, "run", "unknown")
	wantStatements(t, statements(t, p), "f: dbo.Refresh", "f: {}")
}

// callNames adds a call with names as arguments.
func (p *program) callNames(def int32, callee string, names ...string) {
	at := p.place()
	r := parse.Reference{Kind: parse.RefCall, Def: def, Name: callee, At: at,
		Args: int16(len(names)), Extra: &parse.CallExtra{}}
	for _, name := range names {
		nameAt := p.place()
		p.refer(parse.RefMember, def, name, nameAt)
		r.Extra.ArgSteps = append(r.Extra.ArgSteps,
			[]parse.Step{{Kind: parse.StepName, Name: name, At: nameAt}})
	}
	p.References = append(p.References, r)
}

// With two declarations of a name, the value of a string or the called method is unknown.
func TestAmbiguousNamesInStrings(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "table", "orders")
	p.value(graph.KindConstant, "table", "lines")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT x FROM {table}")
	wantStatements(t, statements(t, p), "f: {}")
}

// A callable that uses a value with a statement has the edges of the statement, once for
// each value. A value with two statements, or without any, adds nothing.
func TestStatementsThatValuesHold(t *testing.T) {
	p := newProgram("a.toy")
	p.value(graph.KindConstant, "close", "EXEC close_{suffix}")
	p.Embedded[len(p.Embedded)-1].Use = parse.UseCode
	p.value(graph.KindConstant, "suffix", "orders")
	p.value(graph.KindConstant, "title", "close an order")
	p.value(graph.KindConstant, "both", "EXEC first")
	p.Embedded[len(p.Embedded)-1].Use = parse.UseCode
	second := p.text(4, parse.UseCode, "EXEC second")
	second.IsValue = false
	f := p.define(graph.KindFunction, "f")
	for _, name := range []string{"close", "close", "title", "both"} {
		p.refer(parse.RefMember, f, name, p.place())
	}
	p.define(graph.KindConstant, "alias")
	p.refer(parse.RefMember, 6, "close", p.place()) // a value that refers to another runs nothing
	wantStatements(t, statements(t, p), "close: close_orders", "both: first", "both: second",
		"f: close_orders")
}

// An edge from a string depends on values of other files: readers who may not see one of
// these must not see the edge. The file of the string itself discloses no more than the
// edge does.
func TestWitnesses(t *testing.T) {
	p, q := newProgram("a.toy"), newProgram("b.toy")
	p.value(graph.KindConstant, "own", "dbo")
	f := p.define(graph.KindFunction, "f")
	p.text(f, parse.UseCode, "SELECT a FROM {own}.{table}")
	p.text(f, parse.UseCode, "SELECT a FROM {own}.lines")
	q.value(graph.KindConstant, "table", "{name}")
	q.value(graph.KindConstant, "name", "orders")
	r := resolveStatements(t, sqlToy{}, p, q)
	var got []string
	for _, b := range r.Files {
		for i, x := range b.Bindings {
			if x.Ext == nil {
				continue
			}
			line := x.Ext.Name + ":"
			for _, id := range b.Witnesses[i] {
				line += " " + r.Table.Def(id).Name
			}
			got = append(got, line)
		}
	}
	wantStatements(t, got, "dbo.orders: table name", "dbo.lines:")
}
