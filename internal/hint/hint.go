// Package hint attaches to an error a hint on how to resolve it.
package hint

import "errors"

// hinted is an error with a hint.
type hinted struct {
	error
	text string
}

func (h *hinted) Unwrap() error { return h.error }

// With adds a hint to err: lower case, no full stop.
func With(err error, text string) error { return &hinted{err, text} }

// Of returns the outermost hint in err's chain, or "".
func Of(err error) string {
	var h *hinted
	if errors.As(err, &h) {
		return h.text
	}
	return ""
}
