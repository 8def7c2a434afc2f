package compact

import (
	"math"
	"reflect"
	"unsafe"
)

// An Arena has the chunks of memory from which decoded lists are cut. Lists of one type from many values
// are next to each other, and a chunk is freed with the last of them. The zero value is ready for use; it is
// for one codec, and not safe for concurrent use.
type Arena struct{ slabs []slab }

// A slab is a chunk of elements of one type.
type slab struct {
	chunk     unsafe.Pointer
	used, cap int
	memory    uintptr // bytes of the last chunk
}

// The sizes of chunks: each is twice as large as the one before.
const minChunk, maxChunk = 4 << 10, 128 << 10

// A decoder is the state of a decoding.
type decoder struct {
	text     string
	data     []byte // what is left
	literals []string
	runs     []decodedRun
	shared   []unsafe.Pointer
	arena    *Arena
	depth    int
	budget   int // the elements that may be allocated: each takes a byte
	bad      bool
}

// A decodedRun is a run that lists may be slices of.
type decodedRun struct {
	first unsafe.Pointer
	n     int
	plan  *plan
}

// Decode decodes the output of Append into value, which must be zero, given the same text. The value does
// not refer to data. Nothing is known of value if there is an error.
func (c *Codec[T]) Decode(data []byte, text string, value *T, arena *Arena) error {
	if arena.slabs == nil {
		arena.slabs = make([]slab, c.slabs)
	}
	d := decoder{text: text, data: data, arena: arena, budget: len(data)}
	d.readLiterals()
	d.readRuns(c.run)
	d.value(c.root, unsafe.Pointer(value))
	if d.bad || len(d.data) > 0 {
		return ErrMalformed
	}
	return nil
}

func (d *decoder) readLiterals() {
	count, size := d.count(), d.count()
	if d.bad {
		return
	}
	lengths := make([]int, count)
	sum := 0
	for i := range lengths {
		lengths[i] = d.count()
		sum += lengths[i]
	}
	if d.bad || sum != size || size > len(d.data) {
		d.bad = true
		return
	}
	all := string(d.data[:size])
	d.data = d.data[size:]
	d.literals = make([]string, count)
	for i, n := range lengths {
		d.literals[i], all = all[:n], all[n:]
	}
}

// readRuns decodes the runs of shared lists, whose elements are of one type.
func (d *decoder) readRuns(p *plan) {
	count := d.count()
	if d.bad || count > 0 && p == nil {
		d.bad = true
		return
	}
	d.runs = make([]decodedRun, 0, count)
	for range count {
		n := d.count()
		if d.bad {
			return
		}
		r := decodedRun{d.elements(p, n), n, p.elem}
		d.runs = append(d.runs, r)
	}
}

// count decodes the number of things that take at least a byte each.
func (d *decoder) count() int {
	n := d.uint()
	if n > uint64(len(d.data)) {
		d.bad = true
		return 0
	}
	return int(n)
}

func (d *decoder) uint() uint64 {
	var n uint64
	for i, b := range d.data {
		if b < 0x80 {
			if i > 9 || i == 9 && b > 1 {
				break
			}
			d.data = d.data[i+1:]
			return n | uint64(b)<<(7*i)
		}
		if i > 9 {
			break
		}
		n |= uint64(b&0x7f) << (7 * i)
	}
	d.bad = true
	d.data = nil
	return 0
}

// value decodes the value at a place, which must be zero.
func (d *decoder) value(p *plan, at unsafe.Pointer) {
	switch p.op {
	case opBool:
		n := d.uint()
		d.bad = d.bad || n > 1
		*(*bool)(at) = n == 1
	case opInt:
		n := d.uint()
		d.setInt(at, p.size, int64(n>>1)^-int64(n&1))
	case opUint:
		d.setUint(at, p.size, d.uint())
	case opOffset:
		n := d.uint()
		if n > uint64(len(d.text))+1 || n > math.MaxUint32 {
			d.bad = true
			return
		}
		*(*uint32)(at) = uint32(n)
	case opString:
		*(*string)(at) = d.string()
	case opBytes:
		if p.count > len(d.data) {
			d.bad = true
			return
		}
		copy(unsafe.Slice((*byte)(at), p.count), d.data)
		d.data = d.data[p.count:]
	case opArray:
		for i := range p.count {
			d.value(p.elem, unsafe.Add(at, uintptr(i)*p.elem.size))
		}
	case opSlice:
		d.list(p, at)
	case opPointer:
		*(*unsafe.Pointer)(at) = d.pointer(p)
	case opStruct:
		d.fields(p, at)
	}
}

func (d *decoder) fields(p *plan, at unsafe.Pointer) {
	if p.mask > len(d.data) {
		d.bad = true
		return
	}
	var mask uint64
	for i := range p.mask {
		mask |= uint64(d.data[i]) << (8 * i)
	}
	d.data = d.data[p.mask:]
	if mask>>len(p.fields) != 0 && len(p.fields) < 64 {
		d.bad = true
		return
	}
	for i := 0; mask != 0 && !d.bad; i, mask = i+1, mask>>1 {
		if mask&1 != 0 {
			f := &p.fields[i]
			d.value(f.plan, unsafe.Add(at, f.offset))
		}
	}
}

// A header is the memory of a list.
type header struct {
	first    unsafe.Pointer
	len, cap int
}

func (d *decoder) list(p *plan, at unsafe.Pointer) {
	n := d.uint()
	if n == 0 || d.bad {
		return
	}
	n--
	if p.shared && n > 0 {
		d.slice(p, n, (*header)(at))
		return
	}
	if n > uint64(len(d.data)) {
		d.bad = true
		return
	}
	*(*header)(at) = header{d.elements(p, int(n)), int(n), int(n)}
}

// slice decodes a list that is a part of a run.
func (d *decoder) slice(p *plan, n uint64, to *header) {
	i := d.uint()
	if i >= uint64(len(d.runs)) {
		d.bad = true
		return
	}
	r := d.runs[i]
	if n > uint64(r.n) || r.plan != p.elem {
		d.bad = true
		return
	}
	*to = header{r.first, int(n), int(n)}
}

// elements decodes n elements of a list or a pointer; there are n bytes.
func (d *decoder) elements(p *plan, n int) unsafe.Pointer {
	d.depth++
	d.budget -= n
	if d.bad = d.bad || d.depth > maxDepth || d.budget < 0; d.bad {
		return nil
	}
	first := d.arena.take(p, n)
	for i := 0; i < n && !d.bad; i++ {
		d.value(p.elem, unsafe.Add(first, uintptr(i)*p.elem.size))
	}
	d.depth--
	return first
}

func (d *decoder) pointer(p *plan) unsafe.Pointer {
	n := d.uint()
	switch {
	case n == 0 || d.bad || n > 1 && !p.shared || n-1 > uint64(len(d.shared)):
		d.bad = d.bad || n > 1
		return nil
	case n > 1:
		return d.shared[n-2]
	}
	to := d.elements(p, 1)
	if p.shared {
		d.shared = append(d.shared, to)
	}
	return to
}

func (d *decoder) string() string {
	n := d.uint()
	if n&1 != 0 {
		if n>>1 >= uint64(len(d.literals)) {
			d.bad = true
			return ""
		}
		return d.literals[n>>1]
	}
	at, size := n>>1, d.uint()
	if at > uint64(len(d.text)) || size > uint64(len(d.text))-at {
		d.bad = true
		return ""
	}
	return d.text[at : at+size]
}

func (d *decoder) setInt(at unsafe.Pointer, size uintptr, n int64) {
	switch size {
	case 1:
		*(*int8)(at) = int8(n)
	case 2:
		*(*int16)(at) = int16(n)
	case 4:
		*(*int32)(at) = int32(n)
	default:
		*(*int64)(at) = n
	}
	d.bad = d.bad || intAt(at, size) != n
}

func (d *decoder) setUint(at unsafe.Pointer, size uintptr, n uint64) {
	switch size {
	case 1:
		*(*uint8)(at) = uint8(n)
	case 2:
		*(*uint16)(at) = uint16(n)
	case 4:
		*(*uint32)(at) = uint32(n)
	default:
		*(*uint64)(at) = n
	}
	d.bad = d.bad || uintAt(at, size) != n
}

// take returns memory for n elements of the type of a list, all zero.
func (a *Arena) take(p *plan, n int) unsafe.Pointer {
	if n == 0 || p.elem.size == 0 {
		return reflect.MakeSlice(p.list, 0, 0).UnsafePointer()
	}
	s := &a.slabs[p.slab]
	if n > s.cap-s.used {
		size := uintptr(n) * p.elem.size
		if size > maxChunk/4 {
			return reflect.MakeSlice(p.list, n, n).UnsafePointer()
		}
		s.memory = min(max(2*s.memory, minChunk), maxChunk)
		count := max(n, int(s.memory/p.elem.size))
		*s = slab{reflect.MakeSlice(p.list, count, count).UnsafePointer(), 0, count, s.memory}
	}
	first := unsafe.Add(s.chunk, uintptr(s.used)*p.elem.size)
	s.used += n
	return first
}
