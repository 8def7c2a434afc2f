package tables

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"
)

// TestBlocksWithWrongNumbers checks that numbers that point outside a block are reported
// as damage, even with a valid checksum.
func TestBlocksWithWrongNumbers(t *testing.T) {
	entry := func(shared, rest int, key, value string) []byte {
		b := binary.NativeEndian.AppendUint16(nil, uint16(shared))
		b = binary.NativeEndian.AppendUint16(b, uint16(rest))
		return append(append(b, key...), value...)
	}
	first := entry(0, 9, "k\xff\xff\xff\xff\xff\xff\xff\xfe", "\x00\x01\x00v")
	offsets := func(at ...uint32) (b []byte) {
		for _, n := range at {
			b = binary.NativeEndian.AppendUint32(b, n)
		}
		return b
	}
	sound := blockEntries{first, offsets(0), first[4:13]}
	if v, meta, err := sound.get([]byte{}, []byte("k")); string(v) != "v" || meta != 1 || err != nil {
		t.Errorf("a sound block has %q, %d, %v", v, meta, err)
	}
	deleted := slices.Clone(first)
	deleted[13] = 1
	for name, e := range map[string]blockEntries{
		"an entry beyond the end":   {first, offsets(99), first[4:13]},
		"a key beyond the end":      {entry(0, 99, "k", ""), offsets(0), first[4:13]},
		"more shared than there is": {entry(50, 9, "k12345678", "\x00\x00\x00v"), offsets(0), first[4:13]},
		"a key without version":     {entry(0, 1, "k", "\x00\x00\x00v"), offsets(0), first[4:13]},
		"a value beyond the end":    {first, offsets(0, 99), first[4:13]},
		"no value":                  {first[:14], offsets(0), first[4:13]},
		"a value that is gone":      {deleted, offsets(0), first[4:13]},
	} {
		if v, _, err := e.get([]byte{}, []byte("k")); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %q, %v", name, v, err)
		}
	}
}
