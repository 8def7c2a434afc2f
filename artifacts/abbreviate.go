package artifacts

import (
	"strings"

	"seedgraph/graph"
)

const (
	// leastAbbreviation is the minimum length of an abbreviated handle. It has more bits
	// than the number of a bucket.
	leastAbbreviation = 4
	// spareAbbreviations is the minimum number of abbreviations for each node, so that few of
	// them become ambiguous when the tree grows.
	spareAbbreviations = 32
	letterBits         = 5
)

// Abbreviate returns the shortest prefix of a handle, of at least four letters, that
// denotes the node: neither another node's handle begins with it, nor is it a path, a folder or
// a name of something. Only nodes that the reader sees count. A handle without such a prefix
// is returned as it is.
func (r *Reader) Abbreviate(handle string) (string, error) {
	for n := r.abbreviation(); n < len(handle); n++ {
		prefix := handle[:n]
		nodes, err := r.Abbreviated(prefix)
		if err != nil {
			return handle, err
		}
		if len(nodes) != 1 {
			continue
		}
		taken, err := r.denotes(prefix)
		if err != nil || !taken {
			return prefix, err
		}
	}
	return handle, nil
}

// abbreviation returns the minimum length of the abbreviated handles of an index.
func (r *Reader) abbreviation() int {
	length := leastAbbreviation
	for uint64(1)<<(letterBits*length) < spareAbbreviations*uint64(r.NumNodes()) {
		length++
	}
	return length
}

// denotes reports whether a word of lower-case letters and digits has a meaning other than that
// of an abbreviated handle: as a name, a file or a folder. See [Reader.Resolve].
func (r *Reader) denotes(word string) (bool, error) {
	named, err := r.symbolNodes(word)
	if err != nil || len(named) > 0 {
		return true, err
	}
	inFile, err := r.PathNodes(word)
	if err != nil || len(inFile) > 0 {
		return true, err
	}
	folder := false
	err = r.Paths(word+"/", func(string) bool {
		folder = true
		return false
	})
	return folder, err
}

// Abbreviated lists the nodes whose handles begin with a prefix of at least four letters,
// by handle; nil for anything else, such as a whole handle.
func (r *Reader) Abbreviated(prefix string) ([]uint32, error) {
	if !graph.IsAbbreviation(prefix) || len(prefix) < leastAbbreviation {
		return nil, nil
	}
	first, _ := packHandle(graph.LeastHandle(prefix))
	bucket, _ := handleBucket(first)
	value, err := r.store.find(blockKey(sectionHandles, bucket))
	if err != nil {
		return nil, err
	}
	var nodes []uint32
	var packed [handleBytes]byte
	packed[0] = first[0]
	for d := (decoder{b: value}); len(d.b) > 0; {
		copy(packed[1:], d.bytes(handleRestBytes))
		n := d.uint32()
		if d.bad || uint64(n) >= r.head.nodes {
			return nil, corruptf("bucket %d of handles", bucket)
		}
		if n, ok := r.seen(n); ok && strings.HasPrefix(unpackHandle(packed[:]), prefix) {
			nodes = append(nodes, n)
		}
	}
	return nodes, nil
}
