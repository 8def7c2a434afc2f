package tokens

import (
	"math"
	"math/bits"
)

// A vocabulary maps the bytes of each token to its rank: the lower the rank of a
// pair, the earlier it is merged. It is a hash table, used in place as embedded in
// the program file, so that opening it costs nothing and only the pages accessed are
// loaded into memory:
//
//	longest  uint32           length of the longest token
//	buckets  uint32           a power of two
//	offsets  buckets+1 times uint32, from the start of the entries
//	entries  length uint8, rank uint24, the bytes; the entries of a bucket are contiguous
//
// Integers are little-endian. The files are written by a test with -update, from the
// module that publishes the vocabularies; see vocab/README.md.
type vocabulary struct {
	offsets string
	entries string
	shift   uint // of a hash to the number of its bucket
	longest int  // length of the longest token
}

// noRank is the rank of byte strings that are not tokens.
const noRank = math.MaxUint32

// entryHeader is the size of the length and the rank of an entry.
const entryHeader = 4

// openVocabulary reads a vocabulary in the form of vocab.
func openVocabulary(data string) *vocabulary {
	buckets := load32(data, 4)
	entries := 8 + 4*(buckets+1)
	return &vocabulary{
		longest: int(load32(data, 0)),
		shift:   64 - uint(bits.TrailingZeros32(buckets)),
		offsets: data[8:entries],
		entries: data[entries:],
	}
}

// rank returns the rank of the token made of the bytes of s, or noRank.
func (v *vocabulary) rank(s string) uint32 {
	if len(s) > v.longest {
		return noRank
	}
	b := int(hash(s) >> v.shift)
	i, end := int(load32(v.offsets, 4*b)), int(load32(v.offsets, 4*b+4))
	for i < end {
		head := load32(v.entries, i)
		i += entryHeader
		n := int(head & 0xff)
		if n == len(s) && v.entries[i:i+n] == s {
			return head >> 8
		}
		i += n
	}
	return noRank
}

// hash mixes the bytes of s, eight at a time. The vocabulary files depend on
// it: another hash needs other files.
func hash(s string) uint64 {
	const k0, k1 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := uint64(len(s)) * k0
	i := 0
	for ; i+8 <= len(s); i += 8 {
		h = (h ^ load64(s, i)) * k1
		h ^= h >> 32
	}
	if i < len(s) {
		h = (h ^ loadTail(s[i:])) * k1
		h ^= h >> 32
	}
	return h * k0
}

// loadTail returns the bytes of s, at most 7, as load64 would if zeros followed.
func loadTail(s string) uint64 {
	var w uint64
	for k := len(s) - 1; k >= 0; k-- {
		w = w<<8 | uint64(s[k])
	}
	return w
}

func load64(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load32(s string, i int) uint32 {
	s = s[i : i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}
