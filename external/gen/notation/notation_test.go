package notation

import (
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/testkit/fuzzseed"
)

// known are the types that the texts of these tests may use.
var known = map[string]bool{
	"System.Object": true, "System.Func<,>": true, "System.Func<>": true, "System.Index": true,
	"System.Span<>": true, "java.util.List": true, "java.lang.Class": true,
	"java.lang.Object": true,
}

var clr = Language{
	Arity: true,
	Keywords: map[string]string{"int": "System.Int32", "object": "System.Object",
		"void": "System.Void"},
	Known: func(key string) bool { return known[key] },
}

var jvm = Language{
	Keywords: map[string]string{"int": "int", "void": "void"},
	Known:    func(key string) bool { return known[key] },
}

const sample = `
# a comment
namespace Moq
source where it says so
using System

abstract class Mock<T: class & new() & IBox<T>> : Mock, IBox<T>
    new(params args: object[])
    protected readonly property Object: T?
    static method Of<R: T>(predicate: Func<T, R>, ref n: int, out m: int?, o?: object): Mock<R>
    [](index: int): T
    static implicit(value: T): Mock<T>
    static operator op_Addition(a: Mock<T>, b: int): Mock<T>
class Mock
interface IBox<T>
    method Open(): T
    virtual method Close(): void
sealed enum Times
    const Once

namespace System
source where that says so
extend Span<T>
    static explicit(value: T[]): Span<T>
`

// printed is the printer's output for the sample.
const printed = `abstract partial class Moq.Mock<T: class & new() & Moq.IBox<T>> : Moq.Mock, Moq.IBox<T>
    new(params args: System.Object[])
    protected readonly property Object: T?
    static method Of<R: T>(predicate: System.Func<T, R>, ref n: System.Int32, out m: System.Int32?, o?: System.Object): Moq.Mock<R>
    [](index: System.Int32): T
    static implicit(value: T): Moq.Mock<T>
    static operator op_Addition(a: Moq.Mock<T>, b: System.Int32): Moq.Mock<T>
partial class Moq.Mock
abstract partial interface Moq.IBox<T>
    abstract method Open(): T
    virtual method Close(): System.Void
sealed partial enum Moq.Times
    static const Once: Moq.Times
`

func TestParse(t *testing.T) {
	file, err := Parse("sample", sample, clr)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, d := range file.Declared {
		for _, typ := range d.Types {
			got.WriteString(Type(typ))
		}
	}
	if got.String() != printed {
		t.Errorf("got\n%s\nwant\n%s", got.String(), printed)
	}
	var keys []string
	for _, typ := range file.Declared[0].Types {
		keys = append(keys, typ.Name)
	}
	if want := "Moq.Mock<> Moq.Mock Moq.IBox<> Moq.Times"; strings.Join(keys, " ") != want {
		t.Errorf("keys %v, want %s", keys, want)
	}
	if len(file.Extended) != 1 || file.Extended[0].Name != "System.Span<>" {
		t.Fatalf("extended %v", file.Extended)
	}
	got.Reset()
	for _, m := range file.Extended[0].Members {
		got.WriteString(Member(&m))
	}
	if want := "static explicit(value: T[]): System.Span<T>"; got.String() != want {
		t.Errorf("got %s, want %s", got.String(), want)
	}
}

// TestTypeVariables checks that a type parameter is distinguished from a type of the
// same name.
func TestTypeVariables(t *testing.T) {
	file, err := Parse("x", "namespace A\nsource s\nclass T\nclass Box<T>\n  field F: T\nclass Bare\n  field F: T\n", clr)
	if err != nil {
		t.Fatal(err)
	}
	types := file.Declared[0].Types
	if got := types[1].Members[0].Type; got.Form != external.TypeVar || got.Name != "T" {
		t.Errorf("inside Box<T>, T is %v", got)
	}
	if got := types[2].Members[0].Type; got.Form != external.Named || got.Name != "A.T" {
		t.Errorf("elsewhere, T is %v", got)
	}
}

func TestParseJava(t *testing.T) {
	text := "namespace a.b\nsource s\nusing java.util\nusing java.lang\nclass Mocks\n" +
		"  static method mock<T>(type: Class<? extends T>, all: List<? super T>, any: List<?>, n: int[]): T\n"
	file, err := Parse("x", text, jvm)
	if err != nil {
		t.Fatal(err)
	}
	typ := file.Declared[0].Types[0]
	want := "static method mock<T>(type: java.lang.Class<? extends T>, all: java.util.List<? super T>, " +
		"any: java.util.List<?>, n: int[]): T"
	if got := Member(&typ.Members[0]); typ.Name != "a.b.Mocks" || got != want {
		t.Errorf("%s: got\n%s, want\n%s", typ.Name, got, want)
	}
}

func TestParseErrors(t *testing.T) {
	head := "namespace A\nsource s\n"
	for text, want := range map[string]string{
		"namespace A\nclass B":                        "x:2: namespace A states no source",
		head + "clas B":                               `x:3: "clas" is no kind of type`,
		head + "class B : C":                          "x:3: nothing declares C with 0 type arguments",
		head + "class B\n  field X: B<int>":           "x:4: nothing declares B with 1 type arguments",
		head + "class B\n  filed X: B":                `x:4: "filed" is no kind of member`,
		head + "class B\n  method X(a B): B":          `x:4: want : at "B): B"`,
		head + "class B\n  field X: B B":              `x:4: unexpected "B"`,
		head + "class B<T\n":                          `x:3: want , at ""`,
		"  field X: int":                              "x:1: a member of no type",
		head + "extend Missing\n  field X: int":       "x:3: nothing declares Missing",
		head + "class B\n  method X: B":               `x:4: want ( at ": B"`,
		"namespace A\nsource s\nnamespace B\nclass C": "x:4: namespace B states no source",
	} {
		if _, err := Parse("x", text, clr); err == nil || err.Error() != want {
			t.Errorf("%q\n got %v\nwant %s", text, err, want)
		}
	}
}

// TestPrintForms prints the forms of types that the notation cannot parse.
func TestPrintForms(t *testing.T) {
	named := func(name string) external.TypeRef {
		return external.TypeRef{Form: external.Named,
			Name: name}
	}
	a, b := named("A"), named("B")
	sig := external.Member{Name: external.CallName, Kind: external.Call,
		Params: []external.Param{{Name: "x", Type: a}}, Type: b}
	for want, ref := range map[string]external.TypeRef{
		"(A | B)":            {Form: external.Union, Args: []external.TypeRef{a, b}},
		"(A & B)":            {Form: external.Intersection, Args: []external.TypeRef{a, b}},
		"(A, B)":             {Form: external.Tuple, Args: []external.TypeRef{a, b}},
		`"utf8"`:             {Form: external.Literal, Name: `"utf8"`},
		"map (A, B)":         {Form: external.Map, Args: []external.TypeRef{a, b}},
		"{call ()(x: A): B}": {Form: external.Func, Members: []external.Member{sig}},
		"computed keyof(A)":  {Form: external.Computed, Name: "keyof", Args: []external.TypeRef{a}},
		"?":                  {Form: external.Wildcard},
		"List<>.Enumerator<A>": {Form: external.Named, Name: "List<>.Enumerator",
			Args: []external.TypeRef{a}},
		"A[,]":    {Form: external.Array, Name: "[,]", Args: []external.TypeRef{a}},
		"unknown": {},
	} {
		if got := Ref(&ref); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// FuzzParse checks that no text crashes the parser.
func FuzzParse(f *testing.F) {
	fuzzseed.Add(f, sample, "namespace A\nsource s\nclass B<T: , U>\n  method X<>(: int<)")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := Parse("x", text, clr); err != nil && err.Error() == "" {
			t.Error("an error without a text")
		}
	})
}
