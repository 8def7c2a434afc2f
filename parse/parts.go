package parse

import (
	"fmt"
	"slices"

	"seedgraph/parse/outline"
)

// partBytes is the size of the parts in which a long text is parsed. A parse takes
// up to ninety bytes of memory per byte of text, of which the resulting tree takes
// ten.
const partBytes = 1 << 20

// maxParts is the maximum size, in parts, of a text that is parsed at once
// nevertheless, if parts have errors or cannot be cut.
const maxParts = 16

// errTooLong is the [ErrTooDeep] of a text with a member that is too long to be
// parsed at once.
var errTooLong = fmt.Errorf("%w: a member is too long", ErrTooDeep)

// A division determines where a text is cut to be parsed in parts. The outline it
// is computed from is not kept: it takes as much memory as the tree of the text.
type division struct {
	seams []outline.Seam
	place outline.Place // of the outline's text
	size  int           // the size of the text
	names int           // the number of definitions in the outline
}

// divide makes the parser parse the text of a file in parts of about p.Part bytes,
// if it is larger.
func (p *Parser) divide(l Language, src Source) {
	p.division = division{}
	if m, ok := l.(Mendable); ok && len(src.Text) > p.Part {
		o := outlined(m, src)
		p.division = division{o.Seams(p.Part), o.Place(), len(src.Text), o.Named()}
	}
}

// divides reports whether a text is one that is parsed in parts: the text of the
// file, or one derived from it by a front end.
func (p *Parser) divides(text string) bool {
	return len(p.division.seams) > 0 && len(text) >= p.division.size
}

// inParts parses a text in parts, unless it can be parsed at once and parts have
// errors: if braces are missing, the context of a part may differ from the
// apparent one. The tokens that the outline inserted into the text are included in
// the parts: without them, the text after a missing brace would be cut at the
// wrong place.
func (p *Parser) inParts(g *Grammar, text string) (*Tree, error) {
	o, changed := &p.division.place, text
	if p.outline == nil {
		changed = outline.Apply(text, o.Changes())
	}
	met := len(p.limits)
	tree, err := p.eachPart(g, changed)
	if len(text) <= maxParts*p.Part && (err != nil || tree.HasError) {
		p.limits = p.limits[:met]
		return p.whole(g, text)
	}
	if p.outline == nil && len(o.Changes()) > 0 {
		for i := met; i < len(p.limits); i++ {
			p.limits[i].At = o.Source(p.limits[i].At)
		}
		if tree != nil {
			tree.Move(text, o.Source, o.Source)
			tree.HasError = true
		}
	}
	return tree, err
}

// eachPart parses a text part by part, each with its enclosing context, and joins
// their trees. It fails if a part is too large.
func (p *Parser) eachPart(g *Grammar, text string) (*Tree, error) {
	j := joined{end: uint32(len(text))}
	var around outline.Seam
	from := 0
	for i := 0; i <= len(p.division.seams); i++ {
		to, last := len(text), i == len(p.division.seams)
		var c Patchwork
		for k, s := range around.Open {
			c.Copy(text, int(s.Start), int(s.End))
			c.Put(around.First[k]+"\n", int(s.End))
		}
		if !last {
			to = int(p.division.seams[i].At)
		}
		c.Copy(text, from, to)
		if !last {
			c.Put("\n", to) // ends constructs that end with the line
			for _, s := range p.division.seams[i].Close {
				c.Copy(text, int(s.Start), int(s.End))
				c.Put("\n", int(s.End))
			}
			around = p.division.seams[i]
		}
		if most := maxParts * p.Part; to-from > most &&
			(p.edits == nil || written(text[from:to]) > most) {
			return nil, errTooLong
		}
		met := len(p.limits)
		tree, err := p.whole(g, c.String())
		if err != nil {
			return nil, err
		}
		for k := met; k < len(p.limits); k++ {
			p.limits[k].At = c.Start(p.limits[k].At)
		}
		tree.Move(text, c.Start, c.End)
		j.add(tree, uint32(from), uint32(to), last)
		from = to
	}
	return j.tree(g, text), nil
}

// written counts the nonblank bytes of a text; omitted text is blank.
func written(text string) int {
	n := 0
	for i := range len(text) {
		if text[i] > ' ' {
			n++
		}
	}
	return n
}

// A joined tree is made from the trees of the parts of a text.
type joined struct {
	end      uint32
	nodes    []record
	hasError bool
	right    []int32 // the last node and its ancestors: the root first
	place    []int32 // index in nodes of each node of a part
}

// add adds the nodes of a part's tree that begin in its part of the text. Nodes
// that begin before it and end after it are the context of the part, and present
// already.
//
//	class A { void F() { } | void G() { } }    // parsed as class A { void G() { } }
//
// It takes time linear in the nodes of the part.
func (j *joined) add(t *Tree, from, to uint32, last bool) {
	j.hasError = j.hasError || t.HasError
	if to > from && len(j.nodes)+len(t.nodes) > cap(j.nodes) {
		// extrapolated from the nodes per byte so far, with some reserve
		rest := float64(j.end-from) / float64(to-from)
		j.nodes = slices.Grow(j.nodes, int(1.1*rest*float64(len(t.nodes))))
	}
	j.place = slices.Grow(j.place[:0], len(t.nodes))[:len(t.nodes)]
	depth := 0 // of the part's context
	for i := 0; i < len(t.nodes); i++ {
		r := t.nodes[i]
		switch {
		case i == 0:
			j.root(r)
		case r.start < from && r.end > from:
			around := j.place[r.parent]
			if depth++; depth < len(j.right) && j.nodes[j.right[depth]].symbol == r.symbol {
				around = j.right[depth]
				j.nodes[around].end = max(j.nodes[around].end, r.end)
			}
			j.place[i] = around
		case r.start < from || r.start >= to && !last:
			i = int(r.next) - 1
		default:
			j.place[i] = j.emit(r, j.place[r.parent])
		}
	}
}

// root adds the root of a part: the root of the first one becomes the root of the
// whole tree.
func (j *joined) root(r record) {
	j.place[0] = 0
	switch {
	case len(j.nodes) == 0:
		r.parent = -1
		j.nodes, j.right = append(j.nodes, r), append(j.right, 0)
	case j.nodes[0].flags&flagError != 0:
		j.nodes[0].symbol, j.nodes[0].flags = r.symbol, r.flags
	}
	j.nodes[0].start = min(j.nodes[0].start, r.start)
	j.nodes[0].end = max(j.nodes[0].end, r.end)
}

// emit adds a node.
func (j *joined) emit(r record, parent int32) int32 {
	at := int32(len(j.nodes))
	r.parent = parent
	j.nodes = append(j.nodes, r)
	n := len(j.right)
	for n > 1 && j.right[n-1] != parent {
		n--
	}
	j.right = append(j.right[:n], at)
	return at
}

// tree returns the joined tree.
func (j *joined) tree(g *Grammar, text string) *Tree {
	return &Tree{Text: text, HasError: j.hasError, grammar: g, nodes: linked(j.nodes)}
}

// linked computes the subtree ends of nodes in preorder that have their parents.
func linked(nodes []record) []record {
	for i := range nodes {
		nodes[i].next = int32(i) + 1
	}
	for i := len(nodes) - 1; i > 0; i-- {
		parent := &nodes[nodes[i].parent]
		parent.next = max(parent.next, nodes[i].next)
	}
	return nodes
}
