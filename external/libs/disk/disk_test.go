package disk

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestAccount checks the contents of the log: the packages with a hash of the files
// read, independent of the order of reading, and each failure once, without paths of
// the machine.
func TestAccount(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	a, b := write("a", "one"), write("b", "two")
	p, q := Package{"npm", "orm", "1.2.3"}, Package{"npm", "box", ""}
	read := func(l *Log, p Package, name, file, want string) {
		t.Helper()
		if got, err := l.Read(p, name, file); err != nil || got != want {
			t.Errorf("read %q, %v", got, err)
		}
	}
	first, second := NewLog(), NewLog()
	read(first, p, "orm/a", a, "one")
	read(first, p, "orm/b", b, "two")
	read(first, q, "box/b", b, "two")
	read(second, q, "box/b", b, "two")
	read(second, p, "orm/b", b, "two")
	read(second, p, "orm/a", a, "one")
	read(second, p, "orm/a", a, "one")
	got := first.Packages()
	if !slices.Equal(got, second.Packages()) {
		t.Errorf("%q is not %q", got, second.Packages())
	}
	if len(got) != 2 || !strings.HasPrefix(got[0], "npm box ") ||
		!strings.HasPrefix(got[1], "npm orm@1.2.3 ") {
		t.Errorf("got %q", got)
	}
	write("a", "other")
	third := NewLog()
	read(third, p, "orm/a", a, "other")
	read(third, p, "orm/b", b, "two")
	if third.Packages()[0] == got[1] {
		t.Error("a changed file leaves the hash as it was")
	}
}

func TestFailures(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, make([]byte, MaxBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	l := NewLog()
	if _, err := l.Read(Package{}, "x/large", large); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	for range 2 {
		if _, err := l.Read(Package{}, "x/gone", filepath.Join(dir, "gone")); err == nil {
			t.Error("no error for a file that is not there")
		}
	}
	l.Guard("x/bad", func() { panic("bad luck") })
	want := []Failure{{"x/bad", "panic: bad luck"}, {"x/gone", "no such file or directory"},
		{"x/large", "file too large"}}
	if got := l.Failures(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(l.Packages()) > 0 {
		t.Errorf("packages of which nothing was read: %q", l.Packages())
	}
}
