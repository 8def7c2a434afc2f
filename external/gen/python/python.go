// Package python reads the declarations of Python's standard library: the stubs of
// typeshed, as distributed in the npm package pyright. Their format is specified in
// PEP 484 and the typing documentation's page "Writing and Maintaining Stub Files".
//
// Of conditional declarations those for [Version] on Linux are used; a module that
// was removed earlier is read for its last release.
package python

import (
	"bufio"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/source"
	"seedgraph/external/pyi"
)

// PyrightVersion is the version of the npm package with the stubs.
const PyrightVersion = "1.1.414"

// Version is the minor version of Python 3 in the table.
const Version = 14

// Declare returns the declarations of the standard library, by module.
func Declare() ([]external.Declared, error) {
	pyright, err := source.NPM("pyright", PyrightVersion)
	if err != nil {
		return nil, err
	}
	files, err := load(filepath.Join(pyright, "dist", "typeshed-fallback", "stdlib"))
	if err != nil {
		return nil, err
	}
	return pyi.Read(files)
}

// load reads the stubs below dir, sorted by module.
func load(dir string) ([]pyi.File, error) {
	last, err := lastVersions(filepath.Join(dir, "VERSIONS"))
	if err != nil {
		return nil, err
	}
	var out []pyi.File
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".pyi" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(rel), ".pyi"), "/", ".")
		name, isPackage := strings.CutSuffix(name, ".__init__")
		out = append(out, pyi.File{Module: name, Package: isPackage, Minor: versionOf(last, name),
			Text: string(text)})
		return nil
	})
	slices.SortFunc(out, func(a, b pyi.File) int { return cmp.Compare(a.Module, b.Module) })
	return out, err
}

// lastVersions reads the file VERSIONS, whose lines are a module, a colon, and a
// range of versions. It returns the last minor version of modules that were removed.
func lastVersions(file string) (map[string]int, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]int{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		line, _, _ := strings.Cut(in.Text(), "#")
		module, versions, ok := strings.Cut(line, ":")
		_, last, _ := strings.Cut(strings.TrimSpace(versions), "-3.")
		if !ok || last == "" {
			continue
		}
		minor, err := strconv.Atoi(last)
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", file, in.Text(), err)
		}
		out[strings.TrimSpace(module)] = minor
	}
	return out, in.Err()
}

// versionOf returns the minor version for which a module is read: a module without
// its own range has that of its package.
func versionOf(last map[string]int, module string) int {
	for name := module; name != ""; {
		if v, ok := last[name]; ok {
			return min(v, Version)
		}
		name = name[:max(0, strings.LastIndexByte(name, '.'))]
	}
	return Version
}
