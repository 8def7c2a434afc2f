package artifacts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
)

// TestBodyNames checks that the names of body files are distinct on every file system.
func TestBodyNames(t *testing.T) {
	n := &graph.Node{ID: "dbo.Order|TABLE"}
	b := &build{dir: t.TempDir(), opts: Options{Bodies: true}}
	long := strings.Repeat("ż", maxBodyName)
	handle := n.ID.Handle()
	for i, test := range []struct{ name, want string }{
		{"dbo.Order Line[1].TABLE", "dbo.Order_Line_1_.TABLE.sql"},
		{"dbo.order_line[1].TABLE", "dbo.order_line_1_.TABLE." + handle + ".sql"},
		{"DBO.order_line[1].TABLE", "DBO.order_line_1_.TABLE." + handle + "_2.sql"},
		{"../x", ".._x.sql"},
		{long, strings.Repeat("ż", maxBodyName/2) + "." + handle + ".sql"},
		{long + "x", strings.Repeat("ż", maxBodyName/2) + "." + handle + "_2.sql"},
	} {
		text := strings.Repeat("x", i+1)
		file, err := b.writeBody(test.name, ".sql", text, n)
		if err != nil || file != bodyDir+"/"+test.want {
			t.Errorf("%s is written to %s, %v, want %s", test.name, file, err, test.want)
			continue
		}
		raw, err := os.ReadFile(filepath.Join(b.dir, sqlDir, file))
		if err != nil || string(raw) != text {
			t.Errorf("%s holds %q, %v", file, raw, err)
		}
	}
	hidden := &graph.Node{ID: "dbo.Pay|TABLE", Access: graph.Access{Allow: []string{"hr"}}}
	for _, n := range []*graph.Node{hidden, n} {
		b.opts.Bodies = n == hidden
		if file, err := b.writeBody("x", ".sql", "text", n); file != "" || err != nil {
			t.Errorf("%s is written to %s, %v", n.ID, file, err)
		}
	}
}

// TestInlineRows checks that every SQL statement in a string has a unique key, and that
// its readers may see all definitions that contribute to it.
func TestInlineRows(t *testing.T) {
	b := &build{g: &graph.Graph{
		Nodes: []graph.Node{
			{ID: "csharp:Shop#Jobs.Run()@aaaaaaaaaa", Short: "Run"},
			{ID: "csharp:Shop#Names.Open@bbbbbbbbbb"},
			{ID: "csharp:Shop#Names.Secret@cccccccccc",
				Access: graph.Access{Allow: []string{"hr"}}},
		},
	}}
	run := b.g.Nodes[0].ID
	b.g.Inline = []graph.InlineText{{Node: run, Line: 3, Text: "a"},
		{Node: run, Line: 4, Text: "b", By: []graph.NodeID{b.g.Nodes[1].ID}},
		{Node: run, Line: 4, Text: "c"},
		{Node: run, Line: 5, Text: "d", By: []graph.NodeID{b.g.Nodes[2].ID}},
		{Node: "gone", Line: 6, Text: "e"}}
	var keys []string
	for _, x := range b.inlineRows() {
		keys = append(keys, x.key)
	}
	want := []string{"Shop.Jobs.Run", "Shop.Jobs.Run:L4", "Shop.Jobs.Run:L4_2"}
	if !slices.Equal(keys, want) {
		t.Errorf("keys %v, want %v", keys, want)
	}
}
