package interest

import (
	"cmp"
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
	Needs     []string        // one of which it contains, too, unless there are none
	Scope     parse.SiteScope // the sites of these files; AllSites if not set
	Else      []Head          // for other files of the same languages, without Languages and Names

	// Names are words one of which a file contains that names the library; without them,
	// every file whose sites are requested names it. See [Namer].
	Names []string
}

// Sites implements [SiteReader].
func (h *Head) Sites(language string, src parse.Source) parse.SiteScope {
	if !slices.Contains(h.Languages, language) {
		return parse.NoSites
	}
	return h.scope(src)
}

func (h *Head) scope(src parse.Source) parse.SiteScope {
	if src.ContainsAny(h.Words) && (h.Needs == nil || src.ContainsAny(h.Needs)) {
		return cmp.Or(h.Scope, parse.AllSites)
	}
	for i := range h.Else {
		if scope := h.Else[i].scope(src); scope != parse.NoSites {
			return scope
		}
	}
	return parse.NoSites
}

// Named implements [Namer].
func (h *Head) Named(language string, src parse.Source) bool {
	return slices.Contains(h.Languages, language) && (h.Names == nil || src.ContainsAny(h.Names))
}
