// Package schematest keeps the JSON Schemas for the output of commands in sync with the
// printed types and with real output. The schemas are in docs/schema.
package schematest

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// A Command is a command line, named like its schema, with a function that creates
// the schema.
type Command struct {
	Name   string // of the file in docs/schema, without .schema.json
	Title  string
	Schema func() (*jsonschema.Schema, error)
	Lines  bool // the output is JSON Lines
	Output []string
}

// For returns the schema of a type.
func For[T any]() (*jsonschema.Schema, error) { return jsonschema.For[T](nil) }

// Check compares the schema file of a command with the type, and outputs with the schema.
// With -update it writes the file.
func Check(t *testing.T, dir string, c Command) {
	t.Helper()
	schema, err := c.Schema()
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	schema.Schema = "https://json-schema.org/draft/2020-12/schema"
	schema.Title = c.Title
	want, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	file := filepath.Join(dir, c.Name+".schema.json")
	if f := flag.Lookup("update"); f != nil && f.Value.String() == "true" {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not the schema of the type; go test -update writes it", file)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	if len(c.Output) == 0 {
		t.Errorf("%s: no output to validate", c.Name)
	}
	for _, text := range c.Output {
		validate(t, c, resolved, text)
	}
}

// validate compares an output, or each line of it, with the schema.
func validate(t *testing.T, c Command, schema *jsonschema.Resolved, text string) {
	t.Helper()
	texts := [][]byte{[]byte(text)}
	if c.Lines {
		texts = bytes.Split(bytes.TrimSpace([]byte(text)), []byte("\n"))
	}
	for _, raw := range texts {
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatalf("%s prints no JSON: %v\n%s", c.Name, err, text)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", c.Name, err, raw)
		}
	}
}
