// Package markdown resolves the links in documents.
package markdown

import (
	"net/url"
	"path"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// rules are those of links on the pages of a repository.
//
//   - A path is relative to the folder of the document; one with a leading slash is relative to
//     the root of the tree. A folder refers to its README. A path without an extension may be
//     that of a document.
//   - An anchor refers to the section of that name, or to the file if it is not a document.
//
// A link without a file in the index is external: a picture, or a page of a web site.
type rules struct {
	resolve.PlainRules
	table    *resolve.Table
	sections map[*resolve.File]map[string]resolve.DefID
}

// Language returns the language with its rules.
func Language() resolve.Language {
	return resolve.Language{Family: family, Names: []string{family},
		Rules: func() resolve.Rules { return &rules{} }}
}

const family = "markdown"

// Prepare collects the sections of all documents.
func (r *rules) Prepare(ix *resolve.Table) {
	r.table, r.sections = ix, map[*resolve.File]map[string]resolve.DefID{}
	for _, f := range ix.Files {
		if f.Family != family {
			continue
		}
		r.sections[f] = map[string]resolve.DefID{}
		for i := 1; i < len(f.Definitions); i++ {
			d := ix.Def(f.ID(int32(i)))
			r.sections[f][d.Name] = d.ID
		}
	}
}

// BindFile implements [resolve.Rules].
func (r *rules) BindFile(b *resolve.Binder) {
	for i := range b.File.References {
		ref := &b.File.References[i]
		id, why := r.target(b.File, ref)
		b.Settle(ref, b.File.ID(ref.Def), []resolve.DefID{id}, graph.Exact, why)
	}
}

// target returns the target of a link, or the reason why it has none.
func (r *rules) target(from *resolve.File, ref *parse.Reference) (resolve.DefID, resolve.Outcome) {
	place, anchor, _ := strings.Cut(ref.Name, "#")
	place, _, _ = strings.Cut(place, "?")
	f := r.file(from, unescaped(place))
	if f == nil {
		return resolve.None, resolve.External
	}
	sections := r.sections[f]
	if anchor == "" || sections == nil {
		if f == from {
			return resolve.None, resolve.Local // the top of the page
		}
		return f.ID(0), resolve.Resolved
	}
	if id, ok := sections[strings.ToLower(unescaped(anchor))]; ok {
		return id, resolve.Resolved
	}
	return resolve.None, resolve.NotFound
}

// unescaped returns a text without URL escapes, or unchanged if its escapes are
// invalid.
func unescaped(text string) string {
	if t, err := url.PathUnescape(text); err == nil {
		return t
	}
	return text
}

// file returns the file of a path; nil if it is not in the index.
func (r *rules) file(from *resolve.File, place string) *resolve.File {
	if place == "" {
		return from
	}
	p := path.Join(path.Dir(from.Path), place)
	if whole, ok := strings.CutPrefix(place, "/"); ok {
		p = path.Clean(whole)
	}
	for _, name := range []string{p, path.Join(p, "README.md"), path.Join(p, "readme.md"), path.Join(p, "index.md"),
		p + ".md", p + ".mdx"} {
		if f := r.table.At(name); f != nil {
			return f
		}
	}
	return nil
}
