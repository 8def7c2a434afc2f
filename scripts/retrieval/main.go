// Retrieval measures search and context on tasks with known answers, and compares
// the figures, task by task, with those of an earlier run.
//
// Where the answers are lines, plain BM25 over functions is measured beside them: its
// chunks are the outermost functions of the tree, by what indexer export says, and
// pieces of what is between. These tasks are also measured with one definition of
// the answer given (query eval --seeded --intent implement), beside plain BM25 on
// the request, the same on the request twice and the 40 commonest words of the given
// one, and search that is not told of it. A line after each table names the sets in
// which any of these is ahead.
//
//	go run ./scripts/retrieval -eval DIR -repos DIR [-cache DIR] [-record] [-only NAME,…]
//
// DIR of -eval has repos.json and a file NAME.jsonl for each set, or folders with the
// like: questions, and documentation and commits, where repos.json is all, as the tasks are
// sentences of each repository's own documentation, and commits of its history. DIR of -repos
// has clones as OWNER+NAME/repo, OWNER/NAME or NAME; sets without a clone are reported and left
// out. A set that cannot be measured, as its clone lacks objects, is reported, too, and the
// exit code is 1 after all others are measured. Sources, artifacts and tasks that are made of
// these are kept in the cache until the commit or the program that made them changes.
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

// A config is the flags.
type config struct {
	eval, repos, cache string
	indexer, query     string
	record             bool
	only               string
	args               string // of query eval
	history            int    // commits that the indexer reads
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

// run measures the sets that are present, and prints the figures. It returns an error if that
// of a set cannot be measured, after all others are.
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

// measureAll measures the sets that are asked for, and names those that it failed for. A set
// that something is missing for is left out.
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

// writeRun writes a run that later ones are compared with.
func writeRun(path string, r Run) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o644)
}
