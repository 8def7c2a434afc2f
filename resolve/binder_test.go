package resolve_test

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// membersFile returns a file with definitions of several kinds: 1 class, 2 constructor, 3
// method, 4 field, 5 delegate.
func membersFile() *parse.Facts {
	f := toyFile("a.toy", "m", "Shop", "")
	f.Definitions = append(f.Definitions, []parse.Definition{
		{Kind: graph.KindConstructor, Name: "Shop", Symbol: "Shop.Shop", Parent: 1},
		{Kind: graph.KindMethod, Name: "open", Symbol: "Shop.open", Parent: 1},
		{Kind: graph.KindField, Name: "name", Symbol: "Shop.name", Parent: 1},
		{Kind: graph.KindDelegate, Name: "Visit", Symbol: "Visit"},
	}...)
	return f
}

func TestKindsOfEdges(t *testing.T) {
	b := resolveToys(t, membersFile()).Files[0]
	for _, c := range []struct {
		ref  parse.RefKind
		to   resolve.DefID
		want graph.EdgeKind
	}{
		{parse.RefCall, 3, graph.Calls},
		{parse.RefCall, 1, graph.Creates}, // Shop() as a creation
		{parse.RefCall, 2, graph.Creates},
		{parse.RefCall, 4, graph.References}, // a call of a field's value
		{parse.RefCreate, 1, graph.Creates},
		{parse.RefCreate, 2, graph.Creates},
		{parse.RefMember, 3, graph.References},
		{parse.RefType, 1, graph.References},
	} {
		b.Bindings = nil
		b.Emit(&parse.Reference{Kind: c.ref, At: 7}, 3, c.to, graph.Typed)
		x := b.Bindings[0]
		if x.Kind != c.want || x.From != 3 || x.To != c.to || x.Tier != graph.Typed || x.At != 7 {
			t.Errorf("a reference of kind %d to a %v: %+v", c.ref, b.Table.Def(c.to).Kind, x)
		}
	}
}

func TestSettle(t *testing.T) {
	for name, c := range map[string]struct {
		ids            []resolve.DefID
		why            resolve.Outcome
		edges, reports int
		outside        int
	}{
		"one":             {[]resolve.DefID{3}, resolve.Resolved, 1, 0, 0},
		"several":         {[]resolve.DefID{3, 4}, resolve.Resolved, 0, 1, 0},
		"nothing":         {nil, resolve.NotFound, 0, 1, 0},
		"a local":         {nil, resolve.Local, 0, 0, 0},
		"outside":         {nil, resolve.External, 0, 0, 1},
		"unknown":         {nil, resolve.UnknownReceiver, 0, 1, 0},
		"nothing decides": {[]resolve.DefID{3, 4}, resolve.Ambiguous, 0, 1, 0},
	} {
		b := resolveToys(t, membersFile()).Files[0]
		b.Settle(&parse.Reference{Kind: parse.RefCall, Name: "x"}, 3, c.ids, 0, c.why)
		if len(b.Bindings) != c.edges || len(b.Reports) != c.reports || len(b.Externals) != c.outside {
			t.Errorf("%s: %d edges, %d reports, %d outside", name, len(b.Bindings), len(b.Reports),
				len(b.Externals))
		}
		if c.edges == 1 && b.Bindings[0].Tier != graph.Exact {
			t.Errorf("%s: no tier counts as %v", name, b.Bindings[0].Tier)
		}
		if c.reports == 1 && b.Reports[0].Candidates != len(c.ids) {
			t.Errorf("%s: %d candidates", name, b.Reports[0].Candidates)
		}
	}
}

func TestOutsideNamesAreKeptOnlyIfAskedFor(t *testing.T) {
	r, err := resolve.Resolve(t.Context(), []*parse.Facts{toyFile("a.toy", "m", "f", "print")},
		resolve.Options{Languages: languages()})
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Files[0]; b.Externals != nil || len(b.Counts) != 1 {
		t.Errorf("externals %v, counts %v", b.Externals, b.Counts)
	}
}

// A member of an external value is external.
func TestMembersOfOutsideValues(t *testing.T) {
	f := membersFile()
	f.Locals = []parse.Local{
		{Name: "v", Def: 3, Scope: parse.Range{Start: 10, End: 90},
			Init: []parse.Step{{Kind: parse.StepName, Name: "vendor"}}},
		{Name: "w", Def: 3, Scope: parse.Range{Start: 10, End: 90}, Type: parse.TypeRef{Name: "Shop"},
			Init: []parse.Step{{Kind: parse.StepName, Name: "vendor"}}},
	}
	vendor := parse.Step{Kind: parse.StepName, Name: "vendor"}
	r := resolveToys(t, f)
	r.Table.Files[0].References = []parse.Reference{
		{Kind: parse.RefMember, Name: "vendor", At: 1},
		{Kind: parse.RefCall, Name: "make", At: 8, Recv: []parse.Step{vendor}},
	}
	b := resolve.NewBinder(r.Table, r.Table.Files[0])
	for i := range b.File.References {
		b.Account(&b.File.References[i], 3, 0, resolve.External, 0)
	}
	call := parse.Step{Kind: parse.StepCall, Name: "make"}
	instance := parse.Step{Kind: parse.StepNew, Name: "vendor",
		Type: &parse.TypeRef{Name: "vendor", Args: []parse.TypeRef{{Name: "Shop"}}}}
	for name, c := range map[string]struct {
		recv     []parse.Step
		reported bool
	}{
		"of the name":           {[]parse.Step{vendor}, false},
		"of a call":             {[]parse.Step{vendor, call}, false},
		"of a local":            {[]parse.Step{{Kind: parse.StepName, Name: "v"}}, false},
		"of a typed local":      {[]parse.Step{{Kind: parse.StepName, Name: "w"}}, true},
		"of something":          {[]parse.Step{{Kind: parse.StepName, Name: "shop"}}, true},
		"of this":               {[]parse.Step{{Kind: parse.StepThis}}, true},
		"of a type of the tree": {[]parse.Step{instance}, true},
		"of nothing":            {nil, true},
	} {
		before := len(b.Reports)
		b.Account(&parse.Reference{Kind: parse.RefCall, Name: "go", At: 40, Recv: c.recv}, 3, 0,
			resolve.UnknownReceiver, 0)
		if reported := len(b.Reports) > before; reported != c.reported {
			t.Errorf("a member %s: reported as unknown is %v", name, reported)
		}
	}
}

func TestLocals(t *testing.T) {
	f := membersFile()
	scope := func(start, end uint32) parse.Range { return parse.Range{Start: start, End: end} }
	f.Locals = []parse.Local{
		{Name: "x", Def: 3, Scope: scope(0, 100), Result: 1},
		{Name: "x", Def: 3, Scope: scope(10, 50), Result: 2}, // shadows the first
		{Name: "x", Def: 3, Scope: scope(20, 30), Result: 3},
		{Name: "x", Def: 2, Scope: scope(20, 60), Result: 4}, // of another definition
	}
	r := resolveToys(t, f)
	b := resolve.NewBinder(r.Table, r.Table.Files[0])
	for _, c := range []struct {
		at   uint32
		def  resolve.DefID
		want int16
	}{{5, 3, 1}, {15, 3, 2}, {25, 3, 3}, {40, 3, 2}, {60, 3, 1}, {25, 2, 4}, {5, 2, 0}, {25, 1, 0}} {
		l := b.LocalOf("x", c.at, c.def)
		if (l == nil) != (c.want == 0) || l != nil && l.Result != c.want {
			t.Errorf("x of %d at %d is %+v, want %d", c.def, c.at, l, c.want)
		}
	}
	if l := b.LocalOf("y", 25, 3); l != nil {
		t.Errorf("a name that nothing declares is %+v", l)
	}
	if l := b.LocalAt("x", 40); l == nil || l.Result != 4 {
		t.Errorf("whatever its definition, the innermost x at 40 is %+v", l)
	}
	if l := b.LocalAt("x", 200); l != nil {
		t.Errorf("x is in scope at 200: %+v", l)
	}
}

func TestBindersOfOtherFiles(t *testing.T) {
	r := resolveToys(t, toyFile("a.toy", "m", "f", ""), toyFile("b.toy", "m", "g", ""))
	b := resolve.NewBinder(r.Table, r.Table.Files[0])
	other := b.In(r.Table.Files[1])
	if other.File.Path != "b.toy" || b.In(r.Table.Files[1]) != other {
		t.Error("a file has one binder")
	}
	if other.In(b.File) != b || b.In(b.File) != b {
		t.Error("the way back leads to another binder")
	}
}

func TestDispatchesAreKept(t *testing.T) {
	b := resolveToys(t, membersFile()).Files[0]
	b.Dispatch(4, 3)
	if len(b.Dispatches) != 1 || b.Dispatches[0] != (resolve.Dispatch{Base: 4, Impl: 3}) {
		t.Errorf("dispatches %v", b.Dispatches)
	}
}

func TestFound(t *testing.T) {
	for name, c := range map[string]struct {
		f    resolve.LookupResult
		want bool
	}{
		"nothing":      {resolve.LookupResult{}, false},
		"a tier alone": {resolve.LookupResult{Tier: graph.Unique}, false},
		"candidates":   {resolve.LookupResult{Defs: []resolve.DefID{1}}, true},
		"a module":     {resolve.LookupResult{IsModule: true}, true},
		"outside":      {resolve.LookupResult{External: true}, true},
	} {
		if c.f.Ok() != c.want {
			t.Errorf("%s is found: %v", name, c.f.Ok())
		}
	}
}

func TestPlainRulesResolveNothing(t *testing.T) {
	var rules resolve.Rules = resolve.PlainRules{}
	b := resolveToys(t, membersFile()).Files[0]
	d := b.Table.Def(1)
	if rules.Merges(d) ||
		rules.ResolveType(b, parse.TypeRef{Name: "Shop"}, 1, 0).Known() {
		t.Error("plain rules know something of a definition")
	}
	if got := rules.Imported(b, 0); got.External || got.Files != nil ||
		got.Modules != nil {
		t.Errorf("plain rules import %+v", got)
	}
}
