package git

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"seedgraph/internal/regular"
)

// Head returns the commit that is checked out where root is located; empty if root is
// not in a repository, or before the first commit. It reads two small files, whereas
// Repository reads many.
func Head(root string) (string, error) {
	abs, err := realPath(root)
	if err != nil {
		return "", fmt.Errorf("find repository of %s: %w", root, err)
	}
	place, ok := Find(abs)
	if !ok {
		return "", nil
	}
	_, commit := place.head()
	return commit, nil
}

// CommitsSince counts the commits from base, excluded, to head by first parents, as a
// branch grows. The number is unknown if base is not among the nearest limit commits,
// or if one of them cannot be read without git, such as a delta in a pack.
//
// It reads up to limit commits, and looks each up in all packs.
func CommitsSince(root, base, head string, limit int) (n int, known bool) {
	abs, err := realPath(root)
	if err != nil {
		return 0, false
	}
	place, ok := Find(abs)
	if !ok || objectID(base) == "" {
		return 0, false
	}
	for n := range limit + 1 {
		if head == base {
			return n, true
		}
		if head = firstParent(place.object(head, "commit")); head == "" {
			return 0, false
		}
	}
	return 0, false
}

// firstParent returns the first parent in the text of a commit.
func firstParent(body string) string {
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		if parent, ok := strings.CutPrefix(line, "parent "); ok {
			return objectID(parent)
		}
		if !strings.HasPrefix(line, "tree ") {
			return ""
		}
	}
	return ""
}

// treeOf returns the tree in the text of a commit.
func treeOf(body string) string {
	line, _, _ := strings.Cut(body, "\n")
	tree, _ := strings.CutPrefix(line, "tree ")
	return objectID(tree)
}

// packTypes maps types of objects to their numbers in packs.
var packTypes = map[string]byte{"commit": 1, "tag": 4}

// object returns the start of an object of a type, or "". See peel for objects that
// cannot be read.
func (p Repository) object(id, kind string) string {
	if objectID(id) == "" {
		return ""
	}
	objects := filepath.Join(p.Common, "objects")
	if f, err := regular.Open(filepath.Join(objects, id[:2], id[2:])); err == nil {
		defer f.Close()
		header, body, ok := strings.Cut(inflate(f), "\x00")
		if !ok || !strings.HasPrefix(header, kind+" ") {
			return ""
		}
		return body
	}
	// without packs there is nothing to search
	packs, _ := os.ReadDir(filepath.Join(objects, "pack"))
	for _, e := range packs {
		name, ok := strings.CutSuffix(filepath.Join(objects, "pack", e.Name()), ".idx")
		if !ok {
			continue
		}
		if offset, ok := packOffset(name+".idx", id); ok {
			return packedObject(name+".pack", offset, packTypes[kind])
		}
	}
	return ""
}
