package main

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// The maximum lengths of chunks.
const (
	mostOfFunction = 150
	mostOfRest     = 60
)

// A chunk is a range of lines of a file, from 1, as ranked by plain BM25.
type chunk struct {
	path string
	span
	text string
}

// A span is a range of lines.
type span struct{ first, last int }

// meet reports whether two spans overlap.
func (s span) meet(t span) bool { return s.first <= t.last && t.first <= s.last }

// functionsOf returns the spans of functions by path.
func functionsOf(nodes []node) map[string][]span {
	functions := map[string][]span{}
	for _, n := range nodes {
		if n.isFunction() {
			functions[n.Path] = append(functions[n.Path], n.span())
		}
	}
	return functions
}

// readSources returns the lines of the files of a tree, by path.
func readSources(tree string) (map[string][]string, error) {
	sources := map[string][]string{}
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case d.IsDir():
			return nil
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(tree, path)
		sources[filepath.ToSlash(rel)] = linesOf(raw)
		return err
	})
	return sources, err
}

// linesOf splits a source into lines, without line ends.
func linesOf(source []byte) []string {
	text := strings.ToValidUTF8(string(source), "\uFFFD")
	return strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
}

// textOf returns the text of the lines in s that exist.
func textOf(source []string, s span) string {
	last := min(s.last, len(source))
	return strings.Join(source[max(0, min(s.first-1, last)):last], "\n")
}

// chunksOf splits sources into chunks, in the order of their paths.
func chunksOf(sources map[string][]string, functions map[string][]span) []chunk {
	var chunks []chunk
	for _, path := range slices.Sorted(maps.Keys(sources)) {
		chunks = append(chunks, cutFile(path, sources[path], functions[path])...)
	}
	return chunks
}

// cutFile returns chunks of the functions of a file, and of the text between
// them. Chunks of blank lines are dropped.
func cutFile(path string, source []string, functions []span) []chunk {
	var chunks []chunk
	cut := func(s span, most int) {
		for first := s.first; first <= s.last; first += most {
			piece := span{first, min(first+most-1, s.last)}
			if text := textOf(source, piece); strings.TrimSpace(text) != "" {
				chunks = append(chunks, chunk{path, piece, text})
			}
		}
	}
	next := 1
	for _, f := range outermost(source, functions) {
		cut(span{next, f.first - 1}, mostOfRest)
		cut(f, mostOfFunction)
		next = f.last + 1
	}
	cut(span{next, len(source)}, mostOfRest)
	return chunks
}

// outermost returns the functions that are not nested, in order, each including the
// comments and attributes directly above it.
func outermost(source []string, functions []span) []span {
	sorted := slices.SortedFunc(slices.Values(functions), func(a, b span) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(b.last, a.last))
	})
	var out []span
	last := 0 // of the previous function
	for _, f := range sorted {
		if f.first <= last || f.first > len(source) {
			continue
		}
		for f.first-1 > last && isRemark(source[f.first-2]) {
			f.first--
		}
		last = min(f.last, len(source))
		out = append(out, span{f.first, last})
	}
	return out
}

// isRemark reports whether a line begins like a comment or an attribute.
func isRemark(line string) bool {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	return slices.ContainsFunc([]string{"//", "/*", "*", "#", "[", "@", "--"},
		func(mark string) bool { return strings.HasPrefix(line, mark) })
}
