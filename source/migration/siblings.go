package migration

import (
	"cmp"
	"path"
	"strings"
)

// Systems finds the database systems of the scripts of a tree, including systems
// unknown to this package whose scripts are parallel to those of known ones. The zero
// Systems knows only the built-in names.
//
//	ddl/mysql/orders.sql, ddl/postgres/orders.sql, ddl/nuodb/orders.sql    nuodb is a system below ddl
type Systems struct {
	words map[string]map[string]bool // by the folder below which they name systems
}

// SystemsOf learns from the paths of scripts. Two scripts are parallel if their paths
// differ in only one word. If at least two known systems have parallel scripts, an
// unknown word in the same position is a system, too, unless it is a word for a common
// part or for the time of a run, and provided that its script is similar to one of the
// others, as decided by alike.
//
// Runs in time proportional to the words of the paths, plus the parallel scripts for
// each unknown word.
func SystemsOf(files []string, alike func(a, b string) bool) Systems {
	places := map[string][]variant{}
	for _, file := range files {
		named, lower := System(file), strings.ToLower(file)
		for _, word := range wordsOf(lower) {
			system := systemIn([]string{word}, nil)
			if system == named && (named != "" || isUnknown(word)) {
				place, before := placeOf(lower, word)
				places[place] = append(places[place], variant{file, before, word, system})
			}
		}
	}
	s := Systems{words: map[string]map[string]bool{}}
	for _, list := range places {
		known := map[string]bool{}
		for _, v := range list {
			known[v.system] = known[v.system] || v.system != ""
		}
		delete(known, "")
		for _, v := range list {
			if len(known) > 1 && v.system == "" && v.isAlike(list, alike) {
				s.add(path.Dir(v.before), v.word)
			}
		}
	}
	return s
}

// A variant is a script with one word of its path.
type variant struct{ file, before, word, system string }

// isAlike reports whether a script is similar to a parallel one for a known system.
func (v variant) isAlike(list []variant, alike func(a, b string) bool) bool {
	for _, other := range list {
		if other.system != "" && alike(v.file, other.file) {
			return true
		}
	}
	return false
}

func (s *Systems) add(folder, word string) {
	if s.words[folder] == nil {
		s.words[folder] = map[string]bool{}
	}
	s.words[folder][word] = true
}

// Of is like [System], but also knows the words that have been learned.
func (s *Systems) Of(file string) string {
	return cmp.Or(System(file), system(file, s.above(file)))
}

// Knows reports whether a system is one of the built-in ones.
func Knows(system string) bool { return systemIn([]string{system}, nil) != "" }

// above returns the words that name systems below the folders in the path of a
// file.
func (s *Systems) above(file string) map[string]bool {
	if len(s.words) == 0 {
		return nil
	}
	out := map[string]bool{}
	for dir := path.Dir(strings.ToLower(file)); ; dir = path.Dir(dir) {
		for w := range s.words[dir] {
			out[w] = true
		}
		if dir == "." || dir == "/" {
			return out
		}
	}
}

// placeOf returns a path with each occurrence of word replaced by a mark, and the text
// before the first.
//
//	ddl/mysql/mysql_orders.sql    ddl/*/*_orders.sql
func placeOf(file, word string) (place, before string) {
	var b strings.Builder
	for from, to := 0, 0; from < len(file); from = to {
		for to = from; to < len(file) && isWordByte(file[to]); to++ {
		}
		if file[from:to] == word {
			if b.Len() == from { // nothing has been replaced
				before = file[:from]
			}
			b.WriteByte('*')
			continue
		}
		to = max(to, from+1)
		b.WriteString(file[from:to])
	}
	return b.String(), before
}

// isUnknown reports whether a word may be the name of a system: it is not a word for a
// common part, for the time of a run, for a location, or for contents.
func isUnknown(word string) bool {
	switch {
	case len(word) < 2 || '0' <= word[0] && word[0] <= '9' || strings.Trim(word[1:], "0123456789") == "":
		return false // a number or a version
	case plain[word], contents[word], kinds[word], actions[word], states[word], kept[word], shown[word], folders[word] > 0:
		return false
	}
	return true
}

// plain are words in the position of a system that do not name one.
var plain = map[string]bool{"common": true, "default": true, "defaults": true, "generic": true,
	"all": true, "any": true, "shared": true, "base": true, "core": true, "general": true,
	"standard": true, "ansi": true, "main": true, "other": true, "others": true, "misc": true,
	"local": true, "dev": true, "development": true, "prod": true, "production": true,
	"staging": true, "qa": true, "ci": true, "it": true, "test": true, "tests": true,
	"testing": true, "unit": true, "integration": true, "data": true, "seed": true, "seeds": true,
	"resources": true, "src": true, "new": true, "latest": true, "full": true, "drop": true,
	"before": true, "after": true, "pre": true, "post": true, "up": true, "down": true,
	"in": true}
