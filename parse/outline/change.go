package outline

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// A Change inserts text into a source where a token is missing, or removes an
// unmatched one.
type Change struct {
	At  uint32 // in the source
	Cut uint32 // bytes of the source to be removed
	Put string // the replacement
}

// changes are the changes of one text, by At.
type changes []Change

// sorted sorts changes, and drops those that begin inside another's cut.
func (c changes) sorted() changes {
	slices.SortStableFunc(c, func(a, b Change) int { return cmp.Compare(a.At, b.At) })
	end := uint32(0)
	return slices.DeleteFunc(c, func(x Change) bool {
		inside := x.At < end
		end = max(end, x.At+x.Cut)
		return inside
	})
}

// Apply returns a text with changes applied.
func Apply(text string, list []Change) string {
	if len(list) == 0 {
		return text
	}
	var b strings.Builder
	at := uint32(0)
	for _, c := range list {
		b.WriteString(text[at:c.At])
		b.WriteString(c.Put)
		at = c.At + c.Cut
	}
	b.WriteString(text[at:])
	return b.String()
}

// A Place maps positions of a changed text to the source.
type Place struct {
	list  changes
	moved []int64 // the growth of the text in bytes after each number of changes
}

func placeOf(list changes) Place {
	p := Place{list, make([]int64, len(list)+1)}
	for i, x := range list {
		p.moved[i+1] = p.moved[i] + int64(len(x.Put)) - int64(x.Cut)
	}
	return p
}

// Source returns the source position of a position in the changed text. Inserted
// text maps to its insertion point.
func (p *Place) Source(at uint32) uint32 {
	i := sort.Search(len(p.list), func(i int) bool {
		return int64(p.list[i].At)+p.moved[i] > int64(at)
	})
	if i == 0 {
		return at
	}
	end := p.list[i-1].At + p.list[i-1].Cut
	behind := int64(end) + p.moved[i]
	return end + uint32(max(0, int64(at)-behind))
}

// Changes returns the changes of the source.
func (p *Place) Changes() []Change { return p.list }

// Place returns the mapping of positions of the text to the source.
func (o *Outline) Place() Place { return o.place }

// Changes returns the changes of the source that yield the text of the outline.
func (o *Outline) Changes() []Change { return o.place.list }

// Source returns the source position of a position in the text.
func (o *Outline) Source(at uint32) uint32 { return o.place.Source(at) }
