package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"testing"

	"seedgraph/external"
)

const small = `package small

type Number interface{ ~int | ~float64 }

type List[T any] struct {
	head *node[T]
	Size int
	base
	Hook func(n int, rest ...string) (bool, error)
	Any  struct{ X, Y int; base }
	Run  interface{ Go(); sealed() }
}

func (l *List[E]) Each(f func(E)) *List[E] { return l }
func (l List[_]) Len() int                 { return 0 }

type node[T any] struct{ Next *node[T]; value T }

func (n *node[T]) Value() T { return n.value }

type base struct{}

func (base) Close() error { return nil }

type unused struct{}

type Names = []string

type ByName map[string]<-chan Names

func Sum[N Number](all ...N) (total N) { return }
func First() *node[int]               { return nil }

var Table [4]byte

const Max = 1 << 10
`

// declared reads small.
func declared(t *testing.T) map[string]*external.Declared {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "small.go", small, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(types.Config).Check("x/small", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*external.Declared{}
	for _, d := range read([]*types.Package{p}) {
		out[d.Name] = &d
	}
	return out
}

func TestSmallPackage(t *testing.T) {
	got := map[string]bool{}
	for _, lines := range printed(declared(t)["x/small"]) {
		for _, line := range lines {
			got[line] = true
		}
	}
	want := []string{
		"Number embedded ~int | ~float64",
		"List.Size field int",
		"List.base embedded x/small.base",
		"List.Hook field func(int, ...string) (bool, error)",
		"List.Any field struct{X int; Y int; x/small.base}",
		"List.Run field interface{Go(); sealed()}",
		"List.Each *method func(func(T)) *x/small.List[T]",
		"List.Len method func() int",
		"Names alias []string",
		"ByName defined map[string]<-chan x/small.Names",
		"Sum func func(...N) N",
		"First func func() *x/small.node[int]",
		"Table var [4]byte",
		"Max const untyped int",
	}
	for _, line := range want {
		if !got[line] {
			t.Errorf("missing: %s", line)
		}
		delete(got, line)
	}
	for line := range got {
		t.Errorf("too much: %s", line)
	}
}

// TestHiddenTypes checks that types are present that are used, but not exported.
func TestHiddenTypes(t *testing.T) {
	spaces := declared(t)
	found := map[string]external.Visibility{}
	for _, typ := range spaces["x/small"].Types {
		found[typ.LocalName()] = typ.Visible
	}
	for name, want := range map[string]external.Visibility{
		"List": external.Public, "node": external.Internal, "base": external.Internal,
	} {
		if got, ok := found[name]; !ok || got != want {
			t.Errorf("%s is %v (found: %v), want %v", name, got, ok, want)
		}
	}
	if _, ok := found["unused"]; ok {
		t.Error("unused is in the table")
	}
	var universe []string
	for _, typ := range spaces[""].Types {
		universe = append(universe, typ.Name)
	}
	if len(universe) < 2 { // any, comparable, error
		t.Errorf("predeclared types: %v", universe)
	}
}

func TestTypeParameters(t *testing.T) {
	for _, m := range declared(t)["x/small"].Members {
		if m.Name != "Sum" {
			continue
		}
		bound := external.TypeRef{Form: external.Named, Name: "x/small.Number"}
		want := []external.TypeParam{{Name: "N", Bounds: []external.TypeRef{bound}}}
		if !reflect.DeepEqual(m.TypeParams, want) {
			t.Errorf("type parameters of Sum: %+v", m.TypeParams)
		}
		return
	}
	t.Error("no Sum")
}

func TestPackageNames(t *testing.T) {
	_, spaces := standard(t)
	for path, want := range map[string]string{"math/rand/v2": "rand", "math/rand": "", "fmt": ""} {
		if got := spaces[path].Short; got != want {
			t.Errorf("%s: short name %q, want %q", path, got, want)
		}
	}
}
