package spring

import (
	"testing"

	"seedgraph/parse"
)

// TestSites: all sites are requested of files with beans and injection points; of other
// files that name Spring, only annotations, because an annotation of the tree may have
// one of Spring's.
func TestSites(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       parse.SiteScope
	}{
		{"java", "import org.springframework.stereotype.Service;", parse.AllSites},
		{"java", "import org.springframework.context.annotation.Bean; @Bean", parse.AllSites},
		{"java", "import jakarta.inject.Qualifier; @Inject Store s;", parse.AllSites},
		{"java", "import org.springframework.context.annotation.Profile;", parse.AttributeSites},
		{"java", "import jakarta.inject.Inject; @Inject Store s;", parse.NoSites},
		{"kotlin", "import org.springframework.stereotype.Service", parse.NoSites},
	} {
		got := Container().Sites(c.lang, parse.Source{Path: "a", Text: c.text})
		if got != c.want {
			t.Errorf("%s %q: %d, want %d", c.lang, c.text, got, c.want)
		}
	}
}
