package main

import (
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/internal/near"
	"seedgraph/render"
	"seedgraph/search"
)

// A target is what an id on the command line means.
type target struct {
	node uint32
	part int // of the node, counted from 1; 0: the whole
}

// maxCandidates bounds the candidates and suggestions of a message.
const maxCandidates = 8

// resolveAll finds what each argument means.
func (s *session) resolveAll(args []string) ([]target, error) {
	out := make([]target, len(args))
	for i, a := range args {
		t, err := s.resolve(a)
		if err != nil {
			return nil, err
		}
		out[i] = t
	}
	return out, nil
}

// resolve finds the one node that an id means. The error says what else it may
// mean.
func (s *session) resolve(id string) (target, error) {
	m, err := s.match(id)
	if err != nil {
		return target{}, err
	}
	switch len(m.Nodes) {
	case 0:
		return target{}, s.unknown(id)
	case 1:
		return target{m.Nodes[0], m.Part}, nil
	}
	nodes, err := s.surest(id, m.Nodes)
	if err != nil {
		return target{}, err
	}
	if len(nodes) == 1 {
		return target{node: nodes[0]}, nil
	}
	return target{}, s.ambiguous(id, nodes)
}

// match finds the nodes that an id may mean, by the first form of ids that it has.
func (s *session) match(id string) (m artifacts.Match, err error) {
	for _, form := range []func(string) (artifacts.Match, error){s.Resolve, s.byForeignForm, s.byPathHere, s.byPathEnd} {
		if m, err = form(id); err != nil || len(m.Nodes) > 0 {
			break
		}
	}
	return m, err
}

// resolveID is the canonical id of the one node that id means.
func (s *session) resolveID(id string) (string, error) {
	t, err := s.resolve(strings.TrimSpace(id))
	if err != nil {
		return "", err
	}
	return s.idOf(t)
}

// surest keeps, of several nodes that a name may mean, those that it means most
// exactly: definitions before external names, whole names before ends of names,
// code before tests, and types before their constructors.
func (s *session) surest(id string, numbers []uint32) ([]uint32, error) {
	nodes := make(map[uint32]*graph.Node, len(numbers))
	types := map[string]bool{}
	for _, n := range numbers {
		node, err := s.Node(n)
		if err != nil {
			return nil, err
		}
		nodes[n] = node
		types[node.Short] = types[node.Short] || node.Kind.IsType()
	}
	for _, keep := range []func(*graph.Node) bool{
		func(n *graph.Node) bool { return !n.Flags.Has(graph.External) },
		func(n *graph.Node) bool { return n.Name == id },
		func(n *graph.Node) bool { return !n.Flags.Has(graph.Test) },
		func(n *graph.Node) bool { return n.Kind != graph.KindConstructor || !types[n.Short] },
	} {
		var kept []uint32
		for _, n := range numbers {
			if keep(nodes[n]) {
				kept = append(kept, n)
			}
		}
		if len(kept) > 0 {
			numbers = kept
		}
	}
	return numbers, nil
}

// byForeignForm reads a canonical id of LocalAI-RAG, which ends with ours after
// "::", and a symbol as other tools write it: with "::" or "#" for a dot, or as Go
// does, (*Context).Apply.
func (s *session) byForeignForm(id string) (artifacts.Match, error) {
	if !strings.Contains(id, "::") {
		plain := receiver.ReplaceAllString(strings.ReplaceAll(id, "#", "."), "$1.")
		if plain = strings.TrimSuffix(plain, "/"); plain == id {
			return artifacts.Match{}, nil
		}
		return s.Resolve(plain)
	}
	own, ok := ownForm(id)
	m, err := s.Resolve(own)
	if err != nil || len(m.Nodes) == 1 && ok {
		return m, err
	}
	return s.Resolve(strings.ReplaceAll(id, "::", "."))
}

// receiver is the receiver of a method as Go's tools write it.
var receiver = regexp.MustCompile(`\(\*?(\w+)\)\.`)

// ownForm is what a canonical id of LocalAI-RAG has behind repository, snapshot
// and kind; ok is false for what is no such id.
func ownForm(id string) (own string, ok bool) {
	return id[strings.LastIndex(id, "::")+2:], strings.Count(id, "::") >= 3
}

// canonical gives an id that an answer or a state has the form of the artifacts,
// also where they know no such node.
func (s *session) canonical(id string) (string, error) {
	for _, form := range []func(string) (artifacts.Match, error){s.Resolve, s.byForeignForm} {
		m, err := form(id)
		if err != nil {
			return "", err
		}
		if len(m.Nodes) == 1 {
			return s.idOf(target{m.Nodes[0], m.Part})
		}
	}
	if own, ok := ownForm(id); ok {
		return own, nil
	}
	return id, nil
}

// byPathHere reads id as a path relative to the folder that the program runs in,
// with or without a line, where that lies in the tree that was indexed.
func (s *session) byPathHere(id string) (m artifacts.Match, err error) {
	if s.here == "" || filepath.IsAbs(id) {
		return m, nil
	}
	p := path.Join(s.here, filepath.ToSlash(id))
	if p == id || strings.HasPrefix(p, "../") {
		return m, nil
	}
	return s.Resolve(p)
}

// byPathEnd reads id as the end of a path, with or without a line, if only one
// path ends so.
func (s *session) byPathEnd(id string) (m artifacts.Match, err error) {
	file, line, _ := strings.Cut(id, ":")
	file = strings.TrimPrefix(file, "./")
	if !strings.Contains(file, ".") || strings.ContainsAny(file, "#|@") {
		return m, nil
	}
	var paths []string
	err = s.Paths("", func(p string) bool {
		if strings.HasSuffix(p, "/"+file) {
			paths = append(paths, p)
		}
		return len(paths) < 2
	})
	if err != nil || len(paths) != 1 {
		return m, err
	}
	if line != "" {
		paths[0] += ":" + line
	}
	return s.Resolve(paths[0])
}

// ambiguous lists what id may mean, code before tests, the most central first.
func (s *session) ambiguous(id string, nodes []uint32) error {
	nodes, err := s.likeliest(nodes)
	if err != nil {
		return err
	}
	lines, err := s.candidateLines(nodes)
	if err != nil {
		return err
	}
	return cli.WithHint(fmt.Errorf("%w: %q may mean %d nodes:\n%s", cli.ErrUnknownID, id, len(nodes), lines),
		"give more of the name, a handle, or path:line")
}

// likeliest orders nodes by what a person is likely to mean: code before tests,
// then by rank, then by number.
func (s *session) likeliest(numbers []uint32) ([]uint32, error) {
	type candidate struct {
		n    uint32
		test graph.Flags
		rank float64
	}
	var all []candidate
	for _, n := range numbers {
		node, err := s.Node(n)
		if err != nil {
			return nil, err
		}
		rank, err := s.Rank(n)
		if err != nil {
			return nil, err
		}
		all = append(all, candidate{n, node.Flags & graph.Test, rank})
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.test, b.test), cmp.Compare(b.rank, a.rank), cmp.Compare(a.n, b.n))
	})
	var out []uint32
	for _, c := range all {
		out = append(out, c.n)
	}
	return out, nil
}

// candidateChars is the longest signature of a candidate, in characters.
const candidateChars = 100

// candidateLines lists nodes for a message, one a line; those that share a name
// with their signatures.
func (s *session) candidateLines(nodes []uint32) (string, error) {
	var lines []string
	names := map[string]int{}
	for _, n := range nodes {
		node, err := s.Node(n)
		if err != nil {
			return "", err
		}
		names[node.Name]++
	}
	for _, n := range nodes[:min(len(nodes), maxCandidates)] {
		it, node, err := s.itemOf(target{node: n}, 0)
		if err != nil {
			return "", err
		}
		line := fmt.Sprintf("  %s  %-11s %s  %s", it.Handle, it.Kind, it.Name, render.Place(it))
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

// unknown says that nothing is called id, and what is called alike.
func (s *session) unknown(id string) error {
	if err := s.unknownPlace(id); err != nil {
		return err
	}
	nodes, err := s.alike(id)
	if err != nil {
		return err
	}
	owners, err := s.owners(id)
	if err != nil {
		return err
	}
	if len(owners) > 0 {
		nodes = append(owners, slices.DeleteFunc(nodes, func(n uint32) bool { return slices.Contains(owners, n) })...)
		nodes = nodes[:min(len(nodes), maxCandidates)]
	}
	err = fmt.Errorf("%w: nothing is called %q", cli.ErrUnknownID, id)
	if len(nodes) == 0 {
		return cli.WithHint(err, "look for it with `query search`")
	}
	lines, lerr := s.candidateLines(nodes)
	if lerr != nil {
		return lerr
	}
	return cli.WithHint(fmt.Errorf("%w; there are:\n%s", err, lines), "or look for it with `query search`")
}

// maxAlike bounds the nodes called alike that are looked at.
const maxAlike = 500

// ownedFirst puts nodes first whose names have the same before the last dot as id.
func (s *session) ownedFirst(id string, nodes []uint32) ([]uint32, error) {
	i := strings.LastIndexAny(id, ".#")
	if i <= 0 {
		return nodes, nil
	}
	owner := "." + strings.ToLower(id[:i])
	var owned, others []uint32
	for _, n := range nodes {
		node, err := s.Node(n)
		if err != nil {
			return nil, err
		}
		if strings.HasSuffix("."+strings.ToLower(strings.TrimSuffix(node.Name, "."+node.Short)), owner) {
			owned = append(owned, n)
		} else {
			others = append(others, n)
		}
	}
	return append(owned, others...), nil
}

// owners finds what the name before the last dot of id means, if that is one
// type: it is there, and only the member is not.
func (s *session) owners(id string) ([]uint32, error) {
	i := strings.LastIndexAny(id, ".#")
	if i <= 0 || strings.ContainsAny(id, "/ ") {
		return nil, nil
	}
	m, err := s.Resolve(id[:i])
	if err != nil || len(m.Nodes) == 0 {
		return nil, err
	}
	nodes, err := s.surest(id[:i], m.Nodes)
	if err != nil || len(nodes) > 1 {
		return nil, err
	}
	node, err := s.Node(nodes[0])
	if err != nil || !node.Kind.IsType() {
		return nil, err
	}
	return nodes, nil
}

// unknownPlace says what is wrong with an id that is a line beyond its file, or
// a folder; nil for any other.
func (s *session) unknownPlace(id string) error {
	if file, line, ok := strings.Cut(id, ":"); ok {
		return s.unknownLine(file, line)
	}
	folder, files, err := s.folder(id)
	if err != nil || len(files) == 0 {
		return err
	}
	return cli.WithHint(fmt.Errorf("%w: %s is a folder (files: %d), not a node", cli.ErrUnknownID, folder, len(files)),
		fmt.Sprintf("see what is in it with `query map --path '%s'`", folder))
}

// folder finds the folder that id names, from the top of the tree or from where
// the program runs, and its files in ascending order.
func (s *session) folder(id string) (folder string, files []string, err error) {
	for _, from := range []string{"", s.here} {
		folder = path.Join(from, filepath.ToSlash(id))
		err = s.Paths(folder+"/", func(p string) bool {
			files = append(files, p)
			return true
		})
		if err != nil || len(files) > 0 {
			break
		}
	}
	return folder, files, err
}

// unknownLine says that a line lies in none of the definitions of a file; nil if
// file is none.
func (s *session) unknownLine(file, line string) error {
	if _, err := strconv.ParseUint(line, 10, 32); err != nil {
		return nil
	}
	nodes, err := s.PathNodes(file)
	if err == nil && len(nodes) == 0 {
		file = path.Join(s.here, filepath.ToSlash(file))
		nodes, err = s.PathNodes(file)
	}
	if err != nil || len(nodes) == 0 {
		return err
	}
	last := uint32(0)
	for _, n := range nodes {
		last = max(last, n.EndLine)
	}
	return cli.WithHint(fmt.Errorf("%w: nothing was indexed at line %s of %s, which ends at line %d", cli.ErrUnknownID, line, file, last),
		"the tree may have changed since it was indexed")
}

// alike finds nodes whose name is a few letters off id, else those that a search
// finds: the nearest first.
func (s *session) alike(id string) ([]uint32, error) {
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
		err := s.Symbols(name[:2], func(other string, nodes []uint32) bool {
			if d := near.Distance(name, other, allowed); d <= allowed {
				found = append(found, neighbour{d, nodes})
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b neighbour) int { return cmp.Compare(a.distance, b.distance) })
	var nodes []uint32
	for _, f := range found {
		nodes = append(nodes, f.nodes...)
	}
	if len(nodes) > 0 {
		nodes, err := s.ownedFirst(id, nodes[:min(len(nodes), maxAlike)])
		return nodes[:min(len(nodes), maxCandidates)], err
	}
	res, err := search.Search(index{s}, id, search.Options{Limit: 3})
	if err != nil {
		return nil, err
	}
	for _, h := range res.Hits {
		nodes = append(nodes, h.Node)
	}
	return nodes, nil
}
