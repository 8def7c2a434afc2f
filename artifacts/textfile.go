package artifacts

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// The uncompressed sizes at which a frame of a compressed file is closed: small if single
// lines are read, large if the file is read as a whole. Frames end at line ends; a longer
// line has a separate frame.
const (
	smallFrame = 64 << 10
	largeFrame = 1 << 20
)

// compressedSuffix is added to the names of compressed files.
const compressedSuffix = ".zst"

// A frame is an independent piece of a compressed file.
type frame struct {
	packed uint32 // bytes in the file
	plain  uint32 // bytes when decompressed
}

// A textWriter writes a file line by line, uncompressed or in frames, and keeps track of
// the offset in the uncompressed form.
type textWriter struct {
	f       *os.File
	w       *bufio.Writer
	enc     *zstd.Encoder // nil if uncompressed
	pending []byte
	packed  []byte
	frames  []frame
	size    int    // at which a frame is closed
	offset  uint64 // of the next line, in the uncompressed form
}

// createText creates the file at path, or at path.zst.
func createText(path string, compress bool, frame int) (*textWriter, error) {
	t := &textWriter{size: frame}
	if compress {
		path += compressedSuffix
		var err error
		t.enc, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(2*frame), zstd.WithLowerEncoderMem(true), zstd.WithZeroFrames(true))
		if err != nil {
			return nil, err
		}
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	t.f, t.w = f, bufio.NewWriterSize(f, 64<<10)
	return t, nil
}

// write appends b, at whose end a frame may be closed.
func (t *textWriter) write(b ...[]byte) error {
	for _, piece := range b {
		t.offset += uint64(len(piece))
		if t.enc != nil {
			t.pending = append(t.pending, piece...)
		} else if _, err := t.w.Write(piece); err != nil {
			return err
		}
	}
	if len(t.pending) >= t.size {
		return t.endFrame()
	}
	return nil
}

func (t *textWriter) endFrame() error {
	if len(t.pending) == 0 {
		return nil
	}
	t.packed = t.enc.EncodeAll(t.pending, t.packed[:0])
	t.frames = append(t.frames, frame{uint32(len(t.packed)), uint32(len(t.pending))})
	t.pending = t.pending[:0]
	_, err := t.w.Write(t.packed)
	return err
}

// close completes the file. It may be called again after a failure.
func (t *textWriter) close() error {
	if t.f == nil {
		return nil
	}
	err := t.endFrame()
	if t.enc != nil && len(t.frames) == 0 && err == nil {
		_, err = t.w.Write(t.enc.EncodeAll(nil, nil)) // an empty file would not be a valid compressed file
	}
	if ferr := t.w.Flush(); err == nil {
		err = ferr
	}
	if cerr := t.f.Close(); err == nil {
		err = cerr
	}
	t.f = nil
	return err
}

// appendFrames appends the directory of a compressed file, or of no frames for an
// uncompressed one.
func appendFrames(b []byte, frames []frame) []byte {
	b = appendUint(b, uint64(len(frames)))
	for _, f := range frames {
		b = appendUint(b, uint64(f.packed))
		b = appendUint(b, uint64(f.plain))
	}
	return b
}

// A textReader reads lines of a file by their location in the uncompressed form. It is
// safe for concurrent use.
type textReader struct {
	name   string
	f      io.ReaderAt
	starts []frameStart // empty if uncompressed

	mu     sync.Mutex // guards the fields below
	dec    *zstd.Decoder
	cached int // the frame in plain, or -1
	plain  []byte
}

// A frameStart is the offset of a frame, in the file and in the uncompressed form.
type frameStart struct{ packed, plain uint64 }

// openText decodes the frame directory of f from d.
func openText(name string, f io.ReaderAt, d *decoder) *textReader {
	t := &textReader{name: name, f: f, cached: -1}
	var at frameStart
	for n := d.size(); n > 0; n-- {
		t.starts = append(t.starts, at)
		at.packed += d.uint()
		at.plain += d.uint()
	}
	if len(t.starts) > 0 {
		t.starts = append(t.starts, at)
	}
	return t
}

// line returns the bytes at p, in the memory of b if it is large enough.
func (t *textReader) line(b []byte, p place) ([]byte, error) {
	if len(t.starts) > 0 {
		return t.framed(b, p)
	}
	b = slices.Grow(b[:0], int(p.length))[:p.length]
	if _, err := t.f.ReadAt(b, int64(p.offset)); err != nil {
		return nil, corruptf("read %s: %w", t.name, err)
	}
	return b, nil
}

func (t *textReader) framed(b []byte, p place) ([]byte, error) {
	i := sort.Search(len(t.starts), func(i int) bool { return t.starts[i].plain > p.offset }) - 1
	if i < 0 || i+1 == len(t.starts) || p.offset+uint64(p.length) > t.starts[i+1].plain {
		return nil, corruptf("read %s: no line at %d", t.name, p.offset)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cached != i {
		if err := t.load(i); err != nil {
			return nil, fmt.Errorf("read %s: %w", t.name, err)
		}
	}
	from := p.offset - t.starts[i].plain
	return append(b[:0], t.plain[from:from+uint64(p.length)]...), nil
}

// load decompresses frame i.
func (t *textReader) load(i int) error {
	t.cached = -1
	if t.dec == nil {
		dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true))
		if err != nil {
			return err
		}
		t.dec = dec
	}
	from, to := t.starts[i], t.starts[i+1]
	packed := make([]byte, to.packed-from.packed)
	if _, err := t.f.ReadAt(packed, int64(from.packed)); err != nil {
		return corruptf("frame %d: %w", i, err)
	}
	plain, err := t.dec.DecodeAll(packed, t.plain[:0])
	if err != nil {
		return corruptf("frame %d: %w", i, err)
	}
	if uint64(len(plain)) != to.plain-from.plain {
		return corruptf("frame %d has %d bytes", i, len(plain))
	}
	t.cached, t.plain = i, plain
	return nil
}
