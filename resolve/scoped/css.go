package scoped

import (
	"path"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// css: custom properties and keyframes are global; the declarations of the file itself
// are preferred. The path of an import is relative to the file.
func css() *dialect {
	return &dialect{
		importPath: func(e *eval, im *parse.Import) (entity, bool) {
			if f := e.ix.At(path.Join(path.Dir(e.b.File.Path), im.Path)); f != nil {
				return entity{files: []*resolve.File{f}}, true
			}
			return entity{}, true
		},
		visible: func(e *eval, ids []resolve.DefID) []resolve.DefID {
			if own := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.File == e.b.File }); len(own) > 0 {
				return own
			}
			return ids
		}}
}
