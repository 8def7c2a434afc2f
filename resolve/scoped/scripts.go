package scoped

import (
	"path"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// bash: a script sees its own functions and those of the files that it sources,
// transitively.
func bash() *dialect {
	var w *symbolTable
	sourced := func(f *resolve.File, im *parse.Import) *resolve.File {
		for dir := path.Dir(f.Path); im.Whole; dir = path.Dir(dir) {
			if t := w.ix.At(path.Join(dir, im.Path)); t != nil {
				return t
			}
			if dir == "." || dir == "/" {
				break
			}
		}
		return nil
	}
	return &dialect{prepare: func(made *symbolTable) { w = made }, strict: true,
		importPath: func(e *eval, im *parse.Import) (entity, bool) {
			if t := sourced(e.b.File, im); t != nil {
				return entity{files: []*resolve.File{t}}, true
			}
			return entity{}, true
		},
		visible: func(e *eval, ids []resolve.DefID) []resolve.DefID {
			seen := map[*resolve.File]bool{e.b.File: true}
			for todo := []*resolve.File{e.b.File}; len(todo) > 0; todo = todo[1:] {
				for i := range todo[0].Imports {
					if t := sourced(todo[0], &todo[0].Imports[i]); t != nil && !seen[t] {
						seen[t] = true
						todo = append(todo, t)
					}
				}
			}
			if own := e.ix.Filter(ids, func(d *resolve.Def) bool { return d.File == e.b.File }); len(own) > 0 {
				return own
			}
			return e.ix.Filter(ids, func(d *resolve.Def) bool { return seen[d.File] })
		}}
}

// lua: a table at the top level of a file is its module, as is self; require refers
// to that of another file.
func lua() *dialect {
	return &dialect{strict: true,
		first: func(e *eval, name string, from resolve.DefID, _ uint32) (entity, bool) {
			text := e.b.File.Text
			own := name == "self" || strings.Contains(text, "function "+name+".") ||
				strings.Contains(text, "function "+name+":") || strings.Contains(text, name+" = {}")
			if own && len(e.imports[name]) == 0 {
				return entity{space: e.w.space(from), isSpace: true}, true
			}
			return entity{}, false
		},
		importPath: func(e *eval, im *parse.Import) (entity, bool) {
			want := strings.ReplaceAll(im.Path, ".", "/")
			for dir := path.Dir(e.b.File.Path); ; dir = path.Dir(dir) {
				for _, p := range []string{want + ".lua", want + "/init.lua", "src/" + want + ".lua", "lua/" + want + ".lua"} {
					if t := e.ix.At(path.Join(dir, p)); t != nil {
						return entity{space: t.Module, isSpace: true, files: []*resolve.File{t}}, true
					}
				}
				if dir == "." || dir == "/" {
					return entity{}, true
				}
			}
		},
		visible: func(e *eval, ids []resolve.DefID) []resolve.DefID {
			return e.ix.Filter(ids, func(d *resolve.Def) bool {
				return d.File == e.b.File || !resolve.HasModifier(d, "local")
			})
		}}
}
