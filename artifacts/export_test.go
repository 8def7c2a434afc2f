package artifacts

import (
	"testing"
)

// CheckQuotes compares the values that FORMAT.md quotes of an index with those in r, and
// counts them.
func CheckQuotes(t *testing.T, r *Reader, of string) (n int) {
	t.Helper()
	for _, q := range quotes(t) {
		if q.attrs["of"] == of {
			n++
			q.checkValue(t, r)
		}
	}
	return n
}
