package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/build"
	"seedgraph/build/access"
	"seedgraph/internal/cli"
	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
)

const buildLong = `Build parses the source tree SRC (default: the current folder) and writes the artifacts that query
reads.

Files ignored by git or .seedgraphignore and other work trees of the repository are excluded. Vendored,
minified and binary files and build output are skipped; generated code is indexed and ranked lower. In
SQL scripts above 16 MiB, rows of INSERT and COPY are counted but not kept; in other code from 16 to
128 MiB only definitions are indexed. diagnostics.jsonl lists everything skipped, with the reason.

Literals that look like credentials (private keys, known tokens, passwords in connection strings and
CREATE LOGIN, values of names such as password) are masked with asterisks.

Builds are deterministic: the artifacts do not depend on the number of jobs, the machine or the folder.
They replace the previous ones in one step at the end; a failed build leaves these intact. If the tree,
the options and the program are those of the previous artifacts, the build reports that they are up to
date, and ends.

What is read from a file alone is kept for the next build, with credentials masked, in a folder of the
user, or of --cache, which CI jobs can share. The artifacts do not depend on it: it may be deleted or
damaged, and is bounded to a few times what one build uses. Whoever can write to it decides what is
indexed. --no-cache does without.

LIBRARIES
  --libs reads declarations of imported libraries, to resolve calls on their types: auto from the
  default locations, otherwise from the given folder.
    TypeScript  .d.ts files of packages in node_modules
    Go          modules required by go.mod, in vendor and the module cache (pkg/mod)
    Python      stubs and packages with py.typed in site-packages, of the virtual environment in the
                tree, then of the active one
    Java        jars in lib and libs, and those required by pom.xml in ~/.m2 (.m2/repository)
  They add types but no nodes. The manifest lists the installed versions with hashes.

COMPILERS
  --scip FILE reads a SCIP index of the tree, as scip-typescript, scip-python and scip-java write it. Edges
  that it confirms get the tier compiler; those that it denies are lowered to heuristic and listed in
  diagnostics.jsonl; calls and references that only it has are added. Documents that do not match their
  file, because it changed, are ignored and listed. Readers with restricted access get no edges from it.

HISTORY
  --history N reads the newest N commits except merges: words of subjects (for search), CoChanges edges
  between files, and definitions that change together (for searches with given nodes). Commits of more
  than 30 files are ignored; older commits weigh less. Settings, hooks, filters, grafts and replacements
  of the repository have no effect. Gaps of a shallow, partial or damaged clone are a warning. Readers
  with restricted access get no words and definitions from the history.

LANGUAGES
  The language of a file follows from its extension, otherwise from the #! line or an editor modeline,
  otherwise, or if ambiguous, from linguist-language in .gitattributes. A configuration overrides it:
    languages: {"*.inc": php, "*.h": cpp}

CONFIGURATION
  A YAML file given with --config has a key for each option; paths in it are relative to its folder:
    src: ..
    exclude: [samples/, "*.g.cs"]
    max_file_bytes: 2000000
  Without --config, SRC/` + build.ConfigFile + ` is read if it exists. Because a tree may be untrusted, cache,
  history, libs, no_mask, max_file_bytes above the default, jobs above the number of processors, and src,
  out, scip, models and bundle outside the tree are then ignored with a warning. The key access assigns access
  rules to paths:
  indexer help access.

EXIT STATUS
  0 success; 3 success, but files could not be read, definitions were lost to syntax errors (1 with
  --strict), or no file was indexed; 1 failure; 130 interrupted`

const buildExample = `  indexer build                           index this folder into .seedgraph
  indexer build ~/src/shop --out shop.sg  index a tree into another folder
  indexer build --exclude 'samples/' --vendored --jobs 4
  indexer build --libs auto --history 5000
  indexer build --config seedgraph.yaml   read all options from a file`

func newBuildCommand(g *globals) *cobra.Command {
	var o build.Options
	c := &cobra.Command{
		Use:     "build [SRC]",
		Short:   "Index a source tree",
		Long:    buildLong,
		Example: buildExample,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := completeOptions(c, g, &o, args); err != nil {
				return err
			}
			return build.WithinMemory(c.Context(), build.MemoryLimits(), func(ctx context.Context) error {
				return runBuild(ctx, g, o)
			})
		},
	}
	rare := addBuildFlags(c, &o)
	help.Advanced(c, rare...)
	return c
}

// addBuildFlags adds the flags of all options, and returns the names of those that only the full
// help lists.
func addBuildFlags(c *cobra.Command, o *build.Options) (rare []string) {
	f := c.Flags()
	for _, row := range build.Table {
		if row.Flag == "" || row.Flag == "src" {
			continue
		}
		switch v := row.Value(o).(type) {
		case *bool:
			f.BoolVarP(v, row.Flag, row.Short, false, row.Usage)
		case *int:
			*v, _ = row.Default.(int)
			f.IntVarP(v, row.Flag, row.Short, *v, row.Usage)
		case *int64:
			f.Int64VarP(v, row.Flag, row.Short, 0, row.Usage)
		case *string:
			*v, _ = row.Default.(string)
			f.StringVarP(v, row.Flag, row.Short, *v, row.Usage)
		case *[]string:
			f.StringArrayVarP(v, row.Flag, row.Short, nil, row.Usage)
		}
		if row.Rare {
			rare = append(rare, row.Flag)
		}
	}
	f.Lookup("jobs").DefValue = "0" // not in the help: it depends on the machine
	return rare
}

const accessHelp = `Access rules, in the key access of the configuration of build, assign groups, labels, a level, an owner
and a source system to the definitions in matching files. Patterns are those of .gitignore; later rules
override earlier ones, key by key. docs/access.md has examples.

  access:
    default: closed         # open (the default): paths without groups are public
    default_allow: [staff]  # with closed: groups of these paths (default: nobody)
    rules:
      - path: src/
        allow: []           # public
      - path: /src/payroll
        allow: [hr, finance]
        labels: [confidential]
        level: 20
        owner: payroll-team
        source_system: erp

External symbols are visible with the definitions that refer to them. Readers see only edges that
follow from files they may read: a build resolves the files visible to each kind of reader (up to 8)
separately. Bundles and exports have no notion of readers: they omit edges that depend on any file
other than those of their ends, and additions made by an ALTER TABLE under different rules.`

// runBuild builds the artifacts, and prints the report.
func runBuild(ctx context.Context, g *globals, o build.Options) error {
	host := build.Host{Progress: progress.New(&program, g.streams.Err, g.quiet), Tool: g.tool(),
		ReadDir: g.readDir, Phase: g.phase}
	defer host.Progress.Done()
	began := time.Now()
	report, err := build.Run(ctx, o, &host)
	if err != nil {
		return err
	}
	if report.Cache != nil {
		program.Message(g.streams.Err, "warning: %s: files are read afresh: %s", o.Cache, report.Cache)
	}
	host.Progress.Done()
	if o.Strict && len(report.Failed) > 0 {
		return strictError(report.Failed)
	}
	if report.Current {
		if !g.quiet {
			program.Message(g.streams.Err, "%s is up to date (%d files)", o.Out, report.Files)
		}
		return failedError(g, o, report)
	}
	if !g.quiet {
		printSummary(g.streams.Err, o.Out, report, time.Since(began))
	}
	warn(g, o, report)
	if report.Files == 0 {
		return emptyError(o.Src, report.Index.Diagnostics)
	}
	return failedError(g, o, report)
}

// failedError prints the files that were not indexed, or only in part, and returns the error that
// the index is not complete; nil if it is.
func failedError(g *globals, o build.Options, report *build.Report) error {
	if len(report.Failed) == 0 {
		return nil
	}
	printFailures(g.streams.Err, report.Failed)
	err := fmt.Errorf("%w: %s", cli.ErrSkipped, incomplete(report.Failed, report.Files))
	return hint.With(err, "diagnostics.jsonl in "+o.Out+" lists the reasons")
}

// warn warns of parts of the build that may not be as intended: a bundle without a
// name, access rules without matching files, SCIP indexes of other trees.
func warn(g *globals, o build.Options, report *build.Report) {
	if o.Bundle != "" && report.Index.Source.Repository == "" {
		program.Message(g.streams.Err,
			"warning: the bundle has no repository name: git has no remote origin, and --repository was not given")
	}
	if report.Access.Partial {
		program.Message(g.streams.Err, "warning: %s: the rules distinguish more than %d kinds of readers, "+
			"not counting those with full access: further ones may miss an edge between visible files, or "+
			"see an edge that follows from a hidden file", o.Config, access.MaxViews)
	}
	for _, d := range report.Index.Diagnostics {
		if d.Type == artifacts.History {
			program.Message(g.streams.Err, "warning: history: %s", d.Detail)
		}
	}
	for _, path := range report.Foreign {
		program.Message(g.streams.Err, "warning: --scip %s: no document of the index matches a file of %s: "+
			"it was written for another tree, or before all of its files changed", path, o.Src)
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
		return hint.With(err, "the folder is empty, or rules such as .gitignore exclude all files")
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
