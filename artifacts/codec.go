package artifacts

import (
	"encoding/binary"
	"math"
)

// This file contains the primitives of all values in the store; see FORMAT.md, section
// "Primitives". A number is an unsigned LEB128 varint, a string its length and its bytes.

func appendUint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// A decoder decodes a value sequentially. After a read beyond the end, or of a malformed
// number, it is bad, and all reads return zero values.
type decoder struct {
	b   []byte
	bad bool
}

// uint reads a number.
func (d *decoder) uint() uint64 {
	if len(d.b) > 0 && d.b[0] < 0x80 {
		v := d.b[0]
		d.b = d.b[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return v
}

// uint32 reads a number that must fit in 32 bits.
func (d *decoder) uint32() uint32 {
	v := d.uint()
	if v > math.MaxUint32 {
		d.fail()
		return 0
	}
	return uint32(v)
}

// size reads a number of elements that take at least one byte each.
func (d *decoder) size() int {
	v := d.uint()
	if v > uint64(len(d.b)) {
		d.fail()
		return 0
	}
	return int(v)
}

// bytes reads n bytes; they alias the value.
func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.b) {
		d.fail()
		return nil
	}
	v := d.b[:n]
	d.b = d.b[n:]
	return v
}

// string reads a string.
func (d *decoder) string() string { return string(d.bytes(d.size())) }

// byte reads one byte.
func (d *decoder) byte() byte {
	if len(d.b) == 0 {
		d.fail()
		return 0
	}
	v := d.b[0]
	d.b = d.b[1:]
	return v
}

func (d *decoder) fail() { d.b, d.bad = nil, true }

// done reports whether the value was decoded completely and without errors.
func (d *decoder) done() bool { return !d.bad && len(d.b) == 0 }
