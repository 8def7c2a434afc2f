// Package structure describes how a repository is composed: its folders or packages with
// their size, languages and entry points, the weighted ties among them, and their cycles.
package structure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// An Index provides the data of a structure. [*answer.Index] implements it.
type Index interface {
	answer.Edges
	NumNodes() uint32
	Nodes(f func(n uint32, node *graph.Node) error) error
	FoldersWith(patterns []string) (map[string]bool, error)
}

// The kinds of groups.
const (
	Folders  = "folders"
	Packages = "packages" // or namespaces: the scopes of languages
	Projects = "projects" // folders with a project file: go.mod, package.json, …
)

// By lists the kinds of groups.
var By = []string{Folders, Packages, Projects}

// Options configures a structure.
type Options struct {
	By     string           // one of By
	Depth  int              // maximum number of parts of a name; 0: as many as distinguish the groups of the tree
	Filter search.Selection // of the definitions
}

// A Structure holds the groups of a repository and their ties.
type Structure struct {
	By     string  `json:"by"`
	Groups []Group `json:"groups"` // the largest first, then by name
	Ties   []Tie   `json:"ties"`   // static dependencies between them, the heaviest first
	// dependencies that arise at run time: through settings, messages, requests,
	// containers and dynamic dispatch; the heaviest first. They are not part of cycles.
	AtRunTime []Tie   `json:"at_run_time"`
	Cycles    []Cycle `json:"cycles"` // the largest first
}

// A Group is a folder, package or project.
type Group struct {
	Name        string     `json:"name"`
	Files       int        `json:"files"`
	Lines       int        `json:"lines"` // of its files
	Definitions int        `json:"definitions"`
	Languages   []Language `json:"languages"` // of its files, by lines
	Routes      int        `json:"routes"`
	Entries     []string   `json:"entries"` // names of functions that start a program
}

// A Language is the share of a group written in it.
type Language struct {
	Name  string `json:"name"`
	Lines int    `json:"lines"`
}

// A Tie means that definitions of one group depend on those of another.
type Tie struct {
	From   string  `json:"from"`
	To     string  `json:"to"`
	Weight float64 `json:"weight"` // sum of the weights of the kinds of its edges
	Edges  int     `json:"edges"`
}

// A Cycle is a set of groups each of which depends on all others, directly or indirectly.
type Cycle struct {
	Groups []string `json:"groups"` // by name
	// its lightest tie: the first candidate for cutting it
	Lightest Tie `json:"lightest"`
}

// Find computes the structure of an index.
func Find(x Index, o Options) (*Structure, error) {
	if !slices.Contains(By, o.By) {
		return nil, fmt.Errorf("by %q: use %s", o.By, strings.Join(By, ", "))
	}
	if o.Depth < 0 {
		return nil, fmt.Errorf("the depth is %d: it must not be negative", o.Depth)
	}
	f := &finder{x: x, o: o, of: make([]int32, x.NumNodes()), number: map[string]int32{}}
	if o.By == Projects {
		var err error
		if f.roots, err = projectRoots(x); err != nil {
			return nil, err
		}
	}
	if err := f.places(); err != nil {
		return nil, err
	}
	f.fold()
	if err := f.ties(); err != nil {
		return nil, err
	}
	return f.structure(), nil
}

// A place sums up the nodes of one folder or package.
type place struct {
	Group
	parts     []string       // of the name
	between   string         // separator of the parts
	languages map[string]int // lines
}

// A finder computes a structure.
type finder struct {
	x      Index
	o      Options
	roots  map[string]bool // folders of projects, if groups are projects
	of     []int32         // by node: 1 + the index of its place, later of its group; 0: none
	number map[string]int32
	list   []place
	groups []place
	tied   [2]map[[2]int32]*Tie // static ties, and ties at run time
}

// places collects the folders or packages that directly contain the definitions.
//
// A file belongs to the package of its first definition.
func (f *finder) places() error {
	var files []graph.Node
	packageOf := map[string]int32{}
	err := f.x.Nodes(func(n uint32, node *graph.Node) error {
		if node.Path == "" || !f.o.Filter.Admits(node) {
			return nil
		}
		if f.o.By == Packages && node.Kind == graph.KindFile {
			files = append(files, *node)
			return nil
		}
		name := f.placeOf(node)
		i, ok := f.number[name]
		if !ok {
			i = int32(len(f.list))
			f.number[name] = i
			f.list = append(f.list, newPlace(name, f.o.By))
		}
		f.of[n] = i + 1
		f.list[i].add(node)
		if _, ok := packageOf[node.Path]; !ok {
			packageOf[node.Path] = i
		}
		return nil
	})
	for i := range files {
		if p, ok := packageOf[files[i].Path]; ok {
			f.list[p].add(&files[i])
		}
	}
	return err
}

// placeOf returns the name of the folder, package or project of a node.
func (f *finder) placeOf(node *graph.Node) string {
	folder := node.Path[:max(strings.LastIndexByte(node.Path, '/'), 0)]
	switch {
	case f.o.By == Projects:
		return f.projectOf(folder)
	case f.o.By == Folders:
		return folder
	case node.Kind.Domain() == graph.Database:
		return node.Schema
	}
	return node.Module
}

// Grouping returns a function that gives the folder, package or project of a node, as by
// states; "." for the root of the tree.
func Grouping(x Index, by string) (func(node *graph.Node) string, error) {
	f := &finder{x: x, o: Options{By: by}}
	var err error
	if by == Projects {
		f.roots, err = projectRoots(x)
	}
	return func(node *graph.Node) string {
		if name := f.placeOf(node); name != "" {
			return name
		}
		return root
	}, err
}

// root is the name of the group of the root of the tree.
const root = "."

// newPlace splits the name of a folder or package. Some languages scope by folders.
func newPlace(name, by string) place {
	p := place{between: "/", languages: map[string]int{}}
	if by == Packages && !strings.Contains(name, "/") {
		p.between = "."
	}
	p.parts = strings.FieldsFunc(name, func(r rune) bool { return string(r) == p.between })
	return p
}

// add adds a node to a place.
func (p *place) add(n *graph.Node) {
	switch {
	case n.Kind == graph.KindFile:
		lines := int(n.Span.EndLine)
		p.Files++
		p.Lines += lines
		p.languages[n.Language] += lines
	case n.IsTopic():
	case n.Kind == graph.KindRoute:
		p.Routes++
	default:
		p.Definitions++
		if n.Kind.IsCallable() && strings.EqualFold(n.Short, "main") && !n.Flags.Has(graph.Test) {
			p.Entries = append(p.Entries, n.Name)
		}
	}
}

// Without a depth, folders are opened until none with more than a twelfth of all
// definitions has subfolders that distinguish its contents, or there are enough groups.
const (
	openShare  = 12
	openGroups = 40
)

// fold joins the places of nested folders into groups.
func (f *finder) fold() {
	depth := f.depths()
	index := map[string]int32{}
	place := make([]int32, len(f.list))
	for i := range f.list {
		p := &f.list[i]
		name := strings.Join(p.parts[:min(depth(p.parts), len(p.parts))], p.between)
		if name == "" {
			name = root
		}
		g, ok := index[name]
		if !ok {
			g = int32(len(f.groups))
			index[name] = g
			f.groups = append(f.groups, newGroup(name))
		}
		place[i] = g
		f.groups[g].join(p)
	}
	for n, i := range f.of {
		if i > 0 {
			f.of[n] = place[i-1] + 1
		}
	}
}

func newGroup(name string) place {
	return place{Group: Group{Name: name, Entries: []string{}}, languages: map[string]int{}}
}

// join adds up two places.
func (p *place) join(q *place) {
	p.Files += q.Files
	p.Lines += q.Lines
	p.Definitions += q.Definitions
	p.Routes += q.Routes
	p.Entries = append(p.Entries, q.Entries...)
	for name, lines := range q.languages {
		p.languages[name] += lines
	}
}

// depths returns a function that returns the number of parts of a name that identify its
// group.
func (f *finder) depths() func(parts []string) int {
	if f.o.Depth > 0 {
		return func([]string) int { return f.o.Depth }
	}
	if f.o.By == Projects {
		return func(parts []string) int { return len(parts) }
	}
	total := 0
	for i := range f.list {
		total += f.list[i].Definitions
	}
	open := map[string]bool{"": true}
	groups := 1
	for again := true; again && groups < openGroups; {
		again = false
		for _, c := range f.closed(open) {
			if c.definitions*openShare > total && c.children > 0 && groups < openGroups {
				open[c.name], again = true, true
				groups += c.children
			}
		}
	}
	return func(parts []string) int {
		n := 0
		for n < len(parts) && open[strings.Join(parts[:n], "/")] {
			n++
		}
		return n
	}
}

// A folder is a group that may be opened.
type folder struct {
	name        string
	definitions int
	children    int // number of direct subfolders
}

// closed lists the groups that result from the open folders, the largest first.
func (f *finder) closed(open map[string]bool) []folder {
	sum, inside := map[string]*folder{}, map[string]bool{}
	for i := range f.list {
		p := f.list[i].parts
		n := 0
		for n < len(p) && open[strings.Join(p[:n], "/")] {
			n++
		}
		name := strings.Join(p[:n], "/")
		if open[name] {
			continue // the direct contents of an open folder form a group that cannot be opened
		}
		c := sum[name]
		if c == nil {
			c = &folder{name: name}
			sum[name] = c
		}
		c.definitions += f.list[i].Definitions
		if child := strings.Join(p[:min(n+1, len(p))], "/"); n < len(p) && !inside[child] {
			inside[child] = true
			c.children++
		}
	}
	var out []folder
	for _, c := range sum {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b folder) int {
		return cmp.Or(cmp.Compare(b.definitions, a.definitions), strings.Compare(a.name, b.name))
	})
	return out
}

// ties sums the edges between groups. Containment and imports are left out because they
// only repeat the underlying uses.
func (f *finder) ties() error {
	f.tied = [2]map[[2]int32]*Tie{{}, {}}
	for n, from := range f.of {
		if from == 0 {
			continue
		}
		edges, err := f.x.Out(uint32(n))
		if err != nil {
			return err
		}
		for _, e := range edges {
			to := f.of[e.To]
			if to == 0 || to == from || !e.Kind.IsDependency() || e.Kind == graph.Tests {
				continue
			}
			tied := f.tied[0]
			if AtRunTime(e.Kind) {
				tied = f.tied[1]
			}
			key := [2]int32{from - 1, to - 1}
			t := tied[key]
			if t == nil {
				t = &Tie{From: f.groups[from-1].Name, To: f.groups[to-1].Name}
				tied[key] = t
			}
			t.Weight += e.Kind.Weight() * e.Confidence()
			t.Edges++
		}
	}
	return nil
}

// AtRunTime reports whether an edge of a kind connects nodes without a static reference
// between them: two programs that read the same setting, sender and receiver of a
// message, a caller of an interface and its implementation.
func AtRunTime(k graph.EdgeKind) bool {
	switch k {
	case graph.Dispatches, graph.ReadsConfig, graph.Configures, graph.Binds, graph.Handles,
		graph.Requests:
		return true
	}
	return false
}

// structure sorts everything into the order of the answer.
func (f *finder) structure() *Structure {
	s := &Structure{By: f.o.By, Groups: []Group{}, Ties: []Tie{}, AtRunTime: []Tie{},
		Cycles: []Cycle{}}
	for i := range f.groups {
		g := &f.groups[i]
		g.Languages = []Language{}
		for name, lines := range g.languages {
			g.Languages = append(g.Languages, Language{name, lines})
		}
		slices.SortFunc(g.Languages, func(a, b Language) int {
			return cmp.Or(cmp.Compare(b.Lines, a.Lines), strings.Compare(a.Name, b.Name))
		})
		slices.Sort(g.Entries)
		s.Groups = append(s.Groups, g.Group)
	}
	slices.SortFunc(s.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Definitions, a.Definitions), cmp.Compare(b.Lines, a.Lines),
			strings.Compare(a.Name, b.Name))
	})
	for i, list := range []*[]Tie{&s.Ties, &s.AtRunTime} {
		for _, t := range f.tied[i] {
			t.Weight = math.Round(10*t.Weight) / 10
			*list = append(*list, *t)
		}
		slices.SortFunc(*list, compareTies)
	}
	s.Cycles = cycles(s)
	return s
}

// compareTies puts the heavier tie first.
func compareTies(a, b Tie) int {
	return cmp.Or(cmp.Compare(b.Weight, a.Weight), strings.Compare(a.From, b.From),
		strings.Compare(a.To, b.To))
}
