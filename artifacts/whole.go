package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// Graph reads the whole graph with all texts, as Write takes it, but for what only a build has. It is
// for readers without restrictions, and of artifacts with rules of access it has the edges that may
// be filtered by the access of their ends alone: see Exportable.
//
// Time and memory grow with the artifacts.
func (r *Reader) Graph() (*graph.Graph, error) {
	w, err := r.whole(readTexts)
	if err != nil {
		return nil, err
	}
	return w.g, nil
}

// whole reads the graph; texts is called for each node.
func (r *Reader) whole(texts func(r *Reader, rec *record) error) (*whole, error) {
	shared := r.Exportable()
	w := &whole{r: shared, g: &graph.Graph{Nodes: make([]graph.Node, 0, shared.NumNodes())}, texts: texts}
	for _, step := range []func() error{w.nodes, w.edges, w.history, w.companions} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	var err error
	w.g.Entries, err = shared.entries()
	return w, err
}

// A whole gathers a graph.
type whole struct {
	r     *Reader
	g     *graph.Graph
	ids   []graph.NodeID
	texts func(r *Reader, rec *record) error
}

func (w *whole) nodes() error {
	var err error
	if w.ids, err = w.r.ids(); err != nil {
		return err
	}
	return w.r.records(func(n uint32, rec *record) error {
		if rec.bits&hasParent != 0 {
			rec.node.Parent = w.ids[rec.parent]
		}
		if err := w.texts(w.r, rec); err != nil {
			return err
		}
		if err := w.layout(n, &rec.node); err != nil {
			return err
		}
		w.g.Nodes = append(w.g.Nodes, rec.node)
		return nil
	})
}

// readTexts reads the texts of a node, and its doc comment, which the line of the first has.
func readTexts(r *Reader, rec *record) error {
	for p := range rec.places {
		l, text, err := r.line(rec, p)
		if err != nil {
			return err
		}
		if p == 0 {
			rec.node.Doc = l.Doc
		}
		rec.node.Parts[p].Text = text
	}
	return nil
}

func (w *whole) layout(n uint32, node *graph.Node) error {
	list, err := w.r.layout(n)
	for _, s := range list {
		segment := graph.Segment{Own: s.own, Skip: s.skip, Gap: s.gap}
		if s.hasChild {
			segment.Child = w.ids[s.child]
		}
		node.Layout = append(node.Layout, segment)
	}
	return err
}

// edges reads the edges of all nodes, their further lines and receivers, and the open ends.
func (w *whole) edges() error {
	for n := range w.r.NumNodes() {
		for _, s := range []struct {
			edges, sites byte
			toEdges      *[]graph.Edge
			toSites      *[]graph.Site
		}{
			{sectionOut, sectionSites, &w.g.Edges, &w.g.Sites},
			{sectionOuter, sectionOuterSites, &w.g.ExternalEdges, &w.g.ExternalSites},
		} {
			edges, err := w.r.adjacency(s.edges, n)
			if err != nil {
				return err
			}
			for _, e := range edges {
				set, err := w.r.Receivers(e)
				if err != nil {
					return err
				}
				e.Recv = w.g.Receivers.Add(set)
				*s.toEdges = append(*s.toEdges, e)
			}
			if *s.toSites, err = w.sites(*s.toSites, n, s.edges, s.sites); err != nil {
				return err
			}
		}
		ends, err := w.r.OpenEnds(n)
		if err != nil {
			return err
		}
		w.g.OpenEnds = append(w.g.OpenEnds, ends...)
	}
	return nil
}

// sites appends the further lines of the edges of a node.
func (w *whole) sites(out []graph.Site, n uint32, edges, section byte) ([]graph.Site, error) {
	raw := w.r.rawNumber(n)
	list, err := w.r.sparseList(section, raw)
	if err != nil || len(list) == 0 {
		return out, err
	}
	stored, err := w.r.rawAdjacency(edges, raw)
	if err != nil {
		return out, err
	}
	d := decoder{b: list}
	for i := 0; len(d.b) > 0 && !d.bad; {
		if i += int(d.uint()); i >= len(stored) {
			return out, corruptf("sites of node %d", n)
		}
		e, line := stored[i], stored[i].Line
		to, seen := w.r.seen(e.To)
		for k := d.size(); k > 0 && !d.bad; k-- {
			if line += d.uint32(); seen {
				out = append(out, graph.Site{From: n, To: to, Kind: e.Kind, Line: line})
			}
		}
	}
	if d.bad {
		return out, corruptf("sites of node %d", n)
	}
	return out, nil
}

// history reads the words of commits.
func (w *whole) history() error {
	if n, err := w.r.HistoryFiles(); err != nil || n == 0 {
		return err
	}
	words, err := w.r.history.open()
	if err != nil {
		return err
	}
	var failed error
	err = words.scan("", func(term string, value []byte) bool {
		files, err := w.r.decodeHistory(slices.Clone(value))
		if failed = err; err != nil {
			return false
		}
		w.g.History = append(w.g.History, graph.TermFiles{Term: term, Files: files})
		return true
	})
	if err == nil {
		err = failed
	}
	return err
}

// companions reads which definitions commits change together.
func (w *whole) companions() error {
	if len(w.g.History) == 0 {
		return nil
	}
	for n := range w.r.NumNodes() {
		with, err := w.r.Companions(n)
		if err != nil {
			return err
		}
		if len(with) > 0 {
			w.g.Companions = append(w.g.Companions, graph.Companions{Node: n, With: with})
		}
	}
	return nil
}
