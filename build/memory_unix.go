//go:build unix && !openbsd

package build

import "golang.org/x/sys/unix"

// addressSpace returns the maximum address space of the process, in bytes; 0 if it
// is unlimited.
func addressSpace() int64 {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &r) != nil || uint64(r.Cur) > 1<<50 {
		return 0
	}
	return int64(r.Cur)
}
