package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
	"seedgraph/testkit/embeddingtest"
)

// TestEmbeddings builds with a static embedding, again without changes, with another embedding,
// and links both.
func TestEmbeddings(t *testing.T) {
	src, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(filepath.Join(src, "bill.py"),
		[]byte("def bill(order):\n    return order.total\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	bill, other := embeddingtest.Groups(t, []string{"bill", "charge"}, []string{"order"}),
		embeddingtest.Groups(t, []string{"bill"}, []string{"charge"})
	build := func(args ...string) string {
		t.Helper()
		var messages bytes.Buffer
		args = append([]string{"build", src, "--out", out, "--no-cache"}, args...)
		if err := run(context.Background(), args, cli.Streams{Out: &messages, Err: &messages}); err != nil {
			return err.Error() + messages.String()
		}
		return messages.String()
	}
	cosine := func(dir string) (sum float32) {
		t.Helper()
		r, err := artifacts.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		list, err := r.Cosines("charge")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			sum += c
		}
		return sum
	}
	build("--embeddings", bill)
	if c := cosine(out); c < 0.3 {
		t.Errorf("charge is not similar to bill: %g", c)
	}
	first := readManifestFile(t, out)
	build("--embeddings", bill, "--force")
	if again := readManifestFile(t, out); first != again {
		t.Error("the same build has other bytes")
	}
	linked := filepath.Join(t.TempDir(), "linked")
	var messages bytes.Buffer
	if err := run(context.Background(), []string{"link", "one=" + out, "--out", linked}, cli.Streams{Out: &messages,
		Err: &messages}); err != nil {
		t.Fatal(err, messages.String())
	}
	if c := cosine(linked); c < 0.3 {
		t.Errorf("in the linked index charge is not similar to bill: %g", c)
	}
	build("--embeddings", other)
	if c := cosine(out); c != 0 {
		t.Errorf("with another embedding the cosine is %g", c)
	}
	build()
	if _, err := os.Stat(filepath.Join(out, "embeddings")); err == nil {
		t.Error("a build without --embeddings has vectors")
	}
	if says := build("--embeddings", src); !strings.Contains(says, "tokenizer.json: no such file") {
		t.Errorf("a folder of source files: %s", says)
	}
	if says := build("--embeddings", filepath.Join(src, "bill.py")); !strings.Contains(says, "is not a folder") {
		t.Errorf("a file: %s", says)
	}
}

// readManifestFile returns the manifest, which has the hashes of all files.
func readManifestFile(t *testing.T, dir string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
