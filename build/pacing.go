package build

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"

	"seedgraph/internal/progress"
)

// A pace is the growth of the heap between two collections in each phase of a build, as
// a percentage of the live heap. Memory peaks while names are resolved: fewer
// collections before that make up for more of them then.
type pace struct {
	parsing, resolving, writing int
	large                       bool // garbage is returned to the system between the phases
}

// A large tree takes gigabytes in any case: the growth of the heap then matters more
// than the time of collections. The syntax tree and the facts of a large file are all
// live at the same time.
const (
	largeTree = 128 << 20 // bytes of source
	largeFile = 3 << 20
)

// paceOf returns the pace for a tree, given the bytes of its source and of its
// largest file.
func paceOf(source, largest int64) pace {
	if source > largeTree {
		return pace{parsing: 8, resolving: 5, writing: 20, large: true}
	}
	if largest > largeFile {
		return pace{parsing: 20, resolving: 20, writing: 25}
	}
	return pace{parsing: 100, resolving: 30, writing: 50}
}

// giveBack collects the garbage of a large tree and returns its memory to the system,
// so that the next phase does not add to the peak. A collection of gigabytes takes a
// second or two.
func (p pace) giveBack() {
	if p.large {
		debug.FreeOSMemory()
	}
}

// startWriting is called when half of the heap is garbage, before the nodes are
// created, which then do not add to the peak. The heap may grow back to its peak,
// except for a large tree, since the pages of the store count, too.
func (p pace) startWriting(gc *pacer) {
	debug.FreeOSMemory()
	room := gc.peak()
	if p.large {
		room = 0
	}
	gc.set(p.writing, room)
}

// spareProcessor gives the Go scheduler a processor more than there are workers that run
// a parser, and returns a function that undoes it. A call of C keeps its processor: while
// no other is idle, the scheduler's monitor wakes up every 20 µs to take it back, which
// costs 5 to 9 % of the CPU of a build.
func spareProcessor(workers int) (restore func()) {
	before := runtime.GOMAXPROCS(0)
	if before > workers {
		return func() {}
	}
	runtime.GOMAXPROCS(workers + 1)
	return func() { runtime.GOMAXPROCS(before) }
}

// The heap that a tree needs after its files are read, as a multiple of their size:
// every tree needs the first, some the second. Collections below that would gain
// nothing.
const (
	roomForParsing = 4
	mostForParsing = 7
)

// A phase with more collections than manyCycles has a lot of garbage compared to the
// live heap, as in overload resolution: from then on the growth rises with each
// collection, by at most a third.
const (
	manyCycles = 4
	rise       = 10 // percent
)

// A pacer decides after each collection when the next one is due: when the heap has
// grown by a percentage of the live heap, but not before it has filled a given room. Go
// only supports the percentage.
type pacer struct {
	mu     sync.Mutex
	growth int       // percent
	cycles int       // collections since the last call of set
	room   uint64    // bytes
	most   uint64    // maximum live heap after a collection
	follow *follower // a phase with known progress, or nil
	before int       // the percentage to restore
	ended  bool
}

// startPacer returns a pacer for the process. Only one may run at a time.
func startPacer(growth int) *pacer {
	p := &pacer{growth: growth, before: debug.SetGCPercent(growth)}
	p.watch()
	return p
}

// set sets the growth, and the room if it is not 0.
func (p *pacer) set(growth int, room uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.growth, p.cycles, p.follow = growth, 0, nil
	if room > 0 {
		p.room = room
	}
	p.adjust()
}

// parse begins the phase that reads the given number of bytes, of which the given
// number are certainly source, and returns the progress on which to report. The heap of
// a small tree grows fast enough without it.
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

// A follower tracks the progress of a phase that keeps its results.
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

// foreseen predicts the live heap at the end of the phase from the current one; 0 if
// too little is done for a prediction.
func (f *follower) foreseen(alive uint64) uint64 {
	done, total := uint64(f.done.Load()), uint64(f.total)
	if done < total/10 || done == 0 {
		return 0
	}
	return min(uint64(float64(alive)*float64(total)/float64(done)), f.most)
}

// peak returns the maximum live heap.
func (p *pacer) peak() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most
}

// end restores the previous GC percentage of the process.
func (p *pacer) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	debug.SetGCPercent(p.before)
}

// A cycle is an unreachable object whose finalizer runs after the collection that
// finds it.
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

// adjust sets the percentage according to the live heap.
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

// percentFor returns the percentage by which a live heap of the given size may
// grow.
func percentFor(growth int, alive, room uint64) int {
	const least = 4 << 20 // Go scales its smallest heap by the percentage, too
	if room <= alive {
		return growth
	}
	return max(growth, int((room-alive)*100/max(alive, least)))
}
