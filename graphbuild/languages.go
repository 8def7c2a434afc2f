package graphbuild

// Languages returns the languages that names are resolved in.
func Languages() *languageSet {
	return newLanguageSet(csharpLanguage(), golangLanguage(), javaLanguage(), pythonLanguage(), sqlLanguage(), typescriptLanguage())
}

// IsProjectFile reports whether a file says how the parts of a tree find each
// other: module and package descriptions, compiler settings.
func IsProjectFile(p string) bool { return Languages().isProjectFile(p) }
