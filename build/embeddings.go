package build

import (
	"crypto/sha256"
	"fmt"
	"os"

	"seedgraph/internal/embedding"
	"seedgraph/internal/hint"
)

// readEmbeddings reads the static embedding of the build; nil without one.
func (o *Options) readEmbeddings() (*embedding.Table, error) {
	if o.Embeddings == "" {
		return nil, nil
	}
	const remedy = "give a folder with model.safetensors and tokenizer.json, as saved by model2vec"
	if info, err := os.Stat(o.Embeddings); err != nil || !info.IsDir() {
		return nil, hint.With(fmt.Errorf("--embeddings: %q is not a folder", o.Embeddings), remedy)
	}
	t, err := embedding.ReadFolder(o.Embeddings)
	if err != nil {
		return nil, hint.With(fmt.Errorf("--embeddings %s: %w", o.Embeddings, err), remedy)
	}
	return t, nil
}

// describeTable identifies a table in the manifest.
func describeTable(t *embedding.Table) string {
	return fmt.Sprintf("%d tokens, %d dimensions, sha256 %x", t.Tokens(), t.Dims(),
		sha256.Sum256(t.Bytes()))
}
