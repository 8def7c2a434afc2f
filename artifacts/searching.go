package artifacts

import (
	"math"
	"seedgraph/tokens"
)

// A PostingList enumerates the nodes that contain a term, by number:
//
//	for p.Next() { use p.Node and p.Freq }
//	if err := p.Err(); err != nil { … }
type PostingList struct {
	Node uint32                   // current node
	Freq [tokens.NumFields]uint32 // frequency of the term in each field of Node

	r     *Reader
	d     decoder
	raw   uint64 // store number of the current node
	count int    // length of the whole list
	left  int    // remaining nodes in the store
}

// Len returns the number of nodes in the whole list.
func (p *PostingList) Len() int { return p.count }

// Next advances to the next node; it returns false at the end, or after damage.
func (p *PostingList) Next() bool {
	for p.left > 0 {
		p.left--
		p.raw += p.d.uint()
		p.d.frequencies(&p.Freq)
		if p.d.bad || p.raw >= p.r.head.nodes {
			p.d.fail()
			p.left = 0
			return false
		}
		var ok bool
		if p.Node, ok = p.r.seen(uint32(p.raw)); ok {
			return true
		}
	}
	return false
}

// Err returns the error that ended the enumeration early, or nil.
func (p *PostingList) Err() error {
	if p.d.bad {
		return corruptf("posting list")
	}
	return nil
}

func (r *Reader) postings(value []byte) *PostingList {
	p := &PostingList{r: r, d: decoder{b: value}}
	p.count = int(p.d.uint())
	p.left = p.count
	if !r.showsAllNodes() {
		all := *p
		for p.count = 0; all.Next(); {
			p.count++
		}
	}
	return p
}

// Postings returns the list of a term, which is empty for an unknown term.
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

// Documents lists the nodes that belong to documents, by number.
func (r *Reader) Documents() ([]uint32, error) {
	list, err := r.Postings(tokens.DocsMark)
	if err != nil {
		return nil, err
	}
	var out []uint32
	for list.Next() {
		out = append(out, list.Node)
	}
	return out, list.Err()
}

// Terms calls f for the terms with the given prefix and the number of nodes that contain
// each, in ascending order, until f returns false.
func (r *Reader) Terms(prefix string, f func(term string, nodes int) bool) error {
	terms, err := r.terms.open()
	if err != nil {
		return err
	}
	return terms.prefix(prefix, func(s string, value []byte) bool {
		n := r.postings(value).Len()
		return n == 0 && !r.showsAllNodes() || f(s, n)
	})
}

// FieldLengths returns the number of terms in each field of each node: the length of
// field f of node n is at n*NumFields+f. Lengths above 65535 are returned as 65535. The
// slice is shared and must not be changed.
func (r *Reader) FieldLengths() ([]uint16, error) { return r.lengths() }

func (r *Reader) readLengths() ([]uint16, error) {
	out := make([]uint16, int(r.NumNodes())*int(tokens.NumFields))
	all := uint32(r.head.nodes)
	scan := r.store.scan(sectionLengths)
	for first := uint32(0); first < all; first += lengthBlock {
		value, err := scan.next(first / lengthBlock)
		if err != nil {
			return nil, err
		}
		d := decoder{b: value}
		end := min(first+lengthBlock, all)
		for f := range r.head.fields {
			if r.showsAllNodes() {
				d.lengths(out[int(first)*int(tokens.NumFields)+f : int(end-1)*int(tokens.NumFields)+f+1])
				continue
			}
			for raw := first; raw < end; raw++ {
				length := uint16(min(d.uint(), math.MaxUint16))
				if n, ok := r.seen(raw); ok {
					out[int(n)*int(tokens.NumFields)+f] = length
				}
			}
		}
		if !d.done() {
			return nil, corruptf("lengths of nodes %d to %d", first, end)
		}
	}
	return out, nil
}

// lengths decodes the lengths of a field into every NumFields-th element of out. Every
// search reads the lengths of all nodes, and most are below 128, which takes one byte.
func (d *decoder) lengths(out []uint16) {
	b := d.b
	for i := 0; i < len(out); i += int(tokens.NumFields) {
		if len(b) > 0 && b[0] < 0x80 {
			out[i] = uint16(b[0])
			b = b[1:]
			continue
		}
		d.b = b
		out[i] = uint16(min(d.uint(), math.MaxUint16))
		b = d.b
	}
	d.b = b
}

// TotalLength returns the sum of the lengths of a field over all nodes.
func (r *Reader) TotalLength(f tokens.Field) (uint64, error) {
	if !r.showsAllNodes() {
		sum, err := r.visible.lengths()
		return sum[f], err
	}
	if int(f) >= len(r.head.totals) {
		return 0, nil
	}
	return r.head.totals[f], nil
}
