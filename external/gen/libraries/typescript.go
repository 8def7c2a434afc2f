package libraries

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"seedgraph/external"
	"seedgraph/external/dts"
)

// typescriptModules has a file for each described package: ambient modules, after a
// comment that names the source.
//
//go:embed typescript/*.d.ts
var typescriptModules embed.FS

// TypeScript returns the libraries of TypeScript.
func TypeScript() ([]external.Declared, error) {
	names, err := fs.Glob(typescriptModules, "typescript/*.d.ts")
	if err != nil {
		return nil, err
	}
	var files []dts.File
	for _, name := range names {
		text, err := typescriptModules.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(string(text), "// source ") {
			return nil, fmt.Errorf("%s states no source", name)
		}
		files = append(files, dts.File{Name: name, Text: string(text)})
	}
	all, err := dts.Read(files)
	markPartial(all)
	return all, err
}

// markPartial marks modules and their types as partially declared.
func markPartial(all []external.Declared) {
	for i := range all {
		all[i].Partial = true
		for _, t := range all[i].Types {
			t.Flags |= external.Partial
		}
	}
}
