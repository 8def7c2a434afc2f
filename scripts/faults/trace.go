package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A call is one line of a trace.
type call struct {
	thread   int
	name     string
	args     string // with the paths of file descriptors: 3</tmp/a>
	result   string
	injected bool
}

// A trace has the calls of a run in order.
type trace []call

var (
	// 1234  openat(AT_FDCWD</src>, "a", O_RDONLY) = 3</src/a>
	whole   = regexp.MustCompile(`^(\d+)\s+(\w+)\((.*)\)\s+= (.*)$`)
	begun   = regexp.MustCompile(`^(\d+)\s+(\w+)\((.*?),? ?<unfinished \.\.\.>$`)
	resumed = regexp.MustCompile(`^(\d+)\s+<\.\.\. (\w+) resumed>(.*)\)\s+= (.*)$`)
)

// readTrace reads the output of strace -f -y. A call that another thread interrupts is
// in two lines; it is placed where it ends.
func readTrace(file string) (trace, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out trace
	open := map[string]string{} // arguments by thread
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		if m := whole.FindStringSubmatch(line); m != nil {
			out = append(out, newCall(m[1], m[2], m[3], m[4]))
		} else if m := begun.FindStringSubmatch(line); m != nil {
			open[m[1]] = m[3]
		} else if m := resumed.FindStringSubmatch(line); m != nil {
			out = append(out, newCall(m[1], m[2], open[m[1]]+m[3], m[4]))
		}
	}
	return out, lines.Err()
}

func newCall(thread, name, args, result string) call {
	n, _ := strconv.Atoi(thread)
	return call{n, name, args, result, strings.Contains(result, "(INJECTED)")}
}

func (c *call) failed() bool { return strings.HasPrefix(c.result, "-1") }

// reads reports whether a call refers to a folder or something in it.
func (c call) reads(folder string) bool {
	return within(c.file(), folder) || slices.ContainsFunc(c.paths(), func(path string) bool {
		return within(path, folder)
	})
}

// inRuntime reports whether a call is one of Go's scheduler, which terminates the
// program if it fails.
func (c call) inRuntime() bool {
	return strings.HasPrefix(c.file(), "anon_inode:") || strings.HasPrefix(c.file(), "pipe:")
}

// most returns the number of calls of the thread with the most calls.
func (t trace) most() int {
	byThread, most := map[int]int{}, 0
	for _, c := range t {
		byThread[c.thread]++
		most = max(most, byThread[c.thread])
	}
	return most
}

var (
	descriptor = regexp.MustCompile(`^\d+<([^>]*)>`)
	created    = regexp.MustCompile(`O_CREAT`)
	quoted     = regexp.MustCompile(`(?:AT_FDCWD|\d+)(?:<([^>]*)>)?, "([^"]*)"`)
)

// paths returns the absolute paths and the paths below a folder in the arguments.
func (c call) paths() []string {
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(c.args, -1) {
		if p := m[2]; filepath.IsAbs(p) {
			out = append(out, p)
		} else {
			out = append(out, filepath.Join(m[1], p))
		}
	}
	return out
}

// file returns the path of the file descriptor of a call.
func (c call) file() string {
	if m := descriptor.FindStringSubmatch(c.args); m != nil {
		return m[1]
	}
	return ""
}

// spared are names of files that need not be durable: locks.
var spared = []string{".lock"}

// unflushed returns everything that replaces an output without being on disk: a file
// that was written after its last flush, or a folder that got an entry after that;
// outputs written in place and not flushed; and folders of outputs that are not flushed
// after a rename in them.
func (t trace) unflushed(outputs []string) []string {
	var out []string
	changed, flushed := map[string]int{}, map[string]int{} // by path: the index of the call
	for i, c := range t {
		if c.failed() {
			continue
		}
		switch c.name {
		case "openat":
			if p := c.paths(); len(p) == 1 && created.MatchString(c.args) {
				changed[p[0]], changed[filepath.Dir(p[0])] = i, i
			}
		case "mkdirat", "mkdir":
			if p := c.paths(); len(p) == 1 {
				changed[filepath.Dir(p[0])] = i
			}
		case "write", "pwrite64", "ftruncate", "copy_file_range", "fallocate":
			changed[c.file()] = i
		case "mmap":
			if strings.Contains(c.args, "PROT_WRITE") && strings.Contains(c.args, "MAP_SHARED") {
				if _, fd, ok := strings.Cut(c.args, "MAP_SHARED, "); ok {
					changed[(&call{args: fd}).file()] = i
				}
			}
		case "unlinkat", "unlink":
			for _, p := range c.paths() {
				delete(changed, p)
			}
		case "fsync", "fdatasync":
			flushed[c.file()] = i
		case "renameat", "renameat2", "rename":
			p := c.paths()
			if len(p) != 2 {
				continue
			}
			if !slices.Contains(outputs, p[1]) { // a file of the new output gets its name
				if at, ok := changed[p[0]]; ok {
					changed[p[1]], flushed[p[1]] = at, flushed[p[0]]
					delete(changed, p[0])
				}
				changed[filepath.Dir(p[1])] = i
				continue
			}
			for path, at := range changed {
				if within(path, p[0]) && at >= flushed[path] && !slices.Contains(spared, filepath.Base(path)) {
					out = append(out, fmt.Sprintf("%s is renamed to %s before %s is flushed", p[0], p[1], path))
				}
			}
			changed[filepath.Dir(p[1])] = i
			for path := range changed { // they have other names from here on
				if within(path, p[0]) {
					delete(changed, path)
				}
			}
		}
	}
	for path, at := range changed {
		if at < flushed[path] {
			continue
		}
		if slices.Contains(outputs, path) {
			out = append(out, fmt.Sprintf("%s is written and not flushed", path))
		}
		for _, output := range outputs {
			if path == filepath.Dir(output) && strings.HasPrefix(t[at].name, "rename") {
				out = append(out, fmt.Sprintf("%s is not flushed after a rename in it", path))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// within reports whether a path is a folder or in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}
