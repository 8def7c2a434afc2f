package page_test

import (
	"testing"

	"seedgraph/frameworks/concept/page"
	"seedgraph/resolve"
)

// TestGive: each type of a name is added once; types with other arguments are
// different, and unknown types are not added.
func TestGive(t *testing.T) {
	list := func(of resolve.DefID) resolve.Type {
		return resolve.Type{Def: 9, Args: []resolve.Type{{Def: of}}}
	}
	values := page.NewValues(nil, nil)
	for _, c := range []struct {
		template resolve.DefID
		name     string
		given    resolve.Type
		want     bool
	}{
		{1, "orders", list(2), true},
		{1, "orders", list(2), false},
		{1, "orders", list(3), true},
		{1, "orders", resolve.Type{Def: 9}, true},
		{1, "orders", resolve.Unknown, false},
		{1, "lines", list(2), true},
		{2, "orders", list(2), true},
	} {
		if got := values.Give(c.template, c.name, c.given); got != c.want {
			t.Errorf("%s of template %d: new %v, want %v", c.name, c.template, got, c.want)
		}
	}
}
