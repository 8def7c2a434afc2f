// Package markdown reads the sections of documents in Markdown (.md, .markdown,
// .mdx) and the links in them, by CommonMark 0.31. It uses no grammar: only the
// blocks that affect the recognition of headings are read.
//
//	markdown.go  the language; sections as definitions
//	blocks.go    lines to headings: fences, HTML, lists, front matter
//	inline.go    links, the text of a heading, and its anchor
package markdown

import (
	"path"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// Languages returns the language of Markdown documents.
func Languages() []parse.Language { return []parse.Language{language{}} }

type language struct{}

// Name implements [parse.Language].
func (language) Name() string { return "markdown" }

// Extensions implements [parse.Language].
func (language) Extensions() []string { return []string{".md", ".markdown", ".mdx"} }

// Facts implements [parse.Language].
//
// A section extends from its heading to the next one of the same or a higher
// level. It is named like its GitHub anchor: repeated names are numbered. The body
// of a section ends where its first subsection begins. A link within the tree is a
// reference whose name is its target as written.
//
// Time and memory are linear in the length of the file.
func (language) Facts(_ *parse.Parser, src parse.Source) (*parse.Facts, error) {
	f := &parse.Facts{Path: src.Path, Language: "markdown", Text: src.Text, Gaps: src.Gaps,
		Module: strings.TrimSuffix(src.Path, path.Ext(src.Path)),
		Definitions: []parse.Definition{{Kind: graph.KindFile, Name: path.Base(src.Path),
			Symbol: "<module>", Parent: -1, Range: parse.Range{End: uint32(len(src.Text))}}}}
	b := blocks{text: src.Text}
	b.read()
	s := sections{f: f, slugs: map[string]int{}}
	for _, h := range b.headings {
		s.add(h)
	}
	s.close(0, uint32(len(src.Text)))
	for _, l := range b.marks.links {
		s.refer(l)
	}
	f.Sort()
	return f, nil
}

// A sections turns headings into definitions.
type sections struct {
	f     *parse.Facts
	slugs map[string]int // number of uses of each name
	open  []open         // the enclosing sections, outermost first
	at    int            // the definition that contains the last link
}

// An open is a section that is not closed yet.
type open struct {
	def   int32
	level int
}

// add begins the section of a heading.
func (s *sections) add(h heading) {
	s.close(h.level, uint32(h.start))
	parent := int32(0)
	if n := len(s.open); n > 0 {
		parent = s.open[n-1].def
	}
	text := plain(h.text)
	name := s.unique(slug(text))
	s.f.Definitions = append(s.f.Definitions, parse.Definition{Kind: graph.KindSection, Name: name,
		Symbol: name, Parent: parent, NameAt: uint32(h.name), Exported: true,
		Signature: strings.Repeat("#", h.level) + " " + strings.Join(strings.Fields(text), " "),
		Range:     parse.Range{Start: uint32(h.start)}, Body: parse.Range{Start: uint32(h.end)}})
	s.open = append(s.open, open{int32(len(s.f.Definitions) - 1), h.level})
}

// close ends the open sections of a level and those below it.
func (s *sections) close(level int, at uint32) {
	for n := len(s.open); n > 0 && s.open[n-1].level >= level; n-- {
		d := &s.f.Definitions[s.open[n-1].def]
		d.Range.End = at
		d.Body.End = at
		d.Body.Start = min(d.Body.Start, at)
		s.open = s.open[:n-1]
	}
}

// unique numbers a repeated name, like GitHub.
//
//	usage, usage-1, usage-2
func (s *sections) unique(name string) string {
	if name == "" {
		name = "section"
	}
	once, n := name, s.slugs[name]
	for _, given := s.slugs[name]; given; _, given = s.slugs[name] {
		n++
		name = once + "-" + strconv.Itoa(n)
	}
	s.slugs[once] = n
	if name != once {
		s.slugs[name] = 0
	}
	return name
}

// refer adds the reference of a link; links come in text order.
func (s *sections) refer(l link) {
	for s.at+1 < len(s.f.Definitions) && s.f.Definitions[s.at+1].Range.Start <= uint32(l.at) {
		s.at++
	}
	s.f.References = append(s.f.References, parse.Reference{Name: l.target, Kind: parse.RefMember,
		Def: int32(s.at), At: uint32(l.at), Args: -1})
}
