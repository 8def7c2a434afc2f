// Command differential compares an index with the real behavior of libraries. It draws
// names of models, runs the library to get the table of each, and compares the tables
// with the MapsTo edges of an index of the same models. It draws groups of routes with a
// request, runs the router to get the handler that answers, and compares it with the
// handlers of the route that the index has for the request.
//
//	go run ./scripts/differential -indexer bin/indexer [-only GORM] [-n 500] [-seed 1] [-jobs 2] [-v]
//
// Libraries are compared at the same time, and what they need is installed once. One that fails
// does not keep the others from being compared.
//
// It needs the Go module proxy, node, npm, and Debian's packages python3-django,
// python3-flask, python3-flask-sqlalchemy, python3-fastapi, python3-httpx and python3-peewee,
// and reports what is missing. Libraries of Go and npm have pinned
// versions. It exits with 1 if more than -most of the names of a library are wrong, less
// than -least of the requests of a router are right, or one is wrong at tier exact.
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
	"regexp"
	processors "runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	var o options
	flag.StringVar(&o.indexer, "indexer", "bin/indexer", "the program to measure")
	flag.StringVar(&o.only, "only", "", "the name of one library")
	flag.IntVar(&o.n, "n", 500, "names to draw for each library")
	flag.Uint64Var(&o.seed, "seed", 1, "draws other names")
	flag.IntVar(&o.jobs, "jobs", processors.NumCPU(), "libraries to compare at the same time")
	flag.Float64Var(&o.most, "most", 0.005, "share of the names of a library that may be wrong")
	flag.Float64Var(&o.least, "least", 0.98, "share of the requests of a router that must be right")
	flag.BoolVar(&o.verbose, "v", false, "list what is wrong")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "differential:", err)
		os.Exit(1)
	}
}

type options struct {
	indexer, only string
	n, jobs       int
	seed          uint64
	most, least   float64
	verbose       bool
}

func (o *options) run() error {
	for _, program := range []string{"go", "node", "npm", python} {
		if _, err := exec.LookPath(program); err != nil {
			return fmt.Errorf("%s is needed: %w", program, err)
		}
	}
	if out, err := exec.Command(python, "-c", "import "+pythonModules).CombinedOutput(); err != nil {
		return fmt.Errorf("the Python libraries %s are needed, of Debian's packages python3-django, python3-flask, "+
			"python3-flask-sqlalchemy, python3-fastapi, python3-httpx and python3-peewee: %w\n%s", pythonModules, err, out)
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
	installs = newFolders(filepath.Join(dir, "installed"))
	drawn := names(o.seed, o.n)
	var tables, routes []task
	for i, l := range slices.Concat(libraries, mappers) {
		if o.selects(l.name) {
			in := filepath.Join(dir, fmt.Sprint(i))
			tables = append(tables, task{l.name, func() (row, error) { return o.table(l, in, drawn) }})
		}
	}
	for i := range routers {
		if r := &routers[i]; o.selects(r.name) {
			in := filepath.Join(dir, "routes", fmt.Sprint(i))
			routes = append(routes, task{r.name, func() (row, error) { return o.route(r, in) }})
		}
	}
	fmt.Printf("| library | names | wrong | missing | rate |\n|---|---:|---:|---:|---:|\n")
	bad := o.each(tables)
	fmt.Printf("\n| router | requests | right | wrong at exact |\n|---|---:|---:|---:|\n")
	if bad = append(bad, o.each(routes)...); len(bad) > 0 {
		return fmt.Errorf("answers for %s are wrong", strings.Join(bad, ", "))
	}
	return nil
}

// A task compares one library.
type task struct {
	name string
	run  func() (row, error)
}

// A row is the result of a comparison: a row of a table, the differences, and whether there are few
// enough of them.
type row struct {
	text        string
	differences []string
	good        bool
}

// each runs tasks, some at the same time, prints their rows in order, and returns the names of
// those that failed or have too many differences.
func (o *options) each(tasks []task) (bad []string) {
	type outcome struct {
		row
		error
	}
	outcomes := make([]chan outcome, len(tasks))
	free := make(chan struct{}, max(1, o.jobs))
	for i, t := range tasks {
		outcomes[i] = make(chan outcome, 1)
		go func() {
			free <- struct{}{}
			defer func() { <-free }()
			r, err := t.run()
			outcomes[i] <- outcome{r, err}
		}()
	}
	for i, t := range tasks {
		out := <-outcomes[i]
		if out.error != nil {
			fmt.Fprintf(os.Stderr, "differential: %s: %v\n", t.name, out.error)
			bad = append(bad, t.name)
			continue
		}
		fmt.Println(out.text)
		o.detail(out.differences)
		if !out.good {
			bad = append(bad, t.name)
		}
	}
	return bad
}

// table compares the tables of a library.
func (o *options) table(l library, dir string, drawn []string) (row, error) {
	r, err := l.compare(o.indexer, dir, drawn)
	if err != nil {
		return row{}, err
	}
	rate := r.rate(len(drawn))
	text := fmt.Sprintf("| %s | %d | %d | %d | %.1f %% |", titled(l.name, l.requires), len(drawn),
		len(r.wrong), len(r.missing), 100*rate)
	return row{text,
		slices.Concat(r.wrong, r.missing), rate <= o.most}, nil
}

// route compares the winners among the routes of a router.
func (o *options) route(r *router, dir string) (row, error) {
	t, err := r.compareRoutes(o.indexer, dir, r.routings(o.seed, o.n))
	if err != nil {
		return row{}, err
	}
	text := fmt.Sprintf("| %s | %d | %.3f | %d |", titled(r.name, r.requires), t.cases,
		float64(t.right)/float64(t.cases), t.surely)
	return row{text,
		t.list, float64(t.right) >= o.least*float64(t.cases) && t.surely == 0}, nil
}

// selects reports whether a library is to be compared.
func (o *options) selects(name string) bool { return o.only == "" || o.only == name }

// detail lists differences, if that is asked for.
func (o *options) detail(list []string) {
	if !o.verbose {
		return
	}
	for _, w := range list {
		fmt.Println("    " + w)
	}
}

// titled returns the name of a library with its version, if the harness pins one.
func titled(name string, requires []string) string {
	if len(requires) == 0 {
		return name
	}
	return name + " " + requires[0][strings.LastIndexByte(requires[0], '@')+1:]
}

// A result lists the names for which the table in the index is wrong or missing.
type result struct{ wrong, missing []string }

func (r result) rate(n int) float64 { return float64(len(r.wrong)+len(r.missing)) / float64(n) }

// compare gets the tables of the names from the library and from the index. A name that
// the library rejects has no table and is skipped.
func (l library) compare(indexer, dir string, names []string) (r result, err error) {
	real, err := l.ask(filepath.Join(dir, "harness"), names)
	if err != nil {
		return r, err
	}
	relation := "MapsTo"
	switch {
	case l.used:
		relation = "ReadsFrom"
	case l.routed:
		relation = "Routes"
	}
	got, tables, err := indexed(indexer, filepath.Join(dir, "tree"), l.source(names), relation)
	if err != nil {
		return r, err
	}
	if l.joined {
		for _, name := range names {
			if tables[real[name]] {
				got[name] = real[name]
			} else {
				delete(got, name)
			}
		}
	}
	for i, name := range names {
		if l.routed && got[name] == "" {
			got[name] = got[fmt.Sprint("n", i)]
		}
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

// ask runs the harness of a library and returns the table of each name.
func (l library) ask(dir string, names []string) (map[string]string, error) {
	out, err := l.start(dir, l.harness(names))
	if err != nil {
		return nil, err
	}
	tables := map[string]string{}
	return tables, json.Unmarshal(out, &tables)
}

// start runs a program that uses the library in a separate folder and returns its
// output.
func (l library) start(dir, source string) ([]byte, error) {
	file, command := "main.py", []string{python, "main.py"}
	switch l.runtime {
	case goRuntime:
		file, command = "main.go", []string{"go", "run", "."}
	case nodeRuntime:
		file, command = "main.cjs", []string{"node", "main.cjs"}
	}
	files := map[string]string{file: source, "package.json": "{}"}
	if l.runtime == goRuntime {
		files["go.mod"] = goModule(l.requires)
	}
	if err := write(dir, files); err != nil {
		return nil, err
	}
	switch l.runtime {
	case goRuntime: // the cache of modules is shared
		if _, err := run(dir, "go", "mod", "tidy"); err != nil {
			return nil, err
		}
	case nodeRuntime:
		modules, err := installs.of(l.requires)
		if err != nil {
			return nil, err
		}
		if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
			return nil, err
		}
	}
	return run(dir, command...)
}

// goModule returns a go.mod that requires modules with their versions.
func goModule(requires []string) string {
	text := "module harness\n\ngo 1.24\n"
	for _, m := range requires {
		text += "\nrequire " + strings.Replace(m, "@", " ", 1)
	}
	return text + "\n"
}

// installs are the installed packages of npm.
var installs *folders

// folders holds packages of npm: each list of packages is installed once.
type folders struct {
	dir string
	mu  sync.Mutex
	by  map[string]func() (string, error)
}

func newFolders(dir string) *folders {
	return &folders{dir: dir, by: map[string]func() (string, error){}}
}

// of returns the folder node_modules with packages.
func (f *folders) of(packages []string) (string, error) {
	key := strings.Join(packages, " ")
	f.mu.Lock()
	install := f.by[key]
	if install == nil {
		dir := filepath.Join(f.dir, fmt.Sprint(len(f.by)))
		install = sync.OnceValues(func() (string, error) {
			if err := write(dir, map[string]string{"package.json": "{}"}); err != nil {
				return "", err
			}
			command := []string{"npm", "install", "--no-audit", "--no-fund", "--silent"}
			_, err := run(dir, append(command, packages...)...)
			return filepath.Join(dir, "node_modules"), err
		})
		f.by[key] = install
	}
	f.mu.Unlock()
	return install()
}

// pythonModules are the modules that harnesses import.
const pythonModules = "django, flask, flask_sqlalchemy, fastapi, httpx, peewee"

// python is Debian's interpreter, which finds the libraries of Debian's packages.
const python = "/usr/bin/python3"

// An edge is an edge of an index, as its export has it.
type edge struct {
	Src  string `json:"src_id"`
	Dst  string `json:"dst_id"`
	Type string `json:"edge_type"`
	Tier string `json:"tier"`
}

// A node is a node of an index, as its export has it.
type node struct{ ID, Kind, Name string }

// An index has the edges of an index, its nodes, and their names by ID.
type index struct {
	edges []edge
	nodes []node
	name  map[string]string
}

// graphOf builds an index of a tree and reads it.
func graphOf(indexer, dir string, files map[string]string) (*index, error) {
	if err := write(dir, files); err != nil {
		return nil, err
	}
	if _, err := run(dir, indexer, "build", ".", "--no-cache", "--out", "../artifacts", "-q"); err != nil {
		return nil, err
	}
	g, err := &index{name: map[string]string{}}, error(nil)
	if g.nodes, err = lines[node](dir, indexer, "nodes.jsonl"); err != nil {
		return nil, err
	}
	for _, n := range g.nodes {
		g.name[n.ID] = n.Name
	}
	g.edges, err = lines[edge](dir, indexer, "edges.jsonl")
	return g, err
}

// indexed builds an index of a tree and returns the table at the end of a relation of each
// definition, by its name, and the tables that have no such relation; of handlers it
// returns their routes.
func indexed(indexer, dir string, files map[string]string, relation string) (of map[string]string, others map[string]bool, err error) {
	g, err := graphOf(indexer, dir, files)
	if err != nil {
		return nil, nil, err
	}
	of, others = map[string]string{}, map[string]bool{}
	routes := map[string][]string{}
	for _, n := range g.nodes {
		if n.Kind == "TABLE" {
			others[tableName(n.Name)] = true
			others[last(n.Name)] = true // the harnesses of join tables know no schema
		}
	}
	for _, e := range g.edges {
		if e.Type == relation {
			if relation == "Routes" {
				handler := last(g.name[e.Dst])
				if handler == "GET" { // an export of a file
					handler = numbered.FindString(g.name[e.Src])
				}
				routes[handler] = append(routes[handler], g.name[e.Src])
				continue
			}
			table := tableName(g.name[e.Dst])
			of[last(g.name[e.Src])] = table
			delete(others, table)
			delete(others, last(table))
		}
	}
	for handler, list := range routes {
		slices.Sort(list)
		of[handler] = strings.Join(slices.Compact(list), ", ")
	}
	return of, others, nil
}

// numbered matches the segment of a route that identifies it.
var numbered = regexp.MustCompile(`\bn[0-9]+\b`)

func tableName(name string) string { return strings.TrimPrefix(name, "dbo.") }

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
	c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0")
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
