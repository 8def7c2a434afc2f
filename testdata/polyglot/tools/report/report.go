// Package report prints what is open.
package report

import "fmt"

// A Report lists lines.
type Report struct {
	lines []string
}

// Add appends a line.
func (r *Report) Add(line string) { r.lines = append(r.lines, line) }

// Print writes all lines.
func (r *Report) Print() {
	for _, l := range r.lines {
		fmt.Println(l)
	}
}

// Shape is what can be drawn.
type Shape[T any] interface {
	Draw(on T) error
}

func New(title string) *Report {
	r := &Report{}
	r.Add(title)
	return r
}
