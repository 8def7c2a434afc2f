package walk

import "testing"

// TestPatterns checks the syntax, one line per case; paths that end with a
// slash are folders. TestIgnoreAgainstGit compares the results with git.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern string
		match   []string
		miss    []string
	}{
		{"foo", []string{"foo", "foo/", "a/b/foo"}, []string{"food", "foo/x"}},
		{"/foo", []string{"foo"}, []string{"a/foo"}},
		{"a/foo", []string{"a/foo"}, []string{"b/a/foo"}},
		{"foo/", []string{"foo/", "a/foo/"}, []string{"foo"}},
		{"*.log", []string{"x.log", "a/.log"}, []string{"x.logs"}},
		{"a/*.log", []string{"a/x.log"}, []string{"a/b/x.log"}},
		{"f*o*o", []string{"foo", "fxoxo"}, []string{"fox"}},
		{"a?c", []string{"abc"}, []string{"ac", "aéc"}},
		{"a/?", []string{"a/b"}, []string{"a//"}},
		{"**/x/y", []string{"x/y", "a/x/y", "a/b/x/y"}, []string{"ax/y"}},
		{"a/**", []string{"a/b", "a/b/c"}, []string{"a", "b/a/c"}},
		{"a/**/b", []string{"a/b", "a/x/b", "a/x/y/b"}, []string{"a/xb"}},
		{"?/**/b", []string{"a/b", "a/x/b"}, []string{"a/xb", "aa/b"}},
		{"?x**/b", []string{"ax/b", "axy/b"}, []string{"axy/z/b"}},
		// git's own exception, see rule.compile
		{"ax**/b", []string{"axy/z/b", "axb"}, []string{"ay/b"}},
		{"[a-c]x", []string{"ax", "cx"}, []string{"dx", "-x"}},
		{"[!a]x", []string{"bx"}, []string{"ax", "x"}},
		{"[^a]x", []string{"bx"}, []string{"ax"}},
		{"[]]x", []string{"]x"}, []string{"x"}},
		{"[a-]x", []string{"ax", "-x"}, []string{"bx"}},
		{`[\]a]x`, []string{"]x", "ax"}, []string{`\x`}},
		{"[[:digit:]]", []string{"7"}, []string{"a", ":"}},
		{"[[:digit:]-a]", []string{"7", "-", "a"}, []string{"A"}},
		{"[[:nope:]]", nil, []string{"n", ":"}},
		{"[a", nil, []string{"a", "[a"}},
		{"a/?[!x]b", []string{"a/yzb"}, []string{"a/y/b"}},
		{"a[+-9]b/c", []string{"a.b/c"}, []string{"a/b/c"}},
		{`\!x`, []string{"!x"}, []string{"x"}},
		{`\#x`, []string{"#x"}, nil},
		{`a\*b`, []string{"a*b"}, []string{"axb"}},
		{`x\`, nil, []string{"x", `x\`}},
		{"x  ", []string{"x"}, []string{"x  "}},
		{`x\ `, []string{"x "}, []string{"x"}},
		{"x\t", []string{"x\t"}, []string{"x"}},
		{"/", nil, []string{"a", "a/"}},
		{"", nil, []string{"a"}},
	} {
		r := []rule{parseRule(c.pattern)}
		for _, p := range c.match {
			if !matchesPath(r, p) {
				t.Errorf("%q does not match %q", c.pattern, p)
			}
		}
		for _, p := range c.miss {
			if matchesPath(r, p) {
				t.Errorf("%q matches %q", c.pattern, p)
			}
		}
	}
}

func matchesPath(rules []rule, path string) bool {
	f := ruleFile{rules: rules}
	dir := path[len(path)-1] == '/'
	if dir {
		path = path[:len(path)-1]
	}
	return f.decide(path, dir) == ignored
}

// TestRuleLines reads whole files.
func TestRuleLines(t *testing.T) {
	rules := parseRules([]byte("\ufeffa\r\n\n# b\n\\#c\n!d\n  \ne"))
	want := []struct {
		text   string
		negate bool
	}{{"a", false}, {"#c", false}, {"d", true}, {"e", false}}
	if len(rules) != len(want) {
		t.Fatalf("%d rules: %+v", len(rules), rules)
	}
	for i, w := range want {
		if !matchesPath([]rule{{kind: rules[i].kind, text: rules[i].text, glob: rules[i].glob}},
			w.text) || rules[i].negate != w.negate {
			t.Errorf("rule %d is %+v, want %+v", i, rules[i], w)
		}
	}
}
