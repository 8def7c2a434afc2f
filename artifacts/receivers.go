package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// This file writes and reads the receivers of member uses; see FORMAT.md, section
// "Receivers".

// writeReceivers stores the sets of receivers that edges refer to: their number, and
// blocks of them. Without receivers it stores nothing.
func (b *build) writeReceivers(put putFunc) error {
	sets := b.g.Receivers.Sets()
	if len(sets) == 0 {
		return nil
	}
	if err := put([]byte{sectionReceivers}, appendUint(nil, uint64(len(sets)))); err != nil {
		return err
	}
	var value []byte
	for i, set := range sets {
		value = appendReceivers(value, set)
		if (i+1)%receiverBlock == 0 || i+1 == len(sets) {
			if err := put(blockKey(sectionReceivers, uint32(i/receiverBlock)), value); err != nil {
				return err
			}
			value = value[:0]
		}
	}
	return nil
}

func appendReceivers(b []byte, set []graph.Receiver) []byte {
	b = appendUint(b, uint64(len(set)))
	for _, x := range set {
		b = append(b, byte(x.Form))
		if !x.Form.HasClass() {
			continue
		}
		b = appendUint(b, uint64(x.Class))
		b = appendUint(b, uint64(len(x.Args)))
		for _, a := range x.Args {
			b = appendUint(b, uint64(a))
		}
	}
	return b
}

// Receivers returns the receivers for which an edge applies, or nil if they are unknown.
// Readers with restricted access always get nil, because a receiver may depend on files
// other than those of the ends.
func (r *Reader) Receivers(e graph.Edge) ([]graph.Receiver, error) {
	if e.Recv == 0 || r.partial() {
		return nil, nil
	}
	set, err := r.rawReceivers(e.Recv - 1)
	if err != nil {
		return nil, err
	}
	for i := range set {
		x := &set[i]
		class, ok := r.seen(x.Class)
		if !x.Form.HasClass() {
			continue
		}
		if x.Class = class; !ok {
			return nil, nil
		}
		for j, a := range x.Args {
			n, ok := a.Class()
			if !ok {
				continue
			}
			if n, ok = r.seen(n); ok {
				x.Args[j] = graph.ClassArg(n)
			} else {
				x.Args[j] = 0
			}
		}
	}
	return set, nil
}

// rawReceivers reads a set by number, with the node numbers of the store.
func (r *Reader) rawReceivers(n uint32) ([]graph.Receiver, error) {
	value, err := r.store.get(blockKey(sectionReceivers, n/receiverBlock))
	if err != nil {
		return nil, err
	}
	d := decoder{b: value}
	for range n % receiverBlock {
		d.skipReceivers()
	}
	set := d.receivers(r.head.nodes)
	if d.bad {
		return nil, corruptf("receivers %d", n)
	}
	return set, nil
}

// receivers decodes a set. nodes is the bound of node numbers.
func (d *decoder) receivers(nodes uint64) []graph.Receiver {
	var set []graph.Receiver
	for n := d.size(); n > 0 && !d.bad; n-- {
		x := graph.Receiver{Form: graph.ReceiverForm(d.byte())}
		if x.Form.String() == "invalid" {
			d.fail()
		}
		if x.Form.HasClass() {
			x.Class = d.uint32()
			for a := d.size(); a > 0 && !d.bad; a-- {
				arg := graph.TypeArg(d.uint32())
				if n, ok := arg.Class(); ok && uint64(n) >= nodes {
					d.fail()
				}
				x.Args = append(x.Args, arg)
			}
		}
		if uint64(x.Class) >= nodes {
			d.fail()
		}
		set = append(set, x)
	}
	return set
}

// skipReceivers skips a set.
func (d *decoder) skipReceivers() {
	for n := d.size(); n > 0 && !d.bad; n-- {
		if !graph.ReceiverForm(d.byte()).HasClass() {
			continue
		}
		d.uint()
		for a := d.size(); a > 0 && !d.bad; a-- {
			d.uint()
		}
	}
}

// receivers checks that all sets can be decoded, and that edges refer only to these.
func (v *verifier) receivers() error {
	value, err := v.r.store.find([]byte{sectionReceivers})
	if err != nil {
		return err
	}
	count := uint32(0)
	if value != nil {
		d := decoder{b: value}
		if count = d.uint32(); !d.done() || count == 0 {
			return corruptf("the number of sets of receivers")
		}
	}
	known := map[string]bool{}
	for n := range count {
		set, err := v.r.rawReceivers(n)
		if err != nil {
			return err
		}
		key := string(appendReceivers(nil, set))
		if len(set) == 0 || len(set) > graph.MaxReceivers || known[key] ||
			!slices.IsSortedFunc(set, graph.CompareReceivers) {
			v.addf("the set of receivers %d is empty, too large, out of order or there twice", n)
		}
		known[key] = true
	}
	return v.r.Edges(func(e graph.Edge) error {
		if e.Recv > count {
			v.addf("an edge from %s has receivers %d, and there are %d", v.ids[e.From], e.Recv, count)
		}
		return nil
	})
}
