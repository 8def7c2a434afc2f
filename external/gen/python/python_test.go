package python

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"seedgraph/external/pyi"
)

func TestVersions(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"VERSIONS":         "# comment\nasyncore: 3.0-3.11\npkg: 3.0-\npkg.old: 3.0-3.9  # gone\nsoon: 3.0-3.20\n",
		"asyncore.pyi":     "",
		"pkg/__init__.pyi": "", "pkg/old/__init__.pyi": "", "pkg/old/deep.pyi": "", "soon.pyi": "",
		"pkg/x.txt": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := load(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []pyi.File{
		{Module: "asyncore", Minor: 11}, {Module: "pkg", Package: true, Minor: Version},
		{Module: "pkg.old", Package: true, Minor: 9}, {Module: "pkg.old.deep", Minor: 9},
		{Module: "soon", Minor: Version},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if _, err := load(filepath.Join(dir, "none")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}
