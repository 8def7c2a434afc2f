package build

import (
	"strings"

	"seedgraph/external/libs"
	"seedgraph/parse"
	"seedgraph/source/walk"
)

// selectFiles selects the files that a build reads: those of the languages, and project
// files.
func selectFiles(languages *parse.Set, rules LanguageRules, w *walk.Options) {
	w.Detect = rules.detector(languages).Look
	w.Data = func(p string) bool { return languages.Of(p) == nil || languages.NeedsContent(p) }
	w.Large = largest(languages)
	w.Select = func(p string) bool {
		return languages.Of(p) != nil || isOfProject(p)
	}
}

// settings returns the options that affect the artifacts, in the form of the
// manifest.
func (o *Options) settings(libraries *libs.Libraries) map[string]string {
	s := map[string]string{}
	for _, row := range Table {
		if row.manifest == notListed {
			continue
		}
		if text, set := format(row.Value(o)); set || row.manifest == alwaysListed {
			s[row.Key] = text
		}
	}
	if o.Access != nil {
		s["access"] = o.Access.String()
	}
	if libraries != nil {
		s["libs"] = strings.Join(libraries.Packages(), "\n")
	}
	if len(o.Languages) > 0 {
		s["languages"] = o.Languages.String()
	}
	if o.Database != nil && len(o.Database.Current) > 0 {
		s["database_current"] = strings.Join(o.Database.Current, "\n")
	}
	return s
}

// walkOptionsOf returns the options of the walk from settings. A missing setting has the default.
func walkOptionsOf(settings map[string]string) walk.Options {
	var o Options
	for _, row := range Table {
		if row.ofWalk {
			unformat(row.Value(&o), settings[row.Key])
		}
	}
	return o.Walk
}
