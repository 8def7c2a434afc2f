package pipeline

import (
	"crypto/sha1"
	"encoding/hex"
)

// namespaceDNS is the UUID of the namespace of domain names.
var namespaceDNS = []byte{0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0,
	0x4f, 0xd4, 0x30, 0xc8}

// SnapshotID returns the id that the runtime gives a snapshot: the version 5 UUID of the
// repository and its commit or fingerprint.
func SnapshotID(repository, revision string) string {
	h := sha1.New()
	h.Write(namespaceDNS)
	h.Write([]byte(repository + ":" + revision))
	u := h.Sum(nil)[:16]
	u[6], u[8] = u[6]&0x0f|0x50, u[8]&0x3f|0x80
	x := hex.EncodeToString(u)
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}
