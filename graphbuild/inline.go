package graphbuild

import (
	"context"

	"seedgraph/parse"
	"seedgraph/sqltext"
)

// hole stands in embedded code for what is put in at run time.
const hole = "{}"

// bindInline resolves what the SQL in the strings of all files refers to, once
// all names in them are bound. What it finds is of tier heuristic: nothing tells
// which database a string is meant for, nor whether it is run at all.
func bindInline(ctx context.Context, ix *index, binders []*binder, opts resolveOptions) error {
	e := embedder{opts.SQL, ix.embeddedRules()}
	table := newStringTable(binders)
	err := inParallel(ctx, opts.Jobs, len(binders), func(i int) {
		e.bindTexts(binders[i], table)
	})
	if err != nil {
		return err
	}
	for _, run := range table.runs(ix, binders) {
		e.bindRun(&run)
	}
	for _, b := range binders {
		b.strings = boundTexts{}
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
func (e embedder) bindTexts(b *binder, table *stringTable) {
	for _, x := range b.strings.texts {
		text := table.fold(x.segments)
		if x.use == parse.UseProcedure || x.use == parse.UseText && !sqltext.Is(text) {
			continue
		}
		e.read(b, x.from, x.at, text)
	}
}

// read binds what the text of a string at a place of from refers to.
func (e embedder) read(b *binder, from defID, at uint32, text string) {
	for _, r := range e.reader.ReadEmbedded(text) {
		e.binder.bindEmbedded(b, from, at, &r)
	}
}
