package resolve

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"seedgraph/parse"
)

// Options are the options of Resolve.
type Options struct {
	Languages *Set                 // that names are resolved in
	Project   *Project             // nil when there are no project files
	Jobs      int                  // files bound at the same time; 0 means 1
	SQL       parse.EmbeddedReader // reads SQL in strings of other languages; nil leaves it unread
	// ListExternal asks for a list of the references to what is outside the tree,
	// whether it has a name or not.
	ListExternal bool
	Foreign      bool            // keep the uses of names outside the tree
	Inline       bool            // keep the statements in strings; see Binder.Inline
	Columns      bool            // resolve the columns of tables; facts must have them
	Generated    map[string]bool // paths of the files that a program wrote; may be nil
}

// A Resolution is what the names in a tree mean.
type Resolution struct {
	Table   *Table
	Files   []*Binder // by path
	strings *stringTable
	sql     parse.EmbeddedReader
}

// Script reads the SQL in a string as the text of a script; nil where no SQL is read. It is for
// those who know that the string is run by itself, as one in a migration is.
func (r *Resolution) Script(text string) *parse.Facts {
	l, ok := r.sql.(parse.Language)
	if !ok {
		return nil
	}
	f, err := l.Facts(nil, parse.Source{Text: text})
	if err != nil {
		return nil
	}
	return f
}

// Embed binds what a statement at a place of a file refers to, as one in a string there: for those
// who know what an API makes of the strings that it is given. Parts that are not known are written
// [Hole]; what the statement is made of, in other files, is in by. Where no SQL is read, it does
// nothing.
//
//	copy.DestinationTableName = "dbo.Orders";    // INSERT INTO dbo.Orders DEFAULT VALUES
func (r *Resolution) Embed(b *Binder, from DefID, at uint32, text string, by []DefID) {
	if r.sql == nil {
		return
	}
	rules, first := r.Table.embeddedRules(), len(b.Bindings)
	for _, ref := range r.sql.ReadEmbedded(text) {
		rules.BindEmbedded(b, from, at, &ref)
	}
	b.witness(first, by)
}

// Resolve finds what the names in the given files mean, which must be sorted
// by path. It uses up their References, Embedded strings and, when the resolution
// is released, Locals and Imports.
//
// Rules see the whole tree before base types are resolved, and all base types before any file
// is bound; after that nothing that files share is written to, so that they are bound in
// parallel.
//
// Collecting definitions takes time linear in their number. Binding takes a bounded number
// of steps for each reference, MaxSteps, and for each file, MaxFileSteps; what a step
// looks up is bounded by MaxLineage and MaxCandidates. Memory grows with the definitions
// and references.
func Resolve(ctx context.Context, files []*parse.Facts, opts Options) (*Resolution, error) {
	ix := newTable(files, opts)
	if opts.SQL != nil {
		ix.embeddedRules() // for strings, even without scripts
	}
	for _, r := range ix.used {
		ix.prepare(r)
	}
	ix.resolveBases()
	ix.findDerived()
	// Strings come last: what the names in them hold is known once all files are bound.
	binders, err := bindFiles(ctx, ix, opts)
	if err != nil {
		return nil, err
	}
	strings := newStringTable(binders)
	if opts.SQL != nil {
		err = bindInline(ctx, ix, binders, strings, opts)
	}
	return &Resolution{ix, binders, strings, opts.SQL}, err
}

// prepare lets the rules of a language look at the whole tree. Should they panic,
// the files of the language are left without edges of references.
func (ix *Table) prepare(r Rules) {
	var files []*File
	for _, f := range ix.Files {
		if f.Rules == r {
			files = append(files, f)
		}
	}
	if len(files) == 0 { // of strings alone
		r.Prepare(ix)
		return
	}
	if !files[0].Guard(func() { r.Prepare(ix) }) {
		for _, f := range files {
			f.Rules = PlainRules{}
		}
	}
}

// Guard calls do and reports whether it returned. Should it panic, that is noted
// with the file, which is what it costs.
func (f *File) Guard(do func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			f.Failures = append(f.Failures, fmt.Sprint(r))
			ok = false
		}
	}()
	do()
	return true
}

// Release gives back the memory of what says what names mean. Only bindings and
// definitions are left, and the rules that name database objects.
func (r *Resolution) Release() {
	unneeded := func(rules Rules) bool {
		_, ok := rules.(ObjectNamer)
		return !ok
	}
	for _, f := range r.Table.Files {
		f.Locals, f.Imports, f.Groups, f.Guards, f.Sites = nil, nil, nil, nil, nil
		f.Assignments = nil
		if unneeded(f.Rules) {
			f.Rules = nil
		}
	}
	for _, b := range r.Files {
		b.sites, b.locals = nil, nil
	}
	t := r.Table
	t.used = slices.DeleteFunc(t.used, unneeded)
	t.members = members{}
	t.rules, t.Modules, t.Bases, t.byName, t.ByPath = nil, nil, nil, nil, nil
	r.strings = nil
}

// bindFiles resolves the references of all files, several files at a time. Rules
// read the References of no other file than the one that they bind: these are
// gone as soon as it is bound, being the largest part of the facts.
func bindFiles(ctx context.Context, ix *Table, opts Options) ([]*Binder, error) {
	binders := make([]*Binder, len(ix.Files))
	var executors, assigned map[string]bool
	if opts.SQL != nil {
		executors, assigned = executorsByName(ix.Files), assignable(ix.Files)
	}
	err := inParallel(ctx, opts.Jobs, len(ix.Files), func(i int) {
		b := NewBinder(ix, ix.Files[i])
		b.enter()
		ok := b.File.Guard(func() {
			b.expectSites()
			b.File.Rules.BindFile(b)
			b.meanSites()
			if opts.SQL != nil {
				b.bindTexts(executors, assigned)
			}
			b.bindMoves()
			b.bindConstruction()
		})
		if !ok { // half of a file's edges would look like all of them
			b = NewBinder(ix, ix.Files[i])
		}
		b.leave()
		b.File.References, b.File.Embedded, b.File.Columns, b.File.Moves = nil, nil, nil, nil
		b.locals, b.others, b.State, b.foreign, b.beyondAt = nil, nil, nil, nil, nil
		binders[i] = b
	})
	return binders, err
}

// A bindRoom has the lists of what a file is bound to, which grow while it is bound, to more
// than is kept, unless files use those of others again.
type bindRoom struct {
	bindings []Binding
	uses     []ForeignUse
}

// enter lets what the file is bound to grow in a room.
func (b *Binder) enter() {
	if room, ok := b.Table.bindRooms.Get().(*bindRoom); ok {
		b.Bindings, b.ForeignUses = room.bindings[:0], room.uses[:0]
	}
}

// leave keeps copies of what the file is bound to, and gives the room back.
func (b *Binder) leave() {
	room := &bindRoom{b.Bindings, b.ForeignUses}
	b.Bindings, b.ForeignUses = slices.Clone(b.Bindings), slices.Clone(b.ForeignUses)
	clear(room.bindings)
	b.Table.bindRooms.Put(room)
}

// inParallel calls do for each of n files, several at a time, until ctx is done. Files differ
// much in size: each worker takes the next one when it is free. Results go to places by number,
// so that their order does not depend on the workers.
func inParallel(ctx context.Context, jobs, n int, do func(i int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(jobs, 1) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
