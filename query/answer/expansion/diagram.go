package expansion

import "seedgraph/query/render"

// Diagram draws the listed nodes and the edges between them.
func (a *Answer) Diagram() *render.Diagram {
	d := render.NewDrawing("expansion")
	for i := range a.Items {
		d.Box(a.Items[i].ID, render.BoxLabel(a.Items[i].Item))
	}
	for _, e := range a.Edges {
		d.Line(e.From, e.To, e.Type)
	}
	return &d.Diagram
}
