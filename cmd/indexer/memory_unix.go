//go:build unix && !openbsd

package main

import "golang.org/x/sys/unix"

// addressSpace is how many bytes of addresses the process may have; 0 for any number.
func addressSpace() int64 {
	var r unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_AS, &r) != nil || uint64(r.Cur) > 1<<50 {
		return 0
	}
	return int64(r.Cur)
}
