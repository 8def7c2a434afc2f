package graphbuild

// languages are those that names are resolved in.
var languages = newLanguageSet(
	csharpLanguage(), golangLanguage(), javaLanguage(), pythonLanguage(), sqlLanguage(), typescriptLanguage(),
)

// IsProjectFile reports whether a file says how the parts of a tree find each
// other: module and package descriptions, compiler settings.
func IsProjectFile(p string) bool { return languages.isProjectFile(p) }
