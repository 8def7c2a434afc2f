package archtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestRules prints the import table: for each package of the module, the pattern of its
// row, the packages that the row permits, and the reason for the row.
//
//	go test ./testkit/archtest -run TestRules -v
func TestRules(t *testing.T) {
	var b strings.Builder
	for i := range rules {
		r := &rules[i]
		if r.why == "" && len(r.may) == 0 {
			t.Errorf("%s: the row has neither permits nor a reason", r.pkg)
		}
		fmt.Fprintf(&b, "%s: %s\n", r.pkg, r.why)
		if len(r.may) > 0 {
			fmt.Fprintf(&b, "\t%s\n", strings.Join(r.may, ", "))
		}
	}
	b.WriteString("\nmodules and the packages that may import them:\n")
	for _, prefix := range slices.Sorted(maps.Keys(owners)) {
		fmt.Fprintf(&b, "%s: %s\n", prefix, strings.Join(owners[prefix], ", "))
	}
	t.Log("imports that the table permits:\n" + b.String())
}
