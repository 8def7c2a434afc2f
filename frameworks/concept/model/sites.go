package model

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// Of lists the libraries of a language that have a row which use accepts.
func Of(list []*Library, language string, use func(*Effect) bool) []*Library {
	var out []*Library
	for _, l := range list {
		if l.Language == language && l.any(use) {
			out = append(out, l)
		}
	}
	return out
}

// any reports whether a row of the library has an effect that use accepts.
func (l *Library) any(use func(*Effect) bool) bool {
	return slices.ContainsFunc(l.Calls, func(x Call) bool { return use(&x.Effect) }) ||
		slices.ContainsFunc(l.Annotations, func(x Annotation) bool { return use(&x.Effect) }) ||
		slices.ContainsFunc(l.Bases, func(x Base) bool { return use(&x.Effect) })
}

// languagesOf are the names of the front ends of a family.
var languagesOf = map[string][]string{"csharp": {"csharp", "razor"}, "go": {"go"}, "java": {"java"}, "python": {"python"},
	"typescript": {"typescript", "javascript", "tsx", "vue", "svelte"}}

// Sites requests the sites of files that name one of the libraries, or have one of their words.
func Sites(libs []*Library, language string, src parse.Source) parse.SiteScope {
	for _, l := range libs {
		if slices.Contains(languagesOf[l.Language], language) &&
			(l.isNamed(src) || src.ContainsAny(l.Words)) && (l.Needs == nil || src.ContainsAny(l.Needs)) {
			return parse.AllSites
		}
	}
	return parse.NoSites
}

// Named reports whether a file names one of the libraries; one without modules is named by its words.
func Named(libs []*Library, language string, src parse.Source) bool {
	return slices.ContainsFunc(libs, func(l *Library) bool {
		return slices.Contains(languagesOf[l.Language], language) &&
			(l.isNamed(src) || len(l.Modules) == 0 && src.ContainsAny(l.Words))
	})
}

// isNamed reports whether a text names a module of the library. Python may import it by its last name:
//
//	from acme import bus
func (l *Library) isNamed(src parse.Source) bool {
	if src.ContainsAny(l.Modules) {
		return true
	}
	return l.Language == "python" && slices.ContainsFunc(l.Modules, func(module string) bool {
		at := strings.LastIndexByte(module, '.')
		return at > 0 && src.Contains("from "+module[:at]+" import ") && src.Contains(module[at+1:])
	})
}

// A SiteReader is the part of a reader of rows that selects files.
type SiteReader struct{ Libraries []*Library }

var _ interest.Namer = SiteReader{}

// Sites implements [interest.SiteReader].
func (r SiteReader) Sites(language string, src parse.Source) parse.SiteScope {
	return Sites(r.Libraries, language, src)
}

// Named implements [interest.Namer].
func (r SiteReader) Named(language string, src parse.Source) bool {
	return Named(r.Libraries, language, src)
}

// factsOf are the kinds of facts, with the effects that yield them, in the order of documents.
var factsOf = []struct {
	name    string
	effects []string
}{{"routes", []string{"route"}}, {"requests", []string{"request"}}, {"messages", []string{"send", "handle"}},
	{"settings", []string{"setting"}}, {"tables", []string{"table", "entity", "sql"}}, {"services", []string{"bind"}},
	{"entry points", []string{"run"}}}

// Facts lists the kinds of facts that the rows of a library yield.
func (l *Library) Facts() []string {
	var out []string
	for _, f := range factsOf {
		if l.any(func(e *Effect) bool {
			return slices.ContainsFunc(e.Kinds(), func(kind string) bool { return slices.Contains(f.effects, kind) })
		}) {
			out = append(out, f.name)
		}
	}
	return out
}
