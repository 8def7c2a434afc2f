package feedback

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAppend checks that records are on separate lines, also after an incomplete line.
func TestAppend(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.jsonl")
	rec := Record{Time: time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC), Query: "q", Useful: []string{"a"}}
	for range 2 {
		if err := Append(file, rec); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Read(strings.NewReader(string(text))); err != nil || len(got) != 2 {
		t.Fatalf("%d records, %v", len(got), err)
	}
	if err := os.WriteFile(file, append(text, `{"time":`...), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Append(file, rec); err != nil {
		t.Fatal(err)
	}
	text, err = os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); len(lines) != 4 || lines[3] != lines[0] {
		t.Errorf("%q", lines)
	}
}

// TestAppendLeavesNothing checks that a file that cannot be written to is unchanged, and
// a missing one is not created.
func TestAppendLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := Append(filepath.Join(dir, "missing", "notes.jsonl"), Record{}); err == nil {
		t.Error("a folder that is missing was written to")
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
	f, err := os.Create(filepath.Join(dir, "closed"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := extend(f, 0, []byte("x\n")); err == nil {
		t.Error("a closed file was written to")
	}
}
