package cache

import (
	"bufio"
	"encoding/binary"
	"errors"
	"os"
	"strings"

	"github.com/cespare/xxhash/v2"

	"seedgraph/internal/regular"
)

// A segment is a file:
//
//	magic                                                    8 bytes
//	version of the program                                  32
//	entries
//	index: for each entry key, offset, length, checksum     32 + 8 + 8 + 8
//	offset of the index, number of entries                   8 + 8
//	checksum of the version, the index and the two numbers   8
//
// Numbers are little-endian, checksums XXH64; that of an entry covers its key and its bytes.
const (
	magic      = "sgcache1"
	headSize   = int64(len(magic) + len(Key{}))
	recordSize = int64(len(Key{}) + 3*8)
	footSize   = int64(3 * 8)
)

// The names of segments, and of unfinished ones.
const (
	segmentPattern = "seedgraph-*.segment"
	tempPattern    = "seedgraph-*.tmp"
)

// errDamaged is the error of a segment that is not as it was written.
var errDamaged = errors.New("damaged segment")

// errForeign is the error of a segment of another program.
var errForeign = errors.New("segment of another program")

// A segment is an open segment.
type segment struct {
	file    *os.File
	path    string
	size    int64
	entries []entry
}

// An entry is the place of an entry in a segment.
type entry struct {
	key      Key
	segment  *segment
	at, size int64
	sum      uint64
}

// openSegment opens a segment of a version, and reads its index.
func openSegment(path string, version Key) (s *segment, err error) {
	f, err := regular.OpenNoFollow(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s = &segment{file: f, path: path, size: info.Size()}
	return s, s.readIndex(version)
}

func (s *segment) readIndex(version Key) error {
	var head [headSize]byte
	var foot [footSize]byte
	if s.size < headSize+footSize || !s.read(head[:], 0) || string(head[:len(magic)]) != magic {
		return errDamaged
	}
	if Key(head[len(magic):]) != version {
		return errForeign
	}
	if !s.read(foot[:], s.size-footSize) {
		return errDamaged
	}
	at, count := binary.LittleEndian.Uint64(foot[:]), binary.LittleEndian.Uint64(foot[8:])
	room := uint64(s.size - footSize)
	if at < uint64(headSize) || at > room || (room-at)%uint64(recordSize) != 0 ||
		(room-at)/uint64(recordSize) != count {
		return errDamaged
	}
	index := make([]byte, room-at)
	if !s.read(index, int64(at)) || sumOf(version, index, foot[:16]) != binary.LittleEndian.Uint64(foot[16:]) {
		return errDamaged
	}
	s.entries = make([]entry, count)
	for i := range s.entries {
		record := index[int64(i)*recordSize:]
		e := &s.entries[i]
		e.segment, e.key = s, Key(record)
		numbers := record[len(e.key):]
		begin, size := binary.LittleEndian.Uint64(numbers), binary.LittleEndian.Uint64(numbers[8:])
		e.sum = binary.LittleEndian.Uint64(numbers[16:])
		if begin < uint64(headSize) || begin > at || size > at-begin {
			return errDamaged
		}
		e.at, e.size = int64(begin), int64(size)
	}
	return nil
}

// read reads a part of the file.
func (s *segment) read(to []byte, at int64) bool {
	_, err := s.file.ReadAt(to, at)
	return err == nil
}

// data reads an entry, into buf if there is room.
func (e *entry) data(buf []byte) ([]byte, bool) {
	if int64(cap(buf)) < e.size {
		buf = make([]byte, e.size)
	}
	buf = buf[:e.size]
	if !e.segment.read(buf, e.at) || sumOf(e.key, buf) != e.sum {
		return nil, false
	}
	return buf, true
}

func sumOf(key Key, parts ...[]byte) uint64 {
	var h xxhash.Digest
	h.Reset()
	h.Write(key[:])
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum64()
}

// A writer writes a segment.
type writer struct {
	file  *os.File
	out   *bufio.Writer
	at    int64
	index []byte
	known map[Key]bool // keys of the entries written
	err   error
}

// newWriter begins a segment in a folder.
func newWriter(folder string, version Key) (*writer, error) {
	f, err := os.CreateTemp(folder, tempPattern)
	if err != nil {
		return nil, err
	}
	w := &writer{file: f, out: bufio.NewWriterSize(f, 1<<18), known: map[Key]bool{}}
	w.write([]byte(magic))
	w.write(version[:])
	return w, nil
}

func (w *writer) write(data []byte) {
	n, err := w.out.Write(data)
	w.at += int64(n)
	w.err = errors.Join(w.err, err)
}

func (w *writer) add(key Key, data []byte) {
	if w.known[key] {
		return
	}
	w.known[key] = true
	w.index = append(w.index, key[:]...)
	w.index = binary.LittleEndian.AppendUint64(w.index, uint64(w.at))
	w.index = binary.LittleEndian.AppendUint64(w.index, uint64(len(data)))
	w.index = binary.LittleEndian.AppendUint64(w.index, sumOf(key, data))
	w.write(data)
}

// finish completes the segment and gives it its name.
func (w *writer) finish(version Key) error {
	at := w.at
	w.write(w.index)
	foot := binary.LittleEndian.AppendUint64(nil, uint64(at))
	foot = binary.LittleEndian.AppendUint64(foot, uint64(len(w.known)))
	w.write(binary.LittleEndian.AppendUint64(foot, sumOf(version, w.index, foot)))
	err := errors.Join(w.err, w.out.Flush(), w.file.Close())
	if err == nil {
		err = os.Rename(w.file.Name(), strings.TrimSuffix(w.file.Name(), ".tmp")+".segment")
	}
	if err != nil {
		os.Remove(w.file.Name())
	}
	return err
}
