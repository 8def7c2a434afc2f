package cli

import (
	"runtime/debug"
	"strings"
)

// Version identifies the build of a program: the version set by the linker or, without
// one, that of the module that the program was installed from; followed by the revision
// that it was built from, if known.
func Version(linked string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return linked
	}
	return versionOf(linked, info)
}

// revisionDigits is the number of digits of a revision to show.
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
