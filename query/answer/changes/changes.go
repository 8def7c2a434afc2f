package changes

import (
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
)

// An Index is used to look up changed lines. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	PathNodes(path string) ([]artifacts.PathNode, error)
	Source(n uint32) (string, error)
}

// A Result describes the effect of a diff.
type Result struct {
	Nodes   []uint32 // the changed definitions, by number
	Missing []string // changed files that are not in the index, in the order of the diff
	Stale   []string // changed files that the index has in neither of the two states
}

// Find finds the definitions that a diff changes: the innermost ones around the changed
// lines. The index may have the files before or after the change; this is determined from
// the text of the changed lines.
func Find(x Index, files []File) (*Result, error) {
	out := &Result{}
	for i := range files {
		l, err := newLookup(x, &files[i])
		if err != nil {
			return nil, err
		}
		switch {
		case l == nil:
			out.Missing = append(out.Missing, files[i].path())
			continue
		case l.wrong > 0:
			out.Stale = append(out.Stale, l.path)
		}
		nodes, err := l.nodes()
		if err != nil {
			return nil, err
		}
		out.Nodes = append(out.Nodes, nodes...)
	}
	slices.Sort(out.Nodes)
	out.Nodes = slices.Compact(out.Nodes)
	return out, nil
}

// path returns the name of a file after the change, or before it if it was deleted.
func (f *File) path() string {
	if f.New != "" {
		return f.New
	}
	return f.Old
}

// A lookup looks up the lines of one state of a changed file.
type lookup struct {
	x      Index
	path   string
	places []artifacts.PathNode
	runs   []lines
	wrong  int // number of lines that differ from the index
}

// A lines is a run of changed lines in one state of a file; if text is empty, the
// position of lines that exist only in the other state.
type lines struct {
	first uint32
	text  []string
	other []string // the text in the other state
}

// newLookup returns the lookup in the state that matches the index better, after the
// change if both match equally; nil if the index has neither.
func newLookup(x Index, f *File) (*lookup, error) {
	var best *lookup
	for _, state := range []struct {
		path  string
		lines func(Run) lines
	}{
		{f.New, func(r Run) lines { return lines{r.NewLine, r.Added, r.Removed} }},
		{f.Old, func(r Run) lines { return lines{r.OldLine, r.Removed, r.Added} }},
	} {
		if state.path == "" {
			continue
		}
		places, err := x.PathNodes(state.path)
		if err != nil {
			return nil, err
		}
		if len(places) == 0 {
			continue
		}
		l := &lookup{x: x, path: state.path, places: places}
		for _, r := range f.Runs {
			l.runs = append(l.runs, state.lines(r))
		}
		if err := l.compare(); err != nil {
			return nil, err
		}
		if best == nil || l.wrong < best.wrong {
			best = l
		}
	}
	return best, nil
}

// compare counts the lines that differ from the index.
func (l *lookup) compare() error {
	source, err := l.source()
	if err != nil {
		return err
	}
	for _, r := range l.runs {
		for i, want := range r.text {
			at := int(r.first) + i - 1
			if at >= len(source) ||
				strings.TrimRight(source[at], "\r") != strings.TrimRight(want, "\r") {
				l.wrong++
			}
		}
	}
	return nil
}

// source returns the lines of the file as stored in the index.
func (l *lookup) source() ([]string, error) {
	for _, p := range l.places {
		node, err := l.x.Node(p.Node)
		if err != nil {
			return nil, err
		}
		if node.Kind == graph.KindFile {
			text, err := l.x.Source(p.Node)
			return strings.Split(text, "\n"), err
		}
	}
	return nil, nil
}

// nodes lists the innermost definitions around the changed lines. Blank lines are
// ignored; if lines exist only in the other state, the definition around them is changed,
// unless it is a type or the file, whose other members are unchanged.
func (l *lookup) nodes() ([]uint32, error) {
	var out []uint32
	for _, r := range l.runs {
		for i, text := range r.text {
			if !says(text) {
				continue
			}
			at := r.first + uint32(i)
			n, _, err := l.innermost(at, at)
			if err != nil {
				return nil, err
			}
			out = append(out, n...)
		}
		if len(r.text) > 0 || r.first < 2 || !slices.ContainsFunc(r.other, says) {
			continue
		}
		n, node, err := l.innermost(r.first-1, r.first)
		if err != nil {
			return nil, err
		}
		if node != nil && !node.Kind.IsType() && node.Kind != graph.KindFile {
			out = append(out, n...)
		}
	}
	return out, nil
}

// says reports whether a line is not blank.
func says(line string) bool { return strings.TrimSpace(line) != "" }

// innermost returns the innermost definition that has both lines, if there is one.
func (l *lookup) innermost(first, last uint32) ([]uint32, *graph.Node, error) {
	best := -1
	for i, p := range l.places {
		if p.StartLine == 0 || first < p.StartLine || p.EndLine < last {
			continue
		}
		if best < 0 || p.EndLine-p.StartLine <= l.places[best].EndLine-l.places[best].StartLine {
			best = i
		}
	}
	if best < 0 {
		return nil, nil, nil
	}
	n := l.places[best].Node
	node, err := l.x.Node(n)
	return []uint32{n}, node, err
}
