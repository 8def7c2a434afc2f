package outline

import (
	"strings"
	"testing"
)

// TestUnfinished checks that a line of Python ends with an operand, unless a
// bracket or a backslash continues it. A bar marks where the text is broken.
func TestUnfinished(t *testing.T) {
	for _, text := range []string{
		"a = b.|\nc = d\n",
		"a =| # b\nc = d\n",
		"a = b and|\nc = d\n",
		"a = b -|",
		"class A:\n    b:|\n    c: int\n",
		"a = [\n    b\n] +|\nc = d\n",
		"if a:\n    b = (c,\n        d) ==|\n",
		"a = lambda:|\nb = 1\n",
		"@|\ndef f(): pass\n",
		"a = \\\n  b +|\n\nc = d\n",
		"",
		"a = (b.\n  c +\n  d)\n",
		"a = b + \\\n  c\n",
		"f(a) \\\n  # b\n\ndef g():\n    pass\n",
		"from a import *\nb = c\n",
		"a = ...\nb = 1.\nc = '='\nd = e,\nf;\n",
		"if a:\n    b\nelse:\n    c\nmatch d:\n    case e:\n        f\n",
		"def f(\n    a: int,\n    b=1,\n) -> c:\n    pass\n",
		"async def f():\n    with a as b, \\\n         c:\n        pass\n",
		"class A: pass\na.is\n# b =\n",
	} {
		before, behind, broken := strings.Cut(text, "|")
		want := -1
		if broken {
			want = len(before)
		}
		if got := IncompleteLine(before + behind); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
