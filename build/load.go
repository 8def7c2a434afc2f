package build

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"seedgraph/artifacts"
	"seedgraph/build/access"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/charsets"
	"seedgraph/internal/limited"
	"seedgraph/internal/progress"
	"seedgraph/parse"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
	"seedgraph/source/secrets"
	"seedgraph/source/walk"
	"seedgraph/tokens"
)

// maxInFlight limits the source bytes that are being parsed at a time: a syntax
// tree takes up to ninety bytes of memory per byte.
const maxInFlight = 4 << 20

// reasonParser marks files on which a front end gave up.
const reasonParser = "parser-failed"

// sources is the tree after reading: facts and texts of every file.
type sources struct {
	inputs      []graphbuild.Input // by path
	project     *resolve.Project
	keyFiles    []*keyfile.File                    // by path
	hashes      []walk.FileHash                    // by path
	sizes       []int64                            // of the same files
	projects    map[string][]artifacts.ProjectName // by path
	packages    []artifacts.Package                // that the manifests declare and require
	diagnostics []artifacts.Diagnostic
	bytes       int64
	byLanguage  map[string]int // files
}

// files returns the number of files that a front end has read.
func (s *sources) files() int {
	sum := 0
	for _, n := range s.byLanguage {
		sum += n
	}
	return sum
}

// paths returns the paths of the files that were read.
func (s *sources) paths() []string {
	out := make([]string, len(s.hashes))
	for i, h := range s.hashes {
		out[i] = h.Path
	}
	return out
}

// listed returns the files that were read, with their access, for later comparisons.
func (s *sources) listed(rules *access.Config) []artifacts.SourceFile {
	out := make([]artifacts.SourceFile, len(s.hashes))
	for i, h := range s.hashes {
		out[i] = artifacts.SourceFile{Path: h.Path, Bytes: s.sizes[i],
			SHA256: hex.EncodeToString(h.Hash[:])}
		out[i].SetProjects(s.projects[h.Path])
		if rules != nil {
			out[i].Restrict(rules.Of(h.Path))
		}
	}
	return out
}

// release records the projects of the files and releases the facts, which are not
// needed once the graph is built: they are the largest objects in memory.
func (s *sources) release(rules bool) {
	s.nameProjects(rules)
	s.packages = packagesOf(s.project)
	s.inputs, s.project, s.keyFiles = nil, nil, nil
}

// A loader reads and parses the files of a tree.
type loader struct {
	tree      *walk.Tree
	projects  projectFiles
	languages *parse.Set
	readers   interest.Readers // decide which sites are kept
	counter   *tokens.Counter
	jobs      int
	progress  progress.Progress
	mask      bool // credentials
	columns   bool // of tables
	endpoints bool // requests are kept even without routes in the tree
	large     bool // memory matters more than time
	// the preprocessor symbols defined in a file
	symbols func(lang, path string) map[string]bool
	// absent reports which libraries the project of a file does not use
	absent func(lang, path string) interest.AbsentLibraries
	// result of survey: the interest in each file, by its index, and in all of them;
	// nil if only reading can determine it
	surveyed []interest.ReaderScope
	named    *interest.ReaderScope
	cache    *fileCache // of earlier builds, or nil
	// shadowed has the shadowed names with which files are read again, by the index
	// of the file
	shadowed map[int][]string
}

// slot is the result of loading one file; files are in their slots whichever
// worker was first.
type slot struct {
	input    *graphbuild.Input
	interest interest.ReaderScope // in the sites of the file
	project  string
	keys     *keyfile.File
	hash     walk.FileHash
	bytes    int64
	declined bool // its extension belongs to a language, but the file does not
	notes    []artifacts.Diagnostic
}

// load reads and parses all files concurrently.
func (l *loader) load(outer context.Context) (*sources, error) {
	defer spareProcessor(l.jobs)()
	l.prepare()
	if l.large {
		if err := l.survey(outer); err != nil {
			return nil, err
		}
	}
	slots := make([]slot, len(l.tree.Files))
	inFlight := semaphore.NewWeighted(maxInFlight)
	err := l.each(outer, func(ctx context.Context, next iter.Seq[int]) error {
		return l.work(ctx, next, inFlight, slots)
	})
	if err != nil {
		return nil, err
	}
	l.readShadowed(outer, slots)
	l.dropStrays(slots)
	l.dropNeedless(slots)
	return l.gather(slots), nil
}

// each runs as many workers as there are jobs, and distributes the indexes of all
// files among them.
func (l *loader) each(outer context.Context, work func(ctx context.Context, next iter.Seq[int]) error) error {
	group, ctx := errgroup.WithContext(outer)
	var taken atomic.Int64
	next := func(yield func(int) bool) {
		for ctx.Err() == nil {
			i := int(taken.Add(1)) - 1
			if i >= len(l.tree.Files) || !yield(i) {
				return
			}
		}
	}
	for range min(l.jobs, len(l.tree.Files)) {
		group.Go(func() error { return work(ctx, next) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return outer.Err()
}

// survey reads all files once before they are parsed, to find the libraries that they
// use. It saves the sites that [loader.dropNeedless] would drop, at the price of reading
// twice: in a large tree they are a quarter of the peak memory.
func (l *loader) survey(ctx context.Context) error {
	found := make([]interest.ReaderScope, len(l.tree.Files))
	err := l.each(ctx, func(ctx context.Context, next iter.Seq[int]) error {
		for i := range next {
			found[i] = l.interestIn(ctx, l.tree.Files[i])
		}
		return nil
	})
	var named interest.ReaderScope
	for _, in := range found {
		named.Join(in)
	}
	if l.endpoints {
		named.Follow()
	}
	l.surveyed, l.named = found, &named
	return err
}

// interestIn returns the interest in a file on disk; zero if the file cannot be
// read.
func (l *loader) interestIn(ctx context.Context, f walk.File) interest.ReaderScope {
	src, _, err := l.source(ctx, f)
	if err != nil {
		return interest.ReaderScope{}
	}
	source := parse.Source{Path: f.Path, Text: src.Text}
	lang := l.languages.For(source)
	if lang == nil {
		return interest.ReaderScope{}
	}
	return l.interestOf(lang, source)
}

// interestOf returns the interest in a file of a language.
func (l *loader) interestOf(lang parse.Language, source parse.Source) interest.ReaderScope {
	return l.readers.Of(lang.Name(), source, l.absent(lang.Name(), source.Path))
}

// dropStrays drops the files that look like templates, but are not read by any
// program of the tree.
func (l *loader) dropStrays(slots []slot) {
	for _, i := range l.languages.Unhosted(slotFacts(slots)) {
		s := &slots[i]
		s.declined, s.input, s.interest, s.notes = true, nil, interest.ReaderScope{}, nil
	}
}

// slotFacts returns the facts of all files, nil for files without facts.
func slotFacts(slots []slot) []*parse.Facts {
	files := make([]*parse.Facts, len(slots))
	for i := range slots {
		if in := slots[i].input; in != nil {
			files[i] = in.Facts
		}
	}
	return files
}

// dropNeedless drops the sites of files that only readers of unused libraries
// requested.
func (l *loader) dropNeedless(slots []slot) {
	var tree interest.ReaderScope
	for i := range slots {
		tree.Join(slots[i].interest)
	}
	if l.endpoints {
		tree.Follow()
	}
	for i := range slots {
		if in := slots[i].input; in != nil && !tree.Needs(slots[i].interest) {
			in.Facts.Sites = nil
		}
	}
}

// readShadowed reads those files again in which a declaration of another file
// shadows a built-in name of the language.
func (l *loader) readShadowed(ctx context.Context, slots []slot) {
	l.shadowed = l.languages.Shadowed(slotFacts(slots))
	if len(l.shadowed) == 0 {
		return
	}
	w := worker{parser: parse.NewParser()}
	defer w.parser.Close()
	for i := range slots {
		if len(l.shadowed[i]) > 0 {
			slots[i] = l.file(ctx, &w, i)
		}
	}
}

// prepare reads the project files that determine how other files are read.
func (l *loader) prepare() {
	l.tree.DeclareEncodings(charsets.Of(l.textsOf(charsets.Reads)))
	first, languages := l.readFirst(), resolvers.Languages()
	l.symbols = languages.Symbols(first)
	l.absent = l.absentLibraries(languages.Required(first))
}

// readFirst reads the project files that determine how other files are read. Unreadable
// ones are ignored; they are reported when they are read again among all files.
func (l *loader) readFirst() *resolve.Project {
	return &resolve.Project{Files: l.textsOf(resolvers.Languages().ReadFirst)}
}

// textsOf reads some files of the tree; unreadable ones are skipped.
func (l *loader) textsOf(wanted func(path string) bool) map[string]string {
	out := map[string]string{}
	for _, f := range l.tree.Files {
		if wanted(f.Path) {
			if src, err := l.tree.Read(f); err == nil {
				out[f.Path] = src.Text
			}
		}
	}
	return out
}

// absentLibraries returns a function that reports the libraries that the project of a
// file does not use, according to the project files that list all dependencies.
func (l *loader) absentLibraries(required func(lang, path string) []string) func(lang,
	path string) interest.AbsentLibraries {
	known := sync.Map{} // by language
	return func(lang, path string) interest.AbsentLibraries {
		files := required(lang, path)
		if files == nil {
			return interest.AbsentLibraries{}
		}
		absent, ok := known.Load(lang)
		if !ok {
			absent, _ = known.LoadOrStore(lang, l.readers.Absent(files))
		}
		return absent.(interest.AbsentLibraries)
	}
}

// A worker has the memory that one goroutine reuses from file to file.
type worker struct {
	parser *parse.Parser
	keeper parse.Keeper
	coder  coder
}

// work is one worker: it loads the files whose indexes it receives, with its own
// parser.
func (l *loader) work(ctx context.Context, next iter.Seq[int], inFlight *semaphore.Weighted,
	slots []slot) error {
	w := worker{parser: parse.NewParser()}
	stop := context.AfterFunc(ctx, w.parser.Cancel)
	defer func() {
		// A cancellation under way may still use the parser: then it is not
		// closed, since the process is about to end.
		if stop() {
			w.parser.Close()
		}
	}()
	for i := range next {
		weight := min(max(l.tree.Files[i].Size, 1), maxInFlight)
		if err := inFlight.Acquire(ctx, weight); err != nil {
			return err
		}
		slots[i] = l.file(ctx, &w, i)
		inFlight.Release(weight)
		if err := ctx.Err(); err != nil {
			return err
		}
		l.progress.Add(1, slots[i].bytes)
	}
	return nil
}

// file reads and parses the file with index i. Errors are recorded, not returned: a
// bad file must never stop a build.
func (l *loader) file(ctx context.Context, w *worker, i int) (s slot) {
	f := l.tree.Files[i]
	src, kept, err := l.source(ctx, f)
	if err != nil {
		note := skipNote(f, err)
		if note.Reason == walk.ReasonBinary && l.languages.NeedsContent(f.Path) {
			return slot{declined: true} // a database with the extension of scripts for it
		}
		return slot{notes: []artifacts.Diagnostic{note}}
	}
	s = slot{hash: walk.FileHash{Path: f.Path, Hash: src.Hash}, bytes: src.Size}
	lang := l.languages.For(parse.Source{Path: f.Path, Text: src.Text})
	if lang == nil && l.languages.NeedsContent(f.Path) && !l.projects.has(f.Path) &&
		!keyfile.Is(f.Path) {
		s.declined = true
		return s
	}
	r := reading{source: parse.Source{Path: f.Path, Text: src.Text, Gaps: kept.Gaps, Shadowed: l.shadowed[i],
		Columns: l.columns}}
	if lang != nil {
		r.source.Symbols = l.symbols(lang.Name(), f.Path)
		r.absent = l.absent(lang.Name(), f.Path)
	}
	if l.surveyed != nil {
		r.surveyed = &l.surveyed[i]
		if l.named.Needs(*r.surveyed) {
			r.source.Sites = r.surveyed.Scope
		}
	}
	l.recall(w, lang, f, &src, &r)
	if l.mask && !r.known {
		r.found = secrets.Find(f.Path, src.Text)
	}
	src.Text = secrets.Mask(src.Text, r.found)
	r.source.Text = src.Text
	s.notes = append(s.notes, maskNotes(f.Path, src.Text, r.found)...)
	if l.projects.has(f.Path) {
		if err := limited.Measure(f.Path, src.Text); err != nil {
			s.notes = append(s.notes, limitNote(f.Path, err))
		} else {
			s.project = src.Text
		}
	}
	if s.keys = keyfile.Read(f.Path, src.Text); s.keys != nil {
		s.notes = append(s.notes, keyNotes(s.keys)...)
	}
	if lang == nil {
		return s
	}
	input, err := l.parse(w, lang, &r)
	s.interest = r.interest
	if err != nil {
		s.notes = append(s.notes, artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: f.Path,
			Language: lang.Name(), Reason: reasonParser, Detail: err.Error()})
		return s
	}
	if input.Facts.HasError {
		s.notes = append(s.notes, artifacts.Diagnostic{Type: artifacts.ParseErrors, Path: f.Path,
			Language: lang.Name(), Reason: "syntax", Bytes: input.Facts.ErrorBytes})
	}
	s.notes = append(s.notes, lostNotes(input.Facts)...)
	input.Flags = flags(f, src)
	input.Offset = offsets(src, kept.Gaps)
	s.notes = append(s.notes, omissionNotes(f.Path, input.Facts, kept.Omissions)...)
	s.input = input
	return s
}

// Parse runs a front end, builds the texts of its definitions, and keeps both. A panic
// in either costs only the file, not the build.
func Parse(lang parse.Language, p *parse.Parser, src parse.Source,
	counter *tokens.Counter, keeper *parse.Keeper) (in *graphbuild.Input, err error) {
	defer func() {
		if r := recover(); r != nil {
			in, err = nil, fmt.Errorf("front end %s failed: %v", lang.Name(), r)
		}
	}()
	facts, err := parse.Read(lang, p, src)
	if err != nil {
		return nil, err
	}
	in = &graphbuild.Input{Facts: facts, Texts: graphbuild.Texts(facts, counter.Count)}
	keeper.Keep(p, facts)
	return in, nil
}

func flags(f walk.File, src walk.Source) graph.Flags {
	var out graph.Flags
	for _, row := range []struct {
		on   bool
		flag graph.Flags
	}{{f.Test, graph.Test}, {f.Vendored, graph.Vendored}, {src.Generated, graph.Generated}} {
		if row.on {
			out |= row.flag
		}
	}
	return out
}

func skipNote(f walk.File, err error) artifacts.Diagnostic {
	d := artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: f.Path,
		Reason: walk.ReasonUnreadable, Detail: err.Error()}
	var skip *walk.SkipError
	if errors.As(err, &skip) {
		d.Reason, d.Detail = skip.Skip.Reason, skip.Skip.Detail
	}
	return d
}

// gather collects the slots in the order of paths.
func (l *loader) gather(slots []slot) *sources {
	out := &sources{project: &resolve.Project{Files: map[string]string{}, Links: l.tree.Links},
		byLanguage: map[string]int{}}
	for i, s := range slots {
		out.diagnostics = append(out.diagnostics, s.notes...)
		if s.hash.Path == "" {
			continue
		}
		out.hashes = append(out.hashes, s.hash)
		out.sizes = append(out.sizes, s.bytes)
		out.bytes += s.bytes
		if s.project != "" {
			out.project.Files[l.tree.Files[i].Path] = s.project
		}
		if s.keys != nil {
			out.keyFiles = append(out.keyFiles, s.keys)
		}
		if s.input != nil {
			out.inputs = append(out.inputs, *s.input)
			out.byLanguage[s.input.Facts.Language]++
		}
	}
	for _, skip := range l.tree.Skipped {
		if skip.Reason == walk.ReasonTooLarge && l.languages.NeedsContent(skip.Path) {
			continue // its content would determine whether it belongs to a language: see unknown
		}
		out.diagnostics = append(out.diagnostics,
			artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: skip.Path, Reason: skip.Reason,
				Detail: skip.Detail})
	}
	out.diagnostics = append(out.diagnostics, unknownNotes(l.unknown(slots))...)
	return out
}

// unknown counts the files of no language by extension.
func (l *loader) unknown(slots []slot) map[string]int {
	out := maps.Clone(l.tree.Unselected)
	for i := range slots {
		if slots[i].declined {
			out[strings.ToLower(path.Ext(l.tree.Files[i].Path))]++
		}
	}
	for _, skip := range l.tree.Skipped {
		if skip.Reason == walk.ReasonTooLarge && l.languages.NeedsContent(skip.Path) {
			out[strings.ToLower(path.Ext(skip.Path))]++
		}
	}
	return out
}

// nameProjects records for each file of a language the project that it belongs to and,
// with access rules, the projects that it belongs to for readers who may not see the
// project file.
func (s *sources) nameProjects(rules bool) {
	hidden := func(string) bool { return rules } // a reader may filter by another owner
	languages := resolvers.Languages().Projects(s.project)
	s.projects = map[string][]artifacts.ProjectName{}
	for _, in := range s.inputs {
		of := languages(in.Facts.Language)
		if of == nil {
			continue
		}
		for _, n := range of.Names(in.Facts.Path, hidden) {
			s.projects[in.Facts.Path] = append(s.projects[in.Facts.Path],
				artifacts.ProjectName(n))
		}
	}
}
