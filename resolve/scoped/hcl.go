package scoped

import (
	"path"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// hcl: the files of a folder are one module of Terraform. A module block means itself and, for its
// members, the outputs of the folder of its source; see parse/tags for its arguments.
func hcl() *dialect {
	modules := map[string]string{} // folders by the full name of the module block
	return &dialect{
		prepare: func(w *world) {
			for _, f := range w.ix.Files {
				for i := range f.Imports {
					if im := &f.Imports[i]; f.Family == w.family && im.Static {
						modules[joined(f.Module, im.Alias)] = hclFolder(f, im)
					}
				}
			}
		},
		first: func(e *eval, name string, from resolve.DefID, _ uint32) (entity, bool) {
			space := e.w.space(from)
			x := entity{defs: e.w.names[joined(space, name)], owner: resolve.Unknown}
			if dir, ok := modules[joined(space, name)]; ok {
				x.space, x.isSpace = joined(dir, "output"), true
			} else if dir, ok := modules[joined(space, trimCall(name))]; ok && len(name) > 2 {
				x.space, x.isSpace = joined(dir, "var"), true
			}
			return x, true
		},
		importPath: func(e *eval, im *parse.Import) (entity, bool) {
			if im.Static {
				if files := e.w.filesOf[hclFolder(e.b.File, im)]; len(files) > 0 {
					return entity{files: files}, true
				}
			}
			return entity{}, true
		},
	}
}

// hclFolder is the module that the source of a module block leads to.
func hclFolder(f *resolve.File, im *parse.Import) string {
	dir := path.Join(path.Dir(f.Path), im.Path)
	if dir == "." {
		return ""
	}
	return dir
}

// trimCall takes the mark off that what a module block is given has.
func trimCall(name string) string {
	if n := len(name) - 2; n > 0 && name[n:] == "()" {
		return name[:n]
	}
	return name
}
