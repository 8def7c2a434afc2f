package artifacts_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
)

// TestContaining checks with random pieces of texts, also across parts and with characters
// that are escaped, that the nodes with a literal are found, and at most nodes with it in
// their text or that of another row.
func TestContaining(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 9))
		in := artifactstest.Sample()
		x := open(t, write(t, in, artifacts.Options{Compress: seed%2 == 0}))
		texts, parted := make([]string, x.NumNodes()), ""
		for n := range texts {
			var err error
			if texts[n], err = x.Text(uint32(n)); err != nil {
				t.Fatal(err)
			}
			if node, err := x.Node(uint32(n)); err == nil && len(node.Parts) > 1 {
				parted = texts[n]
			}
		}
		for range 200 {
			of := texts[r.IntN(len(texts))]
			if r.IntN(3) == 0 {
				of = parted
			}
			if of == "" {
				continue
			}
			from := r.IntN(len(of))
			literal := strings.ToValidUTF8(of[from:min(len(of), from+1+r.IntN(30))], "")
			list := []artifacts.Literal{{Text: literal}, {Text: "not in any text"}}
			if literal == "" {
				continue
			}
			if fold := strings.ToLower(literal); r.IntN(2) == 0 && len(fold) == len(literal) {
				list[0] = artifacts.Literal{Text: fold, Fold: true}
			}
			found, ok, err := x.Containing(list)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			for n, text := range texts {
				if strings.Contains(text, literal) && !slices.Contains(found, uint32(n)) {
					t.Errorf("%q is in %q, which is not found", literal, text)
				}
			}
			if !slices.IsSorted(found) {
				t.Error("the nodes are not sorted")
			}
		}
	}
	x := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	if found, ok, err := x.Containing([]artifacts.Literal{{Text: "not in any text"}}); len(found) > 0 || !ok || err != nil {
		t.Errorf("%v %v %v", found, ok, err)
	}
}
