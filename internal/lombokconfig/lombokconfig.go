// Package lombokconfig reads lombok.config files, the settings of Lombok for a folder
// and its subfolders: https://projectlombok.org/features/configuration
package lombokconfig

import (
	"path"
	"slices"
	"strings"
)

// Name is the name of the files.
const Name = "lombok.config"

// Settings are the settings that apply to a folder.
type Settings struct {
	values map[string][]string
	// All reports that no file outside those that were read has an effect: one of them
	// stops the search further up, and none imports another.
	All bool
}

// For returns the settings of a folder, given the texts of all files of the tree by
// their path: a file applies to its folder and its subfolders, and a nearer one may
// override it. dir is a slash-separated path below the root of the tree.
//
//	lombok.accessors.fluent = true
//	lombok.copyableAnnotations += org.springframework.beans.factory.annotation.Qualifier
func For(files map[string]string, dir string) Settings {
	s := Settings{values: map[string][]string{}}
	var texts []string // the nearest first
	for stopped := false; !stopped; dir = path.Dir(dir) {
		if text, ok := files[path.Join(dir, Name)]; ok {
			texts = append(texts, text)
			stopped = stopsBubbling(text)
			s.All = stopped
		}
		stopped = stopped || dir == "." || dir == "/"
	}
	for _, text := range slices.Backward(texts) {
		for line := range strings.Lines(text) {
			s.apply(directive(line))
		}
	}
	return s
}

func (s *Settings) apply(key, op, value string) {
	key = strings.ToLower(key)
	switch op {
	case "import":
		s.All = false
	case "clear":
		delete(s.values, key)
	case "=":
		s.values[key] = []string{value}
	case "+=":
		s.values[key] = append(s.values[key], value)
	case "-=":
		s.values[key] = slices.DeleteFunc(s.values[key], func(v string) bool { return v == value })
	}
}

// List returns the values of a list key, in the order of the files.
func (s Settings) List(key string) []string { return s.values[strings.ToLower(key)] }

// Text returns the value of a key, or otherwise if it is not set.
func (s Settings) Text(key, otherwise string) string {
	if v := s.List(key); len(v) > 0 {
		return v[len(v)-1]
	}
	return otherwise
}

// Flag reports whether a key is set to true, or returns otherwise if it is not set.
func (s Settings) Flag(key string, otherwise bool) bool {
	if v := s.List(key); len(v) > 0 {
		return strings.EqualFold(v[len(v)-1], "true")
	}
	return otherwise
}

// stopsBubbling reports whether a lombok.config file disables those further up.
func stopsBubbling(text string) (stops bool) {
	for line := range strings.Lines(text) {
		if key, op, value := directive(line); strings.EqualFold(key, "config.stopBubbling") {
			stops = op == "=" && strings.EqualFold(value, "true")
		}
	}
	return stops
}

// directive parses a line of lombok.config. The operation is =, +=, -=, clear or
// import; empty for a comment.
func directive(line string) (key, op, value string) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return "", "", ""
	}
	for _, word := range []string{"clear", "import"} {
		if rest, ok := strings.CutPrefix(line, word); ok && strings.TrimLeft(rest, " \t") != rest {
			return strings.TrimSpace(rest), word, ""
		}
	}
	key, value, ok := strings.Cut(line, "=")
	if !ok {
		return "", "", ""
	}
	op = "="
	if n := len(key) - 1; n >= 0 && (key[n] == '+' || key[n] == '-') {
		key, op = key[:n], key[n:]+op
	}
	return strings.TrimSpace(key), op, strings.TrimSpace(value)
}
