package graph

import (
	"cmp"
	"slices"
)

// A Receiver describes the objects on which a member is used, or to which an edge
// applies.
//
//	new B().run()      // B, exactly
//	orders.run()       // the declared type of orders, with its type arguments
//	this.run()         // the object that the caller runs on itself
//	SELECT … FROM {T}  // the caller's own object, where T is the given type
type Receiver struct {
	Class uint32    // node of the class; 0 if the form has no class
	Args  []TypeArg // by type parameter of the class; nil if unknown
	Form  ReceiverForm
}

// A TypeArg is a type argument: 0 if unknown, odd for a type parameter of the class
// that encloses the origin of the edge, even for a class of the tree.
type TypeArg uint32

// ClassArg returns the type argument for the class of a node.
func ClassArg(node uint32) TypeArg { return TypeArg(2 + 2*node) }

// ParamArg returns the type argument for type parameter i, from 0, of the enclosing
// class.
func ParamArg(i int) TypeArg { return TypeArg(1 + 2*i) }

// Class returns the node of the class that a denotes; ok is false if a is not a
// class.
func (a TypeArg) Class() (node uint32, ok bool) { return uint32(a-2) / 2, a != 0 && a%2 == 0 }

// Param returns the number of the type parameter that a denotes; ok is false if a
// is not a type parameter.
func (a TypeArg) Param() (i int, ok bool) { return int(a) / 2, a%2 == 1 }

// A ReceiverForm is the interpretation of the class of a [Receiver].
type ReceiverForm uint8

// The forms.
const (
	ReceiverOf    ReceiverForm = iota // an object of the class or of a class derived from it
	ReceiverExact                     // an object of exactly the class
	ReceiverOwn                       // the object of the node that the edge leaves
	ReceiverBase                      // that object, without dynamic dispatch: super.run()
	ReceiverWhere                     // that object, only if it is of the class: a condition
	numReceiverForms
)

// String returns the name of the form.
func (f ReceiverForm) String() string {
	if f >= numReceiverForms {
		return "invalid"
	}
	return [...]string{"of", "exact", "own", "base", "where"}[f]
}

// MaxReceivers is the maximum number of receivers of one edge; an edge with more has no
// receiver information and applies to any object.
const MaxReceivers = 16

// CompareReceivers orders receivers by all their fields.
func CompareReceivers(a, b Receiver) int {
	return cmp.Or(cmp.Compare(a.Form, b.Form), cmp.Compare(a.Class, b.Class),
		slices.Compare(a.Args, b.Args))
}

// Receivers holds the sets of receivers that edges refer to, each once.
type Receivers struct {
	sets  [][]Receiver
	known map[string]uint32
}

// HasClass reports whether receivers of this form have a class.
func (f ReceiverForm) HasClass() bool { return f != ReceiverOwn && f != ReceiverBase }

// Sets returns all sets; an edge refers to a set by its index plus 1.
func (r *Receivers) Sets() [][]Receiver { return r.sets }

// Of returns the receivers of an edge, sorted; nil if they are unknown.
func (r *Receivers) Of(e Edge) []Receiver {
	if e.Recv == 0 {
		return nil
	}
	return r.sets[e.Recv-1]
}

// Add returns the number of a set of receivers: 0 for an empty set, and for one with
// more than MaxReceivers. It takes ownership of list.
func (r *Receivers) Add(list []Receiver) uint32 {
	slices.SortFunc(list, CompareReceivers)
	list = slices.CompactFunc(list, func(a, b Receiver) bool { return CompareReceivers(a, b) == 0 })
	if len(list) == 0 || len(list) > MaxReceivers {
		return 0
	}
	key := receiversKey(list)
	if n, ok := r.known[key]; ok {
		return n
	}
	if r.known == nil {
		r.known = map[string]uint32{}
	}
	r.sets = append(r.sets, list)
	r.known[key] = uint32(len(r.sets))
	return r.known[key]
}

// Union returns the number of the union of two sets. The union with an unknown set (0)
// is unknown.
func (r *Receivers) Union(a, b uint32) uint32 {
	if a == 0 || b == 0 || a == b {
		return min(a, b)
	}
	return r.Add(slices.Concat(r.sets[a-1], r.sets[b-1]))
}

// Renumber keeps only the sets that edges refer to, in the order of the edges, and maps
// the nodes in them by place.
func (r *Receivers) Renumber(place []uint32, lists ...[]Edge) {
	old := r.sets
	r.sets, r.known = nil, nil
	number := make([]uint32, len(old))
	for _, edges := range lists {
		for i := range edges {
			n := edges[i].Recv
			if n == 0 {
				continue
			}
			if number[n-1] == 0 {
				number[n-1] = r.Add(placed(old[n-1], place))
			}
			edges[i].Recv = number[n-1]
		}
	}
}

// placed returns receivers with their nodes mapped by place.
func placed(list []Receiver, place []uint32) []Receiver {
	out := make([]Receiver, len(list))
	for i, x := range list {
		out[i] = Receiver{Form: x.Form}
		if x.Form.HasClass() {
			out[i].Class = place[x.Class]
		}
		for _, a := range x.Args {
			if n, ok := a.Class(); ok {
				a = ClassArg(place[n])
			}
			out[i].Args = append(out[i].Args, a)
		}
	}
	return out
}

// receiversKey returns a key that identifies a set.
func receiversKey(list []Receiver) string {
	var b []byte
	number := func(n uint32) { b = append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24)) }
	for _, x := range list {
		b = append(b, byte(x.Form))
		number(x.Class)
		number(uint32(len(x.Args)))
		for _, a := range x.Args {
			number(uint32(a))
		}
	}
	return string(b)
}
