package resolve

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"seedgraph/parse"
)

// randomFlows returns a resolution of one file with random flows, and random overriding members.
func randomFlows(r *rand.Rand) (*Resolution, func(DefID) []DefID) {
	const definitions, params = 10, 2
	ix := &Table{}
	over := make([][]DefID, definitions)
	for i := range definitions {
		ix.Defs = append(ix.Defs, Def{Definition: &parse.Definition{Params: make([]parse.Param, params)}, ID: DefID(i)})
		for o := i + 1; o < definitions; o++ {
			if r.IntN(8) == 0 {
				over[i] = append(over[i], DefID(o))
			}
		}
	}
	random := func() slot {
		return slot{slotKind(1 + r.IntN(int(slotName))), DefID(r.IntN(definitions)), uint32(r.IntN(params))}
	}
	f := &Flows{}
	for range 30 {
		f.flows = append(f.flows, flow{random(), random()})
	}
	for range 5 {
		f.applied = append(f.applied, application{random(), int32(r.IntN(params+1) - 1), random()})
		f.sources = append(f.sources, source{DefID(r.IntN(definitions)), random(), DefID(r.IntN(definitions))})
		f.uses = append(f.uses, use{of: random()})
	}
	f.channels = []slot{random()}
	return &Resolution{Table: ix, Files: []*Binder{{Table: ix, Flows: *f}}}, func(d DefID) []DefID { return over[d] }
}

// TestNeeded: what is left out of the propagation does not change what uses hold, nor in which order it came.
func TestNeeded(t *testing.T) {
	filled, less := 0, 0
	for seed := range uint64(3000) {
		r, overrides := randomFlows(rand.New(rand.NewPCG(seed, 4)))
		some, all := newCallbacks(r, overrides), newCallbacks(r, overrides)
		all.needed = nil
		some.fill(r.Files)
		all.fill(r.Files)
		for _, u := range r.Files[0].Flows.uses {
			got, want := some.heldBy(u.of), all.heldBy(u.of)
			if got == nil || want == nil {
				if got != want {
					t.Fatalf("seed %d: %v holds %v, want %v", seed, u.of, got, want)
				}
				continue
			}
			if len(want.list) > 0 {
				filled++
			}
			if !reflect.DeepEqual(got.list, want.list) || got.many != want.many {
				t.Fatalf("seed %d: %v holds %v, want %v", seed, u.of, got.list, want.list)
			}
		}
		if len(some.holds) < len(all.holds) {
			less++
		}
	}
	if filled < 1000 || less == 0 {
		t.Errorf("%d uses hold something, %d propagations are smaller: too few", filled, less)
	}
}
