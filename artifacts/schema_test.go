package artifacts_test

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/testkit/longtest"
)

// schemaOf maps each JSON file of the artifacts to its schema.
var schemaOf = map[string]string{
	"manifest.json":                         "manifest",
	"repo_meta.json":                        "repo_meta",
	"unified_metadata.jsonl":                "unified_metadata",
	"diagnostics.jsonl":                     "diagnostics",
	"source_files.jsonl":                    "source_files",
	"regular_code_bundle/chunks.json":       "chunks",
	"regular_code_bundle/dependencies.json": "dependencies",
	"sql_code_bundle/docs/sql_bodies.jsonl": "sql_bodies",
	"sql_code_bundle/graph/graph.json":      "sql_graph",
	"sql_code_bundle/manifest.json":         "sql_manifest",
	"endpoints.jsonl":                       "endpoints",
	"packages.jsonl":                        "packages",
	"links.jsonl":                           "links",
	"configuration_bundle/configs.jsonl":    "configs",
	"configuration_bundle/manifest.json":    "config_manifest",
}

// compileSchemas compiles the shipped schemas, by name.
func compileSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	files, err := fs.Glob(artifacts.Schemas, "schema/*")
	if err != nil || len(files) != len(schemaOf) {
		t.Fatalf("%d schemas for %d files, %v", len(files), len(schemaOf), err)
	}
	schemas := map[string]*jsonschema.Schema{}
	for _, file := range files {
		raw, err := artifacts.Schemas.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if err := c.AddResource(file, doc); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(file, "schema/"), ".schema.json")
		if schemas[name], err = c.Compile(file); err != nil {
			t.Fatal(err)
		}
	}
	return schemas
}

// documents splits a file into its JSON values: one, or one per line.
func documents(path, content string) []string {
	if !strings.HasSuffix(path, ".jsonl") {
		return []string{content}
	}
	return strings.FieldsFunc(content, func(r rune) bool { return r == '\n' })
}

func TestEveryJSONFileKeepsItsSchema(t *testing.T) {
	longtest.NotRaced(t)
	schemas := compileSchemas(t)
	for name, in := range inputs() {
		checked := 0
		for path, content := range contents(t, write(t, in, artifacts.Options{})) {
			if !strings.Contains(path, ".json") {
				continue
			}
			schema := schemas[schemaOf[path]]
			if schema == nil {
				t.Errorf("%s has no schema", path)
				continue
			}
			checked++
			for _, doc := range documents(path, content) {
				v, err := jsonschema.UnmarshalJSON(strings.NewReader(doc))
				if err != nil {
					t.Fatalf("%s of %s: %v\n%s", path, name, err, doc)
				}
				if err := schema.Validate(v); err != nil {
					t.Errorf("%s of %s: %v", path, name, err)
				}
			}
		}
		want := len(schemaOf)
		if in.Files == nil {
			want-- // source_files.jsonl
		}
		if len(in.Graph.Settings) == 0 {
			want -= 2 // configuration_bundle
		}
		for _, missing := range []bool{len(in.Graph.Endpoints) == 0, len(in.Packages) == 0, len(in.Links) == 0} {
			if missing {
				want--
			}
		}
		if checked != want {
			t.Errorf("%s: %d files checked, want %d", name, checked, want)
		}
	}
}

// TestSchemasRefuse checks that the schemas reject invalid values.
func TestSchemasRefuse(t *testing.T) {
	schemas := compileSchemas(t)
	sample := contents(t, write(t, artifactstest.WithSettings(), artifacts.Options{}))
	for _, test := range []struct{ path, old, new string }{
		{"manifest.json", `"format_version": 2`, `"format_version": 3`},
		{"repo_meta.json", `"RepoName": "Shop"`, `"RepoName": "a::b"`},
		{"repo_meta.json", `"HeadSha": "0123456789abcdef0123456789abcdef01234567"`,
			`"HeadSha": ""`},
		{"regular_code_bundle/chunks.json", `"acl_allow":[],`, ``},
		{"regular_code_bundle/chunks.json", `"Id":"csharp:Shop#IOrders@bndqmgffgo"`, `"Id":1`},
		{"regular_code_bundle/chunks.json", `"tokens":5`, `"tokens":"5"`},
		{"sql_code_bundle/docs/sql_bodies.jsonl", `"data_type":"db_code"`,
			`"data_type":"sql_code"`},
		{"unified_metadata.jsonl", `"chunk_id"`, `"chunkId"`},
		{"diagnostics.jsonl", `"type":"parse_error"`, `"type":"oops"`},
		{"configuration_bundle/configs.jsonl", `"kind":"config"`, `"kind":"code"`},
		{"configuration_bundle/configs.jsonl", `"line":1`, `"line":0`},
		{"configuration_bundle/configs.jsonl", `"acl_allow":["ops"],`, ``},
		{"configuration_bundle/manifest.json", `"keys": 4`, `"keys": -4`},
	} {
		changed := strings.Replace(sample[test.path], test.old, test.new, 1)
		if changed == sample[test.path] {
			t.Errorf("%s does not hold %s", test.path, test.old)
			continue
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(documents(test.path, changed)[0]))
		if err != nil {
			t.Fatal(err)
		}
		if schemas[schemaOf[test.path]].Validate(v) == nil {
			t.Errorf("%s with %q instead of %q is accepted", test.path, test.new, test.old)
		}
	}
}
