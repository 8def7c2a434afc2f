package dotnet

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/outside"
	"seedgraph/outside/gen/check"
	"seedgraph/outside/gen/notation"
	"seedgraph/outside/gen/source"
)

// TestTable compares every entry of the table with what the packages publish.
func TestTable(t *testing.T) {
	if os.Getenv("OUTSIDE_CHECK") == "" {
		t.Skip("downloads four packages: make outside-check, or OUTSIDE_CHECK=1")
	}
	all, stats, err := declare()
	if errors.Is(err, source.ErrUnavailable) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := outside.Encode(all); err != nil { // sorts
		t.Fatal(err)
	}
	for _, line := range check.Differences(outside.Open("dotnet").Alone(), all) {
		t.Error(line)
	}
	if stats.Types < 9000 || stats.NoScript > 0 || stats.Untyped > stats.Members/20 {
		t.Errorf("the sources do not agree as they did: %+v", *stats)
	}
}

// write makes a package of one namespace and returns its folder.
func write(t *testing.T, bindings, script string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"A.B/bindings.json": bindings, "A.B/internal/index.d.ts": script} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const boxScript = `
import type { ReadOnlySpan_1 } from "../../System/internal/index.js";
import { Missing } from "../../Elsewhere/internal/index.js";

export interface Box_1$instance<T extends unknown> extends IBox_1<T> {
    readonly __tsonic_type_A_B_Box_1: never;
    readonly Count: int;
    get Name(): string | null;
    set Name(value: string | null);
    Get(key: T, function_?: Visitor_1<T>): Box_1_Inner<T>;
    Join(...parts: (string | null)[]): string;
    Join(parts: (string | null)[] | null): string;
    Try(key: T, value: T): boolean;
    Pick<TOut extends unknown & IBox_1<T>>(pick: Visitor_1<TOut>): TOut;
    Lost(a: Missing): void;
    Inherited(): void;
}

export const Box_1: (abstract new<T extends unknown>(size: int) => Box_1<T>) & {
    new<T extends unknown>(): Box_1<T>;
    readonly Empty: string;
    Of<U extends (object | null)>(value: U): U;
};

export interface __Box_1$views<T extends unknown> {
    As_IBox_1(): IBox_1$instance<T>;
}

export type Box_1<T extends unknown> = Box_1$instance<T> & __Box_1$views<T> & { [index: number]: T; };

export interface Box_1_Inner$instance<T extends unknown> {
}
export type Visitor_1<T extends unknown> = (arg: T) => boolean;
export interface IBox_1$instance<T extends unknown> {
    Get(): T;
}
export enum Color {
    Red = 0
}
export abstract class Helpers$instance {
    static Twice<T extends NonNullable<unknown>>(box: Box_1<T>, n: ptr<int>): T[][];
}
`

const ownBox = `"ownerQualifiedName":"A.B.Box` + "`1" + `","emitScope":"ClassSurface","visibility":"Public"`

var boxBindings = `{"provider":{"namespace":"A.B"},"targetSurface":{"types":[
{"targetName":"A.B.Box` + "`1" + `","kind":"Class","accessibility":"Public","typeParameters":["T"],
 "baseType":{"targetName":"System.Object"},"interfaces":[{"targetName":"A.B.IBox` + "`1" + `","typeArguments":["Box_1[[T]]"]}],
 "constructors":[{"canonicalSignature":"(System.Int32):void","visibility":"Protected","ownerQualifiedName":"A.B.Box` + "`1" + `"},
   {"canonicalSignature":"():void","visibility":"Public","ownerQualifiedName":"A.B.Box` + "`1" + `","metadataToken":1}],
 "methods":[
  {"targetName":"Get","canonicalSignature":"(T,Visitor_1):Inner","metadataToken":9,` + ownBox + `},
  {"targetName":"Join","canonicalSignature":"(System.String[]):System.String","metadataToken":8,` + ownBox + `},
  {"targetName":"Try","canonicalSignature":"(T,T&):System.Boolean","isVirtual":true,"parameterModifiers":[{"index":1,"modifier":"out"}],` + ownBox + `},
  {"targetName":"Pick","canonicalSignature":"(Visitor_1):TOut","arity":1,` + ownBox + `},
  {"targetName":"Lost","canonicalSignature":"(Elsewhere.Missing):System.Void","isOverride":true,"isVirtual":true,` + ownBox + `},
  {"targetName":"Of","canonicalSignature":"(U):U","arity":1,"isStatic":true,` + ownBox + `},
  {"targetName":"Inherited","canonicalSignature":"():System.Void","ownerQualifiedName":"A.B.Base","emitScope":"ClassSurface"},
  {"targetName":"Explicit","canonicalSignature":"():System.Void","ownerQualifiedName":"A.B.Box` + "`1" + `","emitScope":"ViewOnly"},
  {"targetName":"<Clone>$","canonicalSignature":"():A.B.Box_1",` + ownBox + `}],
 "properties":[
  {"targetName":"Count","canonicalSignature":":System.Int32",` + ownBox + `},
  {"targetName":"Name","canonicalSignature":":System.String","hasSetter":true,` + ownBox + `},
  {"targetName":"Item","canonicalSignature":"[System.Int32]:T","isIndexer":true,"hasSetter":true,` + ownBox + `}],
 "fields":[{"targetName":"Empty","isStatic":true,"isReadOnly":true,` + ownBox + `}],
 "events":[{"targetName":"Changed","normalizedSignature":"Changed|A.B.Visitor_1[[System.Int32, x, Version=1]]|static=false",` + ownBox + `}]},
{"targetName":"A.B.Box` + "`1+Inner" + `","kind":"Struct","accessibility":"Protected","isSealed":true,"typeParameters":["T"]},
{"targetName":"A.B.Visitor` + "`1" + `","kind":"Delegate","typeParameters":["T"],"methods":[
  {"targetName":"Invoke","canonicalSignature":"(T):System.Boolean","ownerQualifiedName":"A.B.Visitor` + "`1" + `"},
  {"targetName":"BeginInvoke","canonicalSignature":"(T):System.Boolean","ownerQualifiedName":"A.B.Visitor` + "`1" + `"}]},
{"targetName":"A.B.IBox` + "`1" + `","kind":"Interface","isAbstract":true,"typeParameters":["T"],"methods":[
  {"targetName":"Get","canonicalSignature":"():T","isAbstract":true,"isVirtual":true,"ownerQualifiedName":"A.B.IBox` + "`1" + `"}]},
{"targetName":"A.B.Color","kind":"Enum","isSealed":true,"fields":[
  {"targetName":"value__","ownerQualifiedName":"A.B.Color"},
  {"targetName":"Red","isStatic":true,"isLiteral":true,"ownerQualifiedName":"A.B.Color"}]},
{"targetName":"A.B.Helpers","kind":"StaticNamespace","isAbstract":true,"isSealed":true,"isStatic":true,"methods":[
  {"targetName":"Twice","canonicalSignature":"(Box_1,System.Int32*):T[][]","arity":1,"isStatic":true,"isExtensionMethod":true,
   "ownerQualifiedName":"A.B.Helpers"}]}
]}}`

// boxWant is what the two files above say together.
const boxWant = `class A.B.Box<T> : System.Object, A.B.IBox<A.B.Box<T>>
    event Changed: A.B.Visitor<System.Int32>
    readonly property Count: System.Int32
    static readonly field Empty: System.String
    method Get(key: T, function?: A.B.Visitor<T>): A.B.Box<>.Inner<T>
    method Join(params parts: System.String?[]): System.String
    override method Lost(a: unknown): System.Void
    property Name: System.String?
    static method Of<U: class>(value: U): U
    method Pick<TOut: A.B.IBox<T>>(pick: A.B.Visitor<TOut>): TOut
    virtual method Try(key: T, out value: T): System.Boolean
    [](: System.Int32): T
    protected new(size: System.Int32)
    new()
protected sealed struct A.B.Box<>.Inner<T>
sealed enum A.B.Color
    static const Red: A.B.Color
static class A.B.Helpers
    static extension method Twice<T: struct>(box: A.B.Box<T>, n: pointer (System.Int32)): T[][]
abstract interface A.B.IBox<T>
    abstract method Get(): T
delegate A.B.Visitor<T>
    method Invoke(arg: T): System.Boolean
`

// TestTwoSources reads a small package: what the declarations and the metadata
// say together, what is left out, and what stays unknown.
func TestTwoSources(t *testing.T) {
	units, err := readPackage(write(t, boxBindings, boxScript))
	if err != nil {
		t.Fatal(err)
	}
	names := newCatalog()
	for i := range units[0].types {
		names.add("A.B", &units[0].types[i])
	}
	for _, name := range []string{"System.Object", "System.Int32"} {
		names.add("System", &bound{TargetName: name})
	}
	stats := &Stats{}
	all := merge(units, names, stats)
	if _, err := outside.Encode(all); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, typ := range all[0].Types {
		got.WriteString(notation.Type(typ))
	}
	if got.String() != boxWant {
		t.Errorf("got\n%s\nwant\n%s", got.String(), boxWant)
	}
	if stats.NoScript != 0 || names.missed["A.B: Missing"] != 1 {
		t.Errorf("stats %+v, missed %v", stats, names.missed)
	}
}

func TestErase(t *testing.T) {
	for name, want := range map[string]string{
		"System.Int32":          "Int32",
		"TKey&":                 "TKey",
		"Func_2":                "Func",
		"System.Func`2":         "Func",
		"System.Int32[,]":       "Int32[]",
		"System.Char*":          "Char*",
		"A.List`1+Enumerator[]": "Enumerator[]",
		"T[][]":                 "T[][]",
		"X.Task_1[[System.Int32,System.Private.CoreLib,Version=10.0.0.0]]": "Task",
	} {
		if got := erase(name); got != want {
			t.Errorf("erase(%s) = %s, want %s", name, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	for target, want := range map[string]string{
		"System.String": "System.String",
		"A.Dictionary`2+KeyCollection+Enumerator": "A.Dictionary<,>.KeyCollection.Enumerator",
		"A.Action`16": "A.Action<,,,,,,,,,,,,,,,>",
	} {
		if got := key(target); got != want {
			t.Errorf("key(%s) = %s, want %s", target, got, want)
		}
	}
	if got := scriptName("A", "A.List`1+Enumerator"); got != "List_1_Enumerator" {
		t.Errorf("got %s", got)
	}
}

// TestParserErrors makes sure that nothing in the declarations is skipped.
func TestParserErrors(t *testing.T) {
	for _, line := range []string{"X(a int): void;", "X(): ;", "X<T(): void;", "X: int int;"} {
		dir := write(t, `{}`, "export interface A$instance {\n    "+line+"\n}\n")
		if _, err := readPackage(dir); err == nil || !strings.Contains(err.Error(), line[:3]) {
			t.Errorf("%s: error %v", line, err)
		}
	}
}

// TestAdditions makes sure that each one adds something that is in the table.
func TestAdditions(t *testing.T) {
	p := outside.Open("dotnet")
	known := func(key string) bool { return p.Type(key) != nil }
	file, err := notation.Parse("additions.txt", additions, notation.Language{Arity: true, Keywords: Keywords, Known: known})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, extended := range file.Extended {
		for _, m := range extended.Members {
			n++
			same := func(old outside.Member) bool {
				return old.Kind == m.Kind && slices.EqualFunc(types(&old), types(&m), equal)
			}
			if !slices.ContainsFunc(p.Type(extended.Name).Member(m.Name), same) {
				t.Errorf("%s: no %s", extended.Name, notation.Member(&m))
			}
		}
	}
	if n < 200 {
		t.Errorf("%d additions", n)
	}
}

func equal(a, b outside.TypeRef) bool { return notation.Ref(&a) == notation.Ref(&b) }

func TestAddMember(t *testing.T) {
	ref := func(name string, null bool) outside.TypeRef {
		return outside.TypeRef{Form: outside.Named, Name: name, Null: null}
	}
	method := func(param outside.TypeRef) outside.Member {
		return outside.Member{Name: "M", Kind: outside.Method, Params: []outside.Param{{Type: param}}}
	}
	typ := &outside.Type{Members: []outside.Member{method(ref("A", true)), {Name: "P", Kind: outside.Property}}}
	addMember(typ, method(ref("A", false)))
	addMember(typ, method(ref("B", false)))
	addMember(typ, outside.Member{Name: "P", Kind: outside.Property, Type: ref("A", false)})
	var got []string
	for _, m := range typ.Members {
		got = append(got, notation.Member(&m))
	}
	want := []string{"method M(: A?)", "property P: A", "method M(: B)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
