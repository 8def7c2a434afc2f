package jsvalue

import (
	"fmt"
	"strings"
	"testing"
)

// write formats a value for comparison: paths in angle brackets, unknown values as
// a question mark.
func write(v Value) string {
	var parts []string
	for _, item := range v.Items {
		parts = append(parts, write(item))
	}
	list := strings.Join(parts, " ")
	switch v.Kind {
	case Text:
		return fmt.Sprintf("%q", v.Text)
	case Path:
		return "<" + v.Text + ">"
	case Regexp:
		return "/" + v.Text + "/"
	case List:
		return "[" + list + "]"
	case Call:
		return v.Text + "(" + list + ")"
	case Choice:
		return "one of (" + list + ")"
	case Function:
		return "function"
	case Object:
		for _, m := range v.Members {
			parts = append(parts, m.Name+":"+write(m.Value))
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	return "?"
}

// TestValues checks the default export of a/b.config.js.
func TestValues(t *testing.T) {
	other := map[string]string{
		"a/shared.js": "exports.alias = { '~': __dirname }; exports.root = 'x'",
		"a/named.mjs": "export const alias = { x: 'y' }; export function at(p) { return './' + p }",
	}
	for _, c := range []struct{ text, want string }{
		{"module.exports = { a: 'b', 'c-d': [\"e\", `f`], ['g' + 'h']: /^i\\/(j)$/ }", `{a:"b" c-d:["e" "f"] gh:/^i\/(j)$/}`},
		{"export default { a: { b: `${__dirname}/src/` } } satisfies Config", "{a:{b:<a/src/>}}"},
		{"const a: Record<string, Array<string>> = { b: ['c'] };\nexport default { a, d: 'e' as Pick<X, 'y'>, f: 'g' } satisfies Map<string, string>", `{a:{b:["c"]} d:"e" f:"g"}`},
		{"import path, { resolve as r } from 'node:path';\nexport default { a: path.join(__dirname, '..', 'lib'), b: r('src'), c: path.posix.join('x', 'y') }", `{a:<lib> b:<a/src> c:"x/y"}`},
		{"const { resolve } = require('path'); const dir = (d) => resolve(__dirname, d); module.exports = { a: dir('src') }", "{a:<a/src>}"},
		{"const path = require('path'); const dir = (...d) => path.resolve(__dirname, ...d); " +
			"function up(n, ...d) { return dir('..', ...d) }\nmodule.exports = { a: dir('src', 'b'), b: up(1, 'c'), c: up() }", "{a:<a/src/b> b:<c> c:<>}"},
		{"function dir(d: string): string { return path.join(__dirname, d) }\nconst path = require('path')\nmodule.exports = { a: dir('..') }", "{a:<>}"},
		{"import { fileURLToPath, URL } from 'url'; export default { a: fileURLToPath(new URL('./src/', import.meta.url)), b: new URL('../x', import.meta.url).pathname }", "{a:<a/src/> b:<x>}"},
		{"export default defineConfig(({ mode }) => { const x = 'y'; return { x, ...{ z: 1 + f() } } })", "defineConfig(function)"},
		{"const a: A<B>[] = ['b'], c = 'd'; export default { a, c }", `{a:["b"] c:"d"}`},
		{"export default { a: process.env.X ? 'b' : 'c', d: env || 'e' }", `{a:one of ("b" "c") d:one of ("e")}`},
		{"const { alias, root } = require('./shared'); import { at } from './named.mjs'; module.exports = { alias, root, b: at('q') }", `{alias:{~:<a>} root:"x" b:"./q"}`},
		{"const path = require('path'); module.exports = { a: require.resolve('./x'), b: path.resolve('/abs'), c: [..." + "['d'], 'e'].concat('f') }", `{a:<a/x> b:? c:["d" "e" "f"]}`},
		{"module.exports = { async a() { return 'b' }, get c() { return 1 }, d: x => x, ...rest }", `{a:function c:function d:function}`},
		{"const a = b; const b = a; module.exports = { a }", "{a:?}"},
		{"module.exports = { a: path.join(__dirname, '../../..', 'x') }; const path = require('path')", "{a:?}"},
		{"module.exports = Object.assign({}, { a: 'b' }, { a: 'c' })", `{a:"c"}`},
		{"export const alias = { a: 'b' }", `{alias:{a:"b"}}`},
		{"module.exports = { a: 'b' // comment\n, /* c */ d: 1 / 2, e: 'f' }", `{a:"b" d:? e:"f"}`},
		{"module.exports = { a: ", "{a:?}"},
	} {
		files := func(p string) (string, bool) {
			if p == "a/b.config.js" {
				return c.text, true
			}
			text, ok := other[p]
			return text, ok
		}
		if got := write(Read("a/b.config.js", files).Default); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	if Read("none.js", func(string) (string, bool) { return "", false }) != nil {
		t.Error("a file that does not exist has a value")
	}
}

// TestAsObject checks the results of functions and calls, and their members.
func TestAsObject(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"export default defineConfig(({ mode }) => { const x = 'y'; return { x } })", `{x:"y"}`},
		{"export default merge(common, { a: { b: 'c', l: ['m'] } }, { a: { d: 'e', l: ['n'] } })", `{a:{b:"c" l:["m" "n"] d:"e"}}`},
		{"export default (env) => { if (env) { return { a: 'b' } } return { c: 'd' } }", `{a:"b" c:"d"}`},
		{"export default 'text'", "?"},
	} {
		m := Read("x.js", func(string) (string, bool) { return c.text, true })
		if got := write(m.Default.AsObject()); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
	m := Read("x.js", func(string) (string, bool) { return "export default f(() => ({ a: { b: ['c', d] } }))", true })
	if got := m.Default.Get("a", "b").Texts(); len(got) != 1 || got[0] != "c" {
		t.Errorf("texts %q", got)
	}
}

// TestSets checks assignments to members of function parameters.
func TestSets(t *testing.T) {
	const text = `const path = require('path')
module.exports = {
  webpack: (config) => {
    config.resolve.alias['a'] = path.join(__dirname, 'src')
    config.resolve.alias.b = 'c'
    return config
  },
  chain(config) { config.resolve.alias.set('d', 'e').set('f', 'g') },
}
module.exports.roots = ['h']`
	m := Read("x.js", func(string) (string, bool) { return text, true })
	var got []string
	for _, s := range m.Sets {
		got = append(got, fmt.Sprintf("%d %s = %s", s.Line, strings.Join(s.Names, "."), write(s.Value)))
	}
	want := "4 resolve.alias.a = <src>\n5 resolve.alias.b = \"c\"\n8 resolve.alias.d = \"e\"\n8 resolve.alias.f = \"g\"\n10 exports.roots = [\"h\"]"
	have := strings.Join(got, "\n")
	for _, line := range strings.Split(want, "\n") {
		if !strings.Contains(have, line) {
			t.Errorf("lacks %s:\n%s", line, have)
		}
	}
}

// TestBounds checks that texts and lists that double with each name, and nested
// brackets, terminate.
func TestBounds(t *testing.T) {
	var b strings.Builder
	b.WriteString("const a0 = ['x'], t0 = 'x', o0 = { x: ['x'] }\n")
	for i := range 60 {
		fmt.Fprintf(&b, "const a%d = [...a%[2]d, ...a%[2]d], t%[1]d = t%[2]d + t%[2]d, o%[1]d = merge(o%[2]d, o%[2]d, o%[2]d)\n", i+1, i)
	}
	b.WriteString("module.exports = { a: a60, t: t60, o: o60, d: " + strings.Repeat("[", 10_000))
	m := Read("x.js", func(string) (string, bool) { return b.String(), true })
	m.Default.Get("o", "x").Texts()
	if n := len(m.Default.Get("t").Text); n > maxText {
		t.Errorf("a text of %d bytes", n)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("export default { a: path.resolve(__dirname, `x${y}`), b: /c/, ...d }")
	f.Add("module.exports = (a, b) => { for (const x of y) { return { z: [1, 2] } } }")
	f.Fuzz(func(t *testing.T, text string) {
		m := Read("x.js", func(p string) (string, bool) { return text, p == "x.js" })
		_ = write(m.Default.AsObject())
	})
}
