package python_test

import (
	"testing"

	"seedgraph/external"
	"seedgraph/resolve"
	"seedgraph/resolve/python"
)

// TestProjects checks that a distribution gets its name from pyproject.toml, in the
// standard table or in that of Poetry, or from setup.cfg, and that files belong to
// the nearest one with a name.
func TestProjects(t *testing.T) {
	name := python.Language(external.Open("python")).Projects(&resolve.Project{
		Files: map[string]string{
			"pyproject.toml":          "# name = \"no\"\n[build-system]\nname = \"no\"\n[project]\nname = 'shop' # ours\n",
			"poetry/pyproject.toml":   "[tool.poetry]\nversion = \"1\"\nname=\"till\"\n",
			"cfg/setup.cfg":           "[metadata]\nname = desk\nnamespace = no\n[options]\nname = no\n",
			"nameless/pyproject.toml": "[tool.black]\nname = \"no\"\n",
			"script/setup.py":         "setup(name=\"no\")", // a program, which is not run
		},
	})
	for file, want := range map[string]string{
		"a.py": "shop", "src/shop/a.py": "shop", "poetry/deep/a.py": "till", "cfg/a.py": "desk",
		"nameless/a.py": "shop", "script/a.py": "shop", "poetry2/a.py": "shop",
	} {
		if got := name(file, nil).Name; got != want {
			t.Errorf("%s is of %q, want %q", file, got, want)
		}
	}
}
