package walk

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strings"
)

// A FileHash is the path of a file and the SHA-256 of its bytes, as
// [Source.Hash] has it.
type FileHash struct {
	Path string
	Hash [sha256.Size]byte
}

// Fingerprint is the SHA-256, in hexadecimal, of the paths and content hashes
// of a tree's files. It does not depend on the order of entries, nor on the
// folder that the tree is in.
func Fingerprint(entries []FileHash) string {
	sorted := slices.Clone(entries)
	slices.SortFunc(sorted, func(a, b FileHash) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return slices.Compare(a.Hash[:], b.Hash[:])
	})
	h := sha256.New()
	for _, e := range sorted {
		// No path holds a NUL, so entries cannot run into each other. A hash
		// never fails to be written to.
		_, _ = io.WriteString(h, e.Path+"\x00")
		_, _ = h.Write(e.Hash[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
