// Broken measures the cost of a syntax error: it deletes one random token of source
// files that a build reads and the grammars accept, parses them again, and counts the
// lost definitions other than the one that contained the token. If the grammar accepts
// the text without the token, it is a different valid program: definitions that it
// lacks are counted in a separate column and are not losses. Definitions that the file
// only has without the token are counted as invented.
//
//	var (
//		a T =    // the value was deleted: the next line is the value
//		b
//	)
//
// With -plain broken files are not repaired. With -clean it counts, in files without
// errors, the names that the outline expects and the front end does not define. With
// -arms the token is one between #if and #endif, and files without these are skipped.
//
//	go run ./scripts/broken [-n 1000] [-seed 1] [-v] [-plain] [-clean] [-arms] DIR…
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/parse/outline"
	"seedgraph/source/walk"
)

var (
	number  = flag.Int("n", 1000, "number of files of each language")
	seed    = flag.Uint64("seed", 1, "seed of the random numbers")
	verbose = flag.Bool("v", false, "print each loss")
	plain   = flag.Bool("plain", false, "do not mend what is broken")
	clean   = flag.Bool("clean", false, "compare outlines with files as they are")
	arms    = flag.Bool("arms", false, "delete a token of a conditional part")
)

// largest is the maximum size of the files to read: larger ones are mostly tables.
const largest = 200_000

func main() {
	flag.Parse()
	p := parse.NewParser()
	defer p.Close()
	byLanguage := map[string][]file{}
	for _, dir := range flag.Args() {
		if err := collect(context.Background(), dir, byLanguage); err != nil {
			log.Fatal(err)
		}
	}
	for _, l := range all.Set().Languages() {
		m, ok := l.(parse.Mendable)
		if files := byLanguage[l.Name()]; ok && len(files) > 0 {
			slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.path(), b.path()) })
			r := rand.New(rand.NewPCG(*seed, 0))
			r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
			t := trial{m: m, p: p, r: r}
			t.run(files)
		}
	}
}

// A file is a file of a tree.
type file struct {
	tree *walk.Tree
	at   walk.File
}

func (f file) path() string { return filepath.Join(f.tree.Root, filepath.FromSlash(f.at.Path)) }

// collect adds the files below dir by language.
func collect(ctx context.Context, dir string, to map[string][]file) error {
	set := all.Set()
	tree, err := walk.Walk(ctx, dir, walk.Options{
		MaxFileBytes: largest,
		Select:       func(path string) bool { return set.Of(path) != nil },
	})
	if err != nil {
		return err
	}
	for _, f := range tree.Files {
		name := set.Of(f.Path).Name()
		to[name] = append(to[name], file{tree, f})
	}
	return nil
}

// A trial counts the losses in the files of one language.
type trial struct {
	m                            parse.Mendable
	p                            *parse.Parser
	r                            *rand.Rand
	files, lossy, lost, reported int
	definitions, inside          int
	made, madeIn                 int // definitions that a file only has without the token
	sound                        int // files that lack definitions and are a different valid program
}

func (t *trial) run(files []file) {
	for _, file := range files {
		if t.files == *number {
			break
		}
		read, err := file.tree.Read(file.at)
		if err != nil {
			continue
		}
		src := parse.Source{Path: file.path(), Text: read.Text}
		f, err := parse.Read(t.m, t.p, src)
		if err != nil || f.HasError || len(f.Definitions) < 2 {
			continue
		}
		tokens := t.tokens(src.Text)
		if len(tokens) == 0 {
			continue
		}
		t.files++
		t.definitions += len(f.Definitions) - 1
		if *clean {
			t.compare(src, f)
		} else {
			t.breakAt(src, f, tokens[t.r.IntN(len(tokens))])
		}
	}
	what := "lost beside the broken one"
	if *clean {
		what = "expected and not defined"
	}
	fmt.Printf("%-11s %5d files, %6d definitions: %4d %s, in %d files (%.2f %%)", t.m.Name(),
		t.files, t.definitions, t.lost, what, t.lossy,
		100*float64(t.lossy)/float64(max(t.files, 1)))
	if !*clean {
		fmt.Printf("; %d are parts of it; %d files say so; %d files are another program"+
			"; %d invented, in %d files", t.inside, t.reported, t.sound, t.made, t.madeIn)
	}
	fmt.Println()
}

// compare counts the names of the outline that f does not define.
func (t *trial) compare(src parse.Source, f *parse.Facts) {
	missing := parse.LostDefinitions(t.m, src, f)
	if len(missing) > 0 {
		t.lossy++
		t.lost += len(missing)
	}
	for _, l := range missing {
		if *verbose {
			fmt.Printf("  %s:%d %s\n", src.Path, 1+strings.Count(src.Text[:l.At], "\n"), l.Name)
		}
	}
}

// within reports whether definition i is nested in another.
func within(f *parse.Facts, i, of int) bool {
	for ; i > of; i = int(f.Definitions[i].Parent) {
	}
	return i == of
}

// tokens returns the tokens of a text that may be deleted.
func (t *trial) tokens(text string) []outline.Token {
	all := t.m.Syntax().Lex(text)
	if !*arms {
		return all
	}
	var out []outline.Token
	depth, at := 0, uint32(0)
	for line := range strings.Lines(text) {
		end := at + uint32(len(line))
		directive := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "#"))
		for ; len(all) > 0 && all[0].Start < end; all = all[1:] {
			if depth > 0 {
				out = append(out, all[0])
			}
		}
		switch {
		case !strings.HasPrefix(strings.TrimSpace(line), "#"):
		case strings.HasPrefix(directive, "if"):
			depth++
		case strings.HasPrefix(directive, "endif"):
			depth--
		}
		at = end
	}
	return out
}

// breakAt deletes one token, and counts the losses.
func (t *trial) breakAt(src parse.Source, f *parse.Facts, token outline.Token) {
	cut := src
	cut.Text = src.Text[:token.Start] + src.Text[token.End:]
	read := parse.Read
	if *plain {
		read = func(l parse.Language, p *parse.Parser, s parse.Source) (*parse.Facts, error) {
			return l.Facts(p, s)
		}
	}
	g, err := read(t.m, t.p, cut)
	if err != nil {
		log.Printf("%s: %v", src.Path, err)
		return
	}
	there := map[uint32]bool{}
	for _, d := range g.Definitions {
		there[d.NameAt] = true
	}
	t.invented(src, f, g, token)
	innermost, member := 0, 0
	for i, d := range f.Definitions {
		if d.Range.Contains(token.Start) {
			innermost = i // children follow their parents
			switch d.Kind {
			case graph.KindMethod, graph.KindConstructor, graph.KindFunction:
				member = i
			}
		}
	}
	var gone []string
	for i, d := range f.Definitions {
		at := d.NameAt
		if at >= token.End {
			at -= token.End - token.Start
		}
		switch {
		case i == 0 || i == innermost || i == member || there[at]:
		case innermost > 0 && (within(f, i, innermost) ||
			f.Definitions[innermost].Range.Contains(d.NameAt)):
			t.inside++
		default:
			gone = append(gone, d.Symbol)
		}
	}
	t.count(src, parse.Range{Start: token.Start, End: token.End}, g, gone)
}

// invented counts the definitions of g, read without a token, that f lacks.
func (t *trial) invented(src parse.Source, f, g *parse.Facts, token outline.Token) {
	known := map[uint32]bool{}
	for _, d := range f.Definitions {
		at := d.NameAt
		if at >= token.End {
			at -= token.End - token.Start
		}
		known[at] = true
	}
	var made []string
	for _, d := range g.Definitions[1:] {
		if !known[d.NameAt] {
			made = append(made, d.Symbol)
		}
	}
	if len(made) == 0 {
		return
	}
	t.made += len(made)
	t.madeIn++
	if *verbose {
		fmt.Printf("  %s:%d: without %q: invented %d: %s\n", src.Path,
			1+strings.Count(src.Text[:token.Start], "\n"), src.Text[token.Start:token.End],
			len(made), strings.Join(made[:min(len(made), 5)], ", "))
	}
}

// count counts the definitions that a file lacks without one token.
func (t *trial) count(src parse.Source, token parse.Range, g *parse.Facts, gone []string) {
	if len(g.Lost) > 0 {
		t.reported++
	}
	if len(gone) == 0 {
		return
	}
	what := "lost"
	if g.HasError {
		t.lossy++
		t.lost += len(gone)
	} else {
		what = "another program without"
		t.sound++
	}
	if *verbose {
		fmt.Printf("  %s:%d: without %q: %s %d: %s\n", src.Path,
			1+strings.Count(src.Text[:token.Start], "\n"), src.Text[token.Start:token.End],
			what, len(gone), strings.Join(gone[:min(len(gone), 5)], ", "))
	}
}
