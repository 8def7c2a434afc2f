package jdk

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"seedgraph/outside"
	"seedgraph/outside/gen/source"
)

// A classWriter writes a class file, for tests.
type classWriter struct {
	pool, body bytes.Buffer
	constants  uint16
}

func (w *classWriter) u2(b *bytes.Buffer, values ...uint16) {
	for _, v := range values {
		b.Write(binary.BigEndian.AppendUint16(nil, v))
	}
}

func (w *classWriter) utf8(s string) uint16 {
	w.pool.WriteByte(1)
	w.u2(&w.pool, uint16(len(s)))
	w.pool.WriteString(s)
	w.constants++
	return w.constants
}

func (w *classWriter) class(name string) uint16 {
	if name == "" {
		return 0
	}
	s := w.utf8(name)
	w.pool.WriteByte(7)
	w.u2(&w.pool, s)
	w.constants++
	return w.constants
}

// attribute adds an attribute of 16-bit values to the body.
func (w *classWriter) attribute(name string, values ...uint16) {
	w.u2(&w.body, w.utf8(name), 0, uint16(2*len(values)))
	w.u2(&w.body, values...)
}

func (w *classWriter) bytes() []byte {
	out := []byte{0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61}
	out = binary.BigEndian.AppendUint16(out, w.constants+1)
	return append(append(out, w.pool.Bytes()...), w.body.Bytes()...)
}

// box is the class file of
//
//	package p; class Out { public static abstract class Box<T> implements I { public T[] all; protected abstract int get(String... names); } }
func box() []byte {
	w := &classWriter{}
	w.pool.WriteByte(5) // a long takes two entries
	w.pool.Write(make([]byte, 8))
	w.constants += 2
	w.u2(&w.body, accPublic|accAbstract, w.class("p/Out$Box"), w.class("java/lang/Object"), 1,
		w.class("p/I"))
	w.u2(&w.body, 1, accPublic, w.utf8("all"), w.utf8("[Ljava/lang/Object;"), 1)
	w.attribute("Signature", w.utf8("[TT;"))
	w.u2(&w.body, 2)
	w.u2(&w.body, accProtected|accAbstract|accVarargs, w.utf8("get"),
		w.utf8("([Ljava/lang/String;)I"), 0)
	w.u2(&w.body, accPublic|accSynthetic, w.utf8("bridge"), w.utf8("()V"), 0)
	w.u2(&w.body, 3)
	w.attribute("Deprecated")
	w.attribute("Signature", w.utf8("<T:Ljava/lang/Object;>Ljava/lang/Object;Lp/I;"))
	w.attribute("InnerClasses", 1, w.class("p/Out$Box"), w.class("p/Out"), w.utf8("Box"),
		accPublic|accStatic|accAbstract)
	return w.bytes()
}

func TestClassFile(t *testing.T) {
	c, err := parseClass(box())
	if err != nil {
		t.Fatal(err)
	}
	r := &reader{classes: map[string]*classFile{c.name: c},
		inner: map[string]innerClass{c.name: c.inner[0]}}
	got, err := r.convert(c)
	if err != nil {
		t.Fatal(err)
	}
	object := outside.TypeRef{Form: outside.Named, Name: "java.lang.Object"}
	text := outside.TypeRef{Form: outside.Named, Name: "java.lang.String"}
	want := &outside.Type{
		Name: "p.Out.Box", Namespace: "p", Kind: outside.Class,
		Flags:      outside.Static | outside.Abstract,
		TypeParams: []outside.TypeParam{{Name: "T"}},
		Bases:      []outside.TypeRef{object, {Form: outside.Named, Name: "p.I"}},
		Members: []outside.Member{
			{Name: "all", Kind: outside.Field,
				Type: arrayOf(outside.TypeRef{Form: outside.TypeVar, Name: "T"})},
			{
				Name: "get", Kind: outside.Method, Visible: outside.Protected,
				Flags:  outside.Abstract,
				Params: []outside.Param{{Type: arrayOf(text), Variadic: true}},
				Type:   outside.TypeRef{Form: outside.Named, Name: "int"},
			},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func arrayOf(t outside.TypeRef) outside.TypeRef {
	return outside.TypeRef{Form: outside.Array, Name: "[]", Args: []outside.TypeRef{t}}
}

// TestDamagedClassFile cuts a class file at each byte, and changes each: that is an
// error or another class, never a panic.
func TestDamagedClassFile(t *testing.T) {
	whole := box()
	for i := range whole {
		if _, err := parseClass(whole[:i]); err == nil {
			t.Errorf("no error for the first %d of %d bytes", i, len(whole))
		}
		changed := bytes.Clone(whole)
		changed[i] ^= 0x55
		_, _ = parseClass(changed)
	}
	if _, err := parseClass([]byte("not a class file, but text of some length")); err == nil {
		t.Error("no error for a text")
	}
}

func TestAccessible(t *testing.T) {
	row := func(class, outer string, flags uint16) innerClass {
		return innerClass{class: class, outer: outer,
			name: class[strings.LastIndexByte(class, '$')+1:], flags: flags}
	}
	r := &reader{
		classes: map[string]*classFile{
			"p/A": {flags: accPublic, super: "p/Hidden"}, "p/A$In": {}, "p/A$Own": {}, "p/A$1": {},
			"p/Hidden": {super: "p/Deep"}, "p/Deep": {}, "p/Hidden$In": {}, "p/Unused": {},
		},
		inner: map[string]innerClass{
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

// TestNoModules says that a Java without module files is no error of ours.
func TestNoModules(t *testing.T) {
	home := t.TempDir()
	t.Setenv("JAVA_HOME", home)
	if _, err := Read(home); !errors.Is(err, source.ErrUnavailable) {
		t.Errorf("error %v", err)
	}
	release := "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.2\"\n"
	if err := os.WriteFile(filepath.Join(home, "release"), []byte(release), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Release(home); got != "21" || err != nil {
		t.Errorf("release %q, error %v", got, err)
	}
	if _, err := Declare(); !errors.Is(err, source.ErrUnavailable) {
		t.Errorf("of another release: error %v", err)
	}
}
