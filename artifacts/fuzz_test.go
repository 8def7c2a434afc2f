package artifacts

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/testkit/fuzzseed"
)

// FuzzDecoders feeds arbitrary bytes to all decoders: they may fail, but must neither
// panic nor loop.
func FuzzDecoders(f *testing.F) {
	r, err := Open(fixture)
	if err != nil {
		f.Fatal(err)
	}
	var blocks [][]byte
	for _, section := range []byte{sectionNodes, sectionOut, sectionPaths, sectionTerms,
		sectionSymbols, sectionStrings} {
		value, err := r.store.get(blockKey(section, 0))
		if err != nil {
			f.Fatal(err)
		}
		blocks = append(blocks, value)
	}
	fuzzseed.Add(f, blocks...)
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = decodeHead(b)
		_, _ = decodeManifest(b)
		if edges, err := decodeEdges(b, 12, r.words); err == nil {
			for _, e := range edges {
				if e.To >= 12 || e.Kind == 0 || e.Tier == 0 {
					t.Errorf("an edge that cannot be: %+v", e)
				}
			}
		}
		d := &nodeDecoder{decoder: decoder{b: b}, head: r.head, strings: r.strings}
		for len(d.b) > 0 {
			if _, err := d.next(); err != nil {
				break
			}
		}
		_, _ = scanBlock(b, "", func(string, []byte) bool { return true })
		for p := r.postings(b); p.Next(); {
			if uint64(p.Node) >= r.head.nodes {
				t.Errorf("posting of node %d", p.Node)
			}
		}
		frames := decoder{b: b}
		openText("f", nil, &frames)
		numbers := decoder{b: b}
		numbers.numbers()
	})
}

// FuzzManifest checks that a manifest round-trips through its encoding.
func FuzzManifest(f *testing.F) {
	f.Add("Shop", "main", "a/b.json", int64(5))
	f.Fuzz(func(t *testing.T, repository, branch, path string, size int64) {
		m := Manifest{Format: formatName, Version: Format,
			Source: Source{Repository: repository, Branch: branch},
			Files:  []File{{Path: path, Size: size}}}
		raw, err := m.encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeManifest(raw)
		if err != nil {
			t.Fatalf("%v\n%s", err, raw)
		}
		if got.Self != m.Self || got.Files[0].Size != size {
			t.Errorf("%+v came back as %+v", m, got)
		}
	})
}

func TestHandlesArePackedWithoutLoss(t *testing.T) {
	for _, s := range []string{"aaaaaaaaaa", "7777777777", "abcdefghij", "klmnopqrst", "uvwxyz2345",
		"b7b7b7b7b7"} {
		packed, ok := packHandle(s)
		if !ok || unpackHandle(packed[:]) != s {
			t.Errorf("%s comes back as %s", s, unpackHandle(packed[:]))
		}
	}
	for _, s := range []string{"", "aaaaaaaaa", "aaaaaaaaaaa", "AAAAAAAAAA", "aaaaaaaa1a",
		"aaaaa aaaa"} {
		if _, ok := packHandle(s); ok {
			t.Errorf("%q is packed", s)
		}
	}
}

func TestEdgesAreCodedWithoutLoss(t *testing.T) {
	v := &vocabulary{}
	for _, row := range graph.EdgeKinds() {
		v.kinds = append(v.kinds, row.Kind)
	}
	v.tiers = graph.Tiers()
	var edges []graph.Edge
	for _, row := range graph.EdgeKinds() {
		for i, tier := range graph.Tiers() {
			edges = append(edges, graph.Edge{To: uint32(i * 1_000_000), Kind: row.Kind, Tier: tier,
				Share: uint16(i * 2), Line: uint32(i * 70_000), Ops: graph.Ops(i * 25),
				Via: graph.Via(i)})
		}
	}
	got, err := decodeEdges(appendEdges(nil, edges, func(e graph.Edge) uint32 { return e.To }),
		1<<32, v)
	if err != nil || len(got) != len(edges) {
		t.Fatalf("%d edges, want %d; %v", len(got), len(edges), err)
	}
	for i := range edges {
		if got[i] != edges[i] {
			t.Errorf("%+v came back as %+v", edges[i], got[i])
		}
	}
}
