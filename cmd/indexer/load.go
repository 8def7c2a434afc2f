package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/cli"
	"seedgraph/parse"
	"seedgraph/tokens"
	"seedgraph/walk"
)

// maxInFlight caps the source bytes that are being parsed at one time: a syntax
// tree takes up to ninety bytes of memory for each.
const maxInFlight = 4 << 20

// sources is the tree once read: facts and texts of every file.
type sources struct {
	inputs      []graphbuild.Input // by path
	project     *graphbuild.Project
	hashes      []walk.FileHash // by path
	diagnostics []artifacts.Diagnostic
	bytes       int64
}

// A loader reads and parses the files of a tree.
type loader struct {
	tree      *walk.Tree
	languages *parse.Set
	counter   *tokens.Counter
	jobs      int
	progress  cli.Progress
}

// slot is what loading one file gives; files land in their slots whatever
// worker was first.
type slot struct {
	input   *graphbuild.Input
	project string
	hash    walk.FileHash
	bytes   int64
	notes   []artifacts.Diagnostic
}

// load reads and parses all files, several at a time.
func (l *loader) load(ctx context.Context) (*sources, error) {
	slots := make([]slot, len(l.tree.Files))
	inFlight := semaphore.NewWeighted(maxInFlight)
	parsers := sync.Pool{New: func() any { return parse.NewParser() }}
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(l.jobs)
	for i, f := range l.tree.Files {
		weight := min(max(f.Size, 1), maxInFlight)
		if err := inFlight.Acquire(groupCtx, weight); err != nil {
			break
		}
		group.Go(func() error {
			defer inFlight.Release(weight)
			p := parsers.Get().(*parse.Parser)
			stop := context.AfterFunc(groupCtx, p.Cancel)
			slots[i] = l.file(p, f)
			if !stop() {
				p.Close()
				return groupCtx.Err()
			}
			parsers.Put(p)
			l.progress.Add(1, slots[i].bytes)
			return nil
		})
	}
	err := group.Wait()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return l.gather(slots), nil
}

// file reads and parses one file. Whatever goes wrong with it is noted, not
// returned: one bad file never stops a build.
func (l *loader) file(p *parse.Parser, f walk.File) (s slot) {
	src, err := l.tree.Read(f)
	if err != nil {
		return slot{notes: []artifacts.Diagnostic{skipNote(f, err)}}
	}
	s = slot{hash: walk.FileHash{Path: f.Path, Hash: src.Hash}, bytes: src.Size}
	if graphbuild.IsProjectFile(f.Path) {
		s.project = src.Text
	}
	lang := l.languages.Of(f.Path)
	if lang == nil {
		return s
	}
	facts, err := facts(lang, p, parse.Source{Path: f.Path, Text: src.Text})
	if err != nil {
		s.notes = append(s.notes, artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: f.Path, Language: lang.Name(), Reason: "parser-failed", Detail: err.Error()})
		return s
	}
	if facts.HasError {
		s.notes = append(s.notes, artifacts.Diagnostic{Type: artifacts.ParseErrors, Path: f.Path, Language: lang.Name(), Reason: "syntax", Bytes: facts.ErrorBytes})
	}
	s.input = &graphbuild.Input{Facts: facts, Parts: graphbuild.Texts(facts, l.counter.Count), Flags: flags(f, src)}
	if src.Encoding != walk.EncodingUTF8 || src.BadBytes > 0 {
		s.input.Offset = func(at uint32) uint32 { return uint32(src.Offset(int(at))) }
	}
	return s
}

// facts runs a front end. A front end that panics costs its file, not the build.
func facts(lang parse.Language, p *parse.Parser, src parse.Source) (f *parse.Facts, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("front end %s failed: %v", lang.Name(), r)
		}
	}()
	return lang.Facts(p, src)
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
	d := artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: f.Path, Reason: walk.ReasonUnreadable, Detail: err.Error()}
	var skip *walk.SkipError
	if errors.As(err, &skip) {
		d.Reason, d.Detail = skip.Skip.Reason, skip.Skip.Detail
	}
	return d
}

// gather collects the slots in the order of paths.
func (l *loader) gather(slots []slot) *sources {
	out := &sources{project: &graphbuild.Project{Files: map[string]string{}}}
	for i, s := range slots {
		out.diagnostics = append(out.diagnostics, s.notes...)
		if s.hash.Path == "" {
			continue
		}
		out.hashes = append(out.hashes, s.hash)
		out.bytes += s.bytes
		if s.project != "" {
			out.project.Files[l.tree.Files[i].Path] = s.project
		}
		if s.input != nil {
			out.inputs = append(out.inputs, *s.input)
		}
	}
	for _, skip := range l.tree.Skipped {
		out.diagnostics = append(out.diagnostics, artifacts.Diagnostic{Type: artifacts.SkippedFile, Path: skip.Path, Reason: skip.Reason, Detail: skip.Detail})
	}
	return out
}
