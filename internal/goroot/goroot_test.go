package goroot_test

import (
	"go/importer"
	"go/token"
	"testing"

	"seedgraph/internal/goroot"
)

func TestForImports(t *testing.T) {
	if err := goroot.ForImports(); err != nil {
		t.Fatal(err)
	}
	p, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("errors")
	if err != nil {
		t.Fatal(err)
	}
	if p.Scope().Lookup("Join") == nil {
		t.Error("package errors has no Join")
	}
}
