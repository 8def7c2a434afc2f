package python

import (
	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// Grammar implements [parse.Mendable].
func (language) Grammar() *parse.Grammar { return grammar() }

// Prepared implements [parse.Mendable].
func (language) Prepared(src parse.Source) string { return src.Text }

// Syntax implements [parse.Mendable].
func (language) Syntax() *outline.Syntax { return &syntax }

var syntax = outline.Syntax{
	Lex:        outline.LexPython,
	Indented:   true,
	Containers: map[string]outline.Context{"class": outline.Class},
	Leaves:     " def ",
	Continues:  " elif else except finally case ",
	NameFirst:  true,
	Missing: `_ "" import from return if else elif for in while as with try except finally ` +
		"lambda not and is async case match def class",
	Wrap: map[outline.Context][2]string{
		outline.Top:   {"", "\n"},
		outline.Class: {"if 1:\n", "\n"},
		outline.Body:  {"if 1:\n", "\n"},
	},
}
