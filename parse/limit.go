package parse

import (
	"errors"
	"slices"

	"seedgraph/parse/outline"
)

// MaxNesting bounds how many levels of a syntax tree are read: front ends call
// themselves for each level, and some look at all of an expression at each. People
// write fewer than a hundred levels, generators of long sums a few thousand.
const MaxNesting = 5_000

// MaxDefinitions bounds how many definitions are nested in each other. The name of
// each is made of those around it, and its text is part of theirs.
const MaxDefinitions = 100

// shallow is the levels of a syntax tree that are read where definitions are nested
// too deep. A definition takes two levels or more.
const shallow = 2 * MaxDefinitions

// DefinitionDepth returns how deep the definitions of a file are nested.
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
// read again without what is below, one that takes too much to parse without what is in
// its functions.
//
// A sound file is read once. A broken one is read twice more without what is broken, and its parts
// are parsed for up to eight times its bytes, see [outline.Outline.Mend]; then it is read up to
// twelve times more, a short one more often, with one token that it may lack, and parsed for up to
// eight times its bytes again, see [outline.Outline.Insert]. Files beyond maxMended are not.
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
	f.Gaps = src.Gaps
	return f, nil
}

// largeBody is how large what is in a function or value is at least that is tried to be left out
// alone.
const largeBody = 1 << 16

// bounded reads a file; one that takes too much to parse is read without what is in the
// bodies of its functions and in long values, and is not whole. Those of large ones go first:
// often one of them is what takes so much. If that is not enough, the parts of large enumerations
// are left out, too, and whatever is as long without a member in it.
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

// without reads a file without some parts, because it cannot be read with them; nil if it cannot
// be read without them either.
func without(l Language, p *Parser, src Source, cuts []outline.Cut, cause error) *Facts {
	limit := Limit{At: max(cuts[0].Start, 1) - 1, Count: len(cuts),
		What: "bytes of memory to parse", Max: room(src.Text)}
	switch {
	case errors.Is(cause, ErrTooBroken):
		limit.What, limit.Max = "bytes copied at syntax errors", errorLimit
	case errors.Is(cause, errTooLong):
		limit.What, limit.Max = "bytes of one member", maxParts*p.Part
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

// blank overwrites all of a text but its line ends.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

// A Limit is a bound of what is read or resolved that a file has met, so that the
// facts of it are not whole.
type Limit struct {
	At    uint32 // where the first thing begins that was left out
	What  string // what is bounded: levels of nesting
	Max   int    // the bound
	Count int    // how often it was met
}

// AddLimits adds limits to a list with one entry for each bound: the first place,
// and how often it was met.
func AddLimits(list []Limit, more ...Limit) []Limit {
next:
	for _, l := range more {
		for i := range list {
			if list[i].What == l.What {
				list[i].Count += l.Count
				list[i].At = min(list[i].At, l.At)
				continue next
			}
		}
		list = append(list, l)
	}
	return list
}
