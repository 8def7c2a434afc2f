package render

import "testing"

// TestNamesAreNotDoubled checks that a constructor has the name of its type, and that
// declarations of a Python package are in the package.
func TestNamesAreNotDoubled(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"Shop.Clerk.Clerk", "a.cs", "Shop.Clerk"}, {"Clerk.Clerk", "a.cs", "Clerk"},
		{"Shop.Shop.Clerk", "a.cs", "Shop.Shop.Clerk"}, {"Clerk", "a.cs", "Clerk"},
		{"__init__.X", "src/pkg/__init__.py", "pkg.X"}, {"__init__.X.run", "__init__.py", "X.run"},
		{"MyClerk.Clerk", "a.cs", "MyClerk.Clerk"}, {"pkg.X.__init__", "pkg.py", "pkg.X.__init__"},
	} {
		it := Item{Name: c.name, Path: c.path, label: c.name}
		if got := it.Title(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
