package sql

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// A constant is the strings that a variable of a routine was set to, in
// assignments that each may be run as code.
type constant struct {
	name     string
	from, to int // the tokens of the value
	code     codeKind
	done     bool
}

// assign notes what the variable at i is set to.
func (s *script) assign(r *reader, i, end int) { s.assignFrom(r, r.word(i), i+1, end) }

// assignFrom notes the value that follows the name of a variable, from the sign
// of the assignment on, if it holds strings.
func (s *script) assignFrom(r *reader, name string, from, end int) {
	if s.dynamic || s.owner == 0 && s.dialect != TSQL && s.dialect != MySQL {
		return
	}
	for n := 0; n < 3 && from < end && (r.is(from, ':') || r.is(from, '=') || r.is(from, '+') ||
		r.kw(from) == kDefault); n++ {
		from++
	}
	to, strs := from, false
	for to < end && !r.is(to, ';') && r.toks[to].kind != tEnd && !r.starts(to, end) {
		strs = strs || r.toks[to].kind == tString
		to++
	}
	if strs {
		s.constants = append(s.constants, constant{name: name, from: from, to: to, code: r.code})
	}
}

// runStrings reads the strings from i on, up to the end of an argument, as the
// code that they are when they run: constants, and variables that were set to some.
func (s *script) runStrings(r *reader, i, end int) {
	if s.dynamic || s.mute > 0 {
		return
	}
	to := i
	for to < end && !r.is(to, ',') && !r.is(to, ';') && r.toks[to].kind != tEnd &&
		r.kw(to) != kUsing && r.kw(to) != kInto && r.kw(to) != kLoop {
		if r.wordIs(to, "format") && r.is(to+1, '(') {
			end = r.closing(to+1, end)
			to += 2
			i = to
			continue
		}
		if r.is(to, '(') {
			to = r.past(to, end)
			continue
		}
		if s.dialect == TSQL && r.starts(to, end) {
			break
		}
		to++
	}
	if to == i+1 && r.toks[i].kind != tString {
		for k := range s.constants {
			if c := &s.constants[k]; !c.done && c.code == r.code &&
				strings.EqualFold(c.name, r.word(i)) {
				c.done = true
				s.readChoices(r, c.from, c.to)
			}
		}
		return
	}
	s.readStrings(r, i, to)
}

// readChoices reads the strings among toks[i:to] that are alternatives, each as code.
//
//	SET @s = IF(@found, 'SELECT 1', 'ALTER TABLE orders ADD zip int'); PREPARE x FROM @s;
func (s *script) readChoices(r *reader, i, to int) {
	joined := s.dialect != MySQL
	for k := i; k < to; k++ {
		joined = joined || r.wordIs(k, "concat")
	}
	if joined {
		s.readStrings(r, i, to)
		return
	}
	for ; i < to; i++ {
		s.readStrings(r, i, i+1)
	}
}

// readStrings reads the strings among toks[i:to], put together, as code. What is
// put in between them at run time is a variable; a name that touches it is no constant name.
func (s *script) readStrings(r *reader, i, to int) {
	l := lexer{text: s.text, dialect: s.dialect, quote: 2, body: true, formats: s.dialect != TSQL}
	whole := true // nothing is put in that is no constant
	for ; i < to; i++ {
		t := r.toks[i]
		if t.kind != tString {
			whole = whole && (r.is(i, '+') || len(l.toks) == 0 && t.kind != tVar)
			continue
		}
		from, until := s.content(t)
		l.quote = 2
		if t.ch == '$' {
			l.quote = 1
		}
		l.pos, l.end = from, until
		first := len(l.toks)
		l.run()
		n := len(l.toks)
		if n > first && first > 0 && int(l.toks[first].start) == from {
			l.hole(first)
		}
		if n > first && int(l.toks[n-1].end) == until && i+1 < to {
			l.hole(n - 1)
			if l.toks[n-1].ch == '.' { // what is put in is the name: 'dbo.' + @table
				l.toks = append(l.toks, token{kind: tVar, start: uint32(until), end: uint32(until)})
			}
		}
	}
	if whole && s.owner == 0 && s.addsKey(l.toks) {
		return
	}
	if len(l.toks) < 2 || !isVerb(l.toks[0].kw) {
		return
	}
	breaks := s.breaks
	s.dynamic = true
	sub := &reader{s: s, toks: l.toks, code: sqlCode}
	sub.fragment()
	s.dynamic, s.breaks = false, breaks
}

// hole takes the token at i for a variable if it is a name that goes on in what
// is put in beside it.
func (l *lexer) hole(i int) {
	if t := &l.toks[i]; t.kind == tWord && t.kw == kNone || t.kind == tNumber {
		t.kind = tVar
	}
}

// isVerb reports whether code that is worth reading begins with the word k.
func isVerb(k keyword) bool {
	switch k {
	case kSelect, kInsert, kUpdate, kDelete, kMerge, kWith, kExec, kExecute, kTruncate, kDeclare,
		kSet, kIf, kBegin, kCall, kCreate, kAlter, kDrop, kUse, kCopy:
		return true
	}
	return false
}

// fragment reads all statements of code that is in a string.
//
// A block that calls a procedure is how clients of Oracle run one:
//
//	BEGIN billing.close_month(:m); END;
func (r *reader) fragment() {
	if r.kw(0) == kBegin {
		if c := r.chain(1, len(r.toks)); c.n > 0 && r.is(c.to, '(') {
			r.emit(parse.RefExec, &c, 0)
		}
	}
	if r.s.dialect == TSQL {
		r.code = routineCode
		r.tsqlCode(0, len(r.toks))
		return
	}
	r.body()
}

// addsKey reads the ALTER TABLE in a string that a script runs itself, and whose foreign key is
// written out: the table has it, as if the statement were no string. What a routine would
// alter if it were called does not count as a change of the table.
//
//	EXEC('ALTER TABLE lines ADD CONSTRAINT fk FOREIGN KEY (order_id) REFERENCES orders (id)')
func (s *script) addsKey(toks []token) bool {
	r := &reader{s: s, toks: toks, code: scriptCode}
	if r.kw(0) != kAlter || r.kw(1) != kTable {
		return false
	}
	keys := slices.ContainsFunc(toks, func(t token) bool { return t.kw == kReferences })
	if !keys {
		return false
	}
	breaks, start := s.breaks, s.run.start
	s.dynamic = true
	h := r.head(0, len(toks))
	r.alterTable(&h, len(toks))
	r.noteDDL(&h, len(toks))
	s.dynamic, s.breaks = false, breaks
	s.openRun(max(start, toks[len(toks)-1].end))
	return true
}
