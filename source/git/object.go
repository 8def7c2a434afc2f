package git

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"io"
	"sort"
	"strings"

	"seedgraph/internal/regular"
)

// peel follows an annotated tag, or a tag of a tag, to its target. It returns
// "" for objects that are not tags, or that cannot be read: those of other
// object stores (alternates), and those stored in a pack as a delta.
func (p Repository) peel(id string) string {
	for range 5 {
		body := p.object(id, "tag")
		target, ok := strings.CutPrefix(body, "object ")
		if !ok {
			return ""
		}
		target, rest, _ := strings.Cut(target, "\n")
		id = objectID(target)
		if !strings.HasPrefix(rest, "type tag\n") {
			return id
		}
	}
	return ""
}

// inflate decompresses the first bytes of a zlib stream: enough for the header
// lines of a tag or a commit.
func inflate(r io.Reader) string {
	z, err := zlib.NewReader(r)
	if err != nil {
		return ""
	}
	head, _ := io.ReadAll(io.LimitReader(z, 4096)) // the output before an error is still a prefix
	return string(head)
}

// packOffset looks an object up in a pack's index of version 2:
//
//	magic and version   8 bytes
//	fan-out             256 x 4: number of ids whose first byte is at most i
//	ids                 n x 20 (32), sorted
//	checksums           n x 4
//	offsets             n x 4; a set top bit points into the next table
//	large offsets       m x 8
func packOffset(path, id string) (int64, bool) {
	f, err := regular.Open(path)
	if err != nil {
		return 0, false
	}
	defer f.Close()
	want, err := hex.DecodeString(id)
	if err != nil {
		return 0, false
	}
	at := func(offset int64, size int) []byte {
		b := make([]byte, size)
		if _, err := f.ReadAt(b, offset); err != nil {
			return nil
		}
		return b
	}
	head := at(0, 8+1024)
	if head == nil || !bytes.Equal(head[:8], []byte("\xfftOc\x00\x00\x00\x02")) {
		return 0, false
	}
	fan := func(i int) int { return int(binary.BigEndian.Uint32(head[8+4*i:])) }
	low, high, n := 0, fan(int(want[0])), int64(fan(255))
	if want[0] > 0 {
		low = fan(int(want[0]) - 1)
	}
	size := int64(len(want))
	i := int64(low + sort.Search(max(high-low, 0), func(k int) bool {
		return bytes.Compare(at(8+1024+int64(low+k)*size, len(want)), want) >= 0
	}))
	if i >= int64(high) || !bytes.Equal(at(8+1024+i*size, len(want)), want) {
		return 0, false
	}
	offsets := 8 + 1024 + n*(size+4)
	b := at(offsets+4*i, 4)
	if b == nil {
		return 0, false
	}
	offset := int64(binary.BigEndian.Uint32(b))
	if offset < 1<<31 {
		return offset, true
	}
	if b = at(offsets+4*n+8*(offset&^(1<<31)), 8); b == nil {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(b) &^ (1 << 63)), true
}

// packedObject returns the start of an object of a type at an offset of a pack. An
// entry starts with its type and size in a variable number of bytes.
func packedObject(path string, offset int64, kind byte) string {
	f, err := regular.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 16)
	n, _ := f.ReadAt(head, offset) // a short read leaves zeros, which end the size
	if n == 0 || head[0]>>4&7 != kind {
		return ""
	}
	length := int64(1)
	for i := 0; head[i]&0x80 != 0 && i+1 < len(head); i++ {
		length++
	}
	return inflate(io.NewSectionReader(f, offset+length, 1<<20))
}
