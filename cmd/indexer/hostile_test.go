package main

import (
	"errors"
	"maps"
	"runtime/debug"
	"slices"
	"testing"

	"seedgraph/build"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
	"seedgraph/testkit/longtest"
	"seedgraph/tokens"
)

// TestHostileTextsCostTheirFileAtMost parses hostile texts with every front end and
// builds their graphs. There must be no panic and no deep recursion, and the only
// error is that of a text with too many errors. The time of most grammars grows with the
// square of such a text, so only exhaustive tests parse whole ones; the others allow less
// stack in return.
func TestHostileTextsCostTheirFileAtMost(t *testing.T) {
	longtest.NotRaced(t)
	share := longtest.Cases(16, 16, 1)
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 20 / share))
	counter, err := tokens.ByName("chars4")
	if err != nil {
		t.Fatal(err)
	}
	p := parse.NewParser()
	defer p.Close()
	kinds := []string{"noise", "printable", "braces", "parens", "brackets", "calls", "members",
		"classes", "empty"}
	if testing.Short() {
		kinds = []string{"braces", "calls", "empty"}
	}
	for _, lang := range all.Set().Languages() {
		for _, kind := range kinds {
			path, text := "hostile"+lang.Extensions()[0], string(generators[kind]())
			text = text[:len(text)/share]
			in, err := build.Parse(lang, p, parse.Source{Path: path, Text: text},
				counter, new(parse.Keeper))
			if err != nil {
				if !errors.Is(err, parse.ErrTooBroken) {
					t.Errorf("%s, %s: %v", lang.Name(), kind, err)
				}
				continue
			}
			if _, err := graphbuild.Build(t.Context(), []graphbuild.Input{*in},
				graphbuild.Options{Languages: resolvers.Languages()}); err != nil {
				t.Errorf("%s, %s: %v", lang.Name(), kind, err)
			}
		}
	}
}

// TestDefinitionsThatGoInCircles builds the graph of sources in which types,
// aliases, values and imports refer to each other in cycles: following them must
// terminate.
func TestDefinitionsThatGoInCircles(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20))
	for _, path := range slices.Sorted(maps.Keys(circles)) {
		t.Run(path, func(t *testing.T) {
			g := graphOf(t, circles[path])
			if len(g.Nodes) < 4 {
				t.Errorf("only %d nodes", len(g.Nodes))
			}
		})
	}
	all := tree{}
	for name, tr := range circles {
		for path, text := range tr {
			all[name+"/"+path] = text
		}
	}
	graphOf(t, all)
}

var circles = map[string]tree{
	"go": {
		"go.mod": "module circles\n",
		"a/a.go": `package a

import . "circles/b"

type T = T
type A = B
type B = C
type C = A
type L = []L
type G[X any] = G[G[X]]
type S struct{ S; *P; I }
type P struct{ *S }
type I interface{ J }
type J interface{ I; M() J }
type N N
type K[X K[X]] struct{ X X }

var x = x
var y, z = z, y
var f = func() int { return f() }

func (t T) M() { t.M() }
func (a A) M() A { return a.M().M() }
func loop(s S, i I, k K[K[int]]) { s.M(); i.M(); k.X.X.X.M(); x.y.z(); q := q.r; q.r() }
func r() { for i := range i { i.M() } }
`,
		"b/b.go": "package b\n\nimport . \"circles/a\"\n\ntype D = A\ntype E = E\nvar v = v.w\nfunc (e E) M() { e.M(); v.M() }\n",
	},
	"csharp": {
		"A.cs": `using A = A;
using B = C;
using C = B;
namespace N
{
    using D = N.D;
    class E : E { void M() { base.M(); this.M(); } }
    class F : G { F f => f; G g => g.g.f; }
    class G : F { }
    interface I : J { I M(); }
    interface J : I { }
    class K<T> : K<K<T>> where T : T { T t; void M() { t.M().M(); } }
    class L : L.Inner { class Inner : L { } }
    partial class P : Q { } partial class Q : P { }
    class R : I, J { public I M() => M().M(); var x = x; void O() { var a = a; var b = c; var c = b; b.M(); foreach (var d in d) d.M(); } }
    static class X { static T Ext<T>(this T t) => t.Ext().Ext(); }
    enum Z : Z { A = A }
}
`,
	},
	"java": {
		"a/A.java": `package a;
import a.A;
import static a.A.*;
import b.*;
class A extends A { A a = a; A m() { return m().m(); } }
class B extends C { } class C extends B { void m() { super.m(); this.m(); } }
interface I extends J { I m(); } interface J extends I { }
class K<T extends T> extends K<K<T>> { T t; void m() { t.m().m(); var x = x; x.m(); for (var y : y) y.m(); } }
class L extends L.Inner { class Inner extends L { } }
`,
		"b/B.java": "package b;\nimport a.*;\nclass D extends D.E { static class E extends D { } D d() { return this.d().d(); } }\n",
	},
	"typescript": {
		"a.ts": `export * from "./b";
export { x as y, y as x } from "./b";
import { q } from "./a";
import d from "./b";
export default d;
type T = T;
type A = B; type B = A;
type U = U | V; type V = V & U;
type M<X> = M<M<X>>;
interface I extends J { m(): I } interface J extends I { }
class C extends C { c = this.c; m() { return this.m().m(); } }
class D extends E { } class E extends D { get g() { return this.g; } }
class F extends F.G { }
const v = v; const w = () => w(); let a1 = a2, a2 = a1;
export const r = q.r.r();
function f(p = p) { const z = z.z; z.m(); for (const k of k) k.m(); return f(); }
function g() { return h(); } function h() { return g(); }
import N = N.n; import O = P.o; import P = O.p; N.m(); O.m();
g().m(); w().m(); v.m(); new C().m().m(); ({} as T).m(); ({} as M<U>).m();
`,
		"b.ts":     "export * from \"./a\";\nexport * from \"./b\";\nimport d from \"./a\";\nexport default d;\nexport { z } from \"./b\";\nimport { x, y, z } from \"./a\";\nx.m(); y.m(); z.m(); d.m();\n",
		"index.js": "module.exports = require('./index'); const { e } = require('.'); exports.e = e; e.m();\n",
	},
	"python": {
		"p/__init__.py": "from . import *\nfrom .a import *\nfrom p import x\nx.m()\n",
		"p/a.py": `from .b import *
from .a import T
from . import a, b
import p.a as p
class A(A):
    x = x
    a = A.a
    def m(self): return self.m().m()
    @property
    def q(self): return self.q.q
class B(C): pass
class C(B):
    def m(self): super().m()
class D(D.E):
    class E(D): pass
T = T
U = V; V = U
W = [W for W in W]
f = lambda: f()
def g(): return h()
def h(): return g()
g().m(); T.m(); U.m(); f().m(); p.p.p.m()
for i in i: i.m()
with w as w: w.m()
x: "x" = x
def k(a: "k" = k) -> "k": return k(a).m()
@dec
def dec(f): return dec(f)
for _ in W:
    if isinstance(l, A): l.m()
    while not isinstance(l, B):
        if not isinstance(l, A): continue
        l = l
    l.m(); l()
l = None
`,
		"p/b.py": "from .a import *\nfrom .b import *\nfrom .a import A as B, B as A\nclass Z(A, B, Z): pass\nZ().m().m()\n",
	},
	"sql": {
		"a.sql": `CREATE VIEW dbo.a AS SELECT * FROM dbo.b;
GO
CREATE VIEW dbo.b AS SELECT * FROM dbo.a;
GO
CREATE SYNONYM dbo.s FOR dbo.s;
GO
CREATE PROC dbo.p AS EXEC dbo.p;
GO
CREATE VIEW dbo.c AS WITH x AS (SELECT * FROM y), y AS (SELECT * FROM x), z AS (SELECT * FROM z) SELECT * FROM x, y, z, dbo.c;
GO
CREATE TABLE dbo.t (id INT REFERENCES dbo.t (id), CONSTRAINT c FOREIGN KEY (id) REFERENCES dbo.t (id));
GO
CREATE TYPE dbo.u FROM dbo.u;
GO
UPDATE x SET a = 1 FROM x AS x JOIN x AS x ON x.x = x.x;
GO
`,
	},
}
