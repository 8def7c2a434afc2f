package parse

import (
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// keepable returns facts with chains that share prefixes, and groups that share
// their values, as front ends make them.
func keepable() *Facts {
	steps := append(make([]Step, 0, 8), Step{Kind: StepName, Name: "a"},
		Step{Kind: StepCall, Name: "B"}, Step{Kind: StepMember, Name: "C"})
	shared := []Value{{Steps: steps[:2]}, {}}
	f := &Facts{
		Definitions: []Definition{{Name: "f", Breaks: []uint32{1}, Init: []Value{{Steps: steps}},
			rare: &RareFields{Applied: []Value{{Steps: steps[:1]}}}}},
		References: []Reference{{Name: "a"}, {Name: "B", Recv: steps[:1]},
			{Name: "C", Recv: steps[:2]}, {Name: "D", Recv: []Step{{Kind: StepThis}}}},
		Locals: []Local{{Name: "x", Init: steps}},
		Groups: []Group{{Values: shared}, {Values: shared[:1]}},
		Guards: []Guard{{Name: "x", Steps: steps[:1], By: steps[1:]}},
	}
	f.References[3].SetArgs([]TypeRef{{Name: "int"}, {}}, [][]Step{nil, steps})
	return f
}

func TestKeepChangesNothing(t *testing.T) {
	want, got := keepable(), keepable()
	want.Definitions[0].Breaks = nil
	new(Keeper).Keep(new(Parser), got)
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Facts{}),
		cmp.AllowUnexported(Definition{})); diff != "" {
		t.Error(diff)
	}
}

func TestKeptChainsShareTheirBeginnings(t *testing.T) {
	f := keepable()
	before := f.References
	new(Keeper).Keep(new(Parser), f)
	b, c := f.References[1].Recv, f.References[2].Recv
	if unsafe.SliceData(b) != unsafe.SliceData(c) || cap(b) != 1 || cap(c) != 2 {
		t.Errorf("chains of one expression are kept apart, or have room: %d, %d", cap(b), cap(c))
	}
	if unsafe.SliceData(f.References) == unsafe.SliceData(before) {
		t.Error("the references were not moved")
	}
	if unsafe.SliceData(c) == unsafe.SliceData(f.Locals[0].Init) {
		t.Error("a local holds the steps of references, which go first")
	}
}

func TestRoomOfAnEarlierFile(t *testing.T) {
	p, f := new(Parser), keepable()
	f.Locals = make([]Local, maxRoom/int(unsafe.Sizeof(Local{}))+1)
	old := f.References
	new(Keeper).Keep(p, f)
	var next, third Facts
	p.Room(&next)
	if unsafe.SliceData(next.References) != unsafe.SliceData(old) || len(next.References) != 0 {
		t.Error("the references are not read where those of the file before were")
	}
	if old[0].Name != "" || f.References[0].Name != "a" {
		t.Errorf("what was read is still there, or not kept: %q, %q", old[0].Name,
			f.References[0].Name)
	}
	if next.Locals != nil {
		t.Errorf("room for %d locals waits for the next file", cap(next.Locals))
	}
	if p.Room(&third); third.References != nil {
		t.Error("two files are read into the same list")
	}
}

func TestSlab(t *testing.T) {
	var s slab[uint64]
	if s.keep(nil) != nil {
		t.Error("an empty list is kept")
	}
	a, b := s.keep([]uint64{1, 2}), s.keep([]uint64{3})
	if c := append(a, 9); b[0] != 3 || c[2] != 9 {
		t.Error("appending to a kept list writes into the next one")
	}
	if &s.room[2] != &b[0] {
		t.Error("lists are not side by side")
	}
	large := s.keep(make([]uint64, maxChunk/8))
	if len(large) != maxChunk/8 || len(s.room) != 3 {
		t.Error("a large list does not have memory of its own")
	}
	for range 2 * maxChunk / 8 {
		s.keep([]uint64{1})
	}
	if n := cap(s.room) * 8; n != maxChunk {
		t.Errorf("chunks have %d bytes", n)
	}
}

// TestLongLists checks that a list too long to be reused for the next file is
// allocated once, with the capacity given by the outline, goes through the draft,
// and is kept in place.
func TestLongLists(t *testing.T) {
	var one Definition
	n := maxRoom/int(unsafe.Sizeof(one)) + 1
	var p Parser
	p.division.names = n
	var f Facts
	var d Draft
	p.Room(&f)
	d.Room(&f)
	if f.Definitions != nil || cap(d.Definitions) < n {
		t.Fatalf("the draft has room for %d definitions, the facts for %d; there are %d",
			cap(d.Definitions), cap(f.Definitions), n)
	}
	d.Definitions = append(d.Definitions, make([]Definition, n)...)
	first := &d.Definitions[0]
	if d.Fill(&f); len(f.Definitions) != n || &f.Definitions[0] != first || d.Definitions != nil {
		t.Error("the list of the draft is copied")
	}
	var k Keeper
	if k.Keep(&p, &f); &f.Definitions[0] != first || cap(f.Definitions) != n {
		t.Error("the list of the facts is copied")
	}
	p = Parser{}
	if p.Room(&f); f.Definitions != nil {
		t.Error("a long list waits for the next file")
	}
	short := make([]Definition, 1)
	f.Definitions = short
	if k.Keep(&p, &f); &f.Definitions[0] == &short[0] {
		t.Error("a short list is not copied, though it serves the next file")
	}
	if d.Room(&f); f.Definitions == nil {
		t.Error("the draft has taken a short list")
	}
}
