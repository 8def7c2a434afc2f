// Package brief describes a code base in a few hundred tokens: languages, projects, entry
// points, tables, central definitions, tests and the commands that run them.
//
// It takes one pass over the nodes.
package brief

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/render"
)

// An Index provides the data of a brief. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	SparseNodes(kinds map[graph.NodeKind]bool, f func(n uint32, node *graph.Node) error) error
	Ranks() ([]float64, error)
	Doc(n uint32) (string, error)
	Reachability() (*artifacts.Reaching, error)
	FoldersWith(patterns []string) (map[string]bool, error)
	Manifest() *artifacts.Manifest
}

// A Brief describes a code base as a whole. Lists are in descending order of count or of
// rank.
type Brief struct {
	Repository string   `json:"repository,omitempty"`
	Files      int      `json:"files"`
	Languages  []Share  `json:"languages"` // by tokens of source
	Projects   []Share  `json:"projects"`  // by definitions
	Folders    []Share  `json:"folders"`   // definitions by first folder, tests excluded
	Entries    []Share  `json:"entry_points"`
	Routes     []Share  `json:"routes"` // by the first part of the path
	Tables     []Item   `json:"tables"`
	NumTables  int      `json:"number_of_tables"`
	Central    []Item   `json:"central"`
	Tests      []Share  `json:"tests"` // test functions by folder
	Commands   []string `json:"test_commands"`
}

// A Share is a count by name.
type Share struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// An Item is a definition of a brief.
type Item struct {
	render.Item
	Abstract string `json:"abstract"`
}

// The maximum lengths of the lists in a brief.
const (
	mostShares  = 8
	mostTables  = 10
	mostCentral = 25
)

// Make describes the code base of an index.
func Make(x Index) (*Brief, error) {
	m := maker{x: x, files: map[string]bool{}, languages: map[string]int{}, projects: map[string]int{},
		folders: map[string]int{}, entries: map[string]int{}, routes: map[string]int{},
		tests: map[string]int{}}
	var err error
	if m.reaching, err = x.Reachability(); err != nil {
		return nil, err
	}
	if m.ranks, err = x.Ranks(); err != nil {
		return nil, err
	}
	if err := x.SparseNodes(described(), m.node); err != nil {
		return nil, err
	}
	b := &Brief{Repository: repository(x), Files: len(m.files),
		Languages: top(m.languages), Projects: top(m.projects), Folders: top(m.folders),
		Entries: top(m.entries), Routes: top(m.routes), Tests: top(m.tests),
		NumTables: len(m.tables)}
	if b.Tables, err = m.items(m.tables, mostTables); err != nil {
		return nil, err
	}
	if b.Central, err = m.items(m.central, mostCentral); err != nil {
		return nil, err
	}
	b.Commands, err = testCommands(x, m.testLanguages)
	return b, err
}

func repository(x Index) string {
	if name := x.Manifest().Source.Repository; name != artifacts.NoRepository {
		return name
	}
	return ""
}

// A maker collects a brief.
type maker struct {
	x                            Index
	reaching                     *artifacts.Reaching
	ranks                        []float64
	files                        map[string]bool
	languages, projects, folders map[string]int
	entries, routes, tests       map[string]int
	testLanguages                []string
	tables, central              []uint32
}

// demoted are the flags of nodes that are ignored.
const demoted = graph.Test | graph.Generated | graph.Vendored | graph.External | graph.Replaced

// described returns the kinds of nodes that a brief counts.
func described() map[graph.NodeKind]bool {
	kinds := map[graph.NodeKind]bool{}
	for _, k := range graph.NodeKinds() {
		kinds[k] = !k.IsExternal() && k.Domain() != graph.Docs
	}
	return kinds
}

func (m *maker) node(n uint32, node *graph.Node) error {
	if node.Domain() == graph.Docs { // a document among the files
		return nil
	}
	if node.Path != "" {
		m.files[node.Path] = true
	}
	if node.Language != "" {
		m.languages[node.Language] += node.Tokens()
	}
	role := m.reaching.At(n).Role
	switch {
	case node.Kind == graph.KindRoute:
		if prefix, ok := prefixOf(node.Name); ok {
			m.routes[prefix]++
		}
	case role == graph.RoleTest && node.Kind.IsCallable():
		m.tests[firstFolders(node.Path, 2)]++
		if !slices.Contains(m.testLanguages, node.Language) {
			m.testLanguages = append(m.testLanguages, node.Language)
		}
	case role != graph.NoRole && role != graph.RoleRoute && role != graph.RoleTest:
		m.entries[role.String()]++
	}
	switch {
	case node.Kind == graph.KindTable:
		m.tables = append(m.tables, n)
	case node.Flags&demoted != 0 || node.Kind == graph.KindFile || node.Kind == graph.KindNamespace ||
		node.Kind == graph.KindRoute || node.Domain() != graph.Code:
	default:
		if node.Kind.IsType() || node.Kind == graph.KindFunction {
			m.central = append(m.central, n)
		}
		m.folders[firstFolders(node.Path, 1)]++
		if node.Project != "" {
			m.projects[node.Project]++
		}
	}
	return nil
}

// items describes the nodes with the highest ranks.
func (m *maker) items(nodes []uint32, most int) ([]Item, error) {
	slices.SortStableFunc(nodes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(m.ranks[b], m.ranks[a]), cmp.Compare(a, b))
	})
	out := []Item{}
	for _, n := range nodes[:min(most, len(nodes))] {
		it, node, err := answer.NewItem(m.x, answer.Target{Node: n}, m.ranks[n])
		if err != nil {
			return nil, err
		}
		doc, err := m.x.Doc(n)
		if err != nil {
			return nil, err
		}
		out = append(out, Item{it, render.Abstract(node, doc)})
	}
	return out, nil
}

// top returns the largest counts.
func top(counts map[string]int) []Share {
	out := []Share{}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, Share{name, counts[name]})
	}
	slices.SortStableFunc(out, func(a, b Share) int { return cmp.Compare(b.Count, a.Count) })
	return out[:min(len(out), mostShares)]
}

// prefixOf returns the first element of the path of a route; ok is false for topics and
// tasks, which have no path.
func prefixOf(name string) (prefix string, ok bool) {
	_, route, _ := strings.Cut(name, " ")
	if !strings.HasPrefix(route, "/") {
		return "", false
	}
	first, _, _ := strings.Cut(route[1:], "/")
	return "/" + first, true
}

// firstFolders returns the first n folders of a path, "." for a file in the root.
func firstFolders(p string, n int) string {
	parts := strings.Split(path.Dir(p), "/")
	return strings.Join(parts[:min(n, len(parts))], "/")
}

// runners maps languages to commands that run their tests: the first whose project file
// exists applies.
var runners = map[string][]struct {
	files   []string
	command string
}{
	"csharp":     {{[]string{"*.sln", "*.slnx", "*.csproj"}, "dotnet test"}},
	"go":         {{[]string{"go.mod"}, "go test ./..."}},
	"java":       {{[]string{"pom.xml"}, "mvn test"}, {[]string{"build.gradle", "build.gradle.kts"}, "gradle test"}},
	"python":     {{[]string{"manage.py"}, "pytest, or python manage.py test"}, {[]string{"tox.ini", "noxfile.py", "pyproject.toml", "setup.py", "setup.cfg"}, "pytest"}},
	"typescript": {{[]string{"package.json"}, "npm test"}},
	"tsx":        {{[]string{"package.json"}, "npm test"}},
	"javascript": {{[]string{"package.json"}, "npm test"}},
}

// testCommands lists the commands that run tests in the languages, with the folder of the
// project file nearest to the root if the root has none.
func testCommands(x Index, languages []string) ([]string, error) {
	out := []string{}
	slices.Sort(languages)
	for _, l := range languages {
		for _, r := range runners[l] {
			folders, err := x.FoldersWith(r.files)
			if err != nil {
				return nil, err
			}
			if len(folders) == 0 {
				continue
			}
			if command := inFolder(r.command, slices.Collect(maps.Keys(folders))); !slices.Contains(out, command) {
				out = append(out, command)
			}
			break
		}
	}
	return out, nil
}

func inFolder(command string, folders []string) string {
	slices.SortFunc(folders, func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.Count(a+"/", "/"), strings.Count(b+"/", "/")), cmp.Compare(len(a), len(b)),
			cmp.Compare(a, b))
	})
	if folders[0] == "" {
		return command
	}
	return command + " in " + folders[0]
}

// Text returns the brief as Markdown of at most budget tokens: if it does not fit,
// central definitions are dropped first, then whole lines from the end.
func (b *Brief) Text(c Counter, budget int) string {
	for n := len(b.Central); n >= 0; n-- {
		if text := strings.Join(b.lines(n), "\n") + "\n"; c.Count(text) <= budget {
			return text
		}
	}
	lines := b.lines(0)
	for len(lines) > 0 && c.Count(strings.Join(lines, "\n")+"\n") > budget {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// A Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// lines formats the brief with the n most central definitions.
func (b *Brief) lines(n int) []string {
	lines := []string{"## " + render.OneLine(cmp.Or(b.Repository, "This code base"))}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	total := 0
	for _, l := range b.Languages {
		total += l.Count
	}
	var languages []string
	for _, l := range b.Languages {
		if share := l.Count * 100 / max(total, 1); share > 0 {
			languages = append(languages, fmt.Sprintf("%s %d %%", l.Name, share))
		}
	}
	add("- %s: %s", render.Count(b.Files, "file"), strings.Join(languages, ", "))
	list := func(title string, shares []Share) {
		if len(shares) > 0 {
			add("- %s: %s", title, counts(shares))
		}
	}
	list("projects (definitions)", b.Projects)
	list("folders (definitions)", b.Folders)
	list("entry points", b.Entries)
	list("routes", b.Routes)
	if b.NumTables > 0 {
		var names []string
		for _, t := range b.Tables {
			names = append(names, render.OneLine(t.Label()))
		}
		add("- %s: %s", render.Count(b.NumTables, "table"), strings.Join(names, ", "))
	}
	list("tests", b.Tests)
	if len(b.Commands) > 0 {
		add("- run the tests: `%s`", strings.Join(b.Commands, "`, `"))
	}
	if n > 0 && len(b.Central) > 0 {
		add("- central definitions:")
		for _, it := range b.Central[:n] {
			add("  - `%s` %s %s `%s`", it.Handle, it.Kind, render.OneLine(it.Label()), render.Place(it.Item))
		}
	}
	return lines
}

func counts(shares []Share) string {
	var out []string
	for _, s := range shares {
		out = append(out, fmt.Sprintf("%s %d", render.OneLine(s.Name), s.Count))
	}
	return strings.Join(out, ", ")
}
