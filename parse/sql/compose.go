package sql

import (
	"cmp"
	"sort"
	"strings"
)

// This file evaluates string expressions: literals, variables with known strings,
// and a few functions of these. All other parts are holes.
//
//	SET @sql = N'SELECT * FROM ' + QUOTENAME('dbo') + N'.Orders';
//	IF @open = 1 SET @sql += N' WHERE Closed IS NULL';           // SELECT * FROM [dbo].Orders WHERE …
//	q := format('SELECT * FROM %I', t) || joins;                 // SELECT * FROM "{}" {}

// A text is a possible value of an expression.
type text []piece

// A piece of a text is a part of the script without doubled quotes, or text added
// by a function.
type piece struct {
	text  string
	at    uint32 // its offset in the script
	moves bool   // the script has it verbatim: each byte has its own offset
}

const hole = "{}"

// maxTexts bounds the alternatives of one expression, maxPieces the pieces of one
// text: each variable may double those of the one before it.
const (
	maxTexts  = 8
	maxPieces = 2000
)

// A variable holds strings that may be run as code.
type variable struct {
	name  string
	code  codeKind
	texts []heldText
}

// A heldText is a possible value of a variable: there are several if branches set
// it.
type heldText struct {
	text text
	done bool // it was run

	// from and to delimit the tokens of a value that consists of constants; 0 for
	// others.
	from, to int
}

// variable returns the known facts of the variable with a name, or nil.
func (s *script) variable(name string, code codeKind) *variable {
	for i := range s.variables {
		if v := &s.variables[i]; v.code == code && strings.EqualFold(v.name, name) {
			return v
		}
	}
	return nil
}

// set records an assignment to a variable. Enclosing branches are ignored: the
// previous values stay possible unless they were run, and an append applies to all
// of them.
func (s *script) set(name string, code codeKind, texts []heldText, appends bool) {
	v := s.variable(name, code)
	if v == nil {
		s.variables = append(s.variables, variable{name: name, code: code})
		v = &s.variables[len(s.variables)-1]
	}
	if appends {
		v.texts = texts
		return
	}
	var live []heldText
	for _, t := range v.texts {
		if !t.done {
			live = append(live, t)
		}
	}
	v.texts = append(live, texts...)
	v.texts = v.texts[max(len(v.texts)-maxTexts, 0):]
}

// A composer evaluates one string expression.
type composer struct {
	*reader
	self   string // the assigned variable, or empty
	usesIt bool   // the expression contains the variable itself: it is an append
}

// compose lists the possible values of the expression at toks[i:to].
func (c *composer) compose(i, to int) []text {
	out := []text{nil}
	for i < to {
		from := i
		var parts []text
		parts, i = c.operand(i, to)
		out = joinTexts(out, parts)
		i = max(i, from+1)
	}
	return out
}

// operand reads one operand of a string concatenation and returns where it ends.
// Operators yield nil.
func (c *composer) operand(i, to int) ([]text, int) {
	t := c.toks[i]
	switch {
	case t.kind == tString:
		return []text{c.literal(t)}, i + 1
	case t.kind == tNumber:
		return []text{{{text: c.word(i), at: t.start, moves: true}}}, i + 1
	case c.is(i, '+'), c.is(i, '|'):
		return nil, i + 1
	case t.kind == tCast:
		return nil, c.chainEnd(i+1, to)
	case c.is(i, '('):
		end := c.closing(i, to)
		if c.isQuery(i+1, end) {
			return c.hole(i), min(end+1, to)
		}
		return c.compose(i+1, end), min(end+1, to)
	case c.kw(i) == kCase:
		return c.cases(i, to)
	case t.kind == tWord && strings.EqualFold(c.word(i), "collate"):
		return nil, c.chainEnd(i+1, to)
	case (t.kind == tWord || t.kind == tQuoted) && c.is(i+1, '('):
		end := c.closing(i+1, to)
		return c.function(i, end), min(end+1, to)
	case t.kind == tVar || t.kind == tWord:
		if known := c.valueOf(c.word(i)); known != nil && !c.is(i+1, '.') {
			return known, i + 1
		}
	}
	return c.hole(i), c.chainEnd(i, to)
}

// chainEnd returns the position after the dotted name, or the token, at i.
func (c *composer) chainEnd(i, to int) int {
	if i >= to {
		return to
	}
	return min(max(c.chain(i, to).to, i+1), to)
}

func (c *composer) hole(i int) []text {
	return []text{{{text: hole, at: c.toks[i].start}}}
}

// literal returns the value of a string, with doubled quotes unescaped.
func (c *composer) literal(t token) text {
	from, to := c.s.content(t)
	var out text
	for t.ch != '$' {
		k := strings.Index(c.s.text[from:to], "''")
		if k < 0 {
			break
		}
		out = append(out, piece{c.s.text[from : from+k+1], uint32(from), true})
		from += k + 2
	}
	return append(out, piece{c.s.text[from:to], uint32(from), true})
}

// valueOf lists the possible values of a variable; nil if unknown.
func (c *composer) valueOf(name string) []text {
	if strings.EqualFold(name, c.self) {
		c.usesIt = true
	}
	v := c.s.variable(name, c.code)
	if v == nil {
		return nil
	}
	var out []text
	for _, h := range v.texts {
		out = append(out, h.text)
	}
	return out
}

// cases reads CASE … END at i: each result is an alternative.
func (c *composer) cases(i, to int) ([]text, int) {
	var out []text
	depth, from := 0, -1
	end := i
	for ; end < to; end++ {
		switch k := c.kw(end); {
		case c.is(end, '('):
			end = c.closing(end, to)
		case k == kCase:
			depth++
		case depth == 1 && (k == kThen || k == kElse || k == kWhen || k == kEnd):
			if from >= 0 {
				out = append(out, c.compose(from, end)...)
			}
			if from = -1; k == kThen || k == kElse {
				from = end + 1
			}
			if k == kEnd {
				return boundTexts(out), end + 1
			}
		case k == kEnd:
			depth--
		}
	}
	return c.hole(i), end
}

// function reads the call of the function at i, whose parenthesis closes at end.
func (c *composer) function(i, end int) []text {
	args := c.argumentList(i+2, end)
	arg := func(k int) []text {
		if k >= len(args) {
			return c.hole(i)
		}
		return c.compose(args[k][0], args[k][1])
	}
	switch name := strings.ToLower(c.ident(i)); name {
	case "concat":
		out := []text{nil}
		for k := range args {
			out = joinTexts(out, arg(k))
		}
		return out
	case "concat_ws":
		out := []text{nil}
		for k := 1; k < len(args); k++ {
			if k > 1 {
				out = joinTexts(out, arg(0))
			}
			out = joinTexts(out, arg(k))
		}
		return out
	case "quotename", "quote_ident":
		return c.quoted(arg(0), i)
	case "replace":
		if len(args) == 3 && args[1][1] == args[1][0]+1 && c.toks[args[1][0]].kind == tString {
			return replaced(arg(0), flat(c.literal(c.toks[args[1][0]])), arg(2))
		}
		return arg(0)
	case "format":
		return c.formatted(args, i)
	case "isnull", "coalesce", "nvl", "ifnull", "nullif", "upper", "lower", "trim", "ltrim", "rtrim",
		"btrim", "rtrimstr", "n":
		return arg(0)
	case "iif", "if":
		return boundTexts(append(arg(1), arg(2)...))
	case "cast", "try_cast":
		return c.compose(i+2, c.castEnd(i+2, end))
	case "convert", "try_convert":
		if len(args) > 1 {
			return arg(1)
		}
	case "char", "nchar", "chr":
		return []text{{{text: characterOf(c.word(i + 2)), at: c.toks[i].start}}}
	case "space":
		return []text{{{text: " ", at: c.toks[i].start}}}
	}
	return c.hole(i)
}

// argumentList lists the ranges of the arguments of a call.
func (c *composer) argumentList(i, end int) (out [][2]int) {
	from := i
	for ; i < end; i++ {
		switch {
		case c.is(i, '('):
			i = c.closing(i, end)
		case c.is(i, ','):
			out, from = append(out, [2]int{from, i}), i+1
		}
	}
	if from < end {
		out = append(out, [2]int{from, end})
	}
	return out
}

// castEnd returns the position of the AS of CAST(x AS type).
func (c *composer) castEnd(i, end int) int {
	for ; i < end && c.kw(i) != kAs; i++ {
		if c.is(i, '(') {
			i = c.closing(i, end)
		}
	}
	return min(i, end)
}

// quoted encloses texts in the quotes of names.
func (c *composer) quoted(list []text, i int) []text {
	open, close := `"`, `"`
	if c.s.dialect == TSQL {
		open, close = "[", "]"
	}
	at := c.toks[i].start
	var out []text
	for _, t := range list {
		q := append(text{{text: open, at: at}}, t...)
		out = append(out, append(q, piece{text: close, at: at}))
	}
	return out
}

// formatted fills the placeholders of format('… %I … %2$s', …) of PostgreSQL.
func (c *composer) formatted(args [][2]int, i int) []text {
	if len(args) == 0 || args[0][1] != args[0][0]+1 || c.toks[args[0][0]].kind != tString {
		return c.hole(i)
	}
	out := []text{nil}
	next := 1
	for _, p := range c.literal(c.toks[args[0][0]]) {
		for {
			k := strings.IndexByte(p.text, '%')
			if k < 0 || k+1 >= len(p.text) {
				break
			}
			out = joinTexts(out, []text{{p.cut(0, k)}})
			mark, size, number := formatMark(p.text[k+1:])
			if number == 0 && mark != '%' {
				number = next
				next++
			}
			p = p.cut(k+1+size, len(p.text))
			switch {
			case mark == '%':
				out = joinTexts(out, []text{{{text: "%", at: p.at}}})
			case number >= len(args) || mark == 'L':
				out = joinTexts(out, c.hole(i))
			case mark == 'I':
				out = joinTexts(out, c.quoted(c.compose(args[number][0], args[number][1]), i))
			default:
				out = joinTexts(out, c.compose(args[number][0], args[number][1]))
			}
		}
		out = joinTexts(out, []text{{p}})
	}
	return out
}

// formatMark reads the text after the % of a placeholder: its kind, its length,
// and the number of its argument or 0.
func formatMark(s string) (kind byte, size, number int) {
	n := 0
	for size < len(s) && (s[size] >= '0' && s[size] <= '9' || s[size] == '-') && n < 1000 {
		if s[size] != '-' {
			n = 10*n + int(s[size]-'0')
		}
		size++
	}
	if size < len(s) && s[size] == '$' {
		number = n
		size++
	}
	if size < len(s) {
		kind = s[size]
		size++
	}
	return kind, size, number
}

// cut returns a part of a piece.
func (p piece) cut(from, to int) piece {
	at := p.at
	if p.moves {
		at += uint32(from)
	}
	return piece{p.text[from:to], at, p.moves}
}

// characterOf returns the character with a code: white space or the quote, or else
// an unknown one.
func characterOf(code string) string {
	switch code {
	case "9", "10", "13", "32":
		return " "
	case "39":
		return "'"
	}
	return hole
}

// replaced replaces a placeholder in texts by other texts.
//
//	REPLACE(@sql, '{table}', 'dbo.Orders')
func replaced(list []text, place string, with []text) []text {
	if place == "" {
		return list
	}
	var out []text
	for _, t := range list {
		all := []text{nil}
		for _, p := range t {
			for {
				k := strings.Index(p.text, place)
				if k < 0 {
					break
				}
				all = joinTexts(all, []text{{p.cut(0, k)}})
				all = joinTexts(all, with)
				p = p.cut(k+len(place), len(p.text))
			}
			all = joinTexts(all, []text{{p}})
		}
		out = append(out, all...)
	}
	return boundTexts(out)
}

// joinTexts appends each of the parts to each text.
func joinTexts(list, parts []text) []text {
	if len(parts) == 0 {
		return list
	}
	var out []text
	for _, t := range list {
		for _, p := range parts {
			if len(t)+len(p) > maxPieces {
				p = text{{text: hole}}
			}
			if len(t) <= maxPieces && len(out) < maxTexts {
				out = append(out, append(t[:len(t):len(t)], p...))
			}
		}
	}
	return out
}

func boundTexts(list []text) []text { return list[:min(len(list), maxTexts)] }

// flat returns a text as a string.
func flat(t text) string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.text)
	}
	return b.String()
}

// placeOf returns a function that maps an offset of the text to its place in the
// script.
func (t text) placeOf() func(offset uint32) uint32 {
	starts := make([]uint32, len(t))
	n := uint32(0)
	for i, p := range t {
		starts[i] = n
		n += uint32(len(p.text))
	}
	return func(offset uint32) uint32 {
		i, found := sort.Find(len(starts), func(i int) int { return cmp.Compare(offset, starts[i]) })
		if !found {
			i--
		}
		// Of several pieces at one offset, all but the last are empty.
		for i+1 < len(starts) && starts[i+1] == offset {
			i++
		}
		if i < 0 {
			return 0
		}
		if t[i].moves {
			return t[i].at + offset - starts[i]
		}
		return t[i].at
	}
}
