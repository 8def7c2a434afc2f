package gotruth

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A listed is a package in the output of `go list -json`.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Standard        bool
	DepOnly         bool
}

// Tree type-checks the packages in root that match the patterns of the go
// command, and the declarations of all their imports.
func Tree(root string, tests bool, patterns ...string) (*Truth, error) {
	args := []string{"list", "-e", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,DepOnly"}
	if tests {
		args = append(args, "-test")
	}
	cmd := exec.Command("go", append(args, patterns...)...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	t := &tree{truth: New(), root: root, fset: token.NewFileSet(),
		pkgs: map[string]*types.Package{"unsafe": types.Unsafe}}
	for dec := json.NewDecoder(out); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if err := t.check(&p); err != nil {
			return nil, err
		}
	}
	t.truth.AddImplements(t.wanted, t.place)
	return t.truth, cmd.Wait()
}

// A tree type-checks packages in the order of their imports.
type tree struct {
	truth  *Truth
	root   string
	fset   *token.FileSet
	pkgs   map[string]*types.Package
	wanted []*types.Package
}

func (t *tree) check(p *listed) error {
	if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
		return nil
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(t.fset, filepath.Join(p.Dir, name), nil,
			parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	failed := 0
	conf := types.Config{
		Importer:         importMap{t.pkgs, p.ImportMap},
		IgnoreFuncBodies: p.DepOnly, FakeImportC: true,
		Error: func(err error) {
			if failed++; failed < 4 {
				fmt.Fprintln(os.Stderr, "go/types:", err)
			}
		},
	}
	var info *types.Info
	if !p.DepOnly {
		info = NewInfo()
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	pkg, _ := conf.Check(path, t.fset, files, info)
	t.pkgs[p.ImportPath] = pkg
	if p.DepOnly {
		return nil
	}
	t.truth.Add(files, info, t.place)
	if !strings.Contains(p.ImportPath, " ") { // without its tests
		t.wanted = append(t.wanted, pkg)
	}
	return nil
}

func (t *tree) place(pos token.Pos) (Place, bool) {
	at := t.fset.Position(pos)
	rel, err := filepath.Rel(t.root, at.Filename)
	if !pos.IsValid() || err != nil || strings.HasPrefix(rel, "..") {
		return Place{}, false
	}
	return Place{filepath.ToSlash(rel), at.Line}, true
}

// An importMap resolves the imports of one package.
type importMap struct {
	pkgs map[string]*types.Package
	to   map[string]string
}

// Import returns a package that was checked earlier.
func (m importMap) Import(path string) (*types.Package, error) {
	if to, ok := m.to[path]; ok {
		path = to
	}
	if p := m.pkgs[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s was not checked", path)
}
