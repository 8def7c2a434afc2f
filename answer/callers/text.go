package callers

import (
	"fmt"
	"strconv"
	"strings"

	"seedgraph/answer"
	"seedgraph/answer/layout"
	"seedgraph/graph"
	"seedgraph/render"
)

// A heading is what precedes the items of a node.
type heading struct {
	id    string
	name  string
	total int // items, listed or not
}

// AddSource reads the lines of source of every use, for the text.
func (a *Answer) AddSource(x answer.Sources, nodes []uint32) error {
	byID := map[string]uint32{}
	for i, h := range a.heads {
		byID[h.id] = nodes[i]
	}
	for i := range a.Items {
		it := &a.Items[i]
		user := it.node
		if a.callees {
			user = byID[it.Of]
		}
		for _, line := range it.Use.Lines {
			text, err := answer.SourceLine(x, user, line)
			if err != nil {
				return err
			}
			it.source = append(it.source, fmt.Sprintf("%d: %s", line, text))
		}
	}
	return nil
}

// Sheet returns the answer as it is printed: callers by the member that they name, the node asked
// for before the interface and base members and implementations; callees in one group.
func (a *Answer) Sheet() *layout.Sheet {
	s := &layout.Sheet{Left: a.Total - len(a.Items)}
	what := "callers"
	if a.callees {
		what = "callees"
	}
	for _, h := range a.heads {
		if h.total == 0 {
			continue
		}
		title := fmt.Sprintf("%s of %s (%d)", what, render.OneLine(h.name), h.total)
		groups := a.groups(h)
		if len(a.heads) == 1 {
			s.Head = []string{title}
		} else {
			for i := range groups {
				groups[i].Name = strings.TrimSuffix(title+", "+groups[i].Name, ", ")
			}
		}
		s.Groups = append(s.Groups, groups...)
	}
	return s
}

// groups lists the items of a node by the member that they name.
func (a *Answer) groups(h heading) []layout.Group {
	own := layout.Group{}
	var others []layout.Group
	at := map[string]int{}
	for i := range a.Items {
		it := &a.Items[i]
		switch {
		case it.Of != h.id:
			continue
		case a.callees || it.within || it.Use.To == h.id || it.Use.Named == h.name,
			strings.HasPrefix(it.Use.Named, h.name+"."): // a constructor of the type
			own.Rows = append(own.Rows, it.row(a.callees))
			continue
		}
		j, ok := at[it.Use.Named]
		if !ok {
			j = len(others)
			at[it.Use.Named] = j
			others = append(others, layout.Group{Name: "through " + render.OneLine(it.Use.Named)})
		}
		others[j].Rows = append(others[j].Rows, it.row(false))
	}
	if len(own.Rows) == 0 {
		return others
	}
	if len(others) > 0 {
		own.Name = "directly"
	}
	return append([]layout.Group{own}, others...)
}

// row writes an item: a caller with the lines where it is one, a callee with its own place.
func (it *Item) row(callee bool) layout.Row {
	out := layout.Row{Item: it.Item, Use: it.Use.Type}
	words := []string{it.Handle, it.Kind + " " + render.OneLine(it.Label())}
	if callee {
		out.Use = it.Use.Phrase(it.Use.Dispatched)
		words = append(words, out.Place(), out.Use)
	} else {
		out.Line = it.Use.Line
		words = append(words, out.Place()+moreLines(it.Use.Lines), it.about())
	}
	out.Text = "  " + strings.Join(words, "  ")
	if len(it.source) > 0 {
		out.Under = "      " + strings.Join(it.source, "\n      ")
	}
	return out
}

// shownLines is how many lines of a use the text lists.
const shownLines = 8

// moreLines lists the lines of a use after the first.
func moreLines(lines []uint32) string {
	var b strings.Builder
	for i, l := range lines {
		switch {
		case i == 0:
		case i == shownLines:
			return fmt.Sprintf("%s and %d more", b.String(), len(lines)-i)
		default:
			b.WriteString("," + strconv.Itoa(int(l)))
		}
	}
	return b.String()
}

// about describes the edge of a caller.
func (it *Item) about() string {
	words := []string{it.Use.Type}
	if it.within {
		words[0] += " " + render.OneLine(it.Use.Named)
	}
	if it.Use.Tier != graph.Exact.String() {
		words = append(words, it.Use.Tier)
	}
	words = append(words, it.Use.Ops...)
	if it.Test {
		words = append(words, "test")
	}
	return strings.Join(words, ", ")
}
