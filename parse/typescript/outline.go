package typescript

import (
	"regexp"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// Grammar implements [parse.Mendable].
func (l *language) Grammar() *parse.Grammar { return l.grammar() }

// Prepared implements [parse.Mendable].
func (l *language) Prepared(src parse.Source) string { return src.Text }

// IsDialect implements [parse.Dialectal]: comments before all code declare a file
// to be in Flow.
//
//	// @flow strict    /* @flow */
func (l *language) IsDialect(text string) bool { return flow.MatchString(text) }

var flow = regexp.MustCompile(`^(?:#!.*\n)?(?:\s|['"]use \w+['"];?|//[^\n]*\n|/\*(?s:.*?)\*/)*?` +
	`(?://[^\n]*?|/\*(?:[^*]|\*+[^*/])*?)@flow\b`)

// Syntax implements [parse.Mendable].
func (l *language) Syntax() *outline.Syntax { return &syntax }

var syntax = outline.Syntax{
	Lex: func(text string) []outline.Token { return outline.LexBraces(text, "\"'`", true) },
	Containers: map[string]outline.Context{"class": outline.Class, "interface": outline.Shape,
		"enum": outline.Closed, "namespace": outline.Top, "module": outline.Top},
	Leaves:    " function type const let var ",
	Continues: " else catch finally extends implements satisfies as instanceof in from ",
	NotNames: " if for while switch catch return this super new function extends implements" +
		" from of await import typeof" +
		" export default abstract declare async static public private protected readonly ",
	NameFirst:  true,
	Attributes: "@",
	Missing: `_ "" import export new return if else for while in of from default async await ` +
		"get static declare extends as case try catch finally switch throw typeof function class " +
		"const interface type enum namespace let",
	Wrap: map[outline.Context][2]string{
		outline.Class:   {"class C {\n", "\n}"},
		outline.Shape:   {"interface C {\n", "\n}"},
		outline.Body:    {"async function* f() {\n", "\n}"},
		outline.Literal: {"x = {\n", "\n}"},
	},
}
