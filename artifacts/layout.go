package artifacts

import (
	"encoding/binary"

	"seedgraph/graph"
)

// The sections of the store, by the first byte of their keys, in the order in
// which they are written; see FORMAT.md, section "Graph store".
const (
	sectionHead       = 'H'
	sectionOpenEnds   = 'N'
	sectionOpenNames  = 'O'
	sectionAccess     = 'a'
	sectionViews      = 'b'
	sectionHistory    = 'c'
	sectionViewsIn    = 'd'
	sectionOutside    = 'e'
	sectionFrames     = 'f'
	sectionExtraNodes = 'g'
	sectionHandles    = 'h'
	sectionIn         = 'i'
	sectionCompanions = 'j'
	sectionEnds       = 'k'
	sectionLengths    = 'l'
	sectionSites      = 'm'
	sectionNodes      = 'n'
	sectionOut        = 'o'
	sectionPaths      = 'p'
	sectionReceivers  = 'q'
	sectionRanks      = 'r'
	sectionStrings    = 's'
	sectionTerms      = 't'
	sectionUses       = 'u'
	sectionReach      = 'v'
	sectionOuterSites = 'w'
	sectionOuter      = 'x'
	sectionSymbols    = 'y'
	sectionLayouts    = 'z'
	nodeBlock         = 16   // nodes in a block of records or of adjacency
	receiverBlock     = 64   // sets of receivers in a block
	rankBlock         = 128  // nodes in a block of ranks
	lengthBlock       = 1024 // nodes in a block of lengths
	accessBlock       = 4096 // nodes in a block of access classes
	handleBytes       = 7    // a packed handle
	handleRestBytes   = 6    // the part of a handle stored in its bucket
)

// A head is the first value of the store: the lists that define the meaning of numbers,
// and counts to compare with the manifest.
type head struct {
	nodes, edges, parts uint64
	kinds               []string // node kinds, numbered from 0
	edgeKinds           []string // numbered from 1
	tiers               []string // numbered from 1
	ops                 []string // bit 0 first
	vias                []string // numbered from 0
	fields              []string // search fields, numbered from 0
	totals              []uint64 // by field: the sum of the lengths of all nodes
}

const headMagic = "seedgraph store"

func (h *head) append(b []byte) []byte {
	b = appendString(b, headMagic)
	for _, n := range []uint64{h.nodes, h.edges, h.parts} {
		b = appendUint(b, n)
	}
	for _, list := range [][]string{h.kinds, h.edgeKinds, h.tiers, h.ops, h.vias, h.fields} {
		b = appendUint(b, uint64(len(list)))
		for _, s := range list {
			b = appendString(b, s)
		}
	}
	for _, n := range h.totals {
		b = appendUint(b, n)
	}
	return b
}

func decodeHead(value []byte) (*head, error) {
	d := decoder{b: value}
	h := new(head)
	if d.string() != headMagic {
		return nil, corruptf("the graph store does not begin as one")
	}
	for _, p := range []*uint64{&h.nodes, &h.edges, &h.parts} {
		*p = d.uint()
	}
	for _, p := range []*[]string{&h.kinds, &h.edgeKinds, &h.tiers, &h.ops, &h.vias, &h.fields} {
		for n := d.size(); n > 0; n-- {
			*p = append(*p, d.string())
		}
	}
	for range h.fields {
		h.totals = append(h.totals, d.uint())
	}
	if !d.done() {
		return nil, corruptf("head of the graph store")
	}
	return h, nil
}

// vocabulary lists the names of edge kinds, tiers, operations and sources in
// the order of their numbers.
func (h *head) vocabulary() {
	for _, row := range graph.EdgeKinds() {
		h.edgeKinds = append(h.edgeKinds, row.Name)
	}
	for _, t := range graph.Tiers() {
		h.tiers = append(h.tiers, t.String())
	}
	h.ops = graph.Ops(0xff).Names()
	for v := graph.ViaNone; v.String() != "invalid"; v++ {
		h.vias = append(h.vias, v.String())
	}
}

// packHandle packs the 50 bits of a handle; ok is false if s is not a handle.
func packHandle(s string) (packed [handleBytes]byte, ok bool) {
	if !graph.IsHandle(s) {
		return packed, false
	}
	var v uint64
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' {
			v = v<<5 | uint64(c-'a')
		} else {
			v = v<<5 | uint64(c-'2'+26)
		}
	}
	var wide [8]byte
	binary.BigEndian.PutUint64(wide[:], v<<6)
	copy(packed[:], wide[1:])
	return packed, true
}

// unpackHandle is the inverse of packHandle.
func unpackHandle(packed []byte) string {
	var wide [8]byte
	copy(wide[1:], packed[:handleBytes])
	v := binary.BigEndian.Uint64(wide[:]) >> 6
	var s [10]byte
	for i := len(s) - 1; i >= 0; i-- {
		s[i] = "abcdefghijklmnopqrstuvwxyz234567"[v&31]
		v >>= 5
	}
	return string(s[:])
}

// handleBucket splits a packed handle into its bucket and the rest. The rest overlaps the
// bucket by four bits, so that it consists of whole bytes.
func handleBucket(packed [handleBytes]byte) (bucket uint32, rest [handleRestBytes]byte) {
	bucket = uint32(packed[0])<<4 | uint32(packed[1])>>4
	copy(rest[:], packed[1:])
	return bucket, rest
}
