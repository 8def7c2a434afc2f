package artifacts

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"seedgraph/graph"
)

// This file keeps which files of the source tree the artifacts were made of.

// sourceFilesFile lists the files that were read, those of projects among them.
const sourceFilesFile = "source_files.jsonl"

// A SourceFile is a file of the source tree as it was when the artifacts were made.
type SourceFile struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the bytes on disk
	// name of the project that compiles it, or that it belongs to, and the file that gives the
	// name; empty: none
	Project     string `json:"project,omitempty"`
	ProjectFile string `json:"project_file,omitempty"`
	// the solution without which another project file may give the name; empty: none
	ProjectSolution string `json:"project_solution,omitempty"`
	// for readers who do not see that file: the project that the file belongs to without it,
	// without the first of these, and so on; likewise for those who do not see the solution
	OtherProjects []ProjectName `json:"other_projects,omitempty"`

	// who may see it, in the words of the chunks
	Allow        []string `json:"acl_allow,omitempty"`
	Labels       []string `json:"classification_labels,omitempty"`
	Level        int      `json:"doc_level,omitempty"`
	Owner        string   `json:"owner_id,omitempty"`
	SourceSystem string   `json:"source_system_id,omitempty"`
}

// A ProjectName is the name of a project and the path of the file that gives it.
type ProjectName struct {
	Name string `json:"project"`
	File string `json:"project_file"`

	// that decides for the file, and files of which a reader whom the name is told sees none
	Solution string   `json:"solution,omitempty"`
	Without  []string `json:"without,omitempty"`
}

// told reports whether a reader is told the name who sees the given files.
func (p *ProjectName) told(sees func(file string) bool) bool {
	return sees(p.File) && (p.Solution == "" || sees(p.Solution)) &&
		!slices.ContainsFunc(p.Without, sees)
}

// SetProjects sets the projects of the file, those for readers who do not see the files of the
// former ones behind them.
func (f *SourceFile) SetProjects(names []ProjectName) {
	f.Project, f.ProjectFile, f.ProjectSolution, f.OtherProjects = "", "", "", nil
	if len(names) > 0 {
		first := names[0]
		f.Project, f.ProjectFile, f.ProjectSolution = first.Name, first.File, first.Solution
		f.OtherProjects = names[1:]
	}
}

// project returns the name of the first of its projects whose file is seen, and whose solution
// if that decides.
func (f *SourceFile) project(sees func(file string) bool) string {
	first := ProjectName{Name: f.Project, File: f.ProjectFile, Solution: f.ProjectSolution}
	if f.Project == "" || first.told(sees) {
		return f.Project
	}
	for i := range f.OtherProjects {
		if other := &f.OtherProjects[i]; other.told(sees) {
			return other.Name
		}
	}
	return ""
}

// accesses returns who may see the files that are not for everybody, by path.
func accesses(files []SourceFile) map[string]graph.Access {
	out := map[string]graph.Access{}
	for i := range files {
		if a := files[i].Access(); !a.IsZero() {
			out[files[i].Path] = a
		}
	}
	return out
}

// Restrict sets who may see the file.
func (f *SourceFile) Restrict(a graph.Access) {
	f.Allow, f.Labels, f.Level = a.Allow, a.Labels, a.Level
	f.Owner, f.SourceSystem = a.Owner, a.SourceSystemID
}

// Access says who may see the file.
func (f *SourceFile) Access() graph.Access {
	return graph.Access{Allow: f.Allow, Labels: f.Labels, Level: f.Level, Owner: f.Owner,
		SourceSystemID: f.SourceSystem}
}

// writeSourceFiles writes source_files.jsonl, by path.
func (b *build) writeSourceFiles() error {
	if b.in.Files == nil {
		return nil
	}
	list := slices.Clone(b.in.Files)
	slices.SortFunc(list, func(x, y SourceFile) int { return cmp.Compare(x.Path, y.Path) })
	return b.writeLines(sourceFilesFile, func(w *bufio.Writer) {
		for _, f := range list {
			w.Write(plainJSON(f))
		}
	})
}

// SourceFiles lists the files that the artifacts were made of, by path; nil for artifacts
// that do not say. The list tells of files without nodes, too: it is for readers without
// restrictions.
func (r *Reader) SourceFiles() ([]SourceFile, error) {
	if r.partial() {
		return nil, fmt.Errorf("the list of files is not open to a restricted reader")
	}
	return r.sourceFiles()
}

// Fingerprint is the SHA-256, in hexadecimal, of the paths and hashes of files. It does not
// depend on their order, nor on the folder that the tree is in.
func Fingerprint(files []SourceFile) string {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b SourceFile) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.SHA256, b.SHA256))
	})
	h := sha256.New()
	for _, f := range sorted {
		// No path has a NUL, and all hashes are of one length: files cannot run into each other.
		sum, _ := hex.DecodeString(f.SHA256)
		fmt.Fprintf(h, "%s\x00%s", f.Path, sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Revision names what was indexed: the commit, else the fingerprint of the files that the
// reader may see, which is that of a tree without the others.
func (r *Reader) Revision() (string, error) {
	source := r.Manifest().Source
	if source.Commit != "" || !r.partial() {
		return cmp.Or(source.Commit, source.Fingerprint), nil
	}
	files, err := r.sourceFiles()
	return Fingerprint(slices.DeleteFunc(slices.Clone(files), func(f SourceFile) bool {
		return !f.Access().Admits(r.visitor)
	})), err
}

// FoldersWith returns the folders that have a file with a name like one of the patterns of
// [path.Match], that of the tree itself as the empty string; nil for artifacts that do not
// say which files there are. Files that the reader may not see do not count, and of the
// others those do that are around something that it sees.
func (r *Reader) FoldersWith(patterns []string) (map[string]bool, error) {
	files, err := r.sourceFiles()
	if files == nil || err != nil {
		return nil, err
	}
	folders := map[string]bool{}
	for _, f := range files {
		folder, name := path.Split(f.Path)
		folder = strings.TrimSuffix(folder, "/")
		if folders[folder] || !f.Access().Admits(r.visitor) || !slices.ContainsFunc(patterns, func(p string) bool {
			ok, _ := path.Match(p, name)
			return ok
		}) {
			continue
		}
		seen, err := r.seesFolder(folder)
		if err != nil {
			return nil, err
		}
		if seen {
			folders[folder] = true
		}
	}
	return folders, nil
}

// seesFolder reports whether the reader sees something in a folder.
func (r *Reader) seesFolder(folder string) (bool, error) {
	if !r.partial() {
		return true, nil
	}
	if folder != "" {
		folder += "/"
	}
	seen := false
	err := r.Paths(folder, func(string) bool {
		seen = true
		return false
	})
	return seen, err
}

// LoadProjects makes the nodes that are read from now on say their projects, as far as the
// reader sees the files that name them. Artifacts of features below 15 do not say which these
// are: a restricted reader knows no projects of them.
func (r *Reader) LoadProjects() error {
	files, err := r.sourceFiles()
	r.projects = map[string]string{}
	known := accesses(files)
	sees := func(file string) bool {
		return r.visitor.SeesAll() || file != "" && known[file].Admits(r.visitor)
	}
	for i := range files {
		if name := files[i].project(sees); name != "" {
			r.projects[files[i].Path] = name
		}
	}
	return err
}

func (r *Reader) sourceFiles() ([]SourceFile, error) {
	if _, ok := r.manifest.file(sourceFilesFile); !ok {
		return nil, nil
	}
	raw, err := r.root.ReadFile(sourceFilesFile)
	if err != nil {
		return nil, corruptf("%w", err)
	}
	out := make([]SourceFile, 0, bytes.Count(raw, []byte{'\n'}))
	for line := range strings.Lines(string(raw)) {
		f, ok := plainSourceFile(line)
		if !ok {
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				return nil, corruptf("%s: %w", sourceFilesFile, err)
			}
		}
		out = append(out, f)
	}
	return out, nil
}

// plainSourceFile reads a line as it is written if no character is escaped: a command may
// read thousands of them before it answers, and that takes a tenth of the time.
func plainSourceFile(line string) (f SourceFile, ok bool) {
	rest, ok := strings.CutPrefix(line, `{"path":"`)
	if !ok || strings.IndexByte(rest, '\\') >= 0 {
		return f, false
	}
	var size string
	if f.Path, rest, ok = strings.Cut(rest, `","bytes":`); !ok {
		return f, false
	}
	if size, rest, ok = strings.Cut(rest, `,"sha256":"`); !ok {
		return f, false
	}
	var err error
	f.Bytes, err = strconv.ParseInt(size, 10, 64)
	if hash, more, ok := strings.Cut(rest, `","project":"`); ok {
		f.SHA256 = hash
		if f.Project, rest, ok = strings.Cut(more, `","project_file":"`); !ok {
			return f, false
		}
		f.ProjectFile, rest, ok = strings.Cut(rest, `"}`)
		return f, err == nil && ok && rest == "\n" &&
			!strings.Contains(f.Project+f.ProjectFile, `"`)
	}
	f.SHA256, rest, ok = strings.Cut(rest, `"}`)
	return f, err == nil && ok && rest == "\n" && !strings.Contains(f.SHA256, `"`)
}

// Written returns when the artifacts were written, or brought here: the time of their
// manifest in the file system. It is no part of the artifacts.
func (r *Reader) Written() (time.Time, error) {
	info, err := r.root.Stat(manifestFile)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// sourceFiles checks the order and the form of the list.
func (v *verifier) sourceFiles() error {
	list, err := v.r.SourceFiles()
	for i, f := range list {
		if i > 0 && list[i-1].Path >= f.Path {
			v.addf("%s is not behind %s", f.Path, list[i-1].Path)
		}
		if f.Path == "" || f.Bytes < 0 || len(f.SHA256) != 64 ||
			strings.Trim(f.SHA256, "0123456789abcdef") != "" {
			v.addf("%q has no size or hash", f.Path)
		}
	}
	return err
}
