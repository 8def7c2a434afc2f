// Command differential compares an index with the real behavior of libraries: it draws
// names of models, runs the library, in a pinned version, to get the table of each, and
// compares the tables with the MapsTo edges of an index of the same models.
//
//	go run ./scripts/differential -indexer bin/indexer [-only GORM] [-n 500] [-seed 1] [-v]
//
// It needs the Go module proxy, node and npm, and reports which of them is missing. It
// exits with 1 if more than -most of the names of a library are wrong.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	var o options
	flag.StringVar(&o.indexer, "indexer", "bin/indexer", "the program to measure")
	flag.StringVar(&o.only, "only", "", "the name of one library")
	flag.IntVar(&o.n, "n", 500, "names to draw for each library")
	flag.Uint64Var(&o.seed, "seed", 1, "draws other names")
	flag.Float64Var(&o.most, "most", 0.005, "share of the names of a library that may be wrong")
	flag.BoolVar(&o.verbose, "v", false, "list what is wrong")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(1)
	}
}

type options struct {
	indexer, only string
	n             int
	seed          uint64
	most          float64
	verbose       bool
}

func (o *options) run() error {
	for _, program := range []string{"go", "node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("%s is needed: %w", program, err)
		}
	}
	var err error
	if o.indexer, err = filepath.Abs(o.indexer); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "differential")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	drawn := names(o.seed, o.n)
	fmt.Printf("| library | names | wrong | missing | rate |\n|---|---:|---:|---:|---:|\n")
	var bad []string
	for i := range libraries {
		l := &libraries[i]
		if o.only != "" && o.only != l.name {
			continue
		}
		r, err := l.compare(o.indexer, filepath.Join(dir, fmt.Sprint(i)), drawn)
		if err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
		fmt.Printf("| %s | %d | %d | %d | %.1f %% |\n", l.name+" "+l.requires[0][strings.LastIndexByte(l.requires[0], '@')+1:], len(drawn), len(r.wrong), len(r.missing), 100*r.rate(len(drawn)))
		if o.verbose {
			for _, w := range slices.Concat(r.wrong, r.missing) {
				fmt.Println("    " + w)
			}
		}
		if r.rate(len(drawn)) > o.most {
			bad = append(bad, l.name)
		}
	}
	if len(bad) > 0 {
		return fmt.Errorf("names of %s are wrong", strings.Join(bad, ", "))
	}
	return nil
}

// A result lists the names for which the table in the index is wrong or missing.
type result struct{ wrong, missing []string }

func (r result) rate(n int) float64 { return float64(len(r.wrong)+len(r.missing)) / float64(n) }

// compare gets the tables of the names from the library and from the index. A name that
// the library rejects has no table and is skipped.
func (l *library) compare(indexer, dir string, names []string) (r result, err error) {
	real, err := l.ask(filepath.Join(dir, "harness"), names)
	if err != nil {
		return r, err
	}
	got, err := indexed(indexer, filepath.Join(dir, "tree"), l.source(names))
	if err != nil {
		return r, err
	}
	for _, name := range names {
		switch want := real[name]; {
		case want == "":
		case got[name] == "":
			r.missing = append(r.missing, name+": no table, the library has "+want)
		case got[name] != want:
			r.wrong = append(r.wrong, fmt.Sprintf("%s: %s, the library has %s", name, got[name], want))
		}
	}
	return r, nil
}

// ask runs the harness of a library in a separate folder.
func (l *library) ask(dir string, names []string) (map[string]string, error) {
	source := l.harness(names)
	var steps [][]string
	var file string
	switch l.runtime {
	case goRuntime:
		file = "main.go"
		steps = [][]string{{"go", "mod", "init", "harness"}}
		for _, m := range l.requires {
			steps = append(steps, []string{"go", "get", m})
		}
		steps = append(steps, []string{"go", "mod", "tidy"}, []string{"go", "run", "."})
	case nodeRuntime:
		file = "main.cjs"
		steps = [][]string{append([]string{"npm", "install", "--no-audit", "--no-fund", "--silent"}, l.requires...),
			{"node", "main.cjs"}}
	}
	if err := write(dir, map[string]string{file: source, "package.json": "{}"}); err != nil {
		return nil, err
	}
	var out []byte
	for _, step := range steps {
		var err error
		if out, err = run(dir, step...); err != nil {
			return nil, err
		}
	}
	tables := map[string]string{}
	return tables, json.Unmarshal(out, &tables)
}

// indexed builds an index of a tree and returns the table of each class by its name.
func indexed(indexer, dir string, files map[string]string) (map[string]string, error) {
	if err := write(dir, files); err != nil {
		return nil, err
	}
	if _, err := run(dir, indexer, "build", ".", "--no-cache", "--out", "../artifacts", "-q"); err != nil {
		return nil, err
	}
	names, err := lines[struct{ ID, Name string }](dir, indexer, "nodes.jsonl")
	if err != nil {
		return nil, err
	}
	byID := map[string]string{}
	for _, n := range names {
		byID[n.ID] = n.Name
	}
	edges, err := lines[struct {
		Src  string `json:"src_id"`
		Dst  string `json:"dst_id"`
		Type string `json:"edge_type"`
	}](dir, indexer, "edges.jsonl")
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, e := range edges {
		if e.Type == "MapsTo" {
			name := byID[e.Src]
			out[name[strings.LastIndexByte(name, '.')+1:]] = strings.TrimPrefix(byID[e.Dst], "dbo.")
		}
	}
	return out, nil
}

// lines reads a format of the export.
func lines[T any](dir, indexer, format string) ([]T, error) {
	text, err := run(dir, indexer, "export", "../artifacts", "--format", format)
	if err != nil {
		return nil, err
	}
	var out []T
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var x T
		if err := d.Decode(&x); err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func write(dir string, files map[string]string) error {
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// run runs a program in a folder and returns its output.
func run(dir string, args ...string) ([]byte, error) {
	c := exec.Command(args[0], args[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := c.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, exit.Stderr)
	}
	return out, err
}

func jsonOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // of strings
	}
	return string(text)
}
