package tags

import (
	"regexp"
	"strings"

	"seedgraph/parse"
)

// cAdapt leaves out macros that expand to attributes, which the grammar takes for types
// and declarators, and parts of conditional code.
//
//	class SHOP_API Order : Base { … }
//
// In a text that the grammar does not accept, also those of functions and variables:
//
//	SHOP_INLINE Order::Order() { }
//	void lock() EXCLUSIVE_LOCKS(mu) { }
//	int count GUARDED_BY(mu) = 0;
func cAdapt(a *parse.Adaptation, broken bool) {
	text := a.Source
	for _, m := range cTypeMacro.FindAllStringSubmatchIndex(text, -1) {
		word, macro, name := text[m[2]:m[3]], text[m[4]:m[5]], text[m[6]:m[7]]
		sure := word == "class" || strings.Contains(macro, "_") || text[m[1]-1] == ':'
		if sure && name != "final" {
			a.Blank(uint32(m[4]), uint32(m[5]))
		}
	}
	if !broken {
		return
	}
	cConditions(a)
	types := cTypeNames(text)
	for _, m := range cLeadingMacro.FindAllStringSubmatchIndex(text, -1) {
		if isDeclaration(text[m[3]:], types) {
			a.Blank(uint32(m[2]), uint32(m[3]))
		}
	}
	for _, m := range cInnerMacro.FindAllStringSubmatchIndex(text, -1) {
		if !cStatements[text[m[2]:m[3]]] {
			a.Blank(uint32(m[4]), uint32(m[5]))
		}
	}
	for _, m := range cTrailingMacro.FindAllStringSubmatchIndex(text, -1) {
		if open := openingOf(text, m[0]); open > 0 && !cStatements[lastWord(text[:open])] {
			a.Blank(uint32(m[2]), uint32(m[3]))
		}
	}
	for _, m := range cFieldMacro.FindAllStringSubmatchIndex(text, -1) {
		if !cStatements[text[m[2]:m[3]]] {
			a.Blank(uint32(m[4]), uint32(m[5]))
		}
	}
}

// cAttribute matches a macro that expands to an attribute, by the usual spelling.
const cAttribute = `[A-Z][A-Z0-9]*_[A-Z0-9_]*(?:[ \t]*\([^()\n]*\))?`

// cStart matches the start of a declaration, with its first word.
const cStart = `(?m)^[ \t]*(\w+)[\w:<>,*& \t]*[ \t*&>]`

var (
	cTypeMacro = regexp.MustCompile(`\b(class|struct|union|enum)\s+(?:class\s+)?` +
		`((?:[A-Z][A-Z0-9_]+(?:[ \t]*\([^()\n]*\))?\s+)+)` +
		`([A-Za-z_]\w*)(?:<[^;{}()]*>)?(?:\s+final)?\s*[:{]`)
	cLeadingMacro = regexp.MustCompile(`(?m)^[ \t]*(?:template[ \t]*<[^;{}\n]*>[ \t]*)?` +
		`(?:(?:static|inline|virtual|explicit|friend|constexpr|extern(?:[ \t]+"C")?)[ \t]+)*` +
		`((?:` + cAttribute + `\s+)+)[A-Za-z_~]`)
	cInnerMacro = regexp.MustCompile(cStart + `(` + cAttribute + `)[ \t]+` +
		`[A-Za-z_][\w:<>~]*[ \t]*\(`)
	cTrailingMacro = regexp.MustCompile(`\)\s*(?:(?:const|noexcept|override|final)\s+)*` +
		`((?:` + cAttribute + `\s*)+)(?:[{;:]|=[ \t]*0|const\b|override\b|noexcept\b|->)`)
	cFieldMacro = regexp.MustCompile(cStart +
		`\w+[ \t]+([A-Z][A-Z0-9]*_[A-Z0-9_]*\([^()\n]*\))[ \t]*[;={]`)
	cTyped = regexp.MustCompile(`^(?:(?:const|volatile|static|inline|virtual|explicit|friend|` +
		`constexpr|unsigned|signed|long|short|struct|class|enum|typename|extern)\s+)*` +
		`(?:::)?[A-Za-z_][\w:]*(?:<[^;{}()]*>)?(?:\s+const)?[\s*&]+[A-Za-z_~:]`)
	cConstructor = regexp.MustCompile(`^~?(\w+)(?:(?:<[^<>;{}]*>)?::~?\w+)*[ \t]*\(`)

	// the name of a type, or a macro before it and the name
	cTypeName = regexp.MustCompile(`\b(?:class|struct|union)\s+(\w+)(?:\s+(\w+))?`)

	cStatements = wordSet("return else new throw delete case goto if while for switch do " +
		"using typedef co_return co_yield define")
)

// cTypeNames returns the names of the classes of a text.
func cTypeNames(text string) map[string]bool {
	types := map[string]bool{}
	for _, m := range cTypeName.FindAllStringSubmatch(text, -1) {
		types[m[1]], types[m[2]] = true, true
	}
	return types
}

// isDeclaration reports whether the text after a macro is a declaration without it: a type
// and a name, an operator, or a constructor of one of the given types.
func isDeclaration(rest string, types map[string]bool) bool {
	rest = rest[:min(len(rest), maxHead)]
	if strings.HasPrefix(rest, "operator") || cTyped.MatchString(rest) {
		return true
	}
	m := cConstructor.FindStringSubmatch(rest)
	if m == nil {
		return false
	}
	name, _, _ := strings.Cut(rest, "(")
	if name = strings.TrimRight(name, " \t"); strings.Contains(name, "::") {
		parts := strings.Split(stripArgs(name), "::")
		return strings.TrimPrefix(parts[len(parts)-1], "~") == parts[len(parts)-2]
	}
	return types[m[1]]
}

// openingOf returns the position of the parenthesis that the one at a position closes, or -1.
func openingOf(text string, at int) int {
	depth := 0
	for i := at; i >= 0 && i > at-maxOpening; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// Limits of cAdapt.
const (
	maxOpening = 4000 // bytes of a parameter list
	maxHead    = 400  // bytes of a type and a name
	maxNested  = 20   // levels of conditions in one that is reduced, which reads them all
)

// lastWord returns the word at the end of a text.
func lastWord(text string) string {
	text = strings.TrimRight(text, " \t\n")
	i := len(text)
	for i > 0 && isWord(text[i-1]) {
		i--
	}
	return text[i:]
}

// A condition is an #if with its branches.
type condition struct {
	lines    [][2]int // the directives
	branches [][2]int // the text between them
	nested   int      // levels of conditions in it
}

var cDirective = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b` +
	`(?:[^\n\\]|\\\r?\n|\\.)*`)

// cConditions reduces conditional code to one branch where the branches are no whole
// statements or declarations, so that the grammar cannot read them one after the other:
//
//	#ifdef _WIN32
//	int umain(int argc, char **argv)
//	#else
//	int main(int argc, char **argv)
//	#endif
//	{
func cConditions(a *parse.Adaptation) {
	text := a.Source
	var open []*condition
	for _, m := range cDirective.FindAllStringSubmatchIndex(text, -1) {
		word := text[m[2]:m[3]]
		if strings.HasPrefix(word, "if") {
			open = append(open, &condition{})
		}
		if len(open) == 0 {
			continue
		}
		c := open[len(open)-1]
		if n := len(c.lines); n > 0 {
			c.branches = append(c.branches, [2]int{c.lines[n-1][1], m[0]})
		}
		if c.lines = append(c.lines, [2]int{m[0], m[1]}); word == "endif" {
			if open = open[:len(open)-1]; c.nested <= maxNested {
				c.reduce(a)
			}
			if n := len(open); n > 0 {
				open[n-1].nested = max(open[n-1].nested, c.nested+1)
			}
		}
	}
}

// reduce leaves all but one branch of a condition out, if it has to.
func (c *condition) reduce(a *parse.Adaptation) {
	text := a.Source
	keep, split := 0, false
	after := strings.TrimSpace(text[c.lines[len(c.lines)-1][1]:])
	for i, b := range c.branches {
		code := strings.TrimSpace(text[b[0]:b[1]])
		split = split || balance(code) != [2]int{}
		if strings.HasSuffix(code, ")") && strings.HasPrefix(after, "{") {
			keep, split = i, true
		}
	}
	if !split {
		return
	}
	for _, l := range c.lines {
		a.Blank(uint32(l[0]), uint32(l[1]))
	}
	for i, b := range c.branches {
		if i != keep {
			a.Blank(uint32(b[0]), uint32(b[1]))
		}
	}
}

// balance returns the differences of opening and closing braces and parentheses of a
// text, without its comments and strings.
func balance(text string) [2]int {
	var out [2]int
	for _, c := range cSkipped.ReplaceAllString(text, "") {
		switch c {
		case '{':
			out[0]++
		case '}':
			out[0]--
		case '(':
			out[1]++
		case ')':
			out[1]--
		}
	}
	return out
}

var cSkipped = regexp.MustCompile(`(?s)/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`)
