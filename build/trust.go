package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/artifacts/open"
	"seedgraph/internal/hint"
	"seedgraph/internal/regular"
)

// A source tree may be untrusted. Settings in its configuration that concern the tree
// are obeyed; settings that would make a build read or write elsewhere, disclose
// secrets or exhaust the memory are only obeyed in a file given with --config.

// ConfigFile is the name of the configuration in the root of a tree.
const ConfigFile = "seedgraph.yaml"

// Leaves reports whether a path, which may not exist yet, leads out of a folder, with
// or without symbolic links, or to the version control stores in it.
func Leaves(root string, path *string) bool {
	if path == nil || *path == "" {
		return false
	}
	from, err := resolved(root)
	to, err2 := resolved(*path)
	rel, inside := below(to, from)
	if err != nil || err2 != nil || !inside {
		return true
	}
	return slices.ContainsFunc(strings.Split(rel, string(filepath.Separator)), func(part string) bool {
		return slices.Contains([]string{".git", ".hg", ".svn", ".jj"}, strings.ToLower(part))
	})
}

// A Found is the configuration found in the tree.
type Found struct {
	path    string
	obeyed  []string // keys, in the order of the type
	ignored []Option
	problem string // why it is ignored
}

// findConfig reads the configuration in a tree without the untrusted keys; nil if it
// does not exist or is ignored.
func findConfig(root string) (*config, *Found, error) {
	f := &Found{path: filepath.Join(root, ConfigFile)}
	switch _, err := os.Lstat(f.path); {
	case err != nil: // an error in SRC is reported elsewhere
		return nil, nil, nil
	case Leaves(root, &f.path):
		f.problem = "it is outside the tree"
		return nil, f, nil
	}
	c, err := readConfig(f.path)
	if errors.Is(err, regular.ErrNotRegular) {
		f.problem = "it is not a regular file"
		return nil, f, nil
	}
	if err != nil {
		return nil, nil, err
	}
	for _, o := range Table {
		value, ok := c.values[o.Key]
		if ok && o.untrusted != nil && o.untrusted(value, root) {
			f.ignored = append(f.ignored, o)
			delete(c.values, o.Key)
		}
	}
	f.obeyed = c.keys()
	return c, f, nil
}

// Messages reports the use of the configuration: with all set, a line with the keys that it sets,
// and a warning for each key that is ignored.
func (f *Found) Messages(all bool) []string {
	if f == nil {
		return nil
	}
	if f.problem != "" {
		return []string{fmt.Sprintf("warning: %s is not read: %s", f.path, f.problem)}
	}
	var out []string
	if all {
		sets := "sets nothing"
		if len(f.obeyed) > 0 {
			sets = "sets " + strings.Join(f.obeyed, ", ")
		}
		out = append(out, fmt.Sprintf("read %s: %s", f.path, sets))
	}
	for _, o := range f.ignored {
		flag := "--" + o.Flag
		if o.Flag == "src" {
			flag = "SRC"
		}
		out = append(out, fmt.Sprintf("warning: %s: %s is ignored in a configuration found in the tree: "+
			"give %s, or --config %s", f.path, o.Key, flag, f.path))
	}
	return out
}

// ownFolder returns the folder of a tree's artifacts. The tree must not redirect it
// elsewhere.
func ownFolder(src string) (string, error) {
	out := filepath.Join(src, open.Folder)
	if Leaves(src, &out) {
		return "", hint.With(fmt.Errorf("%s is outside the tree", out),
			"give the output folder with --out")
	}
	return out, nil
}
