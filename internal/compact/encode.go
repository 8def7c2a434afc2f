package compact

import (
	"encoding/binary"
	"unsafe"
)

// An Encoder has the memory of an encoding, to be reused for the next one. The zero value is ready for use.
type Encoder struct {
	text     string
	main     []byte
	literals map[string]uint64
	blob     []byte // of all literals
	lengths  []byte // of each of them, as variable-length integers

	runs    map[unsafe.Pointer]int // of shared lists, by their first element
	longest []run
	shared  map[unsafe.Pointer]uint64 // of pointers

	depth int
	unfit bool
}

// A run is the longest of the shared lists with the same first element.
type run struct {
	first unsafe.Pointer
	n     int
	plan  *plan // of the elements
}

// Append appends the encoded form of a value to data. Strings that are slices of text are encoded as such.
// It returns ErrUnfit for a value that cannot be decoded.
func (c *Codec[T]) Append(data []byte, e *Encoder, value *T, text string) ([]byte, error) {
	e.reset(text)
	e.value(c.root, unsafe.Pointer(value))
	main := e.main
	e.main = nil
	for i := 0; i < len(e.longest); i++ { // their elements have no shared lists
		r := e.longest[i]
		e.uint(uint64(r.n))
		for k := range r.n {
			e.value(r.plan, unsafe.Add(r.first, uintptr(k)*r.plan.size))
		}
	}
	runs := e.main
	e.main = main
	if e.unfit {
		return data, ErrUnfit
	}
	data = binary.AppendUvarint(data, uint64(len(e.literals)))
	data = binary.AppendUvarint(data, uint64(len(e.blob)))
	data = append(data, e.lengths...)
	data = append(data, e.blob...)
	data = binary.AppendUvarint(data, uint64(len(e.longest)))
	data = append(data, runs...)
	return append(data, main...), nil
}

func (e *Encoder) reset(text string) {
	e.literals, e.runs, e.shared = emptied(e.literals), emptied(e.runs), emptied(e.shared)
	*e = Encoder{text: text, main: e.main[:0], literals: e.literals, blob: e.blob[:0], lengths: e.lengths[:0],
		runs: e.runs, longest: e.longest[:0], shared: e.shared}
}

// maxReused is the length of a map up to which it is reused: clearing a map takes time for its capacity, which
// one large value would determine for all small ones after it.
const maxReused = 256

func emptied[K comparable, V any](m map[K]V) map[K]V {
	if m == nil || len(m) > maxReused {
		return map[K]V{}
	}
	clear(m)
	return m
}

func (e *Encoder) uint(n uint64) { e.main = binary.AppendUvarint(e.main, n) }

// value encodes the value at a place.
func (e *Encoder) value(p *plan, at unsafe.Pointer) {
	switch p.op {
	case opBool:
		e.main = append(e.main, *(*byte)(at))
	case opInt:
		n := intAt(at, p.size)
		e.uint(uint64(n)<<1 ^ uint64(n>>63))
	case opUint:
		e.uint(uintAt(at, p.size))
	case opOffset:
		n := uint64(*(*uint32)(at))
		e.unfit = e.unfit || n > uint64(len(e.text))+1
		e.uint(n)
	case opString:
		e.string(*(*string)(at))
	case opBytes:
		e.main = append(e.main, unsafe.Slice((*byte)(at), p.count)...)
	case opArray:
		e.elements(p.elem, at, p.count)
	case opSlice:
		e.list(p, at)
	case opPointer:
		e.pointer(p, *(*unsafe.Pointer)(at))
	case opStruct:
		e.fields(p, at)
	}
}

func (e *Encoder) fields(p *plan, at unsafe.Pointer) {
	place, mask := len(e.main), uint64(0)
	for range p.mask {
		e.main = append(e.main, 0)
	}
	for i := range p.fields {
		f := &p.fields[i]
		if at := unsafe.Add(at, f.offset); !f.isZero(at) {
			mask |= 1 << i
			e.value(f.plan, at)
		}
	}
	for i := range p.mask {
		e.main[place+i] = byte(mask >> (8 * i))
	}
}

// list encodes the length of a list, plus one unless it is nil, and its elements; of a shared list the
// number of its run instead.
func (e *Encoder) list(p *plan, at unsafe.Pointer) {
	list := *(*[]byte)(at) // of another type: only its pointer and length are used
	if list == nil {
		e.uint(0)
		return
	}
	e.uint(uint64(len(list)) + 1)
	if !p.shared {
		e.elements(p.elem, unsafe.Pointer(unsafe.SliceData(list)), len(list))
		return
	}
	if len(list) == 0 {
		return
	}
	first := unsafe.Pointer(unsafe.SliceData(list))
	i, ok := e.runs[first]
	if !ok {
		i = len(e.longest)
		e.runs[first] = i
		e.longest = append(e.longest, run{first, len(list), p.elem})
	}
	e.longest[i].n = max(e.longest[i].n, len(list))
	e.uint(uint64(i))
}

func (e *Encoder) elements(p *plan, at unsafe.Pointer, n int) {
	if e.depth++; e.depth > maxDepth {
		e.unfit = true
		return
	}
	for i := range n {
		e.value(p, unsafe.Add(at, uintptr(i)*p.size))
	}
	e.depth--
}

// pointer encodes 0 for nil and 1 before a value. A shared pointer that occurs again is its number, from 2.
func (e *Encoder) pointer(p *plan, to unsafe.Pointer) {
	if to == nil {
		e.uint(0)
		return
	}
	if n, ok := e.shared[to]; p.shared && ok {
		e.uint(n)
		return
	}
	e.uint(1)
	e.elements(p.elem, to, 1)
	if p.shared {
		e.shared[to] = uint64(len(e.shared)) + 2
	}
}

// string encodes a slice of the text as its offset and length, and any other string as its number; the
// lowest bit tells which.
func (e *Encoder) string(s string) {
	begin := uintptr(unsafe.Pointer(unsafe.StringData(e.text)))
	at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	if at >= begin && at+uintptr(len(s)) <= begin+uintptr(len(e.text)) {
		e.uint(uint64(at-begin) << 1)
		e.uint(uint64(len(s)))
		return
	}
	n, ok := e.literals[s]
	if !ok {
		n = uint64(len(e.literals))
		e.literals[s] = n
		e.blob = append(e.blob, s...)
		e.lengths = binary.AppendUvarint(e.lengths, uint64(len(s)))
	}
	e.uint(n<<1 | 1)
}

func intAt(at unsafe.Pointer, size uintptr) int64 {
	switch size {
	case 1:
		return int64(*(*int8)(at))
	case 2:
		return int64(*(*int16)(at))
	case 4:
		return int64(*(*int32)(at))
	}
	return *(*int64)(at)
}

func uintAt(at unsafe.Pointer, size uintptr) uint64 {
	switch size {
	case 1:
		return uint64(*(*uint8)(at))
	case 2:
		return uint64(*(*uint16)(at))
	case 4:
		return uint64(*(*uint32)(at))
	}
	return *(*uint64)(at)
}
