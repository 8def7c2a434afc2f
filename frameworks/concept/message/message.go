// Package message finds which code handles a message: a request, a command or an event that
// is sent without naming who receives it.
//
// A bus is what carries messages; the folder of each kind of buses has its rules.
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

// A Bus knows by what an application declares which code gets which message. One that is a
// [interest.SiteReader] has use for sites.
type Bus interface {
	// Handlings lists what is handled, in any order. Time grows with the definitions, their
	// bases and the sites of the tree.
	Handlings(t *eval.Tree) []Handling
}

// A Sender is a Bus that knows which code sends messages, too.
type Sender interface {
	Bus
	interest.SiteReader

	// Sendings lists what is sent, in any order. Time grows with the sites of the tree.
	Sendings(t *eval.Tree) []Sending
}

// A Handling says that messages of a type are given to a handler.
type Handling struct {
	Message resolve.DefID       // a type, or the variable that a signal is; 0 for a type of a library
	Outside resolve.ForeignName // that type
	Handler resolve.DefID       // a method, or a class where that declares none
	Class   resolve.DefID       // of the object that the handler runs on, where it may be inherited; else 0
	Tier    graph.Tier
}

// A Sending says that a place in the code sends messages of a type.
type Sending struct {
	Message resolve.DefID // a type
	By      resolve.DefID // the definition around the place
	At      eval.Place
	Tier    graph.Tier
	Across  Naming // how programs that share no code know the message
	Open    bool   // plug-ins may handle it: it is a message even if nothing of the tree does
}

// A Naming says by which name a bus carries messages of a type between programs: a program that
// declares a type of that name itself handles them.
type Naming uint8

// The namings. Where a bus is one of the tree's own, its rule is not known.
const (
	NotAcross  Naming = iota // within one program, or by the type itself
	ByFullName               // by namespace and name
	ByName                   // by the name alone, as far as is known
)

// A Set has kinds of buses, and brokers.
type Set struct {
	Buses   []Bus
	Brokers []Broker
}

// Readers are those that have use for sites.
func (s Set) Readers() interest.Readers {
	var out []interest.SiteReader
	for _, b := range s.Buses {
		if r, ok := b.(interest.SiteReader); ok {
			out = append(out, r)
		}
	}
	return append(interest.ReadersOf(out), interest.ReadersOf(s.Brokers)...)
}

// Handlings lists what is handled, by message and handler. Should a bus panic, that costs its
// handlers and is noted. Time is that of the buses, and of sorting.
func (s Set) Handlings(t *eval.Tree) []Handling {
	var out []Handling
	for _, b := range s.Buses {
		t.Guard(func() { out = append(out, b.Handlings(t)...) })
	}
	for i := range out {
		out[i].Message = t.Table.Canon[out[i].Message]
	}
	slices.SortFunc(out, func(a, b Handling) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), compareNames(a.Outside, b.Outside),
			cmp.Compare(a.Handler, b.Handler), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Handling) bool {
		return a.Message == b.Message && a.Outside == b.Outside && a.Handler == b.Handler
	})
}

func compareNames(a, b resolve.ForeignName) int {
	return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Type, b.Type),
		cmp.Compare(a.Member, b.Member))
}

// OutsideType is the type of a library that ref means, as written in or before the definition from and
// resolved to of; ok is false for what the language or the tree declares, and for what is not known. Time
// does not grow with the tree.
func OutsideType(t *eval.Tree, ref parse.TypeRef, from *resolve.Def, of resolve.Type) (name resolve.ForeignName, ok bool) {
	namer, ok := from.File.Rules.(resolve.ForeignNamer)
	if !ok || of.Def > resolve.None {
		return name, false
	}
	name, _, ok = namer.ForeignType(t.Binder(from.File), ref, from.ID, from.NameAt, of)
	return name, ok
}

// Sendings lists what is sent of the messages that something of the tree handles or that are open, by
// message and place. Should a bus panic, that costs what it sends and is noted. Time is that of the
// buses, and of sorting.
func (s Set) Sendings(t *eval.Tree, handled []Handling) []Sending {
	messages := map[resolve.DefID]bool{}
	for _, h := range handled {
		messages[h.Message] = h.Outside == resolve.ForeignName{}
	}
	var out []Sending
	for _, b := range s.Buses {
		if sender, ok := b.(Sender); ok {
			t.Guard(func() { out = append(out, sender.Sendings(t)...) })
		}
	}
	for i := range out {
		out[i].Message = t.Table.Canon[out[i].Message]
	}
	out = append(out, across(t, out, messages)...)
	out = slices.DeleteFunc(out, func(x Sending) bool { return !messages[x.Message] && !x.Open })
	slices.SortFunc(out, func(a, b Sending) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(a.By, b.By),
			cmp.Compare(a.At.At, b.At.At), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Sending) bool {
		return a.Message == b.Message && a.By == b.By && a.At == b.At
	})
}

// across lists what is sent to other projects of the tree: of each handled message that is declared
// there and has the name of one that is sent. What only a name joins may have nothing to do with it.
func across(t *eval.Tree, sent []Sending, handled map[resolve.DefID]bool) []Sending {
	named := map[string][]resolve.DefID{}
	for _, d := range slices.Sorted(maps.Keys(handled)) {
		named[t.Table.Def(d).Name] = append(named[t.Table.Def(d).Name], d)
	}
	var out []Sending
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
				far.Tier = resolve.Worse(s.Tier, graph.Unique)
			} else if s.Across == ByFullName {
				continue
			}
			out = append(out, far)
		}
	}
	return out
}
