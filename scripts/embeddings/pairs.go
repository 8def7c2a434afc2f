package main

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/internal/embedding"
	"seedgraph/parse"
	"seedgraph/parse/all"
)

const (
	maxSource = 256 << 10 // bytes of a source that is read
	minWords  = 3         // of a description
	maxWords  = 48        // of a description
	maxCode   = 128       // words of a part of the code that count
)

// A pair is a description and the parts of its code, as sets of words.
type pair struct {
	text []uint32
	code [2][]uint32 // the name and the body
}

// A vocabulary collects the pairs of trees and their words.
type vocabulary struct {
	numbers map[string]uint32
	words   []string
	trees   []int  // by word: the number of trees with it
	last    []int  // by word: the last tree with it
	count   []int  // by word: the number of pairs with it
	pairs   []pair // by tree
	ends    []int  // of each tree in pairs
}

func newVocabulary() *vocabulary { return &vocabulary{numbers: map[string]uint32{}} }

// readTree adds the pairs of a tree, and returns their number.
func (v *vocabulary) readTree(ctx context.Context, c *config, dir string) (int, error) {
	texts, err := documented(ctx, dir)
	if err != nil {
		return 0, err
	}
	texts = sample(texts, c.most)
	if c.commits > 0 {
		changes, err := commits(ctx, dir, c.commits)
		if err != nil {
			return 0, err
		}
		texts = append(texts, sample(changes, c.most)...)
	}
	for i := range texts {
		v.add(&texts[i])
	}
	v.ends = append(v.ends, len(v.pairs))
	return len(texts), nil
}

// A described is a description and its code, as texts.
type described struct{ text, name, body string }

// sample returns at most n of the texts, chosen by their hash, one of each description.
func sample(texts []described, n int) []described {
	hash := func(d described) uint64 {
		h := fnv.New64a()
		h.Write([]byte(d.text))
		return h.Sum64()
	}
	slices.SortStableFunc(texts, func(a, b described) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), strings.Compare(a.text, b.text))
	})
	texts = slices.CompactFunc(texts, func(a, b described) bool { return a.text == b.text })
	return texts[:min(n, len(texts))]
}

// documented returns the documented definitions of the sources of a tree.
func documented(ctx context.Context, dir string) ([]described, error) {
	var out []described
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != dir {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil || !d.Type().IsRegular() || info.Size() > maxSource {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		source := parse.Source{Path: filepath.ToSlash(rel), Text: strings.ToValidUTF8(string(raw), "")}
		lang := set.For(source)
		if lang == nil {
			return nil
		}
		facts, err := parse.Read(lang, p, source)
		if errors.Is(err, parse.ErrTooBroken) {
			return nil
		} else if err != nil {
			return err
		}
		for i := range facts.Definitions {
			if x, ok := describedBy(facts, &facts.Definitions[i], source.Text); ok {
				out = append(out, x)
			}
		}
		return nil
	})
	return out, err
}

// describedBy returns the documentation and the code of a definition.
func describedBy(f *parse.Facts, d *parse.Definition, text string) (described, bool) {
	doc, _, _ := strings.Cut(strings.TrimSpace(d.Doc), "\n\n")
	if doc == "" || int(d.Body.End) > len(text) || d.Body.Start >= d.Body.End {
		return described{}, false
	}
	name := d.Name
	if d.Parent >= 0 {
		name = f.Definitions[d.Parent].Name + " " + name
	}
	body := withoutLines(text[d.Body.Start:d.Body.End], d.Doc)
	return described{strings.Clone(doc), strings.Clone(name), strings.Clone(d.Signature) + "\n" + body}, true
}

// withoutLines returns a body without the lines of the documentation inside, as Python has it.
func withoutLines(body, doc string) string {
	lines := map[string]bool{}
	for line := range strings.SplitSeq(doc, "\n") {
		lines[strings.TrimSpace(line)] = true
	}
	var out strings.Builder
	for line := range strings.SplitSeq(body, "\n") {
		if bare := strings.Trim(line, "\t \"'*/#"); bare == "" || !lines[bare] {
			out.WriteString(line)
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// add adds a pair, unless a side has too few words.
func (v *vocabulary) add(d *described) {
	p := pair{text: v.set(d.text, maxWords)}
	p.code[0], p.code[1] = v.set(d.name, maxCode), v.set(d.body, maxCode)
	if len(p.text) < minWords || len(p.code[1]) < minWords {
		return
	}
	tree := len(v.ends) + 1
	for _, w := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(p.text, p.code[0], p.code[1])))) {
		v.count[w]++
		if v.last[w] != tree {
			v.last[w] = tree
			v.trees[w]++
		}
	}
	v.pairs = append(v.pairs, p)
}

// set returns the first different words of a text.
func (v *vocabulary) set(text string, most int) []uint32 {
	var out []uint32
	for word := range embedding.Words(text) {
		if w := v.number(strings.ToLower(word)); !slices.Contains(out, w) {
			if out = append(out, w); len(out) == most {
				break
			}
		}
	}
	return out
}

func (v *vocabulary) number(word string) uint32 {
	n, ok := v.numbers[word]
	if !ok {
		n = uint32(len(v.words))
		word = strings.Clone(word)
		v.numbers[word] = n
		v.words = append(v.words, word)
		v.trees, v.last, v.count = append(v.trees, 0), append(v.last, 0), append(v.count, 0)
	}
	return n
}

// prune keeps the commonest words, in alphabetical order, and the pairs that still have words on
// both sides.
func (v *vocabulary) prune(c *config) {
	var kept []uint32
	for w := range v.words {
		if v.trees[w] >= c.trees && v.count[w] >= c.pairs {
			kept = append(kept, uint32(w))
		}
	}
	slices.SortFunc(kept, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(v.count[b], v.count[a]), strings.Compare(v.words[a], v.words[b]))
	})
	kept = kept[:min(c.words, len(kept))]
	slices.SortFunc(kept, func(a, b uint32) int { return strings.Compare(v.words[a], v.words[b]) })
	numbers := make([]int64, len(v.words))
	words, count := make([]string, len(kept)), make([]int, len(kept))
	for i, w := range kept {
		numbers[w], words[i], count[i] = int64(i)+1, v.words[w], v.count[w]
	}
	v.words, v.count, v.numbers, v.trees, v.last = words, count, nil, nil, nil
	v.renumber(numbers)
}

// renumber replaces the words of pairs by their new numbers less one; 0 is a word to leave out.
func (v *vocabulary) renumber(numbers []int64) {
	replace := func(set []uint32) []uint32 {
		out := set[:0]
		for _, w := range set {
			if n := numbers[w]; n > 0 {
				out = append(out, uint32(n-1))
			}
		}
		return out
	}
	pairs, ends, first := v.pairs[:0], v.ends[:0], 0
	for _, end := range v.ends {
		for _, p := range v.pairs[first:end] {
			p.text, p.code[0], p.code[1] = replace(p.text), replace(p.code[0]), replace(p.code[1])
			if len(p.text) > 0 && len(p.code[1]) > 0 {
				pairs = append(pairs, p)
			}
		}
		first = end
		ends = append(ends, len(pairs))
	}
	v.pairs, v.ends = pairs, ends
}
