package structure

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/query/render"
	"seedgraph/tokens"
)

// An Answer is the part of a structure that fits a budget: the largest groups, with the
// ties and cycles among them.
type Answer struct {
	Text      string `json:"map_string"`
	Tokens    int    `json:"tokens_used"` // of map_string
	Budget    int    `json:"budget_tokens"`
	Tokenizer string `json:"tokenizer"`
	Total     int    `json:"total"`        // number of groups, listed or not
	TotalTies int    `json:"total_ties"`   // number of ties, listed or not
	Cyclic    int    `json:"total_cycles"` // number of cycles, listed or not
	Structure
}

// tiesOfGroup is the maximum number of ties of one group listed in text.
const tiesOfGroup = 8

// entriesOfGroup is the maximum number of entry points of one group listed in text.
const entriesOfGroup = 3

// A Budget limits an answer.
type Budget struct {
	Counter *tokens.Counter
	Tokens  int
	Groups  int    // maximum number of groups; 0: no limit
	Format  string // render.Mermaid, render.Dot, or empty for text
}

// Fit returns a part of the structure that fits in a budget, nearly the largest: the
// number of tokens is almost monotone in the number of groups, so the number of groups is
// found by binary search.
func (s *Structure) Fit(b Budget) *Answer {
	most := len(s.Groups)
	if b.Groups > 0 {
		most = min(most, b.Groups)
	}
	low, high := 0, most // low fits
	for low < high {
		middle := (low + high + 1) / 2
		if s.first(middle).fits(b) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	part := s.first(low)
	a := &Answer{Budget: b.Tokens, Tokenizer: b.Counter.Name(), Total: len(s.Groups),
		TotalTies: len(s.Ties), Cyclic: len(s.Cycles), Structure: *part}
	if low > 0 {
		a.Text = part.text(b.Format)
		a.Tokens = b.Counter.Count(a.Text)
	}
	return a
}

// Share describes how much of the structure the answer contains. A cycle is left out if
// any of its groups is.
func (a *Answer) Share() string {
	share := fmt.Sprintf("%d of %d %s", len(a.Groups), a.Total, a.By)
	if len(a.Cycles) < a.Cyclic {
		share += fmt.Sprintf(", cycles: %d of %d", len(a.Cycles), a.Cyclic)
	}
	return share
}

// fits reports whether the text of a structure is within a budget.
func (s *Structure) fits(b Budget) bool {
	return len(s.Groups) == 0 || b.Counter.Count(s.text(b.Format)) <= b.Tokens
}

// first returns the structure restricted to n groups: those in cycles first, then the
// largest.
func (s *Structure) first(n int) *Structure {
	out := &Structure{By: s.By, Groups: []Group{}, Ties: []Tie{}, AtRunTime: []Tie{},
		Cycles: []Cycle{}}
	in := map[string]bool{}
	for _, c := range s.Cycles {
		if len(in)+len(c.Groups) <= n {
			for _, name := range c.Groups {
				in[name] = true
			}
		}
	}
	for _, g := range s.Groups {
		if in[g.Name] || len(in) < n {
			in[g.Name] = true
			out.Groups = append(out.Groups, g)
		}
	}
	for i, list := range [][]Tie{s.Ties, s.AtRunTime} {
		to := []*[]Tie{&out.Ties, &out.AtRunTime}[i]
		for _, t := range list {
			if in[t.From] && in[t.To] {
				*to = append(*to, t)
			}
		}
	}
	for _, c := range s.Cycles {
		if !slices.ContainsFunc(c.Groups, func(name string) bool { return !in[name] }) {
			out.Cycles = append(out.Cycles, c)
		}
	}
	return out
}

// text formats a structure as text or as a diagram.
func (s *Structure) text(format string) string {
	lines := s.Lines()
	if format != "" {
		lines = s.diagram().Text(format)
	}
	return strings.Join(lines, "\n") + "\n"
}

// Lines lists the cycles, then the groups with their ties.
func (s *Structure) Lines() []string {
	lines := s.cycleLines()
	for i := range s.Groups {
		g := &s.Groups[i]
		lines = append(lines, render.OneLine(g.Name)+"  "+g.describe())
		lines = append(lines, tieLines(s.Ties, g.Name, "->")...)
		lines = append(lines, tieLines(s.AtRunTime, g.Name, "at run time ->")...)
	}
	return lines
}

// tieLines formats the ties of a group.
func tieLines(ties []Tie, group, arrow string) []string {
	var lines []string
	listed := 0
	for _, t := range ties {
		if t.From != group {
			continue
		}
		if listed++; listed <= tiesOfGroup {
			lines = append(lines, fmt.Sprintf("  %s %s  %g (%s)", arrow, render.OneLine(t.To),
				t.Weight, render.Count(t.Edges, "edge")))
		}
	}
	if more := listed - tiesOfGroup; more > 0 {
		lines = append(lines, fmt.Sprintf("  … and %d more", more))
	}
	return lines
}

// cycleLines formats the cycles, each with the tie to cut first.
func (s *Structure) cycleLines() []string {
	var lines []string
	for _, c := range s.Cycles {
		lines = append(lines, "cycle: "+render.OneLine(strings.Join(c.Groups, ", ")),
			fmt.Sprintf("  lightest: %s -> %s  %g (%s)", render.OneLine(c.Lightest.From),
				render.OneLine(c.Lightest.To), c.Lightest.Weight,
				render.Count(c.Lightest.Edges, "edge")))
	}
	return lines
}

// describe summarizes the contents of a group on one line.
func (g *Group) describe() string {
	var languages []string
	for _, l := range g.Languages {
		languages = append(languages, l.Name)
	}
	text := strings.Join([]string{render.Count(g.Files, "file"), render.Count(g.Lines, "line"),
		render.Count(g.Definitions, "definition")}, ", ")
	if len(languages) > 0 {
		text += ", " + strings.Join(languages, " ")
	}
	if g.Routes > 0 {
		text += fmt.Sprintf(", routes %d", g.Routes)
	}
	if n := len(g.Entries); n > 0 {
		text += ", starts at " + render.OneLine(strings.Join(g.Entries[:min(n, entriesOfGroup)],
			" "))
		if n > entriesOfGroup {
			text += fmt.Sprintf(" and %d more", n-entriesOfGroup)
		}
	}
	return text
}

// diagram draws the groups and all ties among them.
func (s *Structure) diagram() *render.Diagram {
	d := &render.Diagram{Name: "structure"}
	number := map[string]int{}
	for i := range s.Groups {
		g := &s.Groups[i]
		number[g.Name] = i
		d.Boxes = append(d.Boxes, g.Name+"\n"+render.Count(g.Files, "file")+", "+render.Count(g.Lines, "line"))
	}
	for _, t := range s.Ties {
		d.Lines = append(d.Lines, render.DiagramLine{From: number[t.From], To: number[t.To],
			Label: fmt.Sprintf("%g", t.Weight)})
	}
	return d
}
