package vectors_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/vectors"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

const lines = `{"id": "OrderRepository.Save", "vector": [1, 0]}

{"node_key": "dbo.Order|TABLE", "embedding": [0.6, 0.8]}
{"chunk_id": "gone", "vector": [1, 1]}
{"id": "OrderRepository.Save", "vector": [0, 2]}
`

func resolver(t *testing.T) *names.Resolver { return &names.Resolver{Index: answertest.Shop(t)} }

func TestReadLines(t *testing.T) {
	r := resolver(t)
	s, err := vectors.ReadLines(r, []byte(lines))
	if err != nil || s.Skipped != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	cosines, err := s.Cosines([]float32{0, 1})
	save, table := answertest.Node(t, r.Index.(*answer.Index), "Shop.Data.OrderRepository.Save"),
		answertest.Node(t, r.Index.(*answer.Index), "dbo.Order")
	if err != nil || len(cosines) != 2 || cosines[save] != 1 || cosines[table] < 0.79 ||
		cosines[table] > 0.81 {
		t.Errorf("%v, %v", cosines, err)
	}
	if _, err := s.Cosines([]float32{1, 0, 0}); err == nil {
		t.Error("a query of another dimension is no error")
	}
	for _, wrong := range []string{`{`, `{"id": "a", "vector": [0, 0]}`, `{"id": "a"}`,
		`{"id": "dbo.Order", "vector": [1]}` + "\n" + `{"id": "dbo.Order", "vector": [1, 2]}`} {
		if _, err := vectors.ReadLines(r, []byte(wrong)); err == nil ||
			!strings.Contains(err.Error(), "line ") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

func TestReadRaw(t *testing.T) {
	r := resolver(t)
	var raw bytes.Buffer
	_ = binary.Write(&raw, binary.LittleEndian, []float32{3, 4, 1, 0})
	s, err := vectors.ReadRaw(r, raw.Bytes(), []byte("OrderRepository.Save\ndbo.Order\n"))
	if err != nil {
		t.Fatal(err)
	}
	query, err := vectors.ReadQuery(raw.Bytes()[8:])
	if err != nil {
		t.Fatal(err)
	}
	cosines, err := s.Cosines(query)
	save := answertest.Node(t, r.Index.(*answer.Index), "Shop.Data.OrderRepository.Save")
	if err != nil || len(cosines) != 2 || cosines[save] < 0.59 || cosines[save] > 0.61 {
		t.Errorf("%v, %v", cosines, err)
	}
	for _, ids := range []string{"", "a b c"} {
		if _, err := vectors.ReadRaw(r, raw.Bytes(), []byte(ids)); err == nil {
			t.Errorf("ids %q: no error", ids)
		}
	}
}

func TestReadQuery(t *testing.T) {
	for _, text := range []string{"[3, 4]", `{"vector": [3, 4]}`, ` {"embedding": [3, 4]}`} {
		v, err := vectors.ReadQuery([]byte(text))
		if err != nil || len(v) != 2 || v[0] < 0.59 || v[0] > 0.61 {
			t.Errorf("%s: %v, %v", text, v, err)
		}
	}
	for _, text := range []string{"", "[]", "[0]", "{}", "[x]", "abc"} {
		if v, err := vectors.ReadQuery([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, v)
		}
	}
}

// TestModes covers a query for which words find Save, and vectors find BillOrder and,
// less similar, the table.
func TestModes(t *testing.T) {
	x := answertest.Shop(t)
	node := func(name string) uint32 { return answertest.Node(t, x, name) }
	cosines := map[uint32]float64{node("dbo.BillOrder"): 0.9,
		node("Shop.Data.OrderRepository.Save"): 0.5,
		node("dbo.OrderLine"):                  0.4}
	for mode, want := range map[vectors.Mode][]string{
		vectors.Semantic: {"dbo.BillOrder", "Shop.Data.OrderRepository.Save", "dbo.OrderLine"},
		vectors.Rerank:   {"Shop.Data.OrderRepository.Save", "dbo.BillOrder", "dbo.OrderLine"},
		vectors.RRF:      {"Shop.Data.OrderRepository.Save"},
	} {
		res, err := search.Search(x, "OrderRepository.Save", search.Options{
			Limit: vectors.Candidates, Text: x.Text})
		if err != nil {
			t.Fatal(err)
		}
		if err := vectors.Rank(x, res, cosines, vectors.Options{Mode: mode, Limit: 3,
			Admit: func(*graph.Node) bool { return true }}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range res.Hits {
			got = append(got, h.Info.Name)
			if h.Score <= 0 || h.Score > 1 || h.Vector == nil {
				t.Errorf("%s: %+v", mode, h)
			}
		}
		if len(got) != 3 || !slices.Equal(got[:len(want)], want) {
			t.Errorf("%s: %q, want %q first", mode, got, want)
		}
	}
}

func TestVectorsKeepFilters(t *testing.T) {
	x := answertest.Shop(t)
	res, err := search.Search(x, "zeppelin", search.Options{Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	cosines := map[uint32]float64{answertest.Node(t, x, "dbo.BillOrder"): 1,
		answertest.Node(t, x, "dbo.Order"): 0.1}
	err = vectors.Rank(x, res, cosines, vectors.Options{Mode: vectors.Semantic, Limit: 9,
		Admit: func(n *graph.Node) bool { return n.Kind == graph.KindTable }})
	if err != nil || len(res.Hits) != 1 || res.Hits[0].Info.Name != "dbo.Order" {
		t.Errorf("%+v, %v", res.Hits, err)
	}
}

func TestParseMode(t *testing.T) {
	for _, s := range vectors.Modes {
		if m, err := vectors.ParseMode(s); err != nil || string(m) != s {
			t.Errorf("%s is read as %q, %v", s, m, err)
		}
	}
	if m, err := vectors.ParseMode("fuzzy"); err == nil || m != "" ||
		!strings.Contains(err.Error(), "use one of keyword, semantic") {
		t.Errorf("fuzzy is read as %q, %v", m, err)
	}
}
