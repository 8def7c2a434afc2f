// Package resolvetest tests name resolution with small programs that a reader can check
// by eye: txtar archives of source files with the expected edges.
//
// An archive begins with the rule that it tests. Every file in it is a source, or one
// that describes the project (go.mod, tsconfig.json), except for libraries installed in
// their folders (node_modules) and for these:
//
//	want    lines that must hold, see [Run]
//	truth   the calls that a compiler finds, see [RunTruth]
//	missed  the calls of truth that are known not to be found
//	options optional features of the build: columns
//
// The name "link -> target" denotes a symbolic link.
package resolvetest

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"seedgraph/external/libs"
	frameworks "seedgraph/frameworks/all"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
	"seedgraph/testkit/treetest"
)

var update = flag.Bool("update", false, "rewrite the tiers in the want sections of the archives")

// sections are the files of an archive that are not sources.
var sections = []string{"want", "truth", "missed", "options"}

// Run builds the sources of every archive that matches the glob pattern, each in a
// subtest, and checks the lines of its section want:
//
//	edge shop.Order.total --Calls--> shop.price exact      an edge, with its tier
//	edge shop.Store --Binds--> shop.Sql exact scoped       and, where it has one, its [graph.Via]
//	edge shop.add --WritesTo--> dbo.Order exact insert     or its operations on rows: insert,update
//	out shop.Order.load --Calls--> os.Getenv exact         an edge out of the tree
//	!edge shop.Order.total --Calls--> shop.price           no edge begins like this
//	unresolved shop.Order.total --> price ambiguous        a reference that cannot be resolved, with the reason
//	!unresolved shop.Order.total --> price                 no such line begins like this
//	external shop.Order.total --> Println                  a reference to an external symbol
//	!external shop.Order.total --> Println
//	role shop.Order.clean job                              an entry point that no edge implies
//	replaced dbo.Total:3                                   another definition of the object takes its place
//	limit shop.ts:3 steps for one reference                something beyond a limit; all must be listed
//	note app/build.gradle:3 the alias x                    a part of a project file that is not understood
//	attribute GET /orders authorize=roles:Clerk            an attribute of a route
//	only Routes                                            no other edges of the kind
//	only attribute                                         no other attributes
//
// Definitions are given by their names, files by their paths. If several definitions
// share a name, the line of the expected one follows: shop.Picks.pick:12. Empty lines
// and lines that begin with // are ignored. With -update, the tiers of expected edges
// without a Via and without operations are rewritten.
func Run(t *testing.T, pattern string) {
	t.Helper()
	each(t, pattern, func(t *testing.T, file string, archive *txtar.Archive) {
		b := build(t, archive)
		lines := strings.Split(section(archive, "want"), "\n")
		if *update {
			b.setTiers(archive, lines)
			write(t, file, archive)
		}
		checked := 0
		for _, line := range lines {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				checked++
				b.check(t, line, lines)
			}
		}
		if checked == 0 {
			t.Error("the archive wants nothing")
		}
		if t.Failed() {
			t.Logf("what there is:\n%s", strings.Join(b.report(), "\n"))
			return
		}
		b.setTiers(archive, lines)
		wantUnchanged(t, file, archive)
	})
}

// RunTruth builds the sources of every archive that matches the glob pattern, each in a
// subtest, and compares the calls and creations with its section truth, which a
// compiler wrote:
//
//	call Shop.java:12 --> Price.java:3
//
// Both ends are the lines of the names of definitions, so every definition must be on a
// separate line. Lines of the section missed are calls of the truth that are not found;
// a call that is found must be in the truth.
//
// Sources below the folder unseen are libraries: the compiler read them, but the index
// does not contain them. In a program that uses such a library, an edge of tier unique
// or lower may be wrong, as these tiers imply; one of a higher tier may not. With
// -update, the section missed of these archives is rewritten.
func RunTruth(t *testing.T, pattern string) {
	t.Helper()
	each(t, pattern, func(t *testing.T, file string, archive *txtar.Archive) {
		truth, missed := lineSet(section(archive, "truth")), lineSet(section(archive, "missed"))
		if len(truth) == 0 {
			t.Fatal("the archive has no truth")
		}
		whole := &txtar.Archive{Comment: archive.Comment, Files: slices.Clone(archive.Files)}
		archive.Files = slices.DeleteFunc(archive.Files, isUnseen)
		libraries := len(archive.Files) < len(whole.Files)
		maps.DeleteFunc(truth, func(line string, _ bool) bool {
			return strings.Contains(line, " "+unseen)
		})
		found := build(t, archive).calls()
		if libraries && *update {
			missed = setMissed(whole, truth, found)
			write(t, file, whole)
		}
		for _, line := range sorted(truth) {
			_, ok := found[line]
			if !ok && !missed[line] {
				t.Errorf("not found: %s", line)
			}
			if ok && missed[line] {
				t.Errorf("found, but listed as missed: %s", line)
			}
		}
		for _, line := range slices.Sorted(maps.Keys(found)) {
			tier := found[line]
			if !truth[line] && (!libraries || tier <= graph.Typed) {
				t.Errorf("wrong, of tier %s: %s", tier, line)
			}
		}
		for _, line := range sorted(missed) {
			if !truth[line] {
				t.Errorf("listed as missed, but not in the truth: %s", line)
			}
		}
		if libraries && !t.Failed() {
			setMissed(whole, truth, found)
			wantUnchanged(t, file, whole)
		}
	})
}

// unseen is the folder of sources that a compiler read but the index does not
// contain.
const unseen = "unseen/"

func isUnseen(f txtar.File) bool { return strings.HasPrefix(f.Name, unseen) }

// setMissed sets the section missed of an archive to the lines of the truth that
// are not found.
func setMissed(archive *txtar.Archive, truth map[string]bool,
	found map[string]graph.Tier) map[string]bool {
	missed := maps.Clone(truth)
	maps.DeleteFunc(missed, func(line string, _ bool) bool {
		_, ok := found[line]
		return ok
	})
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return f.Name == "missed"
	})
	if len(missed) > 0 {
		archive.Files = append(archive.Files, txtar.File{Name: "missed",
			Data: []byte(strings.Join(sorted(missed), "\n") + "\n")})
	}
	return missed
}

func write(t *testing.T, file string, archive *txtar.Archive) {
	t.Helper()
	if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// wantUnchanged fails if an archive, as -update would write it, differs from the file:
// while the tests pass, -update changes nothing.
func wantUnchanged(t *testing.T, file string, archive *txtar.Archive) {
	t.Helper()
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), string(txtar.Format(archive))); diff != "" {
		t.Errorf("-update would change the archive (-is +would be):\n%s", diff)
	}
}

func each(t *testing.T, pattern string, check func(t *testing.T, file string,
	archive *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives match %s (%v)", pattern, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			check(t, file, archive)
		})
	}
}

func section(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// lineSet returns the lines of text that are neither empty nor comments.
func lineSet(text string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			set[line] = true
		}
	}
	return set
}

func sorted(set map[string]bool) []string {
	var out []string
	for line := range set {
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// A built is the graph of an archive.
type built struct {
	res *graphbuild.Result
	// have has every edge, unresolved and external reference as a line, once for
	// each way to write its ends.
	have map[string]bool
}

func build(t *testing.T, archive *txtar.Archive) *built {
	t.Helper()
	sources := slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool {
		return slices.Contains(sections, f.Name)
	})
	slices.SortFunc(sources, func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
	sources, libraries := installed(t, sources)
	set := all.Set()
	opts := graphbuild.Options{Jobs: 2, SQL: set.Embedded("sql"), Externals: true,
		ListExternal: true,
		Frameworks:   frameworks.Frameworks()}
	opts.Columns = strings.TrimSpace(section(archive, "options")) == "columns"
	var files []parse.Source
	var keyFiles []*keyfile.File
	project := &resolve.Project{Files: map[string]string{}, Links: map[string]string{}}
	for _, f := range sources {
		if link, to, ok := strings.Cut(f.Name, " -> "); ok {
			project.Links[link] = path.Join(path.Dir(link), to)
			continue
		}
		lang := set.For(parse.Source{Path: f.Name, Text: string(f.Data)})
		if k := keyfile.Read(f.Name, string(f.Data)); k != nil {
			keyFiles = append(keyFiles, k)
		}
		if lang == nil || resolvers.IsProjectFile(f.Name) {
			project.Files[f.Name] = string(f.Data)
		}
		if lang == nil {
			continue
		}
		files = append(files, parse.Source{Path: f.Name, Text: string(f.Data),
			Columns: opts.Columns})
	}
	askForSites(files, set, opts.Frameworks.Readers())
	symbols := resolvers.Languages().Symbols(project)
	for i := range files {
		files[i].Symbols = symbols(set.For(files[i]).Name(), files[i].Path)
	}
	inputs := read(t, set, files)
	opts.Languages, opts.Project = resolvers.On(libraries.Platform), project
	opts.KeyFiles = keyFiles
	res, err := graphbuild.Build(context.Background(), inputs, opts)
	if err != nil {
		t.Fatal(err)
	}
	b := &built{res: res, have: map[string]bool{}}
	for _, e := range res.Graph.Edges {
		for _, line := range b.edgeLines(&e) {
			b.have[line] = true
		}
	}
	for _, e := range res.Graph.ExternalEdges {
		for _, from := range b.ends(e.From) {
			b.have[fmt.Sprintf("out %s --%s--> %s %s", from, e.Kind, b.ends(e.To)[0],
				e.Tier)] = true
		}
	}
	for i := range res.Graph.Nodes {
		for _, a := range res.Graph.Nodes[i].Attributes() {
			b.have["attribute "+res.Graph.Nodes[i].Name+" "+a.String()] = true
		}
		if res.Graph.Nodes[i].Flags&graph.Replaced == 0 {
			continue
		}
		for _, name := range b.ends(uint32(i)) {
			b.have["replaced "+name] = true
		}
	}
	for _, e := range res.Graph.Entries {
		for _, name := range b.ends(e.Node) {
			b.have["role "+name+" "+e.Role.String()] = true
		}
	}
	b.addReferences("unresolved", res.Unresolved)
	b.addReferences("external", res.External)
	for _, l := range res.Limits {
		line := fmt.Sprintf("limit %s:%d %s", l.Path, l.Line, l.Quantity)
		b.have[line] = true
		if !strings.Contains(section(archive, "want"), line) {
			t.Errorf("not wanted: %s", line)
		}
	}
	for _, n := range res.Unread {
		b.have[fmt.Sprintf("note %s:%d %s", n.Path, n.Line, n.What)] = true
	}
	for _, f := range res.Failures {
		t.Errorf("%s: %s", f.Path, f.Detail)
	}
	return b
}

// askForSites determines for each file which of its sites are kept.
func askForSites(files []parse.Source, set *parse.Set, readers interest.Readers) {
	var tree interest.ReaderScope
	in := make([]interest.ReaderScope, len(files))
	for i, f := range files {
		in[i] = readers.Of(set.For(f).Name(), f, interest.AbsentLibraries{})
		tree.Join(in[i])
	}
	for i := range files {
		if tree.Needs(in[i]) {
			files[i].Sites = in[i].Scope
		}
	}
}

// read parses sources, and parses again those in which another source shadows
// built-in names of the language.
func read(t testing.TB, set *parse.Set, sources []parse.Source) []graphbuild.Input {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	facts := make([]*parse.Facts, len(sources))
	parsed := func(i int) {
		f, err := set.For(sources[i]).Facts(p, sources[i])
		if err != nil {
			t.Fatalf("%s: %v", sources[i].Path, err)
		}
		facts[i] = f
	}
	for i := range sources {
		parsed(i)
	}
	for i, names := range set.Shadowed(facts) {
		sources[i].Shadowed = names
		parsed(i)
	}
	inputs := make([]graphbuild.Input, len(facts))
	for i, f := range facts {
		inputs[i].Facts = f
	}
	return inputs
}

// folders are the folders in which libraries are installed.
var folders = []string{"node_modules/", "pkg/mod/", "site-packages/", ".m2/"}

// requirements are the files of a tree that list its libraries.
var requirements = []string{"go.mod", "pom.xml"}

// isInstalled reports whether a file belongs to a library.
func isInstalled(name string) bool {
	return path.Ext(name) == ".jar" || slices.ContainsFunc(folders, func(folder string) bool {
		return strings.HasPrefix(name, folder) || strings.Contains(name, "/"+folder)
	})
}

// installed writes the files of libraries, and those that list the libraries of the
// tree, to a folder, and returns all files that do not belong to libraries.
func installed(t *testing.T, files []txtar.File) (sources []txtar.File, found *libs.Libraries) {
	t.Helper()
	dir := ""
	for _, f := range files {
		if !isInstalled(f.Name) {
			sources = append(sources, f)
			continue
		}
		if dir == "" {
			dir = t.TempDir()
		}
		treetest.File(t, dir, f)
	}
	if dir == "" {
		return sources, nil
	}
	for _, f := range sources {
		if slices.Contains(requirements, path.Base(f.Name)) {
			treetest.File(t, dir, f)
		}
	}
	found = libs.Open(dir, dir)
	t.Cleanup(found.Close)
	return sources, found
}

// ends returns the ways to write an end of an edge.
func (b *built) ends(i uint32) []string {
	n := &b.res.Graph.Nodes[i]
	return []string{n.Name, fmt.Sprintf("%s:%d", n.Name, n.NameLine)}
}

// edgeLines returns the lines that expect an edge.
func (b *built) edgeLines(e *graph.Edge) []string {
	var out []string
	for _, from := range b.ends(e.From) {
		for _, to := range b.ends(e.To) {
			line := fmt.Sprintf("edge %s --%s--> %s %s", from, e.Kind, to, e.Tier)
			out = append(out, line)
			if e.Via != graph.ViaNone {
				out = append(out, line+" "+e.Via.String())
			}
			if e.Ops != 0 {
				out = append(out, line+" "+strings.Join(e.Ops.Names(), ","))
			}
		}
	}
	return out
}

func (b *built) addReferences(verb string, list []graphbuild.Unresolved) {
	nodes := map[graph.NodeID]uint32{}
	for i := range b.res.Graph.Nodes {
		nodes[b.res.Graph.Nodes[i].ID] = uint32(i)
	}
	for _, u := range list {
		for _, from := range b.ends(nodes[u.From]) {
			line := verb + " " + from + " --> " + u.Name
			if verb == "unresolved" {
				line += " " + u.Reason
			}
			b.have[line] = true
		}
	}
}

// check reports a line of want that is not satisfied.
func (b *built) check(t *testing.T, line string, want []string) {
	t.Helper()
	absent, negated := strings.CutPrefix(line, "!")
	kind, only := strings.CutPrefix(line, "only ")
	switch {
	case only:
		b.checkOnly(t, kind, want)
	case !negated && !b.have[line]:
		t.Errorf("missing: %s", line)
	case negated:
		for _, l := range sorted(b.have) {
			if rest, ok := strings.CutPrefix(l, absent); ok &&
				(rest == "" || rest[0] == ' ' || strings.HasSuffix(absent, ">")) {
				t.Errorf("must not be there: %s", l)
			}
		}
	}
}

// checkOnly reports edges of a kind that no line expects.
func (b *built) checkOnly(t *testing.T, kind string, want []string) {
	t.Helper()
	for _, line := range sorted(b.have) {
		if kind == "attribute" && strings.HasPrefix(line, "attribute ") &&
			!slices.Contains(want, line) {
			t.Errorf("not wanted: %s", line)
		}
	}
	for _, e := range b.res.Graph.Edges {
		isWanted := func(line string) bool { return slices.Contains(want, line) }
		if e.Kind.String() == kind && !slices.ContainsFunc(b.edgeLines(&e), isWanted) {
			t.Errorf("not wanted: edge %s --%s--> %s %s", b.ends(e.From)[0], e.Kind,
				b.ends(e.To)[1], e.Tier)
		}
	}
}

// report returns the facts that were found, without the lines that have line
// numbers.
func (b *built) report() []string {
	var out []string
	for _, e := range b.res.Graph.Edges {
		from, to := b.ends(e.From), b.ends(e.To)
		out = append(out, fmt.Sprintf("edge %s --%s--> %s %s", from[0], e.Kind, to[1], e.Tier))
	}
	for _, l := range sorted(b.have) {
		if !strings.HasPrefix(l, "edge ") {
			out = append(out, l)
		}
	}
	return out
}

// calls returns the calls and creations, as lines of a truth.
func (b *built) calls() map[string]graph.Tier {
	at := func(i uint32) string {
		n := &b.res.Graph.Nodes[i]
		return fmt.Sprintf("%s:%d", n.Path, n.NameLine)
	}
	out := map[string]graph.Tier{}
	for _, e := range b.res.Graph.Edges {
		if (e.Kind == graph.Calls || e.Kind == graph.Creates) && e.Via == graph.ViaNone {
			line := "call " + at(e.From) + " --> " + at(e.To)
			if tier, ok := out[line]; !ok || e.Tier < tier {
				out[line] = e.Tier
			}
		}
	}
	return out
}

// setTiers sets the tiers of expected edges to the actual ones, in the archive and
// in lines.
func (b *built) setTiers(archive *txtar.Archive, lines []string) {
	for i, line := range lines {
		if !strings.HasPrefix(line, "edge ") && !strings.HasPrefix(line, "out ") {
			continue
		}
		bare := line
		at := strings.LastIndexByte(line, ' ')
		if _, ok := graph.ParseTier(line[at+1:]); ok {
			bare = line[:at]
		}
		for _, tier := range graph.Tiers() {
			if l := bare + " " + tier.String(); b.have[l] {
				lines[i] = l
			}
		}
	}
	for i := range archive.Files {
		if archive.Files[i].Name == "want" {
			archive.Files[i].Data = []byte(strings.Join(lines, "\n"))
		}
	}
}
