package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"seedgraph/artifacts"
	"seedgraph/build"
	"seedgraph/graph"
)

// endingsInSummary limits the extensions in a summary; stats lists all.
const endingsInSummary = 8

// printSummary prints the results of a build for the user.
func printSummary(w io.Writer, out string, report *build.Report, took time.Duration) {
	in := report.Index
	g := in.Graph
	row := func(label, format string, args ...any) {
		fmt.Fprintf(w, "  %-11s %s\n", label, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(w, "indexer: wrote %s\n", out)
	row("files", "%d (%s): %s", report.Files, megabytes(report.Bytes), tallyMap(report.ByLanguage))
	row("nodes", "%d: %s", len(g.Nodes), tally(g.Nodes,
		func(n graph.Node) string { return string(n.Kind) }))
	row("edges", "%d: %s", len(g.Edges), tally(g.Edges,
		func(e graph.Edge) string { return e.Kind.String() }))
	row("references", "%s", shares(in.References))
	errors, missing := 0, notIndexed{}
	for _, d := range in.Diagnostics {
		if d.Type == artifacts.ParseErrors {
			errors++
		}
		missing.add(d)
	}
	row("not indexed", "%s", describeNotIndexed(missing.rows(), endingsInSummary))
	row("errors", "%d files with syntax errors", errors)
	usage := resourceUsage()
	row("cost", "%s, %s CPU, %s peak memory", took.Round(10*time.Millisecond),
		usage.cpu.Round(10*time.Millisecond), megabytes(usage.peak))
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// tally counts the items by name, sorted by frequency.
func tally[T any](items []T, name func(T) string) string {
	counts := map[string]int{}
	for _, it := range items {
		counts[name(it)]++
	}
	return tallyMap(counts)
}

func tallyMap(counts map[string]int) string {
	if len(counts) == 0 {
		return "none"
	}
	names := make([]string, 0, len(counts))
	for n := range counts {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]),
			cmp.Compare(a, b))
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, counts[n])
	}
	return strings.Join(names, ", ")
}

// shares describes the outcomes of references, except those to locals.
func shares(refs []artifacts.ReferenceCount) string {
	counts := map[string]int{}
	total := 0
	for _, r := range refs {
		outcome := r.Outcome
		switch outcome {
		case artifacts.OutcomeLocal:
			continue
		case artifacts.OutcomeResolved, artifacts.OutcomeExternal:
		default:
			outcome = "unresolved"
		}
		counts[outcome] += r.Count
		total += r.Count
	}
	if total == 0 {
		return "none"
	}
	var out []string
	for _, o := range []string{artifacts.OutcomeResolved, artifacts.OutcomeExternal, "unresolved"} {
		out = append(out, fmt.Sprintf("%.1f %% %s", 100*float64(counts[o])/float64(total), o))
	}
	return fmt.Sprintf("%d: %s", total, strings.Join(out, ", "))
}
