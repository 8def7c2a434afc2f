package msbuild

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// A solution is what a .sln or .slnx file says: the projects of one build, and for each the
// configuration that it is built in.
//
// Folders of a solution group projects in an editor and mean nothing to a build; the order of
// projects and their dependencies decide when a project is built, not what it sees.
type solution struct {
	path     string
	projects map[string]configured // by the path of the project file in lower case
}

// A configured project is built in a configuration for a platform: Debug for AnyCPU.
type configured struct{ configuration, platform string }

// usual is what a build takes where a solution does not say anything else.
var usual = configured{"Debug", "AnyCPU"}

// of is the path of the file; empty without a solution.
func (s *solution) of() string {
	if s == nil {
		return ""
	}
	return s.path
}

// isSolution reports whether a file is a solution by its name.
func isSolution(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".sln" || ext == ".slnx"
}

// solutionsOf finds the solution of each project file, by its path in lower case. Of several that list a project it is the
// one in the nearest folder around the project; of those, and of solutions elsewhere, the one
// with the most projects, then the first by path. listing has the paths of all of them, that one
// first and the others by path.
//
// It takes time in proportion to the solutions and the projects that they list.
func (d *documents) solutionsOf() (own map[string]*solution, listing map[string][]string) {
	var all []*solution
	for _, name := range d.names() {
		if isSolution(name) {
			all = append(all, d.solution(name))
		}
	}
	own, listing = map[string]*solution{}, map[string][]string{}
	for _, s := range all {
		for project := range s.projects {
			if best := own[project]; best == nil || s.before(best, project) {
				own[project] = s
			}
			listing[project] = append(listing[project], s.path)
		}
	}
	for project, paths := range listing {
		at := slices.Index(paths, own[project].path)
		listing[project] = slices.Insert(slices.Delete(paths, at, at+1), 0, own[project].path)
	}
	return own, listing
}

// before reports whether a project belongs to s rather than to another solution that lists it.
func (s *solution) before(other *solution, project string) bool {
	return cmp.Or(cmp.Compare(other.nearness(project), s.nearness(project)),
		cmp.Compare(len(other.projects), len(s.projects)), cmp.Compare(s.path, other.path)) < 0
}

// nearness is larger the closer the solution's folder is around a project; 0 elsewhere.
func (s *solution) nearness(project string) int {
	dir := folder(s.path)
	if dir == "" || strings.HasPrefix(project, strings.ToLower(dir)+"/") {
		return 1 + len(dir)
	}
	return 0
}

// solution reads one file.
func (d *documents) solution(name string) *solution {
	s := &solution{path: name, projects: map[string]configured{}}
	if strings.EqualFold(path.Ext(name), ".slnx") {
		s.readXML(d.of(name))
	} else {
		s.readLines(d.files[name])
	}
	return s
}

// property is the value of a property that a build of the solution gives all projects, by its
// name in lower case. Project files cannot change it.
func (s *solution) property(name string) (value string, ok bool) {
	base, ext := path.Base(s.path), path.Ext(s.path)
	switch name {
	case "solutiondir":
		return rootMark + strings.TrimPrefix(folder(s.path)+"/", "/"), true
	case "solutionpath":
		return rootMark + s.path, true
	case "solutionfilename":
		return base, true
	case "solutionname":
		return strings.TrimSuffix(base, ext), true
	case "solutionext":
		return ext, true
	}
	return "", false
}

// file is the path in the tree of a project that the solution names.
func (s *solution) file(written string) string {
	return path.Join(folder(s.path), strings.ReplaceAll(strings.TrimSpace(written), `\`, "/"))
}

// add enters a project.
func (s *solution) add(written string, as configured) {
	if len(s.projects) < maxItems && written != "" {
		s.projects[strings.ToLower(s.file(written))] = as
	}
}

// readXML reads the form of .slnx, where projects may be in folders.
//
//	<Project Path="src/Shop/Shop.csproj"><BuildType Solution="Debug|*" Project="Checked" /></Project>
func (s *solution) readXML(root *element) {
	if root == nil {
		return
	}
	for _, c := range root.children {
		switch c.name {
		case "Folder":
			s.readXML(c)
		case "Project":
			s.add(c.attr("Path"), configured{
				configuration: cmp.Or(usualOf(c, "BuildType"), usual.configuration),
				platform:      withoutBlanks(cmp.Or(usualOf(c, "Platform"), usual.platform))})
		}
	}
}

// usualOf is what a project of a .slnx file is built as in the usual configuration of the
// solution; empty where it does not say so. Of several rules the last one counts.
func usualOf(project *element, rule string) string {
	out := ""
	for _, c := range project.children {
		build, platform, _ := strings.Cut(cmp.Or(c.attr("Solution"), "*|*"), "|")
		if c.name == rule && among(build, "*", usual.configuration) &&
			among(withoutBlanks(platform), "", "*", usual.platform) {
			out = c.attr("Project")
		}
	}
	return out
}

// readLines reads the form of .sln.
//
//	Project("{…}") = "Shop", "src\Shop\Shop.csproj", "{12AB…}"
//	    {12AB…}.Debug|Any CPU.ActiveCfg = Checked|Any CPU
func (s *solution) readLines(text string) {
	files := map[string]string{}      // by the id of the project
	chosen := map[string]configured{} // by the id
	rank := map[string]int{}          // how good the choice is
	for line := range strings.Lines(text) {
		left, right, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			continue
		}
		if strings.HasPrefix(left, "Project(") {
			if parts := strings.Split(right, `"`); len(parts) >= 6 && len(files) < maxItems {
				files[strings.ToUpper(parts[5])] = parts[3]
			}
			continue
		}
		id, name, ok := strings.Cut(strings.TrimSpace(left), ".")
		name, active := strings.CutSuffix(name, ".ActiveCfg")
		if id = strings.ToUpper(id); !ok || !active || files[id] == "" {
			continue
		}
		if r := usualness(split(name)); r > rank[id] {
			rank[id], chosen[id] = r, split(strings.TrimSpace(right))
		}
	}
	ids := make([]string, 0, len(files))
	for id := range files {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		as := chosen[id]
		s.add(files[id], configured{cmp.Or(as.configuration, usual.configuration),
			cmp.Or(as.platform, usual.platform)})
	}
}

// split takes a configuration apart that is written as in Debug|Any CPU.
func split(written string) configured {
	build, platform, _ := strings.Cut(written, "|")
	return configured{strings.TrimSpace(build), withoutBlanks(platform)}
}

// usualness ranks the configurations of a solution by which of them a build takes that names
// none.
func usualness(c configured) int {
	switch {
	case strings.EqualFold(c.configuration, usual.configuration) && c.platform == "MixedPlatforms":
		return 4
	case strings.EqualFold(c.configuration, usual.configuration) && c.platform == usual.platform:
		return 3
	case strings.EqualFold(c.configuration, usual.configuration):
		return 2
	}
	return 1
}

// withoutBlanks makes the platform of a project of that of a solution: Any CPU is AnyCPU.
func withoutBlanks(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), " ", "") }

func among(s string, list ...string) bool {
	return slices.ContainsFunc(list, func(x string) bool { return strings.EqualFold(s, x) })
}
