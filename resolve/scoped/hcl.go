package scoped

import (
	"path"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// hcl: the files of a folder are one Terraform module. A module block refers to
// itself and, for its members, to the outputs of its source folder; see parse/tags
// for its arguments.
func hcl() *dialect {
	sources := map[string]string{} // folders by the full name of the module block; "" if it is not in the tree
	return &dialect{
		prepare: func(w *symbolTable) {
			for _, f := range w.ix.Files {
				for i := range f.Imports {
					if im := &f.Imports[i]; f.Family == w.family {
						sources[joined(f.Module, im.Alias)] = hclFolder(f, im)
					}
				}
			}
		},
		first: func(e *eval, name string, from resolve.DefID, _ uint32) (entity, bool) {
			space := e.w.space(from)
			block, part := trimCall(name), "output"
			if block != name {
				part = "var"
			}
			x := entity{defs: e.w.names[joined(space, name)], owner: resolve.Unknown}
			if dir, ok := sources[joined(space, block)]; ok {
				x.space, x.isSpace, x.outside = joined(folderModule(dir), part), true, dir == ""
			}
			return x, true
		},
		importPath: func(e *eval, im *parse.Import) (entity, bool) {
			if im.Static {
				if files := e.w.filesOf[folderModule(hclFolder(e.b.File, im))]; len(files) > 0 {
					return entity{files: files}, true
				}
			}
			return entity{}, true
		},
	}
}

// hclFolder returns the source folder of a module block, "." for the root of the
// tree; empty for a module of a registry or another repository.
func hclFolder(f *resolve.File, im *parse.Import) string {
	if !im.Static {
		return ""
	}
	return path.Join(path.Dir(f.Path), im.Path)
}

// folderModule returns the module of a folder.
func folderModule(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}

// trimCall removes the mark of a module block's arguments.
func trimCall(name string) string {
	if n := len(name) - 2; n > 0 && name[n:] == "()" {
		return name[:n]
	}
	return name
}
