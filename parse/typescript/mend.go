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
	usingDeclaration = regexp.MustCompile(`^using[ \t]+[\w$]+[ \t]*(?::[^=\n]+)?=[^=]`)
	// accessor(), abstract?: boolean: keywords of the grammar as names.
	keywordName = regexp.MustCompile(`\b(?:abstract|accessor|unique)(\s*[?!]?\s*[:(=;,.)\]}])`)
	// interface Box<in out T>: variance is unknown to the grammar.
	variance = regexp.MustCompile(`[<,]\s*(?:/\*(?s:.*?)\*/\s*)?(?:(?:in|out)\s+)+[A-Za-z_$]`)
	// export type * from: so is this.
	exportTypeAll = regexp.MustCompile(`\bexport\s+type\s*\*`)
	// opaque type Id: string = string: a type alias of Flow, with a type above it.
	opaqueType = regexp.MustCompile(`\bopaque(\s+type\s+[\w$]+(?:<[^=;{}]*?>)?)(\s*:[^=;\n]+)?(=)?`)
)

// mendUsing writes using declarations as const declarations, and other uses of
// the word, which the grammar takes for a keyword, as a plain name. Comments use the
// word often, so that only its places are looked at.
func mendUsing(text string) string {
	const word = "using"
	var out []byte
	for at := 0; ; at += len(word) {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		at += i
		if !isWord(text, at, at+len(word)) {
			continue
		}
		if out == nil {
			out = []byte(text)
		}
		if !usingDeclaration.MatchString(text[at:]) {
			out[at] = '_'
			continue
		}
		copy(out[at:], "const")
		if before := strings.TrimRight(text[:at], " \t"); len(before) < at &&
			strings.HasSuffix(before, "await") && isWord(before, len(before)-5, len(before)) {
			copy(out[len(before)-5:], "     ")
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

// isWord reports whether no character of a word is next to a part of a text.
func isWord(text string, start, end int) bool {
	return (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end]))
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// mendNames hides words that are keywords of the grammar where the language has them as names.
func mendNames(text string) string {
	text = keywordName.ReplaceAllStringFunc(text, func(s string) string { return "_" + s[1:] })
	text = variance.ReplaceAllStringFunc(text, func(s string) string {
		last, from := len(s)-1, strings.LastIndex(s, "*/")+1
		return s[:from] + strings.NewReplacer("out", "   ", "in",
			"  ").Replace(s[from:last]) + s[last:]
	})
	text = opaqueType.ReplaceAllStringFunc(text, func(s string) string {
		part := opaqueType.FindStringSubmatch(s)
		if above := part[2]; part[3] == "" { // declare opaque type Id: string
			return "      " + part[1] + strings.Replace(above, ":", "=", 1)
		}
		return "      " + part[1] + strings.Repeat(" ", len(part[2])) + part[3]
	})
	return exportTypeAll.ReplaceAllStringFunc(text,
		func(s string) string { return strings.Replace(s, "type", "    ", 1) })
}
