package secrets

import (
	"strings"
	"testing"
)

// TestVariables checks that HCL variables that are sensitive, or have names of
// credentials, have no default in the masked text, and that all others keep theirs.
func TestVariables(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"variable \"login\" {\n default = \"ada\"\n sensitive = true\n}", "ada"},
		{"variable \"login\" {\n sensitive=true\n default = [\"a b\", { k = \"c\" }, 4711]\n}", "a b|c|4711"},
		{"variable \"login\" {\n default = <<-EOT\n  one\n  two\n  EOT\n sensitive = true\n}", "  one\n  two\n"},
		{"variable \"db_password\" {\n type = string # default = \"no\"\n default = \"hunter\"\n}", "hunter"},
		{"variable \"api_token\" {\n default = \"a1b2c3d4e5f6a7b8\"\n}", "a1b2c3d4e5f6a7b8"},
		{"variable \"x\" {\n validation { condition = var.x != \"}\" }\n default = \"y\"\n sensitive = true\n}", "y"},
		{"variable \"x\" {\n /* sensitive = true */ default = \"y\"\n} variable \"z\" { sensitive = true }", ""},
		{"variable \"region\" {\n default = \"eu\"\n sensitive = false\n}", ""},
		{"variable \"page_token\" {\n default = \"a1b2c3d4e5f6a7b8\"\n}", ""},
		{"variable \"api_token\" {\n default = \"\"\n}", ""},
		{"variable \"login\" {\n sensitive = true\n default = \"****\"\n}", ""},
		{"the variable \"password\" has no default = \"eu\"", ""},
		{"variable \"login\" {\n sensitive = true\n default = \"open", "open"},
	} {
		var got []string
		for _, f := range Find("a.tf", c.text) {
			got = append(got, c.text[f.Start:f.End])
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q has %q, want %q", c.text, s, c.want)
		}
	}
}
