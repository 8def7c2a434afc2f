package resolve

import (
	"testing"

	"seedgraph/parse"
)

// TestPlainTypes: values of data types hold no function; those of other types may.
func TestPlainTypes(t *testing.T) {
	for name, want := range map[string]bool{"string": true, "Guid": true, "context.Context": true,
		"Order": false, "Action": false, "func": false} {
		if got := isPlainType(parse.TypeRef{Name: name}); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestCallsOfBaseConstructors: super(), this(), base() and __init__() run on the object
// itself; a constructor called by the name of its type makes another one.
func TestCallsOfBaseConstructors(t *testing.T) {
	for name, want := range map[string]bool{"super": true, "this": true, "base": true,
		"__init__": true, "Order": false} {
		if got := callsBase(&parse.Reference{Name: name}); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestRuns: an unresolved call may run anything, an unresolved type runs nothing.
func TestRuns(t *testing.T) {
	for kind, want := range map[parse.RefKind]bool{parse.RefCall: true, parse.RefType: false,
		parse.RefUse: false} {
		if got := runs(kind); got != want {
			t.Errorf("kind %d: %v, want %v", kind, got, want)
		}
	}
}
