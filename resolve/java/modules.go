package java

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// A module is a folder with a build file of Maven or Gradle.
type module struct {
	dir  string
	uses map[string]bool // folders of the modules that it depends on, with theirs
}

// gradleProject finds what a build file of Gradle depends on: implementation(project(":core")).
var gradleProject = regexp.MustCompile(`project\(\s*(?:path\s*[:=]\s*)?["']:([\w.:\-]+)["']`)

// modules reads which module of a tree depends on which, by folder.
//
//	<dependency><groupId>shop</groupId><artifactId>core</artifactId></dependency>
//	implementation project(':libs:core')
func modules(p *resolve.Project) map[string]*module {
	if p == nil {
		return nil
	}
	byName, wants := map[string]string{}, map[string][]string{}
	for _, file := range slices.Sorted(maps.Keys(p.Files)) {
		dir, text := folderOf(file), p.Files[file]
		switch path.Base(file) {
		case "pom.xml":
			var pom struct {
				ArtifactID   string   `xml:"artifactId"`
				Dependencies []string `xml:"dependencies>dependency>artifactId"`
			}
			if limited.UnmarshalXML([]byte(text), &pom) != nil {
				continue // a broken file depends on nothing
			}
			if _, taken := byName[pom.ArtifactID]; !taken {
				// Files are in order of their paths, so that the module nearest to the root
				// keeps the name.
				byName[pom.ArtifactID] = dir
			}
			wants[dir] = append(wants[dir], pom.Dependencies...)
		case "build.gradle", "build.gradle.kts":
			// Gradle names a project by its folder, unless settings.gradle says otherwise, which
			// is rare.
			byName[":"+strings.ReplaceAll(dir, "/", ":")] = dir
			wants[dir] = append(wants[dir], "")
			for _, m := range gradleProject.FindAllStringSubmatch(text, -1) {
				wants[dir] = append(wants[dir], ":"+m[1])
			}
		}
	}
	out := map[string]*module{}
	for dir := range wants {
		m := &module{dir: dir, uses: map[string]bool{}}
		// Dependencies are transitive. The uses of a module are marked before they are followed,
		// so that circles end.
		for queue := []string{dir}; len(queue) > 0; queue = queue[1:] {
			for _, name := range wants[queue[0]] {
				if used, ok := byName[name]; ok && !m.uses[used] {
					m.uses[used] = true
					queue = append(queue, used)
				}
			}
		}
		out[dir] = m
	}
	return out
}

func folderOf(file string) string {
	if dir := path.Dir(file); dir != "." {
		return dir
	}
	return ""
}

// moduleOf is the module of the nearest folder around a file; nil if there is none.
func (j *tree) moduleOf(file string) *module {
	for dir := folderOf(file); ; dir = folderOf(dir) {
		if m := j.modules[dir]; m != nil || dir == "" {
			// The root is asked last, and is no module where it has no build file.
			return m
		}
	}
}

// distance tells how a file sees another: 0 in its module, 1 in one that this depends on, 2
// elsewhere. Without build files all are of one.
func (j *tree) distance(f, other *resolve.File) int {
	a, b := j.moduleOf(f.Path), j.moduleOf(other.Path)
	switch {
	case a == b:
		return 0
	case a != nil && b != nil && a.uses[b.dir]:
		return 1
	}
	return 2
}
