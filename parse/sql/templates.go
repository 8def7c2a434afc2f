package sql

import (
	"regexp"
	"strings"
)

// This file reads scripts that are templates, above all those of dbt: their SQL
// keeps its position, and the template tags become blanks, names or variables of
// the same length. Both branches of a condition are read.
//
//	{{ config(materialized='table') }}                      nothing
//	select {{ cents('amount') }} from {{ ref('orders') }}   select ? from orders
//	join {{ source('raw', 'lines') }} l                     join raw.lines l
//	{% if is_incremental() %} where … {% endif %}           where …
//	delete from {{ target.schema }}.log                     delete from {schema}.log

// templateMark matches the start of a template tag: of an expression or a
// statement followed by a name or a path. Anything else is SQL, for example
// '{{1,2},{3,4}}', an array of PostgreSQL.
var templateMark = regexp.MustCompile(`\{#|\{%[-+]?\s*[a-zA-Z_]|\{\{[-+]?\s*[a-zA-Z_.$'"]`)

// relationCall matches a reference to a relation in an expression of dbt: by the
// model, optionally with its package, or by source and table.
var relationCall = regexp.MustCompile(
	`\b(ref|source)\s*\(\s*['"]([^'"]*)['"]\s*(?:,\s*['"]([^'"]*)['"]\s*)?[,)]`)

var lastWord = regexp.MustCompile(`\w+`)

// withoutTemplate returns the SQL of a template, with all positions unchanged.
func withoutTemplate(text string) string {
	if !strings.Contains(text, "{{") && !strings.Contains(text, "{%") && !strings.Contains(text, "{#") {
		return text
	}
	out := []byte(text)
	for at := 0; ; {
		m := templateMark.FindStringIndex(text[at:])
		if m == nil {
			return string(out)
		}
		from := at + m[0]
		to := markEnd(text, from)
		if to < 0 {
			at = from + 2
			continue
		}
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
		if text[from+1] == '{' {
			fillMark(out, text, from, to)
		}
		at = to
	}
}

// maxMark bounds the bytes of one tag: a longer one is not recognized.
const maxMark = 16 << 10

// markEnd returns the end of the tag that begins at an offset, ignoring its
// strings; -1 if it does not end.
func markEnd(text string, from int) int {
	kind := text[from+1]
	last := byte('}')
	if kind != '{' {
		last = kind
	}
	quote := byte(0)
	for i := from + 2; i+1 < min(len(text), from+maxMark); i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case kind != '#' && (c == '\'' || c == '"'):
			quote = c
		case c == last && text[i+1] == '}':
			return i + 2
		}
	}
	return -1
}

// fillMark writes the replacement of the expression text[from:to] into out: its
// relations where one is read, a variable where a value is expected, a part of a
// name next to others.
func fillMark(out []byte, text string, from, to int) {
	before := strings.TrimRight(string(out[max(from-maxBefore, 0):from]), " \t\r\n")
	calls := relationCall.FindAllStringSubmatchIndex(text[from:to], -1)
	switch {
	case len(calls) > 0 && wantsRelation(before):
		end := -1
		for _, c := range calls {
			if end >= 0 {
				out[from+end] = ','
			}
			end = writeRelation(out[from:to], text[from:to], c)
		}
	case touchesName(text, from-1) || touchesName(text, to):
		writePart(out[from:to], text[from:to], touchesName(text, from-1), touchesName(text, to))
	case wantsValue(before):
		out[from] = '?'
	}
}

// maxBefore bounds the text examined before a tag.
const maxBefore = 64

// writeRelation writes the relation name of a call of ref or source, and returns
// where the call ends.
func writeRelation(out []byte, text string, call []int) int {
	schema, name := call[4:6], call[6:8]
	if name[0] < 0 || text[call[2]:call[3]] == "ref" { // a package does not determine the schema
		if name[0] < 0 {
			name = schema
		}
		schema = nil
	}
	copy(out[name[0]:name[1]], text[name[0]:name[1]])
	if schema != nil {
		copy(out[schema[0]:schema[1]], text[schema[0]:schema[1]])
		out[schema[1]] = '.'
	}
	return call[1] - 1
}

func touchesName(text string, i int) bool {
	return i >= 0 && i < len(text) && (isWordByte(text[i]) || text[i] == '.' ||
		strings.IndexByte("\"`[]", text[i]) >= 0)
}

// writePart writes the last word of an expression as a placeholder in a name,
// adjacent to the rest of it.
func writePart(out []byte, text string, left, right bool) {
	words := lastWord.FindAllString(text, -1)
	word := words[len(words)-1]
	room := len(out) - 2
	word = word[:min(len(word), room)]
	if left && right {
		word += strings.Repeat("_", room-len(word))
	}
	at := 0
	if right && !left {
		at = room - len(word)
	}
	copy(out[at:], "{"+word+"}")
}

// wantsRelation reports whether a relation follows the text.
func wantsRelation(before string) bool {
	return endsIn(before, "from", "join", "into", "update", "table", "using", ",")
}

// wantsValue reports whether a value follows the text, or a relation.
func wantsValue(before string) bool {
	return before != "" && strings.IndexByte(",(=<>+-*/|%", before[len(before)-1]) >= 0 ||
		wantsRelation(before) || endsIn(before, "select", "distinct", "where", "and", "or", "not", "on", "by",
		"when", "then", "else", "in", "like", "between", "having", "set", "values", "limit", "case")
}

// endsIn reports whether a text ends in one of these words.
func endsIn(text string, words ...string) bool {
	for _, w := range words {
		n := len(text) - len(w)
		if n >= 0 && strings.EqualFold(text[n:], w) && (n == 0 || !isWordByte(text[n-1]) || w == ",") {
			return true
		}
	}
	return false
}
