// Package archtest holds the rules about who may import whom, as a test. The
// table is in archtest_test.go; ARCHITECTURE.md draws it.
package archtest
