package compare

import (
	"fmt"

	"seedgraph/internal/markdown"
)

// Markdown returns the report for a merge request: tables by kind, then a list for each
// change. limit bounds the length of each list; 0 means no limit.
func (r *Report) Markdown(limit int) []string {
	lines := []string{fmt.Sprintf("### Code graph: %s → %s", r.Old.name(), r.New.name()), ""}
	if r.Empty() {
		return append(lines, "No differences.")
	}
	for _, rule := range r.Broken {
		lines = append(lines, fmt.Sprintf("- ❌ `%s`: %d, the first is %s", rule, rule.Count,
			markdown.Code(rule.First)))
	}
	if len(r.Broken) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, table("nodes", r.Summary.NodeKinds)...)
	lines = append(lines, table("edges", r.Summary.EdgeKinds)...)
	rows := r.rows()
	for _, c := range Changes {
		var list []string
		for _, w := range rows {
			if w.item.Change == c {
				list = append(list, w.bullet())
			}
		}
		lines = append(lines, section(string(c), list, limit)...)
	}
	var edges []string
	for _, l := range r.between() {
		edges = append(edges, "- "+markdown.Code(l.line()))
	}
	return append(lines, section("edges between nodes of both builds", edges, limit)...)
}

// name returns the display name of a build.
func (b Build) name() string {
	const short = 10
	switch {
	case b.Commit != "":
		return markdown.Code(b.Commit[:min(len(b.Commit), short)])
	case b.Snapshot != "":
		return markdown.Code(b.Snapshot)
	}
	return markdown.Code(b.Fingerprint[:min(len(b.Fingerprint), short)])
}

func table(what string, kinds []Kind) []string {
	if len(kinds) == 0 {
		return nil
	}
	lines := []string{"| " + what + " | removed | added | renamed | moved | changed |",
		"|---|---:|---:|---:|---:|---:|"}
	for _, k := range kinds {
		lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s | %s |", k.Name,
			cell(k.Removed),
			cell(k.Added), cell(k.Renamed), cell(k.Moved), cell(k.Changed)))
	}
	return append(lines, "")
}

func cell(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// section returns a collapsible list.
func section(title string, list []string, limit int) []string {
	if len(list) == 0 {
		return nil
	}
	lines := []string{fmt.Sprintf("<details><summary>%s (%d)</summary>", title, len(list)), ""}
	lines = append(lines, list[:limited(len(list), limit)]...)
	if left := len(list) - limited(len(list), limit); left > 0 {
		lines = append(lines, fmt.Sprintf("- … and %d more", left))
	}
	return append(lines, "", "</details>", "")
}

func (w row) bullet() string {
	it := w.item
	line := fmt.Sprintf("- %s %s", it.Kind, markdown.Code(it.Name))
	if it.Path != "" {
		line += " in " + markdown.Code(fmt.Sprintf("%s:%d", it.Path, it.StartLine))
	}
	if what := w.what(); what != "" {
		line += ": " + markdown.Escape(what)
	}
	return line
}
