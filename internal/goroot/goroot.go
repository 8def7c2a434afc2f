// Package goroot finds Go's own source. What is built with -trimpath does not know where it
// is: the go command does.
package goroot

import (
	"fmt"
	"go/build"
	"os/exec"
	"strings"
)

// Dir returns the folder of the Go installation, as the go command says.
func Dir() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// ForImports lets importers of package go/importer find the standard library.
func ForImports() error {
	dir, err := Dir()
	if err != nil {
		return err
	}
	build.Default.GOROOT = dir
	return nil
}
