package csharp

import (
	"fmt"
	"math/bits"
	"slices"

	"seedgraph/parse"
)

// This file handles #if branches that cannot coexist with the compiled branch,
// because they split members:
//
//	#if SPANS
//	    public void Clear() { }
//	    public void Write(Span<byte> bytes)
//	#else
//	    public void Reset() { }
//	    public void Write(byte[] bytes)
//	#endif
//	    { … }
//
// Such a file is parsed once more in a configuration that compiles the other
// branch, and its complete declarations, here Reset, are grafted onto the tree of
// the first parse.

// arms describes the parts of a text that its directives exclude from compilation.
type arms struct {
	inactive []parse.Range // not compiled but kept; by Start
	dropped  []parse.Range // not kept; by Start
	cut      []cut         // the dropped branches that may declare something
	readings []configuration
	unread   []parse.Range // in none of the readings, because of maxReadings
}

// A cut is a branch that is removed from the text.
type cut struct {
	parse.Range
	reading int  // index in arms.readings of the configuration that compiles it
	never   bool // no configuration compiles it
}

// A configuration is the difference of a build from the default one.
type configuration struct {
	symbols map[string]bool // symbols whose definedness is inverted, with their new state
	places  []int           // start positions of branches that are selected although no symbols do
}

func (c configuration) isUsual() bool { return c.symbols == nil && c.places == nil }

// A test is a condition with its required outcome.
type test struct {
	cond string
	want bool
}

// maxReadings bounds the additional parses of a file.
const maxReadings = 8

// maxFlips bounds the symbols whose combinations are tried to get a branch
// compiled.
const maxFlips = 6

// holds reports whether all tests hold.
func (d *conditionals) holds(tests []test) bool {
	return !slices.ContainsFunc(tests, func(t test) bool { return d.eval(t.cond) != t.want })
}

// under reports whether all tests hold in a configuration.
func (d *conditionals) under(as configuration, tests []test) bool {
	outer := d.as
	d.as = as
	holds := d.holds(tests)
	d.as = outer
	return holds
}

// configuration returns a configuration that compiles the current branch, with the
// fewest inverted symbols. If no such configuration exists, as for `#if false`, it
// has the places of the branch and its enclosing ones.
func (d *conditionals) configuration() (as configuration, possible bool) {
	var names []string
	usual := map[string]bool{}
	for _, t := range d.within {
		e := condition{text: t.cond, defined: func(name string) bool {
			_, here := d.defined[name]
			if _, seen := usual[name]; !seen && !here && name != "true" && name != "false" &&
				name != "" && len(names) < maxFlips {
				names = append(names, name)
				usual[name] = d.isDefined(name)
			}
			return d.isDefined(name)
		}}
		e.or(0)
	}
	for n := 0; n <= len(names); n++ {
		for flip := range 1 << len(names) {
			if bits.OnesCount(uint(flip)) != n {
				continue
			}
			as := configuration{symbols: map[string]bool{}}
			for i, name := range names {
				if flip>>i&1 == 1 {
					as.symbols[name] = !usual[name]
				}
			}
			if d.under(as, d.within) {
				return as, true
			}
		}
	}
	return configuration{places: slices.Clone(d.places)}, false
}

// cut records that the current branch is removed.
func (d *conditionals) cut(live []token) {
	if !d.as.isUsual() {
		return
	}
	to := &d.m.arms
	c := cut{Range: d.rangeOf(live)}
	c.reading = slices.IndexFunc(to.readings, func(as configuration) bool {
		return as.places == nil && d.under(as, d.within)
	})
	if c.reading < 0 {
		if len(to.readings) == maxReadings {
			to.unread = append(to.unread, c.Range)
			return
		}
		as, possible := d.configuration()
		c.never, c.reading = !possible, len(to.readings)
		to.readings = append(to.readings, as)
	}
	to.cut = append(to.cut, c)
}

// mayDefine reports whether a branch may contain a complete declaration; listed
// means that it is in a position for list elements.
func (d *conditionals) mayDefine(live []token, listed bool) bool {
	word := false
	for _, t := range live {
		if d.ends(t, ";}") {
			return true
		}
		word = word || t.kind == tokWord
		listed = listed && !d.ends(t, ".(")
	}
	return listed && word
}

// breaks reports whether brackets are unbalanced if branch i is compiled, but
// balanced with the other branch, or vice versa. If the rest of the file
// compensates for the difference, the code is sound:
//
//	#if TRACE
//	    using (Start()) {
//	#endif
//	    Run();
//	#if TRACE
//	    }
//	#endif
func (d *conditionals) breaks(arms []branch, i, compiled int) bool {
	if !d.as.isUsual() {
		return false
	}
	var usual balance
	sound := compiled < 0
	if !sound {
		usual = d.balance(arms[compiled].live)
		sound = d.whole(arms[compiled].live)
	}
	whole := d.whole(arms[i].live)
	if d.balance(arms[i].live) == usual || !whole && !sound {
		return false
	}
	as, possible := d.configuration()
	return (whole || possible) && d.inAll(as) != d.inAll(configuration{})
}

// A balance is the excess of opening over closing brackets of each kind.
type balance [3]int

func (b *balance) add(c byte) {
	switch c {
	case '(':
		b[0]++
	case ')':
		b[0]--
	case '[':
		b[1]++
	case ']':
		b[1]--
	case '{':
		b[2]++
	case '}':
		b[2]--
	}
}

func (d *conditionals) balance(tokens []token) (b balance) {
	for _, t := range tokens {
		if t.kind == tokPunct {
			b.add(d.m.text[t.start])
		}
	}
	return b
}

// inAll returns the balance of all code that a configuration compiles, in time
// linear in the text.
func (d *conditionals) inAll(as configuration) (b balance) {
	key := fmt.Sprint(as)
	if known, ok := d.known[key]; ok {
		return known
	}
	e := conditionals{m: d.m, defined: map[string]bool{}, as: as}
	type level struct{ taken, live bool }
	levels := []level{{live: true}}
	for i, t := range d.m.tokens {
		in := &levels[len(levels)-1]
		if t.kind == tokPunct && in.live {
			b.add(d.m.text[t.start])
		}
		if t.kind != tokDirective {
			continue
		}
		name, rest := directive(d.m.text[t.start:t.end])
		switch name {
		case "define", "undef":
			if in.live {
				e.defined[rest] = name == "define"
			}
		case "if":
			live := in.live && e.chosen(i, rest)
			levels = append(levels, level{live || !in.live, live})
		case "elif", "else":
			if len(levels) > 1 {
				in.live = !in.taken && (name == "else" || e.chosen(i, rest))
				in.taken = in.taken || in.live
			}
		case "endif":
			levels = levels[:max(len(levels)-1, 1)]
		}
	}
	if d.known == nil {
		d.known = map[string]balance{}
	}
	d.known[key] = b
	return b
}

// chosen reports whether the branch of directive i is compiled if no earlier one
// is.
func (d *conditionals) chosen(i int, cond string) bool {
	return slices.Contains(d.as.places, i+1) || d.eval(cond)
}

// withArms adds the declarations in branches missing from the text to a tree, and
// returns the broken branches.
func withArms(p *parse.Parser, tree *parse.Tree, src parse.Source, a arms) (*parse.Tree,
	[]brokenArm, error) {
	if len(a.cut) == 0 {
		return tree, nil, nil
	}
	tree = tree.Clone()
	var grafts []parse.Graft
	var broken []brokenArm
	for i, as := range a.readings {
		text, _ := mendAs(src.Text, src.Symbols, as)
		other, err := p.Parse(csharpGrammar(), text)
		if err != nil {
			return nil, nil, err
		}
		other = other.Clone()
		for _, c := range a.cut {
			if c.reading != i {
				continue
			}
			g := grafter{tree: tree, arm: c.Range, out: grafts}
			g.children(other.Root())
			grafts = g.out
			if !c.never && !tree.HasError && other.HasError && hasErrorIn(other.Root(), c.Range) {
				broken = append(broken, brokenArm{c.Range, text, g.open})
			}
		}
	}
	return tree.With(grafts), broken, nil
}

// A brokenArm is a branch with a syntax error, in the text of a file that contains
// it.
type brokenArm struct {
	parse.Range
	text string
	open []parse.Range // declarations that begin in the branch and end after it
}

// hasErrorIn reports whether there is an error node in a part of a tree.
func hasErrorIn(root parse.Node, arm parse.Range) (found bool) {
	root.Descendants(func(n parse.Node) bool {
		if n.Start() > arm.End || n.End() < arm.Start {
			return false
		}
		found = found || n.Start() >= arm.Start && (n.IsError() || n.IsMissing())
		return !found
	})
	return found
}

// lostIn lists the apparent definitions of a broken branch that the facts lack.
func (b *brokenArm) lostIn(f *parse.Facts) (lost []parse.LostDefinition) {
	defined := map[uint32]bool{}
	for _, d := range f.Definitions {
		defined[d.NameAt] = true
	}
	for _, n := range syntax.Read(b.text).Names() {
		open := slices.ContainsFunc(b.open, func(r parse.Range) bool { return r.Contains(n.At) })
		if b.Contains(n.At) && !defined[n.At] && !open {
			lost = append(lost, parse.LostDefinition{Name: n.Text, At: n.At})
		}
	}
	return lost
}

// A grafter finds the complete declarations in a branch.
type grafter struct {
	tree *parse.Tree // without the branch
	arm  parse.Range
	out  []parse.Graft
	open []parse.Range // declarations that begin in the branch and end after it
}

// children visits the children of n, which is not entirely in the branch.
func (g *grafter) children(n parse.Node) {
	var lead []parse.Node
	for c := range n.Children {
		begins := c.Start() >= g.arm.Start
		switch in := begins && c.End() <= g.arm.End; {
		case c.Kind() == "comment":
			lead = append(lead, c)
			continue
		case c.End() <= g.arm.Start || c.Start() >= g.arm.End:
		case in && declares(c):
			g.graft(c, lead)
		case begins && isContainer(c):
			g.begun(c)
		case begins && declares(c):
			g.open = append(g.open, c.Range())
		default:
			g.children(c)
		}
		lead = lead[:0]
	}
}

// begun visits a type that begins in the branch and ends after it. If the compiled
// branch begins one with the same end, the members belong to that; otherwise the
// part in the branch is grafted.
func (g *grafter) begun(n parse.Node) {
	g.open = append(g.open, n.Field("name").Range())
	body := n.Child(listKinds...)
	if body.IsZero() || body.Start() >= g.arm.End {
		return
	}
	if _, same := g.around(body); same {
		g.children(body)
		return
	}
	for c := range body.Named {
		if c.End() <= g.arm.End && declares(c) {
			g.graft(n, nil)
			return
		}
	}
}

// graft adds a declaration, with the comments before it, under its corresponding
// parent.
func (g *grafter) graft(n parse.Node, lead []parse.Node) {
	under, _ := g.around(n.Parent())
	for _, c := range append(lead, n) {
		if c.Start() >= g.arm.Start {
			g.out = append(g.out, parse.Graft{Under: under, Part: c, End: g.arm.End,
				Open: func(n parse.Node) bool { return isContainer(n) || isList(n) }})
		}
	}
}

// around finds the node around the branch that corresponds to n: the one of the
// same kind that begins or ends with n. Failing that, it is the innermost one of
// n's kind, or the root.
func (g *grafter) around(n parse.Node) (found parse.Node, same bool) {
	kind := n.Kind()
	found = g.tree.Root()
	g.tree.Root().Descendants(func(m parse.Node) bool {
		if m.Start() > g.arm.Start || m.End() < g.arm.End {
			return false
		}
		is := m.Start() == n.Start() || m.End() == n.End()
		if m.Kind() == kind && (is || !same) {
			found, same = m, same || is
		}
		return true
	})
	return found, same
}

var listKinds = []string{"declaration_list", "enum_member_declaration_list"}

func isList(n parse.Node) bool { return n.Is(listKinds...) }

// isContainer reports whether n is a declaration with members.
func isContainer(n parse.Node) bool {
	return n.Is("class_declaration", "struct_declaration", "interface_declaration",
		"record_declaration", "record_struct_declaration", "enum_declaration",
		"namespace_declaration")
}

// declares reports whether n is a declaration.
func declares(n parse.Node) bool {
	return isContainer(n) || n.Is("method_declaration", "constructor_declaration",
		"destructor_declaration", "operator_declaration", "conversion_operator_declaration",
		"property_declaration", "indexer_declaration", "event_declaration", "field_declaration",
		"event_field_declaration", "delegate_declaration", "enum_member_declaration",
		"local_function_statement")
}
