package names

import (
	"path"
	"strings"

	"seedgraph/artifacts"
)

// byModule resolves a symbol qualified with its location: with its file, as in
// src/main.py::Session, or with its module, package or folder, as in
// _pytest.main.Session. For a Go package at the root of its module, the qualifier is the
// last element of the import path, as in caddy.RegisterModule.
func (r *Resolver) byModule(name string) (artifacts.Match, error) {
	if file, symbol, ok := strings.Cut(name, "::"); ok && strings.Contains(file, ".") {
		return r.within(strings.ReplaceAll(symbol, "::", "."), func(p, _ string) bool {
			return p == file || strings.HasSuffix(p, "/"+file)
		})
	}
	if strings.ContainsAny(name, "/ (#|@:") {
		return artifacts.Match{}, nil
	}
	parts := strings.Split(name, ".")
	if len(parts) > 1 {
		if err := r.Index.LoadProjects(); err != nil {
			return artifacts.Match{}, err
		}
	}
	for cut := len(parts) - 1; cut > 0; cut-- {
		m, err := r.within(strings.Join(parts[cut:], "."), func(p, project string) bool {
			return inModule(p, project, parts[:cut])
		})
		if err != nil || len(m.Nodes) > 0 {
			return m, err
		}
	}
	return artifacts.Match{}, nil
}

// within returns the nodes that match a symbol and whose file meant accepts.
func (r *Resolver) within(symbol string, meant func(path, project string) bool) (artifacts.Match,
	error) {
	m, err := r.Index.Resolve(symbol)
	if err != nil {
		return artifacts.Match{}, err
	}
	out := artifacts.Match{Part: m.Part}
	for _, n := range m.Nodes {
		node, err := r.Index.Node(n)
		if err != nil {
			return artifacts.Match{}, err
		}
		if node.Path != "" && meant(node.Path, node.Project) {
			out.Nodes = append(out.Nodes, n)
		}
	}
	return out, nil
}

// inModule reports whether a file is a module or in a folder whose path ends with the
// given names, or in a project of that name.
func inModule(file, project string, names []string) bool {
	module := strings.TrimSuffix(file, path.Ext(file))
	if base := path.Base(module); base == "__init__" || base == "index" || base == "mod" {
		module = path.Dir(module)
	}
	wanted := strings.Join(names, "/")
	for _, m := range []string{module, path.Dir(file), importName(project)} {
		if m == wanted || strings.HasSuffix(m, "/"+wanted) {
			return true
		}
	}
	return false
}

// importName returns the name of a Go module without its version suffix.
func importName(module string) string {
	base := path.Base(module)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		return path.Dir(module)
	}
	return module
}
