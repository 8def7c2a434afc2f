package pipeline

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const rulesFile = "steps:\n- {id: v, action: set_variables, rules: [%s]}\n"

// TestRules checks that a rule step reads the state, including missing fields, and writes
// it.
func TestRules(t *testing.T) {
	for _, c := range []struct{ rule, state, key, want string }{
		{`{set: user_query, value: hello}`, `{}`, "user_query", `"hello"`},
		{`{set: mine, from: user_query}`, `{"user_query": "x"}`, "mine", `"x"`},
		{`{set: mine, from: history_blocks}`, `{}`, "mine", `[]`},
		{`{set: mine, from: loop_counters}`, `{}`, "mine", `{}`},
		{`{set: context_blocks, from: user_query, transform: split_lines}`,
			`{"user_query": "a\nb"}`,
			"context_blocks", `["a","b"]`},
		{`{set: context_blocks, from: user_query, transform: clear}`,
			`{"user_query": "a", "context_blocks": ["x"]}`, "context_blocks", `[]`},
		{`{set: a, value: 1}, {set: b, from: a}`, `{}`, "b", `1`},
		{`{set: when, value: 2024-05-01}`, `{}`, "when", `"2024-05-01"`},
		{`{set: yes_is_true, value: yes}`, `{}`, "yes_is_true", `true`},
		{`{set: quoted, value: "yes"}`, `{}`, "quoted", `"yes"`},
		{`{set: deep, value: {1: [on, 2.5]}}`, `{}`, "deep", `{"1":["on",2.5]}`},
	} {
		s, err := runOn(t, newMemory(), fmt.Sprintf(rulesFile, c.rule), c.state)
		if err != nil {
			t.Errorf("%s: %v", c.rule, err)
			continue
		}
		if got := showKey(t, s, c.key); got != c.want {
			t.Errorf("%s over %s: %s is %s, want %s", c.rule, c.state, c.key, got, c.want)
		}
	}
}

func TestRulesThatFail(t *testing.T) {
	for rule, want := range map[string]string{
		`{set: a}`:                                    "rules[0]: has neither from nor value: give exactly one",
		`{set: a, from: b, value: c}`:                 "rules[0]: has both from and value",
		`{from: user_query}`:                          "rules[0]: has no set: name the field to set",
		`{set: a.b, value: 1}`:                        "rules[0].set: a.b is a path: name a field of the state",
		`{set: a, value: 1, transfrm: copy}`:          "rules[0].transfrm: a rule has no such key: did you mean transform?",
		`{set: a, value: 1, transform: to_lst}`:       "rules[0].transform: no such transform: to_lst: did you mean to_list?",
		`7`:                                           "rules[0]: is \"7\": write a mapping",
		`{set: a, from: user_qery}`:                   "rules[0]: the state has no user_qery: did you mean user_query?",
		`{set: a, from: zzzz}`:                        "rules[0]: the state has no zzzz: give it in the state",
		`{set: a, value: 7, transform: to_list}`:      "rules[0]: to_list of value: 7 is of the wrong type: it takes null, a text or a list",
		`{set: a, value: "{", transform: parse_json}`: "rules[0]: parse_json of value:",
		`{set: a, value: .nan}`:                       "rules[0].value: the number cannot be represented in JSON",
	} {
		_, err := runOn(t, newMemory(), fmt.Sprintf(rulesFile, rule), `{}`)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", rule, err, want)
		}
	}
}

func TestShow(t *testing.T) {
	for want, v := range map[string]any{"null": nil, `"x"`: "x", "a list": []any{},
		"a mapping": map[string]any{}, "7": 7, "true": true} {
		if got := show(v); got != want {
			t.Errorf("show(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestDeepMerge(t *testing.T) {
	parse := func(s string) (v any) {
		if err := json.Unmarshal([]byte(s), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, c := range [][3]string{
		{`{"a": 1, "b": {"x": 1}}`, `{"b": {"y": 2}, "c": 3}`, `{"a":1,"b":{"x":1,"y":2},"c":3}`},
		{`{"a": [1, 2]}`, `{"a": [3]}`, `{"a":[3]}`},
		{`{"a": {"x": 1}}`, `{"a": null}`, `{"a":null}`},
		{`1`, `{"a": 1}`, `{"a":1}`},
	} {
		under := parse(c[0])
		raw, err := json.Marshal(deepMerge(under, parse(c[1])))
		if err != nil || string(raw) != c[2] {
			t.Errorf("%s over %s: %s, want %s", c[1], c[0], raw, c[2])
		}
		if again, _ := json.Marshal(under); string(again) != strings.ReplaceAll(strings.ReplaceAll(c[0],
			": ", ":"), ", ", ",") {
			t.Errorf("%s was changed to %s", c[0], again)
		}
	}
}
