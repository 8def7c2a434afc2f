package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A Source is an index to be linked.
type Source struct {
	Name string // of the repository; empty: the one that the index has
	Dir  string
}

// A Fault is an index that was left out.
type Fault struct {
	Source
	Err error
}

// ErrNames is the error class of repository names that are missing, invalid or not unique.
var ErrNames = errors.New("names of repositories")

// A member is an index that takes part.
type member struct {
	Source
	manifest  *artifacts.Manifest
	graph     *graph.Graph
	files     []artifacts.SourceFile
	packages  []artifacts.Package
	endpoints []artifacts.EndpointRow
	reader    *artifacts.Reader // for its search terms, which are used again

	groups     *Groups // of the linked index; may be nil
	first, end uint32  // numbers of its nodes in the linked graph, half open
	uneven     bool    // its files are not all for the same readers
}

// linkName is the prefix of linked ids.
func (m *member) linkName() string { return m.Name + "//" }

// load opens and reads the indexes, several at a time. Those that cannot be read are faults. The
// members are in the order of their linked ids, the faults in that of their folders.
func load(ctx context.Context, sources []Source, jobs int) ([]*member, []Fault, error) {
	members := make([]*member, len(sources))
	faults := make([]error, len(sources))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(jobs, 1))
	for i, s := range sources {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			m, err := read(s)
			if members[i] = m; isFault(err) {
				faults[i] = err
				return nil
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		closeAll(members)
		return nil, nil, err
	}
	var list []*member
	var failed []Fault
	for i, m := range members {
		if faults[i] != nil { // then there is no member
			failed = append(failed, Fault{sources[i], faults[i]})
		} else {
			list = append(list, m)
		}
	}
	slices.SortFunc(list, func(a, b *member) int { return strings.Compare(a.linkName(), b.linkName()) })
	slices.SortFunc(failed, func(a, b Fault) int { return strings.Compare(a.Dir, b.Dir) })
	return list, failed, checkNames(list)
}

// closeAll closes the indexes.
func closeAll(members []*member) {
	for _, m := range members {
		if m != nil {
			m.reader.Close()
		}
	}
}

// isFault reports whether an error is one of an index, without which the others can be linked.
func isFault(err error) bool {
	return errors.Is(err, artifacts.ErrNotFound) || errors.Is(err, artifacts.ErrVersion) ||
		errors.Is(err, artifacts.ErrCorrupt)
}

// checkNames refuses two repositories of one name.
func checkNames(list []*member) error {
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1], list[i]; a.Name == b.Name {
			dirs := []string{a.Dir, b.Dir}
			slices.Sort(dirs)
			return fmt.Errorf("%w: %s and %s are both called %s", ErrNames, dirs[0], dirs[1], a.Name)
		}
	}
	return nil
}

// read reads one index whole.
func read(s Source) (*member, error) {
	r, err := artifacts.Open(s.Dir)
	if err != nil {
		return nil, err
	}
	m := &member{Source: s, manifest: r.Manifest(), reader: r}
	if err := m.read(); err != nil {
		r.Close()
		return nil, err
	}
	return m, nil
}

// read reads the whole index.
func (m *member) read() error {
	s, r := m.Source, m.reader
	var err error
	m.Name = s.NameIn(m.manifest)
	if m.Name == "" {
		return fmt.Errorf("%w: the index in %s has no name of a repository: give NAME=%s", ErrNames, s.Dir, s.Dir)
	}
	if !graph.IsRepositoryName(m.Name) {
		return fmt.Errorf("%w: %q of %s cannot begin an id: give NAME=%s with letters, digits, '.', '-', '_' and '/'",
			ErrNames, m.Name, s.Dir, s.Dir)
	}
	if m.manifest.Linked() {
		return fmt.Errorf("%s is a linked index: link the indexes that it was made of", s.Dir)
	}
	if m.files, err = r.SourceFiles(); err != nil {
		return err
	}
	if m.packages, err = r.Packages(); err != nil {
		return err
	}
	if m.endpoints, err = r.Endpoints(); err != nil {
		return err
	}
	m.uneven = differ(m.files)
	m.graph, err = r.Graph()
	return err
}

// unnamed is the name that artifacts have of a repository that nobody named.
const unnamed = "unknown-repo"

// NameIn returns the name of the repository in the linked index: the given one, otherwise the one in the
// manifest of its index; empty where nobody named it.
func (s Source) NameIn(m *artifacts.Manifest) string {
	if name := cmp.Or(s.Name, m.Source.Repository); name != unnamed {
		return name
	}
	return ""
}

// differ reports whether files are not all for the same readers.
func differ(files []artifacts.SourceFile) bool {
	for i := range files {
		if files[i].Access().Key() != files[0].Access().Key() {
			return true
		}
	}
	return false
}

// ParseSource reads NAME=DIR or DIR.
func ParseSource(text string) Source {
	name, dir, ok := strings.Cut(text, "=")
	if !ok || !graph.IsRepositoryName(name) {
		return Source{Dir: text}
	}
	return Source{Name: name, Dir: dir}
}
