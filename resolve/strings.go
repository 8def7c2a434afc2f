package resolve

import (
	"context"
	"slices"

	"seedgraph/parse"
	"seedgraph/sqltext"
)

// Hole stands in embedded code for what is put in at run time.
const Hole = "{}"

// bindInline resolves what the SQL in the strings of all files refers to, once
// all names in them are bound. What it finds is of tier heuristic: nothing tells
// which database a string is meant for, nor whether it is run at all.
//
// Strings are read behind all names, because the table that a statement names may be a constant
// of another file, and the procedure that a method runs may be named by its callers.
func bindInline(ctx context.Context, ix *Table, binders []*Binder, table *stringTable,
	opts Options) error {
	e := embedder{opts.SQL, ix.embeddedRules()}
	err := inParallel(ctx, opts.Jobs, len(binders), func(i int) {
		binders[i].File.Guard(func() { e.bindTexts(binders[i], table) })
	})
	if err != nil {
		return err
	}
	for _, run := range table.runs(ix, binders) {
		run.b.File.Guard(func() { e.bindRun(&run) })
	}
	for _, b := range binders {
		b.Strings = Texts{}
	}
	return nil
}

// An embedder reads the strings of all files.
type embedder struct {
	reader parse.EmbeddedReader
	binder embeddedBinder
}

// bindTexts reads the statements in the strings of one file, with what other
// strings hold put in.
//
// Whether a text is SQL is asked of what it is with all constants put in: "{select} FROM
// {table}" is a statement if the first constant begins one.
func (e embedder) bindTexts(b *Binder, table *stringTable) {
	for _, x := range b.Strings.Texts {
		text := table.fold(x.Segments)
		if x.Use == parse.UseProcedure || x.Use == parse.UseText && !sqltext.Is(text) {
			continue
		}
		e.read(b, x.From, x.At, text, table.sources(x.Segments))
	}
}

// read binds what the text of a string at a place of from refers to. The text is made of what
// the definitions in by hold.
func (e embedder) read(b *Binder, from DefID, at uint32, text string, by []DefID) {
	first := len(b.Bindings)
	for _, r := range e.reader.ReadEmbedded(text) {
		e.binder.BindEmbedded(b, from, at, &r)
	}
	by = slices.DeleteFunc(slices.Clone(by),
		func(id DefID) bool { return b.Table.Def(id).File == b.File })
	if len(by) == 0 {
		return
	}
	for i := first; i < len(b.Bindings); i++ {
		b.Witnesses[i] = by
	}
}
