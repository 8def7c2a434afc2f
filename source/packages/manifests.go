package packages

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/internal/limited"
)

// goMod reads go.mod: the directives module and require.
func (m *manifest) goMod() {
	block, line := "", 0
	for text := range strings.Lines(m.text) {
		line++
		text, _, _ = strings.Cut(text, "//")
		words := strings.Fields(text)
		switch {
		case len(words) == 0:
		case block == "" && len(words) > 1 && words[1] == "(":
			block = words[0]
		case words[0] == ")":
			block = ""
		case block != "":
			m.directive(block, words, line)
		default:
			m.directive(words[0], words[1:], line)
		}
	}
}

func (m *manifest) directive(verb string, words []string, line int) {
	for i := range words {
		words[i] = strings.Trim(words[i], "\"`")
	}
	switch {
	case verb == "module" && len(words) == 1:
		m.declare(Go, words[0], "")
	case verb == "require" && len(words) >= 2:
		m.require(Go, words[0], words[1], line)
	}
}

// packageJSON reads package.json.
func (m *manifest) packageJSON() {
	var p struct {
		Name, Version                                                         string
		Dependencies, DevDependencies, PeerDependencies, OptionalDependencies map[string]string
	}
	if limited.UnmarshalJSON([]byte(m.text), &p) != nil {
		return
	}
	m.declare(NPM, p.Name, p.Version)
	for _, list := range []map[string]string{p.Dependencies, p.DevDependencies, p.PeerDependencies, p.OptionalDependencies} {
		for name, version := range list {
			m.require(NPM, name, version, lineOf(m.text, `"`+name+`"`))
		}
	}
}

// lineOf is the first line that has a text; 0 if none has.
func lineOf(text, what string) int {
	at := strings.Index(text, what)
	if at < 0 {
		return 0
	}
	return 1 + strings.Count(text[:at], "\n")
}

// A coordinate identifies a package in a pom.xml.
type coordinate struct {
	Group    string `xml:"groupId"`
	Artifact string `xml:"artifactId"`
	Version  string `xml:"version"`
}

// pom reads pom.xml. The group and the version may be those of the parent.
func (m *manifest) pom() {
	var p struct {
		coordinate
		Parent       coordinate   `xml:"parent"`
		Dependencies []coordinate `xml:"dependencies>dependency"`
	}
	if limited.UnmarshalXML([]byte(m.text), &p) != nil {
		return
	}
	if p.Group == "" {
		p.Group = p.Parent.Group
	}
	if p.Version == "" {
		p.Version = p.Parent.Version
	}
	own := func(s string) string {
		s = strings.TrimSpace(s)
		switch s {
		case "${project.groupId}", "${pom.groupId}":
			return strings.TrimSpace(p.Group)
		case "${project.version}", "${pom.version}":
			return strings.TrimSpace(p.Version)
		}
		return s
	}
	m.declare(Maven, strings.TrimSpace(p.Group)+":"+strings.TrimSpace(p.Artifact), p.Version)
	for _, d := range p.Dependencies {
		artifact := strings.TrimSpace(d.Artifact)
		m.require(Maven, own(d.Group)+":"+artifact, own(d.Version),
			lineOf(m.text, "<artifactId>"+artifact+"</artifactId>"))
	}
}

// msbuild reads a project file of .NET: its package or assembly, packages and projects that it refers
// to.
func (m *manifest) msbuild() {
	var p struct {
		Groups []struct {
			PackageID    string `xml:"PackageId"`
			AssemblyName string
			Version      string
		} `xml:"PropertyGroup"`
		Items []struct {
			Packages []item `xml:"PackageReference"`
			Projects []item `xml:"ProjectReference"`
		} `xml:"ItemGroup"`
	}
	if limited.UnmarshalXML([]byte(m.text), &p) != nil {
		return
	}
	name := strings.TrimSuffix(path.Base(m.path), path.Ext(m.path))
	names, version := []string{name}, ""
	for _, g := range p.Groups {
		for _, n := range []string{g.AssemblyName, g.PackageID} {
			if n != "" && !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		if g.Version != "" {
			version = g.Version
		}
	}
	for _, n := range names {
		m.declare(NuGet, n, version)
	}
	for _, group := range p.Items {
		for _, i := range group.Packages {
			version := i.Version
			if version == "" {
				version = m.versions[Canonical(NuGet, i.Include)]
			}
			m.require(NuGet, i.Include, version, lineOf(m.text, `"`+i.Include+`"`))
		}
		for _, i := range group.Projects {
			m.project(i.Include)
		}
	}
}

// An item is a reference of a project file of .NET.
type item struct {
	Include string `xml:"Include,attr"`
	Version string `xml:"Version,attr"`
}

// project notes that another project is required, by the path of its file.
func (m *manifest) project(include string) {
	file := strings.ReplaceAll(strings.TrimSpace(include), `\`, "/")
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	m.note(Package{Ecosystem: NuGet, Name: name, Line: uint32(lineOf(m.text, `"`+include+`"`)),
		Requires: true, Local: file})
}

// centralVersionsOf reads the files that set the versions of packages for all projects below their
// folders, by folder.
func centralVersionsOf(files map[string]string) map[string]map[string]string {
	out := map[string]map[string]string{}
	for file, text := range files {
		if path.Base(file) != "Directory.Packages.props" {
			continue
		}
		var p struct {
			Items []struct {
				Versions []item `xml:"PackageVersion"`
			} `xml:"ItemGroup"`
		}
		if limited.UnmarshalXML([]byte(text), &p) != nil {
			continue
		}
		versions := map[string]string{}
		for _, group := range p.Items {
			for _, v := range group.Versions {
				versions[Canonical(NuGet, v.Include)] = v.Version
			}
		}
		out[path.Dir(file)] = versions
	}
	return out
}

// nearest returns the value of the nearest folder around a file.
func nearest(byFolder map[string]map[string]string, file string) map[string]string {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if v, ok := byFolder[dir]; ok || dir == "." || dir == "/" {
			return v
		}
	}
}

// requirement is a line of requirements: a name, extras, and a version constraint.
var requirement = regexp.MustCompile(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*\(?\s*([=<>!~^][^;#)]*)?`)

// specifier notes a requirement as Python writes it: requests[socks] >= 2.0; python_version > "3".
func (m *manifest) specifier(text string, line int) {
	if found := requirement.FindStringSubmatch(text); found != nil {
		m.require(PyPI, found[1], found[2], line)
	}
}

// requirements reads requirements.txt.
func (m *manifest) requirements() {
	line := 0
	for text := range strings.Lines(m.text) {
		line++
		m.specifier(text, line)
	}
}

// pyproject reads pyproject.toml: the tables project and tool.poetry.
func (m *manifest) pyproject() {
	var p struct {
		Project struct {
			Name, Version string
			Dependencies  []string
		}
		Tool struct {
			Poetry struct {
				Name, Version string
				Dependencies  map[string]any
			}
		}
	}
	if limited.UnmarshalTOML([]byte(m.text), &p) != nil {
		return
	}
	m.declare(PyPI, p.Project.Name, p.Project.Version)
	for _, d := range p.Project.Dependencies {
		m.specifier(d, lineOf(m.text, d))
	}
	poetry := p.Tool.Poetry
	m.declare(PyPI, poetry.Name, poetry.Version)
	for name, says := range poetry.Dependencies {
		if name == "python" {
			continue
		}
		version, _ := says.(string)
		if table, ok := says.(map[string]any); ok {
			version, _ = table["version"].(string)
		}
		m.require(PyPI, name, version, lineOf(m.text, name))
	}
}

// setupCfg reads setup.cfg: the name, and install_requires.
func (m *manifest) setupCfg() {
	section, key, line := "", "", 0
	name, version := "", ""
	for text := range strings.Lines(m.text) {
		line++
		trimmed := strings.TrimSpace(text)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
			continue
		case trimmed[0] == '[':
			section, key = strings.Trim(trimmed, "[]"), ""
			continue
		case text[0] != ' ' && text[0] != '\t':
			var value string
			key, value, _ = strings.Cut(trimmed, "=")
			key, trimmed = strings.TrimSpace(key), strings.TrimSpace(value)
		}
		switch section + "." + key {
		case "metadata.name":
			name = trimmed
		case "metadata.version":
			version = trimmed
		case "options.install_requires":
			m.specifier(trimmed, line)
		}
	}
	m.declare(PyPI, name, version)
}
