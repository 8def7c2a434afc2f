package graphbuild

import (
	"path"
	"strings"
)

// A Project holds the texts of files that say how the parts of the tree find
// each other, by path.
type Project struct {
	Files map[string]string
}

// projectFiles are the names of such files.
var projectFiles = map[string]bool{
	"go.mod": true, "go.work": true,
	"package.json": true, "pnpm-workspace.yaml": true, "deno.json": true,
	"pyproject.toml": true, "setup.py": true, "setup.cfg": true,
	"Directory.Build.props": true, "Directory.Build.targets": true,
}

// IsProjectFile reports whether a file says how the parts of a tree find each
// other: module and package descriptions, compiler settings.
func IsProjectFile(p string) bool {
	name := path.Base(p)
	if projectFiles[name] {
		return true
	}
	switch path.Ext(name) {
	case ".csproj":
		return true
	case ".json":
		return strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig")
	}
	return false
}
