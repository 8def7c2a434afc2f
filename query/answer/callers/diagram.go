package callers

import "seedgraph/query/render"

// Diagram draws the queried nodes with their listed callers or callees.
func (a *Answer) Diagram() *render.Diagram {
	d := render.NewDrawing("calls")
	for _, h := range a.heads {
		d.Box(h.id, h.name)
	}
	for i := range a.Items {
		it := &a.Items[i]
		d.Box(it.ID, render.BoxLabel(it.Item))
		label := ""
		if it.Use != nil {
			label = it.Use.Type
		}
		if a.callees {
			d.Line(it.Of, it.ID, label)
		} else {
			d.Line(it.ID, it.Of, label)
		}
	}
	return &d.Diagram
}
