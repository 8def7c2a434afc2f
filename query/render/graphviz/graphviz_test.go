package graphviz_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"seedgraph/query/render/graphviz"
)

// program puts a script in place of dot.
func program(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "dot"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

func TestSVG(t *testing.T) {
	program(t, `echo "<svg>$1 $(cat)</svg>"`)
	got, err := graphviz.SVG(t.Context(), "digraph {}")
	if err != nil || string(got) != "<svg>-Tsvg digraph {}</svg>\n" {
		t.Errorf("%q, %v", got, err)
	}
	program(t, `echo "syntax error in line 1" >&2; echo more >&2; exit 1`)
	if _, err := graphviz.SVG(t.Context(), "x"); err == nil || !strings.HasSuffix(err.Error(), "syntax error in line 1") {
		t.Errorf("a failure: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := graphviz.SVG(t.Context(), "x"); !errors.Is(err, graphviz.ErrMissing) {
		t.Errorf("without Graphviz: %v", err)
	}
}
