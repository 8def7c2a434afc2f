package parse

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
// read again without what is below.
//
// A sound file is read once. A broken one is read up to three times more, and its parts
// are parsed for up to eight times its bytes, see [outline.Outline.Mend]; files beyond
// maxMended are not.
func Read(l Language, p *Parser, src Source) (*Facts, error) {
	f, err := l.Facts(p, src)
	if err == nil && f.DefinitionDepth() > MaxDefinitions {
		p.Limits()
		p.nesting = shallow
		f, err = l.Facts(p, src)
		p.nesting = MaxNesting
	}
	if err != nil {
		return nil, err
	}
	if m, ok := l.(Mendable); ok && f.HasError {
		f.Limits = AddLimits(f.Limits, p.Limits()...)
		f = mended(m, p, src, f)
		p.Limits()
	}
	f.Limits = AddLimits(f.Limits, p.Limits()...)
	f.Gaps = src.Gaps
	return f, nil
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
