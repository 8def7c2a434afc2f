package npm

import (
	"strings"
	"testing"

	"seedgraph/external/libs/disk"
	"seedgraph/testkit/treetest"
)

// TestFind checks the files that import paths refer to.
func TestFind(t *testing.T) {
	p := Open(treetest.Write(t, `
-- node_modules/main/package.json --
{"name": "main", "version": "1.0.0", "main": "lib"}
-- node_modules/main/lib/index.d.ts --
-- node_modules/main/sub.d.ts --
-- node_modules/main/sub/deep.d.cts --
-- node_modules/typed/package.json --
{"typings": "out/t.d.ts"}
-- node_modules/typed/out/t.d.ts --
-- node_modules/exp/package.json --
{"exports": {".": {"browser": null, "import": "./m.mjs", "require": "./c.cjs"},
 "./a/*": "./lib/a/*.js", "./a/in/*.js": {"worker": "./no.js", "types": "./lib/in/*.d.ts"}, "./gone": "./gone.js", "./list": ["./none.js", "./m.mjs"], "./out": "../main/sub.js"}}
-- node_modules/exp/m.d.mts --
-- node_modules/exp/c.d.cts --
-- node_modules/exp/lib/a/x.d.ts --
-- node_modules/exp/lib/in/y.d.ts --
-- node_modules/only/package.json --
{"exports": {"import": {"types": "./o.d.ts"}}, "types": "./never.d.ts"}
-- node_modules/only/o.d.ts --
-- node_modules/plain/package.json --
{}
-- node_modules/plain/index.js --
-- node_modules/@types/plain/package.json --
{"name": "@types/plain"}
-- node_modules/@types/plain/index.d.ts --
-- node_modules/@types/plain/in.d.ts --
-- node_modules/@s/p/package.json --
{"name": "@s/p"}
-- node_modules/@s/p/index.d.ts --
-- node_modules/@types/s__q/package.json --
{"name": "@types/s__q"}
-- node_modules/@types/s__q/index.d.ts --
-- node_modules/bad/package.json --
{"name": "bad", 
-- node_modules/bad/index.d.ts --
-- node_modules/moved/package.json --
{"types": "index.d.ts", "typesVersions": {"<=4": {"*": ["old/*"]}, "*": {"*": ["new/*"], "exact": []}}}
-- node_modules/moved/index.d.ts --
-- node_modules/moved/new/index.d.ts --
-- node_modules/moved/new/sub.d.ts --
-- node_modules/linked --
-> .store/linked@1/node_modules/linked
-- node_modules/.store/linked@1/node_modules/linked/package.json --
{"name": "linked"}
-- node_modules/.store/linked@1/node_modules/linked/index.d.ts --
-- node_modules/.store/linked@1/node_modules/dep/package.json --
{"name": "dep"}
-- node_modules/.store/linked@1/node_modules/dep/index.d.ts --
-- node_modules/own --
-> ../packages/own
-- packages/own/package.json --
{"name": "own"}
-- packages/own/index.d.ts --
-- packages/app/node_modules/main/package.json --
{"name": "main", "types": "./other"}
-- packages/app/node_modules/main/other.d.ts --
`), disk.NewLog())
	for _, c := range []struct{ file, path, want string }{
		{"a.ts", "main", "node_modules/main/lib/index"},
		{"deep/er/a.ts", "main", "node_modules/main/lib/index"},
		{"a.ts", "main/sub", "node_modules/main/sub"},
		{"a.ts", "main/sub.js", "node_modules/main/sub"},
		{"a.ts", "main/sub/deep.cjs", "node_modules/main/sub/deep.d.cts"},
		{"a.ts", "main/sub/deep", "node_modules/main/sub/deep.d.cts"},
		{"a.ts", "main/../typed/out/t", ""},
		{"a.ts", "typed", "node_modules/typed/out/t"},
		{"a.ts", "exp", "node_modules/exp/m.d.mts"},
		{"a.ts", "exp/a/x", "node_modules/exp/lib/a/x"},
		{"a.ts", "exp/a/in/y.js", "node_modules/exp/lib/in/y"},
		{"a.ts", "exp/list", "node_modules/exp/m.d.mts"},
		{"a.ts", "exp/gone", ""},
		{"a.ts", "exp/out", ""},
		{"a.ts", "only", "node_modules/only/o"},
		{"a.ts", "plain", "node_modules/@types/plain/index"},
		{"a.ts", "plain/in", "node_modules/@types/plain/in"},
		{"a.ts", "@s/p", "node_modules/@s/p/index"},
		{"a.ts", "@s/q", "node_modules/@types/s__q/index"},
		{"a.ts", "@s", ""},
		{"a.ts", "bad", "node_modules/bad/index"},
		{"a.ts", "moved", "node_modules/moved/new/index"},
		{"a.ts", "moved/sub", "node_modules/moved/new/sub"},
		{"a.ts", "linked", "node_modules/.store/linked@1/node_modules/linked/index"},
		{"node_modules/.store/linked@1/node_modules/linked/index.d.ts", "dep",
			"node_modules/.store/linked@1/node_modules/dep/index"},
		{"a.ts", "dep", ""},
		{"a.ts", "own", ""},
		{"packages/app/src/a.ts", "main", "packages/app/node_modules/main/other"},
		{"a.ts", "nowhere", ""},
		{"a.ts", "./main", ""},
		{"a.ts", "/main", ""},
		{"a.ts", "..", ""},
		{"a.ts", "https://deno.land/x.ts", ""},
		{"a.ts", "", ""},
	} {
		for range 2 { // found once and memoized
			if got := p.Find(c.file, c.path); got != c.want {
				t.Errorf("Find(%s, %s) = %q, want %q", c.file, c.path, got, c.want)
			}
		}
	}
	failures := p.log.Failures()
	if len(failures) != 1 || failures[0].File != "node_modules/bad/package.json" {
		t.Errorf("failures %v", failures)
	}
}

// TestDeclare reads modules, and nothing for files that are not modules.
func TestDeclare(t *testing.T) {
	p := Open(treetest.Write(t, `
-- node_modules/a/package.json --
{"name": "a", "version": "2.0.0"}
-- node_modules/a/index.d.ts --
/// <reference path="more.d.ts" />
/// <reference path="../b/index.d.ts" />
/// <reference path="gone.d.ts" />
import { B } from 'b'; import { C } from './c'; import { X } from 'unknown';
export interface A extends B, C, X {}
-- node_modules/a/more.d.ts --
import './index'; declare module './index' { interface A { more: string } }
-- node_modules/a/c.d.ts --
export interface C {}
-- node_modules/b/package.json --
{"name": "b", "version": "3.0.0"}
-- node_modules/b/index.d.ts --
export interface B {}
-- node_modules/globals/package.json --
{"name": "globals"}
-- node_modules/globals/index.d.ts --
declare var everywhere: string;
`), disk.NewLog())
	d := p.Declare("node_modules/a/index")
	if d == nil || len(d.Types) != 1 || len(d.Types[0].Members) != 1 {
		t.Fatalf("declared %+v", d)
	}
	var bases []string
	for _, b := range d.Types[0].Bases {
		bases = append(bases, b.Name)
	}
	if got := strings.Join(bases,
		" "); got != "node_modules/b/index.B node_modules/a/c.C unknown.X" {
		t.Errorf("bases %s", got)
	}
	for _, name := range []string{"node_modules/globals/index", "node_modules/a/gone",
		"node_modules",
		"a", "shop.Order", ""} {
		if d := p.Declare(name); d != nil {
			t.Errorf("%s declares %+v", name, d)
		}
	}
	packages := p.log.Packages()
	if len(packages) != 2 || !strings.HasPrefix(packages[0], "npm a@2.0.0 ") ||
		!strings.HasPrefix(packages[1], "npm globals ") {
		t.Errorf("read %q: b was not asked about", packages)
	}
	failures := p.log.Failures()
	if len(failures) != 1 || failures[0].File != "node_modules/a/gone.d.ts" {
		t.Errorf("failures %v", failures)
	}
}

// TestAmbient checks the module of an ambient declaration: the one that sources
// import, which is not the name of a package of @types.
func TestAmbient(t *testing.T) {
	p := Open(treetest.Write(t, `
-- node_modules/@types/plain/package.json --
{"name": "@types/plain"}
-- node_modules/@types/plain/index.d.ts --
declare module 'plain' { export interface Plain {} }
declare module 'types/plain' { export interface Wrong {} }
-- node_modules/@types/scope__box/package.json --
{"name": "@types/scope__box"}
-- node_modules/@types/scope__box/index.d.ts --
declare module '@scope/box' { export interface Box {} }
declare module '@scope/other' { export interface Wrong {} }
-- node_modules/own__name/package.json --
{"name": "own__name"}
-- node_modules/own__name/index.d.ts --
declare module 'own__name' { export interface Own {} }
declare module '@own/name' { export interface Wrong {} }
`), disk.NewLog())
	for file, want := range map[string]string{
		"node_modules/@types/plain/index": "Plain", "node_modules/own__name/index": "Own",
		"node_modules/@types/scope__box/index": "Box",
	} {
		d := p.Declare(file)
		if d == nil || len(d.Types) != 1 || !strings.HasSuffix(d.Types[0].Name, "."+want) {
			t.Errorf("%s declares %+v, want %s", file, d, want)
		}
	}
}
