package sqlc

import (
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/internal/limited"
)

// A configuration is sqlc.yaml or sqlc.json, of version 1 or 2.
type configuration struct {
	Packages []struct { // version 1
		Path    string `yaml:"path"`
		Queries list   `yaml:"queries"`
	} `yaml:"packages"`
	SQL []struct { // version 2
		Queries list `yaml:"queries"`
		Gen     struct {
			Go *struct {
				Out string `yaml:"out"`
			} `yaml:"go"`
		} `yaml:"gen"`
	} `yaml:"sql"`
}

// A list is one string or several.
type list []string

// UnmarshalYAML accepts a string or a list of strings.
func (l *list) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*l = list{n.Value}
		return nil
	}
	return n.Decode((*[]string)(l))
}

// A generated is a package that is generated into a folder from queries.
type generated struct {
	out     string
	queries []string // files, folders and patterns, from the root of the tree
}

// packagesOf lists the packages in the sqlc configurations of a tree. Other or
// malformed files are skipped.
func packagesOf(files map[string]string) []generated {
	var paths []string
	for p := range files {
		switch path.Base(p) {
		case "sqlc.yaml", "sqlc.yml", "sqlc.json":
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	var out []generated
	for _, p := range paths {
		var c configuration
		if limited.UnmarshalYAML([]byte(files[p]), &c) != nil {
			continue
		}
		add := func(folder string, queries list) {
			g := generated{out: path.Join(path.Dir(p), folder)}
			for _, q := range queries {
				g.queries = append(g.queries, path.Join(path.Dir(p), q))
			}
			out = append(out, g)
		}
		for _, x := range c.Packages {
			add(x.Path, x.Queries)
		}
		for _, x := range c.SQL {
			if x.Gen.Go != nil {
				add(x.Gen.Go.Out, x.Queries)
			}
		}
	}
	return out
}

// takes reports whether a script is among the queries: a listed file, directly in a
// listed folder, or matching a pattern.
func (g *generated) takes(file string) bool {
	return slices.ContainsFunc(g.queries, func(q string) bool {
		if strings.ContainsAny(q, "*?[") {
			ok, err := path.Match(q, file)
			return ok && err == nil
		}
		return q == file || q == path.Dir(file)
	})
}
