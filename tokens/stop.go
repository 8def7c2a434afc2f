package tokens

import "strings"

// stopWords are English words that do not indicate a topic, and keywords of
// declaration and control flow that occur in nearly every file. Keywords that
// are also meaningful as names, such as type, case, default, select or async,
// are not among them.
const stopWords = `
about an and any are as at be because been but by can could did do does each for from had has have here how if in into is it its
just may me might must my no not of on only or other our out shall should so some such than that the their them then there these
they this those to too us very was we were what when where which while who why will with would you your

abstract begin bool boolean break catch class const continue declare def elif else elseif end endif enum export extends extern
false final finally fn foreach fun func function goto implements import int interface internal let namespace new nil null override
package partial private protected public readonly return sealed self static struct super switch throw throws true try undefined
using val var virtual void
`

// A stopKey holds a word of at most 16 bytes, zeros after it.
type stopKey [2]uint64

// longestStop is the length of the longest stop word.
const longestStop = 10

// stopBits is the binary logarithm of the number of slots; most stay free.
const stopBits = 10

// stops is a hash table of the stop words. lengths has, by the first byte of a
// word, the lengths that occur: that is enough to reject most words.
var stops = func() (t struct {
	lengths [256]uint16
	slots   [1 << stopBits]stopKey
}) {
	for _, w := range strings.Fields(stopWords) {
		t.lengths[w[0]] |= 1 << len(w)
		key := makeStopKey([]byte(w))
		i := key.slot()
		for t.slots[i] != (stopKey{}) {
			i = (i + 1) % len(t.slots)
		}
		t.slots[i] = key
	}
	return t
}()

func makeStopKey(w []byte) (k stopKey) {
	for i := len(w) - 1; i >= 0; i-- {
		k[i>>3&1] = k[i>>3&1]<<8 | uint64(w[i])
	}
	return k
}

func (k stopKey) slot() int {
	return int((k[0]*0x9e3779b97f4a7c15 ^ k[1]*0xd6e8feb86659fd93) >> (64 - stopBits))
}

// isStop reports whether a lower-case word is a stop word.
func isStop(w []byte) bool {
	if len(w) > longestStop || stops.lengths[w[0]]>>len(w)&1 == 0 {
		return false
	}
	key := makeStopKey(w)
	for i := key.slot(); stops.slots[i] != (stopKey{}); i = (i + 1) % len(stops.slots) {
		if stops.slots[i] == key {
			return true
		}
	}
	return false
}
