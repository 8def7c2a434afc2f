package cli

import (
	"bytes"
	"testing"
	"time"
)

// TestPlainProgressReminds: a phase that reports nothing writes a line every few seconds.
func TestPlainProgressReminds(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(0, 0)
	b := &plain{p: &Program{Name: "indexer"}, w: &out, now: func() time.Time { return now }}
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
