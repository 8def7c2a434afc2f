package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
)

// moves formats the moves of a text: value -> place.
func moves(t *testing.T, path, text string) string {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	src := parse.Source{Path: path, Text: text}
	f, err := all.Set().For(src).Facts(p, src)
	if err != nil {
		t.Fatal(err)
	}
	word := func(at uint32) string {
		end := strings.IndexAny(text[at:]+" ", " .,;:=(){}[]?!\n")
		return text[at:][:max(end, 1)]
	}
	var out []string
	for _, m := range f.DataFlow {
		s := word(m.From)
		if m.End != 0 {
			s = "{" + text[m.From:m.End] + "}"
		}
		if m.Call {
			s += "()"
		}
		kind := [...]string{"", "set", "bind", "member", "arg", "recv", "return", "called", "invoke",
			"send", "take"}[m.Kind]
		if s += " " + kind; m.Kind == parse.MoveArg {
			s += fmt.Sprint(" ", m.Arg)
			if m.Named != 0 {
				s += " " + word(m.Named)
			}
		}
		out = append(out, s+" "+word(m.To))
	}
	return strings.Join(out, "; ")
}

// TestMoves checks the data flow read from the syntax of each language; compared
// values, and return values of lambdas, flow nowhere.
func TestMoves(t *testing.T) {
	for _, c := range []struct{ path, text, want string }{
		{"a.py", "def f(x=save):\n    run(save, key=x)\n    self.h['a'] = x or load\n    return x\n",
			"save set x; save arg 0 run; x arg -1 key run; x set h; load set h; x return return"},
		{"a.py", "h['a'](1)\nmake()()\nok = a is save\n", "h called h; make() called make"},
		{"a.py", "a, b = save, load\n", "save set a; load set b"},
		{"a.ts", "function f(cb = save) { this.cb = cb; r.go.bind(r); return () => cb; }",
			"save set cb; cb set cb; r arg 0 bind; go recv bind; {() => cb} return return"},
		{"a.ts", "const t = { a: save, load }; const mk = () => save;",
			"save bind t; load bind t; save member a; save return ("},
		{"a.ts", "module.exports = { save };", ""},
		{"A.java", "class A { Cb c = A::save; void m() { run(b ? A::save : c); x.on(1); f(A::new); } }",
			"save bind c; save arg 0 run; c arg 0 run; x invoke on; x recv on"},
		{"A.cs", "class A { void M() { E += On; c?.Invoke(n); F(x: Save); G(() => Save); h[k](1); } }",
			"On set E; n arg 0 Invoke; c invoke Invoke; c recv Invoke; Save arg -1 x F; {() => Save} arg 0 G; h called h"},
		{"a.go", "package a\nfunc f() { ch <- x; y := <-ch; t := T{cb: save}; go run(save) }",
			"ch send ch; ch bind y; ch take <-ch; save bind t; save member cb; save arg 0 run"},
	} {
		if got := moves(t, c.path, c.text); got != c.want {
			t.Errorf("%s\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}
