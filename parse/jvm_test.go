package parse

import "testing"

func TestIsJVMTest(t *testing.T) {
	for file, want := range map[string]bool{
		"src/test/java/a/B.java":              true,
		"app/src/commonTest/kotlin/a/B.kt":    true,
		"core/src/androidTest/java/a/B.java":  true,
		"tests/a/B.java":                      true,
		"a/BTest.java":                        true,
		"a/BTests.scala":                      true,
		"src/main/java/test/a/B.java":         false, // a package named test
		"src/main/java/a/BTest.java":          false,
		"src/main/kotlin/a/Latest.kt":         false,
		"a/Tester.java":                       false,
		"src/test.java":                       false, // a file, not a source set
		"app/src/jvmMain/kotlin/a/TestBed.kt": false,
	} {
		if got := IsJVMTest(file); got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}
