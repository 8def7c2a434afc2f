// Package detect determines the language of files whose names do not: by a
// setting, by linguist-language in .gitattributes, by the interpreter in the first
// line of a script, and by the modelines of Vim and Emacs.
//
// A setting applies to any file. The attribute applies if no language claims the
// name, or if several do: many repositories set it for other files only to change
// how their share of languages is counted. The start and end of a file count only
// for names without an ending and for those few endings that do not determine the
// language.
package detect

import (
	"path"
	"strings"

	"seedgraph/parse"
)

// edge is the number of bytes read at the start and at the end of a file.
const edge = 4096

// A Rule assigns the files that match a pattern to a language.
type Rule struct {
	Match    func(path string) bool
	Language string // a name of the set
}

// A Detector assigns files to the languages of a set.
type Detector struct {
	set   *parse.Set
	rules []Rule
}

// New returns a detector for a set; of several rules that match a path, the last decides.
func New(set *parse.Set, rules ...Rule) *Detector { return &Detector{set, rules} }

// Look assigns a file to a language of the set if a rule, the attribute or the
// content of the file determines one. attribute is the value of linguist-language,
// or empty. edges returns the first and the last bytes of the file, at most limit
// of each, or empty strings if it cannot be read.
func (d *Detector) Look(file, attribute string, edges func(limit int) (head, tail string)) {
	if name := d.name(file, attribute, edges); name != "" {
		d.set.Assign(file, name)
	}
}

// name returns the name of the language, or an empty string if only the file name
// determines it.
func (d *Detector) name(file, attribute string, edges func(limit int) (head, tail string)) string {
	for i := len(d.rules) - 1; i >= 0; i-- {
		if d.rules[i].Match(file) {
			return d.rules[i].Language
		}
	}
	claimed := d.set.Of(file) != nil
	if claimed && (attribute == "" || !d.set.NeedsContent(file)) {
		return ""
	}
	if name := d.known(attribute); name != "" || claimed {
		return name
	}
	if !tellsNothing(file) {
		return ""
	}
	head, tail := edges(edge)
	if name := d.known(interpreter(head)); name != "" {
		return name
	}
	return d.known(modeline(head, tail))
}

// known returns the name of a language in the set, or an empty string if the set lacks it.
func (d *Detector) known(name string) string {
	name = strings.ToLower(name)
	if other := aliases[name]; other != "" {
		name = other
	}
	if d.set.Named(name) == nil {
		return ""
	}
	return name
}

// tellsNothing reports whether the name of a file does not determine its language.
func tellsNothing(file string) bool {
	name := path.Base(file)
	switch path.Ext(strings.TrimLeft(name, ".")) {
	case "", ".cgi", ".fcgi", ".command", ".tool":
		return true
	}
	return false
}
