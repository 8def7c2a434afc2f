package search

import (
	"slices"
	"strings"
	"unicode"

	"seedgraph/tokens"
)

// suffixes are the endings that turn an English verb, noun or adjective into another, the
// longest first.
var suffixes = func() []string {
	all := strings.Fields(`ization isation izations ational ations ation ator ators izer izers
		ition itions itor itors ment ments ness er ers or ors ion ions ions able ible abl ibl ance
		ence anc enc ancy ency anci enci ive iv ative ativ al ally ic ical ity iti iz ize ise at ate
		ing ed es s e y i ly li ful`)
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return all
}()

// minRoot is the minimum length of the root of a word.
const minRoot = 4

// root strips the endings of a word: parsing, parser and parse have the same root. A word
// without an ending is its own root.
func root(word string) string {
	for range 2 {
		for _, s := range suffixes {
			if len(word)-len(s) >= minRoot && strings.HasSuffix(word, s) {
				word = word[:len(word)-len(s)]
				break
			}
		}
	}
	return word
}

// maxFamily bounds the terms of one family, and maxScanned the candidates examined for
// it.
const (
	maxFamily  = 12
	maxScanned = 400
)

// family lists the other terms of the index with the root of a term.
func family(ix Index, term string) ([]string, error) {
	r := root(term)
	if len(r) < minRoot || !isWord(term) {
		return nil, nil
	}
	var out []string
	scanned := 0
	err := ix.Terms(r, func(t string, _ int) bool {
		if scanned++; t != term && isWord(t) && root(t) == r {
			out = append(out, t)
		}
		return len(out) < maxFamily && scanned < maxScanned
	})
	return out, err
}

// isWord reports whether a term consists of lower-case letters only.
func isWord(term string) bool {
	for i := range len(term) {
		if term[i] < 'a' || term[i] > 'z' {
			return false
		}
	}
	return true
}

// synonymSets lists synonyms and abbreviations of the field, one set per line.
const synonymSets = `
add insert append
allocate alloc
application app
argument arg
array arr
asynchronous async
attribute attr
authentication auth authenticate
authorization auth authorize
boolean bool
buffer buf
callback cb
certificate cert
character char
column col
command cmd
configuration config cfg conf
connection conn
context ctx
convert transform
copy clone
create make build new
database db
default fallback
delete remove drop erase
dependency dep
destination dest dst
dictionary dict map
directory dir folder
document doc
element elem
environment env
error err exception failure
execute exec run
expression expr
extension ext
fetch get retrieve load
function func fn
generate gen
identifier id
image img
implementation impl
import require
index idx
information info
initialize init
instance inst
length len size
library lib
list enumerate
manager mgr
maximum max
memory mem
message msg
minimum min
modify update change edit
module mod
number num count
object obj
operation op
optimize opt
option opt setting
package pkg
parameter param
password passwd pwd
pointer ptr
position pos
previous prev
process proc
property prop
query find search
read load
reference ref
regular regex regexp
repository repo
request req
resolve lookup
response resp res reply
save store persist write
sequence seq
serialize marshal encode
deserialize unmarshal decode
server srv
source src
specification spec
standard std
statement stmt
string str
synchronize sync
system sys
table tbl
template tmpl
temporary tmp temp
timestamp ts
transaction tx txn
uniform uri url
utility util helper
validate check verify
value val
variable var
version ver
window win
`

// Synonyms maps each word to its synonyms.
type Synonyms map[string][]string

// DefaultSynonyms returns the built-in synonyms.
func DefaultSynonyms() Synonyms {
	s := Synonyms{}
	s.Read(synonymSets)
	return s
}

// Add makes words synonyms of each other. Words of one letter are ignored.
func (s Synonyms) Add(words []string) {
	var terms []string
	for _, w := range words {
		for _, t := range tokens.Terms(nil, w) {
			if t.Kind&tokens.Part != 0 && !slices.Contains(terms, t.Text) {
				terms = append(terms, t.Text)
			}
		}
	}
	for _, a := range terms {
		for _, b := range terms {
			if a != b && !slices.Contains(s[a], b) {
				s[a] = append(s[a], b)
			}
		}
	}
}

// Concern reports whether a word of the text has synonyms.
func (s Synonyms) Concern(text string) bool {
	return slices.ContainsFunc(tokens.Terms(nil, text), func(t tokens.Term) bool {
		return t.Kind&tokens.Part != 0 && len(s[t.Text]) > 0
	})
}

// Read adds the sets of a text to s: one set of words per line, in the form of the
// built-in sets. A # starts a comment.
func (s Synonyms) Read(text string) {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		s.Add(strings.FieldsFunc(line, func(r rune) bool {
			return unicode.IsSpace(r) || r == ',' || r == '='
		}))
	}
}
