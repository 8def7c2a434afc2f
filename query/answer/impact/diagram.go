package impact

import "seedgraph/query/render"

// Diagram draws the listed definitions, with the steps by which each uses the change.
func (a *Answer) Diagram() *render.Diagram {
	d := render.NewDrawing("impact")
	for _, list := range [][]Item{a.Items, a.ByMessage} {
		for i := range list {
			a.draw(d, &list[i])
		}
	}
	return &d.Diagram
}

// draw adds an item and the way from it to the change.
func (a *Answer) draw(d *render.Drawing, it *Item) {
	for at := it; ; {
		d.Box(at.ID, render.BoxLabel(at.Item))
		next := a.items[at.parent]
		if at.Depth == 0 || next == nil {
			return
		}
		d.Box(next.ID, render.BoxLabel(next.Item))
		label := ""
		if at.Via != nil {
			label = at.Via.Type
		}
		if known := d.Line(at.ID, next.ID, label); known {
			return // and so is the rest of the way
		}
		at = next
	}
}
