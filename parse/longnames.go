package parse

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// MaxName bounds the bytes of the name of a definition. Its members, and theirs, repeat it in
// their names and ids.
const MaxName = 1_000

// BoundedName returns a name, or a qualified name, of at most MaxName bytes: a longer one is cut,
// and ends with a hash of the whole.
func BoundedName(name string) string {
	if len(name) <= MaxName {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	end := "~" + hex.EncodeToString(sum[:8])
	return strings.ToValidUTF8(name[:MaxName-len(end)], "") + end
}

// boundNames cuts the names of the file and of its definitions that are too long, and adds a
// limit for these.
func (f *Facts) boundNames() {
	f.Module = BoundedName(f.Module)
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if len(d.Name) > MaxName {
			f.Limits = AddLimits(f.Limits, Limit{d.NameAt, "bytes of a name", MaxName, 1})
		}
		d.Name, d.Symbol, d.Module = BoundedName(d.Name), BoundedName(d.Symbol), BoundedName(d.Module)
	}
}
