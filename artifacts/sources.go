package artifacts

import (
	"fmt"
	"strings"
)

// This file stores how the sources of nodes are composed; see FORMAT.md, section
// "Layouts".

// maxNesting bounds the nesting of nodes: more indicates a cycle.
const maxNesting = 10_000

// writeLayouts stores the layout of every node.
func (b *build) writeLayouts(put putFunc) error {
	var missing error
	err := b.writeBlocks(sectionLayouts, put, func(v []byte, i uint32) []byte {
		n := &b.g.Nodes[i]
		for _, s := range n.Layout {
			child := uint32(0)
			if s.Child != "" {
				c, ok := b.lookup(s.Child)
				if !ok {
					missing = fmt.Errorf("check graph: the layout of %s contains %s, which is not a node",
						n.ID, s.Child)
				}
				child = c + 1
			}
			v = appendUint(v, uint64(s.Own))
			v = appendUint(v, uint64(s.Skip))
			v = appendString(v, s.Gap)
			v = appendUint(v, uint64(child))
		}
		return v
	})
	if missing != nil {
		return missing
	}
	return err
}

// A segment is a [graph.Segment] whose child is given by number.
type segment struct {
	own, skip uint32
	gap       string
	child     uint32
	hasChild  bool
}

// layout decodes the layout of node n. A hidden child is left out: only its placeholder
// in the text remains.
func (r *Reader) layout(n uint32) ([]segment, error) {
	if err := r.check(n); err != nil {
		return nil, err
	}
	list, err := r.rawList(sectionLayouts, r.rawNumber(n))
	if err != nil {
		return nil, err
	}
	var out []segment
	for d := (decoder{b: list}); len(d.b) > 0; {
		s := segment{own: d.uint32(), skip: d.uint32(), gap: d.string()}
		child := d.uint32()
		if d.bad || uint64(child) > r.head.nodes {
			return nil, corruptf("layout of node %d", n)
		}
		if child > 0 {
			if s.child, s.hasChild = r.seen(child - 1); !s.hasChild {
				s = segment{own: s.own + s.skip}
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// Source returns the complete source of node n as in its file: of a type with its
// members, of a file as a whole. The error is marked ErrVersion for artifacts with
// features below 6.
func (r *Reader) Source(n uint32) (string, error) {
	var b strings.Builder
	err := r.source(&b, n, 0)
	return b.String(), err
}

func (r *Reader) source(b *strings.Builder, n uint32, depth int) error {
	return r.segments(n, func(own string, s segment) error {
		b.WriteString(own)
		b.WriteString(s.gap)
		if !s.hasChild {
			return nil
		}
		if depth == maxNesting {
			return corruptf("layout of node %d: it contains itself", n)
		}
		return r.source(b, s.child, depth+1)
	})
}

// Own returns the source of node n that is not in nested nodes: for a type, the parts
// outside its members. Blank pieces are left out.
func (r *Reader) Own(n uint32) ([]string, error) {
	var out []string
	err := r.segments(n, func(own string, _ segment) error {
		if own = strings.TrimSpace(own); own != "" {
			out = append(out, own)
		}
		return nil
	})
	return out, err
}

// A Piece is a run of the source of a node that is not in nested nodes.
type Piece struct {
	Text string
	Line uint32 // line of the file where it begins
}

// Pieces returns the source of node n that is not in nested nodes, with its lines. For
// artifacts without layouts it returns the stored text.
func (r *Reader) Pieces(n uint32) ([]Piece, error) {
	rec, err := r.record(n)
	if err != nil {
		return nil, err
	}
	var out []Piece
	line := rec.node.Span.StartLine
	err = r.segments(n, func(own string, s segment) error {
		if own != "" {
			out = append(out, Piece{own, line})
		}
		line += uint32(strings.Count(own, "\n") + strings.Count(s.gap, "\n"))
		if !s.hasChild {
			return nil
		}
		child, err := r.record(s.child)
		if err == nil {
			line += child.node.Span.EndLine - child.node.Span.StartLine
		}
		return err
	})
	return out, err
}

// segments calls f for the segments of node n, with the node's own text before each.
func (r *Reader) segments(n uint32, f func(own string, s segment) error) error {
	list, err := r.layout(n)
	if err != nil {
		return err
	}
	text, err := r.Text(n)
	if err != nil {
		return err
	}
	if list == nil {
		list = []segment{{own: uint32(len(text))}}
	}
	for _, s := range list {
		end := uint64(s.own) + uint64(s.skip)
		if end > uint64(len(text)) {
			return corruptf("layout of node %d: it is longer than the text", n)
		}
		own := text[:s.own]
		text = text[end:]
		if err := f(own, s); err != nil {
			return err
		}
	}
	if text != "" {
		return corruptf("layout of node %d: it is shorter than the text", n)
	}
	return nil
}
