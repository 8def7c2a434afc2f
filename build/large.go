package build

import (
	"context"
	"fmt"
	"math"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/parse"
	"seedgraph/source/walk"
)

const (
	// maxOutlined limits the size of code files whose definitions are read although
	// they are too large to be parsed whole: their outline takes about ten times their
	// bytes of memory.
	maxOutlined = 128 << 20
	// maxCondensed limits the text of their definitions, which is parsed in parts.
	maxCondensed = 64 << 20
)

// largest returns the maximum size of a file of which a part is kept, or 0: an SQL
// script is read as a stream, all other code by its outline.
func largest(languages *parse.Set) func(path string) int64 {
	return func(path string) int64 {
		switch languages.Of(path).(type) {
		case parse.StreamReader:
			return math.MaxInt64
		case parse.Mendable:
			return maxOutlined
		}
		return 0
	}
}

// source reads a file; for a large one, the part that is kept.
func (l *loader) source(ctx context.Context, f walk.File) (walk.Source, parse.Condensed, error) {
	if !f.Large {
		src, err := l.tree.Read(f)
		return src, parse.Condensed{}, err
	}
	var encoding string
	width := func(text string) int64 { return walk.Width(text, encoding) }
	var whole strings.Builder
	take := func(text string) { whole.WriteString(text) }
	lang := l.languages.Of(f.Path)
	var condenser parse.StreamCondenser
	if s, ok := lang.(parse.StreamReader); ok {
		condenser = s.Condense(width)
		take = condenser.Take
	}
	src, err := l.tree.Stream(ctx, f, func(text, now string) error {
		encoding = now
		take(text)
		return nil
	})
	if err != nil {
		return walk.Source{}, parse.Condensed{}, err
	}
	var out parse.Condensed
	if condenser != nil {
		out = condenser.Condensed()
	} else {
		size, ok := 0, false
		out, size, ok = parse.CondenseCode(lang.(parse.Mendable), parse.Source{Path: f.Path,
			Text: whole.String(), Symbols: l.symbols(lang.Name(), f.Path)}, width, maxCondensed)
		if !ok {
			return walk.Source{}, parse.Condensed{}, &walk.SkipError{Skip: walk.Skip{Path: f.Path,
				Reason: walk.ReasonTooLarge, Detail: fmt.Sprintf(
					"%d bytes, %d without function bodies, limit %d", src.Size, size,
					maxCondensed)}}
		}
	}
	src.SetText(out.Text)
	return src, out, nil
}

// offsets returns a function that maps offsets in a text to offsets in the file; nil if
// they are the same.
func offsets(src walk.Source, gaps parse.Gaps) func(uint32) uint32 {
	if src.Encoding == walk.EncodingUTF8 && src.BadBytes == 0 && gaps == nil {
		return nil
	}
	return func(at uint32) uint32 {
		place := int64(src.Offset(int(at))) + gaps.Before(at).Bytes
		return uint32(max(0, min(place, math.MaxUint32)))
	}
}

// omissionNotes reports the parts of a file that were omitted because it is large.
func omissionNotes(path string, f *parse.Facts, left []parse.Omission) []artifacts.Diagnostic {
	var out []artifacts.Diagnostic
	for _, o := range left {
		out = append(out, artifacts.Diagnostic{Type: artifacts.Condensed, Path: path,
			Language: f.Language, Reason: o.Unit, Line: f.Line(min(o.At, uint32(len(f.Text)))),
			Count: o.Count})
	}
	return out
}
