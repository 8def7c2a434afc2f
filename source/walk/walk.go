// Package walk turns a source tree into a sorted list of files, and each file
// into text.
//
// A *path* is relative to the root of the tree and uses slashes. A file is
// *listed*, or it is excluded for one of these reasons:
//
//   - *ignored*: a rule of .gitignore, .git/info/exclude, .seedgraphignore, or of
//     the options matches it. Ignored files are counted, not listed. As in git,
//     the rules of git do not apply to tracked files. Outside a repository no
//     file is tracked, and the .gitignore files of the tree apply.
//   - *unselected*: Options.Select rejects its path. Only counted, too.
//   - *skipped*: it is selected, but is too large, binary, vendored and so on.
//     Every such file, or folder as a whole, is a [Skip] with its reason.
//   - the metadata of version control (.git, .hg, .svn, .jj) and our own output
//     (.seedgraph): never visited.
//
// [Walk] makes the decisions that depend on the name, [Tree.Read] those that
// depend on the content, so that a build reads every file once. The result
// depends only on the tree (with git's index) and the options: not on the order
// of listings, the location of the tree, or git's configuration of user and
// machine.
//
// Rules of .seedgraphignore override those of git, and Options.Exclude overrides
// both. If the deciding rule for a path is one of these two and starts with "!",
// the path is explicitly wanted: then a folder does not count as vendored or
// build output, nor a file as generated or minified.
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
	"seedgraph/source/testpath"
)

// Defaults of [Options].
const (
	DefaultCodeBytes = 16 << 20 // of a file of source code
	DefaultDataBytes = 1 << 20  // of a file for which Options.Data returns true
)

// Options specifies which files to list. The zero value reads the ignore files,
// includes generated code, and excludes files that are large, vendored,
// minified, binary, or build output.
type Options struct {
	// MaxFileBytes limits the size of a file on disk. 0 means DefaultDataBytes
	// for data and DefaultCodeBytes for everything else; negative means no limit.
	MaxFileBytes int64

	Vendored    bool // list third-party code copied into the tree
	NoGenerated bool // exclude generated files
	BuildOutput bool // list build output
	Minified    bool // list minified files
	Binary      bool // decode binary files as 8-bit text

	NoIgnore bool // do not read .gitignore and .git/info/exclude

	// Patterns in the syntax of .gitignore, relative to the root; the last one
	// that matches decides. With Include, only files are listed for which a
	// pattern matches them or a folder above them; it narrows the list and does
	// not include ignored files. Exclude overrides all other rules.
	Include, Exclude []string

	// Large returns the size limit of a selected file larger than DefaultCodeBytes, up
	// to which it is still listed, see [Tree.Stream]; nil for no such files. It has no
	// effect with MaxFileBytes.
	Large func(path string) int64

	// Detect is called for each regular file before Select: with linguist-language of
	// .gitattributes, empty if that is not set, and a function that returns the
	// beginning and the end of the file, of at most limit bytes each, empty if it
	// cannot be read. May be nil.
	Detect func(path, language string, edges func(limit int) (head, tail string))
	Select func(path string) bool // selects files; nil means all
	Data   func(path string) bool // reports whether a selected file is data, not code; nil means none
	// lists a folder, in any order; nil means os.ReadDir
	ReadDir func(dir string) ([]fs.DirEntry, error)
}

// A Tree is the result of a walk.
type Tree struct {
	Root    string // absolute path, symbolic links resolved; must never be in artifacts
	Files   []File // sorted by Path, bytewise
	Skipped []Skip // sorted by Path, bytewise
	Ignored int    // files and folders excluded by ignore rules; a folder counts once
	// Links maps the paths of symbolic links to their targets in the tree, both
	// relative to the root. It does not include ignored links and those that lead out
	// of the tree.
	Links map[string]string
	// files rejected by Options.Select, by the extension in lower case (.rb); empty for
	// names without one
	Unselected map[string]int

	opts       Options
	attributes attributes
	encodingOf func(path string) string // nil if no project declares any
}

// A File is one listed file.
type File struct {
	Path      string // relative to the root, with slashes
	Size      int64  // bytes on disk at the time of the walk
	Vendored  bool   // only with Options.Vendored
	Generated bool   // judged by its name or folder. See also Source
	Minified  bool   // judged by its name; only with Options.Minified. See also Source
	Test      bool   // contains tests, judged by its name or a folder

	Large bool // too large to be in memory: read it with Stream

	plain bool // explicitly wanted: the content is not classified
}

// Reasons of a [Skip].
const (
	ReasonTooLarge      = "too-large"      // above MaxFileBytes
	ReasonBinary        = "binary"         // not text
	ReasonVendored      = "vendored"       // third-party code copied into the tree
	ReasonGenerated     = "generated"      // written by a program
	ReasonMigration     = "migration"      // the data model after one old migration
	ReasonBuildOutput   = "build-output"   // a folder that a build fills
	ReasonMinified      = "minified"       // compressed for browsers
	ReasonUnreadable    = "unreadable"     // the system refused
	ReasonVanished      = "vanished"       // removed between walking and reading
	ReasonWorktree      = "worktree"       // another work tree of the enclosing repository
	ReasonSymlink       = "symlink"        // the target is in the tree, and found there
	ReasonSymlinkOut    = "symlink-out"    // the target is outside the tree
	ReasonSymlinkLoop   = "symlink-loop"   // the target is a folder that contains it, or itself
	ReasonSymlinkBroken = "symlink-broken" // the target does not exist
	ReasonSpecial       = "special"        // a pipe, socket or device
	ReasonBadName       = "bad-name"       // the path is not UTF-8
)

// A Skip is a file or folder that was excluded although no rule ignores it.
type Skip struct {
	Path   string // as in File; of a bad name, a quoted Go string
	Dir    bool   // the whole folder was excluded
	Reason string // one of the Reason constants
	Detail string // for people: the finding; contains no absolute path
}

// Walk lists the tree at root. A root that is missing or not a folder is an error;
// unreadable files and folders below it are a [Skip].
//
// Time is proportional to the entries of the visited folders times the rules that
// apply there, memory to the listed files.
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

// A walker has the state of a walk.
type walker struct {
	ctx     context.Context
	tree    *Tree
	opts    Options
	readDir func(dir string) ([]fs.DirEntry, error)
	prefix  string // the root below the repository's top, with a trailing slash: the base of paths for git's rules
	include []rule
	exclude []rule
}

// A place is a visited folder, with its inherited state.
type place struct {
	path      string // relative to the root; empty for the root itself
	scope     scope  // the ignore rules that apply to the folder's own name
	wanted    bool   // it or a folder above is explicitly wanted
	included  bool   // Options.Include matches it or a folder above
	vendored  bool
	generated bool
	test      bool
	parent    listing
	repo      git.Repository // the innermost one; zero without one
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

// enter returns the rules that apply inside the folder. A nested repository
// (such as a submodule) has its own git rules, and those above do not apply in
// it.
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

// entry decides on one entry of the folder p.
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

// decide checks Options.Exclude, then the ignore rules.
func (w *walker) decide(p place, path string, dir bool) (v verdict, hidden bool) {
	exclude := ruleFile{rules: w.exclude}
	if v := exclude.decide(path, dir); v != unspoken {
		return v, false
	}
	return p.scope.decide(w.prefix+path, dir)
}

// includes reports whether Options.Include matches an entry of the folder p.
func (w *walker) includes(p place, path string, dir bool) bool {
	f := ruleFile{rules: w.include}
	switch f.decide(path, dir) {
	case ignored: // here: "matched"
		return true
	case wanted:
		return false
	}
	return p.included
}

// mayInclude reports whether Options.Include could match something below a
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

// subfolder walks a folder unless it is vendored or build output.
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
	sub.test = p.test || testpath.IsFolder(name)
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

// enterRepository records the repository at the folder sub. It reports whether the
// folder is excluded: another work tree of the enclosing repository has the same files,
// at another commit.
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

// passes reports whether a folder with a finding (or empty) is walked anyway,
// and marks it in this case.
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
		testpath.IsFile(path), plain: v == wanted}
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

// Edges returns the first and the last bytes of a file, at most limit of each, or empty
// strings if it cannot be read.
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

// judgeName classifies a file by its name and reports whether to list it.
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

// quoteBad makes a path valid for a Skip.
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

// neverWalked reports whether a name is that of a version control store or of
// our own output.
func neverWalked(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", ".seedgraph":
		return true
	}
	return strings.HasPrefix(name, ".seedgraph.tmp-")
}

// realPath makes the path of a folder absolute and resolves symbolic links.
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

// fileLimit returns the maximum size of the file at path.
func (o Options) fileLimit(path string) int64 {
	switch {
	case o.MaxFileBytes == 0 && o.Data != nil && o.Data(path):
		return DefaultDataBytes
	case o.MaxFileBytes == 0:
		return DefaultCodeBytes
	case o.MaxFileBytes < 0:
		return 1<<63 - 2 // one byte more must not overflow
	}
	return min(o.MaxFileBytes, 1<<63-2)
}

func tooLarge(size, limit int64) string {
	return fmt.Sprintf("%d bytes, limit %d", size, limit)
}

// plainError removes the path from an error of the file system, since callers
// report the path as given by the user.
func plainError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

func detail(err error) string { return plainError(err).Error() }

// reasonOf distinguishes missing files from unreadable ones.
func reasonOf(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return ReasonVanished
	}
	return ReasonUnreadable
}
