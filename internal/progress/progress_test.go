package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"seedgraph/internal/cli"
)

// TestPlainProgressReminds checks that a phase without reports writes a line every
// few seconds.
func TestPlainProgressReminds(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	b := &plain{p: &cli.Program{Name: "indexer"}, w: &out, now: func() time.Time { return now }}
	b.Phase("resolving", 0, 0)
	b.remind() // too early
	now = now.Add(plainEvery)
	b.remind()
	now = now.Add(plainEvery)
	b.remind()
	b.Done()
	now = now.Add(plainEvery)
	b.remind() // done
	want := "indexer: resolving, 5s so far\nindexer: resolving, 10s so far\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

var testProgram = cli.Program{Name: "tool"}

// clock is a clock that stands still between steps.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestPlainProgressIsSparing(t *testing.T) {
	c := &clock{time.Unix(1000, 0)}
	var out bytes.Buffer
	p := &plain{p: &testProgram, w: &out, now: c.now}
	p.Phase("walking", 0, 0)
	p.Add(10, 0)
	p.Phase("parsing", 400, 40e6)
	for range 120 {
		c.at = c.at.Add(100 * time.Millisecond)
		p.Add(1, 100_000)
	}
	p.Phase("counting", 0, 0)
	c.at = c.at.Add(6 * time.Second)
	p.Add(3, 0)
	p.Done()
	want := "tool: parsing 50/400 files, 1.0 MB/s, 35s left\n" +
		"tool: parsing 100/400 files, 1.0 MB/s, 30s left\n" +
		"tool: counting 3 files\n"
	if out.String() != want {
		t.Errorf("progress is\n%swant\n%s", out.String(), want)
	}
}

func TestBarIsErased(t *testing.T) {
	c := &clock{time.Unix(1000, 0)}
	var out bytes.Buffer
	b := &bar{w: &out, now: c.now}
	b.Phase("parsing", 4, 4000)
	for range 4 {
		c.at = c.at.Add(time.Second)
		b.Add(1, 1000)
	}
	b.Done()
	b.Add(1, 1) // after the end: nothing
	s := out.String()
	if !strings.Contains(s, "parsing") || !strings.Contains(s, "/4 files") {
		t.Errorf("the bar is %q", s)
	}
	if strings.Contains(s, "\n") {
		t.Errorf("the bar leaves lines: %q", s)
	}
	if last := s[strings.LastIndexByte(strings.TrimRight(s, "\r"),
		'\r')+1:]; strings.TrimSpace(strings.ReplaceAll(last, "\x1b[2K", "")) != "" {
		t.Errorf("the bar is not erased: %q", last)
	}
}

func TestProgressFitsWhereItGoes(t *testing.T) {
	var out bytes.Buffer
	if _, ok := New(&testProgram, &out, false).(*plain); !ok {
		t.Error("no plain lines for what is no terminal")
	}
	quiet := New(&testProgram, &out, true)
	quiet.Phase("x", 1, 1)
	quiet.Add(1, 1)
	quiet.Done()
	if out.Len() > 0 {
		t.Errorf("quiet says %q", out.String())
	}
}
