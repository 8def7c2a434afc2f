package java

import (
	"path"

	"seedgraph/internal/limited"
	"seedgraph/resolve"
)

// projectNames implements [resolve.Language]: a project is a Maven module, or the
// folder of a Gradle build file.
func projectNames(p *resolve.Project) resolve.ProjectNamer {
	return p.Nearest(func(file, text string) string {
		switch path.Base(file) {
		case "pom.xml":
			var pom struct {
				ArtifactID string `xml:"artifactId"`
			}
			if limited.UnmarshalXML([]byte(text), &pom) != nil {
				return "" // a malformed file names no project
			}
			return pom.ArtifactID
		case "build.gradle", "build.gradle.kts":
			if dir := path.Base(path.Dir(file)); dir != "." {
				return dir
			}
		}
		return ""
	})
}
