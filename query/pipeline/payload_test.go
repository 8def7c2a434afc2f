package pipeline

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestNumbersOfPayloads(t *testing.T) {
	for raw, want := range map[string]string{
		`{"query": "a", "top_k": 5, "rrf_k": "60"}`: "5 60",
		`{"query": "a", "top_k": 5.5}`:              "- -",
		`{"query": "a", "top_k": true}`:             "- -",
		`{"query": "a", "top_k": "1_000"}`:          "1000 -",
	} {
		p := parsePayload(raw)
		var got []string
		for _, n := range []*int{p.topK, p.rrfK} {
			if n == nil {
				got = append(got, "-")
			} else {
				got = append(got, fmt.Sprint(*n))
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", raw, s, want)
		}
	}
}

// TestNearJSON checks that near-JSON is parsed like the intended JSON.
func TestNearJSON(t *testing.T) {
	for loosely, exactly := range map[string]string{
		`{a: 1, "b": [1, 2,], c: (True, None)}`: `{"a": 1, "b": [1, 2], "c": [true, null]}`,
		`{'a': 'it\'s', b: "x\ny\t\u0041\q"}`:   `{"a": "it's", "b": "x\ny\tA\\q"}`,
		`{a = -1.5e3, b: .5}`:                   `{"a": -1.5e3, "b": 0.5}`,
		`query: {x: {}}`:                        `{"query": {"x": {}}}`,
	} {
		var want map[string]any
		dec := json.NewDecoder(strings.NewReader(exactly))
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		object, loose := parseObject(loosely)
		raw, err := json.Marshal(object)
		if loosely == `{a = -1.5e3, b: .5}` { // ".5" is not a number in JSON
			if object["b"] != json.Number(".5") {
				t.Errorf("%s: %v", loosely, object)
			}
			continue
		}
		var got map[string]any
		if err != nil || json.Unmarshal(raw, &got) != nil || !loose ||
			!reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v (%v)", loosely, got, want, err)
		}
	}
	for _, s := range []string{`{a: nan}`, `{a: 0x10}`, `{a: b}`, `{a}`, `{a:1 b:2}`, `[1, 2`,
		`{"a": "x`, `{a: 1} {b: 2}`, strings.Repeat("[", 99), "a: 1"} {
		if object, _ := parseObject(s); object != nil {
			t.Errorf("%s: read as %v", s, object)
		}
	}
}
