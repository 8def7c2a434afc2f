package pipeline

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/near"
)

var setVariables = &action{
	name:     "set_variables",
	fields:   []fieldSpec{{name: "rules", form: rules}},
	complete: variablesComplete,
	ready:    func(stepContext, *Step, reporter) {},
	run:      runVariables,
}

// A rule assigns one field of the state.
type rule struct {
	at        Place
	set, from string
	value     any
	transform string
}

var ruleKeys = []string{"set", "from", "value", "transform"}

// transforms convert the value of a rule to the assigned value; old is the previous
// value.
var transforms = map[string]func(v, old any) (any, error){
	"copy":              func(v, _ any) (any, error) { return v, nil },
	"to_list":           func(v, _ any) (any, error) { return toList(v) },
	"split_lines":       func(v, _ any) (any, error) { return splitLines(v) },
	"parse_json":        func(v, _ any) (any, error) { return parseJSON(v) },
	"to_context_blocks": func(v, _ any) (any, error) { return toBlocks(v) },
	"clear":             func(_, old any) (any, error) { return cleared(old), nil },
}

// takes describes the values that the transforms accept.
var takes = map[string]string{
	"to_list":           "it takes null, a text or a list",
	"split_lines":       "it takes null or a text",
	"parse_json":        "it takes a text that is JSON",
	"to_context_blocks": "it takes null, a text, or a list of texts and of objects with a text",
}

func variablesComplete(d *document, s *Step) {
	if s.lacks("rules") {
		d.add(s.At, s.ID, "rules", "write a list of rules, each with set and from or value",
			"is missing")
	}
	if !s.has("rules") {
		return
	}
	d = newDocument(s.at("rules").File, d.problems)
	for i, n := range s.fields["rules"].node.Content {
		d.rule(s, fmt.Sprintf("rules[%d]", i), resolved(n))
	}
}

// rule checks one rule.
func (d *document) rule(s *Step, name string, n *yaml.Node) {
	list, ok := d.members(n, s.ID)
	if !ok {
		d.add(d.at(n), s.ID, name, "write a mapping with set and from or value", "is %s", kindOf(n))
		return
	}
	for _, m := range list {
		switch m.key {
		case "set", "from":
			if strings.Contains(d.word(m, s.ID), ".") {
				d.add(m.at, s.ID, name+"."+m.key, "name a field of the state", "%s is a path",
					m.value.Value)
			}
		case "transform":
			if _, ok := transforms[transformOf(m.value)]; !ok || m.value.Kind != yaml.ScalarNode {
				names := slices.Sorted(maps.Keys(transforms))
				d.add(m.at, s.ID, name+".transform", meant(m.value.Value, names),
					"no such transform: %s",
					m.value.Value)
			}
		case "value":
			if _, err := decode(m.value); err != nil {
				d.add(m.at, s.ID, name+".value", "write another value", "%v", err)
			}
		default:
			d.add(m.at, s.ID, name+"."+m.key, meant(m.key, ruleKeys), "a rule has no such key")
		}
	}
	_, set := find(list, "set")
	_, from := find(list, "from")
	_, value := find(list, "value")
	if !set {
		d.add(d.at(n), s.ID, name, "name the field to set", "has no set")
	}
	if from == value {
		d.add(d.at(n), s.ID, name, "give exactly one of from and value", "has %s",
			map[bool]string{true: "both from and value", false: "neither from nor value"}[from])
	}
}

// transformOf returns the name of a transform, by default copy.
func transformOf(n *yaml.Node) string {
	if name := strings.TrimSpace(n.Value); name != "" && !isNull(n) {
		return name
	}
	return "copy"
}

// rulesOf returns the rules of a step, which were checked before.
func rulesOf(s *Step) []rule {
	var out []rule
	if !s.has("rules") {
		return nil
	}
	d := newDocument(s.at("rules").File, &Problems{})
	for _, n := range s.fields["rules"].node.Content {
		list, _ := d.members(n, s.ID)
		x := rule{at: d.at(resolved(n)), transform: "copy"}
		for _, m := range list {
			switch m.key {
			case "set":
				x.set = strings.TrimSpace(m.value.Value)
			case "from":
				x.from = strings.TrimSpace(m.value.Value)
			case "value":
				x.value, _ = decode(m.value)
			case "transform":
				x.transform = transformOf(m.value)
			}
		}
		out = append(out, x)
	}
	return out
}

// assigned lists the keys of the state that the rules of a step set.
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
			return r.Plan.Pipeline.problem(x.at, s.ID, fmt.Sprintf("rules[%d]", i), remedy,
				fmt.Sprintf(format, args...))
		}
		value := x.value
		if x.from != "" {
			var ok bool
			var err error
			if value, ok, err = r.State.field(x.from); err != nil {
				return Report{}, err
			}
			if !ok {
				return Report{}, fail(meantField(x.from, r.State), "the state has no %s", x.from)
			}
		}
		old, _, err := r.State.field(x.set)
		if err != nil {
			return Report{}, err
		}
		out, err := transforms[x.transform](value, old)
		if err != nil {
			return Report{}, fail(takes[x.transform], "%s of %s: %v", x.transform,
				cmp.Or(x.from, "value"),
				err)
		}
		r.State[x.set] = out
	}
	return Report{Summary: "set " + strings.Join(assigned(s), ", ")}, nil
}

// meantField suggests a field of the state.
func meantField(name string, s State) string {
	names := append(slices.Sorted(maps.Keys(s)), stateFields...)
	if n := near.Name(name, names); n != "" {
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
		for _, line := range strings.FieldsFunc(v,
			func(r rune) bool { return strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r) }) {
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
		return nil, errors.New("the text is not JSON")
	}
	return out.Value, nil
}

// toBlocks converts a text, or a list of texts and of objects with a text, to a list of
// texts.
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
				return nil, fmt.Errorf("a block is %s: write a text, or an object with a text",
					show(x))
			}
			if t = strings.TrimSpace(t); t != "" {
				blocks = append(blocks, t)
			}
		}
		return blocks, nil
	}
	return nil, wrongType(v)
}

// cleared returns an empty value of the same type.
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
