package main

import (
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"seedgraph/answer/about"
	"seedgraph/answer/assemble"
	"seedgraph/answer/callers"
	"seedgraph/answer/growth"
	"seedgraph/answer/impact"
	"seedgraph/answer/listing"
	"seedgraph/answer/measure"
	"seedgraph/answer/outline"
	"seedgraph/answer/paths"
	"seedgraph/answer/pattern"
	"seedgraph/answer/texts"
	"seedgraph/internal/cli"
	"seedgraph/internal/schematest"
)

// shown is what show --json prints.
type shown struct {
	Items []*about.Item `json:"items"`
}

// fetchSchema adds a field that inference takes for the struct around it, which is called
// alike.
func fetchSchema() (*jsonschema.Schema, error) {
	s, err := schematest.For[texts.Answer]()
	if err != nil {
		return nil, err
	}
	for _, list := range []string{"items", "node_texts"} {
		item := s.Properties[list].Items
		item.Properties["text"] = &jsonschema.Schema{Type: "string"}
		item.Required = append(item.Required, "text")
	}
	return s, nil
}

// TestSchemas: docs/schema has the schema of what every command prints with --json.
func TestSchemas(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop.sg")
	writeShop(t, dir)
	tasks := filepath.Join(t.TempDir(), "tasks.jsonl")
	writeFile(t, tasks, `{"id":"a","query":"place an order","gold":[{"path":"src/OrderService.cs"}]}`)
	const order = "dbo.Order|TABLE"
	for _, c := range []struct {
		name, title string
		schema      func() (*jsonschema.Schema, error)
		lines       [][]string
	}{
		{"query-search", "query search --json", schematest.For[listing.Hits],
			[][]string{{"search", "place an order"}, {"search", "OrderService", "--explain"}}},
		{"query-search-pattern", "query search --regex --json", schematest.For[pattern.Answer],
			[][]string{{"search", "--regex", "order"}, {"search", "Ord*"}}},
		{"query-expand", "query expand --json", schematest.For[growth.Answer],
			[][]string{{"expand", order, "--direction", "both", "--max-depth", "2"}}},
		{"query-fetch", "query fetch --json", fetchSchema,
			[][]string{{"fetch", order, "jo3pohpaao", "--decisions"}, {"fetch", order, "gone.Away"}}},
		{"query-context", "query context --json", schematest.For[assemble.Answer],
			[][]string{{"context", "how is an order placed"}}},
		{"query-index", "query index --json", schematest.For[listing.Answer],
			[][]string{{"index", "--path", "src"}}},
		{"query-show", "query show --json", schematest.For[shown],
			[][]string{{"show", order, "jo3pohpaao"}}},
		{"query-path", "query path --json", schematest.For[paths.Answer],
			[][]string{{"path", "jo3pohpaao", order}}},
		{"query-map", "query map --json", schematest.For[outline.Answer], [][]string{{"map"}}},
		{"query-callers", "query callers --json, query callees --json",
			schematest.For[callers.Answer], [][]string{{"callers", "OrderService.Validate"},
				{"callees", "jo3pohpaao"}}},
		{"query-eval", "query eval --json", schematest.For[measure.Answer],
			[][]string{{"eval", tasks, "--context"}}},
		{"query-impact", "query impact --json", schematest.For[impact.Answer],
			[][]string{{"impact", order}}},
	} {
		check := schematest.Command{Name: c.name, Title: c.title, Schema: c.schema}
		for _, args := range c.lines {
			check.Output = append(check.Output, outcomeOf("", append([]string{"-a", dir, "--json"},
				args...)).out)
		}
		schematest.Check(t, "../../docs/schema", check)
	}
	schematest.Check(t, "../../docs/schema", schematest.Command{Name: "error",
		Title:  "what a failed command prints on standard error with --json",
		Schema: schematest.For[cli.Failure],
		Output: []string{outcomeOf("", []string{"-a", dir, "--json", "show", "gone.Away"}).err,
			outcomeOf("", []string{"--json", "nonsense"}).err}})
}
