package names

import (
	"path"
	"path/filepath"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/internal/lazyregexp"
	"seedgraph/query/search"
)

// byAbbreviation resolves the beginning of a handle, which must be that of only one.
func (r *Resolver) byAbbreviation(name string) (artifacts.Match, error) {
	name = strings.TrimPrefix(strings.TrimSpace(name), "@")
	nodes, err := r.Index.Abbreviated(name)
	if err == nil && len(nodes) > 1 {
		err = r.ambiguous(name, nodes)
	}
	return artifacts.Match{Nodes: nodes}, err
}

// byForeignForm resolves a canonical id of LocalAI-RAG, which ends with ours after "::",
// and a symbol in the notation of other tools: with "::" or "#" instead of a dot, or as
// Go prints methods, (*Context).Apply.
func (r *Resolver) byForeignForm(name string) (artifacts.Match, error) {
	if !strings.Contains(name, "::") {
		plain := receiver.ReplaceAllString(strings.ReplaceAll(name, "#", "."), "$1.")
		if plain = strings.TrimSuffix(plain, "/"); plain == name {
			return artifacts.Match{}, nil
		}
		return r.Index.Resolve(plain)
	}
	own, ok := foreignID(name)
	m, err := r.Index.Resolve(own)
	if err != nil || len(m.Nodes) == 1 && ok {
		return m, err
	}
	return r.Index.Resolve(strings.ReplaceAll(name, "::", "."))
}

// receiver matches the receiver of a method in the notation of Go's tools.
var receiver = lazyregexp.New(`\(\*?(\w+)\)\.`)

// foreignID extracts our id from a canonical id of LocalAI-RAG, where it follows
// repository, snapshot and kind; ok is false for any other text.
func foreignID(id string) (own string, ok bool) {
	return id[strings.LastIndex(id, "::")+2:], strings.Count(id, "::") >= 3
}

// byPathHere resolves a name as a path relative to Here, with or without a line.
func (r *Resolver) byPathHere(name string) (m artifacts.Match, err error) {
	if r.Here == "" || filepath.IsAbs(name) {
		return m, nil
	}
	p := path.Join(r.Here, filepath.ToSlash(name))
	if p == name || strings.HasPrefix(p, "../") {
		return m, nil
	}
	return r.Index.Resolve(p)
}

// byPathEnd resolves a name as the suffix of a path, with or without a line, if it is a
// suffix of exactly one path.
func (r *Resolver) byPathEnd(name string) (m artifacts.Match, err error) {
	file, line, _ := strings.Cut(name, ":")
	file = strings.TrimPrefix(file, "./")
	if !strings.Contains(file, ".") || strings.ContainsAny(file, "#|@") {
		return m, nil
	}
	var paths []string
	err = r.Index.Paths("", func(p string) bool {
		if strings.HasSuffix(p, "/"+file) {
			paths = append(paths, p)
		}
		return len(paths) < 2
	})
	if err != nil || len(paths) != 1 {
		return m, err
	}
	if line != "" {
		paths[0] += ":" + line
	}
	return r.Index.Resolve(paths[0])
}

// Folder finds a folder, relative to the root of the tree or to Here, and its files in
// ascending order. If there are no files, there is no such folder.
func (r *Resolver) Folder(name string) (folder string, files []string, err error) {
	for _, from := range []string{"", r.Here} {
		folder = path.Join(from, filepath.ToSlash(name))
		err = r.Index.Paths(folder+"/", func(p string) bool {
			files = append(files, p)
			return true
		})
		if err != nil || len(files) > 0 {
			break
		}
	}
	return folder, files, err
}

// Matching lists the files whose paths match a pattern, in ascending order.
func (r *Resolver) Matching(pattern string) (files []string, err error) {
	glob := search.Glob(pattern)
	err = r.Index.Paths("", func(p string) bool {
		if glob.Match(p) {
			files = append(files, p)
		}
		return true
	})
	return files, err
}
