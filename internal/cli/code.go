package cli

import (
	"context"
	"errors"
)

// Exit codes of both programs. Code 2 is left to the Go runtime.
const (
	OK            = 0
	Failed        = 1   // failure or wrong usage
	Skipped       = 3   // done, but some files were skipped
	NothingFound  = 4   // the question has no answer
	NoArtifacts   = 10  // no artifacts there
	UnknownFormat = 11  // artifacts of a format that is not understood
	Corrupt       = 12  // artifacts are damaged
	UnknownID     = 13  // unknown or ambiguous id
	Interrupted   = 130 // ended by a signal
)

// Error classes that a command returns, mostly wrapped, to choose its code.
var (
	ErrSkipped      = errors.New("some files were skipped")
	ErrNothingFound = errors.New("nothing found")
	ErrUnknownID    = errors.New("unknown or ambiguous id")
)

// A Class maps the errors that wrap Err to an exit code. Hint, where not
// empty, is printed after a message that brings no hint of its own.
type Class struct {
	Err  error
	Code int
	Hint string
}

// classes is the table of the classes that every program has.
var classes = []Class{
	{context.Canceled, Interrupted, ""},
	{ErrSkipped, Skipped, ""},
	{ErrNothingFound, NothingFound, ""},
	{ErrUnknownID, UnknownID, ""},
}

// classify finds the class of err, the program's own classes first.
func (p *Program) classify(err error) Class {
	for _, table := range [][]Class{p.Classes, classes} {
		for _, c := range table {
			if errors.Is(err, c.Err) {
				return c
			}
		}
	}
	return Class{Err: err, Code: Failed}
}

// hinted is an error with a hint for the person who reads it.
type hinted struct {
	error
	hint string
}

func (h *hinted) Unwrap() error { return h.error }

// WithHint adds a hint to err: what to do about it, lower case, no full stop.
func WithHint(err error, hint string) error { return &hinted{err, hint} }

// hintOf returns the outermost hint in err's chain.
func hintOf(err error) string {
	var h *hinted
	if errors.As(err, &h) {
		return h.hint
	}
	return ""
}
