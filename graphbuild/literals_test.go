package graphbuild_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	frameworks "seedgraph/frameworks/all"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
)

// literalsOf builds an Express file and returns the nodes of its literals.
func literalsOf(t *testing.T, text string) []graph.Node {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	src := parse.Source{Path: "app.js", Text: text, Sites: parse.AllSites}
	facts, err := all.Set().Of(src.Path).Facts(p, src)
	if err != nil {
		t.Fatal(err)
	}
	res, err := graphbuild.Build(context.Background(), []graphbuild.Input{{Facts: facts}},
		graphbuild.Options{Languages: resolvers.Languages(), Frameworks: frameworks.Frameworks(),
			Count: func(s string) int { return len(s) }})
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(res.Graph.Nodes, func(n graph.Node) bool {
		return n.Kind != graph.KindFunction
	})
}

const head = "import express from 'express'; const app = express();\n"

// TestLiteralNodes: the node of a function literal has its text, place and container,
// and an id that is independent of its body and of other routes.
func TestLiteralNodes(t *testing.T) {
	one := literalsOf(t, head+"app.get('/a b', (req) => {\n  load();\n});\n")
	if len(one) != 1 {
		t.Fatalf("%d literals, want 1", len(one))
	}
	n := one[0]
	if n.Span.StartLine != 2 || n.Span.EndLine != 4 || n.Name != "app.get(/a_b)" ||
		n.Signature != "(req) =>" || !strings.HasPrefix(string(n.Parent), "javascript:app#<module>") {
		t.Errorf("the node is %+v", n)
	}
	if len(n.Parts) != 1 || n.Parts[0].Text != "(req) => {\n  load();\n}" ||
		n.Parts[0].Tokens != len(n.Parts[0].Text) || n.Parts[0].StartLine != 2 ||
		n.Parts[0].EndLine != 4 {
		t.Errorf("its text is %+v", n.Parts)
	}
	other := literalsOf(t, head+"app.get('/b', () => 1);\napp.get('/a b', (q, s) => s.end());\n")
	if len(other) != 2 || other[0].ID != n.ID && other[1].ID != n.ID {
		t.Errorf("ids are %q, want %q among them", ids(other), n.ID)
	}
	twins := ids(literalsOf(t, head+"app.get('/a b', (q, s, next) => next());\napp.get('/a b', () => 2);\n"))
	if len(twins) != 2 || twins[0] == twins[1] || !slices.Contains(twins, n.ID) {
		t.Errorf("ids of twins are %q", twins)
	}
}

func ids(nodes []graph.Node) []graph.NodeID {
	var out []graph.NodeID
	for _, n := range nodes {
		out = append(out, n.ID)
	}
	return out
}
