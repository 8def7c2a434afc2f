package migration

import (
	"cmp"
	"path"
	"strings"
)

// Systems tells which database systems the scripts of a tree are for: also those that have no name
// here, where their scripts stand in the places of others. The zero Systems knows the names alone.
//
//	ddl/mysql/orders.sql, ddl/postgres/orders.sql, ddl/nuodb/orders.sql    nuodb is a system below ddl
type Systems struct {
	words map[string]map[string]bool // by the folder below which they name systems
}

// SystemsOf learns from the paths of scripts. Two are of one place if they differ in one word
// alone. Where at least two systems have scripts of a place, an unknown word there is a system,
// too, unless it says what is common to all or when a script is run, and if the script is alike one
// of the others: that is for the caller to say.
//
// Time grows with the words of the paths, and with the scripts of a place for each of unknown
// words.
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

// isAlike reports whether a script is alike one of its place that is for a known system.
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

// Of is [System] with the words that have been learned.
func (s *Systems) Of(file string) string {
	return cmp.Or(System(file), system(file, s.above(file)))
}

// Knows reports whether a system is one of those that have a name here.
func Knows(system string) bool { return systemIn([]string{system}, nil) != "" }

// above lists the words that name systems below the folders on the way to a file.
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

// placeOf is a path with a mark for each time that it has a word, and what is before the first.
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

// isUnknown reports whether a word may be the name of a system: it is none of those that say what
// is common to all, when a script is run, where, or what it has.
func isUnknown(word string) bool {
	switch {
	case len(word) < 2 || '0' <= word[0] && word[0] <= '9' || strings.Trim(word[1:], "0123456789") == "":
		return false // a number or a version
	case plain[word], contents[word], kinds[word], actions[word], states[word], kept[word], shown[word], folders[word] > 0:
		return false
	}
	return true
}

// plain are words in the place of a system that name none.
var plain = map[string]bool{"common": true, "default": true, "defaults": true, "generic": true,
	"all": true, "any": true, "shared": true, "base": true, "core": true, "general": true,
	"standard": true, "ansi": true, "main": true, "other": true, "others": true, "misc": true,
	"local": true, "dev": true, "development": true, "prod": true, "production": true,
	"staging": true, "qa": true, "ci": true, "it": true, "test": true, "tests": true,
	"testing": true, "unit": true, "integration": true, "data": true, "seed": true, "seeds": true,
	"resources": true, "src": true, "new": true, "latest": true, "full": true, "drop": true,
	"before": true, "after": true, "pre": true, "post": true, "up": true, "down": true,
	"in": true}
