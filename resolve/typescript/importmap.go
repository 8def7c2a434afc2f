package typescript

import (
	"path"
	"regexp"
	"sort"
	"strings"

	"seedgraph/internal/limited"
)

// An importMap maps names to modules, for the files below a folder (WHATWG HTML, import
// maps): exact names, or prefixes that end with a slash.
type importMap struct {
	dir    string
	names  []renamed
	scopes []importScope // the longest prefix first
}

// An importScope holds the names of an import map for the files below a folder, or for
// one file.
type importScope struct {
	prefix string
	names  []renamed
}

type renamed struct {
	name string
	to   aliasTarget
}

// addImportMaps reads the import map of a Deno configuration: its own, or that of the
// file that it names.
func (m *moduleFinder) addImportMaps(p string) {
	root, err := limited.JSON(m.table.Project.Files[p])
	if err != nil {
		return
	}
	m.addImportMap(folder(p), folder(p), &root)
	if named := textOf(root.Child("importMap")); named != "" {
		file := inFolder(folder(p), named)
		text, ok := m.table.Project.Files[file]
		if !ok {
			m.table.NoteUnread(p, 0, "the import map "+named)
			return
		}
		if other, err := limited.JSON(text); err == nil {
			m.addImportMap(folder(p), folder(file), &other)
		}
	}
}

// pageMap matches an import map in a page.
var pageMap = regexp.MustCompile(`(?is)<script\s[^>]*type\s*=\s*["']?importmap["']?[^>]*>(.*?)</script>`)

// addPageMaps reads the import maps of a page, for the modules below its folder. If pages
// of a folder differ, the first by name counts.
func (m *moduleFinder) addPageMaps(p string) {
	for _, found := range pageMap.FindAllStringSubmatch(m.table.Project.Files[p], -1) {
		if root, err := limited.JSON(found[1]); err == nil {
			m.addImportMap(folder(p), folder(p), &root)
		}
	}
}

// addImportMap records an import map for the files of a folder; its paths are relative to
// base.
func (m *moduleFinder) addImportMap(dir, base string, root *limited.Node) {
	im := &importMap{dir: dir, names: m.readNames(base, root.Child("imports"))}
	if scopes := root.Child("scopes"); scopes != nil {
		for i := range scopes.Children {
			s := &scopes.Children[i]
			prefix := m.fromSite(base, s.Name)
			if strings.HasSuffix(s.Name, "/") {
				prefix += "/"
			}
			im.scopes = append(im.scopes, importScope{prefix, m.readNames(base, s)})
		}
	}
	sort.SliceStable(im.scopes, func(i, j int) bool { return len(im.scopes[i].prefix) > len(im.scopes[j].prefix) })
	if len(im.names) > 0 || len(im.scopes) > 0 {
		m.maps = append(m.maps, im)
	}
}

// readNames reads the names of a map, the longest first.
func (m *moduleFinder) readNames(base string, n *limited.Node) []renamed {
	if n == nil || n.Kind != limited.Object {
		return nil
	}
	var out []renamed
	for i := range n.Children {
		to := textOf(&n.Children[i])
		if to == "" {
			continue
		}
		r := renamed{name: n.Children[i].Name, to: aliasTarget{path: to, module: true}}
		if strings.HasPrefix(to, "./") || strings.HasPrefix(to, "../") || strings.HasPrefix(to, "/") {
			r.to = aliasTarget{path: m.fromSite(base, to)}
		}
		out = append(out, r)
	}
	sort.SliceStable(out, func(i, j int) bool { return len(out[i].name) > len(out[j].name) })
	return out
}

// fromSite returns the path in the tree of a path in a map in a folder. One that begins
// with a slash is relative to the root of the site, which is the folder itself or the
// nearest one above that has such a file or folder.
//
//	"/js/cart.js" in site/index.html    // site/js/cart.js, or js/cart.js
func (m *moduleFinder) fromSite(dir, p string) string {
	if !strings.HasPrefix(p, "/") {
		return inFolder(dir, p)
	}
	p = strings.TrimPrefix(path.Clean(p), "/")
	for at := dir; ; at = folder(at) {
		if to := inFolder(at, p); m.folders[to] || m.at(to) != nil {
			return to
		}
		if at == "" {
			return inFolder(dir, p)
		}
	}
}

// find returns the target of an import path in a file, if the map has one: the names of
// the innermost scope take precedence.
func (im *importMap) find(from, spec string) (aliasTarget, bool) {
	for _, s := range im.scopes {
		if from == s.prefix || strings.HasSuffix(s.prefix, "/") && strings.HasPrefix(from, s.prefix) {
			if to, ok := findName(s.names, spec); ok {
				return to, true
			}
		}
	}
	return findName(im.names, spec)
}

func findName(names []renamed, spec string) (aliasTarget, bool) {
	for _, r := range names {
		rest, below := strings.CutPrefix(spec, r.name)
		if spec != r.name && !(below && strings.HasSuffix(r.name, "/")) {
			continue
		}
		to := r.to
		if rest != "" {
			to.path = strings.TrimSuffix(to.path, "/") + "/" + rest
		}
		return to, !to.module || to.path != spec
	}
	return aliasTarget{}, false
}

// registered returns the package name in a specifier with a registry and a version; ok is
// false for any other specifier.
//
//	jsr:@shop/kit@1/text    // @shop/kit/text
func registered(spec string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(spec, "jsr:")
	if !ok {
		if rest, ok = strings.CutPrefix(spec, "npm:"); !ok {
			return "", false
		}
	}
	rest = strings.TrimPrefix(rest, "/")
	pkg, inner := packageOf(rest)
	if at := strings.LastIndexByte(pkg, '@'); at > 0 {
		pkg = pkg[:at]
	}
	return strings.TrimSuffix(pkg+"/"+inner, "/"), true
}
