package build

import (
	"strconv"
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

// switches returns the boolean options of the walk, by their names in the manifest.
func switches(w *walk.Options) map[string]*bool {
	return map[string]*bool{
		"no_ignore": &w.NoIgnore, "vendored": &w.Vendored, "no_generated": &w.NoGenerated,
		"build_output": &w.BuildOutput, "minified": &w.Minified, "binary": &w.Binary,
	}
}

// settings returns the options that affect the artifacts, in the form of the
// manifest.
func (o *Options) settings(libraries *libs.Libraries) map[string]string {
	s := map[string]string{
		"tokens":         o.Tokens,
		"max_file_bytes": strconv.FormatInt(o.Walk.MaxFileBytes, 10),
	}
	for name, on := range switches(&o.Walk) {
		s[name] = strconv.FormatBool(*on)
	}
	s["no_mask"], s["no_externals"] = strconv.FormatBool(o.NoMask), strconv.FormatBool(o.NoExternals)
	if o.Columns {
		s["columns"] = "true"
	}
	if o.Bodies {
		s["bodies"] = "true"
	}
	if o.Access != nil {
		s["access"] = o.Access.String()
	}
	if o.History > 0 {
		s["history"] = strconv.Itoa(o.History)
	}
	if libraries != nil {
		s["libs"] = strings.Join(libraries.Packages(), "\n")
	}
	if len(o.Walk.Include) > 0 {
		s["include"] = strings.Join(o.Walk.Include, "\n")
	}
	if len(o.Walk.Exclude) > 0 {
		s["exclude"] = strings.Join(o.Walk.Exclude, "\n")
	}
	if len(o.EntityBases) > 0 {
		s["entity_base_types"] = strings.Join(o.EntityBases, "\n")
	}
	if len(o.SQLMethods) > 0 {
		s["sql_methods"] = strings.Join(o.SQLMethods, "\n")
	}
	if len(o.Languages) > 0 {
		s["languages"] = o.Languages.String()
	}
	if o.Database != nil && len(o.Database.Current) > 0 {
		s["database_current"] = strings.Join(o.Database.Current, "\n")
	}
	return s
}

// walkOptionsOf returns the options of the walk from settings.
func walkOptionsOf(settings map[string]string) walk.Options {
	var w walk.Options
	for name, on := range switches(&w) {
		*on = settings[name] == "true"
	}
	// a missing setting has the default
	w.MaxFileBytes, _ = strconv.ParseInt(settings["max_file_bytes"], 10, 64)
	for name, list := range map[string]*[]string{"include": &w.Include, "exclude": &w.Exclude} {
		if settings[name] != "" {
			*list = strings.Split(settings[name], "\n")
		}
	}
	return w
}
