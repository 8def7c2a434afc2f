package build

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"seedgraph/internal/progress"
	"seedgraph/parse/all"
	"seedgraph/source/walk"
	"seedgraph/testkit/longtest"
)

func TestPercentFor(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		growth      int
		alive, room uint64
		want        int
	}{
		{100, 50 * mb, 0, 100},        // only the growth
		{30, 50 * mb, 50 * mb, 30},    // the room is full
		{30, 50 * mb, 100 * mb, 100},  // the room is twice the live heap
		{100, 80 * mb, 100 * mb, 100}, // more growth than room
		{30, 0, 40 * mb, 1000},        // Go's smallest heap, 4 MB, grows to the room
	} {
		if got := percentFor(c.growth, c.alive, c.room); got != c.want {
			t.Errorf("%d %% of %d bytes, room for %d: %d %%, want %d", c.growth, c.alive, c.room,
				got, c.want)
		}
	}
}

// TestSpareProcessor: a processor is idle while all workers are in C, and none is added if
// there are more than workers.
func TestSpareProcessor(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	for _, c := range []struct{ workers, want int }{{before, before + 1}, {before + 3, before + 4}, {before - 1, before}} {
		restore := spareProcessor(c.workers)
		if got := runtime.GOMAXPROCS(0); got != c.want {
			t.Errorf("%d processors for %d workers, want %d", got, c.workers, c.want)
		}
		if restore(); runtime.GOMAXPROCS(0) != before {
			t.Fatalf("%d processors are left of %d", runtime.GOMAXPROCS(0), before)
		}
	}
}

func TestPacer(t *testing.T) {
	before := percentNow()
	p := startPacer(70)
	held := make([]byte, 32<<20)
	p.set(70, 1<<30)
	for range 100 { // the finalizer runs in another goroutine
		if runtime.GC(); p.peak() >= uint64(len(held)) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if p.peak() < uint64(len(held)) {
		t.Errorf("%d bytes were alive at most, with %d held", p.peak(), len(held))
	}
	if now := percentNow(); now <= 70 || now > 3200 {
		t.Errorf("the heap may grow by %d %% with room for 1 GB", now)
	}
	p.set(70, 1) // no room
	for range 100 {
		if runtime.GC(); percentNow() == 70+70/3 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if now := percentNow(); now != 70+70/3 {
		t.Errorf("the heap may grow by %d %% after many collections", now)
	}
	runtime.KeepAlive(held)
	if p.end(); percentNow() != before {
		t.Errorf("the percentage is %d in the end, was %d", percentNow(), before)
	}
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	if percentNow() != before {
		t.Error("the pacer goes on")
	}
}

// TestForeseen checks that the heap of a phase that keeps its results has room for
// the predicted live heap.
func TestForeseen(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		done, alive, want uint64
	}{
		{0, 50 * mb, 0},
		{9 * mb, 50 * mb, 0}, // too early to predict
		{25 * mb, 50 * mb, 200 * mb},
		{80 * mb, 400 * mb, 500 * mb},
		{25 * mb, 500 * mb, mostForParsing * 100 * mb}, // the remaining files may need less memory
	} {
		f := follower{Progress: progress.New(nil, nil, true), total: 100 * mb, most: mostForParsing * 100 * mb}
		f.Add(3, int64(c.done))
		if got := f.foreseen(c.alive); got != c.want {
			t.Errorf("%d bytes alive after %d of 100 MB: %d foreseen, want %d", c.alive,
				c.done/mb, got, c.want)
		}
	}
	if got := (&follower{}).foreseen(mb); got != 0 {
		t.Errorf("%d bytes foreseen for a tree without bytes", got)
	}
}

// TestRoomIsForSource checks that no room is reserved for files, such as HTML pages,
// that belong to a language only by their content: most do not belong to one.
func TestRoomIsForSource(t *testing.T) {
	const mb = 1 << 20
	tree := &walk.Tree{Files: []walk.File{{Path: "a.ts", Size: 2}, {Path: "docs/a.html", Size: 40}, {Path: "b.go", Size: 3}}}
	if got := totalSize(tree) - sizeOf(tree, all.Set().NeedsContent); got != 5 {
		t.Errorf("%d bytes of source, want 5", got)
	}
	p := startPacer(10)
	defer p.end()
	p.parse(pace{parsing: 10, large: true}, 400*mb, 10*mb, progress.New(nil, nil, true))
	if p.follow.Add(1, 100*mb); p.room != roomForParsing*10*mb || p.follow.foreseen(100*mb) != mostForParsing*10*mb {
		t.Errorf("room for %d bytes, %d foreseen", p.room, p.follow.foreseen(100*mb))
	}
}

// TestPacerFollows checks that a pacer uses the prediction in the phase that it
// follows, and in no other.
func TestPacerFollows(t *testing.T) {
	const mb = 1 << 20
	p := startPacer(10)
	defer p.end()
	shown := p.parse(pace{parsing: 10, large: true}, 40*mb, 40*mb, progress.New(nil, nil, true))
	held := make([]byte, 64*mb) // most of the live heap, whatever other tests hold
	shown.Add(1, 10*mb)         // a quarter, so that 256 MB are predicted; there is room for 160
	for range 100 {             // the finalizer runs in another goroutine
		if runtime.GC(); percentNow() > 150 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if now := percentNow(); now <= 150 || now > 340 {
		t.Errorf("the heap may grow by %d %%, want about 300", now)
	}
	if p.set(10, 0); percentNow() > 150 {
		t.Errorf("the heap may grow by %d %% when the next part has begun", percentNow())
	}
	if p.parse(pace{parsing: 10}, 20*mb, 20*mb, shown); p.follow != nil {
		t.Error("the parsing of a small tree is followed")
	}
	runtime.KeepAlive(held)
}

// percentNow returns the current GC percentage.
func percentNow() int {
	now := debug.SetGCPercent(100)
	debug.SetGCPercent(now)
	return now
}

// TestLargeTreesGiveBackGarbage checks that garbage is returned to the system between
// the phases of a large build, and of no other, because that takes time.
func TestLargeTreesGiveBackGarbage(t *testing.T) {
	longtest.NotRaced(t)
	idle := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapIdle - m.HeapReleased
	}
	for _, large := range []bool{false, true} {
		pace := paceOf(largeTree, 0)
		if large {
			pace = paceOf(largeTree+1, 0)
		}
		held := make([]byte, 64<<20)
		for i := range held {
			held[i] = 1
		}
		runtime.KeepAlive(held)
		held = nil
		runtime.GC()
		before := idle()
		pace.giveBack()
		if after := idle(); large != (after < 16<<20) {
			t.Errorf("large %v: %d bytes are idle, %d before", large, after, before)
		}
	}
}

// TestPaceOf checks that the heap grows less between collections if the tree, or
// one of its files, is large.
func TestPaceOf(t *testing.T) {
	small, file, tree := paceOf(largeTree, largeFile), paceOf(largeTree, largeFile+1),
		paceOf(largeTree+1, 0)
	for _, p := range [][2]pace{{tree, file}, {file, small}} {
		if p[0].parsing >= p[1].parsing || p[0].resolving >= p[1].resolving {
			t.Errorf("%+v is not below %+v", p[0], p[1])
		}
	}
	list := &walk.Tree{Files: []walk.File{{Size: 1}, {Size: 7}, {Size: 3}}}
	if n := largestOf(list); n != 7 {
		t.Errorf("the largest of 1, 7 and 3 is %d", n)
	}
}

// TestStartWriting checks that the heap may grow back to its peak while a small tree is
// written, but only by the percentage for a large tree.
func TestStartWriting(t *testing.T) {
	for _, large := range []bool{false, true} {
		p := startPacer(100)
		held := make([]byte, 32<<20)
		for range 100 { // the finalizer runs in another goroutine
			if runtime.GC(); p.peak() >= uint64(len(held)) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		pace{writing: 40, large: large}.startWriting(p)
		if p.growth != 40 || large != (p.room == 0) {
			t.Errorf("large %v: growth %d, room %d", large, p.growth, p.room)
		}
		p.end()
		runtime.KeepAlive(held)
	}
}
