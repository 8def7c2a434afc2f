package parse

import (
	"path"
	"strings"
)

// IsJVMTest reports whether a path is test code in Java, Kotlin or Scala: a file
// in a source set or folder for tests, or a test class outside the main source
// set.
//
//	src/test/java/a/B.java    src/androidTest/kotlin/a/B.kt    a/tests/B.java    a/BTest.java
func IsJVMTest(file string) bool {
	parts := strings.Split(file, "/")
	folders, name := parts[:len(parts)-1], parts[len(parts)-1]
	for i, dir := range folders {
		if dir == "src" && i+1 < len(folders) {
			set := strings.ToLower(folders[i+1])
			if set == "main" {
				return false
			}
			if strings.Contains(set, "test") {
				return true
			}
		}
		if dir == "test" || dir == "tests" {
			return true
		}
	}
	name = strings.TrimSuffix(name, path.Ext(name))
	return strings.HasSuffix(name, "Test") || strings.HasSuffix(name, "Tests") ||
		strings.HasSuffix(name, "TestCase")
}
