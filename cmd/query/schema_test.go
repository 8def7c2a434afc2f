package main

import (
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"seedgraph/internal/cli"
	"seedgraph/query/answer/about"
	"seedgraph/query/answer/assemble"
	"seedgraph/query/answer/brief"
	"seedgraph/query/answer/callers"
	"seedgraph/query/answer/expansion"
	"seedgraph/query/answer/feedback"
	"seedgraph/query/answer/impact"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/answer/listing"
	"seedgraph/query/answer/measure"
	"seedgraph/query/answer/outline"
	"seedgraph/query/answer/paths"
	"seedgraph/query/answer/pattern"
	"seedgraph/query/answer/questions"
	"seedgraph/query/answer/structure"
	"seedgraph/query/answer/texts"
	"seedgraph/query/pipeline"
	"seedgraph/testkit/schematest"
)

// shown is the output of show --json.
type shown struct {
	Items []*about.Item `json:"items"`
}

// fetchSchema adds a field that inference mistakes for the enclosing struct, which has
// the same name.
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

// ran has the fields that run --json adds to the state, which is the rest of the
// object.
type ran struct {
	Steps     []pipeline.Report `json:"steps"`
	StoppedAt *pipeline.Stop    `json:"stopped_at"`
	Items     []pipeline.Item   `json:"items"`
	Trace     runTrace          `json:"trace"`
}

// runSchema allows the keys of the state.
func runSchema() (*jsonschema.Schema, error) {
	s, err := schematest.For[ran]()
	if err == nil {
		s.AdditionalProperties = nil
	}
	return s, err
}

// A schemaCase is a schema and the command lines whose output it describes.
type schemaCase struct {
	name, title string
	schema      func() (*jsonschema.Schema, error)
	shop        [][]string // run on the shop
	orders      [][]string // run on the artifacts of sourceindex.Shop
}

// schemaCases are the commands that print JSON, with files in dir.
func schemaCases(t *testing.T, dir string) []schemaCase {
	tasks, steps := filepath.Join(dir, "tasks.jsonl"), filepath.Join(dir, "pipeline.yaml")
	writeFile(t, tasks, `{"id":"a","query":"place an order","gold":[{"path":"src/OrderService.cs"}]}`)
	writeFile(t, steps, accessPipeline)
	const order, orders = "dbo.Order|TABLE", "dbo.Orders|TABLE"
	return []schemaCase{
		{"query-search", "query search --json", schematest.For[listing.Hits],
			[][]string{{"search", "place an order"}, {"search", "OrderService", "--explain"},
				{"search", "order rows and their validation", "--widen", "5"},
				{"search", "order", "--rerank-with", "false"}}, nil},
		{"query-feedback", "query feedback --json", schematest.For[feedback.Record],
			[][]string{{"feedback", "order", "--file", filepath.Join(dir, "learned.jsonl"),
				"--useful", order, "--useless", "jo3pohpaao"}}, nil},
		{"query-search-pattern", "query search --regex --json", schematest.For[pattern.Answer],
			[][]string{{"search", "--regex", "order"}, {"search", "Ord*"}}, nil},
		{"query-expand", "query expand --json", schematest.For[expansion.Answer],
			[][]string{{"expand", order, "--direction", "both", "--max-depth", "2"}},
			[][]string{{"expand", "Orders.Place", "--max-depth", "5"}}},
		{"query-fetch", "query fetch --json", fetchSchema,
			[][]string{{"fetch", order, "jo3pohpaao", "--decisions"}, {"fetch", order, "gone.Away"},
				{"fetch", "src/OrderService.cs", "--lines", "2-5"}, {"fetch", order, "--signature"}},
			[][]string{{"fetch", "Orders.Place", "--with", "callers,callees,tests"}}},
		{"query-context", "query context --json", schematest.For[assemble.Answer],
			[][]string{{"context", "how is an order placed"},
				{"context", "order", "--format", "index"}, {"context", "order", "--sections"}}, nil},
		{"query-index", "query index --json", schematest.For[listing.Answer],
			[][]string{{"index", "--path", "src"}, {"index", "--search", "order"}}, nil},
		{"query-show", "query show --json", schematest.For[shown],
			[][]string{{"show", order, "jo3pohpaao"}}, [][]string{{"show", "IStore.Save"}}},
		{"query-path", "query path --json", schematest.For[paths.Answer],
			[][]string{{"path", "jo3pohpaao", order}},
			[][]string{{"path", "IStore", orders}, {"path", orders, "Log.Write", "--meet"},
				{"path", "src/**", orders}}},
		{"query-list", "query list --json", schematest.For[inventory.Answer],
			[][]string{{"list", "tables", "methods", "--limit", "3"}, {"list", "tests"}}, nil},
		{"query-unused", "query unused --json", schematest.For[inventory.Answer], nil,
			[][]string{{"unused"}, {"unused", "--offset", "99"}}},
		{"query-map", "query map --json", schematest.For[outline.Answer], [][]string{{"map"}}, nil},
		{"query-map-structure", "query map --structure --json", schematest.For[structure.Answer],
			[][]string{{"map", "--structure"}}, [][]string{{"map", "--structure", "--depth", "1"}}},
		{"query-callers", "query callers --json, query callees --json",
			schematest.For[callers.Answer], [][]string{{"callers", "OrderService.Validate"},
				{"callees", "jo3pohpaao"}}, [][]string{{"callers", "SqlStore.Save"},
				{"callees", "Orders.Place"}}},
		{"query-question", "query writers --json, query tests --json and the other questions",
			schematest.For[questions.Answer], nil, [][]string{{"writers", orders},
				{"readers", orders}, {"tests", "SqlStore.Save"}, {"hierarchy", "IStore"},
				{"handlers", "IStore"}, {"senders", "IStore"}, {"requests", "Orders.Place"},
				{"changes", orders}, {"grep", "Save"}}},
		{"query-brief", "query brief --json", schematest.For[brief.Brief],
			[][]string{{"brief"}}, [][]string{{"brief"}}},
		{"query-hook", "query hook --json", schematest.For[oriented], [][]string{{"hook"}}, nil},
		{"query-eval", "query eval --json", schematest.For[measure.Answer],
			[][]string{{"eval", tasks, "--context"}}, nil},
		{"query-impact", "query impact --json", schematest.For[impact.Answer],
			[][]string{{"impact", order}}, [][]string{{"impact", "SqlStore.Save", "--until", "tests"}}},
		{"query-run", "query run --json", runSchema, [][]string{{"run", steps, "--question", "order"}},
			nil},
	}
}

// TestSchemas checks that docs/schema has the schema for the --json output of every
// command.
func TestSchemas(t *testing.T) {
	dir := t.TempDir()
	shop, orders := filepath.Join(dir, "shop.sg"), filepath.Join(dir, "orders.sg")
	writeShop(t, shop)
	writeOrders(t, orders)
	checked := map[string]bool{}
	for _, c := range schemaCases(t, dir) {
		check := schematest.Command{Name: c.name, Title: c.title, Schema: c.schema}
		for i, artifacts := range []string{shop, orders} {
			for _, args := range [][][]string{c.shop, c.orders}[i] {
				checked[args[0]] = true
				check.Output = append(check.Output, outcomeOf("", append([]string{"-a", artifacts,
					"--json"}, args...)).out)
			}
		}
		schematest.Check(t, "../../docs/schema", check)
	}
	for _, c := range newRootCommand(&globals{}).Commands() {
		// the output of mcp is defined by the protocol, and the schema of version
		// is that of indexer; serve prints an address; access is a help topic
		if c.Runnable() && c.Name() != "mcp" && c.Name() != "serve" && c.Name() != "version" && !checked[c.Name()] {
			t.Errorf("%s has no schema: add a case", c.Name())
		}
	}
	schematest.Check(t, "../../docs/schema", schematest.Command{Name: "error",
		Title:  "what a failed command prints on standard error with --json",
		Schema: schematest.For[cli.Failure],
		Output: []string{outcomeOf("", []string{"-a", shop, "--json", "show", "gone.Away"}).err,
			outcomeOf("", []string{"--json", "nonsense"}).err}})
}
