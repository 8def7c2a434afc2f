package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/hint"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/parse/detect"
	"seedgraph/source/walk"
)

const inspectLong = `Inspect parses one file and prints its definitions, imports, locals, references and embedded code
before name resolution, one per line, with positions as line:column. For a file with syntax errors it
prints what a build would recover, and lists the definitions lost.

Some languages derive scopes from the path, which is relative to the root of the tree: run inspect
there.

EXIT STATUS
  0 success, 1 failure`

func newInspectCommand(g *globals) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "inspect FILE",
		Short:   "Print the definitions and references of one source file",
		Long:    inspectLong,
		Example: "  indexer inspect src/Orders/OrderService.cs",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return runInspect(g.streams.Out, args[0], asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func runInspect(w io.Writer, file string, asJSON bool) error {
	languages := all.Set()
	path := filepath.ToSlash(filepath.Clean(file))
	detect.New(languages).Look(path, "", func(limit int) (head, tail string) {
		if real, err := filepath.EvalSymlinks(file); err == nil {
			return walk.Edges(real, limit)
		}
		return "", ""
	})
	lang := languages.Of(path)
	if lang == nil {
		if _, err := os.Stat(file); err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		return hint.With(fmt.Errorf("no language handles %s", file),
			"the known file extensions are "+strings.Join(extensions(languages), " "))
	}
	src, err := readOne(file)
	if err != nil {
		return err
	}
	p := parse.NewParser()
	defer p.Close()
	source := parse.Source{Path: path, Text: src.Text}
	if lang = languages.For(source); lang == nil {
		return hint.With(fmt.Errorf("no language handles %s", file),
			"files with this extension are read only as templates of a known engine")
	}
	facts, err := parse.Read(lang, p, source)
	if err != nil {
		return fmt.Errorf("parse %s: %w", file, err)
	}
	if !asJSON {
		_, err = io.WriteString(w, parse.Dump(facts))
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(inspectionOf(facts))
}

// extensions returns the extensions of all languages, sorted.
func extensions(languages *parse.Set) []string {
	var out []string
	for _, l := range languages.Languages() {
		out = append(out, l.Extensions()...)
	}
	slices.Sort(out)
	return out
}

// readOne decodes one file like a build, but whatever its size and kind.
func readOne(file string) (walk.Source, error) {
	info, err := os.Stat(file)
	if err != nil {
		return walk.Source{}, fmt.Errorf("inspect: %w", err)
	}
	if info.IsDir() {
		return walk.Source{}, hint.With(fmt.Errorf("%s is a folder", file),
			"give a file; indexer build takes folders")
	}
	if file, err = filepath.EvalSymlinks(file); err != nil {
		return walk.Source{}, fmt.Errorf("inspect: %w", err)
	}
	only := func(string) ([]fs.DirEntry, error) {
		return []fs.DirEntry{fs.FileInfoToDirEntry(info)},
			nil
	}
	tree, err := walk.Walk(context.Background(), filepath.Dir(file), walk.Options{
		MaxFileBytes: -1, Vendored: true, BuildOutput: true, Minified: true,
		Binary: true, NoIgnore: true, ReadDir: only, Exclude: []string{"!*.Designer.cs"},
	})
	switch {
	case err != nil:
		return walk.Source{}, err
	case len(tree.Files) == 1:
		return tree.Read(tree.Files[0])
	case len(tree.Skipped) == 1:
		return walk.Source{}, fmt.Errorf("read %s: %s", file, tree.Skipped[0].Reason)
	}
	return walk.Source{}, fmt.Errorf("read %s: not a source file", file)
}
