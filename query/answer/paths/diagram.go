package paths

import "seedgraph/query/render"

// Diagram draws the paths: each node once, each edge once.
func (a *Answer) Diagram() *render.Diagram {
	number := map[string]int{}
	d := &render.Diagram{Name: "paths"}
	for i := range a.Items {
		it := &a.Items[i]
		number[it.ID] = i
		d.Boxes = append(d.Boxes, render.BoxLabel(it.Item))
	}
	for _, p := range a.Paths {
		for _, e := range p.Edges {
			d.Lines = append(d.Lines, render.DiagramLine{From: number[e.From], To: number[e.To],
				Label: e.Type})
		}
	}
	return d
}
