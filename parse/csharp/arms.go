package csharp

import (
	"fmt"
	"math/bits"
	"slices"

	"seedgraph/parse"
)

// This file is about arms of #if that cannot stand beside the arm that is compiled, since they
// cut across members:
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
// Such a file is read once more as a build reads it that compiles the arm, and what is
// declared in the arm as a whole, Reset, is taken into the tree of the first reading.

// arms is what the directives of a text say of parts that are not compiled.
type arms struct {
	inactive []parse.Range // that are kept all the same; by Start
	dropped  []parse.Range // that are not; by Start
	cut      []cut         // those of them that may declare something
	readings []configuration
	unread   []parse.Range // that are in none of the readings, because these are too many
}

// A cut is an arm that is no part of the text.
type cut struct {
	parse.Range
	reading int  // which of arms.readings has it
	never   bool // no build compiles it
}

// A configuration is what a build compiles that is not the usual one.
type configuration struct {
	symbols map[string]bool // that are defined, or are not, unlike usual
	places  []int           // where arms begin that no symbols choose
}

func (c configuration) isUsual() bool { return c.symbols == nil && c.places == nil }

// A test is a condition and whether it holds.
type test struct {
	cond string
	want bool
}

// maxReadings bounds how often a file is read once more.
const maxReadings = 8

// maxFlips bounds the symbols of which any selection is tried to have an arm compiled.
const maxFlips = 6

// holds reports whether conditions are as the tests say.
func (d *conditionals) holds(tests []test) bool {
	return !slices.ContainsFunc(tests, func(t test) bool { return d.eval(t.cond) != t.want })
}

// under reports whether conditions are as the tests say in a configuration.
func (d *conditionals) under(as configuration, tests []test) bool {
	outer := d.as
	d.as = as
	holds := d.holds(tests)
	d.as = outer
	return holds
}

// configuration returns one in which the arm that was entered last is compiled: the one with
// the fewest symbols unlike usual. Where there is none, as for `#if false`, it has the places
// of the arm and of those around.
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

// cut notes that the arm that was entered last is taken out.
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

// mayDefine reports whether something may be declared in an arm as a whole; listed says that
// it follows what elements of a list do.
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

// breaks reports whether brackets have no partners where arm i is compiled, though they have
// where the other one is, or the other way around. Where the rest of the file makes up for the
// difference, the code is sound:
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

// A balance is how many brackets of each kind are opened more often than closed.
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

// inAll returns the balance of all that a configuration compiles, in time that grows with the
// text.
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

// chosen reports whether the arm behind the directive i is compiled if none before it is.
func (d *conditionals) chosen(i int, cond string) bool {
	return slices.Contains(d.as.places, i+1) || d.eval(cond)
}

// withArms adds to a tree what is declared in arms that the text lacks, and reports which
// of them are broken.
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

// A brokenArm is an arm with a syntax error, in the text of a file that has it.
type brokenArm struct {
	parse.Range
	text string
	open []parse.Range // declarations that begin in the arm and end behind it
}

// hasErrorIn reports whether there is an error in a part of a tree.
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

// lostIn lists what a broken arm seems to define and the facts do not have.
func (b *brokenArm) lostIn(f *parse.Facts) (lost []parse.Lost) {
	defined := map[uint32]bool{}
	for _, d := range f.Definitions {
		defined[d.NameAt] = true
	}
	for _, n := range syntax.Read(b.text).Names() {
		open := slices.ContainsFunc(b.open, func(r parse.Range) bool { return r.Contains(n.At) })
		if b.Contains(n.At) && !defined[n.At] && !open {
			lost = append(lost, parse.Lost{Name: n.Text, At: n.At})
		}
	}
	return lost
}

// A grafter finds what is declared in an arm as a whole.
type grafter struct {
	tree *parse.Tree // without the arm
	arm  parse.Range
	out  []parse.Graft
	open []parse.Range // declarations that begin in the arm and end behind it
}

// children looks at the parts of n, which is not in the arm as a whole.
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

// begun looks at a type that begins in the arm and ends behind it. Where the arm that is
// compiled begins one that ends at the same place, the members belong to that; else to
// what there is of it in the arm.
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

// graft has a declaration put where it belongs, with the comments before it.
func (g *grafter) graft(n parse.Node, lead []parse.Node) {
	under, _ := g.around(n.Parent())
	for _, c := range append(lead, n) {
		if c.Start() >= g.arm.Start {
			g.out = append(g.out, parse.Graft{Under: under, Part: c, End: g.arm.End,
				Open: func(n parse.Node) bool { return isContainer(n) || isList(n) }})
		}
	}
}

// around finds the node around the arm that is what n is: it begins or ends where n does. Else
// it is the innermost one of n's kind, or the whole file.
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
