//go:build unix

// Command coldbench measures the cost of a command with a cold start of its
// process: it runs the command several times and prints the median of the
// elapsed time, the median of its CPU time, both in milliseconds, and the
// highest peak of its memory in megabytes. The output of the command is
// discarded; if it fails, so does the measurement.
//
// usage: coldbench RUNS COMMAND ARG…
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "coldbench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return errors.New("usage: coldbench RUNS COMMAND ARG…")
	}
	runs, err := strconv.Atoi(args[0])
	if err != nil || runs < 1 {
		return fmt.Errorf("runs %q: write a number, at least 1", args[0])
	}
	var wall, cpu []time.Duration
	var peak int64
	for range runs {
		start := time.Now()
		c := exec.Command(args[1], args[2:]...)
		if err := c.Run(); err != nil {
			return fmt.Errorf("run %s: %w", args[1], err)
		}
		wall = append(wall, time.Since(start))
		cpu = append(cpu, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
		peak = max(peak, peakBytes(c.ProcessState))
	}
	fmt.Printf("%d %d %d\n", median(wall).Milliseconds(), median(cpu).Milliseconds(), peak>>20)
	return nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}

// peakBytes returns the maximum resident memory of a process.
func peakBytes(p *os.ProcessState) int64 {
	r, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(r.Maxrss)
	}
	return int64(r.Maxrss) * 1024 // in kilobytes on other systems
}
