//go:build !unix

package main

import "time"

// usage is what this process has cost so far; not known on this system.
type usage struct {
	cpu  time.Duration
	peak int64
}

func resourceUsage() usage { return usage{} }
