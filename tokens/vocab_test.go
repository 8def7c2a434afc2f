package tokens

import (
	"cmp"
	"encoding/binary"
	"flag"
	"math/bits"
	"os"
	"slices"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"

	"seedgraph/testkit/longtest"
)

var update = flag.Bool("update", false, "write the vocabulary files anew")

var encodings = []struct {
	name    string
	library func() *codec.Codec
	size    int
}{
	{O200k, codec.NewO200kBase, 199998},
	{Cl100k, codec.NewCl100kBase, 100256},
}

func open(t testing.TB, name string) *Counter {
	t.Helper()
	c, err := New(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func vocabOf(t testing.TB, name string) *vocabulary {
	return open(t, name).scheme.(*encoding).vocab
}

// libraryTokens returns the tokens by rank.
func libraryTokens(t *testing.T, lib *codec.Codec) []string {
	var tokens []string
	for rank := uint(0); ; rank++ {
		s, err := lib.Decode([]uint{rank})
		if err != nil {
			return tokens
		}
		tokens = append(tokens, s)
	}
}

func TestVocabularyIsThatOfTheLibrary(t *testing.T) {
	longtest.NotRaced(t)
	for _, e := range encodings {
		t.Run(e.name, func(t *testing.T) {
			want := libraryTokens(t, e.library())
			if *update {
				if err := os.WriteFile("vocab/"+e.name+".bin", encodeVocabulary(want),
					0o644); err != nil {
					t.Fatal(err)
				}
				return // the embedded file is still the old one
			}
			if len(want) != e.size {
				t.Fatalf("the library has %d tokens, want %d", len(want), e.size)
			}
			v := vocabOf(t, e.name)
			longest := 0
			for rank, token := range want {
				if got := v.rank(token); got != uint32(rank) {
					t.Fatalf("rank of %q is %d, want %d", token, got, rank)
				}
				longest = max(longest, len(token))
			}
			if v.longest != longest {
				t.Errorf("longest token has %d bytes, want %d", v.longest, longest)
			}
			if data := encodeVocabulary(want); string(data[len(data)-len(v.entries):]) != v.entries {
				t.Error("the file is not what -update would write")
			}
		})
	}
}

func TestWhatIsNoTokenHasNoRank(t *testing.T) {
	longtest.NotRaced(t)
	for _, e := range encodings {
		tokens := libraryTokens(t, e.library())
		known := make(map[string]bool)
		for _, s := range tokens {
			known[s] = true
		}
		v := vocabOf(t, e.name)
		absent := 0
		for i, s := range tokens {
			for _, other := range []string{s + "\x00", s[1:], s + tokens[(i*7919)%len(tokens)]} {
				if known[other] {
					continue
				}
				absent++
				if got := v.rank(other); got != noRank {
					t.Fatalf("%s: %q has rank %d", e.name, other, got)
				}
			}
		}
		if absent < e.size {
			t.Errorf("%s: only %d absences tried", e.name, absent)
		}
	}
}

func TestEveryByteIsAToken(t *testing.T) {
	for _, e := range encodings {
		v := vocabOf(t, e.name)
		for b := range 256 {
			if v.rank(string([]byte{byte(b)})) == noRank {
				t.Errorf("%s: byte %#x is no token", e.name, b)
			}
		}
	}
}

// encodeVocabulary writes the form documented at vocabulary, with 4 to 8 tokens
// per bucket. Within a bucket the order is by rank.
func encodeVocabulary(tokens []string) []byte {
	buckets := 1 << (bits.Len(uint(len(tokens))) - 3)
	shift := 64 - uint(bits.TrailingZeros(uint(buckets)))
	bucket := func(rank int) uint64 { return hash(tokens[rank]) >> shift }
	order := make([]int, len(tokens))
	longest := 0
	for rank, s := range tokens {
		order[rank] = rank
		longest = max(longest, len(s))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(bucket(a), bucket(b)) })
	offsets := make([]uint32, buckets+1)
	var entries []byte
	for _, rank := range order {
		entries = binary.LittleEndian.AppendUint32(entries,
			uint32(rank)<<8|uint32(len(tokens[rank])))
		entries = append(entries, tokens[rank]...)
		offsets[bucket(rank)+1] = uint32(len(entries))
	}
	data := binary.LittleEndian.AppendUint32(nil, uint32(longest))
	data = binary.LittleEndian.AppendUint32(data, uint32(buckets))
	for i, end := range offsets {
		if i > 0 {
			offsets[i] = max(end, offsets[i-1]) // an empty bucket ends where it begins
		}
		data = binary.LittleEndian.AppendUint32(data, offsets[i])
	}
	return append(data, entries...)
}
