package typescript

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/internal/jsvalue"
	"seedgraph/resolve"
)

// This file resolves names that a framework imports by itself: it adds an import for each
// name that files in certain folders export (Nuxt 4, "Auto-imports"; Nitro, "Auto Imports").
//
//	composables/cart.ts: export const useCart = () => …
//	pages/index.vue:     const cart = useCart()          // no import

// An autoFolder is a folder of a package whose exports are visible without an import.
type autoFolder struct {
	name    string
	setting []string // the member with the folder that it is in, if not the package
	other   string   // the folder that it may also be in
	below   bool     // files in folders below it count, too
	server  bool     // only in the code of the server, which sees no others but shared
	shared  bool     // in the code of the server, too
}

// automatic are the names that are visible in the files of a package.
type automatic struct {
	dir    string
	server string // the folder of the server's code
	app    map[string][]resolve.DefID
	back   map[string][]resolve.DefID // in the code of the server
	from   []autoSource
}

// An autoSource is a folder of the tree with such files.
type autoSource struct {
	dir    string
	folder *autoFolder
}

// addAutomatic records the folders of a tool for the files of a package.
func (m *moduleFinder) addAutomatic(t *tool, dir string, value jsvalue.Value) {
	a := &automatic{dir: dir, server: path.Join(dir, "server")}
	for i := range t.automatic {
		f := &t.automatic[i]
		in := []string{dir}
		if set := value.Get(f.setting...); len(f.setting) > 0 && set.Kind != jsvalue.Unknown {
			r := aliasReader{dir: dir}
			if p, ok := r.path(set); ok {
				in = []string{p}
			}
		} else if f.other != "" {
			in = append(in, path.Join(dir, f.other))
		}
		for _, d := range in {
			if d = path.Join(d, f.name); m.folders[d] {
				a.from = append(a.from, autoSource{d, f})
			}
		}
	}
	if len(a.from) > 0 {
		m.automatic = append(m.automatic, a)
	}
}

// addAutomaticNames fills the names, once the files are known.
func (t *tree) addAutomaticNames(files []*resolve.File) {
	list := t.modules.automatic
	slices.SortStableFunc(list, func(a, b *automatic) int { return cmp.Compare(len(b.dir), len(a.dir)) })
	for _, a := range list {
		a.app, a.back = map[string][]resolve.DefID{}, map[string][]resolve.DefID{}
		for _, f := range files {
			for _, s := range a.from {
				if rest, ok := strings.CutPrefix(f.Path, s.dir+"/"); ok && s.folder.takes(rest) {
					a.add(f, s.folder)
				}
			}
		}
	}
}

// takes reports whether a file counts, by its path in the folder: one at its top, or the
// main module of a folder there.
func (f *autoFolder) takes(rest string) bool {
	dir, base := path.Split(rest)
	return dir == "" || f.below || strings.Count(dir, "/") == 1 && stem(base) == "index"
}

// add adds the exports of a file.
func (a *automatic) add(f *resolve.File, from *autoFolder) {
	for i := range f.Definitions {
		if d := &f.Definitions[i]; d.Parent == 0 && d.Exported && i > 0 {
			if !from.server {
				a.app[d.Name] = append(a.app[d.Name], f.ID(int32(i)))
			}
			if from.server || from.shared {
				a.back[d.Name] = append(a.back[d.Name], f.ID(int32(i)))
			}
		}
	}
}

// automaticName returns the definitions with a name that a file sees without an import.
func (t *tree) automaticName(f *resolve.File, name string) []resolve.DefID {
	for _, a := range t.modules.automatic {
		if !isBelow(f.Path, a.dir) {
			continue
		}
		if isBelow(f.Path, a.server) {
			return a.back[name]
		}
		return a.app[name]
	}
	return nil
}
