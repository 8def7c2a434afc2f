// Command shapes builds each of the programs of internal/shapes and prints
// whether it passes: the build must end in time, in little memory, and with an
// exit code for written artifacts. It also builds a small tree in odd
// surroundings: folders of the user, pipes, full disks, interrupts.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"seedgraph/testkit/shapes"
)

var (
	indexer = flag.String("indexer", "bin/indexer", "the program to test")
	only    = flag.String("only", "", "build only shapes whose name contains this")
	small   = flag.Bool("small", false, "build the small size of each shape")
	seconds = flag.Float64("seconds", 20, "CPU seconds that a build may take")
	memory  = flag.Int("memory", 500, "peak memory in MB that a build may take")
	verbose = flag.Bool("v", false, "print the shapes that hold, too")
)

func main() {
	flag.Parse()
	failed := 0
	for _, s := range shapes.All() {
		if !strings.Contains(s.Name, *only) {
			continue
		}
		cost, problem := try(s)
		switch {
		case problem != "":
			failed++
			fmt.Printf("FAILS  %-40s %s  %s\n", s.Name, cost, problem)
		case *verbose:
			fmt.Printf("holds  %-40s %s\n", s.Name, cost)
		}
	}
	for _, s := range surroundings {
		if !strings.Contains(s.name, *only) {
			continue
		}
		problem := tryAround(s)
		switch {
		case problem != "":
			failed++
			fmt.Printf("FAILS  %-40s %s\n", s.name, problem)
		case *verbose:
			fmt.Printf("holds  %s\n", s.name)
		}
	}
	if failed > 0 {
		fmt.Printf("%d shapes fail\n", failed)
		os.Exit(1)
	}
	fmt.Println("all shapes hold")
}

// try builds one shape. The problem is empty if it passes.
func try(s shapes.Shape) (cost, problem string) {
	dir, err := os.MkdirTemp("", "shape-")
	if err != nil {
		return "", err.Error()
	}
	defer os.RemoveAll(dir)
	n := s.Full
	if *small {
		n = s.Small
	}
	for path, text := range s.Make(n) {
		full := filepath.Join(dir, "src", filepath.FromSlash(path))
		if err := write(full, text); err != nil {
			return "", err.Error()
		}
	}
	return build(filepath.Join(dir, "src"), filepath.Join(dir, "out"))
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o666)
}

// build runs the indexer and returns its cost and the problem, if any.
func build(src, out string) (cost, problem string) {
	limit := time.Duration(*seconds * 3 * float64(time.Second))
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, *indexer, "build", src, "--out", out, "--quiet", "--no-cache")
	var stderr strings.Builder
	c.Stderr = &stderr
	err := c.Run()
	if c.ProcessState == nil {
		return "", err.Error()
	}
	usage := c.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	megabytes := int(usage.Maxrss >> 10)
	cost = fmt.Sprintf("%6.1f s CPU, %5d MB, exit %2d", cpu, megabytes, c.ProcessState.ExitCode())
	code := c.ProcessState.ExitCode()
	switch {
	case ctx.Err() != nil:
		return cost, "did not end"
	case code != 0 && code != 3:
		return cost, firstLine(stderr.String())
	case cpu > *seconds:
		return cost, "too slow"
	case megabytes > *memory:
		return cost, "too much memory"
	}
	return cost, ""
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
