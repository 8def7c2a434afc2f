package render_test

import (
	"strings"
	"testing"

	"seedgraph/query/render"
)

// TestDiagram checks that characters special to a diagram language are escaped in names.
func TestDiagram(t *testing.T) {
	d := render.Diagram{Name: "g",
		Boxes: []string{"method A.B<T>.\"x\"\na&b#c.cs:3", `ext C:\new` + "`t`"},
		Lines: []render.DiagramLine{{From: 0, To: 1, Label: "Calls"}, {From: 0, To: 1, Label: "Calls"},
			{From: 1, To: 0, Label: "Creates"}}}
	for language, want := range map[string]string{
		render.Mermaid: `graph LR
  n0["method A.B#lt;T#gt;.#quot;x#quot;<br/>a#amp;b#35;c.cs:3"]
  n1["ext C:\new#96;t#96;"]
  n0 -->|Calls| n1
  n1 -->|Creates| n0`,
		render.Dot: `digraph g {
  rankdir=LR;
  node [shape=box];
  n0 [label="method A.B<T>.\"x\"\na&b#c.cs:3"];
  n1 [label="ext C:\\new` + "`t`" + `"];
  n0 -> n1 [label="Calls"];
  n1 -> n0 [label="Creates"];
}`,
	} {
		if got := strings.Join(d.Text(language), "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", language, got, want)
		}
	}
}
