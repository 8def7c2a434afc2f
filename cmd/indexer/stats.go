package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/cli"
)

// statsOptions are the flags of stats.
type statsOptions struct {
	dir   string
	json  bool
	limit int
}

const statsLong = `Stats counts the contents of artifacts: files, parts of the tree that were not indexed and why, nodes by
kind and language, edges by kind and resolution, and tokens. It also lists the most central nodes.

The share of unresolved references excludes external symbols and locals.`

func newStatsCommand(g *globals) *cobra.Command {
	var o statsOptions
	c := &cobra.Command{
		Use:               "stats [DIR]",
		Short:             "Count the contents of artifacts",
		Long:              statsLong,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			if o.dir, err = artifactsDir(args); err != nil {
				return err
			}
			return runStats(c.Context(), o, g.streams)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	c.Flags().IntVar(&o.limit, "limit", 10, "number of central nodes to list")
	return c
}

// A tallyRow has the count for one name.
type tallyRow struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// A referenceRow has the outcomes of the references of one language.
type referenceRow struct {
	Language   string  `json:"language"`
	Resolved   int     `json:"resolved"`
	External   int     `json:"external"`
	Local      int     `json:"local"`
	Unresolved int     `json:"unresolved"`
	Share      float64 `json:"unresolved_share"` // unresolved references as a fraction of resolved and unresolved ones
}

// A centralRow is a node with one of the highest ranks.
type centralRow struct {
	ID        graph.NodeID `json:"id"`
	Kind      string       `json:"kind"`
	Name      string       `json:"name"`
	Path      string       `json:"path"`
	StartLine uint32       `json:"start_line"`
	EndLine   uint32       `json:"end_line"`
	PageRank  float64      `json:"pagerank"`
}

// A statsReport is the output of stats --json. Tallies are sorted by frequency.
type statsReport struct {
	Version  int               `json:"format_version"`
	Tool     string            `json:"tool_version"`
	Source   artifacts.Source  `json:"source"`
	Settings map[string]string `json:"options"`
	Encoding string            `json:"tokens"`
	Counts   artifacts.Counts  `json:"counts"`
	Bytes    int64             `json:"bytes"` // of all files
	// by reason and extension, the largest counts first
	NotIndexed []notIndexedRow `json:"not_indexed"`
	Kinds      []tallyRow      `json:"nodes_by_kind"`
	Languages  []tallyRow      `json:"nodes_by_language"`
	Domains    []tallyRow      `json:"nodes_by_data_type"`
	EdgeKinds  []tallyRow      `json:"edges_by_kind"`
	Tiers      []tallyRow      `json:"edges_by_tier"`
	Outer      []tallyRow      `json:"edges_out_of_the_tree_by_kind"`
	References []referenceRow  `json:"references"` // by language
	// by language, kind, outcome, tier
	ByReference []artifacts.ReferenceCount `json:"references_by_outcome"`
	Central     []centralRow               `json:"central"` // highest rank first
}

func runStats(ctx context.Context, o statsOptions, s cli.Streams) error {
	r, err := artifacts.Open(o.dir)
	if err != nil {
		return err
	}
	defer r.Close()
	report, err := collectStats(ctx, r, o.limit)
	if err != nil {
		return err
	}
	if o.json {
		return printJSON(s.Out, report)
	}
	return printStats(s.Out, report)
}

func collectStats(ctx context.Context, r *artifacts.Reader, limit int) (*statsReport, error) {
	m := r.Manifest()
	report := &statsReport{
		Version: m.Version, Tool: m.Tool, Source: m.Source, Settings: m.Settings,
		Encoding: m.Tokens,
		Counts:   m.Counts, References: referenceRows(m.References), ByReference: m.References,
	}
	report.Counts.Nodes = int(r.NumNodes())
	for _, f := range m.Files {
		report.Bytes += f.Size
	}
	missing := notIndexed{}
	err := r.Diagnostics(func(d artifacts.Diagnostic) error {
		missing.add(d)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	report.NotIndexed = missing.rows()
	kinds, languages, domains := map[string]int{}, map[string]int{}, map[string]int{}
	central := []centralRow{}
	err = r.Nodes(func(_ uint32, n *graph.Node) error {
		kinds[string(n.Kind)]++
		domains[string(n.Domain())]++
		if n.Language != "" {
			languages[n.Language]++
		}
		central = keepCentral(central, n, limit)
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	edges, tiers := map[string]int{}, map[string]int{}
	err = r.Edges(func(e graph.Edge) error {
		edges[e.Kind.String()]++
		tiers[e.Tier.String()]++
		return ctx.Err()
	})
	if err == nil {
		report.Outer, err = countOuter(ctx, r)
	}
	report.Kinds, report.Languages, report.Domains = rows(kinds), rows(languages), rows(domains)
	report.EdgeKinds, report.Tiers, report.Central = rows(edges), rows(tiers), central
	return report, err
}

// countOuter counts the edges to external symbols by kind.
func countOuter(ctx context.Context, r *artifacts.Reader) ([]tallyRow, error) {
	kinds := map[string]int{}
	for n := range r.NumNodes() {
		edges, err := r.ExternalEdges(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			kinds[e.Kind.String()]++
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return rows(kinds), nil
}

// keepCentral adds n to the list of the highest ranks, if it belongs there. Of
// equal ranks the one with the lower id, visited earlier, comes first.
func keepCentral(list []centralRow, n *graph.Node, limit int) []centralRow {
	i := slices.IndexFunc(list, func(c centralRow) bool { return c.PageRank < n.Rank })
	if i < 0 {
		i = len(list)
	}
	if i >= limit {
		return list
	}
	list = slices.Insert(list, i, centralRow{n.ID, string(n.Kind), n.Name, n.Path, n.Span.StartLine,
		n.Span.EndLine, n.Rank})
	return list[:min(len(list), limit)]
}

// rows converts counts to rows, sorted by frequency, then by name.
func rows(counts map[string]int) []tallyRow {
	out := make([]tallyRow, 0, len(counts))
	for name, n := range counts {
		out = append(out, tallyRow{name, n})
	}
	slices.SortFunc(out, func(a, b tallyRow) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// referenceRows sums the counts of each language, which must be adjacent.
func referenceRows(counts []artifacts.ReferenceCount) []referenceRow {
	out := []referenceRow{}
	for _, c := range counts {
		if len(out) == 0 || out[len(out)-1].Language != c.Language {
			out = append(out, referenceRow{Language: c.Language})
		}
		row := &out[len(out)-1]
		switch c.Outcome {
		case artifacts.OutcomeResolved:
			row.Resolved += c.Count
		case artifacts.OutcomeExternal:
			row.External += c.Count
		case artifacts.OutcomeLocal:
			row.Local += c.Count
		default:
			row.Unresolved += c.Count
		}
		if both := row.Resolved + row.Unresolved; both > 0 {
			row.Share = float64(row.Unresolved) / float64(both)
		}
	}
	return out
}

func printStats(w io.Writer, s *statsReport) error {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", label, fmt.Sprintf(format, args...))
	}
	line("source", "%s", describeSource(s.Source))
	line("files", "%d, %d skipped, %d with syntax errors", s.Counts.Files, s.Counts.SkippedFiles,
		s.Counts.BrokenFiles)
	line("not indexed", "%s", describeNotIndexed(s.NotIndexed, 0))
	line("nodes", "%d: %s", s.Counts.Nodes, joinRows(s.Kinds))
	line("languages", "%s", joinRows(s.Languages))
	line("data types", "%s", joinRows(s.Domains))
	line("edges", "%d: %s", s.Counts.Edges, joinRows(s.EdgeKinds))
	line("resolved as", "%s", joinRows(s.Tiers))
	if len(s.Outer) > 0 {
		line("outer edges", "%s", joinRows(s.Outer))
	}
	for _, r := range s.References {
		line("references", "%s: %d resolved, %d unresolved (%.1f %%), %d external", r.Language,
			r.Resolved, r.Unresolved, 100*r.Share, r.External)
	}
	line("chunks", "%d, and %d rows of SQL", s.Counts.Chunks, s.Counts.Bodies)
	line("tokens", "%d (%s)", s.Counts.Tokens, s.Encoding)
	line("terms", "%d", s.Counts.Terms)
	line("size", "%s", megabytes(s.Bytes))
	for i, c := range s.Central {
		label := ""
		if i == 0 {
			label = "central"
		}
		line(label, "%.5f %s %s%s", c.PageRank, c.Kind, c.Name, placeOf(c))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func describeSource(s artifacts.Source) string {
	out := s.Repository
	for _, part := range []string{s.Snapshot, s.Commit} {
		if part != "" {
			out += " " + part
		}
	}
	return out
}

func joinRows(rows []tallyRow) string {
	if len(rows) == 0 {
		return "none"
	}
	parts := make([]string, len(rows))
	for i, r := range rows {
		parts[i] = fmt.Sprintf("%s %d", r.Name, r.Count)
	}
	return strings.Join(parts, ", ")
}

func placeOf(c centralRow) string {
	if c.Path == "" {
		return ""
	}
	return fmt.Sprintf("  %s:%d", c.Path, c.StartLine)
}
