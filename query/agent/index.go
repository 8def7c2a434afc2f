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

// A store holds the artifacts that the tools answer from. Calls are answered at the same time;
// artifacts that a build has replaced stay open until the calls that read them are answered.
type store struct {
	find     func() (string, error) // see Options.Find
	restrict func(*artifacts.Reader) (*artifacts.Reader, error)
	older    func(string, *artifacts.Reader) string // see Options.Older; nil: never
	counter  string                                 // name of a tokenizer; empty: that of the index

	mu   sync.Mutex // guards what follows
	open *opened
}

// An opened is artifacts that are open.
type opened struct {
	dir    string
	reader *artifacts.Reader
	seen   *artifacts.Reader // what the agent may see of it
	state  fs.FileInfo       // of the manifest
	calls  int               // that read them
	closed bool              // to be closed when none does
}

// An index is opened artifacts during one answer.
type index struct {
	*answer.Index
	names   *names.Resolver
	counter *tokens.Counter
	whole   bool // nothing is hidden from the agent
}

// with hands f the artifacts, opened if they are not open or were replaced, and what is to be
// said of their age.
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
	if s.older != nil && o.seen == o.reader { // else it would tell of files that nobody may see
		older = s.older(o.dir, o.reader)
	}
	return f(&index{x, &names.Resolver{Index: x}, counter, o.seen == o.reader}, older)
}

// take returns the artifacts as they are now, for one call.
func (s *store) take() (*opened, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.refresh(); err != nil {
		return nil, err
	}
	s.open.calls++
	return s.open, nil
}

// giveBack ends the reading of a call.
func (s *store) giveBack(o *opened) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o.calls--
	o.closeUnused()
}

// closeUnused closes artifacts that were replaced and that no call reads.
func (o *opened) closeUnused() {
	if o.closed && o.calls == 0 {
		o.reader.Close()
	}
}

// refresh opens the artifacts if their manifest is not the one that was opened.
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

// toBuild says how to get artifacts that are not there.
func toBuild(err error) error {
	if !errors.Is(err, artifacts.ErrNotFound) {
		return err
	}
	return hint.With(err, "run `indexer build` in the root of the tree; the next call reads what it writes")
}

// close closes the artifacts, as soon as no call reads them.
func (s *store) close() {
	if s.open != nil {
		s.open.closed = true
		s.open.closeUnused()
		s.open = nil
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
