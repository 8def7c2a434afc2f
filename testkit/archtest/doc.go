// Package archtest holds the rules about which package may import which, as a test. The
// table is in archtest_test.go and nowhere else; TestRules prints it.
package archtest
