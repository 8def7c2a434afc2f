package graphbuild

import "testing"

// TestMarksOfDeprecation checks which attributes and doc comments mark a definition as
// deprecated.
func TestMarksOfDeprecation(t *testing.T) {
	for decorator, want := range map[string]bool{
		"Deprecated": true, "java.lang.Deprecated": true, "warnings.deprecated": true, "Obsolete": true,
		"System.ObsoleteAttribute": true, "NotDeprecated": false, "Override": false, "": false,
		`\Deprecated`: true, "deprecated": true, "deprecated_by": false,
	} {
		if got := deprecates(decorator); got != want {
			t.Errorf("%q: %v, want %v", decorator, got, want)
		}
	}
	for doc, want := range map[string]bool{
		"Adds a line.\n\n@deprecated use Append": true,
		"Add adds.\n\nDeprecated: use Append.":   true,
		"Adds.\n  .. deprecated:: 2.0":           true,
		"\\deprecated use append":                true,
		"Warns of deprecated calls.":             false,
		"Lists\ndeprecated: the old names":       false,
		"Adds a line.":                           false,
	} {
		if got := saysDeprecated(doc); got != want {
			t.Errorf("%q: %v, want %v", doc, got, want)
		}
	}
}
