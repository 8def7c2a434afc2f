package java

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// A scriptToken is a token of a Gradle build script, in Groovy or Kotlin.
type scriptToken struct {
	text string
	kind byte // n: a name or number, s: a string, l: the end of a line, otherwise a punctuation character
	line int
	open bool // a string with an interpolated part
}

// scriptTokens splits a script into tokens, without comments.
func scriptTokens(text string) []scriptToken {
	var out []scriptToken
	line := 1
	for i := 0; i < len(text); {
		rest := text[i:]
		switch c := text[i]; {
		case c == '\n':
			out = append(out, scriptToken{kind: 'l', line: line})
			line++
			i++
		case c <= ' ':
			i++
		case strings.HasPrefix(rest, "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest[2:], "*/")
			if n < 0 {
				n = len(rest) - 4
			}
			line += strings.Count(rest[:n+4], "\n")
			i += n + 4
		case c == '"' || c == '\'':
			t, n := scriptString(rest)
			t.line = line
			line += strings.Count(rest[:n], "\n")
			out = append(out, t)
			i += n
		case isScriptWord(c):
			begin := i
			for i < len(text) && isScriptWord(text[i]) {
				i++
			}
			out = append(out, scriptToken{text: text[begin:i], kind: 'n', line: line})
		default:
			out = append(out, scriptToken{text: text[i : i+1], kind: c, line: line})
			i++
		}
	}
	return out
}

func isScriptWord(c byte) bool {
	return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
}

// rootFolders are prefixes of paths relative to the root of the build.
var rootFolders = []string{"${rootDir}", "$rootDir", "${settingsDir}", "$settingsDir", "${rootProject.projectDir}",
	"${project.rootDir}", "$projectDir", "${projectDir}"}

// scriptString reads a string, and returns its length in bytes.
func scriptString(rest string) (t scriptToken, n int) {
	quote := rest[:1]
	if strings.HasPrefix(rest, strings.Repeat(quote, 3)) {
		quote = rest[:3]
	}
	n = len(rest)
	value := rest[min(len(quote), n):]
	for i := len(quote); i < len(rest); i++ {
		if rest[i] == '\\' {
			i++
		} else if strings.HasPrefix(rest[i:], quote) {
			value, n = rest[len(quote):i], i+len(quote)
			break
		} else if rest[i] == '\n' && len(quote) == 1 {
			value, n = rest[len(quote):i], i
			break
		}
	}
	if quote[0] == '"' {
		for _, root := range rootFolders {
			if tail, ok := strings.CutPrefix(value, root); ok {
				value = "." + tail
				break
			}
		}
	}
	return scriptToken{text: value, kind: 's', open: quote[0] == '"' && strings.Contains(value, "$")}, n
}

// A gradleBuild is the projects that a settings script lists: their folders by
// project path.
type gradleBuild struct {
	dir      string
	projects map[string]string
	included []string // folders of included builds
}

// A dependency is a dependency that a module declares.
type dependency struct {
	path        string // of a Gradle project, with its colons
	group, name string // or the coordinates of an artifact
	test        bool   // of the tests only
	exported    bool   // also visible to users of the module
	hidden      bool   // not visible to the compiler
}

// A scriptReader reads a Gradle script.
type scriptReader struct {
	tokens []scriptToken
	file   string
	unread func(file string, line int, what string)
}

func (r *scriptReader) at(i int) scriptToken {
	if i < 0 || i >= len(r.tokens) {
		return scriptToken{}
	}
	return r.tokens[i]
}

func (r *scriptReader) is(i int, texts ...string) bool {
	for k, text := range texts {
		if t := r.at(i + k); t.kind == 's' || t.text != text || text == "" {
			return false
		}
	}
	return true
}

// strings lists the string arguments of a call, with or without parentheses, and the
// index of the token after them. Other arguments are not understood.
//
//	include ':core', ':batch'
//	include(":core", ":batch")
func (r *scriptReader) strings(i int) (out []string, next int) {
	round := r.is(i, "(")
	for depth := 0; i < len(r.tokens); i++ {
		switch t := r.tokens[i]; {
		case t.kind == 's' && t.open:
			r.unread(r.file, t.line, t.text)
		case t.kind == 's':
			out = append(out, t.text)
		case t.text == "(" || t.text == "[":
			depth++
		case t.text == ")" || t.text == "]":
			if depth--; depth <= 0 && round {
				return out, i
			}
		case t.kind == 'l' && !round && depth == 0 && !r.is(i-1, ","):
			return out, i
		case t.kind == 'n' && !scriptFunctions[t.text]:
			r.unread(r.file, t.line, t.text)
		case t.text == "{" || t.text == "}" || t.text == ";":
			return out, i
		}
	}
	return out, i
}

// scriptFunctions are functions that scripts wrap around paths and lists.
var scriptFunctions = map[string]bool{"file": true, "File": true, "new": true, "settingsDir": true, "rootDir": true,
	"listOf": true, "arrayOf": true, "projectDir": true, "rootProject": true, "resolve": true, "as": true, "String": true}

// settings reads a settings script.
func (r *scriptReader) settings(dir string) gradleBuild {
	b := gradleBuild{dir: dir, projects: map[string]string{":": dir}}
	for i := 0; i < len(r.tokens); i++ {
		begins := i == 0 || r.at(i-1).kind == 'l' || r.is(i-1, "{") || r.is(i-1, ";")
		switch {
		case begins && r.is(i, "include"), begins && r.is(i, "includeFlat"):
			flat := r.is(i, "includeFlat")
			var names []string
			names, i = r.strings(i + 1)
			for _, name := range names {
				b.include(name, flat)
			}
		case begins && r.is(i, "includeBuild"):
			var names []string
			if names, i = r.strings(i + 1); len(names) > 0 {
				b.included = append(b.included, joined(dir, names[0]))
			}
		case r.is(i, "project", "(") && r.at(i+2).kind == 's' && r.is(i+3, ")", ".", "projectDir", "="):
			name := r.at(i + 2).text
			var names []string
			if names, i = r.strings(i + 7); len(names) > 0 {
				b.projects[":"+strings.Trim(name, ":")] = joined(dir, path.Join(names...))
			}
		}
	}
	return b
}

// include adds a project by its path, and those above it.
func (b *gradleBuild) include(name string, flat bool) {
	name = strings.Trim(name, ":")
	if flat {
		b.projects[":"+name] = joined(b.dir, "../"+name)
		return
	}
	parts := strings.FieldsFunc(name, func(c rune) bool { return c == ':' })
	for n := 1; n <= len(parts); n++ {
		key := ":" + strings.Join(parts[:n], ":")
		if _, ok := b.projects[key]; !ok {
			b.projects[key] = joined(b.dir, path.Join(parts[:n]...))
		}
	}
}

// joined joins a path to a folder; the root of the tree is empty.
func joined(dir, p string) string {
	if out := path.Join(dir, p); out != "." {
		return out
	}
	return ""
}

// A block is the construct that a brace of a script belongs to.
type block struct {
	name    string
	project string // of project(':a') { … }
}

// dependencies reads the dependencies that a build script declares for its module and
// for others: by project path, empty for its own, * for all below.
func (r *scriptReader) dependencies() map[string][]dependency {
	out := map[string][]dependency{}
	var blocks []block
	for i := 0; i < len(r.tokens); i++ {
		switch t := r.tokens[i]; {
		case t.text == "{" && t.kind != 's':
			blocks = append(blocks, r.blockAt(i))
		case t.text == "}" && t.kind != 's':
			if len(blocks) > 0 {
				blocks = blocks[:len(blocks)-1]
			}
		case t.kind == 'n' && len(blocks) > 0 && blocks[len(blocks)-1].name == "dependencies" &&
			(r.at(i-1).kind == 'l' || r.is(i-1, "{") || r.is(i-1, ";")):
			of, test, ok := ownerOf(blocks)
			if !ok {
				continue
			}
			var all []dependency
			all, i = r.dependency(i)
			for _, d := range all {
				d.test = d.test || test
				out[of] = append(out[of], d)
			}
		}
	}
	return out
}

// blockAt names the block that a brace begins.
//
//	dependencies {    project(":a") {    configure(subprojects) {    val commonTest by getting {
func (r *scriptReader) blockAt(i int) block {
	begin := i
	for begin > 0 && r.at(begin-1).kind != 'l' && !r.is(begin-1, "{") && !r.is(begin-1, "}") && !r.is(begin-1, ";") {
		begin--
	}
	b := block{name: r.at(begin).text}
	switch {
	case r.is(begin, "project", "(") && r.at(begin+2).kind == 's':
		b.project = r.at(begin + 2).text
	case r.is(begin, "val"):
		b.name = r.at(begin + 1).text
	case r.is(begin, "configure", "("):
		b.name = r.at(begin + 2).text
	}
	return b
}

// ownerOf returns the project whose dependencies some blocks declare; ok is false for
// those of the script itself.
func ownerOf(blocks []block) (project string, test, ok bool) {
	for _, b := range blocks {
		switch b.name {
		case "buildscript", "pluginManagement", "plugins", "constraints":
			return "", false, false
		case "subprojects", "allprojects":
			project = "*"
		case "project":
			project = b.project
		default:
			test = test || b.name != "dependencies" && isTestName(b.name)
		}
	}
	return project, test, true
}

// isTestName reports whether the name of a configuration or a source set is that of a
// test one.
func isTestName(name string) bool { return strings.Contains(strings.ToLower(name), "test") }

// dependency reads a line of dependencies.
//
//	implementation project(path: ':core')
//	testImplementation(projects.libs.core)
//	api "acme:money:1.0"
func (r *scriptReader) dependency(i int) ([]dependency, int) {
	configuration := r.tokens[i].text
	d := dependency{test: isTestName(configuration), exported: configuration == "api" || configuration == "compile" ||
		strings.HasSuffix(configuration, "Api"),
		hidden: isRunOnly(configuration)}
	var out []dependency
	depth := 0
	for i++; i < len(r.tokens); i++ {
		switch t := r.tokens[i]; {
		case t.text == "(" && t.kind != 's':
			depth++
		case t.text == ")" && t.kind != 's':
			depth--
		case t.text == "{" && t.kind != 's', t.text == "}" && t.kind != 's':
			return out, i - 1
		case t.kind == 'l' && depth <= 0 && !r.is(i-1, ","):
			return out, i - 1
		case r.is(i, "testFixtures"):
			continue
		case r.is(i, "project", "("):
			x := d
			if x.path = r.projectPath(i + 2); x.path == "" {
				r.unread(r.file, t.line, "a dependency on a project")
			} else {
				out = append(out, x)
			}
		case r.is(i, "projects", "."):
			x := d
			var parts []string
			for i++; r.is(i, ".") && r.at(i+1).kind == 'n'; i += 2 {
				parts = append(parts, r.at(i+1).text)
			}
			i--
			x.path = "." + strings.Join(parts, ".")
			out = append(out, x)
		case t.kind == 's' && strings.Count(t.text, ":") >= 1 && !strings.HasPrefix(t.text, ":") && depth <= 1:
			x := d
			parts := strings.Split(t.text, ":")
			x.group, x.name = parts[0], parts[1]
			out = append(out, x)
		}
	}
	return out, i
}

// isRunOnly reports whether a configuration is not on the compile class path.
func isRunOnly(configuration string) bool {
	lower := strings.ToLower(configuration)
	return strings.HasSuffix(lower, "runtimeonly") || lower == "runtime" || strings.HasPrefix(lower, "ksp") ||
		strings.HasPrefix(lower, "kapt") || strings.HasSuffix(lower, "annotationprocessor")
}

// projectPath returns the path in the parentheses of project( … ).
func (r *scriptReader) projectPath(i int) string {
	if r.is(i, "path", ":") || r.is(i, "path", "=") {
		i += 2
	}
	if t := r.at(i); t.kind == 's' && !t.open {
		return ":" + strings.Trim(t.text, ":")
	}
	return ""
}

// folderOf finds the folder of a project by its path in a build, or by its generated
// accessor: projects.apiCore is :api-core.
func (b *gradleBuild) folderOf(name string) (string, bool) {
	if accessor, ok := strings.CutPrefix(name, "."); ok {
		for _, key := range slices.Sorted(maps.Keys(b.projects)) {
			if accessorOf(key) == accessor {
				return b.projects[key], true
			}
		}
		return "", false
	}
	dir, ok := b.projects[name]
	return dir, ok
}

// accessorOf returns the name of a project's accessor as a member of projects.
func accessorOf(key string) string {
	var b strings.Builder
	upper := false
	for _, c := range strings.ReplaceAll(strings.Trim(key, ":"), ":", ".") {
		switch {
		case c == '-' || c == '_' || c == ' ':
			upper = true
		case upper:
			b.WriteString(strings.ToUpper(string(c)))
			upper = false
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
