// Package compact encodes values of Go types in a compact binary form, relative to a text that many of
// their strings are slices of.
//
// A type is compiled once into a plan, by reflection. Fields that are zero take one bit, integers are of
// variable length, a string that is a slice of the text is an offset and a length, and every other string
// is stored once. Decoded strings are slices of the text again, or of one string with all others, and lists
// are cut from chunks that many values share: decoding allocates little.
//
// Decoding trusts nothing: each length is checked against the bytes that are left, each offset against the
// text, and each list element takes at least one byte. Malformed data is an error.
package compact

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unsafe"
)

// ErrMalformed is the error of data that no value encodes to.
var ErrMalformed = errors.New("malformed data")

// ErrUnfit is the error of a value that cannot be encoded: it is nested too deeply, or refers to positions
// beyond the text.
var ErrUnfit = errors.New("value does not fit")

// maxDepth bounds the nesting of values.
const maxDepth = 2000

// An op is the form of a type.
type op uint8

const (
	opBool op = iota
	opInt
	opUint
	opOffset // uint32: at most the length of the text, plus one
	opString
	opBytes // array of bytes
	opArray
	opSlice
	opPointer
	opStruct
)

// A plan is the compiled form of a type.
type plan struct {
	op     op
	size   uintptr
	count  int   // of an array
	elem   *plan // of a list, an array or a pointer
	fields []field
	mask   int  // of a struct: the bytes that say which fields are not zero
	shared bool // of a list or a pointer: several fields may share it
	slab   int  // of a list or a pointer: the number of the slab of its elements
	list   reflect.Type
}

// A field is a field of a struct; those of structs in it are fields of their own.
type field struct {
	*plan
	offset uintptr
}

// maxFields bounds the fields of a struct: they have one bit each in a mask.
const maxFields = 64

// A Codec encodes values of type T. It is safe for concurrent use.
type Codec[T any] struct {
	root        *plan
	run         *plan // of the shared lists, which are of one type; nil if there are none
	slabs       int
	fingerprint [sha256.Size]byte
}

// New compiles the codec of a type: booleans, integers, strings, arrays, lists, pointers and structs of
// them. A uint32 in it is an offset of the text, or another number that is at most its length. Lists of the
// types in shared, and pointers to them, may share memory, and do so again after decoding: lists that
// begin with the same element, and equal pointers. New panics for other types.
func New[T any](shared ...reflect.Type) *Codec[T] {
	c := compiler{plans: map[reflect.Type]*plan{}, slabs: map[reflect.Type]int{}, shared: map[reflect.Type]bool{}}
	for _, t := range shared {
		c.shared[t] = true
	}
	root := c.plan(reflect.TypeFor[T]())
	return &Codec[T]{root, c.run, len(c.slabs), sha256.Sum256([]byte(c.text.String()))}
}

// Fingerprint returns a hash of the definitions of T and of all types in it: the data of one cannot be
// decoded by another.
func (c *Codec[T]) Fingerprint() [sha256.Size]byte { return c.fingerprint }

// A compiler makes the plans of types, and a description of them.
type compiler struct {
	plans  map[reflect.Type]*plan
	slabs  map[reflect.Type]int
	shared map[reflect.Type]bool
	run    *plan
	text   strings.Builder
}

func (c *compiler) plan(t reflect.Type) *plan {
	if p := c.plans[t]; p != nil {
		return p
	}
	p := &plan{size: t.Size()}
	c.plans[t] = p
	fmt.Fprintf(&c.text, "%s %s %d\n", t, t.Kind(), t.Size())
	switch t.Kind() {
	case reflect.Bool:
		p.op = opBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.op = opInt
	case reflect.Uint32:
		p.op = opOffset
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint64:
		p.op = opUint
	case reflect.String:
		p.op = opString
	case reflect.Array:
		p.op, p.count, p.elem = opArray, t.Len(), c.plan(t.Elem())
		if t.Elem().Kind() == reflect.Uint8 {
			p.op = opBytes
		}
	case reflect.Slice, reflect.Pointer:
		p.op, p.elem, p.shared = opSlice, c.plan(t.Elem()), c.shared[t.Elem()]
		if t.Kind() == reflect.Pointer {
			p.op = opPointer
		}
		p.list = reflect.SliceOf(t.Elem())
		if _, ok := c.slabs[p.list]; !ok {
			c.slabs[p.list] = len(c.slabs)
		}
		p.slab = c.slabs[p.list]
		if p.shared && p.op == opSlice {
			if c.run != nil && c.run.list != p.list {
				panic(fmt.Sprintf("compact: shared lists of %s and %s", c.run.list, p.list))
			}
			c.run = p
		}
	case reflect.Struct:
		p.op = opStruct
		c.fields(p, t, 0)
		p.mask = (len(p.fields) + 7) / 8
		if len(p.fields) == 0 || len(p.fields) > maxFields {
			panic(fmt.Sprintf("compact: %s has %d fields", t, len(p.fields)))
		}
	default:
		panic(fmt.Sprintf("compact: type %s", t))
	}
	return p
}

// fields appends the fields of a struct that begins at an offset of p.
func (c *compiler) fields(p *plan, t reflect.Type, offset uintptr) {
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Fprintf(&c.text, "%s.%s %s %d\n", t, f.Name, f.Type, f.Offset)
		if f.Type.Kind() == reflect.Struct {
			c.fields(p, f.Type, offset+f.Offset)
			continue
		}
		p.fields = append(p.fields, field{c.plan(f.Type), offset + f.Offset})
	}
}

// isZero reports whether the value at a place is the zero value, which is not stored in a struct.
func (p *plan) isZero(at unsafe.Pointer) bool {
	switch p.op {
	case opString:
		return len(*(*string)(at)) == 0
	case opPointer, opSlice: // a list begins with its pointer; an empty list is not the zero value
		return *(*unsafe.Pointer)(at) == nil
	case opArray:
		for i := range p.count {
			if !p.elem.isZero(unsafe.Add(at, uintptr(i)*p.elem.size)) {
				return false
			}
		}
		return true
	case opBytes:
		for _, b := range unsafe.Slice((*byte)(at), p.count) {
			if b != 0 {
				return false
			}
		}
		return true
	case opStruct:
		for _, f := range p.fields {
			if !f.isZero(unsafe.Add(at, f.offset)) {
				return false
			}
		}
		return true
	}
	switch p.size {
	case 1:
		return *(*uint8)(at) == 0
	case 2:
		return *(*uint16)(at) == 0
	case 4:
		return *(*uint32)(at) == 0
	}
	return *(*uint64)(at) == 0
}
