package build

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"seedgraph/build/expect"
	"seedgraph/frameworks/concept/model"
	"seedgraph/frameworks/libraries"
	"seedgraph/internal/hint"
	"seedgraph/internal/regular"
)

// Models are the descriptions of libraries in folders.
type Models struct {
	Libraries []*model.Library // by name
	Files     []ModelFile      // by path
}

// A ModelFile is a file with descriptions of libraries.
type ModelFile struct {
	Path string // the name of the folder, and the path in it, with slashes
	Hash [sha256.Size]byte
}

// String lists the files with their hashes, one a line.
func (m *Models) String() string {
	lines := make([]string, len(m.Files))
	for i, f := range m.Files {
		lines[i] = fmt.Sprintf("%s %x", f.Path, f.Hash)
	}
	return strings.Join(lines, "\n")
}

const (
	// maxModelBytes bounds the bytes of a file with descriptions of libraries.
	maxModelBytes = 1 << 20
	// maxModelFiles bounds the files with descriptions of libraries in one folder.
	maxModelFiles = 1000
)

// ReadModels reads the descriptions of libraries in the files *.yaml and *.yml of folders and the folders
// in them; it does not follow symbolic links below the folders. Each must be valid, and have a name that
// no other one has, the built-in ones included.
func ReadModels(dirs []string) (*Models, error) {
	m := &Models{}
	for _, dir := range dirs {
		if err := m.readFolder(dir); err != nil {
			return nil, err
		}
	}
	if err := model.CheckAll(slices.Concat(libraries.All(), m.Libraries)); err != nil {
		return nil, err
	}
	slices.SortFunc(m.Libraries, func(a, b *model.Library) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(m.Files, func(a, b ModelFile) int { return strings.Compare(a.Path, b.Path) })
	return m, nil
}

func (m *Models) readFolder(dir string) error {
	found := len(m.Files)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return hint.With(fmt.Errorf("models: %q is not a folder", dir), "give the folder with the .yaml files")
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	base, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	err = filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isModelFile(d.Name()) {
			return err
		}
		rel, err := filepath.Rel(root, at)
		if err != nil {
			return err
		}
		if len(m.Files)-found >= maxModelFiles {
			return hint.With(fmt.Errorf("models: %s has more than %d files", dir, maxModelFiles), "give a folder with fewer")
		}
		return m.readFile(at, filepath.Join(dir, rel), filepath.ToSlash(filepath.Join(filepath.Base(base), rel)))
	})
	if err == nil && len(m.Files) == found {
		return hint.With(fmt.Errorf("models: %s has no .yaml file", dir), "write one: docs/models.md")
	}
	return err
}

func isModelFile(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name))
}

// readFile reads a file; shown is its path in messages, and name that in the manifest.
func (m *Models) readFile(at, shown, name string) error {
	f, err := regular.OpenNoFollow(at)
	if err != nil {
		return hint.With(fmt.Errorf("models: %w", err), "replace links by files: links are not followed")
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxModelBytes+1))
	if err != nil {
		return fmt.Errorf("models: %w", err)
	}
	if len(data) > maxModelBytes {
		return hint.With(fmt.Errorf("models: %s has more than %d bytes", shown, maxModelBytes), "write several files")
	}
	list, err := model.Parse(shown, string(data))
	if err != nil {
		return err
	}
	m.Libraries = append(m.Libraries, list...)
	m.Files = append(m.Files, ModelFile{Path: name, Hash: sha256.Sum256(data)})
	return nil
}

// watchModels calls f for the folders and files of descriptions of libraries, with the size and the time
// of files.
func (o *Options) watchModels(folder func(dir string), file func(name string, info fs.FileInfo)) {
	for _, dir := range o.Models {
		_ = filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
			switch {
			case err != nil: // the next build reports it
			case d.IsDir():
				folder(at)
			case isModelFile(d.Name()):
				if info, err := d.Info(); err == nil {
					file(at, info)
				}
			}
			return nil
		})
	}
}

// readModels reads the descriptions of libraries of a build; nil without folders.
func (o *Options) readModels() (*Models, error) {
	if len(o.Models) == 0 {
		return nil, nil
	}
	return ReadModels(o.Models)
}

// rows returns the descriptions of libraries that the options add to the built-in ones.
func (b *building) rows() []*model.Library {
	var out []*model.Library
	if b.models != nil {
		out = slices.Clone(b.models.Libraries)
	}
	if len(b.EntityBases) > 0 {
		out = append(out, model.EntityRow(b.EntityBases))
	}
	if len(b.SQLMethods) > 0 {
		out = append(out, model.SQLRow(b.SQLMethods))
	}
	return out
}

// BuiltIn returns the built-in descriptions of libraries, by name.
func BuiltIn() []*model.Library { return libraries.All() }

// A ModelTest is the result of an archive beside rows.
type ModelTest struct {
	Path     string // with slashes
	Checked  int    // expectation lines
	Problems []string
	Found    []string // the facts found, if there are problems
}

const (
	// maxArchives bounds the archives of a folder with descriptions of libraries.
	maxArchives = 1000
	// maxArchiveBytes bounds the bytes of one of these archives.
	maxArchiveBytes = 1 << 20
)

// TestModels reads the rows of a folder, builds each archive (*.txtar) in it with them, and compares the
// graph with the lines of its file want; see [expect]. Files of an archive are not written to disk.
func TestModels(ctx context.Context, dir string) ([]ModelTest, error) {
	m, err := ReadModels([]string{dir})
	if err != nil {
		return nil, err
	}
	archives, err := archivesIn(dir)
	if err != nil {
		return nil, err
	}
	var out []ModelTest
	for _, at := range archives {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		test, err := m.test(at)
		if err != nil {
			return nil, err
		}
		out = append(out, test)
	}
	return out, nil
}

// archivesIn lists the archives in a folder and the folders in it, in lexical order.
func archivesIn(dir string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(at) == ".txtar" {
			out = append(out, at)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("models: %w", err)
	case len(out) == 0:
		return nil, hint.With(fmt.Errorf("models: %s has no .txtar file", dir), "write one: docs/models.md")
	case len(out) > maxArchives:
		return nil, hint.With(fmt.Errorf("models: %s has more than %d archives", dir, maxArchives), "give a folder with fewer")
	}
	return out, nil
}

// isFact matches the lines of the kinds that descriptions of libraries yield.
var isFact = regexp.MustCompile(`^(role |edge .* --(Routes|Requests|Handles|ReadsFrom|WritesTo|Executes|MapsTo|Binds|ReadsConfig|Configures)--> )`)

// test builds one archive.
func (m *Models) test(at string) (ModelTest, error) {
	out := ModelTest{Path: filepath.ToSlash(at)}
	data, err := regular.Read(at, maxArchiveBytes)
	if err != nil {
		return out, fmt.Errorf("models: %w", err)
	}
	archive := txtar.Parse(data)
	want := expect.Section(archive, "want")
	graph, err := expect.Build(archive, expect.Options{Rows: m.Libraries})
	if err != nil {
		return out, fmt.Errorf("%s: %w", out.Path, err)
	}
	problems, checked := graph.Check(strings.Split(want, "\n"))
	out.Problems, out.Checked = append(graph.Problems, problems...), checked
	if checked == 0 {
		out.Problems = append(out.Problems, "the file want has no line")
	}
	if len(out.Problems) > 0 {
		out.Found = slices.DeleteFunc(graph.Report(), func(line string) bool { return !isFact.MatchString(line) })
	}
	return out, nil
}
