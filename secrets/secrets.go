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

	// assigned finds what is masked behind the anchor text[at:end], instead of a pattern
	assigned func(text string, at, end int) (from, to int, ok bool)
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
	{kind: "private-key", anchors: []string{"PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"},
		before: 40, after: 20_000, pattern: regexp.MustCompile(
			`-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----([A-Za-z0-9+/=\s\\rn"',:.\-]{20,}?)-----END`)},
	token("aws-key", `[A-Z0-9]{16}\b`, "AKIA", "ASIA"),
	token("github-token", `[A-Za-z0-9]{36,}`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
	token("github-token", `[A-Za-z0-9_]{40,}`, "github_pat_"),
	token("gitlab-token", `[A-Za-z0-9_\-]{20,}`, "glpat-"),
	token("slack-token", `[A-Za-z0-9\-]{20,}`, "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-"),
	token("stripe-key", `[A-Za-z0-9]{20,}`, "sk_live_", "rk_live_", "sk_test_", "rk_test_",
		"whsec_"),
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
	{kind: "telegram-token", anchors: []string{":AA"}, before: 11, after: 40,
		pattern: regexp.MustCompile(`\b(\d{8,10}:AA[A-Za-z0-9_\-]{33})\b`)},
	token("twilio-key", `[0-9a-f]{31}\b`, "SK0", "SK1", "SK2", "SK3", "SK4", "SK5", "SK6", "SK7",
		"SK8", "SK9", "SKa", "SKb", "SKc", "SKd", "SKe", "SKf"),
	token("mailgun-key", `[0-9a-f]{32}\b`, "key-"),
	token("databricks-token", `[0-9a-f]{32}\b`, "dapi"),
	token("shopify-token", `[0-9a-fA-F]{32}\b`, "shpat_", "shpss_", "shpca_", "shppa_"),
	token("google-secret", `[A-Za-z0-9_\-]{28}\b`, "GOCSPX-"),
	token("vault-token", `[A-Za-z0-9_\-]{24,}`, "hvs.", "hvb."),
	token("docker-token", `[A-Za-z0-9_\-]{27}`, "dckr_pat_"),
	token("grafana-token", `[A-Za-z0-9+/_=]{32,}`, "glsa_", "glc_"),
	token("newrelic-key", `[A-Z0-9]{27}\b`, "NRAK-"),
	token("atlassian-token", `[A-Za-z0-9_\-=]{60,}`, "ATATT3"),
	token("postman-key", `[a-f0-9]{24}-[a-f0-9]{34}\b`, "PMAK-"),
	token("nuget-key", `[a-z0-9]{43}\b`, "oy2"),
	token("linear-key", `[A-Za-z0-9]{40}\b`, "lin_api_"),
	token("age-key", `[A-Z0-9]{58}\b`, "AGE-SECRET-KEY-1"),
	// the path of a webhook of Slack or Discord is all that it takes to write there
	{kind: "webhook", anchors: []string{"hooks.slack.com/services/"}, after: 200,
		pattern: regexp.MustCompile(`\Ahooks\.slack\.com/services/(T\w{5,}/B\w{5,}/\w{16,})`)},
	{kind: "webhook", anchors: []string{"/api/webhooks/"}, after: 200,
		pattern: regexp.MustCompile(`\A/api/webhooks/\d{16,}/([A-Za-z0-9_\-]{50,})`)},
	// the secret of an application in Azure, and the signature of a shared access
	{kind: "azure-secret", anchors: []string{"8Q~", "7Q~"}, before: 4, after: 60,
		pattern: regexp.MustCompile(`([A-Za-z0-9_~.\-]{3}[78]Q~[A-Za-z0-9_~.\-]{31,34})`)},
	{kind: "shared-access", anchors: []string{"&sig=", "?sig="}, after: 200,
		pattern: regexp.MustCompile(`\A[&?]sig=([A-Za-z0-9+/%]{30,}=*)`)},
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
	// host=db user=u password=x, as libpq has it
	{kind: "connection-string", anchors: []string{" password="}, line: true, before: 1000,
		after: 200, pattern: regexp.MustCompile(
			`\b(?:host|hostaddr|user|dbname|port|sslmode)=[^\s"';=,()]+ (?:\w+=[^\s"'=,()]+ )*` +
				`password=([^\s"'` + "`" + `,;(){}$<>%]{3,})`)},
	// cache:6379,password=x, as StackExchange.Redis has it
	{kind: "connection-string", anchors: []string{",password="}, line: true, before: 1000,
		after: 200, pattern: regexp.MustCompile(
			`["'][\w.\-]+(?::\d+)?,(?:\w+=[^,"'\n]*,)*password=([^\s,"'{}$<>%]{3,})`)},
	// "POSTGRES_PASSWORD=x", as a container is given it
	{kind: "password", anchors: []string{"PASSWORD=", "PASSWD=", "SECRET=", "API_KEY=", "TOKEN="},
		line: true, before: 60, after: 200, pattern: regexp.MustCompile(
			`["'][A-Z][A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|API_KEY|TOKEN)=` +
				`([^\s"'{}$<>%:*]{3,})["']`)},
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

// byStart has the anchors by their first three bytes, and mayBegin whether there are any for
// the hash of these: one pass over a text finds those of all forms.
var (
	byStart  = map[string][]anchor{}
	mayBegin [1 << 16]bool
)

// hashOf is the place of three bytes in mayBegin.
func hashOf(a, b, c byte) uint16 {
	return uint16((uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 0x9E3779B1 >> 16)
}

func init() {
	forms = append(forms, assignments()...)
	for i := range forms {
		for _, a := range forms[i].anchors {
			byStart[a[:3]] = append(byStart[a[:3]], anchor{a, i})
			mayBegin[hashOf(a[0], a[1], a[2])] = true
		}
	}
}

// Find lists the credentials in a text, by position; none overlaps another. It takes one
// pass over the text, and looks at a bounded part of it around each anchor.
func Find(text string) []Found {
	var out []Found
	var states []state
	for i := 0; i+2 < len(text); i++ {
		if !mayBegin[hashOf(text[i], text[i+1], text[i+2])] {
			continue
		}
		for _, a := range byStart[text[i:i+3]] {
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
	if f.assigned != nil {
		from, to, ok := f.assigned(text, at, at+n)
		return Found{f.kind, from, to}, ok
	}
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
