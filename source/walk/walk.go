// Package walk turns a source tree into a sorted list of files, and each file
// into text.
//
// A *path* is relative to the root of the tree and uses slashes. A file is
// *listed*, or it is left out for one of these causes:
//
//   - *ignored*: a rule of .gitignore, .git/info/exclude, .seedgraphignore, or of
//     the options says so. Ignored files are counted, not named. As in git,
//     the rules of git do not concern files that are tracked. Without a
//     repository around the tree nothing is, and its .gitignore files hold.
//   - *unselected*: Options.Select does not want its path. Counted too.
//   - *skipped*: it would be wanted, but is too large, binary, vendored and so
//     on. Every such file, or folder as a whole, is a [Skip] with its reason.
//   - the metadata of version control (.git, .hg, .svn, .jj) and our own output
//     (.seedgraph): never looked at.
//
// What the name tells is decided by [Walk]; what only the content tells is
// decided by [Tree.Read], so that a build reads every file once. The result
// depends on the tree (with git's index) and the options alone: not on the order
// of listings, the folder that the tree is in, or git's configuration of user
// and machine.
//
// Rules of .seedgraphignore win over those of git, and Options.Exclude wins over
// both. A rule of these two that starts with "!" and decides about a path says
// that the path is wanted: then a folder counts as
// neither vendored nor build output, and a file as not generated or minified
// either.
package walk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"seedgraph/internal/regular"
	"seedgraph/source/git"
)

// Defaults of [Options].
const (
	DefaultCodeBytes = 16 << 20 // of a file of source code
	DefaultDataBytes = 1 << 20  // of a file that Options.Data wants
)

// Options says which files are of interest. The zero value reads the ignore
// files, lists generated code, and leaves out what is large, vendored, minified,
// binary, or the output of a build.
type Options struct {
	// MaxFileBytes bounds the file on disk. 0 means DefaultDataBytes for data and
	// DefaultCodeBytes for all else; negative no limit.
	MaxFileBytes int64

	Vendored    bool // list code of others that was copied into the tree
	NoGenerated bool // leave out generated files
	BuildOutput bool // list what a build wrote
	Minified    bool // list minified files
	Binary      bool // decode what looks binary as 8-bit text

	NoIgnore bool // do not read .gitignore and .git/info/exclude

	// Patterns in the syntax of .gitignore, relative to the root; the last one
	// that matches decides. With Include, only files are listed that one of its
	// patterns matches, or a folder above them; it narrows the list, it does not
	// bring ignored files back. Exclude is stronger than any other rule.
	Include, Exclude []string

	// Large says how large a file may be that Select wants, and that is larger than
	// DefaultCodeBytes, to be listed all the same, see [Tree.Stream]; nil for no such file. It
	// has no effect with MaxFileBytes.
	Large func(path string) int64

	// Detect is called for each regular file before Select: with linguist-language of .gitattributes,
	// empty if that is not set, and a function that returns the beginning and the end of the file, of
	// at most the bytes asked for, empty if it cannot be read. nil for no call.
	Detect func(path, language string, edges func(limit int) (head, tail string))
	Select func(path string) bool // which files are wanted; nil means all
	Data   func(path string) bool // which of them are data, no code; nil means none
	// lists a folder, in any order; nil means os.ReadDir
	ReadDir func(dir string) ([]fs.DirEntry, error)
}

// A Tree is the outcome of a walk.
type Tree struct {
	Root    string // absolute path, symbolic links resolved; never belongs into artifacts
	Files   []File // sorted by Path, bytewise
	Skipped []Skip // sorted by Path, bytewise
	Ignored int    // files and folders that ignore rules left out; a folder counts once
	// Links has the paths of symbolic links, and what of the tree each leads to: paths relative to the
	// root. Ignored links are not among them, nor those that lead out of the tree.
	Links map[string]string
	// files that Options.Select did not want, by the ending of their names in lower case
	// (.rb); empty for names without one
	Unselected map[string]int

	opts       Options
	attributes attributes
	encodingOf func(path string) string // nil: no project declares any
}

// A File is one listed file.
type File struct {
	Path      string // relative to the root, with slashes
	Size      int64  // bytes on disk at the time of the walk
	Vendored  bool   // only with Options.Vendored
	Generated bool   // by its name or folder. See also Source
	Minified  bool   // by its name; only with Options.Minified. See also Source
	Test      bool   // holds tests, as its name or a folder says

	Large bool // too large to be held in memory: read it with Stream

	plain bool // explicitly wanted: content is not judged
}

// Reasons of a [Skip].
const (
	ReasonTooLarge      = "too-large"      // above MaxFileBytes
	ReasonBinary        = "binary"         // no text
	ReasonVendored      = "vendored"       // copied code of others
	ReasonGenerated     = "generated"      // written by a program
	ReasonMigration     = "migration"      // the model of the data after one old migration
	ReasonBuildOutput   = "build-output"   // a folder that a build fills
	ReasonMinified      = "minified"       // made small for a browser
	ReasonUnreadable    = "unreadable"     // the system refused
	ReasonVanished      = "vanished"       // gone between the walk and the reading
	ReasonWorktree      = "worktree"       // another work tree of the repository that it is in
	ReasonSymlink       = "symlink"        // leads to a path in the tree, where the target is found
	ReasonSymlinkOut    = "symlink-out"    // leads out of the tree
	ReasonSymlinkLoop   = "symlink-loop"   // leads to a folder that it is in, or to itself
	ReasonSymlinkBroken = "symlink-broken" // leads nowhere
	ReasonSpecial       = "special"        // a pipe, socket or device
	ReasonBadName       = "bad-name"       // the path is not UTF-8
)

// A Skip is a file or folder that was left out although no rule ignores it.
type Skip struct {
	Path   string // as in File; of a bad name, a quoted Go string
	Dir    bool   // the folder was left out with all that it holds
	Reason string // one of the Reason constants
	Detail string // for a reader: what was found; has no absolute path
}

// Walk lists the tree at root. A root that is missing or no folder is an
// error; what cannot be read below it is a [Skip].
//
// Time grows with the entries of the folders that are walked times the rules that hold
// there, memory with the files that are listed.
func Walk(ctx context.Context, root string, opts Options) (*Tree, error) {
	real, err := realPath(root)
	if err != nil {
		return nil, fmt.Errorf("walk %s: %w", root, plainError(err))
	}
	w := newWalker(ctx, real, opts)
	repo, _ := git.Find(real)
	outer, prefix := outerScope(repo, real, opts.NoIgnore)
	if prefix != "" {
		w.prefix = prefix + "/"
	}
	entries, err := w.readDir(real)
	if err != nil {
		return nil, fmt.Errorf("walk %s: %w", root, plainError(err))
	}
	if err := w.folder(place{scope: outer, included: len(opts.Include) == 0, repo: repo}, entries); err != nil {
		return nil, fmt.Errorf("walk %s: %w", root, err)
	}
	t := w.tree
	slices.SortFunc(t.Files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(t.Skipped, func(a, b Skip) int { return cmp.Compare(a.Path, b.Path) })
	return t, nil
}

// A walker carries one walk.
type walker struct {
	ctx     context.Context
	tree    *Tree
	opts    Options
	readDir func(dir string) ([]fs.DirEntry, error)
	prefix  string // the root below the repository's top, with a final slash: what git's rules see
	include []rule
	exclude []rule
}

// A place is a folder on the way down, and what it inherits.
type place struct {
	path      string // relative to the root; empty for the root itself
	scope     scope  // the ignore rules that hold for the folder's own name
	wanted    bool   // it or a folder above is explicitly wanted
	included  bool   // Options.Include matches it or a folder above
	vendored  bool
	generated bool
	test      bool
	parent    listing
	repo      git.Repository // the innermost one; zero for none
}

func newWalker(ctx context.Context, root string, opts Options) *walker {
	w := &walker{ctx: ctx, opts: opts, readDir: opts.ReadDir, tree: &Tree{Root: root, opts: opts,
		Unselected: map[string]int{}, Links: map[string]string{}}}
	if w.readDir == nil {
		w.readDir = os.ReadDir
	}
	w.include, w.exclude = compileAll(opts.Include), compileAll(opts.Exclude)
	return w
}

func compileAll(patterns []string) []rule {
	var rules []rule
	for _, p := range patterns {
		rules = append(rules, parseRule(p))
	}
	return rules
}

// folder walks the entries of one folder.
func (w *walker) folder(p place, entries []fs.DirEntry) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	list := newListing(entries)
	p.scope = w.enter(p, list)
	p.parent = list
	for i, e := range entries {
		if i%1024 == 1023 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		if err := w.entry(p, e); err != nil {
			return err
		}
	}
	return nil
}

// enter gives the rules that hold inside the folder. A repository inside the
// tree (a submodule, say) has git rules of its own, and those above end there.
func (w *walker) enter(p place, list listing) scope {
	s, path, known := p.scope, filepath.Join(w.tree.Root,
		filepath.FromSlash(p.path)), strings.TrimSuffix(w.prefix+p.path, "/")
	if p.repo.Top == path && p.path != "" && !w.opts.NoIgnore {
		s.git, s.index, s.hidden = excludeOf(p.repo, known), newGitIndex(p.repo, known), false
	}
	if list != nil && list.has(attributesFile) {
		w.tree.attributes.read(filepath.Join(path, attributesFile), p.path)
	}
	return s.enter(path, known, w.opts.NoIgnore, list, func(name string, err error) {
		w.skip(joinSlash(p.path, name), ReasonUnreadable, detail(err))
	})
}

// entry decides about one entry of the folder p.
func (w *walker) entry(p place, e fs.DirEntry) error {
	name := e.Name()
	if neverWalked(name) {
		return nil
	}
	path := joinSlash(p.path, name)
	verdict, hidden := w.decide(p, path, e.IsDir())
	if verdict == ignored {
		w.tree.Ignored++
		return nil
	}
	if e.IsDir() {
		p.scope.hidden = hidden
		return w.subfolder(p, path, name, verdict)
	}
	if !w.includes(p, path, false) {
		w.tree.Ignored++
		return nil
	}
	w.file(p, path, e, verdict)
	return nil
}

// decide asks Options.Exclude, then the ignore rules.
func (w *walker) decide(p place, path string, dir bool) (v verdict, hidden bool) {
	exclude := ruleFile{rules: w.exclude}
	if v := exclude.decide(path, dir); v != unspoken {
		return v, false
	}
	return p.scope.decide(w.prefix+path, dir)
}

// includes reports whether Options.Include wants an entry of the folder p.
func (w *walker) includes(p place, path string, dir bool) bool {
	f := ruleFile{rules: w.include}
	switch f.decide(path, dir) {
	case ignored: // "matched", here
		return true
	case wanted:
		return false
	}
	return p.included
}

// mayInclude reports whether Options.Include could want something below a
// folder that it does not match.
func (w *walker) mayInclude(path string) bool {
	path += "/"
	for _, r := range w.include {
		if !r.negate && (!r.anchored || strings.HasPrefix(r.text, path) ||
			r.kind == ruleGlob && strings.HasPrefix(path, r.text)) {
			return true
		}
	}
	return false
}

// subfolder walks a folder unless it is vendored or filled by a build.
func (w *walker) subfolder(p place, path, name string, v verdict) error {
	if !utf8.ValidString(path) {
		w.skipDir(quoteBad(path), ReasonBadName, "")
		return nil
	}
	sub := p
	sub.path = path
	sub.wanted = p.wanted || v == wanted
	sub.included = w.includes(p, path, true)
	if !sub.included && !w.mayInclude(path) {
		w.tree.Ignored++
		return nil
	}
	sub.test = p.test || isTestFolder(name)
	if !sub.wanted {
		if what := vendoredFolder(path, p.parent); !w.passes(&sub, path, ReasonVendored, what) {
			return nil
		}
		if what := buildFolder(name, p.parent); !w.passes(&sub, path, ReasonBuildOutput, what) {
			return nil
		}
	}
	entries, err := w.readDir(filepath.Join(w.tree.Root, filepath.FromSlash(path)))
	if err != nil {
		w.skipDir(path, ReasonUnreadable, detail(err))
	}
	list := newListing(entries)
	if list.has(".git") && w.enterRepository(&sub) {
		return nil
	}
	if !sub.wanted {
		if what := vendoredInside(name, list, p.parent); !w.passes(&sub, path, ReasonVendored,
			what) {
			return nil
		}
		if what := builtInside(name, list, p.parent); !w.passes(&sub, path, ReasonBuildOutput,
			what) {
			return nil
		}
	}
	return w.folder(sub, entries)
}

// enterRepository notes the repository at the folder sub. It reports whether the folder is left
// out: another work tree of the repository around it has the same files, at another commit.
func (w *walker) enterRepository(sub *place) (left bool) {
	full := filepath.Join(w.tree.Root, filepath.FromSlash(sub.path))
	if !sub.wanted && sub.repo.HasWorkTree(full) {
		w.skipDir(sub.path, ReasonWorktree, "another work tree of this repository")
		return true
	}
	if repo, ok := git.At(full); ok {
		sub.repo = repo
	}
	return false
}

// passes reports whether a folder with a finding (empty: none) is walked all
// the same, and marks it then.
func (w *walker) passes(sub *place, path, reason, finding string) bool {
	switch {
	case finding == "":
		return true
	case reason == ReasonVendored && w.opts.Vendored:
		sub.vendored = true
		return true
	case reason == ReasonBuildOutput && w.opts.BuildOutput:
		sub.generated = true
		return true
	}
	w.skipDir(path, reason, finding)
	return false
}

// file lists a file, counts it or skips it.
func (w *walker) file(p place, path string, e fs.DirEntry, v verdict) {
	if e.Type()&fs.ModeSymlink != 0 {
		w.symlink(path)
		return
	}
	w.detect(path, e)
	if !w.selects(path) {
		return
	}
	if !utf8.ValidString(path) {
		w.skip(quoteBad(path), ReasonBadName, "")
		return
	}
	if !e.Type().IsRegular() {
		w.skip(path, ReasonSpecial, regular.Kind(e.Type()))
		return
	}
	f := File{Path: path, Vendored: p.vendored, Generated: p.generated, Test: p.test ||
		isTestFile(path), plain: v == wanted}
	if !f.plain && !w.judgeName(&f, p.wanted) {
		return
	}
	info, err := e.Info()
	if err != nil {
		w.skip(path, reasonOf(err), detail(err))
		return
	}
	f.Size = info.Size()
	if limit := w.opts.fileLimit(path); f.Size > limit {
		if f.Large = w.opts.large(path, f.Size); !f.Large {
			w.skip(path, ReasonTooLarge, tooLarge(f.Size, limit))
			return
		}
	}
	w.tree.Files = append(w.tree.Files, f)
}

// detect calls Options.Detect for a regular file.
func (w *walker) detect(path string, e fs.DirEntry) {
	if w.opts.Detect == nil || !e.Type().IsRegular() {
		return
	}
	w.opts.Detect(path, w.tree.attributes.value(languageAttribute, path), func(limit int) (head, tail string) {
		return Edges(filepath.Join(w.tree.Root, filepath.FromSlash(path)), limit)
	})
}

// Edges returns the first and the last bytes of a file, at most limit of each; none of one that
// cannot be read.
func Edges(path string, limit int) (head, tail string) {
	f, err := regular.OpenNoFollow(path)
	if err != nil {
		return "", ""
	}
	defer f.Close()
	buf := make([]byte, limit)
	n, _ := io.ReadFull(f, buf)
	head = string(buf[:n])
	info, err := f.Stat()
	if err != nil || info.Size() <= int64(limit) {
		return head, head
	}
	n, _ = f.ReadAt(buf, info.Size()-int64(limit))
	return head, string(buf[:n])
}

// judgeName looks at what a file's name tells and reports whether to list it.
func (w *walker) judgeName(f *File, inWanted bool) bool {
	name := f.Path[strings.LastIndexByte(f.Path, '/')+1:]
	findings := []struct {
		what, reason string
		listed       bool
		mark         *bool
	}{
		{vendoredFile(name), ReasonVendored, w.opts.Vendored || inWanted, &f.Vendored},
		{minifiedName(name), ReasonMinified, w.opts.Minified, &f.Minified},
		{migrationModel(name), ReasonMigration, false, &f.Generated},
		{generatedData(name), ReasonGenerated, false, &f.Generated},
		{generatedName(name), ReasonGenerated, !w.opts.NoGenerated || modelSnapshot(name),
			&f.Generated},
	}
	for _, x := range findings {
		if x.what == "" {
			continue
		}
		if !x.listed {
			w.skip(f.Path, x.reason, x.what)
			return false
		}
		*x.mark = true
	}
	return true
}

// quoteBad makes a path fit for a Skip.
func quoteBad(path string) string {
	if utf8.ValidString(path) {
		return path
	}
	return strconv.Quote(path)
}

func (w *walker) selects(path string) bool {
	if w.opts.Select == nil || w.opts.Select(path) {
		return true
	}
	w.tree.Unselected[strings.ToLower(filepath.Ext(path))]++
	return false
}

func (w *walker) skip(path, reason, detail string) {
	w.tree.Skipped = append(w.tree.Skipped, Skip{Path: path, Reason: reason, Detail: detail})
}

func (w *walker) skipDir(path, reason, detail string) {
	w.tree.Skipped = append(w.tree.Skipped,
		Skip{Path: path, Dir: true, Reason: reason, Detail: detail})
}

// neverWalked names what is no part of the source: the stores of version
// control and our own output.
func neverWalked(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", ".seedgraph":
		return true
	}
	return strings.HasPrefix(name, ".seedgraph.tmp-")
}

// realPath makes the path of a folder absolute and free of symbolic links.
func realPath(root string) (string, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", errNotFolder
	}
	return real, nil
}

var errNotFolder = errors.New("not a folder")

// fileLimit returns how large the file at path may be.
func (o Options) fileLimit(path string) int64 {
	switch {
	case o.MaxFileBytes == 0 && o.Data != nil && o.Data(path):
		return DefaultDataBytes
	case o.MaxFileBytes == 0:
		return DefaultCodeBytes
	case o.MaxFileBytes < 0:
		return 1<<63 - 2 // one byte more is still a number
	}
	return min(o.MaxFileBytes, 1<<63-2)
}

func tooLarge(size, limit int64) string {
	return fmt.Sprintf("%d bytes, limit %d", size, limit)
}

// plainError takes the path out of an error of the file system, since callers
// name the path as the user knows it.
func plainError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func detail(err error) string { return plainError(err).Error() }

// reasonOf tells a file that is gone from one that cannot be read.
func reasonOf(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return ReasonVanished
	}
	return ReasonUnreadable
}
