// Answers measures the answers of query to questions that precede a change, whose
// complete answers are known from reading the source, and compares them with the grep
// commands that a careful engineer would use.
//
//	go run ./scripts/answers -repos DIR [-sets DIR] [-cache DIR] [-only OWNER/NAME,…] [-v] [-record]
//
// A set is a file OWNER+NAME.yaml: a repository, a commit and questions (sets/README.md
// describes the format). DIR of -repos has clones as OWNER+NAME/repo, OWNER/NAME or
// NAME; sets without a clone are reported and skipped. The tree of the commit is
// checked out into the cache and indexed there with the defaults of indexer build. Each
// question is one command of query, with its defaults. The measured answer is the
// output that an agent gets through a pipe: standard output and standard error.
//
// # Rows and places
//
// A row is a line of the output that begins with a handle, whole or abbreviated, and
// states at least one place, path:line. External symbols have no place, and a line that counts rows ("… 12
// in src/a.go", "… 12 more") states none: rows omitted by a budget are not stated.
// Lines of source below a row are part of it, whatever they look like. A row that
// states several places is still one row:
//
//   - Each line of "src/a.go:8,11" is a place. Rows of one file are below its path or the row
//     that states it, and state ":8,11"; lines ":12" below a row belong to the same definition,
//     and are part of the row. Rows below a folder, "src/", state paths in it, and so do those
//     of all groups below a folder directly above the heading of the first.
//   - path: a node, and the line of the edge to the next, which is in the file of the node
//     that the edge leaves.
//   - list config: the place of the key, and the places that set and read it.
//   - callees: the place of the call target. The lines of the call sites ("Calls, lines
//     8, 11") are not places, because the row does not name their file.
//
// A row is right if one of its places is that of a truth item. A row with a place that
// the question accepts but does not require is neither right nor wrong. For a
// definition, the truth has the line of its name; a line from where its comment,
// attributes, annotations or decorators begin to the name is the same place. Other
// lines of the definition are not.
//
// # Figures
//
// Recall is the fraction of truth items that rows state. Precision is the fraction of
// right rows among those that are right or wrong; an answer without such rows has no
// precision, and is excluded from the mean over questions. Questions of path have an
// answer: yes, no or unknown. If the first line has another verdict, recall is 0, and
// so is precision, unless the verdict is unknown. If the answer is no and so is the
// verdict, both are 1. A question is answered in one call if recall is 1 and precision
// at least 0.9.
//
// Means over items give each truth item and each row the same weight, means over
// questions each question. Tokens are counted over the whole output, with the tokenizer
// of the index, or with -tokens; those of grep over the output of all grep commands of
// the question, without the command lines. Their ratio is the ratio of the sums.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/internal/section"
)

// A config holds the flags.
type config struct {
	sets, repos, cache string
	indexer, query     string
	only               string // repositories, separated by commas
	tokens             string // name of a tokenizer; empty: that of the index
	record             string // file whose section is replaced; may be empty
	verbose            bool
}

func main() {
	log.SetFlags(0)
	var c config
	var record bool
	home, _ := os.UserCacheDir()
	flag.StringVar(&c.sets, "sets", "scripts/answers/sets", "folder of the sets")
	flag.StringVar(&c.repos, "repos", "", "folder of the clones")
	flag.StringVar(&c.cache, "cache", filepath.Join(home, "seedgraph-answers"), "folder of trees and indexes")
	flag.StringVar(&c.indexer, "indexer", "bin/indexer", "the program that builds indexes")
	flag.StringVar(&c.query, "query", "bin/query", "the program that is measured")
	flag.StringVar(&c.only, "only", "", "repositories, with commas between them (default all)")
	flag.StringVar(&c.tokens, "tokens", "", "tokenizer (default that of the index)")
	flag.BoolVar(&record, "record", false, "write the figures into BENCHMARKS.md")
	flag.BoolVar(&c.verbose, "v", false, "print the places that are missing and the rows that are wrong")
	flag.Parse()
	if c.repos == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if record {
		c.record = "BENCHMARKS.md"
	}
	if err := c.run(); err != nil {
		log.Fatal(err)
	}
}

// run measures the sets with a clone, and prints the figures. If a set cannot be read
// or measured, it returns an error after measuring the others.
func (c *config) run() error {
	sets, err := readSets(c.sets)
	if err != nil {
		return err
	}
	if sets, err = c.chosen(sets); err != nil {
		return err
	}
	var measured []measuredSet
	var failed []string
	for _, s := range sets {
		m, err := c.measure(s)
		switch {
		case errors.Is(err, errNoClone):
			log.Printf("%s: left out: %v", s.Repository, err)
		case err != nil:
			log.Printf("%v", err)
			failed = append(failed, s.Repository)
		default:
			log.Printf("%s: %d questions", s.Repository, len(m.results))
			measured = append(measured, *m)
		}
	}
	if err := c.report(measured); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("not measured: %s", strings.Join(failed, ", "))
	}
	return nil
}

// chosen returns the requested sets.
func (c *config) chosen(sets []*set) ([]*set, error) {
	if c.only == "" {
		return sets, nil
	}
	var chosen []*set
	for _, name := range strings.Split(c.only, ",") {
		i := slices.IndexFunc(sets, func(s *set) bool { return s.Repository == name })
		if i < 0 {
			return nil, fmt.Errorf("no set of %s in %s", name, c.sets)
		}
		chosen = append(chosen, sets[i])
	}
	return chosen, nil
}

// report prints the figures, and writes them into the file of records.
func (c *config) report(measured []measuredSet) error {
	if len(measured) == 0 {
		return nil
	}
	summary := summaryOf(measured)
	for _, m := range measured {
		for _, line := range m.lines(c.verbose) {
			fmt.Println(line)
		}
		fmt.Println()
	}
	for _, line := range slices.Concat(commandsOf(measured), []string{""}, summary) {
		fmt.Println(line)
	}
	if c.record == "" {
		return nil
	}
	return writeRecord(c.record, strings.Join(summary, "\n"))
}

// writeRecord replaces the section of the figures in a file.
func writeRecord(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(file, []byte(section.MarksOf("answers").Replace(string(old), text)), 0o644)
}
