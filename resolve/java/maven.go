package java

import (
	"encoding/xml"
	"strings"

	"seedgraph/internal/limited"
)

// A pom is a Maven description of a module, with its properties substituted.
type pom struct {
	dir, group, name string
	properties       map[string]string
	parent           *pom
	uses             []dependency

	raw pomFile
}

type pomFile struct {
	GroupID    string          `xml:"groupId"`
	ArtifactID string          `xml:"artifactId"`
	Parent     pomDependency   `xml:"parent"`
	Properties pomProperties   `xml:"properties"`
	Uses       []pomDependency `xml:"dependencies>dependency"`
	Managed    []pomDependency `xml:"dependencyManagement>dependencies>dependency"`
	Profiles   []struct {
		Properties pomProperties   `xml:"properties"`
		Uses       []pomDependency `xml:"dependencies>dependency"`
	} `xml:"profiles>profile"`
}

type pomDependency struct {
	GroupID    string `xml:"groupId"`
	ArtifactID string `xml:"artifactId"`
	Scope      string `xml:"scope"`
	Type       string `xml:"type"`
	Classifier string `xml:"classifier"`
}

type pomProperties struct {
	List []struct {
		XMLName xml.Name
		Text    string `xml:",chardata"`
	} `xml:",any"`
}

// readPom reads a file; nil if it is malformed: it then has no dependencies.
func readPom(dir, text string) *pom {
	p := &pom{dir: dir, properties: map[string]string{}}
	if limited.UnmarshalXML([]byte(text), &p.raw) != nil {
		return nil
	}
	return p
}

// maxParents bounds the chain of parents, maxProperties the chain of properties that
// refer to one another.
const (
	maxParents    = 16
	maxProperties = 16
)

// complete substitutes properties: those of the file precede those of its profiles,
// whether active or not, and those of its parents.
func (p *pom) complete(byName map[string]*pom) {
	p.parent = byName[p.raw.Parent.ArtifactID]
	p.group, p.name = p.value(p.raw.GroupID), p.value(p.raw.ArtifactID)
	if p.group == "" {
		p.group = p.value(p.raw.Parent.GroupID)
	}
	all := p.raw.Uses
	for i := range p.raw.Profiles {
		all = append(all[:len(all):len(all)], p.raw.Profiles[i].Uses...)
	}
	for _, u := range all {
		scope := p.value(u.Scope)
		if scope == "" {
			scope = p.managedScope(u)
		}
		p.uses = append(p.uses, dependency{group: p.value(u.GroupID), name: p.value(u.ArtifactID), test: scope == "test",
			exported: scope == "" || scope == "compile", hidden: scope == "runtime"})
	}
}

// managedScope returns the scope that the file or one of its parents manages for a
// dependency.
func (p *pom) managedScope(u pomDependency) string {
	for q, n := p, 0; q != nil && n < maxParents; q, n = q.parent, n+1 {
		for _, m := range q.raw.Managed {
			if q.value(m.ArtifactID) == p.value(u.ArtifactID) && q.value(m.GroupID) == p.value(u.GroupID) && m.Scope != "" {
				return q.value(m.Scope)
			}
		}
	}
	return ""
}

// value substitutes properties in a text; unknown ones are kept.
func (p *pom) value(text string) string {
	text = strings.TrimSpace(text)
	for range maxProperties {
		begin := strings.Index(text, "${")
		if begin < 0 {
			return text
		}
		n := strings.IndexByte(text[begin:], '}')
		if n < 0 {
			return text
		}
		value, ok := p.property(text[begin+2 : begin+n])
		if !ok {
			return text
		}
		text = text[:begin] + value + text[begin+n+1:]
	}
	return text
}

// property returns the value of a property.
func (p *pom) property(name string) (string, bool) {
	for q, n := p, 0; q != nil && n < maxParents; q, n = q.parent, n+1 {
		switch name {
		case "project.groupId", "groupId", "pom.groupId":
			if q.raw.GroupID != "" {
				return q.raw.GroupID, true
			}
			if q.raw.Parent.GroupID != "" {
				return q.raw.Parent.GroupID, true
			}
		case "project.artifactId", "artifactId", "pom.artifactId":
			return q.raw.ArtifactID, true
		case "project.parent.groupId", "parent.groupId":
			return q.raw.Parent.GroupID, q.raw.Parent.GroupID != ""
		}
		lists := []pomProperties{q.raw.Properties}
		for i := range q.raw.Profiles {
			lists = append(lists, q.raw.Profiles[i].Properties)
		}
		for _, list := range lists {
			for _, x := range list.List {
				if x.XMLName.Local == name {
					return strings.TrimSpace(x.Text), true
				}
			}
		}
	}
	return "", false
}
