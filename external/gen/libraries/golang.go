package libraries

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"strconv"
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/golang"
)

// goPackages has a file for each described package: declarations without bodies, after a
// comment that names the source. A comment behind the package clause has the import path:
// package lo // import "github.com/samber/lo". They import nothing.
//
//go:embed golang/*.txt
var goPackages embed.FS

// Go returns the libraries of Go.
func Go() ([]external.Declared, error) {
	names, err := fs.Glob(goPackages, "golang/*.txt")
	if err != nil {
		return nil, err
	}
	var packages []*types.Package
	for _, name := range names {
		text, err := goPackages.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(string(text), "// source ") {
			return nil, fmt.Errorf("%s states no source", name)
		}
		p, err := goPackage(name, string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		packages = append(packages, p)
	}
	all := golang.Describe(packages)
	markPartial(all)
	return all, nil
}

// goPackage type-checks a description.
func goPackage(name, text string) (*types.Package, error) {
	_, rest, _ := strings.Cut(text, " // import ")
	quoted, _, _ := strings.Cut(rest, "\n")
	path, err := strconv.Unquote(quoted)
	if err != nil {
		return nil, fmt.Errorf("no import path behind the package clause: %w", err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = &ast.BlockStmt{} // a generic function needs one
		}
	}
	config := types.Config{IgnoreFuncBodies: true}
	return config.Check(path, files, []*ast.File{file}, nil)
}
