package msbuild

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// A solution is the content of a .sln or .slnx file: the projects of one build, each
// with the configuration in which it is built.
//
// Solution folders group projects in an editor and do not affect a build; the order of
// projects and their dependencies determine when a project is built, not the code
// visible to it.
type solution struct {
	path     string
	projects map[string]configured // by the path of the project file in lower case
}

// A configured project is built with a configuration for a platform: Debug for
// AnyCPU.
type configured struct{ configuration, platform string }

// usual is the default of a build.
var usual = configured{"Debug", "AnyCPU"}

// of returns the path of the file; empty without a solution.
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

// solutionsOf finds the solution of each project file, by its path in lower case. If
// several list a project, it is the one in the nearest folder around the project; of
// those, and of solutions in other folders, the one with the most projects, and finally
// the first by path. listing has the paths of all of them, the chosen one first and the
// others by path.
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

// before reports whether a project belongs to s rather than to another solution
// that lists it.
func (s *solution) before(other *solution, project string) bool {
	return cmp.Or(cmp.Compare(other.nearness(project), s.nearness(project)),
		cmp.Compare(len(other.projects), len(s.projects)), cmp.Compare(s.path, other.path)) < 0
}

// nearness is larger the nearer the solution's folder is above a project; 0 for
// other folders.
func (s *solution) nearness(project string) int {
	dir := folder(s.path)
	if dir == "" || strings.HasPrefix(project, strings.ToLower(dir)+"/") {
		return 1 + len(dir)
	}
	return 0
}

// solution reads one solution file.
func (d *documents) solution(name string) *solution {
	s := &solution{path: name, projects: map[string]configured{}}
	if strings.EqualFold(path.Ext(name), ".slnx") {
		s.readXML(d.of(name))
	} else {
		s.readLines(d.files[name])
	}
	return s
}

// property returns the value of a property, given by its name in lower case, that a
// build of the solution sets for all projects. Project files cannot change it.
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

// file returns the path in the tree of a project of the solution.
func (s *solution) file(written string) string {
	return path.Join(folder(s.path), strings.ReplaceAll(strings.TrimSpace(written), `\`, "/"))
}

// add records a project.
func (s *solution) add(written string, as configured) {
	if len(s.projects) < maxItems && written != "" {
		s.projects[strings.ToLower(s.file(written))] = as
	}
}

// readXML reads the .slnx format, in which projects may be in folders.
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

// usualOf returns the configuration of a project of a .slnx file in the default
// configuration of the solution; empty if it has none. Of several rules the last one
// wins.
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

// readLines reads the .sln format.
//
//	Project("{…}") = "Shop", "src\Shop\Shop.csproj", "{12AB…}"
//	    {12AB…}.Debug|Any CPU.ActiveCfg = Checked|Any CPU
func (s *solution) readLines(text string) {
	files := map[string]string{}      // by the id of the project
	chosen := map[string]configured{} // by the id
	rank := map[string]int{}          // the rank of the choice
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

// split parses a configuration written like Debug|Any CPU.
func split(written string) configured {
	build, platform, _ := strings.Cut(written, "|")
	return configured{strings.TrimSpace(build), withoutBlanks(platform)}
}

// usualness ranks the configurations of a solution by the order in which a build
// selects one by default.
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

// withoutBlanks converts the platform of a solution to that of a project: Any CPU
// is AnyCPU.
func withoutBlanks(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), " ", "") }

func among(s string, list ...string) bool {
	return slices.ContainsFunc(list, func(x string) bool { return strings.EqualFold(s, x) })
}
