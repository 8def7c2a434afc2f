package changelog

import (
	"strings"

	"seedgraph/parse"
)

// A line is a Ruby statement with a single call: create_table :orders, force: true
// do |t|.
type line struct {
	at       parse.Range // including the text of heredocs that begin below
	receiver string      // t in t.string
	name     string
	args     []rubyArg
	block    string // the parameter of the block it opens
	opens    int    // the number of ends it needs
	ends     bool   // it is an end
}

// A rubyArg is an argument: a constant string or symbol, an option, or something else.
type rubyArg struct {
	key   string // of an option: foreign_key in foreign_key: true
	value string
	at    uint32
	known bool // the value is a constant
	below bool // the value is the mark of a heredoc that begins below the line
	list  []rubyArg
}

// option returns the value of an option; ok is false if it is missing.
func (l *line) option(key string) (rubyArg, bool) { return option(l.args, key) }

func option(args []rubyArg, key string) (rubyArg, bool) {
	for _, a := range args {
		if a.key == key {
			return a, true
		}
	}
	return rubyArg{}, false
}

// plain lists the arguments that are not options.
func (l *line) plain() []rubyArg {
	var out []rubyArg
	for _, a := range l.args {
		if a.key == "" {
			out = append(out, a)
		}
	}
	return out
}

// arg returns the constant at a position among the arguments that are not options;
// empty for others.
func (l *line) arg(i int) rubyArg {
	if list := l.plain(); i < len(list) && list[i].known {
		return list[i]
	}
	return rubyArg{}
}

// A rubyReader splits a file into statements. It recognizes strings, symbols,
// brackets and comments, and nothing else of the language.
type rubyReader struct {
	text string
	pos  int
}

// next reads a statement; ok is false at the end of the file.
func (r *rubyReader) next() (l line, ok bool) {
	r.blank(" \t\r\n;")
	if r.pos >= len(r.text) {
		return l, false
	}
	l.at.Start = uint32(r.pos)
	word := r.word()
	switch word {
	case "end":
		l.ends = true
	case "class", "module", "def", "if", "unless", "case", "while", "until", "begin", "for":
		l.name, l.opens = word, 1
		if word == "def" {
			r.blank(" \t")
			l.args = []rubyArg{{value: strings.TrimPrefix(r.word(), "self."), known: true}}
		}
	case "":
	default:
		l.receiver, l.name, _ = strings.Cut(word, ".")
		if l.name == "" {
			l.receiver, l.name = "", word
		}
	}
	r.arguments(&l)
	l.at.End = uint32(r.pos)
	return l, true
}

// word reads a name with its receivers.
func (r *rubyReader) word() string {
	from := r.pos
	for r.pos < len(r.text) && (isRubyWord(r.text[r.pos]) || r.text[r.pos] == '.' ||
		r.text[r.pos] == ':' && strings.HasPrefix(r.text[r.pos:], "::")) {
		if r.text[r.pos] == ':' {
			r.pos++
		}
		r.pos++
	}
	return r.text[from:r.pos]
}

func isRubyWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '?' ||
		c == '!' || c >= 0x80
}

func (r *rubyReader) blank(of string) {
	for r.pos < len(r.text) {
		switch {
		case strings.IndexByte(of, r.text[r.pos]) >= 0:
			r.pos++
		case r.text[r.pos] == '#':
			r.line()
		case strings.HasPrefix(r.text[r.pos:], "\\\n"):
			r.pos += 2
		default:
			return
		}
	}
}

// line skips to the end of the line.
func (r *rubyReader) line() {
	if i := strings.IndexByte(r.text[r.pos:], '\n'); i >= 0 {
		r.pos += i
	} else {
		r.pos = len(r.text)
	}
}

// arguments reads the part after the name of a call up to the end of the
// statement.
func (r *rubyReader) arguments(l *line) {
	depth := 0
	l.args = append(l.args, r.list(l, &depth)...)
	for i := range l.args {
		if a := &l.args[i]; a.below {
			a.value, a.at = r.document(a.value)
		}
	}
}

// maxNesting bounds the nesting of brackets.
const maxNesting = 50

// list reads arguments up to the end of a statement, or to the bracket that closes them.
func (r *rubyReader) list(l *line, depth *int) []rubyArg {
	var out []rubyArg
	fresh, option := true, "" // an argument begins here; its name if it has one
	add := func(a rubyArg) {
		switch {
		case fresh && a.key != "":
			option = a.key
		case fresh:
			a.key, option = option, ""
			out = append(out, a)
			fresh = false
		case len(out) > 0: // a part of an unknown expression
			out[len(out)-1].known = false
		}
	}
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == '\n' && *depth == 0 && (!fresh || len(out) == 0 && option == ""),
			c == ';' && *depth == 0:
			return out
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			r.pos++
		case c == '#':
			r.line()
		case c == ',':
			r.pos++
			fresh = true
		case (c == '(' || c == '[' || c == '{') && *depth < maxNesting:
			r.pos++
			*depth++
			inner := r.list(l, depth)
			if c == '(' && len(out) == 0 {
				out, fresh = inner, false
			} else {
				add(rubyArg{list: inner})
			}
		case c == ')' || c == ']' || c == '}':
			r.pos++
			if *depth > 0 {
				*depth--
				return out
			}
		case c == '"' || c == '\'':
			add(r.quoted(c))
		case c == ':' && r.pos+1 < len(r.text) && (isRubyWord(r.text[r.pos+1]) ||
			r.text[r.pos+1] == '"'):
			r.pos++
			if r.text[r.pos] == '"' {
				add(r.quoted('"'))
				break
			}
			at := r.pos
			add(rubyArg{value: r.word(), at: uint32(at), known: true})
		case strings.HasPrefix(r.text[r.pos:], "<<"):
			add(r.heredoc())
		case isRubyWord(c):
			if r.argumentWord(l, add, *depth) {
				return out
			}
		default:
			r.pos++
			add(rubyArg{})
		}
	}
	return out
}

// argumentWord reads a word among arguments: the name of an option, the do of a
// block, or an unknown expression. It reports whether the statement ends there.
func (r *rubyReader) argumentWord(l *line, add func(rubyArg), depth int) bool {
	at := r.pos
	word := r.word()
	switch {
	case r.pos < len(r.text) && r.text[r.pos] == ':' && !strings.Contains(word, "."):
		r.pos++
		add(rubyArg{key: word})
	case word == "do" && depth == 0:
		l.opens++
		r.blank(" \t")
		if r.pos < len(r.text) && r.text[r.pos] == '|' {
			r.pos++
			l.block = r.word()
		}
		r.line()
		return true
	case word == "true" || word == "false":
		add(rubyArg{value: word, at: uint32(at), known: true})
	default:
		add(rubyArg{})
	}
	return false
}

// quoted reads a string. One with interpolations is unknown.
func (r *rubyReader) quoted(quote byte) rubyArg {
	r.pos++
	from := r.pos
	for r.pos < len(r.text) && r.text[r.pos] != quote {
		if r.text[r.pos] == '\\' {
			r.pos++
		}
		r.pos++
	}
	end := min(r.pos, len(r.text))
	r.pos = min(end+1, len(r.text))
	text := r.text[from:end]
	known := quote == '\'' || !strings.Contains(text, "#{")
	if quote == '"' {
		text = strings.NewReplacer(`\"`, `"`, `\n`, "\n", `\\`, `\`).Replace(text)
	}
	if r.pos < len(r.text) && r.text[r.pos] == ':' { // "name": value
		r.pos++
		return rubyArg{key: text}
	}
	return rubyArg{value: text, at: uint32(from), known: known}
}

// heredoc reads the mark of a heredoc that begins below: <<~SQL, <<-'SQL'. The
// value is the mark until the text is read.
func (r *rubyReader) heredoc() rubyArg {
	r.pos += 2
	for r.pos < len(r.text) && strings.IndexByte("~-\"'", r.text[r.pos]) >= 0 {
		r.pos++
	}
	from := r.pos
	for r.pos < len(r.text) && isRubyWord(r.text[r.pos]) {
		r.pos++
	}
	mark := r.text[from:r.pos]
	for r.pos < len(r.text) && (isRubyWord(r.text[r.pos]) ||
		strings.IndexByte("\"'.", r.text[r.pos]) >= 0) { // .squish
		r.pos++
	}
	return rubyArg{value: mark, known: true, below: true}
}

// document reads the text below the line up to its mark.
func (r *rubyReader) document(mark string) (text string, at uint32) {
	r.line()
	r.pos = min(r.pos+1, len(r.text))
	from := r.pos
	for r.pos < len(r.text) {
		start := r.pos
		r.line()
		if strings.TrimSpace(r.text[start:r.pos]) == mark {
			return r.text[from:start], uint32(from)
		}
		r.pos = min(r.pos+1, len(r.text))
	}
	return r.text[from:], uint32(from)
}
