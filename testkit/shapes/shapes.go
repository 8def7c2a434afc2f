// Package shapes generates small programs that are hard to index: deep, long, or
// such that each line doubles the size of the meaning of the previous one. People
// do not write them; generators, fuzzers and broken merges do. None of them may
// cost a build more than is proportional to its files.
package shapes

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
)

// A Shape is a family of programs of one form.
type Shape struct {
	Name  string
	Full  int // the size that must build within seconds
	Small int // the size for tests
	// Make returns the files of the program of size n, by path.
	Make func(n int) map[string]string
}

// All returns all shapes, by kind and language.
func All() []Shape {
	var out []Shape
	for _, list := range [][]Shape{
		oddities, doubling, generics, families, pairs, chains, crowds(), documents, templates, workspaces,
		nested(),
	} {
		out = append(out, list...)
	}
	return out
}

// Matched returns the shapes of things that are matched with each other, and of
// documents: the size of their meaning must not outgrow their text.
func Matched() []Shape {
	var out []Shape
	for _, list := range [][]Shape{pairs, documents} {
		for _, s := range list {
			if s.Full >= 1000 {
				out = append(out, s)
			}
		}
	}
	return out
}

// one returns a shape of a single file: the text before n items, the items, and
// the text after them, where %[1]d is n.
func one(path, before string, item func(i int) string, after string) func(int) map[string]string {
	return func(n int) map[string]string {
		if strings.Contains(after, "%[1]d") {
			after = fmt.Sprintf(after, n)
		}
		return map[string]string{path: before + items(n, item) + after}
	}
}

// random returns a shape of n characters that can occur in source, in lines of sixty:
// for such a text the runtime of the grammars may explore very many parses.
func random(path string) func(int) map[string]string {
	return func(n int) map[string]string {
		r := rand.New(rand.NewPCG(1, 2))
		return map[string]string{path: items(n, func(i int) string {
			if i%60 == 59 {
				return "\n"
			}
			return string(rune(' ' + r.IntN(95)))
		})}
	}
}

// wrapped returns a shape of a single file with n nested pairs of open and close.
func wrapped(path, before, open, middle, close, after string) func(int) map[string]string {
	return func(n int) map[string]string {
		return map[string]string{path: before + strings.Repeat(open, n) + middle +
			strings.Repeat(close, n) + after}
	}
}

// items joins n items.
func items(n int, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(item(i))
	}
	return b.String()
}

// format returns a function that formats an item from its number and the next one.
func format(f string) func(int) string {
	return func(i int) string {
		if strings.Contains(f, "%[") {
			return fmt.Sprintf(f, i, i+1)
		}
		return f
	}
}

// oddities are texts that once made a build hang.
var oddities = []Shape{
	{"import without a name, java", 1, 1, func(int) map[string]string {
		return map[string]string{"A.java": ".import*"}
	}},
	{"imports without names, java", 10_000, 10, one("A.java", "", format("import .*;import static .;\n"), "class A {}")},
	{"error after error, cs", 100_000, 100, one("a.cs", "", format("class ) "), "")},
	{"error after error, java", 100_000, 100, one("A.java", "", format("class ) "), "")},
	{"error after error, ts", 100_000, 100, one("a.ts", "", format("class ) "), "")},
	{"error after error, py", 100_000, 100, one("a.py", "", format("class ) "), "")},
	{"error after error, go", 100_000, 100, one("a.go", "", format("func ) "), "")},
	{"error after error, sql", 100_000, 100, one("a.sql", "", format("create ) "), "")},
	{"random characters, cs", 40_000, 4_000, random("a.cs")},
	{"random characters, java", 40_000, 4_000, random("A.java")},
	{"random characters, ts", 40_000, 4_000, random("a.ts")},
	{"random characters, tsx", 40_000, 4_000, random("a.tsx")},
	{"random characters, js", 40_000, 4_000, random("a.js")},
	{"random characters, py", 40_000, 4_000, random("a.py")},
	{"random characters, go", 40_000, 4_000, random("a.go")},
}

// doubling are programs whose meaning doubles with each line.
var doubling = []Shape{
	{"strings that double, cs", 20, 8, one("a.cs", "class A { void M(System.Data.IDbConnection c) {\nvar s0 = \"SELECT * FROM T\";\n",
		format("var s%[2]d = $\"{s%[1]d}{s%[1]d}\";\n"), "c.Execute(s%[1]d);\n} }")},
	{"a string of itself, cs", 4, 2, one("a.cs", "class A { void M(System.Data.IDbConnection c) {\n",
		format("var s = $\"SELECT {s}{s}\"; c.Execute(s);\n"), "} }")},
	{"constants that double, cs", 20, 8, one("a.cs", "class A {\nconst string S0 = \"SELECT * FROM T\";\n",
		format("const string S%[2]d = S%[1]d + S%[1]d;\n"), "}")},
	{"strings that double, java", 20, 8, one("A.java", "class A {\nstatic final String S0 = \"SELECT * FROM T\";\n",
		format("static final String S%[2]d = S%[1]d + S%[1]d;\n"), "}")},
	{"strings that double, ts", 20, 8, one("a.ts", "const s0 = 'SELECT * FROM t';\n",
		format("const s%[2]d = `${s%[1]d}${s%[1]d}`;\n"), "db.query(s%[1]d);")},
	{"strings that double, py", 20, 8, one("a.py", "s0 = 'SELECT * FROM t'\n",
		format("s%[2]d = f'{s%[1]d}{s%[1]d}'\n"), "db.execute(s%[1]d)")},
	{"strings that double, go", 20, 8, one("a.go", "package a\nconst s0 = \"SELECT * FROM t\"\n",
		format("const s%[2]d = s%[1]d + s%[1]d\n"), "")},
	{"types that double, cs", 25, 8, one("a.cs",
		"class P<A, B> { }\nclass X { static P<T, T> F<T>(T t) => null;\nvoid M() {\nvar v0 = new X();\n",
		format("var v%[2]d = F(v%[1]d);\n"), "v%[1]d.ToString(); F(v%[1]d); } }")},
	{"types that double, java", 25, 8, one("X.java",
		"class P<A, B> { }\nclass X { static <T> P<T, T> f(T t) { return null; }\nvoid m() {\nvar v0 = new X();\n",
		format("var v%[2]d = f(v%[1]d);\n"), "v%[1]d.toString(); f(v%[1]d); } }")},
	{"types that double, ts", 25, 8, one("a.ts",
		"class P<A, B> { a: A; b: B }\nfunction f<T>(t: T): P<T, T> { return null }\nconst v0 = f(1);\n",
		format("const v%[2]d = f(v%[1]d);\n"), "v%[1]d.a.b.a.b.a;")},
	{"unions that double, ts", 25, 8, one("a.ts", "class A0 { m() {} }\ntype T0 = A0;\n",
		format("class A%[2]d { m() {} }\ntype T%[2]d = T%[1]d | A%[2]d | T%[1]d;\n"), "declare const v: T%[1]d; v.m();")},
	{"objects that double, ts", 25, 8, one("a.ts", "const v0 = { m() {} };\n",
		format("const v%[2]d = { a: v%[1]d, b: { ...v%[1]d, c: v%[1]d } };\n"), "v%[1]d.a.b.a.m();")},
	{"defaults of type parameters that double, ts", 40, 12, one("a.ts", "interface P0 { m(): void }\n",
		format("interface P%[2]d<A = P%[1]d, B = P%[1]d, C = A | B> { a: A; b: B; c: C }\n"), "declare const v: P%[1]d; v.a.b.a.m();")},
	{"options that are spread, ts", 400, 12, one("a.ts",
		"import axios from 'axios';\nimport express from 'express';\nexpress().get('/x', function k() {});\nfunction f(o) { if (a) { return o } return { ...o, m: 1 } }\nfunction g(o) {\nlet c = o;\n",
		format("c = f(c);\n"), "return axios(c) }\nexport function h(o) { g({ url: '/x', ...o }) }")},
	{"types that double, go", 25, 8, one("a.go",
		"package a\ntype P[A, B any] struct { a A; b B }\nfunc f[T any](t T) P[T, T] { panic(0) }\nvar v0 = f(1)\n",
		format("var v%[2]d = f(v%[1]d)\n"), "var _ = v%[1]d.a.b.a")},
	{"types that double, py", 25, 8, one("a.py",
		"def f(t):\n    return (t, t)\nv0 = f(1)\n",
		format("v%[2]d = f(v%[1]d)\n"), "v%[1]d[0][1].x()")},
	{"branches that double, py", 40, 8, one("a.py", "class A:\n    def m(self): return self\nv0 = A()\n",
		format("v%[2]d = v%[1]d.m() if v%[1]d.m() else v%[1]d.m().m()\n"), "v%[1]d.m()")},
	{"arms that double, cs", 25, 8, one("a.cs", "class A { A M(A a) => a; void N() { var v0 = new A();\n",
		format("var v%[2]d = v%[1]d == null ? v%[1]d.M(v%[1]d) : v%[1]d.M(v%[1]d.M(v%[1]d));\n"), "v%[1]d.M(v%[1]d); } }")},
	{"lambdas in lambdas, cs", 12, 4, wrapped("a.cs",
		"class A { T F<T>(System.Func<A, T> f) => default; T F<T>(System.Func<string, T> f) => default; object M() => ",
		"this.F(x => ", "1", ")", "; }")},
	{"lambdas in lambdas, java", 12, 4, wrapped("A.java",
		"import java.util.function.*; class A { <T> T f(Function<A, T> f) { return null; } <T> T f(Supplier<T> f) { return null; } Object m() { return ",
		"this.f(x -> ", "1", ")", "; } }")},
	{"lambdas in lambdas, ts", 12, 4, wrapped("a.ts",
		"declare function f<T>(g: (x: string) => T): T; declare function f<T>(g: (x: number) => T): T; const v = ",
		"f(x => ", "1", ")", "")},
}

// families are many related declarations.
var families = []Shape{
	{"overloads that call each other, cs", 400, 20, overloads("a.cs", "class A {\n", "void M(%s) { M(%s); }\n", "int a%d", "}")},
	{"overloads that call each other, java", 400, 20, overloads("A.java", "class A {\n", "void m(%s) { m(%s); }\n", "int a%d", "}")},
	{"overloads by type, cs", 400, 20, one("a.cs", "class A {\n",
		format("class T%[1]d { public T%[1]d Next; }\nstatic T%[2]d M(T%[1]d a) { return M(M(a.Next)); }\n"), "class T%[1]d { } }")},
	{"overloads by type, java", 400, 20, one("A.java", "class A {\n",
		format("static class T%[1]d { T%[1]d next; }\nstatic T%[2]d m(T%[1]d a) { return m(m(a.next)); }\n"), "static class T%[1]d { } }")},
	{"overloads by type, ts", 400, 20, one("a.ts", "",
		format("interface T%[1]d { t%[1]d: T%[2]d }\nexport function m(a: T%[1]d): T%[2]d;\n"), "export function m(a: any): any { return m(m(m(a))) }")},
	{"parts of a class, cs", 4000, 20, func(n int) map[string]string {
		files := map[string]string{}
		for i := range n {
			files[fmt.Sprintf("p%d.cs", i)] = fmt.Sprintf(
				"partial class A { void M%d() { M%d(); N(); } int F%d = 1; }", i, (i+1)%n, i)
		}
		return files
	}},
	{"messages that one method sends, cs", 3000, 20, func(n int) map[string]string {
		const each = "class C%[1]d : ICommand { }\n" +
			"class H%[1]d : IRequestHandler<C%[1]d> { public Task Handle(C%[1]d c) => null; }\n"
		return map[string]string{
			"messages.cs": "using MediatR;\ninterface ICommand : IRequest { }\n" + items(n, format(each)),
			"shop.cs": "using MediatR;\nclass Shop {\nIMediator mediator;\n" +
				"Task Run(ICommand c) => mediator.Send(c);\nvoid All() {\n" +
				items(n, format("Run(new C%[1]d());\n")) + "} }",
		}
	}},
	{"methods of one signature, cs", 10_000, 20, one("a.cs", "class A {\n", format("void M() { M(); }\n"), "}")},
	{"methods of one signature, java", 10_000, 20, one("A.java", "class A {\n", format("void m() { m(); }\n"), "}")},
	{"methods of one signature, ts", 10_000, 20, one("a.ts", "class A {\n", format("m() { this.m() }\n"), "}")},
	{"methods of one signature, py", 10_000, 20, one("a.py", "class A:\n", format("    def m(self): self.m()\n"), "")},
	{"methods of one signature, go", 10_000, 20, one("a.go", "package a\ntype A struct{}\n", format("func (a A) M() { a.M() }\n"), "")},
	{"parameters of one name, cs", 10_000, 20, one("a.cs", "class A {\n", format("void M%[1]d(A e) { e.M%[1]d(e); }\n"), "}")},
	{"parameters of one name, java", 10_000, 20, one("A.java", "class A {\n", format("void m%[1]d(A e) { e.m%[1]d(e); }\n"), "}")},
	{"parameters of one name, ts", 10_000, 20, one("a.ts", "class A { m() {} }\n", format("function f%[1]d(e: A) { e.m(); fetch(e) }\n"), "")},
	{"parameters of one name, py", 10_000, 20, one("a.py", "", format("def f%[1]d(e): e.m(e)\n"), "")},
	{"parameters of one name, go", 10_000, 20, one("a.go", "package a\ntype A struct{}\nfunc (A) M() {}\n", format("func f%[1]d(e A) { e.M() }\n"), "")},
	{"lookups by computed names, py", 4000, 20, one("a.py", "class A:\n",
		format("    def m%[1]d(self, name): return getattr(self, 'm%[1]d' + name)()\n"), "")},
	{"functions of one name, py", 10_000, 20, one("a.py", "", format("def m(): m()\n"), "m()")},
	{"tables of one name, sql", 10_000, 20, one("a.sql", "", format("CREATE TABLE t (a int);\nSELECT a FROM t;\n"), "")},
	{"procedures of one name, sql", 10_000, 20, one("a.sql", "", format("CREATE PROCEDURE dbo.P AS EXEC dbo.P;\nGO\n"), "")},
	{"a struct beside interfaces, go", 3000, 20, one("a.go",
		"package a\ntype S struct{}\nfunc (S) Read() {}\nfunc (S) Write() {}\nfunc (S) Close() {}\n",
		format("type I%[1]d interface { Read(); Write(); Close(); M%[1]d() }\ntype S%[1]d struct{}\nfunc (S%[1]d) Read() {}\nfunc (S%[1]d) Write() {}\nfunc (S%[1]d) Close() {}\n"), "")},
}

// overloads returns a shape of n functions of 0, 1, … parameters, each of which
// calls the next.
func overloads(path, before, method, param, after string) func(int) map[string]string {
	list := func(f string, n int) string {
		var parts []string
		for i := range n {
			if strings.Contains(f, "%") {
				parts = append(parts, fmt.Sprintf(f, i))
			} else {
				parts = append(parts, f)
			}
		}
		return strings.Join(parts, ", ")
	}
	return func(n int) map[string]string {
		return map[string]string{path: before + items(n, func(i int) string {
			return fmt.Sprintf(method, list(param, i), list("1", (i+1)%n))
		}) + after}
	}
}

// chains are long inheritance chains and long expressions.
var chains = []Shape{
	{"line of descent, cs", 8000, 30, one("a.cs", "class C0 { public void M() { } }\n",
		format("class C%[2]d : C%[1]d { void N%[1]d() { M(); } }\n"), "")},
	{"line of descent, java", 8000, 30, one("C0.java", "class C0 { void m() { } }\n",
		format("class C%[2]d extends C%[1]d { void n%[1]d() { m(); } }\n"), "")},
	{"line of descent, ts", 8000, 30, one("a.ts", "class C0 { m() { } }\n",
		format("class C%[2]d extends C%[1]d { n%[1]d() { this.m(); } }\n"), "")},
	{"line of descent, py", 8000, 30, one("a.py", "class C0:\n    def m(self): pass\n",
		format("class C%[2]d(C%[1]d):\n    def n%[1]d(self): self.m()\n"), "")},
	{"line of descent, go", 8000, 30, one("a.go", "package a\ntype C0 struct{}\nfunc (C0) M() {}\n",
		format("type C%[2]d struct{ C%[1]d }\nfunc (c C%[2]d) N%[1]d() { c.M() }\n"), "")},
	{"line of interfaces, java", 4000, 30, one("I0.java", "interface I0 { void m(); }\n",
		format("interface I%[2]d extends I%[1]d { default void n%[1]d() { m(); } }\n"), "")},
	{"line of interfaces, go", 4000, 30, one("a.go", "package a\ntype I0 interface { M() }\n",
		format("type I%[2]d interface{ I%[1]d; N%[1]d() }\n"), "")},
	{"line of views, sql", 8000, 30, one("a.sql", "CREATE TABLE v0 (a int);\n",
		format("CREATE VIEW v%[2]d AS SELECT a FROM v%[1]d;\n"), "")},
	{"line of functions, py", 8000, 30, one("a.py", "class A:\n    def m(self): pass\ndef f0(): return A()\n",
		format("def f%[2]d(): return f%[1]d()\n"), "f%[1]d().m()")},
	{"line of functions, ts", 8000, 30, one("a.ts", "class A { m() {} }\nfunction f0() { return new A() }\n",
		format("function f%[2]d() { return f%[1]d() }\n"), "f%[1]d().m()")},
	{"sum, cs", 50_000, 50, one("a.cs", "class A { int M(int a) { return 1", format(" + M(a)"), "; } }")},
	{"sum, java", 50_000, 50, one("A.java", "class A { int m(int a) { return 1", format(" + m(a)"), "; } }")},
	{"sum, ts", 50_000, 50, one("a.ts", "function m(a) { return 1", format(" + m(a)"), " }")},
	{"sum, py", 50_000, 50, one("a.py", "def m(a): return 1", format(" + m(a)"), "")},
	{"sum, go", 50_000, 50, one("a.go", "package a\nfunc m(a int) int { return 1", format(" + m(a)"), " }")},
	{"sum, sql", 50_000, 50, one("a.sql", "SELECT 1", format(" + dbo.m(a)"), " FROM t")},
	{"sum of strings, cs", 50_000, 50, one("a.cs", "class A { string M(string a) { return \"SELECT \"", format(" + \"x, \" + a"), "; } }")},
	{"sum of strings, java", 50_000, 50, one("A.java", "class A { String m(String a) { return \"SELECT \"", format(" + \"x, \" + a"), "; } }")},
	{"sum of strings, ts", 50_000, 50, one("a.ts", "function m(a) { return 'SELECT '", format(" + 'x, ' + a"), " }")},
	{"sum of strings, py", 50_000, 50, one("a.py", "def m(a): return 'SELECT '", format(" + 'x, ' + a"), "")},
	{"sum of strings, go", 50_000, 50, one("a.go", "package a\nfunc m(a string) string { return \"SELECT \"", format(" + \"x, \" + a"), " }")},
	{"chain of calls, cs", 50_000, 50, one("a.cs", "class A { A M() { return this", format(".M()"), "; } }")},
	{"chain of calls, java", 50_000, 50, one("A.java", "class A { A m() { return this", format(".m()"), "; } }")},
	{"chain of calls, ts", 50_000, 50, one("a.ts", "class A { m() { return this", format(".m()"), " } }")},
	{"chain of calls, py", 50_000, 50, one("a.py", "class A:\n    def m(self): return self", format(".m()"), "")},
	{"lambdas with receivers, kt", 5_000, 50, one("a.kt", "class A { fun put(x: Int) = this }\nfun build(f: A.() -> Unit) {}\nfun main() {\n", format("build { put(1) }\n"), "}")},
	{"overloads, kt", 2_000, 50, one("a.kt", "", format("class C%[1]d\nfun put(x: C%[1]d) {}\nfun m%[1]d() { put(C%[1]d()) }\n"), "")},
	{"overloads, swift", 2_000, 50, one("a.swift", "", format("class C%[1]d {}\nfunc put<T>(_ x: C%[1]d, _ y: [T]) {}\nfunc m%[1]d() { put(C%[1]d(), [1]) }\n"), "")},
	{"chain of calls, go", 50_000, 50, one("a.go", "package a\ntype A struct{}\nfunc (a A) M() A { return a", format(".M()"), " }")},
	{"chain of conditions, cs", 20_000, 50, one("a.cs", "class A { int M(int a) { ", format("if (a == 1) return M(a); else "), "return 1; } }")},
	{"chain of conditions, java", 20_000, 50, one("A.java", "class A { int m(int a) { ", format("if (a == 1) return m(a); else "), "return 1; } }")},
	{"chain of conditions, ts", 20_000, 50, one("a.ts", "function m(a) { ", format("if (a == 1) return m(a); else "), "return 1; }")},
	{"chain of conditions, py", 20_000, 50, one("a.py", "def m(a):\n    if a: pass\n", format("    elif a == 1: m(a)\n"), "")},
	{"chain of choices, ts", 20_000, 50, one("a.ts", "function m(a) { return ", format("a == 1 ? m(a) : "), "1 }")},
	{"chain of choices, cs", 20_000, 50, one("a.cs", "class A { int M(int a) => ", format("a == 1 ? M(a) : "), "1; }")},
	{"chain of locals, cs", 20_000, 50, one("a.cs", "class A { A M() { var v0 = this;\n", format("var v%[2]d = v%[1]d.M();\n"), "return v1; } }")},
	{"chain of locals, py", 20_000, 50, one("a.py", "def m(v0):\n", format("    v%[2]d = v%[1]d.m()\n"), "")},
	{"assignments to one name, py", 20_000, 50, one("a.py", "def m(v):\n", format("    v = v.m()\n"), "")},
	{"assignments to one name, ts", 20_000, 50, one("a.ts", "function m(v) {\n", format("    v = v.m()\n"), "}")},
	{"branches on one name, py", 5_000, 50, one("a.py", "def m(v):\n", format("    if v.a: v = v.m()\n"), "")},
}

// crowds are many files that all refer to each other.
func crowds() []Shape {
	crowd := func(path, line, rest string) func(int) map[string]string {
		return func(n int) map[string]string {
			files := map[string]string{}
			for i := range n {
				text := items(n, func(j int) string { return fmt.Sprintf(line, j) })
				files[fmt.Sprintf(path, i)] = text + fmt.Sprintf(rest, i, (i+1)%n)
			}
			return files
		}
	}
	return []Shape{
		{"imports of all by all, py", 250, 8, crowd("m%d.py", "from m%d import *\n", "def f%[1]d(): f%[2]d(); g()\n")},
		{"imports of all by all, ts", 250, 8, crowd("m%d.ts", "export * from './m%d'\n", "import { f%[2]d, g } from './m%[2]d'\nexport function f%[1]d() { f%[2]d(); g() }\n")},
		{"imports of all by all, java", 250, 8, crowd("p%[1]d/C%[1]d.java", "import p%d.*;\n", "class C%[1]d { void f() { new C%[2]d().f(); new D(); } }\n")},
		{"imports of all by all, cs", 250, 8, crowd("m%d.cs", "using N%d;\n", "namespace N%[1]d { public class C%[1]d { void F() { new C%[2]d().F(); new D(); } } }\n")},
		{"imports of all by all, go", 250, 8, func(n int) map[string]string {
			files := crowd("p%[1]d/a.go", "import . \"m/p%d\"\n", "func F%[1]d() { F%[2]d(); G() }\n")(n)
			for path, text := range files {
				files[path] = "package p\n" + text
			}
			files["go.mod"] = "module m\n"
			return files
		}},
	}
}

// A nesting opens and closes one level of something.
type nesting struct{ what, ext, before, open, middle, close, after string }

// nestings are the constructs that can be nested, by language.
var nestings = []nesting{
	{"calls", "cs", "class A { int M(int a) { return ", "M(", "1", ")", "; } }"},
	{"parentheses", "cs", "class A { int M(int a) { return ", "(", "1", ")", "; } }"},
	{"brackets", "cs", "class A { int[] M(int a) { return ", "[", "1", "]", "; } }"},
	{"open brackets", "cs", "class A { int[] M(int a) { return ", "[", "1", "", "; } }"},
	{"blocks", "cs", "class A { void M() { ", "{", "M();", "}", " } }"},
	{"open blocks", "cs", "class A { void M() { ", "{", "M();", "", " } }"},
	{"classes", "cs", "", "class A{", "void M(){}", "}", ""},
	{"namespaces", "cs", "", "namespace A{", "class M{}", "}", ""},
	{"generics", "cs", "class A { ", "a<", "a", ">", " f; }"},
	{"open generics", "cs", "class A { ", "a<", "a", "", " f; }"},
	{"lambdas", "cs", "class A { object M = ", "x => ", "1", "", "; }"},
	{"conditions", "cs", "class A { void M() { ", "if(x)", "M();", "", " } }"},
	{"#if", "cs", "", "#if A\n", "class A{}\n", "#endif\n", ""},
	{"open #if", "cs", "", "#if A\n", "class A{}\n", "", ""},
	{"holes of strings", "cs", "class A { string M() => ", "$\"{", "1", "}\"", "; }"},
	{"objects", "cs", "class A { object M() => ", "new A{B=", "1", "}", "; }"},
	{"patterns", "cs", "class A { bool M(A a) => a is ", "{B:", "1", "}", "; }"},
	{"tuples", "cs", "class A { ", "(int,", "int", ")", " f; }"},
	{"unary", "cs", "class A { bool M(bool a) => ", "!", "a", "", "; }"},
	{"calls", "java", "class A { int m(int a) { return ", "m(", "1", ")", "; } }"},
	{"parentheses", "java", "class A { int m(int a) { return ", "(", "1", ")", "; } }"},
	{"blocks", "java", "class A { void m() { ", "{", "m();", "}", " } }"},
	{"open blocks", "java", "class A { void m() { ", "{", "m();", "", " } }"},
	{"classes", "java", "", "class A{", "void m(){}", "}", ""},
	{"generics", "java", "class A { ", "a<", "a", ">", " f; }"},
	{"open generics", "java", "class A { ", "a<", "a", "", " f; }"},
	{"lambdas", "java", "class A { Object m = ", "x -> ", "1", "", "; }"},
	{"bodies", "java", "class A { Object m = ", "new A(){Object m=", "1", ";}", "; }"},
	{"initializers", "java", "class A { int[] m = ", "{", "1", "}", "; }"},
	{"annotations", "java", "", "@A(", "1", ")", " class A {}"},
	{"calls", "ts", "const v = ", "m(", "1", ")", ";"},
	{"parentheses", "ts", "const v = ", "(", "1", ")", ";"},
	{"brackets", "ts", "const v = ", "[", "1", "]", ";"},
	{"open brackets", "ts", "const v = ", "[", "1", "", ";"},
	{"objects", "ts", "const v = ", "{a:", "1", "}", ";"},
	{"blocks", "ts", "function f() { ", "{", "f();", "}", " }"},
	{"open blocks", "ts", "function f() { ", "{", "f();", "", " }"},
	{"classes", "ts", "", "class A{static m=", "1", "}", ""},
	{"functions", "ts", "", "function f(){", "f()", "}", ""},
	{"namespaces", "ts", "", "namespace A{", "class M{}", "}", ""},
	{"generics", "ts", "let v: ", "a<", "a", ">", ";"},
	{"open generics", "ts", "let v: ", "a<", "a", "", ";"},
	{"types", "ts", "let v: ", "{a:", "1", "}", ";"},
	{"conditional types", "ts", "type T<A> = ", "A extends 1 ? 2 : ", "1", "", ";"},
	{"lambdas", "ts", "const v = ", "x => ", "1", "", ";"},
	{"elements", "tsx", "const v = ", "<a>", "1", "</a>", ";"},
	{"templates", "ts", "const v = ", "`${", "1", "}`", ";"},
	{"calls", "py", "v = ", "m(", "1", ")", "\n"},
	{"parentheses", "py", "v = ", "(", "1", ")", "\n"},
	{"brackets", "py", "v = ", "[", "1", "]", "\n"},
	{"open brackets", "py", "v = ", "[", "1", "", "\n"},
	{"dictionaries", "py", "v = ", "{1:", "1", "}", "\n"},
	{"lambdas", "py", "v = ", "lambda x: ", "1", "", "\n"},
	{"generics", "py", "v: ", "a[", "a", "]", "\n"},
	{"unary", "py", "v = ", "not ", "1", "", "\n"},
	{"calls", "go", "package a\nvar v = ", "m(", "1", ")", "\n"},
	{"parentheses", "go", "package a\nvar v = ", "(", "1", ")", "\n"},
	{"blocks", "go", "package a\nfunc f() { ", "{", "f()", "}", " }"},
	{"open blocks", "go", "package a\nfunc f() { ", "{", "f()", "", " }"},
	{"functions", "go", "package a\nvar v = ", "func(){", "f()", "}", "\n"},
	{"literals", "go", "package a\nvar v = ", "A{", "1", "}", "\n"},
	{"generics", "go", "package a\nvar v ", "a[", "a", "]", "\n"},
	{"structs", "go", "package a\ntype A ", "struct{a ", "int", "}", "\n"},
	{"slices", "go", "package a\nvar v ", "[]", "int", "", "\n"},
	{"parentheses", "sql", "SELECT ", "(", "1", ")", " FROM t;"},
	{"open parentheses", "sql", "SELECT ", "(", "1", "", " FROM t;"},
	{"queries", "sql", "", "SELECT a FROM (", "SELECT 1", ") t", ";"},
	{"calls", "sql", "SELECT ", "f(", "1", ")", " FROM t;"},
	{"blocks", "sql", "CREATE PROCEDURE dbo.P AS ", "BEGIN ", "EXEC dbo.P ", "END ", ""},
	{"cases", "sql", "SELECT ", "CASE WHEN 1=1 THEN ", "1", " END", " FROM t;"},
	{"strings", "sql", "EXEC('", "EXEC(''", "1", "'')", "')"},
}

// templates are server pages with many declared names.
var templates = []Shape{
	{"variables of a template, go", 10_000, 30, beside("a.html", format(
		"{{range $v%[1]d := .}}{{$v%[1]d.Name}}{{$v.Name}}{{end}}\n"), map[string]string{
		"go.mod": "module a\n",
		"a.go": "package a\nimport \"html/template\"\n" +
			"var page = template.Must(template.ParseFiles(\"a.html\"))\n"})},
	{"one variable of a template, go", 10_000, 30, beside("a.html", format(
		"{{range $v := .}}{{$v.Name}}{{end}}{{$v.Name%[1]d}}\n"), map[string]string{
		"go.mod": "module a\n",
		"a.go": "package a\nimport \"html/template\"\n" +
			"var page = template.Must(template.ParseFiles(\"a.html\"))\n"})},
	{"variables of a template, thymeleaf", 10_000, 30, beside("src/main/resources/templates/a.html",
		format("<p th:each=\"v%[1]d : ${all}\" th:text=\"${v%[1]d.name}\"></p>\n"),
		map[string]string{"src/main/java/A.java": "class A {}\n"})},
}

// workspaces are trees of many packages, each of which uses the previous one, or the
// first one if references are transitive.
var workspaces = []Shape{
	{"packages of a workspace, ts", 2000, 10, packages(map[string]string{
		"package.json":  `{"name": "all", "workspaces": ["packages/*"]}`,
		"tsconfig.json": `{"files": [], "references": []}`,
	}, map[string]string{
		"packages/p%[1]d/package.json": `{"name": "@a/p%[1]d", "main": "src/index.ts",
			"dependencies": {"@a/p%[2]d": "*"}}`,
		"packages/p%[1]d/tsconfig.json": `{"compilerOptions": {"composite": true},
			"references": [{"path": "../p%[2]d"}]}`,
		"packages/p%[1]d/src/index.ts": "export * from './f';\n",
		"packages/p%[1]d/src/f.ts": "import { f%[2]d } from '@a/p%[2]d';\n" +
			"export function f%[1]d() { return f%[2]d(); }\n",
	})},
	{"distributions with one namespace, py", 2000, 10, packages(nil, map[string]string{
		"libs/p%[1]d/pyproject.toml": "[project]\nname = \"p%[1]d\"\n",
		"libs/p%[1]d/all/p%[1]d/f.py": "from all.p%[2]d.f import f%[2]d\nimport all.p%[2]d.f\n" +
			"def f%[1]d(): f%[2]d()\n",
	})},
	{"modules of a build, java", 2000, 10, packages(map[string]string{
		"m0/pom.xml":                 "<project><groupId>a</groupId><artifactId>m0</artifactId></project>",
		"m0/src/main/java/a/F0.java": "package a;\npublic class F0 { void f() { } }\n",
	}, map[string]string{
		"m%[1]d/pom.xml": "<project><groupId>a</groupId><artifactId>m%[1]d</artifactId><dependencies>" +
			"<dependency><groupId>a</groupId><artifactId>m0</artifactId></dependency>" +
			"</dependencies></project>",
		"m%[1]d/src/main/java/a/F%[1]d.java": "package a;\npublic class F%[1]d { void f() { new F0().f(); } }\n",
	})},
	{"modules of a workspace, go", 2000, 10, packages(nil, map[string]string{
		"m%[1]d/go.mod": "module a.b/m%[1]d\nrequire a.b/m%[2]d v0.0.0\n",
		"m%[1]d/f.go":   "package m%[1]d\nimport \"a.b/m%[2]d\"\nfunc F() { m%[2]d.F() }\n",
	})},
	{"projects of a solution, cs", 2000, 10, packages(map[string]string{
		"p0/p0.csproj": `<Project Sdk="Microsoft.NET.Sdk" />`,
		"p0/F.cs":      "public class F0 { public void M() { } }\n",
	}, map[string]string{
		"p%[1]d/p%[1]d.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>` +
			`<ProjectReference Include="$(SolutionDir)../p0/p0.csproj" /></ItemGroup></Project>`,
		"p%[1]d/F.cs":     "public class F%[1]d { public void M() { new F0().M(); } }\n",
		"p%[1]d/All.slnx": `<Solution><Project Path="p%[1]d.csproj" /></Solution>`,
	})},
	{"chain of projects, cs", 2000, 10, packages(map[string]string{
		"p0/p0.csproj": `<Project Sdk="Microsoft.NET.Sdk" />`,
		"p0/F.cs":      "public class F0 { public void M() { } }\n",
	}, map[string]string{
		"p%[1]d/p%[1]d.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>` +
			`<ProjectReference Include="../p%[2]d/p%[2]d.csproj" /></ItemGroup></Project>`,
		"p%[1]d/F.cs": "public class F%[1]d { public void M() { new F%[2]d().M(); new F0().M(); } }\n",
	})},
}

// packages returns a shape of n groups of files, in addition to others. Paths and texts
// contain the number of the group, from 1, and that of the previous one.
func packages(others, group map[string]string) func(int) map[string]string {
	return func(n int) map[string]string {
		files := maps.Clone(others)
		if files == nil {
			files = map[string]string{}
		}
		for path, text := range group {
			for i := 1; i <= n; i++ {
				if files[fmt.Sprintf(path, i)] = text; strings.Contains(text, "%[") {
					files[fmt.Sprintf(path, i)] = fmt.Sprintf(text, i, i-1)
				}
			}
		}
		return files
	}
}

// beside returns a shape of a file of n items, next to other files.
func beside(path string, item func(i int) string, others map[string]string) func(int) map[string]string {
	return func(n int) map[string]string {
		files := maps.Clone(others)
		files[path] = items(n, item)
		return files
	}
}

// nestedBytes is the size of a file that consists of one nesting.
const nestedBytes = 900_000

// nested returns a shape for each nesting.
func nested() []Shape {
	var out []Shape
	for _, x := range nestings {
		out = append(out, Shape{"nested " + x.what + ", " + x.ext,
			nestedBytes / (len(x.open) + len(x.close)), 60,
			wrapped("a."+x.ext, x.before, x.open, x.middle, x.close, x.after)})
	}
	out = append(out, Shape{"nested blocks, py", 1300, 60, func(n int) map[string]string {
		return map[string]string{"a.py": items(n, func(i int) string {
			return strings.Repeat(" ", i) + "if x:\n"
		}) + strings.Repeat(" ", n) + "m()\n"}
	}}, Shape{"nested classes, py", 1300, 60, func(n int) map[string]string {
		return map[string]string{"a.py": items(n, func(i int) string {
			return strings.Repeat(" ", i) + "class A:\n"
		}) + strings.Repeat(" ", n) + "pass\n"}
	}}, Shape{"nested functions, py", 1300, 60, func(n int) map[string]string {
		return map[string]string{"a.py": items(n, func(i int) string {
			return strings.Repeat(" ", i) + "def f():\n"
		}) + strings.Repeat(" ", n) + "f()\n"}
	}})
	return out
}
