package build

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestLowMemory checks that a build that comes near a limit ends with a message that
// names it, and that other builds, and the errors of builds that fail for another
// reason, are the same as without a limit.
func TestLowMemory(t *testing.T) {
	var used atomic.Int64
	limits := []MemoryLimit{{1 << 30, "ulimit -v", used.Load}}
	waits := func(ctx context.Context) error {
		used.Store(1 << 30)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Minute):
			return nil
		}
	}
	err := WithinMemory(t.Context(), limits, waits)
	if err == nil || !strings.Contains(err.Error(), "more memory than the 1024 MB that ulimit -v allows") {
		t.Errorf("got %v", err)
	}
	if err := WithinMemory(t.Context(), limits, waits); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("too little from the beginning: %v", err)
	}
	used.Store(0)
	other := errors.New("other")
	for _, want := range []error{nil, other} {
		if err := WithinMemory(t.Context(), limits, func(context.Context) error { return want }); err != want {
			t.Errorf("got %v, want %v", err, want)
		}
		if err := WithinMemory(t.Context(), nil, func(context.Context) error { return want }); err != want {
			t.Errorf("without limits: got %v, want %v", err, want)
		}
	}
	if pagesOf(0) < pagesOf(1) || pagesOf(9) != 0 {
		t.Errorf("%d bytes of addresses, %d resident", pagesOf(0), pagesOf(1))
	}
}

func TestLimitFiles(t *testing.T) {
	for groups, want := range map[string]string{
		"0::/ci.slice/job.scope\n": "/sys/fs/cgroup/ci.slice/job.scope/memory.max " +
			"/sys/fs/cgroup/ci.slice/memory.max /sys/fs/cgroup/memory.max",
		"0::/\n": "/sys/fs/cgroup/memory.max",
		"9:cpu,cpuacct:/a\n4:memory:/a\n": "/sys/fs/cgroup/memory/a/memory.limit_in_bytes " +
			"/sys/fs/cgroup/memory/memory.limit_in_bytes",
		"0::/../outer\n": "/sys/fs/cgroup/outer/memory.max /sys/fs/cgroup/memory.max",
		"":               "",
	} {
		if got := strings.Join(limitFiles(groups), " "); got != want {
			t.Errorf("%q: %s", groups, got)
		}
	}
}
