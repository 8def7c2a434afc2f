package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/cli"
	"seedgraph/pagerank"
	"seedgraph/parse/all"
	"seedgraph/tokens"
	"seedgraph/walk"
)

// buildOptions are the flags of build.
type buildOptions struct {
	src, out   string
	jobs       int
	walk       walk.Options
	maxFile    int64
	encoding   string
	repository string
	snapshot   string
	compress   bool
	strict     bool
}

const buildLong = `Build parses the source tree SRC (the current folder by default) and writes
the artifacts that query answers from.

What git ignores is left out, and so is what .seedgraphignore files say. Vendored,
generated, minified and binary files are skipped unless a switch asks for them;
diagnostics.jsonl in the artifacts says what was skipped and why. A file that
cannot be read or parsed costs that file alone.

The same tree gives the same bytes, whatever the number of jobs, the machine or
the folder. The new artifacts take the place of the old ones in one step, at the
very end: a build that fails or is killed leaves the old ones whole.

EXIT STATUS
  0 done; 3 done, but some files could not be read or parsed (1 with --strict);
  1 failure; 130 interrupted`

const buildExample = `  indexer build                           index this folder into .seedgraph
  indexer build ~/src/shop --out shop.sg  index a tree into a folder of choice
  indexer build --exclude 'samples/' --vendored --jobs 4`

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
			if err := o.validate(); err != nil {
				return err
			}
			return runBuild(c.Context(), g, o)
		},
	}
	o.addFlags(c)
	return c
}

func (o *buildOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", "folder to write the artifacts to (default SRC/.seedgraph)")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "files to read and parse at the same time; never changes the result")
	f.StringArrayVar(&o.walk.Include, "include", nil, "index only paths that match this pattern, as in .gitignore (repeatable)")
	f.StringArrayVar(&o.walk.Exclude, "exclude", nil, "leave out paths that match this pattern, as in .gitignore (repeatable)")
	f.BoolVar(&o.walk.NoIgnore, "no-ignore", false, "do not read .gitignore and .git/info/exclude")
	f.BoolVar(&o.walk.Vendored, "vendored", false, "index third-party code that was copied into the tree")
	f.BoolVar(&o.walk.Generated, "generated", false, "index files that a program wrote")
	f.BoolVar(&o.walk.Minified, "minified", false, "index minified files")
	f.BoolVar(&o.walk.Binary, "binary", false, "index files that look binary, read as 8-bit text")
	f.Int64Var(&o.walk.MaxFileBytes, "max-file-bytes", walk.DefaultMaxFileBytes, "skip files larger than this; -1 for no limit")
	f.IntVar(&o.walk.MaxLineBytes, "max-line-bytes", walk.DefaultMaxLineBytes, "skip files with a longer line; -1 for no limit")
	f.StringVar(&o.encoding, "tokens", tokens.O200k, "what a token is: "+strings.Join(tokens.Names(), ", "))
	f.StringVar(&o.repository, "repository", "", "name of the repository (default from git's remote origin)")
	f.StringVar(&o.snapshot, "snapshot", "", "label of the snapshot (default the tag of the commit, else the branch)")
	f.BoolVar(&o.compress, "compress", false, "compress chunks.json and sql_bodies.jsonl (.zst)")
	f.BoolVar(&o.strict, "strict", false, "fail, and keep the old artifacts, when a file could not be read or parsed")
}

func (o *buildOptions) validate() error {
	if o.jobs < 1 {
		return cli.WithHint(fmt.Errorf("--jobs is %d", o.jobs), "give the number of files to work on at a time, at least 1")
	}
	if o.out == "" {
		o.out = filepath.Join(o.src, ".seedgraph")
	}
	return nil
}

// runBuild is the whole build: walk, parse, resolve, rank, write.
func runBuild(ctx context.Context, g *globals, o buildOptions) error {
	began := time.Now()
	counter, err := tokens.ByName(o.encoding)
	if err != nil {
		return err
	}
	progress := cli.NewProgress(&program, g.streams.Err, g.quiet)
	defer progress.Done()

	languages := all.Set()
	o.walk.Select = func(p string) bool { return languages.Of(p) != nil || graphbuild.IsProjectFile(p) }
	progress.Phase("walking", 0, 0)
	tree, err := walk.Walk(ctx, o.src, o.walk)
	if err != nil {
		return err
	}
	repo, err := walk.Repository(o.src)
	if err != nil {
		return err
	}
	progress.Phase("parsing", len(tree.Files), totalSize(tree))
	l := loader{tree: tree, languages: languages, counter: counter, jobs: o.jobs, progress: progress}
	src, err := l.load(ctx)
	if err != nil {
		return err
	}
	skipped := src.failed()
	if o.strict && len(skipped) > 0 {
		return cli.WithHint(fmt.Errorf("%s: %s: %s (%d files in all)", skipped[0].Path, skipped[0].Reason, skipped[0].Detail, len(skipped)),
			"exclude what cannot be indexed, or build without --strict")
	}
	progress.Phase("resolving", 0, 0)
	built, err := graphbuild.Build(ctx, src.inputs, graphbuild.Options{Project: src.project, Jobs: o.jobs})
	if err != nil {
		return err
	}
	progress.Phase("ranking", 0, 0)
	if err := rank(built.Graph, o.jobs); err != nil {
		return err
	}
	progress.Phase("writing", 0, 0)
	index := o.index(repo, src, built)
	if err := artifacts.Write(ctx, o.out, index, artifacts.Options{Compress: o.compress, Workers: o.jobs}); err != nil {
		return err
	}
	progress.Done()
	if !g.quiet {
		printSummary(g.streams.Err, o.out, index, src, built, time.Since(began))
	}
	if len(skipped) > 0 {
		return fmt.Errorf("%d files: %w", len(skipped), cli.ErrSkipped)
	}
	return nil
}

// rank computes and stores the PageRank of every node.
func rank(g *graph.Graph, jobs int) error {
	edges := make([]pagerank.Edge, len(g.Edges))
	for i, e := range g.Edges {
		edges[i] = pagerank.Edge{From: e.From, To: e.To, Weight: e.Kind.Weight() * e.Confidence()}
	}
	res, err := pagerank.Compute(pagerank.Graph{Nodes: len(g.Nodes), Edges: edges}, pagerank.Options{Workers: jobs})
	if err != nil {
		return fmt.Errorf("rank nodes: %w", err)
	}
	for i := range g.Nodes {
		g.Nodes[i].Rank = pagerank.Round(res.Ranks[i])
	}
	return nil
}

// index gathers what goes into the artifacts.
func (o *buildOptions) index(repo walk.Repo, src *sources, built *graphbuild.Result) artifacts.Index {
	source := artifacts.Source{Repository: o.repository, Branch: repo.Branch, Commit: repo.Commit, Tag: repo.Tag, Snapshot: o.snapshot, Fingerprint: walk.Fingerprint(src.hashes)}
	if source.Repository == "" {
		source.Repository = repo.Name
	}
	return artifacts.Index{
		Graph: built.Graph, Source: source, Settings: o.settings(), Tokens: o.encoding, Tool: toolVersion(),
		Diagnostics: append(src.diagnostics, unresolvedNotes(built.Unresolved)...), References: referenceCounts(built.References),
	}
}

// settings lists the options that shape the artifacts, as the manifest has them.
func (o *buildOptions) settings() map[string]string {
	s := map[string]string{
		"tokens":         o.encoding,
		"max_file_bytes": strconv.FormatInt(o.walk.MaxFileBytes, 10),
		"max_line_bytes": strconv.Itoa(o.walk.MaxLineBytes),
	}
	for name, on := range map[string]bool{
		"no_ignore": o.walk.NoIgnore, "vendored": o.walk.Vendored, "generated": o.walk.Generated, "minified": o.walk.Minified, "binary": o.walk.Binary,
	} {
		s[name] = strconv.FormatBool(on)
	}
	if len(o.walk.Include) > 0 {
		s["include"] = strings.Join(o.walk.Include, "\n")
	}
	if len(o.walk.Exclude) > 0 {
		s["exclude"] = strings.Join(o.walk.Exclude, "\n")
	}
	return s
}

func totalSize(t *walk.Tree) int64 {
	var sum int64
	for _, f := range t.Files {
		sum += f.Size
	}
	return sum
}
