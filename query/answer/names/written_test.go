package names_test

import (
	"testing"

	"seedgraph/query/answer/names"
	"seedgraph/testkit/answertest"
)

// TestNamesBehindModules checks names qualified with the file, module, package or folder
// of a definition.
func TestNamesBehindModules(t *testing.T) {
	x := answertest.Sources(t, `-- src/_app/main.py --
class Session:
    def run(self):
        return 1
-- src/other/main.py --
class Session:
    pass
-- src/_app/__init__.py --
def helper():
    return 1
-- web/index.ts --
export class Client { send() {} }
-- lib/pool.go --
package lib

func Open() {}
-- other/pool.go --
package other

func Open() {}
`)
	r := &names.Resolver{Index: x}
	for name, want := range map[string]string{
		"_app.main.Session": "src/_app/main.py", "other.main.Session": "src/other/main.py",
		"src/_app/main.py::Session": "src/_app/main.py", "_app/main.py::Session": "src/_app/main.py",
		"src/_app/main.py::Session::run": "src/_app/main.py", "_app.main.Session.run": "src/_app/main.py",
		"_app.helper": "src/_app/__init__.py", "web.Client.send": "web/index.ts",
		"lib.pool.Open":    "lib/pool.go",
		"app.main.Session": "", "nowhere.main.Session": "", "src/gone.py::Session": "",
	} {
		ref, err := r.Resolve(name)
		if (err == nil) != (want != "") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err != nil {
			continue
		}
		if node, err := x.Node(ref.Node); err != nil || node.Path != want {
			t.Errorf("%s is in %s, not %s (%v)", name, node.Path, want, err)
		}
	}
}
