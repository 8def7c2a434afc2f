// Embeddings trains a static embedding of words on source trees: words that describe code get
// vectors near those of the words of that code. It writes a folder in the form of model2vec,
// which indexer build reads with --embeddings.
//
//	go run ./scripts/embeddings -out DIR [-commits N] [-cache DIR] TREE…
//
// A tree is a clone, or a folder of sources. Pairs of a description and its code are taken
// from each:
//
//   - the first paragraph of the documentation of a definition, with its name and its body;
//   - with -commits, the subject of a commit, with the paths and the lines that it changed.
//
// Training maximizes the similarity of each description with its own code among a batch of the
// same tree: contrastive learning with the symmetric loss InfoNCE (van den Oord et al.,
// Representation Learning with Contrastive Predictive Coding, 2018). The vector of a text is
// the one that [embedding.Encoder] computes. The result depends on the trees, their order, the
// flags and the seed alone, on one architecture.
//
// Words are those that occur in enough pairs and in several trees, so that names of one project
// are left out.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	log.SetFlags(0)
	var c config
	flag.StringVar(&c.out, "out", "", "folder to write")
	flag.IntVar(&c.commits, "commits", 0, "number of commits read from each tree")
	flag.IntVar(&c.most, "most", 30_000, "maximum number of pairs of each kind from a tree")
	flag.IntVar(&c.words, "words", 30_000, "size of the vocabulary")
	flag.IntVar(&c.dim, "dim", 128, "number of dimensions")
	flag.IntVar(&c.epochs, "epochs", 6, "number of passes over the pairs")
	flag.IntVar(&c.batch, "batch", 512, "number of pairs in a batch")
	flag.Float64Var(&c.rate, "rate", 0.05, "learning rate")
	flag.Float64Var(&c.temperature, "temperature", 0.05, "temperature of the loss")
	flag.Float64Var(&c.hide, "hide", 0.7, "share of the words of both sides that are removed from the code")
	flag.Uint64Var(&c.seed, "seed", 1, "seed of initial vectors and of the order of pairs")
	flag.IntVar(&c.trees, "min-trees", 3, "number of trees that a word must occur in")
	flag.IntVar(&c.pairs, "min-pairs", 10, "number of pairs that a word must occur in")
	flag.Parse()
	if c.out == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, &c, flag.Args()); err != nil {
		log.Fatal("embeddings: ", err)
	}
}

// A config holds the flags.
type config struct {
	out           string
	commits, most int
	words         int // of the vocabulary
	trees, pairs  int // that a word must occur in
	dim, epochs   int
	batch         int
	rate          float64
	temperature   float64
	hide          float64
	seed          uint64
}

func run(ctx context.Context, c *config, trees []string) error {
	start := time.Now()
	v := newVocabulary()
	for _, dir := range trees {
		n, err := v.readTree(ctx, c, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		log.Printf("%s: %d pairs, %.0f s", filepath.Base(dir), n, time.Since(start).Seconds())
	}
	if v.prune(c); len(v.words) == 0 {
		return fmt.Errorf("no word occurs in %d pairs of %d trees", c.pairs, c.trees)
	}
	m := newModel(c, v)
	for epoch := range c.epochs {
		if err := ctx.Err(); err != nil {
			return err
		}
		loss := m.pass(epoch)
		log.Printf("pass %d: loss %.4f, %.0f s", epoch+1, loss, time.Since(start).Seconds())
	}
	return m.write(c.out, v.words)
}
