package agent

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	find     func() ([]string, error)                  // see Options.Find
	link     func([]string) (*artifacts.Reader, error) // see Options.Link
	restrict func(*artifacts.Reader) (*artifacts.Reader, error)
	older    func([]string, *artifacts.Reader) string // see Options.Older; nil: never
	counter  string                                   // name of a tokenizer; empty: the tokenizer of the index

	mu   sync.Mutex // guards the fields below
	open *opened
}

// opened is one set of open artifacts.
type opened struct {
	dirs   []string
	reader *artifacts.Reader
	seen   *artifacts.Reader // the access view of the agent
	states []fs.FileInfo     // of the manifests; nil for one that is missing
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
		older = s.older(o.dirs, o.reader)
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

// refresh opens the artifacts if a manifest has changed since they were opened.
func (s *store) refresh() error {
	dirs, err := s.find()
	if err != nil {
		return toBuild(err)
	}
	states, err := statesOf(dirs)
	if err != nil {
		return toBuild(err)
	}
	if s.open != nil && slices.EqualFunc(states, s.open.states, sameState) {
		return nil
	}
	r, err := s.read(dirs)
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
	s.open = &opened{dirs: dirs, reader: r, seen: seen, states: states}
	return nil
}

// read opens the artifacts.
func (s *store) read(dirs []string) (*artifacts.Reader, error) {
	if s.link != nil {
		return s.link(dirs)
	}
	return artifacts.Open(dirs[0])
}

// statesOf returns the states of the manifests. One of several may be missing.
func statesOf(dirs []string) ([]fs.FileInfo, error) {
	var states []fs.FileInfo
	for _, dir := range dirs {
		state, err := os.Stat(filepath.Join(dir, "manifest.json"))
		switch {
		case errors.Is(err, fs.ErrNotExist) && len(dirs) == 1:
			return nil, fmt.Errorf("open %s: %w", dir, artifacts.ErrNotFound)
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil, err
		case err != nil:
			state = nil
		}
		states = append(states, state)
	}
	return states, nil
}

// sameState reports whether a manifest has not been replaced between two states.
func sameState(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
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
	_, _ = hash.Write([]byte(x.Manifest().Settings[artifacts.MembersSetting])) // of indexes linked in memory
	return fmt.Sprintf("%06d", hash.Sum32()%1_000_000)
}
