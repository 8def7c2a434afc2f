// Package secrets finds literals in sources that look like credentials, and masks them.
//
// It is applied to the text of a file before anything else reads it. It is data-driven:
// there are the forms that issuers publish (issuers.go), the names of variables with
// credentials (names.go) and the parameters of known libraries that are credentials
// (arguments.txt). Each has texts that every match contains, its anchors. They are
// searched first, so that a text without any costs one pass over its bytes; around an
// anchor a bounded part is read.
package secrets

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// A Found is a credential found in a text.
type Found struct {
	Kind       string // a fixed word, for statistics
	Start, End int    // the bytes to mask
}

// A span is a part of a text, excluding the end.
type span struct{ from, to int }

// A form is a way of writing credentials.
type form struct {
	kind    string
	anchors []string           // every match contains one of them; of three bytes or more
	before  int                // maximum bytes from the start of a match to the anchor
	after   int                // maximum bytes from the anchor to the end of a match
	line    bool               // a match is within one line, and before and after limit that
	pattern *lazyregexp.Regexp // the first group is masked
	proof   proof              // the required evidence that the match is a credential

	// read finds the spans to mask around the anchor text[at:end], instead of a
	// pattern
	read func(src *source, at, end int) []span
}

// attempts limits the number of times that a form with a pattern is tried in a
// text.
const attempts = 1000

// A source is a text being searched, with cached facts about it.
type source struct {
	text   string
	plain  bool            // literals need no quotes: settings, shell, prose
	named  map[string]bool // whether the text contains a name
	blocks [][]int         // positions of the quotes that delimit multi-line strings
	rows   int             // end of the last list of rows that was read
}

// An anchor is one of the texts of a form.
type anchor struct {
	text string
	form int
}

// byStart has the anchors by their first three bytes, and mayBegin whether there are
// any with a hash of these: one pass over a text finds the anchors of all forms.
var (
	byStart  = map[string][]anchor{}
	mayBegin [1 << 16]bool
)

// hashOf returns the index of three bytes in mayBegin.
func hashOf(a, b, c byte) uint16 {
	return uint16((uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 0x9E3779B1 >> 16)
}

func init() {
	forms = slices.Concat(forms, assignments(), argumentForms(), []form{rowForm, inputForm, variableForm})
	for i := range forms {
		for _, a := range forms[i].anchors {
			byStart[a[:3]] = append(byStart[a[:3]], anchor{a, i})
			mayBegin[hashOf(a[0], a[1], a[2])] = true
		}
	}
}

// Find returns the credentials in the text of a file, by position and without overlaps.
// The path determines whether literals need quotes. Find takes one pass over the text,
// and looks at a bounded part of it around each anchor.
func Find(path, text string) []Found {
	var all []match
	var states []state
	src := &source{text: text, plain: isPlain(path)}
	for i := 0; i+2 < len(text); i++ {
		if !mayBegin[hashOf(text[i], text[i+1], text[i+2])] {
			continue
		}
		for _, a := range byStart[text[i:i+3]] {
			if !strings.HasPrefix(text[i:], a.text) {
				continue
			}
			if states == nil {
				states = make([]state, len(forms))
			}
			f := &forms[a.form]
			for _, s := range f.match(src, i, len(a.text), &states[a.form]) {
				all = append(all, match{s, a.form})
			}
		}
	}
	return apart(all)
}

// A match is a span that a form has found.
type match struct {
	span
	form int
}

// apart sorts by position and merges overlapping matches: the kind is that of the match
// that begins first or, if equal, of the more specific one.
func apart(all []match) []Found {
	slices.SortStableFunc(all, func(a, b match) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.form, b.form))
	})
	var out []Found
	for _, m := range all {
		if n := len(out); n > 0 && m.from < out[n-1].End {
			out[n-1].End = max(out[n-1].End, m.to)
			continue
		}
		out = append(out, Found{forms[m.form].kind, m.from, m.to})
	}
	return out
}

// A state is the progress of a form in a text.
type state struct{ done, tries int }

// match tries a form around an anchor of n bytes at at.
func (f *form) match(src *source, at, n int, s *state) []span {
	text := src.text
	if f.read != nil {
		return f.read(src, at, at+n)
	}
	if s.tries++; at < s.done || s.tries > attempts {
		return nil
	}
	from, to := max(s.done, at-f.before), min(len(text), at+n+f.after)
	if f.line {
		from = max(from, strings.LastIndexByte(text[from:at], '\n')+1+from)
		if i := strings.IndexByte(text[at:to], '\n'); i >= 0 {
			to = at + i
		}
	}
	m := f.pattern.FindStringSubmatchIndex(text[from:to])
	if m == nil {
		if f.line {
			s.done = to
		}
		return nil
	}
	s.done = from + m[3]
	if value := text[from+m[2] : s.done]; !f.isProven(value) {
		return nil
	}
	return []span{{from + m[2], from + m[3]}}
}

// isProven reports whether the match of a form's pattern satisfies its proof and is not
// a word for a credential.
func (f *form) isProven(v string) bool {
	if f.proof == known {
		return !secretWords[strings.ToLower(v)] && strings.Trim(strings.ToLower(v), "x*") != "" &&
			strings.ToLower(v) != "redacted"
	}
	return isCredential(v, f.proof)
}

// Mask returns a text of the same length with the found credentials replaced by
// asterisks; white space stays, and so the lines do.
func Mask(text string, found []Found) string {
	if len(found) == 0 {
		return text
	}
	out := []byte(text)
	for _, f := range found {
		for i := f.Start; i < f.End; i++ {
			if c := out[i]; c != '\n' && c != '\r' && c != ' ' && c != '\t' {
				out[i] = '*'
			}
		}
	}
	return string(out)
}
