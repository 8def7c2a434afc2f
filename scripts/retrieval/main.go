// Retrieval measures search and context on tasks with known answers, and compares the
// figures, task by task, with those of a previous run.
//
// If the answers are lines, plain BM25 over functions is measured for comparison: its
// chunks are the outermost functions of the tree, as exported by indexer export, and
// pieces of the text between them. These tasks are also measured with one definition of
// the answer given (query eval --seeded --intent implement), and compared with plain
// BM25 on the request, plain BM25 on the request twice and the 40 commonest words of
// the given definition, and search without the given definition. A line after each
// table names the sets in which any of these is ahead.
//
//	go run ./scripts/retrieval -eval DIR -repos DIR [-cache DIR] [-record] [-only NAME,…]
//
// DIR of -eval has repos.json and a file NAME.jsonl for each set, or folders with such
// files: questions, and documentation and commits, which have only repos.json, because
// the tasks are sentences of each repository's own documentation, and commits of its
// history. DIR of -repos has clones as OWNER+NAME/repo, OWNER/NAME or NAME; sets
// without a clone are reported and skipped. A set that cannot be measured because its
// clone lacks objects is reported, too, and the exit code is 1 after all others are
// measured. Sources, artifacts and derived tasks are cached until the commit or the
// program that made them changes.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// A config holds the flags.
type config struct {
	eval, repos, cache string
	indexer, query     string
	record             bool
	only               string
	args               string // of query eval
	history            int    // number of commits that the indexer reads
}

func main() {
	log.SetFlags(0)
	var c config
	home, _ := os.UserCacheDir()
	flag.StringVar(&c.eval, "eval", "", "folder of the tasks")
	flag.StringVar(&c.repos, "repos", "", "folder of the clones")
	flag.StringVar(&c.cache, "cache", filepath.Join(home, "seedgraph-retrieval"),
		"folder of sources, artifacts and the recorded run")
	flag.StringVar(&c.indexer, "indexer", "bin/indexer", "the program that builds artifacts")
	flag.StringVar(&c.query, "query", "bin/query", "the program that is measured")
	flag.BoolVar(&c.record, "record", false, "later runs are compared with this one")
	flag.StringVar(&c.only, "only", "", "names of sets, with commas between them (default all)")
	flag.IntVar(&c.history, "history", 0, "number of commits that the indexer reads")
	flag.StringVar(&c.args, "args", "", "further arguments of query eval, by spaces")
	flag.Parse()
	if c.eval == "" || c.repos == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(c); err != nil {
		log.Fatal(err)
	}
}

// run measures the sets that are present, and prints the figures. If a set cannot be
// measured, it returns an error after measuring the others.
func run(c config) error {
	sets, err := readSets(c.eval)
	if err != nil {
		return err
	}
	now, failed := c.measureAll(sets)
	recorded := filepath.Join(c.cache, "recorded.json")
	before, err := readRun(recorded)
	if err != nil {
		return err
	}
	for _, line := range table(sets, now, before) {
		fmt.Println(line)
	}
	if c.record {
		if err := writeRun(recorded, now); err != nil {
			return err
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("not measured: %s", strings.Join(failed, ", "))
	}
	return nil
}

// measureAll measures the requested sets, and returns the names of those that failed.
// Sets with missing files are skipped.
func (c *config) measureAll(sets []set) (now Run, failed []string) {
	now = Run{}
	for _, s := range sets {
		if c.only != "" && !contains(strings.Split(c.only, ","), s.Name) {
			continue
		}
		items, err := c.measure(s)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			log.Printf("%s: left out: %v", s.key(), err)
		case err != nil:
			log.Printf("%s: %v", s.key(), err)
			failed = append(failed, s.key())
		default:
			now[s.key()] = items
			log.Printf("%s: %d tasks", s.key(), len(items))
		}
	}
	return now, failed
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

// readRun reads a recorded run; a missing one is empty.
func readRun(path string) (Run, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var r Run
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// writeRun writes a run for comparison with later ones.
func writeRun(path string, r Run) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o644)
}
