package fetch

import (
	"errors"
	"fmt"
	"strings"
)

// Error classes of a request.
var (
	ErrBudget = errors.New("invalid budget")
	ErrMode   = errors.New("no such mode")
)

// A Budget limits the result: exactly one of its fields is positive.
type Budget struct {
	Tokens int
	Chars  int // Unicode code points
}

// A BudgetChoice is a requested budget: at most one of the fields may be set.
type BudgetChoice struct {
	MaxChars     *int
	Tokens       *int
	FromSettings *string // the name of a setting that holds a token budget
}

// maxContextTokens is the setting from which the implicit budget is derived.
const maxContextTokens = "max_context_tokens"

// Budget resolves the choice. If no field is set, it returns the implicit budget: 70 % of
// the setting max_context_tokens.
func (c BudgetChoice) Budget(setting func(key string) (int, bool)) (Budget, error) {
	switch {
	case c.MaxChars != nil && (c.Tokens != nil || c.FromSettings != nil):
		return Budget{}, fmt.Errorf("%w: max_chars and a token budget are mutually exclusive",
			ErrBudget)
	case c.Tokens != nil && c.FromSettings != nil:
		return Budget{}, fmt.Errorf("%w: budget_tokens and budget_tokens_from_settings are mutually exclusive", ErrBudget)
	case c.MaxChars != nil:
		return Budget{Chars: *c.MaxChars}, atLeastOne("max_chars", *c.MaxChars)
	case c.Tokens != nil:
		return Budget{Tokens: *c.Tokens}, atLeastOne("budget_tokens", *c.Tokens)
	case c.FromSettings != nil:
		return named(strings.TrimSpace(*c.FromSettings), setting)
	}
	return implicit(setting)
}

func atLeastOne(key string, n int) error {
	if n < 1 {
		return fmt.Errorf("%w: %s is %d: it must be at least 1", ErrBudget, key, n)
	}
	return nil
}

// named reads a token budget from a setting.
func named(key string, setting func(string) (int, bool)) (Budget, error) {
	n, ok := setting(key)
	if key == "" || !ok {
		return Budget{}, fmt.Errorf("%w: budget_tokens_from_settings names %q: settings have no such key", ErrBudget, key)
	}
	return Budget{Tokens: n}, atLeastOne("settings."+key, n)
}

// implicit returns the token budget derived from the model's context size: 70 % of it,
// truncated like the product of two float64, which for some sizes (90, 170, …) is one
// less than the exact value.
func implicit(setting func(string) (int, bool)) (Budget, error) {
	context, ok := setting(maxContextTokens)
	if !ok {
		return Budget{}, fmt.Errorf("%w: settings.%s is missing: set it, or give budget_tokens or max_chars", ErrBudget, maxContextTokens)
	}
	share := 0.7
	n := int(float64(context) * share)
	if n < 1 {
		return Budget{}, fmt.Errorf("%w: settings.%s is %d: 70 %% of it is less than 1", ErrBudget,
			maxContextTokens, context)
	}
	return Budget{Tokens: n}, nil
}
