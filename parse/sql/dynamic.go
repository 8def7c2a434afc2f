package sql

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// assign records the assignment to the variable at i.
func (s *script) assign(r *reader, i, end int) { s.assignFrom(r, r.word(i), i+1, end) }

// assignFrom records the value after the name of a variable, from the assignment
// sign on, if it holds strings.
func (s *script) assignFrom(r *reader, name string, from, end int) {
	if s.dynamic || s.owner == 0 && s.dialect != TSQL && s.dialect != MySQL {
		return
	}
	appends := false
	for n := 0; n < 3 && from < end && (r.is(from, ':') || r.is(from, '=') || r.is(from, '+') ||
		r.kw(from) == kDefault); n++ {
		appends = appends || r.is(from, '+')
		from++
	}
	to, strs := r.valueEnd(from, end), false
	for i := from; i < to && !strs; i++ {
		strs = r.toks[i].kind == tString || s.variable(r.word(i), r.code) != nil
	}
	if !strs {
		return
	}
	c := composer{reader: r, self: name}
	texts := s.alternatives(&c, from, to)
	if appends { // @x += …
		if before := c.valueOf(name); before != nil {
			texts = heldTexts(joinTexts(before, plainTexts(texts)))
		}
	}
	s.set(name, r.code, texts, c.usesIt)
}

// valueEnd returns where the string expression at i ends: at a comma, a clause or
// a statement outside of parentheses and of CASE … END.
func (r *reader) valueEnd(i, end int) int {
	for cases := 0; i < end && r.toks[i].kind != tEnd && !r.is(i, ';'); i++ {
		switch k := r.kw(i); {
		case r.is(i, '('):
			if i = r.closing(i, end); i >= end {
				return end
			}
		case k == kCase:
			cases++
		case cases > 0 && k == kEnd:
			cases--
		case cases > 0:
		case r.is(i, ','), k == kUsing, k == kInto, k == kLoop, k == kFrom, k == kWhere, r.starts(i, end):
			return i
		}
	}
	return i
}

// assignSelected records the assignments to variables in the list of a T-SQL
// SELECT at toks[i:end].
//
//	SELECT @sql = N'DELETE FROM dbo.Orders', @n += 1
func (s *script) assignSelected(r *reader, i, end int) {
	if s.dialect != TSQL {
		return
	}
	for first := true; i < end; i++ {
		switch {
		case r.is(i, '('):
			i = r.closing(i, end)
		case r.toks[i].kind == tVar && (first || r.is(i-1, ',')) &&
			(r.is(i+1, '=') || r.is(i+1, '+') && r.is(i+2, '=')):
			s.assign(r, i, end)
		}
		first = false
	}
}

// alternatives lists the possible values of the expression at toks[from:to]. In
// MySQL, where only CONCAT concatenates strings, each string in an expression
// without it is one.
//
//	SET @s = IF(@found, 'SELECT 1', 'ALTER TABLE orders ADD zip int'); PREPARE x FROM @s;
func (s *script) alternatives(c *composer, from, to int) (out []heldText) {
	constants := true
	for i := from; i < to; i++ {
		constants = constants && (c.toks[i].kind == tString || c.is(i, '+'))
	}
	joined := s.dialect != MySQL
	for i := from; i < to; i++ {
		joined = joined || c.wordIs(i, "concat") || c.wordIs(i, "concat_ws") || c.wordIs(i, "replace")
	}
	if !joined {
		for i := from; i < to && len(out) < maxTexts; i++ {
			if t := c.toks[i]; t.kind == tString {
				out = append(out, heldText{text: c.literal(t), from: i, to: i + 1})
			}
		}
		return out
	}
	out = heldTexts(c.compose(from, to))
	if constants && len(out) == 1 {
		out[0].from, out[0].to = from, to
	}
	return out
}

func heldTexts(list []text) (out []heldText) {
	for _, t := range list {
		out = append(out, heldText{text: t})
	}
	return out
}

func plainTexts(list []heldText) (out []text) {
	for _, t := range list {
		out = append(out, t.text)
	}
	return out
}

// runStrings reads the strings from i on, up to the end of an argument, as the
// code that they are when they run: constants, and variables with known values.
func (s *script) runStrings(r *reader, i, end int) {
	if s.dynamic || s.mute > 0 {
		return
	}
	if r.wordIs(i, "immediate") { // Oracle
		i++
	}
	to := r.valueEnd(i, end)
	if to == i+1 && r.toks[i].kind != tString {
		v := s.variable(r.word(i), r.code)
		for k := 0; v != nil && k < len(v.texts); k++ {
			if h := &v.texts[k]; !h.done {
				h.done = true
				s.run1(r, h, false)
			}
		}
		return
	}
	c := composer{reader: r}
	list := s.alternatives(&c, i, to)
	for k := range list {
		s.run1(r, &list[k], false)
	}
}

// runNamed reads the values of the variable at i as the name of a procedure that is run.
//
//	SET @name = N'dbo.Close'; EXEC @name @id = 1
func (s *script) runNamed(r *reader, i int) {
	v := s.variable(r.word(i), r.code)
	if s.dynamic || s.mute > 0 || v == nil {
		return
	}
	for k := range v.texts {
		s.run1(r, &v.texts[k], true)
	}
}

// run1 reads a text as code, or as the name of a procedure. A hole is a part of a name: such a name refers to no
// known object.
func (s *script) run1(r *reader, h *heldText, named bool) {
	if h.to > h.from && s.owner == 0 && s.addsKey(s.constantTokens(r, h.from, h.to)) {
		return
	}
	code := flat(h.text)
	if s.ran += len(code); s.ran > maxRan {
		return
	}
	l := lexer{text: code, end: len(code), dialect: s.dialect, quote: 1, body: true, holes: true,
		formats: s.dialect != TSQL}
	l.run()
	switch n := len(l.toks); {
	case named && (n == 0 || l.toks[0].kind == tVar), !named && (n < 2 || !isVerb(l.toks[0].kw)):
		return
	}
	breaks, script, mark := s.breaks, s.text, s.mark()
	s.dynamic, s.text = true, code
	written := s.columns.withoutWritten()
	sub := &reader{s: s, toks: l.toks, code: sqlCode}
	if named {
		sub.exec(0, len(l.toks))
	} else {
		sub.fragment()
	}
	s.columns.restoreWritten(written)
	s.dynamic, s.text, s.breaks = false, script, breaks
	s.settleRun(mark, h.text.placeOf())
}

// maxRan bounds the total bytes of the texts that are run: a loop of assignments
// may run a longer one each time.
const maxRan = 16 << 20

// A runMark holds the numbers of facts of a script at the point where reading a
// run text begins.
type runMark struct{ refs, changes, uses, scopes, declared int }

func (s *script) mark() runMark {
	m := runMark{refs: len(s.refs), changes: len(s.facts.Changes)}
	if k := s.columns; k != nil {
		m.uses, m.scopes, m.declared = len(k.Uses), len(k.Scopes), len(k.Declared)
	}
	return m
}

// settleRun maps the positions of the facts of a text to the script, and drops
// names with holes, and duplicates from another value of the same variable.
func (s *script) settleRun(m runMark, place func(uint32) uint32) {
	if s.said == nil {
		s.said = map[runRef]bool{}
	}
	for i := range s.refs[m.refs:] {
		ref := &s.refs[m.refs+i]
		ref.At = place(ref.At)
		k := runRef{ref.At, ref.Kind, ref.Op, ref.Name}
		if isOpenName(ref) || s.said[k] {
			ref.Kind = 0
		}
		s.said[k] = true
	}
	changes := s.facts.Changes[:m.changes]
	for _, x := range s.facts.Changes[m.changes:] {
		x.At = place(x.At)
		if !strings.Contains(x.Name+x.Schema+x.Part+x.To, hole) {
			changes = append(changes, x)
		}
	}
	s.facts.Changes = changes
	s.columns.settleRun(m, place)
}

// A runRef is the key of a reference from a text that was run.
type runRef struct {
	at   uint32
	kind parse.RefKind
	op   graph.Ops
	name string
}

func isOpenName(ref *parse.Reference) bool {
	return strings.Contains(ref.Name, hole) || slices.ContainsFunc(ref.Recv,
		func(step parse.Step) bool { return strings.Contains(step.Name, hole) })
}

// constantTokens lexes the concatenated constants among toks[i:to], each token at
// its place in the script.
func (s *script) constantTokens(r *reader, i, to int) []token {
	l := lexer{text: s.text, dialect: s.dialect, quote: 2, body: true, formats: s.dialect != TSQL}
	for ; i < to; i++ {
		t := r.toks[i]
		if t.kind != tString {
			continue
		}
		l.pos, l.end = s.content(t)
		l.quote = 2
		if t.ch == '$' {
			l.quote = 1
		}
		l.run()
	}
	return l.toks
}

// isVerb reports whether code that begins with the word k is worth reading.
func isVerb(k keyword) bool {
	switch k {
	case kSelect, kInsert, kUpdate, kDelete, kMerge, kWith, kExec, kExecute, kTruncate, kDeclare,
		kSet, kIf, kBegin, kCall, kCreate, kAlter, kDrop, kUse, kCopy:
		return true
	}
	return false
}

// fragment reads all statements of code in a string.
//
// Clients of Oracle run a procedure by a block that calls it:
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

// addsKey reads an ALTER TABLE with a literal foreign key in a string that the
// script itself runs: the table gets the key, as if the statement were not in a
// string. An ALTER TABLE in a routine, which takes effect only when the routine is
// called, does not change the table.
//
//	EXEC('ALTER TABLE lines ADD CONSTRAINT fk FOREIGN KEY (order_id) REFERENCES orders (id)')
func (s *script) addsKey(toks []token) bool {
	r := &reader{s: s, toks: toks, code: scriptCode}
	if len(toks) < 2 || r.kw(0) != kAlter || r.kw(1) != kTable {
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
