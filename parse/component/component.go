// Package component splits single-file components, Vue and Svelte files that
// contain scripts and markup, and the templates of Angular.
//
//	component.go  the blocks of a file, and their translation
//	scanner.go    markup: elements, their attributes, and where they end
//	vue.go        directives and interpolations of Vue
//	svelte.go     blocks, attributes and expressions of Svelte
//	angular.go    attributes and blocks of Angular; pipes.go its expressions
//
// The code in markup becomes statements, with the position in the file of every
// byte: a loop of the markup is a loop, the data of a slot are a parameter,
// everything else is an expression. Resolving the names in them needs no
// framework-specific rules.
package component

import (
	"strings"

	"seedgraph/parse"
)

// A Dialect is the framework of a file.
type Dialect uint8

// The dialects.
const (
	Vue Dialect = iota
	Svelte
	Angular // templates; see [ReadTemplate]
)

// A File is the result of splitting a file.
type File struct {
	// Script is the source with everything blanked except the scripts.
	Script string
	Lang   string // the language of the scripts: ts, tsx, jsx; empty for JavaScript

	Markup parse.Patchwork // statements
	Tags   []parse.Tag     // that may be components, by At

	// Handlers are the positions of the last names of event handlers: save in
	// @click="save"
	Handlers map[uint32]bool

	Pipes []uint32      // Angular: start positions of pipe names, ascending
	Refs  []parse.Range // Angular: names of elements: <input #box>
}

// Read splits a source. Invalid parts are left out.
func Read(text string, dialect Dialect) *File {
	f := &File{Handlers: map[uint32]bool{}}
	blocks := blocksOf(text, dialect)
	f.script(text, blocks)
	s := &scanner{file: f, text: text, dialect: dialect}
	for _, b := range blocks {
		if b.name == "template" && !strings.Contains(b.attributes, "pug") {
			s.read(b.start, b.end)
		}
	}
	return f
}

// A block is a part of a file with its content, from start to end.
type block struct {
	name       string
	attributes string
	start, end int
}

// blocksOf lists the blocks of a file. The markup of Svelte is the text between
// the others.
func blocksOf(text string, dialect Dialect) []block {
	var out []block
	at := 0
	for at < len(text) {
		open := strings.IndexByte(text[at:], '<')
		if open < 0 {
			break
		}
		open += at
		if strings.HasPrefix(text[open:], "<!--") {
			at = after(text, open, "-->")
			continue
		}
		name := tagName(text, open+1)
		if name == "" || dialect == Svelte && name != "script" && name != "style" {
			at = open + 1
			continue
		}
		start := tagEnd(text, open)
		b := block{name: name, attributes: text[min(open+1+len(name), start):start], start: start}
		if strings.HasSuffix(b.attributes, "/>") {
			at = start
			continue
		}
		b.end = closing(text, start, name)
		out = append(out, b)
		at = max(b.end, open+1)
	}
	if dialect == Svelte {
		out = append(out, block{name: "template", end: len(text)})
	}
	return out
}

// closing returns where the content that begins at start ends, among nested
// elements of the same name.
func closing(text string, start int, name string) int {
	depth := 1
	for at := start; ; {
		next := strings.Index(text[at:], "<")
		if next < 0 {
			return len(text)
		}
		at += next
		switch {
		case isTag(text, at+1, "/"+name):
			if depth--; depth == 0 || name != "template" {
				return at
			}
		case name == "template" && isTag(text, at+1, name) &&
			!strings.HasSuffix(text[:tagEnd(text, at)], "/>"):
			depth++
		}
		at++
	}
}

// isTag reports whether a tag of a name begins at a position.
func isTag(text string, at int, name string) bool {
	return strings.HasPrefix(text[at:], name) && (at+len(name) >= len(text) ||
		!isNameByte(text[at+len(name)]))
}

// script sets Script and Lang.
func (f *File) script(text string, blocks []block) {
	out := make([]byte, len(text))
	for i := range out {
		if out[i] = ' '; text[i] == '\n' || text[i] == '\r' {
			out[i] = text[i]
		}
	}
	for _, b := range blocks {
		if b.name != "script" {
			continue
		}
		copy(out[b.start:b.end], text[b.start:b.end])
		if lang := attribute(b.attributes, "lang"); lang != "" {
			f.Lang = lang
		}
	}
	f.Script = string(out)
}

// attribute returns the value of a quoted attribute; empty if it is missing.
func attribute(attributes, name string) string {
	_, rest, ok := strings.Cut(attributes, name+"=")
	if !ok || rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	value, _, _ := strings.Cut(rest[1:], rest[:1])
	return value
}

// after returns the position after the next end, or the end of the text.
func after(text string, at int, end string) int {
	if n := strings.Index(text[at:], end); n >= 0 {
		return at + n + len(end)
	}
	return len(text)
}
