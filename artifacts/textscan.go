package artifacts

import (
	"io"

	"seedgraph/graph"
)

// This file reads all texts in one pass.

// Texts calls f for every node with a text that admit accepts, in order, until f returns
// an error. The node has neither a rank nor a parent; it is valid during the call, like
// the text, which is that of [Reader.Text].
func (r *Reader) Texts(admit func(*graph.Node) bool, f func(n uint32, text []byte) error) error {
	var files [len(r.texts)]*textReader
	for i, t := range r.texts {
		files[i] = &textReader{name: t.name, f: &readAhead{f: t.f}, starts: t.starts, cached: -1}
	}
	var b textBuffer
	return r.records(func(n uint32, rec *record) error {
		if len(rec.places) == 0 || !admit(&rec.node) {
			return nil
		}
		file := files[0]
		if rec.bits&inBodies != 0 {
			file = files[1]
		}
		b.text = b.text[:0]
		for p := range rec.places {
			if err := r.addText(&b, file, rec, p); err != nil {
				return err
			}
		}
		return f(n, b.text)
	})
}

// aheadSize is the number of bytes that a readAhead reads at once.
const aheadSize = 1 << 20

// A readAhead reads a file in large blocks, for reads at ascending offsets. It is not
// safe for concurrent use.
type readAhead struct {
	f    io.ReaderAt
	from int64
	buf  []byte
}

// ReadAt implements [io.ReaderAt].
func (a *readAhead) ReadAt(b []byte, at int64) (int, error) {
	if len(b) > aheadSize {
		return a.f.ReadAt(b, at)
	}
	if at < a.from || at+int64(len(b)) > a.from+int64(len(a.buf)) {
		if a.buf == nil {
			a.buf = make([]byte, aheadSize)
		}
		n, err := a.f.ReadAt(a.buf[:aheadSize], at)
		if err != nil && err != io.EOF {
			return 0, err
		}
		a.from, a.buf = at, a.buf[:n]
	}
	n := copy(b, a.buf[at-a.from:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}
