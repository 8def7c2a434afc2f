package resolve

import (
	"context"
	"slices"
	"strings"

	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// Hole denotes the parts of embedded code that are inserted at run time.
const Hole = "{}"

// bindInline resolves the references of the SQL in the strings of all files, after all
// names in them are bound. Its bindings are of tier heuristic: it is unknown which
// database a string is meant for, and whether it is run at all.
//
// Strings are read after all names, because the table that a statement names may be a
// constant of another file, and the procedure that a method runs may be named by its
// callers.
func bindInline(ctx context.Context, ix *Table, binders []*Binder, table *stringTable,
	opts Options) error {
	for _, r := range ix.used {
		if l, ok := r.(StatementLinker); ok {
			l.LinkStatements(ix, binders)
		}
	}
	runs := table.runs(ix, binders)
	rules := ix.embeddedRules()
	e := embedder{opts.SQL, rules, newColumnReader(ix, opts.SQL, rules),
		heldStatements(binders, table), filledTexts(runs)}
	err := inParallel(ctx, opts.Jobs, len(binders), func(i int) {
		binders[i].File.Guard(func() { e.bindTexts(binders[i], table) })
	})
	if err != nil {
		return err
	}
	for i := range runs {
		runs[i].b.File.Guard(func() { e.bindRun(&runs[i]) })
	}
	for _, b := range binders {
		b.Strings = FileStrings{}
	}
	return nil
}

// An embedder reads the strings of all files.
type embedder struct {
	reader  parse.EmbeddedReader
	binder  embeddedBinder
	columns columnReader
	held    map[DefID]statementValue
	filled  map[textPlace]bool // statements whose holes are filled, see filledTexts
}

// filledTexts collects the positions of the statements whose holes are filled by callers,
// or by the objects of a class. The filled statements are attributed to these; the hole
// itself is not the name of an object.
func filledTexts(runs []execution) map[textPlace]bool {
	out := map[textPlace]bool{}
	for _, x := range runs {
		if x.base != "" && strings.Count(x.name, Hole) < strings.Count(x.base, Hole) {
			out[x.fills] = true
		}
	}
	return out
}

// isOpen reports whether a name has a part known only at run time.
func isOpen(r *parse.Reference) bool {
	return strings.Contains(r.Name, Hole) || slices.ContainsFunc(r.Recv,
		func(s parse.Step) bool { return strings.Contains(s.Name, Hole) })
}

// A statementValue is the only statement in the value of a field, constant or property,
// within a lambda or not.
type statementValue struct {
	text string
	by   []DefID // the definitions it is built from, the holder itself first
	set  bool    // assigned after the declaration
}

// heldStatements collects the statements that values hold, by their initializer or by
// assignment. Of several statements, a use of the value may mean any, so none is kept.
func heldStatements(binders []*Binder, table *stringTable) map[DefID]statementValue {
	held, count := map[DefID]statementValue{}, map[DefID]int{}
	for _, b := range binders {
		for _, x := range b.Strings.Texts {
			if x.Use == parse.UseProcedure || !isValue(b.Table.Def(x.From)) {
				continue
			}
			text := table.fold(x.Segments)
			if x.Use == parse.UseText && !sqltext.Is(text) {
				continue
			}
			if count[x.From]++; count[x.From] > 1 {
				delete(held, x.From)
				continue
			}
			s := statementValue{text, append([]DefID{x.From}, table.sources(x.Segments)...), x.Sets}
			if x.Sets {
				s.by = append(s.by, x.By)
			}
			held[x.From] = s
		}
	}
	for _, b := range binders {
		for _, a := range b.Strings.Assigned {
			if s := held[a.Def]; !a.Text && !(a.Declared && !s.set) {
				delete(held, a.Def)
			}
		}
	}
	return held
}

// bindTexts reads the statements in the strings of one file, with the values of other
// strings inserted.
//
// The check whether a text is SQL applies to the text with all constants inserted:
// "{select} FROM {table}" is a statement if the first constant begins one.
func (e embedder) bindTexts(b *Binder, table *stringTable) {
	for _, x := range b.Strings.Texts {
		text, at := table.foldPlaced(&x)
		if x.Use == parse.UseProcedure || x.Use == parse.UseText && !sqltext.Is(text) {
			continue
		}
		by, first := table.sources(x.Segments), len(b.Bindings)
		e.read(b, x.From, at, text, by)
		if b.Table.Def(x.From).File != b.File {
			for i := first; i < len(b.Bindings); i++ {
				b.StatedBy[i] = x.By
			}
		}
		if x.Sets {
			x.From = x.By
		}
		b.keepInline(&x, text, by)
	}
	e.bindHeld(b)
}

// bindHeld attributes the statement held by a value to the callables of a file that use
// the value.
//
//	static readonly string Close = "UPDATE orders SET closed = 1 WHERE id = {0}";
//	void Run(int id) { db.Execute(string.Format(Close, id)); }    // writes orders
func (e embedder) bindHeld(b *Binder) {
	if len(e.held) == 0 {
		return
	}
	type use struct{ from, of DefID }
	done := map[use]bool{}
	for i, n := 0, len(b.Bindings); i < n; i++ {
		x := &b.Bindings[i]
		s, ok := e.held[x.To]
		if !ok || done[use{x.From, x.To}] || !b.Table.Def(x.From).Kind.IsCallable() ||
			b.File.isAssigned(x.At) {
			continue
		}
		done[use{x.From, x.To}] = true
		e.read(b, x.From, placing{at: x.At}, s.text, s.by)
	}
}

// read binds the references of the text of a string at a position of from. by lists the
// definitions whose values are in the text.
func (e embedder) read(b *Binder, from DefID, at placing, text string, by []DefID) {
	first := len(b.Bindings)
	filled := e.filled[textPlace{b, at.at}]
	for _, r := range e.reader.ReadEmbedded(text) {
		if !filled || !isOpen(&r) {
			e.binder.BindEmbedded(b, from, at.of(r.At), &r)
		}
	}
	b.witness(first, by)
	e.columns.bind(b, from, at, text, "", by)
}

// readFilled binds the references of a statement that is run. If its holes are filled,
// the references of the unfilled statement are left out.
//
//	void Move(string table) { Run($"INSERT INTO archive SELECT * FROM {table}"); }
//	void Nightly() { Move("orders"); }    // reads orders; the write to archive is attributed to Move
func (e embedder) readFilled(x *execution, text string) {
	b, first := x.b, len(x.b.Bindings)
	var known []parse.Reference
	if x.base != "" {
		known = e.reader.ReadEmbedded(x.base)
	}
	for _, r := range e.reader.ReadEmbedded(text) {
		same := func(k parse.Reference) bool {
			return k.Kind == r.Kind && k.Name == r.Name && k.Op == r.Op &&
				slices.EqualFunc(k.Recv, r.Recv,
					func(a, b parse.Step) bool { return a.Name == b.Name })
		}
		// References that no candidate fills are bound here: read leaves them out.
		if !slices.ContainsFunc(known, same) || x.share > 0 && isOpen(&r) {
			e.binder.BindEmbedded(b, x.from, x.at, &r)
		}
	}
	if x.base != "" && b.File.Test { // tests pass made-up names to code that builds statements
		b.Bindings = append(b.Bindings[:first], slices.DeleteFunc(b.Bindings[first:],
			func(x Binding) bool { return x.To == None })...)
	}
	b.witness(first, x.by)
	if x.share == 0 { // of several candidate tables, each may lack the column
		e.columns.bind(b, x.from, placing{at: x.at}, text, x.base, x.by)
	}
}

// witness records that the bindings from first on depend on definitions of other files.
func (b *Binder) witness(first int, by []DefID) {
	by = slices.DeleteFunc(slices.Clone(by),
		func(id DefID) bool { return b.Table.Def(id).File == b.File })
	if len(by) == 0 {
		return
	}
	for i := first; i < len(b.Bindings); i++ {
		b.Witnesses[i] = by
	}
}
