package dispatch

import (
	"slices"

	"seedgraph/graph"
)

// running describes the members that run at a use.
type running struct {
	by     map[uint32][]kindID // by member: the kinds for which it runs, ascending
	always []uint32            // members for which the classes do not determine whether they run
}

func (r *running) add(n uint32, on []kindID) {
	r.by[n] = append(slices.Clone(r.by[n]), on...)
	slices.Sort(r.by[n])
	r.by[n] = slices.Compact(r.by[n])
}

// addNext adds the members that a call on the base class runs for objects of the given kinds: in
// Python, of the next class after that of the caller in the method resolution order of the object,
// otherwise the target.
//
//	class A(Base): def go(self): super().go()    // on an object of class C(A, B): B.go
func (w *Walker) addNext(r *running, e graph.Edge, below []uint32, on []kindID) error {
	if len(on) == 0 {
		return nil
	}
	node, err := w.x.Node(e.From)
	if err != nil {
		return err
	}
	class, ok, err := w.c.classAround(e.From)
	if err != nil || !ok || node.Language != "python" || len(below) == 0 {
		r.add(e.To, on)
		return err
	}
	d, err := w.declared(e.To, below)
	if err != nil {
		return err
	}
	for _, id := range on {
		next, err := w.lookUpAfter(d, id, class)
		if err != nil {
			return err
		}
		if len(next) == 0 {
			next = []uint32{e.To}
		}
		for _, n := range next {
			r.add(n, []kindID{id})
		}
	}
	return nil
}

// lookUpAfter finds the members of the nearest class after another one in the method resolution
// order of an object.
func (w *Walker) lookUpAfter(d *declaration, id kindID, class uint32) ([]uint32, error) {
	line, err := w.c.above(id)
	if err != nil {
		return nil, err
	}
	after := false
	for _, k := range line {
		of := w.c.kinds[k].class
		if found := d.inClass[of]; after && found != nil {
			return found, nil
		}
		after = after || of == class
	}
	return nil, nil
}

// runs finds the members that run if m is used on objects of the given kinds.
func (w *Walker) runs(m uint32, on []kindID, below []uint32) (*running, error) {
	d, err := w.declared(m, below)
	if err != nil {
		return nil, err
	}
	out := &running{by: map[uint32][]kindID{}, always: d.always}
	for _, id := range on {
		found, err := w.lookUp(d, id)
		if err != nil {
			return nil, err
		}
		for _, n := range found {
			out.by[n] = append(out.by[n], id)
		}
	}
	return out, nil
}

// A declaration is a member together with all members that may run in its place.
type declaration struct {
	inClass map[uint32][]uint32 // members by declaring class
	found   map[kindID][]uint32 // members that run for a kind; a cache
	always  []uint32
}

// declared collects the members that may run in place of a member.
func (w *Walker) declared(m uint32, below []uint32) (*declaration, error) {
	if d, ok := w.declarations[m]; ok {
		return d, nil
	}
	d := &declaration{inClass: map[uint32][]uint32{}, found: map[kindID][]uint32{}}
	w.declarations[m] = d
	for _, n := range append([]uint32{m}, below...) {
		class, ok, err := w.c.classAround(n)
		if err != nil {
			return nil, err
		}
		if ok {
			d.inClass[class] = append(d.inClass[class], n)
		} else {
			d.always = append(d.always, n)
		}
	}
	return d, w.unexplained(m, d, below)
}

// unexplained records the members that may run in place of m, but not for any class
// derived from m's: those of an object that only has the right members (duck typing). It
// examines the classes above each of these members, which are few, but not the classes
// below m.
func (w *Walker) unexplained(m uint32, d *declaration, below []uint32) error {
	class, ok, err := w.c.classAround(m)
	if err != nil || !ok || len(below) == 0 {
		d.always = append(d.always, below...)
		return err
	}
	for _, n := range below {
		if slices.Contains(d.always, n) {
			continue
		}
		explained, err := w.explained(class, n, d)
		if err != nil {
			return err
		}
		if !explained {
			d.always = append(d.always, n)
		}
	}
	return nil
}

// explained reports whether a member runs for a class that derives from from: its own
// class, or one that derives from both, such as a class with a mixin.
func (w *Walker) explained(from, n uint32, d *declaration) (bool, error) {
	class, ok, err := w.c.classAround(n)
	if err != nil || !ok {
		return false, err
	}
	own := w.c.kindOf(class, nil)
	if derives, err := w.derives(own, from); err != nil || derives {
		return derives, err
	}
	below, ok, err := w.c.below(own)
	if err != nil || !ok {
		return false, err
	}
	for _, id := range below {
		derives, err := w.derives(id, from)
		if err != nil {
			return false, err
		}
		if !derives {
			continue
		}
		found, err := w.lookUp(d, id)
		if err != nil || slices.Contains(found, n) {
			return err == nil, err
		}
	}
	return false, nil
}

// derives reports whether a kind is a class, or derives from it.
func (w *Walker) derives(id kindID, class uint32) (bool, error) {
	above, err := w.c.above(id)
	return slices.ContainsFunc(above, func(k kindID) bool { return w.c.kinds[k].class == class }), err
}

// lookUp finds the members that run for an object: those declared by the nearest class in
// method resolution order.
func (w *Walker) lookUp(d *declaration, id kindID) ([]uint32, error) {
	if list, ok := d.found[id]; ok {
		return list, nil
	}
	line, err := w.c.above(id)
	if err != nil {
		return nil, err
	}
	var found []uint32
	for _, k := range line {
		if found = d.inClass[w.c.kinds[k].class]; found != nil {
			break
		}
	}
	d.found[id] = found
	return found, nil
}
