package csharp

import (
	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// Grammar implements [parse.Mendable].
func (language) Grammar() *parse.Grammar { return csharpGrammar() }

// Prepared implements [parse.Mendable].
func (language) Prepared(src parse.Source) string {
	text, _ := mend(src.Text, src.Symbols)
	return text
}

// Syntax implements [parse.Mendable].
func (l language) Syntax() *outline.Syntax { return l.SyntaxWith(nil) }

// SyntaxWith implements [parse.Conditional].
func (language) SyntaxWith(symbols map[string]bool) *outline.Syntax {
	s := syntax
	s.Prepare = func(text string) string {
		m := mender{text: text, tokens: lex(text), symbols: symbols}
		if m.directives(); m.out != nil {
			return string(m.out)
		}
		return text
	}
	return &s
}

// syntax is the outline syntax of a text without directives.
var syntax = outline.Syntax{
	Lex: func(text string) []outline.Token {
		kinds := [...]outline.Kind{tokWord: outline.Word, tokNumber: outline.Number,
			tokString: outline.String, tokPunct: outline.Punct, tokDirective: 0}
		tokens := lex(text)
		out := make([]outline.Token, 0, len(tokens))
		for _, t := range tokens {
			if k := kinds[t.kind]; k != 0 {
				out = append(out, outline.Token{Start: t.start, End: t.end, Kind: k})
			}
		}
		return out
	},
	Containers: map[string]outline.Context{"namespace": outline.Top, "class": outline.Class,
		"struct": outline.Class, "record": outline.Class, "interface": outline.Class,
		"enum": outline.Closed},
	Blocks:    " extension ",
	Continues: " else catch finally where ",
	NotNames: " if for foreach while switch catch using lock return operator this base new" +
		" typeof nameof checked unchecked fixed await when get set init add remove" +
		" extension" + // an extension block of C# 14
		" public private protected internal static readonly ref async unsafe virtual override" +
		" sealed abstract partial new " +
		"void bool byte char decimal double float int long object sbyte short string uint ulong ushort ",
	Attributes: "[",
	Overloads:  true,
	Missing: `_ "" using new return if else foreach for while in case switch try catch finally ` +
		"get set void int static public where base is as throw lock operator namespace " +
		"class struct interface enum record",
	Wrap: map[outline.Context][2]string{
		outline.Class: {"class C { ", "\n}"},
		outline.Body:  {"class C { async Task M() { ", "\n} }"},
	},
}
