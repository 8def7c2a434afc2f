// Package build is the build driver: it walks, reads and parses a source tree, resolves its
// references, finds the facts of frameworks, ranks the graph and writes the artifacts.
//
//	options.go   the options of a build, and their defaults
//	config.go    the configuration file; trust.go: the keys that are ignored in a file found in the tree
//	load.go      files -> facts and texts, several files at a time; large.go: files that are not kept whole
//	cached.go    what is kept of a file for the next build; cachefolder.go: where
//	build.go     the phases of a build, in order
//	target.go    where artifacts may be written
//	pacing.go    garbage collection; memory.go: limits of the system
//	notes.go     diagnostics
//	models.go    descriptions of libraries
//
// Package access applies access rules. The driver prints nothing but progress: [Run] returns a
// [Report].
package build

import (
	"cmp"
	"context"
	"io/fs"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/artifacts/graphstore"
	"seedgraph/build/access"
	"seedgraph/build/cache"
	"seedgraph/external/libs"
	frameworks "seedgraph/frameworks/all"
	"seedgraph/frameworks/concept/model"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/embedding"
	"seedgraph/internal/progress"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
	"seedgraph/source/git"
	"seedgraph/source/walk"
	"seedgraph/tokens"
)

// A Host is the program around a build.
type Host struct {
	Progress progress.Progress
	Tool     string // version of the program, for the manifest

	// Hooks of tests; nil otherwise.
	ReadDir func(dir string) ([]fs.DirEntry, error) // replaces os.ReadDir in the walk
	Phase   func(name string)                       // called when a phase begins

	memory *cache.Memory // of a watcher, or nil
}

// phase begins a phase of the build; see progress.Progress.
func (h *Host) phase(name string, files int, bytes int64) {
	h.Progress.Phase(name, files, bytes)
	if h.Phase != nil {
		h.Phase(name)
	}
}

// A Report is the account of a build. If Failed is not empty and the build is strict, nothing was
// written.
type Report struct {
	// Current reports that the artifacts are those that the build would write: nothing was done,
	// and only Files and Failed are set.
	Current    bool
	Index      artifacts.Index
	Files      int            // that a front end has read
	Bytes      int64          // of all files read
	ByLanguage map[string]int // files
	Failed     []artifacts.Diagnostic
	Access     access.Report
	Foreign    []string // paths of SCIP indexes without a document that matches a file of the tree

	// Cache is the error for which the cache that was asked for could not be read or written; nil
	// otherwise. It changes only the time that builds take.
	Cache error
}

// A building is one run of a build.
type building struct {
	Options
	host    *Host
	gc      *pacer
	pace    pace
	counter *tokens.Counter
	walking walk.Options
	models  *Models          // nil without folders of models
	table   *embedding.Table // nil without an embedding
	loader  loader
	cache   *cache.Dir // or nil
	graph   graphbuild.Options
	report  Report
}

// Run builds the artifacts of a tree: it walks, parses, resolves, ranks and writes. Options must
// be complete. If files cannot be indexed it succeeds, unless the build is strict; the report
// lists them.
func Run(ctx context.Context, o Options, host *Host) (*Report, error) {
	b := start(o, host)
	defer b.gc.end()
	defer b.closeCache()
	src, err := b.load(ctx)
	if err != nil {
		return nil, err
	}
	if b.report.Current {
		return &b.report, artifacts.RemoveRemains(o.Out)
	}
	repo, err := repositoryOf(o.Src, src.paths(), b.walking.Select)
	if err != nil {
		return nil, err
	}
	b.report.Files, b.report.Bytes, b.report.ByLanguage = src.files(), src.bytes, src.byLanguage
	b.report.Failed = src.failed()
	if o.Strict && len(b.report.Failed) > 0 {
		return &b.report, nil
	}
	libraries := libs.Open(o.Src, o.Libs)
	defer libraries.Close()
	built, err := b.resolve(ctx, src, libraries)
	if err != nil {
		return nil, err
	}
	b.host.phase("ranking", 0, 0)
	if err := rank(built.Graph, o.Jobs); err != nil {
		return nil, err
	}
	b.report.Index = b.index(repo, src, built, libraries)
	if b.recordsInputs() {
		if b.report.Index.Inputs, err = b.inputs(b.loader.tree, repo, src.hashes); err != nil {
			return nil, err
		}
	}
	return &b.report, b.write(ctx)
}

// Graph builds the graph of a tree as [Run] does, but without ranks, and writes nothing. The report
// lists the files that could not be indexed.
func Graph(ctx context.Context, o Options, host *Host) (*graph.Graph, *Report, error) {
	b := start(o, host)
	defer b.gc.end()
	defer b.closeCache()
	src, err := b.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	b.report.Failed = src.failed()
	libraries := libs.Open(o.Src, o.Libs)
	defer libraries.Close()
	built, err := b.resolve(ctx, src, libraries)
	if err != nil {
		return nil, nil, err
	}
	return built.Graph, &b.report, nil
}

// start begins a build; the caller must end its pacer.
func start(o Options, host *Host) *building {
	return &building{Options: o, host: host, gc: startPacer(paceOf(0, 0).parsing)}
}

// load walks the tree, and reads and parses its files.
func (b *building) load(ctx context.Context) (*sources, error) {
	var err error
	if b.counter, err = tokens.ByName(b.Tokens); err != nil {
		return nil, err
	}
	if b.indexes, err = hashIndexes(b.SCIP); err != nil {
		return nil, err
	}
	if b.walking, err = b.walkOptions(b.host.ReadDir); err != nil {
		return nil, err
	}
	if b.models, err = b.readModels(); err != nil {
		return nil, err
	}
	if b.table, err = b.readEmbeddings(); err != nil {
		return nil, err
	}
	languages := all.Set()
	projects := selectFiles(languages, b.Languages, &b.walking)
	b.host.phase("walking", 0, 0)
	tree, err := walk.Walk(ctx, b.Src, b.walking)
	if err != nil {
		return nil, err
	}
	if b.report.Current, err = b.isCurrent(ctx, tree); err != nil || b.report.Current {
		return nil, err
	}
	size := totalSize(tree)
	b.host.phase("parsing", len(tree.Files), size)
	source := size - sizeOf(tree, languages.NeedsContent)
	b.pace = paceOf(source, largestOf(tree))
	shown := b.gc.parse(b.pace, size, source, b.host.Progress)
	b.graph = graphbuild.Options{
		Jobs: b.Jobs, SQL: languages.Embedded("sql"), Externals: !b.NoExternals,
		Columns: b.Columns, Inline: b.Bodies, Endpoints: !b.NoEndpoints,
		Frameworks: frameworks.Frameworks(b.rows()...),
		Count:      b.counter.Count,
		Bound:      b.pace.giveBack, Released: func() { b.pace.startWriting(b.gc) }}
	b.loader = loader{tree: tree, projects: projects, mask: !b.NoMask, columns: b.Columns, endpoints: !b.NoEndpoints,
		large:     b.pace.large,
		languages: languages, readers: b.graph.Frameworks.Readers(), counter: b.counter, jobs: b.Jobs,
		progress: shown, cache: b.openCache()}
	return b.loader.load(ctx)
}

// resolve builds the graph, and applies history and access rules.
func (b *building) resolve(ctx context.Context, src *sources, libraries *libs.Libraries) (*graphbuild.Result,
	error) {
	b.host.phase("resolving", 0, 0)
	b.gc.set(b.pace.resolving, 0)
	b.graph.Languages, b.graph.Project = resolvers.On(libraries.Platform), src.project
	b.graph.Project.Current = b.Database.isCurrent()
	b.graph.Project.SQLCalls, b.graph.Project.SQLMethods = model.SQLMethods(b.rows())
	b.graph.KeyFiles, b.graph.Hidden = src.keyFiles, b.Access.Hides()
	var err error
	if b.graph.Compilers, err = b.compilers(ctx, src); err != nil {
		return nil, err
	}
	built, err := graphbuild.Build(ctx, src.inputs, b.graph)
	if err != nil {
		return nil, err
	}
	b.graph.Compilers = nil // not of access views: a compiler sees hidden files
	src.release(b.Access != nil)
	b.pace.giveBack()
	if err := b.addHistory(ctx, built.Graph, src); err != nil {
		return nil, err
	}
	if b.Access == nil {
		return built, nil
	}
	files := b.loader.tree.Files
	b.host.phase("looking from outside", len(files), 0)
	b.report.Access, err = b.Access.Apply(ctx, files, built, b.rebuild)
	return built, err
}

// rebuild builds the graph of the visible files; see [access.Rebuild].
func (b *building) rebuild(ctx context.Context, visible func(path string) bool) (*graph.Graph, error) {
	l, opts := b.loader, b.graph
	tree := *l.tree
	tree.Files = slices.DeleteFunc(slices.Clone(tree.Files),
		func(f walk.File) bool { return !visible(f.Path) })
	l.tree, l.shadowed = &tree, nil
	opts.Bound, opts.Released = nil, nil
	src, err := l.load(ctx)
	if err != nil {
		return nil, err
	}
	src.project.Current = opts.Project.Current
	src.project.SQLCalls, src.project.SQLMethods = opts.Project.SQLCalls, opts.Project.SQLMethods
	opts.Project, opts.KeyFiles = src.project, src.keyFiles
	built, err := graphbuild.Build(ctx, src.inputs, opts)
	if err != nil {
		return nil, err
	}
	return built.Graph, nil
}

// write writes the artifacts, and the bundle if one is wanted.
func (b *building) write(ctx context.Context) error {
	b.host.phase("writing", 0, 0)
	err := artifacts.Write(ctx, b.Out, b.report.Index, graphstore.Create,
		artifacts.Options{Compress: b.Compress, Bodies: b.Bodies, Workers: b.Jobs, Ignored: true})
	if err != nil || b.Bundle == "" {
		return err
	}
	b.host.phase("packing", 0, 0)
	return artifacts.WriteBundle(ctx, b.Out, b.Bundle)
}

// rank computes and stores the PageRank of every node.
func rank(g *graph.Graph, jobs int) error {
	ranks, err := artifacts.Rank(g, jobs)
	for i, r := range ranks {
		g.Nodes[i].Rank = r
	}
	return err
}

// repositoryOf describes the commit that is checked out, and whether the files that
// were read match it.
func repositoryOf(root string, paths []string, selects func(string) bool) (git.State, error) {
	repo, err := git.Describe(root)
	if err == nil && repo.Commit != "" {
		repo.Dirty, err = git.Dirty(root, paths, selects)
	}
	return repo, err
}

// index gathers the contents of the artifacts.
func (b *building) index(repo git.State, src *sources, built *graphbuild.Result,
	libraries *libs.Libraries) artifacts.Index {
	source, files := b.source(repo), src.listed(b.Access)
	source.Fingerprint = artifacts.Fingerprint(files)
	return artifacts.Index{
		Graph: built.Graph, Source: source, Files: files, Packages: src.packages,
		Settings: b.settings(libraries), Tokens: b.Tokens,
		Tool: b.host.Tool, Embeddings: b.table,
		Diagnostics: slices.Concat(src.diagnostics, unresolvedNotes(built.Unresolved),
			troubleNotes(built), libraryNotes(libraries)),
		References: referenceCounts(built.References),
	}
}

// source describes the indexed state, without its fingerprint.
func (b *building) source(repo git.State) artifacts.Source {
	return artifacts.Source{Repository: cmp.Or(b.Repository, repo.Name), Branch: repo.Branch, Commit: repo.Commit,
		Tag: repo.Tag, Dirty: repo.Dirty, Snapshot: b.Snapshot}
}

func largestOf(t *walk.Tree) int64 {
	var most int64
	for _, f := range t.Files {
		most = max(most, f.Size)
	}
	return most
}

func totalSize(t *walk.Tree) int64 {
	return sizeOf(t, func(string) bool { return true })
}

// sizeOf returns the total size of the files with selected paths.
func sizeOf(t *walk.Tree, selected func(path string) bool) int64 {
	var sum int64
	for _, f := range t.Files {
		if selected(f.Path) {
			sum += f.Size
		}
	}
	return sum
}
