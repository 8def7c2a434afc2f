package sqltext

import (
	"path"
	"strings"
)

// IsTest reports whether a script, or another file that changes a database, is for
// tests, judged by its folder or its name.
func IsTest(file string) bool {
	dir, base := path.Split(strings.ToLower(file))
	for part := range strings.SplitSeq(dir, "/") {
		switch part {
		case "test", "tests", "__tests__", "testing":
			return true
		}
	}
	base = strings.TrimSuffix(base, path.Ext(base))
	return strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test") ||
		strings.HasSuffix(base, ".test") || strings.HasSuffix(base, ".tests")
}
