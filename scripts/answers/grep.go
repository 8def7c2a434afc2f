package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// run runs a pipeline in a folder, and returns its output. It is not an error if
// nothing matches.
func (p pipeline) run(dir string) (string, error) {
	var out []byte
	for i, call := range p {
		args, err := fields(call, dir)
		if err != nil {
			return "", err
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "RIPGREP_CONFIG_PATH=")
		if i > 0 {
			cmd.Stdin = bytes.NewReader(out)
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err = cmd.Output()
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 1 && stderr.Len() == 0 {
			err = nil // no line matches
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
		}
	}
	return string(out), nil
}

// files returns those arguments of the first command that are files.
func (p pipeline) files(t *tree) []string {
	args, err := fields(p[0], t.dir)
	if err != nil {
		return nil
	}
	var files []string
	for _, arg := range args[1:] {
		if t.has(arg) {
			files = append(files, arg)
		}
	}
	return files
}

var (
	numbered  = regexp.MustCompile(`^(\d+)[:-]`)        // a line of the only file
	separator = regexp.MustCompile(`[:-](\d+)[:-]`)     // the separator of a path and a line that matches or is context
	counted   = regexp.MustCompile(`^(.+):([1-9]\d*)$`) // the number of matching lines in a file
)

// foundBy returns the places in the output of a grep command. The line is 0 for output
// that only names a file: with -l or -c, or without -n.
func (p pipeline) foundBy(output string, t *tree) []place {
	files := p.files(t)
	var places []place
	for line := range strings.Lines(output) {
		if at, ok := foundIn(strings.TrimRight(line, "\n"), files, t); ok {
			places = append(places, at)
		}
	}
	return places
}

// foundIn parses one line; files are the files on the command line.
func foundIn(line string, files []string, t *tree) (place, bool) {
	line = strings.TrimPrefix(line, "./") // for paths below "."
	for _, m := range separator.FindAllStringSubmatchIndex(line, -1) {
		if path := line[:m[0]]; path != "" && t.has(path) {
			number, _ := strconv.Atoi(line[m[2]:m[3]])
			return place{path, number}, true
		}
	}
	if t.has(line) {
		return place{path: line}, true
	}
	if m := counted.FindStringSubmatch(line); m != nil && t.has(m[1]) {
		return place{path: m[1]}, true
	}
	if m := numbered.FindStringSubmatch(line); m != nil && len(files) == 1 {
		number, _ := strconv.Atoi(m[1])
		return place{files[0], number}, true
	}
	if path, _, ok := strings.Cut(line, ":"); ok && path != "" && t.has(path) {
		return place{path: path}, true
	}
	return place{}, false
}
