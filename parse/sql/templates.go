package sql

import (
	"regexp"
	"strings"
)

// This file reads scripts that a template engine fills, those of dbt above all: what is SQL in them
// stays where it is, and the marks of the engine become blanks, names or variables of the same
// length. Both branches of a condition are read.
//
//	{{ config(materialized='table') }}                      nothing
//	select {{ cents('amount') }} from {{ ref('orders') }}   select ? from orders
//	join {{ source('raw', 'lines') }} l                     join raw.lines l
//	{% if is_incremental() %} where … {% endif %}           where …
//	delete from {{ target.schema }}.log                     delete from {schema}.log

// templateMark is the beginning of a mark: of an expression or a statement with what follows it, a
// name or a path. What has no such thing is SQL itself, as '{{1,2},{3,4}}' is an array of PostgreSQL.
var templateMark = regexp.MustCompile(`\{#|\{%[-+]?\s*[a-zA-Z_]|\{\{[-+]?\s*[a-zA-Z_.$'"]`)

// relationCall is what names a relation in an expression of dbt: by the model, perhaps with the package
// before it, or by source and table.
var relationCall = regexp.MustCompile(
	`\b(ref|source)\s*\(\s*['"]([^'"]*)['"]\s*(?:,\s*['"]([^'"]*)['"]\s*)?[,)]`)

var lastWord = regexp.MustCompile(`\w+`)

// withoutTemplate returns the SQL of a template, each part where it is.
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

// maxMark bounds the bytes of one mark: what is longer is none.
const maxMark = 16 << 10

// markEnd returns where the mark ends that begins at an offset, outside of its strings; -1 if it does
// not end.
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

// fillMark writes what stands for the expression text[from:to] into out: the relations that it names
// where one is read, a variable where a value is wanted, a part of a name beside others.
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

// maxBefore bounds what is looked at before a mark.
const maxBefore = 64

// writeRelation writes the name that a call of ref or source gives, and returns where the call ends.
func writeRelation(out []byte, text string, call []int) int {
	schema, name := call[4:6], call[6:8]
	if name[0] < 0 || text[call[2]:call[3]] == "ref" { // a package tells nothing of the schema
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

// writePart writes the last word of an expression as what a runner puts into a name, next to what
// it belongs to.
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
