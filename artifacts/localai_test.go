package artifacts_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
)

// An importedBundle is a bundle as imported by LocalAI-RAG: nodes and edges in two id
// spaces, "cs" for chunks and "sql" for rows of sql_bodies.jsonl.
type importedBundle struct {
	nodes map[string]map[string]any
	edges map[string][]string // from -> to
}

// importBundle follows the importer's rules, and fails if it would refuse or silently
// skip data.
func importBundle(t *testing.T, dir string) importedBundle {
	t.Helper()
	b := importedBundle{map[string]map[string]any{}, map[string][]string{}}
	var meta map[string]any
	unmarshal(t, dir, "repo_meta.json", &meta)
	for _, key := range []string{"RepoName", "HeadSha"} {
		if s, _ := meta[key].(string); s == "" || strings.Contains(s, "::") {
			t.Errorf("%s is %q", key, s)
		}
	}
	var chunks []map[string]any
	unmarshal(t, dir, "regular_code_bundle/chunks.json", &chunks)
	for _, c := range chunks {
		b.add(t, "cs", c, "Id", "RepoRelativePath", "Text")
	}
	var deps map[string][]string
	unmarshal(t, dir, "regular_code_bundle/dependencies.json", &deps)
	for from, to := range deps {
		for _, id := range to {
			b.edges["cs::"+from] = append(b.edges["cs::"+from], "cs::"+id)
		}
	}
	for line := range strings.Lines(readString(t, dir, "sql_code_bundle/docs/sql_bodies.jsonl")) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if row["data_type"] != "db_code" {
			t.Errorf("%s has the data type %v, for which no search asks", row["key"],
				row["data_type"])
		}
		b.add(t, "sql", row, "key", "file", "body")
	}
	rows, err := csv.NewReader(strings.NewReader(readString(t, dir,
		"sql_code_bundle/graph/edges.csv"))).ReadAll()
	if err != nil || strings.Join(rows[0][:3], " ") != "from to relation" {
		t.Fatalf("edges.csv begins with %v, %v", rows[0], err)
	}
	for _, r := range rows[1:] {
		b.edges["sql::"+r[0]] = append(b.edges["sql::"+r[0]], "sql::"+r[1])
	}
	return b
}

func (b importedBundle) add(t *testing.T, space string, row map[string]any, id, path, text string) {
	t.Helper()
	key, _ := row[id].(string)
	if key == "" {
		t.Errorf("a row without %s is skipped: %v", id, row)
	}
	if _, ok := row["acl_allow"].([]any); !ok {
		t.Errorf("%s has no acl_allow", key)
	}
	if p, ok := row[path].(string); !ok || strings.Contains(p, `\`) || strings.HasPrefix(p, "/") {
		t.Errorf("%s has the path %v", key, row[path])
	}
	if _, ok := row[text].(string); !ok {
		t.Errorf("%s has no text", key)
	}
	for _, ours := range []string{"language", "file_type", "data_type"} {
		if s, _ := row[ours].(string); s == "" {
			t.Errorf("%s has no %s", key, ours)
		}
	}
	if b.nodes[space+"::"+key] != nil {
		t.Errorf("%s comes twice; the second is dropped", key)
	}
	b.nodes[space+"::"+key] = row
}

func readString(t *testing.T, dir, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(string(raw), "\ufeff") {
		t.Errorf("%s begins with a byte order mark", name)
	}
	return string(raw)
}

func unmarshal(t *testing.T, dir, name string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(readString(t, dir, name)), v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// reach lists the nodes reachable along the edges.
func (b importedBundle) reach(from string) map[string]bool {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		for _, to := range b.edges[queue[0]] {
			if !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return seen
}

func TestLocalAIRAGImportsTheBundle(t *testing.T) {
	for name, in := range map[string]artifacts.Index{"sample": artifactstest.Sample(),
		"synthetic": artifactstest.Synthetic(500, 3000, 2)} {
		b := importBundle(t, write(t, in, artifacts.Options{}))
		edges := 0
		for from, list := range b.edges {
			for _, to := range list {
				edges++
				if b.nodes[from] == nil || b.nodes[to] == nil {
					t.Errorf("%s: the edge from %s to %s dangles", name, from, to)
				}
			}
		}
		if edges == 0 {
			t.Errorf("%s: no edges", name)
		}
	}
}

func TestWalksOfLocalAIRAGGetFromCodeToTables(t *testing.T) {
	b := importBundle(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"sql::csharp:Shop.OrderService.Place|METHOD", "sql::dbo.Order|TABLE", true},
		{"sql::python:tools/load.load|METHOD", "sql::dbo.Order|TABLE", true},
		{"sql::dbo.CloseOrder|PROC", "sql::log.Entry|TABLE", true},
		{"sql::dbo.Order|TABLE", "sql::dbo.CloseOrder|PROC", false},
		{"cs::csharp:Shop#OrderService.Place(string)@73kmdyvxtv",
			"cs::csharp:Shop#OrderService.Check(int)@eivgtyk6hi", true},
		{"cs::csharp:Shop#OrderService.Place(int)@gfcxkkvgsp/2",
			"cs::csharp:Shop#OrderService.Check(int)@eivgtyk6hi", true},
	} {
		if b.nodes[test.from] == nil {
			t.Errorf("%s was not imported", test.from)
		}
		if got := b.reach(test.from)[test.to]; got != test.want {
			t.Errorf("from %s to %s: %v, want %v", test.from, test.to, got, test.want)
		}
	}
	method := b.nodes["sql::csharp:Shop.OrderService.Place|METHOD"]
	if body := method["body"].(string); !strings.Contains(body, "first half") ||
		!strings.Contains(body, "INSERT INTO dbo.Order") {
		t.Errorf("the body of the method is %q", body)
	}
	if lang := b.nodes["sql::python:tools/load.load|METHOD"]["file_type"]; lang != "py" {
		t.Errorf("Python is labelled %v", lang)
	}
}
