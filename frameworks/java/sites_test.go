package java_test

import (
	"testing"

	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/java"
	"seedgraph/parse"
)

// TestNamed: the sites of files that name a client are read, and each of them names a
// client.
func TestNamed(t *testing.T) {
	client := java.Client()
	for _, c := range []struct {
		lang, text string
		want       bool
	}{
		{"java", "import org.springframework.web.client.RestTemplate;", true},
		{"java", "@FeignClient(\"shop\") interface Orders { }", true},
		{"java", "import java.net.http.HttpClient;", true},
		{"java", "class Rest { String get(String path) { return path; } }", false},
		{"csharp", "class A { RestClient client; }", false},
	} {
		src := parse.Source{Path: "A.java", Text: c.text}
		sites := client.Sites(c.lang, src) == parse.AllSites
		named := client.(interest.Namer).Named(c.lang, src)
		if sites != c.want || named != c.want {
			t.Errorf("%s %q: sites %v, named %v, want %v", c.lang, c.text, sites, named, c.want)
		}
	}
}
