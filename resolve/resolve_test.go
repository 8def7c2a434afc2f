package resolve_test

import (
	"context"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// toy is a language in which a call refers to the function of that name in the module of
// the file, and a type name to the type.
type toy struct{ resolve.PlainRules }

func (toy) BindFile(b *resolve.Binder) {
	for i := range b.File.References {
		r := &b.File.References[i]
		ids := b.Table.Top("toy", b.File.Module, r.Name)
		why := resolve.Resolved
		if len(ids) == 0 {
			why = resolve.NotFound
		}
		if r.Name == "print" {
			why = resolve.External
		}
		b.Settle(r, b.File.ID(r.Def), ids, graph.Unique, why)
	}
}

func languages() *resolve.Set {
	return resolve.NewSet(resolve.Language{
		Family: "toy", Names: []string{"toy", "toyscript"},
		Rules:        func() resolve.Rules { return toy{} },
		ProjectFiles: []string{"toy.mod", "toy*.json"},
	})
}

// toyFile returns a file with a function or type for each word of definitions, and a call
// by the first of them for each word of calls.
func toyFile(path, module, definitions, calls string) *parse.Facts {
	f := &parse.Facts{Path: path, Language: "toy", Module: module,
		Text: strings.Repeat("line\n", 9)}
	f.Definitions = []parse.Definition{{Kind: graph.KindFile, Parent: -1}}
	for _, name := range strings.Fields(definitions) {
		kind := graph.KindFunction
		if name[0] < 'a' {
			kind = graph.KindClass
		}
		f.Definitions = append(f.Definitions,
			parse.Definition{Kind: kind, Name: name, Symbol: name})
	}
	for i, name := range strings.Fields(calls) {
		f.References = append(f.References,
			parse.Reference{Kind: parse.RefCall, Name: name, Def: 1, At: uint32(5 * i)})
	}
	return f
}

func resolveToys(t *testing.T, files ...*parse.Facts) *resolve.Resolution {
	t.Helper()
	r, err := resolve.Resolve(context.Background(), files,
		resolve.Options{Languages: languages(), Jobs: 2, ListExternal: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestOutcomesAreAccountedFor(t *testing.T) {
	r := resolveToys(t, toyFile("a.toy", "m", "f g", "g nowhere twin print"),
		toyFile("b.toy", "m", "twin", ""), toyFile("c.toy", "m", "twin", ""))
	b := r.Files[0]
	if len(b.Bindings) != 1 || r.Table.Def(b.Bindings[0].To).Name != "g" ||
		b.Bindings[0].Kind != graph.Calls || b.Bindings[0].Tier != graph.Unique {
		t.Errorf("bindings: %+v", b.Bindings)
	}
	var got []string
	for _, u := range b.Reports {
		got = append(got, u.Name+" "+resolve.OutcomeNames[u.Why])
	}
	if want := "nowhere not_found, twin ambiguous"; strings.Join(got, ", ") != want {
		t.Errorf("reports %v, want %s", got, want)
	}
	if b.Reports[1].Candidates != 2 {
		t.Errorf("%d candidates, want 2", b.Reports[1].Candidates)
	}
	if len(b.Externals) != 1 || b.Externals[0].Name != "print" ||
		b.File.Line(b.Externals[0].At) != 4 {
		t.Errorf("externals: %+v", b.Externals)
	}
}

func TestUnknownLanguagesAreFamiliesOfTheirOwn(t *testing.T) {
	f := toyFile("a.other", "m", "T f", "f")
	f.Language = "other"
	f.Definitions[1].Bases = []parse.TypeRef{{Name: "Base"}}
	r := resolveToys(t, f)
	if got := r.Table.Files[0].Family; got != "other" {
		t.Errorf("family %q", got)
	}
	if base := r.Table.Bases[1]; len(base) != 1 || base[0].Def != resolve.None || base[0].Known() {
		t.Errorf("bases of T: %+v", base)
	}
	if b := r.Files[0]; len(b.Bindings) != 0 || len(b.Reports) != 0 {
		t.Errorf("a language without rules resolves %+v %+v", b.Bindings, b.Reports)
	}
}

func TestLongChainsAreOpaque(t *testing.T) {
	long := make([]parse.Step, 1000)
	for i := range long {
		long[i] = parse.Step{Kind: parse.StepMember, Name: "x"}
	}
	f := toyFile("a.toy", "m", "f", "f")
	f.Locals = []parse.Local{{Name: "l", Init: long}, {Name: "s", Init: long[:3]}}
	resolveToys(t, f)
	if len(f.Limits) != 1 || f.Limits[0].Quantity != "steps of one expression" {
		t.Errorf("limits %+v", f.Limits)
	}
	if n := len(f.Locals[0].Init); n != 1 || f.Locals[0].Init[0].Kind != parse.StepOpaque {
		t.Errorf("a chain of 1,000 steps is kept with %d", n)
	}
	if len(f.Locals[1].Init) != 3 {
		t.Error("a short chain is cut")
	}
}

func TestReleaseKeepsBindings(t *testing.T) {
	f := toyFile("a.toy", "m", "f", "f")
	f.Locals = []parse.Local{{Name: "l"}}
	r := resolveToys(t, f)
	r.Release()
	if f.Locals != nil || f.References != nil || r.Table.Files[0].Rules != nil {
		t.Error("what says what names mean is still there")
	}
	if len(r.Files[0].Bindings) != 1 {
		t.Error("the bindings are gone")
	}
}

// store is toy with relations, each in the schema of its module.
type store struct {
	toy
	ix *resolve.Table
}

func (s *store) Prepare(ix *resolve.Table) { s.ix = ix }

func (s *store) SchemaOf(d *resolve.Def) string { return d.ModuleName }

func (s *store) IsReferent(*resolve.Def) bool { return true }

func (s *store) Revised(*resolve.Def) (in resolve.DefID, replaced, ok bool) { return }

func (s *store) FindRelation(_, name string) (resolve.DefID, string, graph.Tier) {
	for i := range s.ix.Defs {
		if s.ix.Defs[i].Name == name {
			return s.ix.Defs[i].ID, "home", graph.Exact
		}
	}
	return resolve.None, "home", graph.Exact
}

// TestReleaseKeepsWhatNamesObjects: nodes of database objects are created, and tables
// looked up, after everything else is released.
func TestReleaseKeepsWhatNamesObjects(t *testing.T) {
	script := toyFile("a.store", "sales", "orders", "")
	script.Language = "store"
	set := resolve.NewSet(
		resolve.Language{Family: "toy", Names: []string{"toy"},
			Rules: func() resolve.Rules { return toy{} }},
		resolve.Language{Family: "store", Names: []string{"store"},
			Rules: func() resolve.Rules { return &store{} }})
	r, err := resolve.Resolve(context.Background(),
		[]*parse.Facts{script, toyFile("b.toy", "m", "f", "")}, resolve.Options{Languages: set})
	if err != nil {
		t.Fatal(err)
	}
	r.Release()
	namer, ok := r.Table.Files[0].Rules.(resolve.ObjectNamer)
	if !ok || namer.SchemaOf(r.Table.Def(1)) != "sales" {
		t.Errorf("the rules of a script are %T", r.Table.Files[0].Rules)
	}
	if id, _, _ := r.Relation("", "orders", graph.KindTable); id != 1 {
		t.Errorf("orders is definition %d", id)
	}
	if r.Table.Files[1].Rules != nil {
		t.Error("the rules of code are still there")
	}
}

func TestProjectFiles(t *testing.T) {
	for name, want := range map[string]bool{"x/toy.mod": true, "toy.build.json": true,
		"toy.txt": false, "toy.mod/x": false} {
		if languages().IsProjectFile(name) != want {
			t.Errorf("%s: not %v", name, want)
		}
	}
}

func TestCancelledResolutionIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := resolve.Resolve(ctx, []*parse.Facts{toyFile("a.toy", "m", "f", "f")},
		resolve.Options{Languages: languages()}); err == nil {
		t.Error("no error")
	}
}

func TestDottedName(t *testing.T) {
	name := parse.Step{Kind: parse.StepName, Name: "a"}
	member := parse.Step{Kind: parse.StepMember, Name: "b"}
	call := parse.Step{Kind: parse.StepCall, Name: "c"}
	for _, c := range []struct {
		steps []parse.Step
		want  string
	}{{[]parse.Step{name, member}, "a.b"}, {[]parse.Step{name}, "a"}, {[]parse.Step{name, call},
		""}, {nil, ""}} {
		if got := resolve.DottedName(c.steps); got != c.want {
			t.Errorf("%v: %q, want %q", c.steps, got, c.want)
		}
	}
}

// panicky panics at a name.
type panicky struct{ toy }

func (panicky) BindFile(b *resolve.Binder) {
	toy{}.BindFile(b)
	for _, r := range b.File.References {
		if r.Name == "boom" {
			panic("no such thing")
		}
	}
}

func TestPanicCostsTheFile(t *testing.T) {
	bad, good := toyFile("a.toy", "m", "f", "f boom"), toyFile("b.toy", "m", "g", "f")
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{bad, good},
		resolve.Options{Languages: resolve.NewSet(resolve.Language{Family: "toy",
			Names: []string{"toy"}, Rules: func() resolve.Rules { return panicky{} }})})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files[0].Bindings) != 0 || len(r.Files[1].Bindings) != 1 {
		t.Errorf("bindings %d and %d, want 0 and 1", len(r.Files[0].Bindings),
			len(r.Files[1].Bindings))
	}
	if len(bad.Failures) != 1 || bad.Failures[0] != "no such thing" || good.Failures != nil {
		t.Errorf("failures %q and %q", bad.Failures, good.Failures)
	}
}

// unprepared panics in Prepare.
type unprepared struct{ toy }

func (unprepared) Prepare(*resolve.Table) { panic("cannot") }

func TestPanicInPreparationCostsTheLanguage(t *testing.T) {
	bad, good := toyFile("a.bad", "m", "f", "f"), toyFile("b.toy", "m", "g", "g")
	bad.Language = "bad"
	r, err := resolve.Resolve(context.Background(), []*parse.Facts{bad, good},
		resolve.Options{Languages: resolve.NewSet(
			resolve.Language{Family: "toy", Names: []string{"toy"},
				Rules: func() resolve.Rules { return toy{} }},
			resolve.Language{Family: "bad", Names: []string{"bad"},
				Rules: func() resolve.Rules { return unprepared{} }})})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files[0].Bindings) != 0 || len(r.Files[1].Bindings) != 1 || len(bad.Failures) != 1 {
		t.Errorf("bindings %v and %v, failures %q", r.Files[0].Bindings, r.Files[1].Bindings,
			bad.Failures)
	}
}

func TestDeclarationsOfOneNameAreBounded(t *testing.T) {
	names := strings.Repeat("f ", resolve.MaxCandidates+3)
	f := toyFile("a.toy", "m", names, "f")
	r := resolveToys(t, f)
	if n := len(r.Table.Top("toy", "m", "f")); n != resolve.MaxCandidates {
		t.Errorf("%d declarations", n)
	}
	if len(f.Limits) != 1 || f.Limits[0].Max != resolve.MaxCandidates || f.Limits[0].Count < 3 {
		t.Errorf("limits %+v", f.Limits)
	}
}

// Overlong expressions become opaque in all facts that have steps.
func TestLongChainsAreOpaqueEverywhere(t *testing.T) {
	long := func() []parse.Step {
		steps := make([]parse.Step, 1000)
		for i := range steps {
			steps[i] = parse.Step{Kind: parse.StepMember, Name: "x"}
		}
		return steps
	}
	f := toyFile("a.toy", "m", "f", "f")
	f.References[0].Recv = long()
	f.References[0].Extra = &parse.CallExtra{ArgSteps: [][]parse.Step{long(), nil}}
	f.Groups = []parse.Group{{Values: []parse.Value{{Steps: long()}}}}
	f.Guards = []parse.Guard{{Name: "g", Steps: long()}}
	f.Definitions[1].Init = []parse.Value{{Steps: long()}}
	f.Definitions[1].AddRare().Applied = []parse.Value{{Steps: long()}}
	recv, args := &f.References[0], f.References[0].Extra
	resolveToys(t, f)
	for name, steps := range map[string][]parse.Step{
		"receiver":  recv.Recv,
		"argument":  args.ArgSteps[0],
		"group":     f.Groups[0].Values[0].Steps,
		"guard":     f.Guards[0].Steps,
		"value":     f.Definitions[1].Init[0].Steps,
		"decorator": f.Definitions[1].RareFields().Applied[0].Steps,
	} {
		if len(steps) != 1 || steps[0].Kind != parse.StepOpaque {
			t.Errorf("%s: %d steps", name, len(steps))
		}
	}
	if args.ArgSteps[1] != nil {
		t.Errorf("an argument of which nothing is known has become %v", args.ArgSteps[1])
	}
	if len(f.Limits) != 1 || f.Limits[0].Count != 6 {
		t.Errorf("limits %+v", f.Limits)
	}
}

// Names are visible across the files of one family, and not in other families.
func TestFamilies(t *testing.T) {
	script := toyFile("a.toyscript", "m", "g", "f")
	script.Language = "toyscript"
	other := toyFile("c.other", "m", "f", "")
	other.Language = "other"
	r := resolveToys(t, script, toyFile("b.toy", "m", "f", ""), other)
	if b := r.Files[0]; len(b.Bindings) != 1 || r.Table.Def(b.Bindings[0].To).File.Path != "b.toy" {
		t.Errorf("bindings %+v", b.Bindings)
	}
	if r.Table.Files[0].Rules != r.Table.Files[1].Rules {
		t.Error("a family has rules of its own for each language")
	}
}
