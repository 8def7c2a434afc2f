package agent

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"seedgraph/artifacts"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/tokens"
)

// A store holds the artifacts from which the tools answer. Calls run concurrently;
// artifacts that a build has replaced stay open until the calls that read them have
// finished.
type store struct {
	find     func() (string, error) // see Options.Find
	restrict func(*artifacts.Reader) (*artifacts.Reader, error)
	older    func(string, *artifacts.Reader) string // see Options.Older; nil: never
	counter  string                                 // name of a tokenizer; empty: the tokenizer of the index

	mu   sync.Mutex // guards the fields below
	open *opened
}

// opened is one set of open artifacts.
type opened struct {
	dir    string
	reader *artifacts.Reader
	seen   *artifacts.Reader // the access view of the agent
	state  fs.FileInfo       // of the manifest
	calls  int               // number of calls that read them
	closed bool              // to be closed when no call reads them
}

// An index is opened artifacts during one answer.
type index struct {
	*answer.Index
	names   *names.Resolver
	counter *tokens.Counter
	whole   bool // no file is hidden from the agent
}

// with calls f with the artifacts, opened if they are not open or were replaced, and a
// note if they are older than the tree.
func (s *store) with(f func(x *index, older string) error) error {
	o, err := s.take()
	if err != nil {
		return err
	}
	defer s.giveBack(o)
	x := answer.New(o.seen)
	name := s.counter
	if name == "" {
		name = x.Manifest().Tokens
	}
	counter, err := tokens.ByName(name)
	if err != nil {
		return err
	}
	older := ""
	if s.older != nil && o.seen == o.reader { // otherwise it would disclose hidden files
		older = s.older(o.dir, o.reader)
	}
	return f(&index{x, &names.Resolver{Index: x}, counter, o.seen == o.reader}, older)
}

// take returns the current artifacts, for one call.
func (s *store) take() (*opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(); err != nil {
		return nil, err
	}
	s.open.calls++
	return s.open, nil
}

// giveBack releases the artifacts after a call.
func (s *store) giveBack(o *opened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.calls--
	o.closeUnused()
}

// closeUnused closes the artifacts if they were replaced and no call reads them.
func (o *opened) closeUnused() {
	if o.closed && o.calls == 0 {
		o.reader.Close()
	}
}

// refresh opens the artifacts if their manifest has changed since they were opened.
func (s *store) refresh() error {
	dir, err := s.find()
	if err != nil {
		return toBuild(err)
	}
	state, err := os.Stat(filepath.Join(dir, "manifest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return toBuild(fmt.Errorf("open %s: %w", dir, artifacts.ErrNotFound))
	}
	if err != nil {
		return err
	}
	if s.open != nil && os.SameFile(state, s.open.state) &&
		state.ModTime().Equal(s.open.state.ModTime()) && state.Size() == s.open.state.Size() {
		return nil
	}
	r, err := artifacts.Open(dir)
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
	s.open = &opened{dir: dir, reader: r, seen: seen, state: state}
	return nil
}

// toBuild adds to an error about missing artifacts a hint how to build them.
func toBuild(err error) error {
	if !errors.Is(err, artifacts.ErrNotFound) {
		return err
	}
	return hint.With(err, "run `indexer build` in the root of the tree; the next call reads the artifacts")
}

// close closes the artifacts as soon as no call reads them.
func (s *store) close() {
	if s.open != nil {
		s.open.closed = true
		s.open.closeUnused()
		s.open = nil
	}
}

// build identifies the build of the index: cursors of another build are invalid. Six
// digits have the same number of tokens in every build, so that the rows that fit depend
// only on the content shown.
func (x *index) build() string {
	hash := fnv.New32a()
	for _, f := range x.Manifest().Files {
		_, _ = hash.Write([]byte(f.SHA256))
	}
	return fmt.Sprintf("%06d", hash.Sum32()%1_000_000)
}
