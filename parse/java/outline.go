package java

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
	Lex: func(text string) []outline.Token { return outline.LexBraces(text, `"'`, false) },
	Containers: map[string]outline.Context{"class": outline.Class, "record": outline.Class,
		"interface": outline.Class, "enum": outline.Closed},
	Continues: " else catch finally throws extends implements permits ",
	NotNames: " if for while switch catch return this super new synchronized try yield throw" +
		" assert default public private protected static final abstract sealed" +
		" void boolean byte char double float int long short ",
	Attributes: "@",
	Anonymous:  true,
	Overloads:  true,
	Missing: `_ "" import package new return if else for while case switch try catch finally ` +
		"void int extends implements throws throw class interface enum record",
	Wrap: map[outline.Context][2]string{
		outline.Class: {"class C { ", "\n}"},
		outline.Shape: {"@interface C { ", "\n}"},
		outline.Body:  {"class C { void m() { ", "\n} }"},
	},
}
