// Package jdk reads the declarations of the Java platform from the modules of a JDK.
//
// The sources are the files jmods/*.jmod of the JDK: zip archives of class files
// after a header of four bytes. lib/ct.sym would be smaller, but has only the
// releases before that of its JDK. The table contains the public and protected types,
// fields and methods of unconditionally exported packages; also the inaccessible
// types that such a type extends, since their public members are inherited. Methods
// added by the compiler are omitted.
package jdk

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"seedgraph/external/classfile"
	"seedgraph/external/gen/source"
)

// classFolder is the folder of class files in a module file.
const classFolder = "classes/"

// Home returns the folder of the JDK given by the environment, or that of the program
// javac on the path.
func Home() (string, error) {
	if home := os.Getenv("JAVA_HOME"); home != "" {
		return home, nil
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if javac, err := filepath.EvalSymlinks(filepath.Join(dir, "javac")); err == nil {
			return filepath.Dir(filepath.Dir(javac)), nil
		}
	}
	return "", errors.New("no JDK: JAVA_HOME is not set and javac is not on the path")
}

// Release returns the feature release of the JDK at home: "17".
func Release(home string) (string, error) {
	f, err := os.Open(filepath.Join(home, "release"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if version, ok := strings.CutPrefix(in.Text(), `JAVA_VERSION="`); ok {
			feature, _, _ := strings.Cut(strings.Trim(version, `"`), ".")
			return feature, nil
		}
	}
	return "", fmt.Errorf("%s: no JAVA_VERSION", f.Name())
}

// A module is an open module file.
type module struct {
	*zip.ReadCloser
	name    string
	exports map[string]bool // packages, with slashes
	files   map[string]*zip.File
}

// openModule opens a module file and reads its descriptor.
func openModule(file string) (*module, error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return nil, err
	}
	m := &module{
		ReadCloser: archive, name: strings.TrimSuffix(filepath.Base(file), ".jmod"),
		exports: map[string]bool{}, files: map[string]*zip.File{},
	}
	for _, f := range archive.File {
		name, isClass := strings.CutSuffix(f.Name, ".class")
		if name, ok := strings.CutPrefix(name, classFolder); ok && isClass {
			m.files[name] = f
		}
	}
	info, err := m.class("module-info")
	if err != nil {
		archive.Close()
		return nil, err
	}
	for _, pkg := range info.Exports {
		m.exports[pkg] = true
	}
	return m, nil
}

// class reads the class with a binary name.
func (m *module) class(name string) (*classfile.Class, error) {
	f := m.files[name]
	if f == nil {
		return nil, fmt.Errorf("%s: no class %s", m.name, name)
	}
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", m.name, name, err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", m.name, name, err)
	}
	return c, nil
}

// exported reports whether a class is in an unconditionally exported package.
func (m *module) exported(name string) bool { return m.exports[path.Dir(name)] }

// openModules opens the modules of the JDK at home, sorted by name, except incubator
// modules, which are removed or change with the next release.
func openModules(home string) ([]*module, error) {
	files, err := filepath.Glob(filepath.Join(home, "jmods", "*.jmod")) // sorted
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: %s has no jmods", source.ErrUnavailable, home)
	}
	var out []*module
	for _, file := range files {
		if strings.Contains(filepath.Base(file), ".incubator.") {
			continue
		}
		m, err := openModule(file)
		if err != nil {
			closeModules(out)
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

func closeModules(modules []*module) {
	for _, m := range modules {
		m.Close()
	}
}
