// Package message finds which code handles a message: a request, a command or an event
// that is sent without naming the receiver.
//
// A bus carries messages; each kind of bus has its own package.
package message

import (
	"cmp"
	"maps"
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A Bus finds the handlers of messages from the declarations of an application. One that is a
// [interest.SiteReader] has use for sites.
type Bus interface {
	// Handlings lists the handlers, in any order. Time is linear in the definitions,
	// their bases and the sites of the tree.
	Handlings(t *eval.Tree) []Handler
}

// A Sender is a Bus that also finds the code that sends messages.
type Sender interface {
	Bus
	interest.SiteReader

	// Sendings lists the sent messages, in any order. Time is linear in the sites of
	// the tree.
	Sendings(t *eval.Tree) []Publish
}

// A Handler is a handler of messages of a type.
type Handler struct {
	Message resolve.DefID       // a type, or the variable of a signal; 0 for a library type
	Outside resolve.ForeignName // the library type
	Handler resolve.DefID       // a method, or a class if it does not declare the method
	Class   resolve.DefID       // class of the receiver, if Handler may be inherited; otherwise 0
	Tier    graph.Tier
}

// A Publish is a place in the code that sends messages of a type.
type Publish struct {
	Message resolve.DefID // a type
	By      resolve.DefID // the definition around the place
	At      eval.Place
	Tier    graph.Tier
	Across  Naming // how other programs identify the message
	Open    bool   // plug-ins may handle it: it is a message even without a handler in the tree
}

// A Naming is the name by which a bus identifies messages of a type between programs: a
// program that declares a type of that name handles them.
type Naming uint8

// The namings. The rule of a bus declared in the tree is unknown.
const (
	NotAcross  Naming = iota // within one program, or by the type identity
	ByFullName               // by namespace and name
	ByName                   // by the name only, as far as is known
)

// A Set is a set of buses and brokers.
type Set struct {
	Buses   []Bus
	Brokers []Broker
}

// Readers returns the buses and brokers that need sites.
func (s Set) Readers() interest.Readers {
	var out []interest.SiteReader
	for _, b := range s.Buses {
		if r, ok := b.(interest.SiteReader); ok {
			out = append(out, r)
		}
	}
	return append(interest.ReadersOf(out), interest.ReadersOf(s.Brokers)...)
}

// Handlings lists the handlers, by message and handler. If a bus panics, its handlers
// are lost, and the panic is recorded.
func (s Set) Handlings(t *eval.Tree) []Handler {
	var out []Handler
	for _, b := range s.Buses {
		t.Guard(func() { out = append(out, b.Handlings(t)...) })
	}
	for i := range out {
		out[i].Message = t.Table.Canon[out[i].Message]
	}
	slices.SortFunc(out, func(a, b Handler) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), compareNames(a.Outside, b.Outside),
			cmp.Compare(a.Handler, b.Handler), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Handler) bool {
		return a.Message == b.Message && a.Outside == b.Outside && a.Handler == b.Handler
	})
}

func compareNames(a, b resolve.ForeignName) int {
	return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Type, b.Type),
		cmp.Compare(a.Member, b.Member))
}

// OutsideType returns the library type that ref refers to, as written in or before the
// definition from and resolved to of; ok is false for types of the language or the
// tree, and for unknown ones.
func OutsideType(t *eval.Tree, ref parse.TypeRef, from *resolve.Def, of resolve.Type) (name resolve.ForeignName, ok bool) {
	namer, ok := from.File.Rules.(resolve.ForeignNamer)
	if !ok || of.Def > resolve.None {
		return name, false
	}
	name, _, ok = namer.ForeignType(t.Binder(from.File), ref, from.ID, from.NameAt, of)
	return name, ok
}

// Sendings lists the sent messages that are open or have a handler in the tree, by
// message and place, and in the same order those that only other programs may handle. If a bus panics, its sendings are lost, and the panic is recorded.
func (s Set) Sendings(t *eval.Tree, handled []Handler) (out, unhandled []Publish) {
	messages := map[resolve.DefID]bool{}
	for _, h := range handled {
		messages[h.Message] = h.Outside == resolve.ForeignName{}
	}
	for _, b := range s.Buses {
		if sender, ok := b.(Sender); ok {
			t.Guard(func() { out = append(out, sender.Sendings(t)...) })
		}
	}
	for i := range out {
		out[i].Message = t.Table.Canon[out[i].Message]
	}
	out = append(out, across(t, out, messages)...)
	for _, x := range out {
		if !messages[x.Message] && x.Across != NotAcross {
			unhandled = append(unhandled, x)
		}
	}
	out = slices.DeleteFunc(out, func(x Publish) bool { return !messages[x.Message] && !x.Open })
	return sortedSendings(out), sortedSendings(unhandled)
}

// sortedSendings sorts sendings and removes duplicates of a message and a place.
func sortedSendings(out []Publish) []Publish {
	slices.SortFunc(out, func(a, b Publish) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(a.By, b.By),
			cmp.Compare(a.At.At, b.At.At), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Publish) bool {
		return a.Message == b.Message && a.By == b.By && a.At == b.At
	})
}

// across lists the messages sent to other projects of the tree: for each handled
// message declared there that has the name of a sent one. As only the name connects
// them, they may be unrelated.
func across(t *eval.Tree, sent []Publish, handled map[resolve.DefID]bool) []Publish {
	named := map[string][]resolve.DefID{}
	for _, d := range slices.Sorted(maps.Keys(handled)) {
		named[t.Table.Def(d).Name] = append(named[t.Table.Def(d).Name], d)
	}
	var out []Publish
	for _, s := range sent {
		if s.Across == NotAcross {
			continue
		}
		of := t.Table.Def(s.Message)
		for _, d := range named[of.Name] {
			other := t.Table.Def(d)
			if other.ID == of.ID || other.File.Language != of.File.Language ||
				t.Project(other.File) == t.Project(of.File) {
				continue
			}
			far := s
			far.Message, far.Tier = d, graph.Heuristic
			if other.ModuleName == of.ModuleName {
				far.Tier = resolve.WeakerTier(s.Tier, graph.Unique)
			} else if s.Across == ByFullName {
				continue
			}
			out = append(out, far)
		}
	}
	return out
}
