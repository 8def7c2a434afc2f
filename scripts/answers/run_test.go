package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The fake programs: one writes an index that names its tokenizer; the other prints and
// exits as specified by files next to it, which are named after the arguments.
const (
	standInIndexer = "#!/bin/sh\nmkdir -p \"$4\" && echo '{\"tokens\": \"words\"}' >\"$4/manifest.json\"\n"
	standInQuery   = "#!/bin/sh\nshift 2\nat=\"$(dirname \"$0\")/$(echo \"$@\" | tr ' ' -)\"\n" +
		"cat \"$at\"; echo note >&2; exit $(cat \"$at.exit\" 2>/dev/null)\n"
)

// bench returns a config with a set, a clone and fake programs, which answer with
// the given texts.
func bench(t *testing.T, questions string, answers map[string]string) *config {
	t.Helper()
	dir := t.TempDir()
	clone := filepath.Join(dir, "repos", "shop+orders", "repo")
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-C", clone}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %s", args, out)
		}
		return strings.TrimSpace(string(out))
	}
	write(filepath.Join(clone, "a.go"), "package a\n\nfunc Save() {}\n")
	git("init", "-q")
	git("add", "-A")
	git("commit", "-q", "-m", "a")
	set := "repository: shop/orders\ncommit: " + git("rev-parse", "HEAD") + "\nquestions:\n" + questions
	write(filepath.Join(dir, "sets", "shop+orders.yaml"), set)
	write(filepath.Join(dir, "sets", "shop+absent.yaml"), strings.ReplaceAll(set, "shop/orders", "shop/absent"))
	write(filepath.Join(dir, "bin", "indexer"), standInIndexer)
	write(filepath.Join(dir, "bin", "query"), standInQuery)
	for name, text := range answers {
		write(filepath.Join(dir, "bin", name), text)
	}
	return &config{sets: filepath.Join(dir, "sets"), repos: filepath.Join(dir, "repos"),
		cache: filepath.Join(dir, "cache"), indexer: filepath.Join(dir, "bin", "indexer"),
		query: filepath.Join(dir, "bin", "query"), record: filepath.Join(dir, "RECORD.md")}
}

// TestRunMeasuresAndRecords checks that a set without a clone is skipped, and that text
// outside the section of the record is kept.
func TestRunMeasuresAndRecords(t *testing.T) {
	c := bench(t, `
  - {id: callers-save, ask: Who, query: callers Save, truth: ["a.go:3"], grep: [grep -rn Save .]}
  - {id: callers-gone, ask: Who, query: callers Gone, truth: ["a.go:3"]}`,
		map[string]string{"callers-Save": "one\n aaaa function Save a.go:3 Calls\n",
			"callers-Gone": "", "callers-Gone.exit": "13"})
	old := "before\n<!-- answers: begin -->\nstale\n<!-- answers: end -->\nafter\n"
	if err := os.WriteFile(c.record, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.record)
	if err != nil {
		t.Fatal(err)
	}
	// 6 words and the note, only the note; those of grep are "./a.go:3:func Save()
	// {}".
	want := "| **all** | 2 | 0.500 | 0.500 | 1.000 | 1.000 | 1 | 4 | 7 | 2.333 | 1.000 |"
	for _, part := range []string{"before\n<!-- answers: begin -->\n| repository |", want, "Tokens by words.", "<!-- answers: end -->\nafter\n"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if strings.Contains(string(text), "stale") || strings.Contains(string(text), "absent") {
		t.Errorf("got\n%s", text)
	}
}

func TestOnlyTheSetsThatAreAskedFor(t *testing.T) {
	c := bench(t, "  - {id: callers-save, ask: Who, query: callers Save, truth: [\"a.go:9\"]}", nil)
	c.only = "shop/absent"
	if err := c.run(); err != nil {
		t.Error(err)
	}
	c.only = "shop/nowhere"
	if err := c.run(); err == nil || !strings.Contains(err.Error(), "no set of shop/nowhere") {
		t.Errorf("got %v", err)
	}
	c.only = ""
	if err := c.run(); err == nil || err.Error() != "not measured: shop/orders" {
		t.Errorf("a line that is not there: got %v", err)
	}
}

// TestAFailingQueryIsAnError checks that a missing index does not count as an
// answer.
func TestAFailingQueryIsAnError(t *testing.T) {
	c := bench(t, "  - {id: callers-save, ask: Who, query: callers Save, truth: [\"a.go:3\"]}",
		map[string]string{"callers-Save": "", "callers-Save.exit": "10"})
	sets, err := readSets(c.sets)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.measure(sets[1])
	if err == nil || !strings.Contains(err.Error(), "shop+orders.yaml: question callers-save: query callers Save: exit status 10: note") {
		t.Errorf("got %v", err)
	}
}
