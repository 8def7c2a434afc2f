package compare

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"seedgraph/graph"
)

// The minimum similarity for two nodes to be paired.
const (
	similarFile   = 0.5 // of files, as git does
	similarNamed  = 0.5 // of definitions with the same name
	similarInside = 0.6 // of definitions in the same container
	similarAlone  = 0.7 // of other definitions
)

// telling is the number of characters from which a source is unlikely to match another
// definition by chance.
const telling = 60

// tellingAlike is the same for definitions with equal sources and the same name, if no
// other candidate matches.
const tellingAlike = 20

// commonLine is the number of sources from which a line that occurs in all of them
// carries no information.
const commonLine = 50

// pairs holds the pairs of corresponding nodes of the two sides.
type pairs struct {
	old, new *side
	to, from []int32 // the new node of each old node, and the old node of each new node
}

// pair finds the corresponding nodes.
func pair(ctx context.Context, old, new *side) (*pairs, error) {
	p := &pairs{old, new, make([]int32, len(old.nodes)), make([]int32, len(new.nodes))}
	for _, list := range [][]int32{p.to, p.from} {
		for i := range list {
			list[i] = none
		}
	}
	p.byID()
	p.twins()
	isFile := func(n *graph.Node) bool { return n.Kind == graph.KindFile }
	isType := func(n *graph.Node) bool { return n.Kind.IsType() }
	isRest := func(n *graph.Node) bool { return n.Kind != graph.KindFile && !n.Kind.IsType() }
	for _, step := range []func() error{
		func() error { return p.bySource(isFile) },
		p.inside,
		func() error { return p.bySource(isType) },
		p.inside,
		func() error { return p.bySource(isRest) },
		p.inside,
	} {
		if err := cmp.Or(ctx.Err(), step()); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *pairs) join(o, n int32) { p.to[o], p.from[n] = n, o }

// joined reports whether two containers are paired; none is paired with none.
func (p *pairs) joined(o, n int32) bool {
	if o == none || n == none {
		return o == n
	}
	return p.to[o] == n
}

// byID pairs the nodes with the same id. Both sides are sorted by it.
func (p *pairs) byID() {
	for o, n := 0, 0; o < len(p.old.nodes) && n < len(p.new.nodes); {
		switch c := cmp.Compare(p.old.nodes[o].ID, p.new.nodes[n].ID); {
		case c < 0:
			o++
		case c > 0:
			n++
		default:
			p.join(int32(o), int32(n))
			o, n = o+1, n+1
		}
	}
}

// twins corrects the pairs if a symbol is declared in several files. The first
// declaration has the id of the symbol: if a declaration is added in a file before it, or
// if it is removed, the id passes to another declaration. Declarations in the same file
// are the same.
//
//	declare global { interface SymbolConstructor { … } }    // once more, in types/store.ts
func (p *pairs) twins() {
	olds, news := p.alone(p.old, p.to), p.alone(p.new, p.from)
	if len(olds)+len(news) == 0 {
		return
	}
	for o, n := range p.to {
		if n == none || p.old.nodes[o].Path == p.new.nodes[n].Path {
			continue
		}
		if other, ok := news[placeOf(&p.old.nodes[o])]; ok && p.from[other] == none {
			p.from[n] = none
			p.join(int32(o), other)
		} else if other, ok := olds[placeOf(&p.new.nodes[n])]; ok && p.to[other] == none {
			p.to[o] = none
			p.join(other, n)
		}
	}
}

// A declaration identifies a node among those of a file.
type declaration struct {
	path, name string
	kind       graph.NodeKind
	signature  string
}

func placeOf(n *graph.Node) declaration {
	return declaration{n.Path, n.Name, n.Kind, n.Signature}
}

// alone returns the nodes without a pair, except those whose declaration is not unique.
func (p *pairs) alone(s *side, pair []int32) map[declaration]int32 {
	out, twice := map[declaration]int32{}, map[declaration]bool{}
	for i, other := range pair {
		if at := placeOf(&s.nodes[i]); other == none && at.path != "" {
			if _, ok := out[at]; ok {
				twice[at] = true
			}
			out[at] = int32(i)
		}
	}
	for at := range twice {
		delete(out, at)
	}
	return out
}

// A slot holds the properties shared by nodes of a container that may be the same.
type slot struct {
	kind         string
	class, short string
}

// kindOf returns the group of kinds between which a definition may change.
func kindOf(n *graph.Node) string {
	switch {
	case n.Kind.Domain() != graph.Database && n.Kind.IsType():
		return "type"
	case n.Kind == graph.KindFunction || n.Kind == graph.KindMethod:
		return "function"
	}
	return string(n.Kind)
}

// inside pairs the nodes of the same name in paired containers. Newly paired nodes may be
// containers themselves.
func (p *pairs) inside() error {
	var queue []int32
	for o, n := range p.to {
		if n != none {
			queue = append(queue, int32(o))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		o := queue[0]
		olds, news := p.slots(p.old, p.to, o), p.slots(p.new, p.from, p.to[o])
		for _, key := range sortedSlots(olds) {
			if err := p.namesakes(olds[key], news[key]); err != nil {
				return err
			}
			for _, child := range olds[key] {
				if p.to[child] != none {
					queue = append(queue, child)
				}
			}
		}
	}
	return nil
}

// slots groups the children of a node that have no pair.
func (p *pairs) slots(s *side, pair []int32, container int32) map[slot][]int32 {
	out := map[slot][]int32{}
	for _, c := range s.children[container] {
		if n := &s.nodes[c]; pair[c] == none && n.Kind != graph.KindFile {
			key := slot{kindOf(n), n.Class, n.Short}
			out[key] = append(out[key], c)
		}
	}
	return out
}

func sortedSlots(m map[slot][]int32) []slot {
	return slices.SortedFunc(maps.Keys(m), func(a, b slot) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.class, b.class),
			cmp.Compare(a.short, b.short))
	})
}

// namesakes pairs definitions with the same name in one container, the most similar
// first: their parameters differ.
func (p *pairs) namesakes(olds, news []int32) error {
	var all []candidate
	for _, o := range olds {
		for _, n := range news {
			a, err := p.old.source(o)
			if err != nil {
				return err
			}
			b, err := p.new.source(n)
			if err != nil {
				return err
			}
			all = append(all, candidate{old: o, new: n, score: a.similarity(b)})
		}
	}
	p.take(all)
	return nil
}

// A candidate is a pair of nodes that may be the same.
type candidate struct {
	old, new int32
	near     int // see nearness
	score    float64
}

// take pairs the best candidates.
func (p *pairs) take(all []candidate) {
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.near, a.near),
			cmp.Compare(a.old, b.old), cmp.Compare(a.new, b.new))
	})
	for _, c := range all {
		if p.to[c.old] == none && p.from[c.new] == none {
			p.join(c.old, c.new)
		}
	}
}

// bySource pairs nodes whose sources are similar.
func (p *pairs) bySource(admit func(*graph.Node) bool) error {
	olds := p.left(p.old, p.to, admit)
	news := p.left(p.new, p.from, admit)
	if len(olds) == 0 || len(news) == 0 {
		return nil
	}
	near, err := p.sharing(olds, news)
	if err != nil {
		return err
	}
	alike, err := p.alike(near)
	if err != nil {
		return err
	}
	var all []candidate
	for _, c := range near {
		a, err := p.old.source(c.old)
		if err != nil {
			return err
		}
		b, err := p.new.source(c.new)
		if err != nil {
			return err
		}
		c.score, c.near = a.similarity(b), p.nearness(c.old, c.new)
		if c.score >= p.needed(c.old, c.new, a, b) || alike[[2]int32{c.old, c.new}] {
			all = append(all, c)
		}
	}
	p.take(all)
	return nil
}

// alike returns the candidates with equal sources and the same name, if neither node has
// another such candidate.
func (p *pairs) alike(near []candidate) (map[[2]int32]bool, error) {
	olds, news := map[int32]int{}, map[int32]int{} // number of equal candidates per node
	equal := map[[2]int32]bool{}
	for _, c := range near {
		a, err := p.old.source(c.old)
		if err != nil {
			return nil, err
		}
		b, err := p.new.source(c.new)
		if err != nil {
			return nil, err
		}
		if a.text == b.text && len(a.text) >= tellingAlike &&
			p.old.nodes[c.old].Short == p.new.nodes[c.new].Short {
			olds[c.old]++
			news[c.new]++
			equal[[2]int32{c.old, c.new}] = true
		}
	}
	maps.DeleteFunc(equal, func(c [2]int32, _ bool) bool { return olds[c[0]] > 1 || news[c[1]] > 1 })
	return equal, nil
}

// left lists the nodes without a pair that have a source.
func (p *pairs) left(s *side, pair []int32, admit func(*graph.Node) bool) []int32 {
	var out []int32
	for i := range s.nodes {
		if n := &s.nodes[i]; pair[i] == none && n.Path != "" && admit(n) {
			out = append(out, int32(i))
		}
	}
	return out
}

// sharing lists the pairs of nodes that share an uncommon line, or are equal, and may be
// the same.
func (p *pairs) sharing(olds, news []int32) ([]candidate, error) {
	byLine := map[string][]int32{}
	for _, n := range news {
		s, err := p.new.source(n)
		if err != nil {
			return nil, err
		}
		byLine[s.text] = append(byLine[s.text], n)
		for line := range s.lines {
			if line != s.text {
				byLine[line] = append(byLine[line], n)
			}
		}
	}
	var out []candidate
	for _, o := range olds {
		s, err := p.old.source(o)
		if err != nil {
			return nil, err
		}
		found := map[int32]bool{}
		for line := range s.lines {
			if len(byLine[line]) <= commonLine {
				for _, n := range byLine[line] {
					found[n] = true
				}
			}
		}
		for _, n := range byLine[s.text] {
			found[n] = len(byLine[s.text]) <= commonLine || p.nearness(o, n) > 0
		}
		for n, is := range found {
			a, b := &p.old.nodes[o], &p.new.nodes[n]
			if is && kindOf(a) == kindOf(b) && a.Language == b.Language {
				out = append(out, candidate{old: o, new: n})
			}
		}
	}
	return out, nil
}

// nearness scores the proximity of two nodes: a common container, name or file.
func (p *pairs) nearness(o, n int32) int {
	near := 0
	if p.old.parent[o] != none && p.joined(p.old.parent[o], p.new.parent[n]) {
		near += 4
	}
	if p.old.nodes[o].Short == p.new.nodes[n].Short {
		near += 2
	}
	if p.old.nodes[o].Path == p.new.nodes[n].Path {
		near++
	}
	return near
}

// needed returns the minimum similarity for two nodes to be paired.
func (p *pairs) needed(o, n int32, a, b *source) float64 {
	const never = 2
	alike := p.old.nodes[o].Short == p.new.nodes[n].Short
	switch {
	case p.old.nodes[o].Kind == graph.KindFile:
		return similarFile
	case p.old.parent[o] != none && p.joined(p.old.parent[o], p.new.parent[n]):
		return similarInside
	case min(len(a.text), len(b.text)) < telling:
		return never
	case alike:
		return similarNamed
	}
	return similarAlone
}
