package compare

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/near"
)

// anyKind is the kind in a rule or filter that matches all kinds.
const anyKind = "*"

// A Filter selects the reported nodes and edges.
type Filter struct {
	Kinds []string               // of nodes and edges, as ParseKind returns them; empty: all
	Path  func(path string) bool // nil: all
}

func (f Filter) kind(kind string) bool {
	return len(f.Kinds) == 0 || slices.Contains(f.Kinds, kind)
}

func (f Filter) path(nodes ...*graph.Node) bool {
	return f.Path == nil || slices.ContainsFunc(nodes,
		func(n *graph.Node) bool { return n != nil && n.Path != "" && f.Path(n.Path) })
}

func (f Filter) node(n *Node) bool {
	return f.kind(string(n.Node().Kind)) && f.path(n.Old, n.New)
}

func (f Filter) edge(e *Edge) bool { return f.kind(e.Kind.String()) && f.path(e.From, e.To) }

// ParseKind parses the name of a node kind or an edge kind, or * for all of them.
func ParseKind(name string) (string, error) {
	var names []string
	for _, k := range graph.NodeKinds() {
		names = append(names, string(k))
	}
	for _, k := range graph.EdgeKinds() {
		names = append(names, k.Name)
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b },
		strings.EqualFold} {
		for _, known := range append(names, anyKind) {
			if same(known, name) {
				return known, nil
			}
		}
	}
	err := fmt.Errorf("kind %q is unknown", name)
	if like := near.Name(name, names); like != "" {
		return "", fmt.Errorf("%w: did you mean %s?", err, like)
	}
	return "", fmt.Errorf("%w: use one of %s", err, strings.Join(names, ", "))
}

// A Rule is a change that is not allowed.
type Rule struct {
	Change Change `json:"change"`
	Kind   string `json:"kind"` // of a node or an edge; * matches any
	Count  int    `json:"count"`
	First  string `json:"first"` // the name of the first violation
}

// ParseRule parses CHANGE:KIND, such as removed:TABLE; without a kind it is *.
func ParseRule(s string) (Rule, error) {
	change, kind, ok := strings.Cut(s, ":")
	if !ok {
		kind = anyKind
	}
	i := slices.IndexFunc(Changes,
		func(c Change) bool { return strings.EqualFold(string(c), change) })
	if i < 0 {
		var names []string
		for _, c := range Changes {
			names = append(names, string(c))
		}
		return Rule{}, fmt.Errorf("%q: the change %q is unknown: use one of %s", s, change,
			strings.Join(names, ", "))
	}
	kind, err := ParseKind(kind)
	if err != nil {
		return Rule{}, fmt.Errorf("%q: %w", s, err)
	}
	return Rule{Change: Changes[i], Kind: kind}, nil
}

// String formats the rule in the syntax of ParseRule.
func (r Rule) String() string { return string(r.Change) + ":" + r.Kind }

// Check records in the report the rules that the nodes and edges of a difference break,
// as far as they have a path that the filter admits.
func (r *Report) Check(d *Difference, f Filter, rules []Rule) {
	for _, rule := range rules {
		note := func(first string) {
			if rule.Count++; rule.Count == 1 {
				rule.First = first
			}
		}
		for i := range d.Nodes {
			n := &d.Nodes[i]
			if n.Is(rule.Change) && f.path(n.Old, n.New) &&
				(rule.Kind == anyKind || rule.Kind == string(n.Node().Kind)) {
				note(n.Node().Name)
			}
		}
		for i := range d.Edges {
			e := &d.Edges[i]
			if e.Change == rule.Change && f.path(e.From, e.To) && rule.Kind == e.Kind.String() {
				note(e.From.Name + " -> " + e.To.Name)
			}
		}
		if rule.Count > 0 {
			r.Broken = append(r.Broken, rule)
		}
	}
}
