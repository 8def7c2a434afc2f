package dts

import (
	"errors"
	"strings"
	"testing"

	"seedgraph/external/gen/notation"
)

// module prints the declarations of a module; ./x refers to the module lib/x.
func module(t *testing.T, files ...string) string {
	t.Helper()
	var all []File
	for i, text := range files {
		all = append(all, File{Name: []string{"lib/main", "lib/more"}[i], Text: text,
			Resolve: func(path string) string {
				if rest, ok := strings.CutPrefix(path, "./"); ok {
					return "lib/" + rest
				}
				return path
			}})
	}
	d, err := Module("pkg", all...)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, typ := range d.Types {
		b.WriteString(notation.Type(typ))
	}
	for i := range d.Members {
		b.WriteString(notation.Member(&d.Members[i]) + "\n")
	}
	for _, e := range d.Exports {
		b.WriteString("export " + e.Name + " = " + e.Target + "\n")
	}
	return b.String()
}

// TestModule checks the declarations of one module of a package: names imported from
// its other modules belong to those.
func TestModule(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  string
	}{
		{"imports", []string{`import { A as B } from './a'; import * as ns from './n'; import D from 'dep';
			export * from './all'; export { C as E } from './c'; export * as sub from './sub';
			export declare function f(x: B, y: ns.In): import('./i').X; export interface I extends D {}`}, `
interface lib/main.I : dep.default
function f(x: lib/a.A, y: lib/n.In): lib/i.X
export * = lib/all
export E = lib/c.C
export sub = lib/sub
`},
		{"defaults", []string{`export default class K { m(): K }`}, `
class lib/main.K
    method m(): lib/main.K
export default = lib/main.K
`},
		{"no name", []string{`export default function (x: string): number; export as namespace Pkg;`}, `
function __default__(x: string): number
export default = lib/main.__default__
`},
		{"constant", []string{`declare const _default: { a: string }; export default _default;`}, `
readonly value _default: {field a: string}
export default = lib/main._default
`},
		{"ambient", []string{`declare module 'pkg' { interface A {} export function f(): A } declare module 'other' { interface B {} }`}, `
interface lib/main.A
function f(): lib/main.A
`},
		{"added", []string{`declare const _: _.Static; export = _; declare namespace _ { interface Static { own(): void } }`,
			`import _ = require('./main'); declare module './main' { interface Static { more(x: string): this } }`}, `
module lib/main._
interface lib/main._.Static
    method more(x: string): self ()
    method own(): void
readonly value _: lib/main._.Static
export = = lib/main._
`},
		{"errors", []string{`export interface A { b: ; c: string } export declare function f(): A; type = = 3 ]`}, `
interface lib/main.A
    field b
    field c: string
function f(): lib/main.A
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := module(t, c.files...); got != strings.TrimPrefix(c.want, "\n") {
				t.Errorf("got\n%s\nwant%s", got, c.want)
			}
		})
	}
}

// TestNoModule checks that a file of global declarations is not a module.
func TestNoModule(t *testing.T) {
	if _, err := Module("pkg", File{Name: "lib/main",
		Text: "declare var x: string;"}); !errors.Is(err, ErrNoModule) {
		t.Errorf("got %v", err)
	}
}
