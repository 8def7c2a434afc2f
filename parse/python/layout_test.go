package python_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/parse"
)

// TestLinesIndentedLess checks that a line within brackets may be indented less
// than its statement, whatever is around its end, and that the definitions after
// it are unaffected.
func TestLinesIndentedLess(t *testing.T) {
	const around = "class A:\n    def t(self, q):\n        return %\n    def u(self, x):\n        return v(x)\ndef v(x):\n    return x\n"
	p := parse.NewParser()
	defer p.Close()
	for _, value := range []string{
		"self.u(q.\nfilter(1))", "self.u(1 +\nq)", "self.u(lambda r:\nr.name)",
		"self.u(q if q else\nself, z=\n2)", "[a\nfor a in q]", "{'a': 1,\n'b': 2}", "self.u(q, # why (\nq)",
		"self.u(\n# first\nq,\n  # second\n  q.\nz)", "self.u('''a\nb''' .\nstrip())", "(q\nand\nself)",
		"self.u(\nq)[\n0](\n)", "self.u(f'{q}'.\nstrip())",
	} {
		f := facts(t, p, strings.ReplaceAll(around, "%", value))
		var names []string
		for _, d := range f.Definitions[1:] {
			names = append(names, d.Symbol)
		}
		if want := []string{"A", "A.t", "A.u", "v"}; !slices.Equal(names, want) || f.HasError {
			t.Errorf("%q: %q, errors %t", value, names, f.HasError)
		}
	}
}

// TestBracketsThatStayOpen checks that an unclosed bracket ends on the line before
// the next statement.
func TestBracketsThatStayOpen(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	f := facts(t, p, "class A:\n    def t(self):\n        return self.u(q.\nx\n    def u(self):\n        pass\ndef v():\n    pass\n")
	if !f.HasError {
		t.Error("a bracket is missing")
	}
	if !slices.ContainsFunc(f.Definitions, func(d parse.Definition) bool { return d.Symbol == "v" }) {
		t.Error("v is lost")
	}
}
