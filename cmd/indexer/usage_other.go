//go:build !unix

package main

import "time"

// usage is the resource usage of this process so far; unknown on this system.
type usage struct {
	cpu  time.Duration
	peak int64
}

func resourceUsage() usage { return usage{} }
