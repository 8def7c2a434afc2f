package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"seedgraph/internal/hint"
	"seedgraph/internal/markdown"
)

// A Report lists the violations that are not in a baseline.
type Report struct {
	Violations []Violation `json:"violations"`
	Known      int         `json:"known"`     // violations of the baseline that are still there
	Fixed      int         `json:"fixed"`     // entries of the baseline without a violation
	Unmatched  []string    `json:"unmatched"` // selectors of the rules that match no node
}

// baselineFormat identifies baselines.
const baselineFormat = "seedgraph-baseline"

// A Baseline lists violations that are accepted for now. Its entries have no line, so
// that they hold when code moves.
type Baseline struct {
	Format  string  `json:"format"`
	Version int     `json:"version"`
	Entries []Entry `json:"violations"`
}

// An Entry identifies a violation. A cycle, or a table with several writers, is covered
// if all its groups are in the entry: it may shrink.
type Entry struct {
	Rule   string   `json:"rule"`
	From   string   `json:"from,omitempty"`
	To     string   `json:"to,omitempty"`
	Edge   string   `json:"edge,omitempty"`
	Groups []string `json:"groups,omitempty"`
}

// NewBaseline returns the baseline that accepts all of these violations.
func NewBaseline(found []Violation) *Baseline {
	b := &Baseline{Format: baselineFormat, Version: 1, Entries: []Entry{}}
	for _, v := range found {
		b.Entries = append(b.Entries, Entry{v.Rule, v.From, v.To, v.Edge, v.Groups})
	}
	return b
}

// ParseBaseline parses the JSON of a baseline.
func ParseBaseline(file string, raw []byte) (*Baseline, error) {
	var b Baseline
	if err := json.Unmarshal(raw, &b); err != nil || b.Format != baselineFormat || b.Version != 1 {
		return nil, hint.With(fmt.Errorf("%s is not a baseline", file),
			"write one with --write-baseline")
	}
	return &b, nil
}

// covers reports whether an entry accepts a violation.
func (e *Entry) covers(v *Violation) bool {
	return e.Rule == v.Rule && e.From == v.From && e.To == v.To && e.Edge == v.Edge &&
		!slices.ContainsFunc(v.Groups, func(g string) bool { return !slices.Contains(e.Groups, g) })
}

// NewReport reports violations without those that the baseline accepts; nil accepts none.
func NewReport(found []Violation, unmatched []string, b *Baseline) *Report {
	r := &Report{Violations: []Violation{}, Unmatched: unmatched}
	entries := map[[4]string][]int{}
	if b != nil {
		for i, e := range b.Entries {
			key := [4]string{e.Rule, e.From, e.To, e.Edge}
			entries[key] = append(entries[key], i)
		}
	}
	used := map[int]bool{}
	for _, v := range found {
		known := false
		for _, i := range entries[[4]string{v.Rule, v.From, v.To, v.Edge}] {
			if b.Entries[i].covers(&v) {
				known, used[i] = true, true
			}
		}
		if known {
			r.Known++
		} else {
			r.Violations = append(r.Violations, v)
		}
	}
	if b != nil {
		r.Fixed = len(b.Entries) - len(used)
	}
	return r
}

// Summary counts the violations in one line.
func (r *Report) Summary() string {
	s := fmt.Sprintf("%d violations", len(r.Violations))
	if len(r.Violations) == 1 {
		s = "1 violation"
	}
	if r.Known > 0 {
		s += fmt.Sprintf(", %d more in the baseline", r.Known)
	}
	if r.Fixed > 0 {
		s += fmt.Sprintf("; %d entries of the baseline no longer occur", r.Fixed)
	}
	return s
}

// Lines returns the report for a terminal: a line for each violation, at most limit, and
// the counts. 0 means no limit.
func (r *Report) Lines(limit int) []string {
	var lines []string
	for i := range r.Violations[:shown(len(r.Violations), limit)] {
		v := &r.Violations[i]
		lines = append(lines, oneLine(v.place()+v.Rule+": "+v.Message+v.tier()))
	}
	if left := len(r.Violations) - len(lines); left > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", left))
	}
	for _, where := range r.Unmatched {
		lines = append(lines, oneLine("no node matches: "+where))
	}
	return append(lines, r.Summary())
}

// Markdown returns the report for a merge request: a list for each rule.
func (r *Report) Markdown(limit int) []string {
	lines := []string{"### Architecture: " + r.Summary(), ""}
	rule := ""
	for i := range r.Violations[:shown(len(r.Violations), limit)] {
		v := &r.Violations[i]
		if i == 0 || v.Rule != rule {
			rule = v.Rule
			lines = append(lines, "- ❌ "+markdown.Code(rule))
		}
		line := "  - " + markdown.Code(v.Message)
		if place := strings.TrimSuffix(v.place(), ": "); place != "" {
			line += " in " + markdown.Code(place)
		}
		lines = append(lines, line+v.tier())
	}
	if left := len(r.Violations) - shown(len(r.Violations), limit); left > 0 {
		lines = append(lines, fmt.Sprintf("- … and %d more", left))
	}
	for _, where := range r.Unmatched {
		lines = append(lines, "- ⚠️ no node matches: "+markdown.Code(where))
	}
	return lines
}

func shown(n, limit int) int {
	if limit > 0 {
		return min(n, limit)
	}
	return n
}

// place returns the path and line of a violation, as a prefix.
func (v *Violation) place() string {
	if v.Path == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", v.Path, v.Line)
}

func (v *Violation) tier() string {
	if v.Tier == "" {
		return ""
	}
	return " (" + v.Tier + ")"
}

// oneLine replaces control characters: names and paths come from the tree.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, s)
}
