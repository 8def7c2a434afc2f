package sql

import "seedgraph/parse"

// castTo reads ::type at i.
func (r *reader) castTo(i, end int) int {
	if i+1 < end && r.isIdent(i+1) {
		if r.s.dialect == TSQL { // type::Method(), whose type was read before
			return r.member(i+1, end)
		}
		return r.typeName(i+1, end)
	}
	return i + 1
}

// typeName reads a type and, unless it is built in, adds a use of it.
func (r *reader) typeName(i, end int) int {
	_, i = r.typeRef(i, end)
	return i
}

// typeRef reads a type at i and returns it as written.
func (r *reader) typeRef(i, end int) (parse.TypeRef, int) {
	start := i
	if r.kw(i) == kSetof {
		i++
	}
	c := r.chain(i, end)
	if c.n == 0 {
		return parse.TypeRef{}, min(i+1, end)
	}
	i = c.to
	if r.is(i, '%') && (r.wordIs(i+1, "type") || r.wordIs(i+1, "rowtype")) {
		if r.wordIs(i+1, "type") {
			r.columnOwner(&c)
		} else {
			r.emit(parse.RefUse, &c, 0)
		}
		i += 2
	} else if c.n > 1 || c.quoted || !isBuiltinType(c.name()) {
		r.emit(parse.RefUse, &c, 0)
	} else {
		i = r.typeWords(i, end)
	}
	if r.is(i, '(') && i < end {
		i = r.past(i, end)
	}
	i = r.typeWords(i, end)
	for r.is(i, '[') && i < end && r.s.dialect != TSQL {
		for i < end && !r.is(i, ']') {
			i++
		}
		i = min(i+1, end)
	}
	if i <= start {
		return parse.TypeRef{}, min(start+1, end)
	}
	at := r.toks[start].start
	return parse.TypeRef{Name: collapse(r.s.text[at:r.toks[i-1].end]), At: at}, i
}

// typeWords reads what may follow the first word of a type: double precision,
// timestamp with time zone, character varying, ARRAY.
func (r *reader) typeWords(i, end int) int {
	for i < end && r.toks[i].kind == tWord {
		switch {
		case r.kw(i) == kVarying || r.kw(i) == kPrecision || r.kw(i) == kArray ||
			r.wordIs(i, "unsigned") || r.wordIs(i, "zerofill"):
			i++
		case (r.kw(i) == kWith || r.wordIs(i, "without")) && r.kw(i+1) == kTime:
			i += 3
		default:
			return min(i, end)
		}
	}
	return min(i, end)
}
