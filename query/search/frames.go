package search

import (
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// A stack trace names the code that ran. The relevant code is usually in its first few
// frames that belong to the tree: the innermost function, or its faulty caller.

// A frame is the function named in a line of a stack trace.
type frame struct {
	symbol     string // qualified name of the function, with dots
	start, end int    // offsets in the text
}

// A frameForm describes the frames of a language; the group of the expression captures
// the function.
type frameForm struct {
	expr  *lazyregexp.Regexp
	needs string // contained in every match: most texts lack it, and compiling the expression takes time
	last  bool   // the innermost frame comes last
}

var frameForms = []frameForm{
	// Java and Kotlin: org.a.Type$Inner.method(Type.java:12), in one line or broken
	{expr: lazyregexp.New(`(?:\bat\s+)?\b([\w$]+(?:\.[\w$]+)+\.(?:[\w$]+|<init>|<clinit>))` +
		`\s*\(\s*(?:[\w$]+\.(?:java|kt|scala|groovy)\s*(?::\s*\d+\s*)?|Native Method|` +
		`Unknown Source|(?:Inlined )?Compiled Code)\s*\)`), needs: "("},
	// C#: at Ns.Type.Method[T](String a) in /src/Type.cs:line 12
	{expr: lazyregexp.New("(?m)^\\s*at ([\\w.+<>`\\[\\],]+\\.[.\\w<>`\\[\\],]+) ?\\([^()]*\\)" +
		`(?: in .+:line \d+)?\s*$`), needs: "("},
	// JavaScript: at Type.method (file.js:1:2)
	{expr: lazyregexp.New(`(?m)^\s*at (?:async )?(?:new )?([\w$.<>]+)(?: \[as \w+\])? ` +
		`\([^()\n]+:\d+:\d+\)`), needs: "("},
	// Python, the innermost last: File "a/b.py", line 12, in method
	{expr: lazyregexp.New(`(?m)^\s*File "[^"\n]+", line \d+, in (\w+)`), needs: `File "`, last: true},
	// Go: example.com/a/b.(*Type).Method(0x1, …), and the file in the next line
	{expr: lazyregexp.New(`(?m)^(?:[\w.-]+/)*([\w-]+(?:\.\(\*?\w+\))?(?:\.\w+)+)\(.*\)\n` +
		`\s+\S+\.go:\d+`), needs: ")\n"},
}

// framesOf finds the frames of the stack traces in a text, the innermost first.
func framesOf(text string) []frame {
	var out []frame
	for _, form := range frameForms {
		if !strings.Contains(text, form.needs) {
			continue
		}
		var found []frame
		for _, m := range form.expr.FindAllStringSubmatchIndex(text, -1) {
			if slices.ContainsFunc(out, func(f frame) bool { return m[0] < f.end && f.start < m[1] }) {
				continue
			}
			found = append(found, frame{frameSymbol(text[m[2]:m[3]]), m[0], m[1]})
		}
		if form.last {
			slices.Reverse(found)
		}
		out = append(out, found...)
	}
	return out
}

// generated matches the names that compilers generate for literals and asynchronous
// functions, with the enclosing function.
var generated = lazyregexp.New(`<(\w+)>[\w|]+(?:\.MoveNext)?|\blambda\.(\w+)\.\d+`)

// frameSymbol converts the function name of a frame to a symbol: the type for a
// constructor, the enclosing function for a literal.
func frameSymbol(name string) string {
	name = strings.NewReplacer("$", ".", "+", ".", "(*", "", "(", "", ")", "").Replace(name)
	name = generated.ReplaceAllString(name, "$1$2")
	var parts []string
	for _, part := range strings.Split(name, ".") {
		part = part[:strings.IndexAny(part+"`", "`[<")]
		if part == "" || part[0] >= '0' && part[0] <= '9' || part == "ctor" || part == "cctor" {
			continue
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ".")
}

// takeFrames sets the frames of the query, and returns the text with the frames blanked
// out.
func (q *query) takeFrames(text string) string {
	prose := []byte(text)
	for _, f := range framesOf(text) {
		if f.symbol != "" && !slices.Contains(q.frames, f.symbol) {
			q.frames = append(q.frames, f.symbol)
		}
		for i := f.start; i < f.end; i++ {
			if prose[i] != '\n' {
				prose[i] = ' '
			}
		}
	}
	return string(prose)
}

// placeFrames numbers the frames whose symbols name nodes, from 1.
func (r *ranking) placeFrames() {
	known := map[string]bool{}
	for _, m := range r.named {
		known[m.symbol] = known[m.symbol] || m.match >= Exact
	}
	r.framePlace = map[string]int{}
	for _, s := range r.query.frames {
		if known[s] {
			r.framePlace[s] = len(r.framePlace) + 1
		}
	}
}
