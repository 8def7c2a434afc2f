package artifacts

import (
	"bytes"
	"cmp"
	"slices"

	"seedgraph/graph"
)

// Texts are those of a graph that are left in the artifacts that it was read from: most of
// the memory of a graph with texts is theirs.
type Texts struct {
	r      *Reader
	places []place
	first  []uint32 // by node: where its places begin
	bodies []bool   // by node: whether they are in the file of bodies
	row    []byte
}

// Skeleton reads the graph as Graph does, but leaves the texts and doc comments of the
// nodes in the artifacts. The texts are read once, to see that they are the ones indexed.
//
// Memory grows with the nodes and edges, not with the texts.
func (r *Reader) Skeleton() (*graph.Graph, *Texts, error) {
	t := &Texts{}
	w, err := r.whole(t.note)
	if err != nil {
		return nil, nil, err
	}
	t.r = w.r
	r.store.cache.clear() // of many indexes these would be most of the memory
	t.first = append(t.first, uint32(len(t.places)))
	return w.g, t, nil
}

// note keeps the places of the texts of the next node, and compares the texts with their hashes.
func (t *Texts) note(r *Reader, rec *record) error {
	t.first = append(t.first, uint32(len(t.places)))
	t.places = append(t.places, rec.places...)
	t.bodies = append(t.bodies, rec.bits&inBodies != 0)
	b := textBuffers.Get().(*textBuffer)
	defer textBuffers.Put(b)
	for p := range rec.places {
		b.text = b.text[:0]
		if err := r.addText(b, r.fileOf(rec), rec, p); err != nil {
			return err
		}
	}
	return nil
}

// record returns the part of the record of a node that locates its texts.
func (t *Texts) record(n uint32, node *graph.Node) *record {
	rec := &record{node: *node, places: t.places[t.first[n]:t.first[n+1]]}
	if t.bodies[n] {
		rec.bits = inBodies
	}
	return rec
}

// Fill adds its texts and its doc comment to a node, given the number that it has in the
// artifacts.
func (t *Texts) Fill(n uint32, node *graph.Node) error {
	rec := t.record(n, node)
	if err := readTexts(t.r, rec); err != nil {
		return err
	}
	node.Doc = rec.node.Doc // the parts are shared
	return nil
}

// raw returns the text of part p of a node as it is written in JSON, and its doc comment
// if it is the first part; nil without one. Both are valid until the next call.
func (t *Texts) raw(n uint32, node *graph.Node, p int) (text, doc []byte, err error) {
	rec := t.record(n, node)
	file := t.r.fileOf(rec)
	if t.row, err = file.line(t.row, rec.places[p]); err != nil {
		return nil, nil, err
	}
	text, rest := rawString(t.row, textKey(rec))
	if text == nil {
		return nil, nil, corruptf("%s: %s has no text", file.name, node.ID.Part(p+1))
	}
	if p == 0 {
		doc, _ = rawString(rest, `,"doc":"`)
	}
	return text, doc, nil
}

// rawString finds the string after key, which ends with its quote, in a row that this
// package wrote. It returns the string with its quotes, and the rest of the row.
func rawString(row []byte, key string) (value, rest []byte) {
	at := bytes.Index(row, []byte(key))
	if at < 0 {
		return nil, nil
	}
	row = row[at+len(key)-1:]
	for i := 1; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '"':
			return row[:i+1], row[i+1:]
		}
	}
	return nil, nil
}

// A leftText is where the texts of some nodes are.
type leftText struct {
	*Texts
	begin uint32
	own   []uint32 // by node, from begin: its number in the artifacts
}

// leave finds where the texts of nodes were left in artifacts.
func (in *Index) leave() []leftText {
	var out []leftText
	for _, from := range in.Reused {
		if from.Texts == nil {
			continue
		}
		left := leftText{Texts: from.Texts}
		for own, n := range from.Numbers {
			if n == NoNumber {
				continue
			}
			if left.own == nil {
				left.begin = n
			}
			for uint32(len(left.own)) < n-left.begin {
				left.own = append(left.own, NoNumber) // a node of others
			}
			left.own = append(left.own, uint32(own))
		}
		if left.own != nil {
			out = append(out, left)
		}
	}
	slices.SortFunc(out, func(a, b leftText) int { return cmp.Compare(a.begin, b.begin) })
	return out
}

// TakeTexts reads the texts that were left in artifacts into the graph. Search terms are then found
// anew instead of reused.
func (in *Index) TakeTexts() error {
	left := in.leave()
	for i := range in.Graph.Nodes {
		if err := fill(left, uint32(i), &in.Graph.Nodes[i]); err != nil {
			return err
		}
	}
	in.Reused = nil
	return nil
}

// fill reads the texts of node i if they were left.
func fill(left []leftText, i uint32, n *graph.Node) error {
	from, own := leftOf(left, i)
	if from == nil {
		return nil
	}
	return from.Fill(own, n)
}

// leftOf returns where the texts of node i were left, and its number there; nil if they are in the graph.
func leftOf(left []leftText, i uint32) (*Texts, uint32) {
	at, _ := slices.BinarySearchFunc(left, i, func(l leftText, i uint32) int {
		if l.begin+uint32(len(l.own)) <= i {
			return -1
		}
		return 1
	})
	if at == len(left) || i < left[at].begin {
		return nil, 0
	}
	l := &left[at]
	if own := l.own[i-l.begin]; own != NoNumber {
		return l.Texts, own
	}
	return nil, 0
}

// composed reads the texts of which others are composed: those of databases and of stand-ins, which are few.
func (b *build) composed() error {
	if b.left == nil {
		return nil
	}
	isStandIn := map[uint32]bool{}
	for _, s := range b.stand {
		for _, n := range s.nodes {
			isStandIn[n] = true
		}
	}
	for i := range b.g.Nodes {
		// the text of a migration has those of the nodes within
		if n := uint32(i); !b.code[i] || isStandIn[n] || len(b.g.Migrations) > 0 {
			if err := fill(b.left, n, &b.g.Nodes[i]); err != nil {
				return err
			}
		}
	}
	return nil
}
