package typescript

import (
	"regexp"
	"strings"

	"seedgraph/parse"
)

// parsed returns the tree of a text. What the grammar is known not to
// understand is parsed in a form of the same length that it does understand;
// the tree shows the text as it is written.
func parsed(p *parse.Parser, g *parse.Grammar, text string) (*parse.Tree, error) {
	mended := text
	if strings.Contains(text, "using") {
		mended = mendUsing(text)
	}
	tree, err := p.Parse(g, mended)
	if err == nil && tree.HasError {
		if again := mendNames(mended); again != mended {
			tree, err = p.Parse(g, again)
		}
	}
	if err != nil {
		return nil, err
	}
	tree.Text = text
	return tree, nil
}

var (
	// using x = open(): the grammar has no such declaration.
	usingDeclaration = regexp.MustCompile(`\b(?:await[ \t]+)?using[ \t]+[\w$]+[ \t]*(?::[^=\n]+)?=[^=]`)
	// using as a name: the grammar takes it for a keyword.
	usingName = regexp.MustCompile(`\busing\b`)
	// accessor(), abstract?: boolean: keywords of the grammar as names.
	keywordName = regexp.MustCompile(`\b(?:abstract|accessor|unique)(\s*[?!]?\s*[:(=;,.)\]}])`)
	// interface Box<in out T>: variance is unknown to the grammar.
	variance = regexp.MustCompile(`[<,]\s*(?:/\*(?s:.*?)\*/\s*)?(?:(?:in|out)\s+)+[A-Za-z_$]`)
	// export type * from: so is this.
	exportTypeAll = regexp.MustCompile(`\bexport\s+type\s*\*`)
)

// mendUsing writes using declarations as const declarations, and other uses of
// the word as a plain name.
func mendUsing(text string) string {
	text = usingDeclaration.ReplaceAllStringFunc(text, func(s string) string {
		at := strings.Index(s, "using")
		return strings.Repeat(" ", at) + "const" + s[at+5:]
	})
	return usingName.ReplaceAllString(text, "_sing")
}

// mendNames hides keywords from the grammar where they are none of its own.
func mendNames(text string) string {
	text = keywordName.ReplaceAllStringFunc(text, func(s string) string { return "_" + s[1:] })
	text = variance.ReplaceAllStringFunc(text, func(s string) string {
		last, from := len(s)-1, strings.LastIndex(s, "*/")+1
		return s[:from] + strings.NewReplacer("out", "   ", "in",
			"  ").Replace(s[from:last]) + s[last:]
	})
	return exportTypeAll.ReplaceAllStringFunc(text,
		func(s string) string { return strings.Replace(s, "type", "    ", 1) })
}
