package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"

	"seedgraph/testkit/longtest"
)

// mergeNaively implements the definition of byte-pair encoding literally.
func mergeNaively(v *vocabulary, piece string) int {
	if v.rank(piece) != noRank {
		return 1
	}
	parts := strings.Split(piece, "")
	if len(parts) != len(piece) {
		panic("ASCII only")
	}
	for {
		at, lowest := -1, uint32(noRank)
		for i := range len(parts) - 1 {
			if rank := v.rank(parts[i] + parts[i+1]); rank < lowest {
				at, lowest = i, rank
			}
		}
		if at < 0 {
			return len(parts)
		}
		parts = append(parts[:at], append([]string{parts[at] + parts[at+1]}, parts[at+2:]...)...)
	}
}

func TestBothWaysOfMergingFollowTheDefinition(t *testing.T) {
	longtest.NotRaced(t)
	r := rand.New(rand.NewPCG(1, 1))
	for _, e := range encodings {
		m := &merger{vocab: vocabOf(t, e.name)}
		for _, letters := range []string{"ab", "a", "estingABC", "=-/ ", "aeiou tnr_09"} {
			for range 300 {
				b := make([]byte, 2+r.IntN(scanLimit-1))
				for i := range b {
					b[i] = letters[r.IntN(len(letters))]
				}
				piece := string(b)
				if m.vocab.rank(piece) != noRank {
					continue
				}
				want := mergeNaively(m.vocab, piece)
				if got := m.mergeByScan(piece); got != want {
					t.Fatalf("%s: by scan %q has %d tokens, want %d", e.name, piece, got, want)
				}
				if got := m.mergeByHeap(piece); got != want {
					t.Fatalf("%s: by heap %q has %d tokens, want %d", e.name, piece, got, want)
				}
			}
		}
	}
}

func TestLongPiecesAgreeWithTheLibrary(t *testing.T) {
	longtest.NotRaced(t)
	for _, e := range encodings {
		lib, c := e.library(), open(t, e.name)
		for _, unit := range []string{"a", " ", "=", "-", "漢", "abc", "xY"} {
			for _, n := range []int{63, 64, 65, 129, 20_000} {
				text := strings.Repeat(unit, n)
				want, err := lib.Count(text)
				if err != nil {
					t.Fatal(err)
				}
				if got := c.Count(text); got != want {
					t.Errorf("%s: %d times %q has %d tokens, the library counts %d", e.name, n,
						unit, got, want)
				}
			}
		}
	}
}

func TestScratchOfHugePiecesIsNotKept(t *testing.T) {
	m := &merger{vocab: vocabOf(t, O200k), cache: newPieceCache()}
	m.count(strings.Repeat("ab", keepScratch))
	if m.parts != nil || m.heap != nil {
		t.Errorf("%d parts and %d heap entries kept", cap(m.parts), cap(m.heap))
	}
	if got := m.count(strings.Repeat("ab", 100)); got < 1 || m.parts == nil {
		t.Errorf("%d tokens afterwards", got)
	}
}
