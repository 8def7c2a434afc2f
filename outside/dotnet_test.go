package outside_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"seedgraph/internal/longtest"
	"seedgraph/outside"
	"seedgraph/outside/gen/notation"
)

// short writes a member with the names of types cut down to their last part.
func short(m *outside.Member) string {
	text := notation.Member(m)
	var b strings.Builder
	for len(text) > 0 {
		n := 0
		for n < len(text) && (text[n] == '.' || text[n] == '_' || isLetter(text[n])) {
			n++
		}
		name := text[:n]
		if !strings.HasPrefix(name, ".") { // of a nested type
			name = name[strings.LastIndexByte(name, '.')+1:]
		}
		b.WriteString(name)
		if n < len(text) {
			b.WriteByte(text[n])
			n++
		}
		text = text[n:]
	}
	return b.String()
}

func isLetter(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// TestWellKnownMembers compares the overloads in testdata/dotnet.txt with the
// table.
func TestWellKnownMembers(t *testing.T) {
	page, err := os.ReadFile("testdata/dotnet.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := outside.Open("dotnet")
	n := 0
	tests := strings.Split(string(page), "\n")
	for len(tests) > 0 {
		head := tests[0]
		tests = tests[1:]
		name, member, ok := strings.Cut(head, " ")
		if !ok || strings.HasPrefix(head, "#") {
			continue
		}
		var want []string
		for len(tests) > 0 && strings.HasPrefix(tests[0], "    ") {
			want = append(want, tests[0][4:])
			tests = tests[1:]
		}
		n++
		typ := p.Type(name)
		if typ == nil {
			t.Errorf("no type %s", name)
			continue
		}
		var got []string
		for _, m := range typ.Member(member) {
			got = append(got, short(&m))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n got %q\nwant %q", head, got, want)
		}
	}
	if n < 30 {
		t.Errorf("%d members were compared", n)
	}
}

// TestNamesAreDeclared walks the whole table of .NET: each type that is named is
// declared and has as many arguments as parameters, and each type variable is a
// parameter around it.
func TestNamesAreDeclared(t *testing.T) {
	longtest.NotRaced(t)
	p := outside.Open("dotnet")
	w := walker{t: t, p: p}
	for _, space := range p.Namespaces() {
		n := p.Namespace(space)
		for _, local := range n.TypeNames() {
			typ := n.Type(local)
			w.at, w.types = typ.Name, typ.TypeParams
			w.typeParams(typ.TypeParams)
			w.refs(typ.Bases)
			for i := range typ.Members {
				w.member(&typ.Members[i])
			}
		}
	}
	if w.refsSeen < 200_000 {
		t.Errorf("%d types were named; is the table there?", w.refsSeen)
	}
	t.Logf("%d names of types, %d unknown", w.refsSeen, w.unknown)
	if w.unknown > w.refsSeen/100 {
		t.Errorf("%d of %d types are unknown", w.unknown, w.refsSeen)
	}
}

type walker struct {
	t                 *testing.T
	p                 *outside.Platform
	at                string
	types, own        []outside.TypeParam
	refsSeen, unknown int
}

func (w *walker) member(m *outside.Member) {
	w.own = m.TypeParams
	w.typeParams(m.TypeParams)
	for i := range m.Params {
		w.ref(&m.Params[i].Type)
	}
	if m.Kind != outside.Constructor {
		w.ref(&m.Type)
	}
	w.own = nil
}

func (w *walker) typeParams(all []outside.TypeParam) {
	for i := range all {
		w.refs(all[i].Bounds)
	}
}

func (w *walker) refs(all []outside.TypeRef) {
	for i := range all {
		w.ref(&all[i])
	}
}

func (w *walker) ref(r *outside.TypeRef) {
	w.refsSeen++
	named := func(p outside.TypeParam) bool { return p.Name == r.Name }
	switch r.Form {
	case outside.Unknown:
		w.unknown++
	case outside.TypeVar:
		if !slices.ContainsFunc(w.types, named) && !slices.ContainsFunc(w.own, named) {
			w.t.Errorf("%s: no type parameter %s", w.at, r.Name)
		}
	case outside.Named:
		if typ := w.p.Type(r.Name); typ == nil {
			w.t.Errorf("%s: no type %s", w.at, r.Name)
		} else if len(typ.TypeParams) != len(r.Args) {
			w.t.Errorf("%s: %s has %d arguments, %d parameters", w.at, r.Name, len(r.Args),
				len(typ.TypeParams))
		}
	}
	w.refs(r.Args)
}

// TestVarianceIsLegal makes sure that a type parameter that is declared out or in
// is used only where C# lets it be (18.2.3.2): what is wrong by hand shows here.
func TestVarianceIsLegal(t *testing.T) {
	p := outside.Open("dotnet")
	declared := 0
	for _, space := range p.Namespaces() {
		n := p.Namespace(space)
		for _, local := range n.TypeNames() {
			v := varianceTest{p: p, typ: n.Type(local)}
			if !v.declares() {
				continue
			}
			declared++
			v.check()
			for _, use := range v.wrong {
				t.Errorf("%s: %s", v.typ.Name, use)
			}
		}
	}
	if declared < 60 {
		t.Errorf("%d types declare variance", declared)
	}
}

const anyVariance = outside.Covariant | outside.Contravariant

// A varianceTest collects the uses of type parameters that are not legal.
type varianceTest struct {
	p     *outside.Platform
	typ   *outside.Type
	wrong []string
}

func (v *varianceTest) declares() bool {
	return slices.ContainsFunc(v.typ.TypeParams, func(p outside.TypeParam) bool {
		return p.Rules&anyVariance != 0
	})
}

func (v *varianceTest) check() {
	if v.typ.Kind != outside.Interface && v.typ.Kind != outside.Delegate {
		v.wrong = append(v.wrong, "only interfaces and delegates have variance")
	}
	for i := range v.typ.Bases {
		v.use(&v.typ.Bases[i], outside.Covariant)
	}
	for i := range v.typ.Members {
		v.member(&v.typ.Members[i])
	}
}

func (v *varianceTest) member(m *outside.Member) {
	if m.Flags&outside.Static != 0 {
		return
	}
	result := outside.Covariant
	if m.Kind == outside.Property && m.Flags&outside.ReadOnly == 0 {
		result = 0 // it can be set
	}
	v.use(&m.Type, result)
	for i := range m.Params {
		want := outside.Contravariant
		if m.Params[i].Mode == outside.ByRef || m.Params[i].Mode == outside.Out {
			want = 0
		}
		v.use(&m.Params[i].Type, want)
	}
}

// use notes the parameters in t that may not be where their variance has to be
// want; 0 allows none that has any.
func (v *varianceTest) use(t *outside.TypeRef, want outside.Rules) {
	switch t.Form {
	case outside.TypeVar:
		for _, p := range v.typ.TypeParams {
			if has := p.Rules & anyVariance; p.Name == t.Name && has != 0 && has != want {
				v.wrong = append(v.wrong, p.Name+" is "+strings.Join(p.Rules.Words(), " "))
			}
		}
	case outside.Array:
		v.use(&t.Args[0], want)
	case outside.Named:
		named := v.p.Type(t.Name)
		for i := range t.Args {
			inner := outside.Rules(0)
			switch has := named.TypeParams[i].Rules & anyVariance; {
			case has == outside.Covariant:
				inner = want
			case has == outside.Contravariant && want != 0:
				inner = want ^ anyVariance
			}
			v.use(&t.Args[i], inner)
		}
	}
}
