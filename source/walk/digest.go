package walk

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
)

// Digest returns a hash of the walk without the contents of the files: which files are listed and
// how they are classified, which are skipped and why, symbolic links, and the attributes that decide
// about encodings and languages. Two trees with equal digests and equal contents build alike: the
// number of ignored files is left out, since nothing depends on it.
func (t *Tree) Digest() [sha256.Size]byte {
	h := sha256.New()
	for _, f := range t.Files {
		fmt.Fprintf(h, "file %q %d %v %v %v %v %v %v\n", f.Path, f.Size, f.Vendored, f.Generated, f.Minified, f.Test,
			f.Large, f.plain)
	}
	for _, s := range t.Skipped {
		fmt.Fprintf(h, "skipped %q %q %q\n", s.Path, s.Reason, s.Detail)
	}
	for _, from := range slices.Sorted(maps.Keys(t.Links)) {
		fmt.Fprintf(h, "link %q %q\n", from, t.Links[from])
	}
	for _, ext := range slices.Sorted(maps.Keys(t.Unselected)) {
		fmt.Fprintf(h, "unselected %q %d\n", ext, t.Unselected[ext])
	}
	for _, a := range t.attributes {
		fmt.Fprintf(h, "attribute %q %q %q %+v\n", a.dir, a.name, a.value, a.rule)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
