package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// createIndex reads CREATE INDEX … ON table. In a script it is a statement whose
// name is qualified by the table, since two tables may have indexes of the same
// name.
//
//	CREATE UNIQUE INDEX IX_Number ON sales.Order (Number) WHERE State > 0    -- Order.IX_Number
//
// An index that a routine creates when it runs, or that belongs to a temporary
// table, is only a use of the table.
func (r *reader) createIndex(h *head, end int) int {
	named := h.name.n > 0 && !(h.name.n == 1 && r.kw(h.name.from) == kOn)
	i := h.next
	if !named {
		i = h.name.from
	}
	for i < end && r.kw(i) != kOn && !r.is(i, ';') && r.toks[i].kind != tEnd {
		i++
	}
	if r.kw(i) != kOn || h.form == formAlter || i >= end {
		return r.skipOther(i, end)
	}
	table := r.indexed(i, end)
	i = max(table.to, i+1)
	if !r.ownsIndex(&table) {
		if r.inBody() {
			r.s.mute++
		}
		r.emit(parse.RefUse, &table, 0)
		i = r.indexRest(i, end)
		if r.inBody() {
			r.s.mute--
		}
		return i
	}
	name := r.indexName(&table, i, end)
	if named {
		name = h.name.name()
	} else {
		h.name.at = table.at
	}
	schema := table.schema()
	d := r.define(h, graph.KindBatch, schema, name, table.name()+"."+name)
	r.s.facts.Definitions[d].AddRare().Form = formIndex
	r.emit(parse.RefOn, &table, 0)
	columns := i
	if r.kw(i) == kUsing {
		columns = min(i+2, end)
	}
	r.describe(d, h.at, r.pastParen(columns, end))
	i = r.indexRest(i, end)
	r.close(d, i)
	return i
}

// indexed returns the table after the ON at i; n is 0 for a cluster of Oracle,
// which holds several.
func (r *reader) indexed(i, end int) chain {
	i = r.skipWords(i+1, kOnly)
	if r.wordIs(i, "cluster") && r.isIdent(i+1) {
		return chain{from: i, to: i}
	}
	return r.chain(i, end)
}

// ownsIndex reports whether an index of that table is a definition of a script.
func (r *reader) ownsIndex(table *chain) bool {
	return table.n > 0 && table.n < 3 && table.name() != "" && !r.inBody() && !r.s.dynamic &&
		r.s.inner < 0 && !r.isTemp(table) && !isSystem(r.s.dialect, table)
}

// indexRest reads the part after the table: columns, expressions, a condition.
func (r *reader) indexRest(i, end int) int {
	if r.kw(i) == kUsing {
		i = min(i+2, end)
	}
	switch {
	case r.s.dialect == TSQL:
		return r.skipStatement(i, end)
	case r.s.dialect == MySQL && i < end && r.is(i, '('):
		// name(10) is a prefix of a column; an expression is parenthesized.
		close := r.closing(i, end)
		for i++; i < close; i++ {
			if r.is(i, '(') && !r.isIdent(i-1) {
				i = r.paren(i, close) - 1
			}
		}
	}
	return r.rest(i, end)
}

// indexName names an index without a name, of the table before i. PostgreSQL
// composes the name from the table, the columns and idx; the only one in T-SQL is
// the full-text index of its table.
func (r *reader) indexName(table *chain, i, end int) string {
	if r.s.dialect == TSQL {
		return "FULLTEXT"
	}
	for i < end && !r.is(i, '(') && !r.is(i, ';') {
		i++
	}
	parts := []string{table.name()}
	if i < end && r.is(i, '(') {
		close := r.closing(i, end)
		for i++; i < close; i++ {
			part := "expr"
			if c := r.chain(i, close); c.n == 1 { // a column or a function
				part = c.name()
			}
			parts = append(parts, part)
			for i < close && !r.is(i, ',') {
				if r.is(i, '(') {
					i = r.past(i, close)
				} else {
					i++
				}
			}
		}
	}
	return strings.Join(append(parts, "idx"), "_")
}
