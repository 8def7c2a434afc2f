package r

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// texts reads string expressions: literals, names of constants, and functions that
// compose strings.
var texts = parse.TextReader{
	Literal: literal, Name: nameOf, Inner: inParentheses, Composed: composed,
	Sum: "none", IsCode: sqltext.Is, MayBeCode: sqltext.MayBe, IsName: sqltext.IsName,
}

// nameOf returns the name in a string expression that is a name.
func nameOf(n parse.Node) parse.Node {
	if n.Is("identifier") && !strings.HasPrefix(n.Text(), "`") {
		return n
	}
	return parse.Node{}
}

func inParentheses(n parse.Node) parse.Node {
	if n.Is("parenthesized_expression") {
		return inner(n)
	}
	return parse.Node{}
}

// composed appends the parts of a string that a function composes.
//
//	paste0("SELECT * FROM ", TABLE)    sprintf("SELECT * FROM %s", TABLE)
//	glue_sql("SELECT * FROM {`table`} WHERE id = {id}", .con = con)
func composed(r *parse.TextReader, p parse.TextParts, n parse.Node) (parse.TextParts, bool) {
	if !n.Is("call") {
		return p, false
	}
	args := arguments(n)
	switch name := calleeName(n); name {
	case "paste0", "paste", "str_c", "stri_c":
		return pasted(r, p, args, name == "paste"), true
	case "sprintf", "gettextf":
		fill := make([]parse.TextParts, 0, len(args))
		for i, a := range args {
			if i > 0 && a.name == "" {
				fill = append(fill, r.Parts(a.value))
			}
		}
		format, _ := literal(pick(args, 0, "fmt"))
		return p.Printf(format, fill), true
	case "glue", "glue_sql", "glue_data_sql", "str_glue", "glue_data":
		for i, a := range args {
			if a.name == "" && !(i == 0 && strings.Contains(name, "data")) {
				p = glued(p, a.value)
			}
		}
		return p, true
	case "SQL", "sql", "trimws", "str_trim", "str_squish", "as.character":
		if len(args) == 1 {
			return append(p, r.Parts(args[0].value)...), true
		}
	}
	return p, false
}

// pasted appends the parts of paste and paste0.
func pasted(r *parse.TextReader, p parse.TextParts, args []argument, spaced bool) parse.TextParts {
	first := true
	for _, a := range args {
		if a.name != "" {
			continue
		}
		if spaced && !first {
			p = p.Literal(" ")
		}
		first = false
		p = append(p, r.Parts(a.value)...)
	}
	return p
}

// glued appends the parts of a string whose braces hold code.
func glued(p parse.TextParts, n parse.Node) parse.TextParts {
	s, ok := literal(n)
	if !ok {
		return p.Hole()
	}
	for s != "" {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			return p.Literal(s)
		}
		p = p.Literal(s[:open])
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			return p
		}
		p, s = p.Hole(), s[open+end+1:]
	}
	return p
}

// minSQL is the length of the shortest string that is examined.
const minSQL = 12

// str keeps a string that is SQL.
func (w *walker) str(n parse.Node) {
	if n.Start() < w.folded || n.End()-n.Start() < minSQL {
		return
	}
	if s, _ := literal(n); sqltext.MayBe(s) && sqltext.Is(s) {
		w.embed(parse.Embedded{Text: s, Range: n.Range()})
	}
}

func (w *walker) embed(e parse.Embedded) {
	e.Def, e.Sink = w.def, w.sink
	w.f.Embedded = append(w.f.Embedded, e)
	w.folded = max(w.folded, e.Range.End)
}

// tableFunctions are the statements that functions of DBI and dbplyr run for a
// table given by name.
var tableFunctions = map[string]string{
	"dbReadTable": "SELECT * FROM ", "tbl": "SELECT * FROM ", "dbListFields": "SELECT * FROM ",
	"dbWriteTable": "INSERT INTO ", "dbAppendTable": "INSERT INTO ", "copy_to": "INSERT INTO ",
	"sqlAppendTable": "INSERT INTO ", "rows_append": "INSERT INTO ",
	"dbRemoveTable": "DROP TABLE ", "sqlInterpolate": "",
}

// sqlCall keeps the statement of a call: a composed string, or a table by its
// name. The call itself is read all the same.
func (w *walker) sqlCall(name string, n, piped parse.Node) bool {
	if verb, ok := tableFunctions[name]; ok && verb != "" {
		args, at := arguments(n), 1
		if !piped.IsZero() {
			at = 0
		}
		w.tableName(verb, pick(args, at, "name", "table"))
		return true
	}
	if n.Start() < w.folded {
		return false
	}
	switch name {
	case "paste0", "paste", "sprintf", "glue", "glue_sql", "glue_data_sql", "str_glue", "str_c":
		if e, ok := texts.Embedded(n, w.isLocal); ok {
			w.embed(e)
		}
		return true
	}
	return false
}

// tableName keeps the statement that a function runs for a table.
func (w *walker) tableName(verb string, at parse.Node) {
	name, ok := literal(at)
	if !ok && at.Is("call") { // in_schema("dbo", "orders"), Id(schema = "dbo", table = "orders")
		switch calleeName(at) {
		case "in_schema", "Id", "dbplyr_table_path", "I":
			var parts []string
			for _, a := range arguments(at) {
				if s, ok := literal(a.value); ok {
					parts = append(parts, s)
				}
			}
			name = strings.Join(parts, ".")
		}
	}
	if name == "" || !sqltext.IsName(name) {
		return
	}
	text := verb + name
	if verb == "INSERT INTO " {
		text += " DEFAULT VALUES"
	}
	w.f.Embedded = append(w.f.Embedded, parse.Embedded{Text: text, Range: at.Range(), Def: w.def, Sink: "dbReadTable"})
}

// embedValue keeps the string value of a constant.
func (w *walker) embedValue(i int32, value parse.Node) {
	d := &w.f.Definitions[i]
	if d.Kind != graph.KindConstant || len(d.Init) != 1 || value.Start() < w.folded {
		return
	}
	if _, ok := literal(value); !ok && !value.Is("call") {
		return
	}
	if e, ok := texts.Value(d.NameAt, value); ok {
		e.Def = i
		w.f.Embedded = append(w.f.Embedded, e)
		w.folded = value.End()
	}
}
