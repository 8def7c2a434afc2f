package template

import (
	"sort"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// jinjaHosts are the libraries that render templates of Jinja or Django.
var jinjaHosts = &hosts{language: "python", packages: []string{"django", "jinja2", "flask",
	"quart", "fastapi", "starlette", "sanic", "aiohttp_jinja2", "litestar", "tornado", "ansible"}}

// jinjaTags are tags of at least one of the two engines that are rare in files of
// other engines.
var jinjaTags = []string{"extends ", "block ", "include ", "if ", "for ", "load ", "url ", "set ",
	"import ", "from ", "macro ", "trans ", "translate ", "blocktrans", "csrf_token", "with ",
	"static ", "autoescape ", "call "}

// isJinja reports whether a text contains a tag, or a route address, in the syntax
// of Jinja and Django.
func isJinja(text string) bool {
	for at := 0; ; {
		next := strings.Index(text[at:], "{%")
		if next < 0 {
			return strings.Contains(text, "{{ url_for(")
		}
		at += next + 2
		inner := strings.TrimLeft(strings.TrimLeft(text[at:min(at+40, len(text))], "-+"), " \t\r\n")
		for _, tag := range jinjaTags {
			if strings.HasPrefix(inner, tag) {
				return true
			}
		}
	}
}

// jinjaCode returns the position after the code that begins at a position of a
// text.
func jinjaCode(text string, at int) int {
	if at+1 >= len(text) || text[at] != '{' {
		return at
	}
	switch text[at+1] {
	case '#':
		return after(text, at+2, "#}")
	case '%':
		return codeEnd(text, at+2, "%}")
	case '{':
		return codeEnd(text, at+2, "}}")
	}
	return at
}

// codeEnd returns the position after a mark outside of strings.
func codeEnd(text string, at int, mark string) int {
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], mark):
			return i + len(mark)
		case c == '"' || c == '\'':
			end := strings.IndexByte(text[i+1:], c)
			if line := strings.IndexByte(text[i+1:], '\n'); end >= 0 && (line < 0 || end < line) {
				i += end + 1
			}
		}
	}
	return len(text)
}

// readJinja reads a template of Jinja or Django.
func readJinja(r *reader) {
	opaque := func(at int) int { return jinjaCode(r.text, at) }
	r.scan(opaque)
	j := &jinja{reader: r}
	j.verbs()
	for at := 0; at < len(r.text); {
		next := strings.IndexByte(r.text[at:], '{')
		if next < 0 {
			break
		}
		at += next
		end := opaque(at)
		if end > at {
			end = j.code(at, end)
		}
		at = max(end, at+1)
	}
	j.addresses(opaque)
}

// A jinja reads one template.
type jinja struct {
	*reader
	asked  []asked
	macros []macro // open macros
	routes []int   // where routes are named, ascending
}

// An asked is the value of an attribute whose address is requested.
type asked struct {
	link
	start, end int
}

// A macro is an open macro definition.
type macro struct {
	start, nameAt int
	name, header  string
	params        []string
}

// verbs lists the attributes that contain addresses.
func (j *jinja) verbs() {
	for i := range j.elements {
		for _, l := range j.links(&j.elements[i]) {
			j.asked = append(j.asked, asked{l, l.attr.start, l.attr.end})
		}
	}
}

// verbAt returns the verb of the request to the address at a position.
func (j *jinja) verbAt(at int) string {
	i := sort.Search(len(j.asked), func(i int) bool { return at < j.asked[i].end })
	if i < len(j.asked) && j.asked[i].start <= at {
		return j.asked[i].verb
	}
	return ""
}

// addresses marks the links other than named routes.
func (j *jinja) addresses(opaque func(at int) int) {
	for _, a := range j.asked {
		next := sort.SearchInts(j.routes, a.start)
		named := next < len(j.routes) && j.routes[next] < a.end
		value := j.text[a.start:a.end]
		if named || strings.Contains(value, "{%") {
			continue // the code determines the address
		}
		address, lead := j.address(a.attr, opaque)
		j.linked(a.link, a.start, address, lead)
	}
}

// code reads one piece of code, and returns where reading continues.
func (j *jinja) code(start, end int) int {
	open, last := start+2, max(start+2, end-2)
	switch j.text[start+1] {
	case '#':
		return end
	case '{':
		j.expressions(wordsOf(j.text, open, last))
		return end
	}
	for open < last && (j.text[open] == '-' || j.text[open] == '+') {
		open++
	}
	words := wordsOf(j.text, open, last)
	if len(words) == 0 {
		return end
	}
	switch name := words[0].text; name {
	case "comment", "raw", "verbatim":
		if close := strings.Index(j.text[end:], "end"+name); close >= 0 {
			return end + close
		}
	case "endmacro":
		j.endMacro(end)
	case "macro":
		j.macro(start, words)
	default:
		j.tag(words)
	}
	return end
}

// tag reads a tag.
func (j *jinja) tag(words []word) {
	args := words[1:]
	switch words[0].text {
	case "extends", "include", "import", "includeblock", "include_block":
		for _, w := range args { // include may have a list
			if w.isString {
				j.mark(parse.TemplateRef{Kind: parse.MarkTemplate, Name: w.text, At: uint32(w.at)})
			} else if w.text != "[" && w.text != "," && w.text != "(" {
				break
			}
		}
	case "from":
		if len(args) > 0 && args[0].isString {
			j.mark(parse.TemplateRef{Kind: parse.MarkTemplate, Name: args[0].text, At: uint32(args[0].at)})
		}
	case "url":
		if len(args) > 0 && args[0].isString {
			j.route(args[0])
		}
	case "load":
		j.loads(args)
		return
	case "block", "with", "if", "elif", "for", "set":
	default:
		if name := words[0].text; !strings.HasPrefix(name, "end") && name != "else" {
			j.mark(parse.TemplateRef{Kind: parse.MarkTag, Name: name, At: uint32(words[0].at)})
		}
	}
	j.expressions(args)
}

// loads adds the libraries of {% load a b %} and {% load x from a %}.
func (j *jinja) loads(args []word) {
	for i, w := range args {
		if w.text == "from" && i+1 < len(args) {
			args = args[i+1:]
			break
		}
	}
	for _, w := range args {
		j.out.Loads = append(j.out.Loads, w.text)
	}
}

// route marks a route by its name.
func (j *jinja) route(name word) {
	j.routes = append(j.routes, name.at)
	j.mark(parse.TemplateRef{Kind: parse.MarkRoute, Name: name.text, At: uint32(name.at),
		Verb: j.verbAt(name.at)})
}

// expressions marks the filters and calls in expressions.
func (j *jinja) expressions(words []word) {
	for i, w := range words {
		next := func(n int) word {
			if i+n < len(words) {
				return words[i+n]
			}
			return word{}
		}
		switch {
		case w.isString || !isName(w.text[0]):
		case i > 0 && words[i-1].text == "|":
			j.mark(parse.TemplateRef{Kind: parse.MarkFilter, Name: w.text, At: uint32(w.at)})
		case next(1).text != "(" || next(1).isString:
		case w.text == "url_for" || strings.HasSuffix(w.text, ".url_for"):
			if name := next(2); name.isString {
				j.route(name)
			}
		default:
			j.mark(parse.TemplateRef{Kind: parse.MarkFunc, Name: w.text, At: uint32(w.at)})
		}
	}
}

// macro opens the definition of a macro.
func (j *jinja) macro(start int, words []word) {
	if len(words) < 2 || words[1].isString {
		return
	}
	m := macro{start: start, nameAt: words[1].at, name: words[1].text,
		header: "macro " + words[1].text}
	last := words[len(words)-1]
	m.header = "macro " + j.text[words[1].at:last.at+len(last.text)]
	for i := 3; i < len(words); i++ {
		if before := words[i-1].text; (before == "(" || before == ",") &&
			isName(words[i].text[0]) &&
			!words[i].isString {
			m.params = append(m.params, words[i].text)
		}
	}
	j.macros = append(j.macros, m)
}

// endMacro ends the innermost macro.
func (j *jinja) endMacro(end int) {
	if n := len(j.macros); n > 0 {
		m := j.macros[n-1]
		j.macros = j.macros[:n-1]
		j.define(graph.KindFunction, m.name, m.nameAt, m.start, end, m.header, m.params)
	}
}

// A word is a dotted name, a string without its quotes, or another character.
type word struct {
	text     string
	at       int // of a string after the quote
	isString bool
}

// wordsOf splits text[start:end].
func wordsOf(text string, start, end int) []word {
	var out []word
	for at := start; at < end; {
		c := text[at]
		switch {
		case isBlank(c):
			at++
		case c == '"' || c == '\'':
			stop := strings.IndexByte(text[at+1:end], c)
			if stop < 0 {
				return out
			}
			if stop > 0 {
				out = append(out, word{text[at+1 : at+1+stop], at + 1, true})
			}
			at += stop + 2
		case isName(c):
			stop := at
			for stop < end && (isName(text[stop]) || text[stop] == '.') {
				stop++
			}
			out = append(out, word{text: text[at:stop], at: at})
			at = stop
		default:
			out = append(out, word{text: text[at : at+1], at: at})
			at++
		}
	}
	return out
}
