package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// writeViews stores the access views, then the variants of the edges of each node.
// Without access views it stores nothing.
func (b *build) writeViews(put putFunc) error {
	w := b.g.Views
	if w == nil {
		return nil
	}
	value := appendUint(nil, uint64(len(w.Access)))
	for _, a := range w.Access {
		value = appendRights(value, a)
	}
	value = appendUint(value, uint64(len(w.Sets)))
	for _, set := range w.Sets {
		value = appendUint(value, uint64(len(set)))
		last := 0
		for _, i := range set {
			value = appendUint(value, uint64(i-last))
			last = i
		}
	}
	value = appendUint(value, uint64(len(b.whole.Edges)))
	for _, end := range []func(graph.Variant) uint32{
		func(v graph.Variant) uint32 { return v.From },
		func(v graph.Variant) uint32 { return v.To },
	} {
		var ends []uint32
		for _, v := range w.Variants {
			ends = append(ends, end(v))
		}
		slices.Sort(ends)
		list := appendNumbers(nil, slices.Compact(ends))
		value = append(appendUint(value, uint64(len(list))), list...)
	}
	value = appendNodeVariants(value, w.Nodes)
	value = appendUint(value, uint64(len(w.Entries)))
	last := uint32(0)
	for _, e := range w.Entries {
		value = appendUint(value, uint64(e.Node-last))
		last = e.Node
		value = append(value, byte(e.Role))
		value = appendUint(appendUint(value, uint64(e.By)), uint64(e.In))
	}
	if err := put([]byte{sectionViews}, value); err != nil {
		return err
	}
	variants := w.Variants
	return b.writeSparse(sectionViews, put, func(v []byte, n uint32) []byte {
		for len(variants) > 0 && variants[0].From == n {
			v = b.appendVariant(v, variants[0])
			variants = variants[1:]
		}
		return v
	})
}

// appendRights appends the part of an access that decides who may see a node.
func appendRights(b []byte, a graph.Access) []byte {
	for _, list := range [][]string{a.Allow, a.Labels} {
		b = appendUint(b, uint64(len(list)))
		for _, s := range list {
			b = appendString(b, s)
		}
	}
	return appendUint(b, uint64(a.Level))
}

func appendNodeVariants(b []byte, nodes []graph.NodeVariant) []byte {
	b = appendUint(b, uint64(len(nodes)))
	last := uint32(0)
	for _, v := range nodes {
		b = appendUint(b, uint64(v.Node-last))
		last = v.Node
		b = appendRights(b, v.Access)
		b = appendString(appendString(b, v.Access.Owner), v.Access.SourceSystemID)
		b = appendUint(appendUint(b, uint64(v.Missing)), uint64(v.Replaced))
		b = appendUint(b, uint64(len(v.Modifiers)))
		for _, m := range v.Modifiers {
			b = appendUint(b, uint64(m.In))
			b = appendUint(b, uint64(len(m.List)))
			for _, s := range m.List {
				b = appendString(b, s)
			}
		}
	}
	return b
}

func (b *build) appendVariant(value []byte, v graph.Variant) []byte {
	kind := uint64(v.Kind) << 1
	if b.g.Nodes[v.To].Kind.IsExternal() {
		kind |= 1
	}
	value = appendUint(appendUint(value, kind), uint64(v.To))
	value = appendUint(value, uint64(v.In))
	if v.Tier == 0 {
		return append(value, 0)
	}
	value = appendEvidence(value, v.Edge)
	value = appendUint(value, uint64(len(v.Lines)))
	line := v.Line
	for _, l := range v.Lines {
		value = appendUint(value, uint64(l-line))
		line = l
	}
	return value
}

// writeViewsIn stores, for each node, the nodes with edges to it that have variants.
func (b *build) writeViewsIn(put putFunc) error {
	if b.g.Views == nil {
		return nil
	}
	from := map[uint32][]uint32{}
	for _, v := range b.g.Views.Variants {
		if list := from[v.To]; len(list) == 0 || list[len(list)-1] != v.From {
			from[v.To] = append(list, v.From)
		}
	}
	return b.writeSparse(sectionViewsIn, put, func(v []byte, n uint32) []byte {
		return appendNumbers(v, from[n])
	})
}
