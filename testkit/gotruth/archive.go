package gotruth

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/txtar"

	"seedgraph/internal/goroot"
)

// std imports packages of the standard library from source, each once.
var std struct {
	sync.Mutex
	fset *token.FileSet
	imp  types.ImporterFrom
}

// Lines type-checks the sources of a small program, given by path, as a module with the
// given path, and returns the calls and composite literals as sorted lines of a truth:
//
//	call FILE:LINE --> FILE:LINE
//
// In addition to its own packages it may import the standard library and, by their
// paths, packages in its folder unseen.
func Lines(module string, sources map[string]string) ([]string, error) {
	std.Lock()
	defer std.Unlock()
	if std.imp == nil {
		if err := goroot.ForImports(); err != nil {
			return nil, err
		}
		std.fset = token.NewFileSet()
		std.imp = importer.ForCompiler(std.fset, "source", nil).(types.ImporterFrom)
	}
	c := &checker{truth: New(), module: module, sources: sources, fset: std.fset,
		done: map[string]*types.Package{}}
	for _, dir := range slices.Sorted(maps.Keys(dirs(sources))) {
		if strings.HasPrefix(dir, "unseen/") {
			continue
		}
		if err := c.checkDir(dir); err != nil {
			return nil, err
		}
	}
	lines := map[string]bool{}
	for e := range c.truth.Edges {
		if e.Kind == Call || e.Kind == Create {
			lines[fmt.Sprintf("call %s:%d --> %s:%d", e.From.File, e.From.Line, e.To.File,
				e.To.Line)] = true
		}
	}
	return slices.Sorted(maps.Keys(lines)), nil
}

// ArchiveLines returns the lines for the Go sources of an archive. The module
// path is that of its go.mod, or "example.org/m" without one.
func ArchiveLines(archive *txtar.Archive) ([]string, error) {
	module, sources := "example.org/m", map[string]string{}
	for _, f := range archive.Files {
		if strings.HasSuffix(f.Name, ".go") {
			sources[f.Name] = string(f.Data)
		} else if rest, ok := strings.CutPrefix(string(f.Data), "module "); ok &&
			f.Name == "go.mod" {
			module = strings.Fields(rest)[0]
		}
	}
	return Lines(module, sources)
}

func dirs(sources map[string]string) map[string]bool {
	out := map[string]bool{}
	for p := range sources {
		if strings.HasSuffix(p, ".go") {
			out[path.Dir(p)] = true
		}
	}
	return out
}

// A checker type-checks the packages of one program.
type checker struct {
	truth   *Truth
	module  string
	sources map[string]string
	fset    *token.FileSet
	done    map[string]*types.Package // by folder; without test files
}

// checkDir checks the package of a folder, and again with its tests.
func (c *checker) checkDir(dir string) error {
	byPackage := map[string][]*ast.File{}
	tested := false
	for _, p := range slices.Sorted(maps.Keys(c.sources)) {
		if path.Dir(p) != dir || !c.matches(p) {
			continue
		}
		f, err := parser.ParseFile(c.fset, p, c.sources[p], parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		byPackage[f.Name.Name] = append(byPackage[f.Name.Name], f)
		tested = tested || strings.HasSuffix(p, "_test.go")
	}
	for _, name := range slices.Sorted(maps.Keys(byPackage)) {
		if _, err := c.check(c.pathOf(dir), byPackage[name]); err != nil {
			return err
		}
	}
	return nil
}

// matches reports whether a build for linux on amd64 includes the file.
func (c *checker) matches(p string) bool {
	ctxt := build.Default
	ctxt.GOOS, ctxt.GOARCH, ctxt.CgoEnabled = "linux", "amd64", false
	ctxt.OpenFile = func(string) (io.ReadCloser,
		error) {
		return io.NopCloser(strings.NewReader(c.sources[p])), nil
	}
	ok, err := ctxt.MatchFile(path.Dir(p), path.Base(p))
	return err == nil && ok && strings.HasSuffix(p, ".go")
}

func (c *checker) pathOf(dir string) string { return path.Join(c.module, dir) }

// Import returns a package for other packages, without its tests.
func (c *checker) Import(p string) (*types.Package, error) {
	rest, ok := strings.CutPrefix(p, c.module)
	switch {
	case strings.HasPrefix(p, "unseen/"): // a library of the archive
		rest = p
	case !ok:
		return std.imp.ImportFrom(p, "", 0)
	}
	dir := path.Clean(strings.TrimPrefix(rest, "/"))
	if pkg := c.done[dir]; pkg != nil {
		return pkg, nil
	}
	var files []*ast.File
	for _, src := range slices.Sorted(maps.Keys(c.sources)) {
		if path.Dir(src) != dir || strings.HasSuffix(src, "_test.go") || !c.matches(src) {
			continue
		}
		f, err := parser.ParseFile(c.fset, src, c.sources[src], parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	pkg, err := c.check(p, files)
	c.done[dir] = pkg
	return pkg, err
}

func (c *checker) check(p string, files []*ast.File) (*types.Package, error) {
	info := NewInfo()
	conf := types.Config{Importer: c}
	pkg, err := conf.Check(p, c.fset, files, info)
	if err != nil {
		return nil, err
	}
	c.truth.Add(files, info, c.place)
	return pkg, nil
}

func (c *checker) place(pos token.Pos) (Place, bool) {
	at := c.fset.Position(pos)
	_, ok := c.sources[at.Filename]
	return Place{at.Filename, at.Line}, ok
}

// NewInfo returns an Info with the maps that Add reads.
func NewInfo() *types.Info {
	return &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
}
