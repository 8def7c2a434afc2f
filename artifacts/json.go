package artifacts

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A jsonLine builds one JSON object, its members in the order in which they are added. It
// only escapes where JSON requires it, so that lines stay readable; invalid UTF-8 becomes
// U+FFFD.
//
// Readers such as DuckDB infer the columns of a JSON Lines file from its first lines, and
// fail on a key that first appears later. An object with columns therefore has all of
// them: those that are not added have the column's value for a missing member.
type jsonLine struct {
	b       []byte
	columns []column // of the object being built, those not yet written; nil: any members
}

// A column is a member that every line of a file has.
type column struct {
	key     string
	missing string // the JSON value of a member that is not added
}

// columnsOf returns columns with the given keys. A key that ends with [] is a list, which
// is empty if it is not added; other members are then null.
func columnsOf(keys ...string) []column {
	columns := make([]column, len(keys))
	for i, key := range keys {
		columns[i] = column{key, "null"}
		if name, isList := strings.CutSuffix(key, "[]"); isList {
			columns[i] = column{name, "[]"}
		}
	}
	return columns
}

// begin begins a line. If columns is not nil, it lists all members in their order.
func (l *jsonLine) begin(columns []column) {
	l.columns = columns
	l.b = append(l.b[:0], '{')
}

func (l *jsonLine) end() {
	for len(l.columns) > 0 {
		l.skip()
	}
	l.b = append(l.b, '}')
}

// inner appends an object that add builds as an element of a list. If columns is not nil,
// it lists all its members.
func (l *jsonLine) inner(columns []column, add func()) {
	outer := l.columns
	l.columns = columns
	l.b = append(l.b, '{')
	add()
	l.end()
	l.columns = outer
}

// skip writes the next column as missing.
func (l *jsonLine) skip() {
	l.comma()
	l.b = append(append(append(l.b, '"'), l.columns[0].key...), `":`...)
	l.b = append(l.b, l.columns[0].missing...)
	l.columns = l.columns[1:]
}

func (l *jsonLine) comma() {
	if l.b[len(l.b)-1] != '{' {
		l.b = append(l.b, ',')
	}
}

// key begins a member. Of an object with columns, k is a column after those added before.
func (l *jsonLine) key(k string) {
	if l.columns != nil {
		for l.columns[0].key != k {
			l.skip()
		}
		l.columns = l.columns[1:]
	}
	l.comma()
	l.b = append(l.b, '"')
	l.b = append(l.b, k...)
	l.b = append(l.b, '"', ':')
}

func (l *jsonLine) str(k, v string) {
	l.key(k)
	l.b = appendJSON(l.b, v)
}

// raw adds a value that is JSON.
func (l *jsonLine) raw(k string, v []byte) {
	l.key(k)
	l.b = append(l.b, v...)
}

func (l *jsonLine) num(k string, v int) {
	l.key(k)
	l.b = strconv.AppendInt(l.b, int64(v), 10)
}

func (l *jsonLine) list(k string, v []string) {
	l.key(k)
	l.b = appendJSONList(l.b, v)
}

// A textRow is an object whose members are strings, in order.
type textRow [][2]string

func (l *jsonLine) objects(k string, rows []textRow) {
	l.key(k)
	l.b = append(l.b, '[')
	for i, row := range rows {
		if i > 0 {
			l.b = append(l.b, ',')
		}
		l.inner(nil, func() {
			for _, m := range row {
				l.str(m[0], m[1])
			}
		})
	}
	l.b = append(l.b, ']')
}

// Members that are not added if empty.

func (l *jsonLine) optStr(k, v string) {
	if v != "" {
		l.str(k, v)
	}
}

func (l *jsonLine) optNum(k string, v int) {
	if v != 0 {
		l.num(k, v)
	}
}

func (l *jsonLine) optList(k string, v []string) {
	if len(v) > 0 {
		l.list(k, v)
	}
}

func appendJSONList(b []byte, v []string) []byte {
	b = append(b, '[')
	for i, s := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, s)
	}
	return append(b, ']')
}

// appendJSON appends s as a JSON string.
func appendJSON(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[from:i]...), "\uFFFD"...)
				from = i + 1
			} else if r == '\u2028' || r == '\u2029' { // line breaks for some line-based readers
				b = append(append(b, s[from:i]...), `\u202`...)
				b = append(b, byte('8'+r-'\u2028'))
				from = i + size
			}
			i += size
			continue
		}
		if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
			i++
			continue
		}
		b = appendEscape(append(b, s[from:i]...), c)
		i++
		from = i
	}
	return append(append(b, s[from:]...), '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
