// Bom prints the bill of materials of programs as CycloneDX JSON:
//
//	go run ./scripts/bom VERSION PROGRAM…
//
// It lists the modules that the compiler recorded in the programs; a program that is
// missing, because the shell found none, is left out.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
)

// A bom has the members of CycloneDX 1.5 that are known.
type bom struct {
	Format      string      `json:"bomFormat"`
	SpecVersion string      `json:"specVersion"`
	Version     int         `json:"version"`
	Metadata    metadata    `json:"metadata"`
	Components  []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version"`
	PURL    string `json:"purl,omitempty"`
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: bom VERSION PROGRAM…")
		os.Exit(1)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "bom:", err)
		os.Exit(1)
	}
}

func run(version string, programs []string) error {
	modules := map[string]component{}
	read := 0
	for _, program := range programs {
		info, err := buildinfo.ReadFile(program)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		read++
		modules["stdlib"] = component{"library", "stdlib", info.GoVersion, "pkg:golang/stdlib@" + info.GoVersion}
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = component{"library", m.Path, m.Version, "pkg:golang/" + m.Path + "@" + m.Version}
		}
	}
	if read == 0 {
		return errors.New("none of the programs exists")
	}
	out := bom{"CycloneDX", "1.5", 1, metadata{component{"application", "seedgraph", version, ""}}, []component{}}
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		out.Components = append(out.Components, modules[path])
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
