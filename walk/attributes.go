package walk

import (
	"strings"

	"seedgraph/internal/regular"
)

const attributesFile = ".gitattributes"

// attributes are the lines of .gitattributes that declare an encoding, those of inner folders
// behind those of outer ones.
type attributes []attributeLine

// An attributeLine gives the files of a folder that a pattern matches an encoding.
type attributeLine struct {
	rule     rule
	dir      string // with a final slash; empty for the root
	encoding string // empty: none, whatever lines above say
}

// read adds the lines of the file at path, which is in the folder dir of the tree. One that
// cannot be read says nothing.
func (a *attributes) read(path, dir string) {
	data, err := regular.Read(path, maxIgnoreSize)
	if err != nil {
		return
	}
	if dir != "" {
		dir += "/"
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) < 2 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		for _, f := range fields[1:] {
			name, value, _ := strings.Cut(f, "=")
			if strings.TrimLeft(name, "-!") != "working-tree-encoding" {
				continue
			}
			if r := parseRule(fields[0]); r.kind != ruleNever && !r.negate {
				*a = append(*a, attributeLine{r, dir, value})
			}
		}
	}
}

// encoding returns the encoding that the last line which matches a path declares.
func (a attributes) encoding(path string) string {
	for i := len(a) - 1; i >= 0; i-- {
		rel, ok := strings.CutPrefix(path, a[i].dir)
		if ok && a[i].rule.matches(rel, path[strings.LastIndexByte(path, '/')+1:], false) {
			return a[i].encoding
		}
	}
	return ""
}
