package walk

import "crypto/sha256"

// A FileHash is the path of a file and the SHA-256 of its bytes, see
// [Source.Hash].
type FileHash struct {
	Path string
	Hash [sha256.Size]byte
}
