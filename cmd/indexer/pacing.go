package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"seedgraph/internal/progress"
)

// A pace is how much the heap grows between two collections, as a percentage of what is
// alive, in each part of a build. Memory peaks while names are resolved: fewer collections
// before that pay for more of them then.
type pace struct {
	parsing, resolving, writing int
	large                       bool // garbage is given back between the parts
}

// A large tree takes gigabytes whatever is done: what the heap grows by matters more then
// than the time that collections take.
// What the tree and the facts of a large file take is alive all at once.
const (
	largeTree = 128 << 20 // bytes of source
	largeFile = 3 << 20
)

// paceOf is the pace of a tree with so many bytes of source, and as many in its largest file.
func paceOf(source, largest int64) pace {
	if source > largeTree {
		return pace{parsing: 8, resolving: 5, writing: 20, large: true}
	}
	if largest > largeFile {
		return pace{parsing: 20, resolving: 20, writing: 25}
	}
	return pace{parsing: 100, resolving: 30, writing: 50}
}

// giveBack collects the garbage of a large tree and gives its memory back: what comes next
// does not add to the peak. A collection of gigabytes takes a second or two.
func (p pace) giveBack() {
	if p.large {
		debug.FreeOSMemory()
	}
}

// startWriting is called when half of the heap is garbage, before there are nodes, which do
// not add to the peak then. The heap may grow to what it was, but for that of a large tree,
// since the pages of the store count, too.
func (p pace) startWriting(gc *pacer) {
	debug.FreeOSMemory()
	room := gc.peak()
	if p.large {
		room = 0
	}
	gc.set(p.writing, room)
}

// The heap that a tree needs once its files are read, as a multiple of their size: every tree
// the first, some the second. What collections below that would free is no gain.
const (
	roomForParsing = 4
	mostForParsing = 7
)

// A phase with more collections than these has much garbage in relation to what is alive, as
// where overloads are tried: from then on the growth rises with each, by a third at most.
const (
	manyCycles = 4
	rise       = 10 // percent
)

// A pacer says after each collection when the next one is due: when the heap has grown by
// a percentage of what is alive, but never before it has filled the room that it has anyway.
// Go knows the percentage alone.
type pacer struct {
	mu     sync.Mutex
	growth int       // percent
	cycles int       // collections since it was set
	room   uint64    // bytes
	most   uint64    // that were alive after a collection
	follow *follower // a part of which it is known how much is done; nil: none
	before int       // the percentage to go back to
	ended  bool
}

// startPacer returns a pacer for the process. Only one may run at a time.
func startPacer(growth int) *pacer {
	p := &pacer{growth: growth, before: debug.SetGCPercent(growth)}
	p.watch()
	return p
}

// set changes the growth, and the room if it is not 0.
func (p *pacer) set(growth int, room uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.growth, p.cycles, p.follow = growth, 0, nil
	if room > 0 {
		p.room = room
	}
	p.adjust()
}

// parse begins the part that reads so many bytes, of which so many are source for sure, and returns
// the progress to tell how much of it is done. The heap of a small tree grows fast enough as it is.
func (p *pacer) parse(pace pace, read, source int64, shown progress.Progress) progress.Progress {
	p.set(pace.parsing, roomForParsing*uint64(source))
	if !pace.large {
		return shown
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.follow = &follower{Progress: shown, total: read, most: mostForParsing * uint64(source)}
	return p.follow
}

// A follower is the progress of a part that keeps what it makes.
type follower struct {
	progress.Progress
	total int64 // bytes
	most  uint64
	done  atomic.Int64
}

func (f *follower) Add(files int, bytes int64) {
	f.done.Add(bytes)
	f.Progress.Add(files, bytes)
}

// foreseen is how many bytes will be alive in the end, where so many are now; 0 where too little
// is done to tell.
func (f *follower) foreseen(alive uint64) uint64 {
	done, total := uint64(f.done.Load()), uint64(f.total)
	if done < total/10 || done == 0 {
		return 0
	}
	return min(uint64(float64(alive)*float64(total)/float64(done)), f.most)
}

// peak is how many bytes were alive at most.
func (p *pacer) peak() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most
}

// end goes back to how often the process collected before.
func (p *pacer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	debug.SetGCPercent(p.before)
}

// A cycle is garbage: its finalizer runs after the collection that finds it.
type cycle struct{ of *pacer }

// watch calls adjust after each collection.
func (p *pacer) watch() {
	runtime.SetFinalizer(&cycle{p}, func(c *cycle) {
		p := c.of
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.ended {
			p.cycles++
			p.adjust()
			p.watch()
		}
	})
}

// adjust sets the percentage by what is alive.
func (p *pacer) adjust() {
	alive := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(alive)
	bytes := alive[0].Value.Uint64()
	p.most = max(p.most, bytes)
	room := p.room
	if p.follow != nil {
		room = max(room, p.follow.foreseen(bytes))
	}
	growth := p.growth + min(rise*max(p.cycles-manyCycles, 0), p.growth/3)
	debug.SetGCPercent(percentFor(growth, bytes, room))
}

// percentFor is the percentage by which a heap with so many bytes alive may grow.
func percentFor(growth int, alive, room uint64) int {
	const least = 4 << 20 // Go scales its smallest heap by the percentage, too
	if room <= alive {
		return growth
	}
	return max(growth, int((room-alive)*100/max(alive, least)))
}
