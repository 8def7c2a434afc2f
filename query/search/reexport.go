package search

import (
	"fmt"
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/lazyregexp"
)

// A file that only re-exports has the names and the description of definitions in other files,
// and nothing to read: it leads to them. Such a file
//
//   - imports files of the tree, and has a statement that exports what it imports,
//   - contains no definitions other than values, such as __all__ of Python,
//   - and has no other edges: it neither calls nor uses anything.
//
// It ranks directly below the best of the visible definitions in these files, or in those that
// they re-export in turn, if the query fits one of them. A file that the query names keeps its
// place.

// exports matches a statement of a language that exports names of another file.
var exports = map[string]*lazyregexp.Regexp{
	"typescript": exportFrom,
	"javascript": exportFrom,
	"python":     lazyregexp.New(`(?m)^\s*(?:from|import)\s`),
	"rust":       lazyregexp.New(`(?m)^\s*pub(?:\([a-z]+\))?\s+(?:use|mod)\s`),
}

// exportFrom matches export … from, and the export of imported names.
var exportFrom = lazyregexp.New(`(?m)^\s*export\s+(?:type\s+)?(?:\*|\{)`)

const (
	maxReexporting = 200 // files behind one that re-exports
	maxReexported  = 500 // definitions behind a file that re-exports
)

// lead moves the hits that only re-export below what they export.
func (r *ranking) lead() error {
	if r.opts.Edges == nil || r.opts.Text == nil {
		return nil
	}
	for _, file := range slices.Clone(r.hits) {
		if file.Info.Kind != graph.KindFile || file.Match != NoMatch || r.mentions(file.Info.Path) {
			continue
		}
		best, err := r.reexported(file.Node)
		if err != nil {
			return err
		}
		if best.Score > 0 {
			r.placeBelow(file, best)
		}
	}
	return nil
}

// mentions reports whether the text mentions a file.
func (r *ranking) mentions(path string) bool {
	return slices.ContainsFunc(r.query.mentions, func(m mention) bool { return m.path == path })
}

// placeBelow moves a file directly below a definition, or replaces it by the definition at the
// end of the hits if that is not one of them.
func (r *ranking) placeBelow(file, best Hit) {
	placeOf := func(n uint32) int {
		return slices.IndexFunc(r.hits, func(h Hit) bool { return h.Node == n })
	}
	from, to := placeOf(file.Node), placeOf(best.Node)
	switch {
	case to < 0:
		r.hits = append(slices.Delete(r.hits, from, from+1), best)
	case from < to:
		file.Score = min(file.Score, math.Nextafter(r.hits[to].Score, 0))
		file.ScoreNote = fmt.Sprintf("below %s, which the file re-exports", best.Info.Name)
		copy(r.hits[from:to], r.hits[from+1:to+1])
		r.hits[to] = file
	}
}

// reexported returns the definition with the highest score that a file re-exports: without a
// score if the file does not only re-export, or no definition may be found.
func (r *ranking) reexported(file uint32) (best Hit, err error) {
	queue, seen, left := []uint32{file}, map[uint32]bool{file: true}, maxReexported
	for i := 0; i < len(queue) && left > 0; i++ {
		targets, err := r.reexports(queue[i])
		if err != nil {
			return best, err
		}
		for _, t := range targets {
			if !seen[t] && len(seen) < maxReexporting {
				seen[t] = true
				queue = append(queue, t)
			}
		}
		if i == 0 || len(targets) > 0 {
			continue
		}
		if err := r.bestIn(queue[i], &best, &left); err != nil {
			return best, err
		}
	}
	return best, nil
}

// bestIn looks for a better hit among the visible definitions that a node contains, and their
// members.
func (r *ranking) bestIn(container uint32, best *Hit, left *int) error {
	edges, err := r.opts.Edges.Out(container)
	if err != nil {
		return err
	}
	for _, e := range edges {
		if e.Kind != graph.Contains || *left == 0 {
			continue
		}
		*left--
		node, err := r.ix.Node(e.To)
		if err != nil {
			return err
		}
		if !node.Flags.Has(graph.Exported) {
			continue
		}
		if h := r.score(e.To, node); h.Score > best.Score && r.admits(&h) {
			*best = h
		}
		if err := r.bestIn(e.To, best, left); err != nil {
			return err
		}
	}
	return nil
}

// reexports returns the files that a file re-exports; none if it does not only re-export.
func (r *ranking) reexports(file uint32) (targets []uint32, err error) {
	node, err := r.ix.Node(file)
	if err != nil || exports[node.Language] == nil || len(node.Parts) == 0 {
		return nil, err
	}
	edges, err := r.opts.Edges.Out(file)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		switch e.Kind {
		case graph.Imports:
			to, err := r.ix.Node(e.To)
			if err != nil {
				return nil, err
			}
			if to.Kind == graph.KindFile {
				targets = append(targets, e.To)
			}
		case graph.Contains:
			if plain, err := r.isPlainValue(e.To); !plain || err != nil {
				return nil, err
			}
		case graph.CoChanges:
		default:
			return nil, nil
		}
	}
	if len(targets) == 0 {
		return nil, nil
	}
	text, err := r.opts.Text(file)
	if err != nil || !exports[node.Language].MatchString(text) {
		return nil, err
	}
	return targets, nil
}

// isPlainValue reports whether a node is a value that uses nothing.
func (r *ranking) isPlainValue(n uint32) (bool, error) {
	node, err := r.ix.Node(n)
	if err != nil {
		return false, err
	}
	if node.Kind != graph.KindVariable && node.Kind != graph.KindConstant {
		return false, nil
	}
	edges, err := r.opts.Edges.Out(n)
	return len(edges) == 0, err
}
