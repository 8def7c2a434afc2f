package build

import (
	"seedgraph/artifacts"
	"seedgraph/resolve"
	"seedgraph/source/packages"
)

// packagesOf lists the packages that the manifests of a tree declare and require, by which
// indexer link joins the indexes of several repositories.
func packagesOf(project *resolve.Project) []artifacts.Package {
	var out []artifacts.Package
	for _, p := range packages.Of(project.Files) {
		out = append(out, artifacts.Package{Ecosystem: string(p.Ecosystem), Name: p.Name,
			Version: p.Version, Path: p.Path, Line: p.Line, Requires: p.Requires, Local: p.Local})
	}
	return out
}
