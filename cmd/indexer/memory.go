package main

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

// A build that the system gives too little memory ends with a message while there still is enough for
// one: Go ends with the stacks of all goroutines where an allocation fails, and a container without
// a word.

const (
	memoryPoll = 50 * time.Millisecond
	// memoryReserve is how far below a limit a build ends: what it may take between two looks.
	memoryReserve = 192 << 20
)

// A memoryLimit is how many bytes the process may have, and who says so.
type memoryLimit struct {
	bytes int64
	by    string
	used  func() int64
}

// memoryLimits lists those that are in force.
func memoryLimits() []memoryLimit {
	var out []memoryLimit
	if n := addressSpace(); n > 0 {
		out = append(out, memoryLimit{n, "ulimit -v", func() int64 { return pagesOf(0) }})
	}
	groups, _ := os.ReadFile("/proc/self/cgroup")
	least := int64(math.MaxInt64)
	for _, file := range limitFiles(string(groups)) {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// "max" is no number, and version 1 has a number beyond any memory.
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n < 1<<50 {
			least = min(least, n)
		}
	}
	if least < math.MaxInt64 {
		out = append(out, memoryLimit{least, "the container or its control group",
			func() int64 { return pagesOf(1) }})
	}
	return out
}

// limitFiles lists the files that may limit the memory of a process: those of its control groups,
// as /proc/self/cgroup lists them, and of the groups around them. A container sees its own group as
// the root.
//
//	0::/ci.slice/job.scope     of version 2
//	4:memory:/docker/0123      of version 1
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

// pagesOf is a field of /proc/self/statm in bytes: 0 the address space, 1 what is resident; 0 where
// there is no such file.
func pagesOf(field int) int64 {
	text, err := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text))
	if err != nil || field >= len(fields) {
		return 0
	}
	n, _ := strconv.ParseInt(fields[field], 10, 64)
	return n * int64(os.Getpagesize())
}

// exceeded returns the error of a build that comes near the limit.
func (l memoryLimit) exceeded() error {
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

// withinMemory calls do with a context that ends when the process comes near a limit of memory.
func withinMemory(ctx context.Context, limits []memoryLimit, do func(context.Context) error) error {
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
	if os.Getenv("GOMEMLIMIT") == "" { // collect more rather than come near
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
