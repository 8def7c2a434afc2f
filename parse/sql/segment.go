package sql

// A form describes how a statement may contain others, and so where it ends.
type form uint8

const (
	plainForm form = iota // up to the next ';'
	// CREATE PROCEDURE or FUNCTION: a string, a statement, or declarations and a
	// block
	routineForm
	triggerForm // CREATE TRIGGER: a statement or a block
	blockForm   // BEGIN … END that runs at once or, in CREATE EVENT, on a schedule
	// CREATE PACKAGE, CREATE TYPE BODY: routines up to an END that has no BEGIN
	packageForm
)

// formOf returns the form of the statement at i. T-SQL, where batches hold
// statements, has none.
func (r *reader) formOf(i int) form {
	switch r.kw(i) {
	case kCreate, kAlter:
		if r.s.dialect != TSQL {
			return r.createForm(i)
		}
	case kBegin:
		if r.s.dialect == Generic && !r.beginsTransaction(i+1) {
			return blockForm
		}
	case kDeclare:
		if r.s.dialect == Generic && r.declaresVariable(i+1) {
			return blockForm
		}
	case kExecute:
		if r.s.dialect == Generic && r.wordIs(i+1, "block") {
			return blockForm
		}
	}
	return plainForm
}

// createForm returns the form of CREATE or ALTER at i. An ALTER that has no block
// is plain.
func (r *reader) createForm(i int) form {
	create := r.kw(i) == kCreate
	for n := 0; n < 16 && i < len(r.toks) && !r.is(i, '(') && !r.is(i, ';') &&
		r.toks[i].kind != tEnd; n++ {
		switch r.kw(i) {
		case kProcedure, kProc, kFunction:
			if create {
				return routineForm
			}
			return plainForm
		case kTrigger:
			if create {
				return triggerForm
			}
			return plainForm
		case kEvent:
			if r.kw(i+1) != kTrigger {
				return blockForm
			}
		case kType:
			if r.wordIs(i+1, "body") {
				return packageForm
			}
			return plainForm
		case kTable, kView, kIndex:
			return plainForm
		case kNone:
			if r.s.dialect != PostgreSQL && create && r.wordIs(i, "package") {
				return packageForm
			}
		}
		i++
	}
	return plainForm
}

// beginsTransaction reports whether the token at i, after BEGIN, makes it the
// start of a transaction.
func (r *reader) beginsTransaction(i int) bool {
	if i >= len(r.toks) || r.is(i, ';') || r.toks[i].kind == tEnd {
		return true
	}
	for _, w := range []string{"transaction", "tran", "work", "isolation", "read", "deferred",
		"immediate", "exclusive", "concurrent", "not", "deferrable"} {
		if r.wordIs(i, w) {
			return true
		}
	}
	return false
}

// declaresVariable reports whether the token at i, after DECLARE, may begin a
// variable of a block: not a cursor, table or foreign function of a script.
func (r *reader) declaresVariable(i int) bool {
	switch r.kw(i) {
	case kGlobal, kLocal, kExternal, kTemporary, kTemp, kFilter:
		return false
	}
	for n := i + 1; n < i+5 && n < len(r.toks) && !r.is(n, ';'); n++ {
		if r.wordIs(n, "cursor") {
			return false
		}
	}
	return r.isIdent(i)
}

// statementEnd returns the index of the token that ends the statement at i: in
// T-SQL the end of the batch.
func (r *reader) statementEnd(i int, f form) int {
	if r.s.dialect == TSQL {
		for r.batch = max(r.batch, i); r.batch < len(r.toks) &&
			r.toks[r.batch].kind != tEnd; r.batch++ {
		}
		return r.batch
	}
	if f != plainForm {
		if r.slashes {
			return r.toMark(i)
		}
		b := blocks{r: r, form: f, first: -1}
		return b.end(i)
	}
	for start := i; i < len(r.toks); i++ {
		t := r.toks[i]
		switch {
		case t.kind == tEnd:
			return i
		case t.kind == tPunct && t.ch == '(' && t.link > 0:
			i = int(t.link)
		case t.kind == tPunct && t.ch == ';' && !t.inner:
			return i
		case r.s.dialect == Generic && i > start && r.kw(start+1) != kSchema &&
			(t.kw == kCreate || t.kw == kAlter && r.kw(i+1) == kTable) &&
			startsLine(r.s.text, int(t.start)):
			return i // the ';' before it is missing
		}
	}
	return i
}

// toMark returns the index of the next unambiguous end of a statement.
func (r *reader) toMark(i int) int {
	for i < len(r.toks) && r.toks[i].kind != tEnd {
		i++
	}
	return i
}

// A blocks tracks the nesting of BEGIN … END from the start of a statement to its
// end.
type blocks struct {
	r       *reader
	form    form
	base    int  // depth of the members of a package
	depth   int  // unclosed BEGINs and CASEs
	awaited int  // declarations without their BEGIN so far
	body    bool // the word before the body (IS, AS) was passed
	closed  bool // a block was opened and closed
	first   int  // the first ';' that did not end the statement, or -1
}

// end returns the index of the token that ends the statement at i: the ';' after
// its last END, a mark, or the start of the next statement without either.
func (b *blocks) end(i int) int {
	r, start := b.r, i
	for ; i < len(r.toks); i++ {
		t := r.toks[i]
		switch {
		case t.kind == tEnd:
			return i
		case t.kind == tPunct && t.ch == '(' && t.link > 0:
			i = int(t.link)
		case t.kind == tPunct && t.ch == ';' && !t.inner:
			if b.depth == 0 && b.awaited == 0 {
				return i
			}
			if b.first < 0 {
				b.first = i
			}
		case t.kind != tWord || r.is(i-1, '.'):
		case t.kw == kCreate && i > start && b.depth == 0 && r.s.dialect != PostgreSQL &&
			startsLine(r.s.text, int(t.start)):
			if b.awaited > 0 && b.first > 0 {
				return b.first // these were not declarations
			}
			if b.closed {
				return i
			}
		default:
			b.word(i)
		}
	}
	if b.awaited > 0 && b.depth == 0 && b.first > 0 {
		return b.first
	}
	return i
}

// word handles the word at i.
func (b *blocks) word(i int) {
	r := b.r
	switch r.kw(i) {
	case kIs, kAs:
		b.opensBody(i)
	case kDeclare:
		if b.depth == b.base && b.awaited == 0 && r.s.dialect == Generic {
			b.awaited, b.body = 1, true
		}
	case kTrigger:
		if r.wordIs(i-1, "compound") {
			b.base, b.depth, b.body = 1, 1, true
		}
	case kProcedure, kFunction:
		if b.body && b.depth == b.base && (b.awaited > 0 || b.form == packageForm) &&
			r.hasBody(i+1) {
			b.awaited++
		}
	case kBegin:
		switch {
		case b.awaited > 0 && b.depth == b.base:
			b.awaited--
			b.depth++
		case b.form == packageForm && b.depth == b.base: // initialization of a package
		default:
			b.depth++
		}
	case kCase:
		if r.kw(i-1) != kEnd {
			b.depth++
		}
	case kEnd:
		b.closes(i)
	}
}

// opensBody handles the IS or AS at i.
func (b *blocks) opensBody(i int) {
	if b.body || b.depth > 0 {
		return
	}
	switch b.form {
	case packageForm:
		b.base, b.depth, b.body = 1, 1, true
	case routineForm:
		b.body = true
		if b.r.s.dialect == Generic && b.r.isDeclaration(i+1) {
			b.awaited = 1
		}
	}
}

// closes handles the END at i.
func (b *blocks) closes(i int) {
	if b.depth == 0 {
		return
	}
	switch b.r.kw(i + 1) {
	case kIf, kLoop, kWhile, kRepeat, kFor:
		if b.r.endsStatement(i) {
			return
		}
	}
	if b.depth--; b.depth == 0 && b.awaited == 0 {
		b.closed = true
	}
}

// isDeclaration reports whether a declaration of PL/SQL is at i, after IS or AS.
func (r *reader) isDeclaration(i int) bool {
	switch k := r.kw(i); {
	case !r.isIdent(i), starters[k], k == kLanguage, k == kExternal, k == kReplace, k == kCall,
		k == kValues:
		return false
	}
	return true
}

// hasBody reports whether a routine declaration, whose name is at i, has a body
// and is not only a forward declaration.
func (r *reader) hasBody(i int) bool {
	for ; i < len(r.toks) && !r.is(i, ';') && r.toks[i].kind != tEnd; i++ {
		switch {
		case r.is(i, '('):
			i = r.past(i, len(r.toks)) - 1
		case r.kw(i) == kIs || r.kw(i) == kAs:
			return r.kw(i+1) != kLanguage && r.kw(i+1) != kExternal
		}
	}
	return false
}

// block reads a block that a script runs, or the routines of a package: their
// effects belong to the enclosing run.
func (r *reader) block(i, end int) int {
	created := r.kw(i) == kCreate || r.kw(i) == kAlter
	for i < end && r.kw(i) != kBegin && r.kw(i) != kDeclare && r.kw(i) != kDo && r.kw(i) != kIs &&
		r.kw(i) != kAs {
		i++
	}
	if r.kw(i) == kIs || r.kw(i) == kAs {
		i++
	}
	code := r.code
	r.code, r.s.later = routineCode, created
	r.routine(i, end)
	r.code, r.s.later = code, false
	return end
}
