package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/external"
)

// TestRun writes a table, checks it, and detects a change.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	kind := external.Class
	g := generator{"small", func() ([]external.Declared, error) {
		return []external.Declared{{Name: "A", Types: []*external.Type{{Name: "A.B", Kind: kind}}}},
			nil
	}}
	if err := g.run(dir, false); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "small.tbl"))
	if err != nil {
		t.Fatal(err)
	}
	if typ := external.New("small", string(data)).Type("A.B"); typ == nil ||
		typ.Kind != external.Class {
		t.Errorf("the table has %v", typ)
	}
	if err := g.run(dir, true); err != nil {
		t.Errorf("as it was written, it differs: %v", err)
	}
	kind = external.Struct
	if err := g.run(dir, true); err == nil || !strings.HasPrefix(err.Error(), "1 entries differ") {
		t.Errorf("a changed declaration: error %v", err)
	}
	after, err := os.ReadFile(filepath.Join(dir, "small.tbl"))
	if err != nil || string(after) != string(data) {
		t.Errorf("checking wrote the table: %v", err)
	}
}

func TestRunFails(t *testing.T) {
	broken := errors.New("broken")
	g := generator{"small", func() ([]external.Declared, error) { return nil, broken }}
	if err := g.run(t.TempDir(), false); !errors.Is(err, broken) {
		t.Errorf("got error %v", err)
	}
	twice := generator{"small", func() ([]external.Declared, error) {
		return []external.Declared{{Name: "A"}, {Name: "A"}}, nil
	}}
	if err := twice.run(t.TempDir(), false); err == nil {
		t.Error("a namespace is there twice and nobody says so")
	}
	none := generator{"small", func() ([]external.Declared, error) { return nil, nil }}
	if err := none.run(t.TempDir(), true); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a table: error %v", err)
	}
}

// TestGenerators checks that every table of the program has a generator.
func TestGenerators(t *testing.T) {
	files, err := filepath.Glob("../data/*.tbl")
	if err != nil {
		t.Fatal(err)
	}
	var tables []string
	for _, g := range generators {
		tables = append(tables, g.table)
	}
	if len(files) != len(tables) {
		t.Errorf("tables %v, generators %v", files, tables)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".tbl")
		if !strings.Contains(" "+strings.Join(tables, " ")+" ", " "+name+" ") {
			t.Errorf("no generator makes %s", f)
		}
	}
}
