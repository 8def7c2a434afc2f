// Package typescript reads the declarations available to TypeScript programs on
// Node.js: the language's own libraries lib.*.d.ts, for the newest ECMAScript with
// the browser's DOM, and the package @types/node. The files of @types/node that are
// themselves modules are named by their path, and only their global declarations can
// be used.
package typescript

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"seedgraph/external"
	"seedgraph/external/dts"
	"seedgraph/external/gen/source"
)

// Versions of the packages in the table.
const (
	LibVersion  = "5.9.3"  // typescript
	NodeVersion = "26.6.6" // @types/node
)

// Declare returns the declarations of the libraries of the language and of Node.js,
// by module.
func Declare() ([]external.Declared, error) {
	compiler, err := source.NPM("typescript", LibVersion)
	if err != nil {
		return nil, err
	}
	node, err := source.NPM("@types/node", NodeVersion)
	if err != nil {
		return nil, err
	}
	lib := filepath.Join(compiler, "lib")
	l := &loader{lib: lib, root: lib, prefix: "typescript", seen: map[string]bool{}}
	if err := l.load(filepath.Join(l.lib, "lib.esnext.full.d.ts")); err != nil {
		return nil, err
	}
	l.root, l.prefix = node, "@types/node"
	if err := l.load(filepath.Join(node, "index.d.ts")); err != nil {
		return nil, err
	}
	return dts.Read(l.files)
}

// A loader reads declaration files and the files that they reference.
type loader struct {
	lib    string // the folder of lib.*.d.ts
	root   string // the folder that file names are relative to
	prefix string
	seen   map[string]bool
	files  []dts.File
}

var reference = regexp.MustCompile(`(?m)^/// <reference (lib|path)="([^"]*)"`)

// load adds a file after those that it references, as the compiler does.
func (l *loader) load(file string) error {
	if l.seen[file] {
		return nil
	}
	l.seen[file] = true
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, m := range reference.FindAllStringSubmatch(string(data), -1) {
		other := filepath.Join(filepath.Dir(file), filepath.FromSlash(m[2]))
		if m[1] == "lib" {
			other = filepath.Join(l.lib, "lib."+m[2]+".d.ts")
		}
		if err := l.load(other); err != nil {
			return err
		}
	}
	name, err := filepath.Rel(l.root, file)
	if err != nil {
		return err
	}
	name = strings.ReplaceAll(strings.TrimSuffix(filepath.ToSlash(name), ".d.ts"), ".", "-")
	name = path.Join(l.prefix, name)
	l.files = append(l.files, dts.File{Name: name, Text: string(data)})
	return nil
}
