package dts

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
)

// read prints the declarations of files, one line per type or member, prefixed by the
// module.
func read(t *testing.T, files ...File) string {
	t.Helper()
	all, err := Read(files)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range all {
		if len(d.Types)+len(d.Members)+len(d.Exports) == 0 {
			continue
		}
		if d.Name != "" {
			b.WriteString("module " + d.Name + "\n")
		}
		slices.SortFunc(d.Types, func(a, b *external.Type) int {
			return strings.Compare(a.Name,
				b.Name)
		})
		for _, typ := range d.Types {
			b.WriteString(notation.Type(typ))
		}
		for i := range d.Members {
			b.WriteString(notation.Member(&d.Members[i]) + "\n")
		}
		for _, e := range d.Exports {
			b.WriteString("export " + e.Name + " = " + e.Target + "\n")
		}
	}
	return b.String()
}

func TestDeclarations(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"members", `interface Box<in out T, U extends T = T> extends Base<T>, Other {
			(a: number): string; new (b: this): Box<T>; [key: string]: any;
			readonly size?: number; at?<K>(i: K): T; get y(): string; set y(v: string); set z(v: 1);
			[Symbol.iterator](): U; "a-b": -1;
		}
		interface Base<T> {} interface Other {}`, `
interface Base<T>
interface Box<T, U: T = T> : Base<T>, Other
    call ()(a: number): string
    method [Symbol.iterator](): U
    [](key: string): any
    field a-b: -1
    optional method at<K>(i: K): T
    new(b: self ()): Box<T>
    readonly optional field size: number
    property y: string
    property z: 1
interface Other
`},
		{"classes", `declare abstract class C<T> extends D implements I<T> {
			private constructor(x: number); constructor(x: T); protected static readonly a: number;
			abstract b(): void; get c(): string; private p; #q; d?(): void;
		}
		declare class D {} interface I<T> {}
		declare const enum E { A = 1, B, "c-d" = 3 }`, `
abstract class C<T> : D, I<T>
    protected static readonly field a: number
    abstract method b(): void
    readonly property c: string
    optional method d(): void
    new(x: T)
class D
enum E
    const A: E
    const B: E
    const c-d: E
interface I<T>
`},
		{"functions", `declare function f<T>(this: T, a?: string, ...rest: T[]): a is "x";
		declare function g({x}: T, [y]: U): asserts a is string;
		declare function h(x: any): asserts x;
		declare var v: typeof f, w: unique symbol; declare const k: 1, l = "s"; declare let m;`, `
function f<T>(this : T, a?: string, params rest: T[]): computed is(a, "x")
function g(: T, : U): computed asserts(a, string)
function h(x: any): computed asserts(x)
readonly value k: 1
readonly value l: "s"
value m
value v: computed typeof(f)
value w: unique symbol
`},
		{"types", "type A = { readonly [K in keyof T as F<K>]?: T[K] }; type B = { [K in 'a']-?: K };" + `
		type C<T> = T extends Array<infer U extends string> ? U : never;
		type D = [a: string, b?: number, ...c: A[], string?, ...B];
		type E = readonly string[] | readonly [A] | null | undefined | (string | A) | keyof T | typeof x | readonly A[];
		type F<K> = (x: K) => (new () => A) & { x: A; m(): B };
		type G = ` + "`a${string}b`" + ` | E["x"][number] | typeof globalThis.x;
		type H = abstract new (...a: any) => any;`, `
alias A = computed mapped?(K, computed keyof(T), computed [](T, K), F<K>)
alias B = computed mapped-(K, "a", K)
alias C<T> = computed ?:(T, Array<computed infer(U, string)>, U, never)
alias D = (string, computed ?(number), spread (A[]), computed ?(string), spread (B))
alias E = (ReadonlyArray<string> | (A) | null | undefined | string | A | computed keyof(T) | computed typeof(x) | ReadonlyArray<A>)
alias F<K> = {call ()(x: K): ({new(): A} & {field x: A; method m(): B})}
alias G = (computed template("a", string, "b") | computed [](computed [](E, "x"), number) | computed typeof(globalThis.x))
alias H = {abstract new(params a: any): any}
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := read(t, File{Name: "x", Text: c.source}); got != strings.TrimPrefix(c.want,
				"\n") {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

// TestOverloadOrder checks the order of overloads: functions of one file or namespace
// in source order, those of a later one first, and first of all those with a
// parameter of a literal type.
func TestOverloadOrder(t *testing.T) {
	got := read(t,
		File{Name: "a", Text: `declare function f(x: A): 1; declare function f(x: B): 2;
			declare module "m" { export function g(x: A): 1; export function g(x: B): 2; }`},
		File{Name: "b", Text: `declare function f(x: C): 3; declare function f(x: D): 4; declare function f(x: "l"): 5;
			declare module "m" { export function g(x: C): 3; }`},
	)
	want := `function f(x: "l"): 5
function f(x: C): 3
function f(x: D): 4
function f(x: A): 1
function f(x: B): 2
module m
function g(x: C): 3
function g(x: A): 1
function g(x: B): 2
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMerging checks how several declarations with one name are merged.
func TestMerging(t *testing.T) {
	got := read(t,
		File{Name: "a", Text: `interface S { length: number; f(x: string): void; f(x: "a"): 1; [k: number]: 1 }
			declare var S: SConstructor; interface SConstructor { new (): S }`},
		File{Name: "b", Text: `interface S extends Base { length: number; f(x: number): 2; f(x: "b"): 3; g(): void }
			interface Base {} declare var S: any;
			declare class C { m(): void } declare namespace C { function make(): C; const one: 1; interface In {} }
			declare function fn(): void; declare namespace fn { var x: In; interface In {} namespace deep.er { type T = In } }`},
	)
	want := `interface Base
class C
    method m(): void
    static function make(): C
    static readonly value one: 1
interface C.In
interface S : Base
    [](k: number): 1
    method f(x: "a"): 1
    method f(x: "b"): 3
    method f(x: number): 2
    method f(x: string): void
    method g(): void
    field length: number
interface SConstructor
    new(): S
module fn
    value x: fn.In
interface fn.In
module fn.deep
module fn.deep.er
alias fn.deep.er.T = fn.In
value S: SConstructor
function fn(): void
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestModules checks how names are resolved across modules, and the exports of
// modules.
func TestModules(t *testing.T) {
	got := read(t,
		File{Name: "main", Text: `
declare module "m" {
	import { A as B, C } from "k"; import * as ns from "k"; import d from "whole"; import w = require("whole");
	import u = ns.Inner; import type { Gone } from "gone";
	interface Uses { a: B; b: C; c: ns.A; d: d.In; e: w.In; f: u.Deep; g: import("k").A; h: typeof ns.v; i: Gone; j: Here; k: Star }
	interface Here {}
	export * from "star";
	export { A as AA } from "k"; export * as all from "k"; export { Here as There }; export import v2 = ns.v;
	global { interface Window { k: B; h: Here } namespace NodeJS { interface Own { h: Here } } }
}
declare module "k" { interface A {} class C {} namespace Inner { interface Deep {} } const v: A }
declare module "star" { interface Star {} }
declare module "whole" { namespace what { interface In {} function run(): In } const what: typeof what.run; export = what }
declare module "short" { export * from "m" }
declare module "def" { class K {} export default K; }
interface Here {}`},
		File{Name: "pkg/file", Text: `import { A } from "k"; type _Local = A; declare global { interface G extends _Local {} } export {};`},
	)
	want := `interface G : pkg/file._Local
interface Here
module NodeJS
interface NodeJS.Own
    field h: m.Here
interface Window
    field h: m.Here
    field k: k.A
module def
class def.K
export default = def.K
module k
interface k.A
class k.C
module k.Inner
interface k.Inner.Deep
readonly value v: k.A
module m
interface m.Here
interface m.Uses
    field a: k.A
    field b: k.C
    field c: k.A
    field d: whole.what.In
    field e: whole.what.In
    field f: k.Inner.Deep
    field g: k.A
    field h: computed typeof(k.v)
    field i: gone.Gone
    field j: m.Here
    field k: star.Star
export * = star
export AA = k.A
export There = m.Here
export all = k
export v2 = k.v
module pkg/file
alias pkg/file._Local = k.A
module short
export * = m
module star
interface star.Star
module whole
module whole.what
    function run(): whole.what.In
interface whole.what.In
readonly value what: computed typeof(whole.what.run)
export = = whole.what
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestOrderOfOverloads contains examples from the handbook's chapter on merging.
func TestOrderOfOverloads(t *testing.T) {
	got := read(t, File{Name: "x", Text: `
interface Document { createElement(tagName: any): Element; }
interface Document { createElement(tagName: "div"): Div; createElement(tagName: "span"): Span; }
interface Document { createElement(tagName: string): Html; createElement(tagName: "canvas"): Canvas; }`})
	want := `interface Document
    method createElement(tagName: "div"): Div
    method createElement(tagName: "span"): Span
    method createElement(tagName: "canvas"): Canvas
    method createElement(tagName: string): Html
    method createElement(tagName: any): Element
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatTheGlobalScopeHas(t *testing.T) {
	got := read(t,
		File{Name: "lib", Text: "declare var onmessage: any; declare var Blob: number;"},
		File{Name: "node", Text: `type A = typeof globalThis extends { onmessage: any } ? {} : Gone;
			declare var URL: typeof globalThis extends { onmessage: any; URLPattern: infer T } ? T : string;
			declare var Blob: string;`})
	want := "alias A = {}\nvalue Blob: number\nvalue URL: string\nvalue onmessage: any\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnknownSyntax(t *testing.T) {
	if _, err := Read([]File{{Name: "x", Text: "interface A { b: ; } type = = 3 ]"}}); err == nil {
		t.Error("no error for what is no TypeScript")
	}
}
