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

// A Header is what is known of an index to those that look for its edges to others, besides its
// graph.
type Header struct {
	Name      string                  `json:"name"` // of the repository
	Tag       string                  `json:"tag,omitempty"`
	Uneven    bool                    `json:"uneven,omitempty"` // its files are not all for the same readers
	Packages  []artifacts.Package     `json:"packages,omitempty"`
	Endpoints []artifacts.EndpointRow `json:"endpoints,omitempty"`
	Readers   map[string]graph.Access `json:"readers,omitempty"` // of files that are not for everybody
}

// linkName is the prefix of linked ids.
func (h *Header) linkName() string { return h.Name + "//" }

// path is a path of the repository in the linked index.
func (h *Header) path(p string) string { return h.Name + "/" + p }

// An Index is one that takes part, as a whole.
type Index struct {
	Header
	Source   Source
	manifest *artifacts.Manifest
	graph    *graph.Graph
	texts    *artifacts.Texts // of its nodes, which the graph lacks
	files    []artifacts.SourceFile
	reader   *artifacts.Reader // for its search terms, which are used again

	groups     *Groups              // of the linked index; may be nil
	first, end uint32               // numbers of its nodes in the linked graph, half open
	defined    map[Package][]uint32 // definitions by the packages that they are in
}

// load opens and reads the indexes, several at a time. Those that cannot be read are faults. The
// members are in the order of their linked ids, the faults in that of their folders.
func load(ctx context.Context, sources []Source, jobs int) ([]*Index, []Fault, error) {
	members := make([]*Index, len(sources))
	faults := make([]error, len(sources))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(jobs, 1))
	for i, s := range sources {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			m, err := Open(s)
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
	var list []*Index
	var failed []Fault
	for i, m := range members {
		if faults[i] != nil { // then there is no member
			failed = append(failed, Fault{sources[i], faults[i]})
		} else {
			list = append(list, m)
		}
	}
	slices.SortFunc(list, compareIndexes)
	slices.SortFunc(failed, func(a, b Fault) int { return strings.Compare(a.Dir, b.Dir) })
	return list, failed, checkNames(list)
}

// compareIndexes orders indexes as their linked ids.
func compareIndexes(a, b *Index) int { return strings.Compare(a.linkName(), b.linkName()) }

// closeAll closes the indexes.
func closeAll(members []*Index) {
	for _, m := range members {
		if m != nil {
			m.Close()
		}
	}
}

// isFault reports whether an error is one of an index, without which the others can be linked.
func isFault(err error) bool {
	return errors.Is(err, artifacts.ErrNotFound) || errors.Is(err, artifacts.ErrVersion) ||
		errors.Is(err, artifacts.ErrCorrupt)
}

// checkNames refuses two repositories of one name.
func checkNames(list []*Index) error {
	for i := 1; i < len(list); i++ {
		if a, b := list[i-1], list[i]; a.Name == b.Name {
			dirs := []string{a.Source.Dir, b.Source.Dir}
			slices.Sort(dirs)
			return fmt.Errorf("%w: %s and %s are both called %s", ErrNames, dirs[0], dirs[1], a.Name)
		}
	}
	return nil
}

// Open reads one index whole.
func Open(s Source) (*Index, error) {
	r, err := artifacts.Open(s.Dir)
	if err != nil {
		return nil, err
	}
	x := &Index{Source: s, manifest: r.Manifest(), reader: r}
	if err := x.read(); err != nil {
		r.Close()
		return nil, err
	}
	return x, nil
}

// Close releases the files of the index.
func (x *Index) Close() { x.reader.Close() }

// read reads the whole index.
func (x *Index) read() error {
	s, r := x.Source, x.reader
	var err error
	x.Name, x.Tag = s.NameIn(x.manifest), x.manifest.Source.Tag
	if x.Name == "" {
		return fmt.Errorf("%w: the index in %s has no name of a repository: give NAME=%s", ErrNames, s.Dir, s.Dir)
	}
	if !graph.IsRepositoryName(x.Name) {
		return fmt.Errorf("%w: %q of %s cannot begin an id: give NAME=%s with letters, digits, '.', '-', '_' and '/'",
			ErrNames, x.Name, s.Dir, s.Dir)
	}
	if x.manifest.Linked() {
		return fmt.Errorf("%s is a linked index: link the indexes that it was made of", s.Dir)
	}
	if x.files, err = r.SourceFiles(); err != nil {
		return err
	}
	if x.Packages, err = r.Packages(); err != nil {
		return err
	}
	if x.Endpoints, err = r.Endpoints(); err != nil {
		return err
	}
	x.Uneven, x.Readers = differ(x.files), map[string]graph.Access{}
	for i := range x.files {
		if a := x.files[i].Access(); !a.IsPublic() {
			x.Readers[x.files[i].Path] = a
		}
	}
	x.graph, x.texts, err = r.Skeleton()
	return err
}

// NameIn returns the name of the repository in the linked index: the given one, otherwise the one
// in the manifest of its index; empty where nobody named it.
func (s Source) NameIn(m *artifacts.Manifest) string {
	if name := cmp.Or(s.Name, m.Source.Repository); name != artifacts.NoRepository {
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
