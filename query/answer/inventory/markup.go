package inventory

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// This file finds what markup may name that is not indexed: the pages of XAML and Web
// Forms, the templates of components, and HTML that loads scripts.

// codeBehind are the ends of files with the code of a page, whose markup names its members.
var codeBehind = []string{".xaml.cs", ".axaml.cs", ".aspx.cs", ".ascx.cs", ".master.cs",
	".asax.cs"}

// isScript reports whether a node is code of JavaScript or TypeScript.
func isScript(node *graph.Node) bool {
	switch node.Language {
	case "javascript", "typescript", "tsx", "vue", "svelte":
		return true
	}
	return false
}

// template reports whether markup outside the index may name a node.
func (d *doubter) template(n uint32, node *graph.Node, o owner) (bool, error) {
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

// shown reports whether a member of a type with a decorator holds an enum, as a component
// does whose template names the constants.
func (d *doubter) shown(enum uint32) (bool, error) {
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

// global reports whether a node is defined at the top of a file that neither imports nor
// exports anything: every script of a page sees what such a file defines.
func (d *doubter) global(n uint32) (bool, error) {
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

// isExpression reports whether a node is a class of JavaScript or TypeScript that is
// written as a value, as in f(class { }): what is around it uses it.
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
