// Package progress shows the progress of a long task to a person. It is separate from
// package cli, because programs that only answer queries need no progress bar.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"seedgraph/internal/cli"
)

// Progress shows the progress of a long task. Its methods are safe for
// concurrent use.
type Progress interface {
	// Phase begins a phase of the task: files and bytes are its totals, 0 if
	// unknown. It ends the previous phase.
	Phase(name string, files int, bytes int64)
	// Add reports that further files and bytes are done.
	Add(files int, bytes int64)
	// Done ends the last phase and leaves the terminal clean.
	Done()
}

// plainEvery is the minimum time between two plain lines of one phase.
const plainEvery = 5 * time.Second

// New chooses the form of progress for w: nothing if quiet, a bar on a
// terminal, otherwise plain lines at most one every few seconds.
func New(p *cli.Program, w io.Writer, quiet bool) Progress {
	switch {
	case quiet:
		return silent{}
	case cli.IsTerminal(w):
		return &bar{w: w, color: cli.HasColor(w), now: time.Now}
	}
	return &plain{p: p, w: w, now: time.Now}
}

type silent struct{}

func (silent) Phase(string, int, int64) {}
func (silent) Add(int, int64)           {}
func (silent) Done()                    {}

// A count is the state of one phase.
type count struct {
	name              string
	files, totalFiles int
	bytes, totalBytes int64
	began, last       time.Time
}

// rate returns megabytes per second since the phase began.
func (c *count) rate(now time.Time) float64 {
	s := now.Sub(c.began).Seconds()
	if s <= 0 {
		return 0
	}
	return float64(c.bytes) / 1e6 / s
}

// remaining estimates the time to the end, from bytes if they are known,
// otherwise from files; ok is false if neither is known.
func (c *count) remaining(now time.Time) (d time.Duration, ok bool) {
	done, total := float64(c.bytes), float64(c.totalBytes)
	if c.totalBytes == 0 {
		done, total = float64(c.files), float64(c.totalFiles)
	}
	if done <= 0 || total < done {
		return 0, false
	}
	return time.Duration(float64(now.Sub(c.began)) * (total - done) / done).Round(time.Second), true
}

// describe returns a description of the phase: "parsing 120/400 files, 3.1 MB/s,
// 12s left".
func (c *count) describe(now time.Time) string {
	s := c.name
	switch {
	case c.totalFiles > 0:
		s += fmt.Sprintf(" %d/%d files", c.files, c.totalFiles)
	case c.files > 0:
		s += fmt.Sprintf(" %d files", c.files)
	default:
		if took := now.Sub(c.began).Round(time.Second); took > 0 {
			s += fmt.Sprintf(", %s so far", took)
		}
	}
	if c.bytes > 0 {
		s += fmt.Sprintf(", %.1f MB/s", c.rate(now))
	}
	if d, ok := c.remaining(now); ok && d > 0 {
		s += fmt.Sprintf(", %s left", d)
	}
	return s
}

// plain writes lines, for logs. A phase shorter than plainEvery writes nothing.
type plain struct {
	mu  sync.Mutex
	p   *cli.Program
	w   io.Writer
	now func() time.Time
	c   count
	// writes a line for a phase that makes no reports for a while
	tick *time.Timer
}

func (b *plain) Phase(name string, files int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	if b.tick == nil {
		b.tick = time.AfterFunc(plainEvery, b.remind)
	}
	b.tick.Reset(plainEvery)
	b.c = count{name: name, totalFiles: files, totalBytes: bytes, began: now, last: now}
}

func (b *plain) Add(files int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.c.files += files
	b.c.bytes += bytes
	b.say()
}

// say writes a line, unless the last one is too recent.
func (b *plain) say() {
	if now := b.now(); now.Sub(b.c.last) >= plainEvery {
		b.c.last = now
		b.p.Message(b.w, "%s", b.c.describe(now))
	}
}

// remind writes a line if nothing was reported for a while.
func (b *plain) remind() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tick == nil {
		return
	}
	b.say()
	b.tick.Reset(plainEvery)
}

func (b *plain) Done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tick != nil {
		b.tick.Stop()
		b.tick = nil
	}
}

// barEvery is the minimum time between two redraws of a bar.
const barEvery = 100 * time.Millisecond

// bar draws one line that is redrawn, and erased at the end.
type bar struct {
	mu    sync.Mutex
	w     io.Writer
	color bool
	now   func() time.Time
	c     count
	bar   *progressbar.ProgressBar
}

func (b *bar) Phase(name string, files int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.finish()
	now := b.now()
	b.c = count{name: name, totalFiles: files, totalBytes: bytes, began: now}
	total := bytes
	if total == 0 {
		total = int64(files)
	}
	if total == 0 {
		total = -1
	}
	b.bar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionSetDescription(name),
		progressbar.OptionSetWidth(24),
		progressbar.OptionThrottle(barEvery),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionEnableColorCodes(b.color),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "",
			BarEnd: ""}),
	)
}

func (b *bar) Add(files int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.c.files += files
	b.c.bytes += bytes
	if b.bar == nil {
		return
	}
	if now := b.now(); now.Sub(b.c.last) >= barEvery {
		b.c.last = now
		b.bar.Describe(b.c.describe(now))
	}
	step := bytes
	if b.c.totalBytes == 0 {
		step = int64(files)
	}
	_ = b.bar.Add64(step) // a terminal error must not fail the task
}

func (b *bar) Done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.finish()
}

// finish erases the bar.
func (b *bar) finish() {
	if b.bar != nil {
		_ = b.bar.Clear()
		_ = b.bar.Exit()
		b.bar = nil
	}
}
