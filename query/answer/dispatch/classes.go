package dispatch

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"seedgraph/graph"
)

// maxClasses bounds the possible classes of one object. If there are more, it may be of
// any class.
const maxClasses = 4000

// maxBases bounds the classes from which one class derives.
const maxBases = 300

// A kind is a class with type arguments, some of which may be unknown.
type kind struct {
	class uint32
	args  []graph.TypeArg // nil, or consisting only of classes and zeros
}

// A kindID identifies a kind within a walker.
type kindID uint32

// classes caches the class hierarchy of an index, as far as walks query it.
type classes struct {
	x      Index
	kinds  []kind
	number map[string]kindID
	up     map[kindID][]kindID
	down   map[kindID][]kindID // nil means more than maxClasses
	around map[uint32]uint32   // by node: 1 + the enclosing class, or 0
	parts  map[uint32][]uint32 // by node of a class: its parts, ascending; the first one is the class
	sets   [][]kindID          // by Context, minus 1
	known  map[string]Context
}

func newClasses(x Index) *classes {
	return &classes{x: x, number: map[string]kindID{}, up: map[kindID][]kindID{},
		down: map[kindID][]kindID{}, around: map[uint32]uint32{}, parts: map[uint32][]uint32{},
		known: map[string]Context{}}
}

// kindOf returns the id of a class with type arguments.
func (c *classes) kindOf(class uint32, args []graph.TypeArg) kindID {
	if parts, err := c.partsOf(class); err == nil {
		class = parts[0]
	}
	if !slices.ContainsFunc(args, func(a graph.TypeArg) bool { return a != 0 }) {
		args = nil
	}
	key := binary.LittleEndian.AppendUint32(nil, class)
	for _, a := range args {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
	}
	if id, ok := c.number[string(key)]; ok {
		return id
	}
	id := kindID(len(c.kinds))
	c.number[string(key)] = id
	c.kinds = append(c.kinds, kind{class, args})
	return id
}

// classAround returns the innermost class that encloses or is the node.
func (c *classes) classAround(n uint32) (class uint32, ok bool, err error) {
	if at, known := c.around[n]; known {
		return at - 1, at > 0, nil
	}
	at := uint32(0)
	for m, up := n, true; up; {
		node, err := c.x.Node(m)
		if err != nil {
			return 0, false, err
		}
		if node.Kind.IsType() {
			parts, err := c.partsOf(m)
			if err != nil {
				return 0, false, err
			}
			at = parts[0] + 1
			break
		}
		if m, up, err = c.outer(m, node); err != nil {
			return 0, false, err
		}
	}
	c.around[n] = at
	return at - 1, at > 0, nil
}

// outer returns the node around a node: of a method that is defined outside of its class, as in
// C++, the class.
func (c *classes) outer(n uint32, node *graph.Node) (uint32, bool, error) {
	parent, ok, err := c.x.Parent(n)
	if err != nil || node.Kind != graph.KindMethod || node.Class == "" {
		return parent, ok, err
	}
	if ok {
		if of, err := c.x.Node(parent); err != nil || of.Kind.IsType() {
			return parent, ok, err
		}
	}
	edges, err := c.x.In(n)
	for _, e := range edges {
		if e.Kind != graph.Contains {
			continue
		}
		if of, err := c.x.Node(e.From); err != nil || of.Kind.IsType() {
			return e.From, err == nil, err
		}
	}
	return parent, ok, err
}

// partsOf lists the nodes of a class, ascending: a partial class has one for each of its
// declarations. They are in one namespace and have the same id, apart from its last part.
func (c *classes) partsOf(class uint32) ([]uint32, error) {
	if parts, ok := c.parts[class]; ok {
		return parts, nil
	}
	parts := []uint32{class}
	node, err := c.x.Node(class)
	if err != nil {
		return nil, err
	}
	if slices.Contains(node.Modifiers, "partial") {
		if parts, err = c.siblings(class, node); err != nil {
			return nil, err
		}
	}
	for _, p := range parts {
		c.parts[p] = parts
	}
	return parts, nil
}

// siblings lists the parts of a partial class.
func (c *classes) siblings(class uint32, node *graph.Node) ([]uint32, error) {
	in, err := c.x.In(class)
	if err != nil {
		return nil, err
	}
	out := []uint32{class}
	for _, e := range in {
		if e.Kind != graph.Contains {
			continue
		}
		list, err := c.x.Out(e.From)
		if err != nil {
			return nil, err
		}
		for _, o := range list {
			if o.Kind != graph.Contains || o.To == class {
				continue
			}
			other, err := c.x.Node(o.To)
			if err != nil {
				return nil, err
			}
			if other.Kind == node.Kind && withoutHash(other.ID) == withoutHash(node.ID) {
				out = append(out, o.To)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func withoutHash(id graph.NodeID) graph.NodeID {
	if i := strings.LastIndexByte(string(id), '@'); i >= 0 {
		return id[:i]
	}
	return id
}

// edges lists the edges of all parts of a class.
func (c *classes) edges(class uint32, of func(uint32) ([]graph.Edge, error)) ([]graph.Edge, error) {
	parts, err := c.partsOf(class)
	if err != nil || len(parts) == 1 {
		if err != nil {
			return nil, err
		}
		return of(class)
	}
	var out []graph.Edge
	for _, p := range parts {
		edges, err := of(p)
		if err != nil {
			return nil, err
		}
		out = append(out, edges...)
	}
	return out, nil
}

// bases lists the direct bases of a kind: base classes in declaration order, then
// interfaces.
func (c *classes) bases(id kindID) (list [2][]kindID, err error) {
	of := c.kinds[id]
	edges, err := c.edges(of.class, c.x.Out)
	if err != nil {
		return list, err
	}
	for _, e := range edges {
		side := 0
		switch e.Kind {
		case graph.Inherits:
		case graph.Implements:
			side = 1
		default:
			continue
		}
		set, err := c.x.Receivers(e)
		if err != nil {
			return list, err
		}
		if len(set) == 0 {
			list[side] = append(list[side], c.kindOf(e.To, nil))
		}
		for _, r := range set {
			list[side] = append(list[side], c.kindOf(e.To, given(r.Args, of.args)))
		}
	}
	if len(list[0]) > 1 {
		err = c.asWritten(of.class, list[0])
	}
	return list, err
}

// asWritten sorts base classes into the order in which a class declares them.
func (c *classes) asWritten(class uint32, list []kindID) error {
	node, err := c.x.Node(class)
	if err != nil {
		return err
	}
	place := map[kindID]int{}
	for _, id := range list {
		base, err := c.x.Node(c.kinds[id].class)
		if err != nil {
			return err
		}
		if place[id] = slices.IndexFunc(node.Bases, func(s string) bool {
			return lastName(s) == base.Short
		}); place[id] < 0 {
			place[id] = len(node.Bases)
		}
	}
	slices.SortStableFunc(list, func(a, b kindID) int { return cmp.Compare(place[a], place[b]) })
	return nil
}

// lastName returns the name of a type without qualifier and type arguments.
func lastName(s string) string {
	if i := slices.IndexFunc([]byte(s), func(b byte) bool { return b == '<' || b == '[' || b == '(' }); i >= 0 {
		s = s[:i]
	}
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' || s[i] == ':' {
			return s[i+1:]
		}
	}
	return s
}

// given substitutes type arguments for type parameters.
func given(args, of []graph.TypeArg) []graph.TypeArg {
	out := make([]graph.TypeArg, len(args))
	for i, a := range args {
		if p, ok := a.Param(); !ok {
			out[i] = a
		} else if p < len(of) {
			out[i] = of[p]
		}
	}
	return out
}

// above lists a kind and everything from which it derives, in method resolution order:
// every class before its bases, bases in declaration order, interfaces last.
func (c *classes) above(id kindID) ([]kindID, error) {
	if list, ok := c.up[id]; ok {
		return list, nil
	}
	c.up[id] = []kindID{id} // in case a class is its own base
	var lines, interfaces []kindID
	bases, err := c.bases(id)
	if err != nil {
		return nil, err
	}
	for side, list := range bases {
		for _, b := range list {
			line, err := c.above(b)
			if err != nil {
				return nil, err
			}
			if side == 0 {
				lines = append(lines, line...)
			} else {
				interfaces = append(interfaces, line...)
			}
		}
	}
	list := append([]kindID{id}, lastOnce(lines)...)
	for _, b := range interfaces {
		if !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	list = list[:min(len(list), maxBases)]
	c.up[id] = list
	return list, nil
}

// argsAs returns the type arguments that a kind has as an object of a class from which it
// derives; nil if they are unknown.
func (c *classes) argsAs(id kindID, class uint32) ([]graph.TypeArg, error) {
	above, err := c.above(id)
	if err != nil {
		return nil, err
	}
	for _, k := range above {
		if c.kinds[k].class == class {
			return c.kinds[k].args, nil
		}
	}
	return nil, nil
}

// lastOnce keeps the last occurrence of duplicates, as in the method resolution order if
// two bases have a common base.
func lastOnce(list []kindID) []kindID {
	seen := map[kindID]bool{}
	var out []kindID
	for _, id := range slices.Backward(list) {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	slices.Reverse(out)
	return out
}

// below lists a kind and the kinds derived from it, ascending; ok is false if there are
// too many.
func (c *classes) below(id kindID) (list []kindID, ok bool, err error) {
	if list, known := c.down[id]; known {
		return list, list != nil, nil
	}
	seen := map[kindID]bool{id: true}
	list = []kindID{id}
	for i := 0; i < len(list); i++ {
		subs, err := c.deriving(list[i])
		if err != nil {
			return nil, false, err
		}
		for _, s := range subs {
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
		if len(list) > maxClasses {
			c.down[id] = nil
			return nil, false, nil
		}
	}
	slices.Sort(list)
	c.down[id] = list
	return list, true, nil
}

// deriving lists the kinds that derive directly from a kind.
func (c *classes) deriving(id kindID) ([]kindID, error) {
	of := c.kinds[id]
	edges, err := c.edges(of.class, c.x.In)
	if err != nil {
		return nil, err
	}
	var out []kindID
	for _, e := range edges {
		if e.Kind != graph.Inherits && e.Kind != graph.Implements {
			continue
		}
		set, err := c.x.Receivers(e)
		if err != nil {
			return nil, err
		}
		if len(set) == 0 {
			out = append(out, c.kindOf(e.From, nil))
		}
		for _, r := range set {
			if args, ok := matched(r.Args, of.args); ok {
				out = append(out, c.kindOf(e.From, args))
			}
		}
	}
	return out, nil
}

// matched infers the type arguments of a class whose base has the arguments in pattern,
// given the arguments of the base, if they are known.
func matched(pattern, of []graph.TypeArg) (args []graph.TypeArg, ok bool) {
	for i, p := range pattern {
		if i >= len(of) || of[i] == 0 || p == 0 {
			continue
		}
		if n, is := p.Param(); is {
			for len(args) <= n {
				args = append(args, 0)
			}
			args[n] = of[i]
		} else if p != of[i] {
			return nil, false
		}
	}
	return args, true
}

// both returns the kind that satisfies two kinds of one class, if such an object may
// exist.
func (c *classes) both(a, b kindID) (kindID, bool) {
	x, y := c.kinds[a], c.kinds[b]
	if x.class != y.class {
		return 0, false
	}
	if a == b || len(y.args) == 0 {
		return a, true
	}
	if len(x.args) == 0 {
		return b, true
	}
	args := make([]graph.TypeArg, max(len(x.args), len(y.args)))
	copy(args, x.args)
	for i, arg := range y.args {
		if args[i] != 0 && arg != 0 && args[i] != arg {
			return 0, false
		}
		args[i] = max(args[i], arg)
	}
	return c.kindOf(x.class, args), true
}

// common returns the kinds of objects that are in both sets.
func (c *classes) common(a, b []kindID) []kindID {
	if len(a) > 0 && len(b) > 0 && &a[0] == &b[0] && len(a) == len(b) {
		return a
	}
	byClass := map[uint32][]kindID{}
	for _, id := range b {
		byClass[c.kinds[id].class] = append(byClass[c.kinds[id].class], id)
	}
	var out []kindID
	for _, id := range a {
		for _, o := range byClass[c.kinds[id].class] {
			if k, ok := c.both(id, o); ok {
				out = append(out, k)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// context returns the Context for a sorted set of kinds, for the receiver in a member of
// a class: 0 if the set contains all objects of the class.
func (c *classes) context(set []kindID, class uint32) (Context, error) {
	all, ok, err := c.below(c.kindOf(class, nil))
	if err != nil || !ok {
		return 0, err
	}
	if len(set) >= len(all) && within(all, set) {
		return 0, nil
	}
	key := make([]byte, 0, 4*len(set))
	for _, id := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	if at, ok := c.known[string(key)]; ok {
		return at, nil
	}
	c.sets = append(c.sets, set)
	c.known[string(key)] = Context(len(c.sets))
	return Context(len(c.sets)), nil
}

// within reports whether a sorted list is a subset of another.
func within(list, in []kindID) bool {
	for _, id := range list {
		if _, ok := slices.BinarySearch(in, id); !ok {
			return false
		}
	}
	return true
}
