package about

import (
	"fmt"
	"slices"

	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/render"
)

// A Through counts the callers of a node through a member that it implements or
// overrides.
type Through struct {
	ID      string `json:"id"`
	Handle  string `json:"handle"`
	Name    string `json:"name"`
	Callers int    `json:"callers"`

	place string // of the member
}

// through counts the callers of a node through interface and base members, in the order
// of the members' numbers.
func through(x Index, n uint32) ([]Through, error) {
	steps, err := dispatch.NewWalker(x).Users(n, dispatch.Runs)
	if err != nil {
		return nil, err
	}
	callers := map[uint32]map[uint32]bool{}
	var order []uint32
	for _, s := range steps {
		if !s.Dispatched() {
			continue
		}
		if callers[s.To] == nil {
			callers[s.To] = map[uint32]bool{}
			order = append(order, s.To)
		}
		callers[s.To][s.User] = true
	}
	var out []Through
	slices.Sort(order)
	for _, base := range order {
		it, _, err := answer.NewItem(x, answer.Target{Node: base}, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, Through{it.ID, it.Handle, it.Name, len(callers[base]), render.Place(it)})
	}
	return out, nil
}

// throughLines formats the callers through other members.
func (it *Item) throughLines() []string {
	if len(it.Through) == 0 {
		return nil
	}
	more := ""
	if slices.ContainsFunc(it.Groups, func(g Group) bool { return g.Name == "callers" }) {
		more = " more"
	}
	lines := []string{fmt.Sprintf("called_through (%d)", len(it.Through))}
	for _, t := range it.Through {
		lines = append(lines, fmt.Sprintf("  %s  %d%s through %s  %s", t.Handle, t.Callers, more, t.Name, t.place))
	}
	return lines
}
