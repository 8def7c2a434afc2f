package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/internal/near"
)

// A Problem is one error in a pipeline.
type Problem struct {
	File   string
	Line   int    // from 1; 0 if there is no line
	Step   string // id of the step; empty outside steps
	Key    string // empty if it does not concern a key
	Text   string // the error
	Remedy string // how to fix it
}

// Error formats the problem on one line: file:line: step: key: text: remedy.
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	b.WriteString(": ")
	if p.Step != "" {
		fmt.Fprintf(&b, "step %s: ", p.Step)
	}
	if p.Key != "" {
		b.WriteString(p.Key + ": ")
	}
	b.WriteString(p.Text)
	if p.Remedy != "" {
		b.WriteString(": " + p.Remedy)
	}
	return b.String()
}

// Problems are the errors of one pipeline, file by file, by line.
type Problems []Problem

// maxShown is the maximum number of problems listed.
const maxShown = 100

// Error lists the problems, one per line.
func (p Problems) Error() string {
	var lines []string
	for _, x := range p[:min(len(p), maxShown)] {
		lines = append(lines, x.Error())
	}
	if more := len(p) - maxShown; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// err returns the problems as an error, sorted, or nil if p is empty.
func (p Problems) err() error {
	if len(p) == 0 {
		return nil
	}
	order := map[string]int{}
	for _, x := range p {
		if _, ok := order[x.File]; !ok {
			order[x.File] = len(order)
		}
	}
	slices.SortStableFunc(p, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(order[a.File], order[b.File]), cmp.Compare(a.Line, b.Line))
	})
	return p
}

// meant suggests the name nearest to s, or lists the names.
func meant(s string, names []string) string {
	if n := near.Name(s, names); n != "" {
		return "did you mean " + n + "?"
	}
	return "use one of " + strings.Join(names, ", ")
}
