package external_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
	"seedgraph/testkit/longtest"
)

// short formats a member, shortening the names of types to their last part.
func short(m *external.Member) string {
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
	p := external.Open("dotnet")
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

// TestNamesAreDeclared walks the whole .NET table: each named type is declared and
// has as many arguments as parameters, and each type variable is a type parameter in
// scope.
func TestNamesAreDeclared(t *testing.T) {
	longtest.NotRaced(t)
	p := external.Open("dotnet")
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
	p                 *external.Platform
	at                string
	types, own        []external.TypeParam
	refsSeen, unknown int
}

func (w *walker) member(m *external.Member) {
	w.own = m.TypeParams
	w.typeParams(m.TypeParams)
	for i := range m.Params {
		w.ref(&m.Params[i].Type)
	}
	if m.Kind != external.Constructor {
		w.ref(&m.Type)
	}
	w.own = nil
}

func (w *walker) typeParams(all []external.TypeParam) {
	for i := range all {
		w.refs(all[i].Bounds)
	}
}

func (w *walker) refs(all []external.TypeRef) {
	for i := range all {
		w.ref(&all[i])
	}
}

func (w *walker) ref(r *external.TypeRef) {
	w.refsSeen++
	named := func(p external.TypeParam) bool { return p.Name == r.Name }
	switch r.Form {
	case external.Unknown:
		w.unknown++
	case external.TypeVar:
		if !slices.ContainsFunc(w.types, named) && !slices.ContainsFunc(w.own, named) {
			w.t.Errorf("%s: no type parameter %s", w.at, r.Name)
		}
	case external.Named:
		if typ := w.p.Type(r.Name); typ == nil {
			w.t.Errorf("%s: no type %s", w.at, r.Name)
		} else if len(typ.TypeParams) != len(r.Args) {
			w.t.Errorf("%s: %s has %d arguments, %d parameters", w.at, r.Name, len(r.Args),
				len(typ.TypeParams))
		}
	}
	w.refs(r.Args)
}

// TestVarianceIsLegal checks that a type parameter declared out or in is used only
// where C# allows it (18.2.3.2), which finds mistakes in hand-written declarations.
func TestVarianceIsLegal(t *testing.T) {
	p := external.Open("dotnet")
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

const anyVariance = external.Covariant | external.Contravariant

// A varianceTest collects the illegal uses of type parameters.
type varianceTest struct {
	p     *external.Platform
	typ   *external.Type
	wrong []string
}

func (v *varianceTest) declares() bool {
	return slices.ContainsFunc(v.typ.TypeParams, func(p external.TypeParam) bool {
		return p.Rules&anyVariance != 0
	})
}

func (v *varianceTest) check() {
	if v.typ.Kind != external.Interface && v.typ.Kind != external.Delegate {
		v.wrong = append(v.wrong, "only interfaces and delegates have variance")
	}
	for i := range v.typ.Bases {
		v.use(&v.typ.Bases[i], external.Covariant)
	}
	for i := range v.typ.Members {
		v.member(&v.typ.Members[i])
	}
}

func (v *varianceTest) member(m *external.Member) {
	if m.Flags&external.Static != 0 {
		return
	}
	result := external.Covariant
	if m.Kind == external.Property && m.Flags&external.ReadOnly == 0 {
		result = 0 // it is settable
	}
	v.use(&m.Type, result)
	for i := range m.Params {
		want := external.Contravariant
		if m.Params[i].Mode == external.ByRef || m.Params[i].Mode == external.Out {
			want = 0
		}
		v.use(&m.Params[i].Type, want)
	}
}

// use records the parameters in t that are illegal in a position with variance want;
// 0 allows none with variance.
func (v *varianceTest) use(t *external.TypeRef, want external.Rules) {
	switch t.Form {
	case external.TypeVar:
		for _, p := range v.typ.TypeParams {
			if has := p.Rules & anyVariance; p.Name == t.Name && has != 0 && has != want {
				v.wrong = append(v.wrong, p.Name+" is "+strings.Join(p.Rules.Words(), " "))
			}
		}
	case external.Array:
		v.use(&t.Args[0], want)
	case external.Named:
		named := v.p.Type(t.Name)
		for i := range t.Args {
			inner := external.Rules(0)
			switch has := named.TypeParams[i].Rules & anyVariance; {
			case has == external.Covariant:
				inner = want
			case has == external.Contravariant && want != 0:
				inner = want ^ anyVariance
			}
			v.use(&t.Args[i], inner)
		}
	}
}
