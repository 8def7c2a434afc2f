//go:build unix

package main

import (
	"runtime"
	"syscall"
	"time"
)

// usage is the resource usage of this process so far.
type usage struct {
	cpu  time.Duration // user and system
	peak int64         // maximum resident memory in bytes
}

func resourceUsage() usage {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return usage{}
	}
	unit := int64(1024) // kilobytes, but bytes on macOS
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return usage{time.Duration(r.Utime.Nano() + r.Stime.Nano()), int64(r.Maxrss) * unit}
}
