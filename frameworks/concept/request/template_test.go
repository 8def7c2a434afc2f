package request

import (
	"slices"
	"strings"
	"testing"
)

func TestTemplates(t *testing.T) {
	tests := []struct {
		template, path string
		want           string // a letter for each segment; - if it does not match
	}{
		{"/orders", "orders", "s"},
		{"/orders", "Orders", "-"},
		{"/orders/{id}", "orders/7", "sp"},
		{"/orders/{id}", "orders/*", "sh"},
		{"/orders/{id}", "orders", "-"},
		{"/orders/{id?}", "orders", "s"},
		{"/orders/{id=5}", "orders/6", "sp"},
		{"/orders/{id:int}", "orders/latest", "-"},
		{"/orders/{id:int}", "orders/12", "sc"},
		{"/orders/{id:[a-z]+}", "orders/abc", "sc"},
		{"/orders/{id:[a-z]+}", "orders/12", "-"},
		{"/orders/{id:any(a, b)}", "orders/b", "sc"},
		{"/files/{path:path}/edit", "files/a/b/edit", "srs"},
		{"/files/{path:path}/edit", "files/edit", "-"},
		{"/orders/{id:int}", "orders/*", "sh"},
		{"/orders/{id:int?}", "orders", "s"},
		{"/orders/latest", "orders/*", "sw"},
		{"/orders/latest", "orders/la*", "sw"},
		{"/orders/latest", "orders/first*", "-"},
		{"/files/{*path}", "files/a/b", "s"},
		{"/files/{path:path}", "files", "s"},
		{"/files/*", "files/a", "s"},
		{"/files/{**path}", "other/a", "-"},
		{"/v{version}/orders", "v1/orders", "ms"},
		{"/v{version}/orders", "v*/orders", "hs"},
		{"/v{version}/orders", "v/orders", "-"},
		{"/{name}.{ext}", "a.b", "m"},
		{"/{name}.{ext}", "ab", "-"},
		{"/{name}.json", "a.json", "m"},
		{"/{x:regex(a/b)}/c", "a/c", "ps"},
		{"/", "", ""},
		{"/", "a", "-"},
		{"/files/{**path}", "files/a/b", "s"},
		{"/files/{**path}", "*/a/b", "-"}, // only the catch-all matches the known part
		{"/files/{**path}", "fi*/a/b", "-"},
		{"/{tenant}/files/{**path}", "*/files/a", "hs"},
		{"/api/files/{**path}", "*/files/a", "ws"},
		{"/{tenant}/{**path}", "*/a/b", "h"},
		{"/files/{path}", "*/a", "-"}, // a is not a parameter value after a guessed segment
	}
	for _, test := range tests {
		path := splitPath(strings.ReplaceAll(test.path, "*", Hole))
		got := "-"
		if fits, ok := parseTemplate(test.template, false).match(path); ok {
			got = ""
			for _, f := range fits {
				got += string("-wrpcmhs"[f])
			}
		}
		if got != test.want {
			t.Errorf("%s for %s: %s, want %s", test.template, test.path, got, test.want)
		}
	}
	if _, ok := parseTemplate("/API/Orders/{Id}", true).match([]string{"api", "orders", "X"}); !ok {
		t.Error("case makes a difference where it should not")
	}
}

func TestAddresses(t *testing.T) {
	tests := []struct{ address, host, path string }{
		{"orders", "", "/orders"},
		{"/orders/?open=1", "", "/orders"},
		{"/orders#top", "", "/orders"},
		{"*/orders/*", "*", "/orders/*"},
		{"*orders", "*", "/orders"},
		{"https://shop.com/orders", "shop.com", "/orders"},
		{"https://shop.com", "shop.com", "/"},
		{"https://*.shop.com/orders", "shop.com", "/orders"},
		{"http://localhost:*/orders", "localhost", "/orders"},
		{"https://*/orders", "*", "/orders"},
		{"/orders/{id}", "", "/orders/*"},
	}
	for _, test := range tests {
		host, path := Address{Text: strings.ReplaceAll(test.address, "*", Hole)}.split()
		host, path = strings.ReplaceAll(host, Hole, "*"), strings.ReplaceAll(path, Hole, "*")
		if host != test.host || path != test.path {
			t.Errorf("%s: host %q, path %q, want %q, %q", test.address, host, path, test.host,
				test.path)
		}
	}
}

func TestHosts(t *testing.T) {
	foreign := []string{"api.github.com", "10.0.0.1"}
	own := []string{"", Hole, "localhost", "127.0.0.1", "orders-api", "shop.local"}
	if i := slices.IndexFunc(foreign, func(h string) bool { return !isForeign(h) }); i >= 0 {
		t.Errorf("%s is of the tree", foreign[i])
	}
	if i := slices.IndexFunc(own, isForeign); i >= 0 {
		t.Errorf("%q is not of the tree", own[i])
	}
	if bareHost("me:x@ordering-api:80") != "ordering-api" ||
		!isNamedAfter("ordering-api", "src/Ordering.API") ||
		isNamedAfter("api", "src/Ordering.API") {
		t.Error("a host is not told by the folder of a project")
	}
}

// TestServer wants hosts without credentials and ports, and paths with {} for unknown parts.
func TestServer(t *testing.T) {
	for address, want := range map[string][2]string{
		"https://user:secret@shop.example:8443/orders/*": {"shop.example", "/orders/{}"},
		"/orders": {"", "/orders"},
	} {
		f := Found{Request: Request{Address: Address{Text: strings.ReplaceAll(address, "*", Hole)}}}
		if host, path := f.Server(); host != want[0] || path != want[1] {
			t.Errorf("%s: host %q, path %q, want %q", address, host, path, want)
		}
	}
}
