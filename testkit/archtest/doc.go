// Package archtest tests the rules about which packages may import which. The
// table is in archtest_test.go; ARCHITECTURE.md draws it.
package archtest
