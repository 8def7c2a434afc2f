package names

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/internal/near"
	"seedgraph/query/answer"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// maxCandidates bounds the number of nodes listed in an error.
const maxCandidates = 8

// ambiguous returns the error for a name shared by several nodes: it lists them, code
// before tests, the most central first.
func (r *Resolver) ambiguous(id string, nodes []uint32) error {
	nodes, err := r.mostCentral(nodes)
	if err != nil {
		return err
	}
	lines, err := r.candidateLines(nodes)
	if err != nil {
		return err
	}
	return hint.With(fmt.Errorf("%w: %q matches %d nodes:\n%s", answer.ErrAmbiguousID, id,
		len(nodes),
		lines),
		"give a longer name, a handle, or path:line")
}

// mostCentral sorts nodes: code before tests, then by rank, then by number.
func (r *Resolver) mostCentral(numbers []uint32) ([]uint32, error) {
	type candidate struct {
		n    uint32
		test graph.Flags
		rank float64
	}
	var all []candidate
	for _, n := range numbers {
		node, err := r.Index.Node(n)
		if err != nil {
			return nil, err
		}
		rank, err := r.Index.Rank(n)
		if err != nil {
			return nil, err
		}
		all = append(all, candidate{n, node.Flags & graph.Test, rank})
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.test, b.test), cmp.Compare(b.rank, a.rank),
			cmp.Compare(a.n, b.n))
	})
	var out []uint32
	for _, c := range all {
		out = append(out, c.n)
	}
	return out, nil
}

// candidateChars is the maximum length of a candidate's signature, in characters.
const candidateChars = 100

// candidateLines lists nodes for a message, one per line; those that share a name
// are listed with their signatures.
func (r *Resolver) candidateLines(nodes []uint32) (string, error) {
	var lines []string
	names := map[string]int{}
	for _, n := range nodes {
		node, err := r.Index.Node(n)
		if err != nil {
			return "", err
		}
		names[node.Name]++
	}
	for _, n := range nodes[:min(len(nodes), maxCandidates)] {
		it, node, err := answer.NewItem(r.Index, answer.Target{Node: n}, 0)
		if err != nil {
			return "", err
		}
		line := fmt.Sprintf("  %s  %-11s %s  %s", r.Index.Abbreviate(it.Handle), it.Kind,
			render.OneLine(it.Name), render.Place(it))
		if names[node.Name] > 1 && node.Signature != "" {
			line += "  " + render.Cut(render.OneLine(node.Signature), candidateChars)
		}
		lines = append(lines, line)
	}
	if more := len(nodes) - maxCandidates; more > 0 {
		lines = append(lines, fmt.Sprintf("  … and %d more", more))
	}
	return strings.Join(lines, "\n"), nil
}

// Unknown returns the error for a name that no node has. It suggests similar names.
func (r *Resolver) Unknown(id string) error {
	if err := r.unknownPlace(id); err != nil {
		return err
	}
	nodes, err := r.alike(id)
	if err != nil {
		return err
	}
	owners, err := r.owners(id)
	if err != nil {
		return err
	}
	if len(owners) > 0 {
		nodes = append(owners, slices.DeleteFunc(nodes,
			func(n uint32) bool { return slices.Contains(owners, n) })...)
		nodes = nodes[:min(len(nodes), maxCandidates)]
	}
	err = fmt.Errorf("%w: no definition is named %q", answer.ErrUnknownID, id)
	if len(nodes) == 0 {
		return hint.With(err, "search with `query search`")
	}
	lines, lerr := r.candidateLines(nodes)
	if lerr != nil {
		return lerr
	}
	return hint.With(fmt.Errorf("%w; similar names:\n%s", err, lines),
		"or search with `query search`")
}

// maxAlike bounds the number of nodes with similar names that are examined.
const maxAlike = 500

// ownedFirst moves the nodes whose names have the same qualifier as id to the front.
func (r *Resolver) ownedFirst(id string, nodes []uint32) ([]uint32, error) {
	i := strings.LastIndexAny(id, ".#")
	if i <= 0 {
		return nodes, nil
	}
	owner := "." + strings.ToLower(id[:i])
	var owned, others []uint32
	for _, n := range nodes {
		node, err := r.Index.Node(n)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix("."+strings.ToLower(strings.TrimSuffix(node.Name, "."+node.Short)),
			owner) {
			owned = append(owned, n)
		} else {
			others = append(others, n)
		}
	}
	return append(owned, others...), nil
}

// owners returns the type to which the qualifier of id refers, if there is exactly one:
// then only the member is unknown.
func (r *Resolver) owners(id string) ([]uint32, error) {
	i := strings.LastIndexAny(id, ".#")
	if i <= 0 || strings.ContainsAny(id, "/ ") {
		return nil, nil
	}
	m, err := r.Index.Resolve(id[:i])
	if err != nil || len(m.Nodes) == 0 {
		return nil, err
	}
	nodes, err := r.likeliest(id[:i], m.Nodes)
	if err != nil || len(nodes) > 1 {
		return nil, err
	}
	node, err := r.Index.Node(nodes[0])
	if err != nil || !node.Kind.IsType() {
		return nil, err
	}
	return nodes, nil
}

// unknownPlace returns the error for an id that is a folder, or a line outside all
// definitions of its file; nil for any other id.
func (r *Resolver) unknownPlace(id string) error {
	if file, line, ok := strings.Cut(id, ":"); ok {
		return r.unknownLine(file, line)
	}
	folder, files, err := r.Folder(id)
	if err != nil || len(files) == 0 {
		return err
	}
	return hint.With(fmt.Errorf("%w: %s is a folder (files: %d), not a node", answer.ErrUnknownID,
		folder, len(files)),
		fmt.Sprintf("list its definitions with `query map --path '%s'`", folder))
}

// unknownLine returns the error for a line outside all definitions of a file; nil if
// there is no such file.
func (r *Resolver) unknownLine(file, line string) error {
	if _, err := strconv.ParseUint(line, 10, 32); err != nil {
		return nil
	}
	nodes, err := r.Index.PathNodes(file)
	if err == nil && len(nodes) == 0 {
		file = path.Join(r.Here, filepath.ToSlash(file))
		nodes, err = r.Index.PathNodes(file)
	}
	if err != nil || len(nodes) == 0 {
		return err
	}
	last := uint32(0)
	for _, n := range nodes {
		last = max(last, n.EndLine)
	}
	return hint.With(fmt.Errorf("%w: nothing was indexed at line %s of %s, which ends at line %d",
		answer.ErrUnknownID, line, file, last),
		"the tree may have changed since it was indexed")
}

// alike returns nodes whose names differ from id by a few letters, the nearest first, or,
// failing these, the hits of a search for id.
func (r *Resolver) alike(id string) ([]uint32, error) {
	name := strings.ToLower(id)
	if i := strings.LastIndexAny(strings.TrimRight(name, ")("), "./#:"); i >= 0 {
		name = name[i+1:]
	}
	type neighbour struct {
		distance int
		nodes    []uint32
	}
	var found []neighbour
	allowed := len(name)/4 + 1
	if len(name) >= 3 {
		err := r.Index.Symbols(name[:2], func(other string, nodes []uint32) bool {
			if d := near.Distance(name, other, allowed); d <= allowed {
				found = append(found, neighbour{d, nodes})
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b neighbour) int {
		return cmp.Compare(a.distance,
			b.distance)
	})
	var nodes []uint32
	for _, f := range found {
		nodes = append(nodes, f.nodes...)
	}
	if len(nodes) > 0 {
		nodes, err := r.ownedFirst(id, nodes[:min(len(nodes), maxAlike)])
		return nodes[:min(len(nodes), maxCandidates)], err
	}
	res, err := search.Search(r.Index, id, search.Options{Limit: 3})
	if err != nil {
		return nil, err
	}
	for _, h := range res.Hits {
		nodes = append(nodes, h.Node)
	}
	return nodes, nil
}
