package resolve_test

import (
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// parted is a language with partial types, which resolves the types that definitions name
// in the module of the file.
type parted struct{ toy }

func (parted) Merges(d *resolve.Def) bool { return d.Partial }

func (parted) ResolveType(b *resolve.Binder, ref parse.TypeRef, _ resolve.DefID,
	_ uint32) resolve.Type {
	for _, id := range b.Table.Top("toy", b.File.Module, ref.Name) {
		return resolve.Type{Def: b.Table.Canon[id], Owner: resolve.None}
	}
	return resolve.Unknown
}

func resolveParts(t *testing.T, generated map[string]bool, files ...*parse.Facts) *resolve.Table {
	t.Helper()
	r, err := resolve.Resolve(t.Context(), files, resolve.Options{Generated: generated,
		Languages: resolve.NewSet(resolve.Language{Family: "toy", Names: []string{"toy"},
			Rules: func() resolve.Rules { return parted{} }})})
	if err != nil {
		t.Fatal(err)
	}
	return r.Table
}

// partOf returns a file with a part of the type Shop that has a member.
func partOf(path, member string, bases ...string) *parse.Facts {
	f := toyFile(path, "m", "Shop", "")
	f.Definitions[1].Partial = true
	for _, b := range bases {
		f.Definitions[1].Bases = append(f.Definitions[1].Bases, parse.TypeRef{Name: b})
	}
	f.Definitions = append(f.Definitions, parse.Definition{Kind: graph.KindMethod, Name: member,
		Symbol: "Shop." + member, Parent: 1})
	return f
}

func TestPartsOfAType(t *testing.T) {
	ix := resolveParts(t, nil, partOf("a.toy", "open", "Base"), partOf("b.toy", "close", "Other"),
		toyFile("c.toy", "m", "Base Other", ""))
	first, second := ix.Files[0].ID(1), ix.Files[1].ID(1)
	if ix.Canon[second] != first || ix.Canon[first] != first {
		t.Fatalf("canonical declarations %v", ix.Canon)
	}
	for _, owner := range []resolve.DefID{first, second} {
		for _, member := range []string{"open", "close"} {
			if n := len(ix.Own(owner, member)); n != 1 {
				t.Errorf("%d members %s of %d", n, member, owner)
			}
		}
	}
	var bases []string
	for _, b := range ix.Bases[first] {
		bases = append(bases, ix.Def(b.Def).Name)
	}
	if !slices.Equal(bases, []string{"Base", "Other"}) || ix.Bases[second] != nil {
		t.Errorf("bases %v, and %v of the second part", bases, ix.Bases[second])
	}
	if got := ix.EnclosingType(ix.Files[1].ID(2)); got != first {
		t.Errorf("the type around a member of the second part is %d", got)
	}
	if got := ix.EnclosingTypeOf(ix.Files[1].ID(2)); got != second {
		t.Errorf("the declaration around it is %d", got)
	}
}

func TestWrittenPartStandsForGeneratedOnes(t *testing.T) {
	generated := map[string]bool{"a.toy": true, "c.toy": true}
	ix := resolveParts(t, generated, partOf("a.toy", "a"), partOf("b.toy", "b"), partOf("c.toy", "c"))
	for i, f := range ix.Files {
		if c := ix.Canon[f.ID(1)]; c != ix.Files[1].ID(1) {
			t.Errorf("part %d is one of %d", i, c)
		}
	}
	ix = resolveParts(t, map[string]bool{"a.toy": true, "b.toy": true}, partOf("a.toy", "a"),
		partOf("b.toy", "b"))
	if c := ix.Canon[ix.Files[1].ID(1)]; c != ix.Files[0].ID(1) {
		t.Errorf("of generated parts alone %d stands for the other", c)
	}
}

func TestWholeTypesAreNotMerged(t *testing.T) {
	other := partOf("b.toy", "close")
	other.Definitions[1].Partial = false
	ix := resolveParts(t, nil, partOf("a.toy", "open"), other)
	if id := ix.Files[1].ID(1); ix.Canon[id] != id {
		t.Errorf("a type that is declared whole is a part of %d", ix.Canon[id])
	}
	apart := partOf("b.toy", "close")
	apart.Module = "n"
	ix = resolveParts(t, nil, partOf("a.toy", "open"), apart)
	if id := ix.Files[1].ID(1); ix.Canon[id] != id {
		t.Errorf("a type of another module is a part of %d", ix.Canon[id])
	}
}

func TestNamesOfModules(t *testing.T) {
	f := partOf("a.toy", "open")
	f.Definitions = append(f.Definitions, parse.Definition{Kind: graph.KindClass, Name: "Inner",
		Symbol: "Shop.Inner", Parent: 1, Module: "deep"}, parse.Definition{
		Kind: graph.KindMethod, Name: "extra", Symbol: "extra"})
	f.Definitions[len(f.Definitions)-1].SetReceiver(parse.TypeRef{Name: "Shop"})
	ix := resolveParts(t, nil, f, toyFile("b.toy", "m", "Shop f", ""))
	if got := ix.Top("toy", "m", "Shop"); len(got) != 2 {
		t.Errorf("declarations of Shop: %v", got)
	}
	for _, name := range []string{"open", "Inner", "extra"} {
		if got := ix.Top("toy", "m", name); got != nil {
			t.Errorf("%s is at the top of its module: %v", name, got)
		}
	}
	if got := ix.Top("toy", "nowhere", "Shop"); got != nil {
		t.Errorf("a module that there is not has %v", got)
	}
	if got := ix.Def(ix.Files[0].ID(3)).ModuleName; got != "deep" {
		t.Errorf("a definition with a module of its own is in %q", got)
	}
	if got := ix.Def(ix.Files[0].ID(2)).ModuleName; got != "m" {
		t.Errorf("a member is in the module %q", got)
	}
	if n := len(ix.Named("toy", "open")); n != 1 {
		t.Errorf("%d definitions of the name open", n)
	}
	// A method declared outside of its type belongs to it nevertheless.
	if got := ix.EnclosingType(ix.Files[0].ID(4)); got != ix.Files[0].ID(1) {
		t.Errorf("the type of a method by its receiver is %d", got)
	}
}

func TestListsOfTheTableAreNotSharedWithAppends(t *testing.T) {
	ix := resolveParts(t, nil, toyFile("a.toy", "m", "f f", ""))
	_ = append(ix.Top("toy", "m", "f"), 99)
	_ = append(ix.Own(0, "f"), 99)
	if got := ix.Top("toy", "m", "f"); slices.Contains(got[:cap(got)], 99) {
		t.Errorf("an append is seen by others: %v", got[:cap(got)])
	}
}

func TestFilter(t *testing.T) {
	ix := resolveParts(t, nil, toyFile("a.toy", "m", "f Shop g", ""))
	got := ix.Filter([]resolve.DefID{1, 2, 3}, resolve.IsType)
	if !slices.Equal(got, []resolve.DefID{2}) {
		t.Errorf("the types among them: %v", got)
	}
	if got := ix.Filter([]resolve.DefID{2}, resolve.IsMethod); got != nil {
		t.Errorf("a type is a method: %v", got)
	}
}

func TestKindsOfMembers(t *testing.T) {
	def := func(kind graph.NodeKind, modifiers ...string) *resolve.Def {
		return &resolve.Def{Definition: &parse.Definition{Kind: kind, Modifiers: modifiers}}
	}
	for _, c := range []struct {
		d                *resolve.Def
		method, virtual_ bool
	}{
		{def(graph.KindMethod), true, true},
		{def(graph.KindMethod, "public", "static"), true, false},
		{def(graph.KindMethod, "private"), true, false},
		{def(graph.KindFunction), true, false},
		{def(graph.KindConstructor), true, false},
		{def(graph.KindOperator), true, false},
		{def(graph.KindProperty), false, true},
		{def(graph.KindField), false, false},
	} {
		if resolve.IsMethod(c.d) != c.method || resolve.IsVirtual(c.d) != c.virtual_ {
			t.Errorf("%v %v: method %v, virtual %v", c.d.Kind, c.d.Modifiers, resolve.IsMethod(c.d),
				resolve.IsVirtual(c.d))
		}
	}
	if !resolve.HasModifier(def(graph.KindMethod, "final"), "final") ||
		resolve.HasModifier(def(graph.KindMethod, "finally"), "final") {
		t.Error("modifiers are compared as words")
	}
}

func TestWords(t *testing.T) {
	if got := resolve.WordSet("a  b\na"); len(got) != 2 || !got["a"] || !got["b"] {
		t.Errorf("words %v", got)
	}
	for name, want := range map[string]string{"a.b.C": "C", "C": "C", "": "", "a.": ""} {
		if got := resolve.LastName(name); got != want {
			t.Errorf("last of %q: %q", name, got)
		}
	}
}

func TestLinesOfOffsets(t *testing.T) {
	f := toyFile("a.toy", "m", "f", "")
	f.Text = "one\ntwo\n\nfour"
	file := resolveParts(t, nil, f).Files[0]
	for at, want := range map[uint32]uint32{0: 1, 3: 1, 4: 2, 7: 2, 8: 3, 9: 4, 12: 4, 13: 4} {
		if got := file.Line(at); got != want {
			t.Errorf("offset %d is on line %d, want %d", at, got, want)
		}
	}
}
