// Golang compares the edges of an index of Go sources with go/types, and writes the
// truth sections of archives.
//
//	go run ./scripts/truth/golang [-indexer PROGRAM] [-tests] [-detail N] DIR PATTERN…
//	go run ./scripts/truth/golang -archives FILE…
//
// DIR is the root of a tree whose dependencies `go list` finds, the patterns are
// those of the go command. Only files whose bodies go/types has checked count: an
// edge from or to code that a build for linux on amd64 excludes is neither right nor
// wrong.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"seedgraph/testkit/gotruth"
)

func main() {
	log.SetFlags(0)
	indexer := flag.String("indexer", "bin/indexer", "the program that builds the index")
	tests := flag.Bool("tests", false, "check the tests of the packages, too")
	detail := flag.Int("detail", 0, "print this many missed and wrong edges of each kind")
	archives := flag.Bool("archives", false,
		"write the truth sections of the archives that are named")
	flag.Parse()
	var err error
	switch {
	case *archives:
		for _, name := range flag.Args() {
			err = rewrite(name)
			if err != nil {
				log.Fatalf("%s: %v", name, err)
			}
		}
	case flag.NArg() < 2:
		flag.Usage()
		os.Exit(2)
	default:
		err = compare(*indexer, flag.Arg(0), *tests, *detail, flag.Args()[1:])
	}
	if err != nil {
		log.Fatal(err)
	}
}

// rewrite computes the truth section of an archive.
func rewrite(name string) error {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		return err
	}
	lines, err := gotruth.ArchiveLines(archive)
	if err != nil {
		return err
	}
	truth := txtar.File{Name: "truth", Data: []byte(strings.Join(lines, "\n") + "\n")}
	if i := slices.IndexFunc(archive.Files,
		func(f txtar.File) bool { return f.Name == "truth" }); i >= 0 {
		archive.Files[i] = truth
	} else {
		archive.Files = append(archive.Files, truth)
	}
	return os.WriteFile(name, txtar.Format(archive), 0o644)
}

// A node is a definition in the index.
type node struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

// An edge is an edge between two definitions in the index.
type edge struct {
	Src  string `json:"src_id"`
	Dst  string `json:"dst_id"`
	Type string `json:"edge_type"`
	Tier string `json:"tier"`
	Line int    `json:"line"`
}

func compare(indexer, root string, tests bool, detail int, patterns []string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	truth, err := gotruth.Tree(root, tests, patterns...)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "truth")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	index := filepath.Join(tmp, "index")
	if err := run(indexer, "build", root, "--out", index, "--quiet", "--no-cache"); err != nil {
		return err
	}
	var nodes []node
	if err := export(indexer, index, "nodes.jsonl", &nodes); err != nil {
		return err
	}
	var edges []edge
	if err := export(indexer, index, "edges.jsonl", &edges); err != nil {
		return err
	}
	s := &score{truth: truth, places: placesOf(truth, nodes), detail: detail}
	s.report(edges)
	return nil
}

// run runs the indexer; it is not an error if it has skipped some files.
func run(program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	err := cmd.Run()
	if e, ok := err.(*exec.ExitError); ok && e.ExitCode() == 3 {
		return nil
	}
	return err
}

// export reads an export of the indexer, one object per line.
func export[T any](indexer, index, format string, out *[]T) error {
	file := index + "." + format
	if err := run(indexer, "export", index, "--format", format, "--output", file); err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var x T
		if err := dec.Decode(&x); err != nil {
			return err
		}
		*out = append(*out, x)
	}
	return nil
}

// placesOf finds the declaration of each node: the smallest node that contains
// the line of the name and has this name.
func placesOf(truth *gotruth.Truth, nodes []node) map[string]gotruth.Place {
	byFile := map[string][]node{}
	for _, n := range nodes {
		byFile[n.Path] = append(byFile[n.Path], n)
	}
	out := map[string]gotruth.Place{}
	for p, name := range truth.Decls {
		best := node{}
		for _, n := range byFile[p.File] {
			if n.Kind != "file" && n.StartLine <= p.Line && p.Line <= n.EndLine &&
				(n.Name == name || strings.HasSuffix(n.Name, "."+name)) &&
				(best.ID == "" || n.EndLine-n.StartLine < best.EndLine-best.StartLine) {
				best = n
			}
		}
		if best.ID != "" {
			out[best.ID] = p
		}
	}
	return out
}

// A score compares edges with the truth.
type score struct {
	truth  *gotruth.Truth
	places map[string]gotruth.Place // by id
	// the declarations with a node; the others are in files that are not indexed
	indexed map[gotruth.Place]bool
	detail  int
}

// kinds maps the kinds of the truth to those of an index.
var kinds = map[string]gotruth.Kind{
	"Calls": gotruth.Call, "Creates": gotruth.Create, "References": gotruth.Use,
	"Implements": gotruth.Implements,
}

func (s *score) report(edges []edge) {
	found := map[gotruth.Edge]edge{}
	for _, e := range edges {
		from, ok1 := s.places[e.Src]
		to, ok2 := s.places[e.Dst]
		kind, ok3 := kinds[e.Type]
		if ok1 && ok2 && ok3 && s.truth.Checked[from.File] && s.truth.Checked[to.File] {
			if owner, ok := s.truth.Owners[from]; ok && kind == gotruth.Use {
				from = owner
			}
			found[gotruth.Edge{From: from, To: to, Kind: kind}] = e
		}
	}
	s.indexed = map[gotruth.Place]bool{}
	for _, p := range s.places {
		s.indexed[p] = true
	}
	for _, kind := range []gotruth.Kind{gotruth.Call, gotruth.Create, gotruth.Use,
		gotruth.Implements} {
		s.measure(kind, found)
	}
}

// measure prints precision and recall for one kind of edge. Any edge counts as
// a use: a creation refers to its type, too.
func (s *score) measure(kind gotruth.Kind, found map[gotruth.Edge]edge) {
	var wrong, missed []string
	right, total, hit := map[string]int{}, map[string]int{}, 0
	want := 0
	for e, x := range found {
		// The truth does not contain blank declarations.
		if e.Kind != kind || e.From == e.To || s.truth.Decls[e.From] == "_" ||
			kind == gotruth.Implements && !(s.truth.Compared[e.From] && s.truth.Compared[e.To]) {
			continue
		}
		total[x.Tier]++
		if s.holds(e) {
			right[x.Tier]++
		} else {
			wrong = append(wrong, fmt.Sprintf("%s:%d %s -> %s:%d %s (%s, line %d)", e.From.File,
				e.From.Line, s.truth.Decls[e.From], e.To.File, e.To.Line, s.truth.Decls[e.To],
				x.Tier, x.Line))
		}
	}
	for e, at := range s.truth.Edges {
		if e.Kind != kind || e.From == e.To || !s.indexed[e.From] || !s.indexed[e.To] {
			continue
		}
		want++
		if _, ok := found[e]; ok {
			hit++
		} else {
			missed = append(missed, fmt.Sprintf("%s:%d %s -> %s:%d %s (line %d)", e.From.File,
				e.From.Line, s.truth.Decls[e.From], e.To.File, e.To.Line, s.truth.Decls[e.To],
				at.Line))
		}
	}
	all, good := 0, 0
	for tier, n := range total {
		all, good = all+n, good+right[tier]
	}
	fmt.Printf("%-10s precision %.4f (%d wrong of %d), recall %.4f (%d missed of %d)\n", kind,
		ratio(good, all), all-good, all, ratio(hit, want), want-hit, want)
	for _, tier := range slices.Sorted(maps.Keys(total)) {
		fmt.Printf("    %-10s %.4f (%d wrong of %d)\n", tier, ratio(right[tier], total[tier]),
			total[tier]-right[tier], total[tier])
	}
	sample("wrong", wrong, s.detail)
	sample("missed", missed, s.detail)
}

// holds reports whether the truth has the edge or, for a use, any edge between
// the two declarations: literals refer to their type, too.
func (s *score) holds(e gotruth.Edge) bool {
	if _, ok := s.truth.Edges[e]; ok {
		return true
	}
	if e.Kind == gotruth.Use {
		e.Kind = gotruth.Create
		_, ok := s.truth.Edges[e]
		return ok
	}
	return false
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// sample prints n lines, evenly spread over the sorted list.
func sample(what string, lines []string, n int) {
	slices.Sort(lines)
	for i := range min(n, len(lines)) {
		fmt.Printf("  %s %s\n", what, lines[i*len(lines)/min(n, len(lines))])
	}
}
