package external

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"seedgraph/testkit/longtest"
)

// maker generates random declarations.
type maker struct{ *rand.Rand }

func (m maker) word() string {
	words := []string{"Add", "Count", "T", "TKey", "System.String", "value", "System.Object",
		"IEnumerable<>"}
	return words[m.IntN(len(words))]
}

func many[T any](m maker, n int, one func() T) []T {
	var all []T
	for range m.IntN(n) {
		all = append(all, one())
	}
	return all
}

func (m maker) ref(depth int) TypeRef {
	t := TypeRef{Form: Form(m.IntN(int(Computed) + 1)), Null: m.IntN(2) == 0}
	if t.Form.hasName() {
		t.Name = m.word()
	}
	if depth > 0 {
		t.Args = many(m, 3, func() TypeRef { return m.ref(depth - 1) })
		t.Members = many(m, 2, func() Member { return m.member(depth - 1) })
	}
	return t
}

// known returns a type that is not unknown, for members that require one.
func (m maker) known(depth int) TypeRef {
	for {
		if t := m.ref(depth); !t.IsZero() {
			return t
		}
	}
}

func (m maker) typeParam() TypeParam {
	return TypeParam{m.word(), Rules(m.IntN(256)), many(m, 3, func() TypeRef { return m.ref(1) }),
		m.ref(1)}
}

func (m maker) member(depth int) Member {
	one := Member{
		Name: m.word(), Kind: MemberKind(1 + m.IntN(int(Embedded))), Visible: Visibility(m.IntN(3)),
		Flags: Flags(m.IntN(1 << len(flags))), TypeParams: many(m, 2, m.typeParam),
		Params: many(m, 3, func() Param {
			return Param{m.word(), m.ref(depth), Mode(m.IntN(len(modes))), m.IntN(2) == 0,
				m.IntN(2) == 0}
		}),
	}
	if m.IntN(2) == 0 {
		one.Type = m.known(depth)
	}
	if m.IntN(4) == 0 {
		one.Of = m.known(1)
	}
	return one
}

func (m maker) typ(name string) *Type {
	return &Type{
		Name: name, Kind: TypeKind(1 + m.IntN(int(Module))), Visible: Visibility(m.IntN(3)),
		Flags: Flags(m.IntN(1 << len(flags))), TypeParams: many(m, 3, m.typeParam),
		Bases: many(m, 3, func() TypeRef { return m.ref(2) }), Target: m.ref(2),
		Members: many(m, 30, func() Member { return m.member(1) }),
	}
}

// declared generates a platform of namespaces with types A0, A1 …
func (m maker) declared() []Declared {
	names := []string{"", "A", "A.B", "net/http", "node:fs", "A.B.C"}
	var all []Declared
	for _, name := range names {
		d := Declared{Name: name, Short: m.word(), Partial: m.IntN(2) == 0,
			Members: many(m, 40, func() Member { return m.member(2) })}
		for i := range m.IntN(30) {
			full := fmt.Sprintf("T%02d%s", i, []string{"", "<>", "<,>.Inner"}[m.IntN(3)])
			if name != "" {
				full = name + "." + full
			}
			t := m.typ(full)
			t.Namespace = name
			d.Types = append(d.Types, t)
		}
		for i := range m.IntN(5) {
			d.Exports = append(d.Exports, Export{fmt.Sprint("e", i), "A.B.T01"})
		}
		if m.IntN(2) == 0 {
			d.Star = []string{"a", "b"}[:m.IntN(3)]
		}
		m.Shuffle(len(d.Types), func(i, j int) { d.Types[i], d.Types[j] = d.Types[j], d.Types[i] })
		all = append(all, d)
	}
	return all
}

// encode encodes random declarations of m, and returns both.
func encode(t testing.TB, all []Declared) *Platform {
	t.Helper()
	data, err := Encode(all)
	if err != nil {
		t.Fatal(err)
	}
	return New("test", string(data))
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	longtest.NotRaced(t)
	for seed := range uint64(2) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		all := m.declared()
		checkEqual(t, encode(t, all), all)
	}
}

// checkEqual compares every declaration of all with that of p.
func checkEqual(t *testing.T, p *Platform, all []Declared) {
	t.Helper()
	var names []string
	for _, d := range all {
		names = append(names, d.Name)
		n := p.Namespace(d.Name)
		var locals []string
		for _, want := range d.Types {
			if got := p.Type(want.Name); !reflect.DeepEqual(got, want) {
				t.Fatalf("Type(%q)\n got %+v\nwant %+v", want.Name, got, want)
			}
			if got := n.Type(want.LocalName()); got != p.Type(want.Name) {
				t.Errorf("%s is decoded twice", want.Name)
			}
			locals = append(locals, want.LocalName())
		}
		if got := n.TypeNames(); !slices.Equal(got, sorted(locals)) {
			t.Errorf("TypeNames of %q: got %v, want %v", d.Name, got, locals)
		}
		var got []Member
		for _, name := range n.MemberNames() {
			got = append(got, n.Member(name)...)
		}
		if len(got)+len(d.Members) > 0 && !reflect.DeepEqual(got, d.Members) {
			t.Errorf("members of %q: got %v, want %v", d.Name, got, d.Members)
		}
		if got := n.Short(); got != d.Short {
			t.Errorf("Short of %q: got %s, want %s", d.Name, got, d.Short)
		}
		if got := n.Partial(); got != d.Partial {
			t.Errorf("Partial of %q: got %v, want %v", d.Name, got, d.Partial)
		}
		if got := n.Exports(); !slices.Equal(got, d.Exports) {
			t.Errorf("exports of %q: got %v, want %v", d.Name, got, d.Exports)
		}
		if got, ok := n.Star(); ok != (d.Star != nil) || !slices.Equal(got, d.Star) {
			t.Errorf("star of %q: got %v %v, want %v", d.Name, got, ok, d.Star)
		}
	}
	if got := p.Namespaces(); !slices.Equal(got, sorted(names)) {
		t.Errorf("Namespaces: got %v, want %v", got, names)
	}
}

func TestEncodeIsDeterministic(t *testing.T) {
	longtest.NotRaced(t)
	var all [2]string
	for i := range all {
		data, err := Encode(maker{rand.New(rand.NewPCG(7, 7))}.declared())
		if err != nil {
			t.Fatal(err)
		}
		all[i] = string(data)
	}
	if all[0] != all[1] {
		t.Error("the same declarations give different bytes")
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, all := range map[string][]Declared{
		"namespace \"A\" is there twice": {{Name: "A"}, {Name: "A"}},
		"type A.T is there twice": {{Name: "A",
			Types: []*Type{{Name: "A.T"}, {Name: "A.T"}}}},
		"type B.T is not of namespace A": {{Name: "A", Types: []*Type{{Name: "B.T"}}}},
	} {
		if _, err := Encode(all); err == nil || err.Error() != name {
			t.Errorf("got error %v, want %s", err, name)
		}
	}
}

// small returns a platform for the tests below.
func small(t *testing.T) *Platform {
	ext := func(name string) Member {
		return Member{Name: name, Kind: Method,
			Flags: Static | Extension}
	}
	return encode(t, []Declared{
		{Name: "A.B", Types: []*Type{
			{Name: "A.B.List<>", Kind: Class, TypeParams: []TypeParam{{Name: "T"}},
				Members: []Member{
					{Name: "Add", Kind: Method, Params: []Param{{Name: "a"}}},
					{Name: ConstructorName, Kind: Constructor},
					{Name: "Add", Kind: Method, Params: []Param{{Name: "a"}, {Name: "b"}}},
				}},
			{Name: "A.B.List", Kind: Class},
			{Name: "A.B.List<>.Enumerator", Kind: Struct},
			{Name: "A.B.Lists", Kind: Class,
				Members: []Member{ext("Sum"), {Name: "Sum", Kind: Method}, ext("Sum"), ext("Max")}},
		}},
		{Name: "A.B.C", Types: []*Type{
			{Name: "A.B.C.More", Kind: Class, Members: []Member{ext("Sum")}},
			{Name: "A.B.C.Predicate", Kind: Delegate,
				Members: []Member{{Name: "Invoke", Kind: Method}}},
			{Name: "A.B.C.Run", Kind: Interface, Members: []Member{
				{Name: "run", Kind: Method, Flags: Abstract},
				{Name: "then", Kind: Method, Flags: Virtual},
				{Name: "of", Kind: Method, Flags: Abstract | Static},
			}},
			{Name: "A.B.C.Two", Kind: Interface, Members: []Member{
				{Name: "a", Kind: Method, Flags: Abstract},
				{Name: "b", Kind: Method, Flags: Abstract},
			}},
		}, Members: []Member{{Name: "Print", Kind: Function}},
			Exports: []Export{{"Again", "A.B.List"}}},
	})
}

func TestLookups(t *testing.T) {
	p := small(t)
	if got := len(p.Type("A.B.List<>").Member("Add")); got != 2 {
		t.Errorf("got %d overloads of Add, want 2", got)
	}
	if got := p.Type("A.B.List<>").Member("Add")[1].Params; len(got) != 2 {
		t.Errorf("overloads lost their order: the second one has parameters %v", got)
	}
	for _, name := range []string{"A.B", "A.B.Missing", "List", "", "A.B.List<,>", "A.B.C.Print"} {
		if got := p.Type(name); got != nil {
			t.Errorf("Type(%q) = %s, want none", name, got.Name)
		}
	}
	var got []string
	for _, typ := range p.Namespace("A.B").Types("List") {
		got = append(got, typ.Name)
	}
	if want := []string{"A.B.List", "A.B.List<>"}; !slices.Equal(got, want) {
		t.Errorf("Types(List) = %v, want %v", got, want)
	}
	for name, want := range map[string]bool{"A": true, "A.B": true, "A.B.C": true,
		"A.B.List": false, "B": false, "": false} {
		if got := p.HasNamespace(name); got != want {
			t.Errorf("HasNamespace(%q) = %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]bool{"Print": true, "More": true, "Again": true,
		"Mor": false, "List": false} {
		if got := p.Namespace("A.B.C").Has(name); got != want {
			t.Errorf("Has(%q) = %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]bool{"List": true, "Lists": true, "List<>": false,
		"Enumerator": false, "List<>.Enumerator": false} {
		if got := p.Namespace("A.B").Has(name); got != want {
			t.Errorf("Has(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestExtensions(t *testing.T) {
	p := small(t)
	show := func(all []ExtensionMethod) string {
		var names []string
		for _, e := range all {
			names = append(names, e.Type.LocalName()+"."+e.Method.Name)
		}
		return strings.Join(names, " ")
	}
	for _, test := range []struct{ got, want string }{
		{show(p.Extensions("Sum")), "Lists.Sum Lists.Sum More.Sum"},
		{show(p.Extensions("Max")), "Lists.Max"},
		{show(p.Extensions("Add")), ""},
		{show(p.Namespace("A.B").Extensions("Sum")), "Lists.Sum Lists.Sum"},
		{show(p.Namespace("A.B.C").Extensions("Max")), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}

func TestSignature(t *testing.T) {
	p := small(t)
	for name, want := range map[string]string{"Predicate": "Invoke", "Run": "run", "Two": "",
		"More": ""} {
		got := ""
		if m := p.Type("A.B.C." + name).Signature(); m != nil {
			got = m.Name
		}
		if got != want {
			t.Errorf("signature of %s: got %q, want %q", name, got, want)
		}
	}
}

// TestSeveralTables queries a platform whose second table adds to a namespace of the
// first.
func TestSeveralTables(t *testing.T) {
	var tables []string
	for _, name := range []string{"A.One", "A.Two", "A.One"} {
		kind := Class
		if len(tables) == 2 {
			kind = Struct
		}
		data, err := Encode([]Declared{{Name: "A", Types: []*Type{{Name: name, Kind: kind}}}})
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, string(data))
	}
	p := New("test", append(tables, "")...)
	if got := p.Namespace("A").TypeNames(); !slices.Equal(got, []string{"One", "Two"}) {
		t.Errorf("TypeNames = %v", got)
	}
	if p.Type("A.Two") == nil || p.Type("A.One").Kind != Class {
		t.Error("the first table that has a type does not answer")
	}
}

// TestConcurrentUse runs all queries from many goroutines, for the race detector.
func TestConcurrentUse(t *testing.T) {
	all := maker{rand.New(rand.NewPCG(3, 3))}.declared()
	p := encode(t, all)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, d := range all {
				for _, typ := range d.Types {
					if p.Type(typ.Name) == nil {
						t.Errorf("%s is gone", typ.Name)
					}
				}
				for _, m := range d.Members {
					p.Namespace(d.Name).Member(m.Name)
					p.Extensions(m.Name)
				}
			}
		})
	}
	group.Wait()
}

func TestNoPlatform(t *testing.T) {
	var p *Platform
	if p.Type("A.B") != nil || p.Namespace("") != nil || p.HasNamespace("A") ||
		p.Namespaces() != nil || p.Extensions("x") != nil {
		t.Error("an unknown platform declares something")
	}
	if Open("cobol") != nil {
		t.Error("Open invents a platform")
	}
	for _, name := range []string{"dotnet", "jdk", "go", "typescript", "python"} {
		if Open(name) == nil {
			t.Errorf("no platform %s", name)
		}
	}
}

// TestDamage checks that a damaged table is detected.
func TestDamage(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); !strings.Contains(got, "outside: table of test") {
			t.Errorf("got %q", got)
		}
	}()
	New("test", "SGOUT999").Namespace("A")
}

func TestGeneric(t *testing.T) {
	for arity, want := range []string{"A.F", "A.F<>", "A.F<,>", "A.F<,,>"} {
		if got := Generic("A.F", arity); got != want {
			t.Errorf("Generic(A.F, %d) = %s, want %s", arity, got, want)
		}
	}
}
