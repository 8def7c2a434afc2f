package classfile

import (
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
)

func dotted(binary string) string { return strings.NewReplacer("/", ".", "$", ".").Replace(binary) }

func TestTypeSignatures(t *testing.T) {
	for _, c := range []struct{ signature, want string }{
		{"V", "void"},
		{"[[J", "long[][]"},
		{"TE;", "E"},
		{"Ljava/lang/String;", "java.lang.String"},
		{"Ljava/util/Map$Entry<TK;TV;>;", "java.util.Map.Entry<K, V>"},
		{"Lp/Out<TT;>.In<Lp/A;>.Deep;", "p.Out.In.Deep<T, p.A>"},
		{"Ljava/util/List<*>;", "java.util.List<?>"},
		{"Ljava/util/List<+Ljava/util/List<-[TT;>;>;",
			"java.util.List<? extends java.util.List<? super T[]>>"},
	} {
		r := &sigReader{s: c.signature, name: dotted}
		typ := r.typ()
		if got := notation.Ref(&typ); got != c.want || r.err != nil || r.i != len(c.signature) {
			t.Errorf("%s: got %s (error %v), want %s", c.signature, got, r.err, c.want)
		}
	}
}

func TestTypeParameters(t *testing.T) {
	for _, c := range []struct{ signature, want string }{
		{"<T:Ljava/lang/Object;>", "<T>"},
		{"<T::Ljava/lang/Runnable;>", "<T: java.lang.Runnable>"},
		{"<A:Lp/A;U:TA;>", "<A: p.A, U: A>"},
		{"<T:Lp/A;:Lp/I<TT;>;:Lp/J;>", "<T: p.A & p.I<T> & p.J>"},
	} {
		r := &sigReader{s: c.signature, name: dotted}
		m := external.Member{Name: "m", Kind: external.Method, TypeParams: r.typeParams()}
		got := strings.TrimPrefix(notation.Member(&m), "method m")
		if got != c.want+"()" || r.err != nil {
			t.Errorf("%s: got %s (error %v), want %s", c.signature, got, r.err, c.want)
		}
	}
}

func TestBadSignatures(t *testing.T) {
	for _, s := range []string{"", "X", "L", "Lp/A", "Lp/A<", "Lp/A<TT;", "Lp/A<>", "[", "T", "TT",
		"Lp/A.;x"} {
		r := &sigReader{s: s, name: dotted}
		if r.typ(); r.err == nil && r.i == len(s) && s != "Lp/A<>" {
			t.Errorf("%q: no error", s)
		}
	}
	r := &sigReader{s: "(I", name: dotted}
	if r.params(true); r.err == nil {
		t.Error("no error for parameters without end")
	}
}
