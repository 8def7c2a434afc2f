package questions

import (
	"fmt"
	"strings"

	"seedgraph/answer/layout"
	"seedgraph/render"
)

// Sheet returns the answer as it is printed: the rows that are listed, under the names of their
// groups if there are several.
func (a *Answer) Sheet() *layout.Sheet {
	s := &layout.Sheet{Head: []string{a.title()}, Left: a.Total - len(a.Items)}
	for i := range a.Items {
		r := &a.Items[i]
		if i == 0 || a.Items[i-1].Group != r.Group {
			s.Groups = append(s.Groups, layout.Group{})
			if len(a.Groups) > 1 {
				s.Groups[len(s.Groups)-1].Name = r.Group
			}
		}
		g := &s.Groups[len(s.Groups)-1]
		g.Rows = append(g.Rows, r.laidOut())
	}
	return s
}

// title is the first line.
func (a *Answer) title() string {
	var counts []string
	for _, g := range a.Groups {
		counts = append(counts, fmt.Sprintf("%s (%d)", g.Name, g.Total))
	}
	return fmt.Sprintf("%s of %s: %s", a.Question, render.OneLine(a.Of), strings.Join(counts, ", "))
}
