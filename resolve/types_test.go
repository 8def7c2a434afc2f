package resolve_test

import (
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Box (definition 1) has one type parameter, Pair (definition 2) has two.
const (
	box  resolve.DefID = 1
	pair resolve.DefID = 2
)

func of(def resolve.DefID, args ...resolve.Type) resolve.Type {
	return resolve.Type{Def: def, Owner: resolve.None, Args: args}
}

func param(owner resolve.DefID, n int) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: owner, Param: n}
}

func named(name string) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name}
}

func listOf(t resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormList,
		Args: []resolve.Type{t}}
}

// spell writes a type in readable form, to compare types.
func spell(t resolve.Type) string {
	s := t.Name
	switch {
	case t.Def == box:
		s = "Box"
	case t.Def == pair:
		s = "Pair"
	case t.Owner != resolve.None:
		s = map[resolve.DefID]string{box: "T", pair: "AB"}[t.Owner][t.Param : t.Param+1]
	case t.Form == parse.FormList:
		return spell(t.Args[0]) + "[]"
	case !t.Known():
		return "?"
	}
	if t.Pointer {
		s = "*" + s
	}
	for i, a := range t.Args {
		s += map[bool]string{true: "<", false: ","}[i == 0] + spell(a)
	}
	if len(t.Args) > 0 {
		s += ">"
	}
	return s
}

func TestKnownTypes(t *testing.T) {
	for name, c := range map[string]struct {
		t    resolve.Type
		want bool
	}{
		"unknown":        {resolve.Unknown, false},
		"unknown static": {resolve.Type{Def: resolve.None, Owner: resolve.None, Static: true}, false},
		"unknown tier": {resolve.Type{Def: resolve.None, Owner: resolve.None,
			Tier: graph.Unique}, false},
		"declared":  {of(box), true},
		"parameter": {param(box, 0), true},
		"name":      {named("int"), true},
		"array":     {listOf(resolve.Unknown), true},
		"outside":   {resolve.Type{Def: resolve.None, Owner: resolve.None, External: true}, true},
		"module": {resolve.Type{Def: resolve.None, Owner: resolve.None, IsModule: true},
			true},
	} {
		if got := c.t.Known(); got != c.want {
			t.Errorf("%s: known is %v", name, got)
		}
	}
}

func TestSameForm(t *testing.T) {
	if !listOf(of(box)).SameForm(listOf(of(pair))) {
		t.Error("arrays of different elements are of one form")
	}
	if listOf(of(box)).SameForm(of(box)) {
		t.Error("an array has the form of its element")
	}
	if named("int").SameForm(named("long")) {
		t.Error("types of different names are of one form")
	}
}

func TestWeakestTierWins(t *testing.T) {
	tiers := graph.Tiers()[1:] // without compiler, which no step of ours has
	for i, a := range tiers {
		for j, b := range tiers {
			if got, want := resolve.WeakerTier(a, b), tiers[max(i, j)]; got != want {
				t.Errorf("the weaker of %v and %v is %v, want %v", a, b, got, want)
			}
		}
		if got := resolve.WeakerTier(0, a); got != a {
			t.Errorf("no tier counts as %v beside %v, want exact", got, a)
		}
		if got := of(box).WithTier(a).WithTier(graph.Exact).Tier; got != a {
			t.Errorf("a type of tier %v is made surer: %v", a, got)
		}
	}
	if got := resolve.WeakerTier(0, 0); got != graph.Exact {
		t.Errorf("two steps without a tier make %v", got)
	}
}

// TestSubstituteIsBounded: a type that doubles with each substitution becomes unknown
// once it consists of more than MaxTypeSize types: the eighth time, of 511.
func TestSubstituteIsBounded(t *testing.T) {
	pair := named("P")
	pair.Args = []resolve.Type{param(box, 0), param(box, 0)}
	at, times := named("int"), 0
	for ; at.Name != "" && times < 40; times++ {
		at = resolve.Substitute(pair, box, []resolve.Type{at})
	}
	if times != 8 {
		t.Errorf("unknown after %d times", times)
	}
}

func TestSubstitute(t *testing.T) {
	for name, c := range map[string]struct {
		t     resolve.Type
		owner resolve.DefID
		args  []resolve.Type
		want  string
	}{
		"the parameter itself": {param(box, 0), box, []resolve.Type{named("int")}, "int"},
		"the second of two":    {param(pair, 1), pair, []resolve.Type{named("a"), named("b")}, "b"},
		"inside an instance":   {of(box, param(box, 0)), box, []resolve.Type{named("int")}, "Box<int>"},
		"at any depth": {listOf(of(pair, named("x"), of(box, param(box, 0)))), box,
			[]resolve.Type{named("int")}, "Pair<x,Box<int>>[]"},
		"of another owner":  {of(box, param(pair, 0)), box, []resolve.Type{named("int")}, "Box<A>"},
		"too few arguments": {param(pair, 1), pair, []resolve.Type{named("a")}, "B"},
		"nothing to put in": {named("int"), box, []resolve.Type{named("x")}, "int"},
	} {
		if got := spell(resolve.Substitute(c.t, c.owner, c.args)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestSubstituteKeepsWhatIsSharper(t *testing.T) {
	pointer := param(box, 0)
	pointer.Pointer, pointer.Tier = true, graph.Typed
	got := resolve.Substitute(pointer, box, []resolve.Type{named("int")})
	if spell(got) != "*int" || got.Tier != graph.Typed {
		t.Errorf("a pointer to a parameter becomes %s of tier %v", spell(got), got.Tier)
	}
	given := named("int").WithTier(graph.Unique)
	if got := resolve.Substitute(param(box, 0), box, []resolve.Type{given}); got.Tier != graph.Unique {
		t.Errorf("an argument of tier unique becomes %v", got.Tier)
	}
}

func TestSubstituteSharesNothing(t *testing.T) {
	declared := of(box, param(box, 0))
	resolve.Substitute(declared, box, []resolve.Type{named("int")})
	if got := spell(declared); got != "Box<T>" {
		t.Errorf("the declared type has become %s", got)
	}
}

func TestBinderSubst(t *testing.T) {
	b := resolve.NewBinder(resolveToys(t, toyFile("a.toy", "m", "f", "")).Table,
		&resolve.File{Facts: &parse.Facts{}})
	for name, c := range map[string]struct {
		t, owner resolve.Type
		want     string
	}{
		"parameter":        {param(box, 0), of(box, named("int")), "int"},
		"inside":           {of(pair, param(box, 0), named("x")), of(box, named("int")), "Pair<int,x>"},
		"another owner":    {param(pair, 0), of(box, named("int")), "A"},
		"a raw type":       {of(box, param(box, 0)), of(box), "Box<T>"},
		"not of any owner": {named("int"), of(box, named("x")), "int"},
	} {
		if got := spell(b.Subst(c.t, c.owner)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := b.Subst(param(box, 0).WithTier(graph.Typed), of(box, named("int"))); got.Tier !=
		graph.Typed {
		t.Errorf("the tier of the parameter is lost: %v", got.Tier)
	}
}

func TestMentions(t *testing.T) {
	for name, c := range map[string]struct {
		t    resolve.Type
		want bool
	}{
		"itself":        {param(box, 0), true},
		"inside":        {listOf(of(pair, named("x"), param(box, 0))), true},
		"another owner": {of(box, param(pair, 0)), false},
		"the type":      {of(box), false},
		"unknown":       {resolve.Unknown, false},
	} {
		if got := resolve.Mentions(c.t, box); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if resolve.Mentions(resolve.Unknown, resolve.None) {
		t.Error("an unknown type mentions the parameters of nothing")
	}
}

func TestDeclarationsOfOneThingAreOne(t *testing.T) {
	f := toyFile("a.toy", "m", "f g", "")
	f.Definitions = append(f.Definitions,
		parse.Definition{Kind: graph.KindFunction, Name: "f", Symbol: "f"},      // 3: f again
		parse.Definition{Kind: graph.KindFunction, Name: "f", Symbol: "f(int)"}) // 4: an overload
	other := toyFile("b.toy", "n", "f", "") // another definition 1, in another module
	r := resolveToys(t, f, other)
	b := r.Files[0]
	last := r.Table.Files[1].ID(1)
	got := b.Declarations([]resolve.DefID{1, 2, 3, 4, 1, last})
	if want := []resolve.DefID{1, 2, 4, last}; !slices.Equal(got, want) {
		t.Errorf("declarations %v, want %v", got, want)
	}
	if got := b.Declarations([]resolve.DefID{3}); !slices.Equal(got, []resolve.DefID{3}) {
		t.Errorf("the only declaration becomes %v", got)
	}
}

func TestTypeParametersOfWhatIsAround(t *testing.T) {
	f := toyFile("a.toy", "m", "Box", "")
	f.Definitions[1].TypeParams = []string{"T", "U"}
	f.Definitions = append(f.Definitions, parse.Definition{Kind: graph.KindMethod, Name: "get",
		Symbol: "Box.get", Parent: 1, TypeParams: []string{"U"}})
	b := resolveToys(t, f).Files[0]
	for _, c := range []struct {
		name  string
		owner resolve.DefID
		param int
	}{{"T", 1, 0}, {"U", 2, 0}} { // the method's own U hides that of the type
		got, ok := b.TypeParam(c.name, 2)
		if !ok || got.Owner != c.owner || got.Param != c.param {
			t.Errorf("%s is %+v, %v", c.name, got, ok)
		}
	}
	if _, ok := b.TypeParam("V", 2); ok {
		t.Error("a parameter that nothing declares is found")
	}
	if got := b.TypeOf(parse.TypeRef{}, 1, 0); got.Known() {
		t.Errorf("a type that is not written is %+v", got)
	}
}
