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
	"kotlin": {makes: []string{"Channel", "BroadcastChannel", "MutableSharedFlow", "MutableStateFlow"}},
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
	// by language: the uses of unknown channels that send, and those that receive
	open map[string][2][]end
}

func newChannels(c *callbacks) *channels {
	return &channels{c: c, sends: map[DefID][]end{}, takes: map[DefID][]end{},
		open: map[string][2][]end{}}
}

// add records a use of the channels that a slot may hold. A field that nothing in the tree sets
// to a new channel holds one that is made elsewhere.
func (ch *channels) add(b *Binder, u use) {
	made := false
	if h := ch.c.heldBy(u.of); h != nil {
		for _, x := range h.list {
			if x.function < None && x.function > firstLiteral {
				made = true
				ch.put(x.function, end{b, u})
			}
		}
	}
	switch lang := b.File.Language; {
	case made:
	case u.of.kind == slotValue && ch.isDeclared(lang, u.of.of):
		ch.put(u.of.of, end{b, u})
	case u.object:
		of := ch.open[lang]
		k := 0
		if u.kind == useTake {
			k = 1
		}
		of[k] = append(of[k], end{b, u})
		ch.open[lang] = of
	}
}

// isDeclared reports whether a field or a variable is declared as a channel. In Go, its use says
// so.
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

// join emits an edge from each sender to each receiver. A sender to an unknown channel is an open
// end if there is a receiver from one.
func (ch *channels) join() {
	for _, of := range ch.open {
		for _, s := range of[0] {
			if len(of[1]) > 0 {
				s.b.Open(s.use.by, wordAt(s.b.File, s.use.at), OpenChannel, s.use.at)
			}
		}
	}
	for _, object := range ch.order {
		all := receivers{takes: ch.takes[object]}
		if len(all.list()) > maxCallbacks {
			continue
		}
		for _, s := range ch.sends[object] {
			takers := all.of(s)
			if s.b.File.Family == "typescript" && len(takers) > maxSubscribers {
				s.b.Open(s.use.by, wordAt(s.b.File, s.use.at), OpenChannel, s.use.at)
				continue
			}
			for _, t := range takers {
				if t != s.use.by {
					s.b.Bindings = append(s.b.Bindings, Binding{From: s.use.by, To: t, Kind: graph.Requests,
						Tier: graph.Heuristic, Share: uint16(len(takers)), At: s.use.at})
				}
			}
		}
	}
}

// A Place is a location that may hold a channel, for resolvers of languages without
// [parse.DataFlowEdge] records.
type Place struct{ slot slot }

// IsZero reports whether a place is unknown.
func (p Place) IsZero() bool { return p.slot.kind == noSlot }

// ValuePlace returns the place of a field, a property or a variable.
func (b *Binder) ValuePlace(d DefID) Place { return Place{slot{slotValue, b.Table.Canon[d], 0}} }

// ParamPlace returns the place of a parameter of a callable.
func (b *Binder) ParamPlace(d DefID, k int) Place { return Place{slot{slotParam, d, uint32(k)}} }

// CallPlace returns the place of the result of the call at a position.
func (b *Binder) CallPlace(at uint32) Place { return Place{slot{slotCall, b.File.First, at}} }

// LocalPlace returns the place of local number i of the file.
func (b *Binder) LocalPlace(i int32) Place {
	l := &b.File.Locals[i]
	if d := &b.File.Definitions[l.Def]; l.Init == nil && l.At == 0 {
		for k := range d.Params {
			if d.Params[k].Name == l.Name {
				return b.ParamPlace(b.File.ID(l.Def), k)
			}
		}
	}
	return Place{slot{slotLocal, b.File.First, uint32(i)}}
}

// MakesChannel records that a place holds a channel which is made there.
func (b *Binder) MakesChannel(to Place) {
	b.Flows.channels = append(b.Flows.channels, to.slot)
}

// MovesChannel records that the channel in one place flows to another.
func (b *Binder) MovesChannel(from, to Place) {
	if !from.IsZero() && !to.IsZero() && from != to {
		b.Flows.flows = append(b.Flows.flows, flow{from.slot, to.slot})
	}
}

// UsesChannel records that code sends to the channel in a place, or receives from it; declared
// reports that its type says that it is one.
func (b *Binder) UsesChannel(of Place, by DefID, at uint32, sends, declared bool) {
	kind := useTake
	if sends {
		kind = useSend
	}
	if !of.IsZero() {
		b.Flows.uses = append(b.Flows.uses,
			use{of: of.slot, by: by, at: at, kind: kind, object: declared})
	}
}
