package message

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A Broker finds the code that sends messages to topics with a constant name, and the
// code that handles them.
type Broker interface {
	interest.SiteReader

	// Ends lists the ends of topics, in any order. Time is linear in the sites of the
	// tree.
	Ends(t *eval.Tree) []ChannelEnd
}

// A Topic is a named destination of messages: a topic or queue of a broker, an event of
// an emitter, a task.
type Topic struct {
	System string // the messaging system: kafka
	Scope  string // owner of the topic, if it is not shared by all programs of the tree
	Word   string // the system's term for it, in upper case: TOPIC
	Name   string
}

// An ChannelEnd is a place where messages are sent to a topic or received from it.
type ChannelEnd struct {
	Topic
	Sends   bool
	States  bool          // Def declares the topic
	Given   bool          // the callers of Def give the name, and are ends themselves
	Def     resolve.DefID // sends, or handles
	Class   resolve.DefID // class of Def's receiver, if Def may be inherited; otherwise 0
	By      resolve.DefID // the constant that names the topic here; otherwise 0
	Literal eval.Literal  // in Def, if the handler is a function literal
	At      eval.Place
	Tier    graph.Tier
	Wild    Wildcards // in which a listener may name several topics
}

// Ends lists the ends of the topics that are handled or declared in the tree, by topic and place;
// declarations come first and senders last. The second list has the ends of topics that the tree
// only sends to, and the third the senders to topics whose names have holes. If a broker panics,
// its topics are lost, and the panic is recorded.
func (s Set) Ends(t *eval.Tree) (ends, sent, open []ChannelEnd) {
	var all []ChannelEnd
	for _, b := range s.Brokers {
		t.Guard(func() { all = append(all, b.Ends(t)...) })
	}
	// Unknown names are not equal.
	all = slices.DeleteFunc(all, func(e ChannelEnd) bool {
		holes := strings.Contains(e.Name, eval.Hole)
		if holes && e.Sends {
			open = append(open, e)
		}
		return e.Name == "" || holes
	})
	all = append(all, matched(all)...)
	handled := map[Topic]bool{}
	for _, e := range all {
		if !e.Sends {
			handled[e.Topic] = true
		}
	}
	all = sorted(all)
	for _, e := range all {
		switch _, isSetting := SettingName(e.Name); {
		case handled[e.Topic]:
			ends = append(ends, e)
		case isSetting: // whose value may be the name of any topic
			e.Name = eval.Hole
			open = append(open, e)
		default:
			sent = append(sent, e)
		}
	}
	return ends, sent, sorted(open)
}

// sorted sorts ends and removes duplicates.
func sorted(all []ChannelEnd) []ChannelEnd {
	slices.SortFunc(all, func(a, b ChannelEnd) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Scope, b.Scope),
			strings.Compare(a.Word, b.Word), strings.Compare(a.Name, b.Name),
			cmp.Compare(a.rank(), b.rank()),
			strings.Compare(a.At.File.Path, b.At.File.Path), cmp.Compare(a.At.At, b.At.At),
			cmp.Compare(a.Def, b.Def), cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.By, b.By))
	})
	return slices.CompactFunc(all, func(a, b ChannelEnd) bool {
		a.Tier = b.Tier
		return a == b
	})
}

// rank returns the sort position of an end within its topic.
func (e ChannelEnd) rank() int {
	switch {
	case e.States:
		return 0
	case !e.Sends:
		return 1
	}
	return 2
}
