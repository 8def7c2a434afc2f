package sql_test

import (
	"context"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
)

// TestPlainKey checks which of several definitions of an object has its plain key:
// the first CREATE, or otherwise the first ALTER.
func TestPlainKey(t *testing.T) {
	for _, test := range []struct {
		name    string
		scripts []string
		want    int // the script of the definition with the plain key
	}{
		{"one", []string{"CREATE PROCEDURE dbo.P AS SELECT 1"}, 0},
		{"two creates", []string{"CREATE PROCEDURE dbo.P AS SELECT 1",
			"CREATE PROCEDURE DBO.p AS SELECT 2"}, 0},
		{"alter first", []string{"ALTER PROCEDURE dbo.P AS SELECT 1",
			"CREATE PROCEDURE dbo.P AS SELECT 2"}, 1},
		{"alters alone", []string{"ALTER PROCEDURE dbo.P AS SELECT 1",
			"ALTER PROCEDURE dbo.P AS SELECT 2"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			var plain []string
			for _, n := range build(t, test.scripts).Nodes {
				if n.Kind == graph.KindProc && strings.EqualFold(string(n.ID), "dbo.P|PROC") {
					plain = append(plain, n.Path)
				}
			}
			if want := script(test.want); len(plain) != 1 || plain[0] != want {
				t.Errorf("the definitions with the plain key are in %v, want %s", plain, want)
			}
		})
	}
}

func script(i int) string { return string(rune('a'+i)) + ".sql" }

// build returns the graph of some scripts.
func build(t *testing.T, scripts []string) *graph.Graph {
	t.Helper()
	set := all.Set()
	p := parse.NewParser()
	defer p.Close()
	var inputs []graphbuild.Input
	for i, text := range scripts {
		facts, err := set.Of(script(i)).Facts(p, parse.Source{Path: script(i), Text: text})
		if err != nil {
			t.Fatal(err)
		}
		inputs = append(inputs, graphbuild.Input{Facts: facts})
	}
	res, err := graphbuild.Build(context.Background(), inputs,
		graphbuild.Options{Languages: resolvers.Languages(), SQL: set.Embedded("sql")})
	if err != nil {
		t.Fatal(err)
	}
	return res.Graph
}
