package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/query/agent"
	"seedgraph/testkit/longtest"
	"seedgraph/testkit/sourceindex"
	"seedgraph/tokens"
)

// write writes an index with its PageRank scores.
func write(t *testing.T, dir string, in artifacts.Index) {
	t.Helper()
	ranks, err := artifacts.Rank(in.Graph, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Graph.Nodes {
		in.Graph.Nodes[i].Rank = ranks[i]
	}
	if err := artifacts.Write(context.Background(), dir, in,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
}

// connect returns a client of a server for the artifacts in dir, with the access rights
// of v.
func connect(t *testing.T, dir string, v graph.Visitor) *mcp.ClientSession {
	t.Helper()
	return connectOlder(t, dir, v, nil)
}

// connectOlder is like connect, for artifacts that the older callback reports as out of
// date.
func connectOlder(t *testing.T, dir string, v graph.Visitor,
	older func([]string, *artifacts.Reader) string) *mcp.ClientSession {
	t.Helper()
	server, closer := agent.NewServer(agent.Options{Find: func() ([]string, error) { return []string{dir}, nil }, Version: "test", Tokens: tokens.O200k,
		Restrict: func(r *artifacts.Reader) (*artifacts.Reader, error) { return r.Restrict(v) },
		Older:    older})
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		closer.Close()
	})
	return session
}

// shop is a client of the shop.
func shop(t *testing.T) *mcp.ClientSession {
	dir := filepath.Join(t.TempDir(), "shop.sg")
	write(t, dir, artifactstest.Shop())
	return connect(t, dir, graph.Visitor{})
}

// call calls a tool and returns the text of its result; failed reports whether it is an
// error.
func call(t *testing.T, s *mcp.ClientSession, name string, args any) (text string, failed bool) {
	t.Helper()
	res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatalf("%s %v: %v", name, args, err)
	}
	for _, c := range res.Content {
		text += c.(*mcp.TextContent).Text
	}
	return text, res.IsError
}

type object = map[string]any

// TestTools checks that every tool answers and reports invalid input.
func TestTools(t *testing.T) {
	s := shop(t)
	for _, test := range []struct {
		tool string
		args object
		want string // part of the answer; for an error it begins with "error: "
	}{
		{"search_nodes", object{"query": "place an order"},
			"- `jo3pohpaao` · method · `src/OrderService.cs:6` · 24 — public void Place(Order order)"},
		{"search_nodes", object{"query": "place order", "kinds": []string{"class"}},
			"public class OrderService"},
		{"search_nodes", object{"query": "zzzzzz"}, "nothing found for \"zzzzzz\"\nhint: "},
		{"search_nodes", object{"query": "OrderServce"},
			"did you mean OrderService?\n- `"},
		{"search_nodes", object{"query": "Zuppelyn"}, "nothing found for \"Zuppelyn\""},
		{"search_nodes", object{"query": "OrderService.Validte"},
			"did you mean Validate?\n- `"},
		{"search_nodes", object{"query": "a b", "kinds": []string{"nonsense"}},
			"error: node kind \"nonsense\""},
		{"search_nodes", object{"query": 5},
			"error: argument query is a number: it must be a string"},
		{"search_nodes", object{"question": "x"},
			"error: unknown argument question\nhint: the tool has query, "},
		{"fetch", object{"zeta": "x"}, "error: unknown argument zeta\nhint: the tool has full, "},
		{"list", object{"kind": "x"}, "error: unknown argument kind\nhint: did you mean kinds? "},
		{"search_nodes", object{"query": "order", "budget_tokens": -1}, ""},
		{"query_context", object{"query": "how is an order placed"}, "# src/OrderService.cs"},
		{"query_context", object{"query": "order", "seed_node": "OrderService.Validate"},
			"private void Validate"},
		{"query_context", object{"query": "order", "cursor": "3.x"},
			"error: unknown cursor \"3.x\": the index was rebuilt\nhint: repeat the call without a cursor"},
		{"query_context", object{"query": "order", "intent": "guess"}, "error: intent \"guess\""},
		{"get_node_info", object{"node_name": "OrderService.Validate"}, "callers (1)"},
		{"get_node_info", object{"node_name": "jo3pohpaao", "include_source": true}, "source\n"},
		{"get_node_info", object{"node_name": "OrderService.Place"},
			"error: ambiguous id: \"OrderService.Place\" matches 2 nodes"},
		{"find_callers", object{"node_name": "OrderService.Validate"}, "jo3p method"},
		{"find_callees", object{"node_name": "jo3pohpaao"}, "34so "},
		{"find_callers", object{"node_name": "dbo.OrderLine"}, "nothing found"},
		{"impact", object{"node_names": []string{"OrderRepository.Save"}},
			"OrderService.Place"},
		{"impact", object{"node_names": []string{}},
			"error: give the change in one way"},
		{"impact", object{"node_names": []string{"dbo.Order"}, "diff": "x"},
			"error: give the change in one way"},
		{"impact", object{"ids": []string{"OrderRepository.Save"}}, "OrderService.Place"},
		{"search_nodes", object{}, "error: missing argument query"},
		{"search_nodes", object{"id": "OrderService.Place"}, "public void Place(Order order)"},
		{"search_nodes", object{"query": "save", "ids": []string{"dbo.Order"}}, "nothing found"},
		{"search_nodes", object{"query": strings.Repeat("x ", agent.MaxQuery/2)}, "nothing found"},
		{"search_nodes", object{"query": strings.Repeat("x", agent.MaxQuery+1)},
			"error: query has 65537 bytes: at most 65536"},
		{"query_context", nil, "error: missing argument query"},
		{"query_context", object{"query": nil}, "error: missing argument query"},
		{"query_context", object{"query": "order", "id": "OrderService.Validate"},
			"private void Validate"},
		{"get_node_info", object{}, "error: missing argument node_name\nhint: give a handle"},
		{"get_node_info", object{"id": "OrderService.Validate"}, "callers (1)"},
		{"get_node_info", object{"ids": []string{"dbo.Order", "OrderService.Validate"}}, "TABLE dbo.Order"},
		{"find_callers", object{}, "error: missing argument node_name"},
		{"find_callers", object{"ids": []string{"OrderService.Validate", "OrderRepository.Save"}},
			"jo3p method"},
		{"find_callees", object{"id": "jo3pohpaao"}, "34so "},
		{"path", object{"to": "dbo.Order"}, "error: missing argument from\nhint: "},
		{"path", object{"from": "dbo.Order"}, "error: missing argument to\nhint: "},
		{"path", object{"ids": []string{"jo3pohpaao", "dbo.Order"}},
			"OrderService.Place reaches dbo.Order"},
		{"path", object{"from": "jo3pohpaao", "id": "dbo.Order"},
			"OrderService.Place reaches dbo.Order"},
		{"path", object{"from": "a", "to": "b", "id": "c"}, "error: a path has two ends"},
		{"path", object{"ids": []string{"jo3pohpaao", "dbo.Order"}, "op": "read"},
			"nothing found: OrderService.Place does not reach dbo.Order"},
		{"path", object{"ids": []string{"OrderService", "dbo.Order"}, "all": true}, "OrderService reaches"},
		{"fetch", object{}, "error: missing argument ids\nhint: "},
		{"fetch", object{"id": "jo3pohpaao"}, "hash: "},
		{"list", object{"id": "dbo.Order", "kinds": []string{"tables"}}, "dbo.Order"},
		{"list", object{"id": "sql"}, "definitions\n- "},
		{"list", object{"id": "src", "kinds": []string{"tables"}}, "nothing found: no tables"},
		{"unused", object{"id": "dbo.Order"}, "dbo."},
		{"map", object{"ids": []string{"src"}}, "# src/"},
		{"map", object{"id": "nonsense.Thing"}, "error: unknown id"},
		{"map", object{"budget_tokens": agent.MaxBudget + 1},
			"error: budget_tokens is 1000001: it must be from 0 to 1000000"},
		{"impact", object{"diff": changed("src/OrderService.cs", 7), "until": "routes"},
			"indexed in another state, definitions may be missed: src/OrderService.cs\nShop.OrderService.Place: "},
		{"impact", object{"diff": changed("new.cs", 1)},
			"nothing found: the diff changes no definition"},
		{"impact", object{"diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n"}, "error: the diff ends within a hunk"},
		{"unused", object{"kinds": []string{"TABLE"}}, "1 definition\n"},
		{"unused", object{"paths": []string{"nowhere"}}, "nothing found: no indexed file matches the path pattern nowhere"},
		{"unused", object{"kinds": []string{"tabel"}}, "error: node kind \"tabel\" is unknown"},
		{"map", object{"structure": true}, "src  "},
		{"map", object{"by": "packages"}, "Shop.Data  0 files, 0 lines, 4 definitions"},
		{"map", object{"depth": 1}, "src  "},
		{"map", object{"by": "feeling"}, "error: by \"feeling\": use folders, packages, projects"},
		{"map", object{"by": "projects"}, "error: by projects: the artifacts do not record"},
		{"path", object{"from": "jo3pohpaao", "to": "dbo.Order"},
			"OrderService.Place reaches dbo.Order"},
		{"path", object{"from": "dbo.OrderLine", "to": "jo3pohpaao", "direction": "out"},
			"nothing found"},
		{"fetch", object{"ids": []string{"jo3pohpaao", "gone.Away"}},
			"error: unknown id: no definition is named \"gone.Away\""},
		{"fetch", object{"ids": []string{"jo3pohpaao"}, "signature": true}, "hash: "},
		{"fetch", object{"ids": []string{"jo3pohpaao"}, "lines": "x"},
			"error: lines \"x\": write A-B"},
		{"fetch", object{"ids": []string{"gone.Away"}}, "error: unknown id"},
		{"fetch", object{"ids": []string{}}, "error: missing argument ids"},
		{"fetch", object{"ids": "one"}, "error: argument ids is a string: it must be a list"},
		{"list", object{"paths": []string{"sql"}}, "definitions\n- "},
		{"list", object{"paths": []string{"nowhere"}}, "nothing found: no indexed file"},
		{"list", object{"kinds": []string{"tables"}}, "2 definitions\nsql/schema.sql\n ogrq TABLE dbo.Order :1\n"},
		{"list", object{"kinds": []string{"methods"}, "name": "validate"}, "1 definition\n"},
		{"list", object{"kinds": []string{"tests"}, "paths": []string{"src"}},
			"nothing found: no tests\nhint: "},
		{"list", object{"kinds": []string{"jobs", "entities"}},
			"nothing found: no jobs, entities"},
		{"list", object{"kinds": []string{"tabels"}}, "error: node kind \"tabels\""},
		{"list", object{"name": "validate"}, "error: a name needs kinds\nhint: "},
		{"search_nodes", object{"query": "order", "cursor": "p3.x"},
			"error: unknown cursor \"p3.x\": the index was rebuilt"},
		{"search_nodes", object{"query": "order", "cursor": "1-2.x"},
			"error: unknown cursor \"1-2.x\"\nhint: pass the cursor"},
		{"map", object{}, "# src/"},
		{"map", object{"paths": []string{"nowhere"}}, "nothing found: no indexed file"},
		{"find_writers", object{"id": "dbo.Order"}, "method .Save src/data/OrderRepository.cs:4 insert"},
		{"find_writers", object{}, "error: missing argument id\nhint: "},
		{"find_readers", object{"id": "OrderService.Validate"}, "nothing found: nothing reads OrderService.Validate"},
		{"find_tests", object{"id": "OrderService.Validate"}, ""},
		{"find_handlers", object{"id": "gone.Away"}, "error: unknown id"},
		{"hierarchy", object{"id": "OrderService", "paths": []string{"nowhere"}}, "nothing found: no indexed file"},
		{"grep", object{"pattern": "Validate("}, "grep of Validate(: matches ("},
		{"grep", object{"pattern": "validate\\(", "regex": true}, "nothing found: no line contains"},
		{"grep", object{}, "error: missing argument pattern"},
		{"grep", object{"pattern": "[", " regex": true}, "error: unknown argument"},
		{"diff", object{"diff": changed("src/OrderService.cs", 7)}, "1 definition changed\n jo3p method"},
		{"diff", object{}, "error: give the diff"},
		{"diff", object{"id": "src"}, "error: a diff is given as diff or revision"},
		{"expand", object{"id": "jo3pohpaao", "edges": []string{"Calls"}}, "seeds:\n jo3p method"},
		{"expand", object{"id": "jo3pohpaao", "direction": "up"}, "error: direction \"up\""},
		{"impact", object{"writes": "dbo.Order"}, "OrderRepository.Save"},
		{"impact", object{"writes": "dbo.Order", "id": "dbo.Order"}, "error: give the change in one way"},
		{"find_callers", object{"id": "OrderService.Validate", "lines": true}, ": "},
	} {
		text, failed := call(t, s, test.tool, test.args)
		if want, isError := strings.CutPrefix(test.want, "error: "); isError != failed &&
			test.args["ids"] == nil && test.want != "" ||
			!strings.Contains(text, want) && !strings.Contains(text, test.want) {
			t.Errorf("%s %v is %q (error: %v), want %q", test.tool, test.args, text, failed,
				test.want)
		}
	}
}

var allTools = []string{"search_nodes", "query_context", "get_node_info", "find_callers",
	"find_callees", "impact", "path", "fetch", "list", "unused", "map", "find_writers", "find_readers",
	"find_tests", "find_handlers", "find_senders", "find_requests", "grep", "changes", "hierarchy",
	"diff", "expand"}

// maxToolsList is the maximum size of the response to tools/list in bytes: clients send
// it to their model in every session.
const maxToolsList = 16_000

// TestToolsListIsShort measures the list as sent. Runtimes without the protocol get the
// schemas with all arguments.
func TestToolsListIsShort(t *testing.T) {
	res, err := shop(t).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	if len(raw) > maxToolsList-100 { // the message around it takes the rest
		t.Errorf("%d bytes", len(raw))
	}
	var names []string
	for _, tool := range agent.Tools() {
		names = append(names, tool.Name)
		for name, p := range tool.InputSchema.Properties {
			if p.Type == "" || p.Description == "" {
				t.Errorf("%s: %s has no type or description", tool.Name, name)
			}
		}
	}
	slices.Sort(names)
	if want := slices.Sorted(slices.Values(allTools)); !slices.Equal(names, want) {
		t.Errorf("the tools are %v, not %v", names, want)
	}
}

// TestData checks that tools that list or decide also answer with structured data.
func TestData(t *testing.T) {
	s := shop(t)
	for _, c := range []struct {
		tool string
		args object
		want string // prefix of the data; empty if there is no data
	}{
		{"path", object{"from": "jo3pohpaao", "to": "dbo.Order"}, `{"answer":"yes"`},
		{"path", object{"from": "dbo.OrderLine", "to": "jo3pohpaao"}, `{"answer":"no"`},
		{"impact", object{"id": "OrderRepository.Save"}, `{"answer":"yes","items":[{"at":"tests/`},
		{"find_callers", object{"id": "OrderService.Validate"}, `{"items":[{"at":"src/OrderService.cs:`},
		{"find_callers", object{"id": "dbo.OrderLine"}, `{"total":0}`},
		{"find_callers", object{"id": "gone.Away"}, ""},
		{"fetch", object{"id": "jo3pohpaao"}, ""},
	} {
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.args})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(res.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		if c.want == "" && string(raw) != "null" || !strings.HasPrefix(string(raw), c.want) {
			t.Errorf("%s %v: %s, want %s", c.tool, c.args, raw, c.want)
		}
	}
}

// TestResourcesAndPrompts checks that each resource and prompt is listed and answers.
func TestResourcesAndPrompts(t *testing.T) {
	s := shop(t)
	resources, err := s.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 3 {
		t.Fatal(resources, err)
	}
	for _, r := range resources.Resources {
		res, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		if err != nil || len(res.Contents) != 1 || res.Contents[0].Text == "" {
			t.Errorf("%s: %v, %v", r.URI, res, err)
		}
	}
	prompts, err := s.ListPrompts(t.Context(), nil)
	if err != nil || len(prompts.Prompts) != 3 {
		t.Fatal(prompts, err)
	}
	for _, p := range prompts.Prompts {
		res, err := s.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name,
			Arguments: map[string]string{p.Arguments[0].Name: "Zuppelyn"}})
		if err != nil || !strings.Contains(res.Messages[0].Content.(*mcp.TextContent).Text, "Zuppelyn") {
			t.Errorf("%s: %v, %v", p.Name, res, err)
		}
		if _, err := s.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: p.Name}); err == nil {
			t.Errorf("%s without its argument is no error", p.Name)
		}
	}
}

// TestAServerStartsWithoutArtifacts checks that a server without artifacts starts and
// reports how to build them.
func TestAServerStartsWithoutArtifacts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop.sg")
	s := connect(t, dir, graph.Visitor{})
	text, failed := call(t, s, "map", object{})
	if !failed || !strings.Contains(text, "hint: run `indexer build`") {
		t.Errorf("the answer is %s", text)
	}
	write(t, dir, artifactstest.Shop())
	if text, failed := call(t, s, "map", object{}); failed {
		t.Errorf("with artifacts the answer is %s", text)
	}
}

// TestSchemas checks that tools that other servers offer too accept the same arguments as
// theirs.
func TestSchemas(t *testing.T) {
	s := shop(t)
	res, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range res.Tools {
		names = append(names, tool.Name)
		raw, err := json.Marshal(tool.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Type       string
			Properties map[string]struct {
				Type, Description string
				Default           any
			}
			Required []string
		}
		if err := json.Unmarshal(raw, &schema); err != nil {
			t.Fatalf("%s: %v in %s", tool.Name, err, raw)
		}
		for name, p := range schema.Properties {
			if p.Type == "" {
				t.Errorf("%s: %s has no type", tool.Name, name)
			}
		}
		if schema.Type != "object" || schema.Properties["budget_tokens"].Default == nil {
			t.Errorf("%s: schema %s", tool.Name, raw)
		}
		switch tool.Name {
		case "query_context":
			if p := schema.Properties; p["query"].Type != "string" ||
				p["seed_node"].Type != "string" ||
				p["budget_tokens"].Default != 6000.0 ||
				!slices.Equal(schema.Required, []string{"query"}) {
				t.Errorf("schema %s", raw)
			}
		case "get_node_info":
			if p := schema.Properties; p["include_source"].Type != "boolean" ||
				p["node_name"].Type != "string" || len(schema.Required) > 0 {
				t.Errorf("schema %s", raw)
			}
		}
	}
	for _, want := range allTools {
		if !slices.Contains(names, want) {
			t.Errorf("there is no tool %s in %v", want, names)
		}
	}
}

// cursorLine is the last line of an incomplete answer; continued is the first line of a
// page that begins within a text.
var (
	cursorLine = regexp.MustCompile(`… (?:\d+ )?more(?: in \d+ groups?)?: cursor "([^"]+)"\n$`)
	continued  = regexp.MustCompile(`^… [a-z]+:.*\n`)
)

// pagesOf calls a tool until it returns no cursor, and returns the pages without their
// cursors.
func pagesOf(t *testing.T, s *mcp.ClientSession, tool string, args object) []string {
	t.Helper()
	var pages []string
	for cursor := ""; ; {
		args["cursor"] = cursor
		text, failed := call(t, s, tool, args)
		if failed || len(pages) > 500 {
			t.Fatalf("%s, page %d: %s", tool, len(pages), text)
		}
		pages = append(pages, cursorLine.ReplaceAllString(text, ""))
		m := cursorLine.FindStringSubmatch(text)
		if m == nil {
			return pages
		}
		cursor = m[1]
	}
}

var (
	// row matches a line of an answer that begins with a handle, whole or abbreviated.
	row = regexp.MustCompile(`^( *(?:- ` + "`" + `)?[a-z2-7]{10}| +[a-z2-7]{4,9})[ ` + "`" + `].*$`)
	// at matches the location in a row, or in a further row of the same node: the path may be in
	// a folder above it or, as that of the row above, omitted.
	at = regexp.MustCompile(` ([^ :]*)(:[0-9,]+)(?: |$)`)
)

// rowsOf lists the rows of answers, sorted: handles with their locations, with the path
// of the file or folder filled in, or else the unchanged lines.
func rowsOf(answers ...string) []string {
	var rows []string
	for _, text := range answers {
		folder, file, handle := "", "", "" // the folder of the rows, and the file of the row above
		for line := range strings.SplitSeq(text, "\n") {
			m, place := row.FindStringSubmatch(line), at.FindStringSubmatch(line)
			further := strings.HasPrefix(strings.TrimLeft(line, " "), ":")
			switch {
			case place != nil && (m != nil || further):
				if m != nil {
					handle = strings.TrimSpace(m[1])
				}
				if place[1] != "" {
					file = folder + place[1]
				}
				rows = append(rows, handle+" "+file+place[2])
			case m != nil:
				rows = append(rows, line)
			case strings.HasSuffix(line, "/"):
				folder = line
			case !strings.HasPrefix(line, " "):
				folder, file = "", line
			}
		}
	}
	slices.Sort(rows)
	return rows
}

// TestPagesAreTheWhole checks that the pages of an answer together contain each of its
// rows exactly once.
func TestPagesAreTheWhole(t *testing.T) {
	s := shop(t)
	for _, c := range []struct {
		tool   string
		args   object
		budget int
	}{
		{"list", object{"paths": []string{"**"}}, 150},
		{"list", object{"kinds": []string{"methods", "tables"}}, 150},
		{"search_nodes", object{"query": "order"}, 150},
		{"get_node_info", object{"node_name": "dbo.Order"}, 150},
		{"find_callers", object{"ids": []string{"OrderRepository.Save", "OrderService.Validate", "dbo.Order"}, "edges": []string{"Calls", "ReadsFrom", "WritesTo"}}, 110},
		{"impact", object{"node_names": []string{"dbo.Order|TABLE"}}, 150},
		{"path", object{"from": "OrderService", "to": "dbo.Order"}, 100},
		{"find_writers", object{"id": "dbo.Order"}, 110},
		{"grep", object{"pattern": "Order"}, 200},
		{"expand", object{"id": "jo3pohpaao", "direction": "both"}, 150},
	} {
		c.args["budget_tokens"] = 100_000
		whole := rowsOf(pagesOf(t, s, c.tool, c.args)...)
		c.args["budget_tokens"] = c.budget
		pages := pagesOf(t, s, c.tool, c.args)
		got := rowsOf(pages...)
		if !slices.Equal(got, whole) || len(pages) < 2 {
			t.Errorf("%s: %d pages are\n%s\nnot\n%s", c.tool, len(pages), strings.Join(pages, "---\n"),
				strings.Join(whole, "\n"))
		}
	}
}

// TestFetchedPagesAreTheWhole checks that the concatenated pages of fetched texts are
// these texts.
func TestFetchedPagesAreTheWhole(t *testing.T) {
	s := shop(t)
	args := object{"ids": []string{"jo3pohpaao", "OrderRepository.Export", "dbo.Order", "gone.Away"}}
	args["budget_tokens"] = 100_000
	whole := strings.Join(pagesOf(t, s, "fetch", args), "")
	args["budget_tokens"] = 150
	pages := pagesOf(t, s, "fetch", args)
	for n := range pages {
		pages[n] = continued.ReplaceAllString(pages[n], "")
	}
	if got := strings.Join(pages, ""); got != whole || len(pages) < 2 {
		t.Errorf("%d pages are\n%s\nnot\n%s", len(pages), got, whole)
	}
}

// TestTextsAreNotSplit checks that a page ends before a text that fits on the next page
// as a whole; a text that fits on no page continues under its id.
func TestTextsAreNotSplit(t *testing.T) {
	s := shop(t)
	const start = "--- NODE ---\n"
	pages := pagesOf(t, s, "fetch", object{"budget_tokens": 220,
		"ids": []string{"jo3pohpaao", "OrderService.Validate", "OrderRepository.Export"}})
	if len(pages) < 3 || strings.Count(pages[0], start) != 1 || strings.Count(pages[1], start) != 1 ||
		!strings.HasSuffix(pages[0], "}\n\n") || !strings.HasPrefix(pages[1], start) {
		t.Errorf("the pages are %q", pages)
	}
	if last := pages[len(pages)-1]; !strings.HasPrefix(last, "… csharp:Shop.Data#OrderRepository") {
		t.Errorf("the last page is %s", last)
	}
}

// TestPackedPages checks that each page of a context or map adds to the previous ones,
// and that all pages together equal one large page.
func TestPackedPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a.sg")
	write(t, dir, artifactstest.Synthetic(60, 200, 5))
	s := connect(t, dir, graph.Visitor{})
	row := regexp.MustCompile(`(?m)^ *\d+: .*|^## .*\n[^\[].*`) // does not match compressed texts
	for tool, args := range map[string]object{"map": {},
		"query_context": {"query": "order", "intent": "locate"}} {
		args["budget_tokens"] = 20_000
		whole := row.FindAllString(strings.Join(pagesOf(t, s, tool, args), ""), -1)
		args["budget_tokens"] = 600
		pages := pagesOf(t, s, tool, args)
		seen := map[string]bool{}
		for _, page := range pages {
			for _, r := range row.FindAllString(page, -1) {
				if seen[r] && tool != "map" { // types are repeated for their members
					t.Errorf("%s: %q is on two pages", tool, r)
				}
				seen[r] = true
			}
		}
		for _, r := range whole {
			if !seen[r] {
				t.Errorf("%s: %q is on none of %d pages", tool, r, len(pages))
			}
		}
		if len(pages) < 3 || len(whole) < 10 {
			t.Errorf("%s: %d pages of %d rows", tool, len(pages), len(whole))
		}
	}
}

// changed returns a diff of one line of a file.
func changed(path string, line int) string {
	return fmt.Sprintf("--- a/%s\n+++ b/%[1]s\n@@ -%d +%[2]d @@\n-one\n+two\n", path, line)
}

// TestProjects checks that nodes have the project of their file, and that filters accept
// projects.
func TestProjects(t *testing.T) {
	in := artifactstest.Shop()
	in.Files = []artifacts.SourceFile{
		{Path: "src/OrderService.cs", SHA256: strings.Repeat("0", 64), Project: "Shop.Orders",
			ProjectFile: "src/Orders.csproj"},
		{Path: "src/Orders.csproj", SHA256: strings.Repeat("0", 64), Level: 1},
	}
	dir := filepath.Join(t.TempDir(), "shop.sg")
	write(t, dir, in)
	s := connect(t, dir, graph.Visitor{})
	text, _ := call(t, s, "get_node_info", object{"node_name": "OrderService.Validate"})
	if !strings.Contains(text, "\n  project    Shop.Orders\n") {
		t.Errorf("no project in\n%s", text)
	}
	only := []string{"Shop.Orders"}
	for tool, args := range map[string]object{
		"list":          {"kinds": []string{"methods"}, "projects": only},
		"search_nodes":  {"query": "order", "projects": only},
		"query_context": {"query": "order", "projects": only},
		"unused":        {"projects": only},
		"map":           {"projects": only},
	} {
		text, failed := call(t, s, tool, args)
		if failed || !strings.Contains(text, "OrderService") ||
			strings.Contains(text, "OrderRepository.cs") {
			t.Errorf("%s: %v\n%s", tool, failed, text)
		}
	}
	if text, _ := call(t, s, "map", object{"by": "projects"}); !strings.HasPrefix(text, "src  ") {
		t.Errorf("the projects are\n%s", text)
	}
	s = connect(t, dir, graph.Visitor{Checked: true}) // a reader who may not see the project file
	text, _ = call(t, s, "get_node_info", object{"node_name": "OrderService.Validate"})
	if !strings.Contains(text, "OrderService.Validate") || strings.Contains(text, "Shop.Orders") {
		t.Errorf("a hidden project file names the project in\n%s", text)
	}
	text, _ = call(t, s, "list", object{"kinds": []string{"methods"}, "projects": only})
	if strings.Contains(text, "OrderService") {
		t.Errorf("a hidden project file selects\n%s", text)
	}
}

// random returns a call of a random tool for a random node, including invalid calls.
func random(r *rand.Rand, nodes []graph.Node) (name string, args object) {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	id := func() string {
		n := nodes[r.IntN(len(nodes))]
		return one(string(n.ID), n.ID.Handle(), n.Name, n.Path, n.Name+"x")
	}
	words := func() string {
		return nodes[r.IntN(len(nodes))].Short + " " + one("order", "the",
			"save \"x\"")
	}
	switch name = one(allTools...); name {
	case "search_nodes", "query_context":
		args = object{"query": words()}
	case "get_node_info":
		args = object{"node_name": id(), "include_source": r.IntN(2) == 0}
	case "find_callers", "find_callees":
		args = object{"node_name": id(), "lines": r.IntN(2) == 0}
	case "grep":
		args = object{"pattern": nodes[r.IntN(len(nodes))].Short}
	case "diff":
		args = object{"diff": changed(nodes[r.IntN(len(nodes))].Path, 1+r.IntN(20))}
	case "impact":
		args = object{"node_names": []string{id()}, "until": one("", "tests", "tables", "class")}
		if n := nodes[r.IntN(len(nodes))]; n.Path != "" && r.IntN(3) == 0 {
			delete(args, "node_names")
			args["diff"] = changed(n.Path, int(n.Span.StartLine)+r.IntN(3))
		}
	case "path":
		args = object{"from": id(), "to": id(), "direction": one("", "out", "both", "up")}
	case "fetch":
		args = object{"ids": []string{id(), id(), id()}, one("full", "signature"): r.IntN(2) == 0}
	case "list", "map", "unused":
		args = object{"paths": []string{one("**", "src", "db", "nowhere")},
			"tests": one("keep", "drop")}
		if r.IntN(2) == 0 {
			args["kinds"] = []string{one("methods", "class", "TABLE", "entries")}
		}
		if name == "map" && r.IntN(2) == 0 {
			args["structure"] = true
		} else if name == "map" && r.IntN(2) == 0 {
			args["by"] = one("packages", "folders", "projects")
		}
	default:
		args = object{"id": id()}
	}
	if r.IntN(12) == 0 {
		args[one("query", "ids", "cursor", "limit")] = r.IntN(5)
	}
	return name, args
}

// TestNoAnswerIsOverItsBudget checks that the content of every answer, encoded as JSON,
// is within the budget of its call, for any budget and including errors.
func TestNoAnswerIsOverItsBudget(t *testing.T) {
	calls := longtest.Cases(500, 1500, 5000)
	counter, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "a.sg")
	in := artifactstest.Synthetic(400, 1200, 5)
	write(t, dir, in)
	asked := 0
	s := connectOlder(t, dir, graph.Visitor{}, func([]string, *artifacts.Reader) string {
		if asked++; asked%3 == 0 {
			return "2 files changed since this index: a.go, b.go"
		}
		return ""
	})
	r := rand.New(rand.NewPCG(1, 2))
	failed, empty, long, further := 0, 0, 0, 0
	var name string
	var args object
	cursor := ""
	for i := range calls {
		if cursor == "" || i%2 == 0 {
			name, args = random(r, in.Graph.Nodes)
		} else { // the next page
			args["cursor"] = cursor
			further++
		}
		budget := []int{0, 1, 2, r.IntN(20), r.IntN(200), r.IntN(3000)}[i%6]
		args["budget_tokens"] = budget
		res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
		if err != nil {
			t.Fatalf("%s %v: %v", name, args, err)
		}
		used := 0
		if len(res.Content) > 0 {
			raw, err := json.Marshal(res.Content)
			if err != nil {
				t.Fatal(err)
			}
			used = counter.Count(string(raw))
		}
		if res.StructuredContent != nil {
			raw, err := json.Marshal(res.StructuredContent)
			if err != nil {
				t.Fatal(err)
			}
			used += counter.Count(string(raw))
		}
		if used > budget {
			t.Fatalf("call %d: %s %v has %d tokens", i, name, args, used)
		}
		cursor = ""
		for _, c := range res.Content {
			if m := cursorLine.FindStringSubmatch(c.(*mcp.TextContent).Text); m != nil {
				cursor = m[1]
			}
		}
		if res.IsError {
			failed++
		}
		if used == 0 {
			empty++
		}
		if used > 100 {
			long++
		}
	}
	if failed < calls/50 || empty < calls/20 || long < calls/20 || further < calls/50 {
		t.Errorf("%d of %d calls failed, %d were empty, %d long, %d went on: too few of a kind",
			failed, calls, empty, long, further)
	}
}

// TestARebuiltIndexIsRead checks that a server answers from the latest build.
func TestARebuiltIndexIsRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index.sg")
	in := artifactstest.Shop()
	write(t, dir, in)
	s := connect(t, dir, graph.Visitor{})
	if text, _ := call(t, s, "get_node_info",
		object{"node_name": "OrderService.Validate"}); !strings.Contains(text, "Validate") {
		t.Fatalf("the answer is %s", text)
	}
	first, _ := call(t, s, "list", object{"paths": []string{"**"}, "budget_tokens": 150})
	for i := range in.Graph.Nodes {
		in.Graph.Nodes[i].Signature += " rebuilt"
	}
	write(t, dir, in)
	if text, _ := call(t, s, "get_node_info",
		object{"node_name": "OrderService.Validate"}); !strings.Contains(text, "rebuilt") {
		t.Errorf("after a build the answer is %s", text)
	}
	old := cursorLine.FindStringSubmatch(first)
	if text, failed := call(t, s, "list", object{"paths": []string{"**"},
		"cursor": old[1]}); !failed ||
		!strings.Contains(text, "the index was rebuilt") {
		t.Errorf("a cursor of the older build gives %s", text)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if text, failed := call(t, s, "map", object{}); !failed ||
		!strings.Contains(text, "no artifacts") {
		t.Errorf("without artifacts the answer is %s", text)
	}
	write(t, dir, in)
	if text, failed := call(t, s, "map", object{}); failed {
		t.Errorf("with artifacts again the answer is %s", text)
	}
}

// TestAnswersSayThatTheIndexIsOlder checks that all answers, also empty ones and errors,
// report an out-of-date index, except to readers with restricted access.
func TestAnswersSayThatTheIndexIsOlder(t *testing.T) {
	const line = "2 files changed since this index: a.go, b.go"
	dir := filepath.Join(t.TempDir(), "shop.sg")
	write(t, dir, artifactstest.Shop())
	older := func([]string, *artifacts.Reader) string { return line }
	s := connectOlder(t, dir, graph.Visitor{}, older)
	for _, c := range []struct {
		tool string
		args object
	}{
		{"list", object{"paths": []string{"**"}, "budget_tokens": 200}},
		{"map", object{}}, {"fetch", object{"id": "jo3pohpaao"}},
		{"find_callers", object{"id": "dbo.OrderLine"}}, {"fetch", object{"id": "gone.Away"}},
	} {
		if text, _ := call(t, s, c.tool, c.args); !strings.HasPrefix(text, line+"\n") {
			t.Errorf("%s: %s", c.tool, text)
		}
	}
	if pages := pagesOf(t, s, "list", object{"paths": []string{"**"}, "budget_tokens": 150}); len(pages) < 2 {
		t.Errorf("%d pages", len(pages))
	}
	s = connectOlder(t, dir, graph.Visitor{Checked: true}, older)
	if text, _ := call(t, s, "map", object{}); strings.Contains(text, line) {
		t.Errorf("a visitor reads %s", text)
	}
}

// TestCallsDuringBuilds checks that concurrent calls are answered while builds replace
// the artifacts.
func TestCallsDuringBuilds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index.sg")
	in := artifactstest.Shop()
	write(t, dir, in)
	s := connect(t, dir, graph.Visitor{})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 25 {
				for _, tool := range []string{"map", "find_callers"} {
					args := object{}
					if tool == "find_callers" {
						args["id"] = "OrderService.Validate"
					}
					res, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
					if err != nil || res.IsError {
						t.Errorf("%s: %v, %v", tool, err, res)
					}
				}
			}
		})
	}
	for range 5 {
		write(t, dir, in)
	}
	group.Wait()
}

// TestAgentsSeeWhatTheyMay checks that the answers to a restricted agent equal those from
// artifacts without the hidden files. Only cursors differ: they identify the build.
func TestAgentsSeeWhatTheyMay(t *testing.T) {
	graphs, calls := longtest.Cases(2, 8, 8), 60
	build := regexp.MustCompile(`cursor "(p?[\d-]+)\.\d{6}"`)
	compared := 0
	for seed := range graphs {
		r := rand.New(rand.NewPCG(uint64(seed), 3))
		in := artifactstest.Guarded(r, []graph.Access{{Allow: []string{"hr"}}, {Level: 10},
			{Labels: []string{"secret"}}})
		v := graph.Visitor{Checked: true, Groups: []string{"hr"}}
		part := in
		part.Graph, _ = artifactstest.Without(in.Graph, v)
		dir := t.TempDir()
		write(t, filepath.Join(dir, "full"), in)
		write(t, filepath.Join(dir, "part"), part)
		seen := connect(t, filepath.Join(dir, "full"), v)
		left := connect(t, filepath.Join(dir, "part"), graph.Visitor{})
		for range calls {
			name, args := random(r, in.Graph.Nodes)
			args["budget_tokens"] = []int{50, 300, 5000}[r.IntN(3)]
			got, gotFailed := call(t, seen, name, args)
			want, wantFailed := call(t, left, name, args)
			if got = build.ReplaceAllString(got, "$1"); got != build.ReplaceAllString(want, "$1") ||
				gotFailed != wantFailed {
				t.Fatalf("graph %d, %s %v\n--- with what is hidden\n%s\n--- without\n%s", seed,
					name,
					args, got, want)
			}
			compared++
		}
	}
	t.Log(fmt.Sprint(compared, " comparisons"))
}

// TestOlderDefinitionsAreFolded checks that a search lists the current definition, with
// the number of older ones found.
func TestOlderDefinitionsAreFolded(t *testing.T) {
	in, err := sourceindex.Archive(`-- migrations/V1__first.sql --
CREATE PROCEDURE dbo.BillOrders AS SELECT 1;
-- migrations/V2__second.sql --
CREATE OR ALTER PROCEDURE dbo.BillOrders AS SELECT 2;
-- migrations/V3__third.sql --
CREATE OR ALTER PROCEDURE dbo.BillOrders AS SELECT 3;
`)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "index.sg")
	write(t, dir, in)
	text, failed := call(t, connect(t, dir, graph.Visitor{}), "search_nodes",
		object{"query": "BillOrders", "kinds": []string{"PROC"}})
	if failed || strings.Count(text, "· PROC ·") != 1 || !strings.Contains(text, "V3__third.sql:1") ||
		!strings.Contains(text, "  + 2 older") {
		t.Error(text)
	}
}
