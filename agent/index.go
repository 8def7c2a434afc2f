package agent

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"seedgraph/answer"
	"seedgraph/answer/names"
	"seedgraph/artifacts"
	"seedgraph/tokens"
)

// A store holds the artifacts that the tools answer from.
type store struct {
	dir      string
	restrict func(*artifacts.Reader) (*artifacts.Reader, error)
	counter  string // name of a tokenizer; empty: that of the index

	mu     sync.Mutex // held during each answer
	reader *artifacts.Reader
	seen   *artifacts.Reader // what the agent may see of it
	state  fs.FileInfo       // of the manifest that was opened
}

// An index is opened artifacts during one answer.
type index struct {
	*answer.Index
	names   *names.Resolver
	counter *tokens.Counter
}

// with opens the artifacts, if they are not open or were replaced, for f.
func (s *store) with(f func(*index) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(); err != nil {
		return err
	}
	x := answer.New(s.seen)
	name := s.counter
	if name == "" {
		name = x.Manifest().Tokens
	}
	counter, err := tokens.ByName(name)
	if err != nil {
		return err
	}
	return f(&index{x, &names.Resolver{Index: x}, counter})
}

// refresh opens the artifacts if their manifest is not the one that was opened.
func (s *store) refresh() error {
	state, err := os.Stat(filepath.Join(s.dir, "manifest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("open %s: %w", s.dir, artifacts.ErrNotFound)
	}
	if err != nil {
		return err
	}
	if s.reader != nil && os.SameFile(state, s.state) && state.ModTime().Equal(s.state.ModTime()) &&
		state.Size() == s.state.Size() {
		return nil
	}
	r, err := artifacts.Open(s.dir)
	if err != nil {
		return err
	}
	seen, err := s.restrict(r)
	if err == nil {
		err = seen.LoadProjects()
	}
	if err != nil {
		r.Close()
		return err
	}
	s.close()
	s.reader, s.seen, s.state = r, seen, state
	return nil
}

// close closes the artifacts, which have been read for nothing else.
func (s *store) close() {
	if s.reader != nil {
		s.reader.Close()
		s.reader = nil
	}
}

// build names the build of the index: cursors of another one mean nothing. Six digits have
// as many tokens in every build, so that what fits depends on what is shown alone.
func (x *index) build() string {
	hash := fnv.New32a()
	for _, f := range x.Manifest().Files {
		_, _ = hash.Write([]byte(f.SHA256))
	}
	return fmt.Sprintf("%06d", hash.Sum32()%1_000_000)
}
