package python

import (
	"math"
	"slices"
	"strings"

	"seedgraph/parse"
)

// flows records the flows of names with several bindings.
func (w *walker) flows(s *scope) {
	if s.flow == nil {
		return
	}
	for _, v := range s.flow.list {
		isMember := strings.Contains(v.name, ".") && v.own > 0
		isOutside := s.kind == functionScope && v.start == outerState && v.own > 0
		switch {
		case v.own > 1:
		case len(v.late) > 0 && v.own > 0 &&
			(s.kind == functionScope || v.points[len(v.points)-1].is.isDefinition()):
		case v.guards > 0, isMember, isOutside:
		default:
			continue
		}
		written, whole := v.written(s.def, s.flow.calls)
		if w.f.LiveBindings = append(w.f.LiveBindings, written); !whole {
			w.f.Limits = parse.AddLimits(w.f.Limits, parse.Limit{At: v.points[0].at,
				Quantity: "bindings of one name", Max: maxBindings, Count: 1})
		}
	}
}

// isDefinition reports whether s is only a function, a class or an import.
func (s *state) isDefinition() bool {
	return s.binding != nil && (s.binding.Kind == parse.FlowDef ||
		s.binding.Kind == parse.FlowImport)
}

// written numbers the bindings of v, and reports whether all of them are
// distinguished.
func (v *flowVar) written(def int32, calls []uint32) (_ parse.LiveBindings, whole bool) {
	x := numbering{index: map[*parse.FlowBinding]uint16{}}
	out := parse.LiveBindings{Name: v.name, Def: def}
	for _, p := range v.points {
		set := x.set(p.is)
		if n := len(out.Points); n == 0 || !slices.Equal(out.Points[n-1].Set, set) {
			out.Points = append(out.Points, parse.FlowPoint{At: p.at, Set: set})
		}
	}
	for i := range out.Points {
		end := uint32(math.MaxUint32)
		if i+1 < len(out.Points) {
			end = out.Points[i+1].At
		}
		at, _ := slices.BinarySearch(calls, out.Points[i].At)
		out.Points[i].Runs = at < len(calls) && calls[at] < end
	}
	for _, l := range v.late {
		out.Late = append(out.Late, x.set(l)...)
	}
	out.Bindings = x.bindings
	return out, x.unknown == 0
}

// A numbering numbers the bindings of one name.
type numbering struct {
	index    map[*parse.FlowBinding]uint16
	bindings []parse.FlowBinding
	unknown  int // the number of the unknown binding, from 1
}

// maxBindings bounds the bindings of one name that are distinguished.
const maxBindings = 500

// set sets the state of a name from a place on.
func (f *flow) set(v *flowVar, is *state, at uint32) {
	f.log = append(f.log, change{v, v.now})
	for _, t := range f.tries {
		*t = append(*t, change{v, is})
	}
	v.become(is, at)
}

func (x *numbering) number(s *state) uint16 {
	if i, ok := x.index[s.binding]; ok {
		return i
	}
	if len(x.bindings) >= maxBindings {
		return x.other()
	}
	i := uint16(len(x.bindings))
	x.index[s.binding] = i
	x.bindings = append(x.bindings, *s.binding)
	if s.prev != nil {
		x.bindings[i].Prev = x.set(s.prev)
	}
	return i
}

// other returns the number of the unknown binding.
func (x *numbering) other() uint16 {
	if x.unknown == 0 {
		x.bindings = append(x.bindings,
			parse.FlowBinding{Kind: parse.FlowValue, Values: opaqueValues})
		x.unknown = len(x.bindings)
	}
	return uint16(x.unknown - 1)
}
