package pipeline

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

var setVariables = &action{
	name:     "set_variables",
	fields:   []fieldSpec{{name: "rules", form: rules}},
	complete: variablesComplete,
	ready:    func(begin, *Step, reporter) {},
	run:      runVariables,
}

// A rule assigns one field of the state.
type rule struct {
	line      int
	set, from string
	value     any
	transform string
}

var ruleKeys = []string{"set", "from", "value", "transform"}

// fields of the runtime's state, which it always has. A rule may read them also
// where the state does not bring them.
var stateFields = []string{
	"acl_labels_union", "allowed_commands", "answer_neutral", "answer_translated", "banner_neutral", "banner_translated", "branch",
	"classification_labels_union", "consultant", "context_blocks", "doc_level_max", "final_answer", "graph_debug", "graph_edges",
	"graph_expanded_nodes", "graph_seed_nodes", "history_blocks", "history_dialog", "history_qa_neutral", "inbox", "inbox_last_consumed",
	"last_model_response", "last_prefix", "last_search_bm25_operator", "last_search_filters", "last_search_query", "last_search_type",
	"loop_counters", "model_input_en", "node_texts", "query_type", "repository", "request_id", "retrieval_filters", "retrieval_hits",
	"retrieval_mode", "retrieval_queries_asked", "retrieval_query", "retrieval_scope", "retrieval_seed_nodes", "router_raw", "session_id",
	"snapshot_id", "snapshot_id_b", "snapshot_set_id", "step_trace", "steps_used", "translate_chat", "turn_loop_counter", "user_id",
	"user_query", "user_question_neutral", "user_question_translated",
}

// transforms turn the value of a rule into what is assigned; old is the value
// that is there.
var transforms = map[string]func(v, old any) (any, error){
	"copy":              func(v, _ any) (any, error) { return v, nil },
	"to_list":           func(v, _ any) (any, error) { return toList(v) },
	"split_lines":       func(v, _ any) (any, error) { return splitLines(v) },
	"parse_json":        func(v, _ any) (any, error) { return parseJSON(v) },
	"to_context_blocks": func(v, _ any) (any, error) { return toBlocks(v) },
	"clear":             func(_, old any) (any, error) { return cleared(old), nil },
}

func variablesComplete(d *document, s *Step) {
	if s.lacks("rules") {
		d.add(s.Line, s.ID, "rules", "write a list of rules, each with set and from or value", "is missing")
	}
	if !s.has("rules") {
		return
	}
	for i, n := range s.fields["rules"].node.Content {
		d.rule(s, fmt.Sprintf("rules[%d]", i), resolved(n))
	}
}

// rule checks one rule.
func (d *document) rule(s *Step, name string, n *yaml.Node) {
	list, ok := d.members(n, s.ID)
	if !ok {
		d.add(n.Line, s.ID, name, "write a mapping with set and from or value", "is %s", kindOf(n))
		return
	}
	for _, m := range list {
		switch m.key {
		case "set", "from":
			if strings.Contains(d.word(m, s.ID), ".") {
				d.add(m.line, s.ID, name+"."+m.key, "name a field of the state", "%s is a path", m.value.Value)
			}
		case "transform":
			if _, ok := transforms[m.value.Value]; !ok && m.value.Value != "" {
				names := slices.Sorted(maps.Keys(transforms))
				d.add(m.line, s.ID, name+".transform", meant(m.value.Value, names), "no such transform: %s", m.value.Value)
			}
		case "value":
		default:
			d.add(m.line, s.ID, name+"."+m.key, meant(m.key, ruleKeys), "a rule has no such key")
		}
	}
	_, set := find(list, "set")
	_, from := find(list, "from")
	_, value := find(list, "value")
	if !set {
		d.add(n.Line, s.ID, name, "name the field to set", "has no set")
	}
	if from == value {
		d.add(n.Line, s.ID, name, "give exactly one of from and value", "has %s", map[bool]string{true: "both from and value", false: "neither from nor value"}[from])
	}
}

// rulesOf reads the rules of a step, which were checked before.
func rulesOf(s *Step) []rule {
	var out []rule
	d := &document{}
	if !s.has("rules") {
		return nil
	}
	for _, n := range s.fields["rules"].node.Content {
		list, _ := d.members(n, s.ID)
		x := rule{line: resolved(n).Line, transform: "copy"}
		for _, m := range list {
			switch m.key {
			case "set":
				x.set = strings.TrimSpace(m.value.Value)
			case "from":
				x.from = strings.TrimSpace(m.value.Value)
			case "value":
				x.value, _ = decode(m.value)
			case "transform":
				if m.value.Value != "" {
					x.transform = m.value.Value
				}
			}
		}
		out = append(out, x)
	}
	return out
}

// assigned lists the keys of the state that a step sets by rules.
func assigned(s *Step) []string {
	var keys []string
	for _, x := range rulesOf(s) {
		keys = append(keys, x.set)
	}
	return keys
}

func runVariables(r *Run, s *Step) (Report, error) {
	list := rulesOf(s)
	for i, x := range list {
		fail := func(remedy, format string, args ...any) error {
			return r.Plan.Pipeline.problem(x.line, s.ID, fmt.Sprintf("rules[%d]", i), remedy, fmt.Sprintf(format, args...))
		}
		value := x.value
		if x.from != "" {
			if _, ok := r.State[x.from]; !ok && !slices.Contains(stateFields, x.from) {
				return Report{}, fail(meantField(x.from, r.State), "the state has no %s", x.from)
			}
			var err error
			if value, err = r.State.plain(x.from); err != nil {
				return Report{}, err
			}
		}
		old, err := r.State.plain(x.set)
		if err != nil {
			return Report{}, err
		}
		out, err := transforms[x.transform](value, old)
		if err != nil {
			return Report{}, fail("", "%s: %v", x.transform, err)
		}
		r.State[x.set] = out
	}
	return Report{Says: "set " + strings.Join(assigned(s), ", ")}, nil
}

// meantField suggests a field of the state.
func meantField(name string, s State) string {
	names := append(slices.Sorted(maps.Keys(s)), stateFields...)
	if n := nearest(name, names); n != "" {
		return "did you mean " + n + "?"
	}
	return "give it in the state"
}

func wrongType(v any) error { return fmt.Errorf("%s is of the wrong type", show(v)) }

func toList(v any) (any, error) {
	switch v := v.(type) {
	case nil:
		return []any{}, nil
	case []any:
		return v, nil
	case string:
		if strings.TrimSpace(v) == "" {
			return []any{}, nil
		}
		return []any{v}, nil
	}
	return nil, wrongType(v)
}

func splitLines(v any) (any, error) {
	lines := []any{}
	switch v := v.(type) {
	case nil:
		return lines, nil
	case string:
		for _, line := range strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) }) {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
		return lines, nil
	}
	return nil, wrongType(v)
}

func parseJSON(v any) (any, error) {
	t, ok := v.(string)
	if !ok {
		return nil, wrongType(v)
	}
	var out struct{ Value any }
	dec := json.NewDecoder(strings.NewReader(`{"Value":` + t + "\n}"))
	dec.UseNumber()
	if err := dec.Decode(&out); err != nil || !json.Valid([]byte(t)) {
		return nil, fmt.Errorf("the text is no JSON")
	}
	return out.Value, nil
}

// toBlocks makes a list of texts out of a text, or of a list of texts and of
// objects with a text.
func toBlocks(v any) (any, error) {
	blocks := []any{}
	switch v := v.(type) {
	case nil:
		return blocks, nil
	case string:
		if strings.TrimSpace(v) != "" {
			blocks = append(blocks, v)
		}
		return blocks, nil
	case []any:
		for _, x := range v {
			if object, ok := x.(map[string]any); ok {
				if x, ok = object["text"]; !ok {
					return nil, fmt.Errorf("a block has no text")
				}
			}
			t, ok := x.(string)
			if !ok {
				return nil, fmt.Errorf("a block is %s: write a text, or an object with a text", show(x))
			}
			if t = strings.TrimSpace(t); t != "" {
				blocks = append(blocks, t)
			}
		}
		return blocks, nil
	}
	return nil, wrongType(v)
}

// cleared is an empty value of the same type.
func cleared(old any) any {
	switch old.(type) {
	case []any:
		return []any{}
	case map[string]any:
		return map[string]any{}
	case string:
		return ""
	}
	return nil
}
