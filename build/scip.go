package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/artifacts"
	"seedgraph/graphbuild"
	"seedgraph/internal/hint"
	"seedgraph/internal/regular"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/source/scip"
	"seedgraph/source/walk"
)

// maxIndex bounds the size of a SCIP index, in bytes.
const maxIndex = 2 << 30

// tolerated is the number of names of a document that may not stand at their ranges, for each that does:
// some indexers give generated names.
const tolerated = 0.1

// A compilerIndex is a SCIP file.
type compilerIndex struct {
	path  string
	hash  string // SHA-256, hexadecimal
	head  scip.Header
	paths []string // of its documents
}

// describeIndexes returns the names and hashes of SCIP files, one a line, for the manifest.
func describeIndexes(list []compilerIndex) string {
	lines := make([]string, len(list))
	for i, x := range list {
		lines[i] = filepath.Base(x.path) + " sha256:" + x.hash
	}
	return strings.Join(lines, "\n")
}

// hashIndexes reads the SCIP files at some paths, to hash and to check them.
func hashIndexes(paths []string) ([]compilerIndex, error) {
	var out []compilerIndex
	for _, p := range paths {
		x := compilerIndex{path: p}
		err := x.read(func(d *scip.Document) error {
			x.paths = append(x.paths, d.Path)
			return nil
		})
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// read reads the file, calls each for every document, and sets the header and, the first time, the hash.
func (x *compilerIndex) read(each func(*scip.Document) error) error {
	file, err := regular.Open(x.path)
	if err != nil {
		return hint.With(fmt.Errorf("--scip: %w", err), "give a SCIP index, such as the index.scip of scip-typescript")
	}
	defer file.Close()
	h := sha256.New()
	in := &io.LimitedReader{R: io.TeeReader(file, h), N: maxIndex}
	x.head, err = scip.Read(in, each)
	switch {
	case in.N == 0:
		return hint.With(fmt.Errorf("--scip: %s: more than %d GiB", x.path, maxIndex>>30), "index parts of the tree, and give --scip several times")
	case errors.Is(err, scip.ErrFormat):
		return hint.With(fmt.Errorf("--scip: %s: %w", x.path, err),
			"give the file that an indexer for SCIP wrote, such as scip-typescript, scip-python or scip-java; write it again if it is damaged")
	case err != nil:
		return fmt.Errorf("--scip: %w", err)
	}
	sum := hex.EncodeToString(h.Sum(nil))
	if x.hash != "" && x.hash != sum {
		return hint.With(fmt.Errorf("--scip: %s changed during the build", x.path), "build again")
	}
	x.hash = sum
	return nil
}

// compilers reads the SCIP files for the resolution of names, and reports their documents that do not
// match the tree.
func (b *building) compilers(ctx context.Context, src *sources) ([]*resolve.CompilerIndex, error) {
	var out []*resolve.CompilerIndex
	if len(b.indexes) == 0 {
		return nil, nil
	}
	files, parsed, aliases := filesByPath(b.loader.tree), map[string]bool{}, map[alias]bool{}
	for _, in := range src.inputs {
		parsed[in.Facts.Path] = true
		for i := range in.Facts.Imports {
			im := &in.Facts.Imports[i]
			aliases[alias{im.Name, im.Alias}] = true
		}
	}
	for i := range b.indexes {
		x := &b.indexes[i]
		r := indexReader{loader: &b.loader, files: files, numbers: map[string]int32{}, aliases: aliases, seen: map[string]bool{},
			prefix: prefixOf(x.head.Root, x.paths, parsed), parsed: parsed,
			index: &resolve.CompilerIndex{Files: map[string][]resolve.CompilerOccurrence{}}}
		err := x.read(func(d *scip.Document) error {
			r.document(ctx, d)
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
		out = append(out, r.index)
		if len(r.index.Files) == 0 {
			b.report.Foreign = append(b.report.Foreign, x.path)
		}
		src.diagnostics = append(src.diagnostics, r.notes(x)...)
	}
	return out, nil
}

func filesByPath(tree *walk.Tree) map[string]walk.File {
	out := make(map[string]walk.File, len(tree.Files))
	for _, f := range tree.Files {
		out[f.Path] = f
	}
	return out
}

// prefixOf returns the folder of the tree, or "", that paths are relative to: of the ends of the
// indexer's root folder the one below which most of them exist. The root itself is of no use, as an index
// is often written on another machine.
func prefixOf(root string, paths []string, parsed map[string]bool) string {
	u, err := url.Parse(root)
	if err != nil {
		u = &url.URL{}
	}
	parts := strings.Split(strings.Trim(path.Clean("/"+u.Path), "/"), "/")
	best, most := "", -1
	for n := range min(len(parts), 20) + 1 {
		prefix, found := path.Join(parts[len(parts)-n:]...), 0
		for _, p := range paths {
			if parsed[path.Join(prefix, p)] {
				found++
			}
		}
		if found > most {
			best, most = prefix, found
		}
	}
	return best
}

// An alias is another name of a definition.
type alias struct{ name, as string }

// An indexReader reads the documents of one index.
type indexReader struct {
	loader  *loader
	files   map[string]walk.File
	parsed  map[string]bool
	prefix  string
	aliases map[alias]bool   // that the imports of the tree introduce
	numbers map[string]int32 // of symbols
	index   *resolve.CompilerIndex
	seen    map[string]bool
	missing int      // documents that are not in the tree
	stale   []string // paths of documents that do not match their files
}

// document adds the occurrences of a document.
func (r *indexReader) document(ctx context.Context, d *scip.Document) {
	p := path.Join(r.prefix, d.Path)
	if r.seen[p] { // of another project of the same tree
		return
	}
	r.seen[p] = true
	if !r.parsed[p] {
		r.missing++
		return
	}
	src, kept, err := r.loader.source(ctx, r.files[p])
	if err != nil || len(kept.Gaps) > 0 || d.Text != "" && d.Text != src.Text {
		r.stale = append(r.stale, p)
		return
	}
	list, ok := r.occurrences(d, src.Text, p)
	if !ok {
		r.stale = append(r.stale, p)
		return
	}
	slices.SortStableFunc(list, func(a, b resolve.CompilerOccurrence) int {
		if a.Start != b.Start {
			return int(int64(a.Start) - int64(b.Start))
		}
		return int(a.Symbol) - int(b.Symbol)
	})
	r.index.Files[p] = list
}

// occurrences converts the occurrences of a document, without those whose names do not stand at their
// ranges; ok is false if too many do not.
func (r *indexReader) occurrences(d *scip.Document, text, path string) (list []resolve.CompilerOccurrence, ok bool) {
	offsets := offsetsOf(d, text)
	list = make([]resolve.CompilerOccurrence, 0, len(d.Occurrences))
	right, wrong := 0, 0
	renamed := map[int]bool{} // indexes of list
	for _, o := range d.Occurrences {
		start, found := offsets[o.Range.Start]
		end, found2 := offsets[o.Range.End]
		name := scip.Name(o.Symbol)
		if !found || !found2 || end < start {
			wrong++
			continue
		}
		switch written, _, _ := strings.Cut(strings.Trim(text[start:end], "'\"`"), " as "); {
		case name == "": // a local, or a module
		case written == name:
			right++
		case !o.Definition && standsAlone(text, start, end):
			if !r.aliases[alias{name, written}] && !r.aliases[alias{"default", written}] {
				continue // scip-python 0.6.6 gives names behind a module the symbol of another name
			}
			renamed[len(list)] = true
		default:
			wrong++
			continue
		}
		if o.Definition && scip.IsLocal(o.Symbol) {
			name = text[start:end]
		}
		n := resolve.CompilerOccurrence{Start: start, End: end, Symbol: r.number(o.Symbol, name, path), Definition: o.Definition}
		if s, ok := offsets[o.Enclosing.Start]; ok && !o.Enclosing.IsEmpty() {
			if e, ok := offsets[o.Enclosing.End]; ok {
				n.Enclosing = parse.Range{Start: s, End: e}
			}
		}
		list = append(list, n)
	}
	if wrong == 0 {
		return list, true
	}
	kept := list[:0] // in a file that changed, another name may be at the place of a name
	for i, o := range list {
		if !renamed[i] {
			kept = append(kept, o)
		}
	}
	return kept, float64(wrong) <= tolerated*float64(right)
}

// standsAlone reports whether a range of a text is one whole name.
func standsAlone(text string, start, end uint32) bool {
	inName := func(r rune) bool {
		return r == '_' || r == '$' || r == '#' || unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return start < end && !inName(before) && !inName(after) &&
		!strings.ContainsFunc(text[start:end], func(r rune) bool { return !inName(r) })
}

// number returns the number of a symbol; local ones belong to their documents.
func (r *indexReader) number(symbol, name, path string) int32 {
	local := scip.IsLocal(symbol)
	if local {
		symbol += "\x00" + path
	}
	n, ok := r.numbers[symbol]
	if !ok {
		n = int32(len(r.index.Symbols))
		r.numbers[symbol] = n
		r.index.Symbols = append(r.index.Symbols, resolve.CompilerSymbol{Local: local})
	}
	if r.index.Symbols[n].Name == "" {
		r.index.Symbols[n].Name = name
	}
	return n
}

// offsetsOf returns the offset in the text of every position of a document that exists.
func offsetsOf(d *scip.Document, text string) map[scip.Position]uint32 {
	out := map[scip.Position]uint32{}
	list := make([]scip.Position, 0, 2*len(d.Occurrences))
	for _, o := range d.Occurrences {
		list = append(list, o.Range.Start, o.Range.End, o.Enclosing.Start, o.Enclosing.End)
	}
	slices.SortFunc(list, func(a, b scip.Position) int {
		switch {
		case a.Before(b):
			return -1
		case b.Before(a):
			return 1
		}
		return 0
	})
	at, line, column := 0, uint32(0), uint32(0)
	for _, p := range slices.Compact(list) {
		for line < p.Line {
			i := strings.IndexByte(text[at:], '\n')
			if i < 0 {
				return out
			}
			at, line, column = at+i+1, line+1, 0
		}
		for column < p.Column && at < len(text) && text[at] != '\n' {
			r, size := utf8.DecodeRuneInString(text[at:])
			at += size
			column += width(d.Encoding, r, size)
		}
		if column == p.Column {
			out[p] = uint32(at)
		}
	}
	return out
}

// width returns the number of columns of a character.
func width(e scip.Encoding, r rune, size int) uint32 {
	switch {
	case e == scip.UTF8:
		return uint32(size)
	case e == scip.UTF32 || r < 0x10000:
		return 1
	}
	return 2
}

// notes reports the documents that were not used.
func (r *indexReader) notes(x *compilerIndex) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	for _, p := range r.stale {
		out = append(out, artifacts.Diagnostic{Type: artifacts.Compiler, Path: p, Reason: "stale",
			Detail: "its symbols do not stand at the ranges of " + filepath.Base(x.path) + ": write that again"})
	}
	if r.missing > 0 {
		out = append(out, artifacts.Diagnostic{Type: artifacts.Compiler, Reason: "not-indexed",
			Detail: filepath.Base(x.path), Count: r.missing})
	}
	return out
}

// maxDisputes bounds the disputes that are listed one by one.
const maxDisputes = 10_000

// disputeNotes lists the edges that a compiler denies, those to external symbols by file.
func disputeNotes(list []graphbuild.Dispute) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	external := map[string]map[string]int{} // names by path
	for i, d := range list {
		if d.Ours == "" {
			if external[d.Path] == nil {
				external[d.Path] = map[string]int{}
			}
			external[d.Path][d.Name]++
			continue
		}
		if i == maxDisputes {
			out = append(out, artifacts.Diagnostic{Type: artifacts.Compiler, Reason: "disagrees",
				Detail: "further references", Count: len(list) - i})
			break
		}
		out = append(out, artifacts.Diagnostic{Type: artifacts.Compiler, Path: d.Path, Line: d.Line, Reason: "disagrees",
			Detail: d.Name + ": " + d.Ours + "; the compiler: " + d.Theirs, Count: 1})
	}
	for p, names := range external { // sorted when they are written
		d := artifacts.Diagnostic{Type: artifacts.Compiler, Path: p, Reason: "not-external"}
		d.Detail, d.Count = frequent(names)
		out = append(out, d)
	}
	return out
}
