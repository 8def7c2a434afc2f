package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/graphstore"
	"seedgraph/external/libs"
	frameworks "seedgraph/frameworks/all"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/cli"
	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
	"seedgraph/source/git"
	"seedgraph/source/walk"
	"seedgraph/tokens"
)

// buildOptions are the flags of build.
type buildOptions struct {
	src, out   string
	config     string
	found      *found // the configuration found in the tree, without --config; may be nil
	jobs       int
	walk       walk.Options
	encoding   string
	repository string
	snapshot   string
	compress   bool
	bundle     string // or empty

	noExternals bool
	columns     bool
	bodies      bool
	entityBases []string // types whose descendants are entities
	languages   languageRules
	sqlMethods  []string // parts of the names of methods that run their arguments as SQL
	database    *databaseConfig
	strict      bool
	noMask      bool
	libs        string        // libs.Off, libs.Auto or a folder
	history     int           // number of commits to read; 0 for no history
	access      *accessConfig // nil: everything is public
}

const buildLong = `Build parses the source tree SRC (default: the current folder) and writes the artifacts
that query answers from.

Files that git or a .seedgraphignore ignores are excluded, and other work trees of the same
repository (git worktree). Vendored, minified and binary files and the output of builds are
skipped unless a flag includes them; diagnostics.jsonl in the artifacts lists what was
skipped and why. Generated code is indexed, marked as
such, and ranked lower in searches. In SQL scripts larger than 16 MiB,
whatever their size, the rows of INSERT and COPY are counted but not kept; of other code
from 16 to 128 MiB only the definitions are indexed; diagnostics.jsonl lists both. A file
that cannot be read or parsed is skipped too; it never fails the build unless --strict is
given.

Literals that look like credentials (private keys, tokens of known forms, passwords in
connection strings and CREATE LOGIN, what names such as password are given) are masked
with asterisks in everything that is written; diagnostics.jsonl says where and of which
kind, not what.

The same tree gives the same bytes, regardless of the number of jobs, the machine and the
folder. The new artifacts replace the old ones in one step at the very end: a build that
fails or is killed leaves the old ones intact.

LIBRARIES
  Calls on values of types that a library declares need its declarations. With --libs auto
  they are read where the tools of each language install them, with --libs DIR in DIR:
    TypeScript  .d.ts files of the packages in node_modules
    Go          sources of the modules that go.mod requires: a vendor folder, then the
                module cache (GOMODCACHE; with DIR its folder pkg/mod)
    Python      stubs, and sources of packages with a py.typed file, in site-packages: of
                the virtual environment in the tree, then of the active one
    Java        class files of jars in the folders lib and libs, and of those that pom.xml
                requires, in the Maven repository (~/.m2; with DIR its folder .m2/repository)
  Only packages that the tree imports are read, and what their declarations mention. They
  add types and no nodes. The artifacts then depend on what is installed, which the
  manifest lists with versions and hashes; the default is off, so that the same tree gives
  the same bytes everywhere.

HISTORY
  With --history N the newest N commits of git are read, merges excepted: the words of their
  subjects, which search then looks up, which files change together, as edges of kind
  CoChanges, and which definitions do, for searches beside given ones. Commits of more than
  30 files do not count, and old ones less than new ones. The artifacts then depend on the
  commit that is checked out, and on nothing else of git: no settings, hooks, filters, grafts
  or replacements of the repository have an effect, and nothing is fetched. What a shallow,
  partial or damaged clone lacks is a warning and a line of diagnostics.jsonl. Words and
  definitions are not used for readers from whom access rules hide something.

LANGUAGES
  The ending of its name tells the language of a file. Without an ending, the interpreter in the
  first line (#!) does, or a modeline of Vim or Emacs; where no language or several claim a
  name, linguist-language in .gitattributes decides. The key languages of the configuration
  decides about any file:
    languages: {"*.inc": php, "*.h": cpp}

CONFIGURATION
  A YAML file given with --config has a key for every option, such as
    src: ..
    exclude: [samples/, "*.g.cs"]
    max_file_bytes: 2000000
  Flags take precedence over the file, and the file over the defaults. Paths in it are
  relative to its folder.

  Without --config, SRC/` + configFile + ` is read if there is one. A tree may be anybody's, so that
  such a file is not obeyed in everything: history, libs, no_mask, max_file_bytes above the
  default, jobs above the number of processors, and src, out and bundle that lead out of the
  tree are ignored with a warning. --config SRC/` + configFile + ` obeys it all.

` + accessHelp + `

EXIT STATUS
  0 success; 3 success, but some files could not be read, or syntax errors cost definitions
  (1 with --strict), or no file was indexed; 1 failure; 130 interrupted`

const buildExample = `  indexer build                           index this folder into .seedgraph
  indexer build ~/src/shop --out shop.sg  index a tree into another folder
  indexer build --exclude 'samples/' --vendored --jobs 4
  indexer build --bundle shop.zip         index, and pack the files for other programs
  indexer build --libs auto               use the types of installed libraries
  indexer build --history 5000            let search use the newest 5,000 commits
  indexer build --config seedgraph.yaml   read the options from a file, and obey them all`

func newBuildCommand(g *globals) *cobra.Command {
	var o buildOptions
	c := &cobra.Command{
		Use:     "build [SRC]",
		Short:   "Index a source tree",
		Long:    buildLong,
		Example: buildExample,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.src = "."
			if len(args) > 0 {
				o.src = args[0]
			}
			given := func(name string) bool {
				return name == "src" && len(args) > 0 ||
					c.Flags().Changed(name)
			}
			if err := o.complete(given); err != nil {
				return err
			}
			o.found.say(g.streams, g.quiet)
			return withinMemory(c.Context(), memoryLimits(), func(ctx context.Context) error {
				return runBuild(ctx, g, o)
			})
		},
	}
	o.addFlags(c)
	help.Advanced(c, "binary", "bodies", "build-output", "columns", "compress", "entity-base-type",
		"max-file-bytes", "minified", "no-externals", "no-generated", "no-ignore", "repository",
		"snapshot", "sql-method", "tokens")
	return c
}

func (o *buildOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "",
		"folder to write the artifacts to (default SRC/.seedgraph)")
	f.StringVarP(&o.config, "config", "c", "",
		"YAML file with a key for each option, such as max_file_bytes; flags take precedence (default SRC/"+
			configFile+", if there is one)")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0),
		"number of files to read and parse in parallel; never changes the result")
	f.StringArrayVar(&o.walk.Include, "include", nil,
		"index only paths that match this pattern, as in .gitignore (repeatable)")
	f.StringArrayVar(&o.walk.Exclude, "exclude", nil,
		"exclude paths that match this pattern, as in .gitignore (repeatable)")
	f.StringArrayVar(&o.entityBases, "entity-base-type", nil,
		"treat classes that derive from this type as entities: tables named by their attributes or like them are theirs (repeatable)")
	f.StringArrayVar(&o.sqlMethods, "sql-method", nil,
		"in C#, take the first argument of methods whose name contains this for SQL or the name of a procedure (repeatable)")
	f.BoolVar(&o.walk.NoIgnore, "no-ignore", false, "do not read .gitignore and .git/info/exclude")
	f.BoolVar(&o.walk.Vendored, "vendored", false, "index vendored third-party code")
	f.BoolVar(&o.walk.NoGenerated, "no-generated", false, "skip generated code")
	f.BoolVar(&o.noExternals, "no-externals", false,
		"leave out the names that code uses from outside the tree, such as os.Getenv, and their packages")
	f.BoolVar(&o.columns, "columns", false,
		"make nodes of the columns of tables, with edges from what reads and writes them")
	f.BoolVar(&o.bodies, "bodies", false,
		"also write each text of the SQL bundle to a file of its own (docs/bodies), and the SQL in strings to sql_bodies.jsonl")
	f.BoolVar(&o.walk.BuildOutput, "build-output", false,
		"index what builds write: bin and obj of .NET, target of Maven, compiled scripts")
	f.BoolVar(&o.walk.Minified, "minified", false, "index minified files")
	f.BoolVar(&o.walk.Binary, "binary", false, "index files that look binary, as 8-bit text")
	f.Int64Var(&o.walk.MaxFileBytes, "max-file-bytes", 0,
		"skip files larger than this; -1 reads files of any size whole (default 1 MiB for data; for code see above)")
	f.StringVar(&o.encoding, "tokens", tokens.O200k,
		"tokenizer: "+strings.Join(tokens.Names(), ", "))
	f.StringVar(&o.repository, "repository", "",
		"name of the repository (default: from git's remote origin)")
	f.StringVar(&o.snapshot, "snapshot", "",
		"label of the snapshot (default: the tag of the commit, else the branch)")
	f.BoolVar(&o.compress, "compress", false, "compress chunks.json and sql_bodies.jsonl (.zst)")
	f.StringVar(&o.bundle, "bundle", "",
		"also pack the files that LocalAI-RAG and other programs read into this .zip, without --compress")
	f.StringVar(&o.libs, "libs", libs.Off,
		"read the declarations of installed libraries: auto, off, or the folder that has them")
	f.IntVar(&o.history, "history", 0,
		"read this many commits of git, for search and edges of kind CoChanges; 0 for none")
	f.BoolVar(&o.noMask, "no-mask", false,
		"keep literals that look like credentials; otherwise asterisks take their place")
	f.BoolVar(&o.strict, "strict", false,
		"fail, and keep the old artifacts, if a file cannot be read or a definition cannot be parsed")
}

// complete adds the settings of the configuration file and the defaults that
// depend on other options, and validates the result. given reports whether a
// flag is on the command line.
func (o *buildOptions) complete(given func(name string) bool) error {
	c, err := o.readConfig()
	if err != nil {
		return err
	}
	if c != nil {
		c.apply(o, given)
	}
	if o.out == "" {
		if o.out, err = ownFolder(o.src); err != nil {
			return err
		}
	}
	if o.jobs < 1 {
		return hint.With(fmt.Errorf("the number of jobs is %d", o.jobs),
			"give the number of files to process in parallel, at least 1")
	}
	if o.history < 0 {
		return hint.With(fmt.Errorf("--history %d", o.history),
			"give the number of commits to read, or 0 for none")
	}
	if info, err := os.Stat(o.libs); o.libs != libs.Off && o.libs != libs.Auto &&
		(err != nil || !info.IsDir()) {
		return hint.With(fmt.Errorf("--libs: %q is no folder", o.libs),
			"give auto, off, or the folder that has node_modules or pkg/mod")
	}
	if !slices.Contains(tokens.Names(), o.encoding) {
		return hint.With(fmt.Errorf("unknown tokenizer %q", o.encoding),
			"choose one of "+strings.Join(tokens.Names(), ", "))
	}
	return nil
}

// readConfig reads the given configuration or, without one, the one in the tree,
// or nil.
func (o *buildOptions) readConfig() (c *config, err error) {
	if o.config != "" {
		return readConfig(o.config)
	}
	if c, o.found, err = findConfig(o.src); c != nil {
		o.config = o.found.path
	}
	return c, err
}

// runBuild is the whole build: walk, parse, resolve, rank, write.
func runBuild(ctx context.Context, g *globals, o buildOptions) error {
	gc := startPacer(paceOf(0, 0).parsing)
	defer gc.end()
	b := &building{progress: progress.New(&program, g.streams.Err, g.quiet), hook: g.phase}
	defer b.progress.Done()
	began := time.Now()
	counter, err := tokens.ByName(o.encoding)
	if err != nil {
		return err
	}
	walking, err := o.walkOptions(g.readDir)
	if err != nil {
		return err
	}
	languages := all.Set()
	readsOf(languages, o.languages, &walking)

	b.phase("walking", 0, 0)
	tree, err := walk.Walk(ctx, o.src, walking)
	if err != nil {
		return err
	}
	size := totalSize(tree)
	b.phase("parsing", len(tree.Files), size)
	source := size - sizeOf(tree, languages.Picks)
	pace := paceOf(source, largestOf(tree))
	shown := gc.parse(pace, size, source, b.progress)
	opts := graphbuild.Options{
		Jobs: o.jobs, SQL: languages.Embedded("sql"), Externals: !o.noExternals,
		Columns: o.columns, Inline: o.bodies,
		Frameworks: frameworks.Frameworks(o.entityBases...),
		Count:      counter.Count,
		Bound:      pace.giveBack, Released: func() { pace.startWriting(gc) }}
	l := loader{tree: tree, mask: !o.noMask, columns: o.columns, large: pace.large,
		languages: languages, readers: opts.Frameworks.Readers(), counter: counter, jobs: o.jobs, progress: shown}
	src, err := l.load(ctx)
	if err != nil {
		return err
	}
	repo, err := repositoryOf(o.src, src, walking.Select)
	if err != nil {
		return err
	}
	failed := src.failed()
	if o.strict && len(failed) > 0 {
		return strictError(failed)
	}
	b.phase("resolving", 0, 0)
	gc.set(pace.resolving, 0)
	libraries := libs.Open(o.src, o.libs)
	defer libraries.Close()
	opts.Languages, opts.Project = resolvers.On(libraries.Platform), src.project
	opts.Project.Current, opts.Project.SQLMethods = o.database.isCurrent(), o.sqlMethods
	opts.KeyFiles, opts.Hidden = src.keyFiles, o.access.hides()
	built, err := graphbuild.Build(ctx, src.inputs, opts)
	if err != nil {
		return err
	}
	src.release(o.access != nil)
	pace.giveBack()
	if err := o.addHistory(ctx, built.Graph, src); err != nil {
		return err
	}
	idle, err := b.restrict(ctx, o.access, l, opts, built)
	if err != nil {
		return err
	}
	b.phase("ranking", 0, 0)
	if err := rank(built.Graph, o.jobs); err != nil {
		return err
	}
	b.phase("writing", 0, 0)
	index := o.index(repo, src, built, libraries)
	if err := artifacts.Write(ctx, o.out, index, graphstore.Create,
		artifacts.Options{Compress: o.compress, Bodies: o.bodies, Workers: o.jobs,
			Ignored: true}); err != nil {
		return err
	}
	if o.bundle != "" {
		b.phase("packing", 0, 0)
		if err := artifacts.WriteBundle(ctx, o.out, o.bundle); err != nil {
			return err
		}
	}
	b.progress.Done()
	if !g.quiet {
		printSummary(g.streams.Err, o.out, index, src, time.Since(began))
	}
	o.warn(g, index, idle, b.partial)
	if src.files() == 0 {
		return emptyError(o.src, src.diagnostics)
	}
	if len(failed) > 0 {
		printFailures(g.streams.Err, failed)
		err := fmt.Errorf("%w: %s", cli.ErrSkipped, incomplete(failed, src.files()))
		return hint.With(err, "diagnostics.jsonl in "+o.out+" says why")
	}
	return nil
}

// warn warns of parts of the build that may not be as intended: a bundle without a
// name, access rules without matching files.
func (o *buildOptions) warn(g *globals, index artifacts.Index, idle []*accessRule,
	partial bool) {
	if o.bundle != "" && index.Source.Repository == "" {
		program.Message(g.streams.Err,
			"warning: the bundle has no name of a repository: git has no remote origin here, and --repository was not given")
	}
	if partial {
		program.Message(g.streams.Err, "warning: %s: the rules tell more than %d kinds of readers "+
			"apart besides who sees everything: others may miss an edge between files that they see, or "+
			"learn from one what a file that they do not see says", o.config, maxWorlds)
	}
	for _, d := range index.Diagnostics {
		if d.Type == artifacts.History {
			program.Message(g.streams.Err, "warning: history: %s", d.Detail)
		}
	}
	for _, r := range idle {
		program.Message(g.streams.Err,
			"warning: %s: line %d: the access rule of %q matches no indexed file", o.config,
			r.Path.line, r.Path.text)
	}
}

// emptyError returns the error that no file was indexed, with the files that were
// there instead.
func emptyError(src string, diagnostics []artifacts.Diagnostic) error {
	missing := notIndexed{}
	for _, d := range diagnostics {
		missing.add(d)
	}
	err := fmt.Errorf("%w: no file in %s was indexed", cli.ErrSkipped, src)
	if len(missing) == 0 {
		return hint.With(err, "the folder has no files, or rules such as .gitignore exclude them all")
	}
	return hint.With(err, "not indexed: "+describeNotIndexed(missing.rows(), endingsInSummary))
}

// A building is one run of build.
type building struct {
	partial  bool // there are more kinds of readers than access views
	progress progress.Progress
	hook     func(phase string)
}

// phase begins a phase of the build; see progress.Progress.
func (b *building) phase(name string, files int, bytes int64) {
	b.progress.Phase(name, files, bytes)
	if b.hook != nil {
		b.hook(name)
	}
}

// strictError returns the error that files could not be indexed.
func strictError(failed []artifacts.Diagnostic) error {
	text := describeFailure(failed[0])
	if len(failed) > 1 {
		text += fmt.Sprintf(" (and %d more files)", len(failed)-1)
	}
	return hint.With(errors.New(text), "exclude these files, or build without --strict")
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
func repositoryOf(root string, src *sources, selects func(string) bool) (git.State, error) {
	repo, err := git.Describe(root)
	if err == nil && repo.Commit != "" {
		repo.Dirty, err = git.Dirty(root, src.paths(), selects)
	}
	return repo, err
}

// index gathers the contents of the artifacts.
func (o *buildOptions) index(repo git.State, src *sources, built *graphbuild.Result,
	libraries *libs.Libraries) artifacts.Index {
	source := artifacts.Source{Repository: o.repository, Branch: repo.Branch, Commit: repo.Commit,
		Tag: repo.Tag, Dirty: repo.Dirty, Snapshot: o.snapshot}
	if source.Repository == "" {
		source.Repository = repo.Name
	}
	files := src.listed(o.access)
	source.Fingerprint = artifacts.Fingerprint(files)
	return artifacts.Index{
		Graph: built.Graph, Source: source, Files: files,
		Settings: o.settings(libraries), Tokens: o.encoding,
		Tool: cli.Version(version),
		Diagnostics: slices.Concat(src.diagnostics, unresolvedNotes(built.Unresolved),
			troubleNotes(built), libraryNotes(libraries)),
		References: referenceCounts(built.References),
	}
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
