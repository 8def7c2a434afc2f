package python

import (
	"path"
	"strconv"
	"strings"

	"seedgraph/resolve"
)

// A searchPath is the folders that a file adds to sys.path: modules in them have no
// package prefix.
type searchPath struct {
	first, last []string // prepended and appended folders
}

// addSearchPath reads the additions of a file to sys.path. They apply to the file and
// its imports; those of a conftest.py also apply to the tests below its folder.
//
//	sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "lib"))
//	sys.path.append(str(Path(__file__).resolve().parents[1]))
func (m *modules) addSearchPath(f *resolve.File) {
	if !strings.Contains(f.Text, "sys.path") && !strings.Contains(f.Text, "addsitedir") {
		return
	}
	r := pathReader{file: f.Path, tokens: pathTokens(f.Text), names: map[string]int{}}
	p := r.read()
	if len(p.first)+len(p.last) == 0 {
		return
	}
	m.searched[f.Path] = p
	if path.Base(f.Path) == "conftest.py" {
		m.tested[path.Dir(f.Path)] = p
	}
}

// searchPaths lists the search paths that apply to a file, its own first.
func (m *modules) searchPaths(f *resolve.File) []searchPath {
	var out []searchPath
	if p, ok := m.searched[f.Path]; ok {
		out = append(out, p)
	}
	for dir := path.Dir(f.Path); len(m.tested) > 0; dir = path.Dir(dir) {
		if p, ok := m.tested[dir]; ok {
			out = append(out, p)
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	return out
}

// A pathToken is a token of Python, as used in path expressions.
type pathToken struct {
	text string
	kind byte // n: a name, s: a string, d: a number, otherwise a punctuation character
}

// pathTokens splits a text into tokens; comments are omitted, and lines end with a
// punctuation token.
func pathTokens(text string) []pathToken {
	var out []pathToken
	for i := 0; i < len(text) && len(out) < maxPathTokens; {
		switch c := text[i]; {
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '\n':
			out = append(out, pathToken{"\n", '\n'})
			i++
		case c <= ' ':
			i++
		case c == '"' || c == '\'':
			s, end := pythonString(text, i)
			out = append(out, pathToken{s, 's'})
			i = end
		case isWordByte(c):
			begin := i
			for i < len(text) && isWordByte(text[i]) {
				i++
			}
			kind := byte('n')
			if c >= '0' && c <= '9' {
				kind = 'd'
			} else if i < len(text) && (text[i] == '"' || text[i] == '\'') && i-begin <= 2 {
				// The prefix of a string; the value of a formatted one is unknown.
				s, end := pythonString(text, i)
				if strings.ContainsAny(text[begin:i], "fF") {
					s = "\x00"
				}
				out = append(out, pathToken{s, 's'})
				i = end
				continue
			}
			out = append(out, pathToken{text[begin:i], kind})
		default:
			out = append(out, pathToken{text[i : i+1], c})
			i++
		}
	}
	return append(out, pathToken{"", 0})
}

// maxPathTokens bounds the tokens read in a file: sys.path is modified near the top.
const maxPathTokens = 20_000

func isWordByte(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// pythonString reads the string at an offset, and returns the offset after it.
func pythonString(text string, at int) (value string, end int) {
	quote := text[at : at+1]
	if strings.HasPrefix(text[at:], strings.Repeat(quote, 3)) {
		quote = text[at : at+3]
	}
	begin := at + len(quote)
	for i := begin; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case strings.HasPrefix(text[i:], quote):
			return text[begin:i], i + len(quote)
		case text[i] == '\n' && len(quote) == 1:
			return text[begin:i], i
		}
	}
	return text[min(begin, len(text)):], len(text)
}

// A pathReader evaluates the path expressions in a file.
type pathReader struct {
	file   string
	tokens []pathToken
	at     int
	names  map[string]int // the start of the value of a name that is assigned once or last
	depth  int
}

// read collects the additions to sys.path.
func (r *pathReader) read() searchPath {
	var out searchPath
	for i := range r.tokens {
		t := r.tokens[i]
		if t.kind == 'n' && r.is(i+1, "=") && !r.is(i+2, "=") && (i == 0 || r.tokens[i-1].kind == '\n') {
			r.names[t.text] = i + 2
		}
		if t.kind != 'n' {
			continue
		}
		switch {
		case t.text == "sys" && r.words(i+1, ".", "path", ".", "append", "("), t.text == "sys" && r.words(i+1, ".", "path", ".", "extend", "("):
			out.last = append(out.last, r.folders(i+6)...)
		case t.text == "sys" && r.words(i+1, ".", "path", ".", "insert", "("):
			if j := i + 6; j+2 < len(r.tokens) && r.is(j+1, ",") {
				out.first = append(out.first, r.folders(j+2)...)
			}
		case t.text == "sys" && r.words(i+1, ".", "path", "+", "="):
			out.last = append(out.last, r.folders(i+5)...)
		case t.text == "addsitedir" && r.is(i+1, "("):
			out.last = append(out.last, r.folders(i+2)...)
		}
	}
	return out
}

func (r *pathReader) is(i int, text string) bool {
	return i < len(r.tokens) && r.tokens[i].text == text && r.tokens[i].kind != 's'
}

func (r *pathReader) words(i int, texts ...string) bool {
	for k, text := range texts {
		if !r.is(i+k, text) {
			return false
		}
	}
	return true
}

// folders evaluates the expression at a token: one path, or a list. Unknown ones, and
// those that leave the tree, are omitted.
func (r *pathReader) folders(at int) []string {
	r.at = at
	if !r.is(r.at, "[") {
		if p, ok := r.path(); ok {
			return []string{p}
		}
		return nil
	}
	var out []string
	for r.at++; r.at < len(r.tokens) && !r.is(r.at, "]"); {
		before := r.at
		if p, ok := r.path(); ok {
			out = append(out, p)
		}
		if r.at == before || r.is(r.at, ",") {
			r.at++
		}
	}
	return out
}

// path evaluates an expression as a path of the tree.
func (r *pathReader) path() (string, bool) {
	p, ok := r.expression()
	if !ok {
		return "", false
	}
	p = path.Clean(p)
	return p, p != ".." && !strings.HasPrefix(p, "../") && !path.IsAbs(p)
}

// maxPathDepth bounds the nesting of path expressions, including names.
const maxPathDepth = 40

// expression evaluates operators that join paths: Path(…) / "lib", dirname(…) +
// "/lib".
func (r *pathReader) expression() (string, bool) {
	if r.depth++; r.depth > maxPathDepth {
		return "", false
	}
	defer func() { r.depth-- }()
	p, ok := r.operand()
	for {
		switch {
		case r.is(r.at, "/"):
			r.at++
			q, known := r.operand()
			p, ok = path.Join(p, q), ok && known
		case r.is(r.at, "+"):
			r.at++
			q, known := r.operand()
			p, ok = p+q, ok && known
		default:
			return p, ok
		}
	}
}

// operand evaluates a string, a name, or a call with its suffix.
func (r *pathReader) operand() (string, bool) {
	t := r.tokens[min(r.at, len(r.tokens)-1)]
	r.at++
	switch {
	case t.kind == 's':
		return t.text, t.text != "\x00"
	case t.text == "(":
		p, ok := r.expression()
		if r.is(r.at, ")") {
			r.at++
		}
		return r.members(p, ok)
	case t.kind != 'n':
		r.at--
		return "", false
	}
	name := t.text
	for r.is(r.at, ".") && r.at+1 < len(r.tokens) && r.tokens[r.at+1].kind == 'n' && isPathModule(name) {
		name = r.tokens[r.at+1].text
		r.at += 2
	}
	if r.is(r.at, "(") {
		p, ok := r.called(name)
		return r.members(p, ok)
	}
	switch name {
	case "__file__":
		return r.members(r.file, true)
	case "pardir":
		return "..", true
	case "curdir":
		return ".", true
	case "sep":
		return "/", true
	}
	begin, ok := r.names[name]
	if !ok {
		return "", false
	}
	after := r.at
	r.at = begin
	p, known := r.expression()
	r.at = after
	return r.members(p, known)
}

// isPathModule reports whether members of a name are path functions.
func isPathModule(name string) bool {
	return name == "os" || name == "path" || name == "pathlib" || name == "osp" || name == "op"
}

// called evaluates a call of a path function.
func (r *pathReader) called(name string) (string, bool) {
	var args []string
	known := true
	for r.at++; r.at < len(r.tokens)-1 && !r.is(r.at, ")"); {
		before := r.at
		p, ok := r.expression()
		args, known = append(args, p), known && ok
		if r.is(r.at, ",") || r.at == before {
			r.at++
		}
	}
	r.at++
	first := ""
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "join", "joinpath", "Path", "PurePath":
		return path.Join(args...), known && len(args) > 0
	case "dirname":
		return path.Dir(first), known
	case "abspath", "realpath", "normpath", "expanduser", "str", "fspath", "resolve", "absolute":
		return first, known && len(args) == 1
	}
	return "", false
}

// members evaluates the members of a path: .parent, .parents[1], .resolve(), .joinpath("lib").
func (r *pathReader) members(p string, ok bool) (string, bool) {
	for r.is(r.at, ".") && r.at+1 < len(r.tokens) {
		name := r.tokens[r.at+1].text
		r.at += 2
		switch {
		case name == "parent":
			p = path.Dir(p)
		case name == "parents" && r.is(r.at, "["):
			n, err := strconv.Atoi(r.tokens[min(r.at+1, len(r.tokens)-1)].text)
			ok = ok && err == nil
			for ; n >= 0 && ok && n < maxPathDepth; n-- {
				p = path.Dir(p)
			}
			r.at += 3
		case r.is(r.at, "("):
			q, known := r.called(name)
			switch name {
			case "resolve", "absolute", "as_posix", "expanduser":
			case "joinpath":
				p, ok = path.Join(p, q), ok && known
			default:
				ok = false
			}
		default:
			ok = false
		}
	}
	return p, ok
}
