package main

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/compare"
	"seedgraph/internal/cli"
	"seedgraph/internal/schematest"
)

// TestSchemas: docs/schema has the schema of what every command prints as JSON.
func TestSchemas(t *testing.T) {
	dir := t.TempDir()
	old := writeRanked(t, filepath.Join(dir, "old.sg"), artifactstest.Sample())
	new := writeRanked(t, filepath.Join(dir, "new.sg"), artifactstest.Shop())
	for _, c := range []struct {
		name, title string
		schema      func() (*jsonschema.Schema, error)
		lines       bool
		args        []string
	}{
		{"indexer-stats", "indexer stats --json", schematest.For[statsReport], false,
			[]string{"stats", old, "--json"}},
		{"indexer-verify", "indexer verify --json", schematest.For[verifyReport], false,
			[]string{"verify", old, "--json"}},
		{"indexer-inspect", "indexer inspect --json", schematest.For[inspection], false,
			[]string{"inspect", "../../testdata/shop/src/Shop/OrderService.cs", "--json"}},
		{"indexer-diff", "indexer diff --json", schematest.For[compare.Report], false,
			[]string{"diff", old, new, "--json"}},
		{"indexer-export-nodes", "a line of indexer export --format nodes.jsonl",
			schematest.For[exportedNode], true, []string{"export", old, "--format", "nodes.jsonl"}},
		{"indexer-export-edges", "a line of indexer export --format edges.jsonl",
			schematest.For[exportedEdge], true, []string{"export", old, "--format", "edges.jsonl"}},
	} {
		var out, messages bytes.Buffer
		if err := run(context.Background(), c.args,
			cli.Streams{Out: &out, Err: &messages}); err != nil {
			t.Fatalf("%v: %v", c.args, err)
		}
		schematest.Check(t, "../../docs/schema", schematest.Command{Name: c.name, Title: c.title,
			Schema: c.schema, Lines: c.lines, Output: []string{out.String()}})
	}
}
