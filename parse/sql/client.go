package sql

import (
	"regexp"
	"strings"
)

var setVariable = regexp.MustCompile(`(?mi)^[ \t]*:setvar[ \t]+(\w+)[ \t]+(?:"([^"\r\n]*)"|(\S+))`)

var usedVariable = regexp.MustCompile(`\$\((\w+)\)`)

// withVariables replaces the SQLCMD variables in a name by the values that the
// script assigns to them, or by the name of an unassigned variable.
//
//	[$(Schema)].[$(Prefix)Orders]
func (s *script) withVariables(written string) string {
	if s.sqlcmd == nil {
		s.sqlcmd = map[string]string{}
		for _, m := range setVariable.FindAllStringSubmatch(s.text, -1) {
			s.sqlcmd[strings.ToLower(m[1])] = m[2] + m[3]
		}
	}
	return usedVariable.ReplaceAllStringFunc(written, func(use string) string {
		name := use[len("$(") : len(use)-len(")")]
		if value := s.sqlcmd[strings.ToLower(name)]; value != "" &&
			!strings.Contains(value, "$(") {
			return value
		}
		return name
	})
}

// clientLine reads GO, alone on its line, and DELIMITER at the start of one.
func (l *lexer) clientLine(start int) bool {
	word := l.text[start:l.pos]
	if strings.EqualFold(word, "GO") && startsLine(l.text, start) {
		rest := line(l.text[l.pos:l.end])
		if !isGoTail(rest) {
			return false
		}
		l.add(tEnd, start)
		if i := strings.Index(rest, "/*"); i < 0 {
			l.pos += len(rest)
		}
		l.endStatement(false)
		return true
	}
	if strings.EqualFold(word, "DELIMITER") && startsLine(l.text, start) {
		rest := line(l.text[l.pos:l.end])
		if !isDelimiter(rest) {
			return false
		}
		l.pos += len(rest)
		l.setDelimiter(strings.TrimSpace(rest))
		return true
	}
	return false
}

// isDelimiter reports whether the text after DELIMITER on its line is a statement
// delimiter, not the type of a parameter or column of that name.
//
//	delimiter text DEFAULT ',',
func isDelimiter(rest string) bool {
	fields := strings.Fields(rest)
	if len(fields) == 0 || strings.ContainsAny(fields[0], `'"(=`) {
		return false
	}
	isWord := func(s string) bool {
		return s != "" && strings.Trim(s, letters+"0123456789_") == ""
	}
	if isWord(fields[0]) {
		return len(fields) == 1 && !isBuiltinType(fields[0])
	}
	return !isWord(strings.TrimRight(fields[0], ",);"))
}

// isGoTail reports whether rest may follow GO on its line: a count, a ';', a comment.
func isGoTail(rest string) bool {
	rest = strings.TrimLeft(rest, " \t\r0123456789;")
	return rest == "" || strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "/*")
}

// clientWords begin lines that only the clients of Oracle understand.
var clientWords = set(`rem remark prompt spool whenever define undefine undef accept column col break btitle ttitle clear variable var
	host pause timing connect conn exit quit`)

// clientOptions are the options of SET in such a client.
var clientOptions = set(`echo define def feedback feed heading head pagesize pages linesize lines line serveroutput termout trimspool trims trimout
	trim verify ver timing tab scan sqlblanklines sqlbl numwidth numformat long longchunksize escape concat arraysize colsep underline wrap flush
	autotrace autocommit sqlprompt appinfo newpage`)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// commandLine skips a command of the client at the start of a statement: SET TERM
// of Firebird, and lines of Oracle such as PROMPT Done or SET ECHO OFF.
func (l *lexer) commandLine(start int) bool {
	rest := line(l.text[l.pos:l.end])
	word := l.text[start:l.pos]
	if strings.EqualFold(word, "set") {
		value := strings.TrimLeft(rest, " \t")
		option := value[:len(value)-len(strings.TrimLeft(value, letters))]
		value = value[len(option):]
		if strings.EqualFold(option, "term") || strings.EqualFold(option, "terminator") {
			l.pos += len(rest) - len(value)
			l.setTerm(value)
			return true
		}
		if !clientOptions.has(option) {
			return false
		}
	} else if !clientWords.has(word) || rest != "" && rest[0] != ' ' && rest[0] != '\t' &&
		rest[0] != '\r' && rest[0] != ';' {
		return false
	}
	if !startsLine(l.text, start) {
		return false
	}
	l.pos += len(rest)
	return true
}

// setTerm reads the arguments of SET TERM: the new delimiter, and the previous
// one, which ends this command, too.
func (l *lexer) setTerm(rest string) {
	old := l.delim
	if old == "" {
		old = ";"
	}
	text := strings.TrimLeft(rest, " \t")
	i := strings.Index(text, old)
	next := ""
	switch {
	case i > 0:
		next, i = strings.TrimSpace(text[:i]), i+len(old)
	default: // the old one is missing, or is set again
		if f := strings.Fields(text); len(f) > 0 {
			next = strings.TrimSuffix(f[0], ";")
		}
		i = len(text)
	}
	l.pos += len(rest) - len(text) + i
	l.setDelimiter(next)
}

// setTerminator reads "--#SET TERMINATOR x", a command to a client of DB2.
func (l *lexer) setTerminator(comment string) bool {
	const command = "--#set terminator "
	if len(comment) <= len(command) || !strings.EqualFold(comment[:len(command)], command) {
		return false
	}
	l.setDelimiter(strings.TrimSpace(comment[len(command):]))
	return true
}

// setDelimiter sets the statement delimiter to d.
func (l *lexer) setDelimiter(d string) {
	if l.delim = d; d == ";" {
		l.delim = ""
	}
	l.endStatement(false)
}

// runsFile skips a line @file or @@file, by which clients of Oracle run another
// script.
func (l *lexer) runsFile() bool {
	if l.dialect != Generic || l.body || l.first != len(l.toks) || !startsLine(l.text, l.pos) {
		return false
	}
	l.pos += len(line(l.text[l.pos:l.end]))
	return true
}

// atDelimiter ends the statement if the text continues with MySQL's delimiter.
func (l *lexer) atDelimiter() bool {
	if !strings.HasPrefix(l.text[l.pos:l.end], l.delim) {
		return false
	}
	start := l.pos
	l.pos += len(l.delim)
	l.add(tEnd, start)
	l.endStatement(false)
	return true
}

// psqlCommand skips a command of psql up to the end of its line. Those that send
// the query buffer end the statement.
func (l *lexer) psqlCommand() bool {
	c := l.peek(1)
	if c == ';' {
		l.pos++
		return true
	}
	if bytesOf[c] != cWord && c != '!' && c != '?' {
		return false
	}
	start := l.pos
	cmd := line(l.text[l.pos:l.end])
	l.pos += len(cmd)
	if i := strings.Index(cmd, `\\`); i > 0 {
		l.pos = start + i + 2
	}
	if c == 'g' || strings.HasPrefix(cmd, `\watch`) || strings.HasPrefix(cmd, `\crosstab`) {
		l.add(tEnd, start)
		l.endStatement(false)
	}
	if low := strings.ToLower(cmd); strings.HasPrefix(low, `\copy `) &&
		strings.Contains(low, " from stdin") {
		l.copyRows()
	}
	return true
}

// copyRows skips the rest of the line and the lines up to "\.".
func (l *lexer) copyRows() {
	for l.pos < l.end {
		eol := strings.IndexByte(l.text[l.pos:l.end], '\n')
		if eol < 0 {
			l.pos = l.end
			return
		}
		l.pos += eol + 1
		rest := l.text[l.pos:l.end]
		if strings.HasPrefix(rest, `\.`) {
			l.pos += 2
			return
		}
	}
}

// slashLine reads a '/' on a line by itself, by which clients of Oracle send the
// buffer, or right after the end of a statement, where other runners accept it.
//
//	END;/
func (l *lexer) slashLine() bool {
	if !endsLine(l.text[:l.end], l.pos) {
		return false
	}
	l.pos++
	l.add(tEnd, l.pos-1)
	l.endStatement(false)
	l.slashes = true
	return true
}

// endsLine reports whether the '/' at i ends the text before it: nothing else is
// on its line, or the line ends a statement.
func endsLine(text string, i int) bool {
	return strings.TrimSpace(line(text[i+1:])) == "" && (startsLine(text, i) ||
		strings.HasSuffix(strings.TrimRight(text[max(0, i-maxBlanks):i], " \t"), ";"))
}

// maxBlanks bounds the blanks between the end of a statement and the '/' after it.
const maxBlanks = 16

// template reads <name, type, value>, a parameter of a template of Management Studio.
func (l *lexer) template() bool {
	if bytesOf[l.peek(1)] != cWord {
		return false
	}
	commas := 0
	for n := l.pos + 1; n < l.end && n < l.pos+120; n++ {
		switch l.text[n] {
		case ',':
			commas++
		case '\n', '<', '=', '(', ';':
			return false
		case '>':
			if commas != 2 {
				return false
			}
			start := l.pos
			l.pos = n + 1
			l.add(tVar, start)
			return true
		}
	}
	return false
}

// format reads %s, %I, %L, %d, %1$s, with adjacent characters: a name that is
// composed at run time.
func (l *lexer) format() bool {
	n := l.pos + 1
	for n < l.end && (bytesOf[l.text[n]] == cDigit || l.text[n] == '$') {
		n++
	}
	if n >= l.end || strings.IndexByte("sILdi", l.text[n]) < 0 {
		return false
	}
	start := l.pos
	l.pos = n + 1
	l.restOfWord()
	if k := len(l.toks); k > 0 && int(l.toks[k-1].end) == start && l.toks[k-1].kind == tWord {
		l.toks[k-1].kind, l.toks[k-1].kw = tVar, kNone
	}
	l.add(tVar, start)
	return true
}

// line returns s up to its first line end.
func line(s string) string {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i]
	}
	return s
}

// startsLine reports whether only white space precedes pos on its line.
func startsLine(text string, pos int) bool {
	for pos--; pos >= 0; pos-- {
		switch text[pos] {
		case '\n':
			return true
		case ' ', '\t', '\r', 0xEF, 0xBB, 0xBF:
		default:
			return false
		}
	}
	return true
}
