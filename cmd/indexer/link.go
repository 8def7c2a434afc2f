package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/graphstore"
	"seedgraph/artifacts/open"
	"seedgraph/build/fleet"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
)

// linkPace is the growth of the heap between two collections, as a percentage of the live heap: almost all of it
// lives until the end, so that collections are few in any case.
const linkPace = 40

// linkOptions are the flags of link.
type linkOptions struct {
	sources  []string // NAME=DIR or DIR
	list     string   // file with more of them; empty: none
	out      string
	name     string
	access   string // file of groups of readers; empty: none
	jobs     int
	compress bool
}

const linkLong = `Link joins the indexes of several repositories into one, without reading their sources. DIR is a folder of
artifacts, or a tree with a folder .seedgraph; NAME names the repository (default: the name in its index).
query answers from the linked index as from any other.

Ids are NAME//ID; NAME/handle, with the handle of the repository's own index, is accepted as well. Paths
begin with NAME/, groups of readers with NAME: unless --access names them. Edges between repositories join references with packages
that manifests require, requests with routes, gRPC clients with services, messages with handlers, tables
and settings. links.jsonl lists them with their evidence. If several targets are possible, all of them get
an edge; an edge by name alone has the tier heuristic.

An index that is missing, corrupt or of another format is reported and left out. If no index has changed,
nothing is written.

EXIT STATUS
  0 success; 3 success, but an index was left out; 1 failure; 130 interrupted`

const linkExample = `  indexer link orders/.seedgraph billing/.seedgraph --out fleet.sg
  indexer link shop=~/src/shop ui=~/src/ui --out fleet.sg
  indexer link --list repositories.txt --out fleet.sg`

func newLinkCommand(g *globals) *cobra.Command {
	var o linkOptions
	c := &cobra.Command{
		Use:               "link [NAME=]DIR… --out DIR",
		Short:             "Join the indexes of several repositories",
		Long:              linkLong,
		Example:           linkExample,
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			o.sources = args
			return runLink(c.Context(), g, o)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.out, "out", "o", "", "folder to write the linked index to")
	f.StringVar(&o.list, "list", "", "file with one [NAME=]DIR per line, relative to its folder")
	f.StringVar(&o.name, "name", "", "name of the linked index (default fleet)")
	f.StringVar(&o.access, "access", "", "file of groups of readers, one `GROUP = NAME:group, …` per line")
	f.IntVarP(&o.jobs, "jobs", "j", runtime.GOMAXPROCS(0),
		"number of indexes to read in parallel; does not change the result")
	f.Lookup("jobs").DefValue = "0" // not in the help: it depends on the machine
	f.BoolVar(&o.compress, "compress", false, "compress chunks.json and sql_bodies.jsonl (.zst)")
	return c
}

// runLink reads, joins and writes.
func runLink(ctx context.Context, g *globals, o linkOptions) error {
	began := time.Now()
	sources, err := o.complete()
	if err != nil {
		return err
	}
	opts := fleet.Options{Name: o.name, Tool: cli.Version(version), Jobs: o.jobs}
	if opts.Groups, err = o.groups(); err != nil {
		return err
	}
	if fleet.Current(o.out, sources, opts, o.compress) {
		if !g.quiet {
			program.Message(g.streams.Err, "%s is up to date", o.out)
		}
		return nil
	}
	shown := progress.New(&program, g.streams.Err, g.quiet)
	defer shown.Done()
	phase := func(name string) {
		if g.phase != nil {
			g.phase(name)
		}
		shown.Phase(name, 0, 0)
	}
	opts.Phase = phase
	defer debug.SetGCPercent(debug.SetGCPercent(linkPace))
	linked, err := fleet.Link(ctx, sources, opts)
	if linked != nil {
		defer linked.Close()
		for _, f := range linked.Faults {
			program.Message(g.streams.Err, "warning: left out: %v", f.Err)
		}
	}
	if errors.Is(err, fleet.ErrGroups) {
		err = fmt.Errorf("--access %s: %w", o.access, err)
	}
	if err != nil {
		return err
	}
	phase("writing")
	err = artifacts.Write(ctx, o.out, linked.Index, graphstore.Create,
		artifacts.Options{Compress: o.compress, Workers: o.jobs, Ignored: true})
	if err != nil {
		return err
	}
	shown.Done()
	if !g.quiet {
		printLinked(g, o.out, linked, time.Since(began))
	}
	for _, name := range linked.Uneven {
		program.Message(g.streams.Err,
			"warning: %s: its files are not all for the same readers: its requests and messages are not joined", name)
	}
	if n := len(linked.Faults); n > 0 {
		return hint.With(fmt.Errorf("%w: %d of %d indexes left out", cli.ErrSkipped, n, len(sources)),
			"build them again, or link without them")
	}
	return nil
}

// complete lists the indexes and checks the options.
func (o *linkOptions) complete() ([]fleet.Source, error) {
	if o.out == "" {
		return nil, hint.With(fmt.Errorf("--out is missing"), "give the folder to write the linked index to")
	}
	if o.jobs < 1 {
		return nil, fmt.Errorf("the number of jobs is %d: it must be at least 1", o.jobs)
	}
	if o.name != "" && !graph.IsRepositoryName(o.name) {
		return nil, fmt.Errorf("--name %q: use letters, digits, '.', '-', '_' and '/'", o.name)
	}
	var sources []fleet.Source
	for _, text := range o.sources {
		sources = append(sources, sourceOf(text, ""))
	}
	listed, err := o.readList()
	if err != nil {
		return nil, err
	}
	sources = append(sources, listed...)
	if len(sources) == 0 {
		return nil, hint.With(fmt.Errorf("no index is given"), "indexer link DIR… --out DIR, or --list FILE")
	}
	for _, s := range sources {
		if sameFolder(s.Dir, o.out) {
			return nil, hint.With(fmt.Errorf("%s is to be linked and written", s.Dir), "name another folder with --out")
		}
	}
	return sources, nil
}

// groups reads the file of --access.
func (o *linkOptions) groups() (*fleet.Groups, error) {
	if o.access == "" {
		return nil, nil
	}
	g, err := fleet.ReadGroups(o.access)
	if err != nil {
		return nil, fmt.Errorf("--access: %w", err)
	}
	return g, nil
}

// readList reads the file of --list.
func (o *linkOptions) readList() ([]fleet.Source, error) {
	if o.list == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(o.list)
	if err != nil {
		return nil, fmt.Errorf("--list: %w", err)
	}
	var sources []fleet.Source
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			sources = append(sources, sourceOf(line, filepath.Dir(o.list)))
		}
	}
	return sources, nil
}

// sourceOf reads NAME=DIR or DIR, which may be the tree that has the index.
func sourceOf(text, folder string) fleet.Source {
	s := fleet.ParseSource(text)
	if folder != "" && !filepath.IsAbs(s.Dir) {
		s.Dir = filepath.Join(folder, s.Dir)
	}
	if dir, err := open.Find(s.Dir); err == nil {
		s.Dir = dir
	}
	return s
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// printLinked writes what was joined, for the person who waits for it.
func printLinked(g *globals, out string, linked *fleet.Result, took time.Duration) {
	w := g.streams.Err
	index := linked.Index
	row := func(label, format string, args ...any) {
		fmt.Fprintf(w, "  %-11s %s\n", label, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(w, "indexer: wrote %s\n", out)
	row("indexes", "%d: %s", len(linked.Members), strings.Join(linked.Members, ", "))
	row("nodes", "%d", len(index.Graph.Nodes))
	row("edges", "%d", len(index.Graph.Edges))
	row("joined", "%d: %s", len(index.Links), tally(index.Links, func(l artifacts.Link) string { return l.By }))
	row("by tier", "%s", tally(index.Links, func(l artifacts.Link) string { return l.Tier }))
	if pinned := pinnedOf(index.Links); pinned > 0 {
		row("pinned", "%d edges to another version than is required", pinned)
	}
	usage := resourceUsage()
	row("cost", "%s, %s CPU, %s peak memory", took.Round(10*time.Millisecond),
		usage.cpu.Round(10*time.Millisecond), megabytes(usage.peak))
}

func pinnedOf(links []artifacts.Link) int {
	return len(slices.DeleteFunc(slices.Clone(links), func(l artifacts.Link) bool { return l.Pinned == "" }))
}
