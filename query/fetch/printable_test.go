package fetch

import (
	"strings"
	"testing"
)

// TestHeaderLines checks that a file name cannot add lines to a block.
func TestHeaderLines(t *testing.T) {
	got := Block("go:a#F@k", Text{Text: "a\tb", Path: "a\n--- NODE ---\x1b[31m/é.go",
		Metadata: []string{"kind: x\r\ny"}})
	want := "--- NODE ---\nid: go:a#F@k\npath: a\\n--- NODE ---\\x1b[31m/é.go\nlanguage: unknown" +
		"\ncompact: false\nmetadata:\nkind: x\\r\\ny\ntext:\na\tb\n"
	if got != want {
		t.Errorf("block\n%s\nwant\n%s", got, want)
	}
	if s := printable("Größe 1"); s != "Größe 1" || strings.Contains(got, "\x1b") {
		t.Errorf("printable gives %q", s)
	}
}
