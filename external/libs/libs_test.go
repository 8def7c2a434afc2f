package libs

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/treetest"
)

// tree returns a tree with installed packages of npm, Go, Python and Java.
func tree(t *testing.T) string {
	t.Helper()
	return treetest.Write(t, `
-- go.mod --
module m
require example.com/a v1.0.0
-- pkg/mod/example.com/a@v1.0.0/a.go --
package a

type T struct{}
-- pkg/mod/example.com/a@v1.0.0/b.go --
package a

func (
-- node_modules/box/package.json --
{"name": "box", "version": "2.0.0", "types": "i.d.ts"}
-- node_modules/box/i.d.ts --
export declare class Box {}
-- .venv/lib/python3.12/site-packages/kit.pyi --
class Kit: ...
-- lib/kit.jar --
class kit/Kit public extends java/lang/Object
`)
}

// TestLibraries checks which platform has which libraries, and what is reported about
// them.
func TestLibraries(t *testing.T) {
	dir := tree(t)
	l := Open(dir, dir)
	defer l.Close()
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
	if n := l.Platform("python").Namespace("kit"); n == nil || n.Type("Kit") == nil {
		t.Error("the virtual environment has no class Kit")
	}
	if n := l.Platform("jdk").Namespace("kit"); n == nil || n.Type("Kit") == nil {
		t.Error("the jar has no class Kit")
	}
	lines := l.Packages()
	want := []string{"go example.com/a@v1.0.0 ", "jar kit ", "npm box@2.0.0 ", "python kit "}
	if !slices.EqualFunc(lines, want, strings.HasPrefix) {
		t.Errorf("packages: %q, want %q", lines, want)
	}
	if f := l.Failures(); len(f) != 1 || f[0].File != "example.com/a/b.go" {
		t.Errorf("failures: %v", f)
	}
}

// TestOff checks that nothing is read unless requested.
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

// TestAuto checks that libraries are searched where their tools install them.
func TestAuto(t *testing.T) {
	dir := tree(t)
	t.Setenv("GOMODCACHE", filepath.Join(dir, "pkg", "mod"))
	l := Open(dir, Auto)
	defer l.Close()
	if l.Platform("go").Namespace("example.com/a") == nil {
		t.Error("the module cache of the environment is not looked at")
	}
	if l.Platform("typescript").Find("a.ts", "box") == "" {
		t.Error("node_modules is not looked at")
	}
}

// TestClose checks that declarations outlive the libraries, which read no more files.
func TestClose(t *testing.T) {
	dir := tree(t)
	l := Open(dir, dir)
	java, python := l.Platform("jdk"), l.Platform("python")
	kit := java.Namespace("kit")
	l.Close()
	if kit == nil || kit.Type("Kit") == nil {
		t.Error("a class that was asked for is gone")
	}
	if python.Namespace("kit") != nil {
		t.Error("a package is read after Close")
	}
}
