package classfile

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/testkit/jartest"
)

// box is the class file of
//
//	package p; class Out { public static abstract class Box<T> implements I { public T[] all; protected abstract int get(String... names); } }
const box = `
class p/Out$Box public abstract extends java/lang/Object implements p/I sig <T:Ljava/lang/Object;>Ljava/lang/Object;Lp/I;
public all [Ljava/lang/Object; [TT;
protected abstract varargs get ([Ljava/lang/String;)I
public synthetic bridge ()V
inner p/Out$Box p/Out Box public static abstract
`

// classFile returns the only class in a text.
func classFile(t *testing.T, text string) []byte {
	t.Helper()
	classes, err := jartest.Classes(text)
	if err != nil || len(classes) != 1 {
		t.Fatalf("%d classes, error %v", len(classes), err)
	}
	return classes[0].Data
}

func TestClassFile(t *testing.T) {
	c, err := Parse(classFile(t, box))
	if err != nil {
		t.Fatal(err)
	}
	outer, iface := &Class{Name: "p/Out", Flags: accPublic}, &Class{Name: "p/I"}
	set := NewSet()
	for _, c := range []*Class{c, outer, iface} {
		set.Add(c)
	}
	types := set.Types(func(class string, err error) { t.Errorf("%s: %v", class, err) })
	if len(types) != 3 || types[0].Name != "p.I" || types[0].Visible != external.Internal {
		t.Fatalf("%d types, the first of them is %+v", len(types), types[0])
	}
	got := types[2]
	object := external.TypeRef{Form: external.Named, Name: "java.lang.Object"}
	text := external.TypeRef{Form: external.Named, Name: "java.lang.String"}
	want := &external.Type{
		Name: "p.Out.Box", Namespace: "p", Kind: external.Class,
		Flags:      external.Static | external.Abstract,
		TypeParams: []external.TypeParam{{Name: "T"}},
		Bases:      []external.TypeRef{object, {Form: external.Named, Name: "p.I"}},
		Members: []external.Member{
			{Name: "all", Kind: external.Field,
				Type: arrayOf(external.TypeRef{Form: external.TypeVar, Name: "T"})},
			{
				Name: "get", Kind: external.Method, Visible: external.Protected,
				Flags:  external.Abstract,
				Params: []external.Param{{Type: arrayOf(text), Variadic: true}},
				Type:   external.TypeRef{Form: external.Named, Name: "int"},
			},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func arrayOf(t external.TypeRef) external.TypeRef {
	return external.TypeRef{Form: external.Array, Name: "[]", Args: []external.TypeRef{t}}
}

// TestDamagedClassFile truncates a class file at each byte, and changes each: the
// result is an error or another class, never a panic.
func TestDamagedClassFile(t *testing.T) {
	whole := classFile(t, box)
	for i := range whole {
		if _, err := Parse(whole[:i]); err == nil {
			t.Errorf("no error for the first %d of %d bytes", i, len(whole))
		}
		changed := bytes.Clone(whole)
		changed[i] ^= 0x55
		if c, err := Parse(changed); err == nil {
			set := NewSet()
			set.Add(c)
			set.Types(func(string, error) {})
		}
	}
	if _, err := Parse([]byte("not a class file, but text of some length")); err == nil {
		t.Error("no error for a text")
	}
}

func TestAccessible(t *testing.T) {
	row := func(class, outer string, flags uint16) InnerClass {
		return InnerClass{Class: class, Outer: outer,
			Name: class[strings.LastIndexByte(class, '$')+1:], Flags: flags}
	}
	r := &Set{
		classes: map[string]*Class{
			"p/A": {Flags: accPublic, Super: "p/Hidden"}, "p/A$In": {}, "p/A$Own": {}, "p/A$1": {},
			"p/Hidden": {Super: "p/Deep"}, "p/Deep": {}, "p/Hidden$In": {}, "p/Unused": {},
		},
		inner: map[string]InnerClass{
			"p/A$In":      row("p/A$In", "p/A", accProtected),
			"p/A$Own":     row("p/A$Own", "p/A", accPrivate),
			"p/A$1":       row("p/A$1", "", 0),
			"p/Hidden$In": row("p/Hidden$In", "p/Hidden", accPublic),
		},
	}
	r.keep()
	want := map[string]bool{"p/A": true, "p/A$In": true, "p/Hidden": false, "p/Deep": false}
	if !reflect.DeepEqual(r.kept, want) {
		t.Errorf("kept %v, want %v", r.kept, want)
	}
}
