package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/source/secrets"
	"seedgraph/testkit/longtest"
)

// A planted credential is a value in a file. The values are assembled here, so that no
// scanner mistakes them for real ones; no two have a common prefix, because a
// dictionary of terms may store prefixes separately.
type planted struct{ file, text, value string }

// noise returns n letters and digits that begin with a mark.
func noise(mark string, n int) string {
	return (mark + strings.Repeat("q7Wk2Zt9", 1+n/8))[:n]
}

var credentials = []planted{
	{"aws.cs", `class A { string k = "VALUE"; }`, "AKIA" + strings.ToUpper(noise("1f", 16))},
	{"awssecret.py", `AWS_SECRET_ACCESS_KEY = "VALUE"`, noise("2g", 40)},
	{"github.go", "package p\nvar k = \"VALUE\"", "ghp_" + noise("3h", 36)},
	{"githubfine.ts", `export const k = "VALUE";`, "github_pat_" + noise("4i", 50)},
	{"gitlab.java", `class B { String k = "VALUE"; }`, "glpat-" + noise("5j", 20)},
	{"slack.js", `const k = 'VALUE'`, "xoxb-" + noise("6k", 30)},
	{"webhook.js", `post("https://hooks.slack.com/services/VALUE")`,
		"T0123456/B0123456/" + noise("7l", 24)},
	{"stripe.py", `k = "VALUE"`, "sk_live_" + noise("8m", 24)},
	{"google.ts", `const k = "VALUE"`, "AIza" + noise("9n", 35)},
	{"npm.js", `run("//registry/:_authToken=VALUE")`, "npm_" + noise("10o", 36)},
	{"pypi.py", `k = "VALUE"`, "pypi-AgE" + noise("11p", 60)},
	{"sendgrid.cs", `class C { string k = "VALUE"; }`,
		"SG." + noise("12q", 22) + "." + noise("12r", 43)},
	{"azure.cs", `class D { string k = "AccountName=a;AccountKey=VALUE;"; }`,
		noise("13s", 60) + "=="},
	{"web.go", "package p\nvar t = \"VALUE\"",
		"eyJ" + noise("14t", 17) + ".eyJ" + noise("14u", 20) + "." + noise("14v", 43)},
	{"rsa.py", "k = '''-----BEGIN RSA PRIVATE KEY-----\nVALUE\n" +
		"-----END RSA PRIVATE KEY-----\n'''", noise("15w", 64)},
	{"pgp.ts", "const k = `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nVALUE\n" +
		"-----END PGP PRIVATE KEY BLOCK-----`", noise("16x", 64)},
	{"connection.cs", `class E { string c = "Server=db;User Id=sa;Password=VALUE;"; }`, "v17hunter"},
	{"libpq.go", "package p\nvar c = \"host=db user=u password=VALUE dbname=d\"", "v18hunter"},
	{"redis.cs", `class F { string c = "cache:6379,password=VALUE,ssl=true"; }`, "v19hunter"},
	{"url.py", `u = "postgres://shop:VALUE@db.local/shop"`, "v20hunter"},
	{"login.sql", `CREATE LOGIN shop WITH PASSWORD = 'VALUE';`, "v21hunter"},
	{"identified.sql", `CREATE USER 'a'@'%' IDENTIFIED BY 'VALUE';`, "v22hunter"},
	{"digitalocean.py", `k = "VALUE"`, "dop_v1_" + strings.Repeat("23ab", 16)},
	{"huggingface.py", `k = "VALUE"`, "hf_" + noise("24z", 34)},
	{"openai.ts", `const k = "VALUE"`, "sk-proj-" + noise("25a", 48)},
	{"anthropic.ts", `const k = "VALUE"`, "sk-ant-api03-" + noise("26b", 48)},
	{"header.go", "package p\nvar h = \"Authorization: Basic VALUE\"", noise("27c", 24)},
	{"twilio.js", `const k = "VALUE"`, "SK" + strings.Repeat("28cd", 8)},

	{"password.cs", `class G { string password = "VALUE"; }`, "v30hunter"},
	{"constant.java", `class H { static final String DB_PASSWORD = "VALUE"; }`, "v31hunter"},
	{"keyword.py", `connect(user="u", passwd="VALUE")`, "v32hunter"},
	{"default.py", `def f(password: str = "VALUE"): pass`, "v33hunter"},
	{"object.ts", `const c = { pwd: 'VALUE' }`, "v34hunter"},
	{"struct.go", "package p\nvar c = C{Password: \"VALUE\"}", "v35hunter"},
	{"short.go", "package p\nfunc f() { apiKey := \"VALUE\"; _ = apiKey }", "v36hunter22"},
	{"property.cs", `class I { public string ClientSecret { get; set; } = "VALUE"; }`,
		"v37hunter22"},
	{"setter.java", `class J { void f(C c) { c.setPassword("VALUE"); } }`, "v38hunter"},
	{"fallback.js", `const t = process.env.API_TOKEN || "VALUE"`, "v39hunter22"},
	{"getenv.py", `p = os.getenv("DB_PASSWORD", "VALUE")`, "v40hunter"},
	{"json.cs", `class K { string j = "{\"password\": \"VALUE\"}"; }`, "v41hunter"},
	{"variable.sql", `CREATE PROC p AS DECLARE @pwd nvarchar(50) = N'VALUE'; SELECT 1;`, "v42hunter"},
	{"comment.go", "package p\n// password: \"VALUE\"\nfunc f() {}", "v43hunter"},
	{"container.go", "package p\nvar env = []string{\"POSTGRES_PASSWORD=VALUE\"}", "v44hunter"},
	{"element.ts", "const x = `<server><password>VALUE</password></server>`", "v45hunter"},

	{"appsettings.json", `{"Db": {"Password": "VALUE"}}`, "v50hunter"},
	{"values.yaml", "db:\n  password: VALUE\n", "v51hunter"},
	{".env", "DB_PASSWORD=VALUE\n", "v52hunter"},
	{"app.properties", "db.password=VALUE\n", "v53hunter"},
	{"main.tf.json", `{"variable": {"db_password": {"default": "VALUE"}}}`, "v55hunter"},
	{"prod.tfvars.json", `{"db_password": "VALUE"}`, "v56hunter"},
	{"k8s/secret.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  PIN: VALUE\n",
		"v57hunter"},
	{"flags.go", "package p\nvar f = flag.String(\"password\", \"VALUE\", \"of the database\")",
		"v58hunter"},
	{"conn.json", `{"ConnectionStrings": {"Main": "Server=db;Uid=a;Pwd=VALUE"}}`, "v54hunter"},
}

// builtFrom returns the bytes of all artifacts of the planted files, in lower case,
// like terms.
func builtFrom(t *testing.T, flags ...string) string {
	t.Helper()
	src, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	files := tree{}
	for _, c := range credentials {
		files[c.file] = strings.ReplaceAll(c.text, "VALUE", c.value) + "\n"
	}
	if err := writeFolder(src, files); err != nil {
		t.Fatal(err)
	}
	runHere(t, globals{}, append([]string{"build", src, "--out", out, "--quiet"}, flags...)...)
	artifacts, err := readFolder(out)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, text := range artifacts {
		all.WriteString(strings.ToLower(text))
	}
	return all.String()
}

// TestNoArtifactHasACredential looks for planted credentials in every byte that a build
// writes. With --no-mask those of code are found, which shows that the test looks in
// the right place.
func TestNoArtifactHasACredential(t *testing.T) {
	longtest.NotRaced(t)
	masked, kept := builtFrom(t), builtFrom(t, "--no-mask")
	for _, c := range credentials {
		rare := strings.ToLower(c.value)
		if strings.Contains(masked, rare) || strings.Contains(masked, rare[2:]) {
			t.Errorf("%s: %s is in the artifacts", c.file, c.value)
		}
		switch filepath.Ext(c.file) {
		case ".json", ".yaml", ".env", ".properties": // values of settings are never stored
		default:
			if line, _, _ := strings.Cut(rare, "\n"); !strings.Contains(kept, line) {
				t.Errorf("%s: without masks %s is not in the artifacts", c.file, c.value)
			}
		}
	}
}

// TestNoArtifactHasAPlantedValue does the same for the test data of package secrets: a
// value that it masks must be in no byte of any artifact, and a value that it misses
// must not come from settings.
func TestNoArtifactHasAPlantedValue(t *testing.T) {
	longtest.NotRaced(t)
	archive, err := txtar.ParseFile(filepath.Join("..", "..", "source", "secrets", "testdata", "planted.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	src, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	files, masked := tree{}, map[string]bool{}
	value := regexp.MustCompile(`owl\d{3}|rook\d{3}`)
	for _, f := range archive.Files {
		text := string(f.Data)
		files[f.Name] = text
		if ext := filepath.Ext(f.Name); ext == ".yml" || ext == ".yaml" { // no value is kept
			for _, v := range value.FindAllString(text, -1) {
				masked[v] = true
			}
		}
		for _, found := range secrets.Find(f.Name, text) {
			for _, v := range value.FindAllString(text[found.Start:found.End], -1) {
				masked[v] = true
			}
		}
	}
	if err := writeFolder(src, files); err != nil {
		t.Fatal(err)
	}
	runHere(t, globals{}, "build", src, "--out", out, "--quiet")
	artifacts, err := readFolder(out)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range artifacts {
		for _, v := range value.FindAllString(strings.ToLower(text), -1) {
			if masked[v] {
				t.Errorf("%s has %s", name, v)
			}
		}
	}
}
