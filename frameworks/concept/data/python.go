package data

import (
	"strings"

	"seedgraph/resolve"
)

// FullName returns the full name of an external symbol from a dotted name in a Python
// module, by the import that the name begins with.
func FullName(f *resolve.File, name string) string {
	first, rest, dotted := strings.Cut(name, ".")
	for i := range f.Imports {
		im := &f.Imports[i]
		called := im.Alias
		if called == "" {
			called = im.Name
		}
		full := strings.TrimSuffix(im.Path+"."+im.Name, ".")
		switch {
		case called == first:
		case called == "" && im.Alias == "" && (im.Path == name || strings.HasPrefix(name, im.Path+".")):
			return name // import a.b: names in it are written in full
		default:
			continue
		}
		if dotted {
			return full + "." + rest
		}
		return full
	}
	return ""
}

// PythonBases lists the full names of the external base classes of a Python class,
// including those of its base classes in the tree; unknown ones are listed as written.
func PythonBases(table *resolve.Table, class resolve.DefID) []string {
	var out []string
	seen := map[resolve.DefID]bool{}
	queue := []resolve.DefID{table.Canon[class]}
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if seen[d] {
			continue
		}
		seen[d] = true
		def := table.Def(d)
		for i, b := range table.Bases[d] {
			if b.Def > resolve.None {
				queue = append(queue, table.Canon[b.Def])
			} else if i < len(def.Bases) {
				name := def.Bases[i].Name
				if full := FullName(def.File, name); full != "" {
					name = full
				}
				out = append(out, name)
			}
		}
	}
	return out
}
