package parse

import (
	"errors"
	"slices"

	"seedgraph/parse/outline"
)

// MaxNesting bounds the levels of a syntax tree that are read: front ends recurse
// for each level, and some scan a whole expression at each. People write fewer
// than a hundred levels, generators of long sums a few thousand.
const MaxNesting = 5_000

// MaxDefinitions bounds the nesting of definitions. The qualified name of each
// contains the names of the enclosing ones, and its text is part of theirs.
const MaxDefinitions = 100

// shallow is the number of levels of a syntax tree that are read if definitions
// are nested too deep. A definition takes two levels or more.
const shallow = 2 * MaxDefinitions

// DefinitionDepth returns the maximum nesting depth of the definitions of a file.
func (f *Facts) DefinitionDepth() int {
	deepest, depth := 0, make([]int, len(f.Definitions))
	for i := range f.Definitions {
		if p := f.Definitions[i].Parent; p >= 0 {
			depth[i] = depth[p] + 1
			deepest = max(deepest, depth[i])
		}
	}
	return deepest
}

// Read reads a file with a front end. A file with definitions nested too deep is
// read again without the lower levels, one that takes too much to parse without
// its function bodies.
//
// A sound file is read once. A broken one is read twice more without its broken
// parts, and its parts are parsed for up to eight times its bytes, see
// [outline.Outline.Mend]; then it is read up to twelve times more, a short one
// more often, with one possibly missing token inserted, and parsed for up to eight
// times its bytes again, see [outline.Outline.Insert]. Files beyond maxMended are
// not.
func Read(l Language, p *Parser, src Source) (*Facts, error) {
	p.divide(l, src)
	defer func() { p.division = division{} }()
	f, whole, err := bounded(l, p, src)
	if err == nil && f.DefinitionDepth() > MaxDefinitions {
		p.Limits()
		p.nesting = shallow
		f, whole, err = bounded(l, p, src)
		p.nesting = MaxNesting
	}
	if err != nil {
		return nil, err
	}
	if m, ok := l.(Mendable); ok && f.HasError && !whole {
		f.addLost(outlined(m, src).Names())
	} else if ok && f.HasError {
		f.Limits = AddLimits(f.Limits, p.Limits()...)
		f = mended(m, p, src, f)
		p.Limits()
	}
	f.Limits = AddLimits(f.Limits, p.Limits()...)
	f.boundNames()
	f.Gaps = src.Gaps
	return f, nil
}

// largeBody is the minimum size of a function body or value that is tried to be
// left out by itself.
const largeBody = 1 << 16

// bounded reads a file; one that takes too much to parse is read without function
// bodies and long values, and is not whole. Large ones are left out first: often a
// single one is the cause. If that is not enough, the parts of large enumerations
// are left out, too, and any range of that length without a member.
func bounded(l Language, p *Parser, src Source) (f *Facts, whole bool, err error) {
	f, err = l.Facts(p, src)
	m, ok := l.(Mendable)
	if !ok || !errors.Is(err, ErrTooDeep) && !errors.Is(err, ErrTooBroken) {
		return f, true, err
	}
	o := outlined(m, src)
	bodies := o.Bodies()
	large := slices.DeleteFunc(slices.Clone(bodies),
		func(b outline.Cut) bool { return b.End-b.Start < largeBody })
	var tried []outline.Cut
	for _, cuts := range [][]outline.Cut{large, bodies, o.Long(uint32(maxParts * p.Part)),
		o.Long(largeBody)} {
		if len(cuts) == 0 || slices.Equal(cuts, tried) {
			continue
		}
		tried = cuts
		if again := without(l, p, src, cuts, err); again != nil {
			return again, false, nil
		}
	}
	return nil, true, err
}

// without reads a file without some parts, because it cannot be read with them; it
// returns nil if it cannot be read without them either.
func without(l Language, p *Parser, src Source, cuts []outline.Cut, cause error) *Facts {
	limit := Limit{At: max(cuts[0].Start, 1) - 1, Count: len(cuts),
		Quantity: "bytes of memory to parse", Max: room(src.Text)}
	switch {
	case errors.Is(cause, ErrTooBroken):
		limit.Quantity, limit.Max = "bytes copied at syntax errors", errorLimit
	case errors.Is(cause, errTooLong):
		limit.Quantity, limit.Max = "bytes of one member", maxParts*p.Part
	}
	text := []byte(src.Text)
	for _, b := range cuts {
		blank(text[b.Start:b.End])
		copy(text[b.Start:b.End], b.Note)
	}
	p.edits = edits(src.Text, string(text))
	again, err := l.Facts(p, src)
	p.edits = nil
	if err != nil {
		return nil
	}
	again.HasError = again.HasError || limit.Max == errorLimit
	p.limits = append(p.limits, limit)
	return again
}

// blank overwrites a text with spaces, except for line ends.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

// A Limit is a bound on reading or resolving that was hit in a file, so that its
// facts are incomplete.
type Limit struct {
	At       uint32 // where the first omitted part begins
	Quantity string // the bounded quantity: levels of nesting
	Max      int    // the bound
	Count    int    // number of hits
}

// AddLimits adds limits to a list with one entry per bound, which has the first
// position and the number of hits.
func AddLimits(list []Limit, more ...Limit) []Limit {
next:
	for _, l := range more {
		for i := range list {
			if list[i].Quantity == l.Quantity {
				list[i].Count += l.Count
				list[i].At = min(list[i].At, l.At)
				continue next
			}
		}
		list = append(list, l)
	}
	return list
}
