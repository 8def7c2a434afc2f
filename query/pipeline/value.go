package pipeline

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// decode returns a node as a JSON value: nil, bool, int, float64, string, []any or
// map[string]any. Truth values follow YAML 1.1, which the runtime reads.
func decode(n *yaml.Node) (any, error) {
	var v any
	if err := n.Decode(&v); err != nil {
		_, text := yamlError(err)
		return nil, errors.New(text)
	}
	if n.Kind == yaml.ScalarNode {
		return scalar(n, v)
	}
	return nested(v)
}

func scalar(n *yaml.Node, v any) (any, error) {
	if n.ShortTag() == "!!timestamp" {
		return n.Value, nil
	}
	if _, ok := v.(string); ok && n.Style == 0 &&
		slices.Contains(truths, strings.ToLower(n.Value)) {
		w := strings.ToLower(n.Value)
		return w == "yes" || w == "on" || w == "true", nil
	}
	return nested(v)
}

// nested converts YAML-specific values to JSON values.
func nested(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case []any:
		for i := range v {
			if v[i], err = nested(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for key, x := range v {
			if v[key], err = nested(x); err != nil {
				return nil, err
			}
		}
	case map[any]any:
		out := make(map[string]any, len(v))
		for key, x := range v {
			if out[fmt.Sprint(key)], err = nested(x); err != nil {
				return nil, err
			}
		}
		return out, nil
	case time.Time:
		if v.Equal(v.Truncate(24 * time.Hour)) {
			return v.Format(time.DateOnly), nil
		}
		return v.Format(time.RFC3339Nano), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, errors.New("the number cannot be represented in JSON")
		}
	}
	return v, nil
}

// most is the maximum of numbers: nothing has more nodes, tokens or characters.
const most = math.MaxInt32

// wholeNumber converts a value to an integer like the runtime: fractions are truncated,
// and a text of digits is a number too, but a truth value is not.
func wholeNumber(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return min(max(v, -most), most), true
	case uint64:
		return most, true
	case float64:
		return int(min(max(v, -most), most)), !math.IsNaN(v)
	case json.Number:
		f, err := v.Float64()
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, false
		}
		return wholeNumber(f)
	case string:
		return digits(v)
	}
	return 0, false
}

// exactNumber is like wholeNumber, but does not accept fractions.
func exactNumber(v any) (int, bool) {
	switch v := v.(type) {
	case float64:
		if v != math.Trunc(v) {
			return 0, false
		}
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return 0, false
		}
	}
	return wholeNumber(v)
}

// digits parses a text of digits with an optional sign. Single underscores may separate
// digits.
func digits(s string) (int, bool) {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s,
		"__") || strings.Contains(s, "-_") || strings.Contains(s, "+_") {
		return 0, false
	}
	n, err := strconv.Atoi(strings.ReplaceAll(s, "_", ""))
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return wholeNumber(n)
}

// show formats a value for a message.
func show(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", v)
	case []any:
		return "a list"
	case map[string]any:
		return "a mapping"
	}
	return fmt.Sprint(v)
}

// deepMerge overlays a value on another: mappings are merged key by key, other values are
// replaced.
func deepMerge(under, over any) any {
	u, okU := under.(map[string]any)
	o, okO := over.(map[string]any)
	if !okU || !okO {
		return over
	}
	out := make(map[string]any, len(u)+len(o))
	for key, v := range u {
		out[key] = v
	}
	for key, v := range o {
		if old, ok := out[key]; ok {
			v = deepMerge(old, v)
		}
		out[key] = v
	}
	return out
}
