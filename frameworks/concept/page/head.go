package page

import (
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// A Head requests the sites of all templates of an engine, and those of the code that it
// selects. Engines embed a pointer to one.
type Head struct {
	Templates string // the language of the templates
	interest.Head
}

// Sites implements [interest.SiteReader].
func (h *Head) Sites(language string, src parse.Source) parse.SiteScope {
	if language == h.Templates {
		return parse.AllSites
	}
	return h.Head.Sites(language, src)
}

// Named reports whether a file is a template: without templates, no code renders one.
func (h *Head) Named(language string, _ parse.Source) bool { return language == h.Templates }
