package walk

import (
	"strings"

	"seedgraph/internal/regular"
)

const attributesFile = ".gitattributes"

// The attributes that are read.
const (
	encodingAttribute = "working-tree-encoding"
	languageAttribute = "linguist-language"
)

// attributes are the lines of .gitattributes that set one of these attributes, those of
// inner folders after those of outer ones.
type attributes []attributeLine

// An attributeLine sets an attribute of the files of a folder that match a pattern.
type attributeLine struct {
	rule  rule
	dir   string // with a trailing slash; empty for the root
	name  string
	value string // empty if the attribute is unset, overriding the lines before
}

// read adds the lines of the file at path, which is in the folder dir of the tree. An
// unreadable file counts as empty.
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
			name = strings.TrimLeft(name, "-!")
			if name != encodingAttribute && name != languageAttribute {
				continue
			}
			if r := parseRule(fields[0]); r.kind != ruleNever && !r.negate {
				*a = append(*a, attributeLine{r, dir, name, value})
			}
		}
	}
}

// value returns the value of an attribute in the last line that matches a path;
// empty without one.
func (a attributes) value(attribute, path string) string {
	for i := len(a) - 1; i >= 0; i-- {
		rel, ok := strings.CutPrefix(path, a[i].dir)
		if ok && a[i].name == attribute &&
			a[i].rule.matches(rel, path[strings.LastIndexByte(path, '/')+1:], false) {
			return a[i].value
		}
	}
	return ""
}
