package jar

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"seedgraph/external/libs/disk"
	"seedgraph/internal/limited"
	"seedgraph/internal/regular"
)

// A maven holds the pom.xml files of a tree, and those of the repository that they
// need, according to "Introduction to the POM" and "Introduction to the Dependency
// Mechanism" of Maven's documentation. Profiles and version ranges are ignored.
type maven struct {
	repository string
	log        *disk.Log
	own        []*project          // in the tree, by path
	byName     map[string]*project // in the tree
	read       map[artifact]*project
}

// An artifact is a library in a version, by its coordinates.
type artifact struct{ group, artifact, version string }

// name returns the coordinates without the version.
func (a artifact) name() string { return a.group + ":" + a.artifact }

// A project is a pom.xml file with its inherited entries.
type project struct {
	artifact
	properties   map[string]string
	managed      []dependency // the nearest first
	dependencies []dependency
}

// A dependency is an entry of dependencies or dependencyManagement.
type dependency struct {
	Group      string       `xml:"groupId"`
	Artifact   string       `xml:"artifactId"`
	Version    string       `xml:"version"`
	Scope      string       `xml:"scope"`
	Type       string       `xml:"type"`
	Classifier string       `xml:"classifier"`
	Optional   string       `xml:"optional"`
	Exclusions []dependency `xml:"exclusions>exclusion"`
}

// A document is a pom.xml file.
type document struct {
	Group    string `xml:"groupId"`
	Artifact string `xml:"artifactId"`
	Version  string `xml:"version"`
	Parent   *struct {
		Group    string  `xml:"groupId"`
		Artifact string  `xml:"artifactId"`
		Version  string  `xml:"version"`
		Path     *string `xml:"relativePath"`
	} `xml:"parent"`
	Properties struct {
		All []struct {
			XMLName xml.Name
			Value   string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"properties"`
	Managed      []dependency `xml:"dependencyManagement>dependencies>dependency"`
	Dependencies []dependency `xml:"dependencies>dependency"`
}

// maxParents bounds the chain of parents, which may be cyclic by mistake.
const maxParents = 16

// newMaven reads the pom.xml files in the upper folders of a tree. Deeper ones are mostly
// fixtures of tests.
func newMaven(root, repository string, log *disk.Log) *maven {
	m := &maven{repository: repository, log: log, byName: map[string]*project{},
		read: map[artifact]*project{}}
	for _, pattern := range []string{"pom.xml", "*/pom.xml", "*/*/pom.xml"} {
		files, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern))) // sorted
		for _, file := range files {
			name, err := filepath.Rel(root, file)
			if err != nil {
				continue
			}
			if p := m.project(file, filepath.ToSlash(name), maxParents); p != nil {
				m.own = append(m.own, p)
				if m.byName[p.name()] == nil {
					m.byName[p.name()] = p
				}
			}
		}
	}
	return m
}

// file returns the path of an artifact's file in the repository.
func (m *maven) file(a artifact, ending string) string {
	return filepath.Join(m.repository, filepath.FromSlash(strings.ReplaceAll(a.group, ".", "/")),
		a.artifact, a.version, a.artifact+"-"+a.version+ending)
}

// project reads a pom.xml file with its parents, nil if it fails. Name is the name of
// the file in the log.
func (m *maven) project(file, name string, depth int) *project {
	text, err := regular.Read(file, disk.MaxBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		m.log.Fail(name, err)
	}
	if err != nil || depth == 0 {
		return nil
	}
	var d document
	if err := limited.UnmarshalXML(text, &d); err != nil {
		m.log.Fail(name, err)
		return nil
	}
	p := &project{artifact: artifact{d.Group, d.Artifact, d.Version},
		properties: map[string]string{}}
	parent := m.parent(file, &d, depth)
	if d.Parent != nil {
		p.group = cmp.Or(p.group, d.Parent.Group)
		p.version = cmp.Or(p.version, d.Parent.Version)
	}
	if parent != nil {
		for k, v := range parent.properties {
			p.properties[k] = v
		}
	}
	for _, e := range d.Properties.All {
		p.properties[e.XMLName.Local] = strings.TrimSpace(e.Value)
	}
	for _, prefix := range []string{"project.", "pom.", ""} {
		p.properties[prefix+"groupId"], p.properties[prefix+"version"] = p.group, p.version
		p.properties[prefix+"artifactId"] = p.artifact.artifact
		if d.Parent != nil {
			p.properties[prefix+"parent.version"] = d.Parent.Version
		}
	}
	p.group, p.version = p.expand(p.group), p.expand(p.version)
	p.dependencies, p.managed = d.Dependencies, d.Managed
	if parent != nil {
		// Inherited entries use the property values of the child: they are not
		// expanded yet.
		p.dependencies = append(slices.Clip(p.dependencies), parent.dependencies...)
		p.managed = append(slices.Clip(p.managed), parent.managed...)
	}
	return p
}

// parent reads the parent of a pom.xml file: by its path, by default ../pom.xml, if
// that has the coordinates, otherwise from the repository.
func (m *maven) parent(file string, d *document, depth int) *project {
	if d.Parent == nil {
		return nil
	}
	at := "../pom.xml"
	if d.Parent.Path != nil {
		at = *d.Parent.Path
	}
	if at = strings.TrimSpace(at); at != "" {
		near := filepath.Join(filepath.Dir(file), filepath.FromSlash(at))
		if info, err := os.Stat(near); err == nil && info.IsDir() {
			near = filepath.Join(near, "pom.xml")
		}
		p := m.project(near, "pom.xml", depth-1)
		if p != nil && p.group == d.Parent.Group && p.artifact.artifact == d.Parent.Artifact {
			return p
		}
	}
	return m.installed(artifact{d.Parent.Group, d.Parent.Artifact, d.Parent.Version}, depth-1)
}

// installed reads the description of an artifact in the repository.
func (m *maven) installed(a artifact, depth int) *project {
	if p, ok := m.read[a]; ok {
		return p
	}
	m.read[a] = nil // for one that is its own parent
	if !a.isPlain() {
		return nil
	}
	p := m.project(m.file(a, ".pom"), a.artifact+"-"+a.version+".pom", depth)
	m.read[a] = p
	return p
}

// isPlain reports whether the parts of a are names, which are parts of paths below the
// repository, and not expressions or ranges.
func (a artifact) isPlain() bool {
	for _, part := range []string{a.group, a.artifact, a.version} {
		if part == "" || strings.ContainsAny(part, `$[](),/\`) || strings.Contains(part, "..") {
			return false
		}
	}
	return true
}

var expression = regexp.MustCompile(`\$\{([^}]*)\}`)

// maxValue bounds the bytes of a text with substituted properties.
const maxValue = 4096

// expand replaces ${name} by the value of the property, which may refer to others.
func (p *project) expand(s string) string {
	for range 8 { // a property may refer to itself, or several to one another
		if !strings.Contains(s, "${") || len(s) > maxValue {
			break
		}
		s = expression.ReplaceAllStringFunc(s, func(e string) string {
			if v, ok := p.properties[e[2:len(e)-1]]; ok {
				return v
			}
			return e
		})
	}
	return strings.TrimSpace(s)
}

// expanded returns d with the property values substituted.
func (p *project) expanded(d dependency) dependency {
	for _, s := range []*string{&d.Group, &d.Artifact, &d.Version, &d.Scope, &d.Type,
		&d.Classifier, &d.Optional} {
		*s = p.expand(*s)
	}
	return d
}

// management returns the dependencyManagement of p, by name: the nearest entry wins,
// then those of the descriptions that it imports.
func (m *maven) management(p *project, depth int) map[string]dependency {
	out := map[string]dependency{}
	var imports []artifact
	for _, d := range p.managed {
		d = p.expanded(d)
		if d.Scope == "import" {
			imports = append(imports, artifact{d.Group, d.Artifact, d.Version})
		} else if name := d.Group + ":" + d.Artifact; d.Classifier == "" {
			if _, ok := out[name]; !ok {
				out[name] = d
			}
		}
	}
	for _, a := range imports {
		if bom := m.installed(a, maxParents); bom != nil && depth > 0 {
			for name, d := range m.management(bom, depth-1) {
				if _, ok := out[name]; !ok {
					out[name] = d
				}
			}
		}
	}
	return out
}

// A step is a dependency on the path from a project of the tree.
type step struct {
	of       *project
	excluded map[string]bool // names, or * for all
}

// classPath returns the artifacts that the projects of the tree need, without those
// of the tree. Of two versions of one artifact the nearest to a project wins, of two
// projects the first: the resolver has one class path for the whole tree.
func (m *maven) classPath() []artifact {
	var out []artifact
	chosen := map[string]bool{}
	for _, root := range m.own {
		managed := m.management(root, maxParents)
		seen := map[string]bool{}
		level := []step{{of: root}}
		for direct := true; len(level) > 0; direct = false {
			var next []step
			for _, s := range level {
				for _, d := range s.of.dependencies {
					a, excluded, ok := m.chosen(s, d, managed, direct)
					if !ok || seen[a.name()] {
						continue
					}
					seen[a.name()] = true
					p := m.byName[a.name()]
					if p == nil {
						if p = m.installed(a, maxParents); !chosen[a.name()] {
							chosen[a.name()] = true
							out = append(out, a)
						}
					}
					if p != nil {
						next = append(next, step{p, excluded})
					}
				}
			}
			level = next
		}
	}
	return out
}

// chosen returns the artifact of a dependency at a step, and the exclusions from
// there on; false if it is not on the class path.
func (m *maven) chosen(
	s step, d dependency, managed map[string]dependency, direct bool,
) (artifact, map[string]bool, bool) {
	d = s.of.expanded(d)
	name := d.Group + ":" + d.Artifact
	own := managed
	if !direct {
		own = m.management(s.of, maxParents)
	}
	if d.Version == "" {
		d.Version = own[name].Version
	}
	d.Scope = cmp.Or(d.Scope, own[name].Scope, "compile")
	if !direct {
		if over := managed[name]; over.Version != "" { // the tree's management applies to all transitive dependencies
			d.Version = over.Version
		}
		if d.Scope != "compile" && d.Scope != "runtime" || d.Optional == "true" {
			return artifact{}, nil, false
		}
	}
	a := artifact{d.Group, d.Artifact, d.Version}
	if !a.isPlain() || d.Type != "" && d.Type != "jar" || d.Classifier != "" ||
		s.excluded[name] || s.excluded[d.Group+":*"] || s.excluded["*:*"] {
		return artifact{}, nil, false
	}
	excluded := map[string]bool{}
	for name := range s.excluded {
		excluded[name] = true
	}
	for _, e := range slices.Concat(d.Exclusions, own[name].Exclusions) {
		excluded[s.of.expand(e.Group)+":"+s.of.expand(e.Artifact)] = true
	}
	return a, excluded, true
}
