package artifacts

import "math"

// A PostingList enumerates the nodes that a term stands in, by number:
//
//	for p.Next() { use p.Node and p.Freq }
//	if err := p.Err(); err != nil { … }
type PostingList struct {
	Node uint32            // current node
	Freq [NumFields]uint32 // how often the term stands in each field of Node

	d     decoder
	nodes uint64
	count int
	left  int
}

// Len returns the number of nodes in the whole list.
func (p *PostingList) Len() int { return p.count }

// Next moves to the next node; false at the end, or after damage.
func (p *PostingList) Next() bool {
	if p.left == 0 {
		return false
	}
	p.left--
	n := uint64(p.Node) + p.d.uint()
	p.d.frequencies(&p.Freq)
	if p.d.bad || n >= p.nodes {
		p.d.fail()
		p.left = 0
		return false
	}
	p.Node = uint32(n)
	return true
}

// Err returns what ended the enumeration early.
func (p *PostingList) Err() error {
	if p.d.bad {
		return corruptf("posting list")
	}
	return nil
}

func (r *Reader) postings(value []byte) *PostingList {
	p := &PostingList{d: decoder{b: value}, nodes: r.head.nodes}
	p.count = int(p.d.uint())
	p.left = p.count
	return p
}

// Postings returns the list of a term, which is empty for an unknown one.
func (r *Reader) Postings(term string) (*PostingList, error) {
	terms, err := r.terms.open()
	if err != nil {
		return nil, err
	}
	value, err := terms.lookup(term)
	if err != nil {
		return nil, err
	}
	if value == nil {
		return &PostingList{}, nil
	}
	return r.postings(value), nil
}

// Terms calls f for the terms that begin with prefix and the number of nodes
// that each stands in, in ascending order, until f returns false.
func (r *Reader) Terms(prefix string, f func(term string, nodes int) bool) error {
	terms, err := r.terms.open()
	if err != nil {
		return err
	}
	return terms.prefix(prefix, func(s string, value []byte) bool {
		d := decoder{b: value}
		return f(s, int(d.uint()))
	})
}

// FieldLengths returns the number of terms in each field of each node: that of
// field f of node n is at n*NumFields+f. Lengths above 65535 come as 65535. The
// slice is shared and must not be changed.
func (r *Reader) FieldLengths() ([]uint16, error) { return r.lengths() }

func (r *Reader) readLengths() ([]uint16, error) {
	out := make([]uint16, int(r.NumNodes())*int(NumFields))
	for first := uint32(0); first < r.NumNodes(); first += lengthBlock {
		value, err := r.store.get(blockKey(sectionLengths, first/lengthBlock))
		if err != nil {
			return nil, err
		}
		d := decoder{b: value}
		end := min(first+lengthBlock, r.NumNodes())
		for f := range r.head.fields {
			for n := first; n < end; n++ {
				out[int(n)*int(NumFields)+f] = uint16(min(d.uint(), math.MaxUint16))
			}
		}
		if !d.done() {
			return nil, corruptf("lengths of nodes %d to %d", first, end)
		}
	}
	return out, nil
}

// TotalLength returns the sum of the lengths of a field over all nodes.
func (r *Reader) TotalLength(f Field) uint64 {
	if int(f) >= len(r.head.totals) {
		return 0
	}
	return r.head.totals[f]
}
