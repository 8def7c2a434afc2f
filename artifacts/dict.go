package artifacts

import (
	"encoding/binary"
	"sort"
	"strings"
)

// A dictionary maps strings to values. It is stored as blocks of front-coded entries and
// a directory of the first string of each block; see FORMAT.md, section "Dictionaries".
// The directory is read once; a look-up then reads one block.

// dictBlock is the size in bytes at which a block of a dictionary is closed.
const dictBlock = 2048

// A dictWriter writes a dictionary. Strings must be added in ascending order.
type dictWriter struct {
	section   byte
	put       func(key, value []byte) error
	block     []byte
	blocks    uint32
	last      string // last string of the block
	directory []byte
	lastFirst string // last first string in the directory
	entries   int
}

func newDictWriter(section byte, put func(key, value []byte) error) *dictWriter {
	return &dictWriter{section: section, put: put}
}

// add appends an entry.
func (w *dictWriter) add(s string, value []byte) error {
	if len(w.block) == 0 {
		w.directory = appendFront(w.directory, w.lastFirst, s)
		w.lastFirst, w.last = s, ""
	}
	w.block = appendFront(w.block, w.last, s)
	w.block = appendUint(w.block, uint64(len(value)))
	w.block = append(w.block, value...)
	w.last = s
	w.entries++
	if len(w.block) >= dictBlock {
		return w.flush()
	}
	return nil
}

func (w *dictWriter) flush() error {
	if len(w.block) == 0 {
		return nil
	}
	err := w.put(blockKey(w.section, w.blocks), w.block)
	w.blocks++
	w.block = w.block[:0]
	return err
}

// close writes the last block and, under the section's bare key followed by 0xff, the
// directory.
func (w *dictWriter) close() error {
	if err := w.flush(); err != nil {
		return err
	}
	return w.put(directoryKey(w.section), w.directory)
}

// appendFront appends s as the length of the prefix that it shares with last, and the
// remaining bytes.
func appendFront(b []byte, last, s string) []byte {
	n := 0
	for n < len(last) && n < len(s) && last[n] == s[n] {
		n++
	}
	b = appendUint(b, uint64(n))
	return appendString(b, s[n:])
}

// frontBytes reads a front-coded string into the memory of the previous one.
func (d *decoder) frontBytes(last []byte) []byte {
	n := d.uint()
	rest := d.bytes(d.size())
	if n > uint64(len(last)) {
		d.fail()
		return nil
	}
	return append(last[:n], rest...)
}

// blockKey returns the key of a numbered block of a section.
func blockKey(section byte, n uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{section}, n)
}

// directoryKey returns the key of the directory, which sorts after all blocks of its
// section.
func directoryKey(section byte) []byte {
	return []byte{section, 0xff, 0xff, 0xff, 0xff, 0xff}
}

// A dict reads a dictionary.
type dict struct {
	section byte
	get     func(key []byte) ([]byte, error)
	firsts  []string // of each block, ascending
}

// openDict reads the directory of a dictionary.
func openDict(section byte, get func(key []byte) ([]byte, error)) (*dict, error) {
	value, err := get(directoryKey(section))
	if err != nil {
		return nil, err
	}
	t := &dict{section: section, get: get}
	var last []byte
	for d := (decoder{b: value}); !d.done(); {
		last = d.frontBytes(last)
		if d.bad {
			return nil, corruptf("directory of section %q", section)
		}
		t.firsts = append(t.firsts, string(last))
	}
	return t, nil
}

// lookup returns the value of s, or nil if it is missing.
func (t *dict) lookup(s string) ([]byte, error) {
	var found []byte
	err := t.scan(s, func(e string, value []byte) bool {
		if e == s {
			found = value
		}
		return false
	})
	return found, err
}

// scan calls f for the entries from s on, in ascending order, until f returns false.
func (t *dict) scan(s string, f func(s string, value []byte) bool) error {
	b := sort.SearchStrings(t.firsts, s)
	if b == len(t.firsts) || t.firsts[b] != s {
		b = max(b-1, 0)
	}
	for ; b < len(t.firsts); b++ {
		block, err := t.get(blockKey(t.section, uint32(b)))
		if err != nil {
			return err
		}
		more, err := scanBlock(block, s, f)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// scanBlock calls f for the entries of one block from s on; more is false if f returned
// false.
func scanBlock(block []byte, s string, f func(string, []byte) bool) (more bool, err error) {
	var last []byte
	for d := (decoder{b: block}); !d.done(); {
		last = d.frontBytes(last)
		value := d.bytes(d.size())
		if d.bad {
			return false, corruptf("block of a dictionary")
		}
		if string(last) >= s && !f(string(last), value) {
			return false, nil
		}
	}
	return true, nil
}

// prefix calls f for the entries that begin with p, in ascending order, until f
// returns false.
func (t *dict) prefix(p string, f func(s string, value []byte) bool) error {
	return t.scan(p, func(s string, value []byte) bool {
		return strings.HasPrefix(s, p) && f(s, value)
	})
}
