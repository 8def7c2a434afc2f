package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// good is a run that writes a file in a temporary folder and renames that to
// /w/out.
var good = []string{
	`7  mkdirat(AT_FDCWD</w>, "/w/out.tmp", 0777) = 0`,
	`7  openat(AT_FDCWD</w>, "/w/out.tmp/.lock", O_RDWR|O_CREAT, 0666) = 3</w/out.tmp/.lock>`,
	`7  openat(AT_FDCWD</w>, "/w/out.tmp/a", O_RDWR|O_CREAT, 0666) = 4</w/out.tmp/a>`,
	`7  write(4</w/out.tmp/a>, "text", 4 <unfinished ...>`,
	`8  openat(AT_FDCWD</w>, "/w/out.tmp/room", O_RDWR|O_CREAT, 0666) = 5</w/out.tmp/room>`,
	`7  <... write resumed>) = 4`,
	`8  unlinkat(AT_FDCWD</w>, "/w/out.tmp/room", 0) = 0`,
	`7  fsync(4</w/out.tmp/a>) = 0`,
	`7  fsync(6</w/out.tmp>) = 0`,
	`7  renameat2(AT_FDCWD</w>, "/w/out.tmp", AT_FDCWD</w>, "/w/out", RENAME_EXCHANGE) = 0`,
	`7  fsync(6</w>) = 0`,
}

// TestOrder checks that any missing or premature flush is found.
func TestOrder(t *testing.T) {
	outputs := []string{"/w/out", "/w/notes"}
	if got := traceOf(t, good).unflushed(outputs); len(got) > 0 {
		t.Errorf("a sound run: %v", got)
	}
	without := func(i int) []string { return slices.Delete(slices.Clone(good), i, i+1) }
	early := without(7)
	early = slices.Insert(early, 3, good[7])
	failed := slices.Clone(good)
	failed[7] = `7  fsync(4</w/out.tmp/a>) = -1 EIO (Input/output error) (INJECTED)`
	renamed := slices.Insert(slices.Clone(good), 8,
		`7  renameat(AT_FDCWD</w>, "/w/out.tmp/a", AT_FDCWD</w>, "/w/out.tmp/b") = 0`)
	if got := traceOf(t, renamed).unflushed(outputs); len(got) > 0 {
		t.Errorf("a file that is renamed within: %v", got)
	}
	inPlace := append(slices.Clone(good), `7  write(9</w/notes>, "x", 1) = 1`)
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"a file that is not flushed":   {without(7), "before /w/out.tmp/a is flushed"},
		"a folder that is not flushed": {without(8), "before /w/out.tmp is flushed"},
		"no flush after the rename":    {without(10), "/w is not flushed after a rename in it"},
		"a flush before the write":     {early, "before /w/out.tmp/a is flushed"},
		"a flush that fails":           {failed, "before /w/out.tmp/a is flushed"},
		"written in place":             {inPlace, "/w/notes is written and not flushed"},
	} {
		got := traceOf(t, c.lines).unflushed(outputs)
		if len(got) != 1 || !strings.HasSuffix(got[0], c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestTrace checks that calls in two lines are joined, and that injected errors are
// recognized.
func TestTrace(t *testing.T) {
	got := traceOf(t, good)
	if len(got) != 10 || got.most() != 8 {
		t.Errorf("%d calls, %d of one thread", len(got), got.most())
	}
	if got[4].name != "write" || got[4].file() != "/w/out.tmp/a" {
		t.Errorf("the call in two lines is %+v", got[4])
	}
	hit := traceOf(t, []string{`7  read(3</a>, 0xc0, 8) = -1 EIO (Input/output error) (INJECTED)`})
	if !hit[0].injected || !hit[0].failed() || got[0].injected {
		t.Errorf("%+v", hit[0])
	}
}

// TestUnclear checks that a stack trace or no output does not count as a message,
// unless none can be written.
func TestUnclear(t *testing.T) {
	hit := func(line string) trace {
		return traceOf(t, []string{line + ` = -1 EIO (Input/output error) (INJECTED)`})
	}
	file := hit(`7  read(3</a>, 0xc0, 8)`)
	for _, c := range []struct {
		t    trace
		r    result
		want bool
	}{
		{file, result{1, "indexer: read /a: input/output error\n"}, false},
		{file, result{1, ""}, true},
		{file, result{2, "panic: x\n\ngoroutine 1 [running]:\n"}, true},
		{file, result{-1, "x: y"}, true},
		{file, result{0, ""}, false},
		{hit(`7  write(2</dev/pts/0>, "x", 1)`), result{1, ""}, false},
		{hit(`7  write(5<anon_inode:[eventfd]>, "x", 8)`), result{2, "goroutine 1 [running]:"}, false},
	} {
		if got := unclear(c.t, c.r); (got != "") != c.want {
			t.Errorf("%v %+v: %q", c.t, c.r, got)
		}
	}
}

// TestChosen returns all calls, or a few of them from the first on.
func TestChosen(t *testing.T) {
	if got := chosen(3, false); !slices.Equal(got, []int{1, 2, 3, 4}) {
		t.Error(got)
	}
	if got := chosen(100, true); len(got) > fewCalls+2 || got[0] != 1 {
		t.Error(got)
	}
	if got := chosen(0, true); got != nil {
		t.Error(got)
	}
}

func traceOf(t *testing.T, lines []string) trace {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := readTrace(file)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
