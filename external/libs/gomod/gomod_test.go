package gomod

import (
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/libs/disk"
	"seedgraph/testkit/treetest"
)

// declared returns the type of a function without parameters of a package, for tests: its
// name, "" if the package or the function is not there.
func declared(m *Modules, path, name string) string {
	d := m.Declare(path)
	if d == nil {
		return ""
	}
	for i := range d.Members {
		if d.Members[i].Name == name {
			return d.Members[i].Type.Name
		}
	}
	return ""
}

// TestWhere says which folder a package is read from.
func TestWhere(t *testing.T) {
	dir := treetest.Write(t, `
-- go.mod --
module example.org/tree
require (
	example.com/a v1.0.0
	example.com/a/nested v1.1.0
	example.com/Upper v1.0.0
	example.com/old v1.0.0
	example.com/local v1.0.0
	example.com/both v1.0.0 // indirect
	example.com/shared v1.9.0
)
replace example.com/old => example.com/fork v1.2.0
replace example.com/local v1.0.0 => ./forks/local
-- tool/go.mod --
module example.org/tree/tool
require example.com/shared v1.10.0
-- deep/er/go.mod --
module example.org/tree/deeper
require example.com/deeper v1.0.0
-- deep/er/still/go.mod --
module example.org/tree/still
require example.com/still v1.0.0
-- broken/go.mod --
module "
-- newer/go.mod --
module example.org/tree/newer
later
require example.com/newer v1.0.0
-- cache/example.com/newer@v1.0.0/n.go --
package newer
func F() error { return nil }
-- cache/example.com/a@v1.0.0/a.go --
package a
func F() int { return 0 }
-- cache/example.com/a@v1.0.0/nested/n.go --
package nested
func F() int { return 0 }
-- cache/example.com/a@v1.0.0/sub/sub.go --
package sub
func F() bool { return false }
-- cache/example.com/a/nested@v1.1.0/n.go --
package nested
func F() string { return "" }
-- cache/example.com/!upper@v1.0.0/u.go --
package upper
func F() byte { return 0 }
-- cache/example.com/old@v1.0.0/o.go --
package old
func F() int { return 0 }
-- cache/example.com/fork@v1.2.0/o.go --
package old
func F() uint { return 0 }
-- forks/local/l.go --
package local
func F() rune { return 0 }
-- cache/example.com/both@v1.0.0/b.go --
package both
func F() int { return 0 }
-- vendor/example.com/both/b.go --
package both
func F() float64 { return 0 }
-- cache/example.com/shared@v1.9.0/s.go --
package shared
func F() int8 { return 0 }
-- cache/example.com/shared@v1.10.0/s.go --
package shared
func F() int16 { return 0 }
-- cache/example.com/deeper@v1.0.0/d.go --
package deeper
func F() error { return nil }
-- cache/example.com/still@v1.0.0/d.go --
package still
func F() error { return nil }
-- cache/example.com/unused@v1.0.0/d.go --
package unused
func F() error { return nil }
`)
	log := disk.NewLog()
	m := Open(dir, filepath.Join(dir, "cache"), log)
	for path, want := range map[string]string{
		"example.com/a":          "int",
		"example.com/a/sub":      "bool",
		"example.com/a/nested":   "string", // the longest path, not the folder of the other
		"example.com/a/none":     "",
		"example.com/ab":         "",
		"example.com/Upper":      "byte",
		"example.com/old":        "uint",
		"example.com/local":      "rune",
		"example.com/both":       "float64",
		"example.com/shared":     "int16", // the higher version of two
		"example.com/deeper":     "error",
		"example.com/newer":      "error",
		"example.com/still":      "", // its go.mod is too deep
		"example.com/unused":     "", // in the cache, but nobody requires it
		"example.org/tree/thing": "",
		"fmt":                    "",
	} {
		if got := declared(m, path, "F"); got != want {
			t.Errorf("%s: F is a %q, want %q", path, got, want)
		}
	}
	if got := log.Failures(); len(got) != 1 || got[0].File != "broken/go.mod" {
		t.Errorf("failures %v, want broken/go.mod alone", got)
	}
	var read []string
	for _, line := range log.Packages() {
		read = append(read, strings.Join(strings.Fields(line)[:2], " "))
	}
	want := "go example.com/Upper@v1.0.0, go example.com/a@v1.0.0, " +
		"go example.com/a/nested@v1.1.0, go example.com/both@v1.0.0, " +
		"go example.com/deeper@v1.0.0, go example.com/local, go example.com/newer@v1.0.0, " +
		"go example.com/old@v1.2.0, " +
		"go example.com/shared@v1.10.0"
	if got := strings.Join(read, ", "); got != want {
		t.Errorf("packages\n%s, want\n%s", got, want)
	}
}

// TestEnvironment says where modules are looked for by default.
func TestEnvironment(t *testing.T) {
	dir := treetest.Write(t, `
-- tree/go.mod --
module m
require example.com/a v1.0.0
-- cache/example.com/a@v1.0.0/a.go --
package a
func F() int { return 0 }
`)
	t.Setenv("GOMODCACHE", filepath.Join(dir, "cache"))
	m := Open(filepath.Join(dir, "tree"), "", disk.NewLog())
	if got := declared(m, "example.com/a", "F"); got != "int" {
		t.Errorf("F is a %q, want int", got)
	}
	t.Setenv("GOMODCACHE", filepath.Join(dir, "none"))
	m = Open(filepath.Join(dir, "tree"), "", disk.NewLog())
	if got := declared(m, "example.com/a", "F"); got != "" {
		t.Errorf("F is a %q, though the cache is empty", got)
	}
}

// package1 is a package with declarations of all forms.
const package1 = `
-- go.mod --
module m
require example.com/p v1.0.0
require example.com/go-log v1.0.0
-- cache/example.com/go-log@v1.0.0/a_windows.go --
package windows
-- cache/example.com/go-log@v1.0.0/log.go --
package golog
-- cache/example.com/p@v1.0.0/p.go --
package other

import (
	"example.com/go-log"
	r2 "math/rand/v2"
	"math/rand"
	. "strings"
)

type S struct {
	A, B int
	c    string
	*golog.Logger
	rand.Rand
	inner
	G[string]
	F func(int, ...string) (n int, err error)
	D Builder
}
type inner struct{ X int }
type G[T any] struct{ V T }
type P[K comparable, V ~string | golog.Kind] map[K]V
type I interface {
	inner2
	Do(a, b int) error
	hidden()
}
type inner2 interface{ Undo() }
type Same = r2.Rand
type Kind int
type Copy S
type CopyCopy Copy
type Loop Loop2
type Loop2 Loop
type Ch <-chan [4]*S

func (g *G[U]) Get(u U) (U, bool) { return u, true }
func (S) Method()                 {}
func (Missing) Lost()             {}
func unexported() int             { return 0 }
func Many(x map[string][]I, f struct{ Y int }) (a, b Kind) { return 0, 0 }
func Generic[E any](e []E) E { return e[0] }

const (
	One Kind = iota
	Two
	Text = "a"
	Again
)

var (
	V1, V2 = &S{}, []Kind{}
	V3     = new(S)
	V4     = make(chan int)
	V5     = Kind(1)
	V6     = Generic([]int{})
	V7     = func() Kind { return 0 }
	V8     = (V3)
	v9     = 1
)
-- cache/example.com/p@v1.0.0/p_linux.go --
package other
type Kind int
func Linux() {}
-- cache/example.com/p@v1.0.0/p_darwin.go --
package other
func Darwin() {}
-- cache/example.com/p@v1.0.0/cgo.go --
package other
import "C"
func Cgo() {}
-- cache/example.com/p@v1.0.0/nocgo.go --
//go:build !cgo
package other
func NoCgo() {}
-- cache/example.com/p@v1.0.0/tag.go --
//go:build ignore
package main
func Ignored() {}
-- cache/example.com/p@v1.0.0/z_broken.go --
package other
func Before() {}
func Broken( {
`

// TestDeclarations compares what a package declares, in the notation of the tables.
func TestDeclarations(t *testing.T) {
	dir := treetest.Write(t, package1)
	log := disk.NewLog()
	m := Open(dir, filepath.Join(dir, "cache"), log)
	p := external.Open("go").With(m)
	n := p.Namespace("example.com/p")
	if n == nil || n.Short() != "other" {
		t.Fatalf("the package is %v, want one that is called other", n)
	}
	for name, want := range map[string]string{
		"Many": "Tuple(example.com/p.Kind example.com/p.Kind)", "Generic": "TypeVar:E",
		"One": "example.com/p.Kind", "Two": "example.com/p.Kind",
		"Text": "untyped string", "Again": "untyped string",
		"V1": "Pointer(example.com/p.S)", "V2": "Slice(example.com/p.Kind)",
		"V3": "Pointer(example.com/p.S)", "V4": "Chan(int)", "V5": "example.com/p.Kind",
		"V6": "?", "V7": "Func", "V8": "?", "Linux": "?", "Before": "?", "Cgo": "?",
	} {
		members := n.Member(name)
		if len(members) != 1 {
			t.Errorf("%s is there %d times", name, len(members))
		} else if got := text(&members[0].Type); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for _, name := range []string{"unexported", "v9", "Darwin", "NoCgo", "Ignored", "Lost"} {
		if len(n.Member(name)) > 0 {
			t.Errorf("%s is there", name)
		}
	}
	for name, want := range map[string]string{
		"S": "struct A B D F G Logger Method Rand inner", "inner": "struct X",
		"Copy":     "struct A B D F G Logger Rand inner",
		"CopyCopy": "struct A B D F G Logger Rand inner",
		"G":        "struct Get V", "I": "interface Do hidden", "Same": "alias",
		"Kind": "defined", "Ch": "defined", "P": "defined", "Loop": "defined",
	} {
		typ := n.Type(name)
		if typ == nil {
			t.Errorf("no type %s", name)
			continue
		}
		got := typ.Kind.String()
		for i := range typ.Members {
			got += " " + typ.Members[i].Name
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for what, ref := range map[string]*external.TypeRef{
		"Pointer(example.com/go-log.Logger)": &n.Type("S").Bases[0],
		"math/rand.Rand":                     &n.Type("S").Bases[1],
		"example.com/p.G(string)":            &n.Type("S").Bases[3],
		"?":                                  &n.Type("S").Member("D")[0].Type,
		"math/rand/v2.Rand":                  &n.Type("Same").Target,
		"Map(TypeVar:K TypeVar:V)":           &n.Type("P").Target,
		"Union(~(string) example.com/go-log.Kind)":   &n.Type("P").TypeParams[1].Bounds[0],
		"Chan:<-(Array:4(Pointer(example.com/p.S)))": &n.Type("Ch").Target,
		"Tuple(TypeVar:T bool)":                      &n.Type("G").Member("Get")[0].Type,
		"TypeVar:T":                                  &n.Type("G").Member("Get")[0].Params[0].Type,
		"Tuple(int error)":                           &n.Type("S").Member("F")[0].Type.Signature().Type,
	} {
		if got := text(ref); got != what {
			t.Errorf("%s, want %s", got, what)
		}
	}
	if p := n.Type("S").Member("F")[0].Type.Signature().Params; len(p) != 2 || !p[1].Variadic {
		t.Errorf("the parameters of S.F are %v", p)
	}
	if got := log.Failures(); len(got) != 1 || got[0].File != "example.com/p/z_broken.go" {
		t.Errorf("failures %v, want z_broken.go alone", got)
	}
}

// text writes a type: its form but for names, its name, its parts.
func text(ref *external.TypeRef) string {
	forms := map[external.Form]string{external.Unknown: "?", external.Tuple: "Tuple",
		external.TypeVar: "TypeVar", external.PointerTo: "Pointer", external.Slice: "Slice",
		external.Array: "Array", external.Map: "Map", external.Chan: "Chan", external.Func: "Func",
		external.Union: "Union"}
	s := forms[ref.Form]
	if s != "" && ref.Name != "" {
		s += ":"
	}
	s += ref.Name
	if len(ref.Args) == 0 {
		return s
	}
	parts := make([]string, len(ref.Args))
	for i := range ref.Args {
		parts[i] = text(&ref.Args[i])
	}
	return s + "(" + strings.Join(parts, " ") + ")"
}
