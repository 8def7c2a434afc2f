package interest

import (
	"slices"

	"seedgraph/parse"
)

// Scripts lists the languages of scripts, without the components of pages.
var Scripts = []string{"typescript", "javascript", "tsx"}

// A Head requests the sites of files by their language and the words in them. Readers for
// which that is enough embed a pointer to one. The zero Head requests no sites.
type Head struct {
	Languages []string
	Words     []string        // one of which a file contains
	Scope     parse.SiteScope // the sites of these files; AllSites if not set

	// Names are words one of which a file contains that names the library; without them,
	// every file whose sites are requested names it. See [Namer].
	Names []string
}

// Sites implements [SiteReader].
func (h *Head) Sites(language string, src parse.Source) parse.SiteScope {
	if !slices.Contains(h.Languages, language) || !src.ContainsAny(h.Words) {
		return parse.NoSites
	}
	if h.Scope == parse.NoSites {
		return parse.AllSites
	}
	return h.Scope
}

// Named implements [Namer].
func (h *Head) Named(_ string, src parse.Source) bool {
	return h.Names == nil || src.ContainsAny(h.Names)
}
