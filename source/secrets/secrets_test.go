package secrets

import (
	"fmt"
	"strings"
	"testing"
)

// The examples are assembled here, so that no scanner mistakes them for real ones.
var digits = strings.Repeat("a1B2c3D4e5", 8)

func TestFind(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`key = "AKIA` + strings.ToUpper(digits[:16]) + `"`, "aws-key 20"},
		{`t: ghp_` + digits[:36], "github-token 40"},
		{`t: github_pat_` + digits[:50], "github-token 61"},
		{`'glpat-` + digits[:20] + `'`, "gitlab-token 26"},
		{`"xoxb-` + digits[:30] + `"`, "slack-token 35"},
		{`sk_live_` + digits[:24], "stripe-key 32"},
		{`AIza` + digits[:35], "google-key 39"},
		{`//registry/:_authToken=npm_` + digits[:36], "npm-token 40"},
		{`pypi-AgE` + digits[:60], "pypi-token 68"},
		{`SG.` + digits[:22] + `.` + digits[:43], "sendgrid-key 69"},
		{`AccountKey=` + digits[:60] + `==;`, "account-key 62"},
		{"-----BEGIN RSA PRIVATE KEY-----\n" + digits + "\n-----END RSA PRIVATE KEY-----",
			"private-key 82"},
		{`"Server=db;User Id=sa;Password=hunter22;"`, "connection-string 8"},
		{`"Pwd=hunter22;Server=db"`, "connection-string 8"},
		{`"Host=db;Username=u;PASSWORD = hunter22"`, "connection-string 8"},
		{"CREATE LOGIN shop WITH PASSWORD = N'hun''ter'", "login 8"},
		{"alter role shop with login password 'hunter22';", "login 8"},

		{"ALTER LOGIN a WITH PASSWORD = 'hunter22' OLD_PASSWORD = 'hunter11';", "login 8, login 8"},
		{"CREATE USER 'a'@'%' IDENTIFIED BY 'hunter22';", "login 8"},
		{"dop_v1_" + strings.Repeat("0a1b", 16), "digitalocean-token 71"},
		{"'hf_" + digits[:34] + "'", "huggingface-token 37"},
		{"sk-proj-" + digits[:48], "openai-key 56"},
		{"sk-ant-api03-" + digits[:48], "anthropic-key 61"},
		{`"eyJ` + digits[:17] + ".eyJ" + digits[:20] + "." + digits[:43] + `"`, "web-token 88"},
		{`"postgres://shop:hunter22@db.local/shop"`, "address 8"},
		{`"redis://:hunter22@cache"`, "address 8"},
		{`AWS_SECRET_ACCESS_KEY=` + digits[:40], "aws-key 40"},
		{`"SecretAccessKey": "` + digits[:40] + `"`, "aws-key 40"},

		{`"https://example.com:8080/a@b"`, ""},
		{`$"amqp://{user}:{password}@{host}"`, ""},
		{"`amqp://${user}:${password}@${host}`", ""},
		{`"ftp://host/%s:%s@x"`, ""},
		{`eyJ` + digits[:20] + " is half a token", ""},
		{`hf_short sk-proj-short`, ""},
		{`aws_secret_access_key = os.environ["AWS_SECRET_ACCESS_KEY"]`, ""},
		{`var password = Read();`, ""},
		{`"Server=db;Password={0};"`, ""},
		{`"Server=db;Password=" + password`, ""},
		{`if (o.Password == null) { }`, ""},
		{`AKIA_is_short ghp_no`, ""},
		{`x` + `AKIA` + strings.ToUpper(digits[:16]), ""},
		{"-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----", ""},
		{"SELECT password FROM login WHERE name = 'a'", ""},
		{"SET @s = 'CREATE LOGIN a WITH PASSWORD = '''+(SELECT p FROM f())+''';'", ""},
	} {
		var got []string
		for _, f := range Find("", c.text) {
			got = append(got, fmt.Sprintf("%s %d", f.Kind, f.End-f.Start))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%q has %q, want %q", c.text, s, c.want)
		}
	}
}

// TestMask checks that lines and lengths stay, and that nothing is found in masked
// text.
func TestMask(t *testing.T) {
	key := "AKIA" + strings.ToUpper(digits[:16])
	text := "a = '" + key + "'\nb = '" + key + "'\n-----BEGIN PRIVATE KEY-----\n" + digits +
		"\n" + digits + "\n-----END PRIVATE KEY-----\nc\n"
	found := Find("", text)
	masked := Mask(text, found)
	if len(found) != 3 || len(masked) != len(text) || strings.Contains(masked, key) ||
		strings.Contains(masked, digits) ||
		strings.Count(masked, "\n") != strings.Count(text, "\n") ||
		!strings.HasSuffix(masked, "c\n") {
		t.Errorf("%d found; masked is %q", len(found), masked)
	}
	if again := Find("", masked); len(again) != 0 {
		t.Errorf("in the masked text there is %v", again)
	}
	if Mask("x", nil) != "x" {
		t.Error("a text without credentials changes")
	}
}

// TestCost checks that the parts of a text that patterns see are linear in its
// length.
func TestCost(t *testing.T) {
	long := strings.Repeat("Password=", 20_000)
	if found := Find("", long); len(found) != 0 {
		t.Errorf("%d found in %q…", len(found), long[:20])
	}
}
