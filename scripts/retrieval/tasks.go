package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// A task is a request with the entries that answer it.
type task struct {
	ID     string  `json:"id"`
	Query  string  `json:"query"`
	Commit string  `json:"commit,omitempty"` // whose subject is the request
	Split  string  `json:"split"`
	Gold   []entry `json:"gold"`
}

// An entry is a definition with its relevant lines, or only lines, or a file.
type entry struct {
	Path  string   `json:"path"`
	Name  string   `json:"name,omitempty"`
	Start int      `json:"start,omitempty"`
	End   int      `json:"end,omitempty"`
	Edits [][2]int `json:"edits,omitempty"`
}

// span returns the lines of the definition.
func (e *entry) span() span { return span{e.Start, e.End} }

// isIn reports whether a chunk has a relevant line of the entry. If the entry has no
// lines, any chunk of its file does.
func (e *entry) isIn(c chunk) bool {
	switch {
	case e.Path != c.path:
		return false
	case e.End == 0:
		return true
	case len(e.Edits) == 0:
		return e.span().meet(c.span)
	}
	return slices.ContainsFunc(e.Edits,
		func(edit [2]int) bool { return span{edit[0], edit[1]}.meet(c.span) })
}

// hasLines reports whether the answers of a set are lines, not whole files.
func (s *set) hasLines() bool {
	return (s.group == commits || s.group == seeded) && s.Gold != "files"
}

// key returns the name of a set in a run. For a set of commits it is also that of
// seeded tasks.
func (s *set) key() string {
	if s.group == seeded {
		return s.Name + " " + string(seeded)
	}
	return s.Name
}

// tasks reads the tasks of a set.
func (s *set) tasks() ([]task, error) {
	raw, err := os.ReadFile(filepath.Join(s.dir, s.File))
	if err != nil {
		return nil, err
	}
	var tasks []task
	for d := json.NewDecoder(bytes.NewReader(raw)); ; {
		var t task
		if err := d.Decode(&t); errors.Is(err, io.EOF) {
			return tasks, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", s.File, err)
		}
		tasks = append(tasks, t)
	}
}
