package libraries

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/python"
	"seedgraph/external/pyi"
)

// pythonStubs has a stub for each described module. It begins with a comment that
// names the source.
//
//go:embed python/*.pyi
var pythonStubs embed.FS

// Python returns the libraries of Python.
func Python() ([]external.Declared, error) {
	names, err := fs.Glob(pythonStubs, "python/*.pyi")
	if err != nil {
		return nil, err
	}
	var files []pyi.File
	for _, name := range names {
		text, err := pythonStubs.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(string(text), "# source ") {
			return nil, fmt.Errorf("%s states no source", name)
		}
		module := strings.TrimSuffix(path.Base(name), ".pyi")
		files = append(files, pyi.File{Module: module, Minor: python.Version,
			Text: string(text)})
	}
	all, err := pyi.Read(files)
	markPartial(all)
	return all, err
}
