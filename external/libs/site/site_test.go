package site

import (
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/external/libs/disk"
	"seedgraph/testkit/treetest"
)

// where checks which class each module declares, whose name identifies the file.
func where(t *testing.T, p *Packages, want map[string]string) {
	t.Helper()
	for module, class := range want {
		got := ""
		if d := p.Declare(module); d != nil && len(d.Types) > 0 {
			got = d.Types[0].LocalName()
		}
		if got != class {
			t.Errorf("%s declares %q, want %q", module, got, class)
		}
	}
}

// TestWhere checks the file from which a module is read (PEP 561).
func TestWhere(t *testing.T) {
	dir := filepath.Join(treetest.Write(t, `
-- site-packages/typed/py.typed --
-- site-packages/typed/__init__.py --
class Typed: ...
-- site-packages/typed/deep/er.py --
class Deeper: ...
-- site-packages/typed/both.py --
class Source: ...
-- site-packages/typed/both.pyi --
class Stub: ...
-- site-packages/untyped/__init__.py --
class Untyped: ...
-- site-packages/untyped/stub.pyi --
class Beside: ...
-- site-packages/plain.py --
class Plain: ...
-- site-packages/alone.pyi --
class Alone: ...
-- site-packages/untyped-stubs/__init__.pyi --
class Stubbed: ...
-- site-packages/typed-stubs/both.pyi --
class First: ...
-- site-packages/typing.pyi --
class Backport: ...
-- site-packages/logging/__init__.pyi --
class Shadow: ...
-- site-packages/broken.pyi --
class Broken(: ...
-- site-packages/typed-1.2.0.dist-info/RECORD --
typed/__init__.py,sha256=x,10
typed/deep/er.py,,
../../bin/typed,,
-- site-packages/Types_Untyped-3.0.dist-info/RECORD --
untyped-stubs/__init__.pyi,,
`), "site-packages")
	log := disk.NewLog()
	p := Open(filepath.Dir(dir), false, log)
	defer p.Close()
	where(t, p, map[string]string{
		"typed": "Typed", "typed.deep.er": "Deeper", "typed.both": "First",
		"untyped": "Stubbed", "untyped.stub": "Beside", "alone": "Alone",
		"plain":   "", // a single module cannot be marked as typed
		"typing":  "", // the standard library has it
		"logging": "", "logging.extra": "", "broken": "", "gone": "", "typed.gone": "",
		"": "", "..typed": "", "typed/deep": "",
	})
	want := []string{"python Types_Untyped@3.0 ", "python alone ", "python broken ",
		"python typed@1.2.0 ", "python typed-stubs ", "python untyped "}
	got := p.log.Packages()
	for i, line := range got {
		if i >= len(want) || !strings.HasPrefix(line, want[i]) {
			t.Errorf("packages %q, want %q", got, want)
			break
		}
	}
	if f := log.Failures(); len(f) != 1 || f[0].File != "broken" ||
		!strings.Contains(f[0].Why, "syntax error") {
		t.Errorf("failures %v", f)
	}
}

// TestEnvironments checks where packages are searched.
func TestEnvironments(t *testing.T) {
	dir := treetest.Write(t, `
-- tree/.venv/lib/python3.9/site-packages/a.pyi --
class Old: ...
-- tree/.venv/lib/python3.12/site-packages/a.pyi --
class New: ...
-- tree/venv/Lib/site-packages/a.pyi --
class Second: ...
-- tree/venv/Lib/site-packages/b.pyi --
class Windows: ...
-- active/lib/python3.12/site-packages/c.pyi --
class Active: ...
-- conda/lib/python3.12/site-packages/d.pyi --
class Conda: ...
`)
	t.Setenv("VIRTUAL_ENV", filepath.Join(dir, "active"))
	t.Setenv("CONDA_PREFIX", filepath.Join(dir, "conda"))
	p := Open(filepath.Join(dir, "tree"), true, disk.NewLog())
	where(t, p, map[string]string{"a": "New", "b": "Windows", "c": "Active", "d": "Conda"})
	p.Close()
	if p.Declare("a") != nil {
		t.Error("a closed environment has packages")
	}
	p = Open(filepath.Join(dir, "tree"), false, disk.NewLog())
	defer p.Close()
	where(t, p, map[string]string{"a": "New", "c": "", "d": ""})
}
