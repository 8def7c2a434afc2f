package artifacts_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
)

// TestEveryLineHasAllKeys checks that the lines of a JSON Lines file have the same keys in
// the same order, and that a list is never null: readers infer columns from the first
// lines.
func TestEveryLineHasAllKeys(t *testing.T) {
	lists := map[string]bool{} // file and key
	for name, in := range inputs() {
		for path, content := range contents(t, write(t, in, artifacts.Options{})) {
			if !strings.HasSuffix(path, ".jsonl") {
				continue
			}
			var first []string
			for i, line := range documents(path, content) {
				keys := keysOf(t, line)
				if i == 0 {
					first = keys
				}
				if !slices.Equal(keys, first) {
					t.Errorf("%s of %s: line %d has the keys %q, the first %q", path, name, i+1, keys,
						first)
				}
				var row map[string]any
				if err := json.Unmarshal([]byte(line), &row); err != nil {
					t.Fatal(err)
				}
				for key, value := range row {
					_, isList := value.([]any)
					if wasList, seen := lists[path+key]; seen && key != "data" && isList != wasList {
						t.Errorf("%s: %s is a list on some lines only", path, key)
					}
					lists[path+key] = isList
				}
			}
		}
	}
	if len(lists) < 80 {
		t.Errorf("only %d columns were compared", len(lists))
	}
}

// keysOf lists the members of an object in their order.
func keysOf(t *testing.T, line string) (keys []string) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(line))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

// TestOmittedKeysAreReadAlike compares what is read from artifacts with features 24, which
// omit empty members, with what is read from those written now.
func TestOmittedKeysAreReadAlike(t *testing.T) {
	read := func(dir string) (files []artifacts.SourceFile, notes []artifacts.Diagnostic) {
		r := open(t, dir)
		files, err := r.SourceFiles()
		if err != nil {
			t.Fatal(err)
		}
		err = r.Diagnostics(func(d artifacts.Diagnostic) error {
			notes = append(notes, d)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return files, notes
	}
	for _, form := range []string{"plain", "compressed"} {
		files, notes := read("testdata/v2/" + form)
		oldFiles, oldNotes := read("testdata/v2-24/" + form)
		if len(files) == 0 || !reflect.DeepEqual(files, oldFiles) {
			t.Errorf("%s: the source files are %+v, before %+v", form, files, oldFiles)
		}
		if len(notes) == 0 || !reflect.DeepEqual(notes, oldNotes) {
			t.Errorf("%s: the diagnostics are %+v, before %+v", form, notes, oldNotes)
		}
	}
}
