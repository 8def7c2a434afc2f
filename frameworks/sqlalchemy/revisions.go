package sqlalchemy

import (
	"fmt"
	"path"
	"regexp"

	"seedgraph/resolve"
)

// An Alembic revision declares its identifier and its predecessors.
var (
	revisionLine = regexp.MustCompile(`(?m)^revision\s*(?::[^=\n]*)?=\s*["']([^"']+)["']`)
	afterLine    = regexp.MustCompile(`(?m)^down_revision\s*(?::[^=\n]*)?=\s*(.*(?:\n[ \t)].*)*)`)
	quoted       = regexp.MustCompile(`["']([^"']+)["']`)
)

// A history holds the number of revisions before each revision of a tree.
type history struct {
	names map[*resolve.File]string
	after map[string][]string
	depth map[string]int
}

// revisions reads the order of the migrations of the tree.
func (r *reader) revisions() *history {
	h := &history{names: map[*resolve.File]string{}, after: map[string][]string{},
		depth: map[string]int{}}
	for _, f := range r.Table.Files {
		if f.Family != family || !isMigration(f) {
			continue
		}
		m := revisionLine.FindStringSubmatch(f.Text)
		if m == nil {
			continue
		}
		name := path.Dir(f.Path) + " " + m[1]
		h.names[f] = name
		if m := afterLine.FindStringSubmatch(f.Text); m != nil {
			for _, q := range quoted.FindAllStringSubmatch(m[1], -1) {
				h.after[name] = append(h.after[name], path.Dir(f.Path)+" "+q[1])
			}
		}
	}
	for _, f := range r.Table.Files {
		if name := h.names[f]; name != "" {
			h.measure(name)
		}
	}
	return h
}

// measure finds the number of revisions before one. It is iterative, as a tree may have
// thousands. The order within a cycle is arbitrary.
func (h *history) measure(name string) {
	const open = -1
	stack := []string{name}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		if d, known := h.depth[top]; known && d != open {
			stack = stack[:len(stack)-1]
			continue
		}
		h.depth[top] = open
		deepest, waits := 0, false
		for _, before := range h.after[top] {
			d, known := h.depth[before]
			if !known {
				stack, waits = append(stack, before), true
			}
			deepest = max(deepest, d+1)
		}
		if !waits {
			h.depth[top] = deepest
			stack = stack[:len(stack)-1]
		}
	}
}

// key returns the position of a migration among those of its folder.
func (h *history) key(f *resolve.File) string {
	return fmt.Sprintf("%d %s", h.depth[h.names[f]], path.Base(f.Path))
}
