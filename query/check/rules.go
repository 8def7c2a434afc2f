// Package check compares a graph with the rules of an architecture: layers, forbidden
// edges, cycles, authorization of routes, and writers of tables.
package check

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/internal/limited"
	"seedgraph/internal/near"
	"seedgraph/query/answer/structure"
	"seedgraph/query/search"
)

// Rules are the parsed rules of an architecture.
type Rules struct {
	Layers  []Layer // the upper ones first
	Forbid  []Forbidden
	Cycles  string // a grouping of structure.By, or empty
	Routes  *Authorization
	Writers *Writers
}

// A Layer is a part of the tree. Its definitions may depend on those of the same and of
// lower layers.
type Layer struct {
	Name string
	Of   Selector
	line int
}

// A Forbidden rule matches edges that must not exist.
type Forbidden struct {
	Name     string
	From, To Selector
	Edges    []graph.EdgeKind // empty: all dependencies
	line     int
}

// An Authorization requires that HTTP routes state who may call them.
type Authorization struct {
	Except    []string // patterns of names of routes
	Anonymous bool     // routes that are declared to be open to everybody are accepted
}

// Writers requires that a table is written by one group only.
type Writers struct {
	By     string   // a grouping of structure.By
	Tables []string // patterns of names; empty: all
	Except []string
}

// A Selector selects nodes. Each of its lists that is not empty must have an element that
// matches.
type Selector struct {
	Paths []search.Glob
	Kinds []string // of nodes
	Names []string // patterns of qualified names
}

// Match reports whether a node is selected.
func (s *Selector) Match(n *graph.Node) bool {
	return (len(s.Paths) == 0 || n.Path != "" && slices.ContainsFunc(s.Paths,
		func(g search.Glob) bool { return g.Match(n.Path) })) &&
		(len(s.Kinds) == 0 || slices.Contains(s.Kinds, string(n.Kind))) &&
		(len(s.Names) == 0 || matchesName(s.Names, n.Name))
}

// matchesName reports whether one of the patterns matches a name. `*` matches any text,
// ignoring case: names have other separators than paths.
func matchesName(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		return wildcard(strings.ToLower(p), strings.ToLower(name))
	})
}

func wildcard(pattern, name string) bool {
	first, rest, found := strings.Cut(pattern, "*")
	name, ok := strings.CutPrefix(name, first)
	if !ok || !found {
		return ok && name == ""
	}
	parts := strings.Split(rest, "*")
	for _, part := range parts[:len(parts)-1] {
		if _, name, ok = strings.Cut(name, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(name, parts[len(parts)-1])
}

// Parse parses a file of rules. Its error states the line and the remedy.
func Parse(file, text string) (*Rules, error) {
	docs, err := limited.YAMLNodes(text)
	if err != nil {
		return nil, hint.With(fmt.Errorf("%s: %w", file, err), "correct the YAML")
	}
	if len(docs) != 1 {
		return nil, hint.With(fmt.Errorf("%s has %d YAML documents", file, len(docs)), "write one with rules")
	}
	p := &parser{file: file}
	r := &Rules{}
	p.object(&docs[0], "a rule", map[string]func(n *limited.Node){
		"layers":        func(n *limited.Node) { p.layers(n, r) },
		"forbid":        func(n *limited.Node) { p.each(n, func(n *limited.Node) { p.forbid(n, r) }) },
		"no_new_cycles": func(n *limited.Node) { r.Cycles = p.grouping(n) },
		"routes_require": func(n *limited.Node) {
			r.Routes = &Authorization{}
			p.routes(n, r.Routes)
		},
		"single_writer": func(n *limited.Node) {
			r.Writers = &Writers{}
			p.writers(n, r.Writers)
		},
	})
	if p.err == nil && len(docs[0].Children) == 0 {
		p.fail(&docs[0], "write at least one rule: layers, forbid, no_new_cycles, routes_require or single_writer",
			"there are no rules")
	}
	return r, p.err
}

// A parser keeps the first error.
type parser struct {
	file string
	err  error
}

func (p *parser) fail(n *limited.Node, remedy, format string, args ...any) {
	if p.err == nil {
		p.err = hint.With(fmt.Errorf("%s:%d: %s", p.file, n.Line, fmt.Sprintf(format, args...)), remedy)
	}
}

// object calls the function of each member of a mapping.
func (p *parser) object(n *limited.Node, what string, members map[string]func(n *limited.Node)) {
	if n.Kind != limited.Object {
		p.fail(n, "write "+strings.Join(keysOf(members), ", "), "%s is not a mapping", what)
		return
	}
	seen := map[string]bool{}
	for i := range n.Children {
		c := &n.Children[i]
		read := members[c.Name]
		switch {
		case read == nil:
			remedy := "use one of " + strings.Join(keysOf(members), ", ")
			if like := near.Name(c.Name, keysOf(members)); like != "" {
				remedy = "did you mean " + like + "?"
			}
			p.fail(c, remedy, "%s has no key %q", what, c.Name)
		case seen[c.Name]:
			p.fail(c, "keep one", "%s is given twice", c.Name)
		default:
			seen[c.Name] = true
			read(c)
		}
	}
}

func keysOf(members map[string]func(n *limited.Node)) []string {
	var keys []string
	for key := range members {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// each calls f for the elements of a list, or for the only element.
func (p *parser) each(n *limited.Node, f func(n *limited.Node)) {
	if n.Kind != limited.List {
		f(n)
		return
	}
	for i := range n.Children {
		f(&n.Children[i])
	}
}

// texts reads a text or a list of texts.
func (p *parser) texts(n *limited.Node) (list []string) {
	p.each(n, func(e *limited.Node) {
		if e.Kind == limited.Object || e.Kind == limited.List || e.Text == "" {
			p.fail(e, "write a text or a list of texts", "%s is not a text", n.Name)
			return
		}
		list = append(list, e.Text)
	})
	if p.err == nil && len(list) == 0 {
		p.fail(n, "write a text or a list of texts", "%s is empty", n.Name)
	}
	return list
}

func (p *parser) text(n *limited.Node) string {
	list := p.texts(n)
	if len(list) > 1 {
		p.fail(n, "write one", "%s has %d values", n.Name, len(list))
	}
	return strings.Join(list, "")
}

func (p *parser) flag(n *limited.Node) bool {
	if n.Text != "true" && n.Text != "false" {
		p.fail(n, "write true or false", "%s is %q", n.Name, n.Text)
	}
	return n.Text == "true"
}

// selector reads patterns of paths, or a mapping with paths, kinds and names.
func (p *parser) selector(n *limited.Node) (s Selector) {
	paths := func(n *limited.Node) {
		var err error
		if s.Paths, err = search.ParseGlobs(p.texts(n)); err != nil {
			p.fail(n, "correct the pattern", "%s", err)
		}
	}
	if n.Kind != limited.Object {
		paths(n)
		return s
	}
	p.object(n, n.Name, map[string]func(n *limited.Node){
		"paths": paths,
		"names": func(n *limited.Node) { s.Names = p.texts(n) },
		"kinds": func(n *limited.Node) {
			for _, name := range p.texts(n) {
				kind, err := search.ParseKind(name)
				if err != nil {
					p.fail(n, "correct the kind", "%s", err)
				}
				s.Kinds = append(s.Kinds, string(kind))
			}
		},
	})
	if len(n.Children) == 0 {
		p.fail(n, "write paths, kinds or names", "%s selects nothing", n.Name)
	}
	return s
}

// layers reads a list of mappings from a name to a selector.
func (p *parser) layers(n *limited.Node, r *Rules) {
	const remedy = "write a list of layers, each with its name and its paths: `- web: src/web/**`"
	if n.Kind != limited.List {
		p.fail(n, remedy, "layers is not a list")
		return
	}
	for i := range n.Children {
		c := &n.Children[i]
		if c.Kind != limited.Object || len(c.Children) != 1 {
			p.fail(c, remedy, "a layer does not have one name")
			return
		}
		of := &c.Children[0]
		r.Layers = append(r.Layers, Layer{of.Name, p.selector(of), of.Line})
	}
	if len(r.Layers) < 2 {
		p.fail(n, remedy, "there are fewer than two layers")
	}
}

func (p *parser) forbid(n *limited.Node, r *Rules) {
	f := Forbidden{line: n.Line}
	given := map[string]bool{}
	p.object(n, "forbid", map[string]func(n *limited.Node){
		"name": func(n *limited.Node) { f.Name = p.text(n) },
		"from": func(n *limited.Node) { f.From, given["from"] = p.selector(n), true },
		"to":   func(n *limited.Node) { f.To, given["to"] = p.selector(n), true },
		"edges": func(n *limited.Node) {
			for _, name := range p.texts(n) {
				kind, ok := graph.ParseEdgeKind(name)
				if !ok {
					p.fail(n, "give edge kinds as in indexer help export", "the edge kind %q is unknown", name)
				}
				f.Edges = append(f.Edges, kind)
			}
		},
	})
	for _, key := range []string{"from", "to"} {
		if !given[key] {
			p.fail(n, "write from and to", "forbid has no %s", key)
		}
	}
	if f.Name == "" {
		f.Name = fmt.Sprintf("forbid %d", len(r.Forbid)+1)
	}
	if slices.ContainsFunc(r.Forbid, func(g Forbidden) bool { return g.Name == f.Name }) {
		p.fail(n, "rename one", "two rules are named %q", f.Name)
	}
	r.Forbid = append(r.Forbid, f)
}

// grouping reads how definitions are grouped.
func (p *parser) grouping(n *limited.Node) string {
	by := p.text(n)
	if !slices.Contains(structure.By, by) {
		p.fail(n, "use one of "+strings.Join(structure.By, ", "), "%s is %q", n.Name, by)
	}
	return by
}

func (p *parser) routes(n *limited.Node, a *Authorization) {
	attribute := func(n *limited.Node) {
		if of := p.text(n); of != "authorization" {
			p.fail(n, "write authorization", "routes cannot require %q", of)
		}
	}
	if n.Kind != limited.Object {
		attribute(n)
		return
	}
	p.object(n, n.Name, map[string]func(n *limited.Node){
		"attribute": attribute,
		"except":    func(n *limited.Node) { a.Except = p.texts(n) },
		"anonymous": func(n *limited.Node) { a.Anonymous = p.flag(n) },
	})
	if n.Child("attribute") == nil {
		p.fail(n, "write `attribute: authorization`", "%s has no attribute", n.Name)
	}
}

func (p *parser) writers(n *limited.Node, w *Writers) {
	if n.Kind != limited.Object {
		w.By = p.grouping(n)
		return
	}
	p.object(n, n.Name, map[string]func(n *limited.Node){
		"by":     func(n *limited.Node) { w.By = p.grouping(n) },
		"tables": func(n *limited.Node) { w.Tables = p.texts(n) },
		"except": func(n *limited.Node) { w.Except = p.texts(n) },
	})
	if w.By == "" {
		p.fail(n, "write `by: projects`, folders or packages", "%s has no by", n.Name)
	}
}
