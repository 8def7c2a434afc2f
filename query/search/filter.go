package search

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/near"
)

// A Filter selects the nodes that may be found. An empty list admits all nodes except
// documents, which have to be named by their domain, kind or language.
type Filter struct {
	Docs      bool // include documents even if no list names them
	Kinds     []graph.NodeKind
	Languages []string
	Domains   []graph.Domain
	Paths     []Glob                 // of which at least one must match
	Projects  []string               // names, case-insensitive
	Repos     []string               // names of repositories of a linked index
	Admit     func(*graph.Node) bool // an additional condition; nil means none
}

// Empty reports whether f admits all nodes.
func (f Filter) Empty() bool {
	return len(f.Kinds)+len(f.Languages)+len(f.Domains)+len(f.Paths)+len(f.Projects)+len(f.Repos) == 0 &&
		f.Admit == nil
}

// Admits reports whether n may be found.
func (f Filter) Admits(n *graph.Node) bool {
	return (len(f.Kinds) == 0 || slices.Contains(f.Kinds, n.Kind)) &&
		(len(f.Languages) == 0 || slices.Contains(f.Languages, n.Language)) &&
		(n.Domain() != graph.Docs || f.admitsDocs()) &&
		(len(f.Domains) == 0 || slices.Contains(f.Domains, n.Domain())) &&
		(len(f.Paths) == 0 || slices.ContainsFunc(f.Paths,
			func(g Glob) bool { return g.Match(n.Path) })) &&
		(len(f.Projects) == 0 || slices.ContainsFunc(f.Projects,
			func(p string) bool { return strings.EqualFold(p, n.Project) })) &&
		(len(f.Repos) == 0 || slices.Contains(f.Repos, n.ID.Repository())) &&
		(f.Admit == nil || f.Admit(n))
}

// admitsDocs reports whether a list names documents.
func (f Filter) admitsDocs() bool {
	return f.Docs || slices.Contains(f.Domains, graph.Docs) || slices.Contains(f.Kinds, graph.KindSection) ||
		slices.Contains(f.Languages, "markdown")
}

// A Glob is a pattern of paths. `*` and `?` match characters other than `/`, `**` any. A
// pattern without a `/` is matched against the last element of the path and each of its
// folders; one with a `/` against the path from its beginning. A pattern that matches a
// folder matches everything in it; `.` is the root folder.
type Glob string

// Match reports whether the pattern matches path.
func (g Glob) Match(path string) bool {
	pattern := strings.TrimSuffix(strings.TrimPrefix(string(g), "./"), "/")
	if pattern == "." || pattern == "" {
		return path != ""
	}
	if !strings.Contains(pattern, "/") && pattern != "**" {
		return slices.ContainsFunc(strings.Split(path, "/"),
			func(name string) bool { return matchGlob(pattern, name) })
	}
	pattern = strings.TrimPrefix(pattern, "/")
	if matchGlob(pattern, path) {
		return true
	}
	for i, c := range path {
		if c == '/' && matchGlob(pattern, path[:i]) {
			return true
		}
	}
	return false
}

// maxGlobs bounds the number of patterns after the expansion of braces.
const maxGlobs = 1000

// ParseGlobs parses patterns of paths. {a,b} matches if one of the alternatives does, and
// braces may be nested. A pattern that was split at the commas within its braces is
// joined again.
func ParseGlobs(patterns []string) ([]Glob, error) {
	var out []Glob
	open := ""
	for _, p := range patterns {
		if open != "" {
			p = open + "," + p
		}
		if open = ""; strings.Count(p, "{") > strings.Count(p, "}") {
			open = p
			continue
		}
		globs := expandBraces(p)
		if len(globs) > maxGlobs {
			return nil, fmt.Errorf("pattern %q: its braces expand to more than %d patterns", p, maxGlobs)
		}
		out = append(out, globs...)
	}
	if open != "" {
		return nil, fmt.Errorf("pattern %q: a brace is not closed", open)
	}
	return out, nil
}

// expandBraces lists the patterns denoted by a pattern with braces, at most maxGlobs+1.
func expandBraces(p string) []Glob {
	start := strings.IndexByte(p, '{')
	if start < 0 {
		return []Glob{Glob(p)}
	}
	depth, from := 0, start+1
	var alternatives []string
	for i := start; i < len(p); i++ {
		switch {
		case p[i] == '{':
			depth++
		case p[i] == ',' && depth == 1:
			alternatives, from = append(alternatives, p[from:i]), i+1
		case p[i] == '}':
			if depth--; depth > 0 {
				continue
			}
			var out []Glob
			for _, a := range append(alternatives, p[from:i]) {
				if out = append(out, expandBraces(p[:start]+a+p[i+1:])...); len(out) > maxGlobs {
					break
				}
			}
			return out
		}
	}
	return []Glob{Glob(p)}
}

// matchGlob matches the whole of s.
func matchGlob(pattern, s string) bool {
	for pattern != "" {
		switch {
		case strings.HasPrefix(pattern, "**/"):
			return matchGlob(pattern[3:], s) || afterAny(pattern, s, true)
		case strings.HasPrefix(pattern, "**"):
			return matchGlob(pattern[2:], s) || afterAny(pattern, s, true)
		case pattern[0] == '*':
			return matchGlob(pattern[1:], s) || afterAny(pattern, s, false)
		case s == "" || pattern[0] == '?' && s[0] == '/' || pattern[0] != '?' && pattern[0] != s[0]:
			return false
		}
		pattern, s = pattern[1:], s[1:]
	}
	return s == ""
}

// afterAny lets the star at the start of pattern consume one more character.
func afterAny(pattern, s string, slash bool) bool {
	return s != "" && (slash || s[0] != '/') && matchGlob(pattern, s[1:])
}

// ParseKind finds a node kind by its name, in the case as written or, if there is no such
// kind, ignoring case.
func ParseKind(name string) (graph.NodeKind, error) {
	var names []string
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b },
		strings.EqualFold} {
		for _, k := range graph.NodeKinds() {
			if same(string(k), name) {
				return k, nil
			}
		}
	}
	for _, k := range graph.NodeKinds() {
		names = append(names, string(k))
	}
	if like := near.Name(name, names); like != "" {
		return "", fmt.Errorf("node kind %q is unknown: did you mean %s?", name, like)
	}
	return "", fmt.Errorf("node kind %q is unknown: use one of %s", name,
		strings.Join(names, ", "))
}

// Languages lists the possible languages of nodes.
var Languages = []string{"angular", "bash", "c", "cpp", "csharp", "css", "dockerfile", "elixir", "elm", "go", "gotemplate", "graphql", "groovy", "hcl",
	"java", "javascript", "jinja", "jupyter", "kotlin", "liquibase", "lua", "markdown", "mybatis", "ocaml", "php", "protobuf", "python",
	"r", "rails", "razor", "ruby", "rust", "scala", "sql", "svelte", "swift", "thymeleaf", "toml", "tsx",
	"typescript", "vue", "webforms", "xaml", "yaml", "zig"}

var languageAliases = map[string]string{
	"c#": "csharp", "cs": "csharp", "golang": "go", "js": "javascript", "py": "python",
	"ts": "typescript",
}

// ParseLanguages returns the languages denoted by a name or a common abbreviation,
// ignoring case: typescript includes tsx.
func ParseLanguages(name string) ([]string, error) {
	lower := strings.ToLower(name)
	if alias, ok := languageAliases[lower]; ok {
		lower = alias
	}
	if !slices.Contains(Languages, lower) {
		if like := near.Name(lower, Languages); like != "" {
			return nil, fmt.Errorf("language %q is unknown: did you mean %s?", name, like)
		}
		return nil, fmt.Errorf("language %q is unknown: use one of %s", name,
			strings.Join(Languages, ", "))
	}
	if lower == "typescript" {
		return []string{"typescript", "tsx"}, nil
	}
	return []string{lower}, nil
}

// ParseDomain finds a domain by its name, ignoring case.
func ParseDomain(name string) (graph.Domain, error) {
	var names []string
	for _, d := range graph.Domains {
		if strings.EqualFold(string(d), name) {
			return d, nil
		}
		names = append(names, string(d))
	}
	return "", fmt.Errorf("data type %q is unknown: use one of %s", name,
		strings.Join(names, ", "))
}

// names reports whether the filter lists a kind.
func (f *Filter) names(k graph.NodeKind) bool { return slices.Contains(f.Kinds, k) }
