package parse

import (
	"maps"
	"path"
	"sort"
	"strings"
)

// A Language is a front end: it recognizes its files and reads one of them at a
// time.
type Language interface {
	// Name is the <lang> of ids and the `language` of nodes: lower case.
	Name() string

	// Extensions lists the file name endings it claims, lower case, with dot; the
	// longest ending of a file name that some language claims wins. An ending without
	// dot is a whole name, or the part of one before its first dot.
	Extensions() []string

	// Facts reads one file. It never fails because of the content: broken code yields
	// the facts that can be recovered, and HasError. An error means that the file has
	// to be left out (the parser was cancelled or gave up). Facts must not keep p or
	// anything p returned.
	Facts(p *Parser, src Source) (*Facts, error)
}

// An EmbeddedReader is a Language that can also read code of its kind in strings
// of other languages.
type EmbeddedReader interface {
	// ReadEmbedded returns the references in text by position, which are offsets in
	// text. "{}" denotes a hole filled at run time. It must be safe for concurrent
	// use.
	ReadEmbedded(text string) []Reference
}

// A BuiltinShadower is a Language in which a declaration of one file may replace a name
// of the language in other files, which then have to be read again.
type BuiltinShadower interface {
	Language
	// Shadowed returns the names for [Source.Shadowed] of each file to be read again,
	// by its index. files includes files of other languages, and nil entries.
	Shadowed(files []*Facts) map[int][]string
}

// Shadowed returns the names of its language that each file has to be read again
// with, by index; most often nil.
func (s *Set) Shadowed(files []*Facts) map[int][]string {
	out := map[int][]string{}
	for _, l := range s.all {
		if l, ok := l.(BuiltinShadower); ok {
			maps.Copy(out, l.Shadowed(files))
		}
	}
	return out
}

// A ContentSniffer is a Language that takes only some of the files with its endings,
// depending on their content. Several may claim an ending; the first that takes a
// file gets it.
type ContentSniffer interface {
	Language

	// Takes reports whether a file is in the language.
	Takes(src Source) bool
}

// A HostedLanguage is a Language whose files are meaningful only to programs of another
// language.
type HostedLanguage interface {
	Language

	// Unhosted lists its files, by index, that no program of the tree reads; some
	// entries of files are nil.
	Unhosted(files []*Facts) []int
}

// Unhosted lists, in ascending order of index, the files that look like files of a
// language but that no program of the tree reads.
func (s *Set) Unhosted(files []*Facts) []int {
	var out []int
	for _, l := range s.all {
		if g, ok := l.(HostedLanguage); ok {
			out = append(out, g.Unhosted(files)...)
		}
	}
	sort.Ints(out)
	return out
}

// A Set finds the language of a file.
type Set struct {
	byExt    map[string][]Language
	all      []Language          // by name
	assigned map[string]Language // by path: see Assign
}

// NewSet returns the set of the given languages. Two languages must not claim
// the same ending, unless both are a [ContentSniffer].
func NewSet(languages ...Language) *Set {
	s := &Set{byExt: map[string][]Language{}, all: languages}
	sort.Slice(s.all, func(i, j int) bool { return s.all[i].Name() < s.all[j].Name() })
	for _, l := range languages {
		for _, ext := range l.Extensions() {
			s.byExt[ext] = append(s.byExt[ext], l)
		}
	}
	return s
}

// Embedded returns the language of the given name that reads its code in strings
// of other languages, or nil.
func (s *Set) Embedded(name string) EmbeddedReader {
	for _, l := range s.all {
		if r, ok := l.(EmbeddedReader); ok && l.Name() == name {
			return r
		}
	}
	return nil
}

// Languages lists the languages by name.
func (s *Set) Languages() []Language { return s.all }

// Named returns the language with the given name, or nil. If several share the
// name, the one that is not a [ContentSniffer] is returned.
func (s *Set) Named(name string) Language {
	var found Language
	for _, l := range s.all {
		if l.Name() != name {
			continue
		}
		if _, picks := l.(ContentSniffer); !picks {
			return l
		}
		if found == nil {
			found = l
		}
	}
	return found
}

// Assign makes the file at a path a file of the named language, whatever other
// languages claim it. It must not be called while other goroutines use the set.
func (s *Set) Assign(path, name string) {
	if s.assigned == nil {
		s.assigned = map[string]Language{}
	}
	s.assigned[path] = s.Named(name)
}

// Of returns the language of a path, or nil if no language claims it. If the
// choice among several depends on the content of the file, it is one of them; see
// [Set.For].
func (s *Set) Of(p string) Language {
	if l := s.assigned[p]; l != nil {
		return l
	}
	if list := s.claim(p); len(list) > 0 {
		return list[0]
	}
	return nil
}

// For returns the language of a file, or nil if no language takes it.
func (s *Set) For(src Source) Language {
	if l := s.assigned[src.Path]; l != nil {
		return l
	}
	for _, l := range s.claim(src.Path) {
		if p, ok := l.(ContentSniffer); !ok || p.Takes(src) {
			return l
		}
	}
	return nil
}

// NeedsContent reports whether the language of the file at a path depends on its content.
func (s *Set) NeedsContent(p string) bool {
	list := s.claim(p)
	if len(list) == 0 || s.assigned[p] != nil {
		return false
	}
	_, ok := list[0].(ContentSniffer)
	return ok
}

// claim lists the languages that claim the longest claimed ending of a path.
func (s *Set) claim(p string) []Language {
	name := strings.ToLower(path.Base(p))
	whole, _, _ := strings.Cut(name, ".") // Dockerfile, Dockerfile.test
	if list := s.byExt[whole]; list != nil && whole != "" {
		return list
	}
	for i := 0; i < len(name); i++ {
		if name[i] == '.' {
			if list := s.byExt[name[i:]]; list != nil {
				return list
			}
		}
	}
	return nil
}
