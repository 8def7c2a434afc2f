package typescript

import "testing"

// TestSettings checks which files of any name hold compiler settings: only the beginning of a .json file
// is read.
func TestSettings(t *testing.T) {
	const settings = `{ "compilerOptions": { "paths": {} } }`
	for _, c := range []struct {
		path, head string
		want       bool
	}{
		{"settings/library.json", settings, true},
		{"settings/library.json", `{ "name": "options" }`, false},
		{"settings/library.yaml", settings, false},
	} {
		if got := isSettings(c.path, func() string { return c.head }); got != c.want {
			t.Errorf("%s %s: %v", c.path, c.head, got)
		}
	}
	isSettings("a.ts", func() string {
		t.Error("a file that cannot be settings is read")
		return ""
	})
}
