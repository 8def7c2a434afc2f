package libs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree is a tree with a package of npm and a module of Go beside it.
func tree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":                            "module m\nrequire example.com/a v1.0.0\n",
		"pkg/mod/example.com/a@v1.0.0/a.go": "package a\n\ntype T struct{}\n",
		"pkg/mod/example.com/a@v1.0.0/b.go": "package a\n\nfunc (\n",
		"node_modules/box/package.json":     `{"name": "box", "version": "2.0.0", "types": "i.d.ts"}`,
		"node_modules/box/i.d.ts":           "export declare class Box {}\n",
	} {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestLibraries says which platform has which libraries, and what is told of them.
func TestLibraries(t *testing.T) {
	dir := tree(t)
	l := Open(dir, dir)
	if n := l.Platform("go").Namespace("example.com/a"); n == nil || n.Type("T") == nil {
		t.Error("the module of Go has no type T")
	}
	if l.Platform("go").Namespace("strings") == nil {
		t.Error("the standard library is gone")
	}
	name := l.Platform("typescript").Find("a.ts", "box")
	if n := l.Platform("typescript").Namespace(name); n == nil || n.Type("Box") == nil {
		t.Errorf("the package %q of npm has no type Box", name)
	}
	if l.Platform("python").Namespace("example.com/a") != nil {
		t.Error("Python has a module of Go")
	}
	lines := l.Packages()
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "go example.com/a@v1.0.0 ") ||
		!strings.HasPrefix(lines[1], "npm box@2.0.0 ") {
		t.Errorf("packages: %q", lines)
	}
	if f := l.Failures(); len(f) != 1 || f[0].File != "example.com/a/b.go" {
		t.Errorf("failures: %v", f)
	}
}

// TestOff says that nothing is read unless it is asked for.
func TestOff(t *testing.T) {
	dir := tree(t)
	for _, where := range []string{Off, ""} {
		l := Open(dir, where)
		if l != nil || l.Packages() != nil || l.Failures() != nil {
			t.Errorf("Open with %q reads libraries", where)
		}
		if l.Platform("go").Namespace("example.com/a") != nil {
			t.Error("a module is there")
		}
		if l.Platform("go").Namespace("strings") == nil {
			t.Error("the standard library is not there")
		}
	}
}

// TestAuto says that libraries are looked for where their tools install them.
func TestAuto(t *testing.T) {
	dir := tree(t)
	t.Setenv("GOMODCACHE", filepath.Join(dir, "pkg", "mod"))
	l := Open(dir, Auto)
	if l.Platform("go").Namespace("example.com/a") == nil {
		t.Error("the module cache of the environment is not looked at")
	}
	if l.Platform("typescript").Find("a.ts", "box") == "" {
		t.Error("node_modules is not looked at")
	}
}
