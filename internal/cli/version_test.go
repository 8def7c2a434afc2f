package cli

import (
	"runtime/debug"
	"testing"
)

func TestVersions(t *testing.T) {
	const revision = "0123456789abcdef0123"
	for _, test := range []struct{ linked, module, revision, modified, want string }{
		{"dev", "", "", "", "dev"},
		{"dev", "(devel)", revision, "false", "dev (0123456789ab)"},
		{"dev", "v1.2.0", revision, "true", "v1.2.0 (0123456789ab, changed)"},
		{"v2", "(devel)", revision, "false", "v2 (0123456789ab)"},
		{"dev", "v0.0.0-20260101000000-0123456789ab", revision, "false",
			"v0.0.0-20260101000000-0123456789ab"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: test.module}}
		if test.revision != "" {
			info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: test.revision},
				{Key: "vcs.modified", Value: test.modified}}
		}
		if got := versionOf(test.linked, info); got != test.want {
			t.Errorf("%+v is %q", test, got)
		}
	}
}
