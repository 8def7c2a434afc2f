// Package expect builds the small programs of archives, and compares their graphs with expectation lines:
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
//	open shop.each f callback_parameter                    a call whose target is unknown, with the reason
//	!open shop.each f
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
// and lines that begin with // are ignored.
package expect

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"seedgraph/external/libs"
	frameworks "seedgraph/frameworks/all"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/frameworks/concept/model"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// sections are the files of an archive that are not sources.
var sections = []string{"want", "truth", "missed", "options"}

// Section returns the text of a file of an archive; empty if it has no such file.
func Section(archive *txtar.Archive, name string) string {
	for _, f := range archive.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// A Graph is the graph of an archive.
type Graph struct {
	Result *graphbuild.Result

	// Problems are the files that could not be read and the limits that no expectation lists.
	Problems []string

	// have has every edge, unresolved and external reference as a line, once for
	// each way to write its ends.
	have map[string]bool
}

// Options are the options of [Build].
type Options struct {
	Rows      []*model.Library // added to the built-in ones
	Only      []*model.Library // if not nil, instead of the built-in ones
	Libraries *libs.Libraries  // installed libraries; may be nil
}

// Build builds the sources of an archive: all files but those with the names want, truth, missed and
// options. It fails if a file cannot be parsed.
func Build(archive *txtar.Archive, o Options) (*Graph, error) {
	sources := slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool {
		return slices.Contains(sections, f.Name)
	})
	slices.SortFunc(sources, func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
	libraries := o.Libraries
	set := all.Set()
	opts := graphbuild.Options{Jobs: 2, SQL: set.Embedded("sql"), Externals: true,
		ListExternal: true,
		Frameworks:   frameworks.Frameworks(o.Rows...)}
	if o.Only != nil {
		opts.Frameworks = frameworks.Of(append(slices.Clone(o.Only), o.Rows...))
	}
	opts.Columns = strings.TrimSpace(Section(archive, "options")) == "columns"
	var files []parse.Source
	var keyFiles []*keyfile.File
	project := &resolve.Project{Files: map[string]string{}, Links: map[string]string{}}
	project.SQLCalls, project.SQLMethods = model.SQLMethods(o.Rows)
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
	inputs, err := read(set, files)
	if err != nil {
		return nil, err
	}
	opts.Languages, opts.Project = resolvers.On(libraries.Platform), project
	opts.KeyFiles = keyFiles
	res, err := graphbuild.Build(context.Background(), inputs, opts)
	if err != nil {
		return nil, err
	}
	b := &Graph{Result: res, have: map[string]bool{}}
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
	b.addNodes()
	b.addReferences("unresolved", res.Unresolved)
	b.addReferences("external", res.External)
	for _, l := range res.Limits {
		line := fmt.Sprintf("limit %s:%d %s", l.Path, l.Line, l.Quantity)
		b.have[line] = true
		if !strings.Contains(Section(archive, "want"), line) {
			b.Problems = append(b.Problems, "not wanted: "+line)
		}
	}
	for _, n := range res.Unread {
		b.have[fmt.Sprintf("note %s:%d %s", n.Path, n.Line, n.What)] = true
	}
	for _, f := range res.Failures {
		b.Problems = append(b.Problems, fmt.Sprintf("%s: %s", f.Path, f.Detail))
	}
	return b, nil
}

// addNodes adds the lines about single nodes.
func (b *Graph) addNodes() {
	g := b.Result.Graph
	for i := range g.Nodes {
		for _, a := range g.Nodes[i].Attributes() {
			b.have["attribute "+g.Nodes[i].Name+" "+a.String()] = true
		}
		if g.Nodes[i].Flags&graph.Replaced == 0 {
			continue
		}
		for _, name := range b.ends(uint32(i)) {
			b.have["replaced "+name] = true
		}
	}
	for _, e := range g.OpenEnds {
		for _, name := range b.ends(e.Node) {
			b.have[fmt.Sprintf("open %s %s %s", name, e.Name, e.Reason)] = true
		}
	}
	for _, e := range g.Entries {
		for _, name := range b.ends(e.Node) {
			b.have["role "+name+" "+e.Role.String()] = true
		}
	}
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
func read(set *parse.Set, sources []parse.Source) ([]graphbuild.Input, error) {
	p := parse.NewParser()
	defer p.Close()
	facts := make([]*parse.Facts, len(sources))
	parsed := func(i int) error {
		f, err := set.For(sources[i]).Facts(p, sources[i])
		if err != nil {
			return fmt.Errorf("%s: %w", sources[i].Path, err)
		}
		facts[i] = f
		return nil
	}
	for i := range sources {
		if err := parsed(i); err != nil {
			return nil, err
		}
	}
	for i, names := range set.Shadowed(facts) {
		sources[i].Shadowed = names
		if err := parsed(i); err != nil {
			return nil, err
		}
	}
	inputs := make([]graphbuild.Input, len(facts))
	for i, f := range facts {
		inputs[i].Facts = f
	}
	return inputs, nil
}

// ends returns the ways to write an end of an edge.
func (b *Graph) ends(i uint32) []string {
	n := &b.Result.Graph.Nodes[i]
	return []string{n.Name, fmt.Sprintf("%s:%d", n.Name, n.NameLine)}
}

// edgeLines returns the lines that expect an edge.
func (b *Graph) edgeLines(e *graph.Edge) []string {
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

func (b *Graph) addReferences(verb string, list []graphbuild.Unresolved) {
	nodes := map[graph.NodeID]uint32{}
	for i := range b.Result.Graph.Nodes {
		nodes[b.Result.Graph.Nodes[i].ID] = uint32(i)
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

// Has reports whether a line holds.
func (b *Graph) Has(line string) bool { return b.have[line] }

// Check lists the lines that are not satisfied, each with its problem, and counts the lines that are
// neither empty nor comments.
func (b *Graph) Check(want []string) (problems []string, checked int) {
	for _, line := range want {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			checked++
			problems = append(problems, b.check(line, want)...)
		}
	}
	return problems, checked
}

// check lists the problems of one line.
func (b *Graph) check(line string, want []string) []string {
	absent, negated := strings.CutPrefix(line, "!")
	if kind, only := strings.CutPrefix(line, "only "); only {
		return b.checkOnly(kind, want)
	}
	if !negated {
		if b.have[line] {
			return nil
		}
		return []string{"missing: " + line}
	}
	var out []string
	for _, l := range b.lines() {
		if rest, ok := strings.CutPrefix(l, absent); ok &&
			(rest == "" || rest[0] == ' ' || strings.HasSuffix(absent, ">")) {
			out = append(out, "must not be there: "+l)
		}
	}
	return out
}

// checkOnly lists the edges of a kind that no line expects.
func (b *Graph) checkOnly(kind string, want []string) []string {
	var out []string
	for _, line := range b.lines() {
		if kind == "attribute" && strings.HasPrefix(line, "attribute ") &&
			!slices.Contains(want, line) {
			out = append(out, "not wanted: "+line)
		}
	}
	for _, e := range b.Result.Graph.Edges {
		isWanted := func(line string) bool { return slices.Contains(want, line) }
		if e.Kind.String() == kind && !slices.ContainsFunc(b.edgeLines(&e), isWanted) {
			out = append(out, fmt.Sprintf("not wanted: edge %s --%s--> %s %s", b.ends(e.From)[0], e.Kind,
				b.ends(e.To)[1], e.Tier))
		}
	}
	return out
}

func (b *Graph) lines() []string { return slices.Sorted(maps.Keys(b.have)) }

// Report returns the facts that were found, without the lines that have line
// numbers.
func (b *Graph) Report() []string {
	var out []string
	for _, e := range b.Result.Graph.Edges {
		from, to := b.ends(e.From), b.ends(e.To)
		out = append(out, fmt.Sprintf("edge %s --%s--> %s %s", from[0], e.Kind, to[1], e.Tier))
	}
	for _, l := range b.lines() {
		if !strings.HasPrefix(l, "edge ") {
			out = append(out, l)
		}
	}
	return out
}
