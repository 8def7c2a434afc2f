//go:build unix

// Command parsebench measures the minimum cost of reading a source tree: it
// parses the files that `indexer build` reads with tree-sitter, builds nothing
// from the syntax trees, and prints the time. SQL, for which we have our own
// scanner, is scanned.
//
// usage: parsebench SRC
//
// It prints one line: files, lines, bytes, and the CPU seconds of parsing,
// without reading the files.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/csharp"
	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/java"
	"github.com/smacker/go-tree-sitter/python"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/source/walk"
)

// grammars are the grammars that the front ends use, by language.
var grammars = map[string]func() *parse.Grammar{
	"csharp":     parse.LazyGrammar(csharp.GetLanguage),
	"go":         parse.LazyGrammar(golang.GetLanguage),
	"java":       parse.LazyGrammar(java.GetLanguage),
	"python":     parse.LazyGrammar(python.GetLanguage),
	"typescript": parse.LazyGrammar(func() *sitter.Language { return typescript.GetLanguage() }),
	"tsx":        parse.LazyGrammar(func() *sitter.Language { return tsx.GetLanguage() }),
	"javascript": parse.LazyGrammar(func() *sitter.Language { return tsx.GetLanguage() }),
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: parsebench SRC")
		os.Exit(1)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "parsebench:", err)
		os.Exit(1)
	}
}

func run(src string) error {
	languages := all.Set()
	tree, err := walk.Walk(context.Background(), src,
		walk.Options{Select: func(p string) bool { return languages.Of(p) != nil }})
	if err != nil {
		return err
	}
	p := parse.NewParser()
	defer p.Close()
	var files, lines, bytes int
	var spent time.Duration
	for _, f := range tree.Files {
		s, err := tree.Read(f)
		if err != nil {
			continue // a build skips it, too
		}
		source := parse.Source{Path: f.Path, Text: s.Text}
		lang := languages.For(source)
		if lang == nil {
			continue
		}
		files++
		lines += strings.Count(s.Text, "\n")
		bytes += len(s.Text)
		before := cpu()
		if err := parseOne(p, lang, source); err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		spent += cpu() - before
	}
	fmt.Printf("%d %d %d %.2f\n", files, lines, bytes, spent.Seconds())
	return nil
}

func parseOne(p *parse.Parser, lang parse.Language, src parse.Source) error {
	if grammar := grammars[lang.Name()]; grammar != nil {
		_, err := p.Parse(grammar(), src.Text)
		return err
	}
	_, err := lang.Facts(p, src)
	return err
}

// cpu returns the user and system time of the process so far.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
