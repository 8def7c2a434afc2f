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

// A Broker knows which code sends messages to topics that have a constant name, and which code
// handles what is sent there.
type Broker interface {
	interest.SiteReader

	// Ends lists the ends of topics, in any order. Time grows with the sites of the tree.
	Ends(t *eval.Tree) []End
}

// A Topic is what messages are sent to by a name: a topic or queue of a broker, an event of an
// emitter, a task.
type Topic struct {
	System string // that carries the messages: kafka
	Scope  string // what has the topic, if not all programs of the tree do
	Word   string // what the system calls it, in upper case: TOPIC
	Name   string
}

// An End is a place where messages go into a topic or come out of it.
type End struct {
	Topic
	Sends   bool
	States  bool          // Def says that there is the topic
	Def     resolve.DefID // sends, or handles
	Class   resolve.DefID // of the object that Def runs on, where it may be inherited; else 0
	By      resolve.DefID // the constant that names the topic at this place; else 0
	Literal eval.Literal  // in Def, if that has what handles messages as a function literal
	At      eval.Place
	Tier    graph.Tier
}

// Ends lists the ends of the topics that something of the tree handles or states, by topic and
// place, those that send last and those that state it first. Should a broker panic, that costs its topics and is noted.
//
// Time grows with the sites of the tree, and with the sorting of the ends.
func (s Set) Ends(t *eval.Tree) []End {
	var all []End
	for _, b := range s.Brokers {
		t.Guard(func() { all = append(all, b.Ends(t)...) })
	}
	// Names that are not known are not one name.
	all = slices.DeleteFunc(all, func(e End) bool {
		return e.Name == "" || strings.Contains(e.Name, eval.Hole)
	})
	handled := map[Topic]bool{}
	for _, e := range all {
		if !e.Sends {
			handled[e.Topic] = true
		}
	}
	all = slices.DeleteFunc(all, func(e End) bool { return !handled[e.Topic] })
	slices.SortFunc(all, func(a, b End) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.Scope, b.Scope),
			strings.Compare(a.Word, b.Word), strings.Compare(a.Name, b.Name),
			cmp.Compare(a.rank(), b.rank()),
			strings.Compare(a.At.File.Path, b.At.File.Path), cmp.Compare(a.At.At, b.At.At),
			cmp.Compare(a.Def, b.Def), cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.By, b.By))
	})
	return slices.CompactFunc(all, func(a, b End) bool {
		a.Tier = b.Tier
		return a == b
	})
}

// rank orders the ends of a topic by what they do.
func (e End) rank() int {
	switch {
	case e.States:
		return 0
	case !e.Sends:
		return 1
	}
	return 2
}
