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
	Languages *Set                 // to resolve names in
	Project   *Project             // nil if there are no project files
	Jobs      int                  // files bound at the same time; 0 means 1
	SQL       parse.EmbeddedReader // reads SQL in strings of other languages; nil leaves it unread
	// ListExternal lists the references to external symbols, whether their full names are
	// known or not.
	ListExternal bool
	Foreign      bool             // record the uses of external names
	Inline       bool             // record the statements in strings; see Binder.Inline
	Columns      bool             // resolve the columns of tables; facts must have them
	Generated    map[string]bool  // paths of generated files; may be nil
	Compilers    []*CompilerIndex // of files of the tree, the most reliable first
}

// A Resolution holds the bindings of the names in a tree.
type Resolution struct {
	Table   *Table
	Files   []*Binder // by path
	strings *stringTable
	sql     parse.EmbeddedReader
}

// Script parses the SQL in a string as a script; it returns nil if no SQL is read. It is
// for callers that know that the string is run by itself, such as a string in a
// migration.
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

// BindStatement binds the references of a statement at a position of a file, as if it were a
// string there. It is for callers that know which statement an API builds from its
// arguments. Unknown parts are written as [Hole]; by lists the definitions of other files
// that the statement is built from. Embed does nothing if no SQL is read.
//
//	copy.DestinationTableName = "dbo.Orders";    // INSERT INTO dbo.Orders DEFAULT VALUES
func (r *Resolution) BindStatement(b *Binder, from DefID, at uint32, text string, by []DefID) {
	if r.sql == nil {
		return
	}
	rules, first := r.Table.embeddedRules(), len(b.Bindings)
	for _, ref := range r.sql.ReadEmbedded(text) {
		rules.BindEmbedded(b, from, at, &ref)
	}
	b.witness(first, by)
}

// Resolve binds the names in the given files, which must be sorted by path. It consumes
// their References and Embedded strings, and their Locals and Imports when the resolution
// is released.
//
// Rules see the whole tree before base types are resolved, and all base types before any
// file is bound. After that, shared data is read-only, so that files are bound in
// parallel.
//
// Collecting definitions takes linear time. Binding takes at most MaxSteps steps for each
// reference and MaxFileSteps for each file; the lookups of a step are bounded by
// MaxLineage and MaxCandidates. Memory grows with the definitions and references.
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
	for _, x := range opts.Compilers {
		x.prepare(ix)
	}
	// Strings come last: the values of the names in them are known once all files are
	// bound.
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

// prepare lets the rules of a language inspect the whole tree. If they panic, the files
// of the language get no edges from references.
func (ix *Table) prepare(r Rules) {
	var files []*File
	for _, f := range ix.Files {
		if f.Rules == r {
			files = append(files, f)
		}
	}
	if len(files) == 0 { // a language that only occurs in strings
		r.Prepare(ix)
		return
	}
	if !files[0].Guard(func() { r.Prepare(ix) }) {
		for _, f := range files {
			f.Rules = PlainRules{}
		}
	}
}

// Guard calls do and reports whether it returned. A panic is recovered and recorded with
// the file.
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

// Release frees the symbol tables. Only bindings, definitions, and the rules that name
// database objects remain.
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

// bindFiles resolves the references of all files, several files at a time. Rules read
// only the References of the file that they bind: these are the largest part of the
// facts, and are released as soon as the file is bound.
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
			b.recordReferents()
			if opts.SQL != nil {
				b.bindTexts(executors, assigned)
			}
			b.bindMoves()
			b.bindConstruction()
			b.bindInitializers()
			b.compareWith(opts.Compilers)
		})
		if !ok { // part of a file's edges would look like all of them
			b = NewBinder(ix, ix.Files[i])
		}
		b.leave()
		b.File.Implicit = nil
		b.File.References, b.File.Embedded, b.File.Columns, b.File.DataFlow = nil, nil, nil, nil
		b.locals, b.others, b.State, b.foreign, b.beyondAt = nil, nil, nil, nil, nil
		binders[i] = b
	})
	return binders, err
}

// A bindBuffers holds reusable buffers for the bindings of a file. They grow far beyond the
// final size while a file is bound, so files share them.
type bindBuffers struct {
	bindings []Binding
	uses     []ForeignUse
}

// enter acquires reusable buffers for the bindings of the file.
func (b *Binder) enter() {
	if room, ok := b.Table.bindRooms.Get().(*bindBuffers); ok {
		b.Bindings, b.ForeignUses = room.bindings[:0], room.uses[:0]
	}
}

// leave keeps copies of the file's bindings, and returns the buffers.
func (b *Binder) leave() {
	room := &bindBuffers{b.Bindings, b.ForeignUses}
	b.Bindings, b.ForeignUses = slices.Clone(b.Bindings), slices.Clone(b.ForeignUses)
	clear(room.bindings)
	b.Table.bindRooms.Put(room)
}

// inParallel calls do for each of n files, several at a time, until ctx is done. File
// sizes differ widely, so each worker takes the next file when it is free. Results are
// stored by index, so their order does not depend on the workers.
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
