package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/internal/cli"
	"seedgraph/query/check"
	"seedgraph/query/compare"
	"seedgraph/query/export"
	"seedgraph/testkit/schematest"
)

// TestSchemas checks that docs/schema has the schema for the JSON output of every
// command.
func TestSchemas(t *testing.T) {
	dir := t.TempDir()
	old := writeRanked(t, filepath.Join(dir, "old.sg"), artifactstest.Sample())
	new := writeRanked(t, filepath.Join(dir, "new.sg"), artifactstest.Shop())
	rules := filepath.Join(dir, "rules.yaml")
	if err := os.WriteFile(rules, []byte("single_writer: folders\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	checked := map[string]bool{}
	for _, c := range []struct {
		name, title string
		schema      func() (*jsonschema.Schema, error)
		lines       bool
		args        []string
	}{
		{"indexer-stats", "indexer stats --json", schematest.For[statsReport], false,
			[]string{"stats", old, "--json"}},
		{"version", "indexer version --json and query version --json", schematest.For[cli.Build], false,
			[]string{"version", "--json"}},
		{"indexer-version-artifacts", "indexer version --artifacts DIR --json", schematest.For[writer], false,
			[]string{"version", "--artifacts", old, "--json"}},
		{"indexer-verify", "indexer verify --json", schematest.For[verifyReport], false,
			[]string{"verify", old, "--json"}},
		{"indexer-inspect", "indexer inspect --json", schematest.For[inspection], false,
			[]string{"inspect", "../../testdata/shop/src/Shop/OrderService.cs", "--json"}},
		{"indexer-models-list", "indexer models list --json", schematest.For[modelList], false,
			[]string{"models", "list", "--json"}},
		{"indexer-diff", "indexer diff --json", schematest.For[compare.Report], false,
			[]string{"diff", old, new, "--json"}},
		{"indexer-check", "indexer check --json", schematest.For[check.Report], false,
			[]string{"check", rules, "-a", old, "--json"}},
		{"indexer-export-nodes", "a line of indexer export --format nodes.jsonl",
			schematest.For[export.NodeLine], true, []string{"export", old, "--format", "nodes.jsonl"}},
		{"indexer-export-edges", "a line of indexer export --format edges.jsonl",
			schematest.For[export.EdgeLine], true, []string{"export", old, "--format", "edges.jsonl"}},
	} {
		checked[c.args[0]] = true
		var out, messages bytes.Buffer
		if err := run(context.Background(), c.args,
			cli.Streams{Out: &out, Err: &messages}); err != nil && !errors.Is(err, errBroken) {
			t.Fatalf("%v: %v", c.args, err)
		}
		schematest.Check(t, "../../docs/schema", schematest.Command{Name: c.name, Title: c.title,
			Schema: c.schema, Lines: c.lines, Output: []string{out.String()}})
	}
	for _, c := range newRootCommand(&globals{}).Commands() {
		format := c.Flag("format")
		prints := c.Flag("json") != nil || format != nil && strings.Contains(format.Usage, "json")
		if prints && !checked[c.Name()] {
			t.Errorf("%s has no schema: add a case", c.Name())
		}
	}
}
