package access

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/source/walk"
)

// nobody is the group that a closed default allows. No reader must be a member of
// it.
const nobody = "nobody"

// Config is the value of the key access of the configuration.
type Config struct {
	Default      textAt   `yaml:"default"`
	DefaultAllow *namesAt `yaml:"default_allow"`
	Rules        []Rule   `yaml:"rules"`
}

// A Rule sets its non-empty fields for the files that its pattern matches.
type Rule struct {
	Path         textAt   `yaml:"path"`
	Allow        *namesAt `yaml:"allow"`
	Labels       *namesAt `yaml:"labels"`
	Level        *levelAt `yaml:"level"`
	Owner        *textAt  `yaml:"owner"`
	SourceSystem *textAt  `yaml:"source_system"`

	pattern walk.Pattern
}

// line returns the line of a part of the rule; 0 if the rule is empty.
func (r *Rule) line() int {
	switch {
	case r.Path.line > 0:
		return r.Path.line
	case r.Allow != nil:
		return r.Allow.line
	case r.Labels != nil:
		return r.Labels.line
	case r.Level != nil:
		return r.Level.line
	case r.Owner != nil:
		return r.Owner.line
	case r.SourceSystem != nil:
		return r.SourceSystem.line
	}
	return 0
}

// Line returns the line of the pattern in the configuration.
func (r *Rule) Line() int { return r.Path.line }

// Pattern returns the pattern as written.
func (r *Rule) Pattern() string { return r.Path.text }

// A textAt is a text and its line.
type textAt struct {
	text string
	line int
}

func (t *textAt) UnmarshalYAML(n *yaml.Node) error {
	t.line = n.Line
	return n.Decode(&t.text)
}

// A levelAt is a level and its line.
type levelAt struct{ level, line int }

func (l *levelAt) UnmarshalYAML(n *yaml.Node) error {
	l.line = n.Line
	if n.Decode(&l.level) != nil {
		return fmt.Errorf("line %d: level is %q: write a whole number", n.Line, n.Value)
	}
	return nil
}

// A namesAt is a list of names and its line.
type namesAt struct {
	names []string
	line  int
}

func (l *namesAt) UnmarshalYAML(n *yaml.Node) error {
	l.line = n.Line
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag != "!!null":
		return fmt.Errorf("line %d: %q is not a list: write [%s]", n.Line, n.Value, n.Value)
	case n.Decode(&l.names) != nil:
		return fmt.Errorf("line %d: write a list of names, such as [staff, finance]", n.Line)
	}
	return nil
}

// Check compiles the patterns and reports errors.
func (a *Config) Check() error {
	switch a.Default.text {
	case "", "open", "closed":
	default:
		return fmt.Errorf("line %d: access.default is %q: use open or closed", a.Default.line,
			a.Default.text)
	}
	if a.DefaultAllow != nil {
		line := a.DefaultAllow.line
		if a.Default.text != "closed" {
			return fmt.Errorf("line %d: access.default_allow needs access.default: closed", line)
		}
		if len(graph.Names(a.DefaultAllow.names)) == 0 {
			return fmt.Errorf("line %d: access.default_allow names no group: omit it to hide everything, or use access.default: open", line)
		}
	}
	for i := range a.Rules {
		r := &a.Rules[i]
		var err error
		switch {
		case r.line() == 0:
			return fmt.Errorf("access.rules: rule %d is empty: give a path and its rights", i+1)
		case r.Path.line == 0:
			return fmt.Errorf("line %d: the rule has no path", r.line())
		case r.Allow == nil && r.Labels == nil && r.Level == nil && r.Owner == nil &&
			r.SourceSystem == nil:
			return fmt.Errorf("line %d: the rule assigns nothing to %q: give allow, labels, level, owner or source_system", r.Path.line, r.Path.text)
		case r.Level != nil && r.Level.level < 0:
			return fmt.Errorf("line %d: level is %d: it must not be negative", r.Level.line,
				r.Level.level)
		}
		if r.pattern, err = walk.ParsePattern(r.Path.text); err != nil {
			return fmt.Errorf("line %d: %w", r.Path.line, err)
		}
		for _, list := range []*namesAt{r.Allow, r.Labels} {
			if list != nil && len(graph.Names(list.names)) < len(list.names) {
				return fmt.Errorf("line %d: the rule of %q has a blank or repeated name", list.line,
					r.Path.text)
			}
		}
	}
	return nil
}

// Of returns the access of the file at path.
func (a *Config) Of(path string) graph.Access {
	var out graph.Access
	var allow *namesAt
	for i := range a.Rules {
		r := &a.Rules[i]
		if !r.pattern.Match(path) {
			continue
		}
		if r.Allow != nil {
			allow = r.Allow
		}
		if r.Labels != nil {
			out.Labels = graph.Names(r.Labels.names)
		}
		if r.Level != nil {
			out.Level = r.Level.level
		}
		if r.Owner != nil {
			out.Owner = strings.TrimSpace(r.Owner.text)
		}
		if r.SourceSystem != nil {
			out.SourceSystemID = strings.TrimSpace(r.SourceSystem.text)
		}
	}
	out.Allow = a.unruled()
	if allow != nil {
		out.Allow = graph.Names(allow.names)
	}
	return out
}

// idle returns the rules that match none of the files, by line.
func (a *Config) idle(files []walk.File) []*Rule {
	waiting := map[*Rule]bool{}
	for i := range a.Rules {
		waiting[&a.Rules[i]] = true
	}
	for _, f := range files {
		for r := range waiting {
			if r.pattern.Match(f.Path) {
				delete(waiting, r)
			}
		}
	}
	return slices.SortedFunc(maps.Keys(waiting),
		func(x, y *Rule) int { return cmp.Compare(x.Path.line, y.Path.line) })
}

// unruled returns the groups of files for which no rule specifies groups.
func (a *Config) unruled() []string {
	switch {
	case a.Default.text != "closed":
		return nil
	case a.DefaultAllow == nil:
		return []string{nobody}
	}
	return graph.Names(a.DefaultAllow.names)
}

// stampPaths sets the access of every node with a path.
func (a *Config) stampPaths(g *graph.Graph) {
	byPath := map[string]graph.Access{}
	for i := range g.Nodes {
		p := g.Nodes[i].Path
		if p == "" {
			continue
		}
		access, ok := byPath[p]
		if !ok {
			access = a.Of(p)
			byPath[p] = access
		}
		g.Nodes[i].Access = access
	}
}

// stamp removes nodes and edges that cannot be filtered only by the access of nodes,
// and records who sees them nevertheless. It sets the access of every external name, by
// its references.
func (a *Config) stamp(built *graphbuild.Result, w *viewSet) {
	g := built.Graph
	k := newReducer(g, w)
	moveToStatements(g, built.Elsewhere)
	moveToDependencies(g, built.Elsewhere)
	k.reduce()
	stampNames(g, k.whole)
	g.Views = k.describe()
}

// moveToStatements replaces the origin of an edge that is declared only in other
// files by the nodes that declare it, unless one of these is visible to all readers
// of the origin: a reader who may not see an ALTER TABLE must not learn what it
// adds to the table.
func moveToStatements(g *graph.Graph, said []graphbuild.EdgeProvenance) {
	type edge struct {
		from, to uint32
		kind     graph.EdgeKind
	}
	by := map[edge][]graphbuild.EdgeProvenance{}
	for _, s := range said {
		if e := (edge{s.From, s.To, s.Kind}); s.Statement == 0 {
			by[e] = append(by[e], s)
		}
	}
	seenWith := func(from, by uint32) bool {
		x, y := g.Nodes[from].Access, g.Nodes[by].Access
		return y.IsPublic() || x.Key() == y.Key()
	}
	out := make([]graph.Edge, 0, len(g.Edges))
	moved := false
	for _, e := range g.Edges {
		list := by[edge{e.From, e.To, e.Kind}]
		if e.Line > 0 || len(list) == 0 || slices.ContainsFunc(list,
			func(s graphbuild.EdgeProvenance) bool { return seenWith(e.From, s.By) }) {
			out = append(out, e)
			continue
		}
		moved = true
		for _, s := range list {
			e.From, e.Line = s.By, s.Line
			out = append(out, e)
		}
	}
	if !moved {
		return
	}
	g.Edges = sortedOnce(out)
}

// stampNames sets the access of names without a path to the union of the accesses of
// the nodes that refer to them and that they contain; containing names include the
// accesses of contained ones. A name without references that has references in the
// whole graph is visible to nobody.
func stampNames(g, whole *graph.Graph) {
	name := func(n uint32) bool { return g.Nodes[n].Path == "" }
	reasons := map[uint32][]uint32{} // of each name: nodes with a path
	inside := map[uint32][]uint32{}  // of each name: names that it contains
	for _, e := range slices.Concat(g.Edges, g.ExternalEdges) {
		if name(e.To) && !name(e.From) {
			reasons[e.To] = append(reasons[e.To], e.From)
		}
		if e.Kind == graph.Contains && name(e.From) {
			if name(e.To) {
				inside[e.From] = append(inside[e.From], e.To)
			} else {
				reasons[e.From] = append(reasons[e.From], e.To)
			}
		}
	}
	referred := map[uint32]bool{}
	for _, e := range slices.Concat(whole.Edges, whole.ExternalEdges) {
		referred[e.To] = referred[e.To] || name(e.To)
	}
	for i := range g.Nodes {
		if !name(uint32(i)) {
			continue
		}
		var all []graph.Access
		kinds := map[string]bool{}
		seen := map[uint32]bool{uint32(i): true}
		for queue := []uint32{uint32(i)}; len(queue) > 0; queue = queue[1:] {
			for _, n := range reasons[queue[0]] {
				if access := g.Nodes[n].Access; !kinds[access.Key()] {
					kinds[access.Key()] = true
					all = append(all, access)
				}
			}
			for _, n := range inside[queue[0]] {
				if !seen[n] {
					seen[n] = true
					queue = append(queue, n)
				}
			}
		}
		if g.Nodes[i].Access = graph.Union(all); len(all) == 0 && referred[uint32(i)] {
			g.Nodes[i].Access = graph.Access{Allow: []string{nobody}}
		}
	}
}

// String formats the rules for the manifest, one per line.
func (a *Config) String() string {
	lines := []string{"default: " + strings.Join(a.unruled(), ", ")}
	if len(a.unruled()) == 0 {
		lines[0] = "default: everybody"
	}
	for i := range a.Rules {
		r := &a.Rules[i]
		line := r.Path.text
		if r.Allow != nil {
			line += fmt.Sprintf(" allow=%q", graph.Names(r.Allow.names))
		}
		if r.Labels != nil {
			line += fmt.Sprintf(" labels=%q", graph.Names(r.Labels.names))
		}
		if r.Level != nil {
			line += fmt.Sprintf(" level=%d", r.Level.level)
		}
		if r.Owner != nil {
			line += fmt.Sprintf(" owner=%q", r.Owner.text)
		}
		if r.SourceSystem != nil {
			line += fmt.Sprintf(" source_system=%q", r.SourceSystem.text)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
