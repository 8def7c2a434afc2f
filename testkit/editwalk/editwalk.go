// Package editwalk edits a tree at random as people and their tools do, step by step, to compare incremental
// builds with full ones.
package editwalk

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Walk edits the files of a tree. The same seed and step make the same edit of the same tree.
type Walk struct {
	Tree     string // edited
	Pristine string // a copy that is never edited
	Seed     uint64

	random *rand.Rand
	files  []string // paths of the tree, sorted
}

// An edit changes some files and describes what it did; empty if the tree had nothing to change.
type edit struct {
	weight int
	do     func(*Walk) (string, error)
}

var edits = []edit{
	{30, (*Walk).editBody},
	{16, (*Walk).editSignature},
	{6, (*Walk).add},
	{5, (*Walk).remove},
	{6, (*Walk).rename},
	{8, (*Walk).editProject},
	{8, (*Walk).halfSave},
	{10, (*Walk).restore},
	{6, (*Walk).switchBranch},
	{3, (*Walk).reencode},
	{2, (*Walk).nothing},
}

// Step makes one edit and describes it.
func (w *Walk) Step(step int) (string, error) {
	w.random = rand.New(rand.NewPCG(w.Seed, uint64(step)))
	for {
		var err error
		if w.files, err = list(w.Tree); err != nil {
			return "", err
		}
		sum := 0
		for _, e := range edits {
			sum += e.weight
		}
		at := w.random.IntN(sum)
		i := 0
		for ; at >= edits[i].weight; i++ {
			at -= edits[i].weight
		}
		if what, err := edits[i].do(w); what != "" || err != nil {
			return what, err
		}
	}
}

// list returns the paths of the regular files of a tree, without those of git and of artifacts.
func list(root string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == ".seedgraph"):
			return filepath.SkipDir
		case d.Type().IsRegular():
			rel, err := filepath.Rel(root, name)
			out = append(out, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}

// pick returns a random file with a property; ok is false if no file has it.
func (w *Walk) pick(has func(p string) bool) (p string, ok bool) {
	list := slices.DeleteFunc(slices.Clone(w.files), func(p string) bool { return !has(p) })
	if len(list) == 0 {
		return "", false
	}
	return list[w.random.IntN(len(list))], true
}

// sources are the extensions of files with code.
var sources = []string{".go", ".cs", ".java", ".kt", ".py", ".ts", ".tsx", ".js", ".jsx", ".vue", ".sql", ".rb", ".php",
	".rs", ".c", ".h", ".cpp", ".scala", ".cshtml", ".razor", ".html", ".xaml", ".graphql", ".proto", ".md"}

func isSource(p string) bool { return slices.Contains(sources, path.Ext(p)) }

// projects are the names and extensions of files that change how other files are read.
var projects = []string{"go.mod", "go.work", "package.json", "tsconfig.json", "pyproject.toml", "setup.cfg", "setup.py",
	"requirements.txt", "pom.xml", "build.gradle", "build.gradle.kts", "settings.gradle", "appsettings.json",
	".gitattributes", ".gitignore", ".editorconfig", "application.properties", "application.yml", "angular.json",
	".csproj", ".props", ".sln"}

func isProject(p string) bool {
	return slices.Contains(projects, path.Base(p)) || slices.Contains(projects, path.Ext(p))
}

func (w *Walk) read(p string) (string, error) {
	data, err := os.ReadFile(filepath.Join(w.Tree, filepath.FromSlash(p)))
	return string(data), err
}

func (w *Walk) write(p, text string) error {
	name := filepath.Join(w.Tree, filepath.FromSlash(p))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o666)
}

// change rewrites a file, and describes the change if there is one.
func (w *Walk) change(p, how string, edit func(text string) string) (string, error) {
	text, err := w.read(p)
	if err != nil {
		return "", err
	}
	next := edit(text)
	if next == text {
		return "", nil
	}
	return how + " " + p, w.write(p, next)
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]{2,}`)

// editBody changes a line of a file: it is doubled, deleted, moved, commented out, or uses another name of
// the file.
func (w *Walk) editBody() (string, error) {
	p, ok := w.pick(isSource)
	if !ok {
		return "", nil
	}
	return w.change(p, "edit", w.editLine)
}

func (w *Walk) editLine(text string) string {
	lines := strings.SplitAfter(text, "\n")
	at, other := w.random.IntN(len(lines)), w.random.IntN(len(lines))
	switch w.random.IntN(6) {
	case 0:
		lines[at] += lines[at]
	case 1:
		lines[at] = ""
	case 2:
		lines[at], lines[other] = lines[other], lines[at]
	case 3:
		lines[at] = "// " + lines[at]
	case 4: // a call of something that the file names
		if words := word.FindAllString(text, -1); len(words) > 0 {
			lines[at] += words[w.random.IntN(len(words))] + "()\n"
		}
	default:
		words := word.FindAllString(text, -1)
		if places := word.FindAllStringIndex(lines[at], -1); len(places) > 0 && len(words) > 0 {
			place := places[w.random.IntN(len(places))]
			lines[at] = lines[at][:place[0]] + words[w.random.IntN(len(words))] + lines[at][place[1]:]
		}
	}
	return strings.Join(lines, "")
}

var signature = regexp.MustCompile(`(?m)^.*\b(?:func|function|def|class|interface|type|struct|record|enum|public|private|export|fn|create table|CREATE TABLE|CREATE PROCEDURE)\b[^\n]*`)

// editSignature renames a definition, or changes its parameters or its base.
func (w *Walk) editSignature() (string, error) {
	p, ok := w.pick(isSource)
	if !ok {
		return "", nil
	}
	return w.change(p, "change a signature in", func(text string) string {
		all := signature.FindAllStringIndex(text, -1)
		if len(all) == 0 {
			return text
		}
		place := all[w.random.IntN(len(all))]
		line := text[place[0]:place[1]]
		names := word.FindAllStringIndex(line, -1)
		name := names[w.random.IntN(len(names))]
		switch w.random.IntN(3) {
		case 0:
			line = line[:name[1]] + "2" + line[name[1]:]
		case 1:
			line = strings.Replace(line, "(", "(extra, ", 1)
		default: // without one of its names: a parameter, a type, a modifier
			line = line[:name[0]] + line[name[1]:]
		}
		return text[:place[0]] + line + text[place[1]:]
	})
}

// add copies a file under another name.
func (w *Walk) add() (string, error) {
	p, ok := w.pick(isSource)
	if !ok {
		return "", nil
	}
	text, err := w.read(p)
	if err != nil {
		return "", err
	}
	to := w.newName(p)
	return "add " + to, w.write(to, text)
}

// newName returns a name for a file next to p, or in the folder of another one.
func (w *Walk) newName(p string) string {
	dir := path.Dir(p)
	if w.random.IntN(2) == 0 {
		dir = path.Dir(w.files[w.random.IntN(len(w.files))])
	}
	ext := path.Ext(p)
	return path.Join(dir, fmt.Sprintf("%s%d%s", strings.TrimSuffix(path.Base(p), ext), w.random.IntN(1000), ext))
}

func (w *Walk) remove() (string, error) {
	p, ok := w.pick(isSource)
	if !ok || len(w.files) < 5 {
		return "", nil
	}
	return "remove " + p, os.Remove(filepath.Join(w.Tree, filepath.FromSlash(p)))
}

func (w *Walk) rename() (string, error) {
	p, ok := w.pick(isSource)
	if !ok {
		return "", nil
	}
	text, err := w.read(p)
	if err != nil {
		return "", err
	}
	to := w.newName(p)
	if err := w.write(to, text); err != nil {
		return "", err
	}
	return "rename " + p + " to " + to, os.Remove(filepath.Join(w.Tree, filepath.FromSlash(p)))
}

// editProject changes a line of a build file or of settings, or removes the file.
func (w *Walk) editProject() (string, error) {
	p, ok := w.pick(isProject)
	if !ok {
		return "", nil
	}
	if w.random.IntN(6) == 0 {
		return "remove " + p, os.Remove(filepath.Join(w.Tree, filepath.FromSlash(p)))
	}
	return w.change(p, "edit project file", w.editLine)
}

// halfSave cuts a file off, or leaves out a part of it, which is rarely sound code.
func (w *Walk) halfSave() (string, error) {
	p, ok := w.pick(isSource)
	if !ok {
		return "", nil
	}
	return w.change(p, "cut", func(text string) string {
		if text == "" {
			return text
		}
		at := w.random.IntN(len(text))
		if w.random.IntN(2) == 0 {
			return text[:at]
		}
		return text[:at] + text[min(len(text), at+1+w.random.IntN(40)):]
	})
}

// restore undoes all changes of one file, or brings a deleted one back.
func (w *Walk) restore() (string, error) {
	all, err := list(w.Pristine)
	if err != nil {
		return "", err
	}
	for range 50 {
		p := all[w.random.IntN(len(all))]
		if changed, err := w.restoreFile(p); changed || err != nil {
			return "restore " + p, err
		}
	}
	return "", nil
}

func (w *Walk) restoreFile(p string) (changed bool, err error) {
	data, err := os.ReadFile(filepath.Join(w.Pristine, filepath.FromSlash(p)))
	if err != nil {
		return false, err
	}
	if now, err := w.read(p); err == nil && now == string(data) {
		return false, nil
	}
	return true, w.write(p, string(data))
}

// switchBranch edits many files at once, or restores all, as the way back.
func (w *Walk) switchBranch() (string, error) {
	if w.random.IntN(3) == 0 {
		all, err := list(w.Pristine)
		if err != nil {
			return "", err
		}
		for _, p := range all {
			if _, err := w.restoreFile(p); err != nil {
				return "", err
			}
		}
		return "restore all files", nil
	}
	n := 5 + w.random.IntN(20)
	for range n {
		if _, err := w.editBody(); err != nil {
			return "", err
		}
		if _, err := w.editSignature(); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("edit up to %d files", 2*n), nil
}

// reencode gives a file other line ends, a byte order mark, or bytes that are not UTF-8.
func (w *Walk) reencode() (string, error) {
	p, ok := w.pick(isSource)
	if !ok {
		return "", nil
	}
	return w.change(p, "encode otherwise", func(text string) string {
		switch w.random.IntN(3) {
		case 0:
			return strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			return "\ufeff" + text
		}
		return text + "// caf\xe9\n"
	})
}

// nothing changes nothing.
func (w *Walk) nothing() (string, error) { return "change nothing", nil }
