package parse

import "testing"

// TestBalanced checks that a type from a broken text gets balanced brackets.
func TestBalanced(t *testing.T) {
	for typ, want := range map[string]string{
		"int": "int", "int[]": "int[]", "A<B,C[]>": "A<B,C[]>", "(int,A<B>)": "(int,A<B>)",
		"int[": "int[]", "A<B[,C": "A<B[,C]>", "A<(B>": "A<(B)>",
		"int]": "int", "A<B>>": "A<B>", ")[": "[]",
	} {
		if got := Balanced(typ); got != want {
			t.Errorf("%q becomes %q, want %q", typ, got, want)
		}
	}
}
