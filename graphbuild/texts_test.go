package graphbuild_test

import (
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
)

// textsOf returns the texts of the definitions of one file, by symbol.
func textsOf(t *testing.T, path, source string) map[string][]graph.Part {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	f, err := all.Set().Of(path).Facts(p, parse.Source{Path: path, Text: source})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]graph.Part{}
	for i, text := range graphbuild.Texts(f,
		func(s string) int { return len(strings.Fields(s)) }) {
		out[f.Definitions[i].Symbol] = text.Parts
	}
	return out
}

const shop = `using System;

namespace Shop
{
    /// <summary>Places orders.</summary>
    public class OrderService
    {
        readonly Repo repo;
        public int Count { get; set; }

        // Saves one order.
        public void Place(Order order)
        {
            repo.Save(order);
            Count++;
        }
    }
}
`

func TestATypesTextIsItsSkeleton(t *testing.T) {
	const want = `    /// <summary>Places orders.</summary>
    public class OrderService
    {
        readonly Repo repo;
        public int Count { get; set; }

        public void Place(Order order)
        { … }
    }`
	parts := textsOf(t, "Shop.cs", shop)["OrderService"]
	if len(parts) != 1 || parts[0].Text != want {
		t.Errorf("the skeleton is %+v", parts)
	}
}

func TestAFilesTextIsWhatLiesOutsideDefinitions(t *testing.T) {
	parts := textsOf(t, "Shop.cs", shop)["<module>"]
	if len(parts) != 1 || !strings.Contains(parts[0].Text, "using System;") ||
		strings.Contains(parts[0].Text, "OrderService") {
		t.Errorf("the file's text is %+v", parts)
	}
}

func TestAMembersTextIsItsSource(t *testing.T) {
	parts := textsOf(t, "Shop.cs", shop)["OrderService.Place(Order)"]
	if len(parts) != 1 || !strings.HasSuffix(parts[0].Text, "Count++;\n        }") {
		t.Fatalf("the method's text is %+v", parts)
	}
	if p := parts[0]; p.EndLine != 16 || p.Tokens == 0 || p.Hash != graph.HashOf([]byte(p.Text)) {
		t.Errorf("part %+v", p)
	}
}

func TestALongTextIsSplitBetweenStatements(t *testing.T) {
	var b strings.Builder
	b.WriteString("class C\n{\n    void Long()\n    {\n")
	for range 400 {
		b.WriteString("        Call(1,\n            2);\n")
	}
	b.WriteString("    }\n}\n")
	parts := textsOf(t, "Long.cs", b.String())["C.Long()"]
	if len(parts) < 3 {
		t.Fatalf("%d parts", len(parts))
	}
	line := uint32(3)
	var whole strings.Builder
	for i, p := range parts {
		whole.WriteString(p.Text)
		if len(p.Text) > 4096 {
			t.Errorf("part %d has %d bytes", i, len(p.Text))
		}
		if i > 0 && !strings.HasPrefix(p.Text, "        Call(1,") {
			t.Errorf("part %d begins inside a statement: %.30q", i, p.Text)
		}
		if p.StartLine != line {
			t.Errorf("part %d begins at line %d, want %d", i, p.StartLine, line)
		}
		line = p.EndLine + 1
	}
	if !strings.Contains(b.String(), whole.String()) {
		t.Error("the parts together are not the source")
	}
}
