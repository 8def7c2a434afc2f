package cli

import (
	"runtime/debug"
	"strings"
)

// Version names the build of a program: what the linker set, else the version of the
// module that the program was installed from; then the revision that it was built from,
// as far as it is known.
func Version(linked string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return linked
	}
	return versionOf(linked, info)
}

// revisionDigits is how much of a revision is shown.
const revisionDigits = 12

func versionOf(linked string, info *debug.BuildInfo) string {
	if v := info.Main.Version; linked == "dev" && v != "" && v != "(devel)" {
		linked = v
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(len(s.Value), revisionDigits)]
		case "vcs.modified":
			if s.Value == "true" {
				changed = ", changed"
			}
		}
	}
	if revision == "" || strings.Contains(linked, revision) {
		return linked
	}
	return linked + " (" + revision + changed + ")"
}
