package graph

import "testing"

// TestRoles checks that each role is found by its name and has a description, and
// that no other word names a role.
func TestRoles(t *testing.T) {
	for _, r := range Roles() {
		if got, ok := ParseRole(r.String()); !ok || got != r || r.Description() == "" {
			t.Errorf("role %d: %q is %d, %v; it says %q", r, r, got, ok, r.Description())
		}
	}
	if len(Roles()) != int(numRoles)-1 {
		t.Errorf("%d roles", len(Roles()))
	}
	for _, name := range []string{"", "invalid", "route"} {
		if r, ok := ParseRole(name); ok {
			t.Errorf("%q is %s", name, r)
		}
	}
}
