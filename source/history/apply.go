package history

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/tokens"
)

const (
	// hugeCommit is the number of files from which a commit is not evidence about any
	// of them: renames across the tree, formatting, vendored libraries.
	hugeCommit = 31
	// halfLife is the age, in days, at which the weight of a commit is one half.
	halfLife = 1500
	// jointChanges is the minimum weighted number of commits that two files must
	// share.
	jointChanges = 2
	// jointShare is the minimum fraction of a file's commits that must also change
	// the other file.
	jointShare = 0.25

	day = 24 * 60 * 60
)

// The saturation of repeated words and the normalization by length (BM25).
const (
	saturation = 1.2
	normal     = 0.75
)

// Apply adds to the graph the words of the commits, by file, and an edge of kind
// CoChanges from each file to those that change with it. Commits of hugeCommit files or
// more are ignored. Time and memory are quadratic in the files of a commit.
func Apply(g *graph.Graph, commits []Commit) {
	files := map[string]uint32{}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind == graph.KindFile {
			files[n.Path] = uint32(i)
		}
	}
	var changes []change
	for i := range commits {
		c := &commits[i]
		if c.Total >= hugeCommit {
			continue
		}
		next := change{subject: c.Subject, total: c.Total, weight: weight(commits, i)}
		for _, name := range c.Files {
			if n, ok := files[name]; ok {
				next.files = append(next.files, n)
			}
		}
		slices.Sort(next.files)
		next.files = slices.Compact(next.files)
		if len(next.files) > 0 {
			changes = append(changes, next)
		}
	}
	g.History = words(changes)
	g.Edges = append(g.Edges, joint(changes)...)
	slices.SortFunc(g.Edges, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.To, b.To))
	})
}

// weight returns the weight of a commit by its age: at most 1.
func weight(commits []Commit, i int) float64 {
	return math.Exp2(-max(0, float64(commits[0].Time-commits[i].Time)) / (day * halfLife))
}

// A change is a weighted commit.
type change struct {
	subject string
	files   []uint32 // nodes, ascending
	total   int      // number of files, in the tree or not
	weight  float64  // by age, at most 1
}

// words returns the files by the words of the commits that changed them. A word weighs
// more the fewer files the commit changed.
func words(changes []change) []graph.TermFiles {
	count := map[string]map[uint32]float64{}
	length := map[uint32]float64{}
	var all float64
	for _, c := range changes {
		weight := c.weight / math.Sqrt(float64(c.total))
		for _, t := range tokens.Terms(nil, c.subject) {
			if t.Kind&tokens.Stop != 0 {
				continue
			}
			if count[t.Text] == nil {
				count[t.Text] = map[uint32]float64{}
			}
			for _, n := range c.files {
				count[t.Text][n] += weight
				length[n] += weight
				all += weight
			}
		}
	}
	average := all / float64(max(len(length), 1))
	var out []graph.TermFiles
	for _, term := range slices.Sorted(maps.Keys(count)) {
		row := graph.TermFiles{Term: term}
		for _, n := range slices.Sorted(maps.Keys(count[term])) {
			tf := count[term][n]
			gain := tf / (tf + saturation*(1-normal+normal*length[n]/average))
			row.Files = append(row.Files, graph.FileWeight{Node: n,
				Gain: uint8(max(1, math.Round(gain*math.MaxUint8)))})
		}
		out = append(out, row)
	}
	return out
}

// joint returns an edge from each file to those that are also changed by a large
// fraction of its commits, in any order. The Share of the edge is the inverse of the
// fraction.
func joint(changes []change) []graph.Edge {
	alone := map[uint32]float64{}
	pairs := map[[2]uint32]float64{}
	for _, c := range changes {
		for _, a := range c.files {
			alone[a] += c.weight
			for _, b := range c.files {
				if a != b {
					pairs[[2]uint32{a, b}] += c.weight
				}
			}
		}
	}
	var out []graph.Edge
	for pair, together := range pairs {
		share := together / alone[pair[0]]
		if together >= jointChanges && share >= jointShare {
			out = append(out, graph.Edge{From: pair[0], To: pair[1], Kind: graph.CoChanges,
				Tier: graph.Heuristic, Share: uint16(math.Round(1 / share))})
		}
	}
	return out
}
