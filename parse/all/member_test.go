package all_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
)

// TestLimitCostsAMember checks that a member that takes too much memory to parse,
// or its value, is lost, and that a limit records where; the rest of the file
// stays, including calls in functions.
func TestLimitCostsAMember(t *testing.T) {
	not := strings.Repeat("!", 900_000)
	p := parse.NewParser()
	defer p.Close()
	for _, c := range []struct{ path, text, want string }{
		{"A.java", "class A {\n void m() { n(); }\n boolean b = " + not + "c;\n void n() { }\n}\n",
			"A m b n"},
		{"A.cs", "class A {\n void M() { N(); }\n bool B => " + not + "c;\n void N() { }\n}\n",
			"A M B N"},
		{"a.go", "package a\nfunc m() { n() }\nvar b = " + not + "c\nfunc n() { }\n", "m b n"},
		{"body.ts", "function m() { n(); }\nfunction b() { " + not + "c; }\nfunction n() { }\n",
			"m b n"},
		{"statement.js", "function m() { n(); }\n" + not + "c;\nfunction n() { }\n", "m n"},
		{"G.java", "class A {\n void m() { n(); }\n " + strings.Repeat("a<", 400_000) +
			" b;\n void n() { }\n}\n", "A m n"},
	} {
		f, err := parse.Read(all.Set().Of(c.path), p, parse.Source{Path: c.path, Text: c.text})
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
			continue
		}
		var names []string
		for _, d := range f.Definitions[1:] {
			names = append(names, d.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: it defines %s, want %s", c.path, got, c.want)
		}
		if len(f.References) != 1 {
			t.Errorf("%s: %d references, want the one call", c.path, len(f.References))
		}
		if len(f.Limits) != 1 || strings.Count(c.text[:f.Limits[0].At], "!") > 0 {
			t.Errorf("%s: limits %v", c.path, f.Limits)
		}
	}
}
