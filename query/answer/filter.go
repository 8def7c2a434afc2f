package answer

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/expand"
	"seedgraph/query/search"
)

// A Filter selects nodes, as specified by a person or a program. An empty list admits
// everything.
type Filter struct {
	Kinds, Languages, Paths, Domains []string
	// Projects must be loaded: see artifacts.Reader.LoadProjects. Their names are
	// disclosed with the source files, even if access rules hide the files that define
	// them.
	Projects []string
	Repos    []string // repositories of a linked index
	Tests    string   // keep, demote or drop; see [search.Treatment]
}

// Parse parses the filter.
func (f *Filter) Parse() (search.Selection, error) {
	var s search.Selection
	var err error
	if s.Tests, err = search.ParseTreatment(f.Tests); err != nil {
		return s, err
	}
	for _, l := range f.Languages {
		languages, err := search.ParseLanguages(l)
		if err != nil {
			return s, err
		}
		s.Filter.Languages = append(s.Filter.Languages, languages...)
	}
	for _, k := range f.Kinds {
		kind, err := search.ParseKind(k)
		if err != nil {
			return s, err
		}
		s.Filter.Kinds = append(s.Filter.Kinds, kind)
	}
	for _, d := range f.Domains {
		domain, err := search.ParseDomain(d)
		if err != nil {
			return s, err
		}
		s.Filter.Domains = append(s.Filter.Domains, domain)
	}
	s.Filter.Projects, s.Filter.Repos = f.Projects, f.Repos
	if s.Filter.Paths, err = search.ParseGlobs(f.Paths); err != nil {
		return s, err
	}
	return s, nil
}

// Check reports, as an error of class [ErrNothingFound], path patterns that match no
// indexed file and a kind that no node has: an empty answer would then be misleading. It
// takes f as parsed.
func (f *Filter) Check(x *Index, parsed *search.Filter) error {
	if globs := parsed.Paths; len(globs) > 0 {
		found := false
		err := x.Paths("", func(path string) bool {
			found = slices.ContainsFunc(globs, func(g search.Glob) bool { return g.Match(path) })
			return !found
		})
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("%w: no indexed file matches the path pattern %s", ErrNothingFound,
				strings.Join(f.Paths, ","))
		}
	}
	for _, k := range parsed.Kinds {
		err := x.NodesOfKinds(map[graph.NodeKind]bool{k: true}, nil,
			func(uint32, *graph.Node) error { return errFound })
		if err == nil {
			return fmt.Errorf("%w: the index has no %s", ErrNothingFound, k)
		}
		if !errors.Is(err, errFound) {
			return err
		}
	}
	return nil
}

// EdgeKinds is a list of edge kinds as parsed by [ParseEdgeKinds]. The zero value is the
// empty list: each question has a default for it.
type EdgeKinds struct {
	names []string
	allow expand.Allowlist
}

// ParseEdgeKinds parses a list of edge kinds as [expand.Kinds] does.
func ParseEdgeKinds(names []string) (EdgeKinds, error) {
	allow, err := expand.Kinds(names)
	return EdgeKinds{names, allow}, err
}

// IsEmpty reports whether the list has no entries.
func (k *EdgeKinds) IsEmpty() bool { return len(k.names) == 0 }

// Or returns the kinds of the list, or the given ones if the list is empty.
func (k *EdgeKinds) Or(others expand.Allowlist) expand.Allowlist {
	if k.IsEmpty() {
		return others
	}
	return k.allow
}

// Check reports, as an error of class [ErrNothingFound], that the index has no edge of any
// kind of the list.
func (k *EdgeKinds) Check(x *Index) error {
	missing := map[graph.EdgeKind]bool{}
	for _, name := range k.names {
		kind, ok := graph.ParseEdgeKind(name)
		if !ok {
			return nil // an alias, or all kinds
		}
		missing[kind] = true
	}
	asked := len(missing)
	if err := x.WithoutEdge(missing); err != nil || asked == 0 || len(missing) < asked {
		return err
	}
	return fmt.Errorf("%w: the index has no edge of kind %s", ErrNothingFound, strings.Join(k.names, ", "))
}

// errFound ends a scan at its first node.
var errFound = errors.New("found")

// Dependencies returns all edge kinds except those that connect files and types to all of
// their members.
func Dependencies() expand.Allowlist {
	var names []string
	for _, row := range graph.EdgeKinds() {
		if row.Kind.IsDependency() {
			names = append(names, row.Name)
		}
	}
	return expand.Raw(names)
}

// ParseDirection parses the direction of an expansion: out, in or both.
func ParseDirection(s string) (expand.Direction, error) {
	switch d := expand.Direction(strings.ToLower(s)); d {
	case expand.Out, expand.In, expand.Both:
		return d, nil
	}
	return "", fmt.Errorf("direction %q: use out, in or both", s)
}

// A Ranking holds the user's settings for the ranking of search.
type Ranking struct {
	Weights  *search.Weights // nil means the defaults
	Synonyms search.Synonyms // in addition to the built-in ones
	Feedback map[uint32]float64
}

// Apply sets the ranking of a search.
func (r *Ranking) Apply(opts *search.Options) {
	opts.Weights, opts.Synonyms, opts.Feedback = r.Weights, r.Synonyms, r.Feedback
}

// ParseWeights parses weights of search, as NAME=NUMBER, over the defaults.
func ParseWeights(pairs []string) (*search.Weights, error) {
	w := search.Defaults()
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x >= 0 && x <= math.MaxFloat32) {
			return nil, fmt.Errorf("%s: write NAME=NUMBER, with a number of at least 0", p)
		}
		if err := w.Set(name, x); err != nil {
			return nil, err
		}
	}
	return w, nil
}
