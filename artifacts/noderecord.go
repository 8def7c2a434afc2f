package artifacts

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file encodes and decodes node records; see FORMAT.md, section "Nodes".

// Flags at the start of a record for the optional groups that follow.
const (
	hasHandle = 1 << iota // the id ends with "@" and a packed handle
	hasPlace              // path and span
	hasParent
	hasAccess
	hasParts
	inBodies // the parts are in the SQL bundle, otherwise in chunks.json
)

// A place is the location of a part's line in the uncompressed form of its file.
type place struct {
	offset uint64
	length uint32
}

// A nodeEncoder appends records of consecutive nodes to a block.
type nodeEncoder struct {
	strings *stringTable
	kinds   map[graph.NodeKind]uint64
	lookup  func(graph.NodeID) (uint32, bool)
	block   []byte // the nodes encoded so far
	b       []byte // the body of the current record
	lastID  string // without its handle
	last    string // last name
}

// reset begins a new block.
func (e *nodeEncoder) reset() { e.block, e.lastID, e.last = e.block[:0], "", "" }

func (e *nodeEncoder) intern(s string) { e.b = appendUint(e.b, uint64(e.strings.number[s])) }

func (e *nodeEncoder) list(list []string) {
	e.b = appendUint(e.b, uint64(len(list)))
	for _, s := range list {
		e.intern(s)
	}
}

// node appends the record of n, with the given places of its parts: the fields coded
// relative to the previous record, then the body with its length, so that a reader can
// skip it.
func (e *nodeEncoder) node(n *graph.Node, places []place) error {
	head, handle, packed := splitHandle(string(n.ID))
	bits := recordBits(n, handle)
	e.block = appendUint(e.block, uint64(bits))
	e.block = appendFront(e.block, e.lastID, head)
	e.block = appendFront(e.block, e.last, n.Name)
	e.lastID, e.last = head, n.Name
	e.b = e.b[:0]
	if handle {
		e.b = append(e.b, packed[:]...)
	}
	if err := e.body(n, bits, places); err != nil {
		return err
	}
	e.block = appendUint(e.block, uint64(len(e.b)))
	e.block = append(e.block, e.b...)
	return nil
}

func (e *nodeEncoder) body(n *graph.Node, bits int, places []place) error {
	e.b = appendUint(e.b, e.kinds[n.Kind])
	e.short(n)
	for _, s := range []string{n.Language, n.Module, n.Class, n.Schema} {
		e.intern(s)
	}
	e.list(n.Modifiers)
	e.list(n.Bases)
	e.b = appendString(e.b, n.Signature)
	e.b = appendUint(e.b, uint64(n.Complexity))
	e.b = appendUint(e.b, uint64(n.Flags))
	if bits&hasPlace != 0 {
		e.place(n)
	}
	if bits&hasParent != 0 {
		parent, ok := e.lookup(n.Parent)
		if !ok {
			return fmt.Errorf("check graph: the parent %[2]s of node %[1]s is missing", n.ID,
				n.Parent)
		}
		e.b = appendUint(e.b, uint64(parent))
	}
	if bits&hasAccess != 0 {
		e.access(&n.Access)
	}
	if bits&hasParts != 0 {
		e.parts(n, places)
	}
	return nil
}

// splitHandle splits an id into its head and its handle; ok is false if it has no handle.
func splitHandle(id string) (head string, ok bool, packed [handleBytes]byte) {
	if i := strings.LastIndexByte(id, '@'); i >= 0 {
		if packed, ok = packHandle(id[i+1:]); ok {
			return id[:i], true, packed
		}
	}
	return id, false, packed
}

func recordBits(n *graph.Node, handle bool) int {
	bits := 0
	set := func(bit int, on bool) {
		if on {
			bits |= bit
		}
	}
	set(hasHandle, handle)
	set(hasPlace, n.Path != "" || n.Span != (graph.Span{}) || n.NameLine != 0)
	set(hasParent, n.Parent != "")
	set(hasAccess, !n.Access.IsZero())
	set(hasParts, len(n.Parts) > 0)
	set(inBodies, !inCode(n))
	return bits
}

// short appends the short name, as a length if it is a suffix of the name.
func (e *nodeEncoder) short(n *graph.Node) {
	if strings.HasSuffix(n.Name, n.Short) {
		e.b = appendUint(e.b, uint64(len(n.Short))+1)
		return
	}
	e.b = appendUint(e.b, 0)
	e.b = appendString(e.b, n.Short)
}

func (e *nodeEncoder) place(n *graph.Node) {
	e.intern(n.Path)
	name := uint32(0)
	if n.NameLine != 0 {
		name = n.NameLine - n.Span.StartLine + 1
	}
	for _, v := range []uint32{n.Span.Start, n.Span.End - n.Span.Start, n.Span.StartLine,
		n.Span.EndLine - n.Span.StartLine, name} {
		e.b = appendUint(e.b, uint64(v)) // modulo 2^32
	}
}

func (e *nodeEncoder) access(a *graph.Access) {
	e.list(a.Allow)
	e.list(a.Labels)
	e.b = appendUint(e.b, uint64(a.Level))
	e.intern(a.Owner)
	e.intern(a.SourceSystemID)
}

func (e *nodeEncoder) parts(n *graph.Node, places []place) {
	e.b = appendUint(e.b, uint64(len(n.Parts)))
	var end uint64
	for i := range n.Parts {
		p, at := &n.Parts[i], places[i]
		e.b = appendUint(e.b, at.offset-end)
		e.b = appendUint(e.b, uint64(at.length))
		end = at.offset + uint64(at.length)
		e.b = appendUint(e.b, uint64(p.StartLine))
		e.b = appendUint(e.b, uint64(p.EndLine-p.StartLine))
		e.b = appendUint(e.b, uint64(p.Tokens))
		e.b = append(e.b, p.Hash[:]...)
	}
}

// A record is a decoded node and the stored properties of its parts.
type record struct {
	node   graph.Node
	parent uint32 // valid if hasParent is set
	bits   int
	places []place
}

// A nodeDecoder decodes the records of one block in order.
type nodeDecoder struct {
	decoder // of the block or, during next, of a body
	head    *head
	strings *stringReader
	err     error
	lastID  []byte
	last    []byte  // last name
	sparse  *record // if set, every record is decoded into it, without the fields that SparseNodes omits
}

// skip skips a record.
func (d *nodeDecoder) skip() {
	d.uint()
	d.lastID = d.frontBytes(d.lastID)
	d.last = d.frontBytes(d.last)
	d.bytes(d.size())
}

// id decodes the id of a record and skips the rest.
func (d *nodeDecoder) id() (graph.NodeID, error) {
	bits := d.uint()
	d.lastID = d.frontBytes(d.lastID)
	d.last = d.frontBytes(d.last)
	body := decoder{b: d.bytes(d.size())}
	id := graph.NodeID(d.lastID)
	if bits&hasHandle != 0 {
		if packed := body.bytes(handleBytes); !body.bad {
			id += graph.NodeID("@" + unpackHandle(packed))
		}
	}
	if d.bad || body.bad {
		return "", corruptf("node record")
	}
	return id, nil
}

func (d *nodeDecoder) intern() string {
	n := d.uint32()
	if n == 0 || d.bad || d.err != nil {
		return ""
	}
	s, err := d.strings.get(n)
	d.err = err
	return s
}

func (d *nodeDecoder) list() []string {
	n := d.size()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = d.intern()
	}
	return list
}

// next decodes a record. The caller sets the parent's id and the rank.
func (d *nodeDecoder) next() (*record, error) {
	bits := int(d.uint())
	d.lastID = d.frontBytes(d.lastID)
	d.last = d.frontBytes(d.last)
	r := d.record(bits)
	body := d.bytes(d.size())
	block := d.b
	d.b = body
	d.body(r)
	if d.bad || len(d.b) > 0 {
		return nil, corruptf("node record")
	}
	d.b = block
	return r, d.err
}

// record returns a record with a name and, unless it is sparse, the head of an id.
func (d *nodeDecoder) record(bits int) *record {
	r := d.sparse
	if r == nil {
		r = &record{}
		r.node.ID = graph.NodeID(d.lastID)
	} else {
		*r = record{node: graph.Node{Parts: r.node.Parts[:0]}, places: r.places[:0]}
	}
	r.bits, r.node.Name = bits, string(d.last)
	return r
}

func (d *nodeDecoder) body(r *record) {
	n := &r.node
	if r.bits&hasHandle != 0 {
		if packed := d.bytes(handleBytes); !d.bad && d.sparse == nil {
			n.ID += graph.NodeID("@" + unpackHandle(packed))
		}
	}
	if k := d.uint(); k < uint64(len(d.head.kinds)) {
		n.Kind = graph.NodeKind(d.head.kinds[k])
	} else {
		d.fail()
	}
	d.short(n)
	n.Language = d.intern()
	if d.sparse != nil {
		d.omit()
	} else {
		for _, p := range []*string{&n.Module, &n.Class, &n.Schema} {
			*p = d.intern()
		}
		n.Modifiers, n.Bases = d.list(), d.list()
		n.Signature = d.string()
	}
	n.Complexity = int(d.uint())
	n.Flags = graph.Flags(d.uint())
	if r.bits&hasPlace != 0 {
		d.place(n)
	}
	if r.bits&hasParent != 0 {
		r.parent = d.uint32()
	}
	if r.bits&hasAccess != 0 {
		d.access(&n.Access)
	}
	if r.bits&hasParts != 0 {
		d.parts(r)
	}
}

// omit skips module, class, schema, modifiers, bases and signature.
func (d *nodeDecoder) omit() {
	for range 3 {
		d.uint32()
	}
	for range 2 {
		for range d.size() {
			d.uint32()
		}
	}
	d.bytes(d.size())
}

func (d *nodeDecoder) short(n *graph.Node) {
	short := d.uint()
	switch {
	case short == 0:
		n.Short = d.string()
	case short-1 <= uint64(len(n.Name)):
		n.Short = n.Name[len(n.Name)-int(short-1):]
	default:
		d.fail()
	}
}

func (d *nodeDecoder) place(n *graph.Node) {
	n.Path = d.intern()
	n.Span.Start = d.uint32()
	n.Span.End = n.Span.Start + d.uint32()
	n.Span.StartLine = d.uint32()
	n.Span.EndLine = n.Span.StartLine + d.uint32()
	if name := d.uint32(); name != 0 {
		n.NameLine = n.Span.StartLine + name - 1
	}
}

func (d *nodeDecoder) access(a *graph.Access) {
	a.Allow, a.Labels = d.list(), d.list()
	a.Level = int(d.uint())
	a.Owner, a.SourceSystemID = d.intern(), d.intern()
}

func (d *nodeDecoder) parts(r *record) {
	count := d.size()
	r.node.Parts = slices.Grow(r.node.Parts, count)[:count]
	r.places = slices.Grow(r.places, count)[:count]
	var end uint64
	for i := range r.places {
		p, at := &r.node.Parts[i], &r.places[i]
		at.offset = end + d.uint()
		at.length = d.uint32()
		end = at.offset + uint64(at.length)
		p.StartLine = d.uint32()
		p.EndLine = p.StartLine + d.uint32()
		p.Tokens = int(d.uint())
		copy(p.Hash[:], d.bytes(len(p.Hash)))
	}
}
