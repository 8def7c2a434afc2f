// Package goroot finds Go's source. A binary built with -trimpath does not know where
// that is, but the go command does.
package goroot

import (
	"fmt"
	"go/build"
	"os/exec"
	"strings"
)

// Dir returns the folder of the Go installation, as reported by the go command.
func Dir() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// ForImports enables importers of package go/importer to find the standard library.
func ForImports() error {
	dir, err := Dir()
	if err != nil {
		return err
	}
	build.Default.GOROOT = dir
	return nil
}
