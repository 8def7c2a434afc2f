package history

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/source/git"
)

const (
	// manyDefinitions is the number of definitions from which a commit is not evidence
	// about any two of them.
	manyDefinitions = 16
	// companions is the maximum number of companions kept per definition.
	companions = 20
	// leastTie is the minimum strength of a tie that is kept.
	leastTie = 0.05
)

// ApplyDefinitions adds to the graph which definitions the commits change together. A
// change belongs to the definition of the indexed tree that has the lines that are left
// of it, or the lines around it. Commits with hugeCommit files or manyDefinitions
// definitions are ignored. A partial clone lacks the files of its commits, so nothing
// is added; where git cannot read them, there is a gap.
//
// Time grows with the lines that git prints, and for each definition with its commits
// times their definitions; memory with the changes to files of the tree.
func ApplyDefinitions(ctx context.Context, r *git.Reader, commits []Commit, g *graph.Graph) error {
	files := newDefinedFiles(g)
	if len(files) == 0 || len(commits) == 0 || r.HasGap(git.GapPartial) {
		return nil
	}
	changed := make([][]uint32, len(commits))
	err := readDiffs(ctx, r, commits, files.patterns(r), files.has, func(commit int, d fileDiff) {
		f := files[d.path]
		if f == nil {
			return
		}
		if commit != uncommitted && commits[commit].Total < hugeCommit {
			for _, h := range d.hunks {
				changed[commit] = f.changed(changed[commit], h)
			}
		}
		f.lines = f.lines.before(d.hunks)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		r.AddDamage("which definitions change together is not known: " + err.Error())
		return nil
	}
	g.Companions = ties(commits, changed)
	return nil
}

// definedFiles are the files of a graph that have definitions, by path.
type definedFiles map[string]*definedFile

// A definedFile maps the lines of a file to definitions.
type definedFile struct {
	lines  lineMap  // of the version being read
	owners []owner  // by line
	nodes  []uint32 // from which owners is computed on first use
	g      *graph.Graph
}

// An owner is the innermost definition of a range of lines that ends where the next
// begins.
type owner struct {
	from uint32
	node int64 // or -1
}

func newDefinedFiles(g *graph.Graph) definedFiles {
	files := definedFiles{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if !isDefinition(n) {
			continue
		}
		f := files[n.Path]
		if f == nil {
			f = &definedFile{lines: wholeFile(), g: g}
			files[n.Path] = f
		}
		f.nodes = append(f.nodes, uint32(i))
	}
	return files
}

// isDefinition reports whether changes of lines can be attributed to a node.
func isDefinition(n *graph.Node) bool {
	return n.Path != "" && n.Span.StartLine > 0 && n.Domain() != graph.Settings &&
		n.Kind != graph.KindFile && n.Kind != graph.KindNamespace
}

// has reports whether a file has definitions.
func (files definedFiles) has(path string) bool { return files[path] != nil }

// patterns returns path patterns for git that match the files: by their first folders,
// and by their extensions or, without one, names.
func (files definedFiles) patterns(r *git.Reader) []string {
	var out []string
	for name := range files {
		folder, _, below := strings.Cut(name, "/")
		pattern := git.EscapeGlob(path.Base(name))
		if ending := path.Ext(name); ending != "" {
			pattern = "*" + git.EscapeGlob(ending)
		}
		if below {
			pattern = git.EscapeGlob(folder) + "/**/" + pattern
		}
		out = append(out, r.Pattern(pattern))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// changed appends the definitions that have lines of a hunk.
func (f *definedFile) changed(list []uint32, h hunk) []uint32 {
	left := f.lines.now(h.new)
	for _, lines := range left {
		for i := f.owner(lines[0]); i < len(f.owners) && int(f.owners[i].from) <= lines[1]; i++ {
			if n := f.owners[i].node; n >= 0 {
				list = append(list, uint32(n))
			}
		}
	}
	if before, after, ok := f.lines.around(h.new); ok && len(left) == 0 {
		n := f.owners[f.owner(before)].node
		if n >= 0 && n == f.owners[f.owner(after)].node {
			list = append(list, uint32(n))
		}
	}
	return list
}

// owner returns the index of the owner of a line.
func (f *definedFile) owner(line int) int {
	if f.owners == nil {
		f.owners = owners(f.g, f.nodes)
	}
	i, found := slices.BinarySearchFunc(f.owners, line, func(o owner, line int) int {
		return cmp.Compare(int(o.from), line)
	})
	if !found {
		i--
	}
	return i
}

// owners returns the definitions of the lines of a file: longer definitions first,
// overridden by those nested in them. The first of the list begins at line 0, the last
// has no node.
func owners(g *graph.Graph, nodes []uint32) []owner {
	length := func(n uint32) uint32 { return g.Nodes[n].Span.EndLine - g.Nodes[n].Span.StartLine }
	slices.SortFunc(nodes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(length(b), length(a)), cmp.Compare(a, b))
	})
	var last uint32
	for _, n := range nodes {
		last = max(last, g.Nodes[n].Span.EndLine)
	}
	line := make([]int64, last+2)
	for i := range line {
		line[i] = -1
	}
	for _, n := range nodes {
		for i := g.Nodes[n].Span.StartLine; i <= g.Nodes[n].Span.EndLine; i++ {
			line[i] = int64(n)
		}
	}
	var out []owner
	for i, n := range line {
		if i == 0 || n != line[i-1] {
			out = append(out, owner{uint32(i), n})
		}
	}
	return out
}

// ties returns for each definition those that change with it. A tie is the cosine
// similarity of the commits of both, in which a commit weighs less the more definitions
// it changes.
func ties(commits []Commit, changed [][]uint32) []graph.Companions {
	of := map[uint32][]int{} // the commits of a definition
	alone := map[uint32]float64{}
	for i := range changed {
		slices.Sort(changed[i])
		changed[i] = slices.Compact(changed[i])
		if len(changed[i]) >= manyDefinitions {
			continue
		}
		for _, n := range changed[i] {
			of[n] = append(of[n], i)
			alone[n] += weight(commits, i)
		}
	}
	var out []graph.Companions
	for n, list := range of {
		together := map[uint32]float64{}
		for _, i := range list {
			for _, other := range changed[i] {
				together[other] += weight(commits, i) / math.Sqrt(float64(len(changed[i])))
			}
		}
		delete(together, n)
		for other, x := range together {
			together[other] = x / math.Sqrt(alone[n]*alone[other])
		}
		if with := strongest(together); len(with) > 0 {
			out = append(out, graph.Companions{Node: n, With: with})
		}
	}
	slices.SortFunc(out, func(a, b graph.Companions) int { return cmp.Compare(a.Node, b.Node) })
	return out
}

// strongest returns the strongest ties, by node.
func strongest(ties map[uint32]float64) []graph.Tie {
	var list []graph.Tie
	for n, x := range ties {
		if x >= leastTie {
			list = append(list, graph.Tie{Node: n,
				Strength: uint8(math.Round(min(x, 1) * math.MaxUint8))})
		}
	}
	slices.SortFunc(list, func(a, b graph.Tie) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(a.Node, b.Node))
	})
	list = list[:min(len(list), companions)]
	slices.SortFunc(list, func(a, b graph.Tie) int { return cmp.Compare(a.Node, b.Node) })
	return list
}
