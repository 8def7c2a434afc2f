// Package charsets reads from project files which encoding their sources have.
package charsets

import (
	"path"
	"regexp"
)

// A statement is how a kind of project file declares the encoding of sources.
type statement struct {
	file    string         // pattern of [path.Match] for the name of the file
	sources string         // ending of the sources
	pattern *regexp.Regexp // the first group is the name or number of the encoding
}

// statements are those of MSBuild (a code page), Maven (a property, or a setting of the compiler's
// plugin) and Gradle (options of the tasks that compile, or of the machine that runs them).
var statements = []statement{
	{"*.csproj", ".cs", codePage}, {"Directory.Build.props", ".cs", codePage},
	{"pom.xml", ".java", regexp.MustCompile(
		`<(?:project\.build\.sourceEncoding|maven\.compiler\.encoding)>\s*([\w.\-]+)\s*<`)},
	{"pom.xml", ".java", regexp.MustCompile(
		`(?s)<artifactId>maven-compiler-plugin</artifactId>.{0,1000}?<encoding>\s*([\w.\-]+)\s*</encoding>`)},
	{"build.gradle", ".java", option}, {"build.gradle.kts", ".java", option},
	{"gradle.properties", ".java", regexp.MustCompile(
		`(?m)^\s*org\.gradle\.jvmargs\s*[=:].*-Dfile\.encoding=([\w.\-]+)`)},
}

var (
	codePage = regexp.MustCompile(`<CodePage(?:\s[^>]*)?>\s*(\d+)\s*</CodePage>`)
	option   = regexp.MustCompile(`(?:\boptions\.|\b)encoding\s*(?:=|\.set\s*\()\s*["']([\w.\-]+)["']`)
	comment  = regexp.MustCompile(`(?s)<!--.*?-->|/\*.*?\*/|(?m:^[ \t]*//[^\n]*$)`)
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

// Of returns what tells the encoding of a source by its path: what the project file says that is
// nearest in the folders above it; empty if none says anything.
func Of(files map[string]string) func(source string) string {
	declared := map[string]string{} // by ending and folder
	for file, text := range files {
		text = comment.ReplaceAllString(text, "")
		for _, s := range statements {
			if ok, _ := path.Match(s.file, path.Base(file)); !ok {
				continue
			}
			if m := s.pattern.FindStringSubmatch(text); m != nil {
				key := s.sources + " " + path.Dir(file)
				if old := declared[key]; old == "" || m[1] < old { // whatever order files come in
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
