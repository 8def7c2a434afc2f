package tokens

// cachedLength is the length of the longest piece that is cached.
const cachedLength = 30

// cacheBits is the binary logarithm of the number of pairs of cache entries,
// one megabyte in all.
const cacheBits = 14

// A cacheEntry holds a whole piece with its count: up to 30 bytes, zeros, in
// byte 30 the length and in byte 31 the count, which is at most 30. Entries
// that differ at most in the count are of one piece; no piece has length 0, so
// the zero entry is free.
type cacheEntry [4]uint64

const countShift = 56

// holds reports whether e is the entry of the piece of key, which has count 0.
func (e *cacheEntry) holds(key *cacheEntry) bool {
	return e[0] == key[0] && e[1] == key[1] && e[2] == key[2] && e[3]<<8 == key[3]<<8
}

func (e *cacheEntry) count() int { return int(e[3] >> countShift) }

// A pieceCache caches the token counts of pieces, since code repeats its
// identifiers. A piece belongs in one pair of entries, of which the less
// recently used one is replaced; so the cache is bounded, and its results never
// depend on earlier counts.
type pieceCache [][2]cacheEntry

func newPieceCache() pieceCache { return make(pieceCache, 1<<cacheBits) }

// count returns the count of a piece of at most cachedLength bytes, and calls
// merge if it is not cached.
func (c pieceCache) count(piece string, merge func(string) int) int {
	key := makeKey(piece)
	pair := &c[key.hash()>>(64-cacheBits)]
	if pair[0].holds(&key) {
		return pair[0].count()
	}
	if pair[1].holds(&key) {
		pair[0], pair[1] = pair[1], pair[0]
		return pair[0].count()
	}
	n := merge(piece)
	key[3] |= uint64(n) << countShift
	pair[0], pair[1] = key, pair[0]
	return n
}

func (e *cacheEntry) hash() uint64 {
	const k0, k1, k2, k3 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53
	h := e[0]*k0 ^ e[1]*k1 ^ e[2]*k2 ^ e[3]*k3
	return (h ^ h>>32) * k0
}

// makeKey returns the entry of a piece, with count 0.
func makeKey(piece string) (e cacheEntry) {
	n := len(piece)
	switch n / 8 {
	case 0:
		e[0] = loadTail(piece)
	case 1:
		e[0] = load64(piece, 0)
		e[1] = loadTail(piece[8:])
	case 2:
		e[0] = load64(piece, 0)
		e[1] = load64(piece, 8)
		e[2] = loadTail(piece[16:])
	default:
		e[0] = load64(piece, 0)
		e[1] = load64(piece, 8)
		e[2] = load64(piece, 16)
		e[3] = loadTail(piece[24:])
	}
	e[3] |= uint64(n) << (countShift - 8)
	return e
}
