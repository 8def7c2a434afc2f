package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
)

// A Build describes how a program was built.
type Build struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"` // operating system and architecture, as linux/amd64
	// Modules are the modules linked into the program, by path.
	Modules []Module `json:"modules"`
}

// A Module is a Go module. Sum is its hash in go.sum; empty if it is replaced by a
// folder.
type Module struct {
	Path    string `json:"path"`
	Version string `json:"version"`
	Sum     string `json:"sum,omitempty"`
}

// BuildOf describes the running program. linked is the version that the linker set.
func BuildOf(program, linked string) Build {
	b := Build{Program: program, Version: Version(linked), Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Modules: []Module{}}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Modules = append(b.Modules, Module{m.Path, m.Version, m.Sum})
	}
	return b
}

// Print writes the version on one line and a module on each of the next.
func (b Build) Print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s %s, %s, %s\n", b.Program, b.Version, b.Go, b.Platform)
	for _, m := range b.Modules {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s %s\n", m.Path, m.Version)
		}
	}
	return err
}
