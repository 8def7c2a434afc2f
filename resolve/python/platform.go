package python

import (
	"slices"
	"strings"

	"seedgraph/outside"
	"seedgraph/resolve"
)

// maxExports bounds how many modules a name of the standard library is followed
// through.
const maxExports = 4

// standardType finds a class of the standard library by a name that reaches it:
// threading.Thread, collections.abc.Mapping.
func (p *evaluator) standardType(name string, hops int) *outside.Type {
	if t := p.platform.Type(name); t != nil {
		return t
	}
	i := lastDot(name)
	if i < 0 || hops > maxExports {
		return nil
	}
	n := p.platform.Namespace(name[:i])
	if n == nil {
		return nil
	}
	for _, e := range n.Exports() {
		target := e.Target
		if e.Name == "*" {
			target += name[i:]
		} else if e.Name != name[i+1:] {
			continue
		}
		if t := p.standardType(target, hops+1); t != nil {
			return t
		}
	}
	return nil
}

// outsideOrder is the order of look-up of a class outside the tree: that of the
// standard library, or the class alone and open, if nothing is known of it.
func (p *evaluator) outsideOrder(name string) []classID {
	t := p.standardType(name, 0)
	if t == nil {
		return []classID{{def: resolve.None, outside: name, open: true}}
	}
	class := classID{def: resolve.None, outside: t.Name}
	if slices.Contains(p.entered, name) {
		return []classID{class}
	}
	p.entered = append(p.entered, name)
	defer func() { p.entered = p.entered[:len(p.entered)-1] }()
	var lines [][]classID
	var bases []classID
	for _, b := range t.Bases {
		line := p.outsideOrder(b.Name)
		lines, bases = append(lines, line), append(bases, line[0])
	}
	return append([]classID{class}, linearize(append(lines, bases))...)
}

// mayHave reports whether a class outside the tree has a member, and whether that
// is certain. Of the standard library only public names are known.
func (p *evaluator) mayHave(c classID, name string) (has, sure bool) {
	if c.open {
		return true, false
	}
	t := p.platform.Type(c.outside)
	if t == nil {
		return true, false
	}
	if len(t.Member(name)) > 0 {
		return true, true
	}
	return strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "__"), false
}
