package seeds

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// hitsOf parses a text like --seeds and lists the ids or rows found, each with its score
// if that is not 1.
func hitsOf(t *testing.T, text string, rows bool) string {
	t.Helper()
	values, isJSON, err := jsonValues(text)
	if err != nil {
		return "error: " + err.Error()
	}
	var hits []hit
	for _, v := range values {
		if isState(v) {
			return "state"
		}
		more, err := parseResults(v)
		if err != nil {
			t.Fatal(err)
		}
		hits = append(hits, more...)
	}
	if !isJSON {
		table, ok, err := parseTable(text)
		switch {
		case err != nil:
			return "error: " + err.Error()
		case ok:
			hits = table
		case rows:
			hits = parseRows(text)
		default:
			hits = parseLines(text)
		}
	}
	if rows && isJSON {
		hits = withoutPadding(hits)
	}
	var out []string
	for _, h := range hits {
		word := h.id
		if rows {
			word = "none"
			if h.row != nil {
				word = fmt.Sprint(*h.row)
			}
		}
		if word == "" {
			word = "none"
		}
		if h.score != 1 {
			word += fmt.Sprintf(" %g", h.score)
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

// TestResultsOfRetrievers covers the result formats of stores, indexes and related
// libraries.
func TestResultsOfRetrievers(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"lines", "a.b\r\n\r\n# a comment\n  dbo.T|TABLE  \n", "a.b, dbo.T|TABLE"},
		{"a path with blanks", "my docs/read me.md:3\n", "my docs/read me.md:3"},
		{"lines with scores", "a\t0.5\nb\t0.25\n", "a 0.5, b 0.25"},
		{"a run of TREC", "q1 Q0 a 1 12.5 bm25\nq1 Q0 b 2 11 bm25\n", "a 12.5, b 11"},
		{"a table", "chunk_id,score\n\"m#f(int,int)@x\",0.5\nb,1\n", "m#f(int,int)@x 0.5, b"},
		{"a table with tabs", "rank\tid\tscore\r\n1\ta\t0.5\r\n", "a 0.5"},
		{"strings one a line", "\"a\"\n\"b\"\n", "a, b"},
		{"a folder in brackets", "[id]/page.tsx:3\n", "[id]/page.tsx:3"},
		{"a list", `["a", "b"]`, "a, b"},
		{"objects", `[{"id": "a", "score": 0.5}, {"chunk_id": "b", "id": "x"}, {"node_key": "c"}]`,
			"a 0.5, b, c"},
		{"objects one a line", "{\"id\":\"a\"}\n{\"id\":\"b\",\"score\":\"2.5\"}\n", "a, b 2.5"},
		{"one object", `{"id": "a"}`, "a"},
		{"rows of the metadata", `{"row_id":3,"chunk_id":"a/2","node_id":"a","name":"n"}`, "a/2"},
		{"pairs", `[["a", 0.5], ["b", 2]]`, "a 0.5, b 2"},
		{"pairs, the score first", `[[0.5, "a"]]`, "a 0.5"},
		{"Pinecone", `{"matches":[{"id":"a","score":0.9,"values":[]}],"namespace":""}`, "a 0.9"},
		{"Chroma", `{"ids":[["a","b"]],"distances":[[0.1,0.2]],"documents":[["x","y"]]}`, "a, b"},
		{"Elasticsearch", `{"took":3,"hits":{"total":{"value":1},"hits":[{"_id":"a","_score":1.5,"_source":{"x":1}}]}}`, "a 1.5"},
		{"Elasticsearch, by a field",
			`{"hits":{"hits":[{"_id":"77","_score":1.5,"_source":{"chunk_id":"a"}}]}}`, "a 1.5"},
		{"Qdrant", `{"result":[{"id":17,"score":0.75,"payload":{"chunk_id":"a"}}],"status":"ok"}`,
			"a 0.75"},
		{"Qdrant's points", `{"result":{"points":[{"id":"u-1","payload":{"node_key":"a"}}]}}`, "a"},
		{"LangChain", `[{"page_content":"x","metadata":{"chunk_id":"a"},"type":"Document"}]`, "a"},
		{"LangChain with scores", `[[{"page_content":"x","metadata":{"chunk_id":"a"}},0.83]]`,
			"a 0.83"},
		{"LangChain's dump", `[{"lc":1,"id":["langchain","Document"],"kwargs":{"metadata":{"chunk_id":"a"}}}]`, "a"},
		{"LlamaIndex", `{"response":"hi","source_nodes":[{"node":{"id_":"u","metadata":{"chunk_id":"a"}},"score":0.8}]}`, "a 0.8"},
		{"LlamaIndex by node", `[{"node":{"id_":"a","text":"x"},"score":0.8}]`, "a 0.8"},
		{"Weaviate", `{"data":{"Get":{"RagNode":[{"canonical_id":"r::s::cs::a"}]}}}`,
			"r::s::cs::a"},
		{"Azure", `{"@odata.context":"x","value":[{"@search.score":1.25,"chunk_id":"a"}]}`,
			"a 1.25"},
		{"Vespa", `{"root":{"id":"top","children":[{"id":"index:0","relevance":0.5,"fields":{"chunk_id":"a"}}]}}`, "a 0.5"},
		{"scores beside ids", `{"ids":["a","b"],"scores":[0.5,0.25]}`, "a 0.5, b 0.25"},
		{"a state", `{"retrieval_seed_nodes":[]}`, "state"},
		{"no results", `{"matches":[]}`, ""},
		{"an empty object", `{}`, ""},
		{"nothing", " \n", ""},
		{"what has no id", `{"foo": 1}`, "none"},
		{"a torn file", `{"matches":[{"id":"a"`, "error: read JSON: unexpected EOF"},
	} {
		if got := hitsOf(t, test.text, false); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestRowsOfRetrievers(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"words", "5 7\n9,11\n", "5, 7, 9, 11"},
		{"lines with scores", "5\t0.75\n7 0.5\n", "5 0.75, 7 0.5"},
		{"a table", "row_id,score\n5,0.5\n", "5 0.5"},
		{"objects", `{"hits":[{"row_id":5,"score":0.75},{"row_id":"7"},{"row_id":9.0}]}`,
			"5 0.75, 7, 9"},
		{"a list", `[5, 7]`, "5, 7"},
		{"FAISS", `{"I":[[5,7,-1]],"D":[[0.1,0.2,3.4e38]]}`, "5, 7"},
		{"FAISS, the numbers alone", `[[5,-1]]`, "5"},
		{"pairs", `[[5,0.8],[7,1.0]]`, "5 0.8, 7"},
		{"sentence-transformers", `[[{"corpus_id":5,"score":0.6}]]`, "5 0.6"},
		{"points by number", `{"result":[{"id":5,"score":0.7,"payload":{}}]}`, "5 0.7"},
		{"metadata", `[{"id":"u","metadata":{"row_id":5}}]`, "5"},
		{"no whole number", `[{"row_id":5.5}]`, "none"},
		{"no number", `["a"]`, "none"},
	} {
		if got := hitsOf(t, test.text, true); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestInputInOtherEncodings(t *testing.T) {
	const want = "a.b\r\nnaïve 🙂\r\n"
	utf16Text := func(order binary.AppendByteOrder) string {
		var b []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + want)) {
			b = order.AppendUint16(b, u)
		}
		return string(b)
	}
	for name, text := range map[string]string{
		"plain": want, "UTF-8 with a mark": "\ufeff" + want,
		"UTF-16 LE": utf16Text(binary.LittleEndian), "UTF-16 BE": utf16Text(binary.BigEndian),
	} {
		if got := decode([]byte(text)); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, text := range []string{"", "\xff", "\xff\xfe", "\xfe\xff\x00"} {
		if got := decode([]byte(text)); len(got) > 1 {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestMessagesRepeatLittle checks that messages stay short, because a result may contain
// a whole text.
func TestMessagesRepeatLittle(t *testing.T) {
	hits, err := parseResults([]byte(`[{"page_content":"<` + strings.Repeat("é", 5000) + `>"}]`))
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	if says := hits[0].says; len(says) > 3*maxExcerpt || !strings.HasPrefix(says,
		`{"page_content":"<é`) {
		t.Errorf("the message repeats %q", says)
	}
}
