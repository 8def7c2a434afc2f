package build

import (
	"errors"
	"runtime"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/external/libs"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/internal/hint"
	"seedgraph/parse"
	resolvers "seedgraph/resolve/all"
	"seedgraph/source/walk"
)

// projectFiles are the paths of the files that are project files by their content.
type projectFiles map[string]bool

// has reports whether a file belongs to a project description.
func (p projectFiles) has(path string) bool { return p[path] || resolvers.IsProjectFile(path) }

// projectHead is the number of bytes at the beginning of a file that show whether it is a
// project file.
const projectHead = 4096

// selectFiles selects the files that a build reads: those of the languages, and project
// files. The walk fills the result.
func selectFiles(languages *parse.Set, rules LanguageRules, w *walk.Options) projectFiles {
	found := projectFiles{}
	detector := rules.detector(languages)
	w.Detect = func(p, attribute string, edges func(limit int) (head, tail string)) {
		detector.Look(p, attribute, edges)
		if !resolvers.IsProjectFile(p) && resolvers.IsProjectText(p, func() string {
			head, _ := edges(projectHead)
			return head
		}) {
			found[p] = true
		}
	}
	w.Data = func(p string) bool { return languages.Of(p) == nil || languages.NeedsContent(p) }
	w.Large = largest(languages)
	w.Select = func(p string) bool {
		return languages.Of(p) != nil || found.has(p) || keyfile.Is(p)
	}
	return found
}

// settings returns the options that affect the artifacts, in the form of the
// manifest.
func (b *building) settings(libraries *libs.Libraries) map[string]string {
	s := map[string]string{}
	for _, row := range Table {
		if row.manifest == notListed {
			continue
		}
		if text, set := format(row.Value(&b.Options)); set || row.manifest == alwaysListed {
			s[row.Key] = text
		}
	}
	if len(b.indexes) > 0 {
		s["scip"] = describeIndexes(b.indexes)
	}
	if b.Access != nil {
		s["access"] = b.Access.String()
	}
	if libraries != nil {
		s["libs"] = strings.Join(libraries.Packages(), "\n")
	}
	if len(b.Languages) > 0 {
		s["languages"] = b.Languages.String()
	}
	if b.table != nil {
		s["embeddings"] = describeTable(b.table)
	}
	if b.models != nil {
		s["models"] = b.models.String()
	}
	if b.Database != nil && len(b.Database.Current) > 0 {
		s["database_current"] = strings.Join(b.Database.Current, "\n")
	}
	return s
}

// OptionsOf returns the options of the build that has written artifacts, for another build of the tree src. It
// fails if the manifest does not have them: access rules, installed libraries and
// embeddings are outside the tree.
func OptionsOf(m *artifacts.Manifest, src string) (Options, error) {
	again := hint.With(errors.New("the artifacts depend on more than the tree"),
		"build again with their options and --no-cache into another folder, and compare with diff -r")
	if m.Settings["access"] != "" || m.Settings["libs"] != "" || m.HasEmbeddings() || m.Linked() {
		return Options{}, again
	}
	o := Options{Src: src, Jobs: runtime.GOMAXPROCS(0), Libs: libs.Off, Repository: m.Source.Repository,
		Snapshot: m.Source.Snapshot, Compress: m.Compressed, Languages: languageRulesOf(m.Settings["languages"])}
	for _, row := range Table {
		if row.manifest != notListed {
			unformat(row.Value(&o), m.Settings[row.Key])
		}
	}
	if current := m.Settings["database_current"]; current != "" {
		o.Database = &databaseConfig{Current: strings.Split(current, "\n")}
		return o, o.Database.check()
	}
	return o, nil
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
