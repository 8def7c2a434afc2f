package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/internal/near"
)

// A Problem is one thing that is wrong with a pipeline.
type Problem struct {
	File   string
	Line   int    // from 1; 0 when it is in no line
	Step   string // id of the step; empty outside steps
	Key    string // empty when it concerns no key
	Text   string // the error
	Remedy string // how to fix it
}

// Error says all of it in one line: file:line: step: key: text: remedy.
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

// Problems are the problems of one pipeline, file by file, by line.
type Problems []Problem

// maxShown is how many problems are listed.
const maxShown = 100

// Error lists the problems, one a line.
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

// err returns the problems as an error, sorted; nil when there are none.
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

// meant asks whether the nearest of the names was meant, or lists them.
func meant(s string, names []string) string {
	if n := near.Name(s, names); n != "" {
		return "did you mean " + n + "?"
	}
	return "use one of " + strings.Join(names, ", ")
}
