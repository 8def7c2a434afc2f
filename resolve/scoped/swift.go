package scoped

import (
	"path"
	"regexp"
	"strings"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// swiftTarget matches a target of a package with a folder that is not the usual one.
var swiftTarget = regexp.MustCompile(`\.(?:target|executableTarget|testTarget|macro|plugin)\(\s*` +
	`name:\s*"([^"]+)"[^()]*(?:\([^()]*\)[^()]*)*?\bpath:\s*"([^"]+)"`)

// swiftTargets makes the targets with a folder of their own the modules of the files in it.
func swiftTargets(files []*parse.Facts, p *resolve.Project) {
	depth := map[*parse.Facts]int{} // of the folder that the module of a file is from
	for file, text := range p.Files {
		if path.Base(file) != "Package.swift" {
			continue
		}
		for _, m := range swiftTarget.FindAllStringSubmatch(text, -1) {
			dir := path.Join(path.Dir(file), m[2])
			for _, f := range files {
				if strings.HasPrefix(f.Path, dir+"/") && len(dir) > depth[f] {
					f.Module, depth[f] = m[1], len(dir)
				}
			}
		}
	}
}

// swift: private members are visible only in their file; a type and its objects have
// separate members.
func swift() *dialect {
	return &dialect{arrange: swiftTargets, first: func(e *eval, name string, from resolve.DefID,
		_ uint32) (entity, bool) {
		if t := e.this(from); name == "Self" && t.Def > resolve.None {
			return entity{defs: []resolve.DefID{t.Def}, owner: resolve.Unknown}, true
		}
		return entity{}, false
	}, pick: func(e *eval, of resolve.Type, ids []resolve.DefID) []resolve.DefID {
		out := e.ix.Filter(ids, func(d *resolve.Def) bool {
			return isStatic(d) == of.Static || d.Kind.IsType() || !d.Kind.IsCallable()
		})
		if len(out) == 0 {
			return ids
		}
		return out
	}, visible: func(e *eval, ids []resolve.DefID) []resolve.DefID {
		return e.ix.Filter(ids, func(d *resolve.Def) bool {
			return d.File == e.b.File || !resolve.HasModifier(d, "private") && !resolve.HasModifier(d, "fileprivate")
		})
	}}
}
