package inventory

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file finds definitions to which markup that is not indexed may refer: pages of
// XAML and Web Forms, templates of components, and HTML that loads scripts.

// codeBehind lists the suffixes of code-behind files, to whose members the markup of a
// page refers.
var codeBehind = []string{".xaml.cs", ".axaml.cs", ".aspx.cs", ".ascx.cs", ".master.cs",
	".asax.cs"}

// isScript reports whether a node is JavaScript or TypeScript code.
func isScript(node *graph.Node) bool {
	switch node.Language {
	case "javascript", "typescript", "tsx", "vue", "svelte":
		return true
	}
	return false
}

// template reports whether unindexed markup may refer to a node.
func (d *caveatFinder) template(n uint32, node *graph.Node, o owner) (bool, error) {
	if slices.ContainsFunc(codeBehind, func(end string) bool {
		return strings.HasSuffix(strings.ToLower(node.Path), end)
	}) {
		return true, nil
	}
	if !isScript(node) || declares(node) {
		return false, nil
	}
	if o.node != nil && o.node.Kind == graph.KindEnum {
		return d.shown(o.n)
	}
	return d.global(n)
}

// shown reports whether a type with a decorator has a member that refers to an enum, like
// a component whose template refers to its constants.
func (d *caveatFinder) shown(enum uint32) (bool, error) {
	in, err := d.x.In(enum)
	if err != nil {
		return false, err
	}
	for _, e := range in {
		if e.Kind == graph.Contains {
			continue
		}
		from, err := d.x.Node(e.From)
		if err != nil {
			return false, err
		}
		holder := owner{e.From, from}
		if !from.Kind.IsType() {
			if holder, err = d.owner(e.From); err != nil {
				return false, err
			}
		}
		if holder.node == nil {
			continue
		}
		if found, err := d.hasAttribute(holder.n, holder.node); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// global reports whether a node is defined at the top level of a file that neither
// imports nor exports anything: its definitions are visible in every script of a page.
func (d *caveatFinder) global(n uint32) (bool, error) {
	in, err := d.x.In(n)
	if err != nil {
		return false, err
	}
	for _, e := range in {
		if e.Kind != graph.Contains {
			continue
		}
		file, err := d.x.Node(e.From)
		if err != nil {
			return false, err
		}
		if file.Kind != graph.KindFile {
			continue
		}
		out, err := d.x.Out(e.From)
		if err != nil || slices.ContainsFunc(out, func(e graph.Edge) bool {
			return e.Kind == graph.Imports
		}) {
			return false, err
		}
		exports, err := d.anyMember(e.From, func(_ uint32, m *graph.Node) (bool, error) {
			return m.Flags.Has(graph.Exported), nil
		})
		return !exports, err
	}
	return false, nil
}

// isExpression reports whether a node is a JavaScript or TypeScript class expression, as
// in f(class { }): it is used by the enclosing code.
func isExpression(x UnusedIndex, n uint32, node *graph.Node) (bool, error) {
	if node.Kind != graph.KindClass || !isScript(node) {
		return false, nil
	}
	in, err := x.In(n)
	if err != nil {
		return false, err
	}
	for _, e := range in {
		if e.Kind != graph.Contains {
			continue
		}
		pieces, err := x.Pieces(e.From)
		if err != nil {
			return false, err
		}
		for _, p := range pieces {
			last := p.Line + uint32(strings.Count(p.Text, "\n"))
			if last == node.Span.StartLine && wantsValue(strings.TrimSpace(p.Text)) {
				return true, nil
			}
		}
	}
	return false, nil
}

// wantsValue reports whether a value follows a text.
func wantsValue(before string) bool {
	return before != "" && strings.IndexByte("(,=:?[&|", before[len(before)-1]) >= 0 ||
		strings.HasSuffix(before, "=>") || strings.HasSuffix(before, "return")
}
