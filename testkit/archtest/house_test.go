package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// A source is a Go file other than a test.
type source struct {
	path  string
	lines []string
	set   *token.FileSet
	file  *ast.File
}

// sources parses the Go files of the module, without tests and their data.
func sources(t *testing.T) []source { return parsed(t, false) }

// tests parses the test files of the module.
func tests(t *testing.T) []source { return parsed(t, true) }

// parsed parses the Go files of the module that are tests, or those that are not.
func parsed(t *testing.T, tests bool) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || len(name) > 2 && name[0] == '.' || isOtherModule(root, path)):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") != tests:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s := source{path: path, lines: strings.Split(string(text), "\n"), set: token.NewFileSet()}
		s.file, err = parser.ParseFile(s.set, path, text, parser.ParseComments)
		out = append(out, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// isOtherModule reports whether a folder has a module of its own.
func isOtherModule(root, dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && dir != root
}

// percentile returns the value below which p percent of the sorted values are.
func percentile(sorted []int, p int) int { return sorted[len(sorted)*p/100] }

// TestSizes checks the limits on the size of files and functions: larger ones are
// hard to read.
func TestSizes(t *testing.T) {
	var files, functions []int
	lines, long := 0, 0
	for _, s := range sources(t) {
		files = append(files, len(s.lines))
		if len(s.lines) > 700 {
			t.Errorf("%s has %d lines, more than 700", s.path, len(s.lines))
		}
		lines += len(s.lines)
		for _, line := range s.lines {
			if utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) > 100 {
				long++
			}
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := s.set.Position(f.End()).Line - s.set.Position(f.Pos()).Line + 1
			functions = append(functions, n)
			if n > 100 {
				t.Errorf("%s: %s has %d lines, more than 100", s.set.Position(f.Pos()), f.Name.Name, n)
			}
		}
	}
	slices.Sort(files)
	slices.Sort(functions)
	for _, c := range []struct {
		what        string
		have, limit int
	}{
		{"lines of the median function", percentile(functions, 50), 12},
		{"lines of a function at the 95th percentile", percentile(functions, 95), 40},
		{"lines of a file at the 95th percentile", percentile(files, 95), 500},
		{"lines of more than 100 columns in a thousand", long * 1000 / lines, 10},
	} {
		if c.have > c.limit {
			t.Errorf("%s: %d, at most %d", c.what, c.have, c.limit)
		}
	}
}

// TestLinesOfTests checks the lines of tests per line of source in the repository, in
// thousandths: Go tests, archives, and the programs in test data folders outside
// archives. Generated files (the rows, records and vectors that tests compare) do not
// count; packages that only tests use count as source. The goal is 500.
func TestLinesOfTests(t *testing.T) {
	root := filepath.Join("..", "..")
	counted := []string{".txtar", ".go", ".cs", ".java", ".py", ".ts", ".tsx", ".sql", ".razor",
		".vue", ".html"}
	source, tests := 0, 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		inTests := strings.Contains(filepath.ToSlash(path), "/testdata/")
		switch {
		case err != nil:
			return err
		case d.IsDir() && len(d.Name()) > 2 && d.Name()[0] == '.':
			return filepath.SkipDir
		case d.IsDir():
		case inTests && slices.Contains(counted, ext), strings.HasSuffix(path, "_test.go"):
			tests += len(linesOf(t, path))
		case !inTests && ext == ".go":
			source += len(linesOf(t, path))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	share := 1000 * tests / source
	t.Logf("%d lines of tests, %d of source: .%d", tests, source, share)
	if share < 500 {
		t.Errorf("%d lines of tests in a thousand lines of source", share)
	}
}

// linesOf returns the lines of a file.
func linesOf(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// TestExportedDocs checks that exported names have comments.
func TestExportedDocs(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			for _, name := range undocumented(d) {
				t.Errorf("%s: %s has no comment", s.set.Position(d.Pos()), name)
			}
		}
	}
}

// undocumented returns the exported names of a declaration that have neither their own
// comment nor one of their group.
func undocumented(d ast.Decl) []string {
	var out []string
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || isExported(d.Recv)) {
			out = append(out, d.Name.Name)
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return nil
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Doc == nil && spec.Comment == nil && spec.Name.IsExported() {
					out = append(out, spec.Name.Name)
				}
			case *ast.ValueSpec:
				if spec.Doc == nil && spec.Comment == nil && spec.Names[0].IsExported() {
					out = append(out, spec.Names[0].Name)
				}
			}
		}
	}
	return out
}

// isExported reports whether the type of a receiver is exported.
func isExported(receiver *ast.FieldList) bool {
	x := receiver.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if generic, ok := x.(*ast.IndexExpr); ok {
		x = generic.X
	}
	id, ok := x.(*ast.Ident)
	return ok && id.IsExported()
}
