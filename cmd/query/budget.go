package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"seedgraph/internal/limited"
	"seedgraph/query/fetch"
)

// chooser returns the function that determines the budget from flags and
// settings. Only flags on the command line count.
func (o *fetchOptions) chooser(c *cobra.Command) (func() (fetch.Budget, error), error) {
	settings, err := readSettings(o.settings)
	if err != nil {
		return nil, err
	}
	var choice fetch.BudgetChoice
	if c.Flags().Changed("max-chars") {
		choice.MaxChars = &o.maxChars
	}
	if c.Flags().Changed("budget-tokens") {
		choice.Tokens = &o.budget
	}
	if c.Flags().Changed("budget-from-settings") {
		choice.FromSettings = &o.fromKey
	}
	if c.Flags().Changed("max-context-tokens") {
		settings["max_context_tokens"] = o.maxContext
	} else if _, ok := settings["max_context_tokens"]; !ok {
		settings["max_context_tokens"] = defaultContext
	}
	return func() (fetch.Budget, error) {
		var wrong error
		b, err := choice.Budget(func(key string) (int, bool) {
			value, ok := settings[key]
			n, whole := wholeSetting(value)
			if ok && !whole {
				wrong = fmt.Errorf("%w: settings.%s is %v: it must be a whole number",
					fetch.ErrBudget, key,
					value)
			}
			return n, ok
		})
		return b, cmp.Or(wrong, err)
	}, nil
}

// wholeSetting parses a whole number, which may be written as text.
func wholeSetting(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case float64:
		return int(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

// readSettings reads the settings in a file: at the top level, or under the key
// settings, as in a pipeline.
func readSettings(path string) (map[string]any, error) {
	if path == "" {
		return map[string]any{}, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	all := map[string]any{}
	if err := limited.UnmarshalYAML(raw, &all); err != nil {
		return nil, fmt.Errorf("read settings %s: %s", path,
			strings.TrimPrefix(err.Error(), "yaml: "))
	}
	switch inner := all["settings"].(type) {
	case map[string]any:
		return inner, nil
	case nil:
		return maps.Collect(maps.All(all)), nil
	}
	return nil, fmt.Errorf("read settings %s: settings must be a mapping (key: value)", path)
}
