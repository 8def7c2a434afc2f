package walk

import "testing"

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{"hr/", []string{"hr/a.cs", "src/hr/x/b.cs"}, []string{"hr", "src/hr", "hrx/a.cs"}},
		{"/hr", []string{"hr/a.cs", "hr"}, []string{"src/hr/a.cs"}},
		{"*.sql", []string{"a.sql", "db/x/b.sql", "old.sql/readme.md"}, []string{"a.sqlx", "sql"}},
		{"src/**/secret", []string{"src/secret/a", "src/x/y/secret/a"},
			[]string{"x/src/secret/a", "src/secrets/a"}},
		{"src/*.cs", []string{"src/a.cs"}, []string{"src/x/a.cs"}},
		{`\!a`, []string{"!a", "!a/b"}, []string{"a"}},
		{"*", []string{"a", "b/c"}, nil},
	} {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range c.yes {
			if !p.Match(path) {
				t.Errorf("%s does not match %s", c.pattern, path)
			}
		}
		for _, path := range c.no {
			if p.Match(path) {
				t.Errorf("%s matches %s", c.pattern, path)
			}
		}
	}
	for _, bad := range []string{"", "/", "# a", "!a", "[a", `a\`} {
		if _, err := ParsePattern(bad); err == nil {
			t.Errorf("%q is a pattern", bad)
		}
	}
}
