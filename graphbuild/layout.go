package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Segment is a [graph.Segment] whose child has no id yet.
type Segment struct {
	Own, Skip uint32
	Gap       string
	Child     int32 // index of a definition; 0 if the segment has no child
}

// layout describes how the source of definition i is composed of its text, which
// consists of pieces, and the sources of nested definitions. It consumes pieces.
func (w *textWriter) layout(i int, pieces []piece) []Segment {
	if len(w.children[i]) == 0 && i > 0 {
		return nil // its text is its source
	}
	d := &w.f.Definitions[i]
	l := layouter{text: w.f.Text, at: d.Range.Start}
	if i > 0 {
		l.at = w.lineStart(d.Range.Start)
	}
	for _, c := range w.children[i] {
		r := w.f.Definitions[c].Range
		start := w.lineStart(r.Start)
		if start < l.at || r.End > d.Range.End || r.End <= start {
			continue // it shares its source with the previous one
		}
		pieces = l.before(pieces, start)
		l.child(int32(c), start, r.End)
		pieces = l.skip(pieces, r.End)
	}
	l.before(pieces, d.Range.End)
	l.gap(d.Range.End)
	return l.out
}

// A layouter walks over the source of a definition and records where it is stored.
type layouter struct {
	text string // of the file
	at   uint32 // end of the source laid out so far
	out  []Segment
}

// last returns the segment to extend. A segment with a child is complete, except for
// the placeholder bytes counted in Skip.
func (l *layouter) last() *Segment {
	if n := len(l.out); n > 0 && l.out[n-1].Child == 0 && l.out[n-1].Gap == "" {
		return &l.out[n-1]
	}
	l.out = append(l.out, Segment{})
	return &l.out[len(l.out)-1]
}

// before lays out the pieces before end and returns the rest.
func (l *layouter) before(pieces []piece, end uint32) []piece {
	for len(pieces) > 0 && pieces[0].at < end {
		p := &pieces[0]
		source := uint32(len(p.text)) - p.added
		own := min(source, end-p.at)
		if own > 0 {
			l.gap(p.at)
			if s := l.last(); s.Skip == 0 {
				s.Own += own
			} else {
				l.out = append(l.out, Segment{Own: own})
			}
			l.at = p.at + own
		}
		if own < source {
			*p = piece{p.at + own, p.text[own:], p.added}
			return pieces
		}
		l.stand(p.added)
		pieces = pieces[1:]
	}
	return pieces
}

// skip skips the pieces before end, which a child covers, and returns the rest.
func (l *layouter) skip(pieces []piece, end uint32) []piece {
	for len(pieces) > 0 && pieces[0].at < end {
		p := &pieces[0]
		source := uint32(len(p.text)) - p.added
		inside := min(source, end-p.at)
		l.stand(inside)
		if inside < source {
			*p = piece{end, p.text[inside:], p.added}
			return pieces
		}
		l.stand(p.added)
		pieces = pieces[1:]
	}
	return pieces
}

// stand skips bytes of the text that are not in the source.
func (l *layouter) stand(n uint32) {
	if n == 0 {
		return
	}
	if len(l.out) == 0 {
		l.last()
	}
	l.out[len(l.out)-1].Skip += n
}

// gap adds the source up to an offset, which is in no text.
func (l *layouter) gap(to uint32) {
	if to > l.at {
		l.last().Gap = l.text[l.at:to]
		l.at = to
	}
}

// child adds the source of a definition.
func (l *layouter) child(c int32, start, end uint32) {
	l.gap(start)
	if n := len(l.out); n > 0 && l.out[n-1].Child == 0 {
		l.out[n-1].Child = c
	} else {
		l.out = append(l.out, Segment{Child: c})
	}
	l.at = end
}

// layouts sets the layouts of the nodes, once all have ids.
func (c *collector) layouts(ix *resolve.Table, inputs []Input) {
	for fi, f := range ix.Files {
		for i, text := range inputs[fi].Texts {
			if len(text.Layout) == 0 {
				continue
			}
			out := make([]graph.Segment, len(text.Layout))
			for k, s := range text.Layout {
				out[k] = graph.Segment{Own: s.Own, Skip: s.Skip, Gap: s.Gap}
				if s.Child > 0 {
					out[k].Child = c.nodes[nodeOf(f.ID(s.Child))].ID
				}
			}
			c.nodes[nodeOf(f.ID(int32(i)))].Layout = out
		}
	}
}
