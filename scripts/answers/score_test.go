package main

import (
	"strings"
	"testing"

	"seedgraph/tokens"
)

// measuredArchive scores the outputs of an archive, with the commands of grep on its tree.
func measuredArchive(t *testing.T, texts map[string]string, tree *tree) measuredSet {
	t.Helper()
	s, err := readSet("shop+orders.yaml", []byte(texts["set"]))
	if err != nil {
		t.Fatal(err)
	}
	counter, err := tokens.ByName(tokens.Chars4)
	if err != nil {
		t.Fatal(err)
	}
	m := measuredSet{repository: s.Repository, commit: s.Commit, tokenizer: tokens.Chars4}
	for _, q := range s.Questions {
		output, ok := texts[q.ID]
		if !ok {
			t.Fatalf("no output of %s", q.ID)
		}
		r := q.score(output, tree)
		r.tokens = counter.Count(output)
		if err := q.searched(&r, tree, counter); err != nil {
			t.Fatal(err)
		}
		m.results = append(m.results, r)
	}
	return m
}

func TestAnswersAreScored(t *testing.T) {
	files := archive(t, "score.txtar")
	texts := map[string]string{}
	for _, f := range files {
		texts[f.Name] = string(f.Data)
	}
	m := measuredArchive(t, texts, treeOf(t, treeFiles(files)))
	for name, got := range map[string][]string{"want": m.lines(true),
		"commands": commandsOf([]measuredSet{m}), "summary": summaryOf([]measuredSet{m})} {
		if text := strings.Join(got, "\n") + "\n"; text != texts[name] {
			t.Errorf("%s: got\n%s", name, text)
		}
	}
	if quiet := m.lines(false); len(quiet) != 2+len(m.results) {
		t.Errorf("without -v: got %q", quiet)
	}
}
