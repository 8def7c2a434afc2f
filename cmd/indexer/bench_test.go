package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/internal/cli"
)

// BenchmarkBuild times the whole build of the trees listed in TREES, separated by
// spaces, or of this repository. `make profile` writes default.pgo from it.
func BenchmarkBuild(b *testing.B) {
	trees := strings.Fields(os.Getenv("TREES"))
	if len(trees) == 0 {
		trees = []string{filepath.Join("..", "..")}
	}
	for _, tree := range trees {
		b.Run(filepath.Base(tree), func(b *testing.B) {
			for b.Loop() {
				out := filepath.Join(b.TempDir(), "index")
				err := run(b.Context(), []string{"build", tree, "--out", out, "--quiet", "--no-cache"},
					cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard})
				if err != nil && !errors.Is(err, cli.ErrSkipped) {
					b.Fatal(err)
				}
			}
		})
	}
}
