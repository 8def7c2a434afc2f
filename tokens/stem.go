package tokens

// mayStem reports whether stem could change a word, by its last letter.
func mayStem(word []byte) bool {
	if len(word) < 3 {
		return false
	}
	switch word[len(word)-1] {
	case 's', 'd', 'g', 'e', 'y', 'l':
		return true
	}
	return false
}

// irregular returns the stem of a word for which the rules would be wrong, or "".
func irregular(word []byte) string {
	switch string(word) {
	case "ids":
		return "id"
	case "apis":
		return "api"
	case "children":
		return "child"
	case "embed", "embeds":
		return "embed"
	case "indices":
		return "index"
	case "matrices":
		return "matrix"
	case "setting", "settings": // not forms of set
		return "setting"
	case "vertices":
		return "vertex"
	}
	return ""
}

// stem writes the stem of a lower-case ASCII word to dst and returns its
// length. It is Porter's stemmer, reduced to the steps that remove inflections:
// plurals, -ed and -ing, and the final e and y that come and go with them.
// Stems need not be words; it is only required that the forms of one word share
// them: query, queries; cache, caches, cached, caching. Words keep at least 3
// letters.
func stem(dst *[MaxTerm]byte, word []byte) int {
	n := copy(dst[:], word)
	if s := irregular(word); s != "" {
		return copy(dst[:], s)
	}
	if n < 4 || !isSmallASCII(word) {
		return n
	}
	n = stemPlural(dst[:n])
	n = stemPast(dst, n)
	return stemEnd(dst[:n])
}

func isSmallASCII(word []byte) bool {
	for _, b := range word {
		if b < 'a' || b > 'z' {
			return false
		}
	}
	return true
}

// stemPlural removes the s of a plural, but not of class, status and alias.
func stemPlural(w []byte) int {
	n := len(w)
	if w[n-1] != 's' {
		return n
	}
	switch {
	case hasSuffix(w, "sses"):
		return n - 2
	case hasSuffix(w, "ies"):
		if n > 4 {
			return n - 2
		}
		return n - 1
	case hasSuffix(w, "ss"), hasSuffix(w, "us"), hasSuffix(w, "is"), hasSuffix(w, "ias"):
		return n
	}
	if hasVowel(w[:n-2]) || isConsonant(w, n-2) && hasVowel(w[:n-1]) {
		return n - 1
	}
	return n
}

// stemPast removes -ed and -ing after a stem with a vowel, and repairs the stem.
func stemPast(dst *[MaxTerm]byte, n int) int {
	w := dst[:n]
	base := n
	switch {
	case hasSuffix(w, "eed"):
		if measure(w[:n-3]) > 0 {
			return n - 1
		}
		return n
	case hasSuffix(w, "ed"):
		base = n - 2
	case hasSuffix(w, "ing"):
		base = n - 3
	}
	if base == n || base < 3 || !hasVowel(w[:base]) {
		return n
	}
	w = w[:base]
	last := w[base-1]
	switch {
	case hasSuffix(w, "at"), hasSuffix(w, "bl"), hasSuffix(w, "iz"):
		dst[base] = 'e'
		return base + 1
	case base > 3 && last == w[base-2] && isConsonant(w, base-1):
		if last != 'l' && last != 's' && last != 'z' {
			return base - 1
		}
	case measure(w) == 1 && endsShort(w):
		dst[base] = 'e'
		return base + 1
	}
	return base
}

// stemEnd turns a final y after a consonant into i, and removes a final e that
// is not needed by a short syllable, and one of two final l.
func stemEnd(w []byte) int {
	n := len(w)
	switch {
	case n < 4:
	case w[n-1] == 'y' && isConsonant(w, n-2):
		w[n-1] = 'i'
	case w[n-1] == 'e':
		if m := measure(w[:n-1]); m > 1 || m == 1 && !endsShort(w[:n-1]) {
			n--
		}
	case w[n-1] == 'l' && w[n-2] == 'l' && measure(w) > 1:
		n--
	}
	return n
}

func hasSuffix(w []byte, suffix string) bool {
	return len(w) >= len(suffix) && string(w[len(w)-len(suffix):]) == suffix
}

// isConsonant reports whether w[i] is a consonant: y is one unless it follows a
// consonant.
func isConsonant(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		return i == 0 || !isConsonant(w, i-1)
	}
	return true
}

func hasVowel(w []byte) bool {
	for i := range w {
		if !isConsonant(w, i) {
			return true
		}
	}
	return false
}

// measure returns Porter's m: the number of times a vowel is followed by a
// consonant.
func measure(w []byte) int {
	m, vowel := 0, false
	for i := range w {
		c := isConsonant(w, i)
		if c && vowel {
			m++
		}
		vowel = !c
	}
	return m
}

// endsShort reports whether w ends in consonant, vowel, consonant, where the
// last is not w, x or y.
func endsShort(w []byte) bool {
	n := len(w)
	if n < 3 || !isConsonant(w, n-1) || isConsonant(w, n-2) || !isConsonant(w, n-3) {
		return false
	}
	return w[n-1] != 'w' && w[n-1] != 'x' && w[n-1] != 'y'
}
