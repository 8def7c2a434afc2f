package artifacts

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"seedgraph/graph"
)

// This file stores the list of source files from which the artifacts were built.

// sourceFilesFile lists the files that were read, including project files.
const sourceFilesFile = "source_files.jsonl"

// A SourceFile is a file of the source tree at the time when the artifacts were built.
type SourceFile struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the bytes on disk
	// name of the project that compiles or otherwise contains it, and the file that
	// defines the name, or empty
	Project     string `json:"project,omitempty"`
	ProjectFile string `json:"project_file,omitempty"`
	// the solution without which another project file may define the name, or empty
	ProjectSolution string `json:"project_solution,omitempty"`
	// for readers who do not see that project file or solution: the project to which the
	// file belongs without it, then without the first of these, and so on
	OtherProjects []ProjectName `json:"other_projects,omitempty"`

	// access, under the keys used in chunks
	Allow        []string `json:"acl_allow,omitempty"`
	Labels       []string `json:"classification_labels,omitempty"`
	Level        int      `json:"doc_level,omitempty"`
	Owner        string   `json:"owner_id,omitempty"`
	SourceSystem string   `json:"source_system_id,omitempty"`
}

// A ProjectName is the name of a project and the path of the file that defines it.
type ProjectName struct {
	Name string `json:"project"`
	File string `json:"project_file"`

	// the solution that selects File, and files that must be hidden from a reader of this
	// name
	Solution string   `json:"solution,omitempty"`
	Without  []string `json:"without,omitempty"`
}

// appliesTo reports whether the name applies to a reader who sees the given files.
func (p *ProjectName) appliesTo(sees func(file string) bool) bool {
	return sees(p.File) && (p.Solution == "" || sees(p.Solution)) &&
		!slices.ContainsFunc(p.Without, sees)
}

// SetProjects sets the projects of the file: the first, then those for readers who do not
// see the files of the previous ones.
func (f *SourceFile) SetProjects(names []ProjectName) {
	f.Project, f.ProjectFile, f.ProjectSolution, f.OtherProjects = "", "", "", nil
	if len(names) > 0 {
		first := names[0]
		f.Project, f.ProjectFile, f.ProjectSolution = first.Name, first.File, first.Solution
		f.OtherProjects = names[1:]
	}
}

// project returns the name of the first project whose file is visible, and whose solution
// is visible if it matters.
func (f *SourceFile) project(sees func(file string) bool) string {
	first := ProjectName{Name: f.Project, File: f.ProjectFile, Solution: f.ProjectSolution}
	if f.Project == "" || first.appliesTo(sees) {
		return f.Project
	}
	for i := range f.OtherProjects {
		if other := &f.OtherProjects[i]; other.appliesTo(sees) {
			return other.Name
		}
	}
	return ""
}

// accesses returns the access of the files that are not public, by path.
func accesses(files []SourceFile) map[string]graph.Access {
	out := map[string]graph.Access{}
	for i := range files {
		if a := files[i].Access(); !a.IsZero() {
			out[files[i].Path] = a
		}
	}
	return out
}

// Restrict sets the access of the file.
func (f *SourceFile) Restrict(a graph.Access) {
	f.Allow, f.Labels, f.Level = a.Allow, a.Labels, a.Level
	f.Owner, f.SourceSystem = a.Owner, a.SourceSystemID
}

// Access returns the access of the file.
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
	var l jsonLine
	return b.writeLines(sourceFilesFile, func(w *bufio.Writer) {
		for i := range list {
			list[i].line(&l)
			w.Write(l.b)
		}
	})
}

// sourceFileColumns are the members of every line of source_files.jsonl, and
// projectNameColumns those of every element of its other_projects.
var (
	sourceFileColumns = columnsOf("path", "bytes", "sha256", "project", "project_file",
		"project_solution", "other_projects[]", "acl_allow[]", "classification_labels[]",
		"doc_level", "owner_id", "source_system_id")
	projectNameColumns = columnsOf("project", "project_file", "solution", "without[]")
)

// line builds the line of f.
func (f *SourceFile) line(l *jsonLine) {
	l.begin(sourceFileColumns)
	l.str("path", f.Path)
	l.key("bytes")
	l.b = strconv.AppendInt(l.b, f.Bytes, 10)
	l.str("sha256", f.SHA256)
	l.optStr("project", f.Project)
	l.optStr("project_file", f.ProjectFile)
	l.optStr("project_solution", f.ProjectSolution)
	if len(f.OtherProjects) > 0 {
		l.key("other_projects")
		separator := byte('[')
		for _, p := range f.OtherProjects {
			l.b = append(l.b, separator)
			separator = ','
			l.inner(projectNameColumns, func() {
				l.str("project", p.Name)
				l.str("project_file", p.File)
				l.optStr("solution", p.Solution)
				l.optList("without", p.Without)
			})
		}
		l.b = append(l.b, ']')
	}
	a := f.Access()
	access(l, &a)
	l.end()
	l.b = append(l.b, '\n')
}

// SourceFiles lists the files from which the artifacts were built, by path; nil if the
// artifacts do not record them. The list includes files without nodes, so it is only for
// unrestricted readers.
func (r *Reader) SourceFiles() ([]SourceFile, error) {
	if r.partial() {
		return nil, fmt.Errorf("the list of files is not open to a restricted reader")
	}
	return r.sourceFiles()
}

// Fingerprint returns the SHA-256, in hexadecimal, of the paths and hashes of files. It
// depends neither on their order nor on the folder of the tree.
func Fingerprint(files []SourceFile) string {
	sorted := slices.Clone(files)
	slices.SortFunc(sorted, func(a, b SourceFile) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.SHA256, b.SHA256))
	})
	h := sha256.New()
	for _, f := range sorted {
		// Paths have no NUL, and all hashes have the same length, so the encoding is
		// unambiguous.
		sum, _ := hex.DecodeString(f.SHA256)
		fmt.Fprintf(h, "%s\x00%s", f.Path, sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Revision identifies the indexed state: the commit or, without one, the fingerprint of
// the files that the reader may see, as for a tree without the others.
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

// FoldersWith returns the folders that contain a file whose name matches one of the
// patterns of [path.Match], with "" for the root of the tree; nil if the artifacts do not
// list the source files. Files that the reader may not see are ignored, and so are
// folders in which it sees nothing.
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

// seesFolder reports whether the reader sees a node in a folder.
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

// LoadProjects sets the project of nodes read from now on, as far as the reader sees the
// files that define the projects. Artifacts with features below 15 do not record these
// files: for them, a restricted reader returns no projects.
func (r *Reader) LoadProjects() error {
	raw, err := r.readSourceFiles()
	if err != nil {
		return err
	}
	p := &projects{raw: string(raw), known: map[string]string{}}
	if !r.visitor.SeesAll() {
		if err := p.readAll(r.visitor); err != nil {
			return err
		}
	}
	r.projects = p
	return nil
}

// A projects table maps files to projects. An answer needs those of few files, so a line of
// the list is parsed on demand, unless the access of other lines decides what it shows. It
// is safe for concurrent use.
type projects struct {
	raw string // the lines to search, sorted by path

	mu    sync.Mutex
	known map[string]string
}

// mostSearched is the number of files from which parsing the whole list takes less time than
// searching for each.
const mostSearched = 100

// readAll parses all lines for a reader.
func (p *projects) readAll(v graph.Visitor) error {
	files, err := parseSourceFiles(p.raw)
	access := accesses(files)
	for i := range files {
		p.known[files[i].Path] = files[i].project(func(file string) bool {
			return v.SeesAll() || file != "" && access[file].Admits(v)
		})
	}
	p.raw = ""
	return err
}

// of returns the project of a file; empty if it has none, or if p is nil.
func (p *projects) of(path string) (string, error) {
	if p == nil || path == "" {
		return "", nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if name, ok := p.known[path]; ok {
		return name, nil
	}
	if p.raw == "" {
		return "", nil
	}
	if len(p.known) == mostSearched {
		err := p.readAll(graph.Visitor{})
		return p.known[path], err
	}
	f, err := p.find(path)
	if err != nil {
		return "", err
	}
	p.known[path] = f.project(func(string) bool { return true })
	return p.known[path], nil
}

// find searches the line of a file; for other paths it returns a file without a project.
func (p *projects) find(path string) (SourceFile, error) {
	low, high := 0, len(p.raw) // the start of a line, and the end of one
	for low < high {
		begin := low + strings.LastIndexByte(p.raw[low:low+(high-low)/2], '\n') + 1
		end := high
		if n := strings.IndexByte(p.raw[begin:high], '\n'); n >= 0 {
			end = begin + n + 1
		}
		f, err := parseSourceFile(p.raw[begin:end])
		switch {
		case err != nil || f.Path == path:
			return f, err
		case f.Path < path:
			low = end
		default:
			high = begin
		}
	}
	return SourceFile{}, nil
}

func (r *Reader) sourceFiles() ([]SourceFile, error) {
	raw, err := r.readSourceFiles()
	if raw == nil || err != nil {
		return nil, err
	}
	return parseSourceFiles(string(raw))
}

// readSourceFiles reads the list of source files; nil if the artifacts do not have it.
func (r *Reader) readSourceFiles() ([]byte, error) {
	if _, ok := r.manifest.file(sourceFilesFile); !ok {
		return nil, nil
	}
	raw, err := r.root.ReadFile(sourceFilesFile)
	if err != nil {
		return nil, corruptf("%w", err)
	}
	return raw, nil
}

func parseSourceFiles(raw string) ([]SourceFile, error) {
	out := make([]SourceFile, 0, strings.Count(raw, "\n"))
	for line := range strings.Lines(raw) {
		f, err := parseSourceFile(line)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func parseSourceFile(line string) (SourceFile, error) {
	f, ok := plainSourceFile(line)
	if ok {
		return f, nil
	}
	if err := json.Unmarshal([]byte(line), &f); err != nil {
		return SourceFile{}, corruptf("%s: %w", sourceFilesFile, err)
	}
	f.dropEmptyLists()
	return f, nil
}

// dropEmptyLists makes empty lists nil, as in a file without access rules: accesses are
// compared.
func (f *SourceFile) dropEmptyLists() {
	for _, list := range []*[]string{&f.Allow, &f.Labels} {
		if len(*list) == 0 {
			*list = nil
		}
	}
	if len(f.OtherProjects) == 0 {
		f.OtherProjects = nil
	}
	for i := range f.OtherProjects {
		if len(f.OtherProjects[i].Without) == 0 {
			f.OtherProjects[i].Without = nil
		}
	}
}

// The ends of the lines of files with one project, and without one, that everybody may
// see. Artifacts with features below 25 do not have the members that are missing there.
const (
	afterProject = `,"project_solution":null,"other_projects":[],"acl_allow":[],` +
		`"classification_labels":[],"doc_level":null,"owner_id":null,"source_system_id":null}` + "\n"
	withoutProject = `,"project":null,"project_file":null` + afterProject
)

// plainSourceFile parses a line in which no character is escaped: a command may read
// thousands of them before it answers, and this takes a tenth of the time.
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
		f.ProjectFile, rest, ok = strings.Cut(rest, `"`)
		return f, err == nil && ok && (rest == "}\n" || rest == afterProject) &&
			!strings.Contains(f.Project, `"`)
	}
	f.SHA256, rest, ok = strings.Cut(rest, `"`)
	return f, err == nil && ok && (rest == "}\n" || rest == withoutProject)
}

// Written returns the time when the artifacts were written or copied here: the
// modification time of their manifest. It is not part of the artifacts.
func (r *Reader) Written() (time.Time, error) {
	info, err := r.root.Stat(manifestFile)
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// sourceFiles checks the order and the format of the list.
func (v *verifier) sourceFiles() error {
	list, err := v.r.SourceFiles()
	for i, f := range list {
		if i > 0 && list[i-1].Path >= f.Path {
			v.addf("%s is not after %s", f.Path, list[i-1].Path)
		}
		if f.Path == "" || f.Bytes < 0 || len(f.SHA256) != 64 ||
			strings.Trim(f.SHA256, "0123456789abcdef") != "" {
			v.addf("%q has no size or hash", f.Path)
		}
	}
	return err
}
