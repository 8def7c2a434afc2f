package secrets

import (
	"regexp"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// token returns a form whose matches begin with one of its anchors.
func token(kind, body string, anchors ...string) form {
	quoted := make([]string, len(anchors))
	for i, a := range anchors {
		quoted[i] = regexp.QuoteMeta(a)
	}
	return form{kind: kind, anchors: anchors, before: 1, after: 600,
		pattern: lazyregexp.New(`\A(?:|[^A-Za-z0-9_])((?:` + strings.Join(quoted,
			"|") + `)` + body + `)`)}
}

// forms are the known forms. Those of tokens are published by their issuers.
var forms = []form{
	{kind: "private-key", anchors: []string{"PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"},
		before: 40, after: 20_000, pattern: lazyregexp.New(
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
	// a signed JSON Web Token: {"… in both parts (RFC 7519)
	token("web-token", `[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{20,}`, "eyJ"),
	token("npm-token", `[A-Za-z0-9]{36}`, "npm_"),
	token("pypi-token", `[A-Za-z0-9_\-]{50,}`, "pypi-AgE"),
	token("sendgrid-key", `[A-Za-z0-9_\-]{20,24}\.[A-Za-z0-9_\-]{40,}`, "SG."),
	{kind: "telegram-token", anchors: []string{":AA"}, before: 11, after: 40,
		pattern: lazyregexp.New(`\b(\d{8,10}:AA[A-Za-z0-9_\-]{33})\b`)},
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
	// the path of a Slack or Discord webhook is enough to post to it
	{kind: "webhook", anchors: []string{"hooks.slack.com/services/"}, after: 200,
		pattern: lazyregexp.New(`\Ahooks\.slack\.com/services/(T\w{5,}/B\w{5,}/\w{16,})`)},
	{kind: "webhook", anchors: []string{"/api/webhooks/"}, after: 200,
		pattern: lazyregexp.New(`\A/api/webhooks/\d{16,}/([A-Za-z0-9_\-]{50,})`)},
	// the secret of an Azure application, and the signature of a shared access
	{kind: "azure-secret", anchors: []string{"8Q~", "7Q~"}, before: 4, after: 60,
		pattern: lazyregexp.New(`([A-Za-z0-9_~.\-]{3}[78]Q~[A-Za-z0-9_~.\-]{31,34})`)},
	{kind: "shared-access", anchors: []string{"&sig=", "?sig="}, after: 200,
		pattern: lazyregexp.New(`\A[&?]sig=([A-Za-z0-9+/%]{30,}=*)`)},
	{kind: "account-key", anchors: []string{"AccountKey=", "SharedAccessKey="}, after: 200,
		pattern: lazyregexp.New(`(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{30,}={0,2})`)},
	{kind: "connection-string", anchors: []string{"assword", "ASSWORD", "wd=", "wd =", "WD="},
		line: true, before: 1000, after: 1000, pattern: lazyregexp.New(
			`(?i)(?:server|data source|host|user id|uid|username|database|initial catalog)\s*=[^;"'\n]*;` +
				`[^"'\n]*?\b(?:password|pwd)\s*=\s*([^;"'\s{}$<>%]{3,})`)},
	{kind: "connection-string", anchors: []string{"assword", "ASSWORD", "wd=", "wd =", "WD="},
		line: true, before: 1000, after: 1000, pattern: lazyregexp.New(
			`(?i)\b(?:password|pwd)\s*=\s*([^;"'\s{}$<>%]{3,});[^"'\n]*` +
				`(?:server|data source|host|user id|uid|username|database|initial catalog)\s*=`)},
	// host=db user=u password=x, as in libpq
	{kind: "connection-string", anchors: []string{" password="}, line: true, before: 1000,
		after: 200, pattern: lazyregexp.New(
			`\b(?:host|hostaddr|user|dbname|port|sslmode)=[^\s"';=,()]+ (?:\w+=[^\s"'=,()]+ )*` +
				`password=([^\s"'` + "`" + `,;(){}$<>%]{3,})`)},
	// cache:6379,password=x, as in StackExchange.Redis
	{kind: "connection-string", anchors: []string{",password="}, line: true, before: 1000,
		after: 200, pattern: lazyregexp.New(
			`["'][\w.\-]+(?::\d+)?,(?:\w+=[^,"'\n]*,)*password=([^\s,"'{}$<>%]{3,})`)},
	// "POSTGRES_PASSWORD=x", as in the environment of a container
	{kind: "password", anchors: []string{"PASSWORD=", "PASSWD=", "SECRET=", "API_KEY=", "TOKEN="},
		line: true, before: 60, after: 200, pattern: lazyregexp.New(
			`["'][A-Z][A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|API_KEY|TOKEN)=` +
				`([^\s"'{}$<>%:*]{3,})["']`)},
	// postgres://user:password@host (RFC 3986, userinfo); user and host may be
	// placeholders
	{kind: "address", anchors: []string{"://"}, line: true, after: 200, pattern: lazyregexp.New(
		`\A://(?:[^\s:/@"'` + "`" + `{}$<>%]|[$#]?\{[^{}\n]*\}|\$\([^()\n]*\)|%[a-z]|["'` + "`" + `] ?[+.&] ?[\w.()]+ ?[+.&] ?["'` + "`" + `])*` +
			`:([^\s:/@"'` + "`" + `{}$<>%*]{3,})(?:@[\w.\-{$%<"'` + "`" + `]|["'` + "`" + `] ?[+.&] ?["'` + "`" + `]@)`)},
	// user:password@tcp(host)/db, as in the MySQL driver for Go
	{kind: "address", anchors: []string{"@tcp(", "@unix("}, line: true, before: 200, after: 1,
		pattern: lazyregexp.New(`["'` + "`" + `][^\s"'` + "`" + `:@/]*:([^\s"'` + "`" + `:@{}$<>%]{3,})@(?:t|u)`)},
	// jdbc:oracle:thin:user/password@host
	{kind: "address", anchors: []string{"jdbc:oracle:thin:"}, line: true, after: 100,
		pattern: lazyregexp.New(`\Ajdbc:oracle:thin:\w+/([^\s"'@{}$<>%]{3,})@`)},
	// Authorization: ApiKey x
	{kind: "authorization", anchors: []string{"uthorization"}, line: true, after: 300, proof: noWord,
		pattern: lazyregexp.New(`\Authorization["']?\]?(?::| *[:=,] *["'` + "`" + `]) *[A-Za-z-]+ ` +
			`([A-Za-z0-9+/=_.~\-]{8,})["'` + "`" + `]`)},
	// auth: 'user:password'
	{kind: "login", anchors: []string{"auth:", "auth =", "auth="}, line: true, after: 200, proof: noName,
		pattern: lazyregexp.New(`\Aauth ?[:=] ?["'` + "`" + `][\w.@\-]+:([^\s"'` + "`" + `{}$<>%:]{3,})["'` + "`" + `]`)},
	{kind: "login", anchors: []string{"sqlcmd ", "bcp ", "isql ", "osql "}, line: true, after: 400,
		pattern: lazyregexp.New(`\A\w+ [^\n|;]*?-P ?["']?([^\s"'{}$<>%]{3,})`)},
	{kind: "login", anchors: []string{"sshpass "}, line: true, after: 100,
		pattern: lazyregexp.New(`\Asshpass -p ?["']?([^\s"'{}$<>%]{3,})`)},
	// curl -u user:password
	{kind: "login", anchors: []string{"curl "}, line: true, after: 400, pattern: lazyregexp.New(
		`\Acurl\b[^\n|;]*? (?:-u|--user)[ =]?["']?[\w.@\-]+:([^\s"'{}$<>%]{3,})`)},
	{kind: "login", anchors: []string{"DENTIFIED BY", "dentified by"}, before: 1, after: 200,
		pattern: lazyregexp.New(`(?i)\bidentified by\s+(?:password\s+|values\s+)?["']([^"'\n]{3,})["']`)},
	{kind: "login", anchors: []string{"OLD_PASSWORD", "old_password"}, after: 200,
		pattern: lazyregexp.New(`(?i)\Aold_password\s*=\s*N?'([^'\n]{3,})'`)},
	{kind: "aws-key", anchors: []string{"aws_secret_", "AWS_SECRET_", "ecretAccessKey"},
		line: true, after: 100, pattern: lazyregexp.New(
			`(?i)\A(?:aws_secret_access_key|aws_secret_key|ecretAccessKey)["']?\s*[:=]\s*["']?` +
				`([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|\z)`)},
	// In 'CREATE LOGIN x WITH PASSWORD = ''' + (SELECT …) + '''' the quotes end the
	// string that the password is concatenated into: the text between them is code.
	{kind: "login", anchors: []string{"PASSWORD", "assword"}, before: 300, after: 200,
		pattern: lazyregexp.New(
			`(?is)\b(?:create|alter)\s+(?:login|user|role)\b[^;]{1,200}?\bpassword\s*=?\s*N?'((?:[^'\n]|''[^'+\s])(?:[^'\n]|'')*)'`)},
	{kind: "login", anchors: []string{"DENTIFIED BY", "dentified by"}, before: 1, after: 200, proof: noName,
		pattern: lazyregexp.New(`(?i)\bidentified by\s+([A-Za-z]\w{2,})`)},
	{kind: "login", anchors: []string{"DENTIFIED WITH", "dentified with"}, before: 1, after: 200,
		pattern: lazyregexp.New(`(?i)\bidentified with\s+["'` + "`" + `]?\w+["'` + "`" + `]?\s+(?:by|as)\s+'([^'\n]{3,})'`)},
	{kind: "login", anchors: []string{"SET PASSWORD", "set password"}, after: 200,
		pattern: lazyregexp.New(`(?i)\Aset password[^;'\n]{0,40}(?:'[^'\n]*'(?:@'[^'\n]*')?\s*)?=\s*(?:password\s*\(\s*)?'([^'\n]{3,})'`)},
	// password hashes: crypt(3) and related formats, and the hashers of frameworks
	{kind: "password-hash", anchors: []string{"$2a$", "$2b$", "$2y$", "$2x$", "$apr1$", "$argon2", "$scrypt$",
		"$pbkdf2", "$y$j", "$6$", "$5$"}, after: 300, pattern: lazyregexp.New(
		`\A(\$(?:2[abxy]|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]*|y|5|6)\$[A-Za-z0-9./+=,$]{20,})`)},
	{kind: "password-hash", anchors: []string{"pbkdf2_sha", "pbkdf2:sha", "scrypt:", "bcrypt_sha256$", "argon2$argon2"},
		after: 300, pattern: lazyregexp.New(
			`\A((?:pbkdf2_sha\d+|bcrypt_sha256|argon2)\$[A-Za-z0-9./+=,$]{20,}|(?:pbkdf2:sha\d+|scrypt):[\d:]+\$[A-Za-z0-9./+=$]{20,})`)},
	{kind: "password-hash", anchors: []string{"{SSHA", "{SHA}", "{bcrypt}", "{pbkdf2}", "{CRYPT}", "SCRAM-SHA-"},
		after: 300, pattern: lazyregexp.New(
			`\A(?:\{\w+\}|SCRAM-SHA-(?:1|256)\$)([A-Za-z0-9./+=$:]{20,})`)},
	// the format of ASP.NET Core Identity, version 3: a byte 1, followed by
	// four-byte numbers
	{kind: "password-hash", anchors: []string{"AQAAAA"}, before: 1, after: 200, pattern: lazyregexp.New(
		`["'` + "`" + `>](AQAAAA[A-Za-z0-9+/]{60,}={0,2})["'` + "`" + `<]`)},
}
