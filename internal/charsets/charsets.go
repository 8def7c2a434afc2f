// Package charsets finds the encodings of sources that are declared in project
// files.
package charsets

import (
	"path"

	"seedgraph/internal/lazyregexp"
)

// A statement is the syntax with which a kind of project file declares the encoding
// of sources.
type statement struct {
	file    string             // pattern of [path.Match] for the name of the file
	sources string             // extension of the sources
	pattern *lazyregexp.Regexp // the first group is the name or number of the encoding
}

// statements are those of MSBuild (a code page), Maven (a property, or a setting of the
// compiler plugin) and Gradle (options of the compile tasks, or of the JVM that runs
// them).
var statements = []statement{
	{"*.csproj", ".cs", codePage}, {"Directory.Build.props", ".cs", codePage},
	{"pom.xml", ".java", lazyregexp.New(
		`<(?:project\.build\.sourceEncoding|maven\.compiler\.encoding)>\s*([\w.\-]+)\s*<`)},
	{"pom.xml", ".java", lazyregexp.New(
		`(?s)<artifactId>maven-compiler-plugin</artifactId>.{0,1000}?<encoding>\s*([\w.\-]+)\s*</encoding>`)},
	{"build.gradle", ".java", option}, {"build.gradle.kts", ".java", option},
	{"gradle.properties", ".java", lazyregexp.New(
		`(?m)^\s*org\.gradle\.jvmargs\s*[=:].*-Dfile\.encoding=([\w.\-]+)`)},
}

var (
	codePage = lazyregexp.New(`<CodePage(?:\s[^>]*)?>\s*(\d+)\s*</CodePage>`)
	option   = lazyregexp.New(`(?:\boptions\.|\b)encoding\s*(?:=|\.set\s*\()\s*["']([\w.\-]+)["']`)
	comment  = lazyregexp.New(`(?s)<!--.*?-->|/\*.*?\*/|(?m:^[ \t]*//[^\n]*$)`)
)

// Reads reports whether a file may declare the encoding of sources.
func Reads(file string) bool {
	for _, s := range statements {
		if ok, _ := path.Match(s.file, path.Base(file)); ok {
			return true
		}
	}
	return false
}

// Of returns a function from the path of a source to its encoding: the one declared by
// the nearest project file in the folders above it, or empty.
func Of(files map[string]string) func(source string) string {
	declared := map[string]string{} // by extension and folder
	for file, text := range files {
		text = comment.ReplaceAllString(text, "")
		for _, s := range statements {
			if ok, _ := path.Match(s.file, path.Base(file)); !ok {
				continue
			}
			if m := s.pattern.FindStringSubmatch(text); m != nil {
				key := s.sources + " " + path.Dir(file)
				if old := declared[key]; old == "" || m[1] < old { // independent of the order of files
					declared[key] = m[1]
				}
			}
		}
	}
	if len(declared) == 0 {
		return func(string) string { return "" }
	}
	return func(source string) string {
		for dir := path.Dir(source); ; dir = path.Dir(dir) {
			if name := declared[path.Ext(source)+" "+dir]; name != "" || dir == "." || dir == "/" {
				return name
			}
		}
	}
}
