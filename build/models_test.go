package build

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/build/expect"
	"seedgraph/frameworks/concept/model"
	"seedgraph/internal/hint"
)

// TestRowsInFiles: libraries described in files give the graphs of the built-in descriptions, and
// without either the graphs differ.
func TestRowsInFiles(t *testing.T) {
	ported, err := filepath.Glob("testdata/models/*.yaml")
	if err != nil || len(ported) < 2 {
		t.Fatalf("%d files, %v", len(ported), err)
	}
	archives := map[string]string{
		"chi.yaml":            "../frameworks/golang/testdata/routes/*.txtar",
		"dapper_contrib.yaml": "../frameworks/libraries/testdata/dapper_*.txtar",
		"nats.yaml":           "../frameworks/golang/testdata/message/*.txtar",
		"net_http.yaml":       "../frameworks/libraries/testdata/clients_go/*.txtar",
		"squirrel.yaml":       "../frameworks/libraries/testdata/squirrel.txtar",
		"rabbitmq.yaml":       "../frameworks/csharp/testdata/message/*.txtar",
	}
	for _, file := range ported {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := model.Parse(file, string(text))
			if err != nil {
				t.Fatal(err)
			}
			others := slices.DeleteFunc(BuiltIn(), func(l *model.Library) bool { return l.Name == rows[0].Name })
			if len(others)+1 != len(BuiltIn()) {
				t.Fatalf("%s is not built in", rows[0].Name)
			}
			paths, _ := filepath.Glob(archives[filepath.Base(file)])
			used := false
			for _, path := range paths {
				builtIn, inFile := graphOf(t, path, BuiltIn()), graphOf(t, path, append(slices.Clone(others), rows...))
				if !sameGraph(builtIn, inFile) {
					t.Errorf("%s: the graphs differ:\n%s\n%s", path, strings.Join(builtIn.Report(), "\n"),
						strings.Join(inFile.Report(), "\n"))
				}
				used = used || !sameGraph(builtIn, graphOf(t, path, others))
			}
			if !used {
				t.Errorf("none of %d archives uses %s", len(paths), rows[0].Name)
			}
		})
	}
}

func graphOf(t *testing.T, path string, rows []*model.Library) *expect.Graph {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := expect.Build(archive, expect.Options{Only: rows})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func sameGraph(a, b *expect.Graph) bool {
	x, y := a.Result.Graph, b.Result.Graph
	return reflect.DeepEqual(x.Nodes, y.Nodes) && reflect.DeepEqual(x.Edges, y.Edges) &&
		reflect.DeepEqual(x.ExternalEdges, y.ExternalEdges) && reflect.DeepEqual(x.Entries, y.Entries)
}

// TestReadModels: what is wrong with folders and files is an error that names them, with a remedy.
func TestReadModels(t *testing.T) {
	write := func(dir, name, text string) {
		t.Helper()
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const row = "library: acme\nlanguage: go\nmodules: [acme.com/bus]\nsystem: acme\nterm: EVENT\n" +
		"calls:\n  - method: [Publish]\n    send: {topic: 0}\n"
	good, empty, twice, known, linked, large := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	write(good, "b/acme.yaml", row)
	write(good, "notes.txt", "not a row")
	write(twice, "a.yaml", row)
	write(twice, "b.yml", row)
	write(known, "a.yaml", strings.Replace(row, "library: acme", "library: net/http", 1))
	write(large, "a.yaml", row+strings.Repeat("#\n", maxModelBytes))
	m, err := ReadModels([]string{good})
	if err != nil || len(m.Libraries) != 1 || !strings.HasPrefix(m.String(), filepath.Base(good)+"/b/acme.yaml ") {
		t.Fatalf("%+v, %v", m, err)
	}
	if m, err := ReadModels(nil); err != nil || len(m.Libraries) > 0 {
		t.Errorf("no folders: %+v, %v", m, err)
	}
	cases := map[string]string{empty: "has no .yaml file", filepath.Join(empty, "none"): "is not a folder",
		twice: "has a library acme, too", known: "the program has a library net/http, too", large: "has more than 1048576 bytes"}
	if err := os.Symlink(filepath.Join(good, "b", "acme.yaml"), filepath.Join(linked, "a.yaml")); err == nil {
		cases[linked] = "models: open "
	}
	for dir, want := range cases {
		if _, err := ReadModels([]string{dir}); err == nil || !strings.Contains(err.Error(), want) || hint.Of(err) == "" {
			t.Errorf("%v, want %q and a hint", err, want)
		}
	}
}

// TestOwnLibraries: rows describe libraries that the tree declares itself, in every language; what is not
// known of an object lowers the tier.
func TestOwnLibraries(t *testing.T) {
	tests, err := TestModels(t.Context(), "testdata/own")
	if err != nil || len(tests) != 4 {
		t.Fatalf("%d archives, %v", len(tests), err)
	}
	for _, test := range tests {
		for _, p := range test.Problems {
			t.Errorf("%s: %s", test.Path, p)
		}
		if test.Checked < 3 {
			t.Errorf("%s: %d lines were checked", test.Path, test.Checked)
		}
	}
}
