// Package packages reads which packages a tree declares and which it requires, by its manifests:
// go.mod, package.json, pom.xml, project files of .NET, pyproject.toml, setup.cfg and
// requirements.txt. Nothing is run and nothing is fetched.
package packages

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// An Ecosystem is where names of packages come from.
type Ecosystem string

// The ecosystems.
const (
	Go    Ecosystem = "go"
	NPM   Ecosystem = "npm"
	Maven Ecosystem = "maven"
	NuGet Ecosystem = "nuget"
	PyPI  Ecosystem = "pypi"
)

// A Package is a package that a manifest declares or requires.
type Package struct {
	Ecosystem
	Name     string // as the ecosystem compares names: group:artifact of Maven
	Version  string // as written; empty where the manifest does not say
	Path     string // of the manifest
	Line     uint32 // where it is required; 0 where the format of the manifest does not tell lines
	Requires bool   // the manifest requires it; else it declares it
	Local    string // the path by which the manifest requires it; empty for others
}

// readers has the readers of manifests by the names of the files.
var readers = map[string]func(*manifest){
	"go.mod": (*manifest).goMod, "package.json": (*manifest).packageJSON, "pom.xml": (*manifest).pom,
	"pyproject.toml": (*manifest).pyproject, "requirements.txt": (*manifest).requirements,
	"setup.cfg": (*manifest).setupCfg,
}

// readerOf returns the reader of a manifest; nil for other files.
func readerOf(file string) func(*manifest) {
	switch path.Ext(file) {
	case ".csproj", ".fsproj", ".vbproj":
		return (*manifest).msbuild
	}
	return readers[path.Base(file)]
}

// A manifest is a file that is being read.
type manifest struct {
	path, text string
	found      []Package
	versions   map[string]string // that Directory.Packages.props sets, by name
}

// declare notes a package that the manifest declares.
func (m *manifest) declare(e Ecosystem, name, version string) {
	m.note(Package{Ecosystem: e, Name: name, Version: version})
}

// require notes a package that the manifest requires.
func (m *manifest) require(e Ecosystem, name, version string, line int) {
	m.note(Package{Ecosystem: e, Name: name, Version: version, Line: uint32(line), Requires: true})
}

func (m *manifest) note(p Package) {
	p.Name, p.Version, p.Path = Canonical(p.Ecosystem, p.Name), strings.TrimSpace(p.Version), m.path
	if p.Name != "" && !strings.ContainsAny(p.Name, "${} \t") {
		m.found = append(m.found, p)
	}
}

// Canonical is a name as its ecosystem compares names: those of NuGet and of Python in one case.
func Canonical(e Ecosystem, name string) string {
	name = strings.TrimSpace(name)
	switch e {
	case NuGet:
		return strings.ToLower(name)
	case PyPI:
		return strings.ToLower(strings.NewReplacer("_", "-", ".", "-").Replace(name))
	}
	return name
}

// Of lists the packages of the manifests among the files, given by path, in an order that depends on
// nothing else. What cannot be read declares and requires nothing. Time grows with the manifests.
func Of(files map[string]string) []Package {
	var out []Package
	versions := centralVersionsOf(files)
	for file, text := range files {
		read := readerOf(file)
		if read == nil {
			continue
		}
		m := &manifest{path: file, text: text, versions: nearest(versions, file)}
		read(m)
		out = append(out, m.found...)
	}
	slices.SortFunc(out, func(a, b Package) int {
		return cmp.Or(cmp.Compare(a.Ecosystem, b.Ecosystem), strings.Compare(a.Name, b.Name),
			strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Version, b.Version), strings.Compare(a.Local, b.Local))
	})
	return slices.Compact(out)
}
