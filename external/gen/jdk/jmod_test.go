package jdk

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"seedgraph/external/gen/source"
)

// TestNoModules checks that a JDK without module files is reported as an unavailable
// source.
func TestNoModules(t *testing.T) {
	home := t.TempDir()
	t.Setenv("JAVA_HOME", home)
	if _, err := Read(home); !errors.Is(err, source.ErrUnavailable) {
		t.Errorf("error %v", err)
	}
	release := "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.2\"\n"
	if err := os.WriteFile(filepath.Join(home, "release"), []byte(release), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Release(home); got != "21" || err != nil {
		t.Errorf("release %q, error %v", got, err)
	}
	if _, err := Declare(); !errors.Is(err, source.ErrUnavailable) {
		t.Errorf("of another release: error %v", err)
	}
}
