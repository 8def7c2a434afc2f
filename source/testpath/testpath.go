// Package testpath holds the conventions by which paths are test code: one row a language. The walk
// flags files by the conventions of all ecosystems; front ends and scripts use those of their
// language, which are narrower.
package testpath

import (
	"path"
	"slices"
	"strings"
)

// A convention describes the paths of test code of a language. Folders are compared with each folder
// of a path, names with the last element without its extension.
type convention struct {
	folders  []string // whole names of folders
	foldCase bool     // folders are compared in lower case
	parts    bool     // folders are compared part by part: Shop.Tests
	names    []string // whole names of files
	prefixes []string // of names
	suffixes []string // of names, which must have more than that; with parts, of parts of folders, too
	marks    []string // parts of names, with the extension: .spec.
}

// languages has the conventions of front ends, and of scripts as "sql".
var languages = map[string]convention{
	"csharp": {folders: []string{"test", "tests", "unittests", "unittest", "integrationtests",
		"functionaltests", "specs", "testing"}, foldCase: true, parts: true,
		suffixes: []string{"Tests", "Test", "Specs", "_Specs"}},
	"python": {folders: []string{"tests", "test"}, names: []string{"conftest", "tests"},
		prefixes: []string{"test_"}, suffixes: []string{"_test"}},
	"r": {folders: []string{"tests", "testthat", "tinytest"}},
	"sql": {folders: []string{"test", "tests", "__tests__", "testing"}, foldCase: true,
		prefixes: []string{"test_"}, suffixes: []string{"_test", ".test", ".tests"}},
	"typescript": {folders: []string{"__tests__", "__test__", "tests", "test", "e2e", "cypress"},
		marks: []string{".test.", ".spec.", ".cy.", ".e2e.", ".test-d.", ".spec-d."}},
}

// Is reports whether a path is test code by the conventions of a language.
func Is(language, file string) bool {
	c := languages[language]
	dir, base := path.Split(file)
	for folder := range strings.SplitSeq(dir, "/") {
		if c.isFolder(folder) {
			return true
		}
	}
	return slices.ContainsFunc(c.marks, func(m string) bool { return strings.Contains(base, m) }) ||
		IsName(language, file)
}

// IsName reports whether a file has tests by the conventions of a language for names, whatever its
// folder: whether pytest collects it.
func IsName(language, file string) bool {
	c := languages[language]
	base := path.Base(file)
	return c.isName(strings.TrimSuffix(base, path.Ext(base)))
}

func (c *convention) isFolder(folder string) bool {
	parts := []string{folder}
	if c.parts {
		parts = strings.Split(folder, ".")
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		name := part
		if c.foldCase {
			name = strings.ToLower(part)
		}
		return slices.Contains(c.folders, name) || c.parts && hasSuffix(part, c.suffixes)
	})
}

func (c *convention) isName(name string) bool {
	if c.foldCase && !c.parts {
		name = strings.ToLower(name)
	}
	return slices.Contains(c.names, name) || hasSuffix(name, c.suffixes) ||
		slices.ContainsFunc(c.prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// hasSuffix reports whether a name ends with one of the suffixes and is longer.
func hasSuffix(name string, suffixes []string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool {
		return len(name) > len(s) && strings.HasSuffix(name, s)
	})
}

// folders are the names of folders with tests in any ecosystem. "spec" is not among them: it also
// means a specification.
var folders = []string{"test", "tests", "Test", "Tests", "__tests__", "__mocks__", "testdata",
	"androidTest", "integrationTest", "e2e"}

// projects are the ends of the names of .NET test projects.
var projects = []string{".Test", ".Tests", ".UnitTests", ".IntegrationTests", ".FunctionalTests",
	".Tests.Unit", ".Tests.Integration"}

// IsFolder reports whether a folder has tests by the conventions of any ecosystem.
func IsFolder(name string) bool {
	return slices.Contains(folders, name) ||
		slices.ContainsFunc(projects, func(s string) bool { return strings.HasSuffix(name, s) })
}

// A stem describes the names, without extension, of files with tests.
type stem struct{ prefixes, suffixes, whole []string }

var (
	underscore = stem{suffixes: []string{"_test", "_spec"}}
	pascal     = stem{suffixes: []string{"Test", "Tests", "TestCase", "Specs"}}
	stems      = map[string]stem{
		".go": underscore, ".rb": underscore,
		".py": {prefixes: []string{"test_"}, suffixes: []string{"_test"}, whole: []string{"conftest"}},
		".cs": pascal, ".vb": pascal, ".fs": pascal, ".java": pascal, ".kt": pascal, ".scala": pascal,
		".php": pascal, ".swift": pascal,
		".sql": {prefixes: []string{"test_"}},
	}
	// marks are the parts of names of files with tests, whatever their language.
	marks = []string{".test.", ".spec.", ".cy."}
)

// IsFile reports whether a file has tests, judged by its name, by the conventions of any ecosystem.
func IsFile(file string) bool {
	base := path.Base(file)
	if slices.ContainsFunc(marks, func(m string) bool { return strings.Contains(base, m) }) {
		return true
	}
	s := stems[path.Ext(base)]
	name := strings.TrimSuffix(base, path.Ext(base))
	return slices.Contains(s.whole, name) ||
		slices.ContainsFunc(s.prefixes, func(p string) bool { return strings.HasPrefix(name, p) }) ||
		slices.ContainsFunc(s.suffixes, func(x string) bool { return strings.HasSuffix(name, x) })
}
