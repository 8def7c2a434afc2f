package main

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/build"
)

// A notIndexedRow counts the files with one extension that were skipped for one
// reason.
type notIndexedRow struct {
	Reason    string `json:"reason"`
	Extension string `json:"extension"` // lower case, with its dot; empty without one
	Count     int    `json:"count"`
}

// A notIndexed counts the files that are not in the index.
type notIndexed map[notIndexedRow]int

// add adds the counts of a line of diagnostics.jsonl.
func (n notIndexed) add(d artifacts.Diagnostic) {
	switch d.Type {
	case artifacts.SkippedFile:
		ext := strings.ToLower(path.Ext(strings.Trim(d.Path, `"`)))
		n[notIndexedRow{Reason: d.Reason, Extension: ext}]++
	case artifacts.UnknownFiles:
		n[notIndexedRow{Reason: d.Reason, Extension: d.Detail}] += d.Count
	}
}

// rows returns the counts: reasons by their sums, extensions by their counts,
// largest first.
func (n notIndexed) rows() []notIndexedRow {
	sums := map[string]int{}
	out := make([]notIndexedRow, 0, len(n))
	for row, count := range n {
		sums[row.Reason] += count
		row.Count = count
		out = append(out, row)
	}
	slices.SortFunc(out, func(a, b notIndexedRow) int {
		return cmp.Or(cmp.Compare(sums[b.Reason], sums[a.Reason]), cmp.Compare(a.Reason, b.Reason),
			cmp.Compare(b.Count, a.Count), cmp.Compare(a.Extension, b.Extension))
	})
	return out
}

// describeNotIndexed describes the skipped files: those of unknown languages by
// extension, at most limit of them (0: all), all others only by reason.
func describeNotIndexed(rows []notIndexedRow, limit int) string {
	var parts []string
	for len(rows) > 0 {
		n := slices.IndexFunc(rows, func(r notIndexedRow) bool { return r.Reason != rows[0].Reason })
		if n < 0 {
			n = len(rows)
		}
		parts = append(parts, describeReason(rows[:n], limit))
		rows = rows[n:]
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// describeReason describes the files skipped for one reason.
func describeReason(rows []notIndexedRow, limit int) string {
	if rows[0].Reason != build.ReasonUnknownLanguage {
		sum := 0
		for _, r := range rows {
			sum += r.Count
		}
		return fmt.Sprintf("%d %s", sum, strings.ReplaceAll(rows[0].Reason, "-", " "))
	}
	var parts []string
	for i, r := range rows {
		if limit > 0 && i == limit {
			rest := 0
			for _, r := range rows[i:] {
				rest += r.Count
			}
			parts = append(parts, fmt.Sprintf("%d others", rest))
			break
		}
		parts = append(parts, fmt.Sprintf("%d %s", r.Count, cmp.Or(r.Extension, "without extension")))
	}
	return strings.Join(parts, ", ") + " (unknown language)"
}
