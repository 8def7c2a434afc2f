package typescript

import "seedgraph/resolve"

// starExports records which files re-export all names of which others (export * from './a'). In
// a cycle of such files, every file has the names of all, so each strongly connected
// component is searched once for a name, however many exports it has.
type starExports struct {
	circles []exportComponent // in reverse topological order
	of      map[*resolve.File]int32
}

// A exportComponent is a strongly connected component of files that re-export each other's names,
// or a single file.
type exportComponent struct {
	files   []*resolve.File
	next    []int32 // the circles whose names these files re-export, deduplicated
	outside bool    // names of an external module are re-exported, directly or indirectly
	lost    bool    // names of a file missing from the tree are, in the same way
}

// newStars finds the components (Tarjan, "Depth-first search and linear graph
// algorithms").
func newStars(t *tree, files []*resolve.File) *starExports {
	s := &starExports{of: map[*resolve.File]int32{}}
	w := starWalk{t: t, s: s, low: map[*resolve.File]int{}}
	for _, f := range files {
		if t.passesOn(f) {
			w.visit(f)
		}
	}
	return s
}

// passesOn reports whether a file has an export *.
func (t *tree) passesOn(f *resolve.File) bool {
	for range t.starTargets(f) {
		return true
	}
	return false
}

// starTargets iterates over the files of all export * of a file, nil for an external one.
func (t *tree) starTargets(f *resolve.File) func(yield func(i int32, target *resolve.File) bool) {
	return func(yield func(int32, *resolve.File) bool) {
		for _, i := range t.imports[f][""] {
			if m := &f.Imports[i]; m.Export && m.All && !yield(i, t.targets[f][i].file) {
				return
			}
		}
	}
}

// A starWalk is the depth-first search for the components.
type starWalk struct {
	t    *tree
	s    *starExports
	low  map[*resolve.File]int // the earliest file of the stack known to be reachable
	open []*resolve.File       // visited, and in no component yet
	met  int
}

func (w *starWalk) visit(f *resolve.File) int {
	w.met++
	at, bottom := w.met, len(w.open)
	w.low[f] = at
	w.open = append(w.open, f)
	low := at
	for _, target := range w.t.starTargets(f) {
		if target == nil {
			continue
		}
		if _, done := w.s.of[target]; done {
			continue
		}
		reached := w.low[target]
		if reached == 0 {
			reached = w.visit(target)
		}
		low = min(low, reached)
	}
	w.low[f] = low
	if low == at {
		w.close(w.open[bottom:])
		w.open = w.open[:bottom]
	}
	return low
}

// close makes a component of files.
func (w *starWalk) close(files []*resolve.File) {
	id := int32(len(w.s.circles))
	c := exportComponent{files: append([]*resolve.File(nil), files...)}
	for _, f := range c.files {
		w.s.of[f] = id
	}
	known := map[int32]bool{id: true}
	for _, f := range c.files {
		for i, target := range w.t.starTargets(f) {
			if target == nil {
				lost := w.t.targets[f][i].lost
				c.outside, c.lost = c.outside || !lost, c.lost || lost
				continue
			}
			if n := w.s.of[target]; !known[n] {
				known[n] = true
				c.next = append(c.next, n)
				c.outside = c.outside || w.s.circles[n].outside
				c.lost = c.lost || w.s.circles[n].lost
			}
		}
	}
	w.s.circles = append(w.s.circles, c)
}

// starred resolves a name in the modules that export * of a file re-exports.
//
//	export * from './a';
//	export * from './b';    // a name that both have is ambiguous, and exported by neither
//
// If only one reachable file may have the name, it is resolved there directly. Otherwise,
// the time grows with the reachable files, and with their imports if several may have the
// name.
func (t *tree) starred(f *resolve.File, name string, seen map[export]bool) resolve.LookupResult {
	if len(seen) == 1 && !t.reachesOutside(f.Path) {
		switch owners := t.owners(f, name); len(owners) {
		case 0:
			return resolve.LookupResult{}
		case 1:
			return t.exported(owners[0].Path, name, seen)
		}
	}
	var out resolve.LookupResult
	for i, target := range t.starTargets(f) {
		if target != nil {
			out = joinFound(out, t.exported(target.Path, name, seen))
		} else if o := t.outside(f, f.Imports[i].Path, name); o.Name != "" {
			// it may be external; a name that is not declared there is no evidence
			out = joinFound(out, o)
		}
	}
	return out
}

// owners returns the first two files reachable from a file that may export a name
// themselves.
func (t *tree) owners(f *resolve.File, name string) []*resolve.File {
	first, ok := t.stars.of[f]
	if !ok {
		return nil
	}
	var out []*resolve.File
	seen, todo := map[int32]bool{first: true}, []int32{first}
	for len(todo) > 0 {
		c := &t.stars.circles[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, o := range c.files {
			if t.mayOwn(o, name) {
				if out = append(out, o); len(out) == 2 {
					return out
				}
			}
		}
		for _, n := range c.next {
			if !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return out
}

// mayOwn reports whether a file may export a name other than by export *: a value that it
// exports as a whole has members.
func (t *tree) mayOwn(f *resolve.File, name string) bool {
	if len(t.own(f, name)) > 0 || len(t.imports[f]["="]) > 0 ||
		len(t.table.Own(f.First, "default")) > 0 {
		return true
	}
	for _, i := range t.imports[f][name] {
		if m := &f.Imports[i]; m.Export && !m.All {
			return true
		}
	}
	return false
}

// reachesOutside reports whether a file re-exports all names of an external module. A
// path without a file is itself external.
func (t *tree) reachesOutside(mod string) bool {
	f := t.table.ByPath[mod]
	if f == nil {
		return true
	}
	i, ok := t.stars.of[f]
	return ok && t.stars.circles[i].outside
}
