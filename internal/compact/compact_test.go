package compact

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type leaf struct {
	Name string
	At   uint32
}

type chain struct {
	Kind uint8
	Name string
	Of   *leaf
}

type node struct {
	Name     string
	Kind     int8
	N        int16
	Count    int
	Index    int32
	Big      uint64
	At       uint32
	Is       bool
	Hash     [4]byte
	Set      [2]uint64
	Names    []string
	Steps    []chain
	Lists    [][]chain
	Inside   leaf
	Leaves   []leaf
	Children []node
	Next     *node
	Outer    *outer
	hidden   *leaf
}

type outer struct {
	leaf
	Outer *outer
}

type root struct{ Nodes []node }

func newCodec() *Codec[root] {
	return New[root](reflect.TypeFor[chain](), reflect.TypeFor[outer]())
}

const text = "package shop; func Place(order Order) { repo.Save(order) }"

// sample returns a random value, with strings of the text and others.
func sample(r *rand.Rand) *root {
	str := func() string {
		if at := r.IntN(len(text)); r.IntN(2) == 0 {
			return text[at : at+r.IntN(len(text)-at)]
		}
		return strings.Repeat("é", r.IntN(4))
	}
	var enclosing *outer
	long := []chain{{1, str(), nil}, {2, "b", &leaf{"x", 3}}, {0, str(), nil}}
	var make1 func(depth int) node
	make1 = func(depth int) node {
		n := node{}
		for _, set := range []func(){
			func() { n.Name = str() }, func() { n.Kind = int8(r.IntN(256) - 128) }, func() { n.N = int16(r.IntN(1<<16) - 1<<15) },
			func() { n.Count = int(r.Uint64()) }, func() { n.Index = int32(r.Uint32()) }, func() { n.Big = r.Uint64() },
			func() { n.At = uint32(r.IntN(len(text) + 2)) }, func() { n.Is = true },
			func() { n.Hash = [4]byte{1, 0, byte(r.IntN(256))} }, func() { n.Set[r.IntN(2)] = r.Uint64() },
			func() { n.Names = []string{str(), "", str()} }, func() { n.Names = []string{} },
			func() { n.Steps = long[:r.IntN(4)] }, func() { n.Lists = [][]chain{nil, long[:2], {}, {{9, "own", nil}}} },
			func() { n.Inside = leaf{str(), 1} }, func() { n.Leaves = []leaf{{}, {str(), 2}} },
			func() { n.hidden = &leaf{At: 7} }, func() { n.Outer = enclosing },
			func() { enclosing = &outer{leaf{str(), 1}, enclosing}; n.Outer = enclosing },
			func() {
				if depth < 3 {
					n.Children = []node{make1(depth + 1), {}}
				}
			},
			func() {
				if depth < 3 {
					next := make1(depth + 1)
					n.Next = &next
				}
			},
		} {
			if r.IntN(3) == 0 {
				set()
			}
		}
		return n
	}
	return &root{[]node{make1(0), make1(0), make1(0)}}
}

var everything = cmp.Exporter(func(reflect.Type) bool { return true })

func TestRoundTrip(t *testing.T) {
	c, arena, e := newCodec(), &Arena{}, &Encoder{}
	for seed := range uint64(300) {
		want := sample(rand.New(rand.NewPCG(seed, 1)))
		data, err := c.Append(nil, e, want, text)
		if err != nil {
			t.Fatal(err)
		}
		var got root
		if err := c.Decode(data, text, &got, arena); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		clear(data) // the value must not refer to it
		if diff := cmp.Diff(want, &got, everything); diff != "" {
			t.Fatalf("seed %d:\n%s", seed, diff)
		}
	}
}

// TestSharing: lists with the same first element, and equal pointers, share memory after decoding.
func TestSharing(t *testing.T) {
	long, around := []chain{{1, "a", nil}, {2, "b", nil}}, &outer{leaf: leaf{"if", 1}}
	in := root{[]node{{Steps: long[:1], Outer: around}, {Steps: long, Outer: &outer{Outer: around}}}}
	c := newCodec()
	data, err := c.Append(nil, &Encoder{}, &in, text)
	if err != nil {
		t.Fatal(err)
	}
	var out root
	if err := c.Decode(data, text, &out, &Arena{}); err != nil {
		t.Fatal(err)
	}
	if &out.Nodes[0].Steps[0] != &out.Nodes[1].Steps[0] {
		t.Error("the lists have different first elements")
	}
	if cap(out.Nodes[0].Steps) != 1 {
		t.Error("appending to the shorter list would overwrite the longer one")
	}
	if out.Nodes[0].Outer != out.Nodes[1].Outer.Outer {
		t.Error("the pointers differ")
	}
}

// TestMalformed: damaged data is an error or another value, and never refers to memory outside the text.
func TestMalformed(t *testing.T) {
	c, arena := newCodec(), &Arena{}
	damaged := 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		data, err := c.Append(nil, &Encoder{}, sample(r), text)
		if err != nil {
			t.Fatal(err)
		}
		switch r.IntN(3) {
		case 0:
			data = data[:r.IntN(len(data))]
		case 1:
			data[r.IntN(len(data))] = byte(r.Uint32())
		case 2:
			data = append(data[:r.IntN(len(data))], 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 1)
		}
		var got root
		if c.Decode(data, text, &got, arena) != nil {
			damaged++
			continue
		}
		if _, err := c.Append(nil, &Encoder{}, &got, text); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if damaged < 1000 {
		t.Errorf("only %d of 2000 damaged values are errors", damaged)
	}
}

// TestAllocation: a few bytes that claim long lists in long lists do not take more memory than such lists of
// one element a byte.
func TestAllocation(t *testing.T) {
	data := []byte{0, 0, 0} // no literals, no runs
	for range 1 << 10 {     // each node claims as many children as there are bytes left
		data = append(data, 1, 0xf0, 0x1f)
	}
	var got root
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if newCodec().Decode(data, text, &got, &Arena{}) == nil {
				b.Fatal("no error")
			}
		}
	})
	if most := int64(len(data)) * int64(reflect.TypeFor[node]().Size()) * 2; result.AllocedBytesPerOp() > most {
		t.Errorf("%d bytes of data take %d bytes of memory, want at most %d", len(data), result.AllocedBytesPerOp(), most)
	}
}

func TestUnfit(t *testing.T) {
	c := newCodec()
	deep := node{}
	for range maxDepth + 1 {
		inner := deep
		deep = node{Next: &inner}
	}
	for name, n := range map[string]node{"beyond the text": {At: uint32(len(text) + 2)}, "too deep": deep} {
		if _, err := c.Append(nil, &Encoder{}, &root{[]node{n}}, text); !errors.Is(err, ErrUnfit) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestFingerprint: it differs if a field has another name, type or order.
func TestFingerprint(t *testing.T) {
	type a struct {
		X, Y int
	}
	type b struct {
		Y, X int
	}
	seen := map[[32]byte]bool{New[[]a]().Fingerprint(): true}
	for _, f := range [][32]byte{New[[]b]().Fingerprint(), New[a]().Fingerprint(), New[[]*a]().Fingerprint()} {
		if seen[f] {
			t.Error("two types have one fingerprint")
		}
		seen[f] = true
	}
	if !seen[New[[]a]().Fingerprint()] {
		t.Error("one type has two fingerprints")
	}
}
