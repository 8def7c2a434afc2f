package scoped

import (
	"path"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// yamlDocuments: a pipeline imports files, and folders of actions, by their paths.
func yamlDocuments() *dialect {
	return &dialect{importPath: func(e *eval, im *parse.Import) (entity, bool) {
		for _, name := range []string{"", "action.yml", "action.yaml", "Dockerfile"} {
			if f := e.ix.At(path.Join(im.Path, name)); f != nil {
				return entity{files: []*resolve.File{f}}, true
			}
		}
		return entity{}, true
	}}
}
