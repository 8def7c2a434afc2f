package build

import (
	"context"
	"fmt"
	"math"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"seedgraph/internal/hint"
)

// A build that runs out of memory exits with a message while there is still enough
// memory for it: otherwise Go exits with the stacks of all goroutines when an
// allocation fails, and a container without any message.

const (
	memoryPoll = 50 * time.Millisecond
	// memoryReserve is the distance from a limit at which a build exits: the memory
	// that it may allocate between two checks.
	memoryReserve = 192 << 20
)

// A MemoryLimit is the number of bytes that the process may use, and the origin of
// the limit.
type MemoryLimit struct {
	bytes int64
	by    string
	used  func() int64
}

// MemoryLimits returns the limits that apply.
func MemoryLimits() []MemoryLimit {
	var out []MemoryLimit
	if n := addressSpace(); n > 0 {
		out = append(out, MemoryLimit{n, "ulimit -v", func() int64 { return pagesOf(0) }})
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	least := int64(math.MaxInt64)
	for _, file := range limitFiles(string(groups)) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// "max" is not a number, and version 1 has a number beyond any memory.
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n < 1<<50 {
			least = min(least, n)
		}
	}
	if least < math.MaxInt64 {
		out = append(out, MemoryLimit{least, "the container or its control group",
			func() int64 { return pagesOf(1) }})
	}
	return out
}

// limitFiles returns the files that may limit the memory of a process: those of its
// control groups, as listed in /proc/self/cgroup, and of their ancestors. A container
// sees its own group as the root.
//
//	0::/ci.slice/job.scope     version 2
//	4:memory:/docker/0123      version 1
func limitFiles(groups string) []string {
	var out []string
	for line := range strings.Lines(groups) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		root, name := "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		switch {
		case fields[0] == "0" && fields[1] == "":
			root, name = "/sys/fs/cgroup", "memory.max"
		case !slices.Contains(strings.Split(fields[1], ","), "memory"):
			continue
		}
		for group := path.Clean("/" + fields[2]); ; group = path.Dir(group) {
			out = append(out, path.Join(root, group, name))
			if group == "/" {
				break
			}
		}
	}
	return out
}

// pagesOf returns a field of /proc/self/statm in bytes: 0 for the address space, 1 for
// resident memory; 0 if there is no such file.
func pagesOf(field int) int64 {
	text, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if err != nil || field >= len(fields) {
		return 0
	}
	n, _ := strconv.ParseInt(fields[field], 10, 64)
	return n * int64(os.Getpagesize())
}

// exceeded returns the error of a build that comes near the limit, or nil.
func (l MemoryLimit) exceeded() error {
	if l.used() <= l.bytes-memoryReserve {
		return nil
	}
	debug.FreeOSMemory()
	if l.used() <= l.bytes-memoryReserve {
		return nil
	}
	return hint.With(fmt.Errorf("the build needs more memory than the %d MB that %s allows",
		l.bytes>>20, l.by), "allow more, or build with --jobs 1 or with less of the tree: --exclude")
}

// WithinMemory calls do with a context that is canceled when the process comes near
// a memory limit.
func WithinMemory(ctx context.Context, limits []MemoryLimit, do func(context.Context) error) error {
	if len(limits) == 0 {
		return do(ctx)
	}
	least := int64(math.MaxInt64)
	for _, l := range limits {
		if err := l.exceeded(); err != nil {
			return err
		}
		least = min(least, l.bytes)
	}
	if os.Getenv("GOMEMLIMIT") == "" { // collect more often rather than come near the limit
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(max(least-2*memoryReserve, least/2)))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		tick := time.NewTicker(memoryPoll)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			for _, l := range limits {
				if err := l.exceeded(); err != nil {
					cancel(lowMemory{err})
					return
				}
			}
		}
	}()
	err := do(ctx)
	if low, ok := context.Cause(ctx).(lowMemory); ok && err != nil {
		return low.error
	}
	return err
}

// lowMemory marks the error of a build that came near a limit.
type lowMemory struct{ error }
