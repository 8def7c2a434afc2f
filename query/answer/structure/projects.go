package structure

import (
	"fmt"
	"strings"

	"seedgraph/internal/hint"
)

// projectFiles lists patterns for the names of files that make their folder a project.
var projectFiles = []string{"*.csproj", "go.mod", "package.json", "deno.json", "pom.xml",
	"build.gradle", "build.gradle.kts", "pyproject.toml", "setup.py", "setup.cfg"}

// noProject is the name of the group of nodes outside all projects.
const noProject = "no project"

// projectRoots returns the folders of projects; the root of the tree is "".
func projectRoots(x Index) (map[string]bool, error) {
	roots, err := x.FoldersWith(projectFiles)
	if err != nil {
		return nil, fmt.Errorf("by %s: %w", Projects, err)
	}
	if roots == nil {
		return nil, hint.With(fmt.Errorf("by %s: the artifacts do not record the project files of "+
			"the tree", Projects), "rebuild them")
	}
	return roots, nil
}

// projectOf returns the nearest folder of a project at or above a folder.
func (f *finder) projectOf(folder string) string {
	for {
		switch {
		case f.roots[folder]:
			return folder
		case folder == "":
			return noProject
		}
		folder = folder[:max(strings.LastIndexByte(folder, '/'), 0)]
	}
}
