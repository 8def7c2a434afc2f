// Package jar reads the declarations of Java libraries from their class files: jars
// in the folders lib and libs of a tree, and those that its pom.xml files require,
// from a Maven repository on disk. Nothing is downloaded and no tool is run: a
// missing jar has no declarations. The dependencies of Gradle builds are unknown,
// since its build files are programs.
package jar

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"seedgraph/external"
	"seedgraph/external/classfile"
	"seedgraph/external/libs/disk"
	"seedgraph/internal/regular"
)

// Jars are the jars that a tree uses. They are an [external.Library].
type Jars struct {
	log      *disk.Log
	archives []*archive // the class path
	missing  bool       // a required jar is missing

	once     sync.Once
	packages map[string][]entry // by package, in the order of the class path
}

// An archive is a jar on the class path.
type archive struct {
	of   disk.Package
	file string
	open *os.File // nil: it could not be opened
}

// An entry is a class file in a jar.
type entry struct {
	*archive
	file *zip.File
}

// Open returns the jars of a tree. Those in the folders lib and libs are searched
// below beside; repository is a Maven repository, "" for that of the user.
func Open(root, beside, repository string, log *disk.Log) *Jars {
	j := &Jars{log: log}
	for _, dir := range []string{"lib", "libs"} {
		for _, above := range []string{"", "*", "*/*"} {
			pattern := filepath.Join(beside, filepath.FromSlash(above), dir, "*.jar")
			files, _ := filepath.Glob(pattern) // sorted; the pattern is well formed
			for _, file := range files {
				name := strings.TrimSuffix(filepath.Base(file), ".jar")
				j.archives = append(j.archives,
					&archive{of: disk.Package{System: "jar", Name: name}, file: file})
			}
		}
	}
	if repository == "" {
		if home, err := os.UserHomeDir(); err == nil {
			repository = filepath.Join(home, ".m2", "repository")
		}
	}
	m := newMaven(root, repository, log)
	for _, a := range m.classPath() {
		file := m.file(a, ".jar")
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
			j.missing = true
			continue
		}
		j.archives = append(j.archives, &archive{file: file, of: disk.Package{
			System: "maven", Name: a.group + ":" + a.artifact, Version: a.version}})
	}
	return j
}

// open reads the directories of the jars.
func (j *Jars) open() {
	j.packages = map[string][]entry{}
	for _, a := range j.archives {
		z, err := a.read()
		if err != nil {
			j.log.Fail(path.Base(filepath.ToSlash(a.file)), err)
			continue
		}
		for _, f := range z.File {
			dir := path.Dir(f.Name)
			if strings.HasSuffix(f.Name, ".class") && dir != "." &&
				!strings.HasPrefix(dir, "META-INF") { // classes for later releases
				name := strings.ReplaceAll(dir, "/", ".")
				j.packages[name] = append(j.packages[name], entry{a, f})
			}
		}
	}
}

// read reads the directory of a jar.
func (a *archive) read() (*zip.Reader, error) {
	f, err := regular.Open(a.file)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		f.Close()
		return nil, err
	}
	a.open = f
	return z, nil
}

// Close closes the jars. Declarations stay valid.
func (j *Jars) Close() {
	j.once.Do(func() {})
	for _, a := range j.archives {
		if a.open != nil {
			a.open.Close()
		}
	}
	j.packages = nil
}

// Declare returns the declarations of a package, or nil if no jar has it. Of two
// classes with one name the first on the class path wins.
func (j *Jars) Declare(name string) *external.Declared {
	if len(j.archives) == 0 {
		return nil
	}
	j.once.Do(j.open)
	entries := j.packages[name]
	if len(entries) == 0 {
		return nil
	}
	set := classfile.NewSet()
	for _, e := range entries {
		j.log.Guard(e.file.Name, func() {
			c, err := e.class(j.log)
			if err != nil {
				j.log.Fail(e.file.Name, err)
				return
			}
			set.Add(c)
		})
	}
	// Other classes of the package may be in a missing jar.
	d := &external.Declared{Name: name, Partial: j.missing}
	d.Types = set.Types(func(class string, err error) { j.log.Fail(class+".class", err) })
	return d
}

// class reads a class file.
func (e entry) class(log *disk.Log) (*classfile.Class, error) {
	in, err := e.file.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, disk.MaxBytes+1))
	if err == nil && len(data) > disk.MaxBytes {
		err = disk.ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	log.Record(e.of, e.file.Name, data)
	c, err := classfile.Parse(data)
	if err == nil && c.Name+".class" != e.file.Name {
		err = errors.New("the class name does not match the file name")
	}
	return c, err
}
