package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/build"
	"seedgraph/build/access"
	"seedgraph/external/libs"
	"seedgraph/internal/cli"
	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
	"seedgraph/tokens"
)

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

  Without --config, SRC/` + build.ConfigFile + ` is read if there is one. A tree may be anybody's, so that
  such a file is not obeyed in everything: history, libs, no_mask, max_file_bytes above the
  default, jobs above the number of processors, and src, out and bundle that lead out of the
  tree are ignored with a warning. --config SRC/` + build.ConfigFile + ` obeys it all.

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
	var o build.Options
	c := &cobra.Command{
		Use:     "build [SRC]",
		Short:   "Index a source tree",
		Long:    buildLong,
		Example: buildExample,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.Src = "."
			if len(args) > 0 {
				o.Src = args[0]
			}
			given := func(name string) bool {
				return name == "src" && len(args) > 0 ||
					c.Flags().Changed(name)
			}
			if err := o.Complete(given); err != nil {
				return err
			}
			for _, line := range o.Found.Messages(!g.quiet) {
				program.Message(g.streams.Err, "%s", line)
			}
			return build.WithinMemory(c.Context(), build.MemoryLimits(), func(ctx context.Context) error {
				return runBuild(ctx, g, o)
			})
		},
	}
	addBuildFlags(c, &o)
	help.Advanced(c, "binary", "bodies", "build-output", "columns", "compress", "entity-base-type",
		"max-file-bytes", "minified", "no-externals", "no-generated", "no-ignore", "repository",
		"snapshot", "sql-method", "tokens")
	return c
}

func addBuildFlags(c *cobra.Command, o *build.Options) {
	f := c.Flags()
	f.StringVarP(&o.Out, "out", "o", "",
		"folder to write the artifacts to (default SRC/.seedgraph)")
	f.StringVarP(&o.Config, "config", "c", "",
		"YAML file with a key for each option, such as max_file_bytes; flags take precedence (default SRC/"+
			build.ConfigFile+", if there is one)")
	f.IntVarP(&o.Jobs, "jobs", "j", runtime.GOMAXPROCS(0),
		"number of files to read and parse in parallel; never changes the result")
	f.StringArrayVar(&o.Walk.Include, "include", nil,
		"index only paths that match this pattern, as in .gitignore (repeatable)")
	f.StringArrayVar(&o.Walk.Exclude, "exclude", nil,
		"exclude paths that match this pattern, as in .gitignore (repeatable)")
	f.StringArrayVar(&o.EntityBases, "entity-base-type", nil,
		"treat classes that derive from this type as entities: tables named by their attributes or like them are theirs (repeatable)")
	f.StringArrayVar(&o.SQLMethods, "sql-method", nil,
		"in C#, take the first argument of methods whose name contains this for SQL or the name of a procedure (repeatable)")
	f.BoolVar(&o.Walk.NoIgnore, "no-ignore", false, "do not read .gitignore and .git/info/exclude")
	f.BoolVar(&o.Walk.Vendored, "vendored", false, "index vendored third-party code")
	f.BoolVar(&o.Walk.NoGenerated, "no-generated", false, "skip generated code")
	f.BoolVar(&o.NoExternals, "no-externals", false,
		"leave out the names that code uses from outside the tree, such as os.Getenv, and their packages")
	f.BoolVar(&o.Columns, "columns", false,
		"make nodes of the columns of tables, with edges from what reads and writes them")
	f.BoolVar(&o.Bodies, "bodies", false,
		"also write each text of the SQL bundle to a file of its own (docs/bodies), and the SQL in strings to sql_bodies.jsonl")
	f.BoolVar(&o.Walk.BuildOutput, "build-output", false,
		"index what builds write: bin and obj of .NET, target of Maven, compiled scripts")
	f.BoolVar(&o.Walk.Minified, "minified", false, "index minified files")
	f.BoolVar(&o.Walk.Binary, "binary", false, "index files that look binary, as 8-bit text")
	f.Int64Var(&o.Walk.MaxFileBytes, "max-file-bytes", 0,
		"skip files larger than this; -1 reads files of any size whole (default 1 MiB for data; for code see above)")
	f.StringVar(&o.Tokens, "tokens", tokens.O200k,
		"tokenizer: "+strings.Join(tokens.Names(), ", "))
	f.StringVar(&o.Repository, "repository", "",
		"name of the repository (default: from git's remote origin)")
	f.StringVar(&o.Snapshot, "snapshot", "",
		"label of the snapshot (default: the tag of the commit, else the branch)")
	f.BoolVar(&o.Compress, "compress", false, "compress chunks.json and sql_bodies.jsonl (.zst)")
	f.StringVar(&o.Bundle, "bundle", "",
		"also pack the files that LocalAI-RAG and other programs read into this .zip, without --compress")
	f.StringVar(&o.Libs, "libs", libs.Off,
		"read the declarations of installed libraries: auto, off, or the folder that has them")
	f.IntVar(&o.History, "history", 0,
		"read this many commits of git, for search and edges of kind CoChanges; 0 for none")
	f.BoolVar(&o.NoMask, "no-mask", false,
		"keep literals that look like credentials; otherwise asterisks take their place")
	f.BoolVar(&o.Strict, "strict", false,
		"fail, and keep the old artifacts, if a file cannot be read or a definition cannot be parsed")
}

const accessHelp = `ACCESS
  The key access states who may see which path. Its rules assign groups, labels, a level,
  an owner and a source system to everything that is defined in files with a matching
  path; query then answers for a reader (query help access). Patterns are those of .gitignore.
  Later rules override earlier ones, key by key.
    access:
      default: closed         # open (the default): paths without groups are for everybody
      default_allow: [staff]  # with closed: they are for these groups (default: nobody)
      rules:
        - path: src/
          allow: []           # for everybody
        - path: /src/payroll
          allow: [hr, finance]
          labels: [confidential]
          level: 20
          owner: payroll-team
          source_system: erp
  A name outside the tree has no path: it is visible with the definitions that refer to
  it. A reader sees the edges that the files tell which this reader may see: a build
  with rules resolves the files of each kind of reader (up to 8) once more. Bundles and
  exports, which know no readers, lack the edges that depend on other files than those of
  their ends; an ALTER TABLE in a file with other rules keeps its additions to itself there.`

// runBuild builds the artifacts, and prints the report.
func runBuild(ctx context.Context, g *globals, o build.Options) error {
	host := build.Host{Progress: progress.New(&program, g.streams.Err, g.quiet), Tool: cli.Version(version),
		ReadDir: g.readDir, Phase: g.phase}
	defer host.Progress.Done()
	began := time.Now()
	report, err := build.Run(ctx, o, &host)
	if err != nil {
		return err
	}
	if o.Strict && len(report.Failed) > 0 {
		return strictError(report.Failed)
	}
	host.Progress.Done()
	if !g.quiet {
		printSummary(g.streams.Err, o.Out, report, time.Since(began))
	}
	warn(g, o, report)
	if report.Files == 0 {
		return emptyError(o.Src, report.Index.Diagnostics)
	}
	if len(report.Failed) > 0 {
		printFailures(g.streams.Err, report.Failed)
		err := fmt.Errorf("%w: %s", cli.ErrSkipped, incomplete(report.Failed, report.Files))
		return hint.With(err, "diagnostics.jsonl in "+o.Out+" says why")
	}
	return nil
}

// warn warns of parts of the build that may not be as intended: a bundle without a
// name, access rules without matching files.
func warn(g *globals, o build.Options, report *build.Report) {
	if o.Bundle != "" && report.Index.Source.Repository == "" {
		program.Message(g.streams.Err,
			"warning: the bundle has no name of a repository: git has no remote origin here, and --repository was not given")
	}
	if report.Access.Partial {
		program.Message(g.streams.Err, "warning: %s: the rules tell more than %d kinds of readers "+
			"apart besides who sees everything: others may miss an edge between files that they see, or "+
			"learn from one what a file that they do not see says", o.Config, access.MaxViews)
	}
	for _, d := range report.Index.Diagnostics {
		if d.Type == artifacts.History {
			program.Message(g.streams.Err, "warning: history: %s", d.Detail)
		}
	}
	for _, r := range report.Access.Idle {
		program.Message(g.streams.Err,
			"warning: %s: line %d: the access rule of %q matches no indexed file", o.Config,
			r.Line(), r.Pattern())
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

// strictError returns the error that files could not be indexed.
func strictError(failed []artifacts.Diagnostic) error {
	text := describeFailure(failed[0])
	if len(failed) > 1 {
		text += fmt.Sprintf(" (and %d more files)", len(failed)-1)
	}
	return hint.With(errors.New(text), "exclude these files, or build without --strict")
}
