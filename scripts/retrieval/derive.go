package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/testkit/benchtree"
)

// leastTasks is the minimum number of tasks of a derived set; one with fewer is
// skipped.
const leastTasks = 12

// deriveTasks writes the tasks of a derived set into the folder of its artifacts,
// unless a stamp shows that this program has already derived them from the same inputs.
// It returns an error that is fs.ErrNotExist if there are too few.
func (c *config) deriveTasks(s set, p *benchtree.Place) error {
	stamp, err := s.tasksStamp(p.ArtifactsStamp())
	if err != nil {
		return err
	}
	file := filepath.Join(s.dir, s.File)
	return benchtree.Once(file+".stamp", stamp, func() error {
		nodes, err := c.nodes(p.Artifacts())
		if err != nil {
			return err
		}
		tasks, err := s.derive(p, nodes)
		if err != nil {
			return err
		}
		if len(tasks) < leastTasks {
			return fmt.Errorf("%d tasks in its %s: %w", len(tasks), s.group, fs.ErrNotExist)
		}
		return writeTasks(file, tasks)
	})
}

// derive returns the tasks of a set.
func (s *set) derive(p *benchtree.Place, nodes []node) ([]task, error) {
	if s.group == documentation {
		return documentationTasks(s.Name, p.Tree(), nodes)
	}
	return s.commitTasks(p, nodes)
}

// tasksStamp returns a stamp of the inputs of tasks: the index, the newest commit, and
// the rules, which are this program.
func (s *set) tasksStamp(index string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	var parts []io.Reader
	for _, file := range []string{self, index} {
		part, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer part.Close()
		parts = append(parts, part)
	}
	return benchtree.Sum(io.MultiReader(append(parts, strings.NewReader(s.Newest))...)), nil
}

// writeTasks writes a file of tasks, one per line.
func writeTasks(file string, tasks []task) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	for _, t := range tasks {
		if err := enc.Encode(t); err != nil {
			out.Close()
			return err
		}
	}
	return out.Close()
}

// byHash returns tasks sorted by hashes of their keys, given by of, and by the first
// file of the answer.
func byHash(tasks []task, of func(task) string) []task {
	type hashed struct {
		hash string
		task
	}
	all := make([]hashed, len(tasks))
	for i, t := range tasks {
		all[i] = hashed{benchtree.Sum(strings.NewReader(of(t))), t}
	}
	slices.SortFunc(all, func(a, b hashed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.Gold[0].Path, b.Gold[0].Path))
	})
	sorted := make([]task, len(tasks))
	for i, t := range all {
		sorted[i] = t.task
	}
	return sorted
}
