package fleet

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// ecosystems has the ecosystem of packages by the family of languages.
var ecosystems = map[string]string{"go": "go", "typescript": "npm", "java": "maven", "csharp": "nuget",
	"python": "pypi"}

// families has the family of each language whose external symbols are joined.
var families = map[string]string{"go": "go", "java": "java", "kotlin": "java", "scala": "java", "python": "python",
	"csharp": "csharp", "razor": "csharp", "webforms": "csharp", "xaml": "csharp", "typescript": "typescript", "javascript": "typescript",
	"tsx": "typescript", "jsx": "typescript", "vue": "typescript", "svelte": "typescript"}

// manifests holds the packages that the members declare and require.
type manifests struct {
	members  []*member
	requires map[*member]map[string][]artifacts.Package
	declares map[*member]map[string][]artifacts.Package // by ecosystem, the deepest folder first
	reached  map[reach]route
}

func newManifests(members []*member) *manifests {
	m := &manifests{members: members, reached: map[reach]route{},
		requires: map[*member]map[string][]artifacts.Package{},
		declares: map[*member]map[string][]artifacts.Package{}}
	for _, x := range members {
		m.addMember(x)
	}
	return m
}

func (m *manifests) addMember(x *member) {
	m.requires[x], m.declares[x] = map[string][]artifacts.Package{}, map[string][]artifacts.Package{}
	for _, p := range x.Packages {
		id := p.Ecosystem + " " + p.Name
		if p.Requires {
			m.requires[x][id] = append(m.requires[x][id], p)
			continue
		}
		m.declares[x][p.Ecosystem] = append(m.declares[x][p.Ecosystem], p)
	}
	for _, list := range m.declares[x] {
		slices.SortStableFunc(list, func(a, b artifacts.Package) int {
			return len(path.Dir(b.Path)) - len(path.Dir(a.Path))
		})
	}
}

// packageOf is the package of an ecosystem that a file of a member belongs to: that of the nearest
// manifest around it.
func (m *manifests) packageOf(x *member, ecosystem, file string) (artifacts.Package, bool) {
	for _, p := range m.declares[x][ecosystem] {
		if isBelow(file, path.Dir(p.Path)) {
			return p, true
		}
	}
	return artifacts.Package{}, false
}

// namesOf are the names of the packages that a file belongs to: a project of .NET has an assembly
// and a package.
func (m *manifests) namesOf(x *member, ecosystem, file string) []artifacts.Package {
	var out []artifacts.Package
	for _, p := range m.declares[x][ecosystem] {
		if isBelow(file, path.Dir(p.Path)) && (len(out) == 0 || path.Dir(out[0].Path) == path.Dir(p.Path)) {
			out = append(out, p)
		}
	}
	return out
}

// isBelow reports whether a file is in a folder or below it.
func isBelow(file, folder string) bool {
	return folder == "." || strings.HasPrefix(file, folder+"/")
}

// A reach asks how a member comes to use a package of another one, with the ecosystem in its name.
type reach struct {
	from *member
	name string
}

// A route is how a manifest leads to a package: the requirement itself, or that of a package
// between.
type route struct {
	artifacts.Package
	through string // the members between; empty for a requirement of the manifest itself
	ok      bool
}

// path finds how a file of a member comes to use one of the packages that another member declares.
// A manifest that readers of the file do not see says nothing.
func (m *manifests) path(x *member, file string, access graph.Access, names []artifacts.Package) route {
	var best route
	for _, p := range names {
		name := p.Ecosystem + " " + p.Name
		r := route{}
		if r.Package, r.ok = nearestOf(m.requires[x][name], path.Dir(file)); !r.ok {
			r = m.indirect(reach{x, name})
		}
		if r.ok && access.Within(x.Readers[r.Path]) && (!best.ok || best.through != "" && r.through == "") {
			best = r
		}
	}
	return best
}

// indirect is how a member that does not require a package itself comes to use it: by what it
// requires of other members, breadth first.
func (m *manifests) indirect(q reach) route {
	if r, ok := m.reached[q]; ok {
		return r
	}
	ecosystem, _, _ := strings.Cut(q.name, " ")
	came := map[*member]route{q.from: {}}
	for queue := []*member{q.from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, x := range m.members {
			p, ok := m.requirementOf(at, x, ecosystem)
			if _, seen := came[x]; seen || !ok {
				continue
			}
			r := route{Package: p, through: x.Name, ok: true}
			if at != q.from {
				r.Package, r.through = came[at].Package, came[at].through+", "+x.Name
			}
			if len(m.requires[x][q.name]) > 0 {
				m.reached[q] = r
				return r
			}
			came[x] = r
			queue = append(queue, x)
		}
	}
	m.reached[q] = route{}
	return route{}
}

// requirementOf is a requirement of one member for a package that another one declares.
func (m *manifests) requirementOf(from, to *member, ecosystem string) (artifacts.Package, bool) {
	for _, p := range m.declares[to][ecosystem] {
		if list := m.requires[from][p.Ecosystem+" "+p.Name]; len(list) > 0 {
			return list[0], true
		}
	}
	return artifacts.Package{}, false
}

// nearestOf is the requirement whose manifest is nearest around a folder, else the first one.
func nearestOf(list []artifacts.Package, folder string) (artifacts.Package, bool) {
	if len(list) == 0 {
		return artifacts.Package{}, false
	}
	best := list[0]
	for _, p := range list[1:] {
		around := isBelow(folder+"/", path.Dir(p.Path))
		if around && (!isBelow(folder+"/", path.Dir(best.Path)) || len(path.Dir(p.Path)) > len(path.Dir(best.Path))) {
			best = p
		}
	}
	return best, true
}

// says is the evidence of a requirement, for people.
func (r route) says() string {
	text := r.Path
	if r.Line > 0 {
		text += ":" + strconv.Itoa(int(r.Line))
	}
	text += " requires " + r.Name
	if r.Version != "" {
		text += " " + r.Version
	}
	if r.Local != "" {
		text += " as " + r.Local
	}
	if r.through != "" {
		text += ", which leads there through " + r.through
	}
	return text
}

// pinned is the version that a requirement asks for, if the linked repository has another one;
// empty where it fits or one of both is not known.
func (r route) pinned(to *member, names []artifacts.Package) string {
	if r.through != "" || r.Version == "" {
		return ""
	}
	have := to.Tag
	for _, p := range names {
		if p.Name == r.Name && p.Version != "" {
			have = p.Version
		}
	}
	if have == "" || fits(r.Version, have) {
		return ""
	}
	return r.Version
}

// fits reports whether a version is one that a requirement asks for. What cannot be compared fits.
func fits(wanted, have string) bool {
	operator := strings.TrimRight(wanted[:len(wanted)-len(strings.TrimLeft(wanted, "^~=<>! ["))], " ")
	want, ok := numbers(strings.TrimLeft(wanted, "^~=<>! ["))
	is, known := numbers(have)
	if !ok || !known || strings.ContainsAny(wanted, ",|*") || strings.Contains(wanted, " - ") {
		return true
	}
	order := slices.Compare(is[:], want[:])
	switch operator {
	case "", "=", "==", "===", "[":
		return order == 0
	case "^":
		return order >= 0 && is[0] == want[0] && (is[0] > 0 || is[1] == want[1])
	case "~", "~=":
		return order >= 0 && is[0] == want[0] && is[1] == want[1]
	case ">=":
		return order >= 0
	case ">":
		return order > 0
	case "<=":
		return order <= 0
	case "<":
		return order < 0
	}
	return true
}

// numbers reads the first three numbers of a version.
func numbers(version string) (out [3]int, ok bool) {
	at := strings.IndexFunc(version, func(c rune) bool { return c >= '0' && c <= '9' })
	if at < 0 || at > 0 && strings.Trim(version[:at], "vV") != "" {
		return out, false
	}
	version = version[at:]
	if end := strings.IndexAny(version, "-+ ]"); end >= 0 {
		version = version[:end]
	}
	for i, part := range strings.SplitN(version, ".", 4) {
		if i == len(out) {
			break
		}
		n, err := strconv.Atoi(part)
		if err != nil {
			return out, false
		}
		out[i] = n
	}
	return out, true
}
