package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"seedgraph/parse/all"
	"seedgraph/source/git"
)

const (
	maxLines   = 200 // changed lines of a commit that are read
	maxSources = 5   // changed by a commit: more have too little in common
)

// commits returns the subjects of the last n commits of a clone that change a few sources, with
// the names of these and the changed lines. A folder that is no clone has none.
func commits(ctx context.Context, dir string, n int) ([]described, error) {
	if _, isClone := git.Find(dir); !isClone {
		return nil, nil
	}
	r, err := git.Open(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	list, err := r.Log(ctx, n, maxSources+1)
	if err != nil {
		return nil, err
	}
	h := history{subjects: map[string]string{}}
	var hashes []string
	for _, c := range list {
		if len(c.Files) <= maxSources && slices.ContainsFunc(c.Files, isSource) {
			h.subjects[c.Hash] = c.Subject
			hashes = append(hashes, c.Hash)
		}
	}
	// Git ends at an object that a partial clone lacks: what was read before counts.
	if err := r.Diffs(ctx, hashes, h.read, []string{"--no-renames"}, nil); err != nil && len(h.out) == 0 {
		return nil, err
	}
	return h.out, ctx.Err()
}

func isSource(path string) bool { return all.Set().Of(path) != nil }

// A history collects commits from the output of [git.Reader.Diffs].
type history struct {
	subjects map[string]string // by hash
	out      []described
	current  described
	lines    int
	source   bool // the current file is one
}

func (h *history) read(from io.Reader) error {
	in := bufio.NewReaderSize(from, 1<<20)
	for {
		line, isPrefix, err := in.ReadLine()
		if err != nil {
			h.end()
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		if !isPrefix { // longer lines are data
			h.line(string(line))
		}
	}
}

func (h *history) line(line string) {
	subject, isCommit := h.subjects[line]
	switch {
	case isCommit:
		h.end()
		h.current.text = subject
	case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
		if _, path, ok := strings.Cut(line, "/"); ok && !strings.HasSuffix(line, " /dev/null") {
			h.file(path)
		}
	case !h.source || h.lines == maxLines || line == "":
	case line[0] == '+', line[0] == '-':
		h.lines++
		h.current.body += line[1:] + "\n"
	case strings.HasPrefix(line, "@@ "):
		_, function, _ := strings.Cut(line[3:], "@@")
		h.current.body += function + "\n"
	}
}

// file begins a file, which git names once or twice.
func (h *history) file(path string) {
	h.source = isSource(path)
	name := path[strings.LastIndexByte(path, '/')+1:] + " "
	if h.source && !strings.HasSuffix(h.current.name, name) {
		h.current.name += name
	}
}

func (h *history) end() {
	if h.current.text != "" && h.current.body != "" {
		h.out = append(h.out, h.current)
	}
	h.current, h.lines, h.source = described{}, 0, false
}
