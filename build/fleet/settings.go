package fleet

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
)

// maxSetters bounds the members that may set a variable of the environment: one that more set is a
// name that everybody has, such as PORT.
const maxSetters = 3

// settingsOf joins files that set keys to the code of other members that reads them.
type settingsOf struct {
	*linker
	*manifests
}

// A settingKey names a setting in all members.
type settingKey struct{ space, name string }

// joinSettings joins the files of one member that set a key, which nothing of it reads, to the same
// key of a member that reads it and does not set it.
//
// Time grows with the keys and the edges to them.
func (l *linker) joinSettings(m *manifests) {
	s := &settingsOf{l, m}
	set, read := map[settingKey][]uint32{}, map[settingKey][]uint32{}
	for i := range l.g.Nodes {
		n := &l.g.Nodes[i]
		if n.Kind != graph.KindConfigKey || slices.Contains(n.Modifiers, "platform") {
			continue
		}
		id, isSet := settingKey{n.Module, symbolIn(n.ID)}, false
		isRead := l.leads(uint32(i), graph.Configures) // a binder gives it to a member
		l.edgesIn(uint32(i), func(e graph.Edge) {
			isSet = isSet || e.Kind == graph.Configures
			isRead = isRead || e.Kind == graph.ReadsConfig
		})
		switch {
		case isSet && !isRead:
			set[id] = append(set[id], uint32(i))
		case isRead && !isSet:
			read[id] = append(read[id], uint32(i))
		}
	}
	for id, keys := range read {
		for _, from := range set[id] {
			s.configure(from, keys, len(set[id]))
		}
	}
}

// configure joins the files that set a key to the keys of the same name that others read. The files
// of a program set the keys of the packages that it requires. Files that deploy programs set
// variables for others, which one is not known.
func (s *settingsOf) configure(from uint32, keys []uint32, setters int) {
	m := s.memberOf(from)
	name := s.g.Nodes[from].Name
	s.edgesIn(from, func(e graph.Edge) {
		if e.Kind != graph.Configures {
			return
		}
		file := &s.g.Nodes[e.From]
		var required []uint32
		j := join{Edge: e, by: bySetting}
		j.Recv = 0
		for _, key := range keys {
			if text, ok := s.uses(m, file, s.memberOf(key)); ok {
				required, j.evidence = append(required, key), name+" is read there; "+text
			}
		}
		switch {
		case len(required) > 0:
			j.Tier = max(e.Tier, graph.Unique)
			for _, key := range required {
				j.To = key
				s.add(j)
			}
		case s.g.Nodes[from].Module == "environment" && deploys(file) && setters <= maxSetters && len(keys) <= maxSetters:
			j.Tier = graph.Heuristic
			j.evidence = fmt.Sprintf("%s is set for a program that %s starts, and read there", name, path.Base(file.Path))
			s.addAll(j, keys)
		}
	})
}

// uses reports whether a member requires a package of another one, of whatever ecosystem.
func (s *settingsOf) uses(m *member, file *graph.Node, to *member) (string, bool) {
	own := strings.TrimPrefix(file.Path, m.Name+"/")
	for _, ecosystem := range []string{"go", "maven", "npm", "nuget", "pypi"} {
		if names := s.declares[to][ecosystem]; len(names) > 0 {
			if r := s.path(m, own, file.Access, names); r.ok {
				return r.says(), true
			}
		}
	}
	return "", false
}

// deploys reports whether a file sets variables for other programs than its own repository's:
// compose files, manifests of Kubernetes and the like. A Dockerfile and settings for launching do
// not.
func deploys(file *graph.Node) bool {
	base := strings.ToLower(path.Base(file.Path))
	return file.Language != "dockerfile" && file.Language != "json" && !strings.HasPrefix(base, "application") &&
		!strings.HasPrefix(base, ".env")
}
