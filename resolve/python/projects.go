package python

import (
	"path"
	"strings"

	"seedgraph/resolve"
)

// projectNames implements [resolve.Language]: a project is a distribution.
//
//	[project]           # pyproject.toml; tool.poetry predates that standard
//	name = "shop"
//	[metadata]          # setup.cfg
//	name = shop
func projectNames(p *resolve.Project) resolve.ProjectNamer {
	return p.Nearest(func(file, text string) string {
		switch path.Base(file) {
		case "pyproject.toml":
			if name := valueIn(text, "project", "name"); name != "" {
				return name
			}
			return valueIn(text, "tool.poetry", "name")
		case "setup.cfg":
			return valueIn(text, "metadata", "name")
		}
		return ""
	})
}

// valueIn returns the value of a key on one line of a section, without quotes.
func valueIn(text, section, key string) string {
	in := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = line == "["+section+"]"
			continue
		}
		if k, v, ok := strings.Cut(line, "="); in && ok && strings.TrimSpace(k) == key {
			v, _, _ = strings.Cut(v, "#")
			return strings.Trim(strings.TrimSpace(v), `"'`)
		}
	}
	return ""
}
