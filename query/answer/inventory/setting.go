package inventory

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// settle sets the locations where a key is set and read.
func (it *Item) settle(x Index, n uint32) error {
	in, err := x.In(n)
	if err != nil {
		return err
	}
	for _, e := range in {
		list := &it.ReadIn
		switch e.Kind {
		case graph.Configures:
			list = &it.SetIn
		case graph.ReadsConfig:
		default:
			continue
		}
		from, err := x.Node(e.From)
		if err != nil {
			return err
		}
		if from.Path == "" { // a key of a section that is bound as a whole
			continue
		}
		*list = append(*list, fmt.Sprintf("%s:%d", from.Path, max(e.Line, 1)))
	}
	for _, list := range []*[]string{&it.SetIn, &it.ReadIn} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return nil
}

// placesShown is the maximum number of locations of a setting shown on a line.
const placesShown = 2

// places formats locations as part of a line, or returns "" if the list is empty.
func places(what string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	more := ""
	if n := len(list) - placesShown; n > 0 {
		more = fmt.Sprintf(" + %d more", n)
	}
	shown := list[:min(placesShown, len(list))]
	return "  " + what + " " + render.OneLine(strings.Join(shown, ", ")) + more
}
