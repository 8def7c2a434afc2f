package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A channelAPI describes the in-process channels and queues of a language: the calls that
// create one, and the methods that send and receive. Methods count only on receivers
// created that way. Node event emitters are handled by package message/emitter, which
// joins them by event.
type channelAPI struct{ makes, sends, takes []string }

// Go has channels in its syntax.
var channelAPIs = map[string]channelAPI{
	"csharp": {
		[]string{"CreateUnbounded", "CreateBounded", "CreateUnboundedPrioritized", "BlockingCollection",
			"ConcurrentQueue", "BufferBlock"},
		[]string{"TryWrite", "WriteAsync", "Add", "TryAdd", "Enqueue", "Post", "SendAsync"},
		[]string{"ReadAllAsync", "ReadAsync", "TryRead", "WaitToReadAsync", "Take", "TryTake",
			"GetConsumingEnumerable", "TryDequeue", "ReceiveAsync", "Receive"},
	},
	"java": {
		[]string{"LinkedBlockingQueue", "ArrayBlockingQueue", "LinkedBlockingDeque",
			"PriorityBlockingQueue", "SynchronousQueue", "DelayQueue", "LinkedTransferQueue",
			"ConcurrentLinkedQueue"},
		[]string{"put", "offer", "add", "transfer", "addLast", "putLast"},
		[]string{"take", "poll", "remove", "drainTo", "takeFirst", "pollFirst"},
	},
	"python": {
		[]string{"Queue", "LifoQueue", "PriorityQueue", "SimpleQueue", "JoinableQueue"},
		[]string{"put", "put_nowait"},
		[]string{"get", "get_nowait"},
	},
	"typescript": rxjs, "javascript": rxjs,
}

var rxjs = channelAPI{
	[]string{"Subject", "BehaviorSubject", "ReplaySubject", "AsyncSubject"},
	[]string{"next"},
	[]string{"subscribe"},
}

// makesChannel reports whether the call at a position makes a channel.
func (m *mover) makesChannel(at uint32) bool {
	name := wordAt(m.File, at)
	if m.File.Language == "go" {
		rest, ok := strings.CutPrefix(m.File.Text[at:], "make(")
		return ok && (strings.HasPrefix(rest, "chan ") || strings.HasPrefix(rest, "chan<-") ||
			strings.HasPrefix(rest, "<-chan"))
	}
	return slices.Contains(m.api.makes, name) && m.binding(at) == nil
}

// channelUse records that the call at a position sends to a channel or receives from it.
func (m *mover) channelUse(x *parse.DataFlowEdge) {
	switch name := wordAt(m.File, x.To); {
	case slices.Contains(m.api.sends, name):
		m.use(x, useSend)
	case slices.Contains(m.api.takes, name):
		m.use(x, useTake)
	}
}

// An end is a use of a channel.
type end struct {
	b   *Binder
	use use
}

// channels joins the senders of channels to their receivers.
type channels struct {
	c            *callbacks
	sends, takes map[DefID][]end // by channel: the object, or the field that holds it
	order        []DefID         // channels with a sender, in order
}

func newChannels(c *callbacks) *channels {
	return &channels{c: c, sends: map[DefID][]end{}, takes: map[DefID][]end{}}
}

// add records a use of the channels that a slot may hold. A field that nothing in the tree sets to a
// new channel holds one that is made elsewhere.
func (ch *channels) add(b *Binder, u use) {
	made := false
	if h := ch.c.heldBy(u.of); h != nil {
		for _, x := range h.list {
			if x.function < None {
				made = true
				ch.put(x.function, end{b, u})
			}
		}
	}
	if !made && u.of.kind == slotValue && ch.isDeclared(b.File.Language, u.of.of) {
		ch.put(u.of.of, end{b, u})
	}
}

// isDeclared reports whether a field or a variable is declared as a channel. In Go, its use says so.
func (ch *channels) isDeclared(language string, d DefID) bool {
	name := LastName(ch.c.table.Def(d).Type.Name)
	return language == "go" || slices.Contains(channelAPIs[language].makes, name) ||
		slices.Contains(channelTypes, name)
}

// channelTypes are the abstract types of channels.
var channelTypes = []string{"BlockingQueue", "BlockingDeque", "TransferQueue"}

func (ch *channels) put(channel DefID, e end) {
	if e.use.kind == useTake {
		ch.takes[channel] = append(ch.takes[channel], e)
		return
	}
	if len(ch.sends[channel]) == 0 {
		ch.order = append(ch.order, channel)
	}
	ch.sends[channel] = append(ch.sends[channel], e)
}

// join emits an edge from each sender to each receiver.
func (ch *channels) join() {
	for _, object := range ch.order {
		var takers []DefID
		for _, t := range ch.takes[object] {
			if !slices.Contains(takers, t.use.by) {
				takers = append(takers, t.use.by)
			}
		}
		if len(takers) > maxCallbacks {
			continue
		}
		for _, s := range ch.sends[object] {
			for _, t := range takers {
				if t != s.use.by {
					s.b.Bindings = append(s.b.Bindings, Binding{From: s.use.by, To: t, Kind: graph.Requests,
						Tier: graph.Heuristic, Share: uint16(len(takers)), At: s.use.at})
				}
			}
		}
	}
}
