package adonet

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// copies are the methods of Npgsql that take a COPY statement.
var copies = resolve.WordSet(`BeginBinaryImport BeginBinaryImportAsync BeginBinaryExport
	BeginBinaryExportAsync BeginTextImport BeginTextImportAsync BeginTextExport
	BeginTextExportAsync BeginRawBinaryCopy BeginRawBinaryCopyAsync`)

// called reads a call: a copy, or a write of an adapter.
func (r *reader) called(x eval.Expr) {
	switch {
	case copies[x.Expr.Text]:
		for _, name := range []string{"copyFromCommand", "copyToCommand", "copyCommand"} {
			if e := x.Arg(0, name); e != nil {
				r.copied(x.Sub(e))
				break
			}
		}
	case x.Expr.Text == "Update":
		if of := r.of(x.Def, nameOf(x.Recv)); of != nil {
			of.updates = append(of.updates, x)
		}
	}
}

// copied records the table that a COPY statement writes or reads.
//
//	COPY orders (id) FROM STDIN    COPY orders TO STDOUT    COPY (SELECT …) TO STDOUT
func (r *reader) copied(x eval.Expr) {
	text, by := r.known(x)
	text = strings.TrimSpace(text)
	const verb = "COPY"
	if len(text) <= len(verb) || !strings.EqualFold(text[:len(verb)], verb) {
		return
	}
	text = strings.TrimSpace(text[len(verb):])
	if strings.HasPrefix(text, "(") {
		r.BindStatement(x.In, x.Def, x.At, text[1:max(1, strings.LastIndexByte(text, ')'))], by)
		return
	}
	end := strings.IndexAny(text, " \t\r\n(")
	if end < 0 {
		return
	}
	from := strings.Index(strings.ToUpper(text[end:]), "FROM STDIN")
	if name := text[:end]; from >= 0 {
		r.enter(x, by, "INSERT INTO ", name, " DEFAULT VALUES")
	} else {
		r.enter(x, by, "SELECT * FROM ", name, "")
	}
}

// enter records a statement made of a table name with text around it; by lists the
// definitions that the name comes from.
func (r *reader) enter(x eval.Expr, by []resolve.DefID, before, name, behind string) {
	if isName(name) {
		r.BindStatement(x.In, x.Def, x.At, before+name+behind, by)
	}
}

// known returns the known parts of a string, with holes, and the definitions that it
// comes from.
func (r *reader) known(x eval.Expr) (text string, by []resolve.DefID) {
	text, by, _ = r.TextWithSources(x)
	return strings.ReplaceAll(text, "\x00", resolve.Hole), by
}

// insert records an insert into a table.
//
//	copy.DestinationTableName = "dbo.Orders";
func (r *reader) insert(name eval.Expr) {
	text, by := r.known(name)
	r.enter(name, by, "INSERT INTO ", text, " DEFAULT VALUES")
}

// read records a read of a table.
func (r *reader) read(name eval.Expr) {
	text, by := r.known(name)
	r.enter(name, by, "SELECT * FROM ", text, "")
}

// isName reports whether a text has known parts.
func isName(text string) bool { return strings.Trim(text, "{}. ") != "" }

// close records the uses that follow from the state of an object.
func (r *reader) close(of *said) {
	if of.direct && len(of.texts) == 1 {
		r.read(of.texts[0])
	}
	if !of.built || len(of.selects) != 1 || len(of.updates) == 0 {
		return
	}
	statement, by := r.known(of.selects[0])
	table := r.only(statement)
	if table == "" {
		return
	}
	for _, x := range of.updates {
		r.BindStatement(x.In, x.Def, x.At, "INSERT INTO "+table+" DEFAULT VALUES; UPDATE "+table+
			" SET x = 1; DELETE FROM "+table, by)
	}
}

// only returns the name of the table that a statement reads, or "" unless there is
// exactly one: a builder makes commands for statements on one table.
func (r *reader) only(statement string) string {
	f := r.Script(statement)
	if f == nil {
		return ""
	}
	name := ""
	for i := range f.References {
		ref := &f.References[i]
		if ref.Kind != parse.RefRead {
			continue
		}
		if name != "" {
			return ""
		}
		for _, s := range ref.Recv {
			name += "[" + s.Name + "]."
		}
		name += "[" + ref.Name + "]"
	}
	return name
}
