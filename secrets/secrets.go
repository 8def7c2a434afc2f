// Package secrets finds literals in sources that look like credentials, and masks them.
//
// What it looks for is data: see forms. A form has texts that every match contains, which
// are looked for first, so that a source without any costs a few passes over its bytes.
package secrets

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A Found is a credential in a text.
type Found struct {
	Kind       string // a fixed word, to count by
	Start, End int    // of what is masked
}

// A form is one way in which credentials are written.
type form struct {
	kind    string
	anchors []string       // one of them is in every match
	before  int            // bytes before an anchor at which a match may begin
	after   int            // bytes behind it in which it ends
	line    bool           // a match is within one line: then before and after bound that
	pattern *regexp.Regexp // the first group is what is masked
}

// attempts bounds how often a form is tried in a text.
const attempts = 1000

// token is a form whose matches begin with one of its anchors.
func token(kind, body string, anchors ...string) form {
	quoted := make([]string, len(anchors))
	for i, a := range anchors {
		quoted[i] = regexp.QuoteMeta(a)
	}
	return form{kind: kind, anchors: anchors, before: 1, after: 600,
		pattern: regexp.MustCompile(`\A(?:|[^A-Za-z0-9_])((?:` + strings.Join(quoted,
			"|") + `)` + body + `)`)}
}

// forms are the known ones. Those of tokens are published by who issues them.
var forms = []form{
	{kind: "private-key", anchors: []string{"PRIVATE KEY-----"}, before: 40, after: 20_000,
		pattern: regexp.MustCompile(`-----BEGIN [A-Z ]*PRIVATE KEY-----([A-Za-z0-9+/=\s\\rn"',:.\-]{20,}?)-----END`)},
	token("aws-key", `[A-Z0-9]{16}\b`, "AKIA", "ASIA"),
	token("github-token", `[A-Za-z0-9]{36,}`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
	token("github-token", `[A-Za-z0-9_]{40,}`, "github_pat_"),
	token("gitlab-token", `[A-Za-z0-9_\-]{20,}`, "glpat-"),
	token("slack-token", `[A-Za-z0-9\-]{20,}`, "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"),
	token("stripe-key", `[A-Za-z0-9]{20,}`, "sk_live_", "rk_live_"),
	token("google-key", `[A-Za-z0-9_\-]{35}`, "AIza"),
	token("digitalocean-token", `[a-f0-9]{64}`, "dop_v1_", "doo_v1_", "dor_v1_"),
	token("huggingface-token", `[A-Za-z0-9]{34,}`, "hf_"),
	token("openai-key", `[A-Za-z0-9_\-]{40,}`, "sk-proj-", "sk-svcacct-"),
	token("anthropic-key", `[A-Za-z0-9_\-]{40,}`, "sk-ant-"),
	// a JSON Web Token that is signed: {"… in both parts (RFC 7519)
	token("web-token", `[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{20,}`, "eyJ"),
	token("npm-token", `[A-Za-z0-9]{36}`, "npm_"),
	token("pypi-token", `[A-Za-z0-9_\-]{50,}`, "pypi-AgE"),
	token("sendgrid-key", `[A-Za-z0-9_\-]{20,24}\.[A-Za-z0-9_\-]{40,}`, "SG."),
	{kind: "account-key", anchors: []string{"AccountKey=", "SharedAccessKey="}, after: 200,
		pattern: regexp.MustCompile(`(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{30,}={0,2})`)},
	{kind: "connection-string", anchors: []string{"assword", "ASSWORD", "wd=", "wd =", "WD="},
		line: true, before: 1000, after: 1000, pattern: regexp.MustCompile(
			`(?i)(?:server|data source|host|user id|uid|username|database|initial catalog)\s*=[^;"'\n]*;` +
				`[^"'\n]*?\b(?:password|pwd)\s*=\s*([^;"'\s{}$<>%]{3,})`)},
	{kind: "connection-string", anchors: []string{"assword", "ASSWORD", "wd=", "wd =", "WD="},
		line: true, before: 1000, after: 1000, pattern: regexp.MustCompile(
			`(?i)\b(?:password|pwd)\s*=\s*([^;"'\s{}$<>%]{3,});[^"'\n]*` +
				`(?:server|data source|host|user id|uid|username|database|initial catalog)\s*=`)},
	// postgres://user:password@host (RFC 3986, userinfo)
	{kind: "address", anchors: []string{"://"}, line: true, after: 200, pattern: regexp.MustCompile(
		`\A://[^\s:/@"'` + "`" + `{}$<>%]*:([^\s:/@"'` + "`" + `{}$<>%*]{3,})@[\w.\-]`)},
	{kind: "login", anchors: []string{"DENTIFIED BY", "dentified by"}, before: 1, after: 200,
		pattern: regexp.MustCompile(`(?i)\bidentified by\s+(?:password\s+)?'([^'\n]{3,})'`)},
	{kind: "login", anchors: []string{"OLD_PASSWORD", "old_password"}, after: 200,
		pattern: regexp.MustCompile(`(?i)\Aold_password\s*=\s*N?'([^'\n]{3,})'`)},
	{kind: "aws-key", anchors: []string{"aws_secret_", "AWS_SECRET_", "ecretAccessKey"},
		line: true, after: 100, pattern: regexp.MustCompile(
			`(?i)\A(?:aws_secret_access_key|aws_secret_key|ecretAccessKey)["']?\s*[:=]\s*["']?` +
				`([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|\z)`)},
	// In 'CREATE LOGIN x WITH PASSWORD = ''' + (SELECT …) + '''' the quotes end the string that
	// the password is put into: what is between them is code.
	{kind: "login", anchors: []string{"PASSWORD", "assword"}, before: 300, after: 200,
		pattern: regexp.MustCompile(
			`(?is)\b(?:create|alter)\s+(?:login|user|role)\b[^;]{1,200}?\bpassword\s*=?\s*N?'((?:[^'\n]|''[^'+\s])(?:[^'\n]|'')*)'`)},
}

// An anchor is one of the texts of a form.
type anchor struct {
	text string
	form int
}

// byPair has the anchors by their first two bytes, and mayBegin whether there are any: one
// pass over a text finds those of all forms.
var (
	byPair   = map[uint16][]anchor{}
	mayBegin [1 << 16]bool
)

func init() {
	for i := range forms {
		for _, a := range forms[i].anchors {
			pair := uint16(a[0])<<8 | uint16(a[1])
			byPair[pair] = append(byPair[pair], anchor{a, i})
			mayBegin[pair] = true
		}
	}
}

// Find lists the credentials in a text, by position; none overlaps another. It takes one
// pass over the text, and looks at a bounded part of it around each anchor.
func Find(text string) []Found {
	var out []Found
	var states []state
	for i := 0; i+1 < len(text); i++ {
		pair := uint16(text[i])<<8 | uint16(text[i+1])
		if !mayBegin[pair] {
			continue
		}
		for _, a := range byPair[pair] {
			if !strings.HasPrefix(text[i:], a.text) {
				continue
			}
			if states == nil {
				states = make([]state, len(forms))
			}
			if f, ok := forms[a.form].match(text, i, len(a.text), &states[a.form]); ok {
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Found) int { return cmp.Compare(a.Start, b.Start) })
	apart := out[:0]
	for _, f := range out {
		if len(apart) == 0 || f.Start >= apart[len(apart)-1].End {
			apart = append(apart, f)
		}
	}
	return apart
}

// A state is how far a form has come in a text.
type state struct{ done, tries int }

// match tries a form around an anchor of n bytes at at.
func (f *form) match(text string, at, n int, s *state) (Found, bool) {
	if s.tries++; at < s.done || s.tries > attempts {
		return Found{}, false
	}
	from, to := max(s.done, at-f.before), min(len(text), at+n+f.after)
	if f.line {
		from = max(from, strings.LastIndexByte(text[from:at], '\n')+1+from)
		if i := strings.IndexByte(text[at:to], '\n'); i >= 0 {
			to = at + i
		}
	}
	m := f.pattern.FindStringSubmatchIndex(text[from:to])
	if m == nil {
		if f.line {
			s.done = to
		}
		return Found{}, false
	}
	s.done = from + m[3]
	return Found{f.kind, from + m[2], from + m[3]}, true
}

// Mask returns a text of the same length in which what was found consists of asterisks;
// white space stays, so that lines do.
func Mask(text string, found []Found) string {
	if len(found) == 0 {
		return text
	}
	out := []byte(text)
	for _, f := range found {
		for i := f.Start; i < f.End; i++ {
			if c := out[i]; c != '\n' && c != '\r' && c != ' ' && c != '\t' {
				out[i] = '*'
			}
		}
	}
	return string(out)
}
