// Package message finds which code handles a message: a request, a command or an event that
// is sent without naming who receives it.
//
// A bus is what carries messages; the folder of each kind of buses has its rules.
package message

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A Bus knows by what an application declares which code gets which message. One that is a
// [web.SiteReader] has use for sites.
type Bus interface {
	// Handlings lists what is handled, in any order. Time grows with the definitions, their
	// bases and the sites of the tree.
	Handlings(t *web.Tree) []Handling
}

// A Sender is a Bus that knows which code sends messages, too.
type Sender interface {
	Bus
	web.SiteReader

	// Sendings lists what is sent, in any order. Time grows with the sites of the tree.
	Sendings(t *web.Tree) []Sending
}

// A Handling says that messages of a type are given to a handler.
type Handling struct {
	Message resolve.DefID // a type, or the variable that a signal is
	Handler resolve.DefID // a method, or a class where that declares none
	Class   resolve.DefID // of the object that the handler runs on, where it may be inherited; else 0
	Tier    graph.Tier
}

// A Sending says that a place in the code sends messages of a type.
type Sending struct {
	Message resolve.DefID // a type
	By      resolve.DefID // the definition around the place
	At      web.Place
	Tier    graph.Tier
}

// A Set has kinds of buses, and brokers.
type Set struct {
	Buses   []Bus
	Brokers []Broker
}

// Readers are those that have use for sites.
func (s Set) Readers() web.Readers {
	var out web.Readers
	for _, b := range s.Buses {
		if r, ok := b.(web.SiteReader); ok {
			out = append(out, r)
		}
	}
	for _, b := range s.Brokers {
		out = append(out, b)
	}
	return out
}

// Handlings lists what is handled, by message and handler. Should a bus panic, that costs its
// handlers and is noted. Time is that of the buses, and of sorting.
func (s Set) Handlings(t *web.Tree) []Handling {
	var out []Handling
	for _, b := range s.Buses {
		t.Guard(func() { out = append(out, b.Handlings(t)...) })
	}
	for i := range out {
		out[i].Message = t.Table.Canon[out[i].Message]
	}
	slices.SortFunc(out, func(a, b Handling) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(a.Handler, b.Handler),
			cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Handling) bool {
		return a.Message == b.Message && a.Handler == b.Handler
	})
}

// Sendings lists what is sent of the messages that something of the tree handles, by message
// and place. Should a bus panic, that costs what it sends and is noted. Time is that of the
// buses, and of sorting.
func (s Set) Sendings(t *web.Tree, handled []Handling) []Sending {
	messages := map[resolve.DefID]bool{}
	for _, h := range handled {
		messages[h.Message] = true
	}
	var out []Sending
	for _, b := range s.Buses {
		if sender, ok := b.(Sender); ok && len(messages) > 0 {
			t.Guard(func() { out = append(out, sender.Sendings(t)...) })
		}
	}
	for i := range out {
		out[i].Message = t.Table.Canon[out[i].Message]
	}
	out = slices.DeleteFunc(out, func(x Sending) bool { return !messages[x.Message] })
	slices.SortFunc(out, func(a, b Sending) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(a.By, b.By),
			cmp.Compare(a.At.At, b.At.At), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(out, func(a, b Sending) bool {
		return a.Message == b.Message && a.By == b.By && a.At == b.At
	})
}
