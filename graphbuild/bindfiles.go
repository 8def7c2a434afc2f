package graphbuild

import (
	"context"
	"sync"
	"sync/atomic"

	"seedgraph/parse"
)

// resolveOptions are the options of resolveNames.
type resolveOptions struct {
	Languages *languageSet         // that names are resolved in
	Project   *Project             // nil when there are no project files
	Jobs      int                  // files bound at the same time; 0 means 1
	SQL       parse.EmbeddedReader // reads SQL in strings of other languages; nil leaves it unread
	Externals bool                 // list references to what is outside the tree
}

// A resolution is what the names in a tree mean.
type resolution struct {
	table *index
	files []*binder // by path
}

// resolveNames finds what the names in the given files mean, which must be sorted
// by path. It uses up their References, Embedded strings and, when the resolution
// is released, Locals and Imports.
func resolveNames(ctx context.Context, files []*parse.Facts, opts resolveOptions) (*resolution, error) {
	ix := newIndex(files, opts)
	if opts.SQL != nil {
		ix.embeddedRules() // for strings, even without scripts
	}
	for _, r := range ix.used {
		r.prepare(ix)
	}
	ix.resolveBases()
	binders, err := bindFiles(ctx, ix, opts)
	if err == nil && opts.SQL != nil {
		err = bindInline(ctx, ix, binders, opts)
	}
	if err != nil {
		return nil, err
	}
	return &resolution{ix, binders}, nil
}

// release gives back the memory of what says what names mean. Only bindings and
// definitions are left.
func (r *resolution) release() {
	for _, f := range r.table.files {
		f.Locals, f.Imports, f.rules = nil, nil, nil
	}
	r.table.rules, r.table.used = nil, nil
}

// bindFiles resolves the references of all files, several files at a time. Rules
// read the References of no other file than the one that they bind: these are
// gone as soon as it is bound, being the largest part of the facts.
func bindFiles(ctx context.Context, ix *index, opts resolveOptions) ([]*binder, error) {
	binders := make([]*binder, len(ix.files))
	err := inParallel(ctx, opts.Jobs, len(ix.files), func(i int) {
		b := newBinder(ix, ix.files[i])
		b.bindings = make([]binding, 0, len(b.f.References)*2/3)
		b.f.rules.bindFile(b)
		if opts.SQL != nil {
			b.f.rules.bindStrings(b)
		}
		b.f.References, b.f.Embedded = nil, nil
		b.locals, b.others, b.state = nil, nil, nil
		binders[i] = b
	})
	return binders, err
}

// inParallel calls do for each of n files, several at a time, until ctx is done.
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
