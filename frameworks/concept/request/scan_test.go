package request

import "testing"

func TestHasPath(t *testing.T) {
	for text, want := range map[string]bool{
		`client.GetAsync("api/orders")`:             true,
		"get(`/orders/${id}`)":                      true,
		"path = 'a/b'; // x":                        true,
		"x := a / b // a quotient":                  false,
		"// see a/b and \"c d\"\nvar s = \"plain\"": false,
		"": false,
	} {
		if got := HasPath(text); got != want {
			t.Errorf("HasPath(%q) = %v", text, got)
		}
	}
}
