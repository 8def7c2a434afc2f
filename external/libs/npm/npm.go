// Package npm reads the declarations of packages below node_modules: the .d.ts files
// that the packages contain, or those of @types. It finds them as TypeScript does
// ("Modules - Theory" and "Modules - Reference" of its handbook), by the fields
// types, exports and typesVersions of package.json.
//
// The name of a module is the path of its file below the root, without .d.ts:
// node_modules/react/index. Global declarations of a package are not read, and a
// declaration of another package's module only if that module references the file.
package npm

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"seedgraph/external"
	"seedgraph/external/dts"
	"seedgraph/external/libs/disk"
)

// folder is the folder in which packages are installed.
const folder = "node_modules"

// Packages are the packages below one folder. They are an [external.Finder].
type Packages struct {
	root string // absolute, symbolic links resolved
	log  *disk.Log

	found sync.Map // request -> module name
	known sync.Map // folder of a package, below root -> *manifest
}

// A request is an import path as seen from a folder.
type request struct{ dir, path string }

// Open returns the packages installed below root for files below root.
func Open(root string, log *disk.Log) *Packages {
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	return &Packages{root: root, log: log}
}

// Find returns the module that an import path refers to in a file, "" if no package
// declares it. Relative paths refer to files of the tree.
func (p *Packages) Find(file, spec string) string {
	if spec == "" || spec[0] == '.' || spec[0] == '/' {
		return ""
	}
	return p.resolve(parent(file), spec)
}

// resolve finds a module by a path written in a file of a folder.
func (p *Packages) resolve(dir, spec string) string {
	key := request{dir, spec}
	if name, ok := p.found.Load(key); ok {
		found, _ := name.(string)
		return found
	}
	var name string
	if strings.HasPrefix(spec, ".") {
		name = p.file(path.Join(dir, spec))
	} else {
		name = p.inPackages(dir, spec)
	}
	p.found.Store(key, name)
	return name
}

// inPackages searches for a package in the folders from dir upwards, the nearest
// first. One without declarations may have them in @types.
func (p *Packages) inPackages(dir, spec string) string {
	name, rest := split(spec)
	if name == "" {
		return ""
	}
	for ; ; dir = parent(dir) {
		if path.Base(dir) != folder {
			modules := path.Join(dir, folder)
			for _, installed := range []string{name, "@types/" + mangled(name)} {
				if m := p.manifest(path.Join(modules, installed)); m != nil {
					if found := p.inPackage(m, rest); found != "" {
						return found
					}
				}
			}
		}
		if dir == "" {
			return ""
		}
	}
}

// split splits an import path into the package and the rest.
func split(spec string) (name, rest string) {
	name, rest, _ = strings.Cut(spec, "/")
	if strings.HasPrefix(name, "@") && rest != "" {
		scope := name
		name, rest, _ = strings.Cut(rest, "/")
		name = scope + "/" + name
	}
	if name == ".." || strings.ContainsAny(name, `\:`) {
		return "", ""
	}
	return name, rest
}

// mangled returns the name of a package in @types, which includes the scope.
func mangled(name string) string {
	if scope, rest, ok := strings.Cut(strings.TrimPrefix(name, "@"), "/"); ok {
		return scope + "__" + rest
	}
	return name
}

// parent returns the folder of a path, "" for the root.
func parent(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// endings are the extensions of declaration files, with those of the scripts that
// each declares.
var endings = []struct{ declarations, script string }{
	{".d.ts", ".js"}, {".d.mts", ".mjs"}, {".d.cts", ".cjs"}, {".d.ts", ".jsx"},
}

// file returns the module of a path that may have the extension of a script or of
// declarations, or none, or be a folder.
func (p *Packages) file(at string) string {
	if strings.HasPrefix(at, "..") {
		return ""
	}
	for _, e := range endings {
		switch {
		case strings.HasSuffix(at, e.declarations):
			if p.exists(at) {
				return moduleName(at)
			}
		case strings.HasSuffix(at, e.script):
			if file := strings.TrimSuffix(at, e.script) + e.declarations; p.exists(file) {
				return moduleName(file)
			}
		}
	}
	for _, e := range endings[:3] {
		if p.exists(at + e.declarations) {
			return moduleName(at + e.declarations)
		}
	}
	if m := p.manifest(at); m != nil {
		return p.inPackage(m, "")
	}
	return p.index(at)
}

// index returns the module of a folder.
func (p *Packages) index(dir string) string {
	for _, e := range endings[:3] {
		if file := path.Join(dir, "index"+e.declarations); p.exists(file) {
			return moduleName(file)
		}
	}
	return ""
}

// moduleName returns the name of the module in a file.
func moduleName(file string) string { return strings.TrimSuffix(file, ".d.ts") }

// exists reports whether a path is a regular file.
func (p *Packages) exists(file string) bool {
	info, err := os.Stat(p.path(file))
	return err == nil && info.Mode().IsRegular()
}

// path returns the location of a file on disk.
func (p *Packages) path(file string) string {
	return filepath.Join(p.root, filepath.FromSlash(file))
}

// Declare reads the module with that name.
func (p *Packages) Declare(name string) (d *external.Declared) {
	if !strings.HasPrefix(name, folder+"/") && !strings.Contains(name, "/"+folder+"/") {
		return nil
	}
	file := name + ".d.ts"
	if strings.HasSuffix(name, ".d.mts") || strings.HasSuffix(name, ".d.cts") {
		file = name
	}
	if !p.exists(file) {
		return nil
	}
	p.log.Guard(file, func() { d = p.declare(name, file) })
	return d
}

// declare reads a module and the files that it references.
func (p *Packages) declare(name, file string) *external.Declared {
	m := p.packageOf(file)
	if m == nil {
		return nil
	}
	if _, err := p.log.Read(m.pkg, path.Join(m.dir, "package.json"),
		p.path(path.Join(m.dir, "package.json"))); err != nil {
		return nil
	}
	var files []dts.File
	p.load(m, file, map[string]bool{}, &files)
	if len(files) == 0 {
		return nil
	}
	d, err := dts.Module(m.imported(), files...)
	switch {
	case err == nil:
		return d
	case !errors.Is(err, dts.ErrNoModule): // a file of global declarations is not a module
		p.log.Fail(file, err)
	}
	return nil
}

var reference = regexp.MustCompile(`(?m)^///\s*<reference\s+path\s*=\s*["']([^"']*)["']`)

// load adds a file, followed by the files of the package that it references.
func (p *Packages) load(m *manifest, file string, seen map[string]bool, files *[]dts.File) {
	if seen[file] || !strings.HasPrefix(file, m.dir+"/") {
		return
	}
	seen[file] = true
	text, err := p.log.Read(m.pkg, file, p.path(file))
	if err != nil {
		return
	}
	dir := parent(file)
	*files = append(*files, dts.File{Name: moduleName(file), Text: text,
		Resolve: func(spec string) string {
			if found := p.resolve(dir, spec); found != "" {
				return found
			}
			return spec
		}})
	for _, ref := range reference.FindAllStringSubmatch(text, -1) {
		p.load(m, path.Join(dir, ref[1]), seen, files)
	}
}

// packageOf returns the package that a file belongs to.
func (p *Packages) packageOf(file string) *manifest {
	for dir := parent(file); dir != ""; dir = parent(dir) {
		above := parent(dir)
		if path.Base(above) == folder || path.Base(parent(above)) == folder &&
			strings.HasPrefix(path.Base(above), "@") {
			return p.manifest(dir)
		}
	}
	return nil
}
