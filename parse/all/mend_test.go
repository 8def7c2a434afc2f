package all

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/parse"
)

// TestMending checks that a syntax error costs at most the enclosing member, and
// that the loss is known.
func TestMending(t *testing.T) {
	for _, c := range []struct {
		name, path, text string
		want             string // symbols of the expected definitions
		lost             string // names
	}{
		{"a statement, cs", "a.cs",
			"class A { void M(Type type) { if (a) { d[e] = [3 4]; } } void N() { } }",
			"A A.M(Type) A.N()", ""},
		{"a header, cs", "a.cs", "class A {\n    void L() { }\n    void M( { }\n" +
			"    void N() { }\n}\n",
			"A A.L() A.M() A.N()", ""},
		{"a missing brace, cs", "a.cs",
			"class A\n{\n    void M()\n    {\n        if (x)\n        {\n" +
				"            F();\n    }\n    void N() { }\n}\nclass B { }\n", "A A.M() A.N() B",
			""},
		{"a missing opening brace, cs", "a.cs",
			"class A\n{\n    void M()\n    \n        F();\n    }\n    void N() { }\n}\n" +
				"class B { }\n",
			"A A.M() A.N() B", ""},
		{"a missing word, cs", "a.cs",
			"namespace N {\n    public  A : B {\n        void M() { }\n    }\n" +
				"    class C { }\n}\n", "A A.M() C", ""},
		{"a missing namespace, cs", "a.cs", "\n N\n{\n    class C { void M() { } }\n}\n", "N N.C N.C.M()",
			""},
		{"a block of extensions, cs", "a.cs",
			"static class A {\n    extension(string s)\n    {\n        public void M() { int = ; }\n" +
				"        public void N( { }\n    }\n    static void O() { }\n}\n",
			"A A.M(string) A.O()", ""},
		{"an attribute, java", "A.java",
			"class A {\n    void l() { }\n    @B(\n    void m() { }\n    void n() { }\n}\n",
			"A A.l() A.n()", ""},
		{"a list of bases, java", "A.java", "class A extends B<C {\n    void m() { }\n}\n",
			"A A.m()", ""},
		{"a statement, java", "A.java",
			"class A {\n    void m() { int = ; }\n    void n() { }\n}\n",
			"A A.m() A.n()", ""},
		{"a parameter, go", "a.go", "package a\n\nfunc L() {}\n\nfunc M(a [) {}\n\nfunc N() {}\n",
			"L M N", ""},
		{"imports, go", "a.go", "package a\n\nimport (\n\t\"fmt\"\n\ntype T struct {\n" +
			"\tA int\n}\n\n" +
			"func (t T) M() {}\n", "T T.A T.M", ""},
		{"constants, go", "a.go", "package a\n\ntype T rune\n\nconst (\n\tA T = 0\n" +
			"\tB T = 'b'\n\n\nfunc (t T) M() {}\n", "T A B T.M", ""},
		{"a missing brace, go", "a.go", "package a\n\nfunc M() {\n\tif x {\n\t\tf()\n\t\n}\n\n" +
			"// N is next.\nfunc N() {}\n", "M N", ""},
		{"a statement, ts", "a.ts", "export class A {\n  m() { const = ; }\n  n() {}\n}\n",
			"A A.m A.n", ""},
		{"a missing brace, ts", "a.ts",
			"export class A {\n  m() {\n    if (x) {\n  }\n  n() {}\n}\n" +
				"export function f() {}\n", "A A.m A.n f", ""},
		{"an import, ts", "a.ts", "import { a from 'b'\n\nit('x', () => {\n" +
			"  const One = () => {\n    return 1\n  }\n})\n", "One", ""},
		{"a header, ts", "a.ts", "export class A {\n  m({ a }: {\n    a: string;\n  }, b: { c: = }) " +
			"{\n    f();\n  }\n  n() {}\n}\n", "A A.m A.n", ""},
		{"a call around a function, ts", "a.ts", "test('x', () = {\n" +
			"  const one = () => 1\n})\ntest('y', () => {\n  const two = () => 2\n})\n",
			"one two", ""},
		{"a statement of an argument, ts", "a.ts", "test('x', () => {\n  const = ;\n" +
			"  test('y', () = {\n    type One = [1]\n  })\n  type Two = [2]\n})\n", "One Two", ""},
		{"an object, tsx", "a.tsx", "export const action = register<{\n  a: number;\n}({\n" +
			"  name: 'x',\n  perform: (el) => {\n    return <b/>;\n  },\n});\n" +
			"export const b = () => 1;\n", "action action.perform b", ""},
		{"a call, js", "a.js", "s.on('x', function({\n  var r = new R;\n" +
			"  r.done = function(){\n    f();\n  };\n}, false);\n", "r.done", ""},
		{"annotations of Flow, js", "a.js",
			"function f(x: ?string): string { return x }\nclass A {\n  +p: number;\n" +
				"  m(a: ?A) {}\n}\n" +
				"export type T = {| a: number |};\nfunction g() {}\n", "A.m f g", ""},
		{"a word of a namespace, cs", "a.cs", "namespace A..B\n{\n    class C { void M() { } }\n}\n",
			"C C.M()", ""},
		{"the last word of a namespace, cs", "a.cs", "namespace A.;\n\nclass C { }\n", "C", ""},
		{"the word of a group, go", "a.go", "package a\n\ntype T int\n\n (\n\tA T = iota\n\tB\n)\n\n" +
			" (\n\tC = 1\n)\n", "T A B C", ""},
		{"the word of a group of types, go", "a.go",
			"package a\n\n (\n\tT struct {\n\t\tA int\n\t}\n)\n", "T T.A", ""},
		{"the parenthesis of a group, go", "a.go", "package a\n\nconst \n\tA = 1\n\tB = 2\n)\n",
			"A B", ""},
		{"the end of a group, go", "a.go", "package a\n\nconst (\n\tA = 1\n\tB = 2 // two\n\n", "A B",
			""},
		{"a parenthesis in a group, go", "a.go",
			"package a\n\nvar (\n\tA = f\"1\")\n\tB = f(\"2\")\n)\n", "A B", ""},
		{"a value of a group, go", "a.go", "package a\n\nconst (\n\tA = \n\tB = 2\n)\n", "A B", ""},
		{"a type of a field, go", "a.go",
			"package a\n\ntype T struct {\n\tA time.\n\tB int\n\tC *\n\tD int\n}\n", "T T.B T.D", ""},
		{"the word of a method, go", "a.go", "package a\n\ntype T []int\n\n (t T) M() {}\n\n" +
			" f() {\n}\n\n U struct {\n\tA int\n}\n", "T T.M f U U.A", ""},
		{"methods of one name, go", "a.go", "package a\n\ntype T struct {\n\tA int\n\n\n" +
			"func (t T) M() {\n\tf()\n}\n\ntype U int\n\nfunc (u *U) M() {}\n", "T T.A T.M U U.M", ""},
		{"a brace before others, java", "A.java", "class A {\n    int[] a = new int[]1, 2};\n" +
			"    int[] b = new int[]{\n        1, 2};\n    int c() { }\n}\n", "A A.a A.b A.c()", ""},
		{"a brace before unions, ts", "a.ts", "type A =\n  | {\n      a: 1\n    \n  | {\n" +
			"      b: 2\n    }\nexport const c = 1\n", "A c", ""},
		{"a brace in a parenthesis, ts", "a.ts", "class A {\n  m() {\n    f(b as { c: D []).g(\n" +
			"      () => {\n        h();\n      })\n  }\n  n() {}\n}\n", "A A.m A.n", ""},
		{"a type, ts", "a.ts", "interface A {\n  a: \n  b: string\n}\nclass B {\n  c = new C(\n\n" +
			"  m() {\n    f()\n  }\n}\n", "A A.a A.b B B.m", ""},
		{"a part of an argument, ts", "a.ts", "const a = create({\n  b( {\n    f()\n  },\n  c() {},\n" +
			"})\n", "a a.c", ""},
		{"a constructor whose brace is one blank off, java", "A.java", "class A\n{\n    int a;\n" +
			"    A() \n        a = 1;\n   }\n    int m() { return 1; }\n}\n", "A A.a A.A() A.m()", ""},
		{"try before for, java", "A.java", "abstract class A\n    implements B {\n  int a;\n" +
			"  void m() {\n    try \n      for (int i : a) {\n        f(i);\n      }\n" +
			"    } catch (E e) {\n      g();\n    }\n  }\n  void n() { }\n}\n",
			"A A.a A.m() A.n()", ""},
		{"a file of Flow, js", "a.js", "// @flow strict\nexport type A = {|+b: string|};\nclass C {\n  +d: ?string;\n" +
			"  m(x: ?string): %checks { return !!x }\n  n() {}\n}\nfunction f(x: string, ...y: Array<?string>) {}\n",
			"C C.m C.n f", ""},
		{"a semicolon beside overloads, cs", "a.cs", "class A : B\n{\n    A(int i) :\n        base(i)\n    {\n" +
			"    }\n    A(string s) :\n    base(s)\n    {\n    }\n    void M()\n    {\n" +
			"        f()\n    }\n}\n", "A A.A(int) A.A(string) A.M()", ""},
		{"an overload, java", "A.java", "class A {\n    void m(int i) { }\n    void m(String s\n" +
			"    void n() { }\n}\n", "A A.m(int) A.n()", "m"},
		{"a block of one line, java", "A.java", "class A {\n    static class B {\n        B()  }\n" +
			"      }\n\n    static class C {\n        C() { }\n    }\n    int a;\n}\n",
			"A A.B A.B.B() A.C A.C.C() A.a", ""},
		{"a constant without a name, java", "A.java", "enum A {\n    B(1),\n    (2),\n    C(3);\n" +
			"    private final int d;\n    A(int d) { this.d = d; }\n    int m() { return d; }\n}\n",
			"A A.B A.C A.d A.A(int) A.m()", ""},
		{"a statement of an enumeration, java", "A.java", "enum A {\n    B { int m() { return = ; } },\n" +
			"    C;\n    void n() { int = ; }\n    int o() { return 1; }\n}\n",
			"A A.B A.C A.n() A.o()", ""},
		{"the head of an enumeration, java", "A.java", "enum A implements B< {\n    C;\n" +
			"    void m() { }\n}\n", "A A.C A.m()", ""},
		{"a component of a record, java", "A.java", "public record A(\n    @B(c = \"d\") String e,\n" +
			"    String f,\n    @B c = \"d\") String g) {\n    void m() { }\n}\n",
			"A A.e A.f A.m()", ""},
		{"a method of an anonymous class, java", "A.java", "class A {\n    B m() {\n" +
			"        B b = (B) new B() {\n            public void n() { f\"x\"); }\n" +
			"            public void o() { }\n        };\n        return b;\n    }\n}\n",
			"A A.m() A.m().B$1.n() A.m().B$1.o()", ""},
		{"a method of an extension, cs", "a.cs", "static class A {\n    extension<T>(T t)\n    {\n" +
			"        public int M<U>B b, C c)\n        {\n            return b;\n        }\n" +
			"        public int M(C c) { return 1; }\n    }\n    static void N() { }\n}\n",
			"A A.M(T,C) A.N()", ""},
		{"the header of an extension, cs", "a.cs", "static class A {\n    extension string s)\n    {\n" +
			"        public int M() { return 1; }\n    }\n    static void N() { }\n}\n",
			"A A.M() A.N()", ""},
		{"a bracket of a list, cs", "a.cs", "class A\n{\n    List<B> b =\n    [\n        new(\n" +
			"        {\n            C = 1,\n        },\n    ];\n    List<B> d =\n    [\n        1,\n" +
			"    ];\n    B E { get; set; }\n}\n", "A A.b A.d A.E", ""},
		{"a type of several fields, go", "a.go", "package a\n\ntype T struct {\n\tA, B *\n\tC int\n}\n",
			"T T.A T.B T.C", ""},
		{"a field without a name, go", "a.go",
			"package a\n\ntype T struct {\n\tA *int\n\t **int\n\n\tB int\n}\n", "T T.A T.B", ""},
		{"a variable without a name, go", "a.go",
			"package a\n\nvar (\n\tA int\n\t = f()\n\tB = 1\n)\n", "A B", ""},
		{"the word of a struct, go", "a.go", "package a\n\ntype T  {\n\tA int\n}\n\n" +
			"type I  {\n\tM()\n}\n\nfunc N() {}\n", "T T.A I I.M N", ""},
		{"a brace before a header of two lines, go", "a.go", "package a\n\nfunc (t T) M(a int,\n" +
			"\tb int) {\n\tf()\n\n\n// N is next.\nfunc (t T) N(a int,\n\tb int) {\n\tf()\n}\n",
			"T.M T.N", ""},
		{"a class that is a value, js", "a.js", "module.exports = cls => class A extends cls {\n" +
			"  #a () {\n    if (b) {\n      f()\n    } else if !c && d()) {\n      g()\n    }\n  }\n" +
			"  #b () { g() }\n  c () {}\n}\n", "default.A.#a default.A.#b default.A.c", ""},
		{"a pattern of a parameter, js", "a.js", "module.exports = {\n" +
			"  prompt: async ( a, b }) => {\n    let c;\n    if (a) {\n      c = { d: b };\n    }\n" +
			"  },\n  e: async () => {\n    return 1;\n  },\n};\n", "default default.prompt default.e", ""},
		{"the parenthesis of a function, js", "a.js", "export function f( {\n  return g(\n    1,\n" +
			"  );\n}\n\nexport default function (a) {\n  h(a);\n}\n", "f default", ""},
		{"a member of an alias, ts", "a.ts", "type A = {\n  b: string;\n  c { [d: string]: string };\n" +
			"  e: () => void;\n};\nclass F {}\n", "A A.b A.e F", ""},
		{"a template of a broken file, ts", "a.ts", "import { Component } from '@angular/core'\n" +
			"import { A, B from './a'\n\n@Component({\n  template: `<p *ngIf=\"{ a: b }\">{{ a }}</p>`,\n" +
			"})\nclass C {}\n\ndescribe('C', () => {\n  const d = () => {\n    return 1\n  }\n})\n",
			"C d", ""},
		{"a brace of accessors, cs", "a.cs",
			"class A {\n    record B\n    {\n        int C;\n\n        int D  get; init; }\n" +
				"    }\n\n    record E(int F)\n    {\n        int G;\n    }\n" +
				"}\n",
			"A A.B A.B.C A.E A.E.G", ""},
		{"a semicolon before an extension, cs", "a.cs",
			"static class A\n{\n    static B b = new(1)\n\n    extension(B c)\n" +
				"    {\n        public int D => 1;\n    }\n}\n",
			"A A.D", ""},
		{"a member of an annotation, java", "A.java",
			"@interface A {\n    B[] b() default {};\n    @interface C {\n        String d() default \"\"" +
				";\n        String e( default \"\";\n        int f() default 1;\n" +
				"        int G = 2;\n    }\n    boolean h() default true;\n}\n",
			"A A.b() A.C A.C.d() A.C.e() A.C.f() A.C.G A.h()", ""},
		{"the end of a field, cs", "a.cs",
			"class A\n{\n    static readonly A\n        B = new A(false),\n        C = new A(true),\n" +
				"        D = new A(true)\n\n    /// <summary>E.</summary>\n" +
				"    static A E(string f)\n    {\n        return D;\n    }\n\n    int G { get; }\n}\n",
			"A A.B A.C A.D A.E(string) A.G", ""},
		{"the end of a field, java", "A.java",
			"class A {\n    int b = c(1)\n\n    /** D. */\n    int d() { return b; }\n    int e\n\n" +
				"    int f() { return e; }\n}\n",
			"A A.b A.d() A.e A.f()", ""},
		{"the parenthesis of a decorator, ts", "a.ts",
			"export class A {\n  @B({\n    type: String,\n    c: { d: 1 },\n  })\n  @E()\n  f?: string;\n\n" +
				"  @B {\n    type: String,\n    c: { d: 1, e: true },\n    g: 'h',\n  })\n" +
				"  @E()\n  i?: Record<string, any>;\n\n  @B({\n    type: Date,\n  })\n  @E()\n" +
				"  j?: Date;\n\n  @B({\n    type: Date,\n  })\n  @E()\n  k?: Date;\n}\n",
			"A A.f A.j A.k", ""},
		{"the end of type arguments, ts", "a.ts",
			"export interface A {\n  b: {\n    c: Array<number\n    d: Array<number>\n  }\n  e: {\n" +
				"    c: Array<number>\n    d: Array<number>\n  }\n}\n\nexport interface F extends G {\n" +
				"  h?: number\n}\n",
			"A A.b A.b.c A.b.d A.e A.e.c A.e.d F F.h", ""},
		{"a parenthesis of a constant, java", "A.java", "enum A {\n    B(1),\n    C(2,\n    D(3),\n" +
			"    E(4);\n    A(int f) {\n" +
			strings.Repeat("        g = 1;\n        if (h) { i = 2; }\n", 300) +
			"    }\n    int j() { return 1; }\n}\n", "A A.B A.D A.E A.A(int) A.j()", ""},
		{"a parameter of a value of an object, js", "a.js",
			"export const a = 1;\nexport default {\n  defaultState: {\n    a: false,\n" +
				"    c: {\n      name: function(item) {\n        return item.name.toLowerCase()" +
				";\n      }\n    }\n  },\n\n  actionHandlers: {\n    [A]: createFetchHandler(se" +
				"ction, '/a'),\n\n    [B]: (getState, payload dispatch) => {\n" +
				"      // move\n      const state = getState();\n      const pendingChanges = s" +
				"tate.settings.d.pendingChanges;\n      pendingChanges.categories = state.items" +
				";\n      dispatch(set({\n        section,\n        pendingChanges\n" +
				"      }));\n\n      create(section, '/d')(getState, payload, dispatch);\n" +
				"    },\n\n    [C]: createCancel(section),\n\n    [D]: (getState, payload, disp" +
				"atch) => {\n      const state = getState();\n      pendingChanges.categories =" +
				" state.items;\n      dispatch(set({\n        section,\n        pendingChanges\n" +
				"      }));\n\n      create(section, '/d')(getState, payload, dispatch);\n" +
				"    },\n\n    [E]: createCancel(section)\n  },\n\n  reducers: {\n" +
				"    [F]: createSet(section),\n\n    [G]: (state, { payload }) => {\n" +
				"      return select(state, section, payload, (s) => {\n        s.name = 1;\n" +
				"        return s;\n      });\n    },\n    [H]: createSet(section)\n" +
				"  }\n};\n",
			"default.defaultState default.actionHandlers.[D] default.reducers.[G]", ""},
		{"a colon inside a method, js", "a.js",
			"(function($) {\nvar a, b;\nA.prototype = {\n  c: function() {\n" +
				"    f(A);\n    if(a.b) {\n      var d = {e ''};\n      if(a.c) {\n" +
				"        $('body, html').css('overflow', '');\n      } else {\n" +
				"        d.e = '';\n      }\n      $('html').css(d);\n    }\n" +
				"    if(a.st.c &&\n      (!a.st.d || a.e[a.f] === true)) {\n      if(a.g)\n" +
				"        a.g.detach();\n    }\n    f(A);\n  },\n  j: function(w) {\n" +
				"    if(a.b) {\n      var h = 1;\n    } else {\n      a.w = w;\n" +
				"    }\n  },\n};\n$.k = {\n  l: null,\n  m: function(n, o) {\n" +
				"    return this.l.open(n);\n  },\n};\n$.fn.n = function(j) {\n" +
				"  var p = $(this);\n  return p;\n};\n})(window);\n",
			"$.fn.n", ""},
		{"a field of a type without a name, go", "a.go",
			"package a\n\nvar A = []struct {\n\tB []\n\tC []int\n}{\n\t{C: nil},\n" +
				"}\n",
			"A A.C", ""},
		{"the brace of a method, ts", "a.ts",
			"export const a: B<C> = {\n  async c(d) \n    const e = f(d)\n" +
				"    const { g } = f(d)\n    for (const h of d) {\n      if (g === null) {\n" +
				"        continue\n      }\n      const i = e[h]\n    }\n    return i\n" +
				"  },\n  async j(d) {\n    const k = f(d)\n    const l = f(d)\n" +
				"    const m = f(d)\n    const n = f(d)\n    return n\n  },\n" +
				"}\n",
			"a a.c a.j", ""},
		{"the parenthesis of a method, ts", "a.ts",
			"class A {\n  b(c: C) {\n    d()\n  }\n\n  ef: F, g: G) {\n    d(f)\n" +
				"  }\n\n  h(i: I): J {\n    if (!i) {\n      return null\n    }\n" +
				"    return i\n  }\n}\n",
			"A A.b A.ef A.h", ""},
		{"a brace before else, js", "a.js",
			"if (a) {\n  module.exports = b('c')\n else {\n  module.exports = b('d')\n" +
				"}\n",
			"default", ""},
		{"the default of a parameter, py", "a.py",
			"class A:\n    def __init__(self, b: int = , c=1):\n        self.d = c\n" +
				"        self.e = e = b\n        if e:\n            self.f = 1\n",
			"A A.__init__ A.d A.e A.f", ""},
		{"the brace of a lambda in a header of several lines, ts", "a.ts",
			"class A {\n  b(\n      c: C,\n      d: D) {\n      const e = 1\n" +
				"      const f = () => \n        g()\n      }\n      if (c) {\n" +
				"        g()\n      } else {\n        g()\n      }\n  }\n\n  h() {\n" +
				"    g()\n  }\n}\n",
			"A A.b A.h", ""},
		{"the word of a with statement, py", "a.py",
			" f(\"a\") as b:\n    c = b.d()\n\ntry:\n    import e\n ImportError:\n" +
				"    e = None\n\ndef g(): pass\n",
			"c e g", ""},
		{"the word of a class, js", "a.js", "const a = {\n  b\n};\n\n A extends B {\n" +
			"  c(d) {\n    f();\n  }\n\n  e = () => {\n    f();\n  }\n}\n\n" +
			"export default g(a)(A);\n", "a A A.c A.e default", ""},
		{"the arrow of the only function of an object, js", "a.js", "export default {\n" +
			"  a: {\n    b: f(1),\n    [c]: (d, { e }) = {\n      return f(e);\n    }\n  }\n" +
			"};\n", "default default.a default.a.[c]", ""},
		{"the operator of a condition, py", "a.py", "if a = 1:\n    def f():\n        b = 2\n" +
			"else:\n    c = 3\n\n\nclass A:\n    def m(self):\n        while self.a = 1:\n" +
			"            self.b = 2\n", "f c A A.m A.b", ""},
		{"the left side of a format, py", "a.py", "def f(a):\n    m.rule(\n        'x',\n" +
			"        command=\n        % {'s': a},\n        pool='p',\n    )\n\n\ndef g(): pass\n",
			"f g", ""},
		{"the colon of a function, py", "a.py", "class A:\n    def m(\n        self,\n    ) -> str\n" +
			"        return 1\n\n    def n(self): pass\n", "A A.m A.n", ""},
		{"the word of a method, py", "a.py", "class A:\n     m(self):\n        pass\n\n" +
			"    def n(self):\n        pass\n\n     o(self):\n        pass\n\n B(A):\n    x = 1\n",
			"A A.m A.n A.o B B.x", ""},
		{"points, py", "a.py", "class A:\n    def m(self): ..\n\n    def n(self): pass\n\n\n" +
			"class B:\n    def o(self) -> C ...\n\n    def p(self): pass\n", "A A.n B B.p", "m o"},
		{"the word of a statement, py", "a.py", "def f():\n    try:\n        g()\n     E:\n" +
			"        h()\n\ndef i(): ...\n\nclass A:\n    def m(self): pass\n", "f i A A.m", ""},
		{"a decorator, py", "a.py", "@d(1\nclass A:\n    def m(self): pass\n\n\ndef f(): pass\n",
			"A A.m f", ""},
		{"a colon, py", "a.py", "class A(B)\n    def m(self)\n        pass\n" +
			"    def n(self): pass\n",
			"A A.m A.n", ""},
		{"a parenthesis, py", "a.py", "def f():\n    x = g(1\n    y = 2\n\ndef h(): pass\n", "f h",
			""},
		{"an equals sign of several, js", "a.js", "var a new RegExp( b + \"c\",\n\t\"d\" ),\n" +
			"\te = function( f ) {\n\t\treturn f;\n\t};\nfunction g() {}\n", "a e g", ""},
		{"the parenthesis of one of several, js", "a.js", "var a = require('b',\n    c = d('e'),\n" +
			"    f = new G();\n\nmodule.exports = {\n  h: function() { c(f); },\n};\n", "c f default.h", ""},
		{"the brace of an interface, ts", "a.ts", "export interface A \n" +
			"    b: Map<string, { c: string; d: string }>\n\n    e: string\n\n    f: number\n}\n\n" +
			"export interface G {\n    h: string\n}\n", "A A.b A.e A.f G G.h", ""},
		{"the brace of a result, ts", "a.ts", "class A {\n  b() {\n" +
			strings.Repeat("    f(1);\n", 200) + "  }\n\n  static c(d: E): g?: string; h: E } {\n" +
			"    const i = { d };\n    return i;\n  }\n\n  j(): E { return this.b(); }\n}\n",
			"A A.b A.c A.j", ""},
		{"a parenthesis of a call, ts", "a.ts", "class A {\n  b(c: [d: E, f: G][]): H {\n" +
			"    for (let i = 0; i < c.length; i++) {\n      const [j, k] = c[i];\n      if (k) {\n" +
			"        m(j)n());\n      }\n    }\n    return H;\n  }\n\n  o() {}\n}\n", "A A.b A.o", ""},
		{"a word of a loop, py", "a.py", "a = b()\n\nfor c a:\n    d = e(c)\n    d.f()\n", "a d", ""},
		{"the parenthesis of a value of several names, py", "a.py", "with a(\"b\") as c:\n" +
			"    D, E = [\n        f(\n            c.g(h, i=j\n        )\n        for h in (1, 2)\n    ]\n" +
			"\nk = l(E)\n", "D E k", ""},
		{"the name of what a function is of, py", "a.py", "class A:\n    def m(self):\n" +
			"        self.a = 1\n        .b = 2\n        self.c = 3\n\n    def n(self):\n" +
			"        return self.c\n", "A A.m A.a A.c A.n", ""},
		{"an element type, go", "a.go", "package a\n\ntype T struct {\n\tA int32\n\tB [4]\n" +
			"\tC *byte\n}\n\nfunc f() {}\n", "T T.A T.C f", ""},
		{"the end of a statement of a nested class, java", "A.java", "class A {\n    void m() {\n" +
			"        f(new B() {\n            void n() {\n                g(new C() {\n\n" +
			"                private D d\n\n                    void o() { d.p(); }\n" +
			"                });\n            }\n        });\n    }\n    int q;\n}\n",
			"A A.m() A.q", ""},
		{"the word of a short file, py", "a.py", "from a import b\n\n:\n    import c\nexcept D:\n" +
			"    c = None\n\n" + strings.Repeat("try:\n    import e\nexcept D:\n    e = None\n\n", 20),
			"c e", ""},
		{"the word before a name, py", "a.py", "with a(\"b\", c=0)  d:\n    e = d.f()\n    d.g(e)\n",
			"e", ""},
		{"an operand at the end of a line, py", "a.py", "class A:\n    def m(self):\n        self.b = self.\n        self.c = self.d\n",
			"A A.m A.b A.c", ""},
		{"the type of a member, py", "a.py", "class A:\n    b: int\n    c: \n    d: str\n", "A A.b A.c A.d", ""},
		{"a parenthesis before points, ts", "a.ts", "class A {\n    b: C;\n\n    constructor() {\n        this.b = 1;\n    }\n\n" +
			"    public defg: H): void\n    {\n        g = { ...A.i, ...g };\n\n        this.b = g.b;\n        this.j = g.k || this.b;\n" +
			"        this.l = g.l;\n    }\n\n    get j(): C\n    {\n        return this.b;\n    }\n\n    set j(m: C)\n    {\n        this.b = m;\n    }\n\n" +
			"    n() {}\n}\n", "A A.b A.constructor A.j A.n", "defg g"},
		{"a word that may be a name, js", "a.js", "import a from 'b';\n\n default {\n  name: 'c',\n  methods: {\n" +
			"    d() { return 1; },\n    e: function () { return a; },\n  },\n};\n",
			"default default.methods.d default.methods.e", ""},
		{"a bracket of a type, cs", "a.cs", "class A\n{\n    void L(int] a, string b)\n    {\n        f(a);\n    }\n" +
			"    void M() { }\n}\n", "A A.L(int,string) A.M()", ""},
		{"a bracket of a type, java", "A.java", "class A {\n    void l(B<C a, D b) {\n        f(a);\n    }\n" +
			"    void m() { }\n}\n", "A A.l(B<C>,D) A.m()", ""},
		{"the name of a property with a function, js", "a.js", "module.exports = {\n  a: {\n    b: {\n" +
			"      : {\n        d: (e) => {\n          if (typeof f !== \"g\" || !h) {\n" +
			"            throw new TypeError(\"There is neither f nor h here today\");\n          }\n          if (\n" +
			strings.Repeat("            typeof i !== \"function\" ||\n", 3) +
			"            typeof j !== \"function\"\n          ) {\n            throw new TypeError(\"There is no function\");\n" +
			"          }\n          k(require(\"l\").m(f));\n          n(f);\n          return e\n" +
			"            .o(/\\{\\{p\\}\\}/g, \"q and r\")\n            .o(/\\{\\{s\\}\\}/g, \"./t.png\");\n" +
			"        }\n      }\n    }\n  }\n};\n",
			"default default.a default.a.b default.a.b.? default.a.b.?.d", ""},
		{"a comma behind a point that would do, js", "a.js", "export const a = {\n\tx: 1\n} b = {\n\tx: 2\n}\n", "a b", ""},
		{"the name of a property, ts", "a.ts", "interface A {\n  b: {\n    c: string\n    d: string\n  }\n\n" +
			"  : E<string>\n\n  f: string\n}\n", "A A.b A.b.c A.b.d A.f", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse.NewParser()
			defer p.Close()
			f, err := parse.Read(Set().Of(c.path), p, parse.Source{Path: c.path, Text: c.text})
			if err != nil {
				t.Fatal(err)
			}
			var symbols []string
			for _, d := range f.Definitions[1:] {
				symbols = append(symbols, d.Symbol)
			}
			for _, want := range strings.Fields(c.want) {
				if !slices.Contains(symbols, want) {
					t.Errorf("%s is not defined; there are %v", want, symbols)
				}
			}
			var lost []string
			for _, l := range f.Lost {
				lost = append(lost, l.Name)
			}
			if got := strings.Join(lost, " "); got != c.lost {
				t.Errorf("lost are %q, want %q", got, c.lost)
			}
			if !f.HasError {
				t.Error("the facts do not tell of the error")
			}
			if f.Text != c.text {
				t.Error("the facts have another text")
			}
		})
	}
}

// TestNoNames checks that code without its name is not a definition, unless it
// contains definitions, and neither is the type F that follows one.
func TestNoNames(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	for path, text := range map[string]string{
		"a.ts": "interface A {\n  : string\n  b: number\n}\nclass C { : string; m() {} }\n",
		"a.js": "class C {\n  m() {}\n}\nvar d = { : 1, e() {} };\n",
		"a.go": "package a\n\ntype T struct {\n\t*bcd.\n\te   *F\n\tg context.Context\n}\n\n" +
			"func (t *T) M(f func() error) {\n\tt.e.h <- struct{}{}\n}\n",
	} {
		f, err := parse.Read(Set().Of(path), p, parse.Source{Path: path, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Definitions {
			if d.Name == "?" || d.Name == "F" {
				t.Errorf("%s: %s is defined", path, d.Symbol)
			}
		}
	}
}

// TestMendingIsBounded checks that the bytes parsed to mend a file are linear in
// its length.
func TestMendingIsBounded(t *testing.T) {
	for _, shape := range []string{"{", "class A {", "class A { void M( { ", "[A]\n", "f({ ", "}\n",
		"void M() {\n"} {
		var last int
		for _, n := range []int{1_000, 2_000, 4_000} {
			l := Set().Of("a.cs").(parse.Mendable)
			parsed := 0
			o := l.Syntax().Read(strings.Repeat(shape, n))
			mended := o.Mend(func(text string) bool {
				parsed += len(text)
				return false
			})
			if len(mended) != len(o.Text) {
				t.Errorf("%q: the mended text has another length", shape)
			}
			if last > 0 && parsed > 3*last+1<<17 {
				t.Errorf("%q: twice the text has %d bytes parsed instead of %d", shape, parsed,
					last)
			}
			last = parsed
		}
	}
}

// TestOutlinesAgree checks that the definitions in the outline of a sound file are
// found there.
func TestOutlinesAgree(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	for path, text := range map[string]string{
		"a.cs": "using X;\n[assembly: A]\nnamespace N;\n\n[B]\n" +
			"public sealed record R(int A) : I;\n" +
			"enum E { A, B }\ndelegate int D(int x);\n" +
			"class C<T> : B<T> where T : class\n{\n    const int X = 1, Y = 2;\n" +
			"    public (int, int) P() => (1, 2);\n" +
			"    public int this[int i] => i;\n" +
			"    public static C<T> operator +(C<T> a, C<T> b) => a;\n" +
			"    [Obsolete]\n    public int Q { get; set; } = 3;\n    ~C() { }\n" +
			"    public C() : base() { }\n" +
			"    #if DEBUG\n    void M<U>(U u) where U : class\n    {\n" +
			"        if (u == null) { return; }\n    }\n    #endif\n}\n",
		"A.java": "package p;\nimport java.util.List;\n@A(\"{\")\n" +
			"public class A<T extends B> extends C implements D {\n" +
			"    static { f(); }\n    @B(x = 1)\n" +
			"    private final List<T> list = new ArrayList<>();\n" +
			"    enum E { X { void f() { } }, Y; }\n" +
			"    <U> U m(U u) throws X { return u; }\n}\n" +
			"@interface I { int v() default 1; }\n",
		"a.go": "package a\n\nimport \"fmt\"\n\nconst (\n\tA = 1\n)\n\nvar _ = A\n\n" +
			"type (\n\tT struct{ f func(int) error }\n)\n\n" +
			"type I interface {\n\tM(x int) error\n}\n\n" +
			"func (t *T) M() { fmt.Println(`}`) }\n\nfunc G[K any](k K) {}\n",
		"a.ts": "import type { X } from './x'\n@D({})\n" +
			"export default class A<T> extends B {\n" +
			"  private readonly x: number = 1\n" +
			"  static async m<U>(u: U) { return /[}]/.test(`${u}}`) }\n" +
			"  get p() { return 1 }\n}\n" +
			"export interface I {\n  a: string\n  m(x: number): void\n}\n" +
			"export const enum E { A }\nexport const f = () => { }\n" +
			"declare module 'x' {\n  export function g(): void\n}\nexport type U = { a: number }\n",
		"a.py": "import os\n\nX: int = 1\n\n@d(1)\n@e\nclass A(B):\n    x = 1\n" +
			"    async def m(self, *a): return {1: 2}[1]\n\n" +
			"    def n(self) -> int:\n        return \"\"\"\ndef no(): pass\n\"\"\"\n\n" +
			"if X:\n    def g(): pass\nelse:\n    g = None\n",
	} {
		l := Set().Of(path).(parse.Mendable)
		src := parse.Source{Path: path, Text: text}
		f, err := parse.Read(l, p, src)
		if err != nil || f.HasError {
			t.Fatalf("%s: error %v, syntax error %v", path, err, f != nil && f.HasError)
		}
		if missing := parse.LostDefinitions(l, src, f); len(missing) > 0 {
			t.Errorf("%s: the outline expects %s", path, fmt.Sprint(missing))
		}
		if names := l.Syntax().Read(text).Names(); len(names) < 3 {
			t.Errorf("%s: the outline has only %v", path, names)
		}
	}
}

// TestDefaultsOfPatterns checks that definitions in the default value of a
// destructured variable have no value.
func TestDefaultsOfPatterns(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	text := "const { a = class { m() {} }, b = () => { function c() {} } } = d();\n"
	f, err := parse.Read(Set().Of("a.js"), p, parse.Source{Path: "a.js", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range f.Definitions[1:] {
		names = append(names, d.Name)
	}
	for _, want := range []string{"a", "b"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not defined; there are %v", want, names)
		}
	}
}
