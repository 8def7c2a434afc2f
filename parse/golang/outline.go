package golang

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
	Lex:       func(text string) []outline.Token { return outline.LexBraces(text, "\"'`", false) },
	Leaves:    " func type var const ",
	Continues: " else ",
	Groups: map[string]outline.Context{"const": outline.Constants, "var": outline.Variables,
		"type": outline.Types},
	NotNames:  " func struct interface map chan ",
	NameFirst: true,
	WordsOnly: true,
	Missing: `_ "" import package return if else for range case switch map chan go defer func ` +
		"type var const struct interface",
	Wrap: map[outline.Context][2]string{
		outline.Top:       {"", "\n"},
		outline.Class:     {"type T struct {\n", "\n}\n"},
		outline.Shape:     {"type T interface {\n", "\n}\n"},
		outline.Body:      {"func f() {\n", "\n}\n"},
		outline.Constants: {"const (\n", "\n)\n"},
		outline.Variables: {"var (\n", "\n)\n"},
		outline.Types:     {"type (\n", "\n)\n"},
		outline.Literal:   {"var _ = T{\n", "\n}\n"},
	},
}
